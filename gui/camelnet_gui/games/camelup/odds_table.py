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
CORNER = 28  # that a compact table leaves free at its top right
LITTLE = (0.95, 0.9, 1.2, 1.45, 0.9, 1.2)  # the columns of numbers in less room, in shares of it
STALE_MS = 150  # that old odds keep their colours: new ones mostly come sooner
STALE = 0.35  # the opacity of odds of an older position
SECOND, MIDDLE = 0.55, 0.22  # how much of the camel's colour later places keep


class OddsTable(QWidget):
    """Read aloud it is a line for each camel, too."""

    def __init__(self) -> None:
        super().__init__()
        self._camels: tuple[CamelOdds, ...] = ()
        self._stale = False
        self._compact = False
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

    def set_compact(self, compact: bool) -> None:
        """`compact`: numbers without bars, beneath two lines of heads."""
        self._compact = compact
        self.updateGeometry()

    @property
    def _top(self) -> int:
        return 2 * HEAD if self._compact else HEAD

    def sizeHint(self) -> QSize:
        return QSize(240, self._top + 5 * ROW)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._camels:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = theme_of(self)
        columns = _Columns(float(self.width()), bars=not self._compact)
        _paint_heads(painter, columns, theme)
        painter.setOpacity(STALE if self._stale else 1.0)
        for number, odds in enumerate(self._camels):
            _paint_camel(painter, columns, self._top + number * ROW, odds, theme)


class _Columns:
    """The position of each column. The bars share what the numbers leave; where there is little
    room the numbers share all of it."""

    def __init__(self, wide: float, *, bars: bool) -> None:
        self.bars = bars
        room = wide - CHIP - 5 * SHARE - TILE - 2 * GAP if self.bars else 0.0
        least = 1.0 if self.bars else (wide - CHIP) / (sum(LITTLE) * SHARE)
        shares = (1.0, 1.0, 1.0, TILE / SHARE, 1.0, 1.0) if self.bars else LITTLE
        one, two, three, tile, first, last = (share * SHARE * least for share in shares)
        gap = GAP if self.bars else 0.0
        bar, ends = room * 0.5, room * 0.25
        left = CHIP
        self.leg_bar, left = (left, bar), left + bar
        self.leg = ((left, one), (left + one, two), (left + one + two, three))
        left += one + two + three
        self.tile, left = (left, tile), left + tile + gap
        self.first_bar, left = (left, ends), left + ends
        self.first, left = (left, first), left + first + gap
        self.last_bar, left = (left, ends), left + ends
        self.last = (left, last)


def _paint_heads(painter: QPainter, columns: _Columns, theme: Theme) -> None:
    near = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    far = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight

    top = 0 if columns.bars else HEAD

    def head(left: float, wide: float, text: str, align: Qt.AlignmentFlag = far) -> None:
        inset = 3 if align is far else 0
        box = QRectF(left + inset, top, wide - inset, HEAD)
        paint_fitting(painter, text, box, 11, QColor(theme.heading), align)

    for place, text in zip(columns.leg, (_("1st"), _("2nd"), _("last")), strict=True):
        head(*place, text)
    if not columns.bars:
        head(*columns.tile, _("tile"))
        head(*columns.first, _("1st"))
        head(*columns.last, _("last"))
        top = 0
        head(columns.leg[0][0], columns.tile[0] - columns.leg[0][0], _("This leg (exact)"), near)
        head(columns.tile[0], sum(columns.last) - columns.tile[0] - CORNER, _("≈ Race"))
        return
    head(*columns.leg_bar, _("This leg (exact)"), near)
    head(*columns.tile, _("next tile"))
    for (left, bar), (_at, wide), text in (
        (columns.first_bar, columns.first, _("≈ Wins the race")),
        (columns.last_bar, columns.last, _("≈ Loses the race")),
    ):
        head(left, bar + wide, text, near)


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
    size = 13 if columns.bars else 12
    for (left, wide), chance in (
        *zip(columns.leg, (first, second, last), strict=True),
        (columns.first, odds.first),
        (columns.last, odds.last),
    ):
        box = QRectF(left, top, wide, ROW)
        _text(painter, box, chance_percent(chance), theme, size)
    left, wide = columns.tile
    box = QRectF(left, top, wide, ROW)
    if odds.tile:
        worth = worth_words(odds.tile_pounds)
        _text(painter, box, f"{odds.tile}: {worth}", theme, size, strong=odds.tile_pounds > 0)
    elif columns.bars:
        _text(painter, box, _("none left"), theme, size)


def _bar(
    painter: QPainter,
    place: tuple[float, float],
    middle: float,
    shares: Sequence[tuple[float, QColor]],
    theme: Theme,
) -> None:
    left, wide = place
    paint_bar(painter, QRectF(left, middle - 5.5, wide, 11), shares, theme)


def _text(
    painter: QPainter, box: QRectF, text: str, theme: Theme, size: int, *, strong: bool = False
) -> None:
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
