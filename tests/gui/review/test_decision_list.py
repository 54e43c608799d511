"""The list of decisions: what spoke for each is told where the mouse rests."""

from __future__ import annotations

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
