"""Profiles: how a model is reached and what its requests are made of, from a TOML file.

A file has one table for each profile. What comes with shopyear are examples (`profiles.toml` beside
this module). Keys never stand in a file: a profile names the environment variable that holds its
key, and whatever looks like a secret is refused without being repeated.
"""

import difflib
import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import msgspec

from runs.agents.context import Window
from runs.agents.pricing import Price, Prices, to_nano, to_prices
from runs.agents.reply import UNKNOWN

EXAMPLES: Final = Path(__file__).with_name("profiles.toml")
RESERVED: Final = ("model", "messages", "tools", "response_format", "stream", "n", "functions")
"""Fields of a request that a profile's body may not have."""
SECRET: Final = re.compile(
    r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{8,}|\b(?:gsk|hf|ghp|gho|r8|nvapi|pplx|csk|fw|tgp)[_-]\w{16,}"
    r"|\bxai-\w{16,}|\bxox[a-z]-[\w-]{10,}|\bAIza[\w-]{20,}|\bAKIA[A-Z0-9]{12,}|\beyJ[\w-]{16,}"
    r"|\b(?:Bearer|Basic)\s+\S{6,}"
)
"""Texts in the form of well-known keys."""
RANDOM: Final = re.compile(
    r"\b[0-9a-fA-F]{32,}\b|\b(?=\w*[0-9])(?=\w*[a-z])(?=\w*[A-Z])[A-Za-z0-9]{24,}\b"
)
"""Texts that look drawn by lot."""
SECRET_NAME: Final = re.compile(
    r"authorization|cookie|api[-_]?key|secret|passw|credential|^key$|^token$"
    r"|(access|api|auth|bearer|session|id)[-_]?token",
    re.IGNORECASE,
)


def hide(text: str) -> str:
    """Return the text without what has the form of a well-known key."""
    return SECRET.sub("[hidden]", text)


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One model at one provider."""

    model: str
    base_url: str
    """Without `/chat/completions`."""
    key_env: str = ""
    """Name of the environment variable with the key; empty if the server wants none."""
    headers: dict[str, str] = {}
    """Further headers of each request."""
    body: dict[str, Any] = {}
    """Further fields of each request; they replace ours of the same name."""
    effort: str = ""
    """`reasoning_effort`; not sent if empty."""
    temperature: float | None = None
    max_tokens: int = 16_384
    """0: not sent. Not sent either if the body has `max_completion_tokens`."""
    timeout_s: float = 600.0
    attempts: int = 8
    mode: Literal["tools", "json"] = "tools"
    window: Window | None = None
    """None: as the framework has it."""
    price: Price = Price()
    currency: str = ""
    rate_per_minute: float = 0.0
    """Requests among all episodes that share the limit; 0 for none."""
    budget: str | None = None
    """An amount of the currency at which an episode is interrupted."""

    def prices(self) -> Prices:
        """Return the prices in nano-units per token."""
        return to_prices(self.price)

    def budget_nano(self) -> int:
        """Return the budget in nano-units, -1 if there is none."""
        return UNKNOWN if self.budget is None else to_nano(self.budget)


def profile(name: str, path: Path | None = None, **overrides: Any) -> Profile:
    """Return one profile of a file, or of the examples, with some fields replaced.

    Args:
        overrides: fields of `Profile`; None leaves a field as it is, a table adds to the file's.

    Raises:
        ValueError: there is no such profile, or a value is not allowed; names file, table and key,
            and what would be right.
        OSError: the file cannot be read.
    """
    path = EXAMPLES if path is None else path
    tables = _tables(path)
    if name not in tables:
        raise ValueError(f"{path}: no profile {name!r}; it has {', '.join(tables) or 'none'}")
    table = dict(tables[name])
    for key, value in overrides.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            table[key] = table[key] | value
        elif value is not None:
            table[key] = value
    return profile_from(table, f"{path}: [{name}]")


def load_profiles(path: Path = EXAMPLES) -> dict[str, Profile]:
    """Return all profiles of a file by name; raises as `profile` does."""
    return {name: profile_from(table, f"{path}: [{name}]") for name, table in _tables(path).items()}


def read_key(chosen: Profile, environment: Mapping[str, str]) -> str:
    """Return a profile's key, empty if it needs none.

    Raises:
        ValueError: the variable is not set, or holds what cannot be a key.
    """
    if not chosen.key_env:
        return ""
    key = environment.get(chosen.key_env, "").strip()
    if not key:
        raise ValueError(
            f"no key for {chosen.model}: set the environment variable {chosen.key_env}"
        )
    if not re.fullmatch(r"[!-~]+", key):
        raise ValueError(f"{chosen.key_env}: expected a key of visible ASCII characters")
    return key


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except ValueError as error:  # neither TOML nor UTF-8
        raise ValueError(f"{path}: {error}") from None
    for name, table in document.items():
        if not isinstance(table, dict):
            raise ValueError(f"{path}: {name}: expected a table [{name}] for each profile")
    return document


def profile_from(table: dict[str, Any], where: str) -> Profile:
    """Return the profile that a table of fields describes.

    Args:
        where: the table's place, for errors.

    Raises:
        ValueError: as `profile` does.
    """
    for keys, value in _leaves(table, ()):
        fault = _leaf_fault(keys, value)
        if fault:
            raise ValueError(f"{where} {hide('.'.join(keys))}: {fault}")
    _check_keys(table, Profile, where, "")
    for name, struct in (("window", Window), ("price", Price)):
        if isinstance(table.get(name), dict):
            _check_keys(table[name], struct, where, f"{name}.")
    try:
        made = msgspec.convert(table, Profile)
    except msgspec.ValidationError as error:
        told, _, place = str(error).partition(" - at `$.")
        raise ValueError(f"{where} {place.rstrip('`') + ': ' if place else ''}{told}") from None
    for key, fault in _faults(made):
        raise ValueError(f"{where} {key}: {fault}")
    return made


def _check_keys(
    table: dict[str, Any], struct: type[msgspec.Struct], where: str, prefix: str
) -> None:
    known = struct.__struct_fields__
    for key in table:
        if key not in known:
            close = difflib.get_close_matches(key, known, 1)
            hint = f"did you mean {close[0]}?" if close else f"known are {', '.join(known)}"
            raise ValueError(f"{where} {prefix}{hide(key)}: unknown; {hint}")


def _leaves(value: Any, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every value that is no table and no list, with the keys that lead to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*keys, key))
    elif isinstance(value, list):
        for item in value:
            yield from _leaves(item, keys)
    else:
        yield keys, value


def _leaf_fault(keys: tuple[str, ...], value: Any) -> str:
    """Return why a value may not stand anywhere in a profile; empty if it may."""
    if isinstance(value, float) and not math.isfinite(value):
        return "expected a finite number"
    if not isinstance(value, str | int | float):
        return "expected a text, a number, true or false"
    ours = keys[0] in Profile.__struct_fields__ and keys[0] not in ("headers", "body")
    named = not ours and isinstance(value, str) and SECRET_NAME.search(keys[-1])
    drawn = (not ours or keys[0] == "key_env") and RANDOM.search(str(value))
    if named or drawn or SECRET.search(str(value)):
        return "this looks like a secret; a key belongs into the variable that key_env names"
    return ""


def _faults(made: Profile) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a profile's values, as key and what would be right."""
    if not made.model.strip():
        yield "model", "expected the model's name"
    yield from _address_faults(made.base_url)
    if not re.fullmatch(r"([A-Za-z_][A-Za-z0-9_]*)?", made.key_env):
        yield "key_env", "expected the name of an environment variable, such as OPENAI_API_KEY"
    for name, value in made.headers.items():
        if not re.fullmatch(r"[A-Za-z0-9-]+", name) or not re.fullmatch(r"[ -~]*", value):
            yield f"headers.{name}", "expected a header's name and one line of ASCII"
    for field in RESERVED:
        if field in made.body:
            yield f"body.{field}", "not allowed: shopyear sets it itself"
    if not re.fullmatch(r"[a-z]*", made.effort):
        yield "effort", "expected a word such as low, medium or high"
    window = made.window or Window()
    for key, number, least in (
        ("temperature", made.temperature or 0, 0),
        ("max_tokens", made.max_tokens, 0),
        ("attempts", made.attempts, 1),
        ("rate_per_minute", made.rate_per_minute, 0),
        ("window.spared", window.spared, 0),
        ("window.release", window.release, 1),
        ("window.trigger", window.trigger, window.release),
        ("window.capacity", window.capacity, window.trigger),
    ):
        if number < least:
            yield key, f"expected {least} or more, found {number}"
    if made.timeout_s <= 0:
        yield "timeout_s", f"expected more than 0, found {made.timeout_s}"
    yield from _money_faults(made)


def _address_faults(address: str) -> Iterator[tuple[str, str]]:
    try:
        parts = urlsplit(address)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound or not re.fullmatch(r"[!-~]+", address):
        yield "base_url", "expected an address such as https://api.openai.com/v1"
    elif parts.username is not None or parts.query or parts.fragment:
        yield "base_url", "expected an address without user, query and fragment"
    elif parts.path.rstrip("/").endswith("/chat/completions"):
        yield "base_url", "expected the address without /chat/completions"


def _money_faults(made: Profile) -> Iterator[tuple[str, str]]:
    try:
        made.prices()
    except ValueError as error:
        yield "price", str(error)
    try:
        made.budget_nano()
    except ValueError as error:
        yield "budget", str(error)
    if (made.budget is not None or made.price != Price()) and not made.currency:
        yield "currency", "expected the currency of price and budget, such as USD"
