"""Playing on apart: who signs, what it takes along, and that it is another game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.wire.bodies import PartingBody, body_bytes, fork_id, read_body
from camelnet.protocol.wire.frames import (
    Apart,
    Final,
    Parted,
    SeatSignature,
    Share,
    SyncReply,
)
from camelnet.protocol.wire.key_messages import KeyCommit, KeyDeal
from tests.protocol.ending import give, quiet, told, votes_of, write
from tests.protocol.perjury import offer_without, two_entries
from tests.protocol.toy import SYMBOLIC, log_of, recall, signer_for, toy, written
from tests.protocol.toy_table import ToyTable, nothing_lost


def parting(log: Log, who: tuple[int, ...]) -> PartingBody:
    """These seats play on apart, from where the log stands."""
    carried = tuple(draw.index for draw in log.rounds.pending if draw.resolved)
    return PartingBody(
        "camelnet/parting/1", log.game, log.membership.epoch, log.index, log.prev, who, carried
    )


def signed(body: PartingBody, *seats: int) -> Parted:
    data = body_bytes(body)
    return Parted(
        data, tuple(SeatSignature(seat, signer_for(SYMBOLIC, seat).sign(data)) for seat in seats)
    )


def split(kinds: str = "hhhh", stay: tuple[int, ...] = (0, 1)) -> ToyTable:
    """A table of which some are gone: too few are left to change it."""
    table = quiet(kinds)
    table.leave(*(seat for seat in range(len(kinds)) if seat not in stay))
    table.run(10_000)
    return table


def ask(table: ToyTable, *seats: int) -> None:
    for seat in seats:
        assert table.tables[seat].ask_to_fork(True, table.now_ms)


def test_who_asks_does_not_answer_each_question_with_its_own() -> None:
    """Of seven three are gone, and one of the others has not asked: the three say so once a second,
    not whenever they hear one another."""
    table = split("hhhhhhh", (0, 1, 2, 3))
    ask(table, 0, 1, 2)
    table.sent.clear()
    end_ms, told, most = table.now_ms + 3000, 0, 3 * 6 * 6
    while table.now_ms < end_ms and told <= most:
        table.step()
        told = sum(isinstance(frame, Apart) for _, _, frame in table.sent)
    assert 0 < told <= most, "three seats, six others, six times"


def test_those_who_are_left_play_on_when_all_have_asked() -> None:
    table = split()
    old = table.log(0).game
    index = table.log(0).index
    assert table.tables[0].fork_members(table.now_ms) == (0, 1)
    ask(table, 0)
    table.run(10_000)
    assert {table.log(seat).game for seat in (0, 1)} == {old}, "one has not asked"
    ask(table, 1)
    table.until(lambda: all(table.log(seat).game != old for seat in (0, 1)))
    line = table.log(0).line_at(index)
    assert isinstance(line, Parted)
    assert table.log(0).game == table.log(1).game == fork_id(line.body)
    assert table.log(0).membership.voters == (0, 1)
    assert table.log(0).membership.ghosts == (2, 3)
    table.idle.clear()
    table.more(6)
    table.check_agreement()


def test_one_who_is_left_plays_on_alone_with_luck_of_its_own() -> None:
    table = split("hh", (0,))
    ask(table, 0)
    table.until(lambda: table.log(0).membership.epoch == 1)
    assert table.log(0).membership.scheme is Scheme.REVEAL
    table.idle.clear()
    table.wishes[0] = "roll"
    table.more(4)


def test_where_the_table_can_go_on_nobody_plays_on_apart() -> None:
    table = split("hhhh", (0, 1, 2))
    assert table.tables[0].fork_members(table.now_ms) == ()
    assert not table.tables[0].ask_to_fork(True, table.now_ms)


def test_a_question_can_be_taken_back_until_all_have_asked() -> None:
    table = split()
    ask(table, 0)
    table.run(2000)
    table.tables[0].ask_to_fork(False, table.now_ms)
    table.run(2000)
    assert not table.log(0).epoch.frozen
    assert table.tables[0].fork_requests.asked == ()


def test_a_signature_is_durable_before_it_is_sent_and_stands_after_a_restart() -> None:
    table = split()
    table.lost = lambda sender, to, frame: to == 1 and isinstance(frame, Apart)
    ask(table, 0, 1)
    table.until(lambda: table.log(0).epoch.frozen)
    kept = table.ledgers[0].after_a_crash().remember()
    sent = [frame for _, _, frame in table.sent if isinstance(frame, Apart) and frame.signature]
    assert {frame.body for frame in sent} <= set(kept.partings) != set()
    log, _ = log_of(table.game_start, 0, table.ledgers[0].after_a_crash(), SYMBOLIC)
    recall(log, table.ledgers[0].after_a_crash())
    assert log.prev == table.log(0).prev


def test_a_bot_signs_a_fork_once_the_person_has() -> None:
    """Or it would be bound though the person goes on in the old game, where somebody is back."""
    table = ToyTable("hbbb", 1, headless=True)
    table.play(6)
    table.idle = {0, 1, 2, 3}
    table.leave(2, 3)
    table.run(10_000)
    table.lost = lambda sender, to, frame: isinstance(frame, Apart) and frame.signature != b""
    ask(table, 0)
    table.run(3000)
    assert table.log(0).epoch.leaving
    assert not table.log(1).epoch.leaving
    table.lost = nothing_lost
    table.until(lambda: all(table.log(s).game != table.game_start.id for s in (0, 1)), 5000)


@pytest.mark.parametrize("signed", [False, True])
def test_all_ask_for_the_same_fork_whatever_luck_they_know(signed: bool) -> None:
    """Or both would have asked, each for another fork, and wait. Seat 0 asked before it knew a die
    that seat 1 knows, and may have signed that."""
    table = quiet()
    table.lost = lambda sender, to, frame: to == 0 and isinstance(frame, Share | SyncReply)
    index = write(table, "roll")
    table.leave(2, 3)
    table.run(10_000)
    assert not table.log(0).rounds.resolved(index)
    asked = parting(table.log(0), (0, 1))
    ask(table, 0)
    if signed:
        give(table, 0, Apart(body_bytes(asked), 1, b""), sender=1)
    table.lost = nothing_lost
    table.run(3000)
    assert table.log(0).rounds.resolved(index) is not signed, "who has signed learns nothing more"
    at = table.log(0).index
    ask(table, 1)
    table.until(lambda: all(table.log(s).game != table.game_start.id for s in (0, 1)), 5000)
    line = table.log(1).line_at(at)
    assert isinstance(line, Parted)
    assert read_body(PartingBody, line.body).carried == (() if signed else (index,))
    table.idle.clear()
    table.more(4)
    table.check_agreement()


def split_over_luck() -> tuple[ToyTable, int]:
    """A person and three bots, luck from nonces: an entry is final, and nobody has heard another's
    `Final`. Two bots go, the third has asked for the fork; so the person has signed it, and waits
    for that bot's signature. With the index of the entry."""
    table = quiet("hbbb")
    table.lost = lambda sender, to, frame: isinstance(frame, Final)
    index = write(table, "roll")
    table.leave(2, 3)
    table.run(10_000)
    asked = body_bytes(parting(table.log(0), (0, 1)))
    ask(table, 0)
    table.leave(1)
    give(table, 0, Apart(asked, 1, b""), sender=1)
    assert table.log(0).epoch.leaving
    return table, index


@pytest.mark.parametrize("restarted", [False, True])
def test_who_has_signed_a_fork_gives_no_part_of_luck_in_the_old_game(restarted: bool) -> None:
    """Whoever has asked for the fork and keeps its own signature back would see a die that the fork
    draws again, and could choose."""
    table, index = split_over_luck()
    others = [table.log(seat).rounds.round_at(index) for seat in (1, 2, 3)]
    if restarted:
        table.restart(0)
    for seat, beacon_round in enumerate(others, start=1):
        assert beacon_round is not None
        give(table, 0, beacon_round.finals[seat], sender=seat)
    table.run(3000)
    assert table.log(0).epoch.leaving
    assert not told(table, 0, Share)


def test_who_has_signed_a_fork_deals_no_key_of_the_old_game() -> None:
    table = quiet()
    table.lost = lambda sender, to, frame: isinstance(frame, KeyCommit)
    table.go_on_without(3)
    table.until_changed(1)
    table.leave(2)
    table.run(10_000)
    asked = body_bytes(parting(table.log(0), (0, 1)))
    ask(table, 0)
    table.leave(1)
    give(table, 0, Apart(asked, 1, b""), sender=1)
    assert table.log(0).epoch.leaving
    commits = told(table, 1, KeyCommit) + told(table, 2, KeyCommit)
    table.sent.clear()
    give(table, 0, *commits)
    table.run(3000)
    assert not told(table, 0, KeyCommit)
    assert not told(table, 0, KeyDeal)


def test_who_plays_on_alone_does_so_after_a_power_cut_in_the_middle_of_it() -> None:
    """The signature is on the disk, and the line of the fork is not: nobody else brings it."""
    table = split("hh", (0,))
    ask(table, 0)
    game = table.log(0).game
    assert game != table.game_start.id
    table.restart(0, lucky=0)
    assert table.log(0).game == table.game_start.id
    table.until(lambda: table.log(0).game == game, 5000)
    table.idle.clear()
    table.wishes[0] = "roll"
    table.more(4)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": b"\1" * 32},
        {"epoch": 1},
        {"index": 3},
        {"prev": b"\1" * 32},
        {"who": (1, 0)},
        {"who": (0, 0)},
        {"who": (0, 6)},
        {"carried": (1,)},
    ],
)
def test_a_parting_of_another_place_or_out_of_order_is_refused(changes: dict[str, Any]) -> None:
    table = quiet()
    log = table.log(0)
    body = replace(parting(log, (0, 1)), **changes)
    before = toy(log).snapshot()
    with pytest.raises(Refusal):
        admit(log, signed(body, *(seat for seat in body.who if seat < 4)))
    assert (log.game, toy(log).snapshot()) == (table.game_start.id, before)


@pytest.mark.parametrize("seats", [(0,), (0, 1, 2), (0, 2), (1, 0), ()])
def test_a_parting_is_signed_by_all_who_play_on_and_by_nobody_else(seats: tuple[int, ...]) -> None:
    log = quiet().log(0)
    with pytest.raises(Refusal):
        admit(log, signed(parting(log, (0, 1)), *seats))


def test_a_parting_with_a_forged_signature_is_refused() -> None:
    log = quiet().log(0)
    line = signed(parting(log, (0, 1)), 0, 1)
    forged = replace(line.signatures[1], signature=line.signatures[0].signature)
    with pytest.raises(Refusal):
        admit(log, replace(line, signatures=(line.signatures[0], forged)))
    admit(log, line)
    assert log.membership.ghosts == (2, 3)


def test_nobody_is_taken_along_or_left_behind_by_what_others_sign() -> None:
    table = quiet()
    with pytest.raises(Refusal):
        admit(table.log(2), signed(parting(table.log(2), (0, 1)), 0, 1))
    follower, _ = log_of(table.game_start, None, suite=SYMBOLIC)
    log = table.log(0)
    for index in range(1, log.index):
        line = log.line_at(index)
        assert line is not None
        admit(follower, line)
    admit(follower, signed(parting(log, (0, 1)), 0, 1))
    assert follower.membership.voters == (0, 1), "somebody who looks on goes along"


def test_what_was_said_in_the_old_game_counts_for_nothing_in_the_new_one() -> None:
    table = quiet()
    log = table.log(0)
    author = table.author
    old = written(table.game_start, log, author, "add 1")
    admit(log, signed(parting(log, (0, 1)), 0, 1))
    with pytest.raises(Refusal):
        give(table, 0, old, sender=author)
    assert log.agreement.entry is None


def test_who_has_signed_a_parting_echoes_no_change_of_the_old_game() -> None:
    table = quiet()
    log = table.log(2)
    table.leave(0, 1, 3)
    offer = offer_without(log, 3, 0, 1, 3)
    partings = table.tables[2].fork_requests
    partings.ask((2, 3))
    asked = next(frame.body for frame in partings.outbox if hasattr(frame, "body"))
    give(table, 2, Apart(asked, 3, b""), sender=3)
    assert log.epoch.frozen
    give(table, 2, offer)
    table.run(2000)
    assert not votes_of(table, 2, "echo")


def test_a_proof_of_the_old_game_is_not_told_in_the_one_played_apart() -> None:
    table = quiet("hh")
    log = table.log(0)
    give(table, 0, two_entries(log, 1, index=3), sender=1)
    admit(log, signed(parting(log, (0,)), 0))
    assert not log.statements.detector.proofs
    table.restart(0)
    assert table.log(0).game == log.game != table.game_start.id
    assert not table.log(0).statements.detector.proofs
