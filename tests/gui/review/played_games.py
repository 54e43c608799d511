"""Whole games of every kind, to be looked at again."""

from __future__ import annotations

from collections.abc import Callable

from camelnet_gui.review.game_history import GameHistory

from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.targui.scripted_game import ScriptedTargui

GAMES = (ScriptedCamelUp, ScriptedCards, ScriptedTargui)
AnyGame = ScriptedCamelUp | ScriptedCards | ScriptedTargui


def played(script_of: Callable[..., AnyGame] = ScriptedCamelUp, seed: int = 3) -> AnyGame:
    options = {"destiny": [1, 6, 8, 11, 13]} if script_of is ScriptedTargui else {}
    return script_of(seats=3, me=1, seed=seed, options=options)


def history_of(script: AnyGame) -> GameHistory:
    steps = tuple(script.lively())
    names = tuple(seat.name for seat in script.view().seats)
    return GameHistory(steps, names, script.me, script.faces())
