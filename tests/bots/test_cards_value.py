"""The learned value of Camel Up Cards: its network fits, judges plain positions, and plays well.

What it reads and the moves that it judges are held from inside by native/tests/test_cards_value.c.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from camelnet import rules
from camelnet.bots.network import Network, network
from camelnet.bots.search import Analysis, analyse
from camelnet.lab.selfplay import RANDOM, SelfPlay, inputs_of
from camelnet.rules import Position
from tests.bots.test_cards_player import FAR, SEEN
from tests.rules.cards_positions import HOME, begun, held
from tests.rules.play import place


@pytest.fixture(scope="module")
def learned() -> Network:
    found = network("cards")
    assert found is not None
    return found


def judged(position: Position, faces: str = "", nodes: int = 8) -> Analysis:
    assert isinstance(position.turn, int)
    return analyse(position, position.turn, faces, nodes=nodes, seed=1)


def share_of(learned: Network, players: Sequence[int]) -> float:
    """What the network wins of the games, every seat sitting everywhere once."""
    table, won, seats = SelfPlay("cards"), 0.0, len(players)
    start = rules.new("cards", seats=seats, options={})
    for turn in range(seats):
        seated = [*players[turn:], *players[:turn]]
        played = table.play(start, [learned], seated, seed=1, noise=0, explore=0, keep=0)
        assert played is not None
        won += sum(s for s, p in zip(played.shares, seated, strict=True) if p == 0)
    return won / seats


def test_the_package_has_a_network_of_this_game(learned: Network) -> None:
    assert learned.game == "cards"
    assert learned.shape.inputs == inputs_of("cards")


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


def test_it_beats_chance_with_any_number_of_seats(learned: Network) -> None:
    for seats in (3, 6):
        assert share_of(learned, [0] + [RANDOM] * (seats - 1)) > 0.6
