"""Tables that lose people and get them back: ghosts, returns, liars, restarts, all in one log."""

from __future__ import annotations

from itertools import pairwise

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.replica.membership_policy import LAGGING_MS
from camelnet.protocol.replica.presence import SILENT_MS
from camelnet.protocol.replica.replica import PUSH_MS
from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, VoteBody, read_body
from camelnet.protocol.wire.frames import (
    Certified,
    Changed,
    Plea,
    Promised,
    Relayed,
    Vote,
)
from camelnet.protocol.wire.key_messages import KeyAnswer, KeyCommit, KeyComplaint, KeyDeal
from tests.protocol.ending import give, quiet
from tests.protocol.perjury import Perjurer, two_entries, wants_from
from tests.protocol.toy import SYMBOLIC, acked, signer_for, written
from tests.protocol.toy_table import ToyTable, nothing_lost

KEY_FRAMES = KeyCommit | KeyDeal | KeyComplaint | KeyAnswer


def lost_one(kinds: str = "hhhh", seed: int = 1, leaver: int = 3) -> ToyTable:
    """A table that goes on without one of its seats, which is still switched off."""
    table = quiet(kinds, seed)
    table.go_on_without(leaver)
    table.until_epoch(1)
    table.idle.clear()
    return table


# --- ghosts -------------------------------------------------------------------------------------


def test_a_ghost_plays_by_luck_that_all_draw_the_same_and_writes_nothing() -> None:
    table = lost_one()
    for seat in (0, 1, 2):
        table.wishes[seat] = "add 0"
    table.more(9)
    entries = [
        read_body(EntryBody, line.body)
        for line in table.log(0).chain.lines
        if isinstance(line, Certified)
    ]
    assert not [entry for entry in entries if entry.epoch == 1 and entry.seat == 3]
    turns = [entry.seat for entry in entries if entry.epoch == 1 and entry.notation != "key"]
    assert set(pairwise(turns)) == {(0, 1), (1, 2), (2, 0)}
    assert len({table.machines[seat].total for seat in (0, 1, 2)}) == 1
    assert len({tuple(table.machines[seat].draws) for seat in (0, 1, 2)}) == 1
    table.check_agreement()


def test_the_author_killed_with_its_roll_on_the_way_does_not_stop_a_headless_table() -> None:
    table = ToyTable("bbbb", 3, headless=True)
    table.play(6)
    table.until(lambda: table.log(0).agreement.entry is not None)
    entry = table.log(0).agreement.entry
    assert entry is not None
    table.leave(entry.seat)
    began = table.now_ms
    table.until_epoch(1)
    assert table.now_ms - began < 2 * SILENT_MS
    table.more(5)
    table.check_agreement()


@pytest.mark.slow
def test_people_are_never_given_up_for_thinking() -> None:
    table = quiet()
    table.run(4 * LAGGING_MS)
    assert {table.log(seat).membership.epoch for seat in range(4)} == {0}
    assert not any(table.tables[seat].epoch_change.wants.open() for seat in range(4))


# --- returning ----------------------------------------------------------------------------------


def test_who_left_returns_with_its_seats_key_and_votes_again() -> None:
    table = lost_one()
    table.more(4)
    table.wake(3)
    table.until(lambda: table.log(3).voter is not None and table.log(3).membership.epoch == 2)
    table.until_epoch(2)
    table.more(8)
    assert table.log(0).membership.voters == (0, 1, 2, 3)
    seats = {
        read_body(EntryBody, line.body).seat
        for line in table.log(0).chain.lines[-8:]
        if isinstance(line, Certified)
    }
    assert 3 in seats
    table.check_agreement()


def test_who_was_restarted_writes_nothing_before_it_has_heard_who_came_back_since() -> None:
    """In the epoch that brought the ghost back we may have signed what only the ghost has heard."""
    table = lost_one("hhhhh", leaver=1)
    table.restart(0)
    table.until(lambda: table.tables[0].may_write(table.now_ms))
    table.lost = lambda sender, to, frame: to == 0 and (sender == 1 or isinstance(frame, Relayed))
    table.restart(1)
    table.until(lambda: 1 in table.log(0).membership.voters)
    table.run(4 * PUSH_MS)
    assert table.tables[0].unheard == (1,)
    assert not table.tables[0].may_write(table.now_ms)
    table.until(lambda: table.tables[0].may_write_part(table.now_ms))  # a quorum is enough
    table.lost = nothing_lost
    table.until(lambda: table.tables[0].may_write(table.now_ms))
    table.more(4)


def test_a_stale_plea_brings_nobody_back() -> None:
    table = lost_one()
    log = table.log(0)
    for epoch in (0, 2, 7):
        give(table, 0, Perjurer(log, 3).plea(epoch), sender=3)
    table.run(2000)
    assert not table.tables[0].epoch_change.wants.open()
    give(table, 0, Perjurer(log, 3).plea(1), sender=3)
    table.run(100)
    assert table.tables[0].epoch_change.wants.open() == {(3, False): (0,)}


def test_a_plea_that_another_brings_counts_only_while_its_author_is_heard() -> None:
    table = lost_one()
    plea = Perjurer(table.log(0), 3).plea(1)
    give(table, 0, plea, sender=2)
    assert not table.tables[0].epoch_change.wants.open()
    table.tables[0].heard(3, table.tables[3].head(), table.now_ms)
    give(table, 0, plea, sender=2)
    table.run(100)
    assert table.tables[0].epoch_change.wants.open() == {(3, False): (0,)}


@pytest.mark.parametrize("forged", ["signature", "game"])
def test_a_plea_in_anothers_name_is_refused(forged: str) -> None:
    table = lost_one()
    plea = Perjurer(table.log(0), 3).plea(1)
    if forged == "signature":
        plea = Plea(plea.body, bytes(64))
    if forged == "game":
        moved = plea.body.replace(table.game_start.id, bytes(32))
        plea = Plea(moved, signer_for(SYMBOLIC, 3).sign(moved))
    with pytest.raises(Refusal):
        give(table, 0, plea, sender=3)
    assert not table.tables[0].epoch_change.wants.open()


def lie(table: ToyTable, seat: int, to: int = 0) -> None:
    """The seat signs two entries for the next place; both are shown to another."""
    for number in (1, 2):
        entry = written(table.game_start, table.log(to), seat, f"add {number}")
        give(table, to, entry, sender=seat)


@pytest.mark.slow
def test_who_signs_two_entries_is_removed_on_the_proof_by_all_and_never_comes_back() -> None:
    table = quiet()
    author = table.author
    lie(table, author)
    table.until(lambda: table.log(0).membership.epoch == 1)
    table.until(lambda: all(not table.log(s).epoch.key_due for s in range(4) if s != author))
    membership = table.log(0).membership
    assert (membership.ghosts, membership.proven, membership.liars) == ((author,), (author,), 0)
    told_wants = table.log((author + 1) % 4).statements.detector.proofs
    assert set(told_wants) == {author}
    table.idle.clear()
    table.run(120_000)
    assert table.log(0).membership.epoch == 1
    give(table, 0, Perjurer(table.log(0), author).plea(1), sender=author)
    assert not table.tables[0].epoch_change.wants.open()
    table.more(5)
    table.check_agreement()


def test_who_is_a_proven_liar_is_not_asked_back() -> None:
    table = quiet()
    log = table.log(0)
    table.lost = lambda sender, to, frame: isinstance(frame, Plea)
    proof = two_entries(log, 3, index=3)
    table.give_up(3, 0, 1, 2)
    table.until_epoch(1)
    for seat in (0, 1, 2):
        give(table, seat, proof, sender=3)
    table.lost = nothing_lost
    table.run(20_000)
    assert table.log(0).membership.epoch == 1
    assert table.log(0).membership.ghosts == (3,)


def test_a_proof_survives_the_restart_of_who_heard_of_it() -> None:
    table = quiet("hh")
    author = table.author
    other = 1 - author
    table.leave(author)
    lie(table, author, other)
    assert set(table.log(other).statements.detector.proofs) == {author}
    table.restart(other, lucky=99)
    assert set(table.log(other).statements.detector.proofs) == {author}


# --- too few ------------------------------------------------------------------------------------


def test_two_voters_wait_for_each_other_and_say_whom_a_proof_names() -> None:
    table = quiet("hh")
    assert table.tables[0].removable() == ()
    author = table.author
    other = 1 - author
    log = table.log(other)
    lie(table, author, other)
    assert set(log.statements.detector.proofs) == {author}
    table.leave(author)
    table.run(120_000)
    assert log.membership.epoch == 0
    assert not log.epoch.frozen
    assert [seat for seat, _ in log.owed()] == [author]


@pytest.mark.slow
def test_a_table_of_four_that_lost_one_waits_for_the_next_until_it_returns() -> None:
    table = lost_one()
    table.more(3)
    table.leave(2)
    assert table.tables[0].removable() == ()
    table.give_up(2, 0, 1)
    table.run(120_000)
    assert table.log(0).membership.epoch == 1
    assert 2 in dict(table.log(0).owed())
    table.wake(2)
    table.more(3)
    table.check_agreement()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_one_person_with_bots_goes_on_without_a_bot_that_is_gone(seed: int) -> None:
    table = ToyTable("hbbb", seed, loss=0.05, headless=True)
    table.play(6 + seed)
    table.leave(2)
    table.until_epoch(1)  # the person's program is the third of the quorum, and nobody is asked
    table.more(8)
    assert table.log(0).membership.voters == (0, 1, 3)
    assert table.log(0).epoch.coin_key(1) is None, "everybody's secrets make the luck, as before"
    table.check_agreement()
    table.wake(2)
    for machine in table.machines:
        machine.round += 1  # luck was lost with it: it is back with the next leg
    table.until(lambda: 2 in table.log(0).membership.voters)
    table.more(8)
    table.check_agreement()


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["bbbb", "bbbbb"])
def test_a_headless_table_goes_on_without_the_one_whose_position_differs(kinds: str) -> None:
    table = ToyTable(kinds, 2, headless=True)
    table.play(6)
    table.idle = set(range(len(kinds)))
    table.run(3000)
    table.machines[1].total += 1
    table.idle.clear()
    table.until(lambda: table.log(0).membership.epoch == 1)
    assert table.log(0).membership.ghosts == (1,)
    table.run(30_000)
    assert table.log(0).membership.epoch == 1, "it does not ask to come back"
    table.leave(1)
    table.more(5)


@pytest.mark.slow
def test_people_wait_where_positions_differ_until_they_say_otherwise() -> None:
    table = quiet()
    table.machines[1].total += 1
    table.idle.clear()
    table.run(120_000)
    assert {log.epoch.stopped is not None for log in (table.log(seat) for seat in range(4))} == {
        True
    }
    assert {table.log(seat).membership.epoch for seat in range(4)} == {0}
    table.give_up(1, 0, 2, 3)
    table.until(lambda: table.log(0).membership.epoch == 1)
    assert table.log(0).membership.ghosts == (1,)


# --- the key ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_dealer_that_withholds_its_part_of_the_key_is_out_by_another_change() -> None:
    table = quiet("hhhhh")
    table.leave(4)

    def withheld(sender: int, to: int, frame: object) -> bool:
        return sender == 1 and isinstance(frame, KEY_FRAMES | Plea)

    table.lost = withheld
    table.give_up(4, 0, 1, 2, 3)
    table.until_changed(1)
    assert table.log(0).membership.voters == (0, 1, 2, 3)
    assert table.log(0).membership.quorum == 3
    table.run(2 * LAGGING_MS)
    assert table.log(0).membership.epoch == 1, "people decide"
    assert table.log(0).owed() == ((1, "key"),)
    table.give_up(1, 0, 2, 3)
    table.until(lambda: table.log(0).membership.epoch == 2)
    assert table.log(0).membership.voters == (0, 2, 3)
    table.until(lambda: not any(table.log(seat).epoch.key_due for seat in (0, 2, 3)))
    key = table.log(0).epoch.coin_key(2)
    assert key is not None
    assert key.holders == (0, 2, 3)
    table.check_agreement()


def test_nobody_rolls_on_while_there_is_no_key() -> None:
    table = quiet()
    table.leave(3)
    table.lost = lambda sender, to, frame: isinstance(frame, KEY_FRAMES)
    table.idle.clear()
    table.give_up(3, 0, 1, 2)
    table.until_changed(1)
    index = table.log(0).index
    table.run(10_000)
    assert {table.log(seat).index for seat in (0, 1, 2)} == {index}
    assert table.log(0).owed() == ((1, "key"), (2, "key"))


# --- what is durable before it is said ----------------------------------------------------------


def said_in_ledger(table: ToyTable, seat: int) -> None:
    """Compare what a seat has sent with what its ledger had synced at the time."""
    storage = table.ledgers[seat]
    vows = [value for what, value in storage.written[: storage.synced] if what == "vowed"]
    for _, _, frame in [item for item in table.sent if item[0] == seat]:
        if isinstance(frame, Promised):
            assert vows, "a promise without a vow"
        if isinstance(frame, Vote):
            body = read_body(VoteBody, frame.body)
            if body.step == "echo":
                assert any((v.round, v.echoed) == (body.ballot, body.change) for v in vows)
            else:
                assert any(v.accepted is not None for v in vows)


@pytest.mark.parametrize("seed", range(5))
def test_a_vow_is_synced_before_promise_echo_and_accept_are_sent(seed: int) -> None:
    table = quiet("hhhhh", seed)
    table.loss = 0.1
    table.go_on_without(4)
    end_ms = table.now_ms + 60_000
    while any(table.log(seat).membership.epoch == 0 for seat in table.present):
        assert table.now_ms < end_ms, f"seed {seed}"
        table.step()
        for seat in table.present:
            said_in_ledger(table, seat)
        table.sent.clear()


STATES = ("wants", "frozen", "echoed", "accepted", "changed", "keyed")


def state_of(table: ToyTable, seat: int) -> str:
    changes, log = table.tables[seat].epoch_change, table.log(seat)
    if log.membership.epoch == 1:
        return "changed" if log.epoch.key_due else "keyed"
    if changes.ballot.accepted is not None:
        return "accepted"
    if changes.ballot.echoed:
        return "echoed"
    return "frozen" if log.epoch.frozen else "wants"


@pytest.mark.slow
@pytest.mark.parametrize("lucky", [0, 99])
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("victims", [(0,), (2,), (0, 1), (0, 1, 2, 3)])
@pytest.mark.every(3)
def test_a_voter_killed_in_any_state_of_a_change_brings_it_to_its_end(
    state: str, victims: tuple[int, ...], lucky: int
) -> None:
    table = quiet("hhhhh", seed=len(victims))
    table.go_on_without(4)
    for victim in victims:
        table.until(lambda seat=victim: state_of(table, seat) == state, 60_000)  # type: ignore[misc]
        table.restart(victim, lucky=lucky)
    if state == "wants":
        table.run(1000)
        table.give_up(4, 0, 1, 2, 3)  # wants bind nothing, and are not kept
    table.until_epoch(1)
    table.idle.clear()
    table.more(5)
    assert table.log(0).membership.voters == (0, 1, 2, 3)
    assert not any(table.log(seat).statements.detector.proofs for seat in range(4))
    table.check_agreement()


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["bbbb", "hhhhh", "bbbbbb", "hbbb", "hhhb"])
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.every(3)
def test_tables_that_lose_delay_restart_leave_and_return_stay_one(kinds: str, seed: int) -> None:
    table = ToyTable(kinds, seed, loss=0.08, headless=True)
    seats = len(kinds)
    dice = table.random
    table.play(3)
    for _ in range(4):
        leaver = dice.randrange(seats)
        table.leave(leaver)
        for _ in range(dice.randrange(1, 4)):
            table.run(50 * dice.randrange(1, 200))
            table.ask_for(leaver)
            table.restart(dice.choice(table.present))
        table.check_agreement()
        if dice.random() < 0.5:
            table.restart(leaver)
        else:
            table.wake(leaver)
        table.run(50 * dice.randrange(1, 300))
    table.more(6)
    table.check_agreement()
    proofs = {seat: table.log(seat).statements.detector.proofs for seat in range(seats)}
    assert not any(proofs.values()), f"seed {seed}"
    changes = [line for line in table.log(0).chain.lines if isinstance(line, Changed)]
    for line in changes:
        change = read_body(ChangeBody, line.offer.change)
        assert change.proven == (), f"seed {seed}"


# --- following ----------------------------------------------------------------------------------


def test_a_liars_ballots_do_not_keep_honest_voters_from_going_on() -> None:
    table = quiet()
    log = table.log(1)
    table.leave(3)
    wants = wants_from(log, 3, 0, 1, 2)
    for ballot in (4000, 8000, 400_000):
        for seat in (1, 2):
            give(table, seat, Perjurer(log, 0).prep(wants, ballot))
    table.until_epoch(1)
    assert max(table.tables[seat].epoch_change.round for seat in (1, 2)) < 10
    table.check_agreement()


def test_entries_and_acknowledgements_of_a_ghost_are_refused() -> None:
    table = lost_one()
    log = table.log(0)
    with pytest.raises(Refusal):
        give(table, 0, written(table.game_start, log, 3, "add 1"), sender=3)
    author = table.author
    entry = written(table.game_start, log, author, "add 1")
    with pytest.raises(Refusal):
        give(table, 0, acked(log, entry, 3), sender=3)
