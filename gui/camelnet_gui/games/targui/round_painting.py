"""Paints what belongs to the round: the die, the pile, the destiny cards, the box."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPen

from camelnet.i18n import _
from camelnet.rules.games.targui.names import destiny_effect, destiny_title
from camelnet_gui.art.palette import Palette, faded, readable_on
from camelnet_gui.art.pixmap_cache import paint_cached
from camelnet_gui.art.shapes import TEXT_MIN, fits, paint_fitting, rounded, sized_font
from camelnet_gui.games.targui.art import tokens
from camelnet_gui.games.targui.geometry import Layout, turned_card
from camelnet_gui.games.targui.scene import Scene

LINE_LEAST, LINE_LARGEST = TEXT_MIN, 15  # pixels: the letters of destiny's names
SIGN_ROOM, END_ROOM = 42.0, 8.0  # at the end of such a line
NOTE_MIN = 46.0  # pixels; a lower note is left out

_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignCenter


def paint_round(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """The die, the pile, the destiny cards, the box."""
    titles = {
        "round": _("Round {number}").format(number=scene.round) if scene.round else _("Setup"),
        "pile": _("Pile"),
        "destiny": _("Destiny"),
    }
    for key, box in plan.titles.items():
        size = min(16.0, box.height() * 0.72)
        paint_fitting(painter, titles[key].upper(), box, size, tone.ink, _LEFT)
    if scene.die is None:
        tokens.paint_die_place(painter, plan.die, tone)
    else:
        tokens.paint_die(painter, scene.die, plan.die)
    _paint_turned(painter, plan, scene, tone)
    for tribe, place in plan.cards.items():
        count = int(scene.pile_destiny) if tribe is None else scene.pile[tribe]
        _paint_pile(painter, tribe, place, count, tone)
    size, signs = _line_size(painter, plan)
    for card, box in plan.destinies.items():
        state = "left" if card in scene.left else "gone"
        state = "rules" if card == scene.effect else state
        state = "falls" if card == scene.fallen else state
        if plan.listed:
            _paint_destiny_line(painter, card, box, state, tone, size=size, sign=signs)
        else:
            _paint_destiny(painter, card, box, state, tone)
    _paint_note(painter, plan, scene, tone)
    _paint_legend(painter, plan, tone)
    _paint_box(painter, plan, scene, tone)


def _paint_destiny(painter: QPainter, card: int, box: QRectF, state: str, tone: Palette) -> None:
    def paint(inner: QPainter, inside: QRectF) -> None:
        tokens.paint_destiny(inner, card, inside, tone, state=state)

    paint_cached(painter, f"targui destiny {card} {state} {bool(tone.shade)}", box, paint, margin=3)


def _line_size(painter: QPainter, plan: Layout) -> tuple[int, bool]:
    """The letters in which the names of all destiny cards fit their lines, in pixels, and whether
    there is room for signs behind them."""
    if not plan.listed:
        return LINE_LEAST, False
    line = next(iter(plan.destinies.values()))
    largest = round(min(LINE_LARGEST, line.height() * 0.62))
    for signs in (True, False):
        room = line.width() - line.height() - (SIGN_ROOM if signs else END_ROOM)
        for size in range(max(largest, LINE_LEAST), LINE_LEAST - 1, -1):
            metrics = QFontMetricsF(sized_font(painter, size))
            names = (destiny_title(card) for card in plan.destinies)
            if all(metrics.horizontalAdvance(name) <= room for name in names):
                return size, signs
    return LINE_LEAST, False


def _paint_destiny_line(
    painter: QPainter,
    card: int,
    box: QRectF,
    state: str,
    tone: Palette,
    *,
    size: int,
    sign: bool,
) -> None:
    """A destiny card as a line: what it touches, its name, and how much."""

    def paint(inner: QPainter, inside: QRectF) -> None:
        tokens.paint_destiny_line(
            inner, card, destiny_title(card), inside, tone, state=state, size=size, sign=sign
        )

    key = f"targui destiny line {destiny_title(card)} {state} {size} {sign} {bool(tone.shade)}"
    paint_cached(painter, key, box, paint, margin=3)


def _paint_note(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """This round's destiny in words, where there is room for them; its name, which the list lights
    up, gives way first."""
    card, box = scene.fallen or scene.effect, plan.note
    if card is None or box.height() < NOTE_MIN:
        return
    wrap = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    bold, plain = sized_font(painter, 13), sized_font(painter, 12, bold=False)
    title = QFontMetricsF(bold).boundingRect(box, wrap, destiny_title(card)).height() + 3
    effect = QFontMetricsF(plain).boundingRect(box, wrap, destiny_effect(card)).height()
    painter.setPen(tone.ink)
    if title + effect <= box.height():
        painter.setFont(bold)
        painter.drawText(box, wrap, destiny_title(card))
        box = box.adjusted(0, title, 0, 0)
    painter.setFont(plain)
    painter.drawText(box, wrap, destiny_effect(card))


def _paint_legend(painter: QPainter, plan: Layout, tone: Palette) -> None:
    """Paints the legend of coins and shields, where there is room for it."""
    line = 22.0
    box = plan.note.adjusted(0, NOTE_MIN + 60, 0, -4)
    if box.height() < 2 * line or not plan.legend:
        return
    y = box.bottom() - 2 * line
    for coin, words in ((True, _("paid as tribute")), (False, _("added to dice"))):
        icon = QRectF(box.left(), y + 2, line - 4, line - 4)
        tokens.paint_value(painter, 3, icon, coin=coin)
        beside = QRectF(icon.right() + 7, y, box.right() - icon.right() - 7, line)
        paint_fitting(painter, words, beside, 13, tone.ink, _LEFT)
        y += line


def _paint_turned(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """The card that is up, and how many turns it still gives."""
    box = turned_card(plan)
    if scene.turning:
        _paint_tribe_card(painter, None, box)
        return
    if scene.up is None:
        painter.setPen(QPen(faded(tone.ink, 0.5), 1.4, Qt.PenStyle.DashLine))
        painter.setBrush(faded(tone.paper, 0.2))
        painter.drawRoundedRect(box, 4, 4)
        return
    _paint_tribe_card(painter, scene.up, box)
    if scene.turns_left > 1:
        badge = QPointF(box.right() - 1, box.bottom() - 3)
        _paint_badge(painter, f"\N{MULTIPLICATION SIGN}{scene.turns_left}", badge, tone)


def _paint_tribe_card(
    painter: QPainter, seat: int | None, box: QRectF, *, faint: bool = False
) -> None:
    def paint(inner: QPainter, inside: QRectF) -> None:
        tokens.paint_tribe_card(inner, seat, inside, faint=faint)

    paint_cached(painter, f"targui card {seat} {faint}", box, paint, margin=3)


def _paint_pile(painter: QPainter, key: int | None, box: QRectF, count: int, tone: Palette) -> None:
    """Paints the remaining cards of one kind: up to three, one behind the other, and the number."""
    shown = min(3, count)
    shift = min(2.5, box.width() * 0.06)
    for depth in reversed(range(shown)):
        _paint_tribe_card(painter, key, box.translated(shift * depth, -shift * depth))
    if not shown:
        _paint_tribe_card(painter, key, box, faint=True)
    if count and key is not None:
        _paint_badge(painter, str(count), QPointF(box.right() - 4, box.bottom() - 2), tone)


def _paint_badge(painter: QPainter, text: str, centre: QPointF, tone: Palette) -> None:
    painter.save()
    painter.setFont(sized_font(painter, 12))
    wide = max(17.0, QFontMetricsF(painter.font()).horizontalAdvance(text) + 8)
    box = QRectF(centre.x() - wide + 4, centre.y() - 8.5, wide, 17)
    painter.setPen(QPen(tone.paper, 1.4))
    painter.setBrush(QColor("#3d2a17"))
    painter.drawRoundedRect(box, 8.5, 8.5)
    painter.setPen(QColor("#fffaf0"))
    painter.drawText(box, _CENTRE, text)
    painter.restore()


def _paint_box(painter: QPainter, plan: Layout, scene: Scene, tone: Palette) -> None:
    """The camels that nobody has."""
    box = plan.box
    crate = rounded(box, 6)
    wood = QLinearGradient(box.topLeft(), box.bottomLeft())
    wood.setColorAt(0, tone.frame[0])
    wood.setColorAt(1, tone.frame[1])
    painter.fillPath(crate, wood)
    painter.strokePath(crate, QPen(tone.frame[2], 1.3))
    painter.setPen(readable_on(tone.frame[1]))
    inner = box.adjusted(9, 0, -9, 0)
    painter.setFont(sized_font(painter, min(18.0, box.height() * 0.56)))
    number = str(scene.box)
    wide = QFontMetricsF(painter.font()).horizontalAdvance(number) + 8
    painter.drawText(inner, _RIGHT, number)
    words = inner.adjusted(0, 0, -wide, 0)
    size = min(13.0, box.height() * 0.42)
    if fits(painter, _("Camels left"), words):
        paint_fitting(painter, _("Camels left"), words, size, readable_on(tone.frame[1]), _LEFT)
    else:
        painter.setFont(sized_font(painter, TEXT_MIN))
        painter.drawText(words, _LEFT | Qt.TextFlag.TextWordWrap, _("Camels left"))
