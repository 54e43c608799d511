"""The rules core: a move through cffi, whole random games, the simple player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from camelnet import rules
from camelnet.i18n import N_
from camelnet.lab.bench.measurement import Measurement, measure, repeat
from camelnet.rules import Position
from camelnet.rules.core import ffi, lib

_BATCH = 1_000  # moves per call
_GAMES = 100  # per call


def first_decision() -> Position:
    position = rules.new("camelup", seats=4)
    for notation in ("first 0", "start b1", "start g2", "start o3", "start w1", "start y2"):
        position = position.apply(notation)
    return position


def middle_of_a_war() -> Position:
    """Targui with four seats, after some rounds of simple players with a fixed luck."""
    position, random, plies = rules.new("targui", seats=4), Random(1), 0
    while plies < 400 or position.to_dict()["step"] != "move":
        outcomes = [notation for notation, _weight in position.outcomes()]
        position = position.apply(random.choice(outcomes) if outcomes else position.greedy(""))
        plies += 1
    return position


def first_leg() -> Position:
    position = rules.new("cards", seats=4)
    for notation in ("first 0", "card b1", "card g2", "card o1", "card w1", "card y2"):
        position = position.apply(notation)
    return position


def moves_of_games(count: int) -> tuple[list[Position], list[str]]:
    """Decisions and dice from within games of simple players, and the notations played there."""
    random, positions, notations = Random(1), list[Position](), list[str]()
    position = rules.new("camelup", seats=4)
    while len(positions) < count:
        outcomes = [notation for notation, _weight in position.outcomes()]
        if position.turn == "over":
            position = rules.new("camelup", seats=4)
            continue
        choices = outcomes or position.legal() or position.openings()
        notation = random.choice(choices if random.random() < 0.5 else choices[:1])
        positions.append(position)
        notations.append(notation)
        position = position.apply(notation)
    return positions, notations


def figures(runs: int) -> list[Measurement]:
    return [*_moves(runs), *_games(runs), *_simple_player(runs)]


def _moves(runs: int) -> list[Measurement]:
    position = first_decision()
    state, text, after = position.state, b"leg g", ffi.new("uint8_t[]", len(position.state))
    apply, null = lib.cn_apply, ffi.NULL
    positions, notations = moves_of_games(_BATCH)
    states = b"".join(each.state for each in positions)
    lines = "".join(f"{notation}\n" for notation in notations).encode()
    many, statuses = ffi.new("uint8_t[]", len(states)), ffi.new("uint8_t[]", _BATCH)
    apply_all = lib.cn_apply_all

    def one_by_one(calls: int) -> None:
        for _ in range(calls):
            apply(state, text, 5, after, null)

    def in_batches() -> None:
        apply_all(states, _BATCH, lines, len(lines), many, statuses)

    return [
        measure(
            N_("a move through cffi: `apply` of the core, ready buffers"),
            "ns",
            one_by_one,
            runs=runs,
            reach=150,
        ),
        measure(
            N_("a move through cffi, a thousand in a call"),
            "ns",
            repeat(in_batches),
            runs=runs,
            each=_BATCH,
            reach=20,
        ),
        measure(
            N_("apply, called from Python"),
            "µs",
            repeat(lambda: position.apply("leg g")),
            runs=runs,
            reach=2.0,
        ),
        measure(
            N_("apply_all, called from Python, a thousand in a call"),
            "µs",
            repeat(lambda: rules.apply_all(positions, notations)),
            runs=runs,
            each=_BATCH,
        ),
        measure(
            N_("step, with its events"),
            "µs",
            repeat(lambda: position.step("roll")[0].step("die b1")),
            runs=runs,
            each=2,
        ),
        measure(N_("legal, called from Python"), "µs", repeat(position.legal), runs=runs),
    ]


def _games(runs: int) -> list[Measurement]:
    def games(key: str) -> Callable[[int], None]:
        start = rules.new(key, seats=4)
        return repeat(lambda: rules.playouts(start, seed=1, count=_GAMES))

    return [
        measure(
            N_("random complete games of four seats, in C"),
            "k/s",
            games("camelup"),
            runs=runs,
            each=_GAMES,
            reach=100,
        ),
        measure(
            N_("Camel Up Cards: random complete games of four seats, in C"),
            "k/s",
            games("cards"),
            runs=runs,
            each=_GAMES,
            reach=200,
        ),
        measure(
            N_("Targui: random complete games of four seats and sixteen rounds, in C"),
            "k/s",
            games("targui"),
            runs=runs,
            each=_GAMES,
            reach=2,
        ),
    ]


def _simple_player(runs: int) -> list[Measurement]:
    position, leg, war = first_decision(), first_leg(), middle_of_a_war()
    return [
        measure(
            N_("a choice of the greedy bot, five dice to come"),
            "ms",
            repeat(lambda: position.greedy("ygbow")),
            runs=runs,
            reach=20.0,
        ),
        measure(
            N_("Camel Up Cards: a choice of the greedy bot, a whole leg to come"),
            "ms",
            repeat(lambda: leg.greedy("g2")),
            runs=runs,
            reach=3.0,
        ),
        measure(
            N_("Targui: a choice of the greedy bot in the middle of a game"),
            "ms",
            repeat(lambda: war.greedy("")),
            runs=runs,
            reach=3.0,
        ),
    ]
