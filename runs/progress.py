"""How far long work is, on the terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def track(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Show progress of counted work; yields a function that is told how much is done."""
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def counting(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show progress on a terminal, until it is over; yields a function told (done, all)."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
