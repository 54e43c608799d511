"""Our own widgets have roles for screen readers, and their interfaces go with them."""

from __future__ import annotations

import gc

import pytest
from camelnet_gui.widgets import accessible_roles
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot


class Row(QWidget):
    accessible_role = QAccessible.Role.ListItem


def test_a_widget_has_the_role_that_its_class_says_and_keeps_its_name(qtbot: QtBot) -> None:
    accessible_roles.install()
    accessible_roles.install()
    row, stock = Row(), QPushButton("Play")
    qtbot.addWidget(row)
    qtbot.addWidget(stock)
    row.setAccessibleName("Ana")
    row.setAccessibleDescription("3 pounds")
    read = QAccessible.queryAccessibleInterface(row)
    assert read.role() == QAccessible.Role.ListItem
    assert read.text(QAccessible.Text.Name) == "Ana"
    assert read.text(QAccessible.Text.Description) == "3 pounds"
    pressed = QAccessible.queryAccessibleInterface(stock)
    assert pressed.role() == QAccessible.Role.Button


@pytest.mark.slow
def test_widgets_that_were_read_come_and_go(qtbot: QtBot) -> None:
    accessible_roles.install()
    top = QWidget()
    qtbot.addWidget(top)
    for _round in range(30):
        rows = [Row(top) for _number in range(10)]
        for row in rows:
            assert QAccessible.queryAccessibleInterface(row).role() == QAccessible.Role.ListItem
            row.deleteLater()
        del row, rows
        gc.collect(0)  # they are young
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not top.findChildren(Row)
