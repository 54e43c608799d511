"""Bugs about what screens say of the others; see `mutants`."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from camelnet.net import transport
from camelnet.protocol.replica.membership_policy import MembershipPolicy
from camelnet.session.api.facts import OwnState, TableView
from camelnet.session.peer.own_place import OwnPlace
from camelnet.session.table import attendance
from camelnet.session.table.attendance import Attendance, Sign
from tests.sim.mutant import Mutant, Plant, everywhere, put, swap


def unheeded(*signs: Sign) -> Plant:
    """A sign that changes nothing."""

    def plant(stack: ExitStack) -> None:
        right = Attendance._take

        def take(self: Attendance, seat: int, sign: Sign, now_ms: int) -> None:
            if sign not in signs:
                right(self, seat, sign, now_ms)

        put(stack, Attendance, "_take", take)

    return plant


def a_goodbye_that_is_none(stack: ExitStack) -> None:
    right = Attendance.loses

    def loses(self: Attendance, key: bytes, now_ms: int, *, farewell: bool) -> None:
        right(self, key, now_ms, farewell=True)

    put(stack, Attendance, "loses", loses)


def asked_while_cut_off(self: OwnPlace, view: TableView) -> TableView:
    return replace(view, own=self._state)


def people_wait_for_bots(stack: ExitStack) -> None:
    right = MembershipPolicy._give_up_bots

    def give_up(self: MembershipPolicy, now_ms: int) -> None:
        if self._headless:
            right(self, now_ms)

    put(stack, MembershipPolicy, "_give_up_bots", give_up)


def always_online(**_given: Any) -> OwnState:
    return OwnState.ONLINE


_HERE = "tests/session/table/test_who_is_here.py::"

SCREENS_MUTANTS = (
    Mutant(
        "who left by the menu is still at the table",
        unheeded(Sign.OMITS),
        test=_HERE + "test_who_leaves_by_the_menu_or_closes_the_app_has_left",
    ),
    Mutant(
        "who crashed has said goodbye",
        a_goodbye_that_is_none,
        test=_HERE + "test_who_is_killed_and_asked_whether_to_resume_is_not_at_the_table",
    ),
    Mutant(
        "one's own cable is the others' absence",
        lambda stack: everywhere(stack, attendance, "own_state", always_online),
        test=_HERE + "test_my_own_cable_is_told_as_mine_and_nobody_is_asked_about_the_others",
    ),
    Mutant(
        "who hears nobody is asked to go on alone at once",
        swap(OwnPlace, "seen", asked_while_cut_off),
        test=_HERE + "test_who_hears_nobody_reads_so_and_is_offered_to_go_on_alone_only_later",
    ),
    Mutant(
        "a resume misses everybody at once",
        swap(attendance, "MEETING_MS", 0),
        test=_HERE + "test_a_resume_alarms_nobody_before_anybody_could_have_come",
    ),
    Mutant(
        "a ghost that is back is still away",
        unheeded(Sign.NAMES),
        test=_HERE + "test_a_ghost_that_left_is_not_coming_back_and_one_that_asks_is",
    ),
    Mutant(
        "a person is asked about a bot",
        people_wait_for_bots,
        test=_HERE + "test_a_vote_of_programs_about_a_bot_asks_nobody",
    ),
    Mutant(
        "who knocked while we were stopped floods the log",
        swap(transport, "_BACKLOG_S", float("-inf")),
        test="tests/net/test_transport.py::"
        "test_who_knocked_while_we_were_stopped_is_refused_without_a_word",
    ),
)
