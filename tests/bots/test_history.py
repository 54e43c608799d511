"""The public history, as bots get it: what fits, what follows from it, and what never does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from camelnet import bots, rules
from camelnet.bots import belief as beliefs
from camelnet.bots.base import takes_history
from camelnet.bots.belief import belief
from camelnet.bots.search import analyse
from camelnet.rules import Position
from camelnet.rules.core import ffi
from camelnet.session.game.referee import Referee
from tests.lab.arena.own_bots import First
from tests.rules.hidden import swap_hidden
from tests.rules.play import draw, plies

PLIES = {"camelup": 40, "cards": 40, "targui": 250}  # to somewhere in the middle


def lines_of(game: str, seed: int = 1) -> tuple[list[str], list[Position]]:
    """A game at random: its notations, and the positions before each and at the end."""
    made = list(plies(rules.new(game, 3), seed))
    return [ply.notation for ply in made], [made[0].before, *(ply.after for ply in made)]


def told(position: Position, history: list[str] | None) -> bytes:
    """The bytes of a belief."""
    found = belief(position, history)
    return b"" if found == ffi.NULL else bytes(ffi.buffer(found))


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "_followed", [])


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_belief_is_the_same_at_once_and_step_by_step(game: str) -> None:
    history, positions = lines_of(game)
    places = range(0, len(positions), max(1, len(positions) // 30))
    step_by_step = [told(positions[k], history[:k]) for k in places]
    backwards = [told(positions[k], history[:k]) for k in reversed(places)]
    assert step_by_step == backwards[::-1]
    for k, found in zip(places, step_by_step, strict=True):
        beliefs._followed.clear()
        assert told(positions[k], history[:k]) == found


def test_only_a_few_histories_are_remembered() -> None:
    history, positions = lines_of("camelup")
    for k in range(len(positions)):
        belief(positions[k], history[:k])
    assert len(beliefs._followed) == beliefs._REMEMBERED


@pytest.mark.parametrize("game", rules.GAMES)
def test_a_history_that_does_not_lead_to_the_position_is_refused(game: str) -> None:
    history, positions = lines_of(game)
    k = PLIES[game]
    with pytest.raises(ValueError, match="history: does not lead to this position"):
        analyse(positions[k], None, nodes=1, history=history[: k - 1])
    with pytest.raises(ValueError, match=rf"history\.{k}: 'leg z' does not fit: 'leg z' is no not"):
        analyse(positions[k], None, nodes=1, history=[*history[:k], "leg z"])
    for wrong in ("", f"{history[3]}\n", f"{history[3]}\n{history[4]}", "\N{DROMEDARY CAMEL}", 7):
        with pytest.raises(ValueError, match=r"history\.3: "):
            belief(positions[k], [*history[:3], wrong, *history[4:k]])  # type: ignore[list-item]


def test_a_refusal_names_the_rule_and_a_game_of_other_options_does_not_fit() -> None:
    history, positions = lines_of("camelup")
    with pytest.raises(ValueError, match=r"history\.0: 'roll' does not fit: luck comes first now"):
        belief(positions[1], ["roll"])
    other = rules.new("camelup", 4)
    with pytest.raises(ValueError, match="history: does not lead"):
        belief(other, history[:1])


@pytest.mark.parametrize("level", ["random", "greedy", "hard"])
@pytest.mark.parametrize("game", rules.GAMES)
def test_equal_histories_choose_equally(game: str, level: str) -> None:
    referee = Referee(rules.new(game, 3), bytes(32), plies_max=PLIES[game])
    random = Random(1)
    while not referee.over:
        position, history = referee.position, referee.history
        seat = position.decider
        assert seat is not None
        if referee.plies % 9 == 0:
            first, again = (
                bots.create(level, 5, **({"nodes": 30} if level == "hard" else {})).choose(
                    position, seat, referee.faces(seat), given
                )
                for given in (history, list(history))
            )
            assert first == again
        referee.decide(draw(position, random))


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_the_hidden_cards_of_others_change_nothing(game: str) -> None:
    """What others hold is another thing; the same is laid and played; the seat decides the same."""
    referee = Referee(rules.new(game, 3), bytes(32), plies_max=60)
    random, bot, looked = Random(2), bots.create("hard", 3, nodes=60), 0
    while not referee.over:
        position, history = referee.position, referee.history
        seat = position.decider
        assert seat is not None
        if seat == 0:
            chosen = bot.choose(position, 0, referee.faces(0), history)
            others = [referee.faces(other) for other in (1, 2)]
            swap_hidden(referee, random, me=0)
            assert game == "cards" or others != [referee.faces(other) for other in (1, 2)]
            assert bot.choose(position, 0, referee.faces(0), referee.history) == chosen
            looked += 1
        referee.decide(draw(position, random))
    assert looked > 5


def test_bots_of_other_people_may_do_without_a_history() -> None:
    assert not takes_history(First(seed=1))
    assert all(takes_history(bots.create(level, 1)) for level in bots.LEVELS)

    class Curious:
        def choose(self, *given: Any, **more: Any) -> str:
            return ""

    assert takes_history(Curious())
