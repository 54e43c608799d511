"""Where every coin came from: sheets repeat the core, and the accounts add up to the money."""

from __future__ import annotations

import pytest
from camelnet_gui.games.camels.scoring import IncomeTotals
from camelnet_gui.games.cards.scoring import final_sheet, gains, leg_sheet

from camelnet.rules import Options
from camelnet.rules.games.cards.events import FinalScored, LegScored
from tools.screenshots.cards.scripted_game import ScriptedCards

SETTINGS: list[Options] = [
    {},
    {"trophies": False},
    {"bet_optional": True, "min_money": 0},
]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_the_accounts_add_up_to_the_money_at_every_moment(seed: int, options: Options) -> None:
    print(f"seed {seed}")
    script, income = (
        ScriptedCards(seats=2 + seed % 5, me=0, seed=seed, options=options),
        IncomeTotals(gains),
    )
    for step in script.play(lambda _position: False):
        income.add(step.before, step.events)
        assert [account.total for account in income.accounts] == step.after.scores()


@pytest.mark.parametrize("seed", range(6))
def test_a_sheet_leads_from_the_money_before_to_the_money_after(seed: int) -> None:
    print(f"seed {seed}")
    script = ScriptedCards(seats=4, me=0, seed=seed)
    legs = 0
    for step in script.play(lambda _position: False):
        sheet = leg_sheet(step.events)
        assert (sheet is not None) == any(isinstance(e, LegScored) for e in step.events)
        if sheet is None:
            continue
        legs += 1
        assert sorted(sheet.ranking) == sorted("bgowy")
        for seat in sheet.seats:
            assert seat.after == max(1, seat.before + seat.sum)
            assert seat.floored == (seat.before + seat.sum < 1)
    assert legs > 1


@pytest.mark.parametrize("seed", range(6))
def test_the_final_sheet_comes_with_the_last_step_and_ends_with_the_scores(seed: int) -> None:
    print(f"seed {seed}")
    script = ScriptedCards(seats=3, me=0, seed=seed)
    steps = list(script.play(lambda _position: False))
    assert [final_sheet(step.events) for step in steps[:-1]] == [None] * (len(steps) - 1)
    sheet = final_sheet(steps[-1].events)
    (scored,) = [event for event in steps[-1].events if isinstance(event, FinalScored)]
    assert [seat.after for seat in sheet.seats] == list(scored.after) == script.position.scores()
    assert list(sheet.winners) == script.position.winners()
    for leg, final in zip(sheet.leg.seats, sheet.seats, strict=True):
        assert leg.after == final.before
        assert final.after == max(1, final.before + final.sum)
