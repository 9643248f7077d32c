"""Goal: a frame has the event's fields, whatever the event's raw JSON looks like.

Method: answers made to look like the fields around them, compared with what msgspec decodes.
"""

import msgspec
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from events.base import Event
from events.codec import encode
from events.episode import ToolAnswered
from events.union import KINDS
from projections.frames import columns, frame_of, payload_of

TEXTS = st.text(st.sampled_from('",:{}[]\\\\answerfailed truenotices12'), max_size=30)
NAMES = TEXTS | st.sampled_from(["answer", "failed", "notices", ',"answer":'])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


def log_of(*events: Event) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "kind": [type(event).__struct_config__.tag for event in events],
            "payload": [encode(event).decode() for event in events],
        }
    )


@given(NAMES, JSON, st.booleans(), st.integers(-1, 12))
@example("look", {"failed": True, "notices": 3}, False, 0)
@example(',"answer":1,"failed":true}', ',"failed":true}', True, 2)
def test_an_answer_never_shines_through(tool, answer, failed, notices):
    event = ToolAnswered(
        seq=1,
        tick=2,
        turn=3,
        index=4,
        tool=tool,
        minutes=5,
        answer=msgspec.Raw(msgspec.json.encode(answer)),
        failed=failed,
        notices=notices,
    )
    log = log_of(event)
    assert frame_of(log, ToolAnswered).row(0, named=True) == {
        name: getattr(event, name) for name in columns(ToolAnswered)
    }
    (cut,) = log.select(payload_of(ToolAnswered)).to_series()
    assert "answer" not in msgspec.json.decode(cut)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_only_raw_json_is_left_out(kind):
    named = {field.encode_name for field in msgspec.structs.fields(kind)}
    raw = {field.encode_name for field in msgspec.structs.fields(kind) if field.type is msgspec.Raw}
    assert set(columns(kind)) | raw >= named - {"kind"}
