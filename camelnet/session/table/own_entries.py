"""The entries that our seat writes: its duties, and the decisions of its bot or its person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from camelnet import rules
from camelnet.i18n import N_, Message, message
from camelnet.protocol.cards import commitments, encrypted_faces, private_deal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.rules.notation import opening_notation
from camelnet.session.game.decks import hand_context
from camelnet.session.game.machine import GameMachine
from camelnet.session.game.seals import sealed_faces
from camelnet.session.game.stages import END, SEAL, START, Stage
from camelnet.session.runtime.executor import Executor, KeyedFuture


class Player(Protocol):
    """A bot: decides for a seat without a person."""

    def choose(
        self, position: rules.Position, seat: int, faces: str, history: Sequence[str] | None = None
    ) -> str:
        """Return a legal notation. `faces`: the seat's own face-down cards, slot 0 first.
        `history`: the notations of the game so far."""


@dataclass(slots=True)
class ChosenMove:
    """A person's chosen move, from the click until its entry is final."""

    waiting: str | None = None  # not proposed yet
    in_flight: str | None = None  # proposed, not final

    def line_is_final(self, *, lost: bool) -> None:
        """Note a final line. `lost`: it discarded the entry in flight, so the move waits again."""
        if lost:
            self.waiting = self.waiting or self.in_flight
        self.in_flight = None


class OwnEntries:
    """Makes each entry of our seat when it is due. The executor makes slow ones and then calls
    `ready`."""

    def __init__(
        self,
        *,
        seat: int,
        secret: bytes,
        suite: Suite,
        log: Log,
        machine: GameMachine,
        bot: Player | None,
        history: Callable[[rules.Position], Sequence[str] | None],
        executor: Executor,
        ready: Callable[[], None],
    ) -> None:
        """`history`: the notations that led to a position of this game."""
        self.chosen = ChosenMove()
        self.sealed = sealed_faces(secret, rules.GAMES[log.game_start.table.game].faces)
        self.secret = secret
        self.seat = seat
        self._suite = suite
        self._log = log
        self._machine = machine
        self._bot = bot
        self._history = history
        self._ready = ready
        self._deck_entry: KeyedFuture[tuple[bytes, ...]] = KeyedFuture(executor)
        self._bot_choice: KeyedFuture[str] = KeyedFuture(executor)
        self._hand: tuple[object, str] = (None, "")  # cache key and value of `faces`

    def why_not(self, notation: str) -> Message | None:
        """The reason why our person cannot play that now; None if it can."""
        if self._log.epoch.key_due or not self._log.rounds.drawn or self._log.epoch.frozen:
            return message(N_("The table is not ready for the next move yet."))
        if self._machine.stage is Stage.DECK:
            return message(N_("The cards are being shuffled."))
        if self._machine.stage is not Stage.PLAY or self._machine.author != self.seat:
            return message(N_("It is not your turn."))
        if self.chosen.waiting or self._log.agreement.entry:
            return message(N_("Your move is already on its way."))
        return self._machine.position.why_not(notation)

    @property
    def pending(self) -> str | None:
        """Our move that is chosen or proposed, but not final."""
        in_flight = self._log.agreement.entry
        if in_flight and in_flight.seat == self.seat and self._machine.stage is Stage.PLAY:
            return in_flight.notation
        return self.chosen.waiting

    def next_entry(self) -> tuple[str, tuple[bytes, ...]] | None:
        match self._machine.stage:
            case Stage.SEAL:
                return SEAL, self.seal_attachments()
            case Stage.START:
                return START, ()
            case Stage.OPEN if not self._machine.has_sealed(self.seat):
                return opening_notation(self.seat), ()
            case Stage.OPEN:
                return opening_notation(self.seat, self.sealed.faces), self.sealed.nonces
            case Stage.END:
                return END, ()
            case Stage.DECK:
                return self._deck_part()
            case Stage.PLAY if self._bot:
                return self._bot_move(self._bot)
            case Stage.PLAY if self.chosen.waiting:
                return self.chosen.waiting, ()
        return None

    @property
    def faces(self) -> str:
        """Our own cards that nobody else sees, sealed by us or dealt to us."""
        if self.sealed.faces:
            return self.sealed.faces
        found_for = self._machine.hand_place(self.seat)
        if found_for != self._hand[0]:
            context = self._machine.hand_context(self.seat)
            secret = 0 if context is None else self._hand_key(context)[0]
            self._hand = (found_for, self._machine.hand(self.seat, secret))
        return self._hand[1]

    def seal_attachments(self) -> tuple[bytes, ...]:
        """The attachments of our SEAL entry: our faces under the table's key, or plain commitments;
        in a game with hands, our hand key."""
        if not self.sealed.faces:
            return (self._hand_key(hand_context(self._log.game, self.seat))[1],)
        key = self._machine.seal_key
        if key is None:
            return commitments.commitments(self._log.game, self.seat, self.sealed)
        return encrypted_faces.lock(
            self._suite, key, self._log.game, self.seat, self.sealed, self.secret
        )

    def _hand_key(self, context: bytes) -> tuple[int, bytes]:
        return private_deal.hand_key(self._suite.group, context, self.secret)

    def _deck_part(self) -> tuple[str, tuple[bytes, ...]] | None:
        """Our entry of the shuffle or deal; None while the executor makes it."""
        due = self._machine.deck
        assert due is not None
        place = (due.order.context, due.step, due.progress, due.packs[-1:])
        share = self._log.rounds.key_share(due.order.epoch)
        if share is None and due.order.key is not None:
            return None  # our journal lost it: we owe our part until the table goes on without us

        def then(part: tuple[bytes, ...]) -> None:
            self._machine.made(due, part)
            self._ready()

        part = self._deck_entry.get(place, lambda: due.make(self._suite, self.secret, share), then)
        return None if part is None else (due.step.value, part)

    def _bot_move(self, bot: Player) -> tuple[str, tuple[bytes, ...]] | None:
        """The move of our bot; None while it thinks."""
        position, faces = self._machine.position, self.faces
        history = self._history(position)
        notation = self._bot_choice.get(
            self._log.index,
            lambda: bot.choose(position, self.seat, faces, history),
            lambda _notation: self._ready(),
        )
        return None if notation is None else (notation, ())
