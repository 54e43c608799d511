"""The rulebook: complete, painted, searched, and opened at what is pointed at."""

from __future__ import annotations

import importlib
from collections.abc import Callable

import pytest
from camelnet_gui.games import playable, screens
from camelnet_gui.games.camelup.scene import PLACES as CAMELUP_PLACES
from camelnet_gui.games.cards.scene import PLACES as CARDS_PLACES
from camelnet_gui.games.rules_section import Grid, Picture, Section, framed
from camelnet_gui.games.targui.scene import PLACES as TARGUI_PLACES
from camelnet_gui.lobby.game_cards import GameCard
from camelnet_gui.rulebook.page import paint_picture
from camelnet_gui.rulebook.window import Rulebook, sections_of
from camelnet_gui.widgets.pointing import property_of
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet import i18n
from camelnet.i18n import message
from camelnet.rules.phrases import rule_of
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.targui.scripted_game import ScriptedTargui

PLACES = {"camelup": CAMELUP_PLACES, "cards": CARDS_PLACES, "targui": TARGUI_PLACES}


@pytest.fixture
def book(qtbot: QtBot) -> Rulebook:
    made = Rulebook()
    qtbot.addWidget(made)
    return made


def pictures(section: Section) -> list[Picture]:
    found = []
    for block in section.blocks:
        if isinstance(block, Picture):
            found.append(block)
        elif isinstance(block, Grid):
            found += [cell for row in block.rows for cell in row if isinstance(cell, Picture)]
    return found


@pytest.mark.parametrize("game", playable())
def test_each_section_has_a_name_of_its_own_and_something_to_read(game: str) -> None:
    sections = sections_of(game)
    anchors = [section.anchor for section in sections]
    assert len(set(anchors)) == len(anchors) > 8
    for section in sections:
        assert section.title
        assert all(text.strip() for text in section.texts() if text) or section.blocks
        for block in section.blocks:
            if isinstance(block, str):
                assert block[-1] in ".:!" or section.blocks.index(block) + 1 < len(section.blocks)
            if isinstance(block, Grid) and block.head:
                assert all(len(row) == len(block.head) for row in block.rows)


@pytest.mark.parametrize("game", playable())
def test_every_rule_that_refuses_and_every_place_leads_to_a_section(game: str) -> None:
    known = screens(game)
    anchors = {section.anchor for section in known.rules_page()}
    refusals = importlib.import_module(f"camelnet.rules.games.{game}.refusals")._REFUSALS
    for template in refusals.values():
        rule = rule_of(message(template))
        assert known.rules_anchor(rule) in anchors, template
    for place in PLACES[game]:
        assert known.rules_anchor(place) in anchors, place
    for pick in known.make_parts().keys.values():
        if pick.split(" ")[0] not in ("one", "half", "all", "more", "less", "erase", "digit"):
            assert known.rules_anchor(pick) in anchors or pick == "side", pick
    assert known.rules_anchor("nonsense") == ""


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", playable())
def test_every_picture_is_painted(qtbot: QtBot, game: str, dark: bool) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    shown = [picture for section in sections_of(game) for picture in pictures(section)]
    assert len(shown) >= 5
    for picture in shown:
        image = paint_picture(picture, dark=dark, ratio=1.0, widget=widget)
        spots = {
            image.pixelColor(x, y).name()
            for x in range(4, picture.width - 4, max(1, picture.width // 40))
            for y in range(4, picture.height - 4, max(1, picture.height // 20))
        }
        assert len(spots) > 8, picture.caption


def test_a_part_of_a_board_keeps_the_proportions_and_stays_on_the_board() -> None:
    board = QRectF(0, 0, 900, 700)
    for part in (QRectF(-20, 10, 200, 50), QRectF(700, 600, 300, 300), board):
        for box in (QRectF(0, 0, 460, 200), QRectF(0, 0, 200, 300)):
            found = framed(part, box, board)
            assert found.width() / found.height() == pytest.approx(box.width() / box.height())
            assert board.adjusted(-0.01, -0.01, 0.01, 0.01).contains(found)


# --- searching ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_matches_are_counted_marked_and_gone_through_by_enter(book: Rulebook) -> None:
    book.open_at("camelup")
    QTest.keyClicks(book.search, "Oasis")
    plain = book.page.toPlainText().lower()
    count = plain.count("oasis")
    assert count > 2
    assert len(book.page.extraSelections()) == count
    seen = []
    for number in range(1, count + 2):
        assert book.count.text() == f"{(number - 1) % count + 1} of {count}"
        seen.append(book.page.textCursor().position())
        QTest.keyClick(book.search, Qt.Key.Key_Return)
    assert len(set(seen)) == count
    assert seen[0] == seen[count], "after the last match comes the first"
    QTest.keyClick(book.search, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert book.page.textCursor().position() == seen[0]


def test_sections_without_a_match_are_left_out_of_the_list(book: Rulebook) -> None:
    book.open_at("targui")
    book.search.setText("sandstorm")
    assert book.count.text() == "Not found"
    assert not any(book.list.item(row).isHidden() for row in range(book.list.count()))
    book.search.setText("defenders")
    shown = [row for row in range(book.list.count()) if not book.list.item(row).isHidden()]
    assert [book.page.sections[row].anchor for row in shown] == ["battle"]
    assert book.current == "battle"
    book.search.clear()
    assert not any(book.list.item(row).isHidden() for row in range(book.list.count()))
    assert not book.page.extraSelections()


@pytest.mark.slow
def test_find_escape_and_f1_work_by_keyboard(book: Rulebook, qtbot: QtBot) -> None:
    with qtbot.waitExposed(book, timeout=LONG_MS):
        book.open_at("cards")
    QTest.keySequence(book, QKeySequence(QKeySequence.StandardKey.Find))
    QTest.keyClicks(book.search, "palm")
    assert book.page.extraSelections()
    QTest.keyClick(book.search, Qt.Key.Key_Escape)
    assert book.isVisible()
    assert not book.search.text()
    QTest.keyClick(book, Qt.Key.Key_Escape)
    assert not book.isVisible()


# --- places in the text -------------------------------------------------------------------------


def test_each_section_can_be_gone_to_and_the_list_follows(book: Rulebook) -> None:
    book.resize(860, 400)
    book.open_at("targui")
    QApplication.processEvents()
    bar = book.page.verticalScrollBar()
    tops = []
    for row, section in enumerate(book.page.sections):
        book.list.setCurrentRow(row)
        assert book.current == section.anchor
        tops.append(bar.value())
    assert tops == sorted(tops)
    bar.setValue(0)
    assert book.current == book.page.sections[0].anchor
    book.page.go_to("battle")
    assert book.current == "battle"


@pytest.mark.parametrize("game", playable())
def test_nothing_is_cut_in_a_small_window(book: Rulebook, game: str) -> None:
    book.resize(700, 480)
    book.open_at(game)
    QApplication.processEvents()
    assert book.page.horizontalScrollBar().maximum() == 0


def test_the_rules_say_how_many_could_plot_together(book: Rulebook) -> None:
    book.open_at("camelup")
    assert "2 of 2, 2 of 3, 3 of 4, 4 of 5, 4 of 6, 5 of 7, 6 of 8" in book.page.toPlainText()


# --- opened where the player points --------------------------------------------------------------


PressF1 = Callable[[QWidget], str]


@pytest.fixture
def press_f1_over(driver: WindowDriver, monkeypatch: pytest.MonkeyPatch) -> PressF1:
    def press(widget: QWidget) -> str:
        """The section that F1 opens while the pointer is on a widget."""
        monkeypatch.setattr(QApplication, "widgetAt", lambda *_at: widget)
        QTest.keyClick(driver.window, Qt.Key.Key_F1)
        book = driver.window.rules.rulebook
        assert book.isVisible()
        assert not book.isModal()
        found = book.current
        book.close()
        return found

    return press


@pytest.mark.slow
def test_f1_opens_at_the_place_of_the_board(driver: WindowDriver, press_f1_over: PressF1) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(me=1))
    board = driver.table.board
    for place, anchor in (("roll", "roll"), ("leg g", "leg-bets"), ("deck win", "race-bets")):
        board.point_at(place)
        assert press_f1_over(board) == anchor
    board.point_at("")
    assert press_f1_over(board) == "roll", "where the keyboard is"
    driver.table.setFocus()
    assert press_f1_over(board) == "aim"


@pytest.mark.slow
def test_f1_on_a_forbidden_space_opens_the_rule_that_forbids_it(
    driver: WindowDriver, press_f1_over: PressF1
) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(me=1))
    board = driver.table.board
    board.point_at("space 1")
    assert press_f1_over(board) == "moving"
    driver.table.choose("act tile")
    assert "space 1" not in driver.table.model.scene().picks
    assert press_f1_over(board) == "desert-tiles"


@pytest.mark.slow
def test_f1_on_a_button_opens_its_section(driver: WindowDriver, press_f1_over: PressF1) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(me=1))
    acts = driver.table.panel.acts.findChildren(QWidget)
    bet = next(made for made in acts if made.property("pick") == "act bet")
    assert press_f1_over(bet) == "race-bets"


def test_f1_on_a_player_s_row_opens_what_it_shows(
    driver: WindowDriver, press_f1_over: PressF1
) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(me=1))
    row = driver.table.panel.players.row_of(0)
    assert press_f1_over(row) == "rows"
    (section,) = (s for s in sections_of("camelup") if s.anchor == "rows")
    assert any("leg tiles: green 5 and yellow 3" in text for text in section.texts())


@pytest.mark.slow
def test_f1_on_a_cell_opens_the_rule_of_the_step_that_forbids_it(
    driver: WindowDriver, press_f1_over: PressF1
) -> None:
    script = ScriptedTargui(seats=3, me=1, seed=4)
    driver.play(
        script, lambda position: position.turn == 1 and position.to_dict()["step"] == "move"
    )
    board, picks = driver.table.board, driver.table.model.scene().picks
    other = next(f"cell {cell}" for cell in range(1, 50) if f"cell {cell}" not in picks)
    board.point_at(other)
    assert press_f1_over(board) == "moving"
    board.point_at(min(picks))
    assert press_f1_over(board) == "lands"


@pytest.mark.slow
def test_f1_on_a_scoring_opens_how_it_is_scored(
    driver: WindowDriver, press_f1_over: PressF1
) -> None:
    script = ScriptedCamelUp(me=1)
    driver.sit_down(script)
    for step in script.play(lambda _p: driver.table.overlay.page is not None, replayed=False):
        driver.tell(step)
    assert press_f1_over(driver.table.overlay.page) == "leg-end"


@pytest.mark.parametrize("game", playable())
def test_f1_on_the_card_of_a_game_opens_its_rules(
    driver: WindowDriver, press_f1_over: PressF1, game: str
) -> None:
    card = next(each for each in driver.window.findChildren(GameCard) if each.game == game)
    press_f1_over(card.play_button)
    book = driver.window.rules.rulebook
    assert book.game == game


def test_a_pick_is_found_on_the_widget_that_holds_the_one_pointed_at(qtbot: QtBot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    inner = QWidget(outer)
    assert property_of(inner, "pick") == ""
    outer.setProperty("pick", "number")
    assert property_of(inner, "pick") == "number"
    assert property_of(None, "pick") == ""


def test_an_open_rulebook_speaks_the_new_language_at_the_same_section(
    driver: WindowDriver,
) -> None:
    rules = driver.window.rules
    rules.open_at("targui")
    rules.rulebook.resize(700, 500)
    QApplication.processEvents()
    rules.rulebook.go_to("battle")
    title = rules.rulebook.windowTitle()
    i18n.choose_language(["fr"])
    driver.window.retranslate()
    book = rules.rulebook
    assert book.isVisible()
    assert book.windowTitle() != title
    assert book.search.placeholderText() == i18n._("Search the rules") != "Search the rules"
    assert (book.game, book.current) == ("targui", "battle")
    assert (book.width(), book.height()) == (700, 500)
    book.close()


def test_a_closed_rulebook_stays_closed_and_speaks_the_new_language(driver: WindowDriver) -> None:
    rules = driver.window.rules
    rules.open_at("targui")
    rules.close()
    i18n.choose_language(["fr"])
    driver.window.retranslate()
    assert not rules.rulebook.isVisible()
    assert rules.rulebook.search.placeholderText() == i18n._("Search the rules")
