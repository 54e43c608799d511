"""Whole tables of real processes, one laptop each: four network namespaces on a bridge.

Nobody is told an address: the peers find each other by mDNS, play one game of greedy bots through
the command line, and leave their records.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from camelnet.protocol.messages import Certified
from camelnet.record.record import read_record
from camelnet.session.verify import BadRecord, verify
from tests.net.netns import Room, require_namespaces

ROOT = Path(__file__).resolve().parents[2]
SEATS = 4
PATIENCE_S = 100.0
SEED = 20140601

pytestmark = pytest.mark.timeout(3 * PATIENCE_S)


class Laptop:
    """One peer's process and its files; it can be started again on the same profile."""

    def __init__(self, room: Room, number: int, folder: Path) -> None:
        self._room = room
        self._number = number
        self._profile = folder / f"profile-{number}"
        self._words = folder / f"words-{number}"
        self._heard = 0  # of the words, those of earlier processes
        self.records = folder / f"records-{number}"
        self.process: subprocess.Popen[Any]

    def start(self, *words: str) -> None:
        command = [sys.executable, "-m", "camelnet", *words]
        command += ["--profile", str(self._profile), "--record", str(self.records), "--once"]
        command += ["--name", f"laptop {self._number}"]
        self._heard = len(self.said())
        with self._words.open("ab") as file:
            self.process = self._room.popen(
                self._number,
                command,
                env={"PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        return self._words.read_text(encoding="utf-8") if self._words.exists() else ""

    def wait_until_it_says(self, words: str, *, times: int = 1) -> None:
        """Wait for the process running now to say something so many times."""
        end_s = time.monotonic() + PATIENCE_S
        while self.said()[self._heard :].count(words) < times:
            assert self.process.poll() is None, f"it ended without {words!r}:\n{self.said()}"
            assert time.monotonic() < end_s, f"it never said {words!r}:\n{self.said()}"
            time.sleep(0.02)

    def wait_until_the_end(self) -> None:
        try:
            code = self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            pytest.fail(f"laptop {self._number} does not end; it said\n{self.said()}")
        assert code == 0, self.said()

    @property
    def record(self) -> Path:
        """Its one record."""
        (path,) = self.records.iterdir()
        return path


@pytest.fixture
def room() -> Iterator[Room]:
    require_namespaces()
    with Room(SEATS) as made:
        yield made


@pytest.fixture
def laptops(room: Room, tmp_path: Path) -> list[Laptop]:
    """Four greedy bots on their way to one table, which they find by themselves."""
    made = [Laptop(room, number, tmp_path) for number in range(SEATS)]
    made[0].start("host", "--table", "Oasis", "--seats", str(SEATS), "--level", "greedy")
    for laptop in made[1:]:
        laptop.start("join", "--table", "Oasis", "--level", "greedy")
    return made


def entries(record: Path) -> list[bytes]:
    """The bodies of a record's entries, without signatures and certificates."""
    return [frame.body for frame in read_record(record) if isinstance(frame, Certified)]


def assert_all_agree(laptops: list[Laptop]) -> None:
    """Every record verifies by the command line, and all tell the same game."""
    for laptop in laptops:
        laptop.wait_until_the_end()
    first = verify(laptops[0].record)
    for laptop in laptops:
        assert verify(laptop.record) == first
        assert entries(laptop.record) == entries(laptops[0].record)
    assert len(set(first.keys)) == SEATS


def camelnet_verify(record: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "camelnet", "verify", str(record)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_an_undisturbed_game_leaves_four_identical_records_that_verify(
    laptops: list[Laptop], tmp_path: Path
) -> None:
    assert_all_agree(laptops)
    (record,) = {laptop.record.read_bytes() for laptop in laptops}
    accepted = camelnet_verify(laptops[3].record)
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr

    # Any byte changed is found. The protocol's tests change every one; here it is the first, the
    # last and some between, each by one bit, with the index it belongs to.
    chance = random.Random(SEED)
    places = [0, len(record) - 1, *chance.sample(range(1, len(record) - 1), 40)]
    changed = tmp_path / "changed"
    for place in places:
        damaged = bytearray(record)
        damaged[place] ^= 1 << chance.randrange(8)
        changed.write_bytes(damaged)
        with pytest.raises(BadRecord) as refusal:
            verify(changed)
        assert 0 <= refusal.value.index <= len(entries(laptops[0].record)), (SEED, place)
        if place in (0, len(record) - 1):
            refused = camelnet_verify(changed)
            assert refused.returncode == 1
            assert f"index {refusal.value.index}" in refused.stderr
            assert "Traceback" not in refused.stderr


def test_a_table_waits_for_a_laptop_that_sleeps_and_goes_on_with_it(laptops: list[Laptop]) -> None:
    sleeper, *others = laptops[2], laptops[0], laptops[1], laptops[3]
    sleeper.wait_until_it_says("The game begins.")
    sleeper.process.send_signal(signal.SIGSTOP)
    # Everybody names it, and nobody ends the game without it.
    for other in others:
        other.wait_until_it_says("laptop 2 is silent.")
        assert other.process.poll() is None
    sleeper.process.send_signal(signal.SIGCONT)
    assert_all_agree(laptops)


@pytest.mark.parametrize("number", [0, 3], ids=["the host", "a guest"])
def test_a_killed_peer_resumes_and_the_game_ends(laptops: list[Laptop], number: int) -> None:
    victim = laptops[number]
    victim.wait_until_it_says("The game begins.")
    # In the middle of the game, wherever that is; what was promised is on the disk.
    victim.wait_until_it_says(" rolled ", times=3)
    victim.process.kill()
    victim.process.wait()
    laptops[1].wait_until_it_says(f"laptop {number} is silent.")
    victim.start("resume")
    assert_all_agree(laptops)


def test_all_peers_killed_at_once_resume_and_the_game_ends(laptops: list[Laptop]) -> None:
    laptops[1].wait_until_it_says(" rolled ", times=5)
    for laptop in laptops:
        laptop.process.kill()
    for laptop in laptops:
        laptop.process.wait()
        laptop.start("resume")
    assert_all_agree(laptops)
