"""Whole games of every kind, to be looked at again."""

from __future__ import annotations

from collections.abc import Callable

from camelnet_gui.games.camelup.script import Script
from camelnet_gui.games.cards.script import Script as CardsScript
from camelnet_gui.games.targui.script import Script as TarguiScript
from camelnet_gui.review.story import Story

SCRIPTS = (Script, CardsScript, TarguiScript)
AnyScript = Script | CardsScript | TarguiScript


def played(script_of: Callable[..., AnyScript] = Script, seed: int = 3) -> AnyScript:
    options = {"destiny": [1, 6, 8, 11, 13]} if script_of is TarguiScript else {}
    return script_of(seats=3, me=1, seed=seed, options=options)


def story_of(script: AnyScript) -> Story:
    steps = tuple(script.lively())
    names = tuple(seat.name for seat in script.view().seats)
    return Story(steps, names, script.me, script.faces())
