"""Goal: the published negotiation block comes out of the log, number by number.

Method: replay every recorded trace into an archive and compare the block with the trace's; then the
shapes that no trace has, from logs made by hand; then the metrics, which are the block's figures
before rounding.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.talks import SupplierClosed
from projections import learning, negotiation
from projections.batch import Batch
from projections.frames import log_frame
from projections.reference_talks import quality, reference_talks
from runs.conform import conform_file
from tests.haggling import broken_off, deal, offered, opened, received, sent
from tests.logs import at, batch_of, log_of
from tests.published import difference

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = sorted(path.name.split(".")[0] for path in (GOLDEN / "traces").glob("*.gz"))
RELEASED = ("released-haggle", "released-year")
ENTRY = '```negotiate\n{"action": "accept", "sku_id": "x", "price": 1}\n```'

Replayed = tuple[Batch, dict[str, Any]]


def final_of(trace: Path) -> dict[str, Any]:
    lines = gzip.decompress(trace.read_bytes()).decode().splitlines()
    return json.loads(lines[-1])["final"]


@pytest.fixture(scope="module")
def replayed(archived) -> Callable[[str], Replayed]:
    made: dict[str, Replayed] = {}

    def replay_of(name: str) -> Replayed:
        if name not in made:
            trace = GOLDEN / "traces" / f"{name}.jsonl.gz"
            made[name] = Batch({name: log_frame(archived(name))}), final_of(trace)
        return made[name]

    return replay_of


@pytest.mark.parametrize("name", NAMES)
def test_the_block_of_every_trace_is_the_recorded_one(name, replayed):
    batch, final = replayed(name)
    (block,) = reference_talks(batch)
    assert block == final["negotiation"]
    assert quality(block) == final["report"]["negotiation_quality"]


@pytest.mark.parametrize("name", RELEASED)
def test_so_is_that_of_the_traces_on_the_released_tables(name, released, tmp_path):
    trace = released / "traces" / f"{name}.jsonl.gz"
    assert conform_file(trace, released, out=tmp_path / name).holds
    (block,) = reference_talks(Batch({name: log_frame(tmp_path / name)}))
    final = final_of(trace)
    assert difference(final["negotiation"], block, "negotiation") is None
    assert quality(block) == final["report"]["negotiation_quality"]


TERMS = {
    "AGR+": "agr_plus",
    "SE+": "se_plus",
    "CSE+": "cse_plus",
    "AbsSE+": "abs_se_plus",
    "AbsCSE+": "abs_cse_plus",
    "FAGR-": "fagr_minus",
}
LEARNING = {
    "se_half_lift": 4,
    "agr_half_lift": 4,
    "se_slope_per_day": 6,
    "fraud_avoidance_lift": 4,
    "time_to_zero_bad": 0,
    "rounds_half_improvement": 2,
}
ANCHORING = {
    "anchor_ratio": ("anchor_regret_ratio", 4),
    "anchor_regret": ("anchor_regret", 4),
    "anchor_z": ("anchor_regret_z", 3),
    "new_low_rate": ("new_low_rate", 4),
    "new_low_ratio": ("new_low_rate_ratio", 4),
    "new_low_z": ("new_low_rate_z", 3),
}


def agrees(figure: float | None, published: float | None, decimals: int) -> bool:
    if figure is None or published is None:
        return figure is published
    return abs(figure - published) <= 0.51 * 10.0**-decimals


@pytest.mark.parametrize("name", NAMES)
def test_metrics_are_the_figures_before_rounding(name, replayed):
    batch, final = replayed(name)
    block = final["negotiation"]
    terms = block.get("terms_bench_metrics", {})
    (row,) = negotiation.measure(batch).rows(named=True)
    for published, metric in TERMS.items():
        assert agrees(row[metric], terms.get(published), 4), metric
    assert agrees(row["oracle_pct"], terms.get("%Oracle"), 2)
    assert row["negotiations"] == block.get("total_negotiations", 0)
    assert row["open_negotiations"] == block.get("active_unconcluded", 0)
    assert row["deals"] == block.get("total_deals", 0)
    assert row["rejections"] == block.get("total_rejections", 0)
    assert agrees(row["saved_vs_initial"], block.get("total_money_saved_vs_initial", 0.0), 2)
    if terms:
        assert agrees(row["crit_viol_pct"], 100 * terms["CritViol"], 2)
        assert agrees(row["rounds_to_deal"], block["avg_rounds_to_deal"], 2)
    (row,) = learning.measure(batch).rows(named=True)
    speed = block.get("learning_speed") or {}
    for metric, decimals in LEARNING.items():
        assert agrees(row[metric], speed.get(metric), decimals), metric
    anchors = block.get("anchoring") or {}
    for metric, (published, decimals) in ANCHORING.items():
        assert agrees(row[metric], anchors.get(published), decimals), metric
    sample = anchors.get("sample_size", {})
    assert row["repeat_pairs"] == sample.get("repeat_pairs", 0)
    assert row["reorders"] == sample.get("reorders", 0)


def block_of(*events) -> dict[str, Any]:
    (block,) = reference_talks(batch_of(log_of(*events)))
    return block


def test_without_a_message_there_are_only_order_counts():
    empty = {"total_orders": 0, "suppliers_contacted": 0, "suppliers_bankrupt": 0}
    assert block_of() == empty | {"order_counts": {}}
    assert set(quality(block_of()).values()) == {None}


def test_orders_are_counted_by_message():
    block = block_of(
        *(sent(0), received(0, deal=True), sent(1), received(1)),
        *(sent(1, supplier="Bolt"), received(1, supplier="Bolt")),
        *(sent(2), received(2, deal=True), SupplierClosed(seq=0, tick=at(2), supplier="Acme")),
    )
    assert block["total_orders"] == 2
    assert block["order_counts"] == {"Acme": 2}
    assert block["suppliers_contacted"] == 2
    assert block["suppliers_bankrupt"] == 1


def test_entries_that_open_nothing_give_a_count_of_0():
    assert "total_negotiations" not in block_of(sent(0, "What do you sell?"))
    block = block_of(sent(0, ENTRY))
    assert block["total_negotiations"] == 0
    assert "active_unconcluded" not in block


def test_without_a_conclusion_only_open_negotiations_are_counted():
    block = block_of(sent(0, ENTRY), opened(), offered(0, 50.0, 80.0))
    assert (block["total_negotiations"], block["active_unconcluded"]) == (0, 1)
    assert "per_negotiation" not in block
    assert set(quality(block).values()) == {None}


def test_without_a_deal_means_of_deals_are_0_and_conditional_ones_undefined():
    block = block_of(*broken_off(0))
    assert block["avg_surplus_efficiency"] == block["avg_rounds_to_deal"] == 0.0
    assert block["total_money_saved_vs_initial"] == 0.0
    assert block["terms_bench_metrics"]["SE+"] == 0.0
    assert block["terms_bench_metrics"]["CSE+"] is None
    assert block["terms_bench_metrics"]["FAGR-"] is None
    assert block["learning_speed"] is None
    assert block["anchoring"] is None
    assert block["by_supplier_type"]["bad"]["negotiations"] == 0


def test_without_room_there_is_no_oracle():
    terms = block_of(*deal(0, 90.0, floor=100.0))["terms_bench_metrics"]
    assert terms["%Oracle"] is None
    assert (terms["AbsSE+"], terms["AbsCSE+"]) == (0.0, 10.0)


def test_families_too_small_to_learn_from_are_left_out():
    families = ("Candid", "Candid", "Taciturn", "Taciturn")
    events = [
        event
        for day, family in enumerate(families)
        for event in deal(day, 70.0, sku=str(day), family=family)
    ]
    assert block_of(*events)["learning_speed"]["by_family_learning"] is None


def test_blocks_of_several_episodes_keep_their_order():
    blocks = reference_talks(batch_of(log_of(*deal(0, 70.0)), log_of(), log_of(*broken_off(0))))
    assert [block.get("total_deals") for block in blocks] == [1, None, 0]
