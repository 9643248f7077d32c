"""What the charts of a report share: colours, sizes, axes.

Colours are Okabe and Ito's, told apart by colour-blind people; series differ in dashes or shapes as
well, for print. Days are numbers, not dates, so no time zone has a say. Every chart that is as wide
as the page is drawn twice, for a wide page and for a phone.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from ledger.money import YUAN
from runs.report.html import Safe
from runs.report.svg import SOFT, both

BLUE, VERMILION, GREEN = "#0072b2", "#d55e00", "#009e73"
ORANGE, PURPLE, SKY, BLACK = "#e69f00", "#cc79a7", "#56b4e9", "#1c2430"
PALETTE: Final = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, BLACK, "#8a93a0")
DASHES: Final = ([1, 0], [7, 3], [2, 2], [8, 3, 2, 3], [1, 0], [5, 2], [2, 2], [9, 4])

STORES_MAX: Final = len(PALETTE)
"""More lines than colours could not be told apart."""

YUAN_LABELS: Final = "(datum.value < 0 ? '−¥' : '¥') + format(abs(datum.value), ',.2~f')"
_STEPS: Final = tuple(digit * 10**power for power in range(10) for digit in (1, 2, 5))
"""How far apart the labels of days may be."""

MONEY_LABELS: Final = YUAN_LABELS.replace("¥", "")
UNIT_LABELS: Final = "format(abs(datum.value), ',.2~f')"

Spec = dict[str, Any]


class Sheet:
    """How large a chart is drawn.

    `width` is that of the plot without its axis, `ticks` how many steps an axis of days may have.
    """

    def __init__(self, width: int, extent: int, ticks: int) -> None:
        self.width, self.extent, self.ticks = width, extent, ticks
        self.is_narrow = width < 600

    def days(self, last: int, **more: Any) -> Spec:
        """Return the encoding of days from 0 to the last."""
        # Left to itself, Vega-Lite puts fractions on the axis of a single day.
        step = next(step for step in _STEPS if step * self.ticks >= last)
        values = list(range(0, last + 1, step))
        axis = {"title": "day", "values": values, "grid": False, "labelFlush": True}
        scale = {"domain": [0, max(1, last)], "nice": False}
        return {"field": "day", "type": "quantitative", "axis": axis, "scale": scale, **more}

    def amounts(self, field: str, labels: str, title: str | None = None, **more: Any) -> Spec:
        """Return the encoding of amounts on an upright axis, as wide in every chart."""
        axis = {
            "title": title,
            "labelExpr": labels,
            "tickCount": 5,
            "minExtent": self.extent,
            "domain": False,
            "ticks": False,
        }
        if title:  # above the axis, where it takes no width
            axis |= {"titleAngle": 0, "titleAlign": "left", "titleX": -self.extent, "titleY": -10}
        return {"field": field, "type": "quantitative", "axis": axis, **more}


WIDE: Final = Sheet(966, 64, 20)
NARROW: Final = Sheet(290, 58, 5)


def twice(name: str, title: str, make: Callable[[Sheet], Spec]) -> Safe:
    """Draw a chart for a wide page and for a phone."""
    # Print makes a wide chart a third smaller.
    larger = {"labelFontSize": 13, "titleFontSize": 13}
    wide = {**make(WIDE), "config": {"axis": larger, "legend": {"labelFontSize": 13}}}
    return both(name, title, wide, make(NARROW))


def in_money(micro: int) -> float:
    """Return an amount as a chart's data have it."""
    return round(micro / YUAN, 2)


def zero_line() -> Spec:
    """Return a layer with a line at 0."""
    return {
        "data": {"values": [{"y": 0}]},
        "mark": {"type": "rule", "color": SOFT},
        "encoding": {"y": {"field": "y", "type": "quantitative"}},
    }


def scaled(channel: Spec, domain: Sequence[str], values: Sequence[Any]) -> Spec:
    """Return an encoding with a value for each name, in the legend's order."""
    return {**channel, "scale": {"domain": list(domain), "range": list(values)}}
