"""A clock that shows midnight of the simulated day, and sleep that takes no time.

What goes around `time` and `datetime` to the clock itself finds zero (`lockdown`).
"""

import ctypes
import datetime
import gc
import time
from collections.abc import Callable
from typing import Any, Final

COUNTERS: Final = ("monotonic", "perf_counter", "process_time", "thread_time")


def stop(today: str) -> None:
    """Make the modules `time` and `datetime` show an ISO date's midnight for good."""
    midnight = datetime.datetime.fromisoformat(today).replace(tzinfo=datetime.UTC)
    now = int(midnight.timestamp())
    replaced: dict[str, Callable[..., Any]] = {
        "time": lambda: float(now),
        "time_ns": lambda: now * 10**9,
        "clock_gettime": lambda _clock: float(now),
        "clock_gettime_ns": lambda _clock: now * 10**9,
        "sleep": lambda _seconds: None,
    }
    for name in COUNTERS:
        replaced |= {name: lambda: 0.0, f"{name}_ns": lambda: 0}
    for name in ("gmtime", "localtime", "ctime"):
        replaced[name] = _with_default(getattr(time, name), now)
    tuples = time.gmtime(now)
    replaced["asctime"] = _with_default(time.asctime, tuples)
    plain = time.strftime
    replaced["strftime"] = lambda form, at=tuples: plain(form, at)
    for name, function in replaced.items():
        setattr(time, name, function)
    # `today` goes through `time.time`; these two do not, and a built-in type's methods can be
    # replaced in its dictionary only.
    methods = gc.get_referents(datetime.datetime.__dict__)[0]
    methods["now"] = classmethod(lambda cls, tz=None: cls.fromtimestamp(now, tz))
    methods["utcnow"] = classmethod(lambda cls: cls.fromtimestamp(now))
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))


def _with_default(function: Callable[..., Any], default: object) -> Callable[..., Any]:
    return lambda at=None: function(default if at is None else at)
