"""The mutation gate: bugs that we plant, to see that they are seen.

Each mutant replaces one function of the package by a wrong one. It is found when the simulator
breaks an invariant within `SEEDS_MAX` seeds, or when the unit test that it names fails.

    python -m tests.sim.mutants            which seed or test finds each
    python -m tests.sim.mutants NAME       that one alone
"""

from __future__ import annotations

import os
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import click
from rich.console import Console
from rich.table import Table as Grid

from camelnet.protocol.cards import encrypted_faces
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.crypto import coin, group
from camelnet.protocol.epoch import decision, epoch_change
from camelnet.protocol.log import beacon_round, log, membership
from camelnet.protocol.log.agreement import Agreement
from camelnet.protocol.log.early_frames import EarlyFrames
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.equivocation import EquivocationDetector
from camelnet.protocol.log.interfaces import ProposalInFlight
from camelnet.protocol.log.signed_statements import SignedStatements
from camelnet.protocol.replica import relay, replica
from camelnet.protocol.wire import bodies
from camelnet.protocol.wire.bodies import FinalBody, PleaBody, read_body
from camelnet.protocol.wire.frames import NO_LUCK, Accepted, CertificateLine, Certified, Share
from camelnet.record.journal import Journal
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.watch.audience import Audience
from tests.sim.card_mutants import CARD_MUTANTS
from tests.sim.decides_mutants import DECIDES_MUTANTS
from tests.sim.flood_mutants import FLOOD_MUTANTS
from tests.sim.lobby_mutants import LOBBY_MUTANTS
from tests.sim.model_mutants import MODEL_MUTANTS
from tests.sim.mutant import Mutant, everywhere, nothing, put, swap
from tests.sim.plan import healed_plan_of, plan_of
from tests.sim.recovery_mutants import RECOVERY_MUTANTS
from tests.sim.runner import run_seeds
from tests.sim.screens_mutants import SCREENS_MUTANTS
from tests.sim.session_mutants import SESSION_MUTANTS
from tests.sim.vote_mutants import VOTE_MUTANTS
from tests.sim.words_mutants import WORDS_MUTANTS
from tests.sim.world_mutants import WORLD_MUTANTS

SEEDS_MAX = 5000
ROOT = Path(__file__).resolve().parent.parent.parent

# --- the log ---------------------------------------------------------------------------------


def quorum_is_final(stack: ExitStack) -> None:
    right_progress, right_check = log.Log.progress, Agreement.check_certificate

    def progress(self: log.Log) -> None:
        right_progress(self)
        agreement = self.agreement
        flight = agreement.in_flight
        seats = [seat for seat in self.voters if agreement.agrees(seat)]
        if flight is None or self.epoch.stopped or len(seats) < self.membership.quorum:
            return
        acks = {seat: agreement._acks[seat] for seat in seats}
        votes = tuple(CertificateLine(s, acks[s][0].pledge, acks[s][1].signature) for s in seats)
        digest = acks[seats[0]][0].digest
        proposal = flight.proposal
        self._append(flight, Certified(proposal.body, proposal.signature, digest, votes, NO_LUCK))

    def check(self: Agreement, entry: Any, line: Certified) -> None:
        voted = tuple(vote.seat for vote in line.certificate)
        whole, self._epoch.voters = self._epoch.voters, voted
        try:
            right_check(self, entry, line)
        finally:
            self._epoch.voters = whole

    put(stack, log.Log, "progress", progress)
    put(stack, Agreement, "check_certificate", check)


def ack_before_fsync(stack: ExitStack) -> None:
    right = Agreement._put_in_flight

    def put_in_flight(self: Agreement, flight: ProposalInFlight) -> None:
        if ack := self._acknowledge(flight):
            self._context.outbox.append(ack)
        right(self, flight)

    put(stack, Agreement, "_put_in_flight", put_in_flight)


def promised_later(self: Journal, promise: Any) -> None:
    ack = to_array(promise.ack) if promise.ack else None
    self._append(("promised", to_array(promise.proposal), ack), durable=False)


def vowed_later(self: Journal, acceptor_state: Any) -> None:
    self._append(("vowed", to_array(acceptor_state)), durable=False)


def share_before_finality(stack: ExitStack) -> None:
    right = Agreement._put_in_flight

    def put_in_flight(self: Agreement, flight: ProposalInFlight) -> None:
        right(self, flight)
        entry, own, key = flight.entry, self._epoch.voter, self._epoch.coin_key(flight.entry.epoch)
        held = self._rounds._key_shares.get(entry.epoch)
        if flight.luck and own and key and held:
            suite = self._context.suite
            label = coin.coin_label(
                suite, entry.game, entry.epoch, entry.index, entry.prev, flight.hash
            )
            secret = int.from_bytes(held[:32], "little")
            share = coin.coin_share(suite, key, own.seat, secret, label)
            self._context.outbox.append(
                Share(entry.game, entry.epoch, entry.index, own.seat, share)
            )

    put(stack, Agreement, "_put_in_flight", put_in_flight)


def final_replaced(self: beacon_round.BeaconRound, frame: Any) -> None:
    body = read_body(FinalBody, frame.body)
    if bodies.verified(self._suite, self._keys[body.seat], frame.signature, frame.body):
        self.finals[body.seat] = frame


def forever_fresh(stack: ExitStack) -> None:
    put(stack, relay, "FRESH_MS", 10**9)


def kept_unchecked(self: EarlyFrames, place: int, seat: int, frame: Any) -> None:
    self._frames[type(frame), place, seat] = frame


# --- changes ---------------------------------------------------------------------------------


def evidence_unchecked(stack: ExitStack) -> None:
    right = decision.check_votes

    def check_votes(*args: Any, step: str, **rest: Any) -> None:
        if step != "echo":
            right(*args, step=step, **rest)

    everywhere(stack, decision, "check_votes", check_votes)


def accepted_without_echoes(stack: ExitStack) -> None:
    def accept(self: epoch_change.EpochChange, own: Any) -> None:
        ballot = self.ballot
        offer, echoes = ballot.echoed_offer, ballot.votes_for("echo", ballot.echoed)
        if offer is not None and own.seat not in ballot.votes_for("accept", ballot.echoed):
            ballot.accepted = Accepted(offer, tuple(echoes[seat] for seat in sorted(echoes)))
            self._storage.save_acceptor_state(ballot.acceptor_state())
            self._vote("accept", ballot.echoed, own)

    evidence_unchecked(stack)
    put(stack, epoch_change.EpochChange, "_accept", accept)


def first_report_closes(base: int, promises: Sequence[Any]) -> bytes:
    told = [body.entry for body in promises if body.base == base and body.entry]
    return told[0] if told else b""


def promise_without_wants(stack: ExitStack) -> None:
    right = decision.requested_change

    def requested_change(*args: Any, **rest: Any) -> decision.RequestedChange:
        with mock.patch.object(membership.Membership, "quorum", property(lambda self: 1)):
            return right(*args, **rest)

    everywhere(stack, decision, "requested_change", requested_change)


def ack_after_promise(stack: ExitStack) -> None:
    right = Agreement.receive_proposal

    def receive(self: Agreement, frame: Any) -> bool:
        with mock.patch.object(self._epoch, "frozen", False):
            return right(self, frame)

    put(stack, Agreement, "receive_proposal", receive)


def promise_forgotten(stack: ExitStack) -> None:
    right = SeatedTable._admit_all

    def wrong(self: SeatedTable, kept: Any) -> None:
        kept.acceptor_state = None
        right(self, kept)

    put(stack, SeatedTable, "_admit_all", wrong)


def echo_twice(stack: ExitStack) -> None:
    right = epoch_change.EpochChange._judge

    def judge(self: epoch_change.EpochChange, frame: Any, own: Any) -> None:
        self.ballot.echoed = b""
        right(self, frame, own)

    put(stack, epoch_change.EpochChange, "_judge", judge)


def stale_plea(self: replica.Replica, seat: int, frame: Any, now_ms: int) -> None:
    body = read_body(PleaBody, frame.body)
    if body.seat == seat and seat in self.log.membership.ghosts:
        self.log.statements.check_signed(seat, frame.signature, frame.body)
        self.policy._pleas[seat] = (self.log.membership.epoch, now_ms)


def majority(self: membership.Membership) -> int:
    return len(self.voters) // 2 + 1


def watchers_see_all(stack: ExitStack) -> None:
    right = Audience.news

    def news(self: Audience, log: Any, now_ms: int) -> list[Any]:
        told = right(self, log, now_ms)
        return [*told, *((key, frame) for key, _ in told for frame in log.retransmissions())]

    put(stack, Audience, "news", news)


# --- secrets ---------------------------------------------------------------------------------


def unproven_shares(stack: ExitStack) -> None:
    put(stack, coin, "check_share", nothing)
    put(stack, encrypted_faces, "check_opening_share", nothing)


def any_scalar(stack: ExitStack) -> None:
    def read_scalar(data: bytes) -> int:
        return int.from_bytes(data, "little") % group.ORDER

    everywhere(stack, group, "read_scalar", read_scalar)


def one_label_for_all(stack: ExitStack) -> None:
    right = coin.coin_label

    def coin_label(suite: Any, game: bytes, epoch: int, index: int, *rest: bytes) -> bytes:
        return right(suite, game, epoch, index, b"", b"")

    put(stack, coin, "coin_label", coin_label)


MUTANTS = (
    Mutant("a quorum is enough for an entry", quorum_is_final, seed=0),
    Mutant("ACK before fsync", ack_before_fsync, seed=43),
    Mutant("acknowledgement not synced", swap(Journal, "save_proposal", promised_later), seed=0),
    Mutant("promise not synced", swap(Journal, "save_acceptor_state", vowed_later), seed=1),
    Mutant("promise forgotten at a restart", promise_forgotten, seed=808),
    Mutant("ACK after a promise", ack_after_promise, seed=7),
    Mutant(
        "evidence of a promise not checked",
        evidence_unchecked,
        test="tests/protocol/epoch/test_decision.py::test_an_accepted_change_counts_with_enough_echoes_only",
    ),
    Mutant(
        "change accepted without its echoes",
        accepted_without_echoes,
        test="tests/protocol/epoch/test_epoch_change.py::test_a_change_needs_enough_echoes_to_be_accepted_and_enough_accepts_to_be_final",
    ),
    Mutant(
        "two echoes in one ballot",
        echo_twice,
        test="tests/protocol/epoch/test_epoch_change.py::test_one_ballot_gets_one_echo_even_after_a_restart",
    ),
    Mutant("promise without wants", promise_without_wants, seed=189),
    Mutant(
        "half of the voters are a quorum",
        swap(membership.Membership, "quorum", property(majority)),
        seed=16,
    ),
    Mutant(
        "certificate not checked in log sync",
        swap(Agreement, "check_certificate", nothing),
        seed=90,
    ),
    Mutant(
        "contradictions not noticed",
        swap(EquivocationDetector, "see", nothing),
        test="tests/protocol/log/test_equivocation.py::test_a_witness_finds_each_liar_once_and_remembers_a_bounded_number",
    ),
    Mutant("stale return", swap(replica.Replica, "_receive_plea", stale_plea), seed=260),
    Mutant("share before finality", share_before_finality, seed=1),
    Mutant(
        "a late final replaces the one before",
        swap(beacon_round.BeaconRound, "take_final", final_replaced),
        test="tests/protocol/log/test_commit_reveal.py::"
        "test_a_final_that_differs_replaces_none_and_the_record_still_holds",
    ),
    Mutant(
        "what a certificate contradicts goes unseen",
        swap(SignedStatements, "see_both", nothing),
        test="tests/protocol/log/test_contradicting_acknowledgements.py::"
        "test_a_certificate_with_ones_own_digest_ends_a_stop_and_shows_who_signed_two_things",
    ),
    Mutant(
        "a false digest stops a log for good",
        swap(EpochState, "agree", nothing),
        test="tests/protocol/log/test_contradicting_acknowledgements.py::"
        "test_a_certificate_with_ones_own_digest_ends_a_stop_and_shows_who_signed_two_things",
    ),
    Mutant(
        "a false deal of a key is a debt only",
        swap(SignedStatements, "convict_dealers", nothing),
        test="tests/protocol/log/test_false_proofs.py::"
        "test_a_false_deal_of_a_key_costs_its_dealer_the_seat_for_good",
    ),
    Mutant(
        "a false entry of a deck is a debt only",
        swap(SignedStatements, "convict", nothing),
        test="tests/protocol/log/test_false_proofs.py::"
        "test_a_false_entry_of_a_deck_costs_its_author_the_seat_for_good",
    ),
    Mutant(
        "nothing is sent on over others",
        swap(relay.Relay, "forward", nothing),
        test="tests/protocol/replica/test_relay.py::"
        "test_a_table_of_bots_goes_on_over_dead_links_and_gives_nobody_up",
    ),
    Mutant(
        "here by any old word",
        forever_fresh,
        test="tests/protocol/replica/test_relay.py::"
        "test_an_old_word_that_somebody_is_here_shown_again_brings_nobody_back",
    ),
    Mutant(
        "anybody's word waits for the next place",
        swap(EarlyFrames, "keep", kept_unchecked),
        test="tests/protocol/log/test_early_frames.py::"
        "test_what_the_others_said_of_the_next_place_is_still_there_when_it_is_free",
    ),
    Mutant("missing DLEQ check", unproven_shares, seed=169),
    Mutant("who looks on is sent what is not settled", watchers_see_all, seed=3),
    Mutant(
        "a parting goes on as the table's game",
        swap(Verdict, "parted", None),
        test="tests/session/table/test_verdict.py::test_a_parting_is_another_game_however_many_signed_it",
    ),
    Mutant(
        "whoever signed the last line is the table",
        swap(Verdict, "_enough", lambda self, seats: True),
        test="tests/session/table/test_verdict.py::"
        "test_three_of_five_are_not_the_table_of_the_start_however_they_came_to_be_three",
    ),
    Mutant(
        "first report closes an epoch, ties too",
        lambda stack: everywhere(stack, decision, "closing_of", first_report_closes),
        test="tests/sim/test_rules.py::test_a_tie_closes_an_epoch_with_nothing",
    ),
    Mutant(
        "share given for two entries",
        one_label_for_all,
        test="tests/protocol/crypto/test_coin.py::"
        "test_everything_about_the_place_of_an_entry_makes_another_label",
    ),
    Mutant(
        "non-canonical scalar accepted",
        any_scalar,
        test="tests/protocol/crypto/test_group.py::test_a_scalar_that_is_not_canonical_is_refused",
    ),
    Mutant(
        "seal without its proof of knowledge",
        swap(encrypted_faces, "check_knowledge", nothing),
        test="tests/protocol/crypto/test_hostile_elements.py::test_no_byte_can_be_changed",
    ),
    *CARD_MUTANTS,
    *WORLD_MUTANTS,
    *WORDS_MUTANTS,
    *SCREENS_MUTANTS,
    *VOTE_MUTANTS,
    *LOBBY_MUTANTS,
    *DECIDES_MUTANTS,
    *FLOOD_MUTANTS,
    *RECOVERY_MUTANTS,
    *SESSION_MUTANTS,
    *MODEL_MUTANTS,
)


@contextmanager
def planted(mutant: Mutant) -> Iterator[None]:
    """Within this, the package has that bug."""
    with ExitStack() as stack:
        mutant.plant(stack)
        yield


def first_seed(
    mutant: Mutant, seeds: Iterable[int], processes: int | None = None
) -> tuple[int, str] | None:
    """The first of these seeds that shows it, and how; None if none does."""
    make_plan = healed_plan_of if mutant.liveness else plan_of
    with planted(mutant):
        outcomes = run_seeds(seeds, processes, in_order=True, plan_of=make_plan)
        for outcome in outcomes:
            if outcome.failure:
                outcomes.close()
                return outcome.seed, outcome.failure.strip().splitlines()[-1]
    return None


def missed_by_unit_tests(mutants: Sequence[Mutant]) -> list[str]:
    """The names of those whose unit test does not fail, each with what it printed. All in one
    process, for importing the tests takes longer than running them; each in a fork of it."""
    names = [mutant.name for mutant in mutants]
    command = (sys.executable, "-m", "tests.sim.mutants", "--unit", *names)
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = result.stdout.split(END)
    told = zip(names, found, strict=False)
    if len(found) != len(names) + 1:
        return [f"stopped: {result.stdout} {result.stderr}"]
    return [f"{name}: {text}" for name, text in told if " failed" not in text or FAILED not in text]


END = "=== end of a planted bug ==="
FAILED = "=== exit 1 ==="


def _run_unit_tests(mutants: Sequence[Mutant]) -> None:
    import pytest

    # What every test needs is imported once; the tests themselves where their bug is planted.
    for name in ("tests.conftest", "hypothesis.strategies", "pytestqt.plugin", "PySide6.QtTest"):
        import_module(name)
    for mutant in mutants:
        assert mutant.test is not None
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            code = 3
            try:
                words = ("-qx", "--no-header", "-p", "no:cacheprovider", mutant.test)
                words += ("-W", "ignore::pytest.PytestAssertRewriteWarning")
                with planted(mutant), TemporaryDirectory() as folder:
                    code = int(pytest.main([*words, f"--basetemp={folder}/pytest"]))
            except Exception:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                os._exit(code)
        _pid, status = os.waitpid(child, 0)
        print(f"=== exit {os.waitstatus_to_exitcode(status)} ===\n{END}")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--unit", is_flag=True, help="run the unit tests of NAMES with the bugs planted")
@click.option("--seeds", type=click.IntRange(1), default=SEEDS_MAX, show_default=True)
def main(names: tuple[str, ...], unit: bool, seeds: int) -> None:
    """Plant each bug and see who finds it."""
    chosen = [mutant for mutant in MUTANTS if not names or mutant.name in names]
    if unit:
        _run_unit_tests(sorted(chosen, key=lambda mutant: names.index(mutant.name)))
        return
    console = Console()
    grid = Grid("bug", "found by", "as")
    missed = 0
    for mutant in chosen:
        console.print(f"{mutant.name} …", highlight=False)
        if mutant.test is not None:
            found, what = not missed_by_unit_tests([mutant]), mutant.test.split("::")[1]
            grid.add_row(mutant.name, "unit test" if found else "NOBODY", what)
        else:
            seen = first_seed(mutant, range(seeds))
            found = seen is not None
            mode = ", liveness" if mutant.liveness else ""
            where = f"seed {seen[0]}{mode}" if seen else "NOBODY"
            grid.add_row(mutant.name, where, seen[1] if seen else "")
        missed += not found
        console.print(f"  {'found' if found else 'NOT FOUND'}", highlight=False)
    console.print(grid)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
