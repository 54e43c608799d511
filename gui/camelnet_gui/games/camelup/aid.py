"""Camel Up's part of a table's aids; see `camelnet_gui.games.interface.Aid`."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet.session.game.aids import Question, Stop, move_words
from camelnet_gui.games.camelup.advice import Advice, advise
from camelnet_gui.games.camelup.odds_table import OddsTable
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.view_model import Table
from camelnet_gui.seat_marks import SeatMark
from camelnet_gui.widgets import Elided, column
from camelnet_gui.words import titled

NAMED = 4  # actions beside the table; all of them are in its tooltip


class CamelUpAid:
    """The exact odds; what actions are worth goes to the buttons by way of the play."""

    def __init__(self, view_model: CamelUpViewModel) -> None:
        self._view_model = view_model
        self.table = OddsTable()
        self.worths = Elided("", "small")
        self._surface = QWidget()
        lines = column(self._surface, gap=2, margin=(8, 0, 4, 0))
        lines.addWidget(self.table)
        lines.addWidget(self.worths)

    @property
    def surface(self) -> QWidget:
        return self._surface

    @property
    def layer(self) -> str:
        return _("Landings")

    @property
    def legend(self) -> str:
        return _("≈ Estimated; ignores desert tiles in later legs")

    def work_out(self, question: Question, stop: Stop) -> Advice:
        return advise(question)

    def show_found(
        self,
        question: Question,
        found: Advice | None,
        table: Table,
        marks: Sequence[SeatMark],
        *,
        layered: bool,
    ) -> None:
        self._view_model.advice, self._view_model.layered = found, layered
        self.table.show_camels(found.camels if found else ())
        self.worths.setText("")
        if found is not None and found.worths and question.seat is not None:
            told = [
                f"{move_words(move, question)} {worth.words}"
                for move, worth in list(found.worths.items())[:NAMED]
            ]
            self.worths.setText(titled(marks[question.seat].name, "  ·  ".join(told)))

    def outdate(self) -> None:
        self._view_model.advice = None
        self.worths.setText("")

    def forget(self) -> None:
        self._view_model.advice = None
        self.table.show_camels(())
        self.worths.setText("")
