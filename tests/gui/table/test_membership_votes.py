"""Who plays on: votes, ghosts, changes, returns and looking on, as the table screen shows them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.widgets.dialogs import Question
from PySide6.QtTest import QTest

from camelnet.session.api.facts import MembershipVotes, Need, Presence, TableChanged, Vote, Waiting
from tests.gui.clicker import click, words
from tests.gui.conftest import WindowDriver, to_the_end
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

BEN, CHLOE = 1, 2  # seats; Chloé is me


def away(driver: WindowDriver, state: MembershipVotes, *, silent_s: int = 42) -> ScriptedCamelUp:
    """A table where Ben is away while his part of a die is needed."""
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play(script, lambda position: position.turn == 3)
    script.presence[BEN] = (Presence.SILENT, silent_s)
    script.waiting = (Waiting(BEN, Need.LUCK),)
    driver.tell(TableChanged(script.view(membership_votes=state)))
    return script


def leaving(*wanted_by: int) -> Vote:
    return Vote(seat=BEN, leaving=True, wanted_by=wanted_by, needed=3)


@pytest.mark.slow
def test_whoever_is_silent_shows_since_when_and_that_the_table_waits(
    driver: WindowDriver,
) -> None:
    away(driver, MembershipVotes())
    banner = driver.table.panel.banner
    assert banner.text() == "Ben has been silent for 0:42. The table waits."
    assert banner.property("look") == "banner-trouble"
    assert "silent for 0:42" in driver.table.panel.players.row_of(BEN).accessibleDescription()


@pytest.mark.slow
def test_a_vote_begins_with_one_click_at_the_seat(driver: WindowDriver) -> None:
    away(driver, MembershipVotes(removable=(BEN,)))
    drop = driver.table.panel.players.row_of(BEN).drop
    assert drop.text() == "Continue without Ben"
    others = [driver.table.panel.players.row_of(seat).drop for seat in (0, CHLOE, 3)]
    assert not any(other.isVisible() for other in others)
    click(drop)
    assert driver.asked == [("go_on_without", BEN, True)]


@pytest.mark.slow
def test_while_all_are_here_the_vote_stands_in_the_menu_of_a_seat_alone(
    driver: WindowDriver,
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play(script, lambda position: position.turn == BEN)
    state = MembershipVotes(removable=(0, BEN, 3))
    driver.tell(TableChanged(script.view(membership_votes=state)))
    rows = [driver.table.panel.players.row_of(seat) for seat in range(4)]
    assert not any(row.drop.isVisible() for row in rows)
    possible = [row.make_menu().actions()[0].isEnabled() for row in rows]
    assert possible == [True, True, False, True], "not for myself"
    menu = rows[BEN].make_menu()
    menu.actions()[0].trigger()
    assert driver.asked == [("go_on_without", BEN, True)]


def test_a_thinking_player_gets_the_button_only_after_very_long(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play(script, lambda position: position.turn == BEN)
    waited: list[int] = []
    monkeypatch.setattr(driver.table.watch.wait_timer, "start", waited.append)
    driver.tell(TableChanged(script.view(membership_votes=MembershipVotes(removable=(BEN,)))))
    drop = driver.table.panel.players.row_of(BEN).drop
    driver.table.watch.wait_timer.timeout.emit()
    assert not drop.isVisible()
    assert waited == [60_000]
    driver.table.watch.wait_timer.timeout.emit()
    assert drop.isVisible()


@pytest.mark.slow
def test_everybody_sees_who_wants_it_and_how_many_are_needed(driver: WindowDriver) -> None:
    away(driver, MembershipVotes(votes=(leaving(0),), removable=(BEN,)))
    row = driver.table.membership_votes.vote_row(BEN)
    assert row.words.text() == "Ana wants to continue without Ben: 1 of 3 votes."
    click(row.button)
    assert driver.asked == [("go_on_without", BEN, True)]
    assert row.words.text() in driver.table.panel.feed.texts(), "the log tells it too"


def test_my_vote_can_be_taken_back_and_is_not_asked_for_twice(driver: WindowDriver) -> None:
    away(driver, MembershipVotes(votes=(leaving(0, CHLOE),), removable=(BEN,)))
    row = driver.table.membership_votes.vote_row(BEN)
    assert "You and Ana want to continue without Ben: 2 of 3 votes." in row.words.text()
    assert not driver.table.panel.players.row_of(BEN).drop.isVisible()
    click(row.button)
    assert driver.asked == [("go_on_without", BEN, False)]


@pytest.mark.slow
def test_a_vote_row_stays_while_its_numbers_change_and_goes_with_its_vote(
    driver: WindowDriver,
) -> None:
    script = away(driver, MembershipVotes(votes=(leaving(0),), removable=(BEN,)))
    row = driver.table.membership_votes.vote_row(BEN)
    row.button.setFocus()
    state = MembershipVotes(votes=(leaving(0, 3),), removable=(BEN,))
    driver.tell(TableChanged(script.view(membership_votes=state)))
    assert driver.table.membership_votes.vote_row(BEN) is row
    assert driver.window.focusWidget() is row.button, "the keyboard keeps its place"
    driver.tell(TableChanged(script.view()))
    assert driver.table.membership_votes.vote_row(BEN) is None
    assert not driver.table.membership_votes.isVisible()


@pytest.mark.slow
def test_a_return_needs_no_click(driver: WindowDriver) -> None:
    back = Vote(seat=BEN, leaving=False, wanted_by=(0, BEN), needed=3)
    away(driver, MembershipVotes(votes=(back,)))
    assert driver.table.membership_votes.vote_row(BEN, leaving=False) is None, (
        "mostly it is over at once"
    )
    driver.table.membership_votes.late_timer.timeout.emit()
    row = driver.table.membership_votes.vote_row(BEN, leaving=False)
    assert row.words.text() == "Ben asks to come back; 2 of 3 agree."
    assert not row.button.isVisible()


def test_a_change_in_progress_needs_nothing_from_a_person(driver: WindowDriver) -> None:
    away(driver, MembershipVotes(changing=True))
    assert not driver.table.membership_votes.isVisible(), "the board does not jump for a moment"
    driver.table.membership_votes.late_timer.timeout.emit()
    assert "nobody has to do anything" in words(driver.table.membership_votes)
    assert "Deciding" in driver.table.panel.banner.text()


@pytest.mark.slow
def test_a_ghost_is_a_ghost_at_its_seat(driver: WindowDriver) -> None:
    script = away(driver, MembershipVotes())
    script.ghosts, script.waiting = {BEN}, ()
    driver.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1))))
    told = driver.table.panel.players.row_of(BEN).accessibleDescription()
    assert "ghost" in told
    assert "sees nothing hidden" in told
    script.ghosts, script.presence = set(), {}
    driver.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=2))))
    assert "ghost" not in driver.table.panel.players.row_of(BEN).accessibleDescription()


@pytest.mark.slow
def test_when_the_table_goes_on_without_me_i_can_do_nothing_and_am_told_why(
    driver: WindowDriver,
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play_until_my_turn(script)
    script.ghosts = {CHLOE}
    driver.tell(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1, i_am_out=True))))
    assert "The game continues without you" in driver.table.panel.banner.text()
    assert "next cards" not in driver.table.panel.banner.text()
    assert driver.table.model.table.legal == frozenset()
    waiting = MembershipVotes(epoch=1, i_am_out=True, can_rejoin=False)
    driver.tell(TableChanged(script.view(membership_votes=waiting)))
    assert "until the next cards are dealt" in driver.table.panel.banner.text()


@pytest.mark.slow
def test_playing_on_apart_is_explained_and_asked_for_once_more(driver: WindowDriver) -> None:
    away(driver, MembershipVotes(apart=(CHLOE, 3)))
    click(driver.table.membership_votes.apart_button)
    assert driver.asked == []
    (question,) = driver.window.findChildren(Question)
    text = words(question)
    assert "another game" in text
    assert "Ana and Ben" in text
    click(question.yes)
    assert driver.asked == [("go_on_apart",)]


@pytest.mark.slow
def test_who_has_asked_to_play_on_apart_is_named_and_i_ask_only_once(driver: WindowDriver) -> None:
    script = away(driver, MembershipVotes(apart=(CHLOE, 3), apart_asked=(3,)))
    strip = driver.table.membership_votes
    assert "Salim wants that." in words(strip)
    assert strip.apart_button.isVisible()
    state = MembershipVotes(apart=(CHLOE, 3), apart_asked=(CHLOE,))
    driver.tell(TableChanged(script.view(membership_votes=state)))
    assert "Salim must want it too" in words(strip)
    assert not strip.apart_button.isVisible()


def test_a_part_that_stays_out_is_told_after_a_while_even_of_somebody_here(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play(script, lambda position: position.turn == 3)
    monkeypatch.setattr(driver.table.watch.wait_timer, "start", lambda *_: None)
    script.waiting = (Waiting(BEN, Need.ACK),)
    driver.tell(TableChanged(script.view()))
    row = driver.table.panel.players.row_of(BEN)
    assert "catching up" not in row.accessibleDescription(), "most waits are over at once"
    driver.table.watch.wait_timer.timeout.emit()
    assert "catching up" in row.accessibleDescription()
    assert driver.table.panel.banner.text() == "Ben's laptop is catching up."
    script.waiting = (Waiting(CHLOE, Need.ACK),)
    driver.tell(TableChanged(script.view()))
    driver.table.watch.wait_timer.timeout.emit()
    mine = driver.table.panel.players.row_of(CHLOE)
    assert "your part is missing" in mine.accessibleDescription()
    driver.tell(TableChanged(replace(script.view(), waiting=())))
    assert "catching up" not in row.accessibleDescription()


def test_who_may_go_on_without_somebody_reads_whom_that_one_does_not_hear(
    driver: WindowDriver,
) -> None:
    """The fault may lie at either end: both are named, and people ask each other."""
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.play(script, lambda position: position.turn == 3)
    script.waiting = (Waiting(BEN, Need.ACK),)
    deaf = "Ben's laptop does not hear the laptop of Salim."
    for late in (False, True):
        seats = list(script.view().seats)
        seats[BEN] = replace(seats[BEN], catching_up=late, misses=(3,))
        votes = MembershipVotes(removable=(0, BEN, 3))
        driver.tell(TableChanged(script.view(seats=tuple(seats), membership_votes=votes)))
        told = driver.table.panel.players.row_of(BEN).accessibleDescription()
        assert (deaf in told) is late, "a dead link that others bridge holds nobody up"
    assert driver.table.panel.banner.text() == (
        f"Ben's laptop is catching up. {deaf} Continue without Ben?"
    )


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 8])
@pytest.mark.parametrize("size", [(1024, 640), (1400, 850)])
def test_votes_leave_room_for_board_and_panel(
    driver: WindowDriver, seats: int, size: tuple[int, int]
) -> None:
    driver.window.resize(*size)
    script = ScriptedCamelUp(seats=seats, me=CHLOE)
    driver.play_until_my_turn(script)
    script.presence[BEN] = (Presence.SILENT, 42)
    state = MembershipVotes(votes=(leaving(0),), removable=(BEN,), apart=(CHLOE,))
    driver.tell(TableChanged(script.view(membership_votes=state)))
    QTest.qWait(30)
    strip, panel = driver.table.membership_votes, driver.table.panel
    row = strip.vote_row(BEN)
    for made in (row.button, strip.apart_button):
        assert made.width() >= made.sizeHint().width()
    assert driver.table.board.height() > size[1] * 2 // 3
    for part in (panel.banner, panel.acts, panel.talk):
        assert panel.rect().contains(part.geometry()), part
    drop = panel.players.row_of(BEN).drop
    assert drop.width() >= drop.sizeHint().width()
    assert panel.players.row_of(BEN).rect().contains(drop.geometry())


# --- looking on -----------------------------------------------------------------------------------


def test_who_looks_on_has_no_hand_and_no_actions_but_a_way_out(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    for step in script.play(lambda position: position.turn == CHLOE):
        driver.window.take(step)
    driver.tell(TableChanged(script.watched()))
    panel = driver.table.panel
    assert "You are watching" in words(panel)
    assert not panel.acts.isVisible()
    assert "Your race cards" not in words(panel)
    assert driver.table.model.table.legal == frozenset()
    click(panel.stop_watching)
    assert driver.asked == [("stand",)], "nobody waits for a guest: no question is asked"


@pytest.mark.slow
def test_who_looks_on_reads_of_ghosts_and_returns_in_the_log(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.tell(TableChanged(script.watched()))
    script.ghosts = {BEN}
    driver.tell(TableChanged(script.watched()))
    script.ghosts = set()
    driver.tell(TableChanged(script.watched()))
    told = driver.table.panel.feed.texts()
    assert told == ("The game continues without Ben.", "Ben is back at the table.")


@pytest.mark.slow
def test_who_looks_on_sees_votes_and_has_none(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=3, me=CHLOE)
    driver.tell(TableChanged(script.watched()))
    state = MembershipVotes(votes=(leaving(0),), apart=(0, 3))
    driver.tell(TableChanged(replace(script.watched(), membership_votes=state)))
    row = driver.table.membership_votes.vote_row(BEN)
    assert "Ana wants to continue without Ben" in row.words.text()
    assert not row.button.isVisible()
    assert not driver.table.membership_votes.apart_button.isVisible()


@pytest.mark.slow
def test_who_looks_on_sees_the_result_and_is_not_asked_to_play_again(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seed=8)
    for step in script.play(to_the_end):
        driver.window.take(step)
    driver.tell(TableChanged(script.watched()))
    assert driver.result
    assert driver.table.overlay.main.text() == "Back to the lobby"
    click(driver.table.overlay.main)
    assert driver.asked == [("stand",)]
