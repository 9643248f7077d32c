"""A language model at work: how it was set up, what it answered, what went wrong on the way.

None of this follows from the rules, so re-execution takes it over from the record. Numbers of
tokens are -1 where the provider did not tell. Wall-clock times are nowhere in here: with the same
answers an episode has the same log, whenever and however often it was broken off.
"""

import msgspec

from events.base import Input, Telemetry


class AgentConfigured(Input, frozen=True, tag="agent.configured"):
    """What a model's requests are made of, beside the conversation."""

    model: str
    mode: str
    """`tools` for native tool calls, `json` for actions under a JSON schema."""
    prompts: str
    """Version of our texts."""
    system: str
    """The first message, whole."""
    first: str
    """The second message, the user's."""
    tools_sha256: str
    """Of the canonical JSON of the tools' schemas."""
    counter: str
    """The rule by which tokens are counted for context editing."""
    capacity: int
    trigger: int
    release: int
    spared: int
    body: str = "{}"
    """Further fields of every request, as canonical JSON; never a secret."""
    currency: str = ""
    price_input: int = -1
    """Nano-units of the currency per token; -1 where no price was given."""
    price_cached: int = -1
    price_output: int = -1
    framework: str = "conversation"
    """What the model remembers, and when it is asked: docs/models.md, "Frameworks"."""
    day_turns: int = 0
    """Turns after which a day is ended for the model; 0 where days make no difference."""
    round_turns: int = 0
    """Turns after which it plans again; 0 where it does not plan."""
    fruitless_turns: int = 0
    """Turns in a row without a successful call after which a day is ended for the model."""


class ModelPrompted(Input, frozen=True, tag="model.prompted"):
    """A message of ours opened a conversation with the model, other than the episode's first."""

    turn: int
    """The turn that comes of it."""
    purpose: str
    """`day` for the conversation of a day, `plan` and `reflection` for those without tools."""
    text: str
    """The message after the system's, whole."""


class DayForced(Telemetry, frozen=True, tag="day.forced"):
    """A day is ended for the model, by a turn that it was not asked for."""

    turn: int
    reason: str
    """`turns` where it had no more, `fruitless` where nothing succeeded for too long."""


class ContextCut(Telemetry, frozen=True, tag="context.cut"):
    """Messages were left out of this and all later requests."""

    turn: int
    freed: int
    """Tokens."""
    messages: tuple[int, ...]
    """Their places in the conversation of the turn, from 0."""
    forced: bool = False
    """Because the provider refused the request as too long."""


class AttemptFailed(Telemetry, frozen=True, tag="attempt.failed"):
    """A request to the provider came to nothing; it is repeated, or the episode interrupted."""

    turn: int
    attempt: int
    fault: str
    told: str
    status: int = 0
    """HTTP status; 0 where there was none."""


class ModelAnswered(Input, frozen=True, tag="model.answered"):
    """The model's answer, and what the provider says it took."""

    turn: int
    attempt: int
    message: msgspec.Raw
    """The assistant's message as it is sent back in later requests."""
    finish: str
    model: str = ""
    """As the provider names it."""
    cut: bool = False
    """The answer was cut at its length limit; its calls are not carried out."""
    provider_ids: tuple[str, ...] = ()
    """The provider's names of the calls, in order; ours are in the message."""
    input_tokens: int = -1
    cached_tokens: int = -1
    output_tokens: int = -1
    reasoning_tokens: int = -1
    purpose: str = ""
    """`plan` or `reflection` where words were asked for and no calls, before this turn."""


class VoiceSpoke(Input, frozen=True, tag="voice.spoke"):
    """What a supplier's voice that is no template said, and who really spoke."""

    supplier: str
    text: str
    source: str
    """`model`, or why the template stepped in: `mismatch`, `failure`."""
    input_tokens: int = -1
    cached_tokens: int = -1
    output_tokens: int = -1


class ConsentRead(Input, frozen=True, tag="consent.read"):
    """A model read whether a message agrees to pay a supplier's membership fee."""

    supplier: str
    agreed: bool
    source: str
    """`model`, or `failure` where it gave no clear answer, which counts as no."""
