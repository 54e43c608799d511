"""Behind the end of a game, and at a table that was left: nothing reaches closed files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from camelnet.protocol.wire.bodies import (
    EntryBody,
    WantBody,
    ack_for,
    body_bytes,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Certified,
    Equivocation,
    Frame,
    Head,
    Proposal,
    SignedStatement,
    Want,
    frame_bytes,
    read_frame,
)
from camelnet.session.table.seated_table import OPEN_MS, SeatedTable
from tests.net.memory import MemoryTransport
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room

LIAR = 2


def ended(room: MakeRoom, *levels: str, seed: int = 0) -> Room:
    table = room(*levels, seed=seed).seat_all()
    table.play_to_the_end()
    table.run(1000)
    assert all(guest.seat.replica.retired for guest in table.guests)
    return table


def last_line(guest: Guest) -> tuple[Certified, EntryBody]:
    line = next(
        line for line in reversed(guest.seat.log.chain.lines) if isinstance(line, Certified)
    )
    return line, read_body(EntryBody, line.body)


def another_ack(liar: Guest) -> Ack:
    """Of the last entry, with a position that nobody has."""
    line, entry = last_line(liar)
    body = ack_for(entry, entry_hash(line.body), bytes(32), liar.seat.seat, b"")
    return Ack(body, liar.profile.signer.sign(body))


def another_entry(liar: Guest) -> Proposal:
    _, entry = last_line(liar)
    body = body_bytes(replace(entry, seat=liar.seat.seat, notation="end of all"))
    return Proposal(body, liar.profile.signer.sign(body))


def proof(liar: Guest) -> Equivocation:
    """Two acknowledgements of one place."""
    _, entry = last_line(liar)
    seat = liar.seat.seat
    bodies = [ack_for(entry, bytes([number] * 32), bytes(32), seat, b"") for number in (1, 2)]
    statements = tuple(SignedStatement(body, liar.profile.signer.sign(body)) for body in bodies)
    return Equivocation(liar.seat.id, seat, statements)


def want(liar: Guest) -> Want:
    log = liar.seat.log
    body = body_bytes(
        WantBody("camelnet/want/1", log.game, 0, log.index, liar.seat.seat, 0, True, "asked")
    )
    return Want(body, liar.profile.signer.sign(body))


SAID: tuple[Callable[[Guest], Frame], ...] = (another_ack, another_entry, proof, want)


@pytest.mark.parametrize("said", SAID)
def test_nothing_that_a_seat_says_behind_the_end_reaches_anybodys_journal(
    room: MakeRoom, said: Callable[[Guest], Frame]
) -> None:
    table = ended(room, "", "greedy", "")
    liar = table.guests[LIAR]
    payload = frame_bytes(said(liar))
    before = [guest.record() for guest in table.guests]
    for away in (False, True):
        for guest in table.guests[:LIAR]:
            guest.peer.received(liar.key, payload)
            guest.peer.tick()
            assert not guest.notices()
        if not away:
            for guest in table.guests[:LIAR]:
                guest.peer.stand()  # the game is over, and waits among the past ones
    assert [guest.record() for guest in table.guests] == before


@pytest.mark.slow
def test_a_table_that_was_left_while_a_part_is_judged_takes_it_no_more(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts overtake the acknowledgements of the entries before them; the executor comes back when
    the files are closed."""
    table = room("", "", "", game="cards", seed=1).seat_all()
    leaver = table.guests[0]
    send, lost = table.network._send, set[bytes]()

    def late(sender: MemoryTransport, key: bytes, payload: bytes) -> bool:
        """Acknowledgements reach who will leave only when they are said again."""
        if key == leaver.key and payload not in lost and isinstance(read_frame(payload), Ack):
            lost.add(payload)
            return True
        return send(sender, key, payload)

    monkeypatch.setattr(table.network, "_send", late)
    judged: list[Callable[[], None]] = []
    seat = leaver.seat
    seat._executor = Later(judged)

    table.play_until(lambda: bool(judged))  # a part came before its place was free
    index = seat.log.index
    leaver.peer.stand()
    for done in judged:
        done()
    assert seat.log.index == index
    assert not leaver.notices()


class Later:
    """An executor whose results come when the test says so."""

    def __init__(self, done: list[Callable[[], None]]) -> None:
        self._done = done

    def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
        job()
        self._done.append(done)


def test_a_seat_that_says_for_ever_that_it_is_behind_holds_up_nobodys_journal(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("", "greedy", "", seed=2).seat_all()
    liar = table.guests[LIAR].seat
    right = SeatedTable.head

    def head(self: SeatedTable) -> Head:
        told = right(self)
        return replace(told, index=told.index - 1) if self is liar else told

    monkeypatch.setattr(SeatedTable, "head", head)

    table.play_until(lambda: all(guest.seat.closed for guest in table.guests))
    table.run(OPEN_MS // 2)
    honest = table.guests[:LIAR]
    assert not any(guest.seat.replica.retired for guest in honest), "it may be on its way"
    assert [len(guest.profile.journals()) for guest in honest] == [1, 1]
    table.run(OPEN_MS)
    assert [len(guest.profile.journals()) for guest in honest] == [0, 0]
