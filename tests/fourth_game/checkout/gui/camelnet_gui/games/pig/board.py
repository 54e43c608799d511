"""The board of Pig: the die, the pig, and beneath them everybody's way to the goal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from camelnet_gui.art.palette import palette
from camelnet_gui.art.shapes import rounded
from camelnet_gui.games.board_parts import BoardPlan
from camelnet_gui.games.pig import painting
from camelnet_gui.games.pig.scene import PLACES, SEATS_MAX, Roll, Scene, moments
from camelnet_gui.games.plain_board import PlainBoard
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _, ngettext

MARGIN = 16.0  # around all, in pixels
TOP = 46.0  # where captions lie
ROW_MAX = 62.0  # the height of a player's way
NOTE = 44.0  # beneath the pig, for words


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(BoardPlan):
    """Where all lies, for one size and number of players."""

    tray: QRectF
    die: QRectF
    pig: QRectF
    ways: tuple[QRectF, ...]  # by seat


@lru_cache(maxsize=8)
def layout(width: int, height: int, seats: int) -> Layout:
    wide, high = max(320.0, float(width)), max(260.0, float(height))
    share = min(ROW_MAX, (high - TOP) * 0.5 / max(1, seats))
    foot = share * seats + MARGIN
    tray = QRectF(MARGIN, TOP, wide - 2 * MARGIN, high - TOP - MARGIN - foot)
    side = max(20.0, min(tray.height() * 0.62, (tray.height() - 2 * NOTE) / 1.25, wide * 0.24))
    die, pig = QRectF(0, 0, side, side), QRectF(0, 0, side * 1.7, side * 1.25)
    die.moveCenter(tray.center() - QPointF(tray.width() * 0.21, 0))
    pig.moveCenter(tray.center() + QPointF(tray.width() * 0.21, 0))
    ways = tuple(
        QRectF(MARGIN, tray.bottom() + MARGIN + seat * share, tray.width(), share)
        for seat in range(seats)
    )
    places = {
        "roll": rounded(die.adjusted(-10, -10, 10, 10), side * 0.2),
        "hold": rounded(pig.adjusted(-6, -6, 6, 6), side * 0.3),
        **{f"seat {seat}": rounded(way, 8) for seat, way in enumerate(ways)},
    }
    return Layout(
        width=wide,
        height=high,
        unit=side / 130,
        places=MappingProxyType(places),
        tray=tray,
        die=die,
        pig=pig,
        ways=ways,
    )


def plan_of(width: int, height: int, scene: Scene) -> Layout:
    return layout(width, height, min(SEATS_MAX, len(scene.scores)))


def paint_ground(painter: QPainter, plan: Layout, dark: bool) -> None:
    painting.paint_ground(painter, QRectF(0, 0, plan.width, plan.height), palette(dark))


def paint_scene(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """All but the ground."""
    tone = palette(scene.dark)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painting.paint_tray(painter, plan.tray, tone)
    painting.paint_pig(painter, plan.pig, tone)
    painting.paint_total(painter, plan.pig, scene, tone)
    painting.paint_die(painter, plan.die, scene, tone)
    for seat, way in enumerate(plan.ways):
        painting.paint_way(painter, way, scene, seat, tone)


def paint_board(painter: QPainter, plan: Layout, scene: Scene) -> None:
    """A whole scene."""
    paint_ground(painter, plan, scene.dark)
    paint_scene(painter, plan, scene)


def describe(place: str, scene: Scene) -> str:
    """What is at a place, in one phrase."""
    kind, _space, seat = place.partition(" ")
    if kind == "roll":
        shows = _("Die: it shows {pips}").format(pips=scene.pips)
        return shows if scene.pips else _("Die")
    if kind == "hold":
        told = ngettext("Pig: {n} point in this turn", "Pig: {n} points in this turn", scene.total)
        return told.format(n=scene.total)
    return _("{name}: {score} of {goal} points").format(
        name=scene.seats[int(seat)].name, score=scene.scores[int(seat)], goal=scene.goal
    )


class PigBoard(PlainBoard[Scene, Roll, Layout]):
    """The painted board; see `camelnet_gui.games.plain_board`."""

    game = "pig"

    lay_out = staticmethod(plan_of)
    paint_ground = staticmethod(paint_ground)
    paint_scene = staticmethod(paint_scene)
    moments = staticmethod(moments)
    describe = staticmethod(describe)

    def __init__(self) -> None:
        super().__init__(PLACES, Scene())
        self.show_scene(Scene())
