"""A second game plugs into the app by one line in the registry, and the frame names no game."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import camelnet_gui
import pytest
from camelnet_gui import games
from camelnet_gui.lobby.create_dialog import CreateDialog
from camelnet_gui.lobby.option_fields import NumberField
from camelnet_gui.rulebook.window import Rulebook
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from camelnet import rules
from camelnet.rules import Position
from camelnet.session.api.facts import (
    Kind,
    LobbyChanged,
    Phase,
    Presence,
    SeatView,
    Stepped,
    TableChanged,
    TableView,
)
from tests.gui.conftest import WindowDriver
from tests.gui.games.template_screens import (
    GAME,
    LayDialog,
    TemplateActions,
    TemplateBoard,
    TemplatePage,
)
from tests.session.verdicts import part, table
from tools.screenshots.driver import CODE, NAMES
from tools.screenshots.lobby import lobby_view

GAME_ID = b"\x07" * 32
FOLDER = Path(camelnet_gui.__file__).parent


@pytest.fixture
def template(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The app knows the template game and no other. A rulebook that shows it goes with it."""
    monkeypatch.setattr(games, "GAMES", {"template": lambda: GAME})
    yield
    for window in qapp.topLevelWidgets():
        for book in (window, *window.findChildren(Rulebook)):
            if isinstance(book, Rulebook) and book.game == "template":
                book.game = ""


def view_of(position: Position, me: int = 0) -> TableView:
    seats = tuple(
        SeatView(bytes([n + 1]) * 32, NAMES[n], Kind.HUMAN, n == me, Presence.HERE, 0)
        for n in range(2)
    )
    over = position.turn == "over"
    return TableView(
        game_id=GAME_ID,
        name="Run",
        seats=seats,
        me=me,
        phase=Phase.OVER if over else Phase.PLAY,
        position=position,
        index=1,
        code=CODE,
        waiting=(),
        pending=None,
        faces="lh",
        again=(),
        trouble=None,
        record=None,
        verdict=table("hh", 2, part(1, 1, (0, 1)), ended=over),
    )


def steps_from(position: Position, seed: int) -> Iterator[Stepped]:
    """A game to its end by a seeded chance."""
    chance, index = random.Random(seed), 0
    while position.turn != "over":
        if position.turn == "chance":
            notation = chance.choice(position.outcomes())[0]
        elif position.turn == "reveal":
            notation = f"open {position.opener} {chance.choice('lh-')}"
        else:
            notation = chance.choice(position.legal())
        seat = position.turn if isinstance(position.turn, int) else position.opener
        before, index = position, index + 1
        position, events = before.step(notation)
        yield Stepped(GAME_ID, index, seat, notation, before, position, events, False)


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel)]


def at_my_turn(driver: WindowDriver) -> Position:
    position, _events = rules.new("template", seats=2).step("first 0")
    driver.tell(TableChanged(view_of(position)))
    return position


@pytest.mark.usefixtures("template")
def test_a_table_of_another_game_is_opened_from_the_dialog(driver: WindowDriver) -> None:
    dialog = CreateDialog((), driver.window)
    assert [dialog.game.itemText(n) for n in range(dialog.game.count())] == ["Template"]
    (goal,) = dialog.options.values()
    assert isinstance(goal, NumberField)
    assert goal.box.accessibleName() == "How far the goal is"
    goal.box.setValue(9)
    dialog.open_.click()
    assert dialog.wish is not None
    assert (dialog.wish.game, dialog.wish.options) == ("template", {"goal": 9})


@pytest.mark.usefixtures("template")
def test_the_lobby_and_the_rules_speak_of_another_game(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    said = words(driver.window.lobby)
    assert any("Template" in text for text in said)
    assert "Toss coins and run to the goal." in said
    driver.window.make_menu(driver.window).actions()[0].trigger()
    book = driver.window.rules.rulebook
    assert book is not None
    assert "Toss coins and run." in book.page.toPlainText()
    book.close()


@pytest.mark.usefixtures("template")
def test_moves_of_another_game_are_made_by_button_key_and_dialog(driver: WindowDriver) -> None:
    at_my_turn(driver)
    acts = driver.table.panel.acts
    assert isinstance(acts, TemplateActions)
    assert driver.table.panel.banner.text() == "Toss or lay"
    acts.toss.click()
    assert acts.confirm.toolTip() == "You toss."
    acts.confirm.click()
    driver.table.watch.not_sent()  # nobody answers here
    QTest.keyClick(driver.table, Qt.Key.Key_O)
    QTest.keyClick(driver.table, Qt.Key.Key_Return)
    driver.table.watch.not_sent()
    acts.lay.click()
    assert isinstance(driver.table.chooser.dialog, LayDialog)
    driver.table.chooser.dialog.accept()
    assert driver.table.chooser.dialog is None
    assert driver.asked == [("play", "toss"), ("play", "toss"), ("play", "lay 0")]


@pytest.mark.usefixtures("template")
@pytest.mark.parametrize("seed", range(3))
def test_another_game_is_shown_to_its_result(driver: WindowDriver, seed: int) -> None:
    last, pages = at_my_turn(driver), 0
    for step in steps_from(last, seed):
        driver.tell(step)
        last = step.after
        while isinstance(driver.table.overlay.page, TemplatePage):
            pages += 1
            assert driver.table.overlay.main is not None
            driver.table.overlay.main.click()
    driver.tell(TableChanged(view_of(last)))
    page = driver.table.overlay.page
    assert isinstance(page, ResultPage)
    assert "first at the goal" in words(page)
    board = driver.table.board
    assert isinstance(board, TemplateBoard)
    assert board.played, "coins moved"
    cards = [slot for slot in last.to_dict()["laid"] if slot is not None]
    assert pages == len(cards)
    assert any("toss" in text for text in driver.table.panel.feed.texts())
    assert not driver.window.grab().isNull()


def frame_modules() -> Iterator[Path]:
    """All modules of the app that are no game's own."""
    for path in sorted(FOLDER.rglob("*.py")):
        parts = path.relative_to(FOLDER).parts
        if len(parts) < 3 or parts[0] != "games":
            yield path


def test_no_module_of_the_frame_names_a_game() -> None:
    found = []
    for path in frame_modules():
        registry = path == FOLDER / "games/__init__.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    said = [name.name for name in names]
                case ast.ImportFrom(module=str(origin), names=names):
                    said = [f"{origin}.{name.name}" for name in names]
                case ast.Constant(value=str(text)) if text in rules.GAMES:
                    said = [f"camelnet_gui.games.{text}"]
                case _:
                    continue
            own = ("camelnet.rules.games", *(f"camelnet_gui.games.{key}" for key in rules.GAMES))
            if not registry:
                found += [(path.name, name) for name in said if name.startswith(own)]
    assert not found


def test_the_window_comes_up_without_any_game() -> None:
    code = (
        "import sys, camelnet_gui.application;"
        "print(*(n for n in sys.modules if n.startswith('camelnet_gui.games.')))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], check=True, timeout=600, capture_output=True, text=True
    )
    loaded = {name.split(".")[2] for name in told.stdout.split()}
    assert not loaded & set(games.playable())


def test_every_game_of_the_rules_has_its_screens() -> None:
    assert set(games.playable()) == set(rules.GAMES)
    for key in games.playable():
        known = games.screens(key)
        info = games.game_of(key).info
        assert info == rules.GAMES[key]
        assert known.rules_page()
        for option in info.options:
            assert known.option_words(option.key)[0] != option.key
