"""Bugs about starts that were given up, and about tables that recover; see `mutants`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from camelnet.protocol.epoch.fork import ForkRequests
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.log.agreement import Agreement
from camelnet.protocol.log.beacon_round import BeaconRound
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.log import Log
from camelnet.protocol.replica import membership_policy
from camelnet.protocol.replica.membership_policy import MembershipPolicy
from camelnet.protocol.replica.replica import Replica
from camelnet.protocol.start.genesis import PendingStart
from camelnet.protocol.wire.bodies import EntryBody, fork_id
from camelnet.protocol.wire.frames import Proposal, Stay
from camelnet.protocol.wire.key_messages import KeyFrame
from camelnet.session.lobby.starts import Starts
from tests.sim.mutant import Mutant, nothing, put, swap


def forgets_what_it_superseded(stack: ExitStack) -> None:
    right = Starts.joined

    def joined(self: Starts, begun: PendingStart) -> None:
        right(self, begun)
        self._superseded.clear()

    put(stack, Starts, "joined", joined)


def forgets_parts_for_later(stack: ExitStack) -> None:
    right = BeaconRound.begin_again

    def begin_again(self: BeaconRound, *, redrawn: bool) -> None:
        self.unfit.clear()
        right(self, redrawn=redrawn)

    put(stack, BeaconRound, "begin_again", begin_again)


def key_parts_by_number(stack: ExitStack) -> None:
    """Voters are taken for the first seats."""
    right = KeyGeneration.retransmissions

    def retransmissions(self: KeyGeneration, seat: int | None = None) -> list[KeyFrame]:
        if seat is not None:
            return right(self, seat)
        return [frame for first in range(len(self._voters)) for frame in right(self, first)]

    put(stack, KeyGeneration, "retransmissions", retransmissions)


def who_came_back_is_not_heard(stack: ExitStack) -> None:
    """Once a restarted seat has heard all others, it writes for good."""
    right = Replica.unheard

    def unheard(self: Replica) -> tuple[int, ...]:
        return () if self._all_known_ms is not None else right.__get__(self)

    put(stack, Replica, "unheard", property(unheard))


def gives_on_though_it_has_signed_a_fork(stack: ExitStack) -> None:
    right = EpochState.sign_fork

    def sign_fork(self: EpochState) -> None:
        bound = self._bound_to
        right(self)
        self._bound_to = bound

    put(stack, EpochState, "sign_fork", sign_fork)


def of_any_game(stack: ExitStack) -> None:
    """An entry of another game closes an epoch."""
    right = Agreement.check_author

    def check_author(self: Agreement, entry: EntryBody, proposal: Proposal) -> None:
        right(self, replace(entry, game=self._epoch.game), proposal)

    put(stack, Agreement, "check_author", check_author)


def forgets_what_it_gave_up(stack: ExitStack) -> None:
    right = ForkRequests.restore

    def restore(self: ForkRequests, signed: Sequence[bytes], stays: Sequence[Stay]) -> None:
        right(self, signed, ())

    put(stack, ForkRequests, "restore", restore)


def one_word_frees(stack: ExitStack) -> None:
    """Whoever has signed a fork is free once any seat of it has given it up."""
    put(stack, ForkRequests, "_is_dead", lambda self, data: bool(self._stays.get(fork_id(data))))


def gives_up_what_it_has_signed(stack: ExitStack) -> None:
    put(stack, ForkRequests, "_never_signs", lambda self, data, goes_on: goes_on)


_GIVEN_UP = "tests/protocol/epoch/test_fork_given_up.py::"

RECOVERY_MUTANTS = (
    Mutant(
        "a fork that was given up is forgotten in a restart",
        forgets_what_it_gave_up,
        test=_GIVEN_UP + "test_a_word_is_durable_before_it_is_sent_and_holds_after_a_restart",
    ),
    Mutant(
        "one seat of a fork frees all who have signed it",
        one_word_frees,
        test=_GIVEN_UP + "test_all_others_have_to_give_it_up_before_one_who_has_signed_is_free",
    ),
    Mutant(
        "who has signed a fork gives it up first",
        gives_up_what_it_has_signed,
        test=_GIVEN_UP + "test_who_has_signed_gives_nothing_up_before_another_has",
    ),
    Mutant(
        "a fork is given up while people are missing",
        swap(MembershipPolicy, "goes_on", lambda self, now_ms: True),
        test=_GIVEN_UP + "test_whoever_is_still_needed_asks_again_after_a_restart",
    ),
    Mutant("an entry of any game closes an epoch", of_any_game, seed=311),
    Mutant(
        "who has signed a fork gives on",
        gives_on_though_it_has_signed_a_fork,
        test="tests/protocol/epoch/test_fork.py::"
        "test_who_has_signed_a_fork_gives_no_part_of_luck_in_the_old_game[False]",
    ),
    Mutant(
        "who was restarted does not wait for who came back since",
        who_came_back_is_not_heard,
        test="tests/protocol/replica/test_replica.py::"
        "test_who_was_restarted_writes_nothing_before_it_has_heard_who_came_back_since",
    ),
    Mutant(
        "lines are asked for, and luck that is missing is not",
        lambda stack: put(stack, Log, "missing_from", property(lambda log: log.index)),
        test="tests/session/watch/test_watched_table.py::"
        "test_luck_that_one_seat_withholds_another_one_shows",
    ),
    Mutant(
        "a game that was given up begins after the next",
        forgets_what_it_superseded,
        test="tests/session/lobby/test_starts.py::"
        "test_a_game_that_a_begun_one_gave_up_never_begins",
    ),
    Mutant(
        "parts of what opens in a later epoch are forgotten",
        forgets_parts_for_later,
        test="tests/protocol/log/test_beacon_round.py::"
        "test_parts_of_seals_that_open_in_a_later_epoch_are_kept_until_then",
    ),
    Mutant(
        "what the last seats dealt is said again by nobody",
        key_parts_by_number,
        test="tests/protocol/keygen/test_dkg.py::"
        "test_everybody_says_again_what_a_dealer_that_is_gone_has_said",
    ),
    Mutant("nobody asks to come back", swap(Replica, "_plead", nothing), seed=55, liveness=True),
    Mutant(
        "who owes a part is given up at once",
        swap(membership_policy, "OWING_MS", 0),
        seed=6,
        liveness=True,
    ),
)
