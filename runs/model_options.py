"""The options of a model on the command line, and the agent that comes of them."""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from events.agent import AgentConfigured
from runs.agents.base import Brief
from runs.agents.connect import ProviderLine, bound, setup_of
from runs.agents.context import Window
from runs.agents.exchange import Setup
from runs.agents.frameworks import NAMES, Framework, framework_of
from runs.agents.model import ModelAgent
from runs.agents.pricing import load_prices
from runs.agents.profiles import Profile, profile, profile_from
from runs.archive import Player
from runs.live import LiveView
from runs.places import place_of
from sim.world import World

PREFIX: Final = "openai:"
"""An agent of this prefix is a model behind an OpenAI-compatible endpoint."""
OPENAI: Final = "https://api.openai.com/v1"
KEY: Final = "OPENAI_API_KEY"
LIMITS: Final = {
    "day_turns": "answers a day has at most; default: 50",
    "round_turns": "answers after which plan-and-act plans again; default: 20",
    "fruitless_turns": "answers in a row without success that end a day; default: 5",
}
"""The limits of frameworks: what the options say of them."""


def add_options(sub: Any) -> None:
    """Add the options of a model to a command's parser."""
    group = sub.add_argument_group("a model that plays (--agent openai:MODEL)")
    group.add_argument("--base-url", metavar="URL", help=f"its endpoint; default: {OPENAI}")
    group.add_argument("--key-env", metavar="NAME", help=f"variable with the key; default: {KEY}")
    group.add_argument("--profile", metavar="NAME", help="a profile of the file")
    group.add_argument("--profiles", type=Path, metavar="FILE", help="default: our examples")
    group.add_argument("--mode", choices=("tools", "json"), help="how it acts; default: tools")
    group.add_argument(
        "--framework",
        choices=NAMES,
        help="what it remembers; default: conversation, react in the supermarket",
    )
    for limit, told in LIMITS.items():
        group.add_argument(f"--{limit.replace('_', '-')}", type=int, metavar="N", help=told)
    group.add_argument("--effort", metavar="WORD", help="reasoning effort; unset by default")
    group.add_argument("--temperature", type=float, help="unset by default")
    group.add_argument("--max-tokens", type=int, metavar="N", help="length limit of an answer")
    group.add_argument("--timeout", type=float, metavar="SECONDS", help="of a request")
    group.add_argument("--attempts", type=int, help="of a request before play is interrupted")
    group.add_argument("--window", type=_window, metavar="CAPACITY,TRIGGER,RELEASE")
    group.add_argument(
        "--counter", choices=("bytes/4", "o200k", "cl100k"), default="bytes/4", help="of tokens"
    )
    group.add_argument("--prices", type=Path, metavar="FILE", help="a price table")
    group.add_argument("--budget", metavar="AMOUNT", help="play pauses when so much is spent")
    group.add_argument("--rate", type=float, metavar="N", help="requests per minute")
    group.add_argument(
        "--rate-file", type=Path, metavar="FILE", help="parallel episodes share the rate by it"
    )


def _window(text: str) -> Window:
    try:
        capacity, trigger, release = map(int, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected three whole numbers such as 128000,120000,60000; found {text!r}"
        ) from None
    return Window(capacity=capacity, trigger=trigger, release=release)


def setup_from(arguments: argparse.Namespace, chosen: Profile, scenario: str) -> Setup:
    """Return how the model of a profile plays a scenario.

    Raises:
        ValueError: a limit does not fit the framework.
    """
    limits = {limit: getattr(arguments, limit) for limit in LIMITS}
    framework = framework_of(arguments.framework, scenario, **limits)
    return setup_of(chosen, arguments.counter, framework)


def profile_of(
    arguments: argparse.Namespace, model: str, url: str = "", window: Window | None = None
) -> Profile:
    """Return the profile that the options describe.

    Args:
        model: its name; empty to take the profile's.
        url: the endpoint unless an option names one.

    Raises:
        ValueError: something is missing or not allowed; says what would be right.
    """
    chosen: dict[str, Any] = {
        "model": model or None,
        "base_url": arguments.base_url or (None if arguments.profile else url or OPENAI),
        "key_env": arguments.key_env,
        "mode": arguments.mode,
        "effort": arguments.effort,
        "temperature": arguments.temperature,
        "max_tokens": arguments.max_tokens,
        "timeout_s": arguments.timeout,
        "attempts": arguments.attempts,
        "budget": arguments.budget,
        "rate_per_minute": arguments.rate,
    }
    wanted = arguments.window or window
    if wanted is not None:
        chosen["window"] = msgspec.structs.asdict(wanted)
    if arguments.prices:
        chosen |= _priced(arguments, model)
    if arguments.profile:
        found = profile(arguments.profile, arguments.profiles, **chosen)
    else:
        chosen["key_env"] = arguments.key_env or _default_key(chosen["base_url"])
        given = {name: value for name, value in chosen.items() if value is not None}
        found = profile_from(given, "the options")
    return found


def _priced(arguments: argparse.Namespace, model: str) -> dict[str, Any]:
    name = model
    if arguments.profile and not name:
        name = profile(arguments.profile, arguments.profiles).model
    table = load_prices(arguments.prices)
    price = table.models.get(name)
    if price is None:
        raise ValueError(f"{arguments.prices}: no prices for the model {name!r}")
    return {"price": msgspec.structs.asdict(price), "currency": table.currency}


def _default_key(url: str) -> str:
    """Return the variable a key is read from: a server on this machine may need none."""
    local = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    return "" if local and not os.environ.get(KEY) else KEY


@contextmanager
def model_player(
    chosen: Profile,
    setup: Setup,
    episode: str,
    rate: Path | None,
    view: LiveView,
) -> Iterator[Player]:
    """Give the maker of a model agent that `view` follows; closes its connections in the end.

    Raises:
        ValueError: the key is missing.
    """
    line = ProviderLine(bound(chosen, setup), episode, os.environ, rate, view.pause)

    def make(brief: Brief, world: World[Any]) -> ModelAgent:
        agent = ModelAgent(setup, brief, world, line, place_of(world))
        view.follow(agent)
        return agent

    with closing(line):
        yield make


def recorded_setup(configured: AgentConfigured) -> Setup:
    """Return how the model of a recorded episode plays, which nothing may change."""
    return Setup(
        model=configured.model,
        mode=configured.mode,
        framework=Framework(
            name=configured.framework,
            day_turns=configured.day_turns,
            round_turns=configured.round_turns,
            fruitless_turns=configured.fruitless_turns,
        ),
        window=Window(
            capacity=configured.capacity,
            trigger=configured.trigger,
            release=configured.release,
            spared=configured.spared,
        ),
        counter=configured.counter,
        body=configured.body,
        currency=configured.currency,
        price_input=configured.price_input,
        price_cached=configured.price_cached,
        price_output=configured.price_output,
    )
