"""Many tables at once: each plays the very games of the environment for one."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from camelnet import rules

pytest.importorskip("numpy", reason="the extra `env` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")

from camelnet.env import Batch, GameEnv, raw_env
from camelnet.rules.batch import Numbers

SHORT: dict[str, dict[str, Any]] = {"targui": {"destiny": [1, 6], "camels": 40}}
STEPS = {"camelup": 260, "cards": 220, "targui": 420}


def choose(batch: Batch, random: Random) -> list[int]:
    """An action for each table that can be taken there; the first half of the time, since it is
    what brings games to their end."""
    legal = [row.nonzero()[0].tolist() for row in batch.mask]
    return [could[0] if random.random() < 0.5 else random.choice(could) for could in legal]


def finished(table: GameEnv) -> bool:
    return any(table.terminations.values()) or any(table.truncations.values())


@pytest.mark.parametrize("reward", ["victory", "score"])
@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_each_table_plays_the_games_of_the_single_environment(game: str, reward: Any) -> None:
    given: dict[str, Any] = {"seats": 3, "options": SHORT.get(game), "reward": reward}
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


@pytest.mark.parametrize("game", ["camelup", "cards"])
def test_games_that_are_too_long_are_truncated_as_in_the_single_environment(game: str) -> None:
    batch, random = Batch(game, 4, tables=2, plies_max=40), Random(1)
    singles = [raw_env(game=game, seats=4, plies_max=40) for _ in range(2)]
    batch.reset(seed=7)
    for number, single in enumerate(singles):
        single.reset(seed=7 + number)
    cut = 0
    for _ in range(90):
        actions = choose(batch, random)
        rewards, _terminated, truncated = batch.step(actions)
        for number, single in enumerate(singles):
            single.step(actions[number])
            assert truncated[number] == finished(single)
            assert not rewards[number].any()
            if finished(single):
                cut += 1
                single.reset()
            assert batch.position(number) == single.position
    assert cut > 2


def test_a_masked_action_is_refused_and_nothing_has_changed() -> None:
    batch = Batch("camelup", 2, tables=4)
    with pytest.raises(ValueError, match="reset comes first"):
        batch.step([0] * 4)
    batch.reset(seed=1)
    before = [batch.position(table) for table in range(4)], batch.observation.copy()
    wrong = int((batch.mask[2] == 0).argmax())
    with pytest.raises(ValueError, match=f"action {wrong} cannot be taken now at table 2"):
        batch.step([0, 0, wrong, 0])
    for actions in ([0, 0, 0], [[0, 0, 0, 0]], [0.0] * 4, [0, 0, -1, 0]):
        with pytest.raises(ValueError, match="action"):
            batch.step(actions)
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


def test_buffers_of_a_wrong_size_never_reach_the_core() -> None:
    position = rules.new("camelup", 2)
    core = Numbers(position)
    two = position.state * 2
    with pytest.raises(ValueError, match="a buffer of 46 instead of 92"):
        core.offer(two, bytearray(core.actions))
    with pytest.raises(ValueError, match="not positions of this game"):
        core.offer(two[:-1], bytearray(2 * core.actions))
    with pytest.raises(ValueError, match="not positions of this game"):
        core.offer(rules.new("camelup", 3).state, bytearray(core.actions))
    with pytest.raises(ValueError, match="has no numbers"):
        Numbers(rules.new("template", 2))
    with pytest.raises((TypeError, BufferError, ValueError)):
        core.offer(two, bytes(2 * core.actions))
