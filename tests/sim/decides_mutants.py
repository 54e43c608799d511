"""Bugs about who decides, what a table that is over takes, and false frames; see `mutants`."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import ExitStack
from typing import Any

from camelnet.protocol.log.pending_rounds import PendingRounds
from camelnet.protocol.replica import sync
from camelnet.protocol.replica.membership_policy import MembershipPolicy
from camelnet.protocol.replica.relay import Budget, Relay
from camelnet.protocol.replica.replica import Replica
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.mutant import Mutant, nothing, put, swap


def programs_give_up_debtors(stack: ExitStack) -> None:
    """Whoever owes is wanted out, a person too."""
    right = MembershipPolicy.apply

    def apply(self: MembershipPolicy, now_ms: int) -> None:
        people, self._people = self._people, frozenset()
        try:
            right(self, now_ms)
        finally:
            self._people = people

    put(stack, MembershipPolicy, "apply", apply)


def debts_run_on(self: MembershipPolicy, now_ms: int) -> None:
    index, epoch = self._log.index, self._log.membership.epoch
    owed = [(seat, what, index, epoch) for seat, what in self._log.owed()]
    self._owed_ms = {debt: self._owed_ms.get(debt, now_ms) for debt in owed}


def lines_alone(stack: ExitStack) -> None:
    right = sync.Sync.answer

    def answer(self: sync.Sync, seat: int, ask: Any) -> bool:
        right(self, seat, ask)
        return False

    put(stack, sync.Sync, "answer", answer)


def ends_with_the_last(self: SeatedTable, now_ms: int) -> None:
    if self.closed and self.replica.everybody_has_all:
        self.finish()


def one_budget_an_author(stack: ExitStack) -> None:
    """Whoever brings its frames spends what it has."""
    is_left, spend = Budget.is_left, Budget.spend

    def whose(given: Hashable) -> Hashable:
        return given[-1] if isinstance(given, tuple) else given

    put(stack, Budget, "is_left", lambda self, given, now_ms: is_left(self, whose(given), now_ms))
    put(stack, Budget, "spend", lambda self, given, now_ms: spend(self, whose(given), now_ms))


_POLICY = "tests/protocol/replica/test_membership_policy.py::"
_RELAY = "tests/protocol/replica/test_relay.py::"
_END = "tests/session/table/test_after_the_end.py::"

DECIDES_MUTANTS = (
    Mutant(
        "a program gives up a person who owes a part",
        programs_give_up_debtors,
        test=_POLICY + "test_nobody_wants_a_person_out_who_is_here_and_owes_however_long",
    ),
    Mutant(
        "a debt runs while its seat is away",
        swap(MembershipPolicy, "note_debts", debts_run_on),
        test=_POLICY + "test_the_debt_of_a_bot_that_was_away_begins_when_it_is_back",
    ),
    Mutant(
        "a click about a debt does not say so",
        swap(MembershipPolicy, "_reason", lambda self, seat, now_ms: "asked"),
        test=_POLICY
        + "test_a_click_about_who_is_here_and_keeps_its_part_back_says_so_and_else_it_was_asked",
    ),
    Mutant(
        "who comes back waits for the next push",
        swap(Replica, "_tell_returned", nothing),
        test=_POLICY
        + "test_one_word_of_who_was_missed_brings_it_all_that_is_unsettled_and_it_pays_at_once",
    ),
    Mutant(
        "who fetched lines waits for the next push",
        lines_alone,
        test=_POLICY + "test_who_lacks_lines_is_shown_what_is_unsettled_behind_them",
    ),
    Mutant(
        "a table that is over takes what comes",
        swap(Replica, "retire", nothing),
        test=_END + "test_nothing_that_a_seat_says_behind_the_end_reaches_anybodys_journal",
    ),
    Mutant(
        "a seat that says it is behind keeps a game open",
        swap(SeatedTable, "_end", ends_with_the_last),
        test=_END + "test_a_seat_that_says_for_ever_that_it_is_behind_holds_up_nobodys_journal",
    ),
    Mutant(
        "what another brings is not checked",
        swap(Relay, "_check", nothing),
        test=_RELAY + "test_false_frames_of_somebody_cost_it_nothing_and_us_little",
    ),
    Mutant(
        "who brings frames spends their author's budget",
        one_budget_an_author,
        test=_RELAY + "test_old_words_of_somebody_shown_again_take_nothing_from_its_own",
    ),
    Mutant(
        "a part of luck is brought on unchecked",
        swap(PendingRounds, "holds", lambda self, frame: True),
        test=_RELAY + "test_a_part_of_luck_is_brought_on_only_when_it_was_checked",
    ),
)
