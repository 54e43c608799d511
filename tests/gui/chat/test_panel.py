"""The chat: names, history across panels, the unread mark, and odd input."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from camelnet_gui.chat.history import LINES_MAX, ChatHistory
from camelnet_gui.chat.panel import ChatPanel, UnreadMark
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.protocol.wire.limits import CHAT_MAX
from camelnet.session.api.facts import ChatSaid

Show = Callable[[ChatHistory], ChatPanel]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    def shown(history: ChatHistory) -> ChatPanel:
        panel = ChatPanel(history)
        qtbot.addWidget(panel)
        panel.resize(300, 400)
        panel.show()
        panel.activateWindow()
        qtbot.waitUntil(panel.isActiveWindow)
        return panel

    return shown


def said(text: str, number: int = 2, name: str = "Ben", *, me: bool = False) -> ChatSaid:
    return ChatSaid(bytes([number]) * 32, name, text, me)


def settle() -> None:
    for _round in range(3):
        QApplication.processEvents()


@pytest.mark.slow
def test_a_panel_made_late_shows_all_that_was_said_before(show: Show) -> None:
    history = ChatHistory()
    history.say(said("Tea?"))
    history.say(said("Yes", 1, "Ana", me=True))
    first, second = show(history), show(history)
    history.say(said("Now"))
    assert first.texts() == second.texts() == ("Ben: Tea?", "Ana: Yes", "Ben: Now")
    assert second.list.model().rowCount() == 3


def test_lines_are_unread_until_the_newest_is_in_sight(show: Show, qtbot: QtBot) -> None:
    history = ChatHistory()
    for number in range(60):
        history.say(said(f"line {number}"))
    beside = QWidget()
    qtbot.addWidget(beside)
    mark = UnreadMark(history)
    mark.setParent(beside)
    assert history.unread == 60
    assert mark.text() == "60"
    assert "60" in mark.accessibleName()
    panel = show(history)
    settle()
    assert history.unread == 0
    assert mark.isHidden()
    bar = panel.list.verticalScrollBar()
    bar.setValue(bar.minimum())
    history.say(said("while scrolled back"))
    settle()
    assert history.unread == 1
    assert bar.value() == bar.minimum(), "the view stays where one reads"
    panel.list.scrollToBottom()
    settle()
    assert history.unread == 0


def test_my_own_lines_are_never_unread() -> None:
    history = ChatHistory()
    history.say(said("hello", 1, "Ana", me=True))
    assert history.unread == 0


def test_enter_says_the_line_and_an_empty_one_says_nothing(show: Show) -> None:
    panel = show(ChatHistory())
    heard: list[str] = []
    panel.said.connect(heard.append)
    QTest.keyClicks(panel.line, "  hello ")
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    QTest.keyClick(panel.line, Qt.Key.Key_Return)
    assert heard == ["hello"]


def test_a_line_that_is_too_long_is_cut_and_said_so(show: Show) -> None:
    panel = show(ChatHistory())
    QApplication.clipboard().setText("x" * 10_000)
    panel.line.paste()
    assert len(panel.line.text()) == CHAT_MAX
    assert panel._refused.isVisible()
    assert str(CHAT_MAX) in panel._refused.text()
    QTest.keyClick(panel.line, Qt.Key.Key_Backspace)
    assert not panel._refused.isVisible()


@pytest.mark.parametrize("text", ["W" * 500, "אבגד hello עברית", "\U0001f42a" * 200, "<b>x</b>"])
def test_odd_lines_stay_inside_the_panel(show: Show, text: str) -> None:
    history = ChatHistory()
    history.say(said(text, name="N" * 32))
    panel = show(history)
    settle()
    index = panel.list.model().index(0, 0)
    assert panel.list.visualRect(index).width() <= panel.list.viewport().width()
    if text.startswith("W"):
        assert panel.list.visualRect(index).height() > 200, "a long word is broken into lines"
    assert panel.list.horizontalScrollBar().maximum() == 0


def test_only_so_many_lines_are_kept(show: Show) -> None:
    history = ChatHistory()
    panel = show(history)
    for number in range(LINES_MAX + 5):
        history.say(said(str(number)))
    assert len(history.lines) == LINES_MAX == panel.list.model().rowCount()
    assert history.lines[-1].text == str(LINES_MAX + 4)


def test_a_name_stands_once_above_several_lines_of_one_person() -> None:
    history = ChatHistory()
    for number, text in ((2, "a"), (2, "b"), (3, "c"), (2, "d")):
        history.say(said(text, number))
    assert [line.follows for line in history.lines] == [False, True, False, False]
