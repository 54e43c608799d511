"""The end of a game: who won, the podium, the game's own table of how, and who wants to play
again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from camelnet.i18n import _
from camelnet.session.api.verdict import Verdict
from camelnet.session.text import verdict_words
from camelnet_gui.table.podium import Podium
from camelnet_gui.widgets.basics import button, column, label, look, set_tip

NEWS_HIGH = 66  # pixels: a table with a button, or two lines
LEFT = Qt.AlignmentFlag.AlignLeft


class ResultPage(QWidget):
    """`again`, the record and the verdict are filled in as they become known."""

    def __init__(self, title: str, line: str, table: QWidget, podium: Podium) -> None:
        """`title`: how I stand, or who won; `line`: what comes beneath it."""
        super().__init__()
        self.setAccessibleName(title)
        self.podium = podium
        self._path = ""
        page = column(self, gap=10)
        page.addWidget(label(title, "title", wrap=True))
        page.addWidget(label(line, "muted", wrap=True))
        page.addWidget(podium)
        page.addWidget(table)
        self.proof = button("", "flat")
        page.addWidget(self.proof, 0, LEFT)
        self.otherwise = button(_("Other options…"), "flat")
        set_tip(self.otherwise, _("Play again with other options: at a new table."))
        self.save_button = button(_("Save picture…"), "flat")
        self.copy_button = button(_("Copy picture"), "flat")
        self.send_button = button(_("Send this game…"), "flat")
        set_tip(self.send_button, _("As one page for people without camelnet, or as a link."))
        self.record_button = button(_("Game record"), "flat")
        self.record_button.clicked.connect(self._copy_path)
        self.keeping = QWidget()
        self._kept = (
            *(self.otherwise, self.save_button, self.copy_button, self.send_button),
            self.record_button,
        )
        self._keep = QGridLayout(self.keeping)
        self._keep.setContentsMargins(0, 0, 0, 0)
        self._keep.setSpacing(4)
        self._arrange_keeping(2)
        page.addWidget(self.keeping)
        # For the foot of the card, where news comes and goes and nothing else moves.
        self.news = QWidget()
        self.news.setFixedHeight(NEWS_HIGH)
        self._news = column(self.news, gap=0)
        self.again = label("", "notice", wrap=True)
        self.again.hide()
        self._news.addStretch(1)
        self._news.addWidget(self.again)
        self._news.addStretch(1)
        self._invitation: QWidget | None = None
        self.kept = label("", "small")
        keeps_room = self.kept.sizePolicy()
        keeps_room.setRetainSizeWhenHidden(True)
        self.kept.setSizePolicy(keeps_room)
        self.kept.hide()
        page.addWidget(self.kept)
        page.addStretch(1)

    def _arrange_keeping(self, columns: int) -> None:
        for number, each in enumerate(self._kept):
            self._keep.addWidget(each, number // columns, number % columns, LEFT)
        for column_number in range(len(self._kept) + 1):
            self._keep.setColumnStretch(column_number, 0)
        self._keep.setColumnStretch(columns, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Puts what can be kept in one line where there is room, else in two."""
        super().resizeEvent(event)
        wanted = sum(each.sizeHint().width() + 4 for each in self._kept)
        self._arrange_keeping(len(self._kept) if wanted <= self.width() else 2)

    def show_record(self, path: str | Path | None) -> None:
        """The file that the game is kept in; None while there is none."""
        if str(path or "") == self._path and self.record_button.isEnabled() == bool(path):
            return
        self._path = str(path or "")
        self.record_button.setEnabled(bool(path))
        self.send_button.setEnabled(bool(path))
        self.record_button.setText(_("Game record"))
        kept = _("Copy the path of the file: {path}").format(path=self._path)
        set_tip(self.record_button, kept if path else _("The game is not saved yet."))

    def _copy_path(self) -> None:
        QGuiApplication.clipboard().setText(self._path)
        self.record_button.setText(_("Path copied"))

    def show_again(self, text: str) -> None:
        """The wishes for another game; "" for none."""
        self.again.setText(text)
        self.again.setVisible(bool(text) and self._invitation is None)

    def show_invitation(self, card: QWidget | None) -> None:
        """A table where others of this game want to play again, in place of who wants what here."""
        if self._invitation is not None:
            self._invitation.hide()
            self._invitation.deleteLater()
        self._invitation = card
        if card is not None:
            self._news.insertWidget(1, card)
            card.show()
        self.show_again(self.again.text())

    def show_verdict(self, verdict: Verdict) -> None:
        """Shows in a line whether the game was fair; a click proves it."""
        self.proof.setText(verdict_words.line(verdict))
        look(self.proof, "danger" if verdict_words.badge(verdict).doubtful else "flat")
        set_tip(self.proof, _("Who vouches for this game, and the proof of all its luck."))

    def tell_kept(self, text: str) -> None:
        """Says that the picture is kept, and where; a long path is shortened in the middle."""
        room = max(200, self.width() - 8)
        middle = Qt.TextElideMode.ElideMiddle
        self.kept.setText(self.kept.fontMetrics().elidedText(text, middle, room))
        set_tip(self.kept, text)
        self.kept.show()
