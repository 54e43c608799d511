"""The bots: they choose legally, repeat themselves, and greedy plays better than chance."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet import bots, rules
from camelnet.rules import Position
from camelnet.rules.games.camels import CAMELS
from camelnet.session.text.bot_words import level_word
from tests.bots.games import NODES, whole_game
from tests.rules.camelup_positions import HOME, NOTHING, begun
from tests.rules.play import could_hold, nodes, place


def test_a_level_is_also_known_by_the_name_that_it_had() -> None:
    assert bots.split("strong+sly") == ("hard", "sly")
    assert type(bots.create("strong", 1, nodes=5)) is type(bots.create("hard", 1, nodes=5))
    assert level_word("strong") == level_word("hard") != "strong"
    with pytest.raises(ValueError, match="no level with a style"):
        bots.create("strong+", 1)


@pytest.mark.parametrize("level", bots.LEVELS)
@given(position=nodes().filter(lambda node: node.game in rules.GAMES), seed=st.integers(0, 2**32))
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


# --- the simple player of Camel Up ----------------------------------------------------------------


def ask_greedy(position: Position, faces: str = "") -> str:
    return bots.create("greedy", 0).choose(position, 1, faces)


def test_greedy_takes_the_tile_of_a_camel_that_cannot_lose_the_leg() -> None:
    far = place(begun(), track={"1": "bgoy", "9": "w"})
    assert ask_greedy(far) == "leg w"


def test_greedy_rolls_for_a_pound_when_nothing_is_worth_more() -> None:
    held = [{"leg": ["w5", "w3", "w2"], "pyramid": 0}, {"leg": [], "pyramid": 4}, NOTHING]
    last = place(
        begun(),
        track={"1": "bgoy", "9": "w"},
        dice="b",
        leg_tiles={**HOME, "w": []},
        held=held,
        tiles=["4+", None, "6+"],
    )
    assert ask_greedy(last) == "roll"


def test_greedy_lays_its_tile_where_the_camels_will_land() -> None:
    together = place(
        begun(),
        track={"4": "bgoyw"},
        leg_tiles={camel: [] for camel in CAMELS},
        held=[
            {"leg": [f"{c}{v}" for c in CAMELS for v in (5, 3, 2)], "pyramid": 0},
            NOTHING,
            NOTHING,
        ],
    )
    verb, where = ask_greedy(together).split(" ")
    assert verb == "tile"
    assert 5 <= int(where[:-1]) <= 7


def test_greedy_bets_on_the_race_by_the_faces_of_its_own_cards() -> None:
    """White is about to win; its tile is gone for the leg, its card lies in slot 3."""
    certain = place(
        begun(),
        track={"1": "bgo", "2": "y", "16": "w"},
        leg_tiles={**HOME, "w": []},
        held=[{"leg": ["w5", "w3", "w2"], "pyramid": 0}, NOTHING, NOTHING],
    )
    assert ask_greedy(certain, "bgowy") == "win 3"
    assert ask_greedy(certain, "wbgoy") == "win 0"
    assert ask_greedy(certain).split(" ")[0] in ("roll", "tile", "leg")
