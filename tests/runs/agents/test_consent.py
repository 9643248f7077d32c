"""Goal: with a reading voice, free words may pay a membership fee, and replay needs no model.

Method: a real server that reads as it is told; a talk with a membership seller; an episode.
"""

from contextlib import closing

import pytest

from events.agent import ConsentRead
from events.money import FeePaid
from runs.record import RecordedVoice
from sim.marketplace.voice import READS
from tests.runs.agents.speaking import Server, moment, speak, voice_at
from tests.sim.marketplace.shop import Shop
from tests.sim.marketplace.test_suppliers import firm

WORDS = "All right, we join: take the fee today."


def reading(answer: str):
    """Return the script of a server that speaks well and reads consent like this."""

    def script(body):
        system = body["messages"][0]["content"]
        return answer if '{"commits": true}' in system else speak(body)

    return script


@pytest.fixture
def server():
    with closing(Server()) as running:
        yield running


def talk(server, answer: str, name: str) -> tuple[list[ConsentRead], list[FeePaid]]:
    server.script = reading(answer)
    with voice_at(server.url, name=name) as voice:
        shop, (seller, _) = Shop(voice=voice), firm("vip_fee")
        shop.write(seller, "Hello, who are you?")
        shop.write(seller, WORDS)
    events = shop.tape.events
    return (
        [event for event in events if isinstance(event, ConsentRead)],
        [event for event in events if isinstance(event, FeePaid)],
    )


def test_words_pay_only_where_the_model_reads_a_commitment(server):
    (read,), paid = talk(server, '{"commits": true}', "openai:m" + READS)
    assert (read.agreed, read.source, len(paid)) == (True, "model", 1)
    (read,), paid = talk(server, '{"commits": false}', "openai:m" + READS)
    assert (read.agreed, read.source, paid) == (False, "model", [])


@pytest.mark.parametrize("answer", ["yes", "", '{"commits": "true"}', '{"commits": true, "x": 1}'])
def test_no_clear_answer_is_a_no(server, answer):
    (read,), paid = talk(server, answer, "openai:m" + READS)
    assert (read.agreed, read.source, paid) == (False, "failure", [])


def test_a_voice_that_does_not_read_leaves_words_without_effect(server):
    assert talk(server, '{"commits": true}', "openai:m") == ([], [])
    assert not any("commits" in body["messages"][0]["content"] for body in server.bodies)


def test_a_recorded_reading_is_repeated():
    brief = moment("vip_fee")
    said = [ConsentRead(7, 1, supplier=brief.supplier.name, agreed=True, source="model")]
    voice = RecordedVoice("openai:m" + READS, said, reads=True)
    assert voice.consents(brief).agreed
    assert RecordedVoice("openai:m", said).consents(brief) is None
