"""Pig as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from camelnet.rules.games.pig.events import Banked, Rolled
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.account_table import account_table
from camelnet_gui.games.board_pictures import BoardPictures
from camelnet_gui.games.choice_panel import MoveButtons
from camelnet_gui.games.coins import coins
from camelnet_gui.games.interface import GameScreens, HoldingsView, Marks, Result, TableParts
from camelnet_gui.games.miniature import MARKS
from camelnet_gui.games.pig.board import PigBoard, paint_board, plan_of
from camelnet_gui.games.pig.scene import Roll, Scene
from camelnet_gui.games.pig.view_model import KEYS, PigViewModel
from camelnet_gui.games.rules_file import RulesFile
from camelnet_gui.games.search_aid import SearchAid
from camelnet_gui.sound.cue import PAID, Cue, Sound, cues_of
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from camelnet.i18n import _, ngettext
from camelnet.rules import Position

LIVELY = Scene(scores=(34, 58, 21, 47), turn=1, total=14, pips=6, seats=MARKS)
PICTURES = BoardPictures(plan_of, paint_board)


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
        make_board=PigBoard,
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
    plan = plan_of(round(box.width()), round(box.height()), LIVELY)
    paint_board(painter, plan, replace(LIVELY, dark=dark))


_BY_EVENT: dict[type, tuple[Cue, ...]] = {
    Rolled: (Cue(Sound.DICE), Cue(Sound.LAND, 620)),
    Banked: PAID,
}

RULES = RulesFile(
    Path(__file__).with_name("rules.md"),
    pictures={"board": lambda caption: PICTURES.picture(420, 327, caption, LIVELY)},
    sections={},
)

SCREENS = GameScreens(
    option_words=RULES.option_words,
    rules_page=RULES.page,
    rules_anchor=RULES.anchor,
    paint_miniature=paint_lively,
    make_parts=make_parts,
    sounds=lambda step: cues_of(step, _BY_EVENT),
)
