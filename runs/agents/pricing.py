"""What requests cost: prices from decimal texts, exact amounts in nano-units of a currency.

A price is given as providers publish it, per million tokens: "2.50" is 2,500 nano-units per token.
Unknown is unknown, never zero: an amount that needs a price or a number of tokens nobody told is
itself unknown. What costs nothing says so with the price "0".
"""

import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import msgspec

from runs.agents.reply import UNKNOWN, Usage

NANO: Final = 10**9
PER_MILLION: Final = 1000
"""Nano-units per token of a price of 1 per million tokens."""


class Price(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Prices per million tokens as decimal texts; empty where unknown."""

    input: str = ""
    cached_input: str = ""
    """Of the part of the input that was read from the provider's cache."""
    output: str = ""


class Prices(msgspec.Struct, frozen=True):
    """Nano-units of the currency per token; -1 where unknown."""

    input: int = UNKNOWN
    cached: int = UNKNOWN
    output: int = UNKNOWN


class PriceTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prices of several models, as a file tells them."""

    currency: str
    models: dict[str, Price] = {}

    def prices(self, model: str) -> Prices:
        """Return a model's prices; unknown if the table does not have the model."""
        return to_prices(self.models.get(model, Price()))


def to_prices(price: Price) -> Prices:
    """Return prices per token.

    Raises:
        ValueError: one of them is no such price; names it.
    """
    found: list[int] = []
    for name in price.__struct_fields__:
        text = getattr(price, name)
        try:
            found.append(per_token(text) if text else UNKNOWN)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    return Prices(*found)


def per_token(text: str) -> int:
    """Return the nano-units per token of a price per million tokens.

    Raises:
        ValueError: the text is no such price.
    """
    return _scaled(text, PER_MILLION)


def to_nano(text: str) -> int:
    """Return an amount of money in nano-units.

    Raises:
        ValueError: the text is no amount.
    """
    return _scaled(text, NANO)


def _scaled(text: str, unit: int) -> int:
    places = len(str(unit)) - 1
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,12})?", text):
        raise ValueError(f"expected a decimal number such as 2.50, found {text[:40]!r}")
    scaled = Decimal(text) * unit
    if scaled != int(scaled):
        raise ValueError(
            f"expected at most {places} decimals, found {text!r}; a smaller unit of the currency"
            " says the same with fewer"
        )
    return int(scaled)


def cost_nano(usage: Usage, prices: Prices) -> int:
    """Return what a request costs in nano-units; -1 if that cannot be known."""
    if prices.cached == prices.input:
        parts = [(usage.input, prices.input)]
    else:
        known = UNKNOWN not in (usage.input, usage.cached)
        fresh = usage.input - usage.cached if known else UNKNOWN
        parts = [(fresh, prices.input), (usage.cached, prices.cached)]
    parts.append((usage.output, prices.output))
    # Nothing is needed of a factor that meets a zero.
    wanted = [part for part in parts if 0 not in part]
    if any(UNKNOWN in part for part in wanted):
        return UNKNOWN
    return sum(tokens * price for tokens, price in wanted)


def format_amount(nano: int, currency: str, places: int = 4) -> str:
    """Return an amount for people, rounded half to even, or `unknown`."""
    if nano == UNKNOWN:
        return "unknown"
    amount = round(Decimal(nano) / NANO, places)
    return f"{amount:,.{places}f} {currency}".rstrip()


def load_prices(path: Path) -> PriceTable:
    """Read a price table, a TOML file: the currency, and a table `models.<name>` for each model.

    Raises:
        ValueError: the file is no price table; names file, model and key.
        OSError: the file cannot be read.
    """
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        table = msgspec.convert(document, PriceTable)
    except msgspec.ValidationError as error:
        raise ValueError(f'{path}: {error} (prices are texts, such as "2.50")') from None
    except ValueError as error:  # neither TOML nor UTF-8
        raise ValueError(f"{path}: {error}") from None
    for model, price in table.models.items():
        try:
            to_prices(price)
        except ValueError as error:
            raise ValueError(f"{path}: [models.{model}] {error}") from None
    return table
