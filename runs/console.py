"""What a person sees on the terminal: a progress bar while a year is played, a summary after it."""

import json
import sys
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from events.episode import EpisodeStarted
from events.supermarket import DayReported
from ledger.money import to_yuan
from projections.frames import frame_of, log_frame
from projections.retail_baseline import SUPERMARKET
from projections.worth import NEEDED, Worth, balances, worth
from runs.archive import CTRL_C, Archived
from runs.tables import currency_of
from sim.world import World

BLOCKS: Final = "▁▂▃▄▅▆▇█"
CURVE_WIDTH: Final = 60


class YearProgress:
    """A progress bar over the days of an episode."""

    def __init__(
        self, scenario: str, agent: str, days: int, opening_balance: int, *, show: bool
    ) -> None:
        self._day = 0
        sign = currency_of(scenario)
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn(f"days  {sign}{{task.fields[assets]}}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            disable=not show,
        )
        opening = _amount(opening_balance)
        self._task = self._bar.add_task(agent, total=days, assets=opening)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def update(self, world: World[Any]) -> None:
        """Show how far a world is."""
        if world.day > self._day:
            self._day = world.day
            assets = _amount(world.state.book.assets)
            self._bar.update(self._task, completed=world.day, assets=assets)


def as_json(archived: Archived) -> dict[str, Any]:
    """Return an archived episode as one JSON object; money in its world's currency."""
    outcome = archived.outcome
    return {
        "episode": str(archived.folder),
        "status": archived.status,
        "reason": outcome.reason,
        "why": archived.why,
        "assets": to_yuan(outcome.assets),
        "bank": to_yuan(outcome.bank),
        "wallet": to_yuan(outcome.wallet),
        "escrow": to_yuan(outcome.escrow),
        "days": outcome.day,
        "turns": outcome.turns,
        "calls": outcome.calls,
        "events": archived.events,
        "chain_head": archived.chain_head,
    }


def told(archived: Archived, *, json_wanted: bool, show: bool) -> int:
    """Tell how an episode went, and return the exit code: 0 ended, 130 broken off, 1 by a fault."""
    if json_wanted:
        print(json.dumps(as_json(archived)))
    elif show:
        if archived.cut:
            print(f"a torn commit of {archived.cut} bytes was cut off; nothing committed was lost")
        show_summary(archived)
    if archived.status == "ended":
        return 0
    if archived.why == CTRL_C:
        return 130
    again = f"shopyear resume {archived.folder}"
    print(f"shopyear: interrupted: {archived.why}\ngo on with: {again}", file=sys.stderr)
    return 1


def show_summary(archived: Archived) -> None:
    """Print how an archived episode went, as its log tells it."""
    console = Console()
    log = log_frame(archived.folder, *NEEDED)
    is_store = frame_of(log, EpisodeStarted)["scenario"].to_list() == [SUPERMARKET]
    days = (frame_of(log, DayReported) if is_store else balances(log)).to_dicts()
    ended = worth(log)
    if ended is None:
        console.print(f"Broken off after {len(days)} mornings; what happened is in", end=" ")
        console.print(str(archived.folder), style="bold", highlight=False)
        return
    rows = {
        "ended": f"day {ended.last_day}, {ended.reason}",
        **(_of_store(days) if is_store else _of_market(ended, days)),
        "turns, calls": f"{archived.outcome.turns:,}, {archived.outcome.calls:,}",
        "events": f"{archived.events:,}",
        "chain head": archived.chain_head,
        "archived in": str(archived.folder),
    }
    print_rows(rows)
    if days:
        name, what = ("net_worth", "net worth") if is_store else ("assets", "assets")
        course = curve([day[name] for day in days])
        console.print(f"{what} by day  {course}", highlight=False)


def _of_market(ended: Worth, days: list[dict[str, Any]]) -> dict[str, str]:
    last = days[-1]
    return {
        "assets": f"¥{_amount(ended.assets)}{_multiple(ended.multiplier)}",
        "bank, wallet": f"¥{_amount(last['bank'])}, ¥{_amount(last['wallet'])}",
    }


def _of_store(days: list[dict[str, Any]]) -> dict[str, str]:
    if not days:
        return {}
    bank, net_worth = days[-1]["bank"], days[-1]["net_worth"]
    return {
        "net worth": _amount(net_worth),
        "bank, goods": f"{_amount(bank)}, {_amount(net_worth - bank)}",
        "units sold": f"{sum(day['sold'] for day in days):,}",
    }


def curve(values: list[int]) -> str:
    """Return a series as a row of block characters, lowest to highest."""
    step = max(1, len(values) / CURVE_WIDTH)
    picked = [values[min(len(values) - 1, int(i * step))] for i in range(int(len(values) / step))]
    low, high = min(picked), max(picked)
    span = max(1, high - low)
    return "".join(BLOCKS[(value - low) * (len(BLOCKS) - 1) // span] for value in picked)


def print_rows(rows: dict[str, str]) -> None:
    """Print names and values, one pair a line."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    for name, value in rows.items():
        table.add_row(name, value)
    Console().print(table)


def _multiple(multiplier: float | None) -> str:
    return "" if multiplier is None else f"  ({multiplier:.2f} x the opening balance)"


def _amount(micro: int) -> str:
    return f"{to_yuan(micro):,.2f}"
