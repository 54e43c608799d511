"""The deck of a game: face-down cards that the voters shuffle and deal by entries of the log.

All of it is entries of the log, each by one voter in turn, in the order of their seats:

    "shuffle"   everybody remasks and permutes what the one before left, and commits to the proof
    the luck of the last shuffle is the challenge to all of them
    "prove"     everybody opens its commitments as the challenge says, some rounds an entry
    "deal"      everybody decrypts in part each card that a seat may look at, for that seat alone

Then the cards lie in their slots: the first of the shuffled pack in the first slot, and so on. One
is turned up by a quorum's parts of its decryption (`CardLock`). A deck belongs to one epoch, as its
key does; when the voters change so that its key is worse than a new one, what has not been seen is
shuffled and dealt anew.

Where all luck comes from everybody's secrets together (one human with bots), nobody has anything to
hide from anybody: one "shuffle" entry without proofs, whose luck deals the cards (`key` None).

A deck is a value: entries make the next one. It names no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from camelnet.protocol.cards import private_deal, shuffle
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey

ROUNDS_PER_ENTRY = 8  # so that an entry stays far below the limit of a frame


class Step(Enum):
    """The next step of a deck; the first three are notations of entries."""

    SHUFFLE = "shuffle"
    PROVE = "prove"
    DEAL = "deal"
    CHALLENGE = "challenge"  # the luck of the last shuffle
    READY = "ready"


@dataclass(frozen=True, slots=True)
class Order:
    """The order to shuffle and deal: which cards, into which slots, by whom."""

    game: bytes
    epoch: int
    number: int  # of the dealing, as the rules count
    voters: tuple[int, ...]
    key: TableKey | None  # None: dealt by luck that all make together
    unseen: tuple[tuple[str, int], ...]  # the pack: faces, and how many of each
    slots: tuple[tuple[int, int | None], ...]  # that get a card, each with who may look at it
    hands: tuple[tuple[int, bytes], ...]  # seats that can be handed cards, with their hand keys
    rounds: int  # of the proofs

    @property
    def context(self) -> Hash:
        """The hash that binds every proof here to this order."""
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

    @property
    def parts(self) -> int:
        """Entries that a proof takes."""
        return -(-self.rounds // ROUNDS_PER_ENTRY)

    @property
    def handed(self) -> tuple[tuple[int, int, bytes], ...]:
        """The cards that are handed to a seat: place in the deck, seat, hand key."""
        keys = dict(self.hands)
        return tuple(
            (place, owner, keys[owner])
            for place, (_, owner) in enumerate(self.slots)
            if owner is not None and owner in keys
        )

    def place_of(self, slot: int) -> int | None:
        """The place in the deck of a slot's card."""
        return next((place for place, (known, _) in enumerate(self.slots) if known == slot), None)


@dataclass(frozen=True, slots=True)
class CardLock:
    """A card that is turned up now (`interfaces.Lock`)."""

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
    shuffles: tuple[tuple[shuffle.Deck, tuple[bytes, ...]], ...] = ()  # cards and commitments
    challenge: bytes = b""
    proven: int = 0  # parts of proofs
    dealt: tuple[tuple[bytes, ...], ...] = ()  # by voter: its part of each card that is handed

    # --- asking -------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        order = self.order
        voters = len(order.voters) if order.key else 1
        if len(self.shuffles) < voters:
            return Step.SHUFFLE
        if not self.challenge:
            return Step.CHALLENGE
        if order.key and self.proven < voters * order.parts:
            return Step.PROVE
        if order.key and order.handed and len(self.dealt) < voters:
            return Step.DEAL
        return Step.READY

    @property
    def author(self) -> int | None:
        """The voter that writes the next entry."""
        voters = self.order.voters
        match self.step:
            case Step.SHUFFLE:
                return voters[len(self.shuffles)]
            case Step.PROVE:
                return voters[self.proven // self.order.parts]
            case Step.DEAL:
                return voters[len(self.dealt)]
        return None

    @property
    def progress(self) -> tuple[int, int]:
        """Entries written, and all that it takes."""
        if self.order.key is None:
            return len(self.shuffles), 1
        voters = len(self.order.voters)
        total = voters * (1 + self.order.parts + bool(self.order.handed))
        return len(self.shuffles) + self.proven + len(self.dealt), total

    def face(self, slot: int) -> str | None:
        """The face in a slot of a deck that luck has dealt; None where only a key tells it."""
        place = self.order.place_of(slot)
        if self.order.key is not None or not self.challenge or place is None:
            return None
        pack = [face for face, count in self.order.unseen for _ in range(count)]
        return pack[Stream(self.challenge).order(len(pack))[place]]

    def lock(self, slot: int) -> CardLock | None:
        """The card of a slot, to be turned up; None where none lies there under a key."""
        place = self.order.place_of(slot)
        if self.order.key is None or self.step is not Step.READY or place is None:
            return None
        faces = tuple(face for face, _ in self.order.unseen)
        return CardLock(self.order.epoch, self.order.context, self._cards[place], faces)

    def handed_to(self, suite: Suite, seat: int, slot: int, hand_secret: int) -> str | None:
        """The face that a seat finds in its own slot; None where it cannot look."""
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
        """Raises `Refusal` unless the author may write this. Proofs take a while to check."""
        step = self.step
        if notation != step.value:
            raise Refusal(Fault.ILLEGAL, f'"{step.value}" comes next')
        if self.order.key is None:
            if attachments:
                raise Refusal(Fault.ATTACHMENTS, "none belong here")
            return
        match step:
            case Step.SHUFFLE:
                cards, hashes = self._read_shuffle(attachments)
                group, rounds = suite.group, self.order.rounds
                shuffle.check_form(
                    group, self._before(suite, len(self.shuffles)), cards, hashes, rounds
                )
            case Step.PROVE:
                self._check_proof(suite, attachments)
            case Step.DEAL:
                self._check_deal(suite, attachments)

    @property
    def heavy(self) -> bool:
        """True if judging the next entry takes long."""
        return self.step is Step.PROVE

    def take(self, attachments: tuple[bytes, ...]) -> Deck:
        """The deck behind an entry that was checked."""
        match self.step:
            case Step.SHUFFLE if self.order.key is None:
                return replace(self, shuffles=(((), ()),))
            case Step.SHUFFLE:
                return replace(self, shuffles=(*self.shuffles, self._read_shuffle(attachments)))
            case Step.PROVE:
                return replace(self, proven=self.proven + 1)
        return replace(self, dealt=(*self.dealt, attachments))

    def challenged(self, seed: bytes) -> Deck:
        """The deck once the luck of the last shuffle is known."""
        return replace(self, challenge=bytes(hash_of("camelnet/deck-challenge/1", seed)))

    def make(self, suite: Suite, secret: bytes, share: int | None) -> tuple[bytes, ...]:
        """The attachments of our entry, which is next; all that is random in them follows from
        `secret`. `share` is ours of the key; `Refusal` where it is missing. Shuffling takes a
        while."""
        order, seat = self.order, self.author
        assert seat is not None
        if order.key is None:
            return ()
        if share is None:
            raise Refusal(Fault.SHARE, "our part of the key is lost")
        match self.step:
            case Step.SHUFFLE:
                number = len(self.shuffles)
                made = shuffle.shuffled(
                    suite.group,
                    order.key,
                    self._chain(number),
                    self._before(suite, number),
                    self._secret(secret, number),
                    order.rounds,
                    each=suite.each,
                )
                return b"".join(made.deck), b"".join(made.hashes)
            case Step.PROVE:
                number, part = divmod(self.proven, order.parts)
                opened = shuffle.openings(
                    suite.group,
                    order.key,
                    self._chain(number),
                    self._before(suite, number),
                    self._secret(secret, number),
                    self.challenge,
                    order.rounds,
                    only=self._rounds_of(part),
                )
                return (b"".join(opened),)
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
    def _cards(self) -> shuffle.Deck:
        return self.shuffles[-1][0]

    def _before(self, suite: Suite, number: int) -> shuffle.Deck:
        """The deck that the shuffle of that number begins with."""
        if number > 0:
            return self.shuffles[number - 1][0]
        return shuffle.first_deck(suite.group, self.order.unseen)

    def _chain(self, number: int) -> Hash:
        """The context of one shuffle."""
        return hash_of("camelnet/deck-shuffle/1", self.order.context, bytes([number]))

    def _secret(self, secret: bytes, number: int) -> Hash:
        return hash_of("camelnet/shuffle-secret/1", secret, self._chain(number))

    def _hand_context(self, place: int, owner: int) -> Hash:
        return hash_of("camelnet/deck-hand/1", self.order.context, bytes([place, owner]))

    def _rounds_of(self, part: int) -> range:
        """The rounds that a part of a proof opens."""
        first = part * ROUNDS_PER_ENTRY
        return range(first, min(first + ROUNDS_PER_ENTRY, self.order.rounds))

    def _read_shuffle(self, attachments: Sequence[bytes]) -> tuple[shuffle.Deck, tuple[bytes, ...]]:
        count = sum(count for _, count in self.order.unseen)
        sizes = [count * shuffle.CARD_SIZE, self.order.rounds * HASH_SIZE]
        if [len(item) for item in attachments] != sizes:
            raise Refusal(Fault.ATTACHMENTS, "not a shuffled pack and its commitments")
        cards, hashes = attachments
        return _cut(cards, shuffle.CARD_SIZE), _cut(hashes, HASH_SIZE)

    def _check_proof(self, suite: Suite, attachments: Sequence[bytes]) -> None:
        order = self.order
        assert order.key is not None
        number, part = divmod(self.proven, order.parts)
        cards, hashes = self.shuffles[number]
        rounds = self._rounds_of(part)
        if len(attachments) != 1:
            raise Refusal(Fault.ATTACHMENTS, "not a part of a proof")
        context, before = self._chain(number), self._before(suite, number)
        opened = shuffle.split_openings(
            order.key,
            context,
            before,
            self.challenge,
            attachments[0],
            order.rounds,
            first=rounds.start,
            count=len(rounds),
        )
        shuffle.check_openings(
            suite.group,
            order.key,
            context,
            before,
            cards,
            hashes,
            self.challenge,
            opened,
            order.rounds,
            first=rounds.start,
            each=suite.each,
        )

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


def _cut(data: bytes, size: int) -> tuple[bytes, ...]:
    return tuple(data[start : start + size] for start in range(0, len(data), size))
