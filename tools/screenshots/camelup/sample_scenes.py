"""Scenes that show every state of the board, for tests of what it paints."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camels.scene import Flash, Walk
from camelnet_gui.games.camelup.scene import (
    PLACES,
    DieRoll,
    Motion,
    Scene,
    TileScene,
)
from camelnet_gui.style.seat_marks import SeatMark

from camelnet.rules.games.camels import CAMELS

SEATS = (
    SeatMark("A", "#8e44ad", "Ana"),
    SeatMark("B", "#c0392b", "Ben"),
    SeatMark("Y", "#12766b", "Yara"),
    SeatMark("S", "#b9770e", "Salim"),
    SeatMark("C", "#2c5282", "Chloé"),
    SeatMark("D", "#6b7a1f", "Dorian"),
    SeatMark("E", "#c2185b", "Ewa"),
    SeatMark("F", "#455a64", "Farid"),
)

FULL = tuple((camel, (5, 3, 2)) for camel in CAMELS)

OPENING = Scene(
    stacks=((1, "w"), (2, "gy"), (3, "b")),
    waiting="o",
    leg_tiles=FULL,
    seats=SEATS[:4],
)

MIDDLE = Scene(
    stacks=((6, "o"), (8, "wby"), (10, "g")),
    dice_out=(("w", 2), ("g", 3)),
    dice_in="boy",
    leg_tiles=(("b", (3, 2)), ("g", (3, 2)), ("o", (5, 3, 2)), ("w", (3, 2)), ("y", (2,))),
    tiles=(TileScene(3, "+", 0), TileScene(12, "-", 1), TileScene(15, "+", 2, ghost=True)),
    win_cards=3,
    lose_cards=2,
    win_marks=(0, 3, 1),
    lose_marks=(2, 4),
    seats=SEATS[:5],
    picks=frozenset(
        ["roll", "deck win", "deck lose", *(f"leg {camel}" for camel in CAMELS)]
        + [f"space {space}" for space in (5, 7, 9, 14, 15, 16)]
    ),
    chosen="space 15",
)

SAMPLES: dict[str, Scene] = {
    "waiting": Scene(waiting="bgowy", leg_tiles=FULL, seats=SEATS[:4]),
    "opening": OPENING,
    "middle": MIDDLE,
    "five_low": replace(MIDDLE, stacks=((10, "gyobw"),), picks=frozenset(["roll"]), chosen="roll"),
    "five_high": replace(MIDDLE, stacks=((3, "wbyog"),), tiles=(), picks=frozenset(), chosen=None),
    "five_side": replace(MIDDLE, stacks=((14, "ywgbo"),), tiles=(), highlight=frozenset({14, 13})),
    "crossing": replace(
        MIDDLE,
        stacks=((14, "go"), (16, "b")),
        crossed="wy",
        dice_out=(("w", 2), ("g", 3), ("b", 1), ("o", 1)),
        dice_in="y",
        tiles=(),
        picks=frozenset(),
        chosen=None,
    ),
    "bare": Scene(
        stacks=((7, "bg"), (9, "oy"), (16, "w")),
        dice_out=tuple((camel, 1 + index % 3) for index, camel in enumerate(CAMELS)),
        dice_in="",
        leg_tiles=(("b", ()), ("g", (2,)), ("o", ()), ("w", (3, 2)), ("y", (5, 3, 2))),
        seats=SEATS[:2],
        picks=frozenset({"leg y"}),
        chosen="leg y",
    ),
    "eight": replace(
        MIDDLE,
        stacks=((2, "b"), (4, "gw"), (9, "o"), (13, "y")),
        tiles=tuple(
            TileScene(space, "+" if space % 4 else "-", seat)
            for seat, space in enumerate((3, 5, 7, 10, 12, 14, 16))
        ),
        win_cards=11,
        lose_cards=8,
        win_marks=(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2),
        lose_marks=(7, 6, 5, 4, 3, 2, 1, 0),
        seats=SEATS,
        picks=frozenset(place for place in PLACES if not place.startswith("space")),
        chosen=None,
    ),
}

MOTIONS: tuple[Motion, ...] = (  # all of them may start from MIDDLE
    DieRoll("o", 3),
    Walk("o", 6, 9),
    Walk("by", 8, 10),
    Walk("g", 10, 12, (11,)),
    Walk("y", 8, 9, (8,), under=True),
    Walk("wby", 8, 9, (10,)),
    Flash(("leg y", "deck win", "space 3")),
)
