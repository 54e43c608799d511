"""Forks that can never be: who gives them up, and when whoever has signed them is free again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.epoch.line_admission import admit
from camelnet.protocol.replica.presence import SILENT_MS
from camelnet.protocol.wire.bodies import PartingBody, StayBody, body_bytes, fork_id, read_body
from camelnet.protocol.wire.frames import (
    Ack,
    Apart,
    Final,
    Parted,
    Present,
    SeatSignature,
    Share,
    Stay,
)
from tests.protocol.ending import give, quiet, told, write
from tests.protocol.toy import SYMBOLIC, signer_for
from tests.protocol.toy_table import ToyTable, nothing_lost


def asked(table: ToyTable, seat: int, who: tuple[int, ...]) -> bytes:
    """The fork from where this seat's log stands."""
    log = table.log(seat)
    carried = tuple(one.index for one in log.rounds.pending if one.resolved)
    place = (log.game, log.membership.epoch, log.index, log.prev)
    return body_bytes(PartingBody("camelnet/parting/1", *place, who, carried))


def stay(body: bytes, seat: int, signer: int | None = None) -> Stay:
    """The word of a seat that it gives up a fork."""
    game = read_body(PartingBody, body).game
    data = body_bytes(StayBody("camelnet/stay/1", game, seat, fork_id(body)))
    return Stay(data, signer_for(SYMBOLIC, seat if signer is None else signer).sign(data))


def signature(body: bytes, seat: int) -> bytes:
    return signer_for(SYMBOLIC, seat).sign(body)


def bound(
    who: tuple[int, ...] = (0, 1), kinds: str = "hhhh", table: ToyTable | None = None
) -> tuple[ToyTable, bytes]:
    """Those who are left have asked for a fork, and seat 0 has signed it. No other has heard of
    that yet: all others of it were restarted, and have forgotten that they asked."""
    table = table or quiet(kinds)
    gone = [seat for seat in range(len(kinds)) if seat not in who]
    table.leave(*gone)
    table.run(10_000)
    others = who[1:]
    body = asked(table, 0, who)
    assert table.tables[0].ask_to_fork(True, table.now_ms)
    for seat in others:
        give(table, 0, Apart(body, seat, b""), sender=seat)
    assert table.log(0).epoch.leaving
    table._wire.clear()
    for seat in others:
        table.restart(seat)
    table.run(SILENT_MS + 1000)
    assert table.log(0).epoch.leaving, "they may still ask again"
    return table, body


def plays_on(table: ToyTable, moves: int = 4) -> None:
    """All who are present, in the old game."""
    table.idle.clear()
    table.more(moves)
    table.check_agreement()
    assert {table.log(seat).game for seat in table.present} == {table.game_start.id}


def test_who_has_signed_is_free_once_its_partner_gives_the_fork_up() -> None:
    """The partner was restarted, and those who were missing are back."""
    table, body = bound()
    table.wake(2)
    table.wake(3)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    assert [read_body(StayBody, one.body).fork for one in told(table, 1, Stay)] == [fork_id(body)]
    plays_on(table)
    assert table.log(0).membership.epoch == 0


def test_whoever_is_still_needed_asks_again_after_a_restart() -> None:
    """Nobody is back: the partner gives nothing up, and both play on apart."""
    table, body = bound()
    assert not told(table, 1, Stay)
    assert table.tables[1].ask_to_fork(True, table.now_ms)
    table.until(lambda: {table.log(seat).game for seat in (0, 1)} == {fork_id(body)}, 5000)


def test_who_has_signed_is_free_where_the_log_of_its_partner_went_on_before_it_signed() -> None:
    table = quiet()
    write(table, "add 1")
    write(table, "add 1")
    author = table.author
    assert author == 0
    table.lost = lambda sender, to, frame: to == 0 and isinstance(frame, Ack)
    index = table.log(0).index
    body = asked(table, 0, (0, 1))
    table.log(author).propose("add 1")
    table.until(lambda: table.log(1).index > index)
    assert table.log(0).index == index
    table.lost = lambda sender, to, frame: sender == 1 and not isinstance(frame, Present)
    table.leave(2, 3)
    table.run(10_000)
    give(table, 0, Apart(body, 1, b""), sender=1)  # as it asked before
    assert table.tables[0].ask_to_fork(True, table.now_ms)
    assert table.log(0).epoch.leaving
    table.lost = nothing_lost
    table.until(lambda: table.log(0).index > index, 10_000)
    assert not table.log(0).epoch.leaving
    for seat in (0, 1):
        assert table.tables[seat].ask_to_fork(True, table.now_ms), "from where both are now"
    table.until(lambda: all(table.log(s).game != table.game_start.id for s in (0, 1)), 5000)


def test_all_others_have_to_give_it_up_before_one_who_has_signed_is_free() -> None:
    """Else one of two liars, or a liar and somebody who has not heard of it, could play on by a
    fork that draws again what an honest seat has helped to draw since."""
    table, _ = bound((0, 1, 2), "hhhhhhh")
    table.lost = lambda sender, to, frame: sender == 2 and isinstance(frame, Stay)
    for seat in range(3, 7):
        table.wake(seat)
    table.until(lambda: bool(told(table, 1, Stay)), 10_000)
    table.run(5000)
    assert told(table, 0, Stay), "it gives up what another has given up"
    assert table.log(0).epoch.leaving
    table.lost = nothing_lost
    table.until(lambda: not table.log(0).epoch.leaving, 5000)
    plays_on(table)


def test_two_who_have_signed_are_free_once_the_third_gives_it_up() -> None:
    table, body = bound((0, 1, 2), "hhhhhhh")
    give(table, 1, Apart(body, 2, b""), sender=2)
    assert table.tables[1].ask_to_fork(True, table.now_ms)
    assert table.log(1).epoch.leaving
    for seat in range(3, 7):
        table.wake(seat)
    table.until(lambda: not any(table.log(s).epoch.leaving for s in (0, 1)), 10_000)
    plays_on(table)


def given(table: ToyTable) -> bool:
    """Seat 0 has given a part of luck."""
    return any(frame.seat == 0 for frame in told(table, 0, Share))


@pytest.mark.parametrize("restarted", [False, True])
def test_a_part_of_luck_is_given_once_the_fork_is_given_up_and_not_before(restarted: bool) -> None:
    table = quiet("hbbb")
    table.lost = lambda sender, to, frame: isinstance(frame, Final)
    write(table, "roll")
    table, _ = bound((0, 1), "hbbb", table)
    table.lost = nothing_lost
    table.wake(2)
    table.wake(3)
    if restarted:
        table.restart(0)
    while table.log(0).epoch.leaving:
        assert not given(table)
        table.step()
    table.until(lambda: given(table), 5000)
    plays_on(table)


def test_a_word_is_durable_before_it_is_sent_and_holds_after_a_restart() -> None:
    table, body = bound()
    table.wake(2)
    table.wake(3)
    table.until(lambda: bool(told(table, 1, Stay)), 10_000)
    table.restart(1, lucky=0)
    line = Parted(body, tuple(SeatSignature(seat, signature(body, seat)) for seat in (0, 1)))
    with pytest.raises(Refusal, match="given it up"):
        admit(table.log(1), line)


def test_who_is_free_stays_so_after_a_restart_though_nobody_says_it_again() -> None:
    table, _ = bound()
    table.wake(2)
    table.wake(3)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    table.leave(1, 2, 3)
    table.restart(0, lucky=0)
    table.run(1000)
    assert not table.log(0).epoch.leaving


def test_who_was_free_and_has_gone_on_gives_luck_after_a_restart() -> None:
    table, _ = bound()
    table.wake(2)
    table.wake(3)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    plays_on(table)
    table.restart(0)
    assert table.log(0).epoch.gives_luck
    plays_on(table)


def test_what_was_promised_before_binds_whoever_is_free_again() -> None:
    table = quiet()
    table.tables[0].log.epoch.promise_end(0)
    table, body = bound((0, 1), "hhhh", table)
    give(table, 0, stay(body, 1), sender=1)
    assert not table.log(0).epoch.leaving
    assert table.log(0).epoch.frozen
    assert not table.log(0).epoch.gives_luck


def test_the_same_seats_fork_in_another_round_when_others_are_missing_once_more() -> None:
    table, body = bound()
    table.wake(2)
    table.wake(3)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    table.leave(2, 3)
    table.run(10_000)
    for seat in (0, 1):
        assert table.tables[seat].ask_to_fork(True, table.now_ms)
    table.until(lambda: all(table.log(s).game != table.game_start.id for s in (0, 1)), 10_000)
    at = read_body(PartingBody, body).index
    line = table.log(0).line_at(at)
    assert isinstance(line, Parted)
    assert read_body(PartingBody, line.body) == replace(read_body(PartingBody, body), round=1)
    table.idle.clear()
    table.more(4)


def test_who_plays_on_with_others_gives_up_a_fork_that_it_has_forgotten() -> None:
    """Its partner was away meanwhile, and has been bound to the former fork since."""
    table, _ = bound()
    table.leave(0)
    table.run(10_000)
    assert table.tables[1].ask_to_fork(True, table.now_ms)
    assert table.log(1).game != table.game_start.id, "alone"
    table.wake(0)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    assert told(table, 1, Stay)


def test_who_is_asked_by_others_to_fork_with_more_gives_up_the_smaller_fork() -> None:
    """Seat 2 is back before seat 1 signs; with it too few are left all the same."""
    table, _ = bound((0, 1), "hhhhhhh")
    table.wake(2)
    table.run(SILENT_MS + 1000)
    for seat in (1, 2):
        assert table.tables[seat].ask_to_fork(True, table.now_ms)
    table.until(lambda: not table.log(0).epoch.leaving, 10_000)
    assert table.tables[0].ask_to_fork(True, table.now_ms)
    table.until(lambda: all(table.log(s).game != table.game_start.id for s in (0, 1, 2)), 5000)
    assert table.log(0).membership.voters == (0, 1, 2)


def test_a_word_of_another_seat_or_with_a_false_signature_frees_nobody() -> None:
    table, body = bound((0, 1), "hhhh")
    for frame, sender in ((stay(body, 1), 2), (stay(body, 2), 2), (stay(body, 1, signer=2), 1)):
        with pytest.raises(Refusal):
            give(table, 0, frame, sender=sender)
    give(table, 0, stay(asked(table, 0, (0, 2)), 1), sender=1)
    assert table.log(0).epoch.leaving
    give(table, 0, stay(body, 1), sender=1)
    assert not table.log(0).epoch.leaving


def test_who_has_signed_gives_nothing_up_before_another_has() -> None:
    """The third may have signed, too, and play on by it already."""
    table, body = bound((0, 1, 2), "hhhhhhh")
    give(table, 1, Apart(body, 2, b""), sender=2)
    assert table.tables[1].ask_to_fork(True, table.now_ms)
    assert table.log(1).epoch.leaving
    table.lost = lambda sender, to, frame: sender == 2 and isinstance(frame, Stay)
    for seat in range(3, 7):
        table.wake(seat)
    table.run(5000)
    assert told(table, 2, Stay)
    for seat in (0, 1):
        assert not told(table, seat, Stay)
        assert table.log(seat).epoch.leaving


def test_a_liar_that_asks_for_ever_more_forks_has_one_line_a_second_written() -> None:
    table = quiet()
    table.run(2000)
    before = len(table.ledgers[0].written)
    first = read_body(PartingBody, asked(table, 0, (0, 1)))
    for number in range(50):
        body = body_bytes(replace(first, round=number))
        give(table, 0, Apart(body, 1, signature(body, 1)), sender=1)
    assert len(table.ledgers[0].written) == before + 1
