"""Camel Up's part of a table's aids."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent

from camelnet.i18n import _
from camelnet.session.game.aids import Question, Stop, move_words
from camelnet_gui.games.camelup.advice import Advice, advise
from camelnet_gui.games.camelup.odds_table import OddsTable
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.interface import Aid
from camelnet_gui.games.view_model import Table
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import Elided, column

NAMED = 4  # actions beneath the table at most


class Fitted(Elided):
    """One line of as many parts as there is room for; none is cut but the first."""

    def __init__(self, name: str) -> None:
        super().__init__("", name)
        self._head = ""
        self._parts: tuple[str, ...] = ()

    def show_parts(self, head: str, parts: Sequence[str]) -> None:
        """`head`: whom they are about."""
        self._head, self._parts = head, tuple(parts)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        parts = self._parts
        while (
            len(parts) > 1
            and self.fontMetrics().horizontalAdvance(self._line(parts))
            > self.contentsRect().width()
        ):
            parts = parts[:-1]
        self.setText(self._line(parts))

    def _line(self, parts: Sequence[str]) -> str:
        return titled(self._head, "  ·  ".join(parts)) if parts else ""


class CamelUpAid(Aid[Advice]):
    """The exact odds; what actions are worth goes to the buttons by way of the play."""

    def __init__(self, view_model: CamelUpViewModel) -> None:
        super().__init__()
        self._view_model = view_model
        self.table = OddsTable()
        self.worths = Fitted("small")
        lines = column(self, gap=2, margin=(8, 0, 4, 0))
        lines.addWidget(self.table)
        lines.addWidget(self.worths)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.table.set_compact(compact)
        self.worths.setVisible(not compact)  # their buttons tell it, too

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
        self.worths.show_parts("", ())
        if found is not None and found.worths and question.seat is not None:
            told = [
                f"{move_words(move, question)} {worth.words}"
                for move, worth in list(found.worths.items())[:NAMED]
            ]
            self.worths.show_parts(marks[question.seat].name, told)

    def worth_of(self, found: Advice | None, notation: str) -> str:
        worth = found.worths.get(notation) if found is not None else None
        return _("{worth} on average").format(worth=worth.words) if worth else ""

    def outdate(self) -> None:
        self._view_model.advice = None
        self.table.outdate()
        self.worths.show_parts("", ())

    def forget(self) -> None:
        self._view_model.advice = None
        self.table.show_camels(())
        self.worths.show_parts("", ())
