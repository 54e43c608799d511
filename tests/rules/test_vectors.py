"""Worked examples and complete games, for every game that has some (tests/data/<key>)."""

from __future__ import annotations

from typing import Any

import pytest

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import DATA, read_lines


def lines(name: str) -> list[dict[str, Any]]:
    """The lines of a file that not every game needs to have."""
    paths = (f"{game}/{name}" for game in rules.GAMES)
    return [line for path in paths if (DATA / path).exists() for line in read_lines(path)]


EXAMPLES, GAMES = lines("examples.jsonl"), lines("games.jsonl")


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


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda line: f"{line['game']}: {line['name']}")
def test_a_worked_example_comes_out_as_written(example: dict[str, Any]) -> None:
    position = rules.from_dict(example["state"])
    assert position.to_dict() == example["state"]
    for notation in example["apply"]:
        position = position.apply(notation)
    for key, expected in example["expect"].items():
        assert found(position, key) == expected, key


@pytest.mark.parametrize("game", GAMES, ids=lambda line: f"{line['game']}, {line['seats']} seats")
def test_a_complete_game_goes_as_written(game: dict[str, Any]) -> None:
    position = rules.new(game["game"], seats=game["seats"], options=game["options"])
    assert position.to_dict() == game["start"]
    assert list(position.to_dict()) == list(game["start"])
    for step in game["path"]:
        position = position.apply(step["apply"])
        assert len(position.legal() or position.outcomes()) == step["ways"], step["apply"]
        if "state" in step:
            assert position.to_dict() == step["state"]
    assert position.turn == "over"
    assert position.scores() == game["scores"]
    assert position.winners() == game["winners"]
