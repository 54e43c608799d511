"""Attendance: every sign in every state, and the few things that need more than one sign."""

from __future__ import annotations

import pytest

from camelnet.session.api.facts import OwnState, Presence
from camelnet.session.table.attendance import (
    CATCHING_UP_MS,
    HEARD_OTHERWISE_MS,
    MEETING_MS,
    TRANSITIONS,
    Attendance,
    Sign,
    own_state,
)

ME, BO, CLEO = (bytes([number]) * 32 for number in range(3))
H, C, S, SI = Presence.HERE, Presence.CONNECTING, Presence.SLOW, Presence.SILENT
L, A, G, R = Presence.LEFT, Presence.AWAY, Presence.GHOST, Presence.RETURNING

#                        here connecting slow silent left away ghost returning
EXPECTED = {
    Sign.ANEW: (C, C, C, C, L, C, G, G),
    Sign.OPENED: (H, C, S, SI, A, A, G, R),
    Sign.SPEAKS: (H, C, H, SI, L, A, G, R),
    Sign.NAMES: (H, H, H, H, H, H, R, R),
    Sign.OMITS: (L, A, L, A, L, A, G, G),
    Sign.FAREWELL: (L, L, L, L, L, L, G, G),
    Sign.LOST: (C, C, C, SI, L, C, G, G),
    Sign.PAUSES: (S, C, S, SI, L, A, G, R),
    Sign.FALLS_SILENT: (SI, SI, SI, SI, L, SI, G, G),
    Sign.REPLACED: (R, G, R, G, G, G, G, R),
    Sign.RESTORED: (H, C, S, SI, L, A, C, H),
}


def test_every_sign_makes_of_every_state_what_the_table_says() -> None:
    found = {
        sign: tuple(TRANSITIONS[state][sign] for state in (H, C, S, SI, L, A, G, R))
        for sign in Sign
    }
    assert found == EXPECTED
    assert TRANSITIONS.keys() == set(Presence)


def attended(*, met: bool = True) -> Attendance:
    made = Attendance((ME, BO, CLEO), me=0, met=met)
    made.tick(0, ghosts=())
    return made


def state(attendance: Attendance, seat: int = 1) -> Presence:
    return attendance.states[seat][0]


def test_a_game_that_begins_begins_with_everybody_here_and_one_that_is_resumed_with_nobody() -> (
    None
):
    assert attended().all_here
    assert state(attended(met=False)) is Presence.CONNECTING


def test_who_begins_a_moment_later_has_not_left() -> None:
    made = attended()
    made.speaks(BO, 500)
    made.beats(BO, 500, names=False)
    assert state(made) is Presence.HERE
    made.beats(BO, 900, names=True)
    made.beats(BO, 1600, names=False)
    assert state(made) is Presence.LEFT


def test_nobody_is_missed_before_anybody_could_come() -> None:
    made = attended(met=False)
    made.tick(MEETING_MS - 1, ghosts=())
    assert state(made) is Presence.CONNECTING
    made.tick(MEETING_MS, ghosts=())
    assert made.states[1] == (Presence.SILENT, 0, False), "it was never here: no time is told"


def test_who_was_heard_before_the_first_tick_is_here() -> None:
    made = Attendance((ME, BO), me=0, met=False)
    made.beats(BO, 50, names=True)
    made.tick(100, ghosts=())
    assert state(made) is Presence.HERE


def test_a_seat_is_slow_and_then_silent_for_as_long_as_it_was_not_there() -> None:
    made = attended()
    made.beats(BO, 1000, names=True)
    made.tick(3000, ghosts=())
    assert state(made) is Presence.SLOW
    made.tick(7000, ghosts=())
    assert made.states[1] == (Presence.SILENT, 6, False)


def test_an_app_that_runs_elsewhere_is_no_player_at_the_table_and_falls_silent_as_others() -> None:
    made = attended()
    made.loses(BO, 100, farewell=False)
    made.arrives(BO, 900)
    for now_ms in range(1000, 30_000, 700):
        made.speaks(BO, now_ms)
        made.beats(BO, now_ms, names=False)
        made.tick(now_ms, ghosts=())
    assert state(made) is Presence.AWAY
    made.tick(40_000, ghosts=())
    assert state(made) is Presence.SILENT


def test_what_others_bring_counts_unless_its_own_word_or_end_is_newer() -> None:
    made = attended()
    made.beats(BO, 500, names=True)

    def brought_at(heard_ms: int, now_ms: int) -> None:
        made.tick(now_ms, ghosts=(), brought=lambda seat, within: now_ms < heard_ms + within)

    made.loses(BO, 1000, farewell=False)
    brought_at(900, 1200)
    assert state(made) is Presence.CONNECTING, "it was heard before the connection broke"
    brought_at(1300, 1400)
    assert state(made) is Presence.HERE
    made.beats(BO, 2000, names=False)
    brought_at(2100, 2200)
    assert state(made) is Presence.LEFT, "others still bring what it said before it left"
    brought_at(2000 + HEARD_OTHERWISE_MS + 100, 2000 + HEARD_OTHERWISE_MS + 200)
    assert state(made) is Presence.HERE


def test_who_owes_a_part_catches_up_once_it_has_owed_the_same_for_a_while() -> None:
    made = attended()

    def owing(now_ms: int, index: int) -> bool:
        made.beats(BO, now_ms, names=True)
        made.tick(now_ms, ghosts=(), place=(0, index), owing=(1,))
        return made.states[1][2]

    assert not any(owing(now_ms, now_ms // 700) for now_ms in range(0, 5000, 700))
    assert not owing(6000, 50)
    assert owing(6000 + CATCHING_UP_MS, 50)
    assert not made.all_here
    made.tick(9000, ghosts=(), place=(0, 50))
    assert not made.states[1][2]


def test_a_ghost_returns_while_it_is_at_the_table_and_who_lied_never_does() -> None:
    made = attended()
    made.tick(100, ghosts=(1, 2), gone=(2,))
    made.beats(BO, 200, names=True)
    made.beats(CLEO, 200, names=True)
    made.tick(300, ghosts=(1, 2), gone=(2,))
    assert (state(made), state(made, 2)) == (Presence.RETURNING, Presence.RETURNING)
    made.tick(9000, ghosts=(1, 2), gone=(2,))
    made.beats(BO, 9100, names=True)
    made.beats(CLEO, 9100, names=True)
    assert (state(made), state(made, 2)) == (Presence.RETURNING, Presence.GHOST)
    made.beats(BO, 9800, names=False)
    assert state(made) is Presence.GHOST, "who left is not back soon"


def test_who_left_by_the_menu_is_not_back_when_a_connection_breaks() -> None:
    made = attended()
    made.beats(BO, 100, names=True)
    made.beats(BO, 800, names=False)
    made.loses(BO, 900, farewell=False)
    made.arrives(BO, 1500)
    made.beats(BO, 1600, names=False)
    assert state(made) is Presence.LEFT
    made.loses(BO, 2000, farewell=True)
    made.arrives(BO, 9000)
    assert state(made) is Presence.AWAY, "its app was opened again"


def test_nobody_fills_the_log_by_coming_and_going() -> None:
    made = attended()
    made.beats(BO, 100, names=True)
    changes, before = 0, state(made)
    for now_ms in range(700, 60_000, 700):
        made.speaks(BO, now_ms)
        made.beats(BO, now_ms, names=(now_ms // 700) % 2 == 0)
        made.tick(now_ms, ghosts=())
        changes, before = changes + (state(made) is not before), state(made)
    assert 4 < changes < 30
    made.tick(60_000, ghosts=(1,))
    assert state(made).ghost, "the table's own word counts at once"


def test_my_own_seat_is_here_or_asks_to_come_back() -> None:
    made = attended(met=False)
    assert state(made, 0) is Presence.HERE
    made.tick(100, ghosts=(0,))
    assert state(made, 0) is Presence.RETURNING
    made.tick(200, ghosts=(0,), gone=(0,))
    assert state(made, 0) is Presence.GHOST


@pytest.mark.parametrize(
    ("on_network", "others", "expected"),
    [
        (True, ((H, 0), (H, 0)), OwnState.ONLINE),
        (True, ((SI, 9), (H, 0)), OwnState.ONLINE),
        (True, ((SI, 9),), OwnState.ONLINE),  # one other: its affair as likely as mine
        (True, ((SI, 9), (SI, 8)), OwnState.ALONE),
        (True, ((SI, 6), (S, 5)), OwnState.ALONE),  # they are told of one after another
        (True, ((SI, 60), (SI, 8)), OwnState.ONLINE),  # one after the other
        (True, ((SI, 0), (SI, 0)), OwnState.ONLINE),  # they have not come yet
        (True, ((SI, 9), (L, 9)), OwnState.ONLINE),  # who left on purpose had a network
        (False, ((S, 2), (H, 0)), OwnState.OFFLINE),
        (False, ((C, 1), (SI, 9)), OwnState.OFFLINE),
        (False, ((H, 0),), OwnState.ONLINE),  # all play on this computer
        (False, (), OwnState.ONLINE),
    ],
)
def test_whether_it_is_me_or_the_others(
    on_network: bool, others: tuple[tuple[Presence, int], ...], expected: OwnState
) -> None:
    assert own_state(on_network=on_network, others=others) is expected
