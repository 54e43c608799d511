"""Targui as the app asks for it; see `camelnet_gui.games.interface`."""

from __future__ import annotations

from functools import partial

from camelnet.rules import Position
from camelnet.rules.games.targui.names import destiny_effect, destiny_title
from camelnet_gui.games.interface import GameScreens, Marks, PaintMoment, Result, TableParts
from camelnet_gui.games.search_aid import SearchAid
from camelnet_gui.games.targui import rules_page
from camelnet_gui.games.targui.actions import KEYS, ActionPanel
from camelnet_gui.games.targui.board import TarguiBoard
from camelnet_gui.games.targui.flying_pieces import PIECES
from camelnet_gui.games.targui.glossary import GlossaryPage
from camelnet_gui.games.targui.holdings_view import HOLDINGS
from camelnet_gui.games.targui.homecoming import caravans, paint_homecoming
from camelnet_gui.games.targui.miniature import paint_miniature
from camelnet_gui.games.targui.scene import Motion, Scene
from camelnet_gui.games.targui.scene_builder import Holdings, holdings
from camelnet_gui.games.targui.score_pages import RoundPage, places_of, result_line, result_table
from camelnet_gui.games.targui.scoring import RoundSheet
from camelnet_gui.games.targui.sounds import sounds
from camelnet_gui.games.targui.view_model import TarguiViewModel


def homecoming(position: Position) -> PaintMoment:
    """The picture of a finished game: the tribes that are left come to the winner's tents."""
    held = holdings(position)
    places = places_of(held, position.scores(), position.winners())
    return partial(paint_homecoming, caravans=caravans(held, places))


def make_parts() -> TableParts[Scene, Motion, RoundSheet, Holdings]:
    """Nothing is hidden, and the board is enough for every move."""
    view_model = TarguiViewModel()

    def result(position: Position, marks: Marks) -> Result:
        scores, winners = position.scores(), position.winners()
        tributes = [view_model.tributes.of(seat) for seat in range(position.seats)]
        held = holdings(position)
        places = places_of(held, scores, winners)
        table = result_table(held, scores, tributes, places, marks)
        best = max((scores[seat] for seat in winners), default=0)
        return Result(result_line(view_model.why, best), table, homecoming(position), places)

    def glossary(position: Position) -> GlossaryPage | None:
        laid = None not in position.to_dict()["land"]
        return GlossaryPage() if laid else None

    return TableParts(
        view_model=view_model,
        make_board=TarguiBoard,
        make_actions=lambda: ActionPanel(view_model),
        holdings=HOLDINGS,
        result=result,
        keys={key: pick for pick, key in KEYS.items()},
        glossary=glossary,
        pieces=PIECES,
        make_aid=SearchAid,
        page=lambda sheet, marks, animated: RoundPage(sheet, marks, animated=animated),
    )


def _option_item(key: str, number: int) -> tuple[str, str]:
    return (destiny_title(number), destiny_effect(number)) if key == "destiny" else ("", "")


SCREENS = GameScreens(
    option_words=rules_page.option_words,
    option_item=_option_item,
    rules_page=rules_page.rules_page,
    rules_anchor=rules_page.anchor,
    paint_miniature=paint_miniature,
    make_parts=make_parts,
    last_moment=homecoming,
    sounds=sounds,
)
