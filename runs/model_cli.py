"""Playing with a model, and reading what was said: `run`, `resume` and `transcript`."""

import argparse
from pathlib import Path
from typing import Any

from events.agent import AgentConfigured
from events.episode import EpisodeStarted
from events.log import MANIFEST
from events.manifest import read_manifest
from runs.archive import new_folder, resume, run
from runs.console import told
from runs.interrupt import Interrupt
from runs.live import LiveView
from runs.model_options import PREFIX, model_player, profile_of, recorded_setup, setup_from
from runs.replay import asides_of
from runs.settings import settings_from
from runs.transcript import transcript
from runs.voice_options import speaking, voice_facts, voice_of_options, voice_to_resume
from sim.world import World


def add(commands: Any) -> None:
    """Add the command to a parser."""
    sub = commands.add_parser("transcript", help="print what a model and suppliers said")
    sub.set_defaults(command=_transcript)
    sub.add_argument("episode", type=Path, metavar="EPISODE")
    sub.add_argument("--supplier", metavar="NAME", help="only the talk with this supplier")


def _transcript(arguments: argparse.Namespace) -> int:
    for paragraph in transcript(arguments.episode, arguments.supplier):
        print(paragraph, end="\n\n")
    return 0


def run_model(arguments: argparse.Namespace) -> int:
    """Play an episode with a model and return the exit code."""
    chosen = profile_of(arguments, arguments.agent.removeprefix(PREFIX))
    setup = setup_from(arguments, chosen, arguments.scenario)
    settings = settings_from(arguments, PREFIX + setup.model)
    folder = arguments.out or new_folder(settings.agent, settings.seed)
    voice = voice_of_options(arguments, folder.name)
    view = LiveView(settings.days, show=not arguments.quiet)
    playing = model_player(chosen, setup, folder.name, arguments.rate_file, view)
    with Interrupt() as interrupt, speaking(voice), view, playing as player:

        def watch(world: World[Any]) -> None:
            view.update(world)
            interrupt.check()

        done = run(
            folder,
            settings,
            player=player,
            voice=voice,
            about={"base_url": chosen.base_url, **voice_facts(voice)},
            world=arguments.world,
            sync=arguments.sync,
            watch=watch,
        )
    return told(done, json_wanted=arguments.json, show=not arguments.quiet)


def resume_model(arguments: argparse.Namespace, began: EpisodeStarted) -> int:
    """Continue an episode that a model plays and return the exit code.

    How the model plays is read from the log; the options say where it is asked, and how patiently.
    """
    folder: Path = arguments.episode
    url = str(read_manifest(folder / MANIFEST).rules.get("base_url", ""))
    first = next(asides_of(folder), None)
    recorded = recorded_setup(first) if isinstance(first, AgentConfigured) else None
    window = recorded.window if recorded else None
    chosen = profile_of(arguments, began.agent.removeprefix(PREFIX), url, window)
    setup = recorded or setup_from(arguments, chosen, began.scenario)
    voice = voice_to_resume(arguments, folder, began.voice)
    view = LiveView(began.days, show=not arguments.quiet)
    playing = model_player(chosen, setup, folder.name, arguments.rate_file, view)
    with Interrupt() as interrupt, speaking(voice), view, playing as player:

        def watch(world: World[Any]) -> None:
            view.update(world)
            interrupt.check()

        done = resume(
            folder,
            player=player,
            voice=voice,
            world=arguments.world,
            sync=arguments.sync,
            watch=watch,
        )
    return told(done, json_wanted=arguments.json, show=not arguments.quiet)
