"""Opens a tutorial among the pages of the window, and goes back from it to where one was."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from camelnet_gui.games import has_lesson
from camelnet_gui.learn.page import Bookmark, LearnPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.page_controller import PageController


class LearnController(PageController[LearnPage]):
    """Whoever opens a tutorial again is at the step where they left."""

    play_requested = Signal(str)  # the game, against bots
    rules_requested = Signal(str)  # the game
    opened = Signal(object)  # a `LearnPage`

    def __init__(self, pages: QStackedWidget, settings: Settings) -> None:
        super().__init__(pages, pages)
        self._settings = settings
        self._bookmarks: dict[str, Bookmark | None] = {}  # by game

    @property
    def game(self) -> str | None:
        """The game that is being learnt."""
        return self.page.game if self.page is not None else None

    def open(self, game: str, *, name: str = "") -> None:
        """Begin the tutorial of a game, if it has one, or go on with it. `name`: the player's."""
        if not has_lesson(game):
            return
        self.leave()  # it sets the bookmark
        bookmark = self._bookmarks.get(game)
        page = LearnPage(game, self._settings, name=name, bookmark=bookmark)
        page.left.connect(self.leave)
        page.play_requested.connect(self._play)
        page.rules_requested.connect(self.rules_requested)
        self._lay(page)
        self.opened.emit(page)

    def _play(self, game: str) -> None:
        self.leave()
        self.play_requested.emit(game)

    def _closing(self, page: LearnPage) -> None:
        self._bookmarks[page.game] = page.bookmark
