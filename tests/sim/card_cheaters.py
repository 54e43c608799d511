"""Liars who cheat at cards that nobody has seen: while shuffling, dealing, turning up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from camelnet.protocol.cards import private_deal, shuffle, shuffle_proof
from camelnet.protocol.cards.deck import Deck, Step
from camelnet.protocol.cards.shuffle_proof import Claim, Order
from camelnet.protocol.crypto.group import IDENTITY, mask_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.wire.bodies import AckBody, EntryBody, read_body
from camelnet.protocol.wire.frames import Ack, Frame, Proposal, Unlock
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.lies import Forger, Liar, Lie, spoiled

_STEPS = tuple(step.value for step in (Step.SHUFFLE, Step.DEAL))


def due_of(table: SeatedTable) -> Deck | None:
    """The deck that is being shuffled under a key."""
    due = table.machine.deck
    return due if due is not None and due.order.key is not None else None


class FalseShuffler(Forger):
    """Hands on another pack than it was given: with a card twice, with one of its own choice, or
    one card less."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._short = self._dice.random() < 0.2
        self._twice = self._dice.random() < 0.5

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        due = due_of(table)
        if due is None or entry.notation != Step.SHUFFLE.value:
            return None
        cards = entry.attachments[0]
        if self._short:
            return (cards[shuffle.CARD_SIZE :], entry.attachments[1])
        return (b"".join(self._false(due, _cut(cards))), entry.attachments[1])

    def _false(self, due: Deck, cards: list[bytes]) -> list[bytes]:
        key, mask = _key(due), mask_of("camelnet/test-mask/1", due.order.context)
        place = self._dice.randrange(len(cards))
        if self._twice:
            cards[place] = self._masked(key, cards[place - 1], mask)
        else:
            face = self._dice.choice(due.order.unseen)[0]
            (point,) = shuffle.card_points(self._suite.group, (face,))
            cards[place] = self._masked(key, IDENTITY + point, mask)
        return cards

    def _masked(self, key: TableKey, card: bytes, mask: int) -> bytes:
        return shuffle.applied(self._suite.group, key, (card,), Order((0,), (mask,)))[0]


class FalseProver(Forger):
    """Proves its pack wrongly: with a bit turned over, or by the proof of an earlier shuffle."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._earlier: bytes | None = None

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        if due_of(table) is None or entry.notation != Step.SHUFFLE.value:
            return None
        cards, proof = entry.attachments
        earlier, self._earlier = self._earlier, proof
        if earlier is not None and len(earlier) == len(proof) and self._dice.random() < 0.5:
            return cards, earlier
        return cards, spoiled(proof, self._dice)


class TwiceProver(Forger):
    """Leaves a card out, takes another one twice, and proves that as if it were an order; or proves
    the order of a pack, and hands on the one with the card twice."""

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        due = due_of(table)
        if due is None or entry.notation != Step.SHUFFLE.value:
            return None
        group, key, before = self._suite.group, _key(due), due._before(self._suite)
        seed = self._dice.randbytes(32)
        order = shuffle.order_of(seed, len(before))
        twice = Order((order.cards[1], *order.cards[1:]), order.masks)
        pack = shuffle.applied(group, key, before, twice)
        claim = Claim(shuffle._place(key, due._chain(), before), key.point, before, pack)
        shown = twice if self._dice.random() < 0.5 else order
        return b"".join(pack), shuffle_proof.prove(group, claim, shown, seed)


class FalseDealer(Forger):
    """Its part of somebody's card is none, or comes from another share than it holds."""

    def forge(self, table: SeatedTable, entry: EntryBody) -> tuple[bytes, ...] | None:
        due = due_of(table)
        if due is None or entry.notation != Step.DEAL.value:
            return None
        parts = list(entry.attachments)
        chosen = self._dice.randrange(len(parts))
        parts[chosen] = spoiled(parts[chosen], self._dice)
        if self._dice.random() < 0.5:
            place, owner, hand = due.order.handed[chosen]
            parts[chosen] = private_deal.handed(
                self._suite.group,
                due._hand_context(place, owner),
                _key(due),
                self.seat,
                self._dice.randrange(1, 2**64),
                due._cards[place],
                hand,
                self._dice.randbytes(32),
            )
        return tuple(parts)


class CardWithholder(Liar):
    """Never does its part in some of the steps."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self._steps = self._dice.sample(_STEPS, self._dice.randint(1, 2))

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        if isinstance(frame, Proposal):
            entry = read_body(EntryBody, frame.body)
            if entry.seat == self.seat and entry.notation in self._steps:
                return
        elif isinstance(frame, Ack):
            flight = table.log.agreement.entry
            body = read_body(AckBody, frame.body)
            mine = flight is not None and flight.seat == self.seat == body.seat
            if mine and flight is not None and flight.notation in self._steps:
                return
        yield frame


class EarlyUnlocker(Liar):
    """Gives its parts of cards that lie face down, as if they were turned up."""

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        due, pack = due_of(table), table.position.pack()
        if due is None or pack is None or due.step is not Step.READY:
            return
        share = table.log.rounds.key_share(due.order.epoch)
        lock = due.lock(self._dice.choice(pack.slots).slot)
        if share is None or lock is None or self.seat not in _key(due).holders:
            return
        part = lock.share(self._suite, _key(due), self.seat, share)
        index = table.log.index - self._dice.randint(0, 1)
        unlock = Unlock(table.id, table.log.membership.epoch, index, self.seat, (part,))
        yield from self._all(table, unlock)


MAKERS: dict[Lie, Callable[..., Liar]] = {
    Lie.FALSE_SHUFFLE: FalseShuffler,
    Lie.PROVEN_TWICE: TwiceProver,
    Lie.FALSE_PROOF: FalseProver,
    Lie.FALSE_DEAL: FalseDealer,
    Lie.WITHHOLD_CARDS: CardWithholder,
    Lie.EARLY_UNLOCK: EarlyUnlocker,
}


def _key(due: Deck) -> TableKey:
    assert due.order.key is not None
    return due.order.key


def _cut(data: bytes) -> list[bytes]:
    size = shuffle.CARD_SIZE
    return [data[start : start + size] for start in range(0, len(data), size)]
