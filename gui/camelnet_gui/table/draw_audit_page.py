"""The audit of one draw: in plain words first, the technical part below. See `facts.LuckShown`."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from camelnet.i18n import _
from camelnet.session.api.facts import LuckDrawn, LuckPart, LuckShown
from camelnet.session.text import luck_words
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.widgets.basics import (
    Badge,
    button,
    column,
    heading,
    label,
    paragraph,
    row,
    set_tip,
)

SHORT = 24  # hex digits of a part that are shown; all of them stand in its tooltip


class DrawAuditPage(QWidget):
    """A page about the luck behind one entry."""

    def __init__(self, told: str, audit: LuckShown, marks: tuple[SeatMark, ...]) -> None:
        """`told`: what was drawn, in the game's words."""
        super().__init__()
        self.verdict = paragraph(
            luck_words.parts_fit(audit), "notice" if audit.holds else "warning"
        )
        self.seed = _hex(audit.seed, _("Seed"))
        self.copy: QPushButton = button(_("Copy"), tip=_("Copy the seed"))
        self.copy.setAccessibleName(_("Copy the seed"))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(audit.seed.hex()))
        page = column(self, gap=10, margin=(0, 0, 12, 0))
        page.addWidget(paragraph(told, "subtitle"))
        page.addWidget(self.verdict)
        for text in luck_words.story(audit):
            page.addWidget(paragraph(text))
        for card in audit.cards:
            page.addSpacing(4)
            page.addWidget(heading(luck_words.card(card)))
            page.addLayout(_parts(card.parts, marks))
            page.addWidget(label(_("The face-down card, encrypted:"), "muted"))
            page.addWidget(_hex(card.card, _("The face-down card, encrypted")))
        if audit.seed:
            self._show_seed(page, audit, marks)
        page.addStretch(1)

    def _show_seed(self, page: QVBoxLayout, audit: LuckShown, marks: tuple[SeatMark, ...]) -> None:
        page.addSpacing(4)
        page.addWidget(heading(_("Who gave a part")))
        page.addLayout(_parts(audit.parts, marks))
        page.addSpacing(4)
        page.addWidget(heading(_("From the parts to the outcome")))
        page.addWidget(
            label(_("Together the parts give this seed, no matter whose they are:"), "muted")
        )
        page.addLayout(self._seed_row())
        for draw in audit.draws:
            page.addWidget(paragraph(luck_words.number(draw), "muted"))
            page.addLayout(_outcomes(draw))
        made_for = _("The draw that the parts belong to: game, place and entry {index}.")
        page.addWidget(paragraph(made_for.format(index=audit.index), "muted"))
        page.addWidget(_hex(audit.label, _("The draw that the parts belong to")))

    def _seed_row(self) -> QHBoxLayout:
        line = row(gap=8)
        line.addWidget(self.seed, 1)
        line.addWidget(self.copy)
        return line


def _hex(data: bytes, name: str) -> QLineEdit:
    """Bytes to be selected and copied, by keyboard too."""
    field = QLineEdit(data.hex())
    field.setReadOnly(True)
    field.setProperty("look", "mono")
    field.setCursorPosition(0)
    field.setAccessibleName(name)
    set_tip(field, data.hex())
    return field


def _parts(parts: tuple[LuckPart, ...], marks: tuple[SeatMark, ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(10)
    grid.setVerticalSpacing(6)
    grid.setColumnStretch(2, 1)
    for number, part in enumerate(parts):
        share = part.share.hex()
        shown = label(share[:SHORT] + ("…" if len(share) > SHORT else ""), "mono")
        set_tip(shown, share)
        fits = label(_("✓ fits") if part.holds else _("does not fit"))
        fits.setProperty("look", "good" if part.holds else "danger")
        for place, widget in enumerate(
            (Badge(marks[part.seat], 24), label(part.name, "name"), shown, fits)
        ):
            grid.addWidget(widget, number, place)
    return grid


def _outcomes(draw: LuckDrawn) -> QGridLayout:
    """All outcomes with the numbers that fall on them, in as many columns as there is room for."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    shares = luck_words.shares(draw)
    columns = 5
    for number, share in enumerate(shares):
        text = _("{outcome}:  {numbers}").format(
            outcome=share.notation, numbers=luck_words.span(share)
        )
        cell = label(text, "outcome-drawn" if share.drawn else "outcome")
        cell.setAlignment(Qt.AlignmentFlag.AlignCenter)
        drawn = _("{outcome}, drawn").format(outcome=text)
        cell.setAccessibleName(drawn if share.drawn else text)
        grid.addWidget(cell, number // columns, number % columns)
    for place in range(columns):
        grid.setColumnStretch(place, 1)
    return grid
