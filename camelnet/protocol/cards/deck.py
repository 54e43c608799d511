"""The deck of a game: face-down cards that the voters shuffle and deal by entries of the log.

The voters write these entries in turn, in order of seat:

    "shuffle"   each remasks and permutes the pack that the previous voter left, and proves it
    "deal"      each decrypts in part every card that a seat may look at, for that seat alone

Then the cards lie in their slots: the first of the shuffled pack in the first slot, and so on. A
quorum's parts of its decryption turn a card up (`CardLock`). A deck belongs to one epoch, as its
key does; when the voters change so that its key is worse than a new one, they shuffle and deal the
unseen cards again.

Where all luck comes from all seats' secrets together (one human with bots), nobody has anything to
hide: one "shuffle" entry without proof is enough, whose luck deals the cards (`key` None).

A deck is a value: each entry makes the next one. It names no game. `former_deck` reads the decks of
old records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Self

from camelnet.protocol.cards import private_deal, shuffle
from camelnet.protocol.cards.shuffle_proof import proof_size
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey


class Step(Enum):
    """The next step of a deck; the first three are notations of entries."""

    SHUFFLE = "shuffle"
    PROVE = "prove"  # only in old records
    DEAL = "deal"
    LUCK = "luck"  # of the last shuffle
    READY = "ready"


@dataclass(frozen=True)  # without slots, for cached properties
class Order:
    """The order to shuffle and deal: the cards, the slots and the voters."""

    game: bytes
    epoch: int
    number: int  # of the deal, as the rules count
    voters: tuple[int, ...]
    key: TableKey | None  # None: luck that all make together deals the cards
    unseen: tuple[tuple[str, int], ...]  # the pack: faces, and how many of each
    slots: tuple[tuple[int, int | None], ...]  # that get a card, with the seat that may look at it
    hands: tuple[tuple[int, bytes], ...]  # the seats with hand keys, and these keys

    @cached_property
    def context(self) -> Hash:
        """The hash that binds every proof of a deck to its order."""
        faces = b"".join(
            len(face).to_bytes(1, "big") + face.encode() + count.to_bytes(2, "big")
            for face, count in self.unseen
        )
        slots = b"".join(
            slot.to_bytes(2, "big") + bytes([255 if owner is None else owner])
            for slot, owner in self.slots
        )
        place = self.epoch.to_bytes(8, "big") + self.number.to_bytes(8, "big")
        hands = b"".join(bytes([seat]) + point for seat, point in self.hands)
        point = self.key.point if self.key else b""
        return hash_of("camelnet/deck/1", self.game, place, point, faces, slots, hands)

    @cached_property
    def size(self) -> int:
        """The number of cards in the pack."""
        return sum(count for _, count in self.unseen)

    @cached_property
    def handed(self) -> tuple[tuple[int, int, bytes], ...]:
        """The cards that a seat may look at: place in the deck, seat, hand key."""
        keys = dict(self.hands)
        return tuple(
            (place, owner, keys[owner])
            for place, (_, owner) in enumerate(self.slots)
            if owner is not None and owner in keys
        )

    def place_of(self, slot: int) -> int | None:
        """The place of a slot's card in the deck."""
        return next((place for place, (known, _) in enumerate(self.slots) if known == slot), None)


@dataclass(frozen=True, slots=True)
class CardLock:
    """A card to be turned up now (`interfaces.Lock`)."""

    epoch: int
    context: bytes
    card: bytes
    faces: tuple[str, ...]

    def share(self, suite: Suite, key: TableKey, holder: int, secret: int) -> bytes:
        return shuffle.turn_share(suite.group, key, holder, secret, self.card, self.context)

    def check_share(self, suite: Suite, key: TableKey, holder: int, share: bytes) -> None:
        shuffle.check_turn_share(suite.group, key, holder, self.card, self.context, share)

    def open(self, suite: Suite, key: TableKey, shares: Mapping[int, bytes]) -> str | None:
        points = shuffle.card_points(suite.group, self.faces)
        return shuffle.turned(suite.group, key, self.card, shares, points)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck at one moment, immutable: its order, and the entries so far."""

    order: Order
    packs: tuple[shuffle.Deck, ...] = ()  # as each shuffler left it
    luck: bytes = b""  # deals the cards where no key does
    dealt: tuple[tuple[bytes, ...], ...] = ()  # by voter: its parts of the handed cards

    # --- queries ------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        order = self.order
        if len(self.packs) < self._writers:
            return Step.SHUFFLE
        if order.key is None:
            return Step.READY if self.luck else Step.LUCK
        return Step.DEAL if order.handed and len(self.dealt) < self._writers else Step.READY

    @property
    def author(self) -> int | None:
        """The voter that writes the next entry."""
        voters = self.order.voters
        match self.step:
            case Step.SHUFFLE:
                return voters[len(self.packs)]
            case Step.DEAL:
                return voters[len(self.dealt)]
        return None

    @property
    def progress(self) -> tuple[int, int]:
        """The number of entries written, and of all that the deck takes."""
        if self.order.key is None:
            return len(self.packs), 1
        return len(self.packs) + len(self.dealt), self._writers * (1 + bool(self.order.handed))

    @property
    def heavy(self) -> bool:
        """True if judging the next entry takes long."""
        return self.order.key is not None and self.step is Step.SHUFFLE

    @property
    def judged_by(self) -> tuple[bytes, ...]:
        """All that the judgement of a heavy entry depends on, besides its attachments."""
        return self._chain(), *(self.packs[-1] if self.packs else ())

    def face(self, slot: int) -> str | None:
        """The face in a slot of a deck that luck has dealt; None where a key hides it."""
        place = self.order.place_of(slot)
        if self.order.key is not None or not self.luck or place is None:
            return None
        pack = [face for face, count in self.order.unseen for _ in range(count)]
        return pack[Stream(self.luck).order(len(pack))[place]]

    def lock(self, slot: int) -> CardLock | None:
        """The lock of a slot's card, to turn it up; None if no card lies there under a key."""
        place = self.order.place_of(slot)
        if self.order.key is None or self.step is not Step.READY or place is None:
            return None
        faces = tuple(face for face, _ in self.order.unseen)
        return CardLock(self.order.epoch, self.order.context, self._cards[place], faces)

    def handed_to(self, suite: Suite, seat: int, slot: int, hand_secret: int) -> str | None:
        """The face that a seat sees in its own slot; None if it cannot look."""
        order, place = self.order, self.order.place_of(slot)
        if order.key is None:
            return self.face(slot)
        number = next((n for n, item in enumerate(order.handed) if item[:2] == (place, seat)), None)
        if place is None or number is None or self.step is not Step.READY:
            return None
        parts = {
            voter: parts[number] for voter, parts in zip(order.voters, self.dealt, strict=True)
        }
        points = shuffle.card_points(suite.group, [face for face, _ in order.unseen])
        return private_deal.received(
            suite.group, order.key, self._cards[place], hand_secret, parts, points
        )

    # --- entries ------------------------------------------------------------------------------

    def check(self, suite: Suite, notation: str, attachments: Sequence[bytes]) -> None:
        """Raise `Refusal` unless the author may write this. The check of a proof takes a while."""
        step = self.step
        if self.author is None or notation != step.value:
            raise Refusal(Fault.ILLEGAL, f'"{step.value}" comes next')
        if self.order.key is None:
            if attachments:
                raise Refusal(Fault.ATTACHMENTS, "none belong here")
            return
        self._check_entry(suite, attachments)

    def take(self, attachments: tuple[bytes, ...]) -> Self:
        """The deck after a checked entry."""
        if self.step is Step.DEAL:
            return replace(self, dealt=(*self.dealt, attachments))
        pack = self._read_shuffle(attachments)[0] if self.order.key else ()
        return replace(self, packs=(*self.packs, pack))

    def with_luck(self, seed: bytes) -> Self:
        """The deck with the luck of its last shuffle."""
        return replace(self, luck=bytes(hash_of("camelnet/deck-challenge/1", seed)))

    def make(self, suite: Suite, secret: bytes, share: int | None) -> tuple[bytes, ...]:
        """The attachments of our entry, which comes next; their randomness follows from `secret`.
        `share` is our share of the key; raises `Refusal` without it. A shuffle takes a while."""
        order, seat = self.order, self.author
        assert seat is not None
        if order.key is None:
            return ()
        if share is None:
            raise Refusal(Fault.SHARE, "our part of the key is lost")
        if self.step is Step.SHUFFLE:
            context = self._chain()
            own = hash_of("camelnet/shuffle-secret/1", secret, context)
            made = shuffle.shuffled(suite.group, order.key, context, self._before(suite), own)
            return b"".join(made.deck), made.proof
        return tuple(
            private_deal.handed(
                suite.group,
                self._hand_context(place, owner),
                order.key,
                seat,
                share,
                self._cards[place],
                hand,
                secret,
            )
            for place, owner, hand in order.handed
        )

    # --- the parts of it ----------------------------------------------------------------------

    @property
    def _writers(self) -> int:
        """The number of voters that shuffle and deal: all, or one where luck deals."""
        return len(self.order.voters) if self.order.key else 1

    @property
    def _cards(self) -> shuffle.Deck:
        return self.packs[-1]

    def _before(self, suite: Suite) -> shuffle.Deck:
        """The pack before the next shuffle."""
        return self.packs[-1] if self.packs else shuffle.first_deck(suite.group, self.order.unseen)

    def _chain(self) -> Hash:
        """The context of the next shuffle: its place in the chain, and its shuffler."""
        number = len(self.packs)
        place = bytes([number, self.order.voters[number]])
        return hash_of("camelnet/deck-shuffle/2", self.order.context, place)

    def _hand_context(self, place: int, owner: int) -> Hash:
        return hash_of("camelnet/deck-hand/1", self.order.context, bytes([place, owner]))

    def _read_shuffle(self, attachments: Sequence[bytes]) -> tuple[shuffle.Deck, bytes]:
        """A pack and its proof; raises `Refusal` if their sizes are wrong."""
        cards = self.order.size
        if [len(item) for item in attachments] != [cards * shuffle.CARD_SIZE, proof_size(cards)]:
            raise Refusal(Fault.ATTACHMENTS, "not a shuffled pack and its proof")
        return cut(attachments[0], shuffle.CARD_SIZE), attachments[1]

    def _check_entry(self, suite: Suite, attachments: Sequence[bytes]) -> None:
        """Check the attachments of the next entry, under a key."""
        if self.step is not Step.SHUFFLE:
            self._check_deal(suite, attachments)
            return
        pack, proof = self._read_shuffle(attachments)
        key, before = self.order.key, self._before(suite)
        assert key is not None
        shuffle.check_shuffle(suite.group, key, self._chain(), before, pack, proof)

    def _check_deal(self, suite: Suite, attachments: Sequence[bytes]) -> None:
        order, seat = self.order, self.author
        assert order.key is not None
        assert seat is not None
        if len(attachments) != len(order.handed):
            raise Refusal(Fault.ATTACHMENTS, f"not {len(order.handed)} cards")
        for (place, owner, hand), data in zip(order.handed, attachments, strict=True):
            context = self._hand_context(place, owner)
            card = self._cards[place]
            private_deal.check_handed(suite.group, context, order.key, seat, card, hand, data)


def cut(data: bytes, size: int) -> tuple[bytes, ...]:
    """The pieces of `data`, each of this size."""
    return tuple(data[start : start + size] for start in range(0, len(data), size))
