"""The end of a game: who won, the game's own table of how, and who wants to play again."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from camelnet_gui.games.base import Result
from camelnet_gui.widgets import Elided, column, label


class ResultPage(QWidget):
    """`again` and `record` are filled in by the table page as they become known."""

    def __init__(self, title: str, result: Result) -> None:
        super().__init__()
        page = column(self, gap=12)
        page.addWidget(label(title, "title"))
        page.addWidget(label(result.line, "muted"))
        self.again = label("", "notice", wrap=True)
        self.again.hide()
        page.addWidget(self.again)
        page.addWidget(result.table)
        self.record = Elided("", "small")
        page.addWidget(self.record)
        page.addStretch(1)
