"""The home page: games in two clicks, the first launch, invitations, and the room there is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.games import has_lesson, playable
from camelnet_gui.lobby import create_dialog
from camelnet_gui.lobby.create_dialog import CUSTOM, CreateDialog
from camelnet_gui.lobby.invite_dialog import InviteDialog
from camelnet_gui.lobby.last_finish import LastFinish
from camelnet_gui.lobby.miniature import Miniature, picture
from camelnet_gui.lobby.past_games import PastGame
from camelnet_gui.lobby.play_dialog import PlayDialog
from camelnet_gui.lobby.saved_cards import PastCard
from camelnet_gui.lobby.table_cards import TableCard
from camelnet_gui.lobby.table_settings import last_tables
from camelnet_gui.main_window import LEAST, MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import LIGHT, THEMES, dress
from camelnet_gui.widgets import room
from camelnet_gui.widgets.player_name import admitted
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.i18n import LANGUAGES, choose_language, message
from camelnet.protocol.wire.limits import NAME_MAX
from camelnet.record.profile import Profile
from camelnet.session.api.facts import ChatSaid, Kind, LobbyChanged, LobbyView
from tests.gui.clicker import click, words
from tests.gui.conftest import WindowDriver, to_the_end
from tests.gui.lobby.test_page import card, standing
from tests.gui.lobby.test_tables import table_of, taken
from tests.patience import LONG_MS
from tests.sampling import only_full
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import RecordingIntents
from tools.screenshots.lobby import lobby_view


@pytest.mark.slow
@only_full
def test_pictures_follow_from_the_dark_theme_to_high_contrast(
    driver: WindowDriver, qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    window = driver.window
    *_steps, last = ScriptedCamelUp().play(to_the_end)
    finish = LastFinish(last.after)
    finish.resize(400, finish.height())
    finish.show()
    qtbot.addWidget(finish)
    home(driver)
    pictures = [*window.findChildren(Miniature), finish]
    shown: dict[str, list[QImage]] = {}
    for name in ("dark", "contrast"):
        dress(qapp, THEMES[name])
        qtbot.waitUntil(lambda: all(each.ready for each in pictures if each.isVisible()))
        shown[name] = [each.grab().toImage() for each in pictures if each.isVisible()]
    assert len(shown["dark"]) == 4
    for before, after in zip(shown["dark"], shown["contrast"], strict=True):
        assert before != after


def home(driver: WindowDriver) -> LobbyView:
    """The lobby of somebody who is alone and has played nothing yet."""
    view = lobby_view(full=False)
    driver.tell(LobbyChanged(view))
    return view


def settle() -> None:
    for _round in range(4):
        QApplication.processEvents()


# --- play now ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
@pytest.mark.every(3)
def test_a_game_against_bots_is_two_clicks_away(driver: WindowDriver, game: str) -> None:
    home(driver)
    click(driver.window.lobby.games.cards[game].play_button)
    (dialog,) = driver.window.findChildren(PlayDialog)
    click(dialog.start)
    ((what, name, opened, seats, _options, aids),) = driver.asked
    assert (what, opened, aids) == ("open_table", game, "aids")
    assert name
    view = table_of(lobby_view(full=True))
    mine = replace(view.tables[0], name=str(name), game=game)
    driver.tell(LobbyChanged(replace(view, tables=(mine,))))
    assert ("ready", True) in driver.asked
    assert len(driver.spawned) == min(seats - 1, 3)


def test_enter_alone_starts_the_first_game(driver: WindowDriver) -> None:
    home(driver)
    keys = driver.window.focusWidget()
    assert keys is driver.window.lobby.games.cards["camelup"].play_button
    QTest.keyClick(keys, Qt.Key.Key_Return)
    (dialog,) = driver.window.findChildren(PlayDialog)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert driver.asked[0][:1] == ("open_table",)


def test_what_was_chosen_last_is_chosen_the_next_time(driver: WindowDriver) -> None:
    home(driver)
    play = driver.window.lobby.games.cards["targui"].play_button
    click(play)
    (dialog,) = driver.window.findChildren(PlayDialog)
    click(dialog.bots.buttons[0])
    dialog.level.choose("expert")
    dialog.manner.setCurrentText("raider")
    assert "Likes to attack." in dialog.told.text()
    dialog.preset.choose("short")
    dialog.aids.setChecked(False)
    click(dialog.start)
    assert driver.asked[-1][3:] == (2, {"destiny": [1, *range(6, 17)]})
    settle()
    click(play)
    dialog = driver.window.findChildren(PlayDialog)[-1]
    assert (dialog.bots.value, dialog.level.value) == (1, "expert")
    assert dialog.manner.currentText() == "raider"
    assert (dialog.preset.value, dialog.aids.isChecked()) == ("short", False)


def test_a_table_for_others_is_proposed_as_it_was_opened_last(driver: WindowDriver) -> None:
    home(driver)
    invite = driver.window.lobby.games.cards["targui"].invite_button
    click(invite)
    (dialog,) = driver.window.findChildren(CreateDialog)
    dialog.seats.setValue(3)
    dialog.bots.setValue(1)
    dialog.level.choose("hard")
    dialog.preset.choose("short")
    dialog.aids.click()
    aids = dialog.aids.isChecked()
    click(dialog.open_)
    settle()
    driver.window.home.ask_for_table()
    dialog = driver.window.findChildren(CreateDialog)[-1]
    assert dialog.game.currentData() == "targui", "the latest one comes first"
    assert (dialog.seats.value(), dialog.bots.value(), dialog.level.value) == (3, 1, "hard")
    assert (dialog.preset.value, dialog.aids.isChecked()) == ("short", aids)
    dialog.game.setCurrentIndex(dialog.game.findData("cards"))
    assert dialog.seats.value() == 4, "never opened"
    dialog.game.setCurrentIndex(dialog.game.findData("targui"))
    assert dialog.seats.value() == 3


@pytest.mark.parametrize(
    "word", ["[]", "1", '["x",3,1,"hard",[],{}]', "[", '["targui",9,1,"hard",[],{}]']
)
def test_a_choice_that_cannot_be_read_is_none(word: str) -> None:
    assert last_tables([word]) == {}


def test_arrows_choose_and_tab_leaves_a_row_of_buttons(driver: WindowDriver) -> None:
    home(driver)
    driver.window.home.ask_to_play("camelup")
    (dialog,) = driver.window.findChildren(PlayDialog)
    settle()
    dialog.level.buttons[1].setFocus()
    before = dialog.level.value
    QTest.keyClick(dialog.level.buttons[1], Qt.Key.Key_Right)
    assert dialog.level.value != before
    focused = dialog.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert dialog.focusWidget() not in dialog.level.buttons


def test_games_give_way_to_the_table_where_i_sit(driver: WindowDriver) -> None:
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    assert driver.window.lobby.games.isVisible()
    driver.tell(LobbyChanged(lobby_view(full=True)))
    assert not driver.window.lobby.games.isVisible()
    assert driver.window.lobby.my_table.isVisible()
    assert driver.window.focusWidget() is driver.window.lobby.my_table.ready_button


def test_a_game_with_a_tutorial_offers_it_and_ticks_it_once_learned(driver: WindowDriver) -> None:
    home(driver)
    game = next(filter(has_lesson, playable()))
    made = driver.window.lobby.games.cards[game].learn_button
    assert made.isVisible()
    before = made.text()
    driver.settings.learned = (game,)
    assert made.text() != before
    assert "✓" in made.text()


# --- invite --------------------------------------------------------------------------------------


def test_inviting_says_what_the_others_do_and_where_they_find_me(driver: WindowDriver) -> None:
    home(driver)
    click(driver.window.lobby.games.cards["cards"].invite_button)
    (dialog,) = driver.window.findChildren(CreateDialog)
    assert dialog.game.currentData() == "cards"
    name = dialog.name.text()
    click(dialog.open_)
    assert driver.asked[0][:3] == ("open_table", name, "cards")
    view = lobby_view(full=True)
    driver.tell(LobbyChanged(view))
    mine = driver.window.lobby.my_table
    assert "Caravanserai" in mine.invite.text()
    click(mine.help_button)
    (told,) = driver.window.findChildren(InviteDialog)
    assert told.address.text() == "192.168.1.23:21776"
    click(told.copy)
    assert QApplication.clipboard().text() == "192.168.1.23:21776"


def test_a_table_is_proposed_under_a_name_that_no_other_has(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    driver.tell(LobbyChanged(view))
    driver.window.home.ask_for_table()
    (dialog,) = driver.window.findChildren(CreateDialog)
    assert dialog.name.text() not in [table.name for table in view.tables]
    assert not any(letter.isdigit() for letter in dialog.name.text())


def test_a_table_of_bots_alone_starts_without_being_ready(driver: WindowDriver) -> None:
    home(driver)
    driver.window.home.ask_for_table("camelup")
    (dialog,) = driver.window.findChildren(CreateDialog)
    dialog.name.setText("Caravanserai")
    dialog.bots.setValue(3)
    click(dialog.open_)
    driver.tell(LobbyChanged(table_of(lobby_view(full=True))))
    assert ("ready", True) in driver.asked


@pytest.mark.parametrize("game", playable())
def test_presets_set_the_options_and_custom_shows_them(driver: WindowDriver, game: str) -> None:
    home(driver)
    dialog = CreateDialog((), driver.window, game=game)
    dialog.show()
    usual = {key: field.value() for key, field in dialog.options.items()}
    assert not dialog._options_area.isVisible()
    second = list(dialog._presets.values())[1]
    dialog.preset.choose(second.key)
    changed = {key: field.value() for key, field in dialog.options.items()}
    assert changed != usual
    assert all(changed[key] == value for key, value in second.options.items())
    dialog.preset.choose(CUSTOM)
    assert dialog._options_area.isVisible()
    assert {key: field.value() for key, field in dialog.options.items()} == changed
    dialog.preset.choose(next(iter(dialog._presets)))
    assert {key: field.value() for key, field in dialog.options.items()} == usual
    dialog.reject()


@pytest.mark.parametrize("game", playable())
def test_no_dialog_is_higher_than_the_least_window(driver: WindowDriver, game: str) -> None:
    window = driver.window
    window.resize(LEAST)
    create, play = CreateDialog((), window, game=game), None
    create.preset.choose(CUSTOM)
    window.home.ask_to_play(game)
    (play,) = window.findChildren(PlayDialog)
    create.show()
    settle()
    for dialog in (create, play):
        assert dialog.height() <= window.height()
        assert dialog.width() <= window.width()
        dialog.reject()


@pytest.mark.parametrize("game", playable())
def test_the_options_leave_the_main_button_in_sight_on_a_small_screen(
    driver: WindowDriver, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (room, create_dialog):
        monkeypatch.setattr(module, "screen_room", lambda _window: QSize(1024, 592))
    driver.window.resize(1024, 640)
    dialog = CreateDialog((), driver.window, game=game)
    dialog.preset.choose(CUSTOM)
    dialog.show()
    settle()
    main = dialog.open_
    assert main.visibleRegion().boundingRect().size() == main.size()
    dialog.reject()


# --- my table ------------------------------------------------------------------------------------


def test_a_bot_on_its_way_is_shown_and_can_be_removed(driver: WindowDriver) -> None:
    view = table_of(lobby_view(full=True))
    driver.tell(LobbyChanged(view))
    driver.window.lobby.bot_requested.emit("expert")
    settle()
    (name,) = driver.bots.names
    mine = driver.window.lobby.my_table
    assert f"{name} is on the way…" in words(mine)
    assert "bot, expert" in words(mine)
    (away,) = [b for b in mine.findChildren(QPushButton) if b.toolTip() == f"Remove {name}"]
    click(away)
    settle()
    assert f"{name} is on the way…" not in words(mine)
    assert driver.bots.names == ()


def test_the_cross_at_my_bots_seat_sends_it_home_under_whatever_name(driver: WindowDriver) -> None:
    view = table_of(lobby_view(full=True))
    driver.tell(LobbyChanged(view))
    driver.window.lobby.bot_requested.emit("expert")
    (told,) = driver.spawned
    profile = Profile.open(Path(told[told.index("--profile") + 1]))
    profile.close()
    driver.tell(LobbyChanged(table_of(view, taken("Somebody", profile.signer.key))))
    mine = driver.window.lobby.my_table
    (away,) = [b for b in mine.findChildren(QPushButton) if b.toolTip() == "Remove Somebody"]
    click(away)
    assert driver.bots.names == ()


def test_the_keyboard_stays_where_it_was_when_seats_are_made_anew(driver: WindowDriver) -> None:
    view = table_of(lobby_view(full=True))
    driver.tell(LobbyChanged(view))
    mine = driver.window.lobby.my_table
    adding = [b for b in mine.findChildren(QPushButton) if b.text() == "Add a bot"]
    adding[0].setFocus()
    driver.tell(LobbyChanged(table_of(view, "Salim")))
    focused = driver.window.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "Add a bot"
    assert focused not in adding


def test_after_sitting_down_no_key_lands_in_my_name(driver: WindowDriver) -> None:
    full = lobby_view(full=True)
    driver.tell(LobbyChanged(standing(full)))
    made = card(driver, "Oasis after lunch").button
    made.setFocus()
    click(made)
    assert driver.asked == [("sit", b"b" * 32)]
    driver.tell(LobbyChanged(full))
    focused = driver.window.focusWidget()
    assert focused is driver.window.lobby.my_table.ready_button
    QTest.keyClicks(focused, "xyz")
    assert driver.window.lobby.name.text() == "Ana"
    assert [asked for asked in driver.asked if asked[0] == "rename"] == []


# --- tables of others ----------------------------------------------------------------------------


def test_a_playing_table_with_somebody_away_has_no_free_seat(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    kitchen = view.tables[1]
    gone = replace(kitchen.seats[1], key=None, name="")
    away = replace(kitchen, seats=(kitchen.seats[0], gone))
    driver.tell(LobbyChanged(replace(view, tables=(away,))))
    text = words(card(driver, "Kitchen"))
    assert "1 player away" in text
    assert "free" not in text


def test_a_rematch_is_seen_first_with_who_wants_it(driver: WindowDriver) -> None:
    view = standing(lobby_view(full=True))
    again = replace(view.tables[0], id=b"z" * 32, name="Zinc", again=True)
    driver.tell(LobbyChanged(replace(view, tables=(*view.tables, again))))
    cards = [c for c in driver.window.lobby.findChildren(TableCard) if c.isVisible()]
    first = min(cards, key=lambda made: made.mapTo(driver.window, made.rect().topLeft()).y())
    assert first.offer.name == "Zinc"
    assert "Noor and Jo want to play again." in words(first)


def finished(driver: WindowDriver) -> ScriptedCamelUp:
    """A game that is over, and its result."""
    script = ScriptedCamelUp(seats=4, me=2, seed=5)
    driver.play(script)
    settle()
    return script


@pytest.mark.slow
def test_another_table_of_a_companion_is_an_invitation_after_the_game(
    driver: WindowDriver,
) -> None:
    script = finished(driver)
    view = standing(lobby_view(full=True))
    ben = next(seat for seat in script.view().seats if not seat.me and seat.kind is Kind.HUMAN)
    seats = view.tables[0].seats
    offer = replace(
        view.tables[0], seats=(replace(seats[0], key=ben.key, name=ben.name), *seats[2:])
    )
    driver.tell(LobbyChanged(replace(view, tables=(offer,))))
    page = driver.table.overlay.card
    assert f"{ben.name} wants to play again at “Oasis after lunch”." in words(page)
    (sit,) = [b for b in page.findChildren(QPushButton) if b.text() == "Sit down"]
    click(sit)
    assert driver.asked[-2:] == [("stand",), ("sit", b"b" * 32)]
    driver.tell(LobbyChanged(replace(view, tables=view.tables[1:])))
    assert "wants to play again" not in words(page)


@pytest.mark.slow
def test_other_options_are_proposed_from_those_that_were_played(driver: WindowDriver) -> None:
    script = finished(driver)
    driver.tell(LobbyChanged(standing(lobby_view(full=True))))
    driver.table.otherwise_requested.emit()
    (dialog,) = driver.window.findChildren(CreateDialog)
    assert dialog.game.currentData() == "camelup"
    assert dialog.seats.value() == 4
    assert dialog.bots.value() == sum(seat.kind is Kind.BOT for seat in script.view().seats)
    dialog.preset.choose("short")
    dialog.open_.click()
    assert driver.asked[-2] == ("stand",)
    assert driver.asked[-1][2] == "camelup"
    assert driver.asked[-1][4]["leg_ends_without_tiles"]  # type: ignore[index]


# --- past games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("anew", [False, True])
def test_a_past_game_opens_its_replay_and_a_damaged_one_is_a_sentence(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch, anew: bool
) -> None:
    home(driver)
    asked: list[object] = []
    monkeypatch.setattr(driver.window.replays, "open", asked.append)
    if anew:  # as after another language was chosen
        driver.window.retranslate()
        settle()
    good = PastGame(Path("a.camelnet"), 0.0, b"1", "camelup", "Blue Tent", ("Ana", "Ben"))
    good = replace(good, keys=(b"\x01" * 32, b"\x02" * 32), winners=(0,))
    bad = PastGame(Path("b.camelnet"), 0.0, trouble=message("{file} is damaged.", file="b"))
    driver.window.lobby.show_past((good, bad))
    first, second = driver.window.lobby.findChildren(PastCard)
    assert "Blue Tent" in words(first)
    assert "you won" in words(first)
    first.button.click()
    assert asked == [Path("a.camelnet")]
    assert words(second) == "b is damaged."


def test_an_unfinished_game_is_not_listed_twice(driver: WindowDriver) -> None:
    full = lobby_view(full=True)
    driver.tell(LobbyChanged(full))
    same = PastGame(Path("a"), 0.0, full.resumable[0].game_id, "camelup", "Sunday", ("Ana",))
    driver.window.lobby.show_past((same,))
    assert driver.window.lobby.findChildren(PastCard) == []


# --- the first launch ----------------------------------------------------------------------------


@pytest.fixture
def newcomer(
    light: None, qtbot: QtBot, tmp_path: Path
) -> tuple[MainWindow, RecordingIntents, Settings]:
    intents, settings = RecordingIntents(), Settings(tmp_path)
    settings.speed = "off"
    window = MainWindow(intents=intents, settings=settings, bots=LocalBots(tmp_path))
    qtbot.addWidget(window)
    with qtbot.waitExposed(window, timeout=LONG_MS):
        window.show()
    window.take(LobbyChanged(lobby_view(full=False)))
    settle()
    return window, intents, settings


Newcomer = tuple[MainWindow, RecordingIntents, Settings]


def test_the_first_launch_asks_for_a_name_and_suggests_one(newcomer: Newcomer) -> None:
    window, intents, settings = newcomer
    welcome = window.lobby.welcome
    assert welcome.edit.text() == "Ana"
    assert window.focusWidget() is welcome.edit, "whoever types a name types it there"
    QTest.keyClicks(welcome.edit, "Zoe")  # instead of the suggestion
    QTest.keyClick(welcome.edit, Qt.Key.Key_Return)
    assert intents.asked == [("rename", "Zoe")]
    assert settings.name_asked
    assert window.lobby.welcome is None
    assert window.focusWidget() is window.lobby.games.cards["camelup"].play_button


def test_the_first_launch_can_be_skipped_and_asks_once(newcomer: Newcomer) -> None:
    window, intents, settings = newcomer
    welcome = window.lobby.welcome
    click(welcome.skip)
    assert intents.asked == []
    assert settings.name_asked
    again = MainWindow(intents=intents, settings=settings, bots=LocalBots(settings.path.parent))
    assert again.lobby.welcome is None
    again.close()
    again.deleteLater()


@pytest.mark.parametrize(
    ("typed", "name", "told"),
    [
        ("Zoe", "Zoe", False),
        ("Zoé 🐪", "Zoé 🐪", False),
        ("a\u202eb", "ab", True),
        ("\u200b", "", True),
        ("x" * 40, "x" * NAME_MAX, True),
        ("", "", False),
    ],
)
def test_a_name_that_cannot_be_is_mended_and_said_so(typed: str, name: str, told: bool) -> None:
    made, why = admitted(typed)
    assert made == name
    assert bool(why) is told


def test_escape_leaves_the_name_as_it_was(driver: WindowDriver) -> None:
    home(driver)
    name = driver.window.lobby.name
    click(name.show_button)
    QTest.keyClicks(name.edit, "Nobody")
    QTest.keyClick(name.edit, Qt.Key.Key_Escape)
    assert name.text() == "Ana"
    assert driver.asked == []


# --- the room there is ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(956, 520), (1440, 900), (2560, 1440)])
def test_all_games_are_in_sight_at_any_size(driver: WindowDriver, size: tuple[int, int]) -> None:
    window = driver.window
    window.resize(*size)
    home(driver)
    settle()
    for game in playable():
        made = window.lobby.games.cards[game]
        for part in (made.play_button, made.invite_button):
            corner = part.mapTo(window, part.rect().bottomRight())
            assert window.rect().contains(corner), (game, part.text(), corner)
        assert made.sentence.height() >= made.sentence.heightForWidth(made.sentence.width()) - 1


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_sticks_out_of_the_least_window(newcomer: Newcomer, language: str) -> None:
    choose_language([language])
    window, _intents, _settings = newcomer
    window.retranslate()
    window.resize(LEAST)
    view = lobby_view(full=True)
    for shown in (standing(view), view):
        window.take(LobbyChanged(shown))
        settle()
        inner = window.lobby.games.parentWidget()
        around = inner.parentWidget()
        assert inner.width() <= around.width()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1400, 850), (1440, 900), (1920, 1000)])
def test_the_first_launch_leaves_nothing_to_scroll(
    newcomer: Newcomer, size: tuple[int, int]
) -> None:
    window, _intents, _settings = newcomer
    window.resize(*size)
    assert window.lobby.welcome is not None
    settle()
    area = window.lobby.games.parentWidget().parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() == 0


def test_the_chat_is_there_while_there_is_company(driver: WindowDriver) -> None:
    home(driver)
    assert not driver.window.lobby.chat.isVisible()
    driver.tell(ChatSaid(b"\x02" * 32, "Ben", "Hello?", False))
    assert driver.window.lobby.chat.isVisible()


def test_a_picture_of_each_board_comes_after_the_window(driver: WindowDriver, qtbot: QtBot) -> None:
    home(driver)
    made = [card.miniature for card in driver.window.lobby.games.cards.values()]
    qtbot.waitUntil(lambda: all(picture.ready for picture in made), timeout=60_000)
    image = made[0].grab().toImage()
    spots = {image.pixel(x, y) for x in range(4, image.width(), 9) for y in (30, 60, 90)}
    assert len(spots) > 20


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
def test_a_board_in_miniature_speaks_the_new_language(light: None, game: str) -> None:
    english = picture(game, theme=LIGHT, wide=720).toImage()
    choose_language(["fr"])
    assert picture(game, theme=LIGHT, wide=720).toImage() != english


def test_the_picture_of_the_last_finish_speaks_the_new_language(light: None, qtbot: QtBot) -> None:
    *_steps, last = ScriptedCamelUp().play(to_the_end)
    shown = []
    for spoken in ("en", "fr"):
        choose_language([spoken])
        finish = LastFinish(last.after)
        finish.resize(400, finish.height())
        finish.show()
        qtbot.addWidget(finish)
        qtbot.waitUntil(lambda made=finish: made.ready, timeout=LONG_MS)
        shown.append(finish.grab().toImage())
    assert shown[0] != shown[1]
