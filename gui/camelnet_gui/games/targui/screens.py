"""Targui as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from camelnet.rules import GAMES, GameInfo, Position
from camelnet.rules.games.targui.names import destiny_effect, destiny_title
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.interface import Result
from camelnet_gui.games.rules_section import Section
from camelnet_gui.games.search_aid import SearchAid
from camelnet_gui.games.targui import rules_page
from camelnet_gui.games.targui.actions import KEYS, ActionPanel
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.flying_pieces import TarguiPieces
from camelnet_gui.games.targui.holdings_view import TarguiHoldings
from camelnet_gui.games.targui.miniature import paint_miniature
from camelnet_gui.games.targui.scene_builder import holdings
from camelnet_gui.games.targui.score_pages import RoundPage, result_line, result_table
from camelnet_gui.games.targui.scoring import RoundSheet
from camelnet_gui.games.targui.sounds import sounds
from camelnet_gui.games.targui.view_model import TarguiViewModel
from camelnet_gui.games.view_model import Table
from camelnet_gui.sound.cue import Cue
from camelnet_gui.style.seat_marks import SeatMark


class TarguiParts:
    """The parts of one table screen. What not every screen shows is made when it is asked for:
    widgets without a parent would outlive the screen."""

    hand = None  # nothing is hidden
    pieces = TarguiPieces()

    def __init__(self) -> None:
        self.view_model = TarguiViewModel()
        self.board = TarguiBoard()
        self.holdings = TarguiHoldings()

    @cached_property
    def actions(self) -> ActionPanel:
        return ActionPanel(self.view_model)

    @cached_property
    def aid(self) -> SearchAid:
        return SearchAid()

    @property
    def keys(self) -> Mapping[str, str]:
        return {key: pick for pick, key in KEYS.items()}

    def dialog(self, table: Table, parent: QWidget) -> None:
        return None

    def page(self, sheet: RoundSheet, marks: Sequence[SeatMark], *, animated: bool) -> RoundPage:
        return RoundPage(sheet, marks, animated=animated)

    def result(self, position: Position, marks: Sequence[SeatMark]) -> Result:
        scores, winners = position.scores(), position.winners()
        tributes = [self.view_model.tributes.of(seat) for seat in range(position.seats)]
        table = result_table(holdings(position), scores, tributes, winners, marks)
        best = max((scores[seat] for seat in winners), default=0)
        return Result(result_line(self.view_model.why, best), table)


class TarguiScreens:
    """The game before it is played."""

    @property
    def info(self) -> GameInfo:
        return GAMES["targui"]

    def option_words(self, key: str) -> tuple[str, str]:
        return rules_page.option_words(key)

    def option_item(self, key: str, number: int) -> tuple[str, str]:
        return (destiny_title(number), destiny_effect(number)) if key == "destiny" else ("", "")

    def rules_page(self) -> tuple[Section, ...]:
        return rules_page.rules_page()

    def rules_anchor(self, topic: str) -> str:
        return rules_page.anchor(topic)

    def paint_miniature(self, painter: QPainter, width: int, height: int, *, dark: bool) -> None:
        paint_miniature(painter, width, height, dark=dark)

    def sounds(self, step: Stepped) -> tuple[Cue, ...]:
        return sounds(step)

    def make_parts(self) -> TarguiParts:
        return TarguiParts()
