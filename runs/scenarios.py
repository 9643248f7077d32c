"""The worlds that can be played: what play, resumption and proof need of each, by its name."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgspec

import data.marketplace.loader
import data.supermarket.loader
import sim.marketplace.apply
import sim.marketplace.state
import sim.marketplace.world
import sim.marketplace.year
import sim.supermarket.apply
import sim.supermarket.state
import sim.supermarket.world
import sim.supermarket.year
from events.base import Event
from events.episode import EpisodeStarted
from events.supermarket import CodeRan
from runs.agents.base import Merchant
from runs.agents.retail import RETAIL_AGENTS
from runs.agents.roster import AGENTS
from runs.coding import Workshop
from runs.episode import TURN_LIMIT
from sim.marketplace.descriptions import DESCRIPTIONS as MARKET_DESCRIPTIONS
from sim.marketplace.tools import TOOLBOX
from sim.marketplace.voice import TemplateVoice, Voice
from sim.supermarket.descriptions import DESCRIPTIONS as STORE_DESCRIPTIONS
from sim.supermarket.sandbox import Recalled
from sim.supermarket.tools import toolbox
from sim.supermarket.year import options_of, preset_of
from sim.tape import Tape
from sim.tools import schemas
from sim.turn import Toolbox
from sim.world import World


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One world. Tables, settings and states are of its own types."""

    name: str
    rules: str
    settings: type[Any]
    load: Callable[[Path | None], tuple[str, Any]]
    """A folder of tables, or None for the embedded ones -> the world's name and its tables."""
    begin: Callable[[Any, Any, Tape, Voice | None, Iterable[CodeRan], bool], World[Any]]
    """(tables, settings, tape, voice, recorded code, live) -> the running world. What the record
    holds of code that an agent ran stands in for running it again; `live`, code may be run after
    that."""
    turns_max: Callable[[Any], int]
    """Settings -> after how many turns an episode is ended."""
    toolbox: Callable[[Any], Toolbox]
    """Settings -> what an agent can do."""
    descriptions: Mapping[str, str]
    """What each tool is said to do."""
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

    def schemas(self, settings: Any) -> tuple[dict[str, Any], ...]:
        """Return the tools' function schemas in their fixed order."""
        return schemas(self.toolbox(settings).tools.values(), self.descriptions)


def _loaded(loader: ModuleType, folder: Path | None) -> tuple[str, Any]:
    if folder is None:
        return "embedded", loader.embedded()
    return folder.resolve().name, loader.load_folder(folder)


def _begin_market(
    tables: Any,
    settings: Any,
    tape: Tape,
    voice: Voice | None,
    _recorded: Iterable[CodeRan],
    _live: bool,
) -> World[Any]:
    return sim.marketplace.year.begin(tables, settings, tape, voice)


def _begin_store(
    tables: Any,
    settings: Any,
    tape: Tape,
    _voice: Voice | None,
    recorded: Iterable[CodeRan],
    live: bool,
) -> World[Any]:
    sandbox = Recalled(recorded, Workshop() if live else None)
    return sim.supermarket.year.begin(tables, settings, tape, sandbox)


MARKETPLACE: Final = Scenario(
    name="marketplace",
    rules=sim.marketplace.world.Settings.RULES,
    settings=sim.marketplace.world.Settings,
    load=partial(_loaded, data.marketplace.loader),
    begin=_begin_market,
    turns_max=lambda _settings: TURN_LIMIT,
    toolbox=lambda _settings: TOOLBOX,
    descriptions=MARKET_DESCRIPTIONS,
    agents=AGENTS,
    merchant=lambda name, _tables, _settings: AGENTS[name],
    apply=sim.marketplace.apply.apply,
    state=sim.marketplace.state.State,
    options=lambda _settings: {"voice": TemplateVoice.name},
    more=lambda _started: {},
)

SUPERMARKET: Final = Scenario(
    name="supermarket",
    rules=sim.supermarket.world.Settings.RULES,
    settings=sim.supermarket.world.Settings,
    load=partial(_loaded, data.supermarket.loader),
    begin=_begin_store,
    # There is a turn for each of many products every day.
    turns_max=lambda settings: max(TURN_LIMIT, 100 * settings.days),
    toolbox=lambda settings: toolbox(settings.preset),
    descriptions=STORE_DESCRIPTIONS,
    agents=RETAIL_AGENTS,
    merchant=lambda name, tables, settings: RETAIL_AGENTS[name](tables, settings.preset),
    apply=sim.supermarket.apply.apply,
    state=sim.supermarket.state.State,
    options=lambda settings: {"voice": "", "options": options_of(settings.preset)},
    more=lambda started: {"preset": preset_of(started.options)},
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
