"""The view-model of any table: its queue, its banner, who is silent; nothing of it needs Qt."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.readings import Tone

from camelnet.i18n import message
from camelnet.session.api.facts import Need, Phase, Presence, Waiting
from tests.gui.games.mid_game import camelup_at_my_turn as at_my_turn
from tests.gui.programs import run_python
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


@pytest.mark.slow
def test_the_view_model_loads_without_qt() -> None:
    code = (
        "import sys, camelnet_gui.table.model, camelnet_gui.games.camelup.view_model;"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert run_python("-c", code).returncode == 0


def test_nothing_can_be_clicked_while_steps_wait_to_be_shown() -> None:
    model, script = at_my_turn(1)
    step = script.step("roll", replayed=False)
    model.take(step)
    model.update(script.view())
    assert not model.settled
    assert model.blocked is not None
    assert model.scene().picks == frozenset()


def test_steps_are_shown_in_order_and_none_is_lost() -> None:
    script = ScriptedCamelUp(seed=4)
    model = TableModel(script.view(), CamelUpViewModel())
    steps = list(script.play(lambda _position: False, replayed=False))
    for step in steps:
        model.take(step)
    shown = 0
    while model.advance() is not None:
        model.finish()
        shown += 1
    assert shown == len(steps)
    assert model.shown == script.position
    assert [
        account.total for account in model.view_model.income.accounts
    ] == script.position.scores()


def test_a_disagreement_is_said_in_one_clear_sentence() -> None:
    model, script = at_my_turn(1)
    why = message("The positions differ at {index}.", index=12)
    model.update(replace(script.view(), phase=Phase.STOPPED, trouble=why))
    assert model.banner().text == "The positions differ at 12."
    assert model.banner().tone is Tone.TROUBLE
    assert not model.scene().picks


def test_what_goes_wrong_here_is_told_while_the_table_is_not_stopped() -> None:
    model, script = at_my_turn(1)
    model.update(script.view(trouble=message("The journal cannot be written.")))
    assert model.banner().text == "The journal cannot be written."
    assert model.banner().tone is Tone.TROUBLE


def test_what_my_computer_writes_by_itself_is_not_shown_as_my_move() -> None:
    model, script = at_my_turn(1)
    model.update(script.view(pending="key"))
    assert model.scene().chosen is None
    assert model.blocked is not None
    assert "being sent" not in str(model.blocked)
    model.update(script.view(pending="roll"))
    assert model.scene().chosen == "roll"
    assert "being sent" in str(model.blocked)


def test_a_ghosts_roll_is_told_as_the_ghosts_and_its_owner_keeps_the_name_elsewhere() -> None:
    model, script = at_my_turn(1)
    name = script.view().seats[script.me].name
    for ghosts, actor in (((script.me,), f"{name}'s ghost"), ((), name)):
        while script.position.turn != script.me:
            model.take(script.step(script.choose()))
        script.ghosts = set(ghosts)
        model.take(script.step("roll"))
        told = model.take(script.step(script.choose()))
        assert told[0].text.startswith(f"{actor} rolled ")
        assert told[0].seat == script.me
        assert all("ghost" not in entry.text for entry in told[1:])
        assert model.drawn[-1].text == told[0].text
        script.ghosts = set()
    assert model.rows()[script.me].name == name


def test_no_move_is_made_before_the_view_of_my_turn_comes_nor_twice() -> None:
    script = ScriptedCamelUp(me=2, seed=5)
    model = TableModel(script.view(), CamelUpViewModel())
    for step in script.play(lambda position: position.turn == script.me, replayed=False):
        model.take(step)
        while model.advance() is not None:
            model.finish()
    assert not model.my_turn, "steps come a moment before their view"
    assert model.pick("roll") is model.confirm() is model.forced is None
    model.update(script.view())
    assert model.my_turn
    model.sent("roll")
    model.update(script.view())
    assert not model.my_turn
    assert model.blocked is not None
    model.update(script.view(pending="roll"))
    model.update(script.view())
    assert model.my_turn, "it was taken, and came to nothing"


def test_a_late_spectator_reads_no_absence_of_no_time() -> None:
    model, script = at_my_turn(1)
    other = (script.me + 1) % script.seats
    script.presence[other] = (Presence.SILENT, 0)
    model.update(script.view(waiting=(Waiting(other, Need.MOVE),)))
    assert "0:00" not in model.banner().text
    assert script.view().seats[other].name in model.banner().text
    assert "0:00" not in model.rows()[other].note


def test_a_turn_left_alone_is_said_kindly_until_it_is_played() -> None:
    model, script = at_my_turn(1)
    model.nudged = True
    assert "No hurry" in model.banner().text
    assert model.banner().tone is Tone.MINE
    model.take(script.step("roll"))
    assert not model.nudged
