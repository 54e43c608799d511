"""Films of whole games of every kind, seen by nobody in particular."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from camelnet_gui.games import screens
from camelnet_gui.replay.model import Film, ReplayModel

from camelnet.session.api.facts import Kind
from tests.gui.review.played_games import AnyGame, history_of, played
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def film(script_of: Callable[..., AnyGame] = ScriptedCamelUp, *, reader: int | None = None) -> Film:
    history = replace(history_of(played(script_of, 5)), reader=reader, faces="")
    count = len(history.names)
    return Film(history, "Amber Oasis", (Kind.HUMAN,) * count, ("",) * count)


def model_of(made: Film) -> ReplayModel:
    return ReplayModel(made, type(screens(made.game).make_parts().view_model))
