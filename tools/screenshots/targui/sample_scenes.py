"""Scenes that show every state of the board, for tests of what it paints."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from camelnet_gui.games.targui import tribes
from camelnet_gui.games.targui.scene import (
    CARDS,
    Arrow,
    BattleScene,
    CellScene,
    Change,
    Claim,
    Fate,
    Flash,
    Harvest,
    Lay,
    March,
    Motion,
    Roll,
    Scene,
    Turn,
    Volley,
    with_cell,
)
from camelnet_gui.style.seat_marks import SeatMark

from camelnet.rules.games.targui.events import ECONOMIC, STRATEGIC, Land

SEATS = tuple(
    SeatMark(name[0], colour, name)
    for name, colour in zip(("Ana", "Ben", "Chloé", "Salim"), tribes.COLOURS, strict=True)
)
_KINDS: tuple[tuple[Land, int], ...] = (
    ("guelta", 6),
    ("reg", 12),
    ("erg", 12),
    ("feche", 8),
    ("mount", 6),
    ("chott", 4),
)


def _desert(seed: int) -> tuple[CellScene, ...]:
    """All lands in random places, four camps in the corners."""
    pack = [land for land, count in _KINDS for _card in range(count)]
    Random(seed).shuffle(pack)
    lands: list[Land] = ["saline", *pack]
    camps = {22: 0, 25: 1, 33: 2, 16: 3}
    cells = []
    for number, land in enumerate(lands, start=1):
        home = camps.get(number)
        kind: Land = "camp" if home is not None else land
        cells.append(
            CellScene(
                kind,
                ECONOMIC[kind],
                STRATEGIC[kind],
                home,
                10 if home is not None else 0,
                home,
            )
        )
    return tuple(cells)


_BARE = Scene(deck=tuple(CARDS), left=tuple(CARDS), box=450, seats=SEATS)
OPENING = replace(_BARE, cells=_desert(10), round=1, box=410)


def _middle() -> Scene:
    """Lands owned here and there, a full pile."""
    chance, scene = Random(11), OPENING
    for seat, around in enumerate(
        (
            (21, 44, 45, 43, 7, 8, 1, 23),
            (24, 26, 10, 9, 48, 47),
            (12, 13, 32, 2, 3),
            (17, 18, 5, 4, 38),
        )
    ):
        for number in around:
            if scene.cell(number).land != "chott":
                scene = with_cell(
                    scene, number, owner=seat, camels=chance.choice((0, 0, 3, 7, 12, 24))
                )
    scene = with_cell(scene, 8, owner=0, camels=17)
    scene = with_cell(scene, 9, owner=1, camels=9)
    scene = with_cell(scene, 16, camels=128)
    return replace(
        scene,
        round=5,
        die=3,
        pile=(1, 3, 2, 2),
        pile_destiny=True,
        up=0,
        turns_left=1,
        left=(1, 2, 5, 6, 8, 9, 10, 12, 13, 14, 16),
        effect=13,
        box=211,
    )


MIDDLE = _middle()

SAMPLES: dict[str, Scene] = {
    "sectors": replace(
        _BARE,
        cells=(CellScene("saline", 5, 5), *(CellScene() for _cell in range(48))),
        sectors=(("ne", 1), ("sw", 0)),
        choosing_sectors=True,
        picks=frozenset({"sector nw", "sector se"}),
        chosen="sector se",
    ),
    "laying": replace(_BARE, cells=(*_desert(10)[:20], *(CellScene() for _cell in range(29)))),
    "opening": OPENING,
    "middle": MIDDLE,
    "sources": replace(
        MIDDLE,
        picks=frozenset(f"cell {cell}" for cell in (8, 22, 1)),
        highlight=frozenset({17, 18}),
    ),
    "moving": replace(
        MIDDLE,
        source=8,
        picks=frozenset(f"cell {cell}" for cell in (8, 7, 1, 2, 6, 9, 22, 23, 24)),
        foes=frozenset({9}),
        arrow=Arrow(8, 1, 9, 0),
        chosen="cell 1",
    ),
    "attacking": replace(
        MIDDLE, battle=BattleScene(0, 8, 9, hit=5, parry=2), source=None, up=0, turns_left=2
    ),
    "buying": replace(
        MIDDLE,
        picks=frozenset(f"cell {cell}" for cell in (8, 22, 1, 21, 44)),
        buying=(22, 12),
        chosen="cell 22",
    ),
    "two": replace(
        MIDDLE,
        tribes=2,
        deck=(1, 6, 7, 10),
        left=(6, 10),
        fallen=7,
        effect=None,
        up=None,
        die=None,
    ),
}

MOTIONS: tuple[Motion, ...] = (  # all of them may start from MIDDLE
    Lay(30, "erg", 1, 0),
    Roll(6),
    Turn(2, 1),
    Turn(None, 0),
    Fate(6),
    March(0, 8, 1, 9),
    Volley("attack", 5, 9, 3),
    Volley("parry", 2, 8, 1),
    Volley("attack", 5, 45, 3, 2, "feche"),
    Harvest(0, ((22, 4), (44, 3), (8, 1))),
    Change(((8, -3), (22, 10), (9, -9))),
    Claim(9, None),
    Claim(30, 2),
    Flash(("cell 8", "die", "destiny 6")),
)
