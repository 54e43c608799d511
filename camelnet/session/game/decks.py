"""The decks of a game, between the rules and the log.

The rules lay out cards face down (`Position.pack`); the log shuffles and deals them
(`protocol.cards.deck`). This module connects the two: which deck is in play, when another one is
due, which card is turned up next, what a hand holds. It keeps no state of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet.protocol.cards import private_deal
from camelnet.protocol.cards.deck import CardLock, Deck, Order, Step
from camelnet.protocol.cards.former_deck import FormerDeck
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import POINT_SIZE
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.log.interfaces import MembershipSnapshot
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.rules import Pack, Position

JUDGED_MAX = 64  # proofs with a cached result


@dataclass(frozen=True, slots=True)
class DealtCard:
    """A card of a deck that luck dealt in the open."""

    deck: Deck
    slot: int
    face: str


def hand_context(game: bytes, seat: int) -> bytes:
    """The context of the proof of a seat's hand key."""
    return hash_of("camelnet/hand-key-of/1", game, bytes([seat]))


class Decks:
    """See the module. `membership` and `standing` are the log's latest; luck acts for the epoch
    `acting` and its deck. `former`: the log comes from a record before version 4."""

    def __init__(self, suite: Suite, membership: Membership, *, former: bool = False) -> None:
        self.membership = membership
        self.acting = membership.epoch
        self.standing: MembershipSnapshot | None = None
        self.trusting = False  # while True, skip proofs: the entries were verified before
        self._suite = suite
        self._former = former
        self._judged: dict[tuple[bytes, ...], Refusal | None] = {}

    def on_membership(self, standing: MembershipSnapshot) -> None:
        self.standing, self.membership = standing, standing.membership
        self.acting = standing.membership.epoch

    @property
    def in_the_open(self) -> bool:
        """True if luck deals the cards openly: where all voters together make the luck, nobody has
        anything to hide from anybody."""
        return self.membership.scheme is Scheme.REVEAL

    # --- which deck ---------------------------------------------------------------------------

    def deck_at(
        self, position: Position, known: Deck | None, hands: Sequence[bytes | None]
    ) -> Deck | None:
        """The deck in play or being shuffled: `known`, or a new one that is due; None while the
        rules lay out no cards. While a card is turned up, its deck."""
        pack = position.pack()
        if pack is None or pack.awaited is not None:
            return known if pack else None
        if known is not None and known.order.number == pack.number and self._is_ours(known):
            return known
        keys = (
            ()
            if self.in_the_open
            else tuple((seat, hand) for seat, hand in enumerate(hands) if hand is not None)
        )
        standing = self.standing
        order = Order(
            game=standing.game if standing else b"",
            epoch=self.membership.epoch,
            number=pack.number,
            voters=self.membership.voters,
            key=standing.seal_key if standing and not self.in_the_open else None,
            unseen=pack.unseen,
            slots=tuple((item.slot, item.owner) for item in pack.slots),
            hands=keys,
        )
        return FormerDeck(order) if self._former and order.key else Deck(order)

    def _is_ours(self, deck: Deck) -> bool:
        """True if a deck serves the present voters: it was dealt in the epoch that luck acts for,
        or its key is as good as a new one."""
        if deck.order.key is None:
            return self.in_the_open
        return deck.order.epoch == self.acting or self._stays(deck)

    def _stays(self, deck: Deck) -> bool:
        """True if the deck's key can lose as many holders as a new key could, and still open cards.
        Else somebody who has seen a card early could leave, to get another one."""
        key, membership = deck.order.key, self.membership
        openable = self.standing.openable if self.standing else ()
        if key is None or deck.step is not Step.READY or deck.order.epoch not in openable:
            return False
        spare = len(set(key.holders) & set(membership.voters)) - key.threshold
        return spare >= len(membership.voters) - membership.quorum

    def is_lost(self, deck: Deck | None) -> bool:
        """True if a deck under a key does not stay with the present voters."""
        return deck is not None and deck.order.key is not None and not self._stays(deck)

    def keeps_hand(self, position: Position, known: Deck | None, seat: int) -> bool:
        """True if a seat that comes back now finds its hand, and all others keep theirs: the cards
        need not be dealt again for the new voters."""
        pack = position.pack()
        if pack is None or known is None or known.order.number != pack.number:
            return False
        return self._stays(known) and any(seat == owner for owner, _ in known.order.hands)

    # --- entries ------------------------------------------------------------------------------

    def check_hand_key(self, entry: EntryBody) -> None:
        """Raise `Refusal` unless an entry brings its seat's hand key."""
        if len(entry.attachments) != 1:
            raise Refusal(Fault.ATTACHMENTS, "not a hand key")
        context = hand_context(entry.game, entry.seat)
        private_deal.check_hand_key(self._suite.group, context, entry.attachments[0])

    @staticmethod
    def hand_key(attachments: Sequence[bytes]) -> bytes | None:
        """The point of the hand key in a checked entry's attachments; None if there are none."""
        return attachments[0][:POINT_SIZE] if attachments else None

    def check(self, deck: Deck, entry: EntryBody) -> None:
        """Raise `Refusal` unless an entry is the next one of the deck."""
        if not deck.heavy or entry.notation != deck.step.value:
            deck.check(self._suite, entry.notation, entry.attachments)
        elif not self.trusting:
            refusal = self._judge(deck, entry.attachments)
            if refusal is not None:
                raise Refusal(refusal.fault, refusal.detail)

    def verification_job(self, deck: Deck, entry: EntryBody) -> Callable[[], None] | None:
        """The slow part of `check` as a thread-safe job; None if there is none or it is done."""
        attachments = entry.attachments
        if not deck.heavy or self.trusting or _what(deck, attachments) in self._judged:
            return None
        return lambda: self._keep(deck, attachments)

    def made(self, deck: Deck, attachments: tuple[bytes, ...]) -> None:
        """Note that our own proof is valid."""
        if deck.heavy:
            self._remember(_what(deck, attachments), None)

    def _keep(self, deck: Deck, attachments: tuple[bytes, ...]) -> None:
        """Judge a proof, and cache even a crash: no proof is judged again and again."""
        try:
            self._judge(deck, attachments)
        except Exception as error:
            self._remember(_what(deck, attachments), Refusal(Fault.PROOF, repr(error)))
            raise

    def _judge(self, deck: Deck, attachments: tuple[bytes, ...]) -> Refusal | None:
        """Check a proof; returns its fault. Two threads may do this at once, with the same
        result."""
        what = _what(deck, attachments)
        found = self._judged.get(what, self._judged)
        if isinstance(found, Refusal | None):
            return found
        refusal: Refusal | None = None
        try:
            deck.check(self._suite, deck.step.value, attachments)
        except Refusal as error:
            refusal = Refusal(error.fault, error.detail)  # without its traceback
        self._remember(what, refusal)
        return refusal

    def _remember(self, what: tuple[bytes, ...], refusal: Refusal | None) -> None:
        self._judged[what] = refusal
        while len(self._judged) > JUDGED_MAX:
            self._judged.pop(next(iter(self._judged)), None)

    # --- turning up ---------------------------------------------------------------------------

    def is_due(self, position: Position, known: Deck | None) -> bool:
        """True if cards must be shuffled and dealt before anybody, or luck, acts."""
        pack = position.pack()
        if pack is None or pack.awaited is not None:
            return False
        deck = self.deck_at(position, known, ())
        return deck is None or deck.step is not Step.READY

    def dealt(self, position: Position, known: Deck | None) -> DealtCard | None:
        """The card to turn up now, if luck dealt it; else None."""
        found = _awaited(position, known)
        face = found[0].face(found[1]) if found else None
        return DealtCard(*found, face) if found and face is not None else None

    def lock(self, position: Position, known: Deck | None) -> CardLock | None:
        """The lock of the card to turn up now, if a quorum of the present voters can open it; else
        None."""
        found = _awaited(position, known)
        card = found[0].lock(found[1]) if found else None
        openable = self.standing.openable if self.standing else ()
        return card if card is not None and card.epoch in openable else None

    # --- hands --------------------------------------------------------------------------------

    def hand_place(self, position: Position, known: Deck | None, seat: int) -> object:
        """A cache key of `hand`: equal as long as the hand is."""
        pack = position.pack()
        if pack is None or known is None or known.order.number != pack.number:
            return None
        return known, _slots_of(pack, seat)

    def hand(self, position: Position, known: Deck | None, seat: int, secret: int) -> str:
        """The faces in a seat's hand, in the rules' notation; "" if it holds none or can see none.
        `secret`: the scalar of its hand key."""
        pack = position.pack()
        if pack is None or known is None or known.order.number != pack.number:
            return ""
        faces = [known.handed_to(self._suite, seat, slot, secret) for slot in _slots_of(pack, seat)]
        return " ".join(face for face in faces if face is not None)


def _slots_of(pack: Pack, seat: int) -> tuple[int, ...]:
    return tuple(item.slot for item in pack.slots if item.owner == seat)


def _awaited(position: Position, known: Deck | None) -> tuple[Deck, int] | None:
    """The deck and the slot of the card to turn up now; None without one."""
    pack = position.pack()
    if pack is None or pack.awaited is None or known is None:
        return None
    if known.order.number != pack.number:
        return None
    return known, pack.slots[pack.awaited].slot


def _what(deck: Deck, attachments: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The cache key of a proof's result."""
    return *deck.judged_by, *attachments
