"""The controller of a finished game's result: its page over the board, its picture, its record, and
who wants to play again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QDate, QLocale, QObject, QRectF, Signal
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QFileDialog, QWidget

from camelnet.i18n import _, language
from camelnet.session.api.facts import Kind
from camelnet.session.api.intents import Intents
from camelnet.session.text.standing_words import places_by_score, standing_words
from camelnet.sharing.link import link_of
from camelnet_gui.games import game_title
from camelnet_gui.games.interface import AnyParts, Result
from camelnet_gui.games.painted_board import AnyBoard
from camelnet_gui.review.analysis import GameAnalysis
from camelnet_gui.style.words import dotted
from camelnet_gui.table.celebration import Ceremony
from camelnet_gui.table.finish_picture import Finish, finish_picture
from camelnet_gui.table.model import TableModel, winners_words
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.podium import Podium, Step, steps
from camelnet_gui.table.rematch import rematch_words
from camelnet_gui.table.result_page import ResultPage
from camelnet_gui.widgets.basics import (
    FittingButton,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce
from camelnet_gui.widgets.send_dialog import SendDialog, file_name

ROOMY = 720  # pixels: a window from here on has room for the whole podium


class ResultController(QObject):
    """`show` the page, and `refresh` it with every view."""

    board_requested = Signal()
    leave_requested = Signal()
    replay_requested = Signal()
    proof_requested = Signal()
    failed = Signal(str)  # a sentence: a picture could not be saved

    def __init__(
        self,
        model: TableModel,
        parts: AnyParts,
        board: AnyBoard,
        overlay: Overlay,
        intents: Intents,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._model, self._parts, self._overlay = model, parts, overlay
        self._board, self._intents, self._widget = board, intents, parent
        self._analysis: GameAnalysis | None = None  # begins while the podium stands

    def ceremony(self) -> Ceremony:
        """All that the celebration of this game shows."""
        result = self._result()
        result.table.deleteLater()
        return Ceremony(
            headline=self._standing(result),
            line=self._line(result),
            steps=self._steps(result),
            moment=result.moment,
            paint_unit=self._parts.holdings.paint_unit,
        )

    def _result(self) -> Result:
        return self._parts.result(self._model.view.position, self._model.marks)

    def _places(self, result: Result) -> tuple[int, ...]:
        position = self._model.view.position
        return result.places or places_by_score(position.scores(), position.winners())

    def _steps(self, result: Result) -> tuple[Step, ...]:
        scores = self._model.view.position.scores()
        return steps(self._model.marks, scores, self._places(result))

    def _standing(self, result: Result) -> str:
        """My place; on a laptop that several share, and for who watches, the winner's."""
        me = None if self._model.shared else self._model.view.me
        scores = self._model.view.position.scores()
        return standing_words(self._model.names, scores, self._places(result), me)

    def _line(self, result: Result) -> str:
        """The line beneath my place: who won, where the headline does not say so, and how."""
        me = None if self._model.shared else self._model.view.me
        lost = me is not None and self._places(result)[me] > 1
        return dotted(winners_words(self._model.view) if lost else "", result.line)

    def show(self, *, by_surprise: bool) -> ResultPage:
        """`by_surprise`: nobody asked for it, so a key that was meant for the finale presses no
        button."""
        view = self._model.view
        result = self._result()
        podium = Podium(self._steps(result), self._parts.holdings.paint_unit)
        podium.set_compact(self._widget.height() < ROOMY)
        page = ResultPage(self._standing(result), self._line(result), result.table, podium)
        page.proof.clicked.connect(self.proof_requested)
        page.save_button.clicked.connect(self.save_picture)
        page.copy_button.clicked.connect(self.copy_picture)
        page.send_button.clicked.connect(self.send)
        board = FittingButton(_("See the board"))
        board.clicked.connect(self.board_requested)
        lobby = FittingButton(_("Back to the lobby"))
        set_tip(lobby, _("Leave this table, to the games and the other tables."))
        lobby.clicked.connect(self.leave_requested)
        buttons = [board, self._make_replay_button(), lobby]
        if view.me is not None:
            again = FittingButton(_("Play again"), "main")
            again.clicked.connect(self._intents.again)
            buttons.append(again)
        page.otherwise.setVisible(view.me is not None)
        news = page.news if self._has_company() else None
        self._overlay.show_page(page, buttons, way_out=board, by_surprise=by_surprise, news=news)
        self.refresh()
        return page

    def _has_company(self) -> bool:
        """True if I have played with somebody who may want another game, or not."""
        view = self._model.view
        people = [seat for seat in view.seats if seat.kind is Kind.HUMAN and not seat.me]
        return view.me is not None and bool(people)

    def _make_replay_button(self) -> FittingButton:
        """Says why where there can be no review."""
        made = FittingButton(_("Replay and review"))
        made.clicked.connect(self._watch)
        set_tip(made, _("Watch it again: the chances, what was luck, what cost most."))
        if not self._model.history.whole:
            made.setEnabled(False)
            set_tip(made, _("This computer did not see the beginning of the game."))
        elif self._analysis is None:
            self._analysis = GameAnalysis(self._model.history, self, spare=1)
        return made

    def _watch(self) -> None:
        """The replay takes what is found by now from the shelf, or looks by itself."""
        if self._analysis is not None:
            self._analysis.stop()
        self.replay_requested.emit()

    def refresh(self) -> None:
        page, view = self._overlay.page, self._model.view
        if not isinstance(page, ResultPage):
            return
        page.show_again(rematch_words(view))
        page.show_record(view.record)
        page.show_verdict(view.verdict)
        self._overlay.fit()
        if self._overlay.main and view.me is not None:
            self._overlay.main.setEnabled(view.me not in view.again)

    # --- the picture ----------------------------------------------------------------------------

    def picture(self) -> QImage:
        """The end of the game as a picture."""
        view, position = self._model.view, self._model.view.position
        result = self._result()
        finish = Finish(
            title=winners_words(view),
            game=game_title(position.game),
            table=view.name,
            date=QLocale(language()).toString(QDate.currentDate(), QLocale.FormatType.LongFormat),
            marks=self._model.marks,
            scores=tuple(position.scores()),
            places=self._places(result),
            link=link_of(self._model.history.steps, self._model.names),
        )
        result.table.deleteLater()
        moment = result.moment or self._paint_board
        return finish_picture(finish, moment, self._parts.holdings.paint_unit)

    def _paint_board(self, painter: QPainter, box: QRectF) -> None:
        """The board at the end, in a game that paints no moment of its own."""
        painter.drawImage(box, self._board.image(round(box.width()), round(box.height()), 1.0))

    def save_picture(self) -> None:
        """Asks where, and says so if that fails."""
        wanted = str(Path.home() / f"{file_name(self._model.view.name)}.png")
        path, _kind = QFileDialog.getSaveFileName(
            self._widget.window(), _("Save a picture"), wanted, "PNG (*.png)"
        )
        if not path:
            return
        if QImageWriter(path, QByteArray(b"png")).write(self.picture()):
            self._tell_kept(_("The picture is saved: {path}").format(path=path))
        else:
            self.failed.emit(_("The picture could not be saved there."))

    def copy_picture(self) -> None:
        QGuiApplication.clipboard().setImage(self.picture())
        self._tell_kept(_("The picture is copied: paste it where you like."))

    def send(self) -> None:
        """Asks how the game is to be sent."""
        view = self._model.view
        if view.record is not None:
            names, window = self._model.names, self._widget.window()
            SendDialog(view.record, view.position.game, view.name, names, window).exec()

    def _tell_kept(self, text: str) -> None:
        """The page says that it is done."""
        page = self._overlay.page
        if isinstance(page, ResultPage):
            page.tell_kept(text)
            self._overlay.fit()
            announce(page, text)
