"""Every text at 200 %: the settings and the desktop enlarge all that the app shows, so its screens
have half the pixels. No word is cut there and no button lies over another; what does not fit can be
scrolled to, by the keyboard too."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui import main_window
from camelnet_gui.rulebook import window as rulebook
from camelnet_gui.style.theme import LIGHT, dress
from camelnet_gui.widgets import room
from camelnet_gui.widgets.dialogs import Telling
from camelnet_gui.widgets.room import Room
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.i18n import LANGUAGES, choose_language
from tests.gui.conftest import WindowDriver
from tests.gui.layout.cut_words import Inspector
from tests.gui.layout.test_cut_words import REVIEWED, SCREENS
from tests.sampling import FULL

LAPTOP = QSize(720, 450 - 48)  # 1440 by 900 at 200 %, without bars
SMALL = QSize(512, 320 - 48)  # 1024 by 640


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> QSize:
    """A screen with so little room."""
    size: QSize = getattr(request, "param", LAPTOP)
    for module in (room, main_window, rulebook):
        monkeypatch.setattr(module, "screen_room", lambda _window: size)
    return size


class Enlarged(Inspector):
    """Looks also for windows that reach over the screen."""

    def __init__(self, folder: Path, screen: QSize) -> None:
        super().__init__(folder, wide=screen.width(), high=screen.height())
        self._screen = screen

    def capture(self, name: str, widget: QWidget | None = None) -> Path:
        path = super().capture(name, widget)
        size = (widget or self.window).size()
        if size != size.boundedTo(self._screen):
            self.found.append(f"{name}: {size.width()} by {size.height()} reach over the screen")
        return path


def _sampled(screens: str, language: str, size: QSize) -> bool:
    return size == LAPTOP and (screens, language) in (("lobby", "de"), ("targui", "fr"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("screens", "language", "screen"),
    [
        pytest.param(*(screens, language, size), id=f"{screens}-{language}-{size.width()}")
        for screens in SCREENS
        for language in LANGUAGES
        if language != "en"  # its words are the shortest
        for size in (LAPTOP, SMALL)
        # On the small one the longest words tell for all; there the home page shows one game at a
        # time, and its pictures are painted when seen.
        if size == LAPTOP or (language == REVIEWED and screens != "lobby")
        if FULL or _sampled(screens, language, size)
    ],
    indirect=["screen"],
)
@pytest.mark.every(2)
def test_no_words_are_cut_at_200_per_cent(
    qapp: QApplication, tmp_path: Path, screens: str, language: str, screen: QSize
) -> None:
    dress(qapp, LIGHT)
    choose_language([language])
    looks, found = 0, []
    for capture in SCREENS[screens]:
        if capture.__name__ == "capture_review":
            continue  # a search of seconds; `test_cut_words` looks at it
        inspector = Enlarged(tmp_path, screen)
        capture(inspector, 4)
        inspector.close()
        looks += inspector.looks
        found += inspector.found
    assert looks > 5
    assert found == []


@pytest.mark.slow
def test_the_keyboard_brings_into_sight_what_it_reaches(
    screen: QSize, driver: WindowDriver
) -> None:
    window = driver.window
    window.resize(screen)
    QApplication.processEvents()
    whole = window.centralWidget()
    assert isinstance(whole, Room)
    assert whole.scrolls
    reached: set[QWidget] = set()
    while (now := QApplication.focusWidget()) not in reached:
        assert isinstance(now, QWidget)
        assert not now.visibleRegion().isEmpty(), now
        reached.add(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
        QApplication.processEvents()
    assert len(reached) > 5


def test_a_window_with_room_scrolls_nothing(driver: WindowDriver) -> None:
    whole = driver.window.centralWidget()
    assert isinstance(whole, Room)
    assert not whole.scrolls
    assert driver.window.pages.size() == driver.window.size()


@pytest.mark.slow
def test_a_dialog_that_is_too_large_for_the_screen_scrolls(
    screen: QSize, light: None, qtbot: QtBot
) -> None:
    short, long = Telling("Short", "A word."), Telling("Long", "Words. " * 400)
    for dialog in (short, long):
        qtbot.addWidget(dialog)
        dialog.show()
        QApplication.processEvents()
    assert not short.findChildren(Room)
    (scrolled,) = long.findChildren(Room)
    assert scrolled.scrolls
    assert long.height() <= screen.height()
    long.fit()
    assert long.height() <= screen.height()
    assert len(long.findChildren(Room)) == 1
