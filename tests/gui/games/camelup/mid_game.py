"""Tables in the middle of a game, without windows."""

from __future__ import annotations

from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.table.model import TableModel

from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


def at_my_turn(seed: int, *, seats: int = 4, skip: int = 0) -> tuple[TableModel, ScriptedCamelUp]:
    """A table somewhere in its game where it is my turn, all shown."""
    script = ScriptedCamelUp(seats=seats, me=seed % seats, seed=seed)
    turns = 0

    def mine(position: object) -> bool:
        nonlocal turns
        turns += script.position.turn == script.me
        return turns > skip

    model = TableModel(script.view(), CamelUpViewModel())
    for step in script.play(mine):
        model.take(step)
    model.update(script.view())
    return model, script
