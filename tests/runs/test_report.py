"""Goal: a report shows all of an episode, harms nobody, and is the same every time.

Method: pages of recorded, idle, bankrupt, interrupted and hostile episodes are parsed and compared;
texts that a page must survive go through the builder one by one.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from reports import EVIL, GOLDEN, SECTIONS, Page, hostile, interrupted, traced

from events.errors import LogError
from projections.audit import Finding
from projections.failures import RULES
from projections.score import METRICS
from runs.report import cli as report_cli
from runs.report.build import report
from runs.report.html import el, markup, money, shown, table, value_of
from runs.report.shell import POLICY
from runs.report.svg import NoCharts, picture, svg

ROOT = Path(__file__).parent.parent.parent
TRACES = ("year-mixed", "idle", "overspend-bankrupt")
UNREADABLE = Finding(7, 0, "readable", "no number", {})
PAGES = (*TRACES, "interrupted", "hostile")


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> Path:
    base = tmp_path_factory.mktemp("reports")
    for name in TRACES:
        traced(name, base / name)
    interrupted(base / "interrupted")
    hostile(base / "hostile")
    return base


@pytest.fixture(scope="module")
def sources(folders) -> dict[str, str]:
    return {name: report(folders / name, world=GOLDEN / "world").html for name in PAGES}


@pytest.fixture(scope="module")
def overview(folders, tmp_path_factory) -> tuple[str, tuple[str, ...]]:
    place = tmp_path_factory.mktemp("overview") / "all"
    shutil.copytree(folders, place)
    shutil.copytree(folders / "idle", place / "damaged")
    (segment,) = (place / "damaged" / "segments").iterdir()
    content = bytearray(segment.read_bytes())
    content[-6] ^= 1
    segment.write_bytes(content)
    made = report(place)
    return made.html, made.doubts


def test_every_page_has_every_section(sources):
    for name, source in sources.items():
        page = Page(source)
        sections = [value for tag, key, value in page.attributes if (tag, key) == ("section", "id")]
        assert tuple(sections) == SECTIONS, name
        for rule in RULES:
            assert rule.title in page.text
        for metric in METRICS:
            assert metric in page.text


def test_a_page_needs_nothing_but_itself(sources, overview):
    for source in (*sources.values(), overview[0]):
        page = Page(source)
        assert {"script", "link", "img", "iframe", "object", "embed", "base", "form"}.isdisjoint(
            page.tags
        )
        for tag, name, value in page.attributes:
            assert not name.startswith("on"), (tag, name)
            assert name not in ("src", "style", "xmlns", "xlink:href"), (tag, name)
            assert name != "href" or value.startswith("#")
            assert "url(" not in (value or "") or value.startswith("url(#")
        assert ("meta", "content", POLICY) in page.attributes
        assert "url(" not in page.style
        assert "@import" not in page.style
        assert "http" not in page.style


def test_identities_are_unique_and_what_is_referred_to_exists(sources, overview):
    for source in (*sources.values(), overview[0]):
        page = Page(source)
        assert len(set(page.ids)) == len(page.ids)
        for _, name, value in page.attributes:
            if name in ("aria-labelledby", "href"):
                assert value.removeprefix("#") in page.ids
            if value and value.startswith("url(#"):
                assert value[5:-1] in page.ids


def test_every_chart_says_what_it_shows(sources):
    page = Page(sources["year-mixed"])
    charts = [value for tag, name, value in page.attributes if (tag, name) == ("svg", "role")]
    assert len(charts) == page.tags.count("title") - 1
    assert page.tags.count("figure") == 12


def test_hostile_texts_are_shown_and_do_nothing(folders, sources):
    source = sources["hostile"]
    for raw in ("<script", "\x1b", "\u202e", "\u2028", "\x00", "\ufdd0"):
        assert raw not in source
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in source
    page = Page(source)
    assert r"\x1b[31mred\u202egnp.exe \x00\ufdd0" in page.text
    made = report(folders / "hostile")
    assert made.doubts, "the audit sees that these events do not add up"


def test_texts_in_charts_are_escaped():
    spec = {
        "data": {"values": [{"name": shown(EVIL, 60), "value": 1}]},
        "mark": "bar",
        "encoding": {
            "x": {"field": "value", "type": "quantitative"},
            "y": {"field": "name", "type": "nominal", "axis": {"labelLimit": 1000}},
        },
    }
    drawn = picture("evil", EVIL, spec)
    page = Page(drawn)
    assert "script" not in page.tags
    assert any("<script>alert(1)</script>" in text for text in page.texts[1:])


def test_only_what_a_picture_needs_is_kept_of_a_drawing():
    drawn = svg(
        "a",
        "b",
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'viewBox="0 0 9 9" onload="x()"><script>x()</script><style>a{}</style>'
        '<image xlink:href="http://evil.example/"/><foreignObject><p>x</p></foreignObject>'
        '<a xlink:href="http://evil.example/"><text>link</text></a>'
        '<g onclick="x()" clip-path="url(#old)"><path d="M0,0h9" style="fill:red" fill="red"/></g>'
        '<rect fill="url(http://evil.example/#x)" width="3"/>'
        '<defs><clipPath id="old"><rect width="9" height="9"/></clipPath></defs></svg>',
    )
    assert drawn == (
        '<svg class="chart" viewBox="0 0 9 9" role="img" aria-labelledby="a-title">'
        '<title id="a-title">b</title>'
        '<g clip-path="url(#a-1)"><path d="M0,0h9" fill="red"></path></g>'
        '<rect width="3"></rect>'
        '<defs><clipPath id="a-1"><rect width="9" height="9"></rect></clipPath></defs></svg>'
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("plain", "plain"),
        ("a\r\nb\tc\u2028d", "a  b c d"),
        ("\x1b[2J\x9b", r"\x1b[2J\x9b"),
        ("\ud835", r"\ud835"),
        ("\u202eabc\u2066\u200b\ufeff", r"\u202eabc\u2066\u200b\ufeff"),
        ("\U000e0041\U0010ffff", r"\U000e0041\U0010ffff"),
        ("深圳 👩\u200d🔧 é", "深圳 👩\u200d🔧 é"),
        ("x" * 401, "x" * 400 + "…"),
    ],
)
def test_a_text_is_shown_without_harm(text, told):
    assert shown(text) == told


def test_elements_escape_what_they_hold():
    assert el("p", "<b>", title='"x" onload=') == ('<p title="&quot;x&quot; onload=">&lt;b&gt;</p>')
    assert markup(["a", None, el("br"), 1234]) == "a<br>1,234"
    assert el("details", open=True) == "<details open></details>"
    assert 'class="number"' in table(("a", "b"), [("1", "2")])
    with pytest.raises(ValueError, match="no element"):
        el("script")
    with pytest.raises(ValueError, match="no attribute"):
        el("p", onclick="x")
    with pytest.raises(ValueError, match="no attribute"):
        el("p", src="x")
    with pytest.raises(ValueError, match="links only to itself"):
        el("a", href="https://example.org/")


@pytest.mark.parametrize(
    ("value", "unit", "told"),
    [
        (-2_856_990_000, "micro", "−¥2,856.99"),
        (0.0, "percent", "0 %"),
        (26.384, "percent", "26.38 %"),
        (None, "ratio", "–"),
        (True, "yes", "yes"),
        (12_345, "count", "12,345"),
    ],
)
def test_values_are_written_for_people(value, unit, told):
    assert value_of(value, unit) == told


def test_money_has_its_sign_before_the_currency():
    assert money(-1_234_565_000) == "−¥1,234.57"
    assert money(0) == "¥0.00"


def test_a_page_tells_of_the_episode(sources):
    mixed = Page(sources["year-mixed"]).text
    for told in ("¥176,355.53", "¥142,251.11 of ¥539,163.15", "Bamboo Co-op North", "all accounts"):
        assert told in mixed
    idle = Page(sources["idle"]).text
    for told in ("Nothing was sold.", "There was no negotiation.", "Nothing was bought.",
                 "There was never any stock.", "No open store was rated."):  # fmt: skip
        assert told in idle
    assert "bankruptcy" in Page(sources["overspend-bankrupt"]).text
    broken = Page(sources["interrupted"]).text
    assert "The log ends after 12 of 60 mornings; the episode was broken off." in broken
    assert "undefined: the episode has not ended" in broken


def test_an_episode_without_a_morning_has_a_page(tmp_path):
    page = Page(report(interrupted(tmp_path / "e", 0)).html)
    assert "The log ends after 0 of 60 mornings" in page.text


def test_an_unreadable_event_is_named(tmp_path, monkeypatch):
    folder = traced("idle", tmp_path / "e")
    monkeypatch.setattr("runs.report.data.audit_frame", lambda _log: [UNREADABLE])
    with pytest.raises(LogError, match="event 7: no number"):
        report(folder)


def test_the_same_episode_gives_the_same_bytes(folders, sources, tmp_path):
    assert report(folders / "idle", world=GOLDEN / "world").html == sources["idle"]
    name = "overspend-bankrupt"
    out = tmp_path / "page.html"
    code = (
        "import sys; from pathlib import Path; from runs.report.build import report; "
        "Path(sys.argv[3]).write_bytes(report(Path(sys.argv[1]), world=Path(sys.argv[2]))"
        ".html.encode())"
    )
    words = [sys.executable, "-c", code, str(folders / name), str(GOLDEN / "world"), str(out)]
    environment = {"PYTHONHASHSEED": "12345", "TZ": "Asia/Shanghai", "PATH": "/usr/bin:/bin"}
    subprocess.run(words, check=True, cwd=ROOT, env=environment)
    assert out.read_bytes() == sources[name].encode()


def test_the_overview_names_all_episodes_and_those_left_out(overview):
    source, doubts = overview
    page = Page(source)
    for name in (*PAGES, "damaged", "trace:year-mixed", "steward"):
        assert name in page.text
    assert "SHA-256" in page.text
    assert "interrupted is interrupted" in page.text
    (doubt,) = doubts
    assert doubt.startswith("left out: damaged: ")
    assert page.tags.count("figure") == len(PAGES)


def call(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="shopyear")
    report_cli.add(parser.add_subparsers(required=True))
    arguments = parser.parse_args(["report", *words])
    return arguments.command(arguments)


def test_the_command_writes_a_whole_page(folders, tmp_path, capsys):
    out = tmp_path / "idle.html"
    world = str(GOLDEN / "world")
    assert call(str(folders / "idle"), "-o", str(out), "--world", world, "--verify") == 0
    page = Page(out.read_text())
    assert "re-execution agree" in page.text
    assert [path.name for path in tmp_path.iterdir()] == ["idle.html"]
    assert capsys.readouterr().out.startswith(f"{out}: ")


def test_the_command_tells_of_what_does_not_hold(folders, tmp_path, capsys):
    out = tmp_path / "page.html"
    assert call(str(folders / "hostile"), "-o", str(out)) == 1
    assert "the audit has" in capsys.readouterr().err
    assert "does not hold" in Page(out.read_text()).text
    # The traces' world is not the embedded one, so nothing can be said of their re-execution.
    assert call(str(folders / "idle"), "-o", str(out), "--verify") == 1
    assert "world" in capsys.readouterr().err


def test_without_episodes_there_is_no_page(folders, tmp_path):
    with pytest.raises(LogError, match="there is no episode here"):
        report(tmp_path)
    with pytest.raises(ValueError, match="needs an EPISODE"):
        report(folders, execute=True)


def test_without_the_converter_the_command_says_what_to_install(folders, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(NoCharts, match=r"pip install 'shopyear\[report\]'"):
        call(str(folders / "idle"), "-o", str(tmp_path / "page.html"))
    assert not list(tmp_path.iterdir())
