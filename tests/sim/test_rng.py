"""Goal: every named draw is the published one, and Python's own wherever Python has one.

Method: the vectors of Appendix A.1, A.2, A.3 and A.8; then properties against `random`.
"""

import random
from hashlib import md5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rng import Draws, KernelStreams, Stream, digest32

SEED = 20260122
seeds = st.integers(0, 2**33)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)

DEMAND = [
    ("b4af883459aa", "2026-01-02", 466725335, 0.08417634347555314),
    ("b4af883459aa", "2026-01-08", 3126780349, 0.8996776107499257),
    ("e782c402fc2e", "2026-01-08", 656012140, 0.7012587056687175),
    ("5217e60e5fc5", "2026-06-18", 3127232963, 0.04868491172645395),
    ("b4af883459aa", "2026-01-21", 4302736532, 0.08931958107872218),
    ("5217e60e5fc5", "2026-03-13", 4302790358, 0.9621145912435115),
]
RETURNS = [
    (1, "fast", 2189871186, (0.11012204735170195, 0.3839958316848032, 0.549847026165448), 6),
    (1, "standard", 3349446782, (0.4022549875169972, 0.8290597802436518, 0.025493743652187373), 3),
    (1, "slow", 593358368, (0.6317995513114595, 0.2892745747754579, 0.21689345678596772), 7),
    (12, "fast", 2688126671, (0.2881338783083789, 0.3262683683348562, 0.12452840044574465), 3),
    (144, "fast", 4311369661, (0.1580004384425543,), None),
]
KERNELS = [
    ("Metro Wholesale", 0, 2732807387, (0.4675840555336306, 0.935334566268913),
     (-0.7811309700631511, -0.8711586552749208)),
    ("Nexus Solutions", 0, 958656202, (0.4336761426818647, 0.18903592975189465),
     (-0.8430478907867611, -2.32087776128531)),
    ("Nexus Solutions", 1, 471001697, (0.060178610570500335, 0.3089625666680552),
     (0.2797033945715683, -1.158059640232691)),
    ("Golden Solutions", 0, 303259570, (0.5894088938171593, 0.8554068318977737),
     (1.4306003145403159, -0.6604694496688389)),
]  # fmt: skip


def test_the_supply_stream_begins_as_published():
    stream = Draws(SEED).supply("search", "any")
    assert [stream.random() for _ in range(3)] == [
        0.3917593494273318,
        0.22729539223532336,
        0.19433851143910397,
    ]


def test_four_order_lines_draw_the_published_lead_times():
    draws = Draws(SEED)
    lines = []
    for n in range(4):
        stream = draws.supply("order", f"line {n}")
        lines.append((stream.between(3, 7), stream.between(0, 1439), stream.between(1, 2)))
    assert lines == [(6, 465, 1), (4, 958, 2), (5, 1022, 1), (7, 788, 1)]


def test_a_fresh_supply_stream_shuffles_nine_items_as_published():
    items = list(range(9))
    Draws(SEED).supply("search", "any").mix(items)
    assert items == [0, 4, 5, 2, 7, 8, 1, 3, 6]


@pytest.mark.parametrize(("sku", "date", "seed", "uniform"), DEMAND)
def test_demand_uniforms_are_the_published_ones(sku, date, seed, uniform):
    assert SEED + digest32(f"demand{sku}{date}") == seed
    assert Draws(SEED).demand_uniform(sku, date) == uniform


@pytest.mark.parametrize(("shipment", "speed", "seed", "uniforms", "lag"), RETURNS)
def test_return_draws_are_the_published_ones(shipment, speed, seed, uniforms, lag):
    assert SEED + digest32(f"ship{shipment}{speed}") == seed
    stream = Draws(SEED).return_stream(shipment, "", speed)
    assert tuple(stream.random() for _ in uniforms) == uniforms
    if lag is not None:
        assert stream.between(3, 7) == lag


@pytest.mark.parametrize("keyed", [False, True])
def test_demand_is_the_same_under_both_rules_and_in_any_order(keyed):
    draws = Draws(SEED, keyed=keyed)
    draws.supply("order", "someone").random()
    for sku, date, _, uniform in reversed(DEMAND):
        draws.return_stream(12, "", "fast").random()
        assert draws.demand_uniform(sku, date) == uniform


def test_keyed_returns_hang_on_the_sale_and_not_on_the_number_of_its_shipment():
    draws = Draws(SEED, keyed=True)
    one = draws.return_stream(3, "fashion|x|7", "slow").random()
    assert draws.return_stream(4, "fashion|x|7", "slow").random() == one
    assert one == random.Random(digest32(f"{SEED}|ship|fashion|x|7|slow")).random()
    for sale, speed in (("fashion|y|7", "slow"), ("fashion|x|8", "slow"), ("fashion|x|7", "fast")):
        assert draws.return_stream(3, sale, speed).random() != one


@pytest.mark.parametrize(("supplier", "cycle", "seed", "decisions", "noise"), KERNELS)
def test_kernel_streams_are_the_published_ones(supplier, cycle, seed, decisions, noise):
    assert digest32(f"{supplier}|b4af883459aa|{cycle}") == seed
    streams = Draws(SEED).kernel(supplier, "b4af883459aa", cycle)
    assert (streams.normal(0.0, 1.0), streams.normal(0.0, 1.0)) == noise
    assert (streams.uniform(), streams.uniform()) == decisions


def test_a_normal_is_its_mean_plus_its_spread_times_the_standard_one():
    streams = Draws(SEED).kernel("Metro Wholesale", "b4af883459aa", 0)
    assert streams.normal(10.0, 4.0) == 10.0 + 4.0 * -0.7811309700631511


@given(seeds, st.lists(st.tuples(st.integers(-50, 50), st.integers(0, 2**40)), max_size=20))
def test_integers_are_those_of_randint(seed, ranges):
    ours, pythons = Stream(seed), random.Random(seed)
    for low, width in ranges:
        assert ours.between(low, low + width) == pythons.randint(low, low + width)
    assert ours.random() == pythons.random()


@given(seeds, st.lists(st.integers(), max_size=60))
def test_a_shuffle_is_that_of_random_shuffle(seed, items):
    ours, pythons = list(items), list(items)
    stream, reference = Stream(seed), random.Random(seed)
    stream.mix(ours)
    reference.shuffle(pythons)
    assert ours == pythons
    assert stream.getstate() == reference.getstate()


weights = st.lists(st.floats(0, 1e6), min_size=1, max_size=6).filter(lambda all_: sum(all_) > 0)


@given(seeds, st.lists(weights, min_size=1, max_size=20))
def test_a_pick_is_that_of_random_choices(seed, rounds):
    ours, pythons = KernelStreams(seed), random.Random(seed)
    for row in rounds:
        assert ours.pick(tuple(row)) == pythons.choices(range(len(row)), row)[0]
    assert ours.uniform() == pythons.random()


def test_a_pick_on_an_edge_takes_the_next_option():
    streams = KernelStreams(SEED)
    streams.uniform = lambda: 0.5
    assert streams.pick((1.0, 1.0)) == 1
    assert streams.pick((0.5, 0.5, 1.0)) == 2
    assert streams.pick((3.0, 1.0)) == 0


@given(seeds)
def test_uniforms_are_those_of_a_freshly_seeded_generator(seed):
    draws = Draws(seed)
    expected = random.Random(seed + digest32("demandX2026-01-01")).random()
    assert draws.demand_uniform("X", "2026-01-01") == expected
    stream, fresh = draws.return_stream(3, "", "slow"), random.Random(seed + digest32("ship3slow"))
    assert [stream.random() for _ in range(4)] == [fresh.random() for _ in range(4)]
    assert stream.between(3, 7) == fresh.randint(3, 7)


def test_the_published_supply_stream_is_shared_by_all():
    draws = Draws(SEED)
    draws.supply("search", "a").random()
    assert draws.supply("order", "b").random() == 0.22729539223532336


entities = st.tuples(st.sampled_from(["search", "order"]), names)


@given(st.lists(entities, max_size=8), entities, st.integers(0, 8))
def test_one_more_keyed_draw_of_one_entity_does_not_change_anothers(order, extra, place):
    def drawn(wanted: list[tuple[str, str]]) -> list[tuple[tuple[str, str], float]]:
        draws = Draws(SEED, keyed=True)
        return [(entity, draws.supply(*entity).random()) for entity in wanted]

    place = min(place, len(order))
    plain, more = drawn(order), drawn([*order[:place], extra, *order[place:]])
    del more[place]
    for (entity, before), (_, after) in zip(plain, more, strict=True):
        if entity != extra:
            assert before == after


def test_successive_keyed_draws_of_one_entity_differ():
    draws = Draws(SEED, keyed=True)
    first, second = (draws.supply("order", "Metro|X").random() for _ in range(2))
    assert first != second
    assert draws.supply("search", "Metro|X").random() not in (first, second)
    assert Draws(SEED + 1, keyed=True).supply("order", "Metro|X").random() != first


def md5key(text: str) -> int:
    return int(md5(text.encode()).hexdigest()[:8], 16)


def test_a_keyed_draw_is_seeded_by_seed_channel_entity_and_count():
    draws = Draws(7, keyed=True)
    for n in range(3):
        expected = random.Random(md5key(f"7|order|Metro|X|{n}"))
        stream = draws.supply("order", "Metro|X")
        assert [stream.random() for _ in range(3)] == [expected.random() for _ in range(3)]
    kernel = draws.kernel("Metro", "X", 2)
    assert kernel.uniform() == random.Random(md5key("7|Metro|X|2")).random()


def test_kernels_depend_on_the_seed_only_when_keyed():
    def first(seed: int, *, keyed: bool) -> float:
        return Draws(seed, keyed=keyed).kernel("Metro Wholesale", "b4af883459aa", 0).uniform()

    assert first(1, keyed=False) == first(2, keyed=False) == 0.4675840555336306
    assert len({first(1, keyed=True), first(2, keyed=True), 0.4675840555336306}) == 3
