"""The opener of replays: by a click, from a file dialog, or by dropping a file on the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QStackedWidget, QWidget

from camelnet.i18n import _
from camelnet.record.journal import DONE_SUFFIX
from camelnet.record.journal import SUFFIX as JOURNAL
from camelnet.record.record import SUFFIX as RECORD
from camelnet_gui.replay.model import Film
from camelnet_gui.settings.store import Settings

if TYPE_CHECKING:
    from camelnet_gui.replay.page import ReplayPage

PAGE = ".html"  # with a record in it
SUFFIXES = (RECORD, JOURNAL, DONE_SUFFIX, PAGE)


class ReplayOpener(QObject):
    """Lays the page of a replay over the other pages of a window, one at a time."""

    screen_opened = Signal(object)  # `ReplayScreen`: a game is on the screen
    left = Signal()  # the page that was there before is back

    def __init__(
        self,
        window: QMainWindow,
        pages: QStackedWidget,
        settings: Settings,
        records: Path,
        my_key: Callable[[], bytes | None],
        home: Callable[[], QWidget],
    ) -> None:
        """`records`: the folder of past games; `home`: the page that is there while no other is."""
        super().__init__(window)
        self._window, self._pages = window, pages
        self._settings = settings
        self._records = records
        self._my_key = my_key
        self._home = home
        self._under: QWidget | None = None  # the page to go back to
        self.page: ReplayPage | None = None
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def open(self, source: Path | Film | str) -> None:
        """A record, a journal, a page with a record in it, a game that was just played, or a link
        with a game."""
        from camelnet_gui.replay.page import ReplayPage  # the window comes up without it

        self.close()
        under = self._pages.currentWidget()
        page = self.page = ReplayPage(source, self._settings, key=self._my_key())
        page.left.connect(self.leave)
        self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)
        self._under = self._home()
        if under is not None and self._pages.indexOf(under) >= 0:  # some go when another page comes
            self._under = under
        page.setFocus()
        page.opened.connect(self._opened)
        self._opened()

    def _opened(self) -> None:
        if self.page is not None and self.page.screen_ is not None:
            self.screen_opened.emit(self.page.screen_)

    @property
    def game(self) -> str | None:
        """The key of the game that is shown."""
        screen = self.page.screen_ if self.page is not None else None
        return screen.model.film.game if screen is not None else None

    def ask(self) -> None:
        """Asks for a file. Only its folder is known beforehand: where records are kept."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        path, _kind = QFileDialog.getOpenFileName(
            self._window,
            _("Watch a recorded game"),
            str(self._records if self._records.is_dir() else Path.home()),
            _("Recorded games ({kinds})").format(kinds=kinds),
        )
        if path:
            self.open(Path(path))

    def leave(self) -> None:
        """Back to the page that was there before."""
        under = self._under
        self.close()
        if under is not None:
            under.setFocus()
        self.left.emit()

    def close(self) -> None:
        """The replay goes; where it is in front, the page that was there before is shown."""
        page, under = self.page, self._under
        self.page = self._under = None
        if page is None or under is None:
            return
        page.stop()
        if self._pages.currentWidget() is page:
            self._pages.setCurrentWidget(under)
        self._pages.removeWidget(page)
        page.deleteLater()

    def apply_settings(self) -> None:
        if self.page is not None:
            self.page.apply_settings()

    # --- dropping a file ------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDragEnterEvent):
            if dropped_file(event) is not None:
                event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and event.type() is QEvent.Type.Drop:
            path = dropped_file(event)
            if path is not None:
                event.acceptProposedAction()
                self.open(path)
            return True
        return False


def dropped_file(event: QDropEvent) -> Path | None:
    """The one local file that is dragged; None for anything else."""
    urls = event.mimeData().urls()
    local = [url.toLocalFile() for url in urls if url.isLocalFile()]
    return Path(local[0]) if len(local) == 1 and len(urls) == 1 else None
