"""Goal: the exported books are exact, and a program that is not ours finds them in order.

Method: export the episode of every golden trace, let the real bean-check judge it, and compare what
Beancount adds up with the book folded from the log; then spoil single micro-yuan and balances.
"""

import argparse
import csv
import io
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from itertools import islice
from pathlib import Path

import msgspec
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import LogError, UnknownKind
from events.log import Row, read_episode
from ledger.accounts import ALL, ASSETS
from ledger.book import Book
from ledger.money import YUAN
from ledger.postings import POSTINGS, legs
from projections import books
from projections.frames import log_frame
from projections.worth import NEEDED, balances
from runs import books_cli
from runs.archive import load

GOLDEN = Path(__file__).parent.parent / "golden"
TRACES = sorted(path.name.split(".")[0] for path in (GOLDEN / "traces").glob("*.gz"))
BEAN_CHECK = Path(sys.executable).parent / "bean-check"
SMALL = "pet-quarter"


def bean_check(text: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    if not BEAN_CHECK.exists():
        pytest.skip(f"bean-check is not installed ({BEAN_CHECK}): pip install beancount")
    path = tmp_path / "books.beancount"
    path.write_text(text, encoding="utf-8")
    command = [BEAN_CHECK, "--no-cache", path]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def exported(folder: Path) -> str:
    target = io.StringIO()
    books.write_beancount(folder, target)
    return target.getvalue()


def folded(folder: Path) -> Book:
    book = Book()
    for event in load(folder):
        book.post(legs(event))
    return book


@pytest.fixture(scope="module")
def episode(archived) -> Path:
    return archived(SMALL)


@pytest.fixture
def rewritten(monkeypatch, episode) -> Callable[[list[Row]], None]:
    """Have the books read these rows instead of the episode's."""
    return lambda rows: monkeypatch.setattr(books, "read_episode", lambda _folder: iter(rows))


@pytest.mark.parametrize("name", TRACES)
def test_bean_check_passes_and_beancount_adds_up_to_the_same(name, archived, tmp_path):
    folder = archived(name)
    text = exported(folder)
    told = bean_check(text, tmp_path)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
    loader = pytest.importorskip("beancount.loader")
    from beancount.core import data, realization

    entries, errors, _ = loader.load_file(str(tmp_path / "books.beancount"))
    assert errors == []
    root, book = realization.realize(entries), folded(folder)
    for account, place in books.BEANCOUNT.items():
        units = realization.get(root, place).balance.get_currency_units("CNY")
        assert units.number * YUAN == book[account], place
    seqs = [int(each.meta["seq"]) for each in entries if isinstance(each, data.Transaction)]
    assert sorted(seqs) == [event.seq for event in load(folder) if any(m for _, m in legs(event))]
    days = len({row.tick // (16 * 1440) for row in read_episode(folder)})
    assert sum(isinstance(each, data.Balance) for each in entries) == len(ALL) * days


AMOUNT = re.compile(r"(?<=  )-?\d+\.\d{6}(?=( ~ 0)? CNY$)")


def lines_of(text: str, balance: bool) -> tuple[list[str], list[int]]:
    """Return a file's lines and the places of its assertions, or of its postings."""
    lines = text.splitlines()
    amounts = [place for place, line in enumerate(lines) if AMOUNT.search(line)]
    return lines, [place for place in amounts if (" balance " in lines[place]) is balance]


def nudged(line: str, micro: int) -> str:
    return AMOUNT.sub(lambda found: f"{Decimal(found[0]) + Decimal(micro).scaleb(-6):.6f}", line)


@pytest.mark.parametrize("balance", [False, True], ids=["posting", "assertion"])
@pytest.mark.parametrize("part", [0.0, 0.37, 0.81, 1.0])
@pytest.mark.parametrize("micro", [1, -1])
def test_a_single_micro_yuan_makes_bean_check_fail(episode, tmp_path, balance, part, micro):
    lines, places = lines_of(exported(episode), balance)
    place = places[round(part * (len(places) - 1))]
    lines[place] = nudged(lines[place], micro)
    told = bean_check("\n".join(lines), tmp_path)
    assert told.returncode == 1
    assert ("Balance failed" if balance else "does not balance") in told.stderr


def test_a_micro_yuan_moved_between_two_accounts_makes_the_next_assertions_fail(episode, tmp_path):
    lines, places = lines_of(exported(episode), balance=False)
    firsts = [place for place in places if "time:" in lines[place - 1]]
    place = firsts[len(firsts) // 2]
    lines[place], lines[place + 1] = nudged(lines[place], 1), nudged(lines[place + 1], -1)
    told = bean_check("\n".join(lines), tmp_path)
    assert told.returncode == 1
    assert "Balance failed" in told.stderr
    assert "does not balance" not in told.stderr


def test_an_unfinished_episode_and_awkward_names_pass_too(episode, tmp_path, rewritten):
    supplier = 'A "B" \\ C\n2026-01-01 open Assets:Bank\x00\u2028 D; é 猫 #tag'
    rows = []
    for row in islice(read_episode(episode), 400):
        payload = msgspec.json.decode(row.payload)
        if row.kind == "order.placed":
            payload["supplier"] = supplier
            row = msgspec.structs.replace(row, payload=msgspec.json.encode(payload))
        rows.append(row)
    rewritten(rows)
    told = [posting.narration for posting in books.postings(episode)]
    assert any(supplier in narration for narration in told)
    text = exported(episode)
    assert 'A \\"B\\" \\\\ C 2026-01-01 open Assets:Bank  D; é 猫 #tag' in text
    found = bean_check(text, tmp_path)
    assert (found.returncode, found.stderr) == (0, "")


def test_postings_say_when_and_what(episode):
    found = list(books.postings(episode))
    first = found[0]
    assert first == (1, 7680, 0, "2026-01-01", "08:00", "episode.started", "Opening capital",
        (("capital", -100_000_000_000), ("bank", 100_000_000_000)))  # fmt: skip
    assert [posting.seq for posting in found] == sorted({posting.seq for posting in found})
    assert all(sum(amount for _, amount in posting.legs) == 0 for posting in found)
    assert all(amount for posting in found for _, amount in posting.legs)
    assert len({posting.narration for posting in found if posting.kind == "shipment.sent"}) > 1


def test_balances_by_morning_are_the_running_book_and_the_logs_own_figures(episode):
    mornings = list(books.balances_by_morning(episode))
    stated = balances(log_frame(episode, *NEEDED))[:-1]
    assert [morning.day for morning in mornings] == stated["day"].to_list()
    for account in ASSETS:
        assert [each.balances[account] for each in mornings] == stated[account].to_list()
    assert all(sum(morning.balances.values()) == 0 for morning in mornings)
    closes = [each for each in books.entries(episode) if isinstance(each, books.Close)]
    assert [close.day for close in closes] == list(range(len(closes)))
    assert closes[-1].balances == folded(episode).balances


def test_csv_and_parquet_hold_the_same_and_sum_to_the_book(episode, tmp_path):
    text, path = io.StringIO(), tmp_path / "books.parquet"
    books.write_csv(episode, text)
    books.write_parquet(episode, path)
    lines = list(csv.reader(io.StringIO(text.getvalue())))
    frame = pl.read_parquet(path)
    assert tuple(lines[0]) == tuple(frame.columns) == books.COLUMNS
    assert [tuple(map(str, row)) for row in frame.iter_rows()] == [tuple(row) for row in lines[1:]]
    assert frame["amount_micro"].dtype == frame["balance_micro"].dtype == pl.Int64
    assert frame["date"].dtype == pl.Date
    book = folded(episode)
    for account in ALL:
        mine = frame.filter(account=account)
        assert mine["amount_micro"].sum() == book[account]
        assert mine["amount_micro"].cum_sum().to_list() == mine["balance_micro"].to_list()


@given(st.integers(-(2**63), 2**63 - 1) | st.integers(-3 * YUAN, 3 * YUAN))
def test_micro_yuan_survive_the_way_through_text(micro):
    text = books.yuan_text(micro)
    assert Decimal(text) * YUAN == micro
    assert len(text.split(".")[1]) == 6
    assert text != "-0.000000"


@pytest.mark.parametrize("kind", ["solvency.tested", "day.closed", "episode.ended"])
def test_books_that_disagree_with_the_log_are_refused(episode, rewritten, kind):
    rows = list(read_episode(episode))
    place = max(place for place, row in enumerate(rows) if row.kind == kind)
    payload = msgspec.json.decode(rows[place].payload)
    payload["bank"] += 1
    rows[place] = msgspec.structs.replace(rows[place], payload=msgspec.json.encode(payload))
    rewritten(rows)
    with pytest.raises(LogError, match=rf"event {rows[place].seq}, {kind}: bank is stated as"):
        exported(episode)


def test_a_log_that_no_books_can_be_made_of_is_refused(episode, rewritten):
    rows = list(islice(read_episode(episode), 40))
    for wrong in ([], rows[1:]):
        rewritten(wrong)
        with pytest.raises(LogError, match=r"no books before an episode\.started"):
            exported(episode)
    rewritten([*rows, msgspec.structs.replace(rows[-1], kind="tax.paid")])
    with pytest.raises(UnknownKind, match=r"tax\.paid"):
        exported(episode)
    rewritten([rows[0], msgspec.structs.replace(rows[1], tick=10**6), rows[2]])
    with pytest.raises(LogError, match="on day 0, but day 43 had begun"):
        exported(episode)


def test_every_account_and_every_posting_has_a_name():
    assert set(books.BEANCOUNT) == set(ALL)
    assert len(set(books.BEANCOUNT.values())) == len(ALL) == 16
    assert books.NARRATIONS.keys() == POSTINGS.keys()


def ledger(*options: object) -> int:
    top = argparse.ArgumentParser()
    books_cli.add(top.add_subparsers())
    arguments = top.parse_args(["ledger", *map(str, options)])
    return arguments.command(arguments)


def test_the_command_prints_or_writes_the_books(episode, tmp_path, capsys):
    for name in ("beancount", "csv", "parquet"):
        assert ledger(episode, "--format", name, "-o", tmp_path / name) == 0
        if name != "parquet":
            assert ledger(episode, "--format", name) == 0
            assert capsys.readouterr().out == (tmp_path / name).read_text()
    assert pl.read_parquet(tmp_path / "parquet").height > 0
    assert {path.name for path in tmp_path.iterdir()} == {"beancount", "csv", "parquet"}


def test_the_command_leaves_nothing_half_written(episode, tmp_path, rewritten, capsys):
    with pytest.raises(SystemExit) as stopped:
        ledger(episode, "--format", "parquet")
    assert stopped.value.code == 2
    assert "needs -o FILE" in capsys.readouterr().err
    rewritten([*islice(read_episode(episode), 40), *islice(read_episode(episode), 1)])
    kept = tmp_path / "books"
    kept.write_text("before")
    for name in ("beancount", "csv", "parquet"):
        with pytest.raises(LogError):
            ledger(episode, "--format", name, "-o", kept)
    assert [path.name for path in tmp_path.iterdir()] == ["books"]
    assert kept.read_text() == "before"
