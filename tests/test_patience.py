"""Waiting ends when nothing moves, however long the work itself takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.patience import Patience, until, written


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_work_that_moves_is_waited_for_without_end_and_a_hang_is_not() -> None:
    clock, done = Clock(), [0]
    patience = Patience(lambda: done[0], still_s=10.0, clock=clock)
    for _ in range(1000):
        clock.now += 9.0
        done[0] += 1
        assert patience.lasts
    clock.now += 9.0
    assert patience.lasts
    clock.now += 1.0
    assert not patience.lasts


def test_what_never_comes_fails_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    quick = {"still_s": 3.0, "clock": clock}
    monkeypatch.setattr(Patience.__init__, "__kwdefaults__", quick)

    def pass_time() -> None:
        clock.now += 1.0

    with pytest.raises(AssertionError, match="the caravan"):
        until(lambda: False, what="the caravan", between=pass_time)
    assert clock.now == 3.0


def test_files_that_grow_are_movement(tmp_path: Path) -> None:
    before = written(tmp_path)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/journal").write_bytes(b"entry")
    assert written(tmp_path) >= before + 5
