"""Pig in words: what happened, what can be done, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.rules.games.pig.board import board
from camelnet.rules.games.pig.events import Banked, GameOver

from camelnet.i18n import N_, Message, _, message
from camelnet.rules.phrases import Choice, ScoreTable
from camelnet.rules.position import Position
from camelnet.rules.registry import Event

__all__ = ["board", "choices", "describe", "explain", "notation", "standings", "tables"]


def describe(
    notation: str,
    seat: int | None,
    before: Position,
    after: Position,
    events: Sequence[Event],
    names: Sequence[str],
    *,
    tabled: bool = False,
) -> list[str]:
    verb, *rest = notation.split(" ")
    match verb:
        case "first":
            lines = [_("{name} has the first turn.").format(name=names[int(rest[0])])]
        case "die":
            lines = [_("The die shows {pips}.").format(pips=rest[0])]
        case "roll":
            lines = [_("{name} rolls.").format(name=names[seat or 0])]
        case _:
            lines = []
    for event in events:
        if isinstance(event, Banked):
            text = _("{name} keeps {points} and has {score} now.")
            name = names[event.seat]
            lines.append(text.format(name=name, points=event.points, score=event.score))
        elif isinstance(event, GameOver):
            lines.append(_("{name} wins!").format(name=names[event.winner]))
    return lines


def explain(notation: str, position: Position, faces: str = "") -> str:
    if notation == "roll":
        return _("roll the die: a 1 ends the turn without points")
    return _("keep the points of this turn")


def choices(position: Position, faces: str) -> list[Choice]:
    return [Choice(move, explain(move, position, faces)) for move in position.legal()]


def notation(typed: str, position: Position, faces: str) -> str | Message:
    fits = [move for move in ("roll", "hold") if typed and move.startswith(typed.lower())]
    return fits[0] if fits else message(N_("There are two moves: roll and hold."))


def tables(events: Sequence[Event], names: Sequence[str]) -> list[ScoreTable]:
    return []


def standings(position: Position, names: Sequence[str]) -> ScoreTable:
    scores = position.scores()
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    rows = tuple((names[seat], str(scores[seat])) for seat in order)
    return ScoreTable(_("Result"), (_("player"), _("points")), rows)
