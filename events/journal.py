"""The journal: the open end of the log, a file of JSON lines to which whole commits are appended.

Lines end in b"\\n" and are split on nothing else. An event's line is its payload; a commit is its
events' lines followed by its closing line, and is written by one `write`:

    {"kind":"units.sold","seq":41,"tick":7684,...}
    {"kind":"day.closed","seq":42,"tick":7692,...}
    {"commit":9,"events":2,"seq":42,"chain":"5f0c..."}

`commit` counts from 1 through the whole episode, `seq` is the commit's last event, `chain` the head
after it (see `events.codec`). The first line of the file, the *anchor*, is a closing line with no
events: it repeats the commit, seq and head that came before this journal.

After a crash the file may end inside a commit. Those bytes are the *torn tail*: some whole event
lines and part of a line, but no closing line. Reading reports their number; they never count as
events. Anything else that does not fit is damage and raises. The reader rebuilds each closing line
from what it has read and compares bytes, so no flipped bit in it can pass either.

To come: resuming cuts the torn tail off and opens the file for appending (`Journal` needs only the
descriptor, the size and the last commit); one writer at a time is ensured by a lock on the folder.
"""

import contextlib
import os
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from events.codec import GENESIS, link, link_lines, read_header
from events.durability import Flusher, flush
from events.errors import BrokenChain, LogError

_CLOSING = b'{"commit":'
_PAYLOAD = b'{"kind":'


class Commit(msgspec.Struct, frozen=True, gc=False):
    """Where the log stands after a commit: its number, its last event, the head of the chain."""

    number: int = 0
    seq: int = 0
    head: bytes = GENESIS


START: Final = Commit()
"""Before the first commit."""


class Record(msgspec.Struct, frozen=True):
    """One commit as read back."""

    commit: Commit
    payloads: list[bytes]
    end: int
    """Bytes from the start of the file to the end of the closing line."""


class JournalContent(msgspec.Struct, frozen=True):
    """Everything a journal holds."""

    anchor: Commit | None
    """The commit before this journal; None if not even its first line is whole."""
    records: list[Record]
    torn: int
    """Length of the torn tail in bytes."""


class Journal:
    """An open journal.

    Each `append` leaves the file with one more whole commit or, after an error, as it was; after
    an error the journal is broken and refuses everything but `close`, until it is opened again.
    """

    def __init__(self, path: Path, fd: int, size: int, last: Commit) -> None:
        self.path = path
        self.size = size
        """Bytes of whole commits, anchor included."""
        self.last = last
        self._fd = fd
        self._fault: str | None = None
        self._flusher = Flusher(fd)

    @classmethod
    def create(cls, path: Path, anchor: Commit = START) -> "Journal":
        """Start an empty journal after `anchor`; its name is durable on return.

        Raises:
            LogError: the file exists or cannot be written.
        """
        try:
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
        except OSError as error:
            raise LogError(f"{path}: cannot start the journal: {error.strerror}") from error
        journal = cls(path, fd, 0, anchor)
        try:
            journal._write(_closing_line(anchor, events=0))
            journal.sync()
            sync_folder(path.parent)
        except BaseException as error:
            with contextlib.suppress(OSError, LogError):
                journal.close()
                path.unlink()
            if isinstance(error, OSError):
                raise LogError(f"{path}: cannot start the journal: {error}") from error
            raise
        return journal

    @classmethod
    def reopen(cls, path: Path, content: JournalContent) -> "Journal":
        """Open a journal that was read as `content` to go on after its last whole commit.

        Raises:
            LogError: the file cannot be opened or its torn tail not be cut off.
        """
        assert content.anchor is not None
        last, size = content.anchor, len(_closing_line(content.anchor, events=0))
        if content.records:
            last, size = content.records[-1].commit, content.records[-1].end
        try:
            fd = os.open(path, os.O_WRONLY | os.O_APPEND)
            os.ftruncate(fd, size)
            flush(fd)
        except OSError as error:
            raise LogError(f"{path}: cannot open the journal: {error.strerror}") from error
        return cls(path, fd, size, last)

    def append(self, lines: bytes, last_seq: int) -> None:
        """Write one commit; it is handed to the operating system, not yet durable (see `sync`).

        Args:
            lines: the payloads after the last commit, as `encode_lines` gives them.
            last_seq: the seq of the last one.

        Raises:
            ValueError: the lines are not payloads.
            LogError: it could not be written whole (disk full, i/o error, read-only file system).
        """
        if not lines.startswith(_PAYLOAD) or not lines.endswith(b"}\n"):
            raise ValueError("a commit is one or more payloads, each followed by a line end")
        events = last_seq - self.last.seq
        commit = Commit(self.last.number + 1, last_seq, link_lines(self.last.head, lines))
        self._write(lines + _closing_line(commit, events))
        self.last = commit

    def _write(self, block: bytes) -> None:
        self._refuse_if_broken()
        try:
            written = os.write(self._fd, block)
            while written < len(block):
                more = os.write(self._fd, memoryview(block)[written:])
                if more <= 0:
                    raise OSError(0, "the file takes no more bytes")
                written += more
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, self.size)
            self._break(error, "cannot append")
        self.size += len(block)

    def sync(self) -> None:
        """Make all commits so far durable (fdatasync).

        Raises:
            LogError: the disk refused. What it holds then is unknown until it is read again.
        """
        self._refuse_if_broken()
        try:
            flush(self._fd)
        except BaseException as error:
            self._break(error, "cannot make durable")

    def sync_soon(self) -> None:
        """Have all commits so far made durable in the background; `close` waits for it.

        Raises:
            LogError: the disk refused an earlier request.
        """
        self._refuse_if_broken()
        self._flusher.ask()

    def _refuse_if_broken(self) -> None:
        if self._fault is not None:
            raise LogError(self._fault)
        if self._flusher.fault is not None:
            self._break(self._flusher.fault, "cannot make durable")

    def _break(self, error: BaseException, what: str) -> NoReturn:
        last = self.last
        self._fault = f"{self.path}: {what} after commit {last.number} (event {last.seq}): {error}"
        if isinstance(error, OSError):
            raise LogError(self._fault) from error
        raise error

    def close(self) -> None:
        """Close the file, with no more syncing than was asked for; closing twice is fine.

        Raises:
            LogError: the disk refused to make something durable, or the system reports that
                something written earlier was lost.
        """
        if self._fd < 0:
            return
        self._flusher.settle()
        fd, self._fd = self._fd, -1
        broken, self._fault = self._fault, self._fault or f"{self.path}: the journal is closed"
        try:
            os.close(fd)
        except OSError as error:
            raise LogError(f"{self.path}: cannot close the journal: {error}") from error
        if self._flusher.fault is not None and broken is None:
            self._break(self._flusher.fault, "cannot make durable")


def _closing_line(commit: Commit, events: int) -> bytes:
    return b'{"commit":%d,"events":%d,"seq":%d,"chain":"%b"}\n' % (
        commit.number,
        events,
        commit.seq,
        commit.head.hex().encode(),
    )


def read_journal(path: Path) -> JournalContent:
    """Read and check a journal; writes nothing. A missing file is an empty journal.

    Raises:
        BrokenChain: a commit does not hash to its closing line, or the tail holds a whole line
            that is not the next event.
        LogError: the file cannot be read or does not begin with an anchor.
    """
    content, fault = scan_journal(path)
    if fault is not None:
        raise fault
    return content


def scan_journal(path: Path) -> tuple[JournalContent, LogError | None]:
    """Read a journal as far as it is sound; return that part and what is wrong after it."""
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return JournalContent(None, [], 0), None
    except OSError as error:
        fault = LogError(f"{path}: cannot read the journal: {error.strerror}")
        return JournalContent(None, [], 0), fault
    if not lines:
        return JournalContent(None, [], len(rest)), None
    records: list[Record] = []
    payloads: list[bytes] = []
    anchor, pending = None, 0
    try:
        anchor = last = _read_anchor(path, lines[0])
        end = len(lines[0]) + 1
        for line in lines[1:]:
            pending += len(line) + 1
            if not line.startswith(_CLOSING):
                payloads.append(line)
                continue
            last = _check_commit(path, last, payloads, line)
            end += pending
            records.append(Record(last, payloads, end))
            payloads, pending = [], 0
        _check_tail(path, last, payloads, rest)
    except LogError as fault:
        return JournalContent(anchor, records, 0), fault
    return JournalContent(anchor, records, pending + len(rest)), None


def _read_anchor(path: Path, line: bytes) -> Commit:
    try:
        fields = msgspec.json.decode(line, type=dict[str, int | str])
        commit = Commit(
            int(fields["commit"]), int(fields["seq"]), bytes.fromhex(str(fields["chain"]))
        )
    except (msgspec.DecodeError, KeyError, ValueError) as error:
        raise LogError(f"{path}: the first line is no anchor: {line[:80]!r}") from error
    if line + b"\n" != _closing_line(commit, events=0):
        raise LogError(f"{path}: the first line is no anchor: {line[:80]!r}")
    return commit


def _check_commit(path: Path, last: Commit, payloads: list[bytes], line: bytes) -> Commit:
    number, seq = last.number + 1, last.seq + len(payloads)
    commit = Commit(number, seq, link(last.head, payloads))
    expected = _closing_line(commit, len(payloads)).removesuffix(b"\n")
    if line != expected or not payloads:
        raise BrokenChain(
            f"{path}: commit {number} (events {last.seq + 1} to {seq}): "
            f"expected {expected.decode()}, found {line[:200].decode(errors='replace')}"
        )
    return commit


def _check_tail(path: Path, last: Commit, payloads: list[bytes], rest: bytes) -> None:
    # A torn write leaves a prefix of what was written, so its whole lines are the next events. A
    # line that is not one was damaged, and dropping it could drop a commit that was durable.
    for seq, payload in enumerate(payloads, last.seq + 1):
        try:
            found = read_header(payload).seq
        except LogError as error:
            raise BrokenChain(f"{path}: after commit {last.number}: {error}") from error
        if found != seq:
            raise BrokenChain(
                f"{path}: after commit {last.number}: expected event {seq}, found {found}"
            )
    if rest.startswith(_CLOSING):
        commit = Commit(last.number + 1, last.seq + len(payloads), link(last.head, payloads))
        if not _closing_line(commit, len(payloads))[:-1].startswith(rest):
            raise BrokenChain(f"{path}: after commit {last.number}: a damaged closing line")


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in place so that a crash leaves the old one or the new one, whole.

    Temporary file in the same folder, write, fsync, rename, fsync of the folder.

    Raises:
        LogError: it could not be written; the old file, if any, is untouched.
    """
    temporary = path.with_name(path.name + ".tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
        sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise LogError(f"{path}: cannot write: {error}") from error
        raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable (fsync)."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
