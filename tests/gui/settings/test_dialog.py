"""The settings dialog in a window: every change applies at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui.settings.dialog import SettingsDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.startup.language import AppLanguage
from camelnet_gui.style.theme import DARK, LIGHT, dress, theme_of
from camelnet_gui.system.network_interfaces import Interface, list_interfaces
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet import i18n
from camelnet.net.interfaces import Local, local_addresses
from camelnet.session.api.facts import LobbyChanged
from camelnet.session.api.intents import NAME_MAX
from tests.gui.clicker import words
from tests.gui.conftest import WindowDriver
from tests.gui.test_app import quiet_app
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.lobby import lobby_view


def opened(driver: WindowDriver) -> SettingsDialog:
    driver.window._show_settings()
    dialog = driver.window.settings.dialog
    assert dialog is not None
    QApplication.processEvents()
    return dialog


def choose(field: QComboBox, value: object) -> None:
    """As by a click in its list."""
    field.setCurrentIndex(field.findData(value))
    field.activated.emit(field.currentIndex())


@pytest.mark.slow
def test_every_field_changes_its_setting_at_once(driver: WindowDriver) -> None:
    dialog, settings = opened(driver), driver.settings
    choose(dialog.theme, "dark")
    choose(dialog.motion, "fast")
    choose(dialog.pace, "calm")
    choose(dialog.size_, 150)
    dialog.confirm.click()
    dialog.sound.click()
    dialog.ambience.setChecked(True)
    dialog.volume.setValue(35)
    dialog.notifications.click()
    stored = Settings(settings.path.parent)
    assert (stored.theme, stored.motion, stored.bots_pace) == ("dark", "fast", "calm")
    assert (stored.size, stored.volume, stored.ambience) == (150, 35, True)
    assert (stored.confirm, stored.sound, stored.notifications) == (False, False, False)


@pytest.mark.slow
def test_the_theme_changes_while_the_dialog_is_open(
    driver: WindowDriver, qapp: QApplication
) -> None:
    dialog = opened(driver)
    try:
        choose(dialog.theme, "dark")
        assert theme_of(driver.window) is DARK
        choose(dialog.theme, "light")
        assert theme_of(driver.window) is LIGHT
    finally:
        dress(qapp, LIGHT)


def test_a_new_name_goes_down_as_an_intent(driver: WindowDriver) -> None:
    dialog = opened(driver)
    dialog.name.setFocus()
    dialog.name.clear()
    QTest.keyClicks(dialog.name, "Emma")
    QTest.keyClick(dialog.name, Qt.Key.Key_Tab)
    assert ("rename", "Emma") in driver.asked
    asked = len(driver.asked)
    dialog.name.setFocus()
    dialog.language.setFocus()
    assert len(driver.asked) == asked, "an untouched name is not sent again"


@pytest.mark.parametrize(
    ("typed", "name", "told"),
    [
        ("Emma", "Emma", "A game that has begun goes on with your former name."),
        ("x" * 40, "x" * NAME_MAX, f"A name has {NAME_MAX} letters at most."),
        ("\u200b", "", "A name needs letters that can be seen."),
        ("", "", "A name needs letters that can be seen."),
    ],
)
def test_what_becomes_of_a_typed_name_is_said(
    driver: WindowDriver, typed: str, name: str, told: str
) -> None:
    dialog = opened(driver)
    assert told not in words(dialog)
    dialog.name.setFocus()
    dialog.name.clear()
    QTest.keyClicks(dialog.name, "?")  # so that it was typed, and not only set
    dialog.name.backspace()
    dialog.name.insert(typed)
    QTest.keyClick(dialog.name, Qt.Key.Key_Tab)
    renames = [asked for asked in driver.asked if asked[0] == "rename"]
    assert renames == ([("rename", name)] if name else [])
    assert dialog.name.text() == name
    assert told in words(dialog)


@pytest.mark.slow
def test_the_language_changes_in_place(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.name_asked = True
    app = quiet_app(qapp, tmp_path, settings=settings)
    qtbot.addWidget(app.window)
    app.window.show()
    language = AppLanguage(qapp)
    app._language = language

    def words() -> set[str]:
        shown = [*app.window.findChildren(QLabel), *app.window.findChildren(QPushButton)]
        return {widget.text() for widget in shown if widget.isVisible()}

    try:
        app.window._show_settings()
        assert "Settings" in words()
        dialog = app.window.settings.dialog
        choose(dialog.language, "fr")
        qtbot.waitUntil(lambda: "Réglages" in words(), timeout=LONG_MS)
        again = app.window.settings.dialog
        assert again.language.currentData() == "fr"
        assert again.language.hasFocus()
        assert "Settings" not in words()
        choose(again.language, "en")
        qtbot.waitUntil(lambda: "Settings" in words(), timeout=LONG_MS)
    finally:
        language.close()
        app.window.close()
        app.stop()


@pytest.mark.slow
def test_a_game_goes_on_in_the_new_language(driver: WindowDriver) -> None:
    script = ScriptedCamelUp()
    driver.play_until_my_turn(script, turns=1)
    before, log = driver.table, driver.table.panel.feed.model().rowCount()
    i18n.choose_language(["fr"])
    driver.window.retranslate()
    QApplication.processEvents()
    after = driver.table
    assert after is not before
    assert driver.window.pages.currentWidget() is after
    assert after.model.my_turn
    assert after.panel.feed.model().rowCount() == log
    assert "toi de jouer" in after.panel.banner.text()
    assert after.board.isVisible()


def test_the_home_page_is_made_anew_in_its_place(driver: WindowDriver) -> None:
    driver.window.take(LobbyChanged(lobby_view(full=False)))
    before = driver.window.lobby
    i18n.choose_language(["fr"])
    driver.window.retranslate()
    assert driver.window.lobby is not before
    assert driver.window.pages.currentWidget() is driver.window.lobby
    assert driver.window.pages.indexOf(before) < 0


def test_a_missing_catalogue_is_told_and_english_is_spoken(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(i18n, "LOCALE_DIR", tmp_path)
    language = AppLanguage(qapp)
    language.choose("fr")
    assert "Français" in str(language.trouble)
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "camelnet.mo").write_bytes(b"\xde\x12\x04\x95 cut")
    assert i18n.choose_language(["fr"]) == "en"
    language.choose("en")
    assert language.trouble is None
    language.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(956, 520), (1440, 900)])
def test_the_dialog_fits_into_the_window_and_its_end_can_be_reached(
    size: tuple[int, int], driver: WindowDriver
) -> None:
    driver.window.resize(*size)
    dialog = opened(driver)
    assert dialog.height() <= size[1]
    assert dialog.area.horizontalScrollBar().maximum() == 0
    while not dialog.open_folder.hasFocus():
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    shown = dialog.open_folder.mapTo(dialog.area.viewport(), QPoint(0, 0)).y()
    assert 0 <= shown < dialog.area.viewport().height()


def test_the_wheel_scrolls_and_changes_nothing(driver: WindowDriver) -> None:
    driver.window.resize(956, 520)
    dialog = opened(driver)
    before = driver.settings.theme
    where = QPointF(dialog.theme.rect().center())
    wheel = QWheelEvent(
        where,
        QPointF(dialog.theme.mapToGlobal(where)),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(dialog.theme, wheel)
    assert dialog.theme.currentData() == before
    assert not wheel.isAccepted(), "the page gets it"


def test_what_waits_for_the_next_start_says_so(driver: WindowDriver) -> None:
    dialog = SettingsDialog(
        driver.settings,
        driver.window,
        interfaces=[Interface("wlan0", "192.168.1.20"), Interface("eth0", "10.0.0.5")],
    )
    dialog.open()
    assert [dialog.interface.itemText(row) for row in range(3)] == [
        "All networks",
        "wlan0 (192.168.1.20)",
        "eth0 (10.0.0.5)",
    ]
    assert not dialog._network_note.isVisible()
    choose(dialog.interface, "wlan0")
    assert dialog._network_note.isVisible()
    assert driver.settings.interface == "wlan0"
    again = SettingsDialog(driver.settings, driver.window, interfaces=[])
    assert "not connected" in again.interface.currentText()


def test_interfaces_are_listed_once_each_without_virtual_ones() -> None:
    (real, *_rest) = local_addresses()

    def local(name: str, host: str) -> Local:
        return Local(name, 1, host, real.network)

    found = [local("eth0", "10.0.0.5"), local("docker0", "172.17.0.1"), local("eth0", "fe80::1%2")]
    assert list_interfaces(found) == (Interface("eth0", "10.0.0.5"),)
    assert list_interfaces()
