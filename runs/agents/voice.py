"""A supplier's voice by a language model: it words what is decided, and is checked.

    brief -> messages_of -> provider -> tidy -> flaw_of -> what the model said   (`model`)
                               |                   +-----> the template's text   (`mismatch`)
                               +-------------------------> the template's text   (`failure`)

Whatever comes out is a `voice.spoke` in the log, so that re-execution needs no model. A provider
that is down never breaks an episode off: the offline voice speaks instead. Nothing in the prose
moves money. Description: docs/models.md.
"""

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from runs.agents.provider import Provider
from runs.agents.reply import Reply
from runs.agents.retrying import ProviderFault, ask_with_patience
from runs.agents.voice_check import flaw_of, tidy
from runs.agents.voice_prompt import catalogue_wanted, consent_messages, mark_of, messages_of
from sim.marketplace.voice import READS, Brief, Reading, Spoken, TemplateVoice
from sim.marketplace.voices.answers import catalogue_page

PAUSE_MAX: Final = 20.0
"""Seconds between two attempts at most, whatever the provider asks for."""

Source = Literal["model", "mismatch", "failure"]


class Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model's reading of a message."""

    commits: bool


class ModelVoice:
    """Speaks through a provider, whose profile says how long and how often it is asked.

    Args:
        name: what the log calls the voice, such as `openai:MODEL`; with `READS` at its end, it
            also reads whether a message agrees to pay a fee.
        wait: sleeps between two attempts.
    """

    def __init__(
        self, name: str, provider: Provider, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self.name = name
        self.spoken: Counter[Source] = Counter()
        """Replies by who spoke."""
        self.trouble = ""
        """Why the offline voice stepped in last."""
        self._provider = provider
        self._wait = wait
        self._template = TemplateVoice()

    def reply(self, brief: Brief) -> Spoken:
        """Say what was decided, as the model words it or, failing that, as the template does."""
        try:
            answer = self._ask(brief)
        except ProviderFault as fault:
            return self._step_in(brief, "failure", str(fault))
        text = tidy(answer.text)
        usage = (answer.usage.input, answer.usage.cached, answer.usage.output)
        flaw = "it is cut at its length limit" if answer.cut else flaw_of(text, brief)
        if flaw:
            return self._step_in(brief, "mismatch", flaw, *usage)
        self.spoken["model"] += 1
        page = catalogue_wanted(brief)
        if page:
            text += f"\n\n{catalogue_page(brief.catalogue, page)}"
        return Spoken(text, "model", *usage)

    def consents(self, brief: Brief) -> Reading | None:
        """Read whether the message agrees to pay the fee; no clear answer is a no."""
        if not self.name.endswith(READS):
            return None
        try:
            answer = self._series(consent_messages(brief), mark_of(brief))
            found = msgspec.json.decode(answer.text.strip(), type=Commitment)
        except (ProviderFault, msgspec.DecodeError, UnicodeEncodeError) as trouble:
            self.trouble = str(trouble)
            return Reading(agreed=False, source="failure")
        return Reading(agreed=found.commits, source="model")

    @property
    def base_url(self) -> str:
        """Where the model is asked."""
        return self._provider.profile.base_url

    def close(self) -> None:
        """Close the connections."""
        self._provider.close()

    def _ask(self, brief: Brief) -> Reply:
        return self._series(messages_of(brief), mark_of(brief))

    def _series(self, messages: list[dict[str, Any]], mark: int) -> Reply:
        return ask_with_patience(
            lambda _attempt: self._provider.ask(messages, None, None, mark),
            attempts=self._provider.profile.attempts,
            wait=lambda seconds: self._wait(min(seconds, PAUSE_MAX)),
            jitter=lambda _attempt: 0.0,
            on_fault=lambda _attempt, _fault, _pause: None,
        )

    def _step_in(self, brief: Brief, source: Source, why: str, *usage: int) -> Spoken:
        self.spoken[source] += 1
        self.trouble = why
        return Spoken(self._template.reply(brief), source, *usage)
