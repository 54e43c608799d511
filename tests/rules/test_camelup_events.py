"""The events of camelup: they tell all that a move changed, and nothing that it did not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet import rules
from camelnet.rules import Event, Position
from camelnet.rules.games.camelup.events import (
    CardScored,
    Earned,
    GameOver,
    LegBegan,
    LegScored,
    Moved,
    RaceEnded,
    ScoreLine,
)
from tests.rules.camelup_positions import SETUP, begun, held
from tests.rules.play import Ply, events, place, plies, starts


def money_told(before: list[int], caused: tuple[Event, ...]) -> list[int]:
    """The seats' money after the events, by what they say, each fitting the one before."""
    money = list(before)
    for event in caused:
        match event:
            case Earned(seat, pounds, _):
                money[seat] += pounds
            case LegScored():
                assert list(event.before) == money
                for seat, pounds in enumerate(money):
                    lines = sum(line.pounds for line in event.lines if line.seat == seat)
                    assert event.after[seat] == max(0, pounds + lines)
                money = list(event.after)
            case CardScored():
                money[event.seat] = max(0, money[event.seat] + event.pounds)
                assert event.after == money[event.seat]
            case _:
                pass
    return money


def track_told(ply: Ply, moved: Moved) -> dict[str, str]:
    """The track after a `Moved`, from the one before."""
    before = ply.before.to_dict()
    track = dict(before["track"])
    if moved.start:
        stack = track.pop(str(moved.start))
        assert stack.endswith(moved.unit)
        left = stack.removesuffix(moved.unit)
        if left:
            track[str(moved.start)] = left
    there = track.get(str(moved.end), "")
    assert moved.under == (moved.tile == "-" and there != "")
    if moved.end <= 16:
        track[str(moved.end)] = moved.unit + there if moved.under else there + moved.unit
    return track


@pytest.mark.slow
@given(starts("camelup"), st.integers(0, 10_000))
def test_events_account_for_every_pound_and_every_camel(start: Position, seed: int) -> None:
    for ply in plies(start, seed):
        assert money_told(ply.before.scores(), ply.events) == ply.after.scores()
        moves = [event for event in ply.events if isinstance(event, Moved)]
        assert len(moves) == (ply.notation.split(" ")[0] in ("die", "start"))
        after = ply.after.to_dict()
        for moved in moves:
            assert track_told(ply, moved) == after["track"]
            assert after["crossed"] == (moved.unit if moved.end == 17 else "")
        legs = [event for event in ply.events if isinstance(event, LegBegan)]
        assert bool(legs) == (after["leg"] != ply.before.to_dict()["leg"])
        assert all((e.leg, e.starter) == (after["leg"], after["starter"]) for e in legs)
        over = [event.winners for event in ply.events if isinstance(event, GameOver)]
        assert over == ([tuple(ply.after.winners())] if ply.after.turn == "over" else [])


@pytest.mark.slow
@given(starts("camelup"), st.integers(0, 10_000))
def test_every_card_that_was_laid_is_scored_once(start: Position, seed: int) -> None:
    *_, last = plies(start, seed)
    cards = [event for event in last.events if isinstance(event, CardScored)]
    end = last.after.to_dict()
    for deck in ("win", "lose"):
        scored = [card for card in cards if card.deck == deck]
        assert [[card.seat, card.slot] for card in scored] == end[deck]
        assert [card.order for card in scored] == list(range(len(scored)))
        assert all(card.face == end["slots"][card.seat][card.slot] for card in scored)


def test_a_mirage_back_onto_an_empty_space_is_not_under_anyone() -> None:
    position = place(begun(), track={"1": "bgo", "2": "y", "5": "w"}, tiles=["4-", None, None])
    moved = Moved("go", start=1, landing=4, tile="-", owner=0, end=3, under=False)
    assert events(position, "roll", "die g3")[0] == moved


def test_a_camel_comes_to_the_track_from_space_0() -> None:
    start = rules.new("camelup", seats=2)
    assert events(start, "first 0") == ()
    moved = Moved("b", start=0, landing=2, tile=None, owner=None, end=2, under=False)
    assert events(start, "first 0", "start b2") == (moved,)
    assert events(start, *SETUP)[1:] == (LegBegan(1, 1),)


def test_a_decision_explains_itself() -> None:
    for notation in ("roll", "leg b", "tile 9+", "win 0", "lose 4"):
        assert events(begun(), notation) == ()


def test_a_leg_is_told_line_by_line_in_the_order_taken() -> None:
    position = place(
        begun(2),
        dice="w",
        money=[1, 3],
        leg_tiles={"b": [3, 2], "g": [5, 3, 2], "o": [5, 3, 2], "w": [3, 2], "y": [3, 2]},
        held=held({"leg": ["y5", "b5"], "pyramid": 1}, {"leg": ["w5"], "pyramid": 3}),
    )
    assert events(position, "roll", "die w1") == (
        Moved("w", start=3, landing=4, tile=None, owner=None, end=4, under=False),
        LegScored(
            leg=1,
            ranking="wyogb",
            lines=(
                ScoreLine(0, "tile", "y", 5, 2, 1),
                ScoreLine(0, "tile", "b", 5, 5, -1),
                ScoreLine(0, "pyramid", None, None, None, 1),
                ScoreLine(1, "tile", "w", 5, 1, 5),
                ScoreLine(1, "pyramid", None, None, None, 4),
            ),
            before=(1, 3),
            after=(2, 12),
        ),
        LegBegan(2, 0),
    )


def test_a_crossing_ends_leg_race_and_without_cards_the_game() -> None:
    position = place(begun(2), track={"1": "bgo", "2": "y", "15": "w"}, tiles=["16+", None])
    told = events(position, "roll", "die w1")
    assert told[0] == Moved("w", start=15, landing=16, tile="+", owner=0, end=17, under=False)
    assert told[1] == Earned(0, 1, "tile")
    assert isinstance(told[2], LegScored)
    assert told[3:] == (RaceEnded("wyogb"), GameOver((0, 1)))


def test_a_landing_beyond_the_line_is_told_as_17_however_far() -> None:
    position = place(begun(2), track={"1": "bgo", "2": "y", "16": "w"})
    moved = events(position, "roll", "die w3")[0]
    assert moved == Moved("w", start=16, landing=17, tile=None, owner=None, end=17, under=False)


def test_a_card_never_opened_is_told_as_wrong() -> None:
    position = place(
        begun(2), track={"1": "bgo", "2": "y", "16": "w"}, win=[[0, 2], [1, 0]], lose=[[1, 4]]
    )
    told = events(position, "roll", "die w3", "open 0 -", "open 1 wgoyb")
    assert told == (
        CardScored("win", 0, 0, 2, "-", -1, 2),
        CardScored("win", 1, 1, 0, "w", 8, 12),
        CardScored("lose", 0, 1, 4, "b", 8, 20),
        GameOver((1,)),
    )
