"""Badges of seats."""

from __future__ import annotations

from camelnet_gui.style.seat_marks import seat_marks


def test_badges_differ_where_names_begin_alike() -> None:
    initials = [mark.initial for mark in seat_marks(("Ana", "Amira", "Ben", "Bot 1", "Bot 2"))]
    assert len(set(initials)) == 5
