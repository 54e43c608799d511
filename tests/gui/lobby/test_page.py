"""The lobby: what it shows of the tables, and what its buttons ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from camelnet_gui.lobby import page as lobby_page
from camelnet_gui.lobby.create_dialog import CUSTOM, CreateDialog
from camelnet_gui.lobby.saved_cards import SavedCard
from camelnet_gui.lobby.sections import TablesSection
from camelnet_gui.lobby.table_cards import PersonLine, TableCard
from camelnet_gui.lobby.table_settings import TableSettings
from camelnet_gui.widgets.basics import Elided
from camelnet_gui.widgets.dialogs import AddressDialog
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from camelnet.bots import FOR_PEOPLE, USUAL_LEVEL
from camelnet.i18n import message
from camelnet.session.api.facts import (
    ChatSaid,
    Kind,
    LobbyChanged,
    LobbyView,
    Noticed,
    SavedGame,
    TableOffer,
)
from camelnet.session.text.bot_words import bot_told, level_word
from tests.gui.clicker import click, words
from tests.gui.conftest import WindowDriver
from tests.gui.together.test_curtain import ToldGuest
from tests.patience import LONG_MS
from tools.screenshots.lobby import PAST, lobby_view

USUAL = {"leg_ends_without_tiles": False, "flip_in_place": False}


def standing(view: LobbyView) -> LobbyView:
    """The same lobby, but I sit nowhere."""
    tables = tuple(replace(table, mine=False) for table in view.tables[1:])
    return replace(view, tables=tables, hint=None)


def oasis(driver: WindowDriver, **special: object) -> TableCard:
    """The card of a table in a lobby of no other, which has something special."""
    view = standing(lobby_view(full=True))
    driver.tell(LobbyChanged(replace(view, tables=(replace(view.tables[0], **special),))))
    return card(driver, "Oasis after lunch")


def card(driver: WindowDriver, name: str) -> TableCard:
    cards = [c for c in driver.window.lobby.findChildren(TableCard) if c.isVisible()]
    return next(card for card in cards if card.offer.name == name)


class WindowsOpened(QObject):
    """Takes down what opens as a window of its own: a part shown before it has its place."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.shown: list[QWidget] = []
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shows = event.type() == QEvent.Type.Show and isinstance(watched, QWidget)
        if shows and watched.isWindow():
            self.shown.append(watched)
        return False


@pytest.mark.slow
def test_no_part_of_the_page_is_a_window_for_a_moment(
    driver: WindowDriver, qapp: QApplication
) -> None:
    opened = WindowsOpened(qapp)
    TablesSection()
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    assert {table.watchable for table in lobby_view(full=True).tables} == {True, False}
    assert opened.shown == []


def test_an_empty_lobby_says_what_to_do(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    text = words(driver.window.lobby)
    assert "Nobody else is here yet" in text
    assert "Start camelnet on another computer" in text
    assert driver.window.lobby.new_table.isEnabled()
    assert "192.168.1.23:21776" in text, "where others find me"


def test_who_has_another_version_is_shown_with_it(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    other = replace(view.peers[0], version="0.99.0")
    driver.tell(LobbyChanged(replace(view, peers=(other,), tables=())))
    assert "camelnet 0.99.0" in words(driver.window.lobby)
    driver.tell(LobbyChanged(replace(view, peers=(replace(other, version=""),), tables=())))
    assert "camelnet 0" not in words(driver.window.lobby)


def test_a_table_is_shown_with_game_people_bots_and_free_chairs(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    text = words(card(driver, "Oasis after lunch"))
    assert "Camel Up" in text
    assert "3 free seats" in text
    assert "Noor, Jo" in text
    assert "turned over" in text, "an option that is not the usual one"
    assert "Amira (bot)" in words(card(driver, "Kitchen"))
    assert "playing" in words(card(driver, "Kitchen"))


def test_a_table_with_trouble_says_why_it_cannot_be_joined(driver: WindowDriver) -> None:
    trouble = message("Its rules are of another version.")
    button = oasis(driver, trouble=trouble).button
    assert not button.isEnabled()
    assert button.toolTip() == str(trouble)


def test_whoever_plays_other_rules_is_named_with_both_versions(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    text = words(driver.window.lobby)
    assert "6f0c11d2" in text
    assert "9a41b7c3" in text


def test_my_table_shows_the_reason_why_it_does_not_start(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    mine = driver.window.lobby.my_table
    assert "1" in mine.hint.text()
    click(mine.ready_button)
    click(mine.leave_button)
    assert driver.asked == [("ready", True), ("stand",)]


def test_my_readiness_is_what_the_table_says_and_not_what_i_clicked(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    driver.tell(LobbyChanged(view))
    mine = driver.window.lobby.my_table
    table = view.tables[0]
    ready = replace(table, seats=(replace(table.seats[0], ready=True), *table.seats[1:]))
    driver.tell(LobbyChanged(replace(view, tables=(ready, *view.tables[1:]))))
    assert mine.ready_button.isChecked()
    click(mine.ready_button)
    assert driver.asked == [("ready", False)]


def test_discovery_trouble_is_told_and_goes_with_its_cause(driver: WindowDriver) -> None:
    trouble = message("This network delivers no multicast.")
    notice = driver.window.lobby.notice
    for _again in range(2):
        driver.tell(LobbyChanged(replace(lobby_view(full=False), discovery=trouble)))
        assert notice.isVisible()
        assert notice.text() == str(trouble)
        driver.tell(LobbyChanged(lobby_view(full=False)))
        assert not notice.isVisible()
    driver.tell(LobbyChanged(replace(lobby_view(full=False), discovery=trouble)))
    driver.tell(Noticed(message("That table is gone."), True))
    driver.tell(LobbyChanged(lobby_view(full=False)))
    assert notice.text() == "That table is gone.", "what came meanwhile stays"


def test_an_unfinished_game_is_resumed_by_its_button(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    (saved,) = driver.window.lobby.findChildren(SavedCard)
    click(saved.button)
    assert driver.asked == [("resume", b"d" * 32)]


def test_the_way_back_into_a_game_is_one_click_and_names_who_is_there(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    card = driver.window.lobby.return_card
    text = words(card)
    assert "Sunday" in text
    assert "143 moves played" in text
    assert "Ben and Bea are here." not in text, "she is silent"
    assert "Ben is here." in text
    assert driver.window.focusWidget() is card.button, "Enter is enough"
    click(card.button)
    assert driver.asked == [("resume", b"d" * 32)]


def test_the_game_whose_players_are_around_comes_first(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    alone = SavedGame(b"e" * 32, "Latest", "camelup", ("Ana", "Zoe"), 9, "")
    driver.tell(LobbyChanged(replace(view, resumable=(alone, *view.resumable))))
    assert driver.window.lobby.return_card.game.table == "Sunday"
    (saved,) = [c for c in driver.window.lobby.findChildren(SavedCard) if c.isVisible()]
    assert saved.game.table == "Latest"
    driver.tell(LobbyChanged(replace(view, resumable=(alone, *view.resumable), peers=())))
    assert driver.window.lobby.return_card.game.table == "Latest"


def test_a_running_game_is_looked_on_at_by_its_button(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    kitchen = card(driver, "Kitchen")
    assert not kitchen.button.isVisible(), "nobody can sit down there now"
    click(kitchen.watch_button)
    assert driver.asked == [("watch", b"c" * 32)]
    assert not card(driver, "Oasis after lunch").watch_button.isVisible()


def test_a_table_with_free_chairs_says_in_words_why_one_cannot_sit_there(
    driver: WindowDriver,
) -> None:
    trouble = message("Not playable here: no such game.")
    assert str(trouble) in words(oasis(driver, trouble=trouble))


def new_table(driver: WindowDriver) -> CreateDialog:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    click(driver.window.lobby.new_table)
    (dialog,) = driver.window.findChildren(CreateDialog)
    dialog.name.setText("Friday")
    return dialog


def test_a_strict_table_is_opened_through_the_dialog(driver: WindowDriver) -> None:
    dialog = new_table(driver)
    dialog.preset.choose(CUSTOM)
    dialog.strict.click()
    assert "the game pauses while anyone is away" in words(dialog)
    click(dialog.open_)
    assert driver.asked == [("open_table", "Friday", "camelup", 4, USUAL, "strict")]


def test_a_strict_table_says_so_before_one_sits_down(driver: WindowDriver) -> None:
    (line,) = [line for line in words(oasis(driver, strict=True)).splitlines() if "strict" in line]
    assert "everyone's help" in line


def test_all_that_is_unusual_about_a_table_is_in_sight_in_a_small_window(
    driver: WindowDriver,
) -> None:
    odd = dict.fromkeys(USUAL, True)
    shown = oasis(driver, strict=True, options=odd)
    (line,) = [label for label in shown.findChildren(QLabel) if "strict" in label.text()]
    assert line.text().count("·") == len(odd)
    assert line.height() >= line.heightForWidth(line.width())
    assert not isinstance(line, Elided), "it is not cut short"


def test_a_new_name_is_asked_for_once(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    name = driver.window.lobby.name
    assert name.text() == "Ana"
    click(name.show_button)
    QTest.keyClicks(name.edit, "Zoe")
    QTest.keyClick(name.edit, Qt.Key.Key_Return)
    assert driver.asked == [("rename", "Zoe")]


def test_a_table_is_opened_through_the_dialog(driver: WindowDriver) -> None:
    dialog = new_table(driver)
    dialog.seats.setValue(3)
    dialog.options["flip_in_place"].surface.click()  # type: ignore[union-attr]
    click(dialog.open_)
    options = {**USUAL, "flip_in_place": True}
    assert driver.asked == [("open_table", "Friday", "camelup", 3, options)]


@pytest.mark.parametrize(("name", "possible"), [("", False), ("Kitchen", False), ("New", True)])
def test_a_table_needs_a_name_of_its_own(driver: WindowDriver, name: str, possible: bool) -> None:
    dialog = CreateDialog(["Kitchen"], driver.window)
    dialog.name.setText(name)
    assert dialog.open_.isEnabled() == possible
    dialog.reject()


def test_there_is_always_a_chair_left_for_me(driver: WindowDriver) -> None:
    dialog = CreateDialog((), driver.window)
    dialog.seats.setValue(8)
    dialog.bots.setValue(8)
    assert dialog.bots.value() == 7
    dialog.seats.setValue(2)
    assert dialog.bots.value() == 1
    dialog.reject()


def test_bots_start_when_their_table_stands_and_not_before(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    mine = view.tables[0]
    free = mine.seats[3]
    view = replace(view, tables=(replace(mine, seats=(*mine.seats[:2], free, free)),))
    driver.tell(LobbyChanged(standing(view)))
    driver.window.open_table(TableSettings("Caravanserai", "camelup", 4, USUAL, 2, "random"))
    assert driver.spawned == []
    driver.tell(LobbyChanged(view))
    assert len(driver.spawned) == 2
    for line in driver.spawned:
        assert line[:5] == ["join", "--table", "Caravanserai", "--level", "random"]
        assert "127.0.0.1:21776" in line, "the address, for where multicast is not delivered"
    names = {line[line.index("--name") + 1] for line in driver.spawned}
    assert len(names) == 2
    assert not names & {"Ana", "Ben", "Salim"}


def test_chat_and_notices_are_shown_as_plain_text(driver: WindowDriver) -> None:
    driver.tell(ChatSaid(b"\x02" * 32, "Ben", "<i>hello</i>", False))
    driver.tell(Noticed(message("{name} is sending messages too fast.", name="Ben"), False))
    assert driver.window.lobby.chat.texts() == (
        "Ben: <i>hello</i>",
        "Ben is sending messages too fast.",
    )


def test_joining_by_address_dials_it(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    click(driver.window.lobby.by_address)
    (dialog,) = driver.window.findChildren(AddressDialog)
    QTest.keyClicks(dialog.line, "192.0.2.7:40123")
    click(dialog.join)
    assert driver.asked == [("connect", "192.0.2.7", 40123)]


def test_what_is_no_address_is_said_while_it_is_typed(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=False)))
    click(driver.window.lobby.by_address)
    (dialog,) = driver.window.findChildren(AddressDialog)
    QTest.keyClicks(dialog.line, "http://192.0.2.7")
    assert not dialog.join.isEnabled()
    assert "Leave out" in dialog.trouble.text()
    dialog.line.selectAll()
    QTest.keyClicks(dialog.line, "annas-laptop.tail1234.ts.net")
    assert dialog.trouble.text() == ""
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert driver.asked == [("connect", "annas-laptop.tail1234.ts.net", 21_776)]


def test_every_level_of_bots_is_offered_with_how_it_plays(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    driver.tell(LobbyChanged(view))
    (add,) = [b for b in driver.window.lobby.findChildren(QPushButton) if b.text() == "Add a bot"]
    menu = add.menu()
    assert [action.text() for action in menu.actions()] == [
        f"Level: {level_word(level)}" for level in FOR_PEOPLE
    ]
    assert len({action.toolTip() for action in menu.actions()}) == len(FOR_PEOPLE)
    for level in FOR_PEOPLE:
        assert bot_told(level) in [action.toolTip() for action in menu.actions()]
        assert bot_told(level)
    dialog = CreateDialog()
    assert [made.text() for made in dialog.level.buttons] == [
        level_word(each) for each in FOR_PEOPLE
    ]
    assert dialog.level.value == USUAL_LEVEL


def test_a_level_that_this_app_does_not_know_is_shown_as_it_came() -> None:
    assert (level_word("sly"), bot_told("sly")) == ("sly", "")


def test_aids_come_with_a_table_of_bots_alone_and_stay_as_the_person_chose(
    driver: WindowDriver,
) -> None:
    dialog = CreateDialog((), driver.window)
    dialog.seats.setValue(4)
    states = []
    for bots in (0, 3, 1):
        dialog.bots.setValue(bots)
        states.append(dialog.aids.isChecked())
    assert states == [False, True, False]
    dialog.aids.click()
    dialog.bots.setValue(2)
    assert dialog.aids.isChecked()
    dialog.open_.click()
    assert dialog.wish.aids


def test_a_table_with_aids_says_so_before_one_sits_down(driver: WindowDriver) -> None:
    assert "odds and hints for everyone" in words(oasis(driver, aids=True))
    assert "odds and hints" not in words(oasis(driver))


def test_whoever_opened_the_table_can_free_a_chair_of_somebody_else(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    table = view.tables[0]
    taken = next(seat for seat in table.seats if seat.key and not seat.me)
    for opened in (False, True):
        shown = replace(table, opened=opened)
        driver.tell(LobbyChanged(replace(view, tables=(shown, *view.tables[1:]))))
        buttons = [
            item
            for item in driver.window.lobby.my_table.findChildren(QPushButton)
            if item.isVisible() and taken.name in item.accessibleName()
        ]
        assert bool(buttons) is opened
    click(buttons[0])
    assert driver.asked == [("free_chair", taken.key)]


def test_whoever_opened_the_table_plays_with_those_who_are_there(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    mine = replace(view.tables[0], opened=True)
    button = driver.window.lobby.my_table.fewer_button

    def shown(offer: TableOffer) -> bool:
        driver.tell(LobbyChanged(replace(view, tables=(offer,))))
        return button.isVisible()

    alone = tuple(seat if seat.me else replace(seat, key=None) for seat in mine.seats)
    assert not shown(replace(mine, opened=False))
    assert not shown(replace(mine, seats=alone)), "the game needs two"
    assert not shown(replace(mine, seats=mine.seats[:3])), "no seat is free"
    assert shown(mine)
    assert button.text() == "Play with 3"
    click(button)
    assert driver.asked == [("close_seats",)]


def test_whoever_opened_the_table_lets_in_only_some_people(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    mine = replace(view.tables[0], opened=True)
    waits = next(peer for peer in view.peers if peer.kind is Kind.HUMAN)
    alone = replace(mine, seats=tuple(seat for seat in mine.seats if seat.me or not seat.key))
    my_table = driver.window.lobby.my_table

    def shown(offer: TableOffer) -> list[QPushButton]:
        driver.tell(LobbyChanged(replace(view, tables=(offer,))))
        buttons = my_table.findChildren(QPushButton)
        return [item for item in buttons if item.isVisible() and item.text() == "Let in"]

    assert shown(replace(alone, opened=False)) == []
    assert not my_table.only.isVisible()
    assert shown(alone) == []
    assert not my_table.only.isChecked()
    click(my_table.only)
    buttons = shown(replace(alone, let_in=()))
    assert my_table.only.isChecked()
    (button,) = [item for item in buttons if waits.name in item.accessibleName()]
    button.setFocus()
    button.click()
    assert driver.asked == [("invite_only", True), ("let_in", waits.key)]
    left = shown(replace(alone, let_in=(waits.key,)))
    assert len(left) == len(buttons) - 1


@pytest.mark.slow
def test_who_sits_down_or_leaves_far_down_a_list_is_at_the_top(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    driver.window.resize(1024, 640)
    full = lobby_view(full=True)
    away = standing(full)
    driver.tell(LobbyChanged(away))
    page = driver.window.home.page
    page.show_past(PAST * 4)
    bar = page.findChild(QScrollArea).verticalScrollBar()
    for view, sits in ((full, True), (away, False)):
        QApplication.processEvents()
        bar.setValue(bar.maximum())
        assert bar.value() > 0
        driver.tell(LobbyChanged(view))
        assert page.my_table.isVisible() is sits
        qtbot.waitUntil(lambda: bar.value() == 0, timeout=LONG_MS)


def test_nothing_moves_when_the_name_is_given(driver: WindowDriver) -> None:
    driver.settings.name_asked = False
    driver.window.retranslate()
    driver.tell(LobbyChanged(lobby_view(full=False)))
    page = driver.window.lobby
    assert page.welcome is not None
    cards = page.games.cards.values()

    def places() -> list[QPoint]:
        QApplication.processEvents()
        return [card.learn_button.mapTo(driver.window, QPoint()) for card in cards]

    before = places()
    click(page.welcome.done)
    assert places() == before


def test_that_somebody_has_my_name_is_told_as_long_as_it_is_so(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    twice = replace(view, namesake=message("Two people here are called {name}.", name="Ana"))
    driver.settings.name_asked = False
    driver.window.retranslate()
    page = driver.window.lobby
    driver.tell(LobbyChanged(twice))
    assert page.notice.isHidden(), "nobody was asked for a name yet"
    assert page.welcome is not None
    click(page.welcome.done)
    assert page.notice.text() == "Two people here are called Ana."
    driver.tell(LobbyChanged(view))
    assert page.notice.isHidden()


def test_a_sentence_goes_by_itself_unless_its_cause_lasts(
    driver: WindowDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_page, "SERIOUS_MS", 1)
    page = driver.window.home.page
    page.show_notice("Two people here are called Anna.")
    qtbot.waitUntil(page.notice.isHidden, timeout=LONG_MS)
    page.show_notice("No network is connected.", lasting=True)
    qtbot.wait(5)
    assert not page.notice.isHidden()


def test_everybody_is_listed_with_the_table_where_they_sit(driver: WindowDriver) -> None:
    view = lobby_view(full=True)
    driver.tell(LobbyChanged(view))
    lines = [words(line).splitlines() for line in driver.window.lobby.findChildren(PersonLine)]
    told = {line[0]: line[1:2] for line in lines}
    assert told["Ben"] == ["at your table"]
    assert told["Chloé"] == ["plays at “Kitchen”"]
    assert told["Noor"] == told["Jo"] == ["at “Oasis after lunch”"]
    assert "of them" not in words(driver.window.lobby.people)


def test_the_cross_at_a_seat_is_for_who_sits_there_not_for_a_namesake(
    driver: WindowDriver,
) -> None:
    max_here = ToldGuest("Max", b"m" * 32)
    guests = driver.window.local_players.guests
    guests._guests.append(max_here)  # type: ignore[arg-type]
    guests._profiles[max_here] = driver.settings.path.parent  # type: ignore[index]
    view = lobby_view(full=True)
    mine = view.tables[0]
    stranger = replace(mine.seats[1], name="Max")
    seats = (mine.seats[0], stranger, replace(stranger, key=max_here.key, name="Max 2"))
    driver.tell(LobbyChanged(replace(view, tables=(replace(mine, seats=seats, opened=True),))))
    freed, removed = (
        made
        for made in driver.window.lobby.my_table.findChildren(QPushButton)
        if made.text() == "\N{MULTIPLICATION SIGN}"
    )
    assert freed.toolTip().startswith("Frees this seat for somebody else; Max can't")
    assert removed.toolTip() == "Remove Max 2"
    driver.asked.clear()
    click(freed)
    assert driver.asked == [("free_chair", stranger.key)]
    assert guests.here == (max_here,)
    click(removed)
    assert driver.asked[1:] == [("share_computer",)], "its seat is free for anybody"
    assert guests.here == ()


def test_a_game_that_i_have_left_is_no_table_of_others(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    mine = tuple(replace(table, left=table.playing) for table in view.tables)
    driver.tell(LobbyChanged(replace(view, tables=mine)))
    shown = [made.offer.name for made in driver.window.lobby.findChildren(TableCard)]
    assert "Kitchen" not in shown
    assert "Oasis after lunch" in shown


def test_who_sits_elsewhere_is_not_here_for_my_game(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    (saved,) = view.resumable
    ben = saved.keys[1]
    oasis = next(table for table in view.tables if table.name == "Oasis after lunch")
    seats = tuple(replace(seat, key=ben) if seat.key else seat for seat in oasis.seats[:1])
    driver.tell(LobbyChanged(replace(view, tables=(replace(oasis, seats=seats),))))
    assert "Ben is here." in words(driver.window.lobby.return_card), "at the game that waits"
    stranger = replace(oasis.seats[1], key=b"n" * 32)
    driver.tell(LobbyChanged(replace(view, tables=(replace(oasis, seats=(*seats, stranger)),))))
    assert "is here" not in words(driver.window.lobby.return_card)


def test_the_chat_has_no_empty_lines_of_its_own(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(lobby_view(full=True)))
    chat = driver.window.lobby.chat
    assert chat.line.isVisible()
    assert not chat.list.isVisible(), "nothing was said"
    driver.tell(ChatSaid(b"\x02" * 32, "Ben", "hello", False))
    assert chat.list.isVisible()
