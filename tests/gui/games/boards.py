"""The board of each game, and the scenes and motions that it is tested by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from camelnet_gui.games.camels.scene import Walk
from camelnet_gui.games.camelup import scene as camelup
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.painting import sprites as camelup_sprites
from camelnet_gui.games.cards import scene as cards
from camelnet_gui.games.cards.board import CardsBoard
from camelnet_gui.games.cards.painting import sprites as cards_sprites
from camelnet_gui.games.painted_board import PaintedBoard
from camelnet_gui.games.targui import scene as targui
from camelnet_gui.games.targui.board import TarguiBoard

from tools.screenshots.camelup import sample_scenes as camelup_samples
from tools.screenshots.cards import sample_scenes as cards_samples
from tools.screenshots.cards.sample_scenes import bets, trophies
from tools.screenshots.targui import sample_scenes as targui_samples


@dataclass(frozen=True)
class BoardCase:
    """A game's board. Scenes and motions are the game's own types."""

    board: type[PaintedBoard]
    size: tuple[int, int]
    empty: Any
    samples: dict[str, Any]
    pictures: tuple[str, ...]  # the samples whose picture is compared with the screen
    blur: int  # how far a colour may be off there: pictures snap to whole pixels
    all: tuple[Any, ...]  # scenes in which all places may be picked, which there are
    bare: Any  # where each of `changes` has to be seen
    changes: Sequence[dict[str, Any]]
    cases: Sequence[tuple[Any, Any]]  # scenes, and motions that start from them
    longest_ms: int
    laid: tuple[Any, ...]  # scenes, one for each way in which the board can be laid out
    sprites: Callable[..., list[Any]] | None = None  # of the camels at rest


def all_picks(scene: Any, places: Sequence[str]) -> Any:
    return replace(scene, picks=frozenset(places), chosen=None)


CAMELUP = camelup_samples.MIDDLE
CAMELUP_LINE = replace(CAMELUP, stacks=((14, "go"), (16, "wby")), tiles=())
CARDS = cards_samples.MIDDLE
CARDS_BARE = replace(CARDS, chosen=None, picks=frozenset())
CARDS_LINE = replace(CARDS, stacks=((13, "go"), (15, "wby")), tokens=cards_samples.OPENING.tokens)
TARGUI = targui_samples.MIDDLE
FIGHT = targui_samples.SAMPLES["attacking"]

# The spaces on each track card, and whether the last one is half as long.
TRACKS = (
    ((2,) * 7 + (1,), True),  # of two players
    ((2,) * 8, False),  # of three
    ((2,) * 9 + (1,), True),  # of six
    ((1, 1, 2, 1, 2, 2, 1, 2, 1), True),  # late in a race
)

BOARDS = {
    "camelup": BoardCase(
        board=CamelUpBoard,
        size=(700, 580),
        empty=camelup.Scene(),
        samples=camelup_samples.SAMPLES,
        pictures=("middle", "crossing", "waiting"),
        blur=60,
        all=(all_picks(CAMELUP, camelup.PLACES),),
        bare=replace(camelup_samples.SAMPLES["five_low"], chosen=None),
        changes=(
            {"stacks": ((10, "gyob"), (11, "w"))},
            {"stacks": ((10, "ygobw"),)},
            {"dice_out": (("w", 3),)},
            {"win_cards": 4},
            {"win_marks": (1, 3, 0)},
            {"highlight": frozenset({4})},
            {"picks": frozenset({"space 4"})},
            {"chosen": "space 4"},
            {"leg_tiles": ()},
        ),
        cases=(
            *((CAMELUP, motion) for motion in camelup_samples.MOTIONS),
            (CAMELUP_LINE, Walk("y", 16, camelup.BEYOND)),
            (CAMELUP_LINE, Walk("go", 14, camelup.BEYOND)),
            (CAMELUP_LINE, Walk("wby", 16, camelup.BEYOND)),
            (
                replace(CAMELUP_LINE, stacks=((13, "go"), (15, "wby"))),
                Walk("o", 13, 16, (camelup.BEYOND,)),
            ),
            (CAMELUP_LINE, Walk("o", 14, 15, (14,), under=True)),
            (camelup_samples.OPENING, camelup.Drop("o", 2)),
            (camelup_samples.SAMPLES["waiting"], camelup.Drop("w", 1)),
            (
                replace(camelup_samples.OPENING, waiting="oy", stacks=((3, "wgb"),)),
                camelup.Drop("y", 3),
            ),
        ),
        longest_ms=1200,
        laid=(CAMELUP,),
        sprites=camelup_sprites,
    ),
    "cards": BoardCase(
        board=CardsBoard,
        size=(700, 640),
        empty=cards.Scene(),
        samples=cards_samples.SAMPLES,
        pictures=("middle", "crossing", "opening"),
        blur=60,
        all=(
            all_picks(
                CARDS,
                [p for p in cards.PLACES if not p.startswith("space") or int(p[6:]) <= CARDS.last],
            ),
        ),
        bare=CARDS_BARE,
        changes=(
            {"stacks": ((3, "o"), (6, "wyb"), (11, "g"))},
            {"stacks": ((4, "o"), (6, "wby"), (11, "g"))},
            {"start": "o", "stacks": ((6, "wby"), (11, "g"))},
            {"cards": (1, 2, 2, 2, 2, 1, 1, 2, 1)},
            {"tokens": (cards.TokenScene("palm", 8, 1), cards.TokenScene("fennec", 9, 2))},
            {"tokens": (cards.TokenScene("palm", 8, 2), cards.TokenScene("fennec"))},
            {"leaders": ()},
            {"bets": bets()},
            {"bets": trophies(CARDS_BARE.bets, win_o=1)},
            {"trophies_left": 3},
            {"trophies_left": None},
            {"deck": 8},
            {"seen": (*CARDS_BARE.seen, "g1")},
            {"seen": (*CARDS_BARE.seen, "o2")},
            {"hand": "y2"},
            {"hand": "g1"},
            {"hand": ""},
            {"hand_state": "played"},
            {"shuffle": cards.ShuffleScene(1, 9, False)},
            {"highlight": frozenset({4})},
            {"picks": frozenset({"space 4"})},
            {"picks": frozenset({"win b"})},
            {"chosen": "lose g"},
        ),
        cases=(
            *((CARDS, motion) for motion in cards_samples.MOTIONS),
            (CARDS_LINE, Walk("y", 15, 16)),
            (CARDS_LINE, Walk("go", 13, 15)),
            (CARDS_LINE, Walk("wby", 15, 16)),
            (CARDS_LINE, Walk("o", 13, 14, (15,), ("palm",))),
            (CARDS_LINE, Walk("o", 13, 14, (13,), ("fennec",), under=True)),
            (cards_samples.OPENING, Walk("o", 0, 2)),
            (cards_samples.OPENING, Walk("y", 0, 1)),
            (cards_samples.OPENING, cards.CardUp("o2", "deck")),
        ),
        longest_ms=1200,
        laid=tuple(replace(CARDS_BARE, cards=track, half=half) for track, half in TRACKS),
        sprites=cards_sprites,
    ),
    "targui": BoardCase(
        board=TarguiBoard,
        size=(700, 600),
        empty=targui.Scene(),
        samples=targui_samples.SAMPLES,
        pictures=("middle", "moving", "sectors"),
        blur=0,
        all=(
            all_picks(TARGUI, [f"cell {cell}" for cell in targui.CELLS]),
            all_picks(
                targui_samples.SAMPLES["sectors"], [f"sector {key}" for key in targui.SECTORS]
            ),
        ),
        bare=TARGUI,
        changes=(
            {"round": 6},
            {"die": 4},
            {"pile": (1, 3, 2, 1)},
            {"pile_destiny": False},
            {"up": 1},
            {"turns_left": 2},
            {"turning": True},
            {"left": (1, 2, 5)},
            {"effect": None},
            {"fallen": 12},
            {"box": 210},
            {"battle": targui.BattleScene(0, 8, 9)},
            {"battle": targui.BattleScene(0, 8, 9, hit=3)},
            {"picks": frozenset({"cell 4"})},
            {"picks": frozenset({"cell 9"}), "foes": frozenset({9})},
            {"source": 8},
            {"arrow": targui.Arrow(8, 1, 3, 0)},
            {"arrow": targui.Arrow(8, 9, None, 0)},
            {"buying": (22, 5)},
            {"chosen": "cell 8"},
            {"highlight": frozenset({40})},
            {"dark": True},
            {"cells": targui.with_cell(TARGUI, 8, owner=1).cells},
            {"cells": targui.with_cell(TARGUI, 8, owner=None).cells},
            {"cells": targui.with_cell(TARGUI, 8, camels=18).cells},
            {"cells": targui.with_cell(TARGUI, 8, camels=0).cells},
            {"cells": targui.with_cell(TARGUI, 8, economic=4).cells},
            {"cells": targui.with_cell(TARGUI, 8, land="reg").cells},
        ),
        cases=(
            *((TARGUI, motion) for motion in targui_samples.MOTIONS),
            *((FIGHT, m) for m in targui_samples.MOTIONS if isinstance(m, targui.Volley)),
            (targui_samples.SAMPLES["laying"], targui.Lay(22, "reg", 2, 0)),
            (replace(TARGUI, pile_destiny=False, turning=True), targui_samples.MOTIONS[4]),
        ),
        longest_ms=1500,
        laid=(TARGUI, targui_samples.SAMPLES["sectors"]),
    ),
}
