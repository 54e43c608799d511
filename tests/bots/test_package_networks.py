"""The networks of the package in searches: used, done without, and told of when damaged."""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass
from hashlib import sha256
from operator import sub
from pathlib import Path
from random import Random

import pytest

from camelnet import bots, rules
from camelnet.bots import network as networks
from camelnet.bots.network import FIRST_LINE, Network, NetworkError, Shape, make, network, to_bytes
from camelnet.bots.search import SearchBot, analyse
from camelnet.lab.arena.statistics import slope
from camelnet.lab.selfplay import RANDOM, SelfPlay, inputs_of
from tests.bots.test_search import somewhere

LEARNED = [game for game in rules.GAMES if inputs_of(game)]
PLIES = {"camelup": 20, "cards": 20, "targui": 200}
a_learned_game = pytest.mark.parametrize("game", LEARNED)


def weights(game: str, seed: int = 1) -> tuple[Shape, array[float]]:
    shape, random = Shape(inputs_of(game), 8, 0), Random(seed)
    return shape, array("f", [random.gauss(0, 0.1) for _ in range(shape.weights)])


def any_network(game: str, seed: int = 1) -> Network:
    return make(game, *weights(game, seed), {})


def content(of: str, **other: object) -> bytes:
    """A weights file, with these fields of its header."""
    written = to_bytes(of, *weights(of), {"seed": 1})
    first, header, rest = written[:-32].split(b"\n", 2)
    about = {**json.loads(header), **other}
    made = b"\n".join((first, json.dumps(about).encode(), rest))
    return made + sha256(made).digest()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The weights files of the package, by game; at first none is there."""
    found: dict[str, bytes] = {}

    def read(game: str) -> bytes:
        if game not in found:
            raise FileNotFoundError(2, "No such file or directory")
        return found[game]

    monkeypatch.setattr(networks, "_content", read)
    monkeypatch.setattr(networks, "_loaded", {})
    return found


@a_learned_game
def test_a_search_judges_by_the_network_of_the_package(
    game: str, installed: dict[str, bytes]
) -> None:
    position = somewhere(game, PLIES[game])
    without = analyse(position, None, nodes=50)
    networks._loaded.clear()
    installed[game] = content(game)
    judged = analyse(position, None, nodes=50)
    assert judged == analyse(position, None, nodes=50, network=network(game))
    assert judged.shares != without.shares
    assert judged != analyse(position, None, nodes=50, network=any_network(game, 2))
    assert analyse(position, None, nodes=50, network=None) == without
    assert bots.troubles((game,)) == ()


@a_learned_game
def test_equal_seeds_find_equally_with_a_network_too(game: str) -> None:
    position, judge = somewhere(game, PLIES[game]), any_network(game)
    first, again = (
        analyse(position, None, nodes=40, seed=3, threads=2, network=judge) for _ in range(2)
    )
    assert first == again
    assert sum(first.shares) == pytest.approx(1, abs=1e-6)
    assert all(0 <= line.share <= 1 for line in first.lines)


@a_learned_game
def test_moves_that_no_tree_went_to_have_the_share_that_was_guessed(game: str) -> None:
    found = analyse(somewhere(game, PLIES[game]), None, nodes=1, network=any_network(game))
    unseen = [line for line in found.lines if not line.visits]
    assert unseen
    assert all(0 < line.share < 1 for line in unseen)


@a_learned_game
def test_a_network_of_another_game_is_refused(game: str) -> None:
    other = next(name for name in rules.GAMES if name != game)
    with pytest.raises(ValueError, match=f"network: of {game}, but the position is of {other}"):
        analyse(somewhere(other, 20), None, nodes=1, network=any_network(game))


@a_learned_game
@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("missing", "cannot be read: "),
        ("empty", "is damaged"),
        ("no weights", "is damaged"),
        ("cut", "is damaged"),
        ("one bit", "is damaged"),
        ("of another game", "is one for chess"),
        ("of another version", "is of version 999"),
        ("of other inputs", "is of version"),
        ("of no shape", "is damaged"),
        ("of a large shape", "is damaged"),
        ("without a header", "is damaged"),
        ("not finite", "is damaged"),
    ],
)
def test_bots_do_without_a_file_that_cannot_be_used_and_say_why(
    game: str, wrong: str, words: str, installed: dict[str, bytes]
) -> None:
    good = content(game)
    inputs = inputs_of(game)
    shape, numbers = weights(game)
    numbers[5] = float("nan")
    made = {
        "empty": b"",
        "no weights": b"a picture" * 100,
        "cut": good[:-40],
        "one bit": good[:-50] + bytes([good[-50] ^ 1]) + good[-49:],
        "of another game": content(game, game="chess"),
        "of another version": content(game, version=999),
        "of other inputs": content(game, shape=[inputs + 1, 8, 0]),
        "of no shape": content(game, shape=[inputs, "8", 0]),
        "of a large shape": content(game, shape=[inputs, 10**9, 0]),
        "without a header": FIRST_LINE + sha256(FIRST_LINE).digest(),
        "not finite": to_bytes(game, shape, numbers, {}),
    }
    if wrong != "missing":
        installed[game] = made[wrong]
    with pytest.raises(NetworkError, match=words):
        network(game)
    (told,) = bots.troubles((game,))
    assert words in str(told)
    assert "do without it" in str(told)
    position = somewhere(game, PLIES[game])
    assert position.decider is not None
    given = SearchBot(seed=1, nodes=30).choose(position, position.decider, "")
    assert given == SearchBot(seed=1, nodes=30, network=None).choose(position, position.decider, "")


def test_every_game_has_a_network_that_can_be_used_and_is_small() -> None:
    assert bots.troubles() == ()
    folder = Path(networks.__file__).parent / "weights"
    assert {path.stem for path in folder.glob("*.cnw")} == set(rules.GAMES)
    assert all(path.stat().st_size < 300_000 for path in folder.glob("*.cnw"))


@pytest.mark.parametrize(
    ("game", "seats", "games", "least"),
    [("camelup", 2, 6, 0.8), ("cards", 3, 3, 0.6), ("cards", 6, 6, 0.6)],
)
def test_a_network_beats_chance_one_move_ahead(
    game: str, seats: int, games: int, least: float
) -> None:
    judge, table, won = network(game), SelfPlay(game), 0.0
    assert judge is not None
    players = [0] + [RANDOM] * (seats - 1)
    for number in range(games):
        turn = number % seats
        seated = [*players[turn:], *players[:turn]]
        start = rules.new(game, seats)
        played = table.play(start, [judge], seated, seed=number, noise=0, explore=0, keep=0)
        assert played is not None
        won += played.shares[seated.index(0)]
    assert won / games >= least


@dataclass(frozen=True)
class Unforeseen:
    """A game: what came of all moves less what was expected of each, and the result; by seat."""

    luck: tuple[float, ...]
    shares: tuple[float, ...]


def unforeseen(game: str, number: int) -> Unforeseen:
    judge = network(game)
    assert judge is not None
    start = rules.new(game, seats=4)
    played = SelfPlay(game).play(start, [judge], [0] * 4, seed=number, noise=0, explore=0, keep=0)
    assert played is not None
    came = [step.before for step in played.steps[1:]] + [played.shares]
    told = [step.after for step in played.steps]
    gains = zip(
        *(map(sub, after, before) for after, before in zip(came, told, strict=True)), strict=False
    )
    return Unforeseen(tuple(sum(seat) for seat in gains), played.shares)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "games", "off"), [("camelup", 60, 0.2), ("cards", 40, 0.2), ("targui", 160, 0.5)]
)
@pytest.mark.every(3)
def test_results_follow_what_was_unforeseen_by_as_much_as_a_network_says(
    game: str, games: int, off: float
) -> None:
    """With a slope of 1: less where it overstates luck. `off` is two intervals of so many games."""
    found = slope([(unforeseen(game, number),) for number in range(games)])
    assert found is not None
    assert abs(found.value - 1) < off
