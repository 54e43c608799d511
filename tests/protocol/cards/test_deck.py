"""A deck as a value: which entry comes next and by whom, and what may stand in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from camelnet.protocol.cards import private_deal
from camelnet.protocol.cards.deck import Deck, Order, Step
from camelnet.protocol.codec.refusal import Fault
from camelnet.protocol.crypto.group import POINT_SIZE
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.crypto.threshold import TableKey
from tests.protocol.dealt import SYMBOLIC, holder_key
from tests.protocol.refusals import fault_of

GAME = bytes(range(32))
VOTERS, QUORUM = (0, 2, 3), 2
UNSEEN = (("a", 3), ("b", 2), ("c", 1))
SLOTS = ((2, None), (3, None), (4, 0), (6, 2), (7, 3))  # four cards were turned up before
KEY, SHARES = holder_key(SYMBOLIC, QUORUM, VOTERS)
SEED = b"\7" * 32


def secret_of(seat: int) -> bytes:
    return hash_of("test", bytes([seat]))


def hand_of(seat: int) -> tuple[int, bytes]:
    return private_deal.hand_key(SYMBOLIC.group, bytes([seat]), secret_of(seat))


def order(key: TableKey | None = KEY, hands: tuple[int, ...] = (0, 2)) -> Order:
    points = tuple((seat, hand_of(seat)[1][:POINT_SIZE]) for seat in hands)
    return Order(GAME, 4, 2, VOTERS, key, UNSEEN, SLOTS, points)


def made(deck: Deck) -> tuple[bytes, ...]:
    """The attachments of the author's next entry."""
    assert deck.author is not None
    return deck.make(SYMBOLIC, secret_of(deck.author), SHARES[deck.author])


def gone_on(deck: Deck, step: Step) -> Deck:
    """The deck when it has come to that step, by honest entries."""
    while deck.step is not step:
        attachments = made(deck)
        deck.check(SYMBOLIC, deck.step.value, attachments)
        deck = deck.take(attachments)
    return deck


def refused(deck: Deck, attachments: tuple[bytes, ...], notation: str | None = None) -> Fault:
    said = deck.step.value if notation is None else notation
    return fault_of(deck.check, SYMBOLIC, said, attachments)


def test_every_voter_writes_its_entries_in_turn() -> None:
    deck, told = Deck(order()), []
    while deck.step is not Step.READY:
        assert deck.heavy == (deck.step is Step.SHUFFLE), "proofs take long, parts do not"
        told.append((deck.step, deck.author))
        assert deck.progress[0] == len(told) - 1
        deck = deck.take(made(deck))
    assert told == [
        *((Step.SHUFFLE, seat) for seat in VOTERS),
        *((Step.DEAL, seat) for seat in VOTERS),
    ]
    assert deck.progress == (len(told), len(told))
    assert deck.author is None


def test_where_nobody_can_be_handed_a_card_nothing_is_dealt() -> None:
    deck = gone_on(Deck(order(hands=())), Step.READY)
    assert deck.dealt == ()
    assert deck.progress == (3, 3)
    assert deck.order.handed == ()
    assert deck.handed_to(SYMBOLIC, 0, 4, hand_of(0)[0]) is None


def test_each_owner_finds_what_is_turned_up_in_its_slot_later() -> None:
    deck = gone_on(Deck(order()), Step.READY)
    faces = []
    for slot, owner in SLOTS:
        lock = deck.lock(slot)
        assert lock is not None
        parts = {seat: lock.share(SYMBOLIC, KEY, seat, SHARES[seat]) for seat in (0, 3)}
        for seat, part in parts.items():
            lock.check_share(SYMBOLIC, KEY, seat, part)
        faces.append(lock.open(SYMBOLIC, KEY, parts))
        if owner in (0, 2):
            assert deck.handed_to(SYMBOLIC, owner, slot, hand_of(owner)[0]) == faces[-1]
    assert None not in faces
    assert not Counter(faces) - Counter(dict(UNSEEN))


def test_nobody_finds_anything_in_the_slot_of_another() -> None:
    deck = gone_on(Deck(order()), Step.READY)
    assert deck.handed_to(SYMBOLIC, 2, 4, hand_of(2)[0]) is None
    assert deck.handed_to(SYMBOLIC, 0, 6, hand_of(0)[0]) is None
    assert deck.handed_to(SYMBOLIC, 3, 7, hand_of(3)[0]) is None, "it has no hand key"
    assert deck.handed_to(SYMBOLIC, 0, 4, hand_of(2)[0]) is None, "another secret than its own"


@pytest.mark.parametrize("step", [Step.SHUFFLE, Step.DEAL])
def test_no_card_is_turned_up_or_looked_at_before_all_are_dealt(step: Step) -> None:
    deck = gone_on(Deck(order()), step)
    assert [deck.lock(slot) for slot, _ in SLOTS] == [None] * len(SLOTS)
    assert deck.handed_to(SYMBOLIC, 0, 4, hand_of(0)[0]) is None
    assert deck.face(2) is None


def test_an_entry_of_another_step_is_refused() -> None:
    for step in (Step.SHUFFLE, Step.DEAL):
        deck = gone_on(Deck(order()), step)
        for notation in ("shuffle", "prove", "deal", "luck", "ready", "turn", ""):
            if notation != step.value:
                assert refused(deck, made(deck), notation) is Fault.ILLEGAL


def test_entries_of_another_form_are_refused() -> None:
    for step in (Step.SHUFFLE, Step.DEAL):
        deck = gone_on(Deck(order()), step)
        right = made(deck)
        assert refused(deck, ()) is Fault.ATTACHMENTS
        assert refused(deck, (*right, b"")) is Fault.ATTACHMENTS
        assert refused(deck, (*right[:-1], right[-1][:-1])) in (Fault.ATTACHMENTS, Fault.SHARE)
        assert refused(deck, (right[0] + b"\0", *right[1:])) in (Fault.ATTACHMENTS, Fault.SHARE)


def test_no_entry_of_a_deck_is_written_where_none_is_due() -> None:
    ready = gone_on(Deck(order()), Step.READY)
    luck = Deck(order(key=None)).take(())
    for deck in (ready, luck):
        for notation in ("shuffle", "prove", "deal", "luck", "ready"):
            assert refused(deck, (), notation) is Fault.ILLEGAL


def other_deals() -> dict[str, Order]:
    """Orders that differ from ours in one thing, with as many cards."""
    one = order()
    return {
        "game": replace(one, game=bytes(32)),
        "epoch": replace(one, epoch=5),
        "deal": replace(one, number=3),
        "shuffler": replace(one, voters=(2, 0, 3)),
        "key": replace(one, key=holder_key(SYMBOLIC, 3, VOTERS)[0]),
        "faces": replace(one, unseen=(("a", 3), ("b", 3))),
        "owner of a slot": replace(one, slots=((2, 0), *SLOTS[1:])),
        "slots": replace(one, slots=SLOTS[1:]),
        "hands": replace(one, hands=one.hands[1:]),
        "seat of a hand": replace(one, hands=((1, one.hands[0][1]), one.hands[1])),
    }


@pytest.mark.parametrize("what", other_deals())
def test_a_shuffle_of_a_deal_that_differs_in_anything_is_refused(what: str) -> None:
    mine, other = Deck(order()), Deck(other_deals()[what])
    for deck, foreign in ((mine, other), (other, mine)):
        deck.check(SYMBOLIC, "shuffle", made(deck))
        assert refused(deck, made(foreign)) is Fault.PROOF


def test_a_shuffle_of_another_place_in_the_chain_is_refused() -> None:
    first = Deck(order())
    mine = made(first)
    second = first.take(mine)
    assert refused(second, mine) is Fault.ATTACHMENTS, "every card is copied"
    other = second.make(SYMBOLIC, secret_of(0), SHARES[0])
    second.check(SYMBOLIC, "shuffle", other)  # the seat's secret is its own affair
    assert refused(first, other) is Fault.PROOF
    assert refused(second.take(other), other) is Fault.ATTACHMENTS
    assert refused(second, (other[0], mine[1])) is Fault.PROOF
    assert refused(second, (mine[0], other[1])) is Fault.ATTACHMENTS


def test_no_two_judgements_are_taken_for_one() -> None:
    decks = [Deck(order()), *map(Deck, other_deals().values())]
    first = decks[0].take(made(decks[0]))
    again = Deck(order()).take(decks[0].make(SYMBOLIC, secret_of(9), SHARES[0]))
    decks += [first, again, first.take(made(first))]
    found = {deck.judged_by for deck in decks}
    assert len(found) == len(decks)


def test_parts_of_a_hand_go_to_its_owner_and_come_from_their_dealer_alone() -> None:
    deck = gone_on(Deck(order()), Step.DEAL)
    mine = made(deck)
    assert refused(deck, mine[::-1]) is Fault.SHARE
    assert refused(deck.take(mine), mine) is Fault.SHARE
    other = deck.make(SYMBOLIC, secret_of(0), SHARES[2])
    assert refused(deck, other) is Fault.SHARE


def test_whoever_is_restarted_writes_the_same_again() -> None:
    for step in (Step.SHUFFLE, Step.DEAL):
        before, after = (gone_on(Deck(order()), step) for _ in range(2))
        assert made(after) == made(before)


def test_whoever_has_lost_its_part_of_the_key_writes_nothing() -> None:
    assert fault_of(Deck(order()).make, SYMBOLIC, secret_of(0), None) is Fault.SHARE


def test_every_card_comes_to_every_slot_where_luck_deals() -> None:
    counts: Counter[tuple[int, str]] = Counter()
    times = 600
    for number in range(times):
        deck = Deck(order(key=None)).take(())
        assert deck.step is Step.LUCK
        deck = deck.with_luck(hash_of("test", number.to_bytes(4, "big")))
        faces = {slot: deck.face(slot) for slot, _ in SLOTS}
        assert not Counter(faces.values()) - Counter(dict(UNSEEN))
        assert deck.handed_to(SYMBOLIC, 0, 4, 0) == faces[4], "there everybody may know"
        counts.update((slot, str(face)) for slot, face in faces.items())
    for slot, _ in SLOTS:
        for face, count in UNSEEN:
            assert abs(counts[slot, face] - times * count / 6) < times / 10, f"{face} in {slot}"


def test_a_deck_of_luck_takes_no_attachments_and_opens_by_no_key() -> None:
    deck = Deck(order(key=None))
    assert deck.author == VOTERS[0]
    assert refused(deck, (b"x",)) is Fault.ATTACHMENTS
    deck.check(SYMBOLIC, "shuffle", ())
    deck = deck.take(()).with_luck(SEED)
    assert deck.step is Step.READY
    assert deck.lock(2) is None
    assert deck.progress == (1, 1)
    assert deck.face(99) is None
