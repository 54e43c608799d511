"""Scenes that show every state of the board, for tests of what it paints."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.games.camels.scene import Flash, Walk
from camelnet_gui.games.cards.scene import (
    KINDS,
    PLACES,
    CardScene,
    CardUp,
    Motion,
    Scene,
    ShuffleScene,
    Storm,
    TokenScene,
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
)
LEADERS = (5, 3, 2, 2)
POOL = tuple(CardScene(kind, camel) for kind in KINDS[1:] for camel in CAMELS)


def bets(**taken: int) -> tuple[CardScene, ...]:
    """All midfield and final cards; `mid_b=1`: seat 1 holds that one."""
    return tuple(replace(bet, seat=taken.get(f"{bet.kind}_{bet.camel}")) for bet in POOL)


def trophies(cards: tuple[CardScene, ...], **laid: int) -> tuple[CardScene, ...]:
    return tuple(replace(bet, trophies=laid.get(f"{bet.kind}_{bet.camel}", 0)) for bet in cards)


OPENING = Scene(
    start="oy",
    stacks=((1, "gw"), (2, "b")),
    leaders=tuple((camel, LEADERS) for camel in CAMELS),
    bets=POOL,
    trophies_left=6,
    seen=("b2", "g1", "w1"),
    seats=SEATS[:4],
)

MIDDLE = Scene(
    cards=(1, 2, 2, 2, 2, 1, 2, 2, 1),
    stacks=((3, "o"), (6, "wby"), (11, "g")),
    tokens=(TokenScene("palm", 8, 1), TokenScene("fennec")),
    leaders=(
        ("b", (3, 2, 2)),
        ("g", (2, 2)),
        ("o", LEADERS),
        ("w", ()),
        ("y", (2,)),
    ),
    bets=trophies(
        bets(mid_b=0, mid_y=3, win_g=2, lose_o=1, win_w=0), win_o=2, lose_g=1, lose_o=1, win_b=3
    ),
    trophies_left=1,
    deck=7,
    seen=("b1", "b1", "g1", "g2", "o1", "w1", "y2"),
    hand="y1",
    hand_state="held",
    seats=SEATS[:4],
    picks=frozenset(place for place in PLACES if not place.startswith(("space", "palm", "lead w")))
    - {"mid b", "mid y", "win g", "lose o", "win w"},
    chosen="lead b",
)

SAMPLES: dict[str, Scene] = {
    "opening": OPENING,
    "middle": MIDDLE,
    "token": replace(
        MIDDLE,
        tokens=(TokenScene("palm", 8, 1), TokenScene("fennec", 9, 0, ghost=True)),
        picks=frozenset(f"space {space}" for space in (1, 2, 4, 5, 7, 9, 10, 12, 13, 14, 15)),
        chosen="space 9",
    ),
    "five_first": replace(MIDDLE, stacks=((5, "gyobw"),), hand="g2", picks=frozenset({"reveal"})),
    "five_last": replace(
        MIDDLE, stacks=((13, "wbyog"),), hand="b1", highlight=frozenset({13, 12}), chosen="reveal"
    ),
    "five_bend": replace(MIDDLE, stacks=((8, "ywgbo"),), tokens=OPENING.tokens, hand="o1"),
    "crossing": replace(
        MIDDLE,
        stacks=((12, "go"), (15, "b")),
        crossed="wy",
        hand_state="played",
        picks=frozenset(),
        chosen=None,
        deck=0,
    ),
    "shuffling": replace(
        OPENING, start="", stacks=((1, "gwoy"), (2, "b")), shuffle=ShuffleScene(5, 14, False)
    ),
    "six": Scene(
        cards=(2, 2, 2, 2, 2, 2, 2, 2, 2, 1),
        stacks=((1, "b"), (2, "gw"), (14, "o"), (19, "y")),
        leaders=MIDDLE.leaders,
        bets=bets(mid_b=0, mid_g=1, mid_o=2, mid_w=3, mid_y=4, win_b=5, win_g=4, lose_w=0),
        deck=12,
        hand="w2",
        hand_state="held",
        seats=SEATS,
    ),
    "two": Scene(
        cards=(1, 1, 1, 2, 2, 2, 2, 1),
        stacks=((4, "bw"), (6, "og"), (9, "y")),
        leaders=MIDDLE.leaders,
        bets=POOL,
        deck=3,
        trophies_left=0,
        hand_state="held",
        seats=SEATS[:2],
    ),
}

MOTIONS: tuple[Motion, ...] = (  # all of them may start from MIDDLE
    CardUp("o1", "deck"),
    CardUp("y1", "hand", mine=True),
    Walk("o", 3, 4),
    Walk("by", 6, 7),
    Walk("by", 6, 8, (9,), ("palm",)),
    Walk("g", 11, 12, (11,), ("fennec",), under=True),
    Storm((7,)),
    Flash(("lead y", "deck", "space 3")),
)
