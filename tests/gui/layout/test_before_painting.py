"""What is painted is laid out: on a slow machine nothing is cut or covered for a while."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from camelnet_gui.main_window import MainWindow
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import LobbyChanged
from tests.gui.conftest import WindowDriver
from tests.gui.lobby.test_page import standing
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view


def painted(window: MainWindow) -> None:
    """Qt paints the window before it has handled anything else, as it may."""
    QApplication.sendEvent(window, QEvent(QEvent.Type.UpdateRequest))


@pytest.mark.slow
def test_a_new_name_is_not_cut_when_it_is_first_painted(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    driver.tell(LobbyChanged(view))
    chip = driver.window.lobby.name.show_button
    before = chip.width()
    driver.window.take(LobbyChanged(replace(view, me=replace(view.me, name="Zenobia of Palmyra"))))
    painted(driver.window)
    assert chip.width() == chip.sizeHint().width() > before


@pytest.mark.slow
def test_nothing_beside_the_board_is_covered_when_a_table_is_first_painted(
    driver: WindowDriver,
) -> None:
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    driver.sit_down(ScriptedCamelUp())
    painted(driver.window)
    side = driver.table.panel
    parts = [part for part in side.children() if part.isWidgetType() and part.isVisible()]
    assert len(parts) > 6
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry()), (one, other)
    assert side.width() <= side.parentWidget().width()
    rows = side.players._rows
    assert all(row.height() >= row.sizeHint().height() for row in rows)
