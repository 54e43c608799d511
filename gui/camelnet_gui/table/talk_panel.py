"""The foot of the side panel: the game log or the chat, and the line to say something."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QStackedWidget, QWidget

from camelnet.i18n import _
from camelnet.session.api.intents import CHAT_MAX
from camelnet_gui.chat.emote_art import emote_icon
from camelnet_gui.chat.emote_bar import EmoteBar
from camelnet_gui.chat.emotes import Emote, EmoteLimit
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.chat.panel import ChatList, UnreadMark
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.table.advice_card import AdviceCard
from camelnet_gui.table.feed import Feed
from camelnet_gui.widgets.basics import (
    button,
    column,
    label,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce

REFUSAL_MS = 2500
LEAST = 18  # pixels that the log or the chat keeps: it gives way while a move is being chosen


class TalkPanel(QWidget):
    """The log is shown first; the chat's button counts what has not been seen there."""

    said = Signal(str)
    muted = Signal(bool)  # whether emotes of others are hidden

    def __init__(self, feed: Feed, history: ChatHistory, *, muted: bool) -> None:
        super().__init__()
        self._history = history
        self._limit = EmoteLimit()
        self.feed = feed
        self.chat = ChatList(history)
        self._pages = QStackedWidget()
        self.advice = AdviceCard(self)
        self.line = QLineEdit()
        self.line.setPlaceholderText(_("Say something…"))
        self.line.setAccessibleName(_("Chat message"))
        self.line.setMaxLength(CHAT_MAX)
        self.emotes: QPushButton = button("", "flat", tip=_("Emotes"))
        self.emotes.setIcon(emote_icon("cheer", 24))
        self.emotes.setIconSize(QSize(24, 24))
        self.emotes.setFixedWidth(36)
        self.emotes.setAccessibleName(_("Emotes"))
        self.bar = EmoteBar(self, muted=muted)
        self.toggle: QPushButton = button("", "flat")
        self._refusal = label("", "small", wrap=True)
        self._refusal.hide()
        self._pages.addWidget(feed)
        self._pages.addWidget(self.chat)
        self._pages.setMinimumHeight(LEAST)
        lines = column(self, gap=6)
        lines.addWidget(self._pages, 1)
        lines.addWidget(self._refusal)
        foot = row(gap=4)
        foot.addWidget(self.emotes)
        foot.addWidget(self.line, 1)
        foot.addWidget(UnreadMark(history), 0, Qt.AlignmentFlag.AlignVCenter)
        foot.addWidget(self.toggle)
        lines.addLayout(foot)
        self._refusal_away = QTimer(self)
        self._refusal_away.setSingleShot(True)
        self._refusal_away.setInterval(REFUSAL_MS)
        self._connect()
        self.show_chat(True)
        wide = self.toggle.sizeHint().width()
        self.show_chat(False)
        self.toggle.setMinimumWidth(max(wide, self.toggle.sizeHint().width()))  # it stays in place

    def _connect(self) -> None:
        self.line.returnPressed.connect(self._say)
        self.line.inputRejected.connect(self._too_long)
        self.emotes.clicked.connect(lambda: self.bar.open_above(self.emotes))
        self.bar.chosen.connect(self.send)
        self.bar.muted.connect(self.muted)
        self.toggle.clicked.connect(lambda: self.show_chat(not self.shows_chat))
        self.chat.seen.connect(self._seen)
        self._refusal_away.timeout.connect(self._refusal.hide)

    @property
    def shows_chat(self) -> bool:
        """True if the chat is shown, and not the log."""
        return self._pages.currentWidget() is self.chat

    def show_chat(self, chat: bool) -> None:
        self._pages.setCurrentWidget(self.chat if chat else self.feed)
        self.toggle.setText(_("Log") if chat else _("Chat"))
        set_tip(self.toggle, _("Show the game log") if chat else _("Show the chat"))
        self.toggle.setAccessibleName(self.toggle.toolTip())

    def leave_out_talk(self) -> None:
        """For a table without company: the log alone."""
        self.show_chat(False)
        for part in (self.line, self.emotes, self.toggle):
            part.hide()

    def show_marks(self, marks: Mapping[bytes, SeatMark]) -> None:
        """The badges of the players by their keys."""
        self.chat.show_marks(marks)

    def send(self, emote: Emote) -> None:
        """Send an emote, unless there were many just now."""
        if self._limit.allows():
            self.said.emit(emote.text)
        else:
            self._refuse(_("One moment: too many emotes at once."))

    def _say(self) -> None:
        text = self.line.text().strip()
        if text:
            self.said.emit(text)
            self.line.clear()

    def _too_long(self) -> None:
        text = _("A message has {most} characters at most; the rest was left out.")
        self._refuse(text.format(most=CHAT_MAX))

    def _refuse(self, text: str) -> None:
        self._refusal.setText(text)
        self._refusal.show()
        self._refusal_away.start()
        announce(self, text)

    def _seen(self) -> None:
        if self.isActiveWindow():
            self._history.read()
