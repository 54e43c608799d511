"""The list of decisions: what spoke for each is told where the mouse rests."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.review.decision_list import STEP_ROLE, DecisionList
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.gui.review.played_games import history_of, played


def test_a_decision_tells_what_spoke_for_it(qtbot: QtBot) -> None:
    history = history_of(played())
    shown = DecisionList(history)
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    item = shown.list.item(0)
    assert item.toolTip() == "", "it takes time to count"
    at = shown.list.visualItemRect(item).center()
    event = QHelpEvent(QEvent.Type.ToolTip, at, shown.list.viewport().mapToGlobal(at))
    QApplication.sendEvent(shown.list.viewport(), event)
    step = int(item.data(STEP_ROLE))
    assert item.toolTip() == history.reason(step) != ""


def test_what_the_core_plays_for_an_absent_player_is_nobodys_decision(qtbot: QtBot) -> None:
    history = history_of(played())
    away = tuple(replace(step, ghosts=(2,)) for step in history.steps)
    shown = DecisionList(replace(history, steps=away))
    qtbot.addWidget(shown)
    listed = {int(shown.list.item(row).data(STEP_ROLE)) for row in range(shown.list.count())}
    assert {away[number].seat for number in listed} == {0, 1}
    shown.whose.setCurrentIndex(shown.whose.findData(2))
    assert shown.list.count() == 0
