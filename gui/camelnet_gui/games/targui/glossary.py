"""The lands' names with a picture each: shown over the board once, in the tutorial and in the
rulebook."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from camelnet.i18n import N_, _
from camelnet.rules.games.targui.names import land_name
from camelnet.rules.phrases import sentence
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.pieces import LandPiece
from camelnet_gui.games.targui.rules_pictures import LANDS
from camelnet_gui.widgets.basics import column, label, paragraph, row

_PIECE = 58  # pixels
_COLUMNS = 2
_MEANINGS = {
    "saline": N_("salt works, in the middle of the desert"),
    "camp": N_("the tents of a tribe"),
    "guelta": N_("a pool of water among rocks"),
    "reg": N_("a plain of stones and gravel"),
    "erg": N_("a sea of dunes"),
    "feche": N_("dust so fine that you sink in"),
    "mount": N_("bare, steep rock"),
    "chott": N_("a salt lake, where nobody can enter"),
}


def land_meaning(land: str) -> str:
    """Describes a land to somebody who has never heard its name."""
    return _(_MEANINGS[land])


class GlossaryPage(QWidget):
    """Every land as it looks on the board, with its coin and its shield."""

    def __init__(self) -> None:
        super().__init__()
        lines = column(self, gap=10)
        lines.addWidget(label(_("The lands of the desert"), "title"))
        lines.addWidget(
            paragraph(
                _(
                    "The coin is what a land pays each round, the shield what it adds to a die in "
                    "battle. F1 explains it all again."
                )
            )
        )
        grid = QGridLayout()
        grid.setHorizontalSpacing(22)
        grid.setVerticalSpacing(8)
        for number, (land, pays, adds, _count) in enumerate(LANDS):
            entry = _entry(land, pays or 0, adds or 0)
            grid.addWidget(entry, number // _COLUMNS, number % _COLUMNS)
        for at in range(_COLUMNS):
            grid.setColumnStretch(at, 1)
        lines.addLayout(grid)


def _entry(land: str, pays: int, adds: int) -> QWidget:
    holder = QWidget()
    line = row(holder, gap=11)
    line.addWidget(_ValuedLand(land, pays, adds))
    words = column(gap=0)
    words.addStretch(1)
    words.addWidget(label(sentence(land_name(land)), "name"))
    words.addWidget(paragraph(land_meaning(land)))
    words.addStretch(1)
    line.addLayout(words, 1)
    return holder


class _ValuedLand(LandPiece):
    """A land with the values that its cell shows."""

    def __init__(self, land: str, pays: int, adds: int) -> None:
        super().__init__(land, _PIECE)
        self._values = pays, adds
        if land != "chott":
            values = _("economic value {economic}, strategic value {strategic}")
            said = values.format(economic=pays, strategic=adds)
            self.setAccessibleName(f"{land_name(land)}, {said}")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setFont(self.font())
        corner = QPointF(QRectF(self.rect()).right() - 4, 4)
        tokens.paint_values(painter, corner, *self._values, 1.0)
