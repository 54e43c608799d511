"""Odds and hints of a table with aids: chances, and on request the computer's suggestion.

Every front end asks the same `Question`, so that all players get the same answers. Nothing here
waits or starts threads: the caller does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet.bots.base import seed_at
from camelnet.bots.search import Analysis, Line
from camelnet.i18n import _
from camelnet.review import decided
from camelnet.review.calibration import look_ahead
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.phrases import chance_percent, deed
from camelnet.rules.words import words
from camelnet.session.api.facts import Phase, Stepped, TableView
from camelnet.session.game.public_history import PublicHistory

Stop = Callable[[], bool]  # True once nobody waits for the answer

HINT_MS = 1000  # how long the computer looks ahead for a hint
CHANCES_MS = 400  # and for the chances of a position, which need no request
SHOWN = 3  # the best move and the next two
ALIKE = 0.03  # chances of a hint's moves that differ by less are no news: words tell them apart
GOOD = 0.5  # of the way from the weakest move to the best: from there on a move is good
SELDOM = 8  # a move searched so many times less often than another is hardly known


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a position. Equal questions have equal answers; callers drop answers to
    older questions."""

    position: Position
    seat: int | None  # who decides; None while luck does
    faces: str  # my own hidden cards if that seat is mine; else ""
    history: tuple[str, ...] | None = None  # the notations before it; None: unknown


def question_of(view: TableView, position: Position, public: PublicHistory) -> Question | None:
    """The question of a table with aids about a position that it shows; None if there is none."""
    asks = position.decider is not None or position.is_chance
    if not (view.aids and view.phase is Phase.PLAY and asks):
        return None
    seat = position.decider
    mine = seat is not None and seat == view.me
    return Question(position, seat, view.faces if mine else "", public.at(position))


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves found, each with its chance to win."""

    lines: tuple[Line, ...]  # at least one, the best first
    reason: str = ""  # a sentence for the best move; "" if nothing can be counted

    @property
    def best(self) -> str:
        return self.lines[0].notation

    @property
    def alike(self) -> bool:
        """True if the chances hardly differ."""
        shares = [line.share for line in self.lines]
        return max(shares) - min(shares) < ALIKE


def hint(question: Question, stop: Stop | None = None) -> Hint:
    """Search for the best moves of the seat that decides, with its knowledge. Raises `ValueError`
    if there is nothing to search."""
    lines = leading(_searched(question, HINT_MS, stop), SHOWN)
    position, seat = question.position, question.seat
    best = lines[0].notation
    return Hint(lines, "" if seat is None else reason(position, seat, best, question.faces))


def decided_by_another(step: Stepped, view: TableView) -> bool:
    """True if another player than the viewer decided in this step."""
    return decided(step) and step.seat != view.me


def why_words(step: Stepped, names: Sequence[str]) -> str:
    """Another player's move, and what speaks for it by public knowledge."""
    assert step.seat is not None
    speech = words(step.before.game)
    told = speech.describe(step.notation, step.seat, step.before, step.after, step.events, names)
    nothing = _("Nothing can be counted that speaks for it.")
    counted = reason(step.before, step.seat, step.notation)
    return f"{told[0]} {counted or nothing}"


def chances(question: Question, stop: Stop | None = None) -> Analysis:
    """Search more briefly: each seat's chance to win, and the moves. Raises like `hint`."""
    return _searched(question, CHANCES_MS, stop)


def _searched(question: Question, think_ms: int, stop: Stop | None) -> Analysis:
    seat = question.seat if question.faces else None  # other seats: by public knowledge
    return look_ahead(
        question.position,
        seat,
        question.faces,
        history=question.history,
        seed=seed_at(question.position),  # equal questions, equal answers
        think_ms=think_ms,
        stop=stop,
    )


def leading(found: Analysis, count: int) -> tuple[Line, ...]:
    """The best moves by their chances, at most `count`. Moves that the search seldom visited come
    last, and only if they do not seem better than the best: too little is known of them."""
    most = max(line.visits for line in found.lines)
    known = [line for line in found.lines if line.visits * SELDOM >= most]
    known.sort(key=lambda line: -line.share)
    seldom = [line for line in found.lines if line not in known]
    worse = [line for line in seldom if line.visits and line.share <= known[0].share]
    return (*known, *worse)[:count]


def worths(found: Analysis, lines: Sequence[Line]) -> tuple[float, ...]:
    """The place of each of some moves between the weakest that was searched (0) and the best of
    them (1)."""
    known = [line.share for line in found.lines if line.visits]
    least, most = min(known, default=0.0), max((line.share for line in lines), default=0.0)
    if most <= least:
        return (1.0,) * len(lines)
    return tuple(max(0.0, (line.share - least) / (most - least)) for line in lines)


# --- words ------------------------------------------------------------------------------------


def hint_words(found: Hint, question: Question) -> str:
    """A hint in a few sentences: the move, the reason, and the next best."""
    named = [move_words(line.notation, question) for line in found.lines]
    if found.alike:
        best, others = _("Best: {move}."), _("Also good: {moves}.")
    else:
        best, others = _("Best chance to win: {move}."), _("Next: {moves}.")
        named = [
            f"{move} ({chance_percent(line.share)})"
            for move, line in zip(named, found.lines, strict=True)
        ]
    more = others.format(moves=_("; ").join(named[1:])) if named[1:] else ""
    return " ".join(filter(None, (best.format(move=named[0]), found.reason, more)))


def judgement(worth: float) -> str:
    """A word for a move between the weakest (0) and the best (1)."""
    if worth >= 1:
        return _("best")
    return _("good") if worth >= GOOD else _("weak")


def move_words(notation: str, question: Question) -> str:
    """A move in a few words."""
    position = question.position
    return deed(words(position.game).explain(notation, position, question.faces))
