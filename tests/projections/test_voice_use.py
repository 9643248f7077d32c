"""Goal: what suppliers' voices took is summed apart from the agent's model.

Method: hand-made logs of replies.
"""

from events.agent import VoiceSpoke
from projections.voice_use import METRICS, measure
from tests.logs import at, batch_of, log_of


def spoke(*tokens: int) -> VoiceSpoke:
    names = ("input_tokens", "cached_tokens", "output_tokens")
    given = dict(zip(names, tokens, strict=False))
    return VoiceSpoke(0, at(0), supplier="Reed", text="Hm.", source="model", **given)


def test_replies_and_their_tokens_are_summed_and_an_untold_number_leaves_its_sum_unknown():
    logs = (
        log_of(spoke(100, 0, 7), spoke(50, 20, 3)),
        log_of(),
        log_of(spoke(100, 0, 7), spoke(50, 20)),
    )
    found = measure(batch_of(*logs))
    assert found.columns == ["episode", *(metric.name for metric in METRICS)]
    assert found.rows() == [(0, 2, 150, 10), (1, 0, 0, 0), (2, 2, 150, None)]
