"""The Python side of a game: the other half of its ops table in C, without a rule in it.

A folder in `camelnet.rules.games` defines one `Game`, and `camelnet.rules.registry` lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from camelnet.i18n import Message
from camelnet.rules import validation
from camelnet.rules.core import lib

Options = Mapping[str, Any]

Node = Literal["decide", "chance", "reveal", "over"]
NODES: tuple[Node, ...] = ("decide", "chance", "reveal", "over")  # by their numbers in C


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option of a game: "flag" is true or false, "number" an integer from `low` to `high`, "set"
    a list of such integers (31 at most), ascending, without duplicates, with all of `required`."""

    key: str
    default: Any  # of a set: a tuple
    kind: Literal["flag", "number", "set"]
    low: int = 0
    high: int = 1
    required: tuple[int, ...] = ()

    def check(self, value: object) -> bool | int | list[int]:
        """`value` if it is valid; else raise `ValueError` naming the option."""
        field = f"options.{self.key}"
        match self.kind:
            case "flag":
                return validation.flag(value, field)
            case "number":
                return validation.number(value, self.low, self.high, field)
        numbers = [
            validation.number(item, self.low, self.high, field)
            for item in validation.items(value, None, field)
        ]
        if numbers != sorted(set(numbers)):
            raise validation.wrong(field, "not ascending, each number once")
        for number in self.required:
            if number not in numbers:
                raise validation.wrong(field, f"{number} is missing")
        return numbers

    def initial(self) -> bool | int | list[int]:
        """A fresh copy of the default."""
        return self.check(list(self.default) if self.kind == "set" else self.default)

    def number(self, value: Any) -> int:
        """A checked value in the core's form: a set has a bit for each of its numbers."""
        return sum(1 << item for item in value) if self.kind == "set" else int(value)


@dataclass(frozen=True, slots=True)
class GameInfo:
    """The description of a game before it is played."""

    key: str
    name: str  # the English title, marked for the catalogue
    seats_min: int
    seats_max: int
    options: tuple[OptionInfo, ...]  # in the core's order
    slots: int  # face-down cards per seat, sealed at the start; 0 for none
    faces: str  # the faces of those cards, each exactly once per seat; "" when nothing is hidden
    hands: bool = False  # seats hold cards of a shuffled pack that only they may see


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the rest of `camelnet.rules` uses it. States are bytes in the core's form."""

    info: GameInfo
    # The JSON position of a state, from the key after "turn" on.
    read: Callable[[bytes], dict[str, Any]]
    # The state for a dictionary: (dictionary, options as numbers, seats, node, seat). ValueError if
    # no state can hold it; the core's audit checks that it is possible.
    write: Callable[[dict[str, Any], tuple[int, ...], int, Node, int], bytes]
    options: Callable[[bytes], dict[str, Any]]
    fields: Mapping[int, str]  # names for the fields that the core's audit reports
    # The core's reason for refusing a notation with a status of this game.
    refusal: Callable[[bytes, int, str], Message]
    # The core's events as facts: (state before, cn_events).
    events: Callable[[bytes, Any], tuple[Any, ...]]
    # Every possible opening of a seat at its reveal; none if the cards come from a pack.
    openings: Callable[[int], Sequence[str]] = lambda seat: ()
    # The key in the JSON position that counts legs or rounds; empty in a game without any.
    round: str = ""

    @property
    def number(self) -> int:
        """The game's number in the core's registry."""
        return int(lib.cn_game_number(self.info.key.encode()))


def check_options(info: GameInfo, options: object) -> dict[str, Any]:
    """All options of a game, with defaults filled in. ValueError names an unknown or wrong one."""
    given = dict(options) if isinstance(options, Mapping) else None
    if given is None:
        raise validation.wrong("options", "not a dictionary")
    known = {option.key: option for option in info.options}
    for key in given:
        if key not in known:
            raise validation.wrong("options", f"{key!r:.40} is unknown")
    return {
        key: option.check(given[key]) if key in given else option.initial()
        for key, option in known.items()
    }


def option_numbers(info: GameInfo, options: Options) -> tuple[int, ...]:
    """Checked options in the core's form, filled up with zeros."""
    numbers = [option.number(options[option.key]) for option in info.options]
    return tuple(numbers + [0] * (lib.CN_OPTIONS_MAX - len(numbers)))
