"""The controller of My play: it reviews finished games while nobody plays, and shows its page."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QMainWindow, QStackedWidget

from camelnet.i18n import Message, _, os_reason
from camelnet.my_play import csv_file
from camelnet.my_play.database import Unusable, opened
from camelnet.my_play.reviewing import State, catch_up
from camelnet.record.cache_folder import CacheFolder
from camelnet.session.game.aids import Stop
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.my_play.page import MyPlayPage
from camelnet_gui.system.garbage import give_back
from camelnet_gui.widgets.dialogs import Question
from camelnet_gui.widgets.page_controller import PageController

IDLE_MS = 5000  # so long nobody has played before games are reviewed
_LOWEST = 19  # the priority of a thread that gives way to all others, on Linux


class MyPlay(PageController[MyPlayPage]):
    """`close` before the window goes."""

    def __init__(
        self,
        window: QMainWindow,
        pages: QStackedWidget,
        *,
        profile: Path,
        records: Path,
        free: Callable[[], bool],
    ) -> None:
        """`free`: True while no game is on."""
        super().__init__(pages, window)
        self._window = window
        self._profile, self._records = profile, records
        self._free = free
        self._key: bytes | None = None
        self._state: State | None = None
        self._worked = False  # since the memory was given back
        self._worker = BackgroundWorker()
        self._worker.progressed.connect(self._progressed)
        self._worker.found.connect(self._found)
        self._idle = QTimer(self, interval=IDLE_MS, singleShot=True)
        self._idle.timeout.connect(self.look)

    def know(self, key: bytes) -> None:
        """Tell whose games count: those of the seat with this key."""
        if self._key is None:
            self._key = key
            self._wait()

    def open(self) -> None:
        """Show the page; what is missing is reviewed while it stands."""
        page = MyPlayPage()
        page.left.connect(self.leave)
        page.export_requested.connect(self._export)
        page.rebuild_requested.connect(self._ask_to_rebuild)
        if self._state is not None:
            page.show_state(self._state)
        self._lay(page)
        page.setFocus()
        self.look()

    def close(self) -> None:
        """Nothing is reviewed any more."""
        self._idle.stop()
        self._worker.close()

    def look(self, *, anew: bool = False) -> None:
        """Read what is known and, while nobody plays, review what is missing. `anew`: all of it."""
        self._idle.stop()
        if self._key is None or not (self._may_review() or self.page is not None):
            return
        work = partial(
            _caught_up,
            profile=self._profile,
            records=self._records,
            key=self._key,
            anew=anew,
            tell=self._worker.tell_progress,
            review=self._may_review(),
        )
        self._worker.ask(self, work)

    def _may_review(self) -> bool:
        return self._free() and self._pages.currentWidget() in (self._pages.widget(0), self.page)

    def _wait(self) -> None:
        """Whatever is under way ends; it goes on once nobody has played for a while."""
        self._worker.drop()
        self._idle.start()

    def _page_changed(self, index: int) -> None:
        super()._page_changed(index)
        self._wait()

    def _progressed(self, state: State) -> None:
        self._worked = self._worked or state.waiting > 0
        self._show(state)

    def _found(self, _question: object, trouble: object) -> None:
        if isinstance(trouble, Message):
            self._show(replace(self._state or State(), waiting=0, trouble=trouble))
        if self._worked and self._free():
            self._worked = False
            give_back()

    def _show(self, state: State) -> None:
        self._state = state
        if self.page is not None:
            self.page.show_state(state)

    # --- what is asked for ----------------------------------------------------------------------

    def _export(self) -> None:
        """Asks where, and says so if that fails."""
        if self._state is None or self.page is None:
            return
        wanted = str(Path.home() / "camelnet.csv")
        path, _kind = QFileDialog.getSaveFileName(
            self._window, _("Export as CSV"), wanted, "CSV (*.csv)"
        )
        if not path or self.page is None:
            return
        try:
            csv_file.write(Path(path), self._state.games)
        except OSError as error:
            text = _("{path} cannot be written: {why}.")
            self.page.tell(text.format(path=path, why=os_reason(error)))
        else:
            self.page.tell(_("The games are exported: {path}").format(path=path))

    def _ask_to_rebuild(self) -> None:
        question = Question(
            _("Rebuild My play?"),
            _(
                "All reviews are forgotten and made anew from the records that are there. Games "
                "whose records are gone do not count any more."
            ),
            yes=_("Rebuild"),
            parent=self._window,
        )
        question.accepted.connect(partial(self.look, anew=True))
        question.open()


def _caught_up(
    stop: Stop,
    *,
    profile: Path,
    records: Path,
    key: bytes,
    anew: bool,
    tell: Callable[[State], None],
    review: bool,
) -> Message | None:
    """Runs on the background thread; returns its trouble."""
    if sys.platform == "linux":
        with suppress(OSError):  # a priority can be lowered by everybody, but not in each sandbox
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOWEST)
    shelf = CacheFolder.of_user("reviews")
    try:
        with opened(profile, anew=anew) as database:
            for state in catch_up(database, records, key, shelf=shelf, stop=stop):
                tell(state)
                if not review:
                    break
    except Unusable as error:
        return error.reason
    return None
