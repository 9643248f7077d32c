"""Does an archived episode hold? First its bytes, then its events by re-execution."""

from pathlib import Path

import msgspec

from events.errors import Diverged, LogError, WorldError
from events.log import MANIFEST, ChainReport, read_episode, verify_chain
from runs.record import Record
from runs.replay import CannotTell, executed, scenario_of
from runs.scenarios import MARKETPLACE


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What verifying found. `holds` is None where it cannot be told here."""

    holds: bool | None
    told: str
    events: int = 0
    chain_head: str = ""

    @property
    def exit_code(self) -> int:
        """0 holds, 1 does not, 2 cannot tell."""
        return 2 if self.holds is None else int(not self.holds)


def verify(folder: Path, *, world: Path | None = None, head: str | None = None) -> Verdict:
    """Check an episode's bytes and chain, then re-execute it and compare every event.

    Args:
        world: the tables it was played with; the embedded ones by default.
        head: a published chain head that this one must equal.
    """
    if not (folder / MANIFEST).is_file():
        return Verdict(holds=None, told=f"{folder}: there is no episode here ({MANIFEST} missing)")
    report = verify_chain(folder)
    if report.problem is not None:
        return Verdict(holds=False, told=report.problem, events=report.events)
    holds, told = _execution(folder, world, report, head)
    return Verdict(holds=holds, told=told, events=report.events, chain_head=report.head)


def _execution(
    folder: Path, world: Path | None, report: ChainReport, head: str | None
) -> tuple[bool | None, str]:
    if head is not None and report.head != head.strip().lower():
        return False, f"the chain ends in {report.head}, published is {head.strip().lower()}"
    try:
        record = Record(read_episode(folder))
        started = record.started()
        scenario = MARKETPLACE if started is None else scenario_of(started)
        _, tables = scenario.load(world)
        compared = executed(record, tables)
    except CannotTell as error:
        return None, f"the bytes hold ({report.events} events), but {error}"
    except WorldError as error:
        return None, f"the world cannot be read: {error}"
    except (Diverged, LogError) as error:
        return False, str(error)
    torn = f", after a torn tail of {report.torn} bytes" if report.torn else ""
    return True, f"{compared} events hold: chain, segments, manifest and re-execution agree{torn}"
