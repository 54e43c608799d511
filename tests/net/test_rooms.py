"""Network namespaces on a bridge: real interfaces that go down, cables that are pulled."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net import netns
from tests.net.netns import Room, require_namespaces
from tests.patience import STILL_S

ROOT = Path(__file__).parents[2]


class Guest:
    """A `tests.net.laptop` process on one laptop of the room; its lines are read by a thread."""

    def __init__(self, room: Room, laptop: int, *options: str) -> None:
        self.process = room.popen(
            laptop,
            [sys.executable, "-m", "tests.net.laptop", f"guest{laptop}", *options],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.seen: list[str] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))

    def expect(self, *lines: str) -> None:
        """Wait until each of `lines` has come since the last call; a failure shows what did."""
        missing = set(lines)
        while missing:
            try:
                line = self._lines.get(timeout=STILL_S)
            except queue.Empty:
                pytest.fail(f"never came: {sorted(missing)}; came: {self.seen}")
            self.seen.append(line)
            missing.discard(line)

    def next_word_after(self, word: str) -> str:
        """The rest of the next line that begins so."""
        line = self._lines.get(timeout=STILL_S)
        while not line.startswith(f"{word} "):
            line = self._lines.get(timeout=STILL_S)
        return line.removeprefix(f"{word} ")

    def type(self, line: str) -> None:
        """What a person types."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()


@contextlib.contextmanager
def started(room: Room, *options: str) -> Iterator[list[Guest]]:
    """A guest on each laptop of a room."""
    guests = [Guest(room, laptop, *options) for laptop in range(room.size)]
    try:
        yield guests
    finally:
        for guest in guests:
            guest.close()


@pytest.fixture
def guests() -> Iterator[tuple[Room, list[Guest]]]:
    """Three laptops that have all found each other, each at one address."""
    with Room(3) as room:
        for laptop in range(3):
            room.only_ipv4(laptop)
        with started(room) as three:
            for laptop, guest in enumerate(three):
                others = [other for other in range(3) if other != laptop]
                guest.expect(
                    *(f"found guest{other}" for other in others),
                    *(f"up {room.address(other)}" for other in others),
                    *(f"heard {room.address(other)} hello from guest{other}" for other in others),
                )
            yield room, three


@pytest.mark.slow
def test_an_interface_that_goes_down_and_comes_back_mends_by_itself(
    guests: tuple[Room, list[Guest]],
) -> None:
    room, (zero, one, two) = guests
    room.down(0)
    zero.expect("trouble No network is connected: only players on this computer can be found.")
    one.expect(f"down {room.address(0)}")
    two.expect(f"down {room.address(0)}")
    room.up(0)
    # Whether zero itself noticed the loss before the others were back is a matter of luck; that
    # they come back, and greet it on a new connection, is not.
    one.expect(f"up {room.address(0)}")
    two.expect(f"up {room.address(0)}")
    zero.expect("well", *(f"heard {room.address(n)} hello from guest{n}" for n in (1, 2)))


@pytest.mark.slow
def test_a_cable_pulled_at_the_laptop_is_said_and_the_word_goes_with_its_cause() -> None:
    with two_guests() as (room, zero, one):
        zero.expect(f"heard {room.address(1)} hello from guest1")
        room.unplug(0)
        zero.expect("trouble No network is connected: only players on this computer can be found.")
        room.plug(0)
        zero.expect("well")
        one.expect(f"heard {room.address(0)} hello from guest0")


@pytest.mark.slow
def test_a_laptop_that_changes_its_address_is_found_there(guests: tuple[Room, list[Guest]]) -> None:
    room, (zero, one, _) = guests
    room.readdress(1, None)
    one.expect("trouble No network is connected: only players on this computer can be found.")
    zero.expect(f"down {room.address(1)}")
    room.readdress(1, "10.77.0.77")
    one.expect("well")
    zero.expect("heard 10.77.0.77 hello from guest1")


@pytest.mark.slow
def test_a_pulled_cable_and_a_stopped_process_are_noticed_and_mend(
    guests: tuple[Room, list[Guest]],
) -> None:
    room, (zero, one, two) = guests
    room.cut(2)
    zero.expect(f"down {room.address(2)}")
    one.expect(f"down {room.address(2)}")
    two.expect(f"down {room.address(0)}", f"down {room.address(1)}")
    room.mend(2)
    zero.expect(f"heard {room.address(2)} hello from guest2")
    two.expect(f"heard {room.address(1)} hello from guest1")
    one.process.send_signal(signal.SIGSTOP)
    zero.expect(f"down {room.address(1)}")
    one.process.send_signal(signal.SIGCONT)
    zero.expect(f"heard {room.address(1)} hello from guest1")


@contextlib.contextmanager
def two_guests(*options: str, ipv6_only: bool = False) -> Iterator[tuple[Room, Guest, Guest]]:
    """Two laptops in a room that have not met yet."""
    with Room(2) as room:
        for laptop in range(2):
            if ipv6_only:
                room.link_local(laptop)
                room.only_ipv6(laptop)
            else:
                room.only_ipv4(laptop)
        with started(room, *options) as (zero, one):
            yield room, zero, one


@pytest.mark.slow
def test_a_cable_plugged_in_replaces_a_network_that_is_gone() -> None:
    with two_guests() as (room, zero, one):
        zero.expect(f"heard {room.address(1)} hello from guest1")
        one.expect(f"heard {room.address(0)} hello from guest0")
        room.plug_another(0, "10.77.0.99")
        room.readdress(0, None)  # as a Wi-Fi that is left behind
        # Who moved sees it at once; for the other one the new connection simply replaces the old.
        zero.expect(f"down {room.address(1)}", f"up {room.address(1)}")
        one.expect(f"heard {room.address(0)} hello from guest0")


@pytest.mark.slow
@pytest.mark.parametrize("way", ["--mdns-only", "--no-mdns"])
def test_laptops_without_ipv4_find_and_reach_each_other_by_link_local_addresses(way: str) -> None:
    with two_guests(way, ipv6_only=True) as (room, zero, one):
        for guest, number in ((zero, 1), (one, 0)):
            said = guest.next_word_after("heard")
            host, _space, words = said.partition(" ")
            assert host.split("%")[0] == room.link_local(number)
            assert host.count("%") == 1
            assert words == f"hello from guest{number}"


@pytest.mark.slow
def test_an_address_without_a_scope_typed_by_a_person_is_tried_on_every_interface() -> None:
    with two_guests("--alone", ipv6_only=True) as (room, zero, one):
        zero.type(f"{room.link_local(1)} {one.next_word_after('port')}")
        assert zero.next_word_after("heard").endswith(" hello from guest1")


def test_a_room_leaves_nothing_behind_even_after_a_failure() -> None:
    require_namespaces()

    def namespaces() -> list[str]:
        listed = subprocess.run(["ip", "netns"], capture_output=True, text=True, check=True)
        return [line for line in listed.stdout.splitlines() if line.startswith(f"cn{os.getpid()}")]

    processes: list[subprocess.Popen[bytes]] = []

    def accident() -> None:
        with Room(2) as room:
            assert len(namespaces()) == 3
            processes.extend(room.popen(laptop, ["sleep", "60"]) for laptop in range(2))
            processes[1].send_signal(signal.SIGSTOP)
            assert room.address(1) in room.run(1, ["ip", "-4", "addr"]).stdout
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        accident()
    assert namespaces() == []
    assert [process.returncode for process in processes] == [-signal.SIGKILL] * 2


def test_missing_rights_are_a_reason_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    netns.missing_rights.cache_clear()
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    try:
        assert "root" in netns.missing_rights() or "Linux" in netns.missing_rights()
    finally:
        netns.missing_rights.cache_clear()
