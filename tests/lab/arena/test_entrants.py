"""Players by name: levels, budgets, and classes of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet import bots
from camelnet.lab import arena
from camelnet.lab.arena import ArenaError, executors
from tests.lab.arena.own_bots import First, Thinker
from tests.lab.arena.test_games import OWN, made, run

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.mark.parametrize(
    ("name", "level", "think_ms", "nodes"),
    [
        ("greedy", "greedy", 7, None),
        ("expert", "expert", 7, None),
        ("expert@100ms", "expert", 100, None),
        ("hard@2000nodes", "hard", None, 2000),
        (f"{OWN}:Thinker", f"{OWN}:Thinker", None, None),
        (f"{OWN}:Thinker@9nodes", f"{OWN}:Thinker", None, 9),
    ],
)
def test_a_name_says_level_and_budget(
    name: str, level: str, think_ms: int | None, nodes: int | None
) -> None:
    entrant = arena.entrant(name, think_ms=7)
    assert (entrant.level, entrant.think_ms, entrant.nodes) == (level, think_ms, nodes)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_level_can_be_named(level: str) -> None:
    assert callable(arena.entrant(level).bot(1).choose)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("champion", "There is no player “champion”; there are random, greedy"),
        ("", "There is no player “”"),
        ("expert@fast", "written like expert@100ms"),
        ("expert@0ms", "written like expert@100ms"),
        ("expert@", "written like expert@100ms"),
        (f"{OWN}:First@fast", "written like .*First@100ms"),
        ("greedy@10ms", "only the levels hard, expert have"),
        ("there_is_none:Bot", "There is no module there_is_none"),
        ("camelnet.there_is_none:Bot", r"There is no module camelnet\.there_is_none"),
        (f"{OWN}:Second", "has no class Second"),
        (f"{OWN}:Mute", "Mute has no method choose"),
        (f"{OWN}:__name__", "has no method choose"),
    ],
)
def test_a_name_that_is_none_is_refused_in_words(name: str, words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        arena.entrant(name)


def test_a_module_that_fails_is_told_with_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_a_bot.py").write_text("import nothing_like_it\n")
    (tmp_path / "broken_bot.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ArenaError, match="cannot be loaded: ModuleNotFoundError: No module"):
        arena.entrant("half_a_bot:Bot")
    with pytest.raises(ArenaError, match="cannot be loaded: ZeroDivisionError: division by zero"):
        arena.entrant("broken_bot:Bot")


def test_a_class_of_ones_own_is_made_with_a_seed() -> None:
    bot = arena.entrant(f"{OWN}:First").bot(77)
    assert isinstance(bot, First)
    assert bot.seed == 77


def test_a_class_of_ones_own_is_made_with_the_budget_of_its_name() -> None:
    bot = arena.entrant(f"{OWN}:Thinker@9nodes").bot(77)
    assert isinstance(bot, Thinker)
    assert (bot.seed, bot.think_ms, bot.nodes) == (77, None, 9)
    with pytest.raises(ArenaError, match=r"made with a seed: TypeError: .*'nodes'"):
        arena.entrant(f"{OWN}:First@9nodes").bot(77)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_the_example_plays_whole_games(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    of = made("leader_bot:LeaderBot", "random", game=game)
    with executors.here() as executor:
        report, _games = run(of, 20, executor)
    assert report.figures.games == 20
    leader, random = report.figures.standings
    # It is no good player, but one that bets on the leader earns more than one that plays blindly.
    assert game != "camelup" or leader.score.value > random.score.value
