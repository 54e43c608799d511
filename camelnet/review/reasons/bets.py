"""Bets in front of the seats, as the reasons of both camel games count them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def others_who_bet(
    held: Sequence[Mapping[str, Sequence[str]]], kind: str, camel: str, seat: int
) -> int:
    """The number of other seats that hold a bet of a kind ("leg", "lead") on a camel; `held` is
    that of `Position.to_dict`."""
    return sum(
        any(bet[0] == camel for bet in bets[kind])
        for other, bets in enumerate(held)
        if other != seat
    )
