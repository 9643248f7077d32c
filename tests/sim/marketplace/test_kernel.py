"""Goal: the negotiation kernel decides as published, to the last bit.

Method: the recorded negotiations of Appendix A.9 and the tables of A.7, §17.3 and Appendix B; rules
worked out by hand on a round price frame with scripted draws; then properties on any negotiation.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.marketplace.kernel import Frame, Verdict, open_talks, price_frame, respond
from sim.marketplace.templates import Template, template
from sim.rng import Draws, KernelStreams
from tests.worlds import ROSTER, SHAVER, Script, Threshold, category, product

CARE = category("Personal Care & Massage")
BIDS = (150.0, 160.0, 170.0, 180.0, 190.0, 195.0, 200.0, 205.0)
ROUND = Frame(100.0, 50.0, 75.0, 50.0, 112.5, 100.0)
"""A frame to count with in one's head: floor 50, scale 100."""

HONEST = ("Enthusiastic", "Friendly", "Unpredictable", "Professional", "Strategic", "Tough")
SCAMS = ("vip_fee", "future_discount", "fake_urgency", "qty_bait", "quality_downgrade")
KINDS = {name: template(name, "") for name in HONEST}
KINDS |= {name: template("Adversarial", name) for name in SCAMS}


def chance(style: Template, offers: list[float], round_: int, frame: Frame = ROUND) -> float:
    """Return the probability that the decision draw is compared with."""
    threshold = Threshold()
    respond(frame, style, 100.0, offers, round_, Script(threshold))
    [p] = threshold.seen
    return p


def negotiate(name: str) -> tuple[float, list[Verdict]]:
    """Return a supplier's opening and its answers to the bids until the talks close."""
    personality, fraud = ROSTER[name]
    frame, style = price_frame(product(SHAVER), CARE, fraud), template(personality, fraud)
    streams = Draws(20260122).kernel(name, SHAVER, 0)
    last = opening = open_talks(frame, style, streams)
    verdicts: list[Verdict] = []
    for n in range(len(BIDS)):
        verdict = respond(frame, style, last, BIDS[: n + 1], n + 2, streams)
        verdicts.append(verdict)
        if verdict.decision != "Offer":
            break
        last = verdict.price or 0.0
    return opening, verdicts


@pytest.mark.parametrize(
    ("name", "opening", "quotes", "accepted"),
    [
        ("Metro Wholesale", 224.03402232473437,
         [205.87327852108498, 187.27718130816564, 182.9980800917522], 180.0),
        ("Polar Solutions", 231.27020785913754, [209.3480059923782], 160.0),
        ("Urban Link", 222.52159197562975,
         [219.67777831003633, 213.48397296748698, 203.80757405329885], 180.0),
        ("Nexus Solutions", 223.60789150123827, [], 150.0),
        ("Golden Solutions", 233.78606330214737,
         [229.53708749138815, 227.61053821874168, *[227.02566640708153] * 3, 226.9228460794303],
         200.0),
        ("Titan Commerce", 226.3105586715904, [221.8980496034637] * 5, 195.0),
        ("Harbor Wholesale", 233.2178117332488,
         [*[230.10414478233506] * 3, *[229.99781365326479] * 2, 227.44859490774473,
          *[227.39061610800286] * 2], None),
    ],
)  # fmt: skip
def test_a_recorded_negotiation_comes_out_to_the_last_bit(name, opening, quotes, accepted):
    ours, verdicts = negotiate(name)
    assert ours == opening
    outcome = [] if accepted is None else [("Accept", accepted)]
    assert [(v.decision, v.price) for v in verdicts] == [*(("Offer", q) for q in quotes), *outcome]


def test_the_friendly_supplier_of_the_records_accepts_in_good_mood():
    _, [verdict] = negotiate("Nexus Solutions")
    assert (verdict.sentiment, verdict.strategy) == ("positive", "Concede")


@pytest.mark.parametrize(
    ("name", "d0"),
    [
        ("Metro Wholesale", 0.4418298834258327),
        ("Polar Solutions", 0.42857498692305773),
        ("Urban Link", 0.4351015095665561),
        ("Nexus Solutions", 0.5323912881031774),
        ("Golden Solutions", 0.2293802923099118),
        ("Titan Commerce", 0.2262665326857953),
        ("Harbor Wholesale", 0.2293802923099118),
    ],
)
def test_an_opening_without_noise_is_the_list_price(name, d0):
    personality, fraud = ROSTER[name]
    frame, style = price_frame(product(SHAVER), CARE, fraud), template(personality, fraud)
    script = Script()
    quote = open_talks(frame, style, script)
    reach = style.harshness * (frame.ceiling - frame.floor)
    assert (quote - frame.floor) / reach == pytest.approx(d0, rel=1e-13)
    assert quote == pytest.approx(229.41, rel=1e-14)
    assert script.normals[0] == (0.0, 0.02 * frame.range)


def test_an_opening_stays_between_floor_and_ceiling():
    style = KINDS["Tough"]
    assert open_talks(ROUND, style, Script(noise=-1e3)) == 50.0
    assert open_talks(ROUND, style, Script(noise=1e3)) == 112.5
    # A list price out of reach opens at 0.99 of the way, one below the floor at the floor.
    assert open_talks(ROUND._replace(list_price=500.0), style, Script()) == 50 + 0.99 * 62.5
    assert open_talks(ROUND._replace(list_price=10.0), style, Script()) == 50.0


def test_the_price_frame_of_the_records():
    honest = price_frame(product(SHAVER), CARE, "")
    assert honest == Frame(318.62, 143.38, 229.41, 143.38, 344.115, 344.115)
    for fraud in SCAMS[:3]:
        bad = price_frame(product(SHAVER), CARE, fraud)
        assert bad == Frame(318.62, 143.38, 229.41, 191.17, 344.115, 344.115 - 191.17)
    for fraud in SCAMS[3:]:
        bad = price_frame(product(SHAVER), CARE, fraud)
        assert bad == Frame(318.62, 143.38, 229.41, 143.38, 344.115, 344.115 - 143.38)


def test_cheap_goods_count_price_differences_on_a_scale_of_one():
    assert price_frame(product(SHAVER, reference_price=0.5), CARE, "").range == 1.0
    assert price_frame(product(SHAVER, reference_price=2.0), CARE, "vip_fee").range == 1.0


def test_an_inflated_floor_is_rounded_to_cents_from_its_exact_value():
    outdoor = category("Outdoor", wholesale_ratio=0.58, floor_ratio=0.17, scam_cap_ratio=0.27)
    # 17.17 * 1.5 lies just above 25.755, and 14.85 * 1.5 just below 22.275.
    assert price_frame(product(SHAVER, reference_price=101.01), outdoor, "vip_fee").floor == 25.76
    assert price_frame(product(SHAVER, reference_price=87.37), outdoor, "vip_fee").floor == 22.27


RULES = Path(__file__).parents[3] / "docs" / "rules" / "marketplace.md"
APPENDIX_B = RULES.read_text(encoding="utf-8").split("## Appendix B")[1].split("## Appendix C")[0]
RATIOS = [
    [cells[0], *map(float, cells[8:12])]
    for line in APPENDIX_B.splitlines()
    if line.startswith("|") and len(cells := [c.strip() for c in line.strip("|").split("|")]) > 8
    if cells[8][0] == "0"
]


def test_the_rule_book_lists_sixty_categories():
    assert len({row[0] for row in RATIOS}) == 60


@pytest.mark.parametrize(
    ("name", "wholesale", "floor", "cap", "inflated"), RATIOS, ids=[str(row[0]) for row in RATIOS]
)
def test_the_floor_of_a_category_is_inflated_as_listed(name, wholesale, floor, cap, inflated):
    row = category(name, wholesale_ratio=wholesale, floor_ratio=floor, scam_cap_ratio=cap)
    item = product(SHAVER, reference_price=1000.0)
    for fraud in SCAMS[:3]:
        assert price_frame(item, row, fraud).floor == 1000 * inflated
    for fraud in ("", *SCAMS[3:]):
        assert price_frame(item, row, fraud).floor == 1000 * floor
    assert price_frame(item, row, "").list_price == 1000 * wholesale


@pytest.mark.parametrize(
    ("kinds", "shown"),
    [
        ("Enthusiastic", ".4000 .4490 .4912 .5285 .5620 .6198 .6682 .7594"),
        ("Friendly", ".3880 .4367 .4787 .5160 .5496 .6080 .6570 .7502"),
        ("Unpredictable Professional", ".3762 .4244 .4663 .5036 .5372 .5960 .6457 .7407"),
        ("Strategic", ".3646 .4123 .4539 .4911 .5248 .5839 .6341 .7310"),
        ("Tough", ".3531 .4002 .4415 .4786 .5123 .5717 .6225 .7210"),
        ("vip_fee", ".2778 .3198 .3578 .3927 .4254 .4847 .5374 .6455"),
        ("future_discount fake_urgency", ".2879 .3308 .3693 .4047 .4376 .4972 .5498 .6569"),
        ("qty_bait quality_downgrade", ".3196 .3648 .4049 .4413 .4748 .5347 .5866 .6899"),
    ],
)
def test_an_offer_at_the_floor_is_accepted_with_the_published_probability(kinds, shown):
    for kind in kinds.split():
        rounds = (2, 3, 4, 5, 6, 8, 10, 15)
        ours = [f"{chance(KINDS[kind], [50.0], k):.4f}"[1:] for k in rounds]
        assert ours == shown.split()


@pytest.mark.parametrize(
    ("kind", "harshness", "step"),
    [
        ("Enthusiastic", 0.640, 0.416),
        ("Friendly", 0.805, 0.302),
        ("Unpredictable", 0.820, 0.288),
        ("Professional", 0.970, 0.188),
        ("Strategic", 0.985, 0.174),
        ("Tough", 1.000, 0.160),
        ("vip_fee", 1.105, 0.062),
        ("future_discount", 1.090, 0.076),
        ("fake_urgency", 1.090, 0.076),
        ("qty_bait", 0.895, 0.218),
        ("quality_downgrade", 0.895, 0.218),
    ],
)
def test_each_temperament_opens_and_concedes_as_listed(kind, harshness, step):
    assert KINDS[kind].harshness == pytest.approx(harshness)
    verdict = respond(ROUND, KINDS[kind], 100.0, [10.0], 2, Script())
    assert verdict.price == pytest.approx(100 - step * 50)


personalities = st.sampled_from([(name, "") for name in HONEST] + [("Tough", s) for s in SCAMS])
ratio_rows = st.sampled_from([row[1:4] for row in RATIOS])
bids = st.lists(st.floats(-0.5, 2.0), min_size=1, max_size=14)


@given(personalities, ratio_rows, st.floats(0.05, 5000), bids, st.integers(0, 2**32 - 1))
def test_any_negotiation_keeps_the_kernels_promises(who, ratios, reference, steps, seed):
    wholesale, floor, cap = ratios
    row = category("Any", wholesale_ratio=wholesale, floor_ratio=floor, scam_cap_ratio=cap)
    frame = price_frame(product("any", reference_price=reference), row, who[1])
    style, streams = template(*who), KernelStreams(seed)
    last = open_talks(frame, style, streams)
    assert frame.floor <= last <= frame.ceiling
    offers: list[float] = []
    for round_, step in enumerate(steps, 2):
        offers.append(step * reference)
        verdict = respond(frame, style, last, offers, round_, streams)
        if verdict.decision == "Accept":
            assert verdict.price == offers[-1] >= frame.floor
            break
        if verdict.decision == "Reject":
            assert (verdict.price, round_ >= 5) == (None, True)
            assert offers[-1] < frame.floor
            break
        assert verdict.decision == "Offer"
        assert verdict.price is not None
        assert frame.floor <= verdict.price <= last
        last = verdict.price
