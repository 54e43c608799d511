"""What actions are worth: the exact part as Python counts it, the estimate by hand."""

from __future__ import annotations

from copy import deepcopy
from itertools import permutations
from statistics import mean

import pytest

from camelnet import odds
from camelnet.rules import Position
from tests.odds.positions import LAST_TILE, State, in_legs, ways_on
from tests.rules import oracle
from tests.rules.play import place

RICH = 1_000  # pounds, so that no loss meets the floor of 0


def average_money(state: State, seat: int) -> float:
    """Of a seat after this leg if nobody acts but rolls, in all ways alike."""
    state = {**deepcopy(state), "money": [RICH] * state["seats"]}
    found = []
    for later, _landed in ways_on(state):
        oracle.score_leg(later)
        found.append(later["money"][seat])
    return mean(found)


def counted(position: Position, seat: int, notation: str) -> float:
    """The worth of an action of this leg, by counting both ways on."""
    before = {**position.to_dict(), "turn": seat}
    if notation == "roll":
        after = deepcopy(before)
        after["held"][seat]["pyramid"] += 1
    else:
        after = oracle.apply({**deepcopy(before), "money": [RICH] * before["seats"]}, notation)
    nothing = average_money(before, seat)
    if after["leg"] > before["leg"]:  # O1: it has been scored
        return after["money"][seat] - nothing
    return average_money(after, seat) - nothing


@pytest.mark.parametrize(
    "position",
    in_legs(5, dice=range(1, 3), flip_in_place=True) + in_legs(1, dice=range(3, 4), seed=9),
    ids=lambda position: position.digest().hex()[:8],
)
def test_what_this_leg_pays_is_counted_as_python_counts_it(position: Position) -> None:
    seat = 1
    for value in odds.values(position, seat):
        if value.notation.split()[0] in ("roll", "leg", "tile"):
            expected = counted(position, seat, value.notation)
            assert value.pounds == pytest.approx(expected, abs=1e-9), value.notation


def test_the_fifteenth_leg_tile_ends_a_leg_at_once_and_is_worth_what_that_changes() -> None:
    for seat in (0, 1):
        (value,) = [value for value in odds.values(LAST_TILE, seat) if value.notation == "leg w"]
        assert value.pounds == pytest.approx(counted(LAST_TILE, seat, "leg w"), abs=1e-9)


def test_every_action_of_the_seat_on_turn_is_valued_and_no_other() -> None:
    for position in in_legs(40) + in_legs(10, flip_in_place=True, leg_ends_without_tiles=True):
        assert isinstance(position.turn, int)
        values = odds.values(position, position.turn)
        assert sorted(value.notation for value in values) == sorted(position.legal())


def test_a_seat_that_is_not_on_turn_is_valued_as_if_it_were() -> None:
    for position in in_legs(10):
        for seat in range(position.seats):
            if seat != position.turn:
                values = odds.values(position, seat)
                asked = place(position, turn=seat)
                assert sorted(value.notation for value in values) == sorted(asked.legal())
                assert odds.values(asked, seat) == values


def test_values_come_worth_most_first_with_their_parts_told_apart() -> None:
    for position in in_legs(20):
        values = odds.values(position, 0, "ygbow")
        assert values == sorted(values, key=lambda value: value.pounds, reverse=True)
        for value in values:
            is_bet = value.notation.split()[0] in ("win", "lose")
            assert (value.exact if is_bet else value.estimated) == 0
            assert value.pounds == value.exact + value.estimated


# --- race cards -----------------------------------------------------------------------------------


def bets(position: Position, seat: int, faces: str = "") -> dict[str, float]:
    return {
        value.notation: value.estimated
        for value in odds.values(position, seat, faces)
        if value.notation.split()[0] in ("win", "lose")
    }


START = odds.sketch("1:gyo 3:bw 6+ 9- /bow")


def test_the_first_card_of_a_deck_earns_eight_by_the_odds_of_the_race() -> None:
    race, faces = odds.race(START), "ygbow"
    found = bets(START, 0, faces)
    for slot, camel in enumerate(faces):
        assert found[f"win {slot}"] == pytest.approx(9 * race.first[camel] - 1)
        assert found[f"lose {slot}"] == pytest.approx(9 * race.last[camel] - 1)


def test_a_card_that_nobody_tells_is_worth_the_average_of_what_it_may_be() -> None:
    known = [bets(START, 0, "".join(faces)) for faces in permutations("bgowy")]
    unknown = bets(START, 0)
    assert bets(START, 0, "?????") == unknown
    for notation, pounds in unknown.items():
        assert pounds == pytest.approx(mean(found[notation] for found in known))


def test_a_seat_with_all_its_cards_in_a_deck_is_right_once_there() -> None:
    """Its five cards are the five camels, so whoever comes next gets the second payment."""
    race, faces = odds.race(START), "ygbow"
    full = place(START, win=[[1, slot] for slot in range(5)])
    found = bets(full, 0, faces)
    for slot, camel in enumerate(faces):
        assert found[f"win {slot}"] == pytest.approx(6 * race.first[camel] - 1)
        assert found[f"lose {slot}"] == pytest.approx(9 * race.last[camel] - 1)


def test_each_card_that_lies_there_lowers_what_the_next_one_earns() -> None:
    three = place(odds.sketch("1:gyo 3:bw 6+ 9- 12- /bow"), win=[])
    before = bets(three, 0, "ygbow")
    for laid in ([[1, 0]], [[1, 0], [1, 3]], [[1, 0], [1, 3], [2, 2]]):
        after = bets(place(three, win=laid), 0, "ygbow")
        for slot in range(5):
            assert after[f"win {slot}"] < before[f"win {slot}"]
            assert after[f"lose {slot}"] == before[f"lose {slot}"]
        before = after


def test_cards_of_ones_own_in_a_deck_take_nothing_from_the_next() -> None:
    """They are other camels, so they are wrong whenever this one is right."""
    laid = place(START, win=[[0, 0], [0, 4]])
    alone, behind = bets(START, 0, "ygbow"), bets(laid, 0, "ygbow")
    for slot in (1, 2, 3):
        assert behind[f"win {slot}"] == alone[f"win {slot}"]
    assert set(behind) == {f"{deck} {slot}" for deck in ("win", "lose") for slot in (1, 2, 3)}


def test_the_last_card_of_a_hand_is_what_the_others_are_not() -> None:
    """Somebody who has bet on the four likeliest winners has the unlikeliest left, most likely."""
    laid = place(START, win=[[0, slot] for slot in range(4)])
    race = odds.race(START)
    fair = 9 * mean(race.first.values()) - 1
    assert bets(laid, 0)["win 4"] < fair
    assert min(race.first.values()) * 9 - 1 < bets(laid, 0)["win 4"]


def test_a_seat_without_cards_has_no_bets() -> None:
    assert bets(place(START, lose=[[0, slot] for slot in range(5)]), 0) == {}


# --- what may be asked ----------------------------------------------------------------------------


def test_many_values_come_to_what_each_comes_to_by_itself() -> None:
    positions = in_legs(30)
    seats = [index % 3 for index in range(30)]
    faces = ["" if index % 2 else "wboyg" for index in range(30)]
    each = zip(positions, seats, faces, strict=True)
    assert odds.values_of(positions, seats, faces) == [odds.values(*asked) for asked in each]
    assert odds.values_of(positions, seats) == [
        odds.values(position, seat) for position, seat in zip(positions, seats, strict=True)
    ]
    assert odds.values_of([], []) == []


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None, 1.0])
def test_a_seat_that_does_not_play_is_refused(seat: object) -> None:
    with pytest.raises(ValueError, match="seat"):
        odds.values(START, seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("faces", ["b", "bgowz", "bbgow", "bgowyb", "BGOWY", "?gowy"])
def test_faces_that_are_none_are_refused(faces: str) -> None:
    with pytest.raises(ValueError, match="faces"):
        odds.values(START, 0, faces)
    with pytest.raises(ValueError, match=r"faces\.1"):
        odds.values_of([START, START], [0, 0], ["", faces])


def test_seats_and_faces_for_other_numbers_of_positions_are_refused() -> None:
    with pytest.raises(ValueError, match="positions"):
        odds.values_of([START], [0, 1])
    with pytest.raises(ValueError, match="positions"):
        odds.values_of([START], [0], [])
