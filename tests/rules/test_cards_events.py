"""The events of cards: they tell all that a move changed, and nothing that it did not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.rules import Event, Position
from camelnet.rules.games.cards.events import (
    BetReturned,
    BetSkipped,
    BetTaken,
    FinalLine,
    FinalScored,
    GameOver,
    LegBegan,
    LegScored,
    Moved,
    RaceEnded,
    Sandstorm,
    ScoreLine,
    TokenLaid,
    TokenMet,
    TrophyLaid,
    Turned,
)
from tests.rules.cards_positions import AT_HOME, HOME, NONE, begun, held, last_card
from tests.rules.play import Ply, events, place, plies, starts

Told = dict[str, Any]


def moved_track(told: Told, event: Moved) -> None:
    """Take the unit from where it stood and put it where it ended."""
    last = sum(told["cards"])
    track = told["track"]
    stack = track[str(event.start)]
    rest = "".join(camel for camel in stack if camel not in event.unit)
    if rest or event.start == 0:
        track[str(event.start)] = rest
    else:
        del track[str(event.start)]
    assert event.crossed == (event.end > last)
    assert event.end == (event.tokens[-1].end if event.tokens else event.landing)
    for met in event.tokens:
        assert told["tokens"][met.token] == {"space": met.space, "holder": met.owner}
        told["tokens"][met.token] = dict(AT_HOME)
    if event.crossed:
        told["crossed"] = event.unit
        return
    there = track.get(str(event.end), "")
    track[str(event.end)] = event.unit + there if event.under else there + event.unit
    assert event.under <= bool(there)


def scored(told: Told, before: tuple[int, ...], after: tuple[int, ...], sums: list[int]) -> None:
    assert list(before) == told["money"]
    least = told["options"]["min_money"]
    assert list(after) == [max(least, m + s) for m, s in zip(before, sums, strict=True)]
    told["money"] = list(after)


def follow(told: Told, event: Event) -> None:
    """Change what is told of a position by one event."""
    match event:
        case Turned(face, source, seat, passed_over):
            told["seen"] = sorted([*told["seen"], face])
            assert passed_over == (source == "setup" and face[0] not in told["track"]["0"])
            assert (seat is None) == (source == "setup")
            if source == "hand":
                told["hand"][seat] = False
            elif source == "deck":
                told["deck"] -= 1
        case Moved():
            moved_track(told, event)
        case TokenLaid(seat, token, space):
            told["tokens"][token] = {"space": space, "holder": seat}
        case BetReturned(seat, deck, camel, trophies):
            assert told["held"][seat][deck] == camel
            assert told["trophies"][deck][camel] == trophies
            told["held"][seat][deck] = None
            told["finals"][deck] = "".join(sorted(told["finals"][deck] + camel))
        case BetTaken(seat, "lead", camel, value):
            assert told["leaders"][camel].pop(0) == value
            told["held"][seat]["lead"].append(f"{camel}{value}")
        case BetTaken(seat, "mid", camel):
            told["mids"] = told["mids"].replace(camel, "")
            told["held"][seat]["mid"] = "".join(sorted(told["held"][seat]["mid"] + camel))
        case BetTaken(seat, deck, camel, _, trophies):
            assert told["trophies"][deck][camel] == trophies
            told["held"][seat][deck] = camel
            told["finals"][deck] = told["finals"][deck].replace(camel, "")
        case LegScored(leg, _, lines, before, after):
            assert leg == told["leg"]
            seats = range(told["seats"])
            sums = [sum(line.coins for line in lines if line.seat == seat) for seat in seats]
            scored(told, before, after, sums)
            told["leaders"] = {camel: list(values) for camel, values in HOME.items()}
            told["mids"] = "bgowy"
            told["tokens"] = {"palm": dict(AT_HOME), "fennec": dict(AT_HOME)}
            for seat in told["held"]:
                seat["lead"], seat["mid"] = [], ""
            told["deck"], told["seen"] = 0, []
            told["hand"] = [False] * told["seats"]
        case Sandstorm(turned, before, after):
            assert list(before) == told["cards"]
            changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
            assert changed == list(turned)
            track = told["track"].items()
            told["track"] = {str(event.renumbered(int(k)) if int(k) else 0): v for k, v in track}
            told["cards"] = list(after)
        case TrophyLaid(deck, camel, left):
            assert camel in told["finals"][deck]
            told["trophies"][deck][camel] += 1
            told["trophies"]["left"] -= 1
            assert told["trophies"]["left"] == left
        case LegBegan(leg, starter):
            told["leg"], told["starter"], told["seen"] = leg, starter, []
            told["deck"] = 10 if told["seats"] == 5 else 12
            told["hand"] = [True] * told["seats"]
        case FinalScored(finals, before, after):
            sums = [
                sum(line.coins + line.trophy_coins for line in finals if line.seat == seat)
                for seat in range(told["seats"])
            ]
            scored(told, before, after, sums)
        case _:
            pass


@pytest.mark.slow
@given(starts("cards"), st.integers(0, 10_000))
def test_the_events_of_a_game_are_all_that_changed(start: Position, seed: int) -> None:
    for ply in plies(start, seed):
        told = ply.before.to_dict()
        for event in ply.events:
            follow(told, event)
        now = ply.after.to_dict()
        if ply.notation.startswith("first"):
            told["starter"] = now["starter"]
        for key in ("turn", "mover", "did"):
            told[key] = now[key]
        assert told == now, ply.notation
        check_turn(ply)


def check_turn(ply: Ply) -> None:
    """What the events say of turns and of the end."""
    skipped = [event for event in ply.events if isinstance(event, BetSkipped)]
    assert len(skipped) <= 1
    before, now = ply.before.to_dict(), ply.after.to_dict()
    if skipped:
        assert skipped[0].seat == before["mover"]
        assert before["did"] != "bet"
    elif before["mover"] is not None and now["mover"] != before["mover"]:
        assert "bet" in (
            before["did"],
            *[e.bet and "bet" for e in ply.events if isinstance(e, BetTaken)],
        )
    over = [event for event in ply.events if isinstance(event, GameOver)]
    assert bool(over) == (ply.after.turn == "over")
    if over:
        assert list(over[0].winners) == ply.after.winners()


def test_a_unit_sent_back_says_that_it_is_underneath() -> None:
    tokens = {"palm": AT_HOME, "fennec": {"space": 3, "holder": 2}}
    caused = events(place(begun(), tokens=tokens), "hand", "card b2")
    met = TokenMet("fennec", 2, 3, 2, under=True)
    assert caused == (
        Turned("b2", "hand", 1, passed_over=False),
        Moved("b", 2, 3, (met,), 2, under=True, crossed=False),
    )
    crossing = place(
        begun(),
        track={"0": "", "14": "gow", "15": "yb"},
        tokens={"palm": {"space": 16, "holder": 1}, "fennec": AT_HOME},
    )
    assert events(crossing, "reveal", "card b1")[1] == Moved(
        "b", 15, 16, (TokenMet("palm", 1, 16, 17, under=False),), 17, under=False, crossed=True
    )


def test_a_leg_is_told_line_by_line_in_the_order_taken() -> None:
    caused = events(
        last_card(
            held=held({"lead": ["y3", "w5"], "mid": "bg", "win": "b"}, {"lead": ["y5"]}),
            leaders={**HOME, "y": [2, 2], "w": [3, 2, 2]},
            mids="owy",
            finals={"win": "gowy", "lose": "bgowy"},
            tokens={"palm": {"space": 12, "holder": 1}, "fennec": AT_HOME},
            did="bet",
            money=[3, 8],
        ),
        "card y1",
    )
    assert caused[2:] == (
        LegScored(
            leg=2,
            ranking="ygwbo",
            lines=(
                ScoreLine(0, "lead", "y", 3, 1, 3),
                ScoreLine(0, "lead", "w", 5, 3, -1),
                ScoreLine(0, "mid", "b", None, 4, 1),
                ScoreLine(0, "mid", "g", None, 2, 1),
                ScoreLine(1, "lead", "y", 5, 1, 5),
                ScoreLine(1, "palm", None, None, None, -1),
            ),
            before=(3, 8),
            after=(7, 12),
        ),
        Sandstorm((3,), (2, 2, 2, 2, 2, 2, 2, 1), (2, 2, 2, 1, 2, 2, 2, 1)),
        TrophyLaid("win", "o", 5),
        TrophyLaid("lose", "y", 4),
        LegBegan(3, 1),
    )


def test_the_spaces_are_counted_anew_after_a_sandstorm() -> None:
    storm = Sandstorm((1, 3), (2, 2, 1, 2, 2), (2, 1, 1, 1, 2))
    assert [storm.renumbered(space) for space in range(1, 11)] == [1, 2, 3, 3, 4, 5, 5, 6, 7, 8]


def test_a_final_card_given_back_and_the_final_scoring_are_told() -> None:
    trophies = {"win": {**NONE, "y": 2}, "lose": {**NONE, "g": 1}, "left": 3}
    start = place(
        begun(),
        track={"0": "", "12": "bgo", "15": "y", "16": "w"},
        held=held({"win": "g"}, {"win": "b", "lose": "g"}, {"lose": "b"}),
        finals={"win": "owy", "lose": "owy"},
        trophies=trophies,
    )
    assert events(start, "final win y") == (
        BetReturned(1, "win", "b", 0),
        BetTaken(1, "win", "y", None, 2),
    )
    assert events(start, "reveal", "card w1")[2:] == (
        BetSkipped(1, "leg"),
        LegScored(1, "wyogb", (), (3, 3, 3), (3, 3, 3)),
        RaceEnded("wyogb"),
        FinalScored(
            lines=(
                FinalLine(0, "win", "g", 4, 0, -1, 0),
                FinalLine(1, "win", "b", 5, 0, -1, 0),
                FinalLine(1, "lose", "g", 4, 1, 3, 2),
                FinalLine(2, "lose", "b", 5, 0, 7, 0),
            ),
            before=(3, 3, 3),
            after=(2, 7, 10),
        ),
        GameOver((2,)),
    )
