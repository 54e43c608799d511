"""Badges of seats."""

from __future__ import annotations

import pytest
from camelnet_gui.style.seat_marks import seat_marks


def test_badges_differ_where_names_begin_alike() -> None:
    initials = [mark.initial for mark in seat_marks(("Ana", "Amira", "Ben", "Bot 1", "Bot 2"))]
    assert len(set(initials)) == 5


@pytest.mark.parametrize(
    ("names", "initials"),
    [
        (("Anna", "Anton", "Andi"), "An At Ad"),
        (("Anna", "Anno", "Anton"), "Aa An At"),
        (("Ana", "Ana", "Anton"), "Aa An At"),
        (("Ana", "Anaa"), "An Aa"),
        (("Bot 1", "Bot 10", "Bot 11"), "B1 B0 Bo"),
        (("Anna", "Anton", "Aaron"), "An At Aa"),
        (("ßeta", "Bo"), "ß B"),
        (("ßeta", "ßen", "ßent"), "ßt ße ßn"),
    ],
)
def test_badges_differ_where_names_differ_later(names: tuple[str, ...], initials: str) -> None:
    assert [mark.initial for mark in seat_marks(names)] == initials.split()


def test_initials_that_differ_already_stay_as_they_are() -> None:
    for names, initials in (
        (("Ana", "Ben"), "A B"),
        (("Ana", "Amira"), "An Am"),
        (("Anna Berg", "Anna Cohn"), "Ab Ac"),
        (("Max", "Max 2"), "Ma M2"),
        (("Ana", "Ana"), "An An"),
    ):
        assert [mark.initial for mark in seat_marks(names)] == initials.split()
