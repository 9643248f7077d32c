"""From the options of `run` to the settings of an episode, of the scenario's own type."""

import argparse
from typing import Any

from data.supermarket.parameters import OPENING, PRESETS
from ledger.money import to_micro
from runs.scenarios import MARKETPLACE, SUPERMARKET, of_name


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
    if scenario is SUPERMARKET:
        name = arguments.preset or "hard_v2"
        more.setdefault("opening_balance", OPENING.get(name))
        more["preset"] = PRESETS[name]
    elif arguments.preset:
        raise ValueError(f"--preset is of the {SUPERMARKET.name}, not of the {MARKETPLACE.name}")
    return scenario.settings(
        **given, **{key: value for key, value in more.items() if value is not None}
    )
