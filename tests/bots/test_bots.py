"""The bots: they choose legally, repeat themselves, and greedy plays better than chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet import bots, rules
from camelnet.rules import Position
from camelnet.session.text.bot_words import level_word
from tests.bots.games import NODES, whole_game
from tests.rules.play import could_hold, nodes


def test_a_level_is_also_known_by_the_name_that_it_had() -> None:
    assert bots.split("strong+sly") == ("hard", "sly")
    assert type(bots.create("strong", 1, nodes=5)) is type(bots.create("hard", 1, nodes=5))
    assert level_word("strong") == level_word("hard") != "strong"
    with pytest.raises(ValueError, match="no level with a style"):
        bots.create("strong+", 1)


@pytest.mark.slow
@pytest.mark.parametrize("level", bots.LEVELS)
@given(position=nodes().filter(lambda node: node.game in rules.GAMES), seed=st.integers(0, 2**32))
@pytest.mark.every(2)
def test_a_bot_chooses_legally_and_equally_from_an_equal_seed(
    level: str, position: Position, seed: int
) -> None:
    faces = could_hold(position, Random(seed))
    bot, twin = (bots.create(level, seed, nodes=NODES.get(level)) for _ in range(2))
    if not isinstance(position.turn, int):
        with pytest.raises(ValueError, match="is asked"):
            bot.choose(position, 0, faces)
        return
    chosen = bot.choose(position, position.turn, faces)
    assert chosen in position.legal()
    assert twin.choose(position, position.turn, faces) == chosen
    with pytest.raises(ValueError, match="is asked"):
        bot.choose(position, position.turn + 1, faces)


def test_an_unknown_level_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="random, greedy, easy, normal, hard, expert"):
        bots.create("champion", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "games", "lost_max"), [("camelup", 40, 2), ("cards", 40, 4), ("targui", 24, 1)]
)
def test_greedy_beats_three_random_players_in_nearly_every_game(
    game: str, games: int, lost_max: int
) -> None:
    lost = []
    for seed in range(games):
        levels = ["random"] * 4
        levels[seed % 4] = "greedy"
        winners = whole_game(game, levels, seed).position.winners()
        if seed % 4 not in winners or (game == "targui" and len(winners) > 1):
            lost.append(seed)
    assert len(lost) <= lost_max, f"lost the games of these seeds: {lost}"


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_table_of_greedy_bots_comes_to_an_end(game: str) -> None:
    info = rules.GAMES[game]
    for seats in {info.seats_min, 3, 5, info.seats_max} & set(range(info.seats_max + 1)):
        over = whole_game(game, ["greedy"] * seats, seats).position
        assert over.winners()
        assert max(over.scores()) > 10
