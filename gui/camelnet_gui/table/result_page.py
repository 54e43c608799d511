"""The end of a game: who won, the game's own table of how, and who wants to play again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from camelnet.i18n import _
from camelnet.session.api.verdict import Verdict
from camelnet.session.text import verdict_words
from camelnet_gui.games.interface import Result
from camelnet_gui.widgets import Elided, button, clear, column, label, look, row


class ResultPage(QWidget):
    """`again`, `record` and the verdict are filled in by the table page as they become known."""

    def __init__(self, title: str, result: Result) -> None:
        super().__init__()
        page = column(self, gap=12)
        page.addWidget(label(title, "title"))
        page.addWidget(label(result.line, "muted"))
        self.again = label("", "notice", wrap=True)
        self.again.hide()
        page.addWidget(self.again)
        self._invitations: QVBoxLayout = column(gap=8)
        page.addLayout(self._invitations)
        page.addWidget(result.table)
        self.verdict = label("", "notice", wrap=True)
        page.addWidget(self.verdict)
        self.record = Elided("", "small")
        page.addWidget(self.record)
        self.otherwise = button(_("Play again with other options…"), "small")
        feet = row()
        feet.addWidget(self.otherwise)
        feet.addStretch(1)
        page.addLayout(feet)
        page.addStretch(1)

    def show_invitations(self, cards: Sequence[QWidget]) -> None:
        """Tables where others of this game want to play again."""
        clear(self._invitations)
        for card in cards:
            self._invitations.addWidget(card)

    def show_verdict(self, verdict: Verdict) -> None:
        """Shows who vouches for this result."""
        told = verdict_words.sentences(verdict, running=not verdict.ended)
        self.verdict.setText(" ".join(told))
        look(self.verdict, "warning" if verdict_words.badge(verdict).doubtful else "notice")
