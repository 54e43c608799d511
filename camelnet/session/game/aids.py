"""Odds and hints of a table with aids: chances, and on request the computer's suggestion.

Every front end asks the same `Question`, so that all players are told alike. Nothing here waits or
starts threads: that is for whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet.bots.base import seed_at
from camelnet.bots.search import Analysis, Line
from camelnet.i18n import _
from camelnet.review.calibration import look_ahead
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.phrases import chance_percent
from camelnet.rules.words import words
from camelnet.session.api.facts import Phase, Stepped, TableView
from camelnet.session.game.public_history import PublicHistory

Stop = Callable[[], bool]  # whether nobody waits for the answer any more

HINT_MS = 1000  # how long the computer looks ahead for a hint
CHANCES_MS = 400  # and for the chances of a position, which come by themselves
SHOWN = 3  # the best move and the next two
SELDOM = 8  # a move that was tried so many times less often than another is hardly known


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position. Equal questions have equal answers; the answer to an older one
    is dropped."""

    position: Position
    seat: int | None  # who decides; None while luck does
    faces: str  # that seat's own hidden cards where it is mine; "" otherwise
    history: tuple[str, ...] | None = None  # the notations that led there; None: not known


def question_of(view: TableView, position: Position, public: PublicHistory) -> Question | None:
    """The question that a table with aids asks of a position that it shows; None where there is
    nothing to ask."""
    asks = position.decider is not None or position.is_chance
    if not (view.aids and view.phase is Phase.PLAY and asks):
        return None
    seat = position.decider
    mine = seat is not None and seat == view.me
    return Question(position, seat, view.faces if mine else "", public.at(position))


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves that were found, with the chance to win behind each."""

    lines: tuple[Line, ...]  # at least one, the best first
    reason: str = ""  # a sentence on what speaks for the best; "" where nothing can be counted

    @property
    def best(self) -> str:
        return self.lines[0].notation


def hint(question: Question, stop: Stop | None = None) -> Hint:
    """Search for the best moves of the seat that decides, with what it knows. ValueError where
    there is nothing to search."""
    lines = leading(_searched(question, HINT_MS, stop), SHOWN)
    position, seat = question.position, question.seat
    best = lines[0].notation
    return Hint(lines, "" if seat is None else reason(position, seat, best, question.faces))


def decided_by_another(step: Stepped, view: TableView) -> bool:
    """True if another player than the reader of a view decided in this step."""
    return step.seat not in (None, view.me) and step.before.turn == step.seat


def why_words(step: Stepped, names: Sequence[str]) -> str:
    """A move of another player, and what speaks for it by what all see."""
    assert step.seat is not None
    speech = words(step.before.game)
    told = speech.describe(step.notation, step.seat, step.before, step.after, step.events, names)
    nothing = _("Nothing can be counted that speaks for it.")
    counted = reason(step.before, step.seat, step.notation)
    return f"{told[0]} {counted or nothing}"


def chances(question: Question, stop: Stop | None = None) -> Analysis:
    """A shorter look: how likely each seat wins, and what may be done. ValueError as for `hint`."""
    return _searched(question, CHANCES_MS, stop)


def _searched(question: Question, think_ms: int, stop: Stop | None) -> Analysis:
    seat = question.seat if question.faces else None  # others are told what everybody sees
    return look_ahead(
        question.position,
        seat,
        question.faces,
        history=question.history,
        seed=seed_at(question.position),  # the same when asked again
        think_ms=think_ms,
        stop=stop,
    )


def leading(found: Analysis, count: int) -> tuple[Line, ...]:
    """The best moves by their chances, at most `count`. A move that the search seldom visited comes
    last, and only if it does not seem better than the best: nobody knows that."""
    most = max(line.visits for line in found.lines)
    known = [line for line in found.lines if line.visits * SELDOM >= most]
    known.sort(key=lambda line: -line.share)
    seldom = [line for line in found.lines if line not in known]
    worse = [line for line in seldom if line.visits and line.share <= known[0].share]
    return (*known, *worse)[:count]


# --- words ------------------------------------------------------------------------------------


def hint_words(found: Hint, question: Question) -> str:
    """A hint in a few sentences: what to do, why, and how it compares."""
    named = [
        f"{move_words(line.notation, question)} ({chance_percent(line.share)})"
        for line in found.lines
    ]
    best = _("Best chance to win: {move}.").format(move=named[0])
    others = _("Next: {moves}.").format(moves=_("; ").join(named[1:]))
    return " ".join(filter(None, (best, found.reason, others if named[1:] else "")))


def move_words(notation: str, question: Question) -> str:
    """A move in a few words."""
    position = question.position
    return short(words(position.game).explain(notation, position, question.faces))


def short(explained: str) -> str:
    """The short form of an explanation, without consequences: it names the deed first, and tells
    the rest behind a colon or in further sentences."""
    deed = explained.partition(":")[0].partition(". ")[0]
    return deed.rstrip(". \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")
