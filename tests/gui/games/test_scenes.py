"""Motions as changes of a scene, in every game."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camels.scene import Flash, Walk
from camelnet_gui.games.camelup import scene as camelup
from camelnet_gui.games.cards import scene as cards
from camelnet_gui.games.targui import scene as targui
from camelnet_gui.games.targui.scene import with_cell

from tools.screenshots.targui.sample_scenes import MIDDLE, OPENING

RACE = camelup.Scene(stacks=((6, "o"), (8, "wby"), (9, "g")))
ROLLED = replace(RACE, dice_out=(("b", 2),), dice_in="gowy")
# For each motion the scene before and after it, which differ in nothing else.
CAMELUP = {
    "a unit goes on top of who stands there": (
        RACE,
        Walk("by", 8, 9),
        replace(RACE, stacks=((6, "o"), (8, "w"), (9, "gby"))),
    ),
    "a mirage puts the unit underneath": (
        replace(RACE, stacks=((8, "wby"),)),
        Walk("y", 8, 9, (8,), under=True),
        replace(RACE, stacks=((8, "ywb"),)),
    ),
    "a unit beyond the line leaves the track": (
        RACE,
        Walk("wby", 8, camelup.BEYOND),
        replace(RACE, stacks=((6, "o"), (9, "g")), crossed="wby"),
    ),
    "a die goes out of the pyramid": (RACE, camelup.DieRoll("b", 2), ROLLED),
    "a die is out once only": (ROLLED, camelup.DieRoll("b", 2), ROLLED),
    "a drop takes the camel from the queue": (
        camelup.Scene(waiting="bg", stacks=((2, "w"),)),
        camelup.Drop("g", 2),
        camelup.Scene(waiting="b", stacks=((2, "wg"),)),
    ),
    "a flash changes nothing": (RACE, Flash(("roll",)), RACE),
}

TRACK = cards.Scene(cards=(2, 2, 2, 2), half=False, stacks=((2, "b"), (7, "gw")))
DECK = cards.Scene(deck=5, seen=("g1",), hand_state="held")
SEEN = replace(DECK, seen=("b2", "g1"))
CARDS = {
    "a walk under slips beneath whom it left": (
        replace(TRACK, stacks=((3, "gyo"),)),
        Walk("yo", 3, 4, (3,), ("fennec",), under=True),
        replace(TRACK, stacks=((3, "yog"),)),
    ),
    "a storm keeps camels on their cards": (
        TRACK,
        cards.Storm((1, 2)),
        replace(TRACK, cards=(2, 1, 1, 2), stacks=((2, "b"), (5, "gw"))),
    ),
    "a card out of the deck leaves one less": (
        DECK,
        cards.CardUp("b2", "deck"),
        replace(SEEN, deck=4),
    ),
    "a hand card leaves the deck as it is": (DECK, cards.CardUp("b2", "hand"), SEEN),
    "my own hand card is played": (
        DECK,
        cards.CardUp("b2", "hand", mine=True),
        replace(SEEN, hand_state="played"),
    ),
    "a flash changes nothing": (DECK, Flash(("reveal",)), DECK),
}

MINE, OTHERS = MIDDLE.cell(8).camels, MIDDLE.cell(9).camels
FIGHT = replace(MIDDLE, battle=targui.BattleScene(0, 8, 9, hit=1, parry=6))
HIT = replace(
    with_cell(MIDDLE, 9, camels=OTHERS - 3), battle=targui.BattleScene(0, 8, 9, hit=4, parry=None)
)
TURNED = replace(MIDDLE, pile=(MIDDLE.pile[0], MIDDLE.pile[1] - 1, *MIDDLE.pile[2:]))
BACK = replace(MIDDLE, pile_destiny=False, turning=True, up=None)
LEFT = tuple(card for card in BACK.left if card != 6)
TARGUI = {
    "a march takes camels along and the land": (
        MIDDLE,
        targui.March(0, 8, 9, 5),
        with_cell(with_cell(MIDDLE, 8, camels=MINE - 5), 9, owner=0, camels=OTHERS + 5),
    ),
    "a volley kills and leaves its die": (FIGHT, targui.Volley("attack", 4, 9, 3), HIT),
    "a parry keeps the die of the attack": (
        HIT,
        targui.Volley("parry", 2, 8, 1),
        replace(
            with_cell(HIT, 8, camels=MINE - 1),
            battle=targui.BattleScene(0, 8, 9, hit=4, parry=2),
        ),
    ),
    "a change goes for all its cells and never below none": (
        MIDDLE,
        targui.Change(((8, 10), (9, -400))),
        with_cell(with_cell(MIDDLE, 8, camels=MINE + 10), 9, camels=0),
    ),
    "a claim changes the sign": (MIDDLE, targui.Claim(9, None), with_cell(MIDDLE, 9, owner=None)),
    "a tribe's card leaves the pile and lies open": (
        MIDDLE,
        targui.Turn(1, 2),
        replace(TURNED, up=1, turns_left=2),
    ),
    "the card of a tribe that is out does not stay open": (
        MIDDLE,
        targui.Turn(1, 0),
        replace(TURNED, up=None, turns_left=0),
    ),
    "destiny first shows its back": (MIDDLE, targui.Turn(None, 0), BACK),
    "destiny then shows its number": (
        BACK,
        targui.Fate(6),
        replace(BACK, turning=False, fallen=6, left=LEFT),
    ),
    "a land is laid with its values": (
        targui.Scene(),
        targui.Lay(30, "guelta", 3, 3),
        with_cell(targui.Scene(), 30, land="guelta", economic=3, strategic=3),
    ),
    "the die of the round is seen": (OPENING, targui.Roll(6), replace(OPENING, die=6)),
    "a flash changes nothing": (MIDDLE, targui.Flash(("cell 8",)), MIDDLE),
}


@pytest.mark.parametrize(
    ("game", "cases", "what"),
    [
        pytest.param(game, cases, what, id=f"{game.__name__.split('.')[-2]}: {what}")
        for game, cases in ((camelup, CAMELUP), (cards, CARDS), (targui, TARGUI))
        for what in cases
    ],
)
def test_a_motion_changes_what_it_says_and_nothing_else(game, cases, what) -> None:  # type: ignore[no-untyped-def]
    before, motion, then = cases[what]
    assert game.after(before, motion) == then


def test_a_walk_without_a_tile_ends_where_it_lands() -> None:
    assert Walk("o", 6, 7).end == 7
