"""Pig as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from camelnet.rules.games.pig.events import Banked, Rolled
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.art.palette import palette
from camelnet_gui.games.account_table import account_table
from camelnet_gui.games.choice_panel import MoveButtons
from camelnet_gui.games.coins import coins
from camelnet_gui.games.interface import GameScreens, HoldingsView, Marks, Result, TableParts
from camelnet_gui.games.miniature import MARKS
from camelnet_gui.games.pig import painting
from camelnet_gui.games.pig.board import PigBoard, layout, paint_scene
from camelnet_gui.games.pig.scene import Roll, Scene
from camelnet_gui.games.pig.view_model import KEYS, PigViewModel
from camelnet_gui.games.rules_file import RulesFile
from camelnet_gui.games.rules_section import Picture
from camelnet_gui.games.search_aid import SearchAid
from camelnet_gui.sound.cue import PAID, Cue, Sound
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _, ngettext
from camelnet.rules import Position
from camelnet.session.api.facts import Stepped

LIVELY = Scene(scores=(34, 58, 21, 47), turn=1, total=14, pips=6, seats=MARKS)


def _points(count: int) -> str:
    return ngettext("{n} point", "{n} points", count).format(n=count)


def result(position: Position, marks: Marks) -> Result:
    scores = position.scores()
    line = _("with {points}").format(points=_points(max(scores)))
    return Result(line, account_table((), (), scores, position.winners(), marks))


def make_parts() -> TableParts[Scene, Roll, None, None]:
    view_model = PigViewModel()
    return TableParts(
        view_model=view_model,
        board=PigBoard(),
        make_actions=lambda: MoveButtons(
            view_model, {"roll": _("Roll"), "hold": _("Keep the points")}, KEYS
        ),
        holdings=HoldingsView(
            words=lambda _held, name, score: [f"{name}: {_points(score)}"], paint_unit=paint_coin
        ),
        result=result,
        keys={key: move for move, key in KEYS.items()},
        pieces=coins(paint_coin),
        make_aid=SearchAid,
    )


def paint_lively(painter: QPainter, box: QRectF, dark: bool) -> None:
    """The board in the middle of a game."""
    plan = layout(round(box.width()), round(box.height()), len(LIVELY.scores))
    painter.save()
    painter.translate(box.topLeft())
    painting.paint_ground(painter, QRectF(0, 0, plan.width, plan.height), palette(dark))
    paint_scene(painter, plan, replace(LIVELY, dark=dark))
    painter.restore()


def sounds(step: Stepped) -> tuple[Cue, ...]:
    if any(isinstance(event, Rolled) for event in step.events):
        return (Cue(Sound.DICE), Cue(Sound.LAND, 620))
    return PAID if any(isinstance(event, Banked) for event in step.events) else ()


RULES = RulesFile(
    Path(__file__).with_name("rules.md"),
    pictures={"board": lambda caption: Picture(420, 280, paint_lively, caption)},
    sections={},
)

SCREENS = GameScreens(
    option_words=RULES.option_words,
    rules_page=RULES.page,
    rules_anchor=RULES.anchor,
    paint_miniature=paint_lively,
    make_parts=make_parts,
    sounds=sounds,
)
