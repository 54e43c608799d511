"""Links that are dead, or dead one way: with the mesh connected at all, nobody is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.replica.presence import SILENT_MS
from camelnet.protocol.replica.relay import FALSE_MAX, FRESH_MS, RATE_MAX
from camelnet.protocol.wire.bodies import AckBody, PresentBody, WantBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Ack, Frame, Present, Relayed, Share, Want, frame_bytes
from tests.protocol.toy import SYMBOLIC, signer_for
from tests.protocol.toy_table import ToyTable

Way = tuple[int, int]


def both_ways(*links: Way) -> set[Way]:
    return {way for one, other in links for way in ((one, other), (other, one))}


def line(seats: int) -> set[Way]:
    """Everything but the links between neighbours."""
    return both_ways(*(link for link in combinations(range(seats), 2) if link[1] - link[0] > 1))


def cut(table: ToyTable, dead: Iterable[Way]) -> None:
    ways = set(dead)
    table.lost = lambda sender, to, frame: (sender, to) in ways


def unmissed(table: ToyTable) -> None:
    """Nobody was given up, and nobody wanted that."""
    assert {table.log(seat).membership.epoch for seat in table.present} == {0}
    assert not [
        frame
        for _, _, frame in table.sent
        if isinstance(frame, Want) and read_body(WantBody, frame.body).leaving
    ]


DEAD = {
    **{
        f"{n} seats, {link} dead": (n, both_ways(link))
        for n in (3, 4)
        for link in combinations(range(n), 2)
    },
    "5 seats, (0, 4) dead": (5, both_ways((0, 4))),
    "5 seats, (1, 2) dead": (5, both_ways((1, 2))),
    "4 seats, one way": (4, {(1, 3)}),
    "4 seats, one way to the author of keys": (4, {(3, 0)}),
    "5 seats, two ways dead": (5, {(1, 3), (4, 0)}),
    "3 seats in a line": (3, line(3)),
    "4 seats in a line": (4, line(4)),
    "5 seats in a line": (5, line(5)),
    "4 seats around one": (4, both_ways((1, 2), (1, 3), (2, 3))),
}


@pytest.mark.parametrize("name", DEAD)
def test_a_table_of_bots_goes_on_over_dead_links_and_gives_nobody_up(name: str) -> None:
    seats, dead = DEAD[name]
    table = ToyTable("b" * seats, seats, headless=True)
    cut(table, dead)
    table.run(4 * SILENT_MS)
    table.until(lambda: all(table.log(seat).index > 8 for seat in range(seats)), 120_000)
    unmissed(table)
    table.check_agreement()


ONE = {"dead": both_ways((1, 2)), "one way": {(1, 2)}, "the other way": {(2, 1)}}
RESTARTED = {**ONE, "line": line(4)}


@pytest.mark.parametrize("dead", RESTARTED.values(), ids=RESTARTED)
@pytest.mark.parametrize("headless", [False, True])
def test_who_was_restarted_writes_again_though_one_link_is_dead(
    dead: set[Way], headless: bool
) -> None:
    table = ToyTable("hhhh", 2, headless=headless)
    table.play(4)
    cut(table, dead)
    table.restart(1)
    table.until(lambda: table.tables[1].may_write(table.now_ms), 20_000)
    table.more(6)
    unmissed(table)


@pytest.mark.parametrize("dead", ONE.values(), ids=ONE)
def test_who_was_given_up_comes_back_though_one_voter_does_not_hear_it(dead: set[Way]) -> None:
    table = ToyTable("hhhh", 4)
    table.play(3)
    table.leave(1)
    table.run(3000)
    table.give_up(1, 0, 2, 3)
    table.until_epoch(1)
    cut(table, dead)
    table.restart(1)
    table.until(lambda: all(1 in table.log(s).membership.voters for s in range(4)), 60_000)
    table.more(4)


def test_while_all_hear_all_nothing_is_relayed() -> None:
    table = ToyTable("bbbb", 1, headless=True)
    table.play(10)
    assert not [frame for _, _, frame in table.sent if isinstance(frame, Present | Relayed)]
    assert not any(said_to_miss(table, 0))


def said_to_miss(table: ToyTable, listener: int) -> list[tuple[int, ...]]:
    missed = table.tables[listener].relay.missed(table.now_ms)
    return [missed.get(seat, ()) for seat in range(4)]


def test_others_learn_whom_a_seat_does_not_hear_and_that_it_hears_it_again() -> None:
    table = ToyTable("bbbb", 1, headless=True)
    table.play(2)
    cut(table, both_ways((1, 2)))
    table.run(SILENT_MS)
    assert said_to_miss(table, 0) == [(), (2,), (1,), ()]
    cut(table, ())
    table.run(FRESH_MS + SILENT_MS)
    assert not any(said_to_miss(table, 0))


def test_an_old_word_that_somebody_is_here_shown_again_brings_nobody_back() -> None:
    """Seat 3 is gone; seat 2 shows the others, again and again, what it last said of itself."""
    table = ToyTable("bbbb", 6, headless=True)
    table.play(2)
    cut(table, both_ways((0, 3), (1, 3)))
    table.run(3000)
    kept = [f for s, _, f in table.sent if s == 3 and isinstance(f, Present)]
    table.leave(3)
    left_ms = table.now_ms

    def shown() -> bool:
        for to in (0, 1):
            for frame in kept[-3:]:
                table.send(2, to, Relayed(table.game_start.id, 1, frame_bytes(frame)))
        return table.log(0).membership.ghosts == (3,)

    assert kept
    table.until(shown, 60_000)
    assert table.now_ms - left_ms < 2 * (FRESH_MS + SILENT_MS)
    assert said_to_miss(table, 0)[3] == (), "nor does it tell whom it misses now"


def said_to(table: ToyTable, seat: int, body: PresentBody, *, by: int) -> bool:
    """True if a seat takes it that somebody is here by this, brought by seat 0."""
    data = body_bytes(body)
    frame = Present(data, signer_for(SYMBOLIC, by).sign(data))
    heard = table.tables[seat].presence._heard_ms
    before = dict(heard)
    relayed = Relayed(table.game_start.id, 1, frame_bytes(frame))
    table.tables[seat].receive(0, relayed, table.now_ms)
    return heard.get(body.seat) != before.get(body.seat)


def test_somebody_is_here_by_its_own_signature_and_our_newest_numbers_only() -> None:
    table = ToyTable("hhhh", 8)
    cut(table, both_ways((1, 3)))
    table.run(5000)
    last = [f for s, _, f in table.sent if s == 1 and isinstance(f, Present)][-1]
    number = read_body(PresentBody, last.body).number
    right = PresentBody(
        "camelnet/present/1", table.game_start.id, 3, 5, 1, 0, 0, False, (), (0, number, 0, 0)
    )
    table.now_ms += 1
    assert said_to(table, 1, right, by=3)
    table.now_ms += 1
    assert not said_to(table, 1, right, by=0), "signed by who brings it"
    assert not said_to(table, 1, replace(right, numbers=(0, number + 9, 0, 0)), by=3)
    assert not said_to(table, 1, replace(right, game=bytes(32)), by=3)
    assert not said_to(table, 1, replace(right, numbers=(0, number)), by=3)
    table.leave(3)
    table.run(FRESH_MS)
    assert not said_to(table, 1, right, by=3), "it has become old"


def test_what_is_brought_goes_so_many_steps_and_no_seat_makes_others_send_without_end() -> None:
    table = ToyTable("hhhh", 9)
    cut(table, line(4))
    table.run(5000)
    middle = table.tables[1]
    said = table.tables[0].epoch_change.retransmissions()
    assert not said
    frames = [f for s, _, f in table.sent if s == 0 and isinstance(f, Present)]
    middle.outbox.take()
    far = frame_bytes(frames[-1])
    middle.receive(2, Relayed(table.game_start.id, 0, far), table.now_ms)
    assert not [f for _, f in middle.outbox if isinstance(f, Relayed)], "no step is left"
    nested = Relayed(table.game_start.id, 3, frame_bytes(Relayed(table.game_start.id, 3, far)))
    middle.receive(2, nested, table.now_ms)
    assert not [f for _, f in middle.outbox if isinstance(f, Relayed)]
    for _ in range(3 * RATE_MAX):
        middle.receive(0, frames[-1], table.now_ms)
    brought = [f for _, f in middle.outbox if isinstance(f, Relayed)]
    assert 0 < len(brought) <= 2 * RATE_MAX


def test_what_nobody_can_read_is_refused_in_silence_where_another_brings_it() -> None:
    table = ToyTable("hhh", 9)
    table.run(1000)
    for data in (b"\xc1", b"\x90", frame_bytes(table.log(0).snapshot())):
        table.tables[1].receive(0, Relayed(table.game_start.id, 1, data), table.now_ms)
    with pytest.raises(Refusal):
        table.tables[1].receive(0, Present(b"\x90", bytes(64)), table.now_ms)


# --- floods ---------------------------------------------------------------------------------------


def in_a_line(seed: int = 9) -> tuple[ToyTable, list[Frame]]:
    """Four in a line that have played a while, at the beginning of a second; and what the first
    has signed so far."""
    table = ToyTable("hhhh", seed)
    table.play(6)
    cut(table, line(4))
    table.run(5000)
    table.run(1000 - table.now_ms % 1000)
    signed = [f for s, _, f in table.sent if s == 0 and isinstance(f, Ack | Present)]
    table.tables[1].outbox.take()
    return table, list(dict.fromkeys(signed))


def brought(table: ToyTable) -> list[Frame]:
    """What the middle one sends on, of all that it is given."""
    return [f.inner for _, f in table.tables[1].outbox.take() if isinstance(f, Relayed)]


def own_word(table: ToyTable) -> Present:
    return [f for s, _, f in table.sent if s == 0 and isinstance(f, Present)][-1]


def test_false_frames_of_somebody_cost_it_nothing_and_us_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _ = in_a_line()
    middle, checked = table.tables[1], [0]
    check = middle.log.statements.check_signed

    def counted(*args: Any) -> None:
        checked[0] += 1
        check(*args)

    monkeypatch.setattr(middle.log.statements, "check_signed", counted)
    body = read_body(PresentBody, own_word(table).body)
    for number in range(5 * RATE_MAX):
        false = Present(body_bytes(replace(body, number=body.number + number)), bytes(64))
        relayed = Relayed(table.game_start.id, 1, frame_bytes(false))
        middle.receive(2, relayed, table.now_ms)
    assert brought(table) == []
    assert checked[0] == FALSE_MAX
    middle.receive(0, own_word(table), table.now_ms)
    assert brought(table) == [own_word(table)]


def test_old_words_of_somebody_shown_again_take_nothing_from_its_own() -> None:
    table, signed = in_a_line()
    middle = table.tables[1]
    ack = next(frame for frame in signed if isinstance(frame, Ack))
    body = read_body(AckBody, ack.body)
    for number in range(3 * RATE_MAX):  # it has signed that many in a long game
        data = body_bytes(replace(body, entry=number.to_bytes(32, "big"), index=1))
        old = Ack(data, signer_for(SYMBOLIC, 0).sign(data))
        middle.receive(2, Relayed(table.game_start.id, 2, frame_bytes(old)), table.now_ms)
    assert len(brought(table)) <= RATE_MAX * 2
    middle.receive(0, own_word(table), table.now_ms)
    assert brought(table) == [own_word(table)]


def test_a_part_of_luck_is_brought_on_only_when_it_was_checked() -> None:
    table, _ = in_a_line()
    middle = table.tables[1]
    index = middle.log.index
    for place in (1, index - 1, index, index + 1):
        made = Share(table.game_start.id, 0, place, 0, bytes(96))
        relayed = Relayed(table.game_start.id, 2, frame_bytes(made))
        middle.receive(2, relayed, table.now_ms)
    assert brought(table) == []


def test_a_false_word_over_ones_own_link_is_not_brought_on_either() -> None:
    """Or who brings it would count as false itself."""
    table, signed = in_a_line()
    old = next(frame for frame in signed if isinstance(frame, Ack))
    with pytest.raises(Refusal):
        table.tables[1].receive(0, Ack(old.body, bytes(64)), table.now_ms)
    assert brought(table) == []
