"""About camelnet: which one this is, how old, and where it came from."""

from __future__ import annotations

from datetime import timedelta

import pytest
from camelnet_gui.widgets.dialogs import AboutDialog, Telling
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from camelnet import __version__
from camelnet.doctor.system import System
from camelnet.release import RELEASED
from tests.gui.conftest import WindowDriver

DEBIAN = System("linux", program="/usr/lib/camelnet/camelnet", bundled=True)


def words(dialog: QWidget) -> list[str]:
    return [shown.text() for shown in dialog.findChildren(QLabel)]


def test_the_menu_opens_it(driver: WindowDriver) -> None:
    menu = driver.window.make_menu(QPushButton(driver.window))
    (action,) = [action for action in menu.actions() if action.text() == "About camelnet…"]
    action.trigger()
    (dialog,) = driver.window.findChildren(AboutDialog)
    assert f"camelnet {__version__}" in words(dialog)
    assert any("From a checkout of the sources" in text for text in words(dialog))
    assert dialog.isVisible()


@pytest.mark.parametrize(
    ("days", "told"),
    [(-1, "2026."), (0, "2026, today."), (1, "2026, 1 day ago."), (40, "2026, 40 days ago.")],
)
def test_it_says_how_old_it_is_and_by_which_file_it_came(
    qtbot: QtBot, days: int, told: str
) -> None:
    dialog = AboutDialog(DEBIAN, RELEASED + timedelta(days))
    qtbot.addWidget(dialog)
    age, origin, _asks = dialog.words.text().split("\n\n")
    assert age.startswith("Released on ")
    assert age.endswith(told.replace("2026", str(RELEASED.year)))
    assert origin == "Installed by the package for Debian, Ubuntu and Mint."


def test_no_title_loses_the_accents_of_its_capitals(qtbot: QtBot) -> None:
    dialog = Telling("Über À É", "Words.")
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    title = dialog.findChildren(QLabel)[0]
    metrics = QFontMetrics(title.font())
    top = title.contentsRect().top() + metrics.ascent() + metrics.tightBoundingRect("ÜÀÉ").top()
    assert title.text() == "Über À É"
    assert top >= 0
