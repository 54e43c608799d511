"""One table as the screen shows it: facts go in, what to paint and to say comes out. No Qt here.

Steps queue up and are shown one at a time, so that camels walk; until the queue is empty the
screen lags behind the table, and nothing can be chosen. `take` and `advance` are the two arrows
in, everything else is a reading.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from dataclasses import dataclass
from enum import Enum

from camelnet.i18n import N_, Message, _, message
from camelnet.rules import Position
from camelnet.rules.games.camelup import CardScored, LegScored
from camelnet.rules.games.camelup_board import camel_names
from camelnet.rules.phrases import listing
from camelnet.rules.words import words
from camelnet.session import words as session_words
from camelnet.session.facts import (
    ChatSaid,
    Kind,
    Need,
    Phase,
    Presence,
    SeatView,
    Stepped,
    TableView,
    Waiting,
)
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.choice import NOTHING, Choice
from camelnet_gui.games.camelup.reading import (
    Holdings,
    base_scene,
    holdings,
    motions,
    rolled,
    spaces_of,
)
from camelnet_gui.games.camelup.scene import Motion, Scene, Side
from camelnet_gui.games.camelup.scoring import FinalSheet, Ledger, LegSheet, final_sheet, leg_sheet
from camelnet_gui.seats import SeatMark, seat_marks
from camelnet_gui.words import silence

FEED_MAX = 2000  # entries kept in the log on the screen
RUSH = 12  # steps in the queue beyond which they are shown without walking


class Tone(Enum):
    """How a banner looks."""

    MINE = "mine"
    OTHER = "other"
    TROUBLE = "trouble"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Banner:
    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """A line of the log or of the chat. `seat` is who acted or spoke, None for the bank."""

    text: str
    seat: int | None
    chat: bool = False
    serious: bool = False
    spaces: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One seat in the players panel."""

    seat: int
    name: str
    kind: Kind
    mark: SeatMark
    me: bool
    turn: bool
    presence: Presence
    note: str  # what the table waits for from this seat, or how it is heard; "" when all is well
    holdings: Holdings


@dataclass(frozen=True, slots=True)
class Show:
    """One step to be shown: what moves, what then stands there, and the sheets it fills."""

    motions: tuple[Motion, ...]
    scene: Scene
    entries: tuple[FeedEntry, ...]
    leg: LegSheet | None
    final: FinalSheet | None
    mine: bool


class TableModel:
    """The memory of one game on the screen."""

    def __init__(self, view: TableView, *, dark: bool = False) -> None:
        self.view = view
        self.dark = dark
        self.choice: Choice = NOTHING
        self.feed: deque[FeedEntry] = deque(maxlen=FEED_MAX)
        self.ledger = Ledger()
        self.highlight: frozenset[int] = frozenset()
        self.legs: list[LegSheet] = []
        self.final: FinalSheet | None = None
        self._queue: deque[Stepped] = deque()
        self._showing = False
        self._shown: Position = view.position
        self._newest: Position = view.position  # steps come a moment before their view
        self._pips: dict[str, int] = {}
        self._pips_leg = -1

    # --- facts in -------------------------------------------------------------------------------

    def update(self, view: TableView) -> None:
        """A newer view of the same game."""
        self.view = view
        self._newest = view.position
        if self.settled:
            self._shown = view.position
            self.choice = choosing.still_possible(self.table, self.choice)

    def take(self, step: Stepped) -> tuple[FeedEntry, ...]:
        """A step of this game. A replayed one is shown at once, and what it added to the log comes
        back; any other waits for `advance`."""
        if not self.feed and not self.ledger.accounts:
            self._shown = step.before
        self._queue.append(step)
        self._newest = step.after
        self.choice = NOTHING
        told: list[FeedEntry] = []
        while step.replayed and (show := self.advance()):
            told += show.entries
            self.finish()
        return tuple(told)

    def say(self, chat: ChatSaid) -> FeedEntry:
        seat = next((i for i, seat in enumerate(self.view.seats) if seat.key == chat.key), None)
        entry = FeedEntry(f"{chat.name}: {chat.text}", seat, chat=True)
        self.feed.append(entry)
        return entry

    def notice(self, text: str, *, serious: bool) -> FeedEntry:
        entry = FeedEntry(text, None, serious=serious)
        self.feed.append(entry)
        return entry

    def advance(self) -> Show | None:
        """The next step to be shown; None when up to date. Until `finish` it is being shown: what
        is read from here stands after it, but nothing can be chosen yet."""
        if not self._queue:
            return None
        self._showing = True
        rush = len(self._queue) > RUSH
        step = self._queue.popleft()
        self._remember_pips(step)
        self.ledger.add(step.before, step.events)
        leg = next((leg_sheet(e) for e in step.events if isinstance(e, LegScored)), None)
        if leg:
            self.legs.append(leg)
        final = None
        if any(isinstance(event, CardScored) for event in step.events):
            final = self.final = final_sheet(step.before, step.after, step.events)
        entries = self._entries(step)
        self.feed.extend(entries)
        moving = () if rush or step.replayed else motions(step.notation, step.events)
        self._shown = step.after
        return Show(moving, self.scene(), entries, leg, final, step.seat == self.view.me)

    def finish(self) -> None:
        """The step that `advance` gave has been shown."""
        self._showing = False

    def _remember_pips(self, step: Stepped) -> None:
        before = step.before.to_dict()
        if before["leg"] != self._pips_leg:
            self._pips, self._pips_leg = {}, before["leg"]
        die = rolled(step.notation)
        if die:
            self._pips[die[0]] = die[1]

    def _entries(self, step: Stepped) -> tuple[FeedEntry, ...]:
        if step.notation == "roll":
            return ()  # the die that follows tells it all
        sentences = words(self.view.position.game).describe(
            step.notation, step.seat, step.before, step.after, step.events, self.names
        )
        spaces = spaces_of(step.notation, step.events)
        actor = step.seat
        if rolled(step.notation):
            actor = step.before.to_dict()["rolling"]
        return tuple(
            FeedEntry(text, actor if number == 0 else None, spaces=spaces)
            for number, text in enumerate(sentences)
        )

    # --- readings -------------------------------------------------------------------------------

    @property
    def settled(self) -> bool:
        """Whether the screen shows all that has happened."""
        return not self._queue and not self._showing

    @property
    def shown(self) -> Position:
        return self._shown

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.view.seats)

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        return seat_marks(self.names)

    @property
    def my_turn(self) -> bool:
        view = self.view
        return view.phase is Phase.PLAY and self._newest.turn == view.me and not view.pending

    @property
    def blocked(self) -> Message | None:
        """Why I cannot choose anything now; None when I can."""
        view = self.view
        turn = self._newest.turn
        if view.phase is Phase.STOPPED:
            return message(N_("The table is stopped."))
        if view.phase is Phase.SETUP:
            return message(N_("The table is being set up."))
        if view.phase is Phase.OVER or turn in ("over", "reveal"):
            return message(N_("The race is over."))
        if view.pending:
            return message(N_("Your move is on its way."))
        if isinstance(turn, int) and turn != view.me:
            return message(N_("It is {name}'s turn."), name=view.seats[turn].name)
        if turn != view.me:
            return message(N_("A die is being rolled."))
        if not self.settled:
            return message(N_("The last moves are still being shown."))
        return None

    @property
    def table(self) -> choosing.Table:
        view = self.view
        return choosing.table_of(self._newest, me=view.me, faces=view.faces, blocked=self.blocked)

    def scene(self) -> Scene:
        """What the board shows now, with what may be chosen on it."""
        scene = base_scene(self._shown, pips=self._pips, marks=self.marks, dark=self.dark)
        if self.settled:
            scene = choosing.with_choice(
                scene,
                self.table,
                self.choice,
                pending=self.view.pending,
                names=camel_names(),
            )
        return _highlighted(scene, self.highlight)

    def rows(self) -> tuple[PlayerRow, ...]:
        shown = holdings(self._shown)
        waiting = {waits.seat: waits for waits in self.view.waiting}
        turn = self._shown.turn
        return tuple(
            PlayerRow(
                seat=number,
                name=seat.name,
                kind=seat.kind,
                mark=mark,
                me=seat.me,
                turn=turn == number,
                presence=seat.presence,
                note=_note(seat, waiting.get(number)),
                holdings=shown[number],
            )
            for number, (seat, mark) in enumerate(zip(self.view.seats, self.marks, strict=True))
        )

    def banner(self) -> Banner:
        """The one sentence above everything else."""
        view = self.view
        if view.phase is Phase.STOPPED:
            return Banner(str(view.trouble or message(N_("The table is stopped."))), Tone.TROUBLE)
        if view.phase is Phase.OVER and self.settled:
            return Banner(_winners_words(view), Tone.OVER)
        if self._newest.turn == "over":
            return Banner(_("The race is over"), Tone.OVER)
        silent = [item for item in view.waiting if self._is_silent(item)]
        if silent:
            missing = dataclasses.replace(view, waiting=tuple(silent))
            return Banner(" ".join(session_words.waiting(missing)), Tone.TROUBLE)
        if view.pending:
            return Banner(_("Your move is sent — waiting for the others…"), Tone.OTHER)
        if view.phase is Phase.SETUP:
            return Banner(_("The bets are being sealed…"), Tone.OTHER)
        if self.my_turn:
            if not self.settled:
                return Banner(_("Your turn in a moment…"), Tone.MINE)
            return Banner(self._turn_words(), Tone.MINE)
        turn = self._newest.turn
        if isinstance(turn, int):
            return Banner(_("{name} is thinking…").format(name=view.seats[turn].name), Tone.OTHER)
        lasting = tuple(item for item in view.waiting if item.need in _LASTING)
        if lasting:
            missing = dataclasses.replace(view, waiting=lasting)
            return Banner(" ".join(session_words.waiting(missing)), Tone.OTHER)
        return Banner(_("The dice are rolling…"), Tone.OTHER)

    def _is_silent(self, item: Waiting) -> bool:
        seat = self.view.seats[item.seat]
        return not seat.me and seat.presence is not Presence.HERE

    def _turn_words(self) -> str:
        choice = self.choice
        if choice.armed:
            return _("Your turn — click again to confirm")
        match choice.act:
            case choosing.Act.LEG:
                return _("Your turn — choose a leg tile")
            case choosing.Act.TILE:
                return _("Your turn — place your desert tile")
            case choosing.Act.BET:
                return _("Your turn — bet in secret")
            case _:
                return _("Your turn")

    def explain(self, notation: str) -> str:
        """What a move would do, for its confirmation."""
        view = self.view
        return words(view.position.game).explain(notation, self._newest, view.faces)

    # --- choosing -------------------------------------------------------------------------------

    def click(self, place: str) -> str | None:
        """A place of the board; the move to play if this confirmed it."""
        self.choice, move = choosing.click(self.table, self.choice, place)
        return move

    def begin(self, act: choosing.Act) -> str | None:
        self.choice, move = choosing.begin(self.table, self.choice, act)
        return move

    def confirm(self) -> str | None:
        self.choice, move = choosing.confirm(self.table, self.choice)
        return move

    def turn_over(self, side: Side) -> None:
        """My desert tile with this side up."""
        self.choice = choosing.turn_over(self.table, self.choice, side)

    def back(self) -> bool:
        """One step back; false when there was nothing to leave."""
        if self.choice == NOTHING:
            return False
        self.choice = choosing.back(self.choice)
        return True


def _highlighted(scene: Scene, spaces: frozenset[int]) -> Scene:
    return dataclasses.replace(scene, highlight=spaces) if spaces else scene


_NEEDS = {
    Need.MOVE: N_("thinking"),
    Need.SEAL: N_("sealing the bets"),
    Need.OPENING: N_("opening the bets"),
    Need.END: N_("signing the result"),
}
_LASTING = frozenset(_NEEDS)  # the other needs last for milliseconds among peers that are here


def _note(seat: SeatView, waits: Waiting | None) -> str:
    heard = silence(seat.presence, seat.silent_s)
    if heard or waits is None or seat.me or waits.need not in _LASTING:
        return heard
    return _(_NEEDS[waits.need])


def _winners_words(view: TableView) -> str:
    winners = view.position.winners()
    if list(winners) == [view.me]:
        return _("You win!")
    names = listing([view.seats[seat].name for seat in winners])
    if len(winners) > 1:
        return _("A shared victory: {names}").format(names=names)
    return _("{name} wins").format(name=names)
