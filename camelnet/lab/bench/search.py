"""The search: whole games played out by its own policy, and steps of its tree."""

from __future__ import annotations

from collections.abc import Callable

from camelnet.i18n import N_
from camelnet.lab.bench.core import first_decision, first_leg, middle_of_a_war
from camelnet.lab.bench.measurement import Measurement, measure, repeat
from camelnet.odds.tables import tables
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib

_PLAYOUTS = 100  # per call
_STEPS = 100
_NODES = 1 << 16  # greatest size of the tree


def figures(runs: int) -> list[Measurement]:
    race, leg, war = first_decision(), first_leg(), middle_of_a_war()
    return [
        measure(
            N_("games of four seats played on by expected values, in C"),
            "k/s",
            repeat(playing_on(race, "ygbow")),
            runs=runs,
            each=_PLAYOUTS,
            reach=300,
        ),
        measure(
            N_("Camel Up Cards: games of four seats played on by the search's policy"),
            "k/s",
            repeat(playing_on(leg, "g2")),
            runs=runs,
            each=_PLAYOUTS,
        ),
        measure(
            N_("Targui: wars of four seats played on by the search's policy"),
            "k/s",
            repeat(playing_on(war, "")),
            runs=runs,
            each=_PLAYOUTS,
        ),
        measure(
            N_("steps of the search from the first decision"),
            "k/s",
            searching(race, "ygbow"),
            runs=runs,
            each=_STEPS,
        ),
        measure(
            N_("Camel Up Cards: steps of the search from the first leg"),
            "k/s",
            searching(leg, "g2"),
            runs=runs,
            each=_STEPS,
        ),
        measure(
            N_("Targui: steps of the search in the middle of a game"),
            "k/s",
            searching(war, ""),
            runs=runs,
            each=_STEPS,
        ),
    ]


def playing_on(position: Position, faces: str) -> Callable[[], object]:
    share, money = ffi.new("double[]", 8), ffi.new("double[]", 8)
    memory, hand, state = tables(position.game), faces.encode(), position.state
    seat = position.turn

    def play() -> None:
        played = lib.cn_search_playouts(
            state, seat, hand, len(hand), memory, 1, _PLAYOUTS, share, money
        )
        assert played

    return play


def searching(position: Position, faces: str) -> Callable[[int], None]:
    """A search from the position at each call, with as many steps as requested."""
    memory = ffi.new("uint64_t[]", lib.cn_search_bytes(_NODES) // 8 + 1)
    known, hand, state = tables(position.game), faces.encode(), position.state

    def search(calls: int) -> None:
        begun = lib.cn_search_begin(
            memory,
            _NODES,
            state,
            position.turn,
            hand,
            len(hand),
            known,
            ffi.NULL,  # no belief,
            ffi.NULL,  # no network, hence no memo: we measure playouts
            ffi.NULL,
            1,
            lib.CN_FOR_VICTORY,
        )
        assert begun
        for _ in range(calls):
            lib.cn_search_run(memory, _STEPS)

    return search
