"""Camel Up in its middle, painted for the home page by the board's own code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.games.camelup.geometry import layout
from camelnet_gui.games.camelup.painting import paint_board
from camelnet_gui.games.camelup.scene_builder import base_scene
from camelnet_gui.games.miniature import MARKS, middle_of

SEED = 3
PIPS = {"b": 2, "g": 1, "o": 3, "w": 2, "y": 1}  # as if rolled in this leg


def _is_lively(public: Mapping[str, Any]) -> bool:
    return public["leg"] == 2 and len(public["dice"]) <= 2


def paint_miniature(painter: QPainter, box: QRectF, dark: bool) -> None:
    position = middle_of("camelup", seed=SEED, whim=0.6, until=_is_lively)
    scene = base_scene(position, pips=PIPS, marks=MARKS, dark=dark)
    paint_board(painter, layout(round(box.width()), round(box.height())), scene)
