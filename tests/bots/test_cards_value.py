"""The learned value of Camel Up Cards: it judges plain positions.

What it reads and the moves that it judges are held from inside by native/tests/test_cards_value.c.
"""

from __future__ import annotations

import pytest

from camelnet.bots.search import Analysis, analyse
from camelnet.rules import Position
from tests.bots.test_cards_search import FAR, SEEN
from tests.rules.cards_positions import HOME, begun, held
from tests.rules.play import place


def judged(position: Position, faces: str = "", nodes: int = 8) -> Analysis:
    assert isinstance(position.turn, int)
    return analyse(position, position.turn, faces, nodes=nodes, seed=1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_hundred_coins_more_are_nearly_the_victory(seats: int) -> None:
    rich = place(begun(seats), money=[103] + [3] * (seats - 1))
    found = judged(rich)
    assert found.shares[0] > 0.9
    assert sum(found.shares) == pytest.approx(1, abs=1e-3)


def test_equal_seats_have_about_equal_chances() -> None:
    found = judged(begun(4))
    assert all(0.15 < share < 0.35 for share in found.shares)


def test_a_card_that_is_nearly_sure_to_win_counts_before_it_pays() -> None:
    """White stands alone before the finish; one of two equal seats holds its winner card."""
    spread = {"0": "", "2": "bgo", "6": "y", "15": "w"}
    plain = {"track": spread, "leaders": {**HOME, "w": []}, "deck": 6, "seen": SEEN[:6]}
    leaders = {"lead": ["w3", "w2"]}, {"lead": ["w5", "w2"]}
    without = place(begun(2), **plain, held=held(*leaders))
    finals = {"win": "bgoy", "lose": "bgowy"}
    holds = held({**leaders[0], "win": "w"}, leaders[1])
    owned = place(begun(2), **plain, held=holds, finals=finals)
    assert judged(owned).shares[0] > judged(without).shares[0] + 0.1


def test_the_sure_bet_is_seen_one_move_ahead() -> None:
    late = place(begun(2), track=FAR, deck=1, seen=SEEN).apply("palm 12")
    assert judged(late, nodes=1).best.notation == "lead w"
