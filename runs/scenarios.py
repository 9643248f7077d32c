"""The worlds that can be played: what play, resumption and proof need of each, by its name."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

import data.marketplace.loader
import data.supermarket.embedded
import data.supermarket.loader
import sim.marketplace.apply
import sim.marketplace.state
import sim.marketplace.world
import sim.marketplace.year
import sim.supermarket.apply
import sim.supermarket.state
import sim.supermarket.world
import sim.supermarket.year
from data.supermarket.parameters import Preset
from events.base import Event
from events.episode import EpisodeStarted
from runs.agents.base import Merchant
from runs.agents.retail import RETAIL_AGENTS
from runs.agents.roster import AGENTS
from runs.coding import Runner
from runs.episode import TURN_LIMIT
from sim.marketplace.descriptions import DESCRIPTIONS
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.voice import TemplateVoice, Voice
from sim.supermarket.descriptions import store_schemas
from sim.supermarket.sandbox import recalled
from sim.supermarket.tools import toolbox
from sim.supermarket.year import options_of
from sim.tape import Tape
from sim.tools import schema
from sim.turn import Toolbox
from sim.world import World


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One world. Tables, settings and states are of its own types."""

    name: str
    rules: str
    settings: type[Any]
    load: Callable[[Path | None], tuple[str, Any]]
    """A folder of tables, or None for the embedded ones -> the world's name and its tables."""
    begin: Callable[[Any, Any, Tape, Voice | None, Iterable[Event], bool], World[Any]]
    """(tables, settings, tape, voice, recorded code, live) -> the running world. What the record
    holds of code that an agent ran stands in for running it again; `live`, code may be run after
    that."""
    close: Callable[[Any, str], None]
    turns_max: Callable[[Any], int]
    """Settings -> after how many turns an episode is ended."""
    toolbox: Callable[[Any], Toolbox]
    """Settings -> what an agent can do."""
    schemas: Callable[[Any], tuple[dict[str, Any], ...]]
    """Settings -> the tools' function schemas in their fixed order."""
    agents: Mapping[str, Any]
    """The built-in merchants by name."""
    merchant: Callable[[str, Any, Any], Merchant]
    """(name, tables, settings) -> a built-in merchant."""
    apply: Callable[[Any, Event], None]
    state: Callable[[], Any]
    """Makes the state before the first event."""
    options: Callable[[Any], dict[str, str]]
    """Settings -> what they have beyond those of every world, as it stands in the first event."""
    more: Callable[[EpisodeStarted], dict[str, Any]]
    """The first event -> the settings beyond those of every world."""


def _market_world(folder: Path | None) -> tuple[str, Any]:
    if folder is None:
        return "embedded", data.marketplace.loader.embedded()
    return folder.resolve().name, data.marketplace.loader.load_folder(folder)


def _store_world(folder: Path | None) -> tuple[str, Any]:
    if folder is None:
        return "embedded", data.supermarket.embedded.embedded()
    return folder.resolve().name, data.supermarket.loader.load_folder(folder)


def _begin_market(
    tables: Any,
    settings: Any,
    tape: Tape,
    voice: Voice | None,
    _recorded: Iterable[Event],
    _live: bool,
) -> World[Any]:
    return sim.marketplace.year.begin(tables, settings, tape, voice)


def _begin_store(
    tables: Any,
    settings: Any,
    tape: Tape,
    _voice: Voice | None,
    recorded: Iterable[Event],
    live: bool,
) -> World[Any]:
    runner = Runner(recorded) if live else recalled(recorded)
    return sim.supermarket.year.begin(tables, settings, tape, runner)


MARKETPLACE: Final = Scenario(
    name="marketplace",
    rules=sim.marketplace.world.RULES,
    settings=sim.marketplace.world.Settings,
    load=_market_world,
    begin=_begin_market,
    close=sim.marketplace.year.close,
    turns_max=lambda _settings: TURN_LIMIT,
    toolbox=lambda _settings: TOOLBOX,
    schemas=lambda _settings: tuple(
        schema(tool, DESCRIPTIONS[tool.name]) for tool in TOOLBOX.tools.values()
    ),
    agents=AGENTS,
    merchant=lambda name, _tables, _settings: AGENTS[name],
    apply=sim.marketplace.apply.apply,
    state=sim.marketplace.state.State,
    options=lambda _settings: {"voice": TemplateVoice.name},
    more=lambda _started: {},
)

SUPERMARKET: Final = Scenario(
    name="supermarket",
    rules=sim.supermarket.world.RULES,
    settings=sim.supermarket.world.Settings,
    load=_store_world,
    begin=_begin_store,
    close=sim.supermarket.year.close,
    # The published merchants take a turn per product and day.
    turns_max=lambda settings: max(TURN_LIMIT, 100 * settings.days),
    toolbox=lambda settings: toolbox(settings.preset),
    schemas=lambda settings: store_schemas(settings.preset),
    agents=RETAIL_AGENTS,
    merchant=lambda name, tables, settings: RETAIL_AGENTS[name](tables, settings.preset),
    apply=sim.supermarket.apply.apply,
    state=sim.supermarket.state.State,
    options=lambda settings: {"voice": "", "options": options_of(settings.preset)},
    more=lambda started: {"preset": msgspec.json.decode(started.options, type=Preset)},
)

SCENARIOS: Final = {each.name: each for each in (MARKETPLACE, SUPERMARKET)}


def of_settings(settings: Any) -> Scenario:
    """Return the world that settings are for.

    Raises:
        TypeError: they are no world's.
    """
    for scenario in SCENARIOS.values():
        if type(settings) is scenario.settings:
            return scenario
    raise TypeError(f"no world has settings of the type {type(settings).__name__}")


def of_name(name: str) -> Scenario:
    """Return the world of this name.

    Raises:
        ValueError: there is none.
    """
    if name not in SCENARIOS:
        raise ValueError(f"there is no scenario {name!r}; there are {', '.join(SCENARIOS)}")
    return SCENARIOS[name]
