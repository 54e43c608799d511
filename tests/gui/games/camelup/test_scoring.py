"""The scoring tables explain each pound: their sums are the money in the position."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camels.scoring import IncomeTotals
from camelnet_gui.games.camelup.scoring import final_sheet, gains, leg_sheet, ranking_of

from camelnet.rules.games.camelup.events import CardScored, LegScored, RaceEnded
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

GAMES = [(seats, seed) for seed, seats in enumerate((2, 3, 4, 5, 6, 7, 8, 4, 3, 5))]


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_accounts_add_up_at_every_step(seats: int, seed: int) -> None:
    script, income = ScriptedCamelUp(seats=seats, seed=seed), IncomeTotals(gains)
    for step in script.play(lambda _position: False):
        income.add(step.before, step.events)
        assert [account.total for account in income.accounts] == step.after.scores(), step.notation


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_each_leg_sheet_leads_from_the_money_before_to_the_money_after(
    seats: int, seed: int
) -> None:
    script = ScriptedCamelUp(seats=seats, seed=seed)
    sheets = 0
    for step in script.play(lambda _position: False):
        for event in step.events:
            if not isinstance(event, LegScored):
                continue
            sheets += 1
            for seat in leg_sheet(event).seats:
                assert max(0, seat.before + seat.sum) == seat.after
                assert seat.floored == (seat.before + seat.sum < 0)
    assert sheets > 0


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_the_final_sheet_turns_every_card_and_ends_at_the_result(seats: int, seed: int) -> None:
    script = ScriptedCamelUp(seats=seats, seed=seed)
    final = None
    for step in script.play(lambda _position: False):
        if any(isinstance(event, CardScored) for event in step.events):
            final = final_sheet(step.before, step.after, step.events)
    public = script.position.to_dict()
    assert len(final.cards) == len(public["win"]) + len(public["lose"])
    money = list(final.money_before)
    for card in final.cards:
        money[card.seat] += card.earned
        assert money[card.seat] == card.after
        assert card.right == (card.earned > 0)
    assert tuple(money) == final.money_after == tuple(script.position.scores())
    assert list(final.winners) == script.position.winners()


@pytest.mark.parametrize("seed", range(4))
def test_the_ranking_is_the_one_of_the_rules(seed: int) -> None:
    script = ScriptedCamelUp(seed=seed)
    for step in script.play(lambda _position: False):
        for event in step.events:
            if isinstance(event, RaceEnded):
                assert ranking_of(step.after) == event.ranking
