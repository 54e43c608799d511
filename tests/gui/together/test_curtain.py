"""The curtain: whose secrets are on the screen, and when nobody's are."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from camelnet_gui.settings.store import Settings
from camelnet_gui.together import curtain
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.i18n import message
from camelnet.session.api.facts import ChatSaid, LobbyView, Noticed, TableChanged, TableView
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.scripted_game import ScriptedGame

ANA, BEN, CHLOE = range(3)
TRIES = 20


@dataclass(eq=False)
class ToldGuest:
    """A guest whose views are told by hand."""

    name: str
    key: bytes
    table: TableView | None = None
    lobby: LobbyView | None = None
    intents: RecordingIntents = field(default_factory=RecordingIntents)
    on_phone: bool = False

    def stop(self) -> None:
        pass

    def deleteLater(self) -> None:
        pass


@dataclass
class Laptop:
    """Ana's laptop, at which Ben sits too; Chloé has one of her own."""

    driver: WindowDriver
    ben: ToldGuest
    script: ScriptedGame

    def show(self) -> None:
        """Both nodes tell how the table stands."""
        self.script.me = BEN
        self.ben.table = self.script.view()
        self.script.me = ANA
        self.driver.tell(TableChanged(self.script.view()))
        self.driver.window.local_players.guests.changed.emit()
        QApplication.processEvents()

    def play_until(self, *turns: int) -> None:
        for step in self.script.play(lambda position: position.turn in turns):
            self.driver.window.take(step)
        self.show()

    @property
    def curtain(self) -> bool:
        pages = self.driver.window.pages
        return pages.currentWidget() is self.driver.window.local_players.curtain

    @property
    def view(self) -> TableView:
        return self.driver.table.model.view

    def open(self, qtbot: QtBot) -> None:
        made = self.driver.window.local_players.curtain.open_button
        qtbot.waitUntil(made.isEnabled, timeout=LONG_MS)
        click(made)


def at_one_laptop(driver: WindowDriver, script: ScriptedGame) -> Laptop:
    ben = ToldGuest("Ben", bytes([BEN + 1]) * 32)
    driver.window.local_players.guests._guests.append(ben)  # type: ignore[arg-type]
    return Laptop(driver, ben, script)


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def spoken(widget: QWidget) -> list[str]:
    """All that a screen reader can find on the visible part of a window."""
    found, left = [], [QAccessible.queryAccessibleInterface(widget)]
    while left:
        item = left.pop()
        if item is None or item.state().invisible:
            continue
        found += [item.text(QAccessible.Text.Name), item.text(QAccessible.Text.Description)]
        left += [item.child(number) for number in range(item.childCount())]
    return found


@pytest.fixture
def cards(driver: WindowDriver) -> Laptop:
    return at_one_laptop(driver, ScriptedCards(seats=3, me=ANA, seed=5))


@pytest.mark.slow
def test_a_hand_is_shown_to_its_own_player_alone(cards: Laptop, qtbot: QtBot) -> None:
    for turn, name in ((ANA, "Ana"), (BEN, "Ben"), (ANA, "Ana")):
        cards.play_until(turn)
        assert cards.curtain
        assert name in cards.driver.window.local_players.curtain.title.text()
        assert cards.view.faces == ""
        cards.open(qtbot)
        assert not cards.curtain
        assert cards.view.me == turn
        assert cards.view.faces == cards.script.held(turn)


@pytest.mark.slow
def test_nothing_of_a_hand_shows_before_the_curtain_is_opened(
    cards: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curtain, "GUARD_MS", LONG_MS)  # or its button changes meanwhile
    cards.play_until(BEN)
    assert cards.curtain
    window = cards.driver.window
    heard = set()

    def shown(face: str) -> bytes:
        assert cards.ben.table is not None
        cards.ben.table = replace(cards.ben.table, faces=face)
        window.local_players.guests.changed.emit()
        QApplication.processEvents()
        heard.add(tuple(spoken(window)))
        image = picture(window)  # it has to outlive what points into it
        return bytes(image.constBits())

    first, *others = [f"{camel}{pips}" for camel in "bgyow" for pips in (1, 2)]
    for face in others:
        for _ in range(TRIES):
            before, seen, after = shown(first), shown(face), shown(first)
            if before == after:  # or a clock has gone on between them
                break
        assert before == seen == after, "the window is the same whatever the card is"
    assert len(heard) == 1


@pytest.mark.slow
def test_a_hand_goes_as_soon_as_somebody_else_is_on_turn(cards: Laptop, qtbot: QtBot) -> None:
    cards.play_until(BEN)
    cards.open(qtbot)
    hand = cards.view.faces
    assert hand
    shown = picture(cards.driver.table.board)
    cards.play_until(CHLOE)
    assert not cards.curtain
    assert cards.view.faces == ""
    model = cards.driver.table.model
    bare = model.scene()
    model.view_model.conceal()
    assert bare == model.scene(), "and the board has forgotten it"
    assert picture(cards.driver.table.board) != shown


def test_a_click_meant_for_the_last_move_opens_nothing(
    cards: Laptop, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert curtain.GUARD_MS >= 400
    monkeypatch.setattr(curtain, "GUARD_MS", LONG_MS)
    cards.play_until(ANA)
    made = cards.driver.window.local_players.curtain.open_button
    assert not made.isEnabled()
    QTest.mouseDClick(made, Qt.MouseButton.LeftButton)
    assert cards.curtain


@pytest.mark.slow
def test_the_curtain_goes_when_that_seat_is_not_on_turn_any_more(cards: Laptop) -> None:
    cards.play_until(BEN)
    assert cards.curtain
    cards.play_until(CHLOE)
    assert not cards.curtain
    assert cards.view.faces == ""


@pytest.mark.slow
def test_a_guest_on_turn_reads_what_its_node_says_whatever_its_name_at_the_table(
    cards: Laptop, qtbot: QtBot
) -> None:
    cards.ben.name = "Benjamin"  # the table may have told apart two of a name
    told = Noticed(message("Another move of yours came first."), serious=False)
    guests = cards.driver.window.local_players.guests
    for turn, heard in ((ANA, False), (BEN, True)):
        cards.play_until(turn)
        cards.open(qtbot)
        guests.noticed.emit(cards.ben, told)
        QApplication.processEvents()
        assert (str(told.message) in cards.driver.table.panel.feed.texts()) == heard


@pytest.mark.slow
def test_a_move_and_a_word_go_to_whoever_looks(cards: Laptop, qtbot: QtBot) -> None:
    cards.play_until(BEN)
    cards.open(qtbot)
    intents = cards.driver.window.local_players.intents
    intents.play("reveal")
    intents.say("Mine!")
    intents.go_on_without(CHLOE)
    intents.go_on_without(ANA)
    assert cards.ben.intents.asked == [
        ("play", "reveal"),
        ("say", "Mine!"),
        ("go_on_without", CHLOE, True),
        ("go_on_without", ANA, True),
    ]
    assert cards.driver.asked == [("go_on_without", CHLOE, True)]


@pytest.mark.slow
def test_camel_up_needs_no_curtain_until_a_card_lies_face_down(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    laptop = at_one_laptop(driver, ScriptedCamelUp(seats=3, me=ANA, seed=2))
    bets: set[int] = set()
    curtains = set()
    for _turn in range(40):
        laptop.play_until(ANA, BEN)
        turn = laptop.script.position.turn
        if turn == "over":
            break
        public = laptop.script.position.to_dict()
        bets = {seat for deck in ("win", "lose") for seat, _slot in public[deck]}
        assert laptop.curtain == (turn in bets)
        curtains.add(laptop.curtain)
        if laptop.curtain:
            laptop.open(qtbot)
        assert laptop.view.me == turn
        assert laptop.view.faces == laptop.script.held(turn)
        driver.window.take(laptop.script.step(laptop.script.choose()))
        if curtains == {True, False}:
            break
    assert curtains == {True, False}


def test_alone_at_a_laptop_nothing_changes(driver: WindowDriver) -> None:
    script = ScriptedCards(seats=3, me=ANA, seed=5)
    driver.play(script, lambda position: position.turn == ANA)
    assert driver.window.pages.currentWidget() is driver.table
    assert driver.table.model.view.faces == script.hand(ANA)


def test_the_setting_of_motion_changes_nothing_of_it(cards: Laptop, qtbot: QtBot) -> None:
    settings: Settings = cards.driver.settings
    settings.speed = "normal"
    cards.play_until(BEN)
    qtbot.waitUntil(lambda: cards.curtain, timeout=LONG_MS)
    assert cards.view.faces == ""


@pytest.mark.slow
def test_what_a_guest_says_is_not_unread_at_the_laptop_where_it_was_typed(cards: Laptop) -> None:
    cards.play_until(CHLOE)
    driver = cards.driver
    driver.tell(ChatSaid(cards.ben.key, "Ben", "Psst", False))
    assert driver.window.chat.unread == 0
    driver.tell(ChatSaid(bytes([CHLOE + 1]) * 32, "Chloé", "What?", False))
    assert driver.window.chat.unread == 1
