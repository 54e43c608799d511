"""Whom a voter wants to go on without by itself, and what who comes back says and pays first."""

from __future__ import annotations

import pytest

from camelnet.protocol.replica import membership_policy
from camelnet.protocol.replica.membership_policy import LAGGING_MS, OWING_MS
from camelnet.protocol.replica.presence import HERE_MS, SILENT_MS
from camelnet.protocol.wire.bodies import WantBody, read_body
from camelnet.protocol.wire.frames import Ack, Proposal, Share, SyncAsk, SyncReply, Want
from tests.protocol.ending import told
from tests.protocol.toy_table import ToyTable, nothing_lost

DEBTOR = 3


def wants(table: ToyTable, seat: int) -> list[WantBody]:
    return [read_body(WantBody, frame.body) for frame in told(table, seat, Want)]


def leaving_wants(table: ToyTable) -> list[WantBody]:
    return [
        want for seat in range(len(table.tables)) for want in wants(table, seat) if want.leaving
    ]


def withholding(kinds: str, *, headless: bool) -> ToyTable:
    """A seat that is heard, and keeps its acknowledgement of the next entry to itself."""
    table = ToyTable(kinds, 4, headless=headless)
    table.play(6)
    table.lost = lambda sender, to, frame: sender == DEBTOR and isinstance(frame, Ack | SyncReply)
    table.until(
        lambda: any(seat == DEBTOR for seat, what in table.log(0).owed() if what != "entry")
    )
    table.sent.clear()
    return table


# --- only a click, or a proof -------------------------------------------------------------------


@pytest.mark.parametrize("headless", [False, True])
def test_nobody_wants_a_person_out_who_is_here_and_owes_however_long(headless: bool) -> None:
    table = withholding("hhhh", headless=headless)
    table.run(2 * LAGGING_MS)
    assert leaving_wants(table) == []
    assert table.log(0).owed() == ((DEBTOR, "ack"),), "who is waited for is told"
    assert DEBTOR in table.tables[0].removable(), "people may click"


def test_a_bot_that_is_here_and_owes_is_given_up_by_all() -> None:
    table = withholding("bbbb", headless=True)
    table.run(OWING_MS - 5000)
    assert leaving_wants(table) == []
    table.until(lambda: table.log(0).membership.ghosts == (DEBTOR,))
    assert {want.why for want in leaving_wants(table)} == {"owing"}


@pytest.mark.parametrize("off_ms", [SILENT_MS + 2000, 3 * SILENT_MS])
def test_the_debt_of_a_bot_that_was_away_begins_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, off_ms: int
) -> None:
    monkeypatch.setattr(membership_policy, "SILENT_BOT_MS", 10 * OWING_MS)  # else it is gone
    table = ToyTable("hbbb", 4)
    table.play(7)
    table.leave(DEBTOR)
    table.until(lambda: (DEBTOR, "ack") in table.log(0).owed())
    table.sent.clear()
    table.run(OWING_MS + off_ms)
    table.lost = lambda sender, to, frame: sender == DEBTOR and isinstance(frame, Ack | SyncReply)
    table.wake(DEBTOR)
    table.run(OWING_MS - 5000)
    assert leaving_wants(table) == []
    table.run(10_000)
    assert {want.about for want in leaving_wants(table)} == {DEBTOR}


def test_who_was_cut_off_itself_wants_nobody_out_when_it_is_back() -> None:
    table = ToyTable("hbbb", 4)
    table.play(6)
    table.lost = lambda sender, to, frame: 0 in (sender, to)
    table.wishes[0] = "roll"
    table.run(3 * OWING_MS)
    table.sent.clear()
    table.lost = nothing_lost
    table.more(4)
    assert leaving_wants(table) == []


# --- what a click says --------------------------------------------------------------------------


def test_a_click_about_who_is_here_and_keeps_its_part_back_says_so_and_else_it_was_asked() -> None:
    table = withholding("hhhh", headless=False)
    table.give_up(DEBTOR, 0)
    table.run(HERE_MS + 1000)
    table.give_up(DEBTOR, 1)
    table.step()
    assert [want.why for want in wants(table, 0)] == ["asked"], "it owed nothing for long"
    assert [want.why for want in wants(table, 1)] == ["owing"]
    away = withholding("hhhh", headless=False)
    away.leave(DEBTOR)
    away.run(HERE_MS + 1000)
    away.give_up(DEBTOR, 0)
    away.step()
    assert [want.why for want in wants(away, 0)] == ["asked"], "who is away may come back soon"
    idle = ToyTable("hhhh", 4)
    idle.play(6)
    idle.idle = {0, 1, 2, 3}
    idle.run(5000)
    idle.give_up(idle.author, (idle.author + 1) % 4)
    idle.step()
    assert {want.why for want in leaving_wants(idle)} == {"asked"}, "a move is no debt"


def test_a_voter_without_a_person_supports_a_click_about_a_debt_too() -> None:
    """A bot at a person's seat."""
    table = withholding("hhhh", headless=False)
    for seat in (1, 2):
        table.tables[seat].policy._headless = True
    table.run(3000)
    table.give_up(DEBTOR, 0)
    table.until(lambda: table.log(0).membership.ghosts == (DEBTOR,))
    assert table.log(0).epoch.is_debtor(DEBTOR)


# --- who returns pays first -----------------------------------------------------------------------


def cut_off(kinds: str, seat: int, seed: int = 4) -> ToyTable:
    """A seat that was not heard for long, while an entry was proposed that lacks its word."""
    table = ToyTable(kinds, seed)
    table.play(6)
    table.idle = set(range(len(kinds)))
    table.run(3000)
    author = table.author
    if author == seat:
        table.idle.discard(seat)
        table.play(7)
        table.idle.add(seat)
        table.run(3000)
        author = table.log(0).author
    assert author not in (None, seat)
    table.lost = lambda sender, to, frame: seat in (sender, to)
    table.wishes[author or 0] = "roll"
    table.idle.discard(author or 0)
    table.run(3 * SILENT_MS)
    table.idle.add(author or 0)
    assert table.log(author or 0).owed() == ((seat, "ack"),)
    table.lost = nothing_lost
    for one in table.tables:
        one.outbox.take()
    return table


def said_to(table: ToyTable, seat: int, to: int) -> list[object]:
    """The frames that a seat has for another one, and nobody else."""
    return [frame for receiver, frame in table.tables[seat].outbox.take() if receiver == to]


def test_one_word_of_who_was_missed_brings_it_all_that_is_unsettled_and_it_pays_at_once() -> None:
    table = cut_off("hhh", 2)
    here, back = table.tables[0], table.tables[2]
    here.heard(2, back.head(), table.now_ms)
    brought = said_to(table, 0, 2)
    assert any(isinstance(frame, Proposal) for frame in brought)
    for frame in brought:
        back.receive(0, frame, table.now_ms)  # type: ignore[arg-type]
    paid = [frame for _, frame in back.outbox.take() if isinstance(frame, Ack)]
    assert paid, "no push was waited for"
    here.heard(2, back.head(), table.now_ms)
    again = [frame for frame in said_to(table, 0, 2) if not isinstance(frame, SyncAsk)]
    assert again == [], "once: it is here"


def test_who_was_cut_off_says_its_own_part_to_each_that_it_hears_again() -> None:
    table = cut_off("hhh", 2)
    author = table.author
    back = table.tables[author]
    back.heard(2, table.tables[2].head(), table.now_ms)
    assert {Proposal, Ack} <= {type(frame) for frame in said_to(table, author, 2)}


def test_who_lacks_lines_is_shown_what_is_unsettled_behind_them() -> None:
    table = ToyTable("hhh", 5)
    table.play(4)
    lagging = table.log(2).index
    table.lost = lambda sender, to, frame: to == 2 and not isinstance(frame, Proposal)
    table.idle = {2}
    table.until(
        lambda: table.log(0).index > lagging and table.log(0).agreement.in_flight is not None
    )
    here = table.tables[0]
    here.outbox.take()
    here.receive(2, SyncAsk(table.game_start.id, table.log(2).index), table.now_ms)
    said = [
        type(frame) for frame in said_to(table, 0, 2) if isinstance(frame, SyncReply | Proposal)
    ]
    assert said == [SyncReply, Proposal]


@pytest.mark.parametrize("lost", [Ack, Share])
def test_two_of_whom_one_was_cut_off_go_on_as_soon_as_they_hear_each_other(
    lost: type[object],
) -> None:
    """Two need each other's every part."""
    table = ToyTable("hh", 6)
    table.play(5)
    table.lost = lambda sender, to, frame: sender == 1 and isinstance(frame, lost)
    table.wishes = {0: "roll", 1: "roll"}
    table.until(lambda: any(what in ("ack", "luck") for _, what in table.log(0).owed()))
    table.lost = lambda sender, to, frame: True
    table.run(3 * OWING_MS)
    table.sent.clear()
    table.lost = nothing_lost
    table.more(3)
    assert leaving_wants(table) == []
    table.check_agreement()
