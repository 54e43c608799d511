"""The room on the home page: at usual sizes its pictures leave nothing to scroll."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import LIGHT, dress
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import LobbyChanged
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.lobby import lobby_view


@pytest.mark.parametrize("size", [(1400, 850), (1440, 900), (1920, 1000)])
def test_the_first_launch_leaves_nothing_to_scroll(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, size: tuple[int, int]
) -> None:
    dress(qapp, LIGHT)
    window = MainWindow(
        intents=RecordingIntents(), settings=Settings(tmp_path), bots=LocalBots(tmp_path)
    )
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    window.take(LobbyChanged(lobby_view(full=False)))
    assert window.lobby.welcome is not None
    page = window.lobby.games.parentWidget()
    area = page.parentWidget().parentWidget()
    assert isinstance(area, QScrollArea)
    for _round in range(8):
        QApplication.processEvents()
    assert area.verticalScrollBar().maximum() == 0
