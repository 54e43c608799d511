"""What a run leaves out another takes: the parts of the slow tests are all of them, each once."""

from __future__ import annotations

from typing import cast

import pytest

from tests.sampling import sampled


class Item:
    """As much of a `pytest.Item` as is asked for."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid = nodeid
        self._marks = {each.name: each.mark for each in marks}

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self._marks.get(name)


def names(slow: str) -> list[str]:
    marks = {"a": (), "b": (pytest.mark.slow,), "c": (pytest.mark.slow, pytest.mark.every(2))}
    made = [Item(f"test_{test}[{n}]", *marks[test]) for test in marks for n in range(3)]
    items = cast("list[pytest.Item]", made)
    run, left_out = sampled(items, slow)
    assert sorted([*run, *left_out], key=items.index) == items
    return [item.nodeid for item in run]


def test_halves_of_the_slow_tests_are_all_of_them_and_each_has_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.sampling.FULL", False)
    quick = [f"test_a[{n}]" for n in range(3)]
    assert names("1/1") == [*quick, *(f"test_b[{n}]" for n in range(3)), "test_c[0]", "test_c[2]"]
    assert names("1/2") == [*quick, "test_b[0]", "test_b[2]", "test_c[2]"]
    assert names("2/2") == [*quick, "test_b[1]", "test_c[0]"]
