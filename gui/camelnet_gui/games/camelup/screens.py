"""Camel Up as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from camelnet.rules import GAMES, GameInfo, Position
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.photo_finish import paint_photo_finish, standing
from camelnet_gui.games.camelup.actions import KEYS, ActionPanel
from camelnet_gui.games.camelup.aid import CamelUpAid
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.flying_pieces import CamelUpPieces
from camelnet_gui.games.camelup.hand import RaceCards
from camelnet_gui.games.camelup.holdings_view import CamelUpHoldings
from camelnet_gui.games.camelup.miniature import paint_miniature
from camelnet_gui.games.camelup.rules_page import RULES
from camelnet_gui.games.camelup.score_pages import FinalPage, LegPage, result_line, result_table
from camelnet_gui.games.camelup.scoring import FinalSheet, LegSheet
from camelnet_gui.games.camelup.sounds import sounds
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.interface import Result
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.view_model import Table
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SeatMark


class CamelUpParts:
    """The parts of one table screen. What not every screen shows is made when it is asked for:
    widgets without a parent would outlive the screen."""

    def __init__(self) -> None:
        self.view_model = CamelUpViewModel()
        self.board = CamelUpBoard()
        self.hand = RaceCards()
        self.holdings = CamelUpHoldings()
        self.pieces = CamelUpPieces()

    @cached_property
    def actions(self) -> ActionPanel:
        return ActionPanel(self.view_model)

    @cached_property
    def aid(self) -> CamelUpAid:
        return CamelUpAid(self.view_model)

    @property
    def keys(self) -> Mapping[str, str]:
        return {**{key: f"act {act.value}" for act, key in KEYS.items()}, "T": "side"}

    def dialog(self, table: Table, parent: QWidget) -> BetDialog | None:
        choice = self.view_model.choice
        if choice.act is not Act.BET:
            return None
        return BetDialog(table, choice.deck, parent, self.view_model.advice)

    def page(
        self, sheet: LegSheet | FinalSheet, marks: Sequence[SeatMark], *, animated: bool
    ) -> LegPage | FinalPage:
        if isinstance(sheet, LegSheet):
            return LegPage(sheet, marks, animated=animated)
        return FinalPage(sheet, marks, animated=animated)

    def result(self, position: Position, marks: Sequence[SeatMark]) -> Result:
        money = position.scores()
        accounts = self.view_model.income.accounts
        table = result_table(accounts, money, position.winners(), marks)
        stacks = standing(position)
        return Result(
            result_line(money), table, lambda painter, box: paint_photo_finish(painter, box, stacks)
        )


class CamelUpScreens:
    """The game before it is played."""

    @property
    def info(self) -> GameInfo:
        return GAMES["camelup"]

    def option_words(self, key: str) -> tuple[str, str]:
        return RULES.option_words(key)

    def option_item(self, key: str, number: int) -> tuple[str, str]:
        return "", ""

    def rules_page(self) -> tuple[Section, ...]:
        return RULES.page()

    def rules_anchor(self, topic: str) -> str:
        return RULES.anchor(topic)

    def paint_miniature(self, painter: QPainter, width: int, height: int, *, dark: bool) -> None:
        paint_miniature(painter, width, height, dark=dark)

    def sounds(self, step: Stepped) -> tuple[Cue, ...]:
        return sounds(step)

    def make_parts(self) -> CamelUpParts:
        return CamelUpParts()
