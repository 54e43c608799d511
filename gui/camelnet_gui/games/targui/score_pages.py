"""A round's destiny and its tribute as pages, and the table of the result."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from camelnet.i18n import _, ngettext
from camelnet.rules.games.targui.events import TributeLine, TributePaid
from camelnet.rules.games.targui.names import (
    destiny_effect,
    destiny_title,
    land_name,
    silver,
)
from camelnet_gui.games.interface import ScorePage
from camelnet_gui.games.targui.pieces import DestinyCard, LandPiece, TributeBars, who
from camelnet_gui.games.targui.scene_builder import Holdings
from camelnet_gui.games.targui.scoring import DestinySheet, RoundSheet, SeatFate
from camelnet_gui.style.seat_marks import SeatMark
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import (
    RIGHT,
    amount,
    card_grid,
    column,
    frame,
    label,
    paragraph,
    pill,
    row,
    set_tip,
)
from camelnet_gui.widgets.pointing import PICK

REVEAL_MS = 700  # between two tribes of a tribute
LANDS_IN_ROW = 4  # of a tribute; six kinds of land can pay
CELLS_SHOWN = 12  # of one seat on a destiny page; the rest is counted
_TIMES = "\N{MULTIPLICATION SIGN}"


class RoundPage(ScorePage):
    """A destiny card, a tribute, or the one and then the other."""

    def __init__(self, sheet: RoundSheet, marks: Sequence[SeatMark], *, animated: bool) -> None:
        super().__init__()
        self._pages = QStackedWidget()
        column(self).addWidget(self._pages)
        self.reveals = sheet.tribute is not None
        self._last = sheet.last
        self._animated = animated
        self._waiting: list[QWidget] = []  # lines of the tribute that are not shown yet
        self._timer = QTimer(self)
        self._timer.setInterval(REVEAL_MS)
        self._timer.timeout.connect(self._reveal)
        if sheet.destiny is not None:
            self._pages.addWidget(destiny_part(sheet.destiny, marks))
        if sheet.tribute is not None:
            part, lines = tribute_part(sheet.tribute, marks)
            self._pages.addWidget(part)
            self._waiting = lines
        for line in self._waiting:
            _hide(line)
        self._begin()

    @property
    def moving(self) -> bool:
        return bool(self._waiting)

    @property
    def finished(self) -> bool:
        return not self._more and not self._waiting

    @property
    def _more(self) -> bool:
        """True if another page follows."""
        return self._pages.currentIndex() + 1 < self._pages.count()

    def _begin(self) -> None:
        """Show the lines of a tribute, one by one if things move."""
        if self._more or not self._waiting:
            return
        if self._animated:
            self._timer.start()
        else:
            self.show_all()

    def show_all(self) -> None:
        """The next page, if one comes; else all lines of this one."""
        if self._more:
            self._pages.setCurrentIndex(self._pages.currentIndex() + 1)
            self._begin()
            return
        for line in self._waiting:
            line.show()
        self._waiting.clear()
        self._timer.stop()
        self.done.emit()

    def _reveal(self) -> None:
        self._waiting.pop(0).show()
        if not self._waiting:
            self._timer.stop()
            self.done.emit()

    def button_words(self) -> str:
        if self._more:
            return _("See the tribute")
        if not self.finished:
            return _("Show all")
        return _("Show the result") if self._last else _("Continue")


def _hide(widget: QWidget) -> None:
    """Its room is kept, so that nothing jumps when it comes."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)
    widget.hide()


# --- destiny ------------------------------------------------------------------------------------


def destiny_part(sheet: DestinySheet, marks: Sequence[SeatMark]) -> QWidget:
    """The card, what it says, and whom it touched."""
    holder = QWidget()
    holder.setProperty(PICK, "score destiny")
    lines = column(holder, gap=10)
    top = row(gap=18)
    top.addWidget(DestinyCard(sheet.card), 0, Qt.AlignmentFlag.AlignTop)
    said = column(gap=6)
    said.addWidget(label(_("Destiny {number}").format(number=sheet.card), "heading"))
    said.addWidget(label(destiny_title(sheet.card), "title", wrap=True))
    said.addWidget(paragraph(destiny_effect(sheet.card)))
    left = ngettext(
        "{n} destiny card is still to come.", "{n} destiny cards are still to come.", sheet.left
    )
    said.addWidget(paragraph(left.format(n=sheet.left), "muted"))
    said.addStretch(1)
    top.addLayout(said, 1)
    lines.addLayout(top)
    for fate in sheet.seats:
        lines.addWidget(_fate_line(fate, marks[fate.seat]))
    if not sheet.seats and sheet.card not in (13, 16):
        lines.addWidget(label(_("It affects nobody."), "muted"))
    lines.addStretch(1)
    return holder


def _fate_line(fate: SeatFate, mark: SeatMark) -> QWidget:
    card = frame("row")
    line = row(card, gap=12, margin=(12, 8, 14, 8))
    line.addWidget(who(fate.seat, mark))
    line.addWidget(paragraph(_fate_words(fate), "muted"), 1)
    if fate.cells:
        line.addWidget(amount(fate.camels, big=True))
    elif fate.money is not None:
        line.addWidget(amount(fate.money[1] - fate.money[0], big=True))
    return card


def _fate_words(fate: SeatFate) -> str:
    """The changes cell by cell: "23 erg 12 → 9"."""
    parts = [
        _("{cell} {land}: {before} → {after}").format(
            cell=line.cell, land=land_name(line.land), before=line.before, after=line.after
        )
        for line in fate.cells[:CELLS_SHOWN]
    ]
    more = len(fate.cells) - len(parts)
    if more > 0:
        parts.append(ngettext("{n} more cell", "{n} more cells", more).format(n=more))
    if fate.money is not None:
        before, after = fate.money
        parts.append(f"{before} → {silver(after)}")
    whole = (part.replace(" ", "\N{NO-BREAK SPACE}") for part in parts)  # lines break between them
    return ";  ".join(whole)


# --- tribute ------------------------------------------------------------------------------------


def tribute_part(paid: TributePaid, marks: Sequence[SeatMark]) -> tuple[QWidget, list[QWidget]]:
    """The page of a tribute, and its lines in the order in which they are shown."""
    holder = QWidget()
    holder.setProperty(PICK, "score tribute")
    lines = column(holder, gap=10)
    lines.addWidget(label(_("Tribute of round {number}").format(number=paid.round), "title"))
    shown = []
    for line in paid.lines:
        made = _tribute_line(line, marks[line.seat])
        lines.addWidget(made)
        shown.append(made)
    lines.addStretch(1)
    return holder, shown


def _tribute_line(line: TributeLine, mark: SeatMark) -> QWidget:
    card = frame("row")
    parts = row(card, gap=12, margin=(12, 8, 14, 8))
    parts.addWidget(who(line.seat, mark))
    if line.camp:
        lands = QGridLayout()
        lands.setHorizontalSpacing(10)
        lands.setVerticalSpacing(4)
        lands.setColumnStretch(LANDS_IN_ROW, 1)
        for place, paid in enumerate(line.paid):
            pair = row(gap=4)
            pair.addWidget(LandPiece(paid.land, 28))
            each = paid.silver // paid.count
            sum_ = label(f"{paid.count} {_TIMES} {each}", "name")
            set_tip(sum_, titled(land_name(paid.land), str(paid.silver)))
            pair.addWidget(sum_)
            lands.addLayout(pair, place // LANDS_IN_ROW, place % LANDS_IN_ROW)
        parts.addLayout(lands, 1)
    else:
        parts.addWidget(paragraph(_("lost its camp: nothing"), "muted"), 1)
    total = column(gap=0)
    total.addStretch(1)
    total.addWidget(amount(line.silver, big=True))
    now = label(_("has {silver}").format(silver=silver(line.money)), "small")
    now.setAlignment(RIGHT)
    total.addWidget(now)
    total.addStretch(1)
    parts.addLayout(total)
    return card


# --- the result ---------------------------------------------------------------------------------


def result_line(why: str | None, tribute: int) -> str:
    """The line beneath the winner's name."""
    paid = silver(tribute)
    match why:
        case "last":
            return _("the last tribe in the desert")
        case "camels":
            return _("with a last tribute of {silver} and more camels").format(silver=paid)
        case "money":
            return _("with a last tribute of {silver}, equal camels and more silver").format(
                silver=paid
            )
        case "campless":
            return _("because nobody holds their own camp")
        case _:
            return _("with a last tribute of {silver}").format(silver=paid)


def places_of(
    held: Sequence[Holdings], scores: Sequence[int], winners: Sequence[int]
) -> tuple[int, ...]:
    """The place of each tribe: by its last tribute, then by its camels, then by its silver."""
    ranks = [
        (False,) if seat in winners else (True, -scores[seat], -one.camels, -one.money)
        for seat, one in enumerate(held)
    ]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def result_table(
    held: Sequence[Holdings],
    scores: Sequence[int],
    tributes: Sequence[Sequence[int]],
    places: Sequence[int],
    marks: Sequence[SeatMark],
) -> QWidget:
    """A table of the tribes at the end; `tributes` are those of each tribe, round by round."""
    card, grid = card_grid(margin=(14, 12, 14, 14), across=10, down=8, wide=1)
    heads = (
        "",
        _("tribe"),
        _("camels"),
        _("lands"),
        _("silver"),
        _("tributes, round by round"),
        _("last tribute").replace(" ", "\n"),
    )
    for at, text in enumerate(heads):
        made = label(text, "small")
        side = Qt.AlignmentFlag.AlignRight if at > 1 else Qt.AlignmentFlag.AlignLeft
        made.setAlignment(side | Qt.AlignmentFlag.AlignBottom)
        grid.addWidget(made, 0, at)

    most = max((paid for line in tributes for paid in line), default=0)
    order = sorted(range(len(held)), key=lambda seat: (places[seat], seat))
    for number, seat in enumerate(order, start=1):
        one = held[seat]
        gold = "pill-gold" if places[seat] == 1 else "pill"
        grid.addWidget(pill(str(places[seat]), gold), number, 0)
        grid.addWidget(who(seat, marks[seat], out=one.out), number, 1)
        for at, figure in enumerate((one.camels, one.lands, one.money), start=2):
            made = label(str(figure), "muted")
            made.setAlignment(RIGHT)
            grid.addWidget(made, number, at)
        bars = TributeBars(seat, tributes[seat], most)
        grid.addWidget(bars, number, len(heads) - 2, RIGHT)
        total = label(str(scores[seat]), "subtitle")
        total.setAlignment(RIGHT)
        grid.addWidget(total, number, len(heads) - 1)
    return card
