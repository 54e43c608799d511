"""The odds of a race as a painted table: a line for each camel, what is exact on the left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import chance_percent
from camelnet_gui.art.bar import paint_bar
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.art.palette import COATS, faded
from camelnet_gui.art.shapes import paint_fitting
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.camelup.advice import CamelOdds
from camelnet_gui.style.theme import Theme, theme_of, ui_font
from camelnet_gui.style.words import dotted, titled, worth_words
from camelnet_gui.widgets.basics import set_tip

HEAD, ROW = 18, 20  # pixels
CHIP, SHARE, TILE, GAP = 26.0, 46.0, 84.0, 16.0  # widths of columns
BARS_FROM = 480  # pixels of a table with room for bars
STALE_MS = 150  # that old odds keep their colours: new ones mostly come sooner
STALE = 0.35  # the opacity of odds of an older position
SECOND, MIDDLE = 0.55, 0.22  # how much of the camel's colour later places keep


class OddsTable(QWidget):
    """Read aloud it is a line for each camel, too."""

    def __init__(self) -> None:
        super().__init__()
        self._camels: tuple[CamelOdds, ...] = ()
        self._stale = False
        self._ageing = QTimer(self)
        self._ageing.setSingleShot(True)
        self._ageing.setInterval(STALE_MS)
        self._ageing.timeout.connect(self._age)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Odds"))

    def show_camels(self, camels: Sequence[CamelOdds]) -> None:
        self._camels = tuple(camels)
        self._ageing.stop()
        self._stale = False
        said = "\n".join(map(in_words, self._camels))
        self.setAccessibleDescription(said)
        set_tip(self, said)
        self.update()

    @property
    def stale(self) -> bool:
        """True if the odds look like those of an older position."""
        return self._stale

    def outdate(self) -> None:
        """The odds are an older position's: pale, unless newer ones come at once."""
        if not self._stale:
            self._ageing.start()

    def _age(self) -> None:
        self._stale = True
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, HEAD + 5 * ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._camels:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        columns = _Columns(float(self.width()))
        _paint_heads(painter, columns, theme)
        painter.setOpacity(STALE if self._stale else 1.0)
        for number, odds in enumerate(self._camels):
            _paint_camel(painter, columns, HEAD + number * ROW, odds, theme)


class _Columns:
    """The position of each column. The bars share what the numbers leave; where there is little
    room the numbers share all of it."""

    def __init__(self, wide: float) -> None:
        self.bars = wide >= BARS_FROM
        chip, gap = (CHIP, GAP) if self.bars else (CHIP - 4, 0.0)
        self.share, self.tile_wide = SHARE, TILE
        if not self.bars:
            self.share = (wide - chip) / 6.5
            self.tile_wide = 1.5 * self.share
        room = wide - CHIP - 5 * SHARE - TILE - 2 * GAP if self.bars else 0.0
        bar, ends = room * 0.5, room * 0.25
        left = chip
        self.leg_bar, left = (left, bar), left + bar
        self.leg = (left, left + self.share, left + 2 * self.share)
        left += 3 * self.share
        self.tile, left = left, left + self.tile_wide + gap
        self.first_bar, left = (left, ends), left + ends
        self.first, left = left, left + self.share + gap
        self.last_bar, left = (left, ends), left + ends
        self.last = left


def _paint_heads(painter: QPainter, columns: _Columns, theme: Theme) -> None:
    near = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    far = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
    share, tile = columns.share, columns.tile_wide

    def head(left: float, wide: float, text: str, align: Qt.AlignmentFlag = far) -> None:
        paint_fitting(painter, text, QRectF(left, 0, wide, HEAD), 11, QColor(theme.heading), align)

    for place, text in zip(columns.leg, (_("1st"), _("2nd"), _("last")), strict=True):
        head(place + 3, share - 3, text)
    if not columns.bars:
        head(columns.tile + 3, tile - 3, _("tile"))
        head(columns.first + 3, share - 3, _("≈ wins"))
        head(columns.last + 3, share - 3, _("≈ loses"))
        return
    head(*columns.leg_bar, _("This leg (exact)"), near)
    head(columns.tile + 3, tile - 3, _("next tile"))
    for (left, wide), text in (
        (columns.first_bar, _("≈ Wins the race")),
        (columns.last_bar, _("≈ Loses the race")),
    ):
        head(left, wide + share, text, near)


def _paint_camel(
    painter: QPainter, columns: _Columns, top: float, odds: CamelOdds, theme: Theme
) -> None:
    middle = top + ROW / 2
    paint_chip(painter, odds.camel, QPointF(CHIP / 2 - 2, middle), 8.5)
    colour = COATS[odds.camel].base
    first, second, *rest, last = odds.leg
    shares = (
        (first, colour),
        (second, faded(colour, SECOND)),
        (sum(rest), faded(colour, MIDDLE)),
    )  # to be last is what stays empty
    if columns.bars:
        _bar(painter, columns.leg_bar, middle, shares, theme)
        _bar(painter, columns.first_bar, middle, ((odds.first, colour),), theme)
        _bar(painter, columns.last_bar, middle, ((odds.last, colour),), theme)
    for left, chance in (
        *zip(columns.leg, (first, second, last), strict=True),
        (columns.first, odds.first),
        (columns.last, odds.last),
    ):
        box = QRectF(left, top, columns.share, ROW)
        _text(painter, box, chance_percent(chance), theme, strong=False)
    box = QRectF(columns.tile, top, columns.tile_wide, ROW)
    if odds.tile:
        worth = worth_words(odds.tile_pounds)
        _text(painter, box, f"{odds.tile}: {worth}", theme, strong=odds.tile_pounds > 0)
    elif columns.bars:
        _text(painter, box, _("none left"), theme, strong=False)


def _bar(
    painter: QPainter,
    place: tuple[float, float],
    middle: float,
    shares: Sequence[tuple[float, QColor]],
    theme: Theme,
) -> None:
    left, wide = place
    paint_bar(painter, QRectF(left, middle - 5.5, wide, 11), shares, theme)


def _text(painter: QPainter, box: QRectF, text: str, theme: Theme, *, strong: bool) -> None:
    size = 13 if box.width() >= SHARE else 12
    painter.setFont(ui_font(size, QFont.Weight.Bold if strong else QFont.Weight.Normal))
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)


def in_words(odds: CamelOdds) -> str:
    """One camel's line read aloud."""
    first, second, *_rest, last = odds.leg
    leg = _("this leg first {first}, second {second}, last {last}").format(
        first=chance_percent(first), second=chance_percent(second), last=chance_percent(last)
    )
    tile = ""
    if odds.tile:
        worth = worth_words(odds.tile_pounds)
        tile = _("leg tile {number} worth {worth}").format(number=odds.tile, worth=worth)
    race = _("the race first {first}, last {last}").format(
        first=chance_percent(odds.first), last=chance_percent(odds.last)
    )
    return titled(camel_title(odds.camel), dotted(leg, tile, race))
