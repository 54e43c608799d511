"""Strokes of luck: every outcome is weighed by its probability, so they are 0 on average."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from camelnet import rules
from camelnet.bots.luck import outcomes, stroke
from camelnet.bots.network import usable
from camelnet.rules import Position
from tests.rules.play import plies

GAMES = [game for game in rules.GAMES if usable(game)]


def before_luck(game: str, seed: int) -> Iterator[tuple[Position, tuple[str, ...], str]]:
    """The places of a random game at which luck comes next: what happened before, and what came."""
    history: tuple[str, ...] = ()
    seats = rules.GAMES[game].seats_min + seed % 2
    for ply in plies(rules.new(game, seats=seats), seed):
        if ply.before.is_chance:
            yield ply.before, history, ply.notation
        history = (*history, ply.notation)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_luck_is_0_on_average_whatever_may_come(game: str, seed: int) -> None:
    strokes = 0
    for position, history, came in before_luck(game, seed):
        might = outcomes(position, history)
        weights = dict(position.outcomes())
        total = sum(weights.values())
        assert {one.notation: pytest.approx(one.chance) for one in might} == {
            notation: weight / total for notation, weight in weights.items()
        }
        luck = {one.notation: stroke(one.notation, might) for one in might}
        for seat in range(position.seats):
            mean = sum(one.chance * luck[one.notation][seat] for one in might)
            assert mean == pytest.approx(0, abs=1e-12), f"{came} in game {seed}"
        assert all(sum(shares) == pytest.approx(0, abs=1e-5) for shares in luck.values())
        strokes += any(abs(share) > 0.001 for share in luck[came])
    assert strokes > 10, "luck changed next to nothing: another seed is needed"


def test_a_card_that_ends_the_game_is_worth_the_result() -> None:
    ends = 0
    for position, history, _came in before_luck("cards", 3):
        for one in outcomes(position, history):
            after = position.apply(one.notation)
            if after.is_over:
                won = after.winners()
                expected = [(seat in won) / len(won) for seat in range(position.seats)]
                assert one.shares == pytest.approx(expected)
                ends += 1
    assert ends, "no card ended this game: another seed is needed"


def test_who_knows_the_history_judges_luck_by_it() -> None:
    """The same dice are worth more to a seat that is believed to have bet on the leader."""
    apart = 0
    for position, history, came in before_luck("camelup", 3):
        with_it, without = (stroke(came, outcomes(position, past)) for past in (history, None))
        apart += with_it != without
    assert apart


def test_no_luck_comes_at_decisions_and_only_what_may_come_comes() -> None:
    position, history, _came = next(before_luck("camelup", 1))
    might = outcomes(position, history)
    with pytest.raises(ValueError, match="could not come"):
        stroke("die purple 4", might)
    with pytest.raises(ValueError, match="history"):
        outcomes(position, ("roll",))
    while position.is_chance:
        position = position.apply(position.outcomes()[0][0])
    assert outcomes(position) == ()
