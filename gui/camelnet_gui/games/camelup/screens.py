"""Camel Up as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from camelnet.rules.games.camelup.events import Moved
from camelnet.session.api.facts import Stepped
from camelnet_gui.games.camels.photo_finish import photo_finish
from camelnet_gui.games.camelup.actions import KEYS, ActionPanel
from camelnet_gui.games.camelup.aid import CamelUpAid
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.flying_pieces import PIECES
from camelnet_gui.games.camelup.hand import RaceCards
from camelnet_gui.games.camelup.holdings_view import HOLDINGS
from camelnet_gui.games.camelup.miniature import paint_miniature
from camelnet_gui.games.camelup.rules_page import RULES
from camelnet_gui.games.camelup.scene import Motion, Scene
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.games.camelup.score_pages import page, result
from camelnet_gui.games.camelup.scoring import Sheet
from camelnet_gui.games.camelup.sounds import sounds
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.interface import GameScreens, TableParts
from camelnet_gui.games.view_model import Table


def make_parts() -> TableParts[Scene, Motion, Sheet, Holdings]:
    view_model = CamelUpViewModel()

    def dialog(table: Table, parent: QWidget) -> BetDialog | None:
        choice = view_model.choice
        if choice.act is not Act.BET:
            return None
        return BetDialog(table, choice.deck, parent, view_model.advice)

    return TableParts(
        view_model=view_model,
        make_board=CamelUpBoard,
        make_actions=lambda: ActionPanel(view_model),
        holdings=HOLDINGS,
        result=lambda position, marks: result(position, marks, view_model.income.accounts),
        keys={**{key: f"act {act.value}" for act, key in KEYS.items()}, "T": "side"},
        hand=RaceCards(),
        pieces=PIECES,
        make_aid=lambda: CamelUpAid(view_model),
        dialog=dialog,
        page=page,
    )


def moods(step: Stepped) -> tuple[tuple[int, str], ...]:
    """Whoever laid a mirage laughs when it hits."""
    return tuple(
        (event.owner, "laugh")
        for event in step.events
        if isinstance(event, Moved) and event.tile == "-" and event.owner is not None
    )


SCREENS = GameScreens(
    option_words=RULES.option_words,
    rules_page=RULES.page,
    rules_anchor=RULES.anchor,
    paint_miniature=paint_miniature,
    make_parts=make_parts,
    last_moment=photo_finish,
    sounds=sounds,
    moods=moods,
)
