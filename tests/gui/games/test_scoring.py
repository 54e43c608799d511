"""The scoring tables of both races explain each coin: their sums are the money in the position."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from camelnet_gui.games.camels.scoring import IncomeTotals
from camelnet_gui.games.camelup import scoring as camelup
from camelnet_gui.games.cards import scoring as cards

from camelnet.rules.games.camelup.events import CardScored, LegScored, RaceEnded
from camelnet.rules.games.cards.events import FinalScored
from camelnet.rules.games.cards.events import LegScored as CardsLegScored
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame

CAMELUP = [
    partial(ScriptedCamelUp, seats=seats, seed=seed)
    for seed, seats in enumerate((2, 3, 4, 5, 6, 7, 8, 4, 3, 5))
]
CARDS = [
    partial(ScriptedCards, seats=2 + seed % 5, me=0, seed=seed, options=options)
    for seed in range(6)
    for options in ({}, {"trophies": False}, {"bet_optional": True, "min_money": 0})
]
USUAL = [
    partial(ScriptedCards, seats=seats, me=0, seed=seed) for seats in (3, 4) for seed in range(6)
]
Script = Callable[[], ScriptedGame]


@pytest.mark.parametrize(
    ("gains", "script_of"),
    [*((camelup.gains, made) for made in CAMELUP), *((cards.gains, made) for made in CARDS)],
)
def test_the_accounts_add_up_at_every_step(gains: Callable[..., object], script_of: Script) -> None:
    income = IncomeTotals(gains)
    for step in script_of().play(lambda _position: False):
        income.add(step.before, step.events)
        assert [account.total for account in income.accounts] == step.after.scores(), step.notation


@pytest.mark.parametrize("script_of", CAMELUP)
def test_the_sheets_of_camel_up_lead_from_the_money_before_to_the_money_after(
    script_of: Script,
) -> None:
    script, legs, final = script_of(), 0, None
    for step in script.play(lambda _position: False):
        for event in step.events:
            if isinstance(event, LegScored):
                legs += 1
                for seat in camelup.leg_sheet(event).seats:
                    assert max(0, seat.before + seat.sum) == seat.after
                    assert seat.floored == (seat.before + seat.sum < 0)
            if isinstance(event, RaceEnded):
                assert camelup.ranking_of(step.after) == event.ranking
        if any(isinstance(event, CardScored) for event in step.events):
            final = camelup.final_sheet(step.before, step.after, step.events)
    assert legs > 0
    public = script.position.to_dict()
    assert len(final.cards) == len(public["win"]) + len(public["lose"]), "every card is turned over"
    money = list(final.money_before)
    for card in final.cards:
        money[card.seat] += card.earned
        assert money[card.seat] == card.after
        assert card.right == (card.earned > 0)
    assert money == list(script.position.scores())
    assert list(final.winners) == script.position.winners()


@pytest.mark.parametrize("script_of", USUAL)
def test_the_sheets_of_cards_lead_from_the_money_before_to_the_money_after(
    script_of: Script,
) -> None:
    script, legs = script_of(), 0
    *steps, last = script.play(lambda _position: False)
    for step in (*steps, last):
        sheet = cards.leg_sheet(step.events)
        assert (sheet is not None) == any(isinstance(e, CardsLegScored) for e in step.events)
        if sheet is None:
            continue
        legs += 1
        assert sorted(sheet.ranking) == sorted("bgowy")
        for seat in sheet.seats:
            assert seat.after == max(1, seat.before + seat.sum)
            assert seat.floored == (seat.before + seat.sum < 1)
    assert legs > 1
    assert not any(cards.final_sheet(step.events) for step in steps), "it comes with the last step"
    final = cards.final_sheet(last.events)
    (scored,) = [event for event in last.events if isinstance(event, FinalScored)]
    assert [seat.after for seat in final.seats] == list(scored.after) == script.position.scores()
    assert list(final.winners) == script.position.winners()
    for leg, end in zip(final.leg.seats, final.seats, strict=True):
        assert leg.after == end.before
        assert end.after == max(1, end.before + end.sum)
