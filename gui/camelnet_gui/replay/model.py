"""One recorded game as the replay shows it: where it stands, through whose eyes. No Qt here.

`at` counts the steps that have been taken: 0 is the beginning, `last` the end. Everything that is
read from here is of that position and knows nothing that comes later, but for hidden cards: those
that the game opened in the end are shown to whoever held them, and to nobody else.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from camelnet.i18n import N_, _, message
from camelnet.review import decided
from camelnet.rules import Position
from camelnet.session.api.facts import Kind, Presence, Stepped
from camelnet.session.game.aids import Question, move_words
from camelnet.session.table.recorded_game import RecordedGame
from camelnet.session.text.standing_words import winner_words
from camelnet.sharing.link import LinkedGame
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.view_model import AnyViewModel, SceneContext, Table, table_of
from camelnet_gui.review.game_history import GameHistory
from camelnet_gui.style.seat_marks import SeatMark, seat_marks, styles_of
from camelnet_gui.style.words import titled
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.readings import PlayerRow, StepAnimation

EVERYBODY = -1  # the view with all cards open
SPECTATOR = -2  # the view of somebody who sees nothing hidden

_BLOCKED = message(N_("This is an earlier position."))


@dataclass(frozen=True, slots=True)
class Film:
    """The game to be shown: its history, and who sits where."""

    history: GameHistory
    title: str  # the table's name
    kinds: tuple[Kind, ...]
    levels: tuple[str, ...]  # of bots; "" for people
    fault: str = ""  # why it ends early
    file: Path | None = None  # where it is kept

    @property
    def game(self) -> str:
        return self.history.steps[0].before.game


def film_of(read: RecordedGame, file: Path | None = None) -> Film:
    """The film of a game that was read from a file."""
    history = GameHistory(read.steps, read.names, read.seat, read.faces, dict(read.hands))
    return Film(history, read.table, read.kinds, read.levels, str(read.fault or ""), file)


def film_of_table(table: TableModel) -> Film:
    """The film of the game that was played at a table."""
    seats = table.view.seats
    kinds, levels = tuple(seat.kind for seat in seats), tuple(seat.level for seat in seats)
    return Film(table.history, table.view.name, kinds, levels, file=table.view.record)


def film_of_link(game: LinkedGame) -> Film:
    """The film of a game from a link, whose title says that nobody vouches for it."""
    history = GameHistory(game.steps, game.names, None, "")
    unknown = tuple("" for _name in game.names)
    return Film(history, _("From a link: proves nothing"), (Kind.HUMAN,) * len(unknown), unknown)


class ReplayModel:
    """See the module."""

    def __init__(
        self, film: Film, make_view_model: Callable[[], AnyViewModel], *, dark: bool = False
    ) -> None:
        """`make_view_model` makes memories of the game that have been told nothing."""
        self.film = film
        self.history = film.history
        self.dark = dark
        self.highlight: frozenset[int] = frozenset()
        self._make = make_view_model
        self._memory = make_view_model()
        self.at = 0
        self.marks: tuple[SeatMark, ...] = seat_marks(
            self.names, self._memory.colours, styles_of(zip(film.kinds, film.levels, strict=True))
        )
        self.view = EVERYBODY if self.history.reader is None else self.history.reader
        self._hidden = self.history.hidden
        self._lines: dict[int, tuple[tuple[int, FeedEntry], ...]] = {}  # the whole log, by view

    @property
    def names(self) -> tuple[str, ...]:
        return self.history.names

    @property
    def steps(self) -> tuple[Stepped, ...]:
        return self.history.steps

    @property
    def last(self) -> int:
        return len(self.steps)

    @property
    def position(self) -> Position:
        return self.steps[self.at].before if self.at < self.last else self.steps[-1].after

    # --- moving ---------------------------------------------------------------------------------

    def advance(self) -> StepAnimation | None:
        """Take the next step; None at the end."""
        if self.at == self.last:
            return None
        step = self.steps[self.at]
        self._memory.conceal()
        self._memory.keep(self.table)  # whose hand a card may come from
        report = self._memory.take(step, self.names)
        self.at += 1
        told = tuple(self._opened(step, entry) for entry in report.entries)
        return StepAnimation(step, report.motions, self.scene(), told, report.sheet, report.flights)

    def seek(self, at: int) -> None:
        """Go to a place at once; beyond the ends it is the end."""
        at = max(0, min(self.last, at))
        if at < self.at:
            self._rewind()
        for step in self.steps[self.at : at]:
            self._memory.take(step, self.names)
        self.at = at

    def look_as(self, view: int) -> None:
        """Change the eyes: a seat, `EVERYBODY` or `SPECTATOR`."""
        at, self.view = self.at, view
        self._rewind()
        self.seek(at)

    def _rewind(self) -> None:
        self.at = 0
        self._memory = self._make()

    def chapter_after(self, at: int) -> int:
        """The beginning of the next leg or round; else the end."""
        return min((first for _n, first in self.history.chapters if first > at), default=self.last)

    def chapter_before(self, at: int) -> int:
        """The beginning of this leg or round, or, at one, of the one before."""
        return max((first for _n, first in self.history.chapters if first < at), default=0)

    def decision_after(self, at: int) -> int:
        """The place before the next decision of a player; else the end."""
        later = range(at + 1, self.last)
        return next((n for n in later if decided(self.steps[n])), self.last)

    def decision_before(self, at: int) -> int:
        """The place before the last decision of a player; else the beginning."""
        return next((n for n in range(at - 1, -1, -1) if decided(self.steps[n])), 0)

    # --- readings -------------------------------------------------------------------------------

    @property
    def eyes(self) -> int | None:
        """The seat whose hidden cards are in sight: the one whose view it is, or with all cards
        open whoever moves."""
        if self.view == SPECTATOR:
            return None
        if self.view != EVERYBODY:
            return self.view
        position = self.position
        if position.decider is not None:
            return position.decider
        return self.steps[max(0, self.at - 1)].seat

    @property
    def table(self) -> Table:
        """The table as these eyes see it; nothing can be chosen."""
        eyes, position = self.eyes, self.position
        faces = "" if eyes is None else self._hidden.held(position, eyes)
        return table_of(position, me=eyes, faces=faces, blocked=_BLOCKED)

    def scene(self, lit: str | None = None) -> object:
        """`lit`: a move that is shown where it would happen."""
        look = SceneContext(self.marks, self.dark, self.highlight)
        self._memory.conceal()  # other eyes may have looked last
        return self._memory.scene(self.position, look, self.table, lit)

    def spaces(self, number: int) -> frozenset[int]:
        """The spaces of the board that a step was about."""
        entries = self.entries(number + 1)
        return frozenset().union(*(entry.spaces for at, entry in entries if at == number))

    def rows(self) -> tuple[PlayerRow, ...]:
        position = self.position
        held, scores = self._memory.holdings(position), position.scores()
        ghosts = self.steps[min(self.at, self.last - 1)].ghosts
        return tuple(
            PlayerRow(
                seat=seat,
                name=name,
                kind=self.film.kinds[seat],
                level=self.film.levels[seat],
                game=position.game,
                mark=self.marks[seat],
                me=seat == self.history.reader,
                turn=position.turn == seat,
                presence=Presence.GHOST if seat in ghosts else Presence.HERE,
                note="",
                detail="",
                removable=False,
                holds_up=False,
                score=scores[seat],
                holdings=held[seat],
            )
            for seat, name in enumerate(self.names)
        )

    def progress(self) -> tuple[str, ...]:
        """The leg or round in a few words."""
        return tuple(self._memory.progress(self.position))

    def told(self) -> str:
        """The last step in a sentence; at the end, the result."""
        if self.at == 0:
            return _("The game begins.")
        return self.ending() if self.at == self.last else self.sentence(self.at - 1)

    def ending(self) -> str:
        """The result in a sentence."""
        position = self.steps[-1].after
        if position.turn != "over":
            return self.film.fault
        return winner_words(self.names, position.winners(), None)

    def sentence(self, number: int) -> str:
        """A step in words, with the hidden card that it was about where these eyes may see it."""
        return self._named(self.steps[number], self.history.told(number))

    def entries(self, until: int) -> tuple[tuple[int, FeedEntry], ...]:
        """The log up to a place: each line with the number of its step."""
        lines = self._lines.get(self.view)
        if lines is None:
            memory = self._make()
            lines = self._lines[self.view] = tuple(
                (number, self._opened(step, entry))
                for number, step in enumerate(self.steps)
                for entry in memory.take(step, self.names).entries
            )
        return lines[: bisect_left(lines, until, key=lambda line: line[0])]

    def _opened(self, step: Stepped, entry: FeedEntry) -> FeedEntry:
        return dataclasses.replace(entry, text=self._named(step, entry.text))

    def _named(self, step: Stepped, text: str) -> str:
        """`text` with the card that a seat decided about, if these eyes see it."""
        seat = step.seat
        if seat is None or step.before.turn != seat or self.view not in (EVERYBODY, seat):
            return text
        faces = self._hidden.held(step.before, seat)
        if not faces:
            return text
        known, unknown = (
            move_words(step.notation, Question(step.before, seat, shown)) for shown in (faces, "")
        )
        if known == unknown:
            return text
        return titled(text.removesuffix("."), _different(known, unknown))


def _different(one: str, other: str) -> str:
    """The words of a sentence that another one, built alike, has not."""
    first, second = one.split(" "), other.split(" ")
    least = min(len(first), len(second))
    head = next((n for n in range(least) if first[n] != second[n]), least)
    rest = least - head
    tail = next((n for n in range(rest) if first[-1 - n] != second[-1 - n]), rest)
    return " ".join(first[head : len(first) - tail])
