"""The replay page: reads a file in the background, or takes a game that is there, and shows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from camelnet.i18n import Message, _
from camelnet.review import Decision
from camelnet.session.game.aids import Stop
from camelnet.session.table.recorded_game import NoGame, RecordedGame, read_game
from camelnet.sharing.link import BadLink, game_in
from camelnet_gui.backend.background_worker import BackgroundWorker
from camelnet_gui.games import GAMES
from camelnet_gui.replay.model import Film, film_of, film_of_link
from camelnet_gui.replay.practice_page import PracticePage
from camelnet_gui.replay.screen import ReplayScreen
from camelnet_gui.settings.store import Settings
from camelnet_gui.widgets.basics import button, clear, column, frame, label, look, paragraph, row

_PARTS = 1000  # of the progress


class ReplayPage(QWidget):
    """Goes into a stack of pages. `stop` it before it goes."""

    left = Signal()
    opened = Signal()  # the game is on the screen, or it is said why not

    def __init__(
        self,
        source: Path | Film | str,
        settings: Settings,
        *,
        key: bytes | None = None,
    ) -> None:
        """`source`: a record, a journal or a page, a game that was just played, or a link. `key`:
        mine, so that my own seat is known."""
        super().__init__()
        look(self, "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._settings = settings
        self.screen_: ReplayScreen | None = None
        self.practice: PracticePage | None = None
        self.trouble = ""  # why nothing can be shown
        self.worker = BackgroundWorker()
        self.destroyed.connect(self.worker.close)
        self._lines = column(self)
        if isinstance(source, Film):
            self._show(source, whole_graph=True)
        elif isinstance(source, str):
            self._unpack(source)
        else:
            self._load(source, key)

    def stop(self) -> None:
        """Nothing moves, is read or worked out any more."""
        self.worker.close()
        if self.screen_ is not None:
            self.screen_.stop()
        if self.practice is not None:
            self.practice.close_all()

    def apply_settings(self) -> None:
        for part in (self.screen_, self.practice):
            if part is not None:
                part.apply_settings()

    # --- reading a file -------------------------------------------------------------------------

    def _load(self, path: Path, key: bytes | None) -> None:
        self._make_card(_("Reading and checking {file}…").format(file=path.name))
        self.worker.found.connect(self._found)
        self.worker.progressed.connect(self._progressed)
        self.worker.ask(path, partial(_read, path, key, self.worker.tell_progress))

    def _unpack(self, link: str) -> None:
        """The game of a link, or the reason why there is none."""
        try:
            film = film_of_link(game_in(link))
        except BadLink as error:
            self._make_card("")
            self._tell(str(error))
        else:
            self._show(film, whole_graph=True)

    def _make_card(self, text: str) -> None:
        self.note = paragraph(text)
        self.bar = QProgressBar()
        self.bar.setRange(0, _PARTS)
        self.bar.setAccessibleName(self.note.text())
        self.back: QPushButton = button(_("Back"), "main")
        self.back.clicked.connect(self._leave)
        card = frame("card")
        card.setFixedWidth(460)
        lines = column(card, gap=12, margin=22)
        lines.addWidget(label(_("Replay"), "title"))
        lines.addWidget(self.note)
        lines.addWidget(self.bar)
        feet = row()
        feet.addStretch(1)
        feet.addWidget(self.back)
        lines.addLayout(feet)
        self._lines.addStretch(1)
        self._lines.addWidget(card, 0, Qt.AlignmentFlag.AlignHCenter)
        self._lines.addStretch(1)
        self.setFocusProxy(self.back)

    def _progressed(self, done: int) -> None:
        self.bar.setValue(done)

    def _found(self, path: object, answer: object) -> None:
        assert isinstance(path, Path)
        if isinstance(answer, RecordedGame) and answer.game in GAMES:
            clear(self._lines)
            self._show(film_of(answer, path), whole_graph=answer.seat is not None)
        elif isinstance(answer, Message):
            self._tell(str(answer))
        else:
            self._tell(_("This game cannot be shown."))

    def _tell(self, trouble: str) -> None:
        self.trouble = trouble
        self.note.setText(self.trouble)
        self.bar.hide()
        self.opened.emit()

    def _leave(self) -> None:
        self.stop()
        self.left.emit()

    # --- showing --------------------------------------------------------------------------------

    def _show(self, film: Film, *, whole_graph: bool) -> None:
        screen = self.screen_ = ReplayScreen(film, settings=self._settings, whole_graph=whole_graph)
        screen.left.connect(self.left)
        self._lines.addWidget(screen, 1)
        self.setFocusProxy(screen.graph)
        screen.graph.setFocus()
        screen.practice_requested.connect(partial(self._practise, screen))
        self.opened.emit()

    # --- mistakes as puzzles --------------------------------------------------------------------

    def _practise(self, screen: ReplayScreen, mistakes: tuple[Decision, ...]) -> None:
        page = self.practice = PracticePage(screen.model.film, mistakes, self._settings, self)
        page.left.connect(partial(self._end_practice, screen))
        screen.hide()
        self._lines.addWidget(page, 1)
        page.begin()

    def _end_practice(self, screen: ReplayScreen) -> None:
        page, self.practice = self.practice, None
        if page is not None:
            page.close_all()
            self._lines.removeWidget(page)
            page.hide()
            page.deleteLater()
        screen.show()
        screen.show_summary()


def _read(
    path: Path, key: bytes | None, tell: Callable[[int], None], stop: Stop
) -> RecordedGame | Message | None:
    """Runs on the background thread, which may live longer than the page."""

    def progress(done: float) -> bool:
        tell(round(_PARTS * done))
        return not stop()

    try:
        return read_game(path, key=key, progress=progress)
    except NoGame as error:
        return error.reason
