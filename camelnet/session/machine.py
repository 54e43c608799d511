"""Where rules meet protocol: the entries of a log, read as a game.

    index 1 … n   "seal"   each seat in turn commits to its face-down cards (games that have any)
    then          "start"  by the first voter; its luck feeds the first chance nodes
    then          notations of the rules: decisions, and openings with their nonces attached
    at last       "end"    by the first voter; its ACKs acknowledge the last position

After each settled entry the chance nodes up to the next decision are drawn from the entry's luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from camelnet import rules
from camelnet.i18n import _
from camelnet.protocol import seal
from camelnet.protocol.founding import Founding
from camelnet.protocol.luck import Stream
from camelnet.protocol.messages import EntryBody, Option, TableBody
from camelnet.protocol.refusal import Fault, Refusal
from camelnet.session.facts import Stepped

SEAL, START, END = "seal", "start", "end"


@dataclass(frozen=True, slots=True)
class Step:
    """One notation applied; `seat` is None for luck."""

    seat: int | None
    notation: str
    before: rules.Position
    after: rules.Position
    events: tuple[rules.Event, ...]


def stepped(game_id: bytes, index: int, step: Step, *, replayed: bool) -> Stepped:
    """The fact that a step at entry `index` makes."""
    return Stepped(
        game_id=game_id,
        index=index,
        seat=step.seat,
        notation=step.notation,
        before=step.before,
        after=step.after,
        events=step.events,
        replayed=replayed,
    )


class Stage(Enum):
    """What the next entry is."""

    SEAL = "seal"
    START = "start"
    PLAY = "play"
    OPEN = "open"
    END = "end"
    CLOSED = "closed"


def pack_options(options: rules.Options) -> tuple[Option, ...]:
    """A game's options as a table carries them: sorted by key, lists as tuples."""
    pairs = ((key, options[key]) for key in sorted(options))
    return tuple(
        Option(key, tuple(value) if isinstance(value, list) else value) for key, value in pairs
    )


def new_table(
    *, name: str, game: str, seats: int, options: rules.Options, salt: bytes
) -> TableBody:
    """A table as its opener wants it; raises `ValueError` with a sentence for people."""
    info = rules.GAMES.get(game)
    if info is None:
        text = _("there is no game {game}; there are: {known}")
        raise ValueError(text.format(game=game, known=", ".join(sorted(rules.GAMES))))
    if not info.seats_min <= seats <= info.seats_max:
        text = _("{game} has {low} to {high} seats")
        raise ValueError(text.format(game=_(info.name), low=info.seats_min, high=info.seats_max))
    if not name:
        raise ValueError(_("a table needs a name"))
    full = rules.check_options(game, options)
    return TableBody("camelnet/table/1", name, game, seats, pack_options(full), salt, None)


def unpack_options(table: TableBody) -> dict[str, Any]:
    """The options of a table, defaults filled in; raises `Refusal` if its game is not so."""
    given = {
        option.key: list(option.value) if isinstance(option.value, tuple) else option.value
        for option in table.options
    }
    info = rules.GAMES.get(table.game)
    if info is None:
        raise Refusal(Fault.TABLE, table.game)
    if not info.seats_min <= table.seats <= info.seats_max:
        raise Refusal(Fault.TABLE, f"{table.seats} seats")
    try:
        options = rules.check_options(table.game, given)
    except ValueError as error:
        raise Refusal(Fault.TABLE, str(error)) from None
    if pack_options(options) != table.options:
        raise Refusal(Fault.TABLE, "options that are not spelled out in full")
    return dict(options)


class GameMachine:
    """The log's `Machine` for every game of the rules."""

    def __init__(self, founding: Founding, on_step: Callable[[Step], None]) -> None:
        """Raises `Refusal` when the founding is of another game or other rules than ours."""
        if founding.genesis.rules != rules.rules_digest():
            raise Refusal(Fault.GENESIS, "made for other rules")
        options = unpack_options(founding.table)
        self.position = rules.new(founding.table.game, seats=founding.table.seats, options=options)
        self.mismatched: set[int] = set()  # seats whose opening was not what they had sealed
        self._game_id = founding.id
        self._first_voter = founding.voters[0]
        self._slots = rules.GAMES[founding.table.game].slots
        self._sealed: list[tuple[bytes, ...]] = []
        self._started = False
        self._closed = False
        self._on_step = on_step

    @property
    def stage(self) -> Stage:
        if self._closed:
            return Stage.CLOSED
        if self._slots and len(self._sealed) < self.position.seats:
            return Stage.SEAL
        if not self._started:
            return Stage.START
        match self.position.turn:
            case "over":
                return Stage.END
            case "reveal":
                return Stage.OPEN
        return Stage.PLAY

    @property
    def author(self) -> int | None:
        match self.stage:
            case Stage.CLOSED:
                return None
            case Stage.SEAL:
                return len(self._sealed)
            case Stage.START | Stage.END:
                return self._first_voter
            case Stage.OPEN:
                return self.position.opener
        turn = self.position.turn
        assert isinstance(turn, int), "luck is drawn before the next entry"
        return turn

    def digest(self) -> bytes:
        return self.position.digest()

    def snapshot(self) -> bytes:
        return self.position.encode()

    def accept(self, entry: EntryBody) -> bool:
        stage = self.stage
        if stage is Stage.SEAL:
            self._expect(entry, SEAL)
            if not seal.well_formed(entry.attachments, self._slots):
                raise Refusal(Fault.ATTACHMENTS, f"not {self._slots} commitments")
            return False
        if stage in (Stage.START, Stage.END):
            self._expect(entry, START if stage is Stage.START else END)
            self._without_attachments(entry)
            return stage is Stage.START
        if stage is Stage.OPEN:
            return self._apply(self._opened(entry)).turn == "chance"
        if stage is Stage.CLOSED:
            raise Refusal(Fault.ILLEGAL, "the game is over")
        self._without_attachments(entry)
        return self._apply(entry.notation).turn == "chance"

    def advance(self, entry: EntryBody, seed: bytes | None) -> None:
        stage = self.stage
        if stage is Stage.SEAL:
            self._sealed.append(entry.attachments)
        elif stage is Stage.START:
            self._started = True
        elif stage is Stage.END:
            self._closed = True
        else:
            notation = entry.notation
            if stage is Stage.OPEN:
                notation = self._opened(entry)
                if notation != entry.notation:
                    self.mismatched.add(entry.seat)
            self._step(entry.seat, notation)
        if seed is not None:
            self._draw(Stream(seed))

    def _draw(self, stream: Stream) -> None:
        while self.position.turn == "chance":
            self._step(None, stream.choose(self.position.outcomes()))

    def _step(self, seat: int | None, notation: str) -> None:
        before = self.position
        self.position, events = before.step(notation)
        self._on_step(Step(seat, notation, before, self.position, events))

    def _apply(self, notation: str) -> rules.Position:
        try:
            return self.position.apply(notation)
        except rules.IllegalMove as error:
            raise Refusal(Fault.ILLEGAL, str(error)) from None

    def _opened(self, entry: EntryBody) -> str:
        """The opening that an entry amounts to: what does not match its seal opens nothing."""
        nothing = f"open {entry.seat} -"
        words = entry.notation.split(" ")
        if entry.notation == nothing:
            self._without_attachments(entry)
            return nothing
        if len(words) != 3 or words[:2] != ["open", str(entry.seat)]:
            raise Refusal(Fault.ILLEGAL, "not an opening of that seat")
        self._apply(entry.notation)
        committed = self._sealed[entry.seat]
        if seal.opens(self._game_id, entry.seat, committed, words[2], entry.attachments):
            return entry.notation
        return nothing

    @staticmethod
    def _expect(entry: EntryBody, notation: str) -> None:
        if entry.notation != notation:
            raise Refusal(Fault.ILLEGAL, f'"{notation}" comes next')

    @staticmethod
    def _without_attachments(entry: EntryBody) -> None:
        if entry.attachments:
            raise Refusal(Fault.ATTACHMENTS, "none belong here")
