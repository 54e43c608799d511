"""Levels with people's mistakes, and styles."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from camelnet import bots, odds, rules
from camelnet.bots import fallible, styles
from camelnet.bots.search import Line
from camelnet.rules import Position
from camelnet.session.game.referee import Referee
from tests.rules.play import plies


def played(game: str, steps: int) -> Position:
    """A decision some way into a game of greedy players."""
    referee = Referee(rules.new(game, seats=4), bytes(32), plies_max=10_000)
    while referee.plies < steps or len(referee.position.legal()) <= 2:
        referee.decide(referee.position.greedy(""))
    return referee.position


def choices(level: str, position: Position, count: int = 60) -> Counter[str]:
    seat = position.decider
    assert seat is not None
    return Counter(bots.create(level, seed).choose(position, seat, "") for seed in range(count))


@pytest.mark.parametrize("game", list(rules.GAMES))
@pytest.mark.parametrize("level", ["easy", "normal+bold"])
def test_equal_seeds_choose_equally_and_legally(game: str, level: str) -> None:
    position = played(game, 30)
    assert choices(level, position, 5) == choices(level, position, 5)
    assert set(choices(level, position, 5)) <= set(position.legal())


def test_easy_errs_more_than_normal_and_neither_plays_what_is_far_worse() -> None:
    position = played("camelup", 40)
    seat = position.decider
    assert seat is not None
    worth = {value.notation: value.pounds for value in odds.values(position, seat)}

    def given_away(level: str) -> float:
        chosen = choices(level, position)
        return sum((max(worth.values()) - worth[move]) * n for move, n in chosen.items()) / 60

    assert 0 < given_away("normal") < given_away("easy") < 2


def test_mistakes_are_larger_where_more_is_at_stake() -> None:
    def errors(worths: list[float]) -> int:
        luck = Random(1)
        blurred = (fallible._blurred(worths, 0.5, luck) for _ in range(500))
        return sum(one[0] < max(one) for one in blurred)

    # Ten times the difference does not make the mistake ten times as rare, nor ever impossible.
    assert 0 < errors([0.0, -20.0]) < errors([0.0, -2.0]) < 5 * errors([0.0, -20.0])


def test_a_style_is_seen_and_costs_little() -> None:
    lines = [
        Line("roll", 1000, 0.300, 0),
        Line("win 1", 400, 0.295, 0),
        Line("tile 5+", 300, 0.270, 0),
        Line("lose 2", 20, 0.299, 0),
    ]
    assert styles.preferred("", "camelup", lines) == "roll"
    assert styles.preferred("quick", "camelup", lines) == "roll"
    assert styles.preferred("bold", "camelup", lines) == "win 1", "the other is hardly known"
    assert styles.preferred("sly", "camelup", lines) == "roll", "that would be a blunder"
    assert styles.preferred("bold", "no game", lines) == "roll"


@pytest.mark.parametrize("game", list(rules.GAMES))
def test_every_style_likes_moves_of_every_game(game: str) -> None:
    games = (plies(rules.new(game, seats=3), seed) for seed in range(8))
    verbs = {verb for some in games for ply in some for verb in rules.by_verb(ply.before.legal())}
    for style in bots.STYLES:
        assert any(styles.likes(style, game, verb) for verb in verbs), style


def test_a_style_shifts_what_normal_plays() -> None:
    positions = [played("camelup", step) for step in range(5, 75, 7)]

    def rolls(level: str) -> int:
        return sum(choices(level, position, 12)["roll"] for position in positions)

    assert rolls("normal+quick") > rolls("normal") > 0


@pytest.mark.parametrize("level", ["greedy+bold", "easy+", "easy+fond", "+bold", "easy+bold+sly"])
def test_a_style_that_cannot_be_is_refused_with_those_that_can(level: str) -> None:
    with pytest.raises(ValueError, match="bold, quick, sly"):
        bots.create(level, 1)


def test_levels_with_styles_fit_into_what_bots_announce() -> None:
    longest = max(
        (bots.joined(level, style) for level in bots.STYLED for style in bots.STYLES), key=len
    )
    assert len(longest) <= 16  # camelnet.protocol.wire.bodies
    assert bots.split(longest) == tuple(longest.split("+"))
    assert bots.split("easy") == ("easy", "")
