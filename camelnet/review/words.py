"""A review in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet import odds
from camelnet.i18n import _
from camelnet.review.findings import Decision
from camelnet.review.knowledge import Played
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.phrases import decimal, percent, signed
from camelnet.rules.words import words


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
    events = step.before.step(step.notation)[1]
    told = speech.describe(step.notation, step.seat, step.before, step.after, events, names)
    chance = _("It left a chance of {share} to win; the best move kept {best}.").format(
        share=percent(decision.share), best=percent(decision.best_share)
    )
    better = _("Better was: {move}").format(move=speech.explain(decision.best, step.before, faces))
    why = reason(step.before, decision.seat, decision.best, faces)
    counted = _earned(decision, step.before, faces)
    return (told[0], chance, better, *((why,) if why else ()), *counted)


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
