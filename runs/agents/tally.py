"""What a model's answers took so far: tokens, cost, failed attempts."""

import msgspec

from events.agent import AttemptFailed, ModelAnswered
from runs.agents.pricing import Prices, cost_nano
from runs.agents.reply import UNKNOWN, Usage


class Tally(msgspec.Struct):
    """Sums over answers, recorded ones included; unknown is never taken for zero."""

    prices: Prices
    answers: int = 0
    failed: int = 0
    """Attempts that came to nothing."""
    input: int = 0
    cached: int = 0
    output: int = 0
    cost: int = 0
    """Nano-units of the currency."""
    untold: int = 0
    """Answers without a number of input or output tokens."""
    unpriced: int = 0
    """Answers whose cost is unknown."""

    def take(self, event: ModelAnswered | AttemptFailed) -> None:
        """Count one more answer or failed attempt."""
        if isinstance(event, AttemptFailed):
            self.failed += 1
            return
        usage = Usage(event.input_tokens, event.cached_tokens, event.output_tokens)
        self.answers += 1
        self.input += max(0, usage.input)
        self.cached += max(0, usage.cached)
        self.output += max(0, usage.output)
        self.untold += UNKNOWN in (usage.input, usage.output)
        cost = cost_nano(usage, self.prices)
        if cost == UNKNOWN:
            self.unpriced += 1
        else:
            self.cost += cost
