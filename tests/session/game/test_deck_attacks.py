"""What a review of hidden hands and decks found, so that it does not come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from camelnet.protocol.cards import shuffle
from camelnet.protocol.cards.deck import Deck
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.wire.bodies import EntryBody, PromiseBody, body_bytes, read_body
from camelnet.protocol.wire.frames import (
    Certified,
    Changed,
    LogLine,
    Promised,
    Proposal,
    SyncReply,
    Unlock,
    frame_bytes,
    read_frame,
)
from camelnet.record.frame_file import frame
from camelnet.record.record import MAGIC
from camelnet.session.game.decks import Decks
from tests.session.conftest import MakeRoom
from tests.session.room import Guest, Room


def dealt(guest: Guest) -> bool:
    """Whether the cards lie ready there, and somebody present is on turn."""
    log = guest.seat.log
    idle = not log.epoch.key_due and log.rounds.drawn and guest.table.shuffling is None
    return idle and isinstance(guest.seat.position.turn, int)


def begun(table: Room, *, strict: bool = False) -> Room:
    """The same room with a game of cards whose first leg lies ready."""
    table.seat_all(strict=strict)
    table.run_until(lambda: all(dealt(guest) for guest in table.guests))
    return table


def go_on_without(table: Room, gone: Guest) -> list[Guest]:
    """All others who are awake want to continue without a guest, and do; these others."""
    seat, others = gone.seat.seat, [g for g in table.guests if g.awake and g is not gone]
    epoch = others[0].seat.log.membership.epoch
    table.run(0 if gone.awake else 7000)
    for guest in others:
        guest.peer.go_on_without(seat)
    table.run_until(lambda: all(g.seat.log.membership.epoch > epoch for g in others), 60_000)
    return others


def lose(guest: Guest, lost: Callable[[object], bool]) -> Callable[[], None]:
    """Keep some frames from reaching a guest until the function returned is called."""
    honest = guest.peer.received

    def received(key: bytes, payload: bytes) -> None:
        if not lost(read_frame(payload)):
            honest(key, payload)

    guest.peer.received = received  # type: ignore[method-assign]

    def stop() -> None:
        guest.peer.received = honest  # type: ignore[method-assign]

    return stop


def write(path: Path, items: list[object]) -> Path:
    path.write_bytes(MAGIC + b"".join(frame(encode(to_array(item))) for item in items))
    return path


# --- proofs ---------------------------------------------------------------------------------------


Shuffle = tuple[bytes, ...]  # a pack, and its proof


def before_a_proof(table: Room) -> tuple[Guest, Shuffle]:
    """A game whose first shuffle its author keeps back: the author, and that shuffle."""
    table.seat_all()
    author = table.at_seat(0)
    honest = author.seat.own_entries.next_entry
    kept: list[Shuffle] = []

    def next_entry() -> tuple[str, tuple[bytes, ...]] | None:
        entry = honest()
        if entry is not None and entry[0] == "shuffle":
            kept.append(entry[1])
            return None
        return entry

    author.seat.own_entries.next_entry = next_entry  # type: ignore[method-assign]
    table.run_until(lambda: bool(kept), 60_000)
    table.run(500)
    return author, kept[0]


def signed(author: Guest, part: Shuffle) -> Proposal:
    log = author.seat.log
    place = (log.game, log.membership.epoch, log.index, log.prev, author.seat.seat)
    body = body_bytes(EntryBody("camelnet/entry/1", *place, "shuffle", part))
    return Proposal(body, author.profile.signer.sign(body))


def changed_in(part: Shuffle, number: int) -> Shuffle:
    """The same pack with another proof, which does not hold."""
    pack, proof = part
    return pack, proof[:-4] + number.to_bytes(2, "big") + proof[-2:]


def test_a_flood_of_wrong_proofs_is_judged_once_and_held_against_its_author(room: MakeRoom) -> None:
    table = room("", "", "", game="cards", seed=7)
    author, part = before_a_proof(table)
    victim = table.at_seat(1)
    judged = mock.Mock(wraps=shuffle.check_shuffle)
    with mock.patch.object(shuffle, "check_shuffle", judged):
        for number in range(20):
            flood = signed(author, changed_in(part, number))
            victim.peer.received(author.key, frame_bytes(flood))
    assert judged.call_count == 1
    assert set(victim.seat.log.statements.detector.proofs) == {0}
    others = [guest for guest in table.guests if guest is not author]
    table.run_until(lambda: all(g.seat.log.membership.proven == (0,) for g in others), 30_000)


def test_a_line_that_not_all_have_signed_is_not_judged(room: MakeRoom) -> None:
    table = room("", "", "", game="cards", seed=7)
    author, part = before_a_proof(table)
    victim = table.at_seat(1)
    log = victim.seat.log
    known = log.line_at(log.index - 1)
    assert isinstance(known, Certified)
    proposal = signed(author, changed_in(part, 1))
    line: LogLine = replace(known, body=proposal.body, signature=proposal.signature)
    judged = mock.Mock(wraps=shuffle.check_shuffle)
    with mock.patch.object(shuffle, "check_shuffle", judged):
        victim.peer.received(author.key, frame_bytes(SyncReply(log.game, (line,))))
    assert judged.call_count == 0
    assert victim.seat.log.index == author.seat.log.index
    assert any("Peer" in text for text in victim.notices())


# --- cards across changes -------------------------------------------------------------------------


def ghosts_cards(guest: Guest, index: int) -> list[str]:
    """What a ghost turned up behind an entry, as a guest was told."""
    steps = [step for step in guest.steps() if step.index == index]
    acted = any(step.seat in step.ghosts for step in steps)
    return [step.notation for step in steps if acted and step.notation.startswith("card ")]


def blinded(guest: Guest) -> Callable[[], None]:
    """A guest whom no parts of a card reach that a ghost turns up behind a bet of seat 3."""

    def lost(told: object) -> bool:
        log = guest.seat.log
        if isinstance(told, SyncReply):
            return not log.rounds.drawn
        if not isinstance(told, Unlock):
            return False
        line = log.line_at(told.index)
        entry = read_body(EntryBody, line.body) if isinstance(line, Certified) else None
        return entry is None or (entry.seat == 3 and not entry.notation.startswith(("rev", "hand")))

    return lose(guest, lost)


@pytest.mark.slow
def test_a_ghosts_card_stays_the_same_when_who_has_seen_it_leaves(room: MakeRoom) -> None:
    table = begun(room("", "", "", "", "", game="cards", seed=2))
    gone = table.at_seat(4)
    table.sleep(gone.number)
    here = go_on_without(table, gone)
    table.play_until(lambda: all(dealt(guest) for guest in here), greedily=True)
    seer, *blind = sorted(here, key=lambda guest: guest.seat.seat)
    stops = [blinded(guest) for guest in blind]
    table.play_until(
        lambda: not any(guest.seat.log.rounds.drawn for guest in blind) and dealt(seer),
        greedily=True,
    )
    place = seer.seat.log.index - 1
    seen = ghosts_cards(seer, place)
    assert seen, "the seer has seen what a ghost turned up"
    table.sleep(seer.number)
    go_on_without(table, seer)
    for stop in stops:
        stop()
    table.run_until(lambda: all(dealt(guest) for guest in blind), 60_000)
    for guest in blind:
        assert ghosts_cards(guest, place) == seen


@pytest.mark.slow
def test_a_card_that_a_change_undid_is_no_part_of_the_proof_of_luck(room: MakeRoom) -> None:
    """At a strict table one voter sees a card alone, and is gone on without for keeping it."""
    table = begun(room("", "", "", "", game="cards", seed=3), strict=True)
    journal_writer = next(
        guest for guest in table.guests if guest.seat.seat != guest.seat.position.turn
    )
    others = [guest for guest in table.guests if guest is not journal_writer]
    seat, place = journal_writer.seat.seat, journal_writer.seat.log.index

    def lost(told: object) -> bool:
        if isinstance(told, Promised):
            return read_body(PromiseBody, told.body).seat == seat
        return isinstance(told, SyncReply) or (isinstance(told, Unlock) and told.seat == seat)

    for guest in others:
        lose(guest, lost)
    next(g for g in others if g.seat.seat == g.seat.position.turn).peer.play("reveal")
    table.run(8000)
    for guest in others:
        guest.peer.go_on_without(seat)
    table.run_until(
        lambda: all(g.seat.log.membership.ghosts == (seat,) for g in table.guests), 60_000
    )
    table.run_until(lambda: all(dealt(guest) for guest in table.guests), 60_000)
    first, last = (
        step.notation
        for step in journal_writer.steps()
        if step.index == place and step.seat is None
    )
    assert first != last, "the keeper has seen both cards"
    assert all(any("dealt again" in told for told in guest.notices()) for guest in others)
    for guest in table.guests:
        assert [step.notation for step in guest.steps() if step.index == place][-1] == last
        proof = guest.seat.show_luck(place)
        assert proof is not None
        assert proof.holds


# --- who owes a part ------------------------------------------------------------------------------


@pytest.mark.slow
def test_who_owes_a_proof_and_says_that_it_lags_is_gone_on_without(room: MakeRoom) -> None:
    table = room("greedy", "greedy", "greedy", "greedy", game="cards", seed=5)
    author, _ = before_a_proof(table)
    honest = author.seat.replica.head
    behind = mock.Mock(side_effect=lambda: replace(honest(), index=honest().index - 1))
    author.seat.replica.head = behind  # type: ignore[method-assign]
    others = [guest for guest in table.guests if guest is not author]
    table.run_until(lambda: all(g.seat.log.membership.ghosts == (0,) for g in others), 120_000)


@pytest.mark.slow
def test_who_resumes_shuffles_at_once_though_somebody_is_away(room: MakeRoom) -> None:
    table = room("", "", "", "greedy", game="cards", seed=5).seat_all()
    first, resumed = table.at_seat(0), table.at_seat(1)
    while not (first.seat.log.author == 1 and first.seat.log.rounds.drawn):
        assert table.now_ms < 60_000
        table.run(2)  # its turn to shuffle lasts a few milliseconds
    place = first.seat.log.index
    table.sleep(3)
    table.kill(resumed.number)
    table.run(500)
    table.restart(resumed.number)
    table.run(40_000)
    others = [guest for guest in table.guests[:3] if guest.number != resumed.number]
    bot = table.guests[3].seat.seat  # programs go on without it
    assert all(guest.seat.log.membership.ghosts in ((), (bot,)) for guest in others)
    assert all(guest.seat.log.index > place for guest in others)


@pytest.mark.slow
def test_a_false_proof_that_a_change_reports_does_not_keep_anybody_from_resuming(
    room: MakeRoom,
) -> None:
    table = room("", "", "", "", game="cards", seed=7)
    liar, part = before_a_proof(table)
    liar.seat.machine.trust(True)
    liar.seat.log.propose("shuffle", changed_in(part, 1))
    liar.seat.machine.trust(False)
    assert liar.seat.log.agreement.acknowledged is not None
    gone = table.at_seat(3)
    table.sleep(gone.number)
    go_on_without(table, gone)  # the liar's promise, which reports what it wrote, is one of three
    resumed = table.at_seat(1)
    change = next(line for line in resumed.seat.log.chain.lines if isinstance(line, Changed))
    report = change.offer.report
    assert report is not None
    assert read_body(EntryBody, report.body).seat == 0
    table.kill(resumed.number)
    table.run(500)
    table.restart(resumed.number)
    back = table.guests[resumed.number]
    assert back.peer.table is not None
    assert back.seat.log.membership.epoch == 1


# --- work that takes long -------------------------------------------------------------------------


@pytest.mark.slow
def test_no_proof_is_judged_but_in_the_workshop(room: MakeRoom) -> None:
    at_work = [0]
    strays: list[Deck] = []
    keep, check = Decks._keep, Deck.check

    def kept(dealer: Decks, *what: Any) -> None:
        at_work[0] += 1
        keep(dealer, *what)
        at_work[0] -= 1

    def checked(judged: Deck, suite: Suite, notation: str, attachments: Sequence[bytes]) -> None:
        if judged.heavy and not at_work[0]:
            strays.append(judged)
        check(judged, suite, notation, attachments)

    with mock.patch.object(Decks, "_keep", kept), mock.patch.object(Deck, "check", checked):
        begun(room("", "", "", "", game="cards", seed=4))
    assert not strays


def test_a_refusal_that_is_remembered_does_not_grow(room: MakeRoom) -> None:
    table = room("", "", "", game="cards", seed=7)
    author, part = before_a_proof(table)
    entry = read_body(EntryBody, signed(author, changed_in(part, 1)).body)
    machine = table.at_seat(1).seat.machine
    with pytest.raises(Refusal) as first:
        machine.accept(entry)
    with pytest.raises(Refusal, match=r"^a proof") as again:
        machine.accept(entry)
    assert first.value is not again.value
