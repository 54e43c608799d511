"""What a Camel Up table with aids shows: counted odds, and the worth of actions where they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from camelnet_gui.games.camelup.advice import Advice, advise, numbers
from camelnet_gui.games.camelup.aid import Fitted
from camelnet_gui.games.camelup.choice import NOTHING, Act, Choice
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.games.view_model import Table, table_of
from camelnet_gui.style.words import worth_words
from pytestqt.qtbot import QtBot

from camelnet import odds
from camelnet.i18n import message
from camelnet.rules import new
from camelnet.rules.games.camels import CAMELS
from camelnet.session.api.facts import TableChanged
from camelnet.session.game.aids import Question
from tests.gui.conftest import WindowDriver
from tests.odds.positions import LAST_TILE
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp


@pytest.fixture
def script() -> ScriptedCamelUp:
    """My turn in the second leg of a race, with desert tiles on the track."""
    made = ScriptedCamelUp(seats=3, me=1, seed=8)
    for _step in made.play(lambda p: p.turn == 1 and p.to_dict()["leg"] == 2):
        pass
    assert made.position.turn == 1
    return made


def advice_of(script: ScriptedCamelUp) -> tuple[Advice, Table]:
    position = script.position
    question = Question(position, 1, script.faces())
    return advise(question), table_of(position, me=1, faces=script.faces(), blocked=None)


def shown_at(driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp) -> CamelUpViewModel:
    """The table, once its odds are there."""
    driver.tell(TableChanged(script.view(aids=True)))
    view_model = driver.table.model.view_model
    qtbot.waitUntil(lambda: view_model.advice is not None, timeout=LONG_MS)
    return view_model


def test_odds_are_those_that_the_core_counts(script: ScriptedCamelUp) -> None:
    advice, _table = advice_of(script)
    leg, race = odds.leg(script.position), odds.race(script.position)
    for camel in advice.camels:
        counted = tuple(count / leg.total for count in leg.rank[camel.camel])
        assert camel.leg == counted
        assert sum(camel.leg) == pytest.approx(1)
        assert (camel.first, camel.last) == (race.first[camel.camel], race.last[camel.camel])
    assert [camel.camel for camel in advice.camels] == list(CAMELS)


def test_a_leg_tile_that_ends_the_leg_has_the_worth_of_the_camels_as_they_stand() -> None:
    shown = {camel.camel: camel for camel in advise(Question(LAST_TILE, 0, "")).camels}
    assert (shown["w"].tile, shown["w"].tile_pounds) == (2, 2)


def test_every_legal_action_has_a_worth_and_bets_on_the_race_alone_are_estimated(
    script: ScriptedCamelUp,
) -> None:
    advice, table = advice_of(script)
    assert set(advice.worths) == set(table.legal)
    pounds = [worth.pounds for worth in advice.worths.values()]
    assert pounds == sorted(pounds, reverse=True)
    assert not advice.worths["roll"].estimated
    bets = {move for move, worth in advice.worths.items() if worth.estimated}
    assert bets <= {move for move in table.legal if move.startswith(("win", "lose"))}
    assert bets


def test_without_a_leg_there_is_no_advice() -> None:
    with pytest.raises(ValueError, match=r"\w"):
        advise(Question(new("camelup", seats=3), None, ""))


def test_the_board_tells_what_a_desert_tile_is_worth_where_it_may_go(
    script: ScriptedCamelUp,
) -> None:
    advice, table = advice_of(script)
    for side in ("+", "-"):
        told = numbers(advice, table, Choice(Act.TILE, side), layered=False)
        assert {f"tile {number.place[6:]}{side}" for number in told} == {
            move for move in table.legal if move.startswith("tile") and move.endswith(side)
        }
        best = [number for number in told if number.strong]
        assert {number.text for number in best} == {
            worth_words(
                max(advice.worths[f"tile {number.place[6:]}{side}"].pounds for number in told)
            )
        }
    assert numbers(advice, table, NOTHING, layered=False) == ()


def test_landings_are_shown_on_request_and_only_where_there_are_any(
    script: ScriptedCamelUp,
) -> None:
    advice, table = advice_of(script)
    told = numbers(advice, table, NOTHING, layered=True)
    counted = odds.leg(script.position).landings
    assert [int(number.place[6:]) for number in told] == [
        space for space, count in counted.items() if count
    ]
    assert numbers(None, table, NOTHING, layered=True) == ()


def test_advice_about_another_position_or_turn_is_not_shown(script: ScriptedCamelUp) -> None:
    advice, table = advice_of(script)
    assert advice.about(table)
    assert not advice.about(replace(table, blocked=message("Not now.")))
    later = replace(table, position=table.position.apply("roll"))
    assert not advice.about(later)
    assert numbers(advice, later, Choice(Act.TILE), layered=False) == ()


@pytest.mark.slow
def test_each_button_carries_the_worth_of_its_best_action_and_one_is_the_best(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp
) -> None:
    view_model = shown_at(driver, qtbot, script)
    actions = driver.table.panel.acts
    for act in Act:
        move = view_model.advice.best_of(act)
        shown = actions.act_button(act).worth
        assert shown == (view_model.advice.worths[move].words if move else "")
    texts = [actions.act_button(act).worth for act in Act]
    assert view_model.advice.best is not None
    assert view_model.advice.worths[view_model.advice.best].words in texts
    script.step("roll")
    script.step(script.choose())
    driver.tell(TableChanged(script.view(aids=True)))
    assert {actions.act_button(act).worth for act in Act} == {""}, "it is not my turn"


@pytest.mark.slow
def test_leg_tiles_and_sides_carry_their_worths_while_they_are_chosen(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp
) -> None:
    view_model = shown_at(driver, qtbot, script)
    assert view_model.advice is not None
    actions = driver.table.panel.acts
    driver.table.choose("act tile")
    for side in "+-":
        moves = (m for m in view_model.advice.worths if m.startswith("tile") and m.endswith(side))
        best = max(view_model.advice.worths[move].pounds for move in moves)
        assert actions.side_button(side).worth == worth_words(best)
    assert driver.table.board.shown.numbers


@pytest.mark.slow
def test_the_dialog_for_bets_tells_what_the_chosen_one_is_worth(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp
) -> None:
    view_model = shown_at(driver, qtbot, script)
    driver.table.choose("act bet")
    dialog = driver.table.chooser.dialog
    camel = next(c for c in script.faces() if dialog.card_button(c).isEnabled())
    dialog.choose(deck="win", camel=camel)
    worth = view_model.advice.worths[f"win {script.faces().index(camel)}"]
    assert worth.words in dialog.words.text()
    dialog.reject()


@pytest.mark.slow
def test_the_odds_are_read_aloud_as_a_line_for_each_camel(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp
) -> None:
    shown_at(driver, qtbot, script)
    aid = driver.table.aids.strip.aid
    lines = aid.table.accessibleDescription().splitlines()
    assert [line.split(":")[0] for line in lines] == ["Blue", "Green", "Orange", "White", "Yellow"]
    assert all("%" in line for line in lines)
    assert aid.worths.text().startswith("Ben: ")
    picture = aid.table.grab().toImage()
    everywhere = product(range(picture.width()), range(picture.height()))
    assert len({picture.pixel(x, y) for x, y in everywhere}) > 8, "it is painted"


@pytest.mark.slow
def test_odds_of_an_older_position_are_pale(
    driver: WindowDriver, qtbot: QtBot, script: ScriptedCamelUp
) -> None:
    shown_at(driver, qtbot, script)
    aid = driver.table.aids.strip.aid
    assert not aid.table.stale
    aid.outdate()
    qtbot.waitUntil(lambda: aid.table.stale, timeout=LONG_MS)
    aid.table.show_camels(())
    assert not aid.table.stale


def test_the_line_of_values_names_what_it_has_room_for(qtbot: QtBot) -> None:
    line = Fitted("small")
    qtbot.addWidget(line)
    parts = ("Take the blue leg tile +1.86", "Roll +1.00", "Place the tile +0.50")
    line.show_parts("Ben", parts)
    line.resize(1000, 20)
    line.show()
    assert line.text().endswith(parts[-1])
    line.resize(line.fontMetrics().horizontalAdvance(f"Ben: {parts[0]}  ·  {parts[1]}") + 12, 20)
    assert line.text().endswith(parts[1]), "no part is cut"
    line.resize(60, 20)
    assert line.text().endswith(parts[0])
