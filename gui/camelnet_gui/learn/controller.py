"""Opens a tutorial among the pages of the window, and goes back from it to where one was."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from camelnet_gui.games import has_lesson
from camelnet_gui.learn.page import Bookmark, LearnPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.basics import show_again


class LearnController(QObject):
    """One tutorial at a time. It ends when another page comes to the front; whoever opens it again
    is at the step where they left."""

    play_requested = Signal(str)  # the game, against bots
    rules_requested = Signal(str)  # the game
    opened = Signal(object)  # a `LearnPage`

    def __init__(self, pages: QStackedWidget, settings: Settings) -> None:
        super().__init__(pages)
        self._pages = pages
        self._settings = settings
        self._before: QWidget | None = None
        self._bookmarks: dict[str, Bookmark | None] = {}  # by game
        self.page: LearnPage | None = None
        pages.currentChanged.connect(self._page_changed)

    @property
    def game(self) -> str | None:
        """The game that is being learnt."""
        return self.page.game if self.page is not None else None

    def open(self, game: str, *, name: str = "") -> None:
        """Begin the tutorial of a game, if it has one, or go on with it. `name`: the player's."""
        if not has_lesson(game):
            return
        self.leave()
        self._before = self._pages.currentWidget()
        bookmark = self._bookmarks.get(game)
        page = self.page = LearnPage(game, self._settings, name=name, bookmark=bookmark)
        page.left.connect(self.leave)
        page.play_requested.connect(self._play)
        page.rules_requested.connect(self.rules_requested)
        self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)
        self.opened.emit(page)

    def leave(self) -> None:
        """Back to the page that was there before."""
        if self.page is None:
            return
        show_again(self._pages, self._before)
        self._close()

    def _play(self, game: str) -> None:
        self.leave()
        self.play_requested.emit(game)

    def _page_changed(self, _index: int) -> None:
        if self.page is not None and self._pages.currentWidget() is not self.page:
            self._close()

    def _close(self) -> None:
        page, self.page = self.page, None
        if page is not None:
            self._bookmarks[page.game] = page.bookmark
            self._pages.removeWidget(page)
            page.deleteLater()
