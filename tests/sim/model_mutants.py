"""Planted bugs that the model sees: in what is stored before it is said, in rounds, in promises."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from camelnet.protocol.epoch import epoch_change, message_builders
from camelnet.protocol.epoch.ballot import Ballot
from camelnet.protocol.epoch.epoch_change import EpochChange
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.pending_rounds import PendingRounds
from camelnet.protocol.wire.bodies import PromiseBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Promised
from tests.sim.mutant import Mutant, nothing, put, swap

_CHANGE = "tests/protocol/epoch/test_epoch_change.py::"


def entered_before_it_is_stored(self: EpochChange, number: int, now_ms: int) -> None:
    self.ballot.enter(number, now_ms)
    own = self._log.voter if self._log.epoch.frozen else None
    if own is not None:
        self._storage.save_acceptor_state(self.ballot.acceptor_state())
        self.outbox.append(epoch_change.make_promise(self._log, own, self.ballot))


def on_alone(stack: ExitStack) -> None:
    """A voter's timer moves it on, whoever else is in its round."""
    right = EpochChange._advance

    def advance(self: EpochChange, now_ms: int) -> None:
        rounds, own = self.ballot.rounds, self.ballot.round
        self.ballot.rounds = {seat: max(number, own) for seat, number in rounds.items()}
        try:
            right(self, now_ms)
        finally:
            self.ballot.rounds = rounds

    put(stack, EpochChange, "_advance", advance)


def without_luck(stack: ExitStack) -> None:
    """A promise leaves out the luck that its voter knows."""
    right = message_builders.make_promise

    def make_promise(log: Any, own: Any, ballot: Ballot) -> Promised:
        made = right(log, own, ballot)
        body = body_bytes(replace(read_body(PromiseBody, made.body), drawn=()))
        return replace(made, body=body, signature=own.signer.sign(body))

    put(stack, epoch_change, "make_promise", make_promise)
    put(stack, message_builders, "make_promise", make_promise)


MODEL_MUTANTS = (
    Mutant(
        "luck of a key leaves before the key is on the disk",
        swap(PendingRounds, "_keep_key", nothing),
        test="tests/protocol/log/test_beacon_round.py::"
        "test_a_key_is_on_the_disk_before_a_part_of_what_it_draws_leaves",
    ),
    Mutant(
        "a round is entered before it is stored",
        swap(EpochChange, "_enter", entered_before_it_is_stored),
        test=_CHANGE + "test_on_a_full_disk_nobody_goes_on_to_a_round_that_is_not_stored",
    ),
    Mutant(
        "who has accepted promises again",
        swap(Ballot, "has_accepted", property(lambda self: False)),
        seed=5,
    ),
    Mutant("a timer needs nobody else", on_alone, seed=251),
    Mutant("a promise leaves out luck", without_luck, seed=1),
    Mutant(
        "who has promised gives on",
        swap(PendingRounds, "_giving", property(lambda self: self._context.own)),
        seed=39,
    ),
    Mutant(
        "a promise is forgotten where a later one is kept",
        swap(EpochState, "gives_luck", property(lambda self: self.number != self._promised_end)),
        test="tests/protocol/log/test_beacon_round.py"
        "::test_a_journal_that_is_read_gives_no_part_in_an_epoch_before_the_last_promise",
    ),
)
