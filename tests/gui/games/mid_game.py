"""Tables in the middle of a game, all shown, without windows."""

from __future__ import annotations

from collections.abc import Callable

from camelnet_gui.games import screens
from camelnet_gui.games.targui.choice import ways
from camelnet_gui.table.model import TableModel

from camelnet.rules import Options, Position
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame
from tools.screenshots.targui.scripted_game import ScriptedTargui


def table_at(script: ScriptedGame, there: Callable[[Position], bool]) -> TableModel:
    """A table that plays on to a position, or to its end."""
    model = TableModel(script.view(), screens(script.key).make_parts().view_model)
    for step in script.play(there):
        model.take(step)
    model.update(script.view())
    return model


def camelup_at_my_turn(
    seed: int, *, seats: int = 4, skip: int = 0
) -> tuple[TableModel, ScriptedCamelUp]:
    """Camel Up where it is my turn, after so many other turns of mine."""
    script = ScriptedCamelUp(seats=seats, me=seed % seats, seed=seed)
    turns = 0

    def mine(position: Position) -> bool:
        nonlocal turns
        turns += position.turn == script.me
        return turns > skip

    return table_at(script, mine), script


def cards_at_my_turn(
    seed: int, *, seats: int = 4, skip: int = 0, did: str | None = None, **options: object
) -> tuple[TableModel, ScriptedCards]:
    """Camel Up Cards where it is my turn with so much of it done."""
    print(f"seed {seed}")
    given: Options = dict(options)  # type: ignore[arg-type]
    for attempt in range(seed, seed + 60, 6):
        script = ScriptedCards(seats=seats, me=seed % seats, seed=attempt, options=given)
        turns = 0

        def mine(position: Position, script: ScriptedCards = script) -> bool:
            nonlocal turns
            turns += position.turn == script.me and position.to_dict()["did"] == did
            return turns > skip

        model = table_at(script, mine)
        if script.position.turn != "over":
            return model, script
    raise AssertionError("no race was long enough")


def targui_at_my(
    step: str, seed: int, *, seats: int = 4, number: int = 0, fight: bool = False
) -> tuple[TableModel, ScriptedTargui]:
    """Targui where I decide at a step, in round `number` or later; with `fight` where I could
    attack."""
    print(f"seed {seed}")
    for attempt in range(seed, seed + 200, 20):
        script = ScriptedTargui(seats=seats, me=seed % seats, seed=attempt)

        def there(position: Position, script: ScriptedTargui = script) -> bool:
            public = position.to_dict()
            if position.turn != script.me or public["step"] != step or public["round"] < number:
                return False
            return not fight or bool(ways(frozenset(position.legal())).attacks)

        model = table_at(script, there)
        if script.position.turn != "over":
            return model, script
    raise AssertionError("no game came there")
