"""The end of a race on the boards of both games with camels."""

from __future__ import annotations

import pytest
from camelnet_gui.art.confetti import FALL_S, paint_confetti
from camelnet_gui.games.camels.scene import Finish
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.cards.view_model import CardsViewModel
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from tests.gui.pictures import painted
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("script_of", "view_model_of"),
    [(ScriptedCamelUp, CamelUpViewModel), (ScriptedCards, CardsViewModel)],
)
def test_the_show_comes_once_and_last_and_names_the_winner(
    script_of: type, view_model_of: type, seed: int
) -> None:
    script, view_model = script_of(seats=3, seed=seed), view_model_of()
    shows = []
    for step in script.play(lambda _position: False):
        motions = view_model.take(step, ["", "", ""]).motions
        finishes = [motion for motion in motions if isinstance(motion, Finish)]
        shows += finishes
        if finishes:
            assert isinstance(motions[-1], Finish)
            ranking = view_model.final.leg.ranking if view_model.final is not None else None
            crossed = step.after.to_dict()["crossed"]
            assert motions[-1].camel == crossed[-1]
            assert ranking is None or motions[-1].camel == ranking[0]
    assert len(shows) == 1


def confetti(seconds: float) -> QImage:
    return painted(200, 150, lambda p: paint_confetti(p, QRectF(0, 0, 200, 150), seconds))


def test_confetti_falls_and_is_gone() -> None:
    nothing = confetti(-1.0)
    assert confetti(0.8) != nothing
    assert confetti(0.8) == confetti(0.8), "the same for all who look"
    assert confetti(0.8) != confetti(0.9)
    assert confetti(FALL_S) == nothing
