"""Goal: docs/log-format.md suffices to read and verify an episode, and what it says is so.

Method: a reader written from the document alone, with nothing but json, hashlib and PyArrow, must
arrive at the head that `verify_chain` finds; the document's example, programs and tables are parsed
out of it and held against the code.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec import inspect

from data.marketplace.tables import Marketplace
from events.base import Input, Line, Outcome, Telemetry
from events.codec import encode, make_decoder
from events.log import verify_chain
from events.union import KINDS, AnyEvent
from runs.archive import open_log
from runs.conform import conform, conform_file, settings_of
from runs.trace import read_trace
from tests.events.samples import make_log

ROOT = Path(__file__).parent.parent.parent
DOCUMENT = (ROOT / "docs" / "log-format.md").read_text(encoding="utf-8")
GOLDEN = ROOT / "tests" / "golden"
IDLE = GOLDEN / "traces" / "idle.jsonl.gz"

# The reader. From here to the next rule only what the document says; § numbers are its sections.


class Damaged(Exception):
    """The log is not what the document describes."""


class End(NamedTuple):
    """§7: where the log stands after a commit."""

    commit: int = 0
    seq: int = 0
    head: bytes = bytes(32)


class Log(NamedTuple):
    """What the reader found."""

    payloads: list[bytes]
    end: End
    torn: int


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Damaged(what)


def after(end: End, payloads: list[bytes]) -> End:
    """§6: the end after one commit; §7: the seq of its events."""
    for seq, payload in enumerate(payloads, end.seq + 1):
        need(payload.startswith(b'{"kind":') and json.loads(payload)["seq"] == seq, f"event {seq}")
    text = end.head + b"".join(payload + b"\n" for payload in payloads)
    return End(end.commit + 1, end.seq + len(payloads), hashlib.sha256(text).digest())


def closing(end: End, events: int) -> bytes:
    """§3: a closing line; with no events, the anchor."""
    text = '{"commit":%d,"events":%d,"seq":%d,"chain":"%s"}'
    return (text % (end.commit, events, end.seq, end.head.hex())).encode()


class JournalFound(NamedTuple):
    """§3: a journal; `anchor` is None if its first line has no end or the file is missing."""

    anchor: End | None
    end: End
    payloads: list[bytes]
    torn: int


def read_journal(path: Path) -> JournalFound:
    """§3."""
    *lines, rest = path.read_bytes().split(b"\n") if path.exists() else [b""]
    if not lines:
        return JournalFound(None, End(), [], len(rest))
    first = json.loads(lines[0])
    anchor = end = End(first["commit"], first["seq"], bytes.fromhex(first["chain"]))
    need(lines[0] == closing(anchor, 0), "anchor")
    payloads: list[bytes] = []
    running: list[bytes] = []
    for line in lines[1:]:
        if line.startswith(b'{"commit":'):
            end = after(end, running)
            need(line == closing(end, len(running)) and running != [], f"commit {end.commit}")
            payloads += running
            running = []
        else:
            running.append(line)
    after(end, running)  # whole lines of a torn tail are the next events
    torn = sum(len(line) + 1 for line in running) + len(rest)
    return JournalFound(anchor, end, payloads, torn)


def read_manifest(path: Path) -> dict[str, Any]:
    """§2."""
    fields: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    digest = fields.pop("digest")
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    need(hashlib.sha256(text.encode()).hexdigest() == digest, "digest")
    need(fields["format"] == 1, "format")
    return fields


COLUMNS = {"seq": pa.int64(), "tick": pa.int64()} | dict.fromkeys(
    ("kind", "payload", "chain"), pa.large_string()
)


def read_segment(path: Path, entry: dict[str, Any], end: End) -> Log:
    """§4 and §7, step 3."""
    content = path.read_bytes()
    need(len(content) == entry["bytes"], "bytes")
    need(hashlib.sha256(content).hexdigest() == entry["sha256"], "SHA-256")
    file = pq.ParquetFile(pa.BufferReader(content))
    footer = {key.decode(): text.decode() for key, text in file.metadata.metadata.items()}
    for key in ("first_seq", "last_seq", "events", "commits", "head"):
        need(footer[key] == str(entry[key]), key)
    need(footer["schema_version"] == "1", "schema version")
    need(footer["head_before"] == end.head.hex(), "head before")
    need(entry["first_seq"] == end.seq + 1, "first seq")
    table = file.read()
    need(dict(zip(table.schema.names, table.schema.types, strict=True)) == COLUMNS, "columns")
    before, payloads, running = end.commit, [], []
    for seq, tick, kind, payload, chain in zip(*table.to_pydict().values(), strict=True):
        said = json.loads(payload)
        need((seq, tick, kind) == (said["seq"], said["tick"], said["kind"]), f"row {seq}")
        running.append(payload.encode())
        if chain is not None:
            end = after(end, running)
            need(chain == end.head.hex(), f"chain at {seq}")
            payloads += running
            running = []
    need(running == [] and len(payloads) == entry["events"], "events")
    found = (end.commit - before, end.seq, end.head.hex())
    need(found == (entry["commits"], entry["last_seq"], entry["head"]), "end")
    return Log(payloads, end, 0)


def read_log(folder: Path) -> Log:
    """§7, with the leftovers of §8."""
    journal = read_journal(folder / "journal.jsonl")
    manifest = read_manifest(folder / "manifest.json")
    end, payloads = End(), []
    for entry in manifest["segments"]:
        part = read_segment(folder / "segments" / entry["name"], entry, end)
        end, payloads = part.end, payloads + part.payloads
    if journal.anchor == end:
        return Log(payloads + journal.payloads, journal.end, journal.torn)
    need(journal.anchor is None or (journal.payloads != [] and journal.end == end), "lost part")
    return Log(payloads, end, journal.torn)


# Here the reader ends.


def agrees(folder: Path) -> Log:
    """Read a log, hold it against `verify_chain`, and return it."""
    log, report = read_log(folder), verify_chain(folder)
    assert report.problem is None
    assert (log.end.head.hex(), log.end.commit, log.end.seq, log.torn) == (
        report.head,
        report.commits,
        report.events,
        report.torn,
    )
    assert len(log.payloads) == report.events
    return log


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ended") / "episode"
    assert conform_file(IDLE, GOLDEN / "world", out=folder).holds
    return folder


@pytest.fixture
def broken_off(tmp_path: Path, golden_world: Marketplace) -> Path:
    """An episode of which only the first forty calls were made."""
    folder = tmp_path / "episode"
    trace = read_trace(IDLE)
    trace = msgspec.structs.replace(trace, calls=trace.calls[:40])
    with open_log(folder, "world", golden_world, settings_of(trace), "off") as log:
        conform(trace, golden_world, log)
    return folder


def kind_of(payload: bytes) -> str:
    return str(json.loads(payload)["kind"])


def test_an_archived_episode_is_read_from_the_document(ended: Path) -> None:
    assert not (ended / "journal.jsonl").exists()
    log = agrees(ended)
    assert kind_of(log.payloads[0]) == "episode.started"
    assert kind_of(log.payloads[-1]) == "episode.ended"
    decode = make_decoder(AnyEvent)
    assert [encode(decode(payload)) for payload in log.payloads] == log.payloads


def test_an_interrupted_episode_is_read_from_its_journal(broken_off: Path, ended: Path) -> None:
    assert not list((broken_off / "segments").iterdir())
    log = agrees(broken_off)
    assert kind_of(log.payloads[-1]) != "episode.ended"
    assert log.payloads == read_log(ended).payloads[: len(log.payloads)]
    journal = broken_off / "journal.jsonl"
    whole = journal.read_bytes()
    for cut in (1, 2, 100, 400, len(whole) - 20, len(whole)):
        journal.write_bytes(whole[:-cut])
        assert agrees(broken_off).torn > 0 or cut == len(whole)
    journal.unlink()
    assert agrees(broken_off) == Log([], End(), 0)


def test_segments_and_journal_are_read_as_one_log(tmp_path: Path) -> None:
    rows = make_log(tmp_path / "e", [5, 5, 3, 2, 7, 1], ended=False)
    assert len(list((tmp_path / "e" / "segments").iterdir())) > 1
    assert agrees(tmp_path / "e").payloads == [row.payload for row in rows]


def test_leftovers_are_ignored(tmp_path: Path) -> None:
    """The same commits once left in the journal, once sealed: the one's files put to the other."""
    left, sealed = tmp_path / "left", tmp_path / "sealed"
    make_log(left, [4, 4], ended=False, seal=10**6)
    make_log(sealed, [4, 4], ended=True, seal=10**6)
    log = agrees(sealed)
    shutil.copy(left / "journal.jsonl", sealed)
    assert agrees(sealed) == log
    shutil.copytree(sealed / "segments", left / "segments", dirs_exist_ok=True)
    (left / "manifest.json.tmp").write_text("{")
    assert agrees(left) == log
    (sealed / "journal.jsonl").write_bytes(closing(log.end, 0)[:30])
    assert agrees(sealed) == log._replace(torn=30)


@pytest.mark.parametrize("file", ["manifest.json", "journal.jsonl", "segments/*.parquet"])
def test_the_reader_refuses_a_changed_byte(tmp_path: Path, file: str) -> None:
    make_log(tmp_path, [5, 5, 3], ended=False)
    path = next(tmp_path.glob(file))
    content = path.read_bytes()
    for place in range(3, len(content) - 3, len(content) // 40):
        changed = bytearray(content)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises((Damaged, ValueError, KeyError)):
            read_log(tmp_path)


def test_the_reader_refuses_a_lost_part(tmp_path: Path) -> None:
    make_log(tmp_path / "long", [5, 5, 3], ended=False)
    make_log(tmp_path / "short", [5], ended=True)
    shutil.copy(tmp_path / "long" / "journal.jsonl", tmp_path / "short")
    with pytest.raises(Damaged, match="lost part"):
        read_log(tmp_path / "short")


def blocks(language: str) -> list[str]:
    """Return the document's fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def test_the_worked_example_is_right(tmp_path: Path) -> None:
    (example,) = blocks("jsonl")
    (tmp_path / "journal.jsonl").write_text(example, encoding="utf-8")
    journal = read_journal(tmp_path / "journal.jsonl")
    assert (journal.anchor, journal.torn) == (End(), 0)
    decode = make_decoder(AnyEvent)
    assert [encode(decode(payload)) for payload in journal.payloads] == journal.payloads
    lines = example.splitlines()
    first = after(End(), [lines[1].encode(), lines[2].encode()])
    second = after(first, [lines[4].encode()])
    assert journal.end == second
    shown = re.findall(r"^```\n([0-9a-f]{64})\n```$", DOCUMENT, re.MULTILINE)
    assert shown == [first.head.hex(), second.head.hex()]
    assert run(blocks("python")[1], tmp_path) == second.head.hex()


def test_the_program_for_the_digest_is_right(ended: Path, tmp_path: Path) -> None:
    program = blocks("python")[0]
    assert run(program, ended) == ""
    text = (ended / "manifest.json").read_text(encoding="utf-8")
    (tmp_path / "manifest.json").write_text(text.replace('"days": 365', '"days": 366'))
    with pytest.raises(subprocess.CalledProcessError):
        run(program, tmp_path)


def run(program: str, folder: Path) -> str:
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return told.stdout.strip()


def test_the_lists_of_manifest_fields_are_complete(ended: Path) -> None:
    fields = json.loads((ended / "manifest.json").read_text(encoding="utf-8"))
    section = DOCUMENT.split("## 2. ")[1].split("## 3. ")[0]
    named = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    told = re.findall(r"`(\w+)`", " ".join(named))
    assert sorted(told) == sorted([*fields, *fields["segments"][0]])


def table(title: str) -> list[str]:
    """Return the rows of the table whose first heading is `title`."""
    body = DOCUMENT.split(f"\n| {title} | ")[1].split("\n\n")[0]
    return body.splitlines()[2:]


def wire(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.VarTupleType):
        return f"[{wire(kind.item_type)}]"
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, inspect.UnionType):
        (present,) = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return f"{wire(present)}?"
    plain = {"Int": "int", "Float": "float", "Str": "str", "Bool": "bool", "Raw": "object"}
    return plain[type(kind).__name__.removesuffix("Type")]


def told_fields(struct: type[msgspec.Struct]) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    told = []
    for field in info.fields:
        default = "" if field.required else f" = {json.dumps(field.default)}"
        if field.name not in ("seq", "tick"):
            told.append(f"`{field.name}: {wire(field.type)}{default}`")
    return ", ".join(told)


def test_the_table_of_kinds_is_right() -> None:
    """After a change of the vocabulary, copy the rows pytest shows into the document."""
    expected = []
    for kind, struct in KINDS.items():
        families = [base for base in (Input, Outcome, Telemetry) if issubclass(struct, base)]
        (family,) = (base.__name__.lower() for base in families)
        expected.append(f"| `{kind}` | {family} | {told_fields(struct)} |")
    assert table("kind") == expected
    assert f"There are {len(KINDS)}." in DOCUMENT


def test_the_table_of_records_is_right() -> None:
    expected = [
        f"| `{struct.__name__}` | {told_fields(struct)} |"
        for struct in sorted(Line.__subclasses__(), key=lambda struct: struct.__name__)
        if struct.__module__.startswith("events.")
    ]
    assert table("record") == expected
