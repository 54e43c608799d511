"""camelup against worked examples, complete games, and the rules written a second time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Position
from tests.rules import oracle
from tests.rules.play import plies, read_lines, starts

EXAMPLES = read_lines("camelup/examples.jsonl")
GAMES = read_lines("camelup/games.jsonl")


def entry(value: Any, path: str) -> Any:
    """`money.1` in a dictionary of lists."""
    for part in path.split("."):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def found(position: Position, key: str) -> Any:
    if key.startswith("legal "):
        verb = key.removeprefix("legal ")
        return sorted(n for n in position.legal() if n.split(" ")[0] == verb)
    if key in ("scores", "winners"):
        return getattr(position, key)()
    return entry(position.to_dict(), key)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_a_worked_example_comes_out_as_written(example: dict[str, Any]) -> None:
    position = rules.from_dict(example["state"])
    assert position.to_dict() == example["state"]
    for notation in example["apply"]:
        position = position.apply(notation)
    for key, expected in example["expect"].items():
        assert found(position, key) == expected, key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game['seats']} seats")
def test_a_complete_game_goes_as_written(game: dict[str, Any]) -> None:
    position = rules.new(game["game"], seats=game["seats"], options=game["options"])
    assert position.to_dict() == game["start"]
    for step in game["path"]:
        position = position.apply(step["apply"])
        assert len(position.legal() or position.outcomes()) == step["ways"], step["apply"]
        if "state" in step:
            assert position.to_dict() == step["state"]
    assert position.turn == "over"
    assert position.scores() == game["scores"]
    assert position.winners() == game["winners"]


@settings(max_examples=40)
@given(starts("camelup"), st.integers(0, 10_000))
def test_the_core_plays_as_the_rules_read(start: Position, seed: int) -> None:
    told = start.to_dict()
    for ply in plies(start, seed):
        if isinstance(told["turn"], int):
            assert sorted(ply.before.legal()) == sorted(oracle.legal(told))
        elif told["turn"] == "chance":
            assert ply.before.outcomes() == [(n, 1) for n in oracle.outcomes(told)]
        told = oracle.apply(told, ply.notation)
        assert ply.after.to_dict() == told
