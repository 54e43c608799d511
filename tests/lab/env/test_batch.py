"""Many tables at once: each plays the very games of the environment for one."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import pytest

from camelnet import rules

pytest.importorskip("numpy", reason="the extra `env` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")

import numpy

from camelnet.lab.env import Batch, GameEnv, raw_env

SHORT: dict[str, dict[str, Any]] = {"targui": {"destiny": [1, 6], "camels": 40}}
STEPS = {"camelup": 260, "cards": 220, "targui": 420}


def choose(batch: Batch, random: Random) -> list[int]:
    """An action for each table that can be taken there; the first half of the time, since it is
    what brings games to their end."""
    legal = [row.nonzero()[0].tolist() for row in batch.mask]
    return [could[0] if random.random() < 0.5 else random.choice(could) for could in legal]


def finished(table: GameEnv) -> bool:
    return any(table.terminations.values()) or any(table.truncations.values())


@pytest.mark.parametrize("more", [{}, {"reward": "score"}, {"plies_max": 70}])
@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_each_table_plays_the_games_of_the_single_environment(
    game: str, more: dict[str, Any]
) -> None:
    given = {"seats": 3, "options": SHORT.get(game), **more}
    batch, random = Batch(game, tables=3, **given), Random(12)
    singles = [raw_env(game=game, **given) for _ in range(3)]
    batch.reset(seed=40)
    for number, single in enumerate(singles):
        single.reset(seed=40 + number)
    games = 0
    for _ in range(STEPS[game]):
        for number, single in enumerate(singles):
            seen = single.observe(single.agent_selection)
            assert batch.position(number) == single.position
            assert single.agent_selection == f"seat_{batch.seat[number]}"
            assert (batch.observation[number] == seen["observation"]).all()
            assert (batch.mask[number] == seen["action_mask"]).all()
        actions = choose(batch, random)
        rewards, terminated, truncated = batch.step(actions)
        for number, single in enumerate(singles):
            single.step(actions[number])
            paid = [single.rewards[name] for name in single.possible_agents]
            assert rewards[number].tolist() == pytest.approx(paid)
            assert terminated[number] == all(single.terminations.values())
            assert truncated[number] == all(single.truncations.values())
            if finished(single):
                games += 1
                single.reset()
    assert games >= 3, "no game was followed by another"


def test_a_masked_action_is_refused_and_nothing_has_changed() -> None:
    batch = Batch("camelup", 2, tables=4)
    with pytest.raises(ValueError, match="reset comes first"):
        batch.step([0] * 4)
    batch.reset(seed=1)
    before = [batch.position(table) for table in range(4)], batch.observation.copy()
    wrong = int((batch.mask[2] == 0).argmax())
    with pytest.raises(ValueError, match=f"action {wrong} cannot be taken now at table 2"):
        batch.step([0, 0, wrong, 0])
    for far in (-1, 46, 2**31, 2**32, 2**63 - 1, -(2**63), 2**64 - 1):
        actions = numpy.array([0, far, 0, 0], dtype=object).astype(
            numpy.uint64 if far >= 2**63 else numpy.int64
        )
        with pytest.raises(ValueError, match=f"action {far} cannot be taken now at table 1"):
            batch.step(actions)
    for given in ([0, 0, 0], [[0, 0, 0, 0]], [0.0] * 4, [2**70] * 4, [True] * 4, "roll", None):
        with pytest.raises(ValueError, match="action"):
            batch.step(given)
    assert [batch.position(table) for table in range(4)] == before[0]
    assert (batch.observation == before[1]).all()
    batch.step([0] * 4)
    assert all(batch.position(table) != before[0][table] for table in range(4))


@pytest.mark.parametrize(
    "wrong",
    [{"game": "chess"}, {"seats": 9}, {"tables": 0}, {"tables": 65_537}, {"reward": "fame"}],
)
def test_a_batch_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"game|seats|tables|reward"):
        Batch(**wrong)


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_a_table_plays_the_same_games_in_any_batch(game: str) -> None:
    """Its games follow from its own seed and actions, whatever stands beside it."""

    def games(tables: int, seed: int, at: int) -> list[bytes]:
        batch, random, told = Batch(game, 3, SHORT.get(game), tables=tables), Random(5), []
        batch.reset(seed=seed)
        for _ in range(STEPS[game]):
            actions = batch.mask.argmax(1)
            could = batch.mask[at].nonzero()[0].tolist()
            actions[at] = could[0] if random.random() < 0.5 else random.choice(could)
            rewards, terminated, _truncated = batch.step(actions)
            told.append(batch.position(at).state + rewards[at].tobytes() + terminated[at].tobytes())
        return told

    assert games(1, 17, 0) == games(9, 13, 4) == games(40, 2, 15)


@pytest.mark.parametrize("plies_max", [20_000, 50])
@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_the_end_of_a_game_is_seen_after_the_next_has_begun(game: str, plies_max: int) -> None:
    batch, random = Batch(game, 3, tables=4, plies_max=plies_max), Random(3)
    singles = [raw_env(game=game, seats=3, plies_max=plies_max) for _ in range(4)]
    batch.reset(seed=9)
    assert batch.final_observation.shape == (0, 3, sum(block.size for block in batch.blocks))
    for number, single in enumerate(singles):
        single.reset(seed=9 + number)
    seen = 0
    for _ in range(STEPS[game]):
        actions = choose(batch, random)
        batch.step(actions)
        for single, action in zip(singles, actions, strict=True):
            single.step(action)
        ended = [single for single in singles if finished(single)]
        last = batch.final_observation
        assert last.dtype == numpy.int16
        assert len(last) == len(ended)
        for views, single in zip(last, ended, strict=True):
            for agent, view in zip(single.possible_agents, views, strict=True):
                assert (view == single.observe(agent)["observation"]).all()
            single.reset()
            seen += 1
    assert seen > 3
    batch.reset(seed=9)
    assert not len(batch.final_observation)


def test_a_copy_of_a_batch_goes_on_alike_and_alone() -> None:
    batch = Batch("cards", 2, tables=3, reward="score")
    batch.reset(seed=1)
    random = Random(2)
    for _ in range(70):
        batch.step(choose(batch, random))
    copies = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    before = [batch.position(table) for table in range(3)]
    actions = [choose(batch, random)]
    told = batch.step(actions[0])
    for _ in range(60):
        actions.append(choose(batch, random))
        batch.step(actions[-1])
    for other in copies:
        assert [other.position(table) for table in range(3)] == before
        assert all((a == b).all() for a, b in zip(other.step(actions[0]), told, strict=True))
        for each in actions[1:]:
            other.step(each)
        assert (other.observation == batch.observation).all()
        assert (other.mask == batch.mask).all()


@pytest.mark.parametrize("plies_max", [0, -5, 3, 6])
def test_games_without_a_decision_are_no_harm(plies_max: int) -> None:
    """Luck alone takes six plies; who may decide after that is truncated at each step."""
    batch = Batch("camelup", 2, tables=2, plies_max=plies_max)
    batch.reset(seed=1)
    if plies_max < 6:
        assert not batch.observation.any()
        with pytest.raises(ValueError, match="action 0 cannot be taken now at table 0"):
            batch.step([0, 0])
    else:
        assert batch.step([0, 0])[2].all()
        assert batch.step([0, 0])[2].all()


def test_what_a_caller_writes_into_the_arrays_does_not_matter() -> None:
    """They are for reading: a mask that says more lets nobody do more."""
    batch, other = (Batch("targui", 2, tables=2) for _ in range(2))
    batch.reset(seed=1)
    other.reset(seed=1)
    wrong = int((batch.mask[1] == 0).argmax())
    for array in (batch.mask, batch.observation, batch.seat):
        array.fill(1)
    with pytest.raises(ValueError, match="cannot be taken now at table 1"):
        batch.step([int(other.mask[0].argmax()), wrong])
    actions = other.mask.argmax(1)
    batch.step(actions)
    other.step(actions)
    assert (batch.observation == other.observation).all()
    assert (batch.mask == other.mask).all()
    assert (batch.seat == other.seat).all()
    with pytest.raises(ValueError, match="resize"):
        batch.mask.resize((1, 1))
