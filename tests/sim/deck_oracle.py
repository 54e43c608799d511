"""The invariants of cards that nobody has seen; beside the oracle, and called by it.

Symbolic elements are their own logarithms: here every mask comes off, so it is known what lies in
each slot, and of which card anybody's part is. Proofs of shuffles are checked a second time, from
the lines of the log alone. On the real primitives only that is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from camelnet.protocol.cards import shuffle
from camelnet.protocol.cards.deck import Deck, Order, Step
from camelnet.protocol.crypto.group import ORDER, POINT_SIZE
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.protocol.wire.frames import Unlock
from camelnet.session.api.facts import Stepped
from camelnet.session.game.stages import SEAL, Stage
from camelnet.session.table.seated_table import SeatedTable
from tests.protocol.cards import reference_shuffle
from tests.sim.violation import Violation


@dataclass(slots=True)
class _Dealing:
    """One shuffling and dealing, as the lines of the log tell it."""

    order: Order
    key: TableKey
    packs: list[shuffle.Deck] = field(default_factory=list)  # as each shuffler left it
    faces: list[str | None] = field(default_factory=list)  # what lies in the pack; symbolic only
    false: bool = False  # it is not the pack that was unseen: a liar's, who knew the logarithms
    turned: set[int] = field(default_factory=set)  # places that were turned up
    givers: dict[int, set[int]] = field(default_factory=dict)  # by place: honest ones
    known: dict[int, int] = field(default_factory=dict)  # by place: since which index to k of them

    @property
    def cards(self) -> shuffle.Deck:
        return self.packs[-1]


class DeckOracle:
    """See the module."""

    def __init__(
        self,
        game_start: GameStart,
        suite: Suite,
        liars: Collection[int],
        *,
        beyond: bool,
        real: bool,
    ) -> None:
        self.dealt = 0  # so many times everybody shuffled and dealt
        self.anew = 0  # of these, again in one dealing of the rules
        self.let_through = 0  # false packs of whoever knew the generators' logarithms
        self.broken = False  # somebody may know them
        self._game_start = game_start
        self._suite = suite
        self._liars = frozenset(liars)
        self._beyond = beyond
        self._real = real
        self._hand_points: dict[int, bytes] = {}  # by seat, as it sealed them
        self._dealings: dict[bytes, _Dealing] = {}  # by context
        self._numbers: set[int] = set()
        self._hands: dict[tuple[int, bytes], str] = {}  # what a seat saw, by context

    # --- the lines of the log -----------------------------------------------------------------

    def agreed(self, table: SeatedTable, entry: EntryBody) -> None:
        """An entry is final for the first time, at this honest peer."""
        if entry.notation == SEAL:
            self._hand_points[entry.seat] = entry.attachments[0][:POINT_SIZE]
            return
        known = table.machine._state.deck
        if entry.notation not in (Step.SHUFFLE.value, Step.DEAL.value):
            return
        if known is None or known.order.key is None or known.order.epoch != entry.epoch:
            return  # of luck alone; or fetched when it was over already
        dealing = self._dealings.setdefault(
            known.order.context, _Dealing(known.order, known.order.key)
        )
        if len(dealing.packs) < min(len(known.packs), len(known.order.voters)) - 1:
            return  # its first lines came all at once
        match entry.notation:
            case Step.SHUFFLE.value:
                self._shuffled(dealing, known, entry)
            case Step.DEAL.value:
                self._handed(dealing, known, entry)

    def _shuffled(self, dealing: _Dealing, deck: Deck, entry: EntryBody) -> None:
        cards, proof = entry.attachments
        order, number = dealing.order, len(dealing.packs)
        before = (
            dealing.packs[-1] if number else shuffle.first_deck(self._suite.group, order.unseen)
        )
        place = bytes([number, entry.seat])
        context = hash_of("camelnet/deck-shuffle/2", order.context, place)
        dealing.packs.append(tuple(_cut(cards, shuffle.CARD_SIZE)))
        plan = reference_shuffle.Plan(dealing.key.point, context, before)
        elements = reference_shuffle.Elements(self._suite.group)
        if not reference_shuffle.holds(elements, plan, dealing.cards, proof):
            raise Violation("a false shuffle is let through", f"index {entry.index}")
        if not self._real:
            dealing.faces = list(self._opened(dealing.key, order, dealing.cards))
            if Counter(dealing.faces) != dict(order.unseen) and not dealing.false:
                dealing.false = True
                if entry.seat not in self._liars or not self.broken:
                    raise Violation("a proven shuffle is none", f"index {entry.index}")
        self._note_ready(dealing, deck)

    def _opened(self, key: TableKey, order: Order, cards: Sequence[bytes]) -> Iterator[str | None]:
        """The faces of a pack on symbolic elements."""
        group = self._suite.group
        points = shuffle.card_points(group, [face for face, _ in order.unseen])
        for card in cards:
            mask = group.mul(_log(key.point), card[:POINT_SIZE])
            yield points.get(group.add(card[POINT_SIZE:], group.mul(-1, mask)))

    def _handed(self, dealing: _Dealing, deck: Deck, entry: EntryBody) -> None:
        """Every part is the dealer's own, for the hand of the card's owner."""
        self._note_ready(dealing, deck)
        if self._real:
            return
        group = self._suite.group
        for (place, owner, _), part in zip(dealing.order.handed, entry.attachments, strict=True):
            first, second = part[:POINT_SIZE], part[POINT_SIZE : 2 * POINT_SIZE]
            masked = group.mul(_log(self._hand_points[owner]), first)
            product = group.mul(
                _log(dealing.key.share_of(entry.seat)), dealing.cards[place][:POINT_SIZE]
            )
            if group.add(product, masked) != second:
                raise Violation("a card is handed wrongly", f"index {entry.index}, seat {owner}")

    def _note_ready(self, dealing: _Dealing, deck: Deck) -> None:
        if deck.step is not Step.READY:
            return
        self.dealt += 1
        self.anew += dealing.order.number in self._numbers
        self._numbers.add(dealing.order.number)
        if dealing.false:
            self.let_through += 1

    # --- what lies there ----------------------------------------------------------------------

    def look(self, seat: int, table: SeatedTable) -> None:
        """An honest peer knows all luck so far."""
        pack, machine = table.position.pack(), table.machine
        if pack is None:
            return
        counts = [count for _, count in pack.unseen]
        if min(counts, default=1) < 1 or sum(counts) < len(pack.slots):
            raise Violation("a card is seen more often than there are", f"seat {seat}")
        deck = machine._state.deck
        if machine.stage is not Stage.PLAY or pack.awaited is not None or table.log.epoch.key_due:
            return  # nobody plays here
        membership = table.log.membership
        if deck is None or deck.step is not Step.READY or deck.order.number != pack.number:
            raise Violation("somebody plays before the cards are dealt", f"seat {seat}")
        if deck.order.key is None:
            if membership.scheme is Scheme.COIN:
                raise Violation("cards lie open to all", f"seat {seat}")
            return
        dealt_here = (deck.order.epoch, deck.order.voters) == (membership.epoch, membership.voters)
        spare = len(set(deck.order.key.holders) & set(membership.voters)) - deck.order.key.threshold
        if not dealt_here and spare < max(0, len(membership.voters) - membership.quorum):
            raise Violation("cards lie under the key of others", f"seat {seat}")
        self._check_hands(seat, table, deck)
        self._check_known(table, deck, [item.slot for item in pack.slots])

    def _check_hands(self, seat: int, table: SeatedTable, deck: Deck) -> None:
        """Check that every present seat has the hand that lies there, and nobody else has one."""
        pack, ghosts = table.position.pack(), table.log.epoch.memberships[deck.order.epoch].ghosts
        assert pack is not None
        handed = {owner for _, owner, _ in deck.order.handed}
        if handed & set(ghosts):
            raise Violation("a ghost has a hand", f"{sorted(handed & set(ghosts))}")
        own = [item.slot for item in pack.slots if item.owner == seat]
        here = own and seat in handed
        faces, dealing = table.faces, self._dealings.get(deck.order.context)
        if bool(faces) != bool(here) and not (dealing and dealing.false):
            raise Violation("a hand is lost, or found", f"seat {seat}: {faces!r}")
        if not here:
            return
        self._hands[seat, deck.order.context] = faces
        if dealing is None or not dealing.faces or dealing.false:
            return
        if faces != " ".join(self._lying(dealing, slot) or "" for slot in own):
            raise Violation("a hand is not what lies there", f"seat {seat}: {faces}")

    def _check_known(self, table: SeatedTable, deck: Deck, lying: Collection[int]) -> None:
        """Check that a card that k voters could see is turned up, and stays so."""
        dealing = self._dealings.get(deck.order.context)
        if dealing is None or self._beyond:
            return
        for place, index in dealing.known.items():
            if dealing.order.slots[place][0] in lying and table.log.index > index:
                raise Violation("cards that were seen lie face down", f"index {index}")

    @staticmethod
    def _lying(dealing: _Dealing, slot: int) -> str | None:
        place = dealing.order.place_of(slot)
        return dealing.faces[place] if place is not None and dealing.faces else None

    def stepped(self, seat: int, step: Stepped, table: SeatedTable) -> None:
        """The rules went a step at an honest peer."""
        pack, deck = step.before.pack(), table.machine._state.deck
        if step.replayed or pack is None or pack.awaited is None:
            return
        slot = pack.slots[pack.awaited]
        if deck is None or deck.order.number != pack.number or deck.order.key is None:
            return
        dealing = self._dealings.get(deck.order.context)
        place = deck.order.place_of(slot.slot)
        if dealing is None or place is None:
            return
        dealing.turned.add(place)
        if dealing.false or not dealing.key.held_by(table.log.voters) or table.log.epoch.former:
            return  # too few hold what turns it up: luck has shuffled what nobody has seen
        face = step.notation.removeprefix("card ")
        if dealing.faces and dealing.faces[place] != face:
            raise Violation("another card is turned up than lay there", f"seat {seat}: {face}")
        if slot.owner is not None:
            seen = self._hands.get((slot.owner, deck.order.context), face)
            if face not in seen.split(" "):
                raise Violation("a hand is not what its owner saw", f"seat {slot.owner}: {face}")

    # --- parts --------------------------------------------------------------------------------

    def unlocked(self, seat: int, frame: Unlock, table: SeatedTable) -> None:
        """An honest peer gives its parts of cards: of those only that are turned up."""
        if self._real:
            return
        for part in frame.shares:
            if not part:
                continue
            found = self._card_of(seat, part[:POINT_SIZE])
            if found is None:
                raise Violation("a part of a card that nobody knows", f"seat {seat}")
            dealing, place = found
            pack, slot = table.position.pack(), dealing.order.slots[place][0]
            awaited = (
                pack is not None
                and pack.number == dealing.order.number
                and pack.awaited is not None
                and pack.slots[pack.awaited].slot == slot
            )
            if not awaited and place not in dealing.turned:
                raise Violation("a card can be seen early", f"seat {seat}, slot {slot}")
            givers = dealing.givers.setdefault(place, set())
            givers.add(seat)
            if len(givers | (self._liars & set(dealing.key.holders))) >= dealing.key.threshold:
                dealing.known.setdefault(place, frame.index)

    def _card_of(self, seat: int, product: bytes) -> tuple[_Dealing, int] | None:
        """Of which card this is the seat's part."""
        for dealing in self._dealings.values():
            if seat in dealing.key.holders and dealing.packs:
                inverse = pow(_log(dealing.key.share_of(seat)), -1, ORDER)
                first = self._suite.group.mul(inverse, product)
                for place, card in enumerate(dealing.cards):
                    if card[:POINT_SIZE] == first:
                        return dealing, place
        return None


def _log(point: bytes) -> int:
    """Of a symbolic element."""
    return int.from_bytes(point, "little")


def _cut(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]
