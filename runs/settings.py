"""From the options of `run` to the settings of an episode, of the scenario's own type."""

import argparse
from typing import Any

from ledger.money import to_micro
from runs.scenarios import SUPERMARKET, Scenario, of_name
from sim.supermarket.world import Settings as StoreSettings


def settings_from(arguments: argparse.Namespace, agent: str = "") -> Any:
    """Return the settings that the options of `run` describe.

    Args:
        agent: the agent's name; the option's by default.

    Raises:
        ValueError: an option does not fit the scenario.
    """
    scenario = of_name(arguments.scenario)
    given = {"agent": agent or arguments.agent, "draws": arguments.draws}
    more: dict[str, Any] = {"days": arguments.days, "seed": arguments.seed}
    if arguments.initial_balance is not None:
        more["opening_balance"] = to_micro(arguments.initial_balance)
    more = given | {key: value for key, value in more.items() if value is not None}
    if arguments.preset is None:
        return scenario.settings(**more)
    return preset_settings(scenario, arguments.preset, **more)


def preset_settings(scenario: Scenario, preset: str, **others: Any) -> Any:
    """Return the settings of a preset of a scenario.

    Raises:
        ValueError: the scenario has no presets, or not this one.
    """
    if scenario is not SUPERMARKET:
        raise ValueError(f"--preset is of the {SUPERMARKET.name}, not of the {scenario.name}")
    return StoreSettings.of_preset(preset, **others)
