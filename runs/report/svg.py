"""Charts as inline SVG: Vega-Lite draws them, and only what a picture needs is kept of its output.

Vega-Lite runs inside vl-convert, an optional package, without a network. What it returns is read as
XML and written again from a list of known elements and attributes, so no script, no handler and no
reference to anything outside gets into a page, whatever the data are. Identities are prefixed with
the chart's name, or those of two charts on a page would clash.
"""

import html
import re
from typing import Any, Final
from xml.etree import ElementTree

from events.errors import ShopyearError
from runs.report.html import Safe, el, shown

VEGA_LITE: Final = "5.20"
"""The language's version; the converter holds several."""

FONT: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The first comes with the converter, so texts are measured alike everywhere."""

INK: Final = "#1c2430"
SOFT: Final = "#566173"
GRID: Final = "#e4e8ee"

_TAGS: Final = ("svg", "g", "path", "rect", "line", "circle", "text", "tspan", "defs", "clipPath")
_KEPT: Final = (
    *("d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy"),
    *("width", "height", "transform", "id", "clip-path", "fill", "fill-opacity"),
    *("stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "stroke-linecap"),
    *("stroke-linejoin", "stroke-miterlimit", "opacity", "display", "viewBox"),
    *("text-anchor", "dominant-baseline", "font-family", "font-size", "font-weight", "font-style"),
)
_REFERENCE: Final = re.compile(r"url\(#([\w-]+)\)")
_NUMBER: Final = re.compile(r"-?\d+\.\d{2,}(?:e-?\d+)?")

CONFIG: Final[dict[str, Any]] = {
    "background": None,
    "font": FONT,
    "view": {"stroke": None},
    "aria": False,
    "axis": {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "labelColor": SOFT,
        "titleColor": SOFT,
        "titleFontWeight": "normal",
        "gridColor": GRID,
        "domainColor": "#aab3c0",
        "tickColor": "#aab3c0",
    },
    "legend": {
        "orient": "top",
        "title": None,
        "labelFontSize": 12,
        "labelColor": INK,
        "symbolStrokeWidth": 2,
        "offset": 8,
        "labelLimit": 240,
    },
    "line": {"strokeWidth": 1.75, "strokeJoin": "round"},
}


class NoCharts(ShopyearError):
    """The package that draws charts is not installed."""


def converter() -> Any:
    """Return the module that turns Vega-Lite into SVG.

    Raises:
        NoCharts: it is not installed; says how to do it.
    """
    try:
        import vl_convert
    except ImportError as error:
        raise NoCharts(
            "charts need vl-convert-python: run pip install 'shopyear[report]'"
        ) from error
    return vl_convert


def picture(name: str, title: str, spec: dict[str, Any]) -> Safe:
    """Draw a chart.

    Args:
        name: unlike that of every other chart on the page; letters, digits and `-`.
        title: what is to be seen, for those who cannot.
        spec: Vega-Lite; texts in it must have passed `shown`, or XML may not hold them.
    """
    drawn = converter().vegalite_to_svg(
        spec, vl_version=VEGA_LITE, config=CONFIG, allowed_base_urls=[]
    )
    return svg(name, title, drawn)


def svg(name: str, title: str, drawn: str) -> Safe:
    """Return a drawing, an SVG document, with what a page needs of it, as wide as its place."""
    root = ElementTree.fromstring(drawn)
    names: dict[str, str] = {}
    for each in root.iter():
        if old := each.get("id"):
            names[old] = f"{name}-{len(names) + 1}"
    inner = "".join(_written(child, names) for child in root)
    box = html.escape(root.get("viewBox", ""))
    told, identity = html.escape(shown(title)), f"{name}-title"
    return Safe(
        f'<svg class="chart" viewBox="{box}" role="img" aria-labelledby="{identity}">'
        f'<title id="{identity}">{told}</title>{inner}</svg>'
    )


def both(name: str, title: str, wide: dict[str, Any], narrow: dict[str, Any]) -> Safe:
    """Draw a chart twice, for a wide page and for a phone; the page shows one of them."""
    return el(
        "div",
        el("div", picture(f"{name}-wide", title, wide), class_="wide"),
        el("div", picture(f"{name}-narrow", title, narrow), class_="narrow"),
        class_="drawing",
    )


def _written(node: ElementTree.Element, names: dict[str, str]) -> str:
    tag = node.tag.rsplit("}", 1)[-1]
    # Vega leaves empty backgrounds and hidden foregrounds behind: half of the bytes.
    if tag not in _TAGS or node.get("display") == "none" or node.get("d") == "M0,0h0v0h0Z":
        return ""
    kept = {key: value for key, value in node.attrib.items() if key in _KEPT}
    attributes = "".join(_attribute(key, value, names) for key, value in kept.items())
    inner = html.escape(shown(node.text or "")) if tag in ("text", "tspan") else ""
    inner += "".join(_written(child, names) for child in node)
    if tag == "g" and not attributes:
        return inner
    if tag == "g" and not inner:
        return ""
    return f"<{tag}{attributes}>{inner}</{tag}>"


def _attribute(key: str, value: str, names: dict[str, str]) -> str:
    if key == "id":
        value = names[value]
    elif "url(" in value:
        found = _REFERENCE.fullmatch(value)
        if found is None or found[1] not in names:
            return ""
        value = f"url(#{names[found[1]]})"
    elif key in ("d", "transform"):
        value = _NUMBER.sub(lambda found: f"{float(found[0]):.1f}", value)
    return f' {key}="{html.escape(value)}"'


def swatch(color: str, dash: str = "", shape: str = "") -> Safe:
    """Return a sample of a line for a key: `shape` is circle, square, diamond or empty."""
    line = f'<path d="M0,6h30" stroke="{color}" stroke-width="2" stroke-dasharray="{dash}"/>'
    shapes = {
        "circle": f'<circle cx="15" cy="6" r="4" fill="{color}"/>',
        "square": f'<rect x="11" y="2" width="8" height="8" fill="{color}"/>',
        "diamond": f'<path d="M15,0l6,6l-6,6l-6,-6z" fill="none" stroke="{color}"/>',
    }
    drawn = shapes.get(shape, "") if shape == "diamond" else line + shapes.get(shape, "")
    return Safe(f'<svg viewBox="0 0 30 12" aria-hidden="true">{drawn}</svg>')
