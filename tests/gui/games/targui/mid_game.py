"""Tables of Targui in the middle of a game, without windows."""

from __future__ import annotations

from camelnet_gui.games.targui.choice import ways
from camelnet_gui.games.targui.view_model import TarguiViewModel
from camelnet_gui.table.model import TableModel

from camelnet.rules import Position
from tools.screenshots.targui.scripted_game import ScriptedTargui


def at_my(
    step: str, seed: int, *, seats: int = 4, number: int = 0, fight: bool = False
) -> tuple[TableModel, ScriptedTargui]:
    """A table where I decide at a step, in round `number` or later, all shown; with `fight` where
    I could attack."""
    print(f"seed {seed}")
    for attempt in range(seed, seed + 200, 20):
        script = ScriptedTargui(seats=seats, me=seed % seats, seed=attempt)

        def there(position: Position, script: ScriptedTargui = script) -> bool:
            public = position.to_dict()
            if position.turn != script.me or public["step"] != step or public["round"] < number:
                return False
            return not fight or bool(ways(frozenset(position.legal())).attacks)

        model = TableModel(script.view(), TarguiViewModel())
        for taken in script.play(there):
            model.take(taken)
        if script.position.turn != "over":
            model.update(script.view())
            return model, script
    raise AssertionError("no game came there")
