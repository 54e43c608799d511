"""A guest's table as its phone gets it: whole games played by what screens offer, and nothing of it
on the laptop."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from camelnet_gui.games import playable
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.settings.store import Settings
from camelnet_gui.together.fragments import buttons_of, lines_of
from camelnet_gui.together.phone_table import LONG_SIDE, PhoneTable
from camelnet_gui.widgets import basics, screen_reader
from camelnet_gui.widgets.screen_reader import SILENT, Notifications, announce
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QApplication, QGridLayout, QLabel, QPushButton, QWidget

from camelnet.guests.screen import Act, Button, Screen
from tests.gui.clicker import SHORT
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.games import SCRIPTED
from tools.screenshots.scripted_game import ScriptedGame

SEED = 20140602
LOOKS_MAX = 6000  # a game takes some hundreds
PHONE = Act("hello", width=390, height=760, ratio=3.0)
TIMID = ("Back", "Cancel")


class Thumb:
    """Plays a scripted game by a phone's screens alone."""

    def __init__(self, script: ScriptedGame, folder: Path) -> None:
        settings = Settings(folder)
        settings.bots_pace = "instant"
        self.random = random.Random(SEED)
        self.script = script
        self.intents = RecordingIntents()
        self.holder = QObject()
        self.table = PhoneTable(script.view(), self.intents, settings, self.holder)
        self.table.page.update_view(script.view())
        self.presses = 0
        self._heard = 0

    def look(self) -> Screen:
        """Let the others move, press something, and let the script take my move."""
        page, script = self.table.page, self.script
        while script.position.turn not in (script.me, "over"):
            page.take(script.step(script.choose(), replayed=False))
        page.update_view(script.view())
        QApplication.processEvents()
        screen, _image = self.table.read(PHONE)
        if found := self.choice(screen):
            self.presses += 1
            self.table.press(found.id)
        new, self._heard = self.intents.asked[self._heard :], len(self.intents.asked)
        for intent in new:
            if intent[0] == "play":
                page.take(script.step(str(intent[1]), replayed=False))
        return screen

    def choice(self, screen: Screen) -> Button | None:
        """Mostly the golden button; never back."""
        spots = [spot.button for spot in screen.spots]
        asked = screen.question.buttons if screen.question else (*screen.choices, *spots)
        bold = [one for one in asked if one.enabled and one.name not in TIMID]
        main = [one for one in bold if one.main]
        if main and (len(bold) == 1 or self.random.random() < 0.6):
            return main[0]
        return self.random.choice(bold) if bold else None


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the laptop's screen reader is told."""
    said: list[str] = []

    class Speaker(QAccessible):
        @staticmethod
        def isActive() -> bool:
            return True

        @staticmethod
        def updateAccessibility(event: object) -> None:
            said.append(str(event))

    monkeypatch.setattr(screen_reader, "QAccessible", Speaker)
    monkeypatch.setattr(Notifications, "add", lambda _self, text: said.append(text))
    return said


def test_the_fixture_hears_all_windows_but_a_guests_own(
    light: None, spoken: list[str], qtbot: object
) -> None:
    window = basics.label("Ana")
    announce(window, "heard")
    assert len(spoken) == 1
    window.setProperty(SILENT, True)
    announce(window, "unheard")
    assert len(spoken) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
@pytest.mark.every(3)
def test_a_whole_game_is_played_by_what_a_phone_offers(
    light: None, tmp_path: Path, spoken: list[str], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {SEED}")
    monkeypatch.setattr(PaintedBoard, "image", lambda *_size: QImage())  # others look at these
    script = SCRIPTED[game](seats=3, me=1, seed=SEED, options=SHORT.get(game, {}))
    thumb = Thumb(script, tmp_path)
    windows = set(QApplication.topLevelWindows())
    sections: set[str] = set()
    for _look in range(LOOKS_MAX):
        screen = thumb.look()
        sections |= {section.id for section in screen.sections}
        for spot in screen.spots:
            assert -0.01 <= spot.x <= spot.x + spot.width <= 1.01, spot
            assert -0.01 <= spot.y <= spot.y + spot.height <= 1.01, spot
            assert spot.button.name, "whoever cannot see it has to know what it is"
        if any(made.name == "Play again" for made in screen.choices):
            break
    assert script.position.turn == "over", screen
    assert thumb.presses > 5
    assert {"players", "log", "proof", "page"} <= sections
    assert screen.over
    assert max(screen.width, screen.height) <= LONG_SIDE
    assert not list(_shown(windows)), "nothing of a phone opens on the laptop"
    assert not spoken, "nor is it read aloud there"
    again = next((made for made in screen.choices if made.name == "Play again"), None)
    assert again is not None, screen
    thumb.table.press(again.id)
    assert ("again",) in thumb.intents.asked


def _shown(before: set[object]) -> Iterator[object]:
    return (made for made in QApplication.topLevelWindows() if made not in before)


@pytest.mark.slow
def test_a_picture_comes_again_only_when_the_board_is_another(light: None, tmp_path: Path) -> None:
    thumb = Thumb(SCRIPTED["camelup"](seats=3, me=1, seed=5), tmp_path)
    first, image = thumb.table.read(PHONE)
    assert image is not None
    assert (image.width(), image.height()) == (first.width, first.height)
    again, none = thumb.table.read(PHONE)
    assert none is None
    assert again.picture == first.picture
    dark = Act("hello", width=390, height=760, ratio=3.0, dark=True)
    night, other = thumb.table.read(dark)
    assert other is not None
    assert night.picture != first.picture
    assert other != image, "a dark phone has a dark board, whatever the laptop has"
    thumb.table.forget_picture()
    assert thumb.table.read(dark)[1] == other


def test_a_wide_phone_has_its_board_beside_its_buttons(light: None, tmp_path: Path) -> None:
    thumb = Thumb(SCRIPTED["targui"](seats=3, me=1, seed=5), tmp_path)
    high, _image = thumb.table.read(PHONE)
    wide, _image = thumb.table.read(Act("hello", width=800, height=360, ratio=2.0))
    assert high.height > high.width, "this board is laid out for a phone that is held upright"
    assert wide.height <= 720
    assert wide.width <= 0.7 * 1600


def test_a_button_that_has_gone_is_pressed_for_nothing(light: None, tmp_path: Path) -> None:
    thumb = Thumb(SCRIPTED["camelup"](seats=3, me=1, seed=5), tmp_path)
    thumb.table.press("act0 Roll the pyramid +1")
    thumb.table.press("place nowhere")
    thumb.table.press("")
    assert not [intent for intent in thumb.intents.asked if intent[0] == "play"]


def test_all_columns_of_a_table_are_told_and_what_a_choice_is_worth_stands_on_its_button(
    light: None,
) -> None:
    part = QWidget()
    grid = QGridLayout(part)
    for at, text in enumerate(("Amina", "+7", "+7", "32")):
        grid.addWidget(QLabel(text), 0, at)
    made, worth = QPushButton("Blue 5"), QLabel("+1.86")
    worth.setBuddy(made)
    made.setAccessibleDescription(worth.text())
    grid.addWidget(made, 1, 0)
    grid.addWidget(worth, 2, 0)
    assert lines_of(part) == ("Amina · +7 · +7 · 32",)
    assert [(each.name, each.note) for each, _press in buttons_of(part, "act")] == [
        ("Blue 5", "+1.86")
    ]
