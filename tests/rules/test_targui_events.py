"""What the core writes down of targui, step by step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camelnet.rules import Position
from camelnet.rules.games.targui.events import (
    AttackBegan,
    AttackEnded,
    BattleRolled,
    Bought,
    CampFounded,
    CardDrawn,
    CellChange,
    CellEmptied,
    DestinyTurned,
    Event,
    FirstChosen,
    GameOver,
    LandLaid,
    LandPaid,
    MoneyChange,
    Moved,
    Occupied,
    RoundBegan,
    RoundRolled,
    SeatOut,
    SectorTaken,
    TributeLine,
    TributePaid,
)
from tests.rules.play import after, plies, starts
from tests.rules.targui_positions import (
    CHOOSING,
    EMPTIED,
    FIGHT,
    FIGHTING,
    FOUNDED,
    FRESH,
    LAST_ROUND,
    LAYING,
    NO_PILE,
    PLACING,
    STANDING,
    TURNING,
    desert,
    last_round,
)


def told(position: Position, notation: str) -> tuple[Event, ...]:
    return position.step(notation)[1]


def test_setup_is_told() -> None:
    assert told(FRESH, "first 1") == (FirstChosen(1),)
    assert told(CHOOSING, "sector sw") == (SectorTaken(1, "sw"),)
    assert told(LAYING, "land feche") == (LandLaid(4, "feche"),)
    replaced = PLACING.to_dict()["land"][30]
    assert told(PLACING, "camp 31") == (CampFounded(1, 31, replaced, 10),)
    founded, began = told(FOUNDED, "camp 43")
    assert isinstance(founded, CampFounded)
    assert began == RoundBegan(1)


def test_a_round_is_told() -> None:
    rolling = desert({}, step="buy", pile=NO_PILE).apply("pass")
    assert told(rolling, "die 4") == (RoundRolled(4, 4, (4, 4, 4, 4), 1),)
    assert told(rolling, "die 6") == (RoundRolled(4, 6, (1, 1, 1, 1), 2),)
    assert told(rolling.apply("die 6"), "draw 3") == (CardDrawn(3, 2),)
    assert told(rolling.apply("die 1"), "draw 3") == (CardDrawn(3, 1),)
    assert told(rolling.apply("die 1"), "draw destiny") == (CardDrawn(None, 0),)


def test_the_card_of_a_tribe_that_is_out_is_told_as_passed_over() -> None:
    start = desert(
        {31: (0, 0)},
        out=[False, False, False, True],
        turn="chance",
        step="draw",
        turns_left=0,
        pile={"0": 1, "1": 0, "2": 0, "3": 1, "destiny": 0},
    )
    assert told(start, "draw 3") == (CardDrawn(3, 0),)


def test_moves_and_purchases_are_told() -> None:
    herds = {8: (0, 8), 9: (0, 1), 7: (1, 0)}
    start = desert(herds)
    assert told(start, "move 8 9 3") == (Moved(0, 8, 9, 3, 5, taken=False, taken_from=None),)
    assert told(start, "move 8 2 8") == (Moved(0, 8, 2, 8, 0, taken=True, taken_from=None),)
    assert told(start, "move 8 7 1") == (Moved(0, 8, 7, 1, 7, taken=True, taken_from=1),)
    assert told(start.apply("pass"), "buy 9 4") == (Bought(0, 9, 4, 6),)
    assert told(start, "pass") == ()


def test_a_battle_is_told_roll_by_roll() -> None:
    assert told(STANDING, "attack 8 7") == (AttackBegan(0, 8, 7, 1),)
    assert told(FIGHTING, "hit 1") == (BattleRolled(0, "attack", 1, 3, 7, 2, 3),)
    parry = FIGHTING.apply("hit 1")
    assert told(parry, "hit 5") == (BattleRolled(1, "parry", 5, 2, 8, 3, 5),)
    assert told(parry.apply("hit 5"), "again") == ()
    assert told(parry.apply("hit 5"), "stop") == (AttackEnded(0, 8, 7, "stopped"),)
    assert told(after(FIGHTING, "hit 1", "hit 5", "again"), "hit 6") == (
        BattleRolled(0, "attack", 6, 3, 7, 3, 0),
        CellEmptied(7, 1),
    )
    assert told(EMPTIED, "occupy 5") == (Occupied(0, 8, 7, 5, 3), AttackEnded(0, 8, 7, "occupied"))


def test_who_is_beaten_is_told() -> None:
    parry = after(desert({7: (1, 9), 8: (0, 2)}), "attack 8 7", "hit 1")
    assert told(parry, "hit 6") == (
        BattleRolled(1, "parry", 6, 2, 8, 2, 0),
        AttackEnded(0, 8, 7, "beaten"),
    )


def test_a_tribe_that_loses_its_last_cell_is_told_to_be_out() -> None:
    herds = {43: (0, 0), 7: (1, 1), 8: (0, 5)}
    assert told(after(desert(herds), "attack 8 7"), "hit 6") == (
        BattleRolled(0, "attack", 6, 3, 7, 1, 0),
        CellEmptied(7, 1),
        SeatOut(1, 0),
    )


def test_a_destiny_card_tells_every_cell_and_seat_that_it_changes() -> None:
    assert told(TURNING, "destiny 10") == (
        DestinyTurned(
            10,
            13,
            tuple(
                CellChange(cell, seat, 10, 9) for cell, seat in [(31, 3), (37, 0), (43, 1), (49, 2)]
            ),
            (),
        ),
    )
    assert told(TURNING, "destiny 8") == (
        DestinyTurned(8, 13, (), tuple(MoneyChange(seat, 10, 20) for seat in range(4))),
    )
    assert told(TURNING, "destiny 13") == (DestinyTurned(13, 13, (), ()),)


def test_a_tribute_tells_what_each_land_paid() -> None:
    reg = [c for c in range(1, 50) if FIGHT["land"][c - 1] == "reg"][:2]
    herds = {reg[0]: (0, 0), reg[1]: (0, 1), 43: (0, 1), 7: (1, 0)}
    paid, began = told(desert(herds, step="buy", pile=NO_PILE), "pass")
    assert isinstance(paid, TributePaid)
    assert paid.round == 3
    assert paid.lines[0] == TributeLine(
        0, True, (LandPaid("camp", 2, 8), LandPaid("reg", 2, 4)), 12, 22
    )
    assert paid.lines[1] == TributeLine(1, False, (), 0, 10)
    assert began == RoundBegan(4)


def test_the_end_tells_who_won_and_why() -> None:
    def end(position: Position) -> Event:
        return told(position, "pass")[-1]

    last = {"step": "buy", **LAST_ROUND}
    assert end(desert({8: (2, 0)}, **last)) == GameOver((2,), "tribute")
    assert end(desert({43: (1, 11)}, **last)) == GameOver((1,), "camels")
    assert end(desert({}, **last, money=[10, 10, 10, 11])) == GameOver((3,), "money")
    assert end(desert({}, **last)) == GameOver((0, 1, 2, 3), "shared")
    herds = {37: (1, 1), 49: (3, 1), 31: (2, 1), 43: (0, 1)}
    assert end(desert(herds, **last)) == GameOver((0, 1, 2, 3), "campless")
    only = desert(
        {31: (0, 0), 49: (0, 0), 43: (0, 0), 7: (1, 0), 8: (0, 1)}, out=[False, False, True, True]
    )
    assert told(only, "move 8 7 1")[1:] == (SeatOut(1, 0), GameOver((0,), "last"))
    assert last_round({}).winners() == [0, 1, 2, 3]


@pytest.mark.slow
@settings(max_examples=30)
@given(starts("targui"), st.integers(0, 10_000))
def test_events_account_for_every_camel_and_silver_piece(start: Position, seed: int) -> None:
    """Herds and money by the events alone are those of the positions."""
    herds, money = dict.fromkeys(range(1, 50), 0), dict.fromkeys(range(start.seats), 10)
    for ply in plies(start, seed):
        for event in ply.events:
            match event:
                case CampFounded():
                    herds[event.cell] += event.camels
                case Moved() | Occupied():
                    herds[event.start] -= event.camels
                    herds[event.end] += event.camels
                    assert herds[event.start] == event.left
                case BattleRolled():
                    herds[event.cell] -= event.kills
                    assert herds[event.cell] == event.left
                case Bought():
                    herds[event.cell] += event.camels
                    money[event.seat] = event.money
                case DestinyTurned():
                    for cell in event.cells:
                        assert herds[cell.cell] == cell.before != cell.after
                        herds[cell.cell] = cell.after
                    for change in event.money:
                        assert money[change.seat] == change.before != change.after
                        money[change.seat] = change.after
                case TributePaid():
                    for line in event.lines:
                        assert line.silver == sum(paid.silver for paid in line.paid)
                        money[line.seat] += line.silver
                        assert money[line.seat] == line.money
        state = ply.after.to_dict()
        assert list(herds.values()) == state["camels"]
        assert list(money.values()) == state["money"]
    assert isinstance(ply.events[-1], GameOver)
    assert list(ply.events[-1].winners) == ply.after.winners()
