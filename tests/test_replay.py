"""Records as positions: the game that was played, and nothing of a record that does not hold."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from camelnet import replay, rules
from tests.session.room import Room


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    room = Room(["greedy", "greedy"], tmp_path_factory.mktemp("room"), seed=3)
    try:
        room.seat_all()
        room.end_well()
        return room.guests[0].record_path()
    finally:
        room.close()


@pytest.mark.slow
def test_a_record_is_read_as_the_game_that_was_played(record: Path) -> None:
    game = replay.read(record)
    assert game.names == game.verdict.names
    assert len(set(game.names)) == 2
    assert game.positions[0] == rules.new("camelup", 2)
    assert len(game.positions) == len(game.steps) + 1
    position = game.positions[0]
    for step, after in zip(game.steps, game.positions[1:], strict=True):
        assert step.before == position
        position = position.apply(step.notation)
        assert step.after == position == after
    assert position.is_over
    assert tuple(position.scores()) == game.verdict.scores


@pytest.mark.slow
def test_a_path_a_text_and_an_open_file_are_read_alike(record: Path) -> None:
    game = replay.read(record)
    assert replay.read(str(record)) == game
    with record.open("rb") as file:
        assert replay.read(file) == game
    assert tuple(replay.steps(io.BytesIO(record.read_bytes()))) == game.steps


def test_steps_of_a_damaged_record_are_given_as_far_as_they_hold(record: Path) -> None:
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    whole = replay.read(record).steps
    kept: list[replay.Step] = []
    with pytest.raises(replay.BadRecord):
        kept.extend(replay.steps(io.BytesIO(bytes(data))))
    assert 0 < len(kept) < len(whole)
    assert tuple(kept) == whole[: len(kept)]
    with pytest.raises(replay.BadRecord):
        replay.read(io.BytesIO(bytes(data)))


def test_a_record_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        replay.read(tmp_path / "none.camelnet")
