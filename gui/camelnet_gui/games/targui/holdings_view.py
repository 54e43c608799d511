"""The holdings of a tribe, painted into a line of its row: mark, camels, lands, silver, next
tribute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from camelnet.i18n import _, ngettext
from camelnet.rules.games.targui.names import TRIBES, camels, silver
from camelnet_gui.art.camel import HEIGHT, LEFT, RIGHT, paint_silhouette
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.marks import paint_chip
from camelnet_gui.games.interface import HoldingsView
from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.scene_builder import Holdings
from camelnet_gui.style.theme import Theme, ui_font

GAP, NEAR = 6.0, 2.0  # pixels, between two things, and between a thing and its number
_Icon = Callable[[QPainter, QRectF, Holdings, Theme], None]


@dataclass(frozen=True, slots=True)
class _Item:
    """A small picture and what stands beside it."""

    icon: _Icon
    text: str
    need: int  # the lower, the longer it stays when there is little room


def _fitting_width(held: Holdings, room: float, height: float) -> float:
    return _width(_fitting(held, room, height), height)


def _paint(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    high, x = box.height(), box.left()
    font = _font(high)
    for item in _fitting(held, box.width(), high):
        item.icon(painter, QRectF(x, box.top(), high, high), held, theme)
        x += high + NEAR
        if item.text:
            wide = QFontMetricsF(font).horizontalAdvance(item.text) + 1
            painter.setFont(font)
            painter.setPen(QColor(theme.muted if held.out else theme.text))
            line = QRectF(x, box.top(), wide + 4, high)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, item.text)
            x += wide
        x += GAP - (0 if item.text else NEAR)
    painter.restore()


def _paint_unit(painter: QPainter, centre: QPointF, radius: float) -> None:
    """Scores are silver of the last tribute: a heap of coins."""
    for dx, dy in ((-0.42, 0.34), (0.42, 0.34), (0.0, -0.36)):
        paint_coin(painter, centre + QPointF(dx, dy) * radius, radius * 0.56)


def _words(held: Holdings, name: str, score: int) -> list[str]:
    tribe = TRIBES[held.tribe]
    said = _("{name}, {tribe}: last tribute {silver}")
    parts = [said.format(name=name, tribe=tribe, silver=silver(score))]
    if held.out:
        return [*parts, _("out of the game")]
    parts.append(camels(held.camels))
    parts.append(ngettext("{n} land", "{n} lands", held.lands).format(n=held.lands))
    parts.append(silver(held.money))
    if held.camp:
        parts.append(_("next tribute at present: {silver}").format(silver=silver(held.income)))
    elif held.lands:
        parts.append(_("camp lost: no tribute"))
    return parts


def _items(held: Holdings) -> list[_Item]:
    tribe = _Item(_tribe, "", 0)
    if held.out:
        return [tribe, _Item(_lost, _("beaten"), 1)]
    income = f"+{held.income}" if held.camp else "0"
    return [
        tribe,
        _Item(_camel, str(held.camels), 1),
        _Item(_land, str(held.lands), 4),
        _Item(_coin, str(held.money), 3),
        _Item(_tribute if held.camp or not held.lands else _lost, income, 2),
    ]


def _fitting(held: Holdings, room: float, high: float) -> list[_Item]:
    """The items that there is room for; less important ones are left out first."""
    items = _items(held)
    while len(items) > 1 and _width(items, high) > room:
        items.remove(max(items, key=lambda item: item.need))
    return items


def _width(items: list[_Item], high: float) -> float:
    metrics = QFontMetricsF(_font(high))
    texts = sum(metrics.horizontalAdvance(item.text) + 1 for item in items if item.text)
    bare = sum(not item.text for item in items)
    return texts + len(items) * (high + NEAR + GAP) - GAP - NEAR * bare


def _font(high: float) -> QFont:
    return ui_font(round(high * 0.74), QFont.Weight.Bold)


def _tribe(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    paint_chip(painter, tribes.CAMELS[held.tribe], box.center(), box.height() / 2 - 0.5)


def _camel(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    scale = box.height() / (HEIGHT + 8)
    foot = QPointF(box.center().x() - (LEFT + RIGHT) / 2 * scale, box.bottom() - 1)
    paint_silhouette(painter, foot, scale, QColor(theme.text), False)


def _land(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    """Four fields of a board, one of them owned."""
    side = box.height() * 0.4
    middle = box.center()
    painter.setPen(QPen(QColor(theme.muted), 1.1))
    for column, row in ((0, 0), (1, 0), (0, 1), (1, 1)):
        field = QRectF(middle.x() + (column - 1) * side, middle.y() + (row - 1) * side, side, side)
        owned = (column, row) == (1, 0)
        painter.setBrush(tribes.coat(held.tribe).base if owned else QColor(theme.field))
        painter.drawRect(field)


def _coin(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    paint_coin(painter, box.center(), box.height() * 0.4)


def _tribute(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    """A tent: what its owner's camp would bring in."""
    _tent(painter, box, QColor(theme.text))


def _lost(painter: QPainter, box: QRectF, held: Holdings, theme: Theme) -> None:
    """The tent struck out."""
    _tent(painter, box, QColor(theme.muted))
    painter.setPen(QPen(QColor(theme.danger_text), 2))
    inner = box.adjusted(3, 3, -3, -3)
    painter.drawLine(inner.bottomLeft(), inner.topRight())


def _tent(painter: QPainter, box: QRectF, colour: QColor) -> None:
    inner = box.adjusted(1, 2, -1, -2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    top = QPointF(inner.center().x(), inner.top())
    door = QPointF(inner.center().x(), inner.center().y() + 1)
    foot = inner.width() * 0.16
    painter.drawPolygon(
        [
            top,
            inner.bottomRight(),
            QPointF(inner.center().x() + foot, inner.bottom()),
            door,
            QPointF(inner.center().x() - foot, inner.bottom()),
            inner.bottomLeft(),
        ]
    )


HOLDINGS = HoldingsView(words=_words, paint_unit=_paint_unit, width=_fitting_width, paint=_paint)
