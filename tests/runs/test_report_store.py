"""Goal: a report shows all of a supermarket's episode, its hidden facts too, and harms nobody.

Method: pages of played, idle, interrupted and hostile episodes are parsed and compared with their
logs; a folder with episodes of both worlds.
"""

import shutil
from pathlib import Path

import pytest
from reports import GOLDEN, STORE_SECTIONS, Page, hostile_store, interrupted, shop, traced

from events.supermarket import GoodsOrdered, GoodsSold
from projections.frames import frame_of, log_frame
from projections.retail_score import RETAIL_FAMILIES
from projections.score import metrics_of
from runs.report import retail_data
from runs.report.build import report
from runs.report.data import Seen, look
from runs.report.html import amount
from runs.report.retail_stages import STAGES
from runs.report.shell import POLICY

PAGES = ("steward", "idle", "interrupted", "hostile")


@pytest.fixture(scope="module")
def folders(tmp_path_factory) -> Path:
    base = tmp_path_factory.mktemp("stores")
    shop(base / "steward", "steward", 16)
    shop(base / "idle", "idle", 180)
    shop(base / "interrupted", "cheapest", 30, stop=6)
    hostile_store(base / "hostile")
    return base


@pytest.fixture(scope="module")
def sources(folders) -> dict[str, str]:
    return {name: report(folders / name).html for name in PAGES}


@pytest.fixture(scope="module")
def steward(folders) -> Seen:
    return look(folders / "steward")


def test_every_page_has_every_section_and_metric(sources):
    for name, source in sources.items():
        page = Page(source)
        sections = [value for tag, key, value in page.attributes if (tag, key) == ("section", "id")]
        assert tuple(sections) == STORE_SECTIONS, name
        for metric in metrics_of("supermarket"):
            assert metric in page.text


def test_the_stages_show_every_one_of_their_metrics(sources):
    known = {
        f"{number} · {family.title}": {metric.name for metric in family.metrics}
        for number, family in enumerate(RETAIL_FAMILIES[-4:], 1)
    }
    shown = {title: {name for names in kinds for name in names} for title, *kinds in STAGES}
    assert list(shown) == list(known)
    for title, names in shown.items():
        assert names == known[title]
    text = Page(sources["steward"]).text
    assert all(title in text for title, *_ in STAGES)


def test_a_page_needs_nothing_but_itself(sources):
    for source in sources.values():
        page = Page(source)
        banned = {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
        assert banned.isdisjoint(page.tags)
        assert ("meta", "content", POLICY) in page.attributes
        assert len(set(page.ids)) == len(page.ids)
        for _, name, value in page.attributes:
            assert not name.startswith("on")
            assert name not in ("src", "style")
            assert name != "href" or value.removeprefix("#") in page.ids


def test_hostile_texts_are_shown_and_do_nothing(sources):
    source = sources["hostile"]
    for raw in ("<script", "\x1b", "\u202e", "\u2028", "\x00", "\ufdd0"):
        assert raw not in source
    assert source.count("&lt;script&gt;alert(1)&lt;/script&gt;") > 10


def test_doing_nothing_stands_beside_every_episode(sources):
    for name in PAGES[:3]:
        text = Page(sources[name]).text
        assert "Doing nothing (computed):" in text
        assert "doing nothing (computed)" in text
    idle = Page(sources["idle"]).text
    assert "goes under after 55 days and has −3,000.00 then" in idle
    assert "is still there after 16 days and has 20,400.00 then" in Page(sources["steward"]).text


def test_an_idle_store_says_what_there_was_not(sources):
    text = Page(sources["idle"]).text
    for told in ("Ended on day 55", "bankruptcy", "Nothing was sold.", "There was no review.",
                 "Nothing was ordered."):  # fmt: skip
        assert told in text


def test_an_interrupted_episode_is_shown_as_far_as_it_came(sources):
    text = Page(sources["interrupted"]).text
    assert "The log ends after 6 of 30 mornings; the episode was broken off." in text


def test_net_worth_is_the_sum_of_its_parts_every_morning(steward):
    rows = retail_data.mornings(steward)
    assert [row.day for row in rows] == list(range(17))
    for row in rows:
        assert row.net_worth == row.bank + row.goods + row.open_orders
        assert row.goods >= 0
        assert row.open_orders >= 0
    assert rows[0].net_worth == rows[0].idle == steward.started.opening_balance
    assert rows[-1].net_worth == steward.figures["final_net_worth"]
    assert any(row.open_orders for row in rows)


def test_days_add_up_to_the_figures_of_the_whole(steward):
    figures, trade = steward.figures, retail_data.trade(steward)
    assert sum(row.sold for row in trade) == figures["units_sold"]
    assert sum(row.returned for row in trade) == figures["units_returned"]
    assert sum(row.lost for row in trade) == figures["units_expired"]
    assert sum(row.rent for row in trade) == 16 * 600_000_000
    lines = retail_data.products(steward)
    assert sum(line.sold for line in lines) == figures["units_sold"]
    assert sum(line.ordered for line in lines) == figures["units_ordered"]
    assert sum(line.taken for line in lines) == sum(row.taken for row in trade)
    made = retail_data.tools(steward)
    assert sum(own for _, own, _, _ in made) == figures["direct_calls"]
    days = retail_data.held(steward)
    assert sum(bool(row.short) for row in days) == figures["stockout_days"]
    assert sum(row.short + row.bare for row in days) / 16 == figures["short_products_per_day"]


def test_purchases_stand_between_the_cheapest_and_the_best(steward):
    days, kinds = (
        of(steward) for of in (retail_data.bought_by_span, retail_data.bought_by_category)
    )
    lines = sum(each.lines for each in days)
    assert lines == sum(each.lines for each in kinds) > 0
    assert sum(each.is_best for each in days) / lines == steward.figures["quality_first"]
    assert sum(each.is_cheapest for each in kinds) / lines == steward.figures["price_first"]
    for each in (*days, *kinds):
        assert 1 <= each.quality <= each.best + 1e-9 <= 5 + 1e-9
        assert each.premium >= -1e-12
    assert "" not in [each.name for each in kinds]


def test_reviews_and_news_are_those_of_the_log(steward, folders, sources):
    log = log_frame(folders / "steward", GoodsSold, GoodsOrdered)
    sales = frame_of(log, GoodsSold)["sales"].explode().drop_nulls().to_list()
    stars = [each["stars"] for sale in sales for each in sale["reviews"] or ()]
    assert sorted(star for _, star, _ in retail_data.reviews(steward)) == sorted(stars)
    papers, runners = retail_data.papers(steward)
    assert all(paper.fresh + paper.running == 20 for paper in papers)
    assert all(3 <= each.last_day - each.day <= 5 for each in runners)
    titles = {item.id: item.title for item in steward.store.news}
    text = Page(sources["steward"]).text
    acting = [item for item in steward.store.news if item.side in ("need", "supply")]
    known = {item.id for item in acting}
    assert any(titles[each.item] in text for each in runners if each.item in known)


def test_the_ledger_has_only_the_accounts_of_the_store(sources, steward):
    text = Page(sources["steward"]).text
    worth = amount(retail_data.mornings(steward)[-1].bank)
    assert worth in text
    assert "escrow" not in text
    assert "¥" not in text


def test_another_worlds_tables_are_not_taken_for_the_episodes(folders):
    source = report(folders / "steward", world=GOLDEN / "retail" / "data-small").html
    text = Page(source).text
    assert "What they say is in the world's tables, which are not at hand." in text


def test_the_same_episode_gives_the_same_bytes(folders, sources):
    assert report(folders / "steward").html == sources["steward"]


def test_a_folder_of_both_worlds_shows_each_by_itself(folders, tmp_path):
    place = tmp_path / "both"
    shutil.copytree(folders, place)
    interrupted(place / "market-broken", 3)
    traced("idle", place / "market")
    page = Page(report(place).html)
    sections = [value for tag, key, value in page.attributes if (tag, key) == ("section", "id")]
    assert sections == [
        f"{world}-{part}"
        for world in ("marketplace", "supermarket")
        for part in ("agents", "episodes", "curves")
    ]
    *_, store = page.text.split("Agents of the supermarket")
    assert "Net worth of the supermarket" in store
    assert "doing nothing (computed)" in store
    assert "−3,000.00" in store
    assert page.tags.count("figure") == len(PAGES) + 2
