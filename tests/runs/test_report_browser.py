"""Goal: a browser shows a report without a request, a complaint or anything cut off.

Method: open pages in a headless Chromium, wide and as on a phone, and ask it; skipped without one.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import CLIPPED, NAMES, OVERFLOW, OVERLAPPING, Browser, executable
from reports import GOLDEN, hostile, hostile_store, interrupted, shop, traced

from runs.report.build import report

pytestmark = pytest.mark.skipif(executable() is None, reason=f"no browser on PATH: {NAMES}")

MARKETS = ("year-mixed", "overspend-bankrupt", "interrupted", "hostile")
STORES = ("steward-store", "idle-store", "hostile-store")
PAGES = (*MARKETS, *STORES, "overview")


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    base, out = tmp_path_factory.mktemp("episodes"), tmp_path_factory.mktemp("pages")
    for name in MARKETS[:2]:
        traced(name, base / name)
    shop(base / "steward-store", "steward", 12)
    shop(base / "idle-store", "idle", 70)
    hostile_store(base / "hostile-store")
    interrupted(base / "interrupted")
    hostile(base / "hostile")
    made = {}
    for name in PAGES:
        made[name] = out / f"{name}.html"
        place = base if name == "overview" else base / name
        world = None if name in STORES else GOLDEN / "world"
        made[name].write_text(report(place, world=world).html, encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[Browser]:
    program = executable()
    assert program is not None
    started = Browser(program, tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_opens_quietly_and_fits(browser, pages, name, width):
    requests, messages = browser.open(pages[name], width)
    assert requests == [pages[name].as_uri()]
    assert messages == []
    assert browser.evaluate("document.scripts.length") == 0
    browser.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert browser.listed(OVERFLOW) == []
    assert browser.evaluate("document.documentElement.scrollWidth") <= width
    assert browser.listed(CLIPPED) == []
    assert browser.listed(OVERLAPPING) == []


def test_a_page_can_be_printed(browser, pages):
    browser.open(pages["year-mixed"], 1280)
    assert browser.printed().startswith(b"%PDF")
