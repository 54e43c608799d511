"""The state of each seat on the table screen: the row and the banner say the same, and end with
their cause."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.table.readings import PlayerRow, Tone

from camelnet.session.api.facts import (
    Kind,
    MembershipVotes,
    Need,
    OwnState,
    Presence,
    TableView,
    Waiting,
)
from camelnet.session.text import presence_words, words
from tests.gui.games.mid_game import camelup_at_my_turn as at_my_turn
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

SAID = {
    Presence.CONNECTING: ("connecting…", "Connecting to Ben's laptop… The table waits."),
    Presence.SLOW: ("slow to answer", "Ben answers slowly. The table waits."),
    Presence.SILENT: (
        "silent for 0:26",
        "Ben has been silent for 0:26. Continue without Ben?",
    ),
    Presence.LEFT: ("has left", "Ben left. Continue without Ben?"),
    Presence.AWAY: (
        "not seated yet",
        "Ben's laptop is back, Ben is not at the table yet. Continue without Ben?",
    ),
}
BEN = 1


def waits_for_ben(script: ScriptedCamelUp, how: Presence, **changes: object) -> TableView:
    script.presence[BEN] = (how, 26)
    votes = MembershipVotes(removable=(BEN,))
    waiting = (Waiting(BEN, Need.ACK),)
    return script.view(waiting=waiting, membership_votes=votes, **changes)


def ben(rows: tuple[PlayerRow, ...]) -> PlayerRow:
    return rows[BEN]


@pytest.mark.parametrize("how", list(SAID))
def test_row_and_banner_say_the_same_of_a_seat(how: Presence) -> None:
    model, script = at_my_turn(2)
    model.update(waits_for_ben(script, how))
    note, banner = SAID[how]
    assert ben(model.rows()).note == note
    assert model.banner().text == banner
    assert ben(model.rows()).holds_up is how.missed
    assert (model.banner().tone is Tone.TROUBLE) is (
        how in (Presence.SLOW, Presence.SILENT, Presence.LEFT)
    )
    model.update(script.view())
    script.presence.clear()
    model.update(script.view())
    assert model.banner().tone is Tone.MINE, "the banner ends with its cause"
    assert ben(model.rows()).note == ""


def test_who_owes_a_part_for_long_catches_up_and_the_click_is_offered() -> None:
    model, script = at_my_turn(2)
    view = waits_for_ben(script, Presence.HERE)
    model.update(view)
    assert ben(model.rows()).note == "", "most parts come within milliseconds"
    seats = tuple(
        replace(seat, catching_up=number == BEN) for number, seat in enumerate(view.seats)
    )
    model.update(replace(view, seats=seats))
    assert ben(model.rows()).note == "catching up"
    assert ben(model.rows()).holds_up
    assert model.banner().text == "Ben's laptop is catching up. Continue without Ben?"


def test_a_bot_that_comes_back_slowly_is_nobodys_question() -> None:
    model, script = at_my_turn(2)
    view = waits_for_ben(script, Presence.HERE)
    seats = list(view.seats)
    seats[BEN] = replace(seats[BEN], kind=Kind.BOT, catching_up=True)
    model.update(replace(view, seats=tuple(seats)))
    assert not ben(model.rows()).holds_up
    assert "Continue" not in model.banner().text


def test_my_own_network_comes_before_all_others() -> None:
    model, script = at_my_turn(2)
    news = model.update(waits_for_ben(script, Presence.SILENT, own=OwnState.OFFLINE))
    assert model.banner().text == "Your laptop has no network. Nothing is lost."
    assert [entry.text for entry in news] == [model.banner().text]
    model.update(waits_for_ben(script, Presence.SILENT, own=OwnState.ALONE))
    assert model.banner().text.startswith("You hear nobody")
    script.presence.clear()
    news = model.update(script.view())
    assert [entry.text for entry in news] == ["Your laptop is connected again."]


def test_a_chosen_network_that_is_out_is_named_with_those_that_are_not() -> None:
    model, script = at_my_turn(2)
    view = waits_for_ben(script, Presence.SILENT, own=OwnState.OFFLINE)
    model.update(replace(view, missed_network=("eth0", ("wlan0", "wlan1"))))
    assert model.banner().text.startswith(
        "Your network eth0 is out. Others are connected: wlan0, wlan1;"
    )


def test_no_ghost_plays_my_seat_once_the_game_is_over() -> None:
    script = ScriptedCamelUp(seed=8)
    model, _script = at_my_turn(8)
    for step in script.play(lambda _position: False):
        model.take(step)
    script.ghosts = {script.me}
    votes = MembershipVotes(epoch=1, i_am_out=True)
    model.update(script.view(membership_votes=votes))
    assert model.banner().tone is Tone.OVER
    assert "ghost" not in model.banner().text
    assert "ghost moves" not in model.rows()[script.me].detail


def test_who_is_out_reads_how_long_it_was_away_and_until_when() -> None:
    view = ScriptedCamelUp(seed=3, me=2).view(absent_s=26)
    told = {
        words.out(replace(view, membership_votes=votes))
        for votes in (
            MembershipVotes(i_am_out=True),
            MembershipVotes(i_am_out=True, can_rejoin=False),
            MembershipVotes(i_am_out=True, can_rejoin=False, debtor=True),
        )
    }
    assert len(told) == 3
    assert all(
        text.startswith("Your laptop was away for 0:26. A ghost moves for you until")
        for text in told
    )


@pytest.mark.parametrize("how", list(Presence))
def test_every_state_has_its_words(how: Presence) -> None:
    script = ScriptedCamelUp(seed=3, me=2)
    seat = replace(script.view().seats[BEN], presence=how, silent_s=26)
    quiet = how is Presence.HERE
    assert bool(presence_words.note(seat)) is not quiet
    assert (seat.name in presence_words.sentence(seat)) is not quiet


def test_a_ghost_whose_player_left_is_not_coming_back() -> None:
    model, script = at_my_turn(2)
    script.ghosts = {BEN}
    script.presence[BEN] = (Presence.LEFT, 26)
    model.update(script.view())
    assert ben(model.rows()).note == "ghost"
    script.presence.clear()
    model.update(script.view())
    assert ben(model.rows()).note == "coming back"
