"""Coins on the page of a leg's scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from camelnet_gui.games.camelup.score_pages import page as camelup_page
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.cards.score_pages import page as cards_page
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.interface import ScorePage
from camelnet_gui.games.payout import Payout
from camelnet_gui.style.seat_marks import seat_marks
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards

Pages = Callable[[Any, Any, bool], ScorePage]
MARKS = seat_marks(["Ana", "Ben", "Chloé"])
GAMES = [
    (ScriptedCamelUp, CamelUpViewModel, camelup_page),
    (ScriptedCards, CardsViewModel, cards_page),
]


def first_leg(script_of: type, view_model_of: type) -> Any:
    script, view_model = script_of(seats=3, seed=4), view_model_of()
    for step in script.play(lambda _position: False):
        sheet = view_model.take(step, ["", "", ""]).sheet
        if sheet is not None:
            return sheet
    raise AssertionError("a game has a leg")


def shown(surface: QWidget, qtbot: QtBot) -> Payout | None:
    qtbot.addWidget(surface)
    surface.resize(700, 500)
    with qtbot.waitExposed(surface, timeout=LONG_MS):
        surface.show()
    return surface.findChild(Payout)


@pytest.mark.slow
@pytest.mark.parametrize(("script_of", "view_model_of", "page_of"), GAMES)
def test_coins_fly_once_where_something_was_earned(
    qtbot: QtBot, script_of: type, view_model_of: type, page_of: Pages
) -> None:
    sheet = first_leg(script_of, view_model_of)
    page = page_of(sheet, MARKS, True)
    assert page.finished, "nobody has to wait for coins"
    payout = shown(page, qtbot)
    qtbot.waitUntil(lambda: bool(payout.layer.flying), timeout=LONG_MS)
    qtbot.waitUntil(lambda: not payout.layer.moving, timeout=LONG_MS)
    page.hide()
    page.show()
    QApplication.processEvents()
    assert not payout.layer.flying


@pytest.mark.parametrize(("script_of", "view_model_of", "page_of"), GAMES)
def test_without_motion_no_coin_flies(
    qtbot: QtBot, script_of: type, view_model_of: type, page_of: Pages
) -> None:
    sheet = first_leg(script_of, view_model_of)
    assert shown(page_of(sheet, MARKS, False), qtbot) is None
