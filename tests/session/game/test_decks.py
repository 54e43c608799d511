"""Cards that nobody has seen, at whole tables on the real primitives."""

from __future__ import annotations

from unittest import mock

import pytest

from camelnet.protocol.cards.deck import Deck, Step
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified
from camelnet.session.api.facts import LuckShown, Stepped
from camelnet.session.game.decks import Decks
from camelnet.session.game.stages import Stage
from camelnet.session.runtime.executor import InlineExecutor
from camelnet.session.table.own_entries import OwnEntries
from tests.protocol.cards.test_deck import SHARES, made, order, secret_of
from tests.protocol.dealt import SYMBOLIC
from tests.session.conftest import MakeRoom
from tests.session.room import LOOKER, Guest, Room, watching


def until_dealt(table: Room) -> None:
    """Until the first leg's cards lie ready everywhere."""

    def ready() -> bool:
        return all(
            guest.table.shuffling is None and isinstance(guest.table.position.turn, int)
            for guest in table.guests
        )

    table.run_until(ready)


def entries(guest: Guest) -> list[EntryBody]:
    lines = [line for line in guest.seat.log.chain.lines if isinstance(line, Certified)]
    return [read_body(EntryBody, line.body) for line in lines]


def notations(guest: Guest) -> list[str]:
    return [entry.notation for entry in entries(guest)]


def shown(guest: Guest, index: int) -> LuckShown:
    guest.peer.show_luck(index)
    found = guest.facts[-1]
    assert isinstance(found, LuckShown)
    return found


def on_turn(table: Room) -> Guest:
    return next(g for g in table.guests if g.table.me == g.table.position.turn)


def play(table: Room, verb: str) -> Stepped:
    """Whoever is on turn does that; the card that it turns up."""
    guest = on_turn(table)
    guest.peer.play(verb)
    known = len(guest.steps())
    table.run_until(lambda: any(s.notation.startswith("card") for s in guest.steps()[known:]))
    return next(s for s in guest.steps()[known:] if s.notation.startswith("card"))


@pytest.mark.slow
def test_a_hand_is_seen_by_its_owner_alone_and_is_what_it_turns_out_to_be(room: MakeRoom) -> None:
    table = room("", "", "greedy", game="cards", seed=4).seat_all()
    until_dealt(table)
    hands = [guest.seat.faces for guest in table.guests]
    assert all(len(hand) == 2 for hand in hands)
    for guest in table.guests[:2]:
        assert guest.table.faces == hands[guest.number]
    assert [guest.seat.seat in guest.seat.log.voters for guest in table.guests] == [
        True,
        True,
        False,
    ]
    table.run_until(lambda: on_turn(table).number < 2)
    owner = on_turn(table)
    step = play(table, "hand")
    assert (step.seat, step.notation) == (owner.seat.seat, f"card {hands[owner.number]}")
    table.run(500)
    assert owner.table.faces == ""
    table.end_well()


def test_a_card_that_is_turned_up_has_a_proof_at_every_peer(room: MakeRoom) -> None:
    table = room("", "", game="cards", seed=2).seat_all()
    until_dealt(table)
    step = play(table, "reveal")
    table.run(500)
    for guest in table.guests:
        proof = shown(guest, step.index)
        assert proof.holds
        (card,) = proof.cards
        assert card.notation == step.notation
        assert [part.seat for part in card.parts] == [0, 1]
        assert not proof.seed


@pytest.mark.slow
def test_one_person_with_bots_is_dealt_to_by_luck_that_all_made(room: MakeRoom) -> None:
    table = room("", "greedy", "random", game="cards", seed=3).seat_all()
    until_dealt(table)
    shuffles = [entry for entry in entries(table.guests[0]) if entry.notation == "shuffle"]
    assert [entry.attachments for entry in shuffles] == [()], "it needs no proof"
    assert not {"deal", "seal"} & set(notations(table.guests[0]))
    assert all(guest.seat.faces for guest in table.guests)
    table.run_until(lambda: on_turn(table).number == 0)
    hand = table.guests[0].table.faces
    step = play(table, "hand")
    assert step.notation == f"card {hand}"
    proof = shown(table.guests[0], step.index)
    assert proof.holds
    assert proof.dealt == (step.notation,)
    table.end_well()


@pytest.mark.slow
def test_who_comes_late_judges_no_proof_outside_its_workshop(
    room: MakeRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room("greedy", "greedy", LOOKER, game="cards", seed=5).seat_first(2)
    looker, seat = table.guests[2], table.guests[0]
    table.run_until(lambda: len(notations(seat)) > 30)
    looker.jobs.waits = True
    at_work = False
    judged: list[tuple[Decks, bool]] = []
    judge = Decks._judge

    def note(dealer: Decks, deck: Deck, entry: EntryBody) -> None:
        judged.append((dealer, at_work))
        judge(dealer, deck, entry)

    def caught_up() -> bool:
        nonlocal at_work
        at_work = True
        looker.jobs.work()
        at_work = False
        return looker.table.index == seat.table.index

    monkeypatch.setattr(Decks, "_judge", note)
    watching(table, looker)
    table.run_until(caught_up)
    watched = looker.peer.parts.spectators.watched
    assert watched is not None
    assert watched._replica is not None
    mine = [working for dealer, working in judged if dealer is watched._replica.machine._decks]
    assert len(mine) >= notations(seat).count("shuffle") > 0
    assert all(mine)


def test_our_shuffle_is_made_again_when_another_pack_lies_before_it() -> None:
    """The author before us may have signed two: the one that counts is the line's."""
    first = Deck(order())
    seat = first.order.voters[1]
    other = first.make(SYMBOLIC, bytes(32), SHARES[first.order.voters[0]])
    machine, log = mock.Mock(stage=Stage.DECK), mock.Mock()
    log.game_start.table.game = "cards"
    log.rounds.key_share.return_value = SHARES[seat]
    entries = OwnEntries(
        seat=seat,
        secret=secret_of(seat),
        suite=SYMBOLIC,
        log=log,
        machine=machine,
        bot=None,
        history=lambda position: None,
        executor=InlineExecutor(),
        ready=lambda: None,
    )
    parts = []
    for before in (made(first), other, other):
        machine.deck = first.take(before)
        entry = entries.next_entry()
        assert entry is not None
        machine.deck.check(SYMBOLIC, Step.SHUFFLE.value, entry[1])
        parts.append(entry[1])
    assert parts[0] != parts[1] == parts[2]
    assert machine.made.call_count == 2
