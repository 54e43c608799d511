"""Camel Up Cards as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from camelnet.rules import GAMES, GameInfo, Position
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.photo_finish import paint_photo_finish, standing
from camelnet_gui.games.cards.actions import KEYS, ActionPanel
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.flying_pieces import CardsPieces
from camelnet_gui.games.cards.holdings_view import CardsHoldings
from camelnet_gui.games.cards.miniature import paint_miniature
from camelnet_gui.games.cards.rules_page import RULES
from camelnet_gui.games.cards.score_pages import FinalPage, LegPage, result_line, result_table
from camelnet_gui.games.cards.scoring import FinalSheet, LegSheet
from camelnet_gui.games.cards.sounds import sounds
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.interface import MoveDialog, Result
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.search_aid import SearchAid
from camelnet_gui.games.view_model import Table
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SeatMark


class CardsParts:
    """The parts of one table screen. My hand card lies on the board."""

    def __init__(self) -> None:
        self.view_model = CardsViewModel()
        self.board = CardsBoard()
        self.hand = None
        self.holdings = CardsHoldings()
        self.pieces = CardsPieces()

    @cached_property
    def actions(self) -> ActionPanel:
        return ActionPanel(self.view_model)

    @cached_property
    def aid(self) -> SearchAid:
        return SearchAid()

    @property
    def keys(self) -> Mapping[str, str]:
        return {key: f"act {act.value}" for act, key in KEYS.items()}

    def dialog(self, table: Table, parent: QWidget) -> MoveDialog | None:
        return None  # a click on the board is enough for every move

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


class CardsScreens:
    """The game before it is played."""

    @property
    def info(self) -> GameInfo:
        return GAMES["cards"]

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

    def make_parts(self) -> CardsParts:
        return CardsParts()
