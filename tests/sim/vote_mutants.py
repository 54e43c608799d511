"""Bugs about votes that lapse, what a change shows, and chairs in the lobby; see `mutants`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from camelnet.protocol.epoch import decision, fork, message_validation
from camelnet.protocol.log import pending_rounds
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.log.signed_statements import SignedStatements
from camelnet.protocol.replica import sync
from camelnet.protocol.replica.membership_policy import MembershipPolicy
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import LobbyBody, TableBody
from camelnet.session.lobby.starts import Starts
from tests.sim.mutant import Mutant, everywhere, nothing, put, swap


def lapsed_at_no_base(stack: ExitStack) -> None:
    right = decision.RequestedChange.membership

    def membership(self: decision.RequestedChange, before: Membership, base: int) -> Membership:
        return right(self, before, self.since)

    put(stack, decision.RequestedChange, "membership", membership)


def one_line_too_many(stack: ExitStack) -> None:
    """A reply is full only after the line that does not fit."""
    right = sync.lines_from

    def lines_from(log_: Any, index: int) -> tuple[Any, ...]:
        chosen = right(log_, index)
        after = index + len(chosen)
        return (*chosen, log_.line_at(after)) if after < log_.index else chosen

    put(stack, sync, "lines_from", lines_from)
    everywhere(stack, sync, "lines_from", lines_from)


def lower_key_sits(
    self: LobbyState, where: bytes, body: TableBody, seat: int, claims: list[LobbyBody]
) -> LobbyBody:
    return min(claims, key=lambda record: (not record.playing, record.key))


def bots_give_up_anybody(stack: ExitStack) -> None:
    """A bot takes the first step against a person as against a bot."""
    right = MembershipPolicy._give_up_bots

    def give_up(self: MembershipPolicy, now_ms: int) -> None:
        people, self._people = self._people, frozenset()
        try:
            right(self, now_ms)
        finally:
            self._people = people

    put(stack, MembershipPolicy, "_give_up_bots", give_up)


def every_question_answered(stack: ExitStack) -> None:
    """A seat that asks to play on apart says so again whenever it hears another."""
    right = fork.ForkRequests.progress

    def progress(self: fork.ForkRequests) -> None:
        self._said = []
        right(self)

    put(stack, fork.ForkRequests, "progress", progress)


_LAPSED = "tests/protocol/epoch/test_lapsed_votes.py::"
_SETTLE = "tests/protocol/epoch/test_decision.py::"
_SQUATTERS = "tests/session/lobby/test_squatters.py::"

VOTE_MUTANTS = (
    Mutant(
        "a bot gives up a person by itself",
        bots_give_up_anybody,
        test="tests/session/table/test_bots_wait.py::"
        "test_a_person_thinks_for_twenty_minutes_and_keeps_the_seat",
    ),
    Mutant(
        "every question to play on apart is answered with one",
        every_question_answered,
        test="tests/protocol/epoch/test_fork.py::"
        "test_who_asks_does_not_answer_each_question_with_its_own",
    ),
    Mutant(
        "votes end an epoch however old they are",
        lambda stack: everywhere(stack, message_validation, "followed_promise", nothing),
        test=_LAPSED + "test_votes_of_two_indices_ago_end_no_epoch_whoever_signs_the_last_one",
    ),
    Mutant(
        "votes change who plays however old they are",
        lapsed_at_no_base,
        test=_SETTLE + "test_wants_that_had_lapsed_before_the_base_change_nothing",
    ),
    Mutant(
        "a promise is not held against the line that it hides",
        swap(SignedStatements, "see_promise", nothing),
        test=_LAPSED + "test_a_false_promise_to_have_lagged_costs_its_author_the_seat",
    ),
    Mutant(
        "who owed a part comes back in the same leg",
        swap(EpochState, "is_debtor", lambda self, seat: False),
        test=_LAPSED + "test_who_owed_a_part_is_out_for_the_rest_of_the_leg_and_comes_back_then",
    ),
    Mutant(
        "a part of luck is given after a promise",
        swap(pending_rounds.PendingRounds, "_giving", property(lambda self: self._context.own)),
        test=_LAPSED + "test_whoever_has_promised_gives_no_part_of_luck_that_comes_behind",
    ),
    Mutant(
        "a reply holds a line too many",
        one_line_too_many,
        test="tests/protocol/wire/test_frame_size.py::"
        "test_a_closing_entry_is_not_torn_from_its_change_nor_added_to_a_full_reply",
    ),
    Mutant(
        "the lower key takes the chair",
        swap(LobbyState, "_holder", lower_key_sits),
        test=_SQUATTERS + "test_nobody_takes_a_chair_from_whoever_sat_there_first",
    ),
    Mutant(
        "a chair that is never ready is kept",
        swap(Starts, "_yield_unready", nothing),
        test=_SQUATTERS + "test_a_chair_whose_owner_is_never_ready_is_free_after_a_minute",
    ),
)
