"""Luck and seals across epochs: what is carried, what is drawn anew, and what still opens."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.luck_check import checked_luck
from camelnet.protocol.wire.bodies import ChangeBody, EntryBody, read_body
from camelnet.protocol.wire.frames import NO_LUCK, Certified, Changed, Share, Unlock
from tests.protocol.ending import give, quiet, write
from tests.protocol.toy import SYMBOLIC, hidden, log_of, recall, toy, written
from tests.protocol.toy_table import ToyTable, nothing_lost


def changes_of(table: ToyTable, seat: int = 0) -> list[ChangeBody]:
    lines = (line for line in table.log(seat).chain.lines if isinstance(line, Changed))
    return [read_body(ChangeBody, line.offer.change) for line in lines]


def followed(table: ToyTable, seat: int = 0) -> list[bytes]:
    """The seeds that somebody without a seat finds in a log; it comes to the same state."""
    log = table.log(seat)
    follower, machine = log_of(table.game_start, None, suite=SYMBOLIC)
    for index in range(1, log.index):
        line = log.line_at(index)
        assert line is not None
        admit(follower, line)
    assert machine.snapshot() == toy(log).snapshot()
    return machine.draws


# --- luck ---------------------------------------------------------------------------------------


def test_luck_that_is_known_is_carried_into_the_next_epoch() -> None:
    table = quiet()
    index = write(table, "roll")
    table.run(3000)
    draws = [list(machine.draws) for machine in table.machines]
    total = table.machines[0].total
    table.go_on_without(3)
    table.until_changed(1)
    (change,) = changes_of(table)
    assert (change.carried, change.redrawn) == ((index,), 0)
    assert table.machines[0].draws[: len(draws[0])] == draws[0]
    assert table.machines[0].total == total
    table.until_epoch(1)
    table.check_agreement()
    assert followed(table)[: len(draws[0])] == draws[0]


def without_shares(table: ToyTable, epoch: int = 0) -> None:
    """From here on no part of that epoch's coins arrives anywhere."""
    table.lost = lambda sender, to, frame: isinstance(frame, Share) and frame.epoch == epoch


def test_a_coin_that_nobody_knows_yet_is_drawn_with_the_old_key_and_cannot_change() -> None:
    table = quiet(seed=2)
    without_shares(table)
    index = write(table, "roll")
    table.go_on_without(3)
    table.until_changed(1)
    (change,) = changes_of(table)
    assert (change.carried, change.redrawn) == ((), 0)
    assert not table.log(0).rounds.resolved(index)
    table.lost = nothing_lost
    table.until_epoch(1)
    found = checked_luck(table.log(0), index)
    assert found is not None
    draw, seed = found
    assert draw.entry.epoch == 0
    assert seed in table.machines[0].draws
    table.check_agreement()
    followed(table)


def test_a_coin_that_one_knows_may_be_drawn_again_and_is_the_same() -> None:
    table = quiet(seed=3)
    table.lost = lambda sender, to, frame: isinstance(frame, Share) and to != 1
    index = write(table, "roll")
    table.until(lambda: table.log(1).rounds.resolved(index))
    seed = table.machines[1].draws[-1]
    assert seed not in table.machines[0].draws
    table.go_on_without(3)
    table.until_changed(1)
    table.lost = nothing_lost
    table.until_epoch(1)
    assert seed in table.machines[0].draws
    table.check_agreement()
    followed(table)


def too_few_of_six(table: ToyTable) -> int:
    """Two of six are given up, then another: too few are left who hold the first key. The epoch
    that comes then."""
    table.go_on_without(4, 5)
    table.until(
        lambda: (
            {table.log(seat).membership for seat in table.present} == {table.log(0).membership}
            and set(table.log(0).membership.ghosts) == {4, 5}
        )
    )
    table.go_on_without(3)
    return table.log(0).membership.epoch + 1


def test_where_too_few_hold_the_old_key_the_new_one_draws_and_the_record_says_so() -> None:
    table = quiet("hhhhhh", seed=4)
    without_shares(table)
    index = write(table, "roll")
    epoch = too_few_of_six(table)
    assert not table.log(0).rounds.resolved(index)
    table.until_changed(epoch)
    change = changes_of(table)[-1]
    assert (change.voters, change.redrawn, change.carried) == ((0, 1, 2), index, ())
    table.until_epoch(epoch)
    found = checked_luck(table.log(0), index)
    assert found is not None
    drawn, seed = found
    assert drawn.entry.epoch == epoch, "with the newest key"
    assert seed in table.machines[0].draws
    table.check_agreement()
    followed(table)
    line = table.log(0).line_at(index)
    assert isinstance(line, Certified)
    assert line.luck == NO_LUCK


def test_a_key_is_on_the_disk_before_a_part_of_what_it_draws_leaves() -> None:
    """Or all who hold it final could lose that in a power cut, a change could close the epoch with
    a key that draws nothing, and the next one draw again what somebody has seen."""
    table = quiet("hhhhhh", seed=4)
    without_shares(table)
    write(table, "roll")
    epoch = too_few_of_six(table)
    table.lost = lambda sender, to, frame: isinstance(frame, Share)
    table.until_changed(epoch)

    def gave(seat: int) -> bool:
        """True if a part of the new key's luck was said there."""
        return any(
            sender == seat and isinstance(frame, Share) and frame.epoch == epoch
            for sender, _, frame in table.sent
        )

    table.until(lambda: all(gave(seat) for seat in (0, 1, 2)))
    final = table.log(0).index
    for seat in (0, 1, 2):
        table.restart(seat, lucky=0)
        assert table.log(seat).index == final
        assert not table.log(seat).epoch.key_due


def test_a_journal_that_is_read_gives_no_part_in_an_epoch_before_the_last_promise() -> None:
    """It knows the last promise alone; who promised the end of an epoch before it gave no part
    there either, and nobody waits for one."""
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, Share)
    index = write(table, "roll")

    def given(promised: int | None) -> list[Share]:
        """The parts of that luck that a restarted peer says."""
        log, _ = log_of(table.game_start, 0, suite=SYMBOLIC)
        if promised is not None:
            log.epoch.promise_end(promised)
        recall(log, table.ledgers[0].after_a_crash(99))
        return [part for part in log.outbox if isinstance(part, Share) and part.index == index]

    assert given(None), "who has promised nothing says it again"
    assert not given(0)
    assert not given(1), "the end of the next epoch"


def test_whoever_knew_the_old_die_discards_it_where_the_new_key_draws() -> None:
    table = quiet("hhhhhh", seed=5)
    table.lost = lambda sender, to, frame: isinstance(frame, Share) and frame.epoch == 0 and to != 5
    index = write(table, "roll")
    table.until(lambda: table.log(5).rounds.resolved(index))
    seen = table.machines[5].draws[-1]
    table.until_epoch(too_few_of_six(table))
    assert changes_of(table)[-1].redrawn == index
    table.lost = nothing_lost
    table.wake(5)
    table.until(lambda: table.log(5).voter is not None and table.log(5).rounds.drawn)
    table.until(lambda: table.log(5).index == table.log(0).index)
    assert seen not in table.machines[0].draws
    table.check_agreement()


def test_a_ghost_on_turn_after_a_change_draws_from_the_new_key() -> None:
    table = quiet()
    author = table.author
    others = [seat for seat in range(4) if seat != author]
    before = table.machines[others[0]].total
    table.go_on_without(author)
    table.until_epoch(1)
    log = table.log(others[0])
    key = log.line_at(log.index - 1)
    assert isinstance(key, Certified)
    assert read_body(EntryBody, key.body).notation == "key"
    assert len(key.luck.shares) == log.membership.quorum
    assert log.author == (author + 1) % 4
    assert table.machines[others[0]].total >= before
    table.check_agreement()


def test_in_an_undisturbed_epoch_all_write_down_the_same_lowest_shares() -> None:
    table = ToyTable("hhhhh", 6)
    table.play(12)
    table.idle = set(range(5))
    table.run(5000)
    for index in range(1, table.log(0).index - 1):
        lines = {repr(table.log(seat).line_at(index)) for seat in range(5)}
        assert len(lines) == 1
    line = next(
        line
        for line in table.log(0).chain.complete
        if isinstance(line, Certified) and line.luck.shares
    )
    assert [share.seat for share in line.luck.shares] == [0, 1, 2, 3]


# --- seals --------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [None, 0, 3])
def test_what_was_sealed_opens_whether_its_owner_is_there_or_not(leaver: int | None) -> None:
    table = quiet(moves=4)
    for _ in range(4):
        write(table, "hide")
    if leaver is not None:
        table.go_on_without(leaver)
        table.until_epoch(1)
    write(table, "show")
    table.until(lambda: all(table.log(seat).rounds.drawn for seat in table.present))
    seat = table.present[0]
    assert dict(table.machines[seat].state.shown) == {0: "a", 1: "b", 2: "c", 3: "d"}
    table.check_agreement()
    followed(table, seat)


def with_seals_of_six_and_three_at_table() -> ToyTable:
    """Too few are left who hold the key of the seals."""
    table = quiet("hhhhhh", seed=7, moves=4)
    for _ in range(6):
        write(table, "hide")
    table.until_epoch(too_few_of_six(table))
    return table


@pytest.mark.slow
def test_seals_of_which_too_few_hold_the_key_stay_shut() -> None:
    table = with_seals_of_six_and_three_at_table()
    write(table, "show")
    table.until(lambda: all(table.log(seat).rounds.drawn for seat in table.present))
    assert {face for _, face in table.machines[0].state.shown} == {"-"}
    assert len(table.machines[0].state.shown) == 6
    table.check_agreement()
    followed(table)


def test_parts_of_seals_that_open_in_a_later_epoch_are_kept_until_then() -> None:
    """A future of seed 1483 of the simulator: behind an entry only the seals of a later key could
    be opened, until somebody came back who held the older one. Then all of them were; and who reads
    the record, and has only those parts, threw them away, for they did not fit its epoch."""
    table = with_seals_of_six_and_three_at_table()
    write(table, "hide")
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock)
    index = write(table, "show")
    round_ = table.log(0).rounds.round_at(index)
    assert round_ is not None
    assert len(round_.locks) == 1
    table.wake(3)
    table.until(lambda: 3 in table.log(0).voters)
    table.lost = nothing_lost
    table.until_epoch(table.log(0).membership.epoch)
    assert len(table.machines[0].state.shown) == 7
    assert "-" not in {face for _, face in table.machines[0].state.shown}
    followed(table)


@pytest.mark.parametrize(("leaver", "faces"), [(None, "abcd"), (3, "----")])
def test_a_strict_table_opens_with_every_holder_or_not_at_all(
    leaver: int | None, faces: str
) -> None:
    table = quiet(moves=4, strict=True)
    for _ in range(4):
        write(table, "hide")
    if leaver is not None:
        table.go_on_without(leaver)
        table.until_epoch(1)
    write(table, "show")
    table.until(lambda: all(table.log(seat).rounds.drawn for seat in table.present))
    assert [face for _, face in sorted(table.machines[0].state.shown)] == list(faces)
    followed(table)


def test_a_copied_seal_is_refused() -> None:
    table = quiet(moves=4)
    first = write(table, "hide")
    line = table.log(0).line_at(first)
    assert isinstance(line, Certified)
    entry = read_body(EntryBody, line.body)
    author = table.author
    with pytest.raises(Refusal):
        table.log(author).propose("hide", entry.attachments)
    own = hidden(table.log(author), author, "x")[0]
    moved = own[:32] + entry.attachments[0][32:64] + own[64:]
    with pytest.raises(Refusal):
        table.log(author).propose("hide", (moved,))


def test_parts_of_an_opening_that_do_not_hold_are_refused_and_the_honest_ones_open() -> None:
    table = quiet(moves=4)
    write(table, "hide")
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock)
    index = write(table, "show")
    table.until(lambda: bool(table.log(0).rounds.pending[-1].locks))
    log = table.log(0)
    honest = {
        seat: table.log(seat).rounds.pending[-1].unlocks[seat]
        for seat in (1, 2, 3)
        if table.log(seat).rounds.pending[-1].index == index
    }
    good = Unlock(log.game, 0, index, 1, honest[1])
    for forged in (
        replace(good, shares=(bytes(96),)),
        replace(good, seat=2),
        replace(good, shares=(good.shares[0][:95] + bytes([good.shares[0][95] ^ 1]),)),
    ):
        with pytest.raises(Refusal):
            give(table, 0, forged, sender=1)
        assert not log.rounds.drawn
    for seat, shares in honest.items():
        give(table, 0, replace(good, seat=seat, shares=shares), sender=seat)
    assert log.rounds.drawn
    assert len(table.machines[0].state.shown) == 1


# --- frames in the names of others ----------------------------------------------------------------


def empty_unlock(table: ToyTable, index: int, seat: int) -> Unlock:
    """That `seat` holds no part of the one lock that opens there: anybody can send it."""
    return Unlock(table.game_start.id, 0, index, seat, (b"",))


@pytest.mark.parametrize("early", [False, True])
def test_nobody_keeps_cards_shut_by_empty_openings_in_others_names(early: bool) -> None:
    table = quiet()
    write(table, "hide")
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock) and sender != 3
    index = table.log(0).index
    forged = [(to, seat) for to in (0, 1, 2) for seat in range(4) if seat != to]
    if early:
        for to, seat in forged:
            give(table, to, empty_unlock(table, index, seat), sender=3)
    assert write(table, "show") == index
    for to, seat in forged:
        give(table, to, empty_unlock(table, index, seat), sender=3)
    table.lost = lambda sender, to, frame: isinstance(frame, Unlock) and sender == 3
    table.until(lambda: all(table.log(seat).rounds.drawn for seat in (0, 1, 2)), 30_000)
    assert [face for _, face in table.machines[0].state.shown] != ["-"]
    table.check_agreement()


def test_proposals_in_others_names_that_wait_for_luck_break_nothing() -> None:
    table = quiet()
    log = table.log(2)
    table.lost = lambda sender, to, frame: to == 2 and isinstance(frame, Share)
    index = write(table, "roll")
    table.until(lambda: table.log(0).rounds.resolved(index))
    author = table.author
    assert not log.rounds.resolved(index)
    forged = [written(table.game_start, log, seat, "add 1") for seat in range(4) if seat != author]
    give(table, 2, written(table.game_start, log, author, "add 1"), *forged, sender=3)
    draw = table.log(0).rounds.round_at(index)
    assert draw is not None
    for seat, share in draw.shares.items():
        give(table, 2, Share(log.game, 0, index, seat, share))
    assert log.agreement.entry is not None
    assert log.agreement.entry.seat == author
