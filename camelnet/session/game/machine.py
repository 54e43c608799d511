"""The state machine behind the log: entries read as a game by the rules.

    at first      "seal"   each seat in turn seals its face-down cards, or names its hand key
                           (in games that have either)
    then          "start"  by the first voter; its luck feeds the first chance nodes
    then          notations of the rules: decisions, and openings with their nonces attached
    in between    "shuffle", "deal": the voters in turn, whenever the rules lay out a pack
                           that nobody has seen, and after a change of voters (see `Deck`)
    at last       "end"    by the first voter; its ACKs acknowledge the last position

After each final entry its luck draws the chance nodes up to the next decision; a quorum's parts of
a decryption turn up a card of a shuffled pack. A seat that the table goes on without is a ghost:
the core decides for it, seeing nothing hidden, and it writes no entries. The others' parts of the
key open its sealed cards at the rules' reveal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from camelnet import rules
from camelnet.protocol.cards import deck
from camelnet.protocol.cards.deck import CardLock, Deck
from camelnet.protocol.cards.encrypted_faces import SealLock
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.interfaces import Lock, MembershipSnapshot
from camelnet.protocol.log.membership import Membership, Scheme, initial_membership
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.rules.notation import card_notation, opening_notation
from camelnet.session.game.decks import DealtCard, Decks, hand_context
from camelnet.session.game.seals import NO_SEAL, Seal, check_seal, locks_at
from camelnet.session.game.stages import (
    END,
    SEAL,
    START,
    Stage,
    expect,
    expect_no_attachments,
    opens_seals,
)
from camelnet.session.game.table_options import check_supported, unpack_options


@dataclass(frozen=True, slots=True)
class Step:
    """One notation applied. `seat`: None for luck."""

    seat: int | None
    notation: str
    before: rules.Position
    after: rules.Position
    events: tuple[rules.Event, ...]
    card: CardLock | DealtCard | None = None  # the card turned up


@dataclass(frozen=True, slots=True)
class _State:
    """The state of a game after its entries so far."""

    position: rules.Position
    sealed: tuple[Seal, ...] = ()  # by seat
    started: bool = False
    closed: bool = False
    steps: int = 0  # since the last entry
    deck: Deck | None = None  # the last one begun; `GameMachine.deck` checks if it still serves
    dealt: int = 0  # the number of the last completed deal


class GameMachine:
    """The log's `StateMachine` for every game of the rules."""

    def __init__(
        self,
        game_start: GameStart,
        suite: Suite,
        on_step: Callable[[Step], None],
        *,
        former: bool = False,
    ) -> None:
        """Raises `Unsupported`, and `Refusal` for impossible options. `former`: see `Decks`."""
        check_supported(game_start.genesis, game_start.table)
        options = unpack_options(game_start.table)
        self.mismatched: set[int] = set()  # seats whose opening did not match their seal
        self._suite = suite
        self._standing: MembershipSnapshot | None = None
        self.acting: tuple[int, ...] = ()  # the ghosts for whom luck acts: those of its epoch
        self._decks = Decks(suite, initial_membership(game_start), former=former)
        info = rules.GAMES[game_start.table.game]
        self._slots, self._faces, self._hands = info.slots, info.faces, info.hands
        position = rules.new(game_start.table.game, seats=game_start.table.seats, options=options)
        self._state = _State(position)
        self._stream: Stream | None = None
        self._told: list[Step] = []  # since the last entry
        self._stage: tuple[object, Stage] = (None, Stage.SEAL)  # its cache key, and the stage
        self._digest: tuple[object, bytes] = (None, b"")  # its position, and the digest
        self._deck: tuple[object, Deck | None] = (None, None)
        self._on_step = on_step

    # --- asking -------------------------------------------------------------------------------

    def trust(self, trusting: bool) -> None:
        """While True, skip proofs that were verified before (replay)."""
        self._decks.trusting = trusting

    @property
    def position(self) -> rules.Position:
        return self._state.position

    @property
    def stage(self) -> Stage:
        """The present stage; cached, for callers ask several times a frame."""
        now = (self._state, self._standing, self._decks.acting)
        if now != self._stage[0]:
            self._stage = (now, self._find_stage(self._state))
        return self._stage[1]

    def _find_stage(self, state: _State) -> Stage:
        if state.closed:
            return Stage.CLOSED
        if self._seals and len(state.sealed) < state.position.seats:
            return Stage.SEAL
        if not state.started:
            return Stage.START
        if self._decks.is_due(state.position, state.deck):
            return Stage.DECK
        if state.position.turn == "over":
            return Stage.END
        return Stage.OPEN if opens_seals(state.position) else Stage.PLAY

    @property
    def _seals(self) -> bool:
        """True if every seat writes a SEAL entry before the game begins, as it will have a card to
        hide."""
        return self._slots > 0 or (self._hands and not self._decks.in_the_open)

    @property
    def deck(self) -> Deck | None:
        """The deck in play or being shuffled; None without one."""
        now = (self._state, self._standing, self._decks.acting)
        if now != self._deck[0]:
            self._deck = (now, self._find_deck(self._state))
        return self._deck[1]

    def _find_deck(self, state: _State) -> Deck | None:
        hands = [  # a ghost has none: nobody is there to look, and a proven liar must not
            None if seat in self.ghosts else self._decks.hand_key(made.attachments)
            for seat, made in enumerate(state.sealed)
        ]
        return self._decks.deck_at(state.position, state.deck, hands if self._hands else ())

    @property
    def shuffling_anew(self) -> bool:
        """True if the cards of one deal are shuffled again."""
        pack = self.position.pack()
        return pack is not None and pack.number == self._state.dealt

    @property
    def deals_anew(self) -> bool:
        """True if the cards in play do not stay with the present voters."""
        return self.shuffling_anew and self._decks.is_lost(self._state.deck)

    @property
    def obligatory(self) -> bool:
        return self.stage is Stage.DECK

    def can_rejoin(self, seat: int) -> bool:
        """True if a seat may come back now. That changes the voters; so while players hold cards,
        only a seat whose hand is still there: nobody's hand changes then."""
        idle = self.position.pack() is None or self._decks.in_the_open
        if idle or (self.stage is Stage.DECK and not self.shuffling_anew):
            return True
        held = self.stage is Stage.PLAY
        return held and self._decks.keeps_hand(self.position, self._state.deck, seat)

    @property
    def round(self) -> int:
        return self.position.round

    def has_sealed(self, seat: int) -> bool:
        """True if a seat has sealed cards; one that was away then has none."""
        sealed = self._state.sealed
        return seat < len(sealed) and bool(sealed[seat].attachments)

    @property
    def seal_key(self) -> TableKey | None:
        """The key for new seals; None: plain commitments."""
        return self._standing.seal_key if self._standing else None

    @property
    def ghosts(self) -> tuple[int, ...]:
        return self._standing.membership.ghosts if self._standing else ()

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps since the last entry, its own first, without undone ones."""
        return tuple(self._told[: self._state.steps])

    @property
    def author(self) -> int | None:
        match self.stage:
            case Stage.CLOSED:
                return None
            case Stage.SEAL:
                return len(self._state.sealed)
            case Stage.START | Stage.END:
                return self._decks.membership.voters[0]
            case Stage.OPEN:
                return self.position.opener
            case Stage.DECK:
                due = self.deck
                return due.author if due else None
        return self.position.decider  # None if luck comes first

    @property
    def closed(self) -> bool:
        return self._state.closed

    @property
    def needs_randomness(self) -> bool:
        """True if luck or a ghost's move comes next and has no seed yet."""
        if self._stream is not None:
            return False
        match self.stage:
            case Stage.DECK:
                due = self.deck
                return due is not None and due.step is deck.Step.LUCK
            case Stage.PLAY:
                return self._is_luck(self.position) and not self.locks()
        return False

    def digest(self) -> bytes:
        """The position's digest; cached, for every acknowledgement needs it."""
        position, digest = self._digest
        if position is not self._state.position:
            position = self._state.position
            digest = position.digest()
            self._digest = position, digest
        return digest

    def snapshot(self) -> bytes:
        return self.position.encode()

    def _is_luck(self, position: rules.Position) -> bool:
        """True if luck or a ghost decides here. Luck also decides a card whose deck is lost: that
        equals another shuffle of the unseen cards."""
        if position.turn == "reveal":
            return position.pack() is not None
        return position.turn == "chance" or position.turn in self.acting

    # --- entries ------------------------------------------------------------------------------

    def accept(self, entry: EntryBody) -> bool:
        stage = self.stage
        if stage is Stage.SEAL:
            expect(entry, SEAL)
            if self._hands:
                self._decks.check_hand_key(entry)
            else:
                key, before = self.seal_key, self._state.sealed
                check_seal(self._suite, entry, key=key, slots=self._slots, before=before)
            return False
        if stage in (Stage.START, Stage.END):
            expect(entry, START if stage is Stage.START else END)
            expect_no_attachments(entry)
            return stage is Stage.START
        if stage is Stage.OPEN:
            return self._leads_to_luck(self._opened(entry))
        if stage is Stage.DECK:
            return self._check_deck(entry)
        if stage is Stage.CLOSED:
            raise Refusal(Fault.ILLEGAL, "the game is over")
        expect_no_attachments(entry)
        return self._leads_to_luck(entry.notation)

    def _leads_to_luck(self, notation: str) -> bool:
        """True if luck or a ghost's move follows a notation, after passing over absent seats'
        cards."""
        position = self._apply(notation)
        while True:
            if (card := self._decks.dealt(position, self._state.deck)) is not None:
                position = position.apply(card_notation(card.face))
            elif opens_seals(position) and self._stays_shut(position.opener):
                assert position.opener is not None
                position = position.apply(opening_notation(position.opener))
            else:
                due = self._decks.is_due(position, self._state.deck)
                return self._is_luck(position) and not due

    def advance(self, entry: EntryBody) -> None:
        stage = self.stage
        self._stream, self._told = None, []
        if self._state.steps:
            self._state = replace(self._state, steps=0)
        state = self._state
        if stage is Stage.SEAL:
            under_key = self.seal_key is not None
            made = Seal(entry.game, entry.epoch, entry.attachments, under_key)
            self._state = replace(state, sealed=(*state.sealed, made))
        elif stage is Stage.START:
            self._state = replace(state, started=True)
        elif stage is Stage.END:
            self._state = replace(state, closed=True)
        elif stage is Stage.DECK:
            due = self.deck
            assert due is not None
            self._lay(due.take(entry.attachments))
        else:
            notation = entry.notation
            if stage is Stage.OPEN:
                notation = self._opened(entry)
                if notation != entry.notation:
                    self.mismatched.add(entry.seat)
            self._step(entry.seat, notation)
            self._turn_up()
        self._seal_for_ghosts()
        self._pass_over()

    def draw(self, seed: bytes) -> None:
        due = self.deck
        if self.stage is Stage.DECK and due is not None:
            self._lay(due.with_luck(seed))
            if due.order.key is not None:
                return  # former records: the proofs come next
            seed = hash_of("camelnet/behind-deal/1", seed)
        self._stream = Stream(seed)
        self._go_on()

    def _go_on(self) -> None:
        """Apply luck and ghosts' moves from the stream, up to the next decision of a present seat
        or a card that a quorum must turn up."""
        self._turn_up()
        while self.stage is Stage.PLAY and self._stream and self._is_luck(self.position):
            turn, pack = self.position.turn, self.position.pack()
            if self.locks():
                return
            if turn == "reveal" and pack is not None:
                self._step(self.position.opener, card_notation(self._stream.choose(pack.unseen)))
            elif turn == "chance":
                self._step(None, self._stream.choose(self.position.outcomes()))
            else:
                assert isinstance(turn, int)
                self._step(turn, self.position.greedy(""))
            self._turn_up()
        self._pass_over()

    # --- cards that nobody has seen -----------------------------------------------------------

    def _check_deck(self, entry: EntryBody) -> bool:
        """Check an entry of the deck; returns True if luck or a ghost's move follows. Raises
        `Refusal`."""
        due = self.deck
        assert due is not None
        self._decks.check(due, entry)
        step = due.take(entry.attachments).step
        return step is deck.Step.LUCK or (step is deck.Step.READY and self._is_luck(self.position))

    def verification_job(self, entry: EntryBody) -> Callable[[], None] | None:
        """The slow part of judging an entry as a thread-safe job, after which `accept` is quick;
        None if there is none or it is done."""
        due = self.deck
        if self.stage is not Stage.DECK or due is None:
            return None
        return self._decks.verification_job(due, entry)

    def made(self, due: Deck, attachments: tuple[bytes, ...]) -> None:
        """Note that the next entry of a deck is our own, so that `accept` need not judge it."""
        self._decks.made(due, attachments)

    def _lay(self, made: Deck) -> None:
        """Keep the deck as it is now."""
        dealt = made.order.number if made.step is deck.Step.READY else self._state.dealt
        self._state = replace(self._state, deck=made, dealt=dealt)

    def _turn_up(self) -> None:
        """Turn up cards that luck dealt."""
        while (card := self._decks.dealt(self.position, self._state.deck)) is not None:
            self._step(self.position.opener, card_notation(card.face), card)

    def _turn_up_found(self, face: str | None) -> None:
        """Turn up a card that a quorum opened. An impossible card means that a false shuffle passed
        its proof, against our assumptions: then luck decides this card, and the others are shuffled
        again."""
        card = self._decks.lock(self.position, self._state.deck)
        if face is None or self.position.why_not(card_notation(face)) is not None:
            self._state = replace(self._state, deck=None)
        else:
            self._step(self.position.opener, card_notation(face), card)
        self._go_on()

    def hand_place(self, seat: int) -> object:
        """Cache key of `hand`."""
        return self._decks.hand_place(self.position, self._state.deck, seat)

    def hand_context(self, seat: int) -> bytes | None:
        """The context of a seat's hand key; None if it has none."""
        if not self.has_sealed(seat):
            return None
        return hand_context(self._state.sealed[seat].game, seat)

    def hand(self, seat: int, hand_secret: int) -> str:
        """The cards in a seat's hand, in the rules' notation; "" while it has none or cannot
        look."""
        return self._decks.hand(self.position, self._state.deck, seat, hand_secret)

    # --- sealed faces -------------------------------------------------------------------------

    def locks(self) -> tuple[Lock, ...]:
        """The locks that a quorum opens now: of the card to turn up, or of the sealed slots as in
        `locks_at`."""
        if self._standing is None:
            return ()
        if (card := self._decks.lock(self.position, self._state.deck)) is not None:
            return (card,)
        if self.stage is not Stage.OPEN:
            return ()
        opens, shut = self._opens_without_owner, self._stays_shut
        return locks_at(self.position, self._state.sealed, opens=opens, stays_shut=shut)

    def _opens_without_owner(self, seat: int | None) -> bool:
        standing = self._standing
        if seat is None or standing is None or standing.membership.scheme is not Scheme.COIN:
            return False
        return self._state.sealed[seat].epoch in standing.openable

    def _stays_shut(self, seat: int | None) -> bool:
        return seat in self.ghosts and not self._opens_without_owner(seat)

    def unlock(self, found: Sequence[Any]) -> None:
        if self.position.pack() is not None:
            self._turn_up_found(found[0])
            return
        seats = [lock.seat for lock in self.locks() if isinstance(lock, SealLock)]
        for first in range(0, len(seats), self._slots):
            seat = seats[first]
            opened = found[first : first + self._slots]
            shown = "".join(item[0] for item in opened if item is not None)
            if sorted(shown) != sorted(self._faces):
                self.mismatched.add(seat)
                shown = "-"
            self._step(seat, opening_notation(seat, shown))
            self._pass_over()
        self._go_on()

    def _pass_over(self) -> None:
        """Pass over the seals of absent seats that nobody can open any more: they stay shut."""
        while self.stage is Stage.OPEN and self._stays_shut(self.position.opener):
            seat = self.position.opener
            assert seat is not None
            self._step(seat, opening_notation(seat))

    # --- epochs -------------------------------------------------------------------------------

    def on_membership(self, standing: MembershipSnapshot) -> None:
        self._standing = standing
        self._decks.on_membership(standing)
        self.acting = standing.membership.ghosts
        self._seal_for_ghosts()
        self._pass_over()

    def _seal_for_ghosts(self) -> None:
        """Seal nothing for seats that left before sealing: they have no bets."""
        while self.stage is Stage.SEAL and len(self._state.sealed) in self.ghosts:
            self._state = replace(self._state, sealed=(*self._state.sealed, NO_SEAL))

    def act_for(self, membership: Membership) -> None:
        self.acting = membership.ghosts
        self._decks.acting = membership.epoch

    def mark(self) -> _State:
        """The present state, for `rewind`; luck from here on needs a new seed."""
        self._stream = None
        return self._state

    def rewind(self, mark: _State) -> None:
        """Return to a state before luck: its steps will happen again, or others instead."""
        self._state, self._stream = mark, None

    # --- steps --------------------------------------------------------------------------------

    def _step(
        self, seat: int | None, notation: str, card: CardLock | DealtCard | None = None
    ) -> None:
        before = self.position
        position, events = before.step(notation)
        step = Step(seat, notation, before, position, events, card)
        number = self._state.steps
        self._state = replace(self._state, position=position, steps=number + 1)
        if self._told[number : number + 1] != [step]:  # not already told before a rewind
            del self._told[number:]
            self._told.append(step)
            self._on_step(step)

    def _apply(self, notation: str) -> rules.Position:
        try:
            return self.position.apply(notation)
        except rules.IllegalMove as error:
            raise Refusal(Fault.ILLEGAL, str(error)) from None

    def _opened(self, entry: EntryBody) -> str:
        """The opening that an entry makes: one that does not match its seal opens nothing."""
        nothing = opening_notation(entry.seat)
        words = entry.notation.split(" ")
        if entry.notation == nothing:
            expect_no_attachments(entry)
            return nothing
        if len(words) != 3 or words[:2] != ["open", str(entry.seat)]:
            raise Refusal(Fault.ILLEGAL, "not an opening of that seat")
        self._apply(entry.notation)
        made = self._state.sealed[entry.seat]
        matches = made.matches(entry.seat, words[2], entry.attachments)
        return entry.notation if matches else nothing
