"""Cards that nobody has seen, at whole tables: who shuffles, who holds what, and when anew."""

from __future__ import annotations

import itertools

import pytest

from camelnet.protocol.cards import private_deal, shuffle
from camelnet.protocol.cards.deck import Step
from camelnet.protocol.crypto.group import POINT_SIZE
from camelnet.protocol.crypto.threshold import combine
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.protocol.wire.frames import Frame, SyncReply, Unlock
from camelnet.session.api.facts import TableChanged, TableView
from camelnet.session.game.decks import hand_context
from camelnet.session.table.seated_table import SeatedTable
from tests.protocol.cards.reference_shuffle import (
    L,
    Numbers,
    Order,
    Plan,
    forged_with_logarithms,
)
from tests.session.conftest import MakeRoom
from tests.session.decked import Decked, decked
from tests.session.room import LOOKER, Guest, watching
from tests.sim import liars
from tests.sim.card_toy import DECK
from tests.sim.disk import MemoryJournal
from tests.sim.lies import Forger, Lie

LATE_MS = 7000  # who has been silent for so long is missed


def turned(table: Decked, number: int) -> int:
    """How many cards of this leg a seat has seen turned up."""
    pack = table.seat(number).position.pack()
    assert pack is not None
    return 14 - sum(count for _, count in pack.unseen)


@pytest.mark.parametrize("kinds", ["hh", "bbbb", "hhhbb"])
def test_in_every_leg_all_voters_shuffle_and_deal_in_turn(kinds: str) -> None:
    with decked(kinds, legs=2) as table:
        table.end()
        voters = list(table.seat(0).log.voters)
        steps = [
            (entry.notation, entry.seat)
            for entry in table.written(0)
            if entry.notation in ("shuffle", "deal")
        ]
        one = [(step, seat) for step in ("shuffle", "deal") for seat in voters]
        assert steps == one * 2
        assert table.world.oracle.dealings.dealt == 2


def test_bots_among_people_get_a_hand_and_hold_no_part_of_the_key() -> None:
    with decked("hhb") as table:
        table.until_ready()
        deck = table.deck(2)
        assert deck.order.voters == (0, 1)
        assert deck.order.key is not None
        assert deck.order.key.holders == (0, 1)
        assert table.seat(2).log.rounds.key_share(0) is None
        assert table.seat(2).faces in ("a", "b", "c")
        table.end()


@pytest.mark.slow
def test_what_a_seat_saw_in_its_hand_is_what_it_turns_up() -> None:
    with decked("bbbb", legs=3) as table:
        seen: dict[int, dict[int, str]] = {}
        for leg in (1, 2, 3):
            table.until(lambda leg=leg: table.leg() == leg)
            seen[leg] = table.hands()
        table.end()
        played = [step for step in table.steps if step.before.turn == "reveal"]
        assert len(played) > 3
        for step in played:
            pack = step.before.pack()
            assert pack is not None
            assert step.notation == f"card {seen[pack.number][step.seat]}"


@pytest.mark.slow
def test_who_leaves_between_shuffling_and_dealing_holds_up_nobody() -> None:
    with decked("bbbb") as table:
        table.until_step(Step.DEAL)
        before = table.deck(0).order
        table.leave(2)
        table.until_ready(epoch=1)
        after = table.deck(0).order
        assert after.number == before.number == 1
        assert after.voters == (0, 1, 3)
        assert after.context != before.context
        assert {owner for _, owner, _ in after.handed} == {0, 1, 3}
        table.end()


@pytest.mark.parametrize("kinds", ["bbbb", "hhhhb"])
def test_when_somebody_leaves_within_a_leg_the_others_keep_their_hands(kinds: str) -> None:
    with decked(kinds, legs=1, think_ms=300) as table:
        table.until_ready()
        table.until(lambda: turned(table, 0) >= 1)
        before, hands = table.deck(0), table.hands()
        table.leave(3)
        table.send_away(3)
        table.until_ready(epoch=1)
        assert table.deck(0).order.context == before.order.context
        held = {item.owner for item in table.seat(0).position.pack().slots} - {None}
        for number, face in table.hands().items():
            assert face == (hands[number] if number in held else "")
        table.end()
        assert table.world.oracle.dealings.anew == 0


def test_when_a_new_key_would_stand_more_absences_all_who_are_here_get_new_hands() -> None:
    with decked("bbbbb", legs=1, think_ms=300) as table:
        table.until_ready()
        table.until(lambda: turned(table, 0) >= 1)
        before, seen = table.deck(0), turned(table, 0)
        table.leave(3)
        table.until_ready(epoch=1)
        after = table.deck(0)
        assert after.order.context != before.order.context, "three of four, not four of five"
        assert sum(count for _, count in after.order.unseen) <= 14 - seen
        held = {item.owner for item in table.seat(0).position.pack().slots} - {None}
        assert {owner for _, owner, _ in after.order.handed} == held - {3}
        for number, face in table.hands().items():
            assert bool(face) == (number in held)
        table.end()
        assert table.world.oracle.dealings.anew == 1


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
def test_a_strict_table_turns_up_no_card_without_everybody(strict: bool) -> None:
    with decked("hhhh", strict=strict) as table:
        table.until_ready()
        key, links = table.deck(0).order.key, table.world.links
        assert key is not None
        assert key.threshold == (4 if strict else 3)
        send = links.send

        def without_parts(sender: int, to: int, frame: Frame) -> None:
            shown = isinstance(frame, SyncReply) and sender == 3
            if not shown and not (isinstance(frame, Unlock) and frame.seat == 3):
                send(sender, to, frame)

        links.send = without_parts  # type: ignore[method-assign]
        table.pause(15_000)
        assert (table.seat(0).position.turn == "over") == (not strict)
        assert not strict or turned(table, 0) == 0
        links.send = send  # type: ignore[method-assign]
        table.end()


@pytest.mark.parametrize(("kinds", "scheme"), [("hhb", Scheme.REVEAL), ("hhhh", Scheme.COIN)])
def test_who_plays_on_apart_within_a_leg_deals_anew(kinds: str, scheme: Scheme) -> None:
    with decked(kinds, legs=1, think_ms=300) as table:
        table.until_ready()
        table.until(lambda: turned(table, 0) >= 1)
        old = table.deck(0).order
        for number in range(1, len(kinds) - 1) if kinds == "hhb" else (2, 3):
            table.leave(number)
        table.pause(LATE_MS)
        for number in table.here:
            peer = table.world.peers[number]
            peer._guarded(lambda seat, peer=peer: seat.go_on_apart(peer.now_ms))
        table.until(lambda: all(table.seat(n).log.epoch.former for n in table.here))
        assert table.seat(0).log.membership.scheme is scheme
        table.until_ready(epoch=1)
        deck = table.deck(0)
        assert deck.order.context != old.context
        assert (deck.order.key is None) == (scheme is Scheme.REVEAL)
        held = {item.owner for item in table.seat(0).position.pack().slots} & set(table.here)
        assert {number for number, face in table.hands().items() if face} == held
        table.end()


@pytest.mark.slow
def test_a_seat_that_is_resumed_holds_the_same_hand() -> None:
    with decked("hhhh", think_ms=3000) as table:
        table.until_ready()
        before = table.hands()
        dealt = table.deck(1).order.context
        table.world.cut_off(1)
        table.world._restart(1)
        table.until_ready()
        assert table.deck(1).order.context == dealt
        assert table.hands()[1] == before[1] != ""
        table.end()


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["hhh", "hhhh", "hhhhhh"])
def test_who_is_sent_away_comes_back_to_its_hand_within_the_leg(kinds: str) -> None:
    gone = len(kinds) - 1
    with decked(kinds, legs=2, think_ms=3000) as table:
        table.until_ready()
        table.until(lambda: turned(table, 0) >= 1)
        before, hands = table.deck(0), table.hands()
        table.send_away(gone)
        table.until(lambda: table.seat(0).log.membership.ghosts == (gone,))
        table.until_ready(epoch=2)
        membership = table.seat(0).log.membership
        assert (membership.epoch, membership.ghosts, table.leg()) == (2, (), 1)
        assert table.deck(0).order.context == before.order.context
        held = {item.owner for item in table.seat(0).position.pack().slots} - {None}
        for number, face in table.hands().items():
            assert face == (hands[number] if number in held else "")
        table.end()


@pytest.mark.parametrize(("kinds", "strict"), [("hhhh", True), ("hhhhh", False)])
def test_who_is_sent_away_from_cards_that_are_dealt_anew_comes_back_with_the_next_leg(
    kinds: str, strict: bool
) -> None:
    gone = len(kinds) - 1
    with decked(kinds, legs=3, think_ms=1000, strict=strict) as table:
        table.until_ready()
        table.until(lambda: turned(table, 0) >= 1)
        table.send_away(gone)
        table.until(lambda: table.seat(0).log.membership.ghosts == (gone,))
        table.until_ready(epoch=1)
        assert table.seat(0).log.membership.ghosts == (gone,), "not into cards that are dealt anew"
        table.until(lambda: table.leg() == 2)
        membership = table.seat(0).log.membership
        assert (membership.epoch, membership.ghosts) == (2, ())
        assert all(table.hands().values())
        table.end()


def found_in_hand(table: Decked, coalition: tuple[int, ...], owner: int) -> set[str]:
    """Every face that these seats come to for somebody's hand card, from their journals and the
    log: their shares of the key and the secrets of their hands, used in every way that fits."""
    group, deck = table.world.suite.group, table.deck(0)
    key, points = deck.order.key, shuffle.card_points(group, ("a", "b", "c"))
    assert key is not None
    number = next(n for n, item in enumerate(deck.order.handed) if item[1] == owner)
    card = deck._cards[deck.order.handed[number][0]]
    products: dict[int, list[bytes]] = {seat: [] for seat in key.holders}
    scalars = []
    for seat in coalition:
        peer = table.world.peers[seat]
        kept = MemoryJournal(peer.disk, table.world.game_start.id, lambda line: None).kept()
        share = int.from_bytes(kept.shares[0][-32:], "little")
        context = hand_context(table.world.game_start.id, seat)
        scalars += [share, private_deal.hand_key(group, context, kept.secret)[0]]
        products[seat].append(group.mul(share, card[:POINT_SIZE]))
    for holder, parts in zip(deck.order.voters, deck.dealt, strict=True):
        first, second = parts[number][:POINT_SIZE], parts[number][POINT_SIZE : 2 * POINT_SIZE]
        products[holder] += [group.add(second, group.mul(-scalar, first)) for scalar in scalars]
    found = set()
    for size in range(1, len(products) + 1):
        for holders in itertools.combinations(products, size):
            for chosen in itertools.product(*(products[holder] for holder in holders)):
                mask = combine(group, dict(zip(holders, chosen, strict=True)))
                found.add(shuffle.face_under(group, card, mask, points))
    return {face for face in found if face is not None}


@pytest.mark.slow
def test_one_seat_less_than_a_quorum_cannot_compute_a_hand_from_all_that_it_knows() -> None:
    with decked("bbbb", legs=1, real=True) as table:
        table.until_ready()
        hands = table.hands()
        for coalition in itertools.combinations(range(4), 2):
            for owner in set(range(4)) - set(coalition):
                assert found_in_hand(table, coalition, owner) == set()
            assert found_in_hand(table, coalition, coalition[0]) == {hands[coalition[0]]}
        assert found_in_hand(table, (0, 1, 2), 3) == {hands[3]}, "a quorum can: that is the bound"


@pytest.mark.slow
def test_no_view_of_somebody_who_looks_on_shows_a_hand(room: MakeRoom) -> None:
    table = room("greedy", "greedy", LOOKER, game="cards").seat_first(2)
    looker = table.guests[2]
    watching(table, looker)
    table.run_until(lambda: all(guest.seat.over for guest in table.guests[:2]))

    def seen(by: Guest) -> list[TableView]:
        return [fact.table for fact in by.facts if isinstance(fact, TableChanged)]

    assert all(any(view.faces for view in seen(player)) for player in table.guests[:2])
    views = seen(looker)
    assert len(views) > 40
    assert any(view.position.pack() is not None for view in views)
    assert {view.faces for view in views} == {""}


class Logarithms(Forger):
    """Knows the logarithms of all elements, which are their own on symbolic ones: all cards of its
    pack have one face, and it proves that."""

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        due = table.machine.deck
        if due is None or due.order.key is None or entry.notation != Step.SHUFFLE.value:
            return None
        size = due.order.size
        plan = Plan(due.order.key.point, due._chain(), due._before(self._suite))
        order = Order([size - 1] * size, [self._dice.randrange(1, L) for _ in range(size)])
        forged = forged_with_logarithms(Numbers(), plan, order)
        return b"".join(forged.after), forged.proof


@pytest.mark.slow
def test_a_false_pack_that_gets_through_is_shuffled_anew_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Were an assumption broken: a card that cannot be there shows it, and luck draws it."""
    monkeypatch.setitem(liars._MAKERS, Lie.FALSE_SHUFFLE, Logarithms)
    with decked("bbbb", legs=2, seed=1, lies={1: Lie.FALSE_SHUFFLE}) as table:
        dealings = table.world.oracle.dealings
        dealings.broken = True
        table.end()
        assert dealings.let_through, "nobody can tell before a card comes up"
        assert dealings.anew, "and then the others are shuffled anew"


def test_a_card_of_the_deck_lies_in_each_slot_of_the_rules() -> None:
    with decked("bbb") as table:
        table.until_ready()
        slots = [slot for slot, _ in table.deck(0).order.slots]
        assert slots == [*range(DECK), *(DECK + seat for seat in range(3))]
        assert [table.deck(0).order.place_of(slot) for slot in slots] == list(range(len(slots)))
        table.end()
