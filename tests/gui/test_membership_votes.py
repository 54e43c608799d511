"""Who plays on: votes, ghosts, changes, returns and looking on, as the table screen shows them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.dialogs import Question
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import MembershipVotes, Need, Presence, TableChanged, Vote, Waiting
from tests.gui.conftest import Desk
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

BEN, CHLOE = 1, 2  # seats; Chloé is me


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def away(desk: Desk, state: MembershipVotes, *, silent_s: int = 42) -> ScriptedCamelUp:
    """A table where Ben is away while his part of a die is needed."""
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == 3):
        desk.window.take(step)
    desk.tell(TableChanged(script.view()))
    script.presence[BEN] = (Presence.AWAY, silent_s)
    script.waiting = (Waiting(BEN, Need.LUCK),)
    desk.tell(TableChanged(script.view(membership_votes=state)))
    return script


def leaving(*wanted_by: int) -> Vote:
    return Vote(seat=BEN, leaving=True, wanted_by=wanted_by, needed=3)


def test_whoever_is_away_shows_since_when_and_what_the_table_waits_for(desk: Desk) -> None:
    away(desk, MembershipVotes())
    assert "Ben has been away for 0:42" in desk.table.panel.banner.text()
    assert "Ben's part of the dice" in desk.table.panel.banner.text()
    assert "away for 0:42" in desk.table.panel.players.row_of(BEN).accessibleDescription()


def test_a_vote_begins_with_one_click_at_the_seat(desk: Desk) -> None:
    away(desk, MembershipVotes(removable=(BEN,)))
    drop = desk.table.panel.players.row_of(BEN).drop
    assert drop.text() == "Go on without Ben"
    others = [desk.table.panel.players.row_of(seat).drop for seat in (0, CHLOE, 3)]
    assert not any(other.isVisible() for other in others)
    click(drop)
    assert desk.asked == [("go_on_without", BEN, True)]


def test_while_all_are_here_the_vote_stands_in_the_menu_of_a_seat_alone(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == BEN):
        desk.window.take(step)
    state = MembershipVotes(removable=(0, BEN, 3))
    desk.tell(TableChanged(script.view(membership_votes=state)))
    rows = [desk.table.panel.players.row_of(seat) for seat in range(4)]
    assert not any(row.drop.isVisible() for row in rows)
    possible = [row.make_menu().actions()[0].isEnabled() for row in rows]
    assert possible == [True, True, False, True], "not for myself"
    menu = rows[BEN].make_menu()
    menu.actions()[0].trigger()
    assert desk.asked == [("go_on_without", BEN, True)]


def test_a_thinking_player_gets_the_button_only_after_very_long(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == BEN):
        desk.window.take(step)
    desk.sit_down(script)
    waited: list[int] = []
    monkeypatch.setattr(desk.table._lingering, "start", waited.append)
    desk.tell(TableChanged(script.view(membership_votes=MembershipVotes(removable=(BEN,)))))
    drop = desk.table.panel.players.row_of(BEN).drop
    desk.table._lingering.timeout.emit()
    assert not drop.isVisible()
    assert waited == [60_000]
    desk.table._lingering.timeout.emit()
    assert drop.isVisible()


def test_everybody_sees_who_wants_it_and_how_many_are_needed(desk: Desk) -> None:
    away(desk, MembershipVotes(votes=(leaving(0),), removable=(BEN,)))
    row = desk.table.membership_votes.vote_row(BEN)
    assert row is not None
    assert row.words.text() == "Ana wants to go on without Ben: 1 of 3 votes."
    click(row.button)
    assert desk.asked == [("go_on_without", BEN, True)]
    assert row.words.text() in desk.table.panel.feed.texts(), "the log tells it too"


def test_my_vote_can_be_taken_back_and_is_not_asked_for_twice(desk: Desk) -> None:
    away(desk, MembershipVotes(votes=(leaving(0, CHLOE),), removable=(BEN,)))
    row = desk.table.membership_votes.vote_row(BEN)
    assert row is not None
    assert "You and Ana want to go on without Ben: 2 of 3 votes." in row.words.text()
    assert not desk.table.panel.players.row_of(BEN).drop.isVisible()
    click(row.button)
    assert desk.asked == [("go_on_without", BEN, False)]


def test_a_vote_row_stays_while_its_numbers_change_and_goes_with_its_vote(desk: Desk) -> None:
    script = away(desk, MembershipVotes(votes=(leaving(0),), removable=(BEN,)))
    row = desk.table.membership_votes.vote_row(BEN)
    assert row is not None
    row.button.setFocus()
    state = MembershipVotes(votes=(leaving(0, 3),), removable=(BEN,))
    desk.tell(TableChanged(script.view(membership_votes=state)))
    assert desk.table.membership_votes.vote_row(BEN) is row
    assert desk.window.focusWidget() is row.button, "the keyboard keeps its place"
    desk.tell(TableChanged(script.view()))
    assert desk.table.membership_votes.vote_row(BEN) is None
    assert not desk.table.membership_votes.isVisible()


def test_a_return_needs_no_click(desk: Desk) -> None:
    back = Vote(seat=BEN, leaving=False, wanted_by=(0, BEN), needed=3)
    away(desk, MembershipVotes(votes=(back,)))
    assert desk.table.membership_votes.vote_row(BEN, leaving=False) is None, (
        "mostly it is over at once"
    )
    desk.table.membership_votes._timer.timeout.emit()
    row = desk.table.membership_votes.vote_row(BEN, leaving=False)
    assert row is not None
    assert row.words.text() == "Ben asks to come back; 2 of 3 agree."
    assert not row.button.isVisible()


def test_a_change_in_progress_needs_nothing_from_a_person(desk: Desk) -> None:
    away(desk, MembershipVotes(changing=True))
    assert not desk.table.membership_votes.isVisible(), "the board does not jump for a moment"
    desk.table.membership_votes._timer.timeout.emit()
    assert "nobody has to do anything" in words(desk.table.membership_votes)
    assert "Settling" in desk.table.panel.banner.text()


def test_a_ghost_is_a_ghost_at_its_seat(desk: Desk) -> None:
    script = away(desk, MembershipVotes())
    script.ghosts, script.waiting = {BEN}, ()
    desk.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1))))
    told = desk.table.panel.players.row_of(BEN).accessibleDescription()
    assert "ghost" in told
    assert "sees nothing hidden" in told
    script.ghosts, script.presence = set(), {}
    desk.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=2))))
    assert "ghost" not in desk.table.panel.players.row_of(BEN).accessibleDescription()


def test_when_the_table_goes_on_without_me_i_can_do_nothing_and_am_told_why(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    desk.play_until_my_turn(script)
    script.ghosts = {CHLOE}
    desk.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1, i_am_out=True))))
    assert "The table goes on without you" in desk.table.panel.banner.text()
    assert "next cards" not in desk.table.panel.banner.text()
    assert desk.table.model.table.legal == frozenset()
    waiting = MembershipVotes(epoch=1, i_am_out=True, can_rejoin=False)
    desk.tell(TableChanged(script.view(membership_votes=waiting)))
    assert "when the next cards are dealt" in desk.table.panel.banner.text()


def test_playing_on_apart_is_explained_and_asked_for_once_more(desk: Desk) -> None:
    away(desk, MembershipVotes(apart=(CHLOE, 3)))
    click(desk.table.membership_votes.apart_button)
    assert desk.asked == []
    (question,) = desk.window.findChildren(Question)
    text = words(question)
    assert "another game" in text
    assert "Ana and Ben" in text
    click(question.yes)
    assert desk.asked == [("go_on_apart",)]


def test_who_has_asked_to_play_on_apart_is_named_and_i_ask_only_once(desk: Desk) -> None:
    script = away(desk, MembershipVotes(apart=(CHLOE, 3), apart_asked=(3,)))
    strip = desk.table.membership_votes
    assert "Salim wants that." in words(strip)
    assert strip.apart_button.isVisible()
    state = MembershipVotes(apart=(CHLOE, 3), apart_asked=(CHLOE,))
    desk.tell(TableChanged(script.view(membership_votes=state)))
    assert "waiting for Salim to ask for it, too" in words(strip)
    assert not strip.apart_button.isVisible()


def test_a_part_that_stays_out_is_told_after_a_while_even_of_somebody_here(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == 3):
        desk.window.take(step)
    desk.sit_down(script)
    monkeypatch.setattr(desk.table._lingering, "start", lambda *_: None)
    script.waiting = (Waiting(BEN, Need.ACK),)
    desk.tell(TableChanged(script.view()))
    row = desk.table.panel.players.row_of(BEN)
    assert "confirmation missing" not in row.accessibleDescription(), "most waits are over at once"
    desk.table._lingering.timeout.emit()
    assert "confirmation missing" in row.accessibleDescription()
    assert desk.table.panel.banner.text() == "Waiting for Ben to confirm the last move."
    script.waiting = (Waiting(CHLOE, Need.ACK),)
    desk.tell(TableChanged(script.view()))
    desk.table._lingering.timeout.emit()
    mine = desk.table.panel.players.row_of(CHLOE)
    assert "your part is missing" in mine.accessibleDescription()
    desk.tell(TableChanged(replace(script.view(), waiting=())))
    assert "confirmation missing" not in row.accessibleDescription()


@pytest.mark.parametrize("seats", [4, 8])
@pytest.mark.parametrize("size", [(1024, 640), (1400, 850)])
def test_votes_leave_room_for_board_and_panel(
    desk: Desk, seats: int, size: tuple[int, int]
) -> None:
    desk.window.resize(*size)
    script = ScriptedCamelUp(seats=seats, me=CHLOE)
    desk.play_until_my_turn(script)
    script.presence[BEN] = (Presence.AWAY, 42)
    state = MembershipVotes(votes=(leaving(0),), removable=(BEN,), apart=(CHLOE,))
    desk.tell(TableChanged(script.view(membership_votes=state)))
    QTest.qWait(30)
    strip, panel = desk.table.membership_votes, desk.table.panel
    row = strip.vote_row(BEN)
    assert row is not None
    for made in (row.button, strip.apart_button):
        assert made.width() >= made.sizeHint().width()
    assert desk.table.board.surface.height() > size[1] * 2 // 3
    for part in (panel.banner, panel.acts, panel.feed, panel.chat_line):
        assert panel.rect().contains(part.geometry()), part
    drop = panel.players.row_of(BEN).drop
    assert drop.width() >= drop.sizeHint().width()
    assert panel.players.row_of(BEN).rect().contains(drop.geometry())


# --- looking on -----------------------------------------------------------------------------------


def test_who_looks_on_has_no_hand_and_no_actions_but_a_way_out(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == CHLOE):
        desk.window.take(step)
    desk.tell(TableChanged(script.watched()))
    panel = desk.table.panel
    assert "You are looking on" in words(panel)
    assert not panel.acts.isVisible()
    assert "Your race cards" not in words(panel)
    assert desk.table.model.table.legal == frozenset()
    click(panel.stop_watching)
    assert desk.asked == [("stand",)], "nobody waits for a guest: no question is asked"


def test_who_looks_on_reads_of_ghosts_and_returns_in_the_log(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    desk.tell(TableChanged(script.watched()))
    script.ghosts = {BEN}
    desk.tell(TableChanged(script.watched()))
    script.ghosts = set()
    desk.tell(TableChanged(script.watched()))
    told = desk.table.panel.feed.texts()
    assert told == ("The table goes on without Ben.", "Ben is back at the table.")


def test_who_looks_on_sees_votes_and_has_none(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    desk.tell(TableChanged(script.watched()))
    state = MembershipVotes(votes=(leaving(0),), apart=(0, 3))
    desk.tell(TableChanged(replace(script.watched(), membership_votes=state)))
    row = desk.table.membership_votes.vote_row(BEN)
    assert row is not None
    assert "Ana wants to go on without Ben" in row.words.text()
    assert not row.button.isVisible()
    assert not desk.table.membership_votes.apart_button.isVisible()


def test_who_looks_on_sees_the_result_and_is_not_asked_to_play_again(desk: Desk) -> None:
    script = ScriptedCamelUp(seed=8)
    for step in script.play(lambda _position: False):
        desk.window.take(step)
    desk.tell(TableChanged(script.watched()))
    assert isinstance(desk.table.overlay.page, ResultPage)
    assert desk.table.overlay.main is not None
    assert desk.table.overlay.main.text() == "Back to the lobby"
    click(desk.table.overlay.main)
    assert desk.asked == [("stand",)]
