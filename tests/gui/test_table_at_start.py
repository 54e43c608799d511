"""The table that the app opens as it starts: `camelnet play`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.i18n import message
from camelnet.session.api.facts import LobbyChanged
from camelnet.session.text.table_names import names
from camelnet.terminal.goal import Host
from tests.gui.test_app import QuietNode, end, quiet_app
from tests.patience import LONG_MS
from tools.screenshots.lobby import lobby_view


@pytest.mark.slow
def test_what_is_wrong_with_a_network_is_told_as_the_app_starts(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    app = quiet_app(qapp, tmp_path)
    why = message("The network of {game} is damaged.", game="Targui")
    app.start(news=[why])
    page = app.window.home.page
    qtbot.waitUntil(lambda: page._view is not None, timeout=LONG_MS)
    assert page.notice.isVisible()
    assert page.notice.text() == str(why)
    assert page._notice_over.isActive()  # it goes by itself
    end(app)


@pytest.mark.slow
def test_a_table_to_begin_with_gets_a_name_and_its_bots(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    asked: list[SimpleNamespace] = []

    class Node(QuietNode):
        def open_table(self, **wish: object) -> None:
            asked.append(SimpleNamespace(**wish))

    table = Host("", "cards", 4, {"min_money": 0}, aids=True, bots=3)
    app = quiet_app(qapp, tmp_path, make_node=Node, table=table)
    app.start()
    qtbot.waitUntil(lambda: bool(asked), timeout=LONG_MS)
    app._take(LobbyChanged(lobby_view(full=False)))
    wish = app.window.home.host._wish
    assert (wish.bots, wish.level, wish.at_once) == (3, "normal", True)
    end(app)
    (opened,) = asked
    assert opened.name in names()
    assert (opened.game, opened.seats, opened.options) == ("cards", 4, {"min_money": 0})
