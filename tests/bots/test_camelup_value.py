"""The learned value of Camel Up: beliefs about race cards from the history."""

from __future__ import annotations

from camelnet import rules
from camelnet.bots.search import analyse
from tests.rules.play import after

SPREAD = ("first 0", "start b1", "start g1", "start o2", "start w3", "start y3")


def test_who_knows_when_a_card_was_laid_judges_otherwise() -> None:
    rolls = [f"die {die}" for die in ("w3", "y3", "o1", "g2", "b3")]
    history = [*SPREAD, "win 0", "win 1", *(n for die in rolls for n in ("roll", die))]
    position = after(rules.new("camelup", seats=3), *history)
    seat = position.turn
    assert isinstance(seat, int)
    one = analyse(position, seat, "bgowy", nodes=60, history=history)
    other = analyse(position, seat, "bgowy", nodes=60)
    assert one.shares != other.shares
