"""A position in one line: "1:gyo 3:bw 5+ 9- /bgoy".

Stacks from bottom to top by space, desert tiles (oasis +, mirage -) and, behind the slash, the dice
that are still in the pyramid; without a slash, all five. Everything else is as at the beginning of
a leg; each tile has an owner of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from camelnet.i18n import N_, Message
from camelnet.odds.ask import GAME
from camelnet.rules import Position, from_dict, new
from camelnet.rules.games.camels import CAMELS

TEXT_MAX = 200  # characters; the longest meaningful sketch has about 60
_STACK = re.compile(r"([0-9]{1,3}):([a-z]+)")
_TILE = re.compile(r"([0-9]{1,3})([+-])")
_DICE = re.compile(r"/([a-z]*)")
_TILES_MAX = 8  # as many as seats
_SPACES, _TILE_SPACES = range(1, 17), range(2, 17)


class BadSketch(ValueError):
    """The text is no sketch of a position. It says why; `message` is the same as a fact."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.template.format(**dict(why.values)))
        self.message = why


def sketch(text: str) -> Position:
    """The position that a line describes, at a decision of seat 0. BadSketch if there is none."""
    if len(text) > TEXT_MAX:
        raise _wrong(N_("A position is written in {count} characters or fewer."), count=TEXT_MAX)
    track: dict[int, str] = {}
    tiles: dict[int, str] = {}
    dice: str | None = None
    for word in text.split():
        if found := _STACK.fullmatch(word):
            _put(track, int(found[1]), found[2])
        elif found := _TILE.fullmatch(word):
            _lay(tiles, int(found[1]), found[2])
        elif found := _DICE.fullmatch(word):
            if dice is not None:
                raise _wrong(N_("The dice are named twice."))
            dice = _checked_dice(found[1])
        else:
            raise _wrong(
                N_(
                    "“{word}” is neither a stack (3:bw), nor a tile (5+ or 9-), nor the dice that"
                    " are left (/bgoy)."
                ),
                word=word,
            )
    _check(track, tiles)
    return _position(track, tiles, CAMELS if dice is None else dice)


def _wrong(template: str, **values: str | int) -> BadSketch:
    # Not by `message`: we quote typed text to the letter, so that people find it again.
    return BadSketch(Message(template, tuple(values.items())))


def _put(track: dict[int, str], space: int, stack: str) -> None:
    if space not in _SPACES:
        raise _wrong(N_("There is no space {space}; camels stand on 1 to 16."), space=space)
    if space in track:
        raise _wrong(N_("Space {space} has two stacks."), space=space)
    for camel in stack:
        if camel not in CAMELS:
            raise _no_camel(camel)
        if camel in "".join(track.values()) or stack.count(camel) > 1:
            raise _wrong(N_("The camel {camel} stands twice."), camel=camel)
    track[space] = stack


def _lay(tiles: dict[int, str], space: int, side: str) -> None:
    if space not in _TILE_SPACES:
        raise _wrong(N_("A desert tile lies on 2 to 16, not on {space}."), space=space)
    if space in tiles:
        raise _wrong(N_("Two desert tiles lie on space {space}."), space=space)
    tiles[space] = f"{space}{side}"


def _checked_dice(dice: str) -> str:
    for camel in dice:
        if camel not in CAMELS:
            raise _no_camel(camel)
        if dice.count(camel) > 1:
            raise _wrong(N_("The die {camel} is named twice."), camel=camel)
    if not dice:
        raise _wrong(N_("No die is left: with the fifth die the leg has ended."))
    return "".join(sorted(dice))


def _no_camel(letter: str) -> BadSketch:
    return _wrong(
        N_(
            "“{letter}” is no camel; they are b, g, o, w and y: blue, green, orange, white and"
            " yellow."
        ),
        letter=letter,
    )


def _check(track: Mapping[int, str], tiles: Mapping[int, str]) -> None:
    """Check the position as a whole, beyond the checks of each word."""
    missing = [camel for camel in CAMELS if camel not in "".join(track.values())]
    if missing:
        raise _wrong(N_("The camel {camel} stands nowhere."), camel=missing[0])
    for space in sorted(tiles):
        if space in track:
            raise _wrong(N_("On space {space} camels stand, so no tile lies there."), space=space)
        if space + 1 in tiles:
            raise _wrong(
                N_("Desert tiles do not lie side by side, as on {space} and {next}."),
                space=space,
                next=space + 1,
            )
    assert len(tiles) <= _TILES_MAX  # no two side by side on fifteen spaces


def _position(track: Mapping[int, str], tiles: Mapping[int, str], dice: str) -> Position:
    seats = max(2, len(tiles))
    start: dict[str, Any] = new(GAME, seats=seats).to_dict()
    owned = [tiles[space] for space in sorted(tiles)]
    held = [{"leg": [], "pyramid": 0} for _ in range(seats)]
    held[0]["pyramid"] = len(CAMELS) - len(dice)  # somebody has rolled the other dice
    return from_dict(
        {
            **start,
            "turn": 0,
            "starter": 0,
            "leg": 1,
            "track": {str(space): track[space] for space in sorted(track)},
            "dice": dice,
            "tiles": owned + [None] * (seats - len(owned)),
            "held": held,
        }
    )


def sketch_of(position: Position) -> str:
    """The line that describes a position: `sketch` of it has the same odds, of leg and race.

    ValueError if there is no such line: for another game, before all camels stand, after one has
    crossed the line, and with an empty pyramid.
    """
    if position.game != GAME:
        raise ValueError(f"a sketch is of {GAME}, not of {position.game}")
    told = position.to_dict()
    if told["crossed"] or len("".join(told["track"].values())) < len(CAMELS) or not told["dice"]:
        raise ValueError("a sketch has all camels on the track and a die left")
    words = [f"{space}:{stack}" for space, stack in told["track"].items()]
    tiles = [tile for tile in told["tiles"] if tile]
    words += sorted(tiles, key=lambda tile: int(tile[:-1]))
    return " ".join(words if told["dice"] == CAMELS else [*words, f"/{told['dice']}"])
