"""The luck of a finished game: exact where hands are known, and worth what the network says."""

from __future__ import annotations

from collections import Counter

import pytest

from camelnet import rules
from camelnet.bots.luck import outcomes
from camelnet.lab import arena
from camelnet.lab.arena import luck, statistics
from camelnet.session.game.referee import Referee
from tests.sampling import only_full


def played(game: str, seats: int, seed: int) -> tuple[Referee, dict[tuple[int, int], str]]:
    """A whole game of simple players, and all cards that were in their hands."""
    referee = Referee(rules.new(game, seats=seats), bytes([seed]) * 32, plies_max=20_000)
    held: dict[tuple[int, int], str] = {}
    while not referee.over:
        held |= luck.hands(referee)
        seat = referee.position.decider
        assert seat is not None
        referee.decide(referee.position.greedy(referee.faces(seat)))
    return referee, held


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_card_in_a_hand_cannot_be_drawn_and_all_others_are_equally_likely(seats: int) -> None:
    referee, held = played("cards", seats, seats)
    position, drawn, changed = rules.new("cards", seats=seats), 0, 0
    for number, came in enumerate(referee.history):
        pack = position.pack()
        if position.is_chance and pack is not None:
            deck = Counter({f"card {face}": count for face, count in pack.unseen})
            deck -= Counter(
                f"card {held[pack.number, slot.owner]}"
                for slot in pack.slots
                if slot.owner is not None
            )
            might = outcomes(position, referee.history[:number])
            known = luck.known(might, position, held)
            assert {one.notation: one.chance for one in known if one.chance} == {
                card: pytest.approx(count / deck.total()) for card, count in deck.items()
            }
            assert came in deck
            changed += len(might) > len(deck)
            drawn += 1
        position = position.apply(came)
    assert drawn > 20
    assert changed, "no hand held the last card of its face: another seed is needed"


@pytest.mark.parametrize("game", ["camelup", "cards", "targui"])
def test_the_luck_of_all_seats_together_is_none_and_players_take_theirs_along(game: str) -> None:
    of = arena.tournament(game, (arena.entrant("greedy"),) * 3, seed=2)
    by_seat = []
    for number in range(3, 6):
        outcome = arena.play(of, number)
        assert outcome is not None
        assert sum(outcome.luck) == pytest.approx(0, abs=1e-4)
        by_seat.append([outcome.luck[(seat - number) % 3] for seat in range(3)])
    assert by_seat[0] == by_seat[1] == by_seat[2]
    assert max(by_seat[0]) > 0.01


@only_full
@pytest.mark.slow
@pytest.mark.parametrize(("game", "games"), [("camelup", 200), ("cards", 60)])
def test_luck_is_worth_what_the_network_says(game: str, games: int) -> None:
    """The slope of results on luck is 1, to a tenth and four standard errors."""
    of = arena.tournament(game, (arena.entrant("hard@1nodes"),) * 4, seed=5)
    outcomes = [arena.play(of, number * of.seats) for number in range(games)]
    slope = statistics.slope([(outcome,) for outcome in outcomes if outcome is not None])
    assert slope is not None
    assert slope.high is not None
    error = (slope.high - slope.value) / 2
    assert error < 0.15
    assert abs(slope.value - 1) < 0.1 + 4 * error
