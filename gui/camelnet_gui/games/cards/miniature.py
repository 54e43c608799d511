"""Camel Up Cards in its middle, painted for the home page by the board's own code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet_gui.games.cards.painting import paint_board, plan_of
from camelnet_gui.games.cards.scene_builder import base_scene
from camelnet_gui.games.miniature import MARKS, middle_of
from camelnet_gui.games.view_model import SceneContext

SEED = 6


def _is_lively(public: Mapping[str, Any]) -> bool:
    return public["leg"] == 3 and bool(public["deck"] <= 6)


def paint_miniature(painter: QPainter, box: QRectF, dark: bool) -> None:
    position = middle_of("cards", seed=SEED, whim=0.8, until=_is_lively)
    scene = base_scene(position, SceneContext(MARKS, dark, frozenset()), me=None, hand="")
    paint_board(painter, plan_of(round(box.width()), round(box.height()), scene), scene)
