"""Painted pieces as widgets: leg tiles and race cards, to look at or to choose."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet_gui.games.camels.pieces import PieceButton
from camelnet_gui.games.camels.words import camel_title
from camelnet_gui.games.camelup import chips
from camelnet_gui.style.theme import theme_of, ui_font
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import set_tip

_TILE_HIGH = 20  # pixels
_CARD_HIGH = 36


class LegTile(QWidget):
    """A leg tile to look at."""

    def __init__(self, camel: str, value: int) -> None:
        super().__init__()
        self._camel, self._value = camel, value
        self.setFixedSize(round(_TILE_HIGH * chips.TILE_SHAPE), _TILE_HIGH)
        self.setAccessibleName(f"{camel_title(camel)} {value}")

    def paintEvent(self, event: QPaintEvent) -> None:
        chips.paint_leg_tile(QPainter(self), QRectF(self.rect()), self._camel, self._value)


class PyramidTile(QWidget):
    """Pyramid tiles to look at."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count
        self.setFixedSize(round(chips.pyramid_width(_TILE_HIGH, count)), _TILE_HIGH)
        self.setAccessibleName(_("pyramid tile"))

    def paintEvent(self, event: QPaintEvent) -> None:
        chips.paint_pyramid(QPainter(self), QRectF(self.rect()), self._count, theme_of(self))


class RaceCard(QWidget):
    """A race card to look at; `laid` says where it lies, and only its owner is told."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self._camel = self._laid = ""
        self.setFixedSize(round(_CARD_HIGH * chips.CARD_SHAPE), _CARD_HIGH)

    def show_card(self, camel: str, laid: str) -> None:
        """Another face, or the same one laid somewhere."""
        if (camel, laid) == (self._camel, self._laid):
            return
        self._camel, self._laid = camel, laid
        title = camel_title(camel)
        set_tip(self, titled(title, laid) if laid else title)
        self.setAccessibleName(self.toolTip())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        box = QRectF(self.rect())
        chips.paint_race_card(QPainter(self), box, self._camel, faint=bool(self._laid))


class LegTileButton(PieceButton):
    """The top leg tile of a camel; 0 when none is left."""

    def __init__(self, camel: str) -> None:
        super().__init__(camel, QSize(56, 42))
        self._value = 0
        self.setAccessibleName(camel_title(camel))
        set_tip(self, self.accessibleName())

    def set_value(self, value: int) -> None:
        if value == self._value:
            return
        self._value = value
        name = camel_title(self.camel)
        self.setAccessibleName(f"{name} {value}" if value else name)
        set_tip(self, self.accessibleName())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.ring(painter, 9)
        if not self.isEnabled():
            painter.setOpacity(0.35)
        if self._value:
            chips.paint_leg_tile(painter, box, self.camel, self._value)
        else:
            painter.setPen(QPen(QColor(theme_of(self).muted), 1.2, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box, 6, 6)


class RaceCardButton(PieceButton):
    """One of my race cards, with the camel's name beneath; disabled once it is laid."""

    def __init__(self, camel: str, *, laid: str) -> None:
        super().__init__(camel, QSize(96, 142))
        self._laid = laid  # where it lies, in words; "" while in hand
        self.setEnabled(not laid)
        self.setAccessibleName(camel_title(camel))
        self.setAccessibleDescription(laid)
        set_tip(self, laid)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.ring(painter, 14)
        card = box.adjusted(2, 0, -2, -24)
        chips.paint_race_card(painter, card, self.camel, faint=not self.isEnabled())
        theme = theme_of(self)
        painter.setFont(ui_font(13, QFont.Weight.Bold))
        painter.setPen(QColor(theme.text if self.isEnabled() else theme.off_text))
        under = QRectF(box.left() - 6, card.bottom() + 3, box.width() + 12, 20)
        text = self._laid or camel_title(self.camel)
        painter.drawText(under, Qt.AlignmentFlag.AlignCenter, text)
