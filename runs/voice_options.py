"""The options of the suppliers' voice on the command line, and the voice that comes of them."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from events.log import MANIFEST
from events.manifest import read_manifest
from runs.agents.profiles import Profile, profile_from, read_key
from runs.agents.provider import Provider
from runs.agents.voice import ModelVoice
from runs.agents.voice_prompt import VERSION
from runs.model_options import KEY, OPENAI, PREFIX
from sim.marketplace.voice import READS, TemplateVoice

ATTEMPTS: Final = 3
TIMEOUT_S: Final = 30.0
TOKENS_MAX: Final = 4_096
"""Of a reply; models that reason need some of them for that."""
URL: Final = "voice_base_url"
"""Where a manifest names the voice's endpoint."""


def add_voice_options(sub: Any) -> None:
    """Add the options of the suppliers' voice to a command's parser."""
    group = sub.add_argument_group("the suppliers' voice")
    group.add_argument(
        "--voice", type=_voice, metavar=f"{PREFIX}MODEL", help="a model words replies; no default"
    )
    group.add_argument(
        "--consent",
        choices=("structured", "model"),
        default="structured",
        help="who tells whether a message pays a membership fee; model: the voice reads it",
    )
    group.add_argument("--voice-base-url", metavar="URL", help=f"its endpoint; default: {OPENAI}")
    group.add_argument("--voice-key-env", metavar="NAME", help=f"its key; default: {KEY}")
    group.add_argument(
        "--voice-timeout", type=float, metavar="SECONDS", help=f"default: {TIMEOUT_S:g}"
    )


def _voice(text: str) -> str:
    if text.removeprefix(PREFIX) not in (text, ""):
        return text
    raise argparse.ArgumentTypeError(f"there is no voice {text!r}; expected {PREFIX}MODEL")


def voice_of_options(arguments: argparse.Namespace, episode: str) -> ModelVoice | None:
    """Return the voice that the options describe; None for the offline one.

    Raises:
        ValueError: a value is not allowed, or the key is missing.
    """
    if arguments.voice is None:
        for option in ("voice_base_url", "voice_key_env", "voice_timeout"):
            if getattr(arguments, option) is not None:
                raise ValueError(f"--{option.replace('_', '-')} needs --voice {PREFIX}MODEL")
        if arguments.consent == "model":
            raise ValueError(f"--consent model needs --voice {PREFIX}MODEL")
        return None
    name = arguments.voice + (READS if arguments.consent == "model" else "")
    return _model_voice(arguments, name, OPENAI, episode)


def voice_to_resume(arguments: argparse.Namespace, folder: Path, began: str) -> ModelVoice | None:
    """Return the voice that goes on speaking in an interrupted episode; None if it is no model's.

    Args:
        began: the voice the episode was begun with; another one is not possible.

    Raises:
        ValueError: another voice is asked for, or as `voice_of_options`.
    """
    if arguments.voice is not None and arguments.voice != began.removesuffix(READS):
        raise ValueError(f"the voice of this episode is {began}, and cannot be changed")
    if began == TemplateVoice.name:
        return voice_of_options(arguments, folder.name)
    if not began.startswith(PREFIX):
        return None
    url = str(read_manifest(folder / MANIFEST).rules.get(URL, OPENAI))
    return _model_voice(arguments, began, url, folder.name)


def voice_facts(voice: ModelVoice | None) -> Mapping[str, str]:
    """Return what the manifest of an episode tells about its voice."""
    if voice is None:
        return {}
    return {URL: voice.base_url, "voice_prompts": VERSION}


@contextlib.contextmanager
def speaking(voice: ModelVoice | None) -> Iterator[None]:
    """Close a voice in the end, and tell how often the offline one stepped in, if it did."""
    try:
        yield
    finally:
        if voice is not None:
            voice.close()
            if voice.trouble:
                _tell(voice)


def _tell(voice: ModelVoice) -> None:
    counts = ", ".join(f"{source} {count}" for source, count in voice.spoken.items())
    print(
        f"shopyear: the offline voice stepped in; replies by source: {counts}\n"
        f"the last time because: {voice.trouble}",
        file=sys.stderr,
    )


def _model_voice(arguments: argparse.Namespace, name: str, url: str, episode: str) -> ModelVoice:
    model = name.removeprefix(PREFIX).removesuffix(READS)
    chosen = _profile(arguments, model, arguments.voice_base_url or url)
    return ModelVoice(name, Provider(chosen, read_key(chosen, os.environ), episode))


def _profile(arguments: argparse.Namespace, model: str, url: str) -> Profile:
    key = arguments.voice_key_env
    if key is None:
        # A server on this machine may need no key.
        local = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
        key = "" if local and not os.environ.get(KEY) else KEY
    # OpenAI's newer models refuse the older name of the limit, other servers know no other.
    limit = {"body": {"max_completion_tokens": TOKENS_MAX}}
    table: dict[str, Any] = {
        "model": model,
        "base_url": url,
        "key_env": key,
        "timeout_s": TIMEOUT_S if arguments.voice_timeout is None else arguments.voice_timeout,
        "attempts": ATTEMPTS,
        **(limit if url.startswith(OPENAI) else {"max_tokens": TOKENS_MAX}),
    }
    return profile_from(table, "the voice's options")
