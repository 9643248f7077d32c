"""From a profile to the line an agent has to its provider: with rate, budget and patience."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from events.errors import ProviderError
from runs.agents.exchange import Request, Setup
from runs.agents.frameworks import Framework, window_of
from runs.agents.pricing import Prices, format_amount
from runs.agents.profiles import Profile, read_key
from runs.agents.provider import Provider
from runs.agents.rate import SharedRate
from runs.agents.reply import Reply
from runs.agents.tally import Tally

CONVERSED: Final = Framework()


class BudgetReached(ProviderError):
    """The episode's budget is spent; with a larger one it can be resumed."""


class ProviderLine:
    """The way to the model of a profile, for one episode.

    Args:
        episode: its name; sent along with each request, and pauses are spread by it.
        environment: where the key is.
        rate: the file that parallel episodes share their rate limit through; a limit without one
            holds for this episode alone.
        pause: sleeps; told why before it does.

    Raises:
        ValueError: the key is missing.
    """

    def __init__(
        self,
        profile: Profile,
        episode: str,
        environment: Mapping[str, str],
        rate: Path | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.episode = episode
        self.attempts = profile.attempts
        self._profile = profile
        self._provider = Provider(profile, read_key(profile, environment), episode)
        self._rate = SharedRate(rate, profile.rate_per_minute) if rate else None
        self._interval = 60 / profile.rate_per_minute if profile.rate_per_minute else 0.0
        self._last = float("-inf")
        self._pause = pause

    def allow(self, tally: Tally) -> None:
        """Raise BudgetReached if what was spent reaches the budget.

        Raises:
            BudgetReached: also where a budget is set and the cost is unknown, because nobody could
                tell when it is spent.
        """
        budget = self._profile.budget_nano()
        if budget < 0:
            return
        currency = self._profile.currency
        if tally.unpriced:
            raise BudgetReached(
                f"a budget of {format_amount(budget, currency)} is set, but the cost of "
                f"{tally.unpriced} answers is unknown: give the model's prices"
            )
        if tally.cost >= budget:
            raise BudgetReached(
                f"{format_amount(tally.cost, currency)} spent, "
                f"the budget is {format_amount(budget, currency)}"
            )

    def ask(self, request: Request) -> Reply:
        """Make one attempt, when it is this episode's turn."""
        self._wait_turn()
        return self._provider.ask(
            request.messages, request.tools, request.response_format, request.number
        )

    def wait(self, seconds: float) -> None:
        """Pause between two attempts."""
        self._pause(seconds)

    def close(self) -> None:
        """Close the connections."""
        self._provider.close()

    def _wait_turn(self) -> None:
        if self._rate is not None:
            self._rate.wait_turn(self._pause)
        elif self._interval:
            rest = self._last + self._interval - time.monotonic()
            if rest > 0:
                self._pause(rest)
            self._last = time.monotonic()


def setup_of(profile: Profile, counter: str, framework: Framework = CONVERSED) -> Setup:
    """Return how the model of a profile plays."""
    prices: Prices = profile.prices()
    body = dict(profile.body)
    if profile.effort:
        body.setdefault("reasoning_effort", profile.effort)
    if profile.temperature is not None:
        body.setdefault("temperature", profile.temperature)
    if profile.max_tokens and "max_completion_tokens" not in body:
        body.setdefault("max_tokens", profile.max_tokens)
    return Setup(
        model=profile.model,
        mode=profile.mode,
        framework=framework,
        window=profile.window or window_of(framework),
        counter=counter,
        body=msgspec.json.encode(body, order="sorted").decode(),
        currency=profile.currency,
        price_input=prices.input,
        price_cached=prices.cached,
        price_output=prices.output,
    )


def bound(profile: Profile, setup: Setup) -> Profile:
    """Return a profile whose requests are made of what an episode was set up with."""
    return msgspec.structs.replace(
        profile,
        model=setup.model,
        mode=setup.mode,
        window=setup.window,
        body=msgspec.json.decode(setup.body),
        effort="",
        temperature=None,
        max_tokens=0,
        currency=setup.currency or profile.currency,
    )
