"""Targui in its middle, painted for the home page by the board's own code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.games.miniature import MARKS, middle_of
from camelnet_gui.games.targui.geometry import layout
from camelnet_gui.games.targui.painting import paint_board
from camelnet_gui.games.targui.scene_builder import base_scene

SEED = 3


def _is_lively(public: Mapping[str, Any]) -> bool:
    return bool(public["round"] == 5)


def paint_miniature(painter: QPainter, box: QRectF, dark: bool) -> None:
    position = middle_of("targui", seed=SEED, whim=0.15, until=_is_lively)
    scene = base_scene(position, marks=MARKS, dark=dark)
    paint_board(painter, layout(round(box.width()), round(box.height())), scene)
