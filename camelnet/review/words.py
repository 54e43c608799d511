"""A review in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet import odds
from camelnet.i18n import N_, _
from camelnet.review.findings import Decision
from camelnet.review.knowledge import Played
from camelnet.review.moments import Kind, Moment
from camelnet.review.practice import Attempt, Mark
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.phrases import decimal, deed, percent, sentence, signed
from camelnet.rules.words import words

UNFINISHED = N_("Only a finished game can be reviewed.")
WITHOUT_BEGINNING = N_("The beginning of this game is missing, so it cannot be reviewed.")
UNSEARCHABLE = N_("One of its positions cannot be searched, so this game cannot be reviewed.")
NOT_KEPT = N_("This review cannot be kept: {why}. The next look at it takes as long again.")

LINES = 2  # of what a step tells: what happened, and what followed from it


def points(change: float) -> str:
    """A change of a chance in percentage points, with its sign."""
    return signed(round(100 * change))


def explained(
    decision: Decision, step: Played, names: Sequence[str], faces: str = ""
) -> tuple[str, ...]:
    """A costly decision: what happened, its effect on the chance to win, the better move and its
    effect; then, where we can count them, the reasons for the better move and the earnings of both.
    `step`: the step of the decision; `faces`: its seat's knowledge."""
    speech = words(step.before.game)
    told = _told(step, names)
    chance = _("It left a chance of {share} to win; the best move kept {best}.").format(
        share=percent(decision.share), best=percent(decision.best_share)
    )
    better = _("Better was: {move}").format(move=speech.explain(decision.best, step.before, faces))
    why = reason(step.before, decision.seat, decision.best, faces)
    counted = _earned(decision, step.before, faces)
    return (told[0], chance, better, *((why,) if why else ()), *counted)


def moment_title(moment: Moment, names: Sequence[str], reader: int | None) -> str:
    """The title of a moment."""
    if moment.kind is Kind.TURN:
        return _("The turning point")
    if moment.kind is Kind.LUCK:
        return _("A stroke of luck")
    if moment.seat == reader:
        return _("Your most costly decision")
    return _("{name}'s most costly decision").format(name=names[moment.seat])


def moment_words(
    moment: Moment,
    step: Played,
    names: Sequence[str],
    *,
    reader: int | None,
    chapter: str,
    faces: str = "",
) -> str:
    """A moment as one reads it aloud: what happened, and what it did to a chance to win. `step`,
    `faces`: as for `explained`; `chapter`: its leg or round, "" for none."""
    told = " ".join(_told(step, names)[:LINES])
    happened = _("{name}: {text}").format(name=chapter, text=told) if chapter else told
    if moment.kind is Kind.MISTAKE:
        text = _("Better: {move}. It keeps a chance of {best} to win instead of {share}.")
        effect = text.format(
            move=deed(words(step.before.game).explain(moment.best, step.before, faces)),
            best=percent(moment.before),
            share=percent(moment.after),
        )
        why = reason(step.before, moment.seat, moment.best, faces)
        return " ".join(filter(None, (sentence(happened), effect, why)))
    rose = moment.after > moment.before
    if moment.seat == reader:
        text = (
            _("Your chance to win rose from {before} to {after}.")
            if rose
            else _("Your chance to win fell from {before} to {after}.")
        )
    else:
        text = (
            _("{name}'s chance to win rose from {before} to {after}.")
            if rose
            else _("{name}'s chance to win fell from {before} to {after}.")
        )
    effect = text.format(
        name=names[moment.seat], before=percent(moment.before), after=percent(moment.after)
    )
    return f"{sentence(happened)} {effect}"


def attempt_words(tried: Attempt) -> str:
    """The chance after a move, beside the one that was played and the best."""
    values = {
        "tried": percent(tried.share),
        "played": percent(tried.played.share),
        "best": percent(tried.played.best_share),
    }
    text = {
        Mark.BEST: _("Yes, that is the best move: a chance of {tried} to win instead of {played}."),
        Mark.BETTER: _(
            "That is better: a chance of {tried} to win instead of {played}. The best move keeps "
            "{best}."
        ),
        Mark.SAME: _("So you played: it left a chance of {played} to win. The best keeps {best}."),
        Mark.WORSE: _(
            "Not better: a chance of {tried} to win, and you had {played}. The best move keeps "
            "{best}."
        ),
    }[tried.mark]
    return text.format(**values)


def solution_words(made: Decision, step: Played, faces: str = "") -> str:
    """The best move in place of a decision, what it would have earned, and the reason."""
    move = deed(words(step.before.game).explain(made.best, step.before, faces))
    text = _("{move}. That keeps a chance of {best} to win instead of {played}.")
    values = {"best": percent(made.best_share), "played": percent(made.share)}
    why = reason(step.before, made.seat, made.best, faces)
    return " ".join(filter(None, (text.format(move=move, **values), why)))


def _told(step: Played, names: Sequence[str]) -> tuple[str, ...]:
    """A step in words, line by line."""
    events = step.before.step(step.notation)[1]
    speech = words(step.before.game)
    told = speech.describe(step.notation, step.seat, step.before, step.after, events, names)
    return tuple(told)


def _earned(decision: Decision, position: Position, faces: str) -> tuple[str, ...]:
    try:
        values = odds.values(position, decision.seat, faces)
    except ValueError:  # a game without countable actions
        return ()
    worth = {value.notation: value.pounds for value in values}
    text = _("Counted by itself, it earns {played} pounds on average, the better one {best}.")
    played, best = (
        decimal(worth[move], places=1, sign=True) for move in (decision.notation, decision.best)
    )
    return (text.format(played=played, best=best),)
