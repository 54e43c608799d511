"""Camel Up Cards as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from camelnet_gui.games.camels.photo_finish import photo_finish
from camelnet_gui.games.cards.actions import KEYS, ActionPanel
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.flying_pieces import PIECES
from camelnet_gui.games.cards.holdings_view import HOLDINGS
from camelnet_gui.games.cards.miniature import paint_miniature
from camelnet_gui.games.cards.rules_page import RULES
from camelnet_gui.games.cards.scene import Motion, Scene
from camelnet_gui.games.cards.scene_builder import Holdings
from camelnet_gui.games.cards.score_pages import page, result
from camelnet_gui.games.cards.scoring import Sheet
from camelnet_gui.games.cards.sounds import sounds
from camelnet_gui.games.cards.view_model import CardsViewModel
from camelnet_gui.games.interface import GameScreens, TableParts
from camelnet_gui.games.search_aid import SearchAid


def make_parts() -> TableParts[Scene, Motion, Sheet, Holdings]:
    """My hand card lies on the board, and a click on it is enough for every move."""
    view_model = CardsViewModel()

    return TableParts(
        view_model=view_model,
        make_board=CardsBoard,
        make_actions=lambda: ActionPanel(view_model),
        holdings=HOLDINGS,
        result=lambda position, marks: result(position, marks, view_model.income.accounts),
        keys={key: f"act {act.value}" for act, key in KEYS.items()},
        pieces=PIECES,
        make_aid=SearchAid,
        page=page,
    )


SCREENS = GameScreens(
    option_words=RULES.option_words,
    rules_page=RULES.page,
    rules_anchor=RULES.anchor,
    paint_miniature=paint_miniature,
    make_parts=make_parts,
    last_moment=photo_finish,
    sounds=sounds,
)
