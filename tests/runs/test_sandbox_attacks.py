"""Goal: whatever an agent's code tries, it has no effect but a line that tells what happened.

Method: real processes. Every attack is made with all of Python on, so that only the kernel stands
in its way, and after each the sandbox must run an honest piece of code as before.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from events.errors import RuleBroken
from runs.sandbox import process, sandbox
from runs.sandbox.kernel import ALLOWED, MAPPING
from runs.sandbox.limits import InnerCall, Limits, Ran
from runs.sandbox.sandbox import Sandbox, available

ROOT = Path(__file__).parents[2]
TOOLS = {"view_prices": ["sku_ids"], "view_history": ["sku_id", "start", "end"], "view_nothing": []}
GIVEN = {"funds": 50_000.0, "current_date": "1991-09-07", "sku_ids": ["a", "b", "c"]}
DAY = "1991-09-07"
TAMPERED = "stopped: the code tampered with its channel"
PERMISSION = r"PermissionError: \[Errno 1\] Operation not permitted"
MISSING = "ModuleNotFoundError"

pytestmark = pytest.mark.skipif(bool(available()), reason=available())


def read(tool, arguments):
    if tool == "view_nothing":
        raise RuleBroken("there is nothing to view")
    return {"asked": arguments}


def run(box: Sandbox, code: str) -> Ran:
    return box.run(code, read, TOOLS, given=GIVEN, today=DAY)


@pytest.fixture(scope="module")
def all_python():
    with Sandbox(Limits(cpu_s=1, wall_s=30, calls=20), strict=False) as box:
        yield box


@pytest.fixture
def attacked(all_python):
    """The sandbox under attack; whatever the test did to it, it works afterwards."""
    yield all_python
    honest = run(all_python, "print('still here')\nresult = view_prices(['a'])")
    assert (honest.stdout, honest.error, len(honest.calls)) == ("still here\n", "", 1)


def frame(message: bytes) -> str:
    """Return code that writes a message of its own making."""
    return f"import os, struct\nm = {message!r}\nos.write(1, struct.pack('>I', len(m)) + m)"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("open('/etc/passwd')", PERMISSION),
        ("open('PROJECT/pyproject.toml')", PERMISSION),
        ("open('/proc/self/environ')", PERMISSION),
        ("open('/proc/PARENT/mem', 'r+b')", PERMISSION),
        ("open('/tmp/left', 'w')", PERMISSION),
        ("import os\nos.listdir('/')", PERMISSION),
        ("import os\nos.mkdir('/x')", PERMISSION),
        ("import os\nos.pipe()", PERMISSION),
        ("import os\nos.memfd_create('x')", PERMISSION),
        ("import posix\nposix.open('/', 0)", PERMISSION),
        ("import os\nos.fork()", PERMISSION),
        ("import os\nwhile True: os.fork()", PERMISSION),
        ("import os\nos.posix_spawn('/bin/sh', ['sh'], {})", PERMISSION),
        ("import os\nos.execv('/bin/sh', ['sh'])", PERMISSION),
        ("import os\nos.system('true')\nos.popen('true')", MISSING),
        ("import subprocess", MISSING),
        ("import multiprocessing", MISSING),
        ("import socket", MISSING),
        ("import _socket", MISSING),
        ("import importlib\nimportlib.import_module('socket')", MISSING),
        ("import importlib, json\nimportlib.reload(json)", MISSING),
        ("__builtins__['__import__']('http.client')", MISSING),
        ("import _thread\n_thread.start_new_thread(print, ())", "RuntimeError: can't start new"),
        ("import os\nos.kill(os.getpid(), 9)", PERMISSION),
        ("import os\nos.kill(PARENT, 9)", PERMISSION),
        ("import os\nos.kill(-1, 9)", PERMISSION),
        ("import os\nos.killpg(0, 9)", PERMISSION),
        ("import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)", PERMISSION),
        ("import resource\nresource.setrlimit(resource.RLIMIT_CPU, (99, 99))", "ValueError"),
        ("import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (9, 9))", "ValueError"),
        ("import os\nos.close(1)", PERMISSION),
        ("import os\nos.dup2(0, 1)", PERMISSION),
        ("import os\nos.urandom(4)", PERMISSION),
        ("import os\nos.setuid(0)", PERMISSION),
        ("import os\nos.chroot('.')", PERMISSION),
        ("import os\nos._exit(0)", "the code's process ended without a result, with status 0"),
        ("import os\nos.abort()", "the code's process ended without a result, by SIG"),
        ("import ctypes\nctypes.string_at(0)", "the code's process ended without a result, by SIG"),
        ("raise SystemExit(0)", r"SystemExit: 0 \(line 1\)"),
        ("raise KeyboardInterrupt", r"KeyboardInterrupt \(line 1\)"),
        ("def f(): f()\nf()", "RecursionError"),
        (
            "import sys\nsys.setrecursionlimit(10**9)\ndef f(): f()\nf()",
            "stopped|Memory|the code's",
        ),
        ("result = []\nfor _ in range(10**5): result = [result]", "RecursionError"),
        ("result = []\nresult.append(result)", "RecursionError"),
        ("result = 10**5000", "the result cannot be told: Exceeds the limit"),
        ("result = 'x' * 100_000", "the result cannot be told: longer than 100000 bytes as JSON"),
        ("x = 'a' * (1 << 33)", r"MemoryError: no more memory is allowed \(line 1\)"),
        ("x = []\nwhile True: x.append('a' * 10**6)", "MemoryError"),
        ("x = []\nwhile True: x.append([])", "MemoryError|stopped"),
        ("while True: pass", "stopped: the code used more than 1 s of processor time"),
        ("10**10**8", "stopped: the code used more than 1 s of processor time"),
        ("import re\nre.match('(a+)+$', 'a' * 40 + 'b')", "stopped: the code used more than 1 s"),
        (
            "class E(Exception):\n    def __str__(self): raise self\nraise E",
            "the code raised an er",
        ),
        ("class E(Exception):\n    def __str__(self):\n        while 1: pass\nraise E", "stopped"),
        ("import builtins\nbuiltins.len = builtins.isinstance = None", "the code's process|Type"),
        (
            "import sys\nsys.stdout = sys.stdin = None\nraise ValueError('\\x1b\\n\\nx')",
            "ValueError",
        ),
    ],
)
def test_an_attack_is_contained_and_told_in_one_line(attacked, code, told):
    ran = run(attacked, code.replace("PARENT", str(os.getpid())).replace("PROJECT", str(ROOT)))
    assert re.match(told, ran.error)
    assert "\n" not in ran.error
    assert len(ran.error) <= 500
    assert ran.result is None
    assert not Path("/tmp/left").exists()


def test_waiting_for_ever_is_stopped():
    with Sandbox(Limits(wall_s=1), strict=False) as box:
        ran = run(box, "import _thread\nk = _thread.allocate_lock()\nk.acquire()\nk.acquire()")
        assert ran.error == "stopped: the code ran for longer than 1 s"
        ran = run(box, "import sys, os\nwhile True: os.read(0, 1)")
        assert ran.error == "stopped: the code ran for longer than 1 s"


def test_no_attack_reaches_a_server(attacked):
    """Through the C library and by bare number; the server next door sees nobody."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        ran = run(
            attacked,
            "import ctypes, struct\n"
            "libc = ctypes.CDLL(None, use_errno=True)\n"
            f"port = {socket.htons(server.getsockname()[1])}\n"
            "to = struct.pack('=HH4s8x', 2, port, bytes([127, 0, 0, 1]))\n"
            "result = [libc.socket(2, 1, 0), ctypes.get_errno()]\n"
            "result += [libc.connect(n, to, 16) for n in range(4)]\n"
            "result += [libc.sendto(1, b'x', 1, 0, to, 16)]",
        )
        with pytest.raises(TimeoutError):
            server.accept()
    assert (ran.result, ran.error) == ([-1, 1, -1, -1, -1, -1, -1], "")


def test_the_kernel_refuses_every_call_that_is_not_listed(attacked):
    listed = {*ALLOWED[sandbox.platform.machine()].values()}
    mapped = {*MAPPING[sandbox.platform.machine()].values()}
    # The kernel keeps two of x86_64 from every filter and ends a process that makes them.
    kept = {335, 336} if sandbox.platform.machine() == "x86_64" else set()
    numbers = [number for number in range(470) if number not in listed | mapped | kept]
    ran = run(
        attacked,
        "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
        f"result = [(libc.syscall(n, 0, 0, 0, 0, 0, 0), ctypes.get_errno()) for n in {numbers}]",
    )
    assert ran.result == [[-1, 1]] * len(numbers)
    executable = f"result = [libc.syscall(n, 0, 4096, 7, 0x22, -1, 0) for n in {sorted(mapped)}]"
    ran = run(attacked, f"import ctypes\nlibc = ctypes.CDLL(None)\n{executable}")
    assert ran.result == [-1, -1]


@pytest.mark.skipif(sandbox.platform.machine() != "x86_64", reason="x32 is a kind of x86_64 calls")
def test_calls_of_a_foreign_kind_end_the_process(attacked):
    ran = run(attacked, "import ctypes\nctypes.CDLL(None).syscall(0x40000000 | 39)")
    assert ran.error == "the code's process ended without a result, by SIGSYS"


def test_the_environment_of_the_parent_is_not_there(attacked, monkeypatch):
    monkeypatch.setenv("API_KEY", "a secret")
    ran = run(
        attacked,
        "import os, ctypes\nresult = [sorted(os.environ), ctypes.CDLL(None).getenv(b'API_KEY')]",
    )
    assert set(ran.result[0]) <= {"PYTHONHASHSEED", "TZ", "LC_CTYPE", *process.KEPT}
    assert ran.result[1] == 0


def test_only_the_pipes_are_open(attacked):
    with Path(os.devnull).open("rb") as secret:
        os.set_inheritable(secret.fileno(), True)
        ran = run(
            attacked,
            "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
            "result = [(n, libc.write(n, b'', 0), ctypes.get_errno()) for n in range(2, 40)]",
        )
    assert ran.result == [[number, -1, 9] for number in range(2, 40)]


def test_a_walk_along_attributes_leads_nowhere(attacked):
    code = (
        "kinds = ().__class__.__base__.__subclasses__()\n"
        "loader = [k for k in kinds if k.__name__ == 'FileLoader'][0]\n"
        "result = loader('x', '/etc/passwd').get_data('/etc/passwd')"
    )
    assert re.match(PERMISSION, run(attacked, code).error)


def test_the_gaps_in_the_language_lead_nowhere_either():
    """`format` reads attributes that the language does not let one write; modules lead to `os`."""
    with Sandbox() as strict:
        ran = run(strict, "'{0.__class__.__base__}'.format(())")
        assert ran.result == "<class 'object'>"
        ran = run(strict, "import statistics\nstatistics.random.SystemRandom().random()")
    assert re.match(PERMISSION, ran.error)


@pytest.mark.parametrize(
    "code",
    [
        "import os\nos.write(1, b'garbage')",
        "import os\nos.write(1, b'\\xff\\xff\\xff\\xff')",
        frame(b""),
        frame(b"[]"),
        frame(b'{"type":"done","result":5,"more":1}'),
        frame(b'{"type":"done","result":NaN}'),
        frame(b'{"type":"done","result":' + b"9" * 9_000 + b"}"),
        frame(b'{"type":"done","error":"\xff"}'),
        frame(b'{"type":"ready","layers":[]}'),
        frame(b'{"type":"call","tool":"place_order","arguments":{}}'),
        frame(b'{"type":"call","tool":"view_prices","arguments":[1]}'),
        frame(b'{"type":"call","tool":"view_prices","arguments":{},"success":true}'),
        frame(b'{"type":"done","result":' + b"[" * 9_000 + b"]" * 9_000 + b"}"),
        "import struct, os\nos.write(1, struct.pack('>I', 2**20) + b' ' * 2**20)",
    ],
)
def test_a_forged_message_is_refused_whole(attacked, code):
    assert run(attacked, code) == Ran(error=TAMPERED)


def test_a_forged_call_is_a_call(attacked):
    """It is carried out and reported as any other; what is forged is only the way of asking."""
    seen = []

    def watched(tool, arguments):
        seen.append((tool, arguments))
        return {}

    code = frame(b'{"type":"call","tool":"view_prices","arguments":{"sku_ids":[]}}')
    ran = attacked.run(code, watched, TOOLS)
    assert seen == [("view_prices", {"sku_ids": []})]
    assert ran.calls == (InnerCall("view_prices", b'{"sku_ids":[]}', True),)
    ran = run(attacked, "view_prices([10**400, 'é', None])")
    assert json.loads(ran.calls[0].arguments) == {"sku_ids": [10**400, "é", None]}


def test_a_forged_end_hides_nothing(attacked):
    code = "print('seen')\nview_prices([])\n" + frame(
        b'{"type":"done","result":1,"error":"a\\nb","rejected":true}'
    )
    ran = run(attacked, code)
    assert (ran.stdout, ran.result, ran.error, ran.rejected) == ("seen\n", None, "a b", False)
    assert len(ran.calls) == 1


def test_a_child_that_does_not_take_its_answers_is_stopped(attacked):
    code = frame(b'{"type":"call","tool":"view_prices","arguments":{}}') + "\nwhile True: pass"
    ran = attacked.run(code, lambda *_: {"rows": "x" * 10**7}, TOOLS)
    assert ran.error == "stopped: the code used more than 1 s of processor time"


def test_output_beyond_the_limit_stops_the_run_and_what_fits_is_kept(attacked):
    for code in ("while True: print('x' * 99)", "print('é' * 60_000)", "print('x' * 10**7)"):
        ran = run(attacked, code)
        assert ran.error == "stopped: the code printed more than 100000 bytes"
        assert len(ran.stdout.encode()) == 100_000
    assert run(attacked, "print('\\ud800')").stdout == "?\n"
    with Sandbox(Limits(output_bytes=10)) as box:
        ran = run(box, "print('\\x01' * 10_000)")
    assert (ran.stdout, ran.error) == ("\x01" * 10, "stopped: the code printed more than 10 bytes")


def test_a_stopped_run_keeps_what_it_printed_and_called(attacked):
    ran = run(attacked, "print('first')\nview_prices([])\nwhile True: pass")
    assert ran.stdout == "first\n"
    assert len(ran.calls) == 1


def test_endless_calls_are_stopped(attacked):
    ran = run(attacked, "while True:\n    try: view_nothing()\n    except: pass")
    assert ran.error == "stopped: the code made more than 20 tool calls"
    assert len(ran.calls) == 20


def test_a_child_dies_with_its_parent(tmp_path):
    code = (
        "from runs.sandbox.sandbox import Sandbox\n"
        "stuck = 'import _thread; k = _thread.allocate_lock(); k.acquire(); k.acquire()'\n"
        "Sandbox(strict=False).run('view()\\n' + stuck, lambda *_: print('on', flush=True) or {},"
        " {'view': []})"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
    ) as parent:
        assert parent.stdout.readline() == b"on\n"
        tasks = Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        (child,) = tasks.read_text().split()
        time.sleep(0.3)
        parent.kill()
    for _ in range(100):
        status = Path(f"/proc/{child}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError("the child lives on")
