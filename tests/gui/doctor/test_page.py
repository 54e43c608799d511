"""The page "Why don't I see them?": what is found is shown, and each act does what it says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from camelnet_gui.doctor import allow_dialog, controller
from camelnet_gui.doctor.allow_dialog import AllowDialog
from camelnet_gui.doctor.page import DoctorPage
from camelnet_gui.lobby.invite_dialog import InviteDialog
from camelnet_gui.system import administrator
from camelnet_gui.widgets.dialogs import AddressDialog
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.doctor.finding import Act, Deed, Finding, Severity, again
from camelnet.i18n import Message
from camelnet.net.interfaces import Link
from camelnet.session.api.facts import LobbyChanged
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tools.screenshots.lobby import lobby_view

WELL = Finding("port", Severity.WELL, Message("The port answers."))
CABLE = Finding("interfaces", Severity.WRONG, Message("The cable is out."), again("Plug it in."))
NOTE = Finding("firewall", Severity.NOTE, Message("A firewall is on."), again("Ask somebody."))


class Doctor:
    """Stands in for an examination: finds what a test says, once it may."""

    def __init__(self, driver: WindowDriver, qtbot: QtBot) -> None:
        self.found: tuple[Finding, ...] = (WELL,)
        self.asked: list[dict[str, Any]] = []
        self.may = threading.Event()
        self.may.set()
        self.driver, self._qtbot = driver, qtbot
        driver.window.doctor.examine = self._examine

    @property
    def page(self) -> DoctorPage:
        page = self.driver.window.doctor.page
        assert page is not None
        return page

    def _examine(self, _stop: Callable[[], bool], **given: Any) -> tuple[Finding, ...]:
        self.asked.append(given)
        self.may.wait(LONG_MS / 1000)
        return self.found

    def open(self, *found: Finding) -> DoctorPage:
        self.found = found or self.found
        self.driver.window.doctor.open()
        self.wait()
        return self.page

    def wait(self) -> None:
        self._qtbot.waitUntil(self.page.again.isEnabled, timeout=LONG_MS)
        QApplication.processEvents()  # a layout shows its new widgets a moment later

    def button(self, text: str) -> QPushButton:
        found = [b for b in self.page.findChildren(QPushButton) if b.text() == text]
        return next(b for b in found if b.isVisible())

    def words(self) -> list[str]:
        labels = self.page.findChildren(QLabel)
        return [one.text() for one in labels if one.isVisible() and len(one.text()) > 1]


@pytest.fixture
def doctor(driver: WindowDriver, qtbot: QtBot) -> Doctor:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    return Doctor(driver, qtbot)


@pytest.mark.slow
def test_the_home_page_leads_there_where_nobody_appears_and_back_leads_home(
    doctor: Doctor, driver: WindowDriver
) -> None:
    home = driver.window.lobby
    (why,) = [b for b in home.findChildren(QPushButton) if b.text() == "Why don't I see them?"]
    click(why)
    assert driver.window.pages.currentWidget() is doctor.page
    QTest.keyClick(doctor.page, Qt.Key.Key_Escape)
    assert driver.window.pages.currentWidget() is home
    assert driver.window.doctor.page is None
    texts = [action.text() for action in driver.window.make_menu(home).actions()]
    assert "Why don't I see them?" in texts


def test_while_it_looks_the_window_goes_on_and_it_says_so(doctor: Doctor) -> None:
    doctor.may.clear()
    doctor.driver.window.doctor.open()
    assert doctor.page.bar.isVisible()
    assert doctor.page.state.text() == "Looking… this takes about ten seconds."
    QApplication.processEvents()
    doctor.may.set()
    doctor.wait()
    assert not doctor.page.bar.isVisible()
    assert doctor.page.state.text().startswith("Looked at ")


def test_where_all_is_well_the_others_are_asked_to_look(doctor: Doctor) -> None:
    page = doctor.open(WELL)
    assert page.conclusion.text().startswith("Everything looks right here. Ask the others")


def test_what_is_wrong_comes_first_each_with_its_sentence_and_its_act(doctor: Doctor) -> None:
    doctor.open(WELL, NOTE, CABLE)
    words = doctor.words()
    order = [words.index(text) for text in ("The cable is out.", "A firewall is on.", "WHAT WORKS")]
    assert order == sorted(order)
    assert "Plug it in." in words
    asked = len(doctor.asked)
    doctor.found = (WELL,)
    click(doctor.button("Try again"))
    doctor.wait()
    assert len(doctor.asked) == asked + 1
    assert "The cable is out." not in doctor.words()


@pytest.mark.slow
def test_a_finding_ends_with_its_cause_without_a_click(
    doctor: Doctor, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cable is put in again: within two looks at the interfaces the page says so."""
    plugged = Link("eth0", wireless=False, carrier=True)
    monkeypatch.setattr(controller, "links", lambda: (replace(plugged, carrier=False),))
    doctor.open(CABLE)
    assert "The cable is out." in doctor.words()
    doctor.found = (WELL,)
    monkeypatch.setattr(controller, "links", lambda: (plugged,))
    qtbot.waitUntil(lambda: "The cable is out." not in doctor.words(), timeout=LONG_MS)
    asked = len(doctor.asked)
    doctor.driver.tell(LobbyChanged(lobby_view(full=True)))  # somebody has appeared
    qtbot.waitUntil(lambda: len(doctor.asked) > asked, timeout=LONG_MS)


def test_nothing_is_told_of_those_at_this_laptop_and_the_others_addresses_are_tried(
    doctor: Doctor,
) -> None:
    view = lobby_view(full=True)
    mine, *others = view.peers
    peers = (replace(mine, address="127.0.0.1:21777"), *others)
    doctor.driver.tell(LobbyChanged(replace(view, peers=peers)))
    doctor.open()
    (asked,) = doctor.asked
    assert asked["ours"] == {view.me.key, mine.key}
    assert asked["known"] == {("192.168.1.40", 41000)}


def test_my_address_and_the_way_by_theirs_are_at_hand(doctor: Doctor, driver: WindowDriver) -> None:
    shown = Finding("nobody", Severity.NOTE, Message("x"), Act(Deed.SHOW_ADDRESS, Message("y")))
    page = doctor.open(shown)
    assert page.address.text() == "192.168.1.23:21776"
    click(page.copy)
    assert QApplication.clipboard().text() == "192.168.1.23:21776"
    click(doctor.button("Show my address"))
    (invite,) = driver.window.findChildren(InviteDialog)
    assert invite.windowTitle() == "My address"
    assert not [one for one in invite.findChildren(QLabel) if "sit down" in one.text()]
    invite.close()
    click(page.by_address)
    assert driver.window.findChildren(AddressDialog)
    driver.tell(LobbyChanged(replace(lobby_view(full=False), addresses=())))
    assert page.address.text() == "This computer has no network address."
    assert not page.copy.isEnabled()


def test_a_network_is_chosen_at_a_click_for_the_next_start(doctor: Doctor) -> None:
    act = Act(Deed.USE_NETWORK, Message("y"), "wlan0")
    page = doctor.open(Finding("interfaces", Severity.NOTE, Message("x"), act))
    click(doctor.button("Use wlan0"))
    assert doctor.driver.window._settings.interface == "wlan0"
    assert page.state.text() == "The new network applies the next time you start the app."


def test_the_settings_of_the_system_open_at_their_page(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    act = Act(Deed.OPEN_SETTINGS, Message("y"), "x-apple.systempreferences:privacy")
    doctor.open(Finding("permission", Severity.WRONG, Message("x"), act))
    click(doctor.button("Open the settings"))
    assert opened == ["x-apple.systempreferences:privacy"]


# --- the consent ----------------------------------------------------------------------------------

ALLOW = Act(Deed.ALLOW, Message("Let it in."), command=("ufw allow camelnet",))


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands that ran as the administrator; pkexec is there."""
    commands: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...]) -> tuple[int, str]:
        commands.append(command)
        return 0, ""

    monkeypatch.setattr(administrator.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(administrator, "run", run)
    return commands


def test_nothing_runs_before_the_click_and_what_runs_is_what_was_shown(
    doctor: Doctor, qtbot: QtBot, ran: list[tuple[str, ...]]
) -> None:
    doctor.open(Finding("firewall", Severity.NOTE, Message("x"), ALLOW))
    click(doctor.button("Let them in…"))
    (dialog,) = doctor.driver.window.findChildren(AllowDialog)
    assert dialog.command.text() == "pkexec sh -c 'ufw allow camelnet'"
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible(), "Enter closes it"
    assert ran == []
    click(doctor.button("Let them in…"))
    dialog = next(d for d in doctor.driver.window.findChildren(AllowDialog) if d.isVisible())
    asked = len(doctor.asked)
    click(dialog.run)
    qtbot.waitUntil(lambda: len(doctor.asked) > asked, timeout=LONG_MS)  # it looks again
    assert ran == [("pkexec", "sh", "-c", "ufw allow camelnet")]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((126, ""), "Nothing was changed."),
        ((127, "sh: 1: ufw: not found\n"), "It did not work: sh: 1: ufw: not found"),
        ((1, "ERROR: \x1b[31mno such profile\n"), "It did not work: ERROR: [31mno such profile"),
    ],
)
def test_a_no_and_a_failure_are_said(
    doctor: Doctor,
    qtbot: QtBot,
    ran: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
    answer: tuple[int, str],
    said: str,
) -> None:
    monkeypatch.setattr(allow_dialog.administrator, "run", lambda command: answer)
    dialog = AllowDialog(ALLOW, doctor.driver.window)
    dialog.show()
    click(dialog.run)
    qtbot.waitUntil(dialog.run.isEnabled, timeout=LONG_MS)
    assert said in [one.text() for one in dialog.findChildren(QLabel)]


def test_where_nobody_can_ask_for_the_password_there_is_the_line_to_type(
    doctor: Doctor,
    qtbot: QtBot,
    ran: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nobody = (127, "Error creating textual authentication agent: /dev/tty")
    monkeypatch.setattr(allow_dialog.administrator, "run", lambda command: nobody)
    dialog = AllowDialog(ALLOW, doctor.driver.window)
    dialog.show()
    click(dialog.run)
    qtbot.waitUntil(lambda: not dialog.run.isVisible(), timeout=LONG_MS)
    texts = [one.text() for one in dialog.findChildren(QLabel)]
    assert "This desktop cannot ask for the administrator's password." in texts
    assert "Type this in a terminal:" in texts
    assert dialog.command.text() == "sudo ufw allow camelnet"
    click(dialog.copy)
    assert QApplication.clipboard().text() == "sudo ufw allow camelnet"


def test_without_pkexec_there_is_the_line_to_type(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(administrator.shutil, "which", lambda name: None)
    dialog = AllowDialog(replace(ALLOW, command=("one", "two")), doctor.driver.window)
    dialog.show()
    assert not dialog.run.isVisible()
    click(dialog.copy)
    assert QApplication.clipboard().text() == "sudo one\nsudo two"


# --- as it really is ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_real_examination_runs_beside_the_window(
    driver: WindowDriver, qtbot: QtBot, tmp_path: Path
) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    driver.window.doctor.open()
    page = driver.window.doctor.page
    assert page is not None
    qtbot.waitUntil(page.again.isEnabled, timeout=LONG_MS)
    texts = [one.text() for one in page.findChildren(QLabel)]
    assert any(text.endswith("can be written.") for text in texts), texts


def test_who_leaves_the_page_does_not_wait_for_the_examination(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    doctor = driver.window.doctor
    doctor.open()
    doctor.leave()
    assert driver.window.pages.currentWidget() is driver.window.lobby
    driver.window.close()
