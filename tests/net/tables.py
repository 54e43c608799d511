"""Whole tables of real processes: one laptop of a room for each, greedy bots, the command line.

Nobody is told an address: the peers find each other by mDNS or announcement, play one game and
leave their records. What is in flight is read from their journals.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, read_body
from camelnet.protocol.wire.frames import Certified, Changed, LogLine, Parted
from camelnet.record.journal import Journal, Kept, NoJournal
from camelnet.record.record import read_record
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.verify import verify
from tests.net.netns import Room
from tests.patience import LONG_S, Patience, until, written
from tests.session.room import alike

ROOT = Path(__file__).resolve().parents[2]
SEATS = 4
TABLE = "Oasis"


class Laptop:
    """One peer's process and its files; it can be started again on the same profile."""

    def __init__(self, room: Room, number: int, folder: Path, *program: str) -> None:
        """`program`: a module that runs camelnet, and its own arguments; `paced` if left out."""
        self.number = number
        self.name = f"laptop {number}"
        self.records = folder / f"records-{number}"
        self.process: subprocess.Popen[Any]
        self._room = room
        self._folder = folder
        self._program = program or ("tests.net.paced", str(folder / "pace"))
        self._profile = folder / f"profile-{number}"
        self._words = folder / f"words-{number}"
        self._heard = 0  # of the words, those of earlier processes

    def start(self, *words: str) -> None:
        """Run a command of camelnet; bots think as `think` has said last."""
        command = [sys.executable, "-m", *self._program, *words]
        command += ["--profile", str(self._profile), "--record", str(self.records), "--once"]
        command += ["--name", self.name]
        self._heard = len(self.said())
        with self._words.open("ab") as file:
            self.process = self._room.popen(
                self.number,
                command,
                env={"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def said(self) -> str:
        return self._words.read_text(encoding="utf-8") if self._words.exists() else ""

    def wait_until_it_says(self, words: str, *, times: int = 1) -> None:
        """Wait for the process running now to say something so many times."""
        patience = Patience(lambda: written(self._folder))
        while self.said()[self._heard :].count(words) < times:
            assert self.process.poll() is None, f"it ended without {words!r}:\n{self.said()}"
            assert patience.lasts, f"it never said {words!r}:\n{self.said()}"
            time.sleep(0.02)

    def wait_until_the_end(self) -> None:
        until(
            lambda: self.process.poll() is not None,
            what=f"{self.name} does not end; its words are in {self._words}",
            moving=lambda: written(self._folder),
        )
        assert self.process.returncode == 0, self.said()

    def kept(self) -> Kept | None:
        """What its journal holds by now; None while there is none, or no more."""
        for path in (self._profile / "games").glob("*.journal"):
            try:
                return Journal.look(path)
            except (NoJournal, FileNotFoundError):  # being begun, or done this very moment
                continue
        return None

    def decided(self, record: Path | None = None) -> list[str]:
        """The notations of its journal's entries, or of its record's."""
        kept = None if record else self.kept()
        found = lines(record) if record else kept.lines if kept else ()
        return [notation_of(line) for line in found]

    @property
    def record(self) -> Path:
        """Its one record."""
        (path,) = self.records.iterdir()
        return path


def sit_down(room: Room, folder: Path, *words: str) -> list[Laptop]:
    """Greedy bots on their way to one table, which they find by themselves; `words` say what is
    played there."""
    laptops = [Laptop(room, number, folder) for number in range(room.size)]
    seats = ("--seats", str(room.size))
    laptops[0].start("host", "--table", TABLE, *seats, *words, "--level", "greedy")
    for laptop in laptops[1:]:
        laptop.start("join", "--table", TABLE, "--level", "greedy")
    return laptops


def think(folder: Path, seconds: float) -> None:
    """How long the bots of all laptops with files in `folder` think from now on."""
    draft = folder / "pace.new"
    draft.write_text(str(seconds), encoding="ascii")
    draft.rename(folder / "pace")


def wait_for(what: str, condition: Callable[[], bool], folder: Path) -> None:
    """Until it holds, or nothing is written in `folder` any more; a failure says what has never
    happened."""
    until(condition, what=f"never: {what}", moving=lambda: written(folder))


def lines(record: Path) -> list[LogLine]:
    return [frame for frame in read_record(record) if isinstance(frame, LogLine)]


def body_of(line: LogLine) -> bytes:
    """What a line says, without signatures and certificates."""
    match line:
        case Certified(body=body) | Parted(body=body):
            return body
        case Changed(offer=offer):
            return offer.change


def notation_of(line: LogLine) -> str:
    """What an entry of a log decides; "" for a line that is none."""
    return read_body(EntryBody, line.body).notation if isinstance(line, Certified) else ""


def entries(record: Path) -> list[bytes]:
    return [body_of(line) for line in lines(record)]


def changes(record: Path) -> list[ChangeBody]:
    """The changes of epoch, in order."""
    found = [line.offer.change for line in lines(record) if isinstance(line, Changed)]
    return [read_body(ChangeBody, change) for change in found]


def assert_all_agree(laptops: Sequence[Laptop]) -> Verdict:
    """All come to an end; every record verifies, and all tell the same game."""
    for laptop in laptops:
        laptop.wait_until_the_end()
    first = verify(laptops[0].record)
    for laptop in laptops:
        told = alike(verify(laptop.record))
        assert told == alike(first), f"{told}\nis not\n{alike(first)}"
        assert entries(laptop.record) == entries(laptops[0].record)
    assert len(set(first.keys)) == SEATS
    return first


def camelnet_verify(record: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "camelnet", "verify", str(record)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=False,
    )
