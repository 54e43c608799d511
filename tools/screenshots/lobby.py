"""Pictures of the lobby and of the dialogs without a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from camelnet_gui.games import game_of, playable
from camelnet_gui.lobby.create_dialog import CUSTOM, CreateDialog
from camelnet_gui.lobby.invite_dialog import InviteDialog
from camelnet_gui.lobby.last_finish import LastFinish
from camelnet_gui.lobby.past_games import PastGame
from camelnet_gui.lobby.people_fields import PeopleFields
from camelnet_gui.lobby.play_dialog import PlayDialog
from camelnet_gui.lobby.table_host import ComingBot
from camelnet_gui.lobby.table_settings import usual_choice
from camelnet_gui.settings.dialog import SettingsDialog
from camelnet_gui.settings.store import Settings
from camelnet_gui.together.phone_dialog import PhoneDialog
from camelnet_gui.together.phone_visit import PhoneVisit
from camelnet_gui.widgets.dialogs import AboutDialog, AddressDialog, CodeDialog
from camelnet_gui.widgets.send_dialog import SendDialog
from PySide6.QtCore import QTime

from camelnet.doctor.system import System
from camelnet.guests.screen import Act
from camelnet.guests.server import Invitation
from camelnet.i18n import N_, message
from camelnet.release import RELEASED
from camelnet.session.api.facts import (
    ChatSaid,
    Kind,
    LobbyChanged,
    LobbyView,
    PeerView,
    Presence,
    SavedGame,
    SeatOffer,
    TableOffer,
)
from tools.screenshots.driver import CODE, NAMES, SETTLE_MS, HeadlessDriver, pause
from tools.screenshots.games import SCRIPTED

BOARDS_MS_MAX = 60_000  # limit on waiting for the miniature boards, on a busy machine
DEBIAN = System("linux", program="/usr/lib/camelnet/camelnet", bundled=True)
_NOON_S = 1_768_478_400.0  # 15 January 2026
PAST = (
    PastGame(
        Path("amber-oasis.camelnet"),
        _NOON_S,
        b"p" * 32,
        "camelup",
        "Amber Oasis",
        ("Ana", "Amina", "Badr"),
        (b"\x01" * 32, b"\x21" * 32, b"\x22" * 32),
        ended=True,
        winners=(0,),
    ),
    PastGame(
        Path("blue-tent.camelnet"),
        _NOON_S - 86_400,
        b"q" * 32,
        "targui",
        "Blue Tent",
        ("Ana", "Ben"),
        (b"\x01" * 32, b"\x02" * 32),
        ended=True,
        winners=(1,),
    ),
    PastGame(
        Path("kitchen.camelnet"),
        _NOON_S - 172_800,
        trouble=message(
            N_("{file} was written by a newer camelnet. Update this one to open it."),
            file="kitchen.camelnet",
        ),
    ),
)


def lobby_view(*, full: bool, game: str = "") -> LobbyView:
    """An empty lobby, or a full one in which people play `game`."""
    game = game or playable()[0]
    me = PeerView(b"\x01" * 32, "Ana", Kind.HUMAN, True, Presence.HERE, "", None)
    if not full:
        return LobbyView(me, ("192.168.1.23:21776",), (), (), None, (), None)

    def seat(number: int, *, ready: bool = False, bot: bool = False) -> SeatOffer:
        kind = Kind.BOT if bot else Kind.HUMAN
        level = "normal+bold" if bot else ""
        key = bytes([number + 1]) * 32
        return SeatOffer(key, NAMES[number], kind, level, ready, Presence.HERE, number == 0)

    free = SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)
    options = game_of(game).info.options
    usual = {option.key: option.default for option in options}
    changed = {option.key: True for option in options[-1:] if option.kind == "flag"}
    mine = (seat(0), seat(1, ready=True), seat(3, ready=True, bot=True), free)
    tables = (
        TableOffer(b"a" * 32, "Caravanserai", game, usual, mine, False, True, False, None),
        TableOffer(
            b"b" * 32,
            "Oasis after lunch",
            game,
            {**usual, **changed},
            (seat(4), seat(6, ready=True), free, free, free),
            False,
            False,
            False,
            None,
        ),
        TableOffer(
            b"c" * 32,
            "Kitchen",
            game,
            usual,
            (seat(2, ready=True), seat(5, ready=True, bot=True)),
            True,
            False,
            True,
            message(N_("The game has already started.")),
        ),
    )
    peers = tuple(
        PeerView(
            bytes([number + 1]) * 32,
            NAMES[number],
            Kind.BOT if number in (3, 5) else Kind.HUMAN,
            False,
            Presence.SILENT if number == 7 else Presence.HERE,
            "192.168.1.40:41000",
            message(
                N_(
                    "{name} plays by other rules (camelnet {theirs}, rules {their_rules}; this is "
                    "{ours}, rules {our_rules}). {cure}"
                ),
                cure=message(N_("You have the newer one: {name} needs it."), name="Bea"),
                name="Bea",
                theirs="0.9.0",
                their_rules="6f0c11d2",
                ours="0.10.0",
                our_rules="9a41b7c3",
            )
            if number == 7
            else None,
        )
        for number in range(1, 8)
    )
    keys = tuple(bytes([number]) * 32 for number in (1, 2, 8))
    saved = (SavedGame(b"d" * 32, "Sunday", game, ("Ana", "Ben", "Bea"), 143, "", keys=keys),)
    hint = message(N_("Free seats: {count}. The game starts when all are taken."), count=1)
    return LobbyView(me, ("192.168.1.23:21776",), peers, tables, hint, saved, None)


def wait_for_boards(driver: HeadlessDriver) -> None:
    """Wait until the miniature boards and the last finish are painted, where they are in sight."""
    page = driver.window.lobby
    boards = [card.miniature for card in page.games.cards.values()]
    wait_for(lambda: all(each.ready for each in boards if each.isVisible()))
    pause(SETTLE_MS)
    finishes = page.findChildren(LastFinish)
    wait_for(lambda: all(each.ready or each.visibleRegion().isEmpty() for each in finishes))


def wait_for(painted: Callable[[], bool]) -> None:
    """Wait until a picture is there."""
    for _look in range(0, BOARDS_MS_MAX, 20):
        if painted():
            return
        pause(20)
    raise AssertionError("a picture is not painted")


def capture_first_launch(driver: HeadlessDriver) -> None:
    """The page that asks for a name."""
    driver.settings.name_asked = False
    driver.window.retranslate()
    driver.take(LobbyChanged(lobby_view(full=False)))
    wait_for_boards(driver)
    driver.capture("lobby-first")
    welcome = driver.window.lobby.welcome
    assert welcome is not None
    welcome.skip.click()
    pause(200)  # the cards take the place of the question


def capture_opener(driver: HeadlessDriver) -> None:
    """My own table, at which only people whom I let in may sit."""
    full = lobby_view(full=True)
    mine, *others = full.tables
    mine = replace(mine, opened=True, let_in=tuple(seat.key for seat in mine.seats if seat.key))
    oma = replace(full.me, key=b"o" * 32, name="Oma", me=False)
    peers = (*full.peers, oma)
    driver.take(LobbyChanged(replace(full, tables=(mine, *others), peers=peers)))
    wait_for_boards(driver)
    driver.capture("lobby-opener")


def capture_lobby(driver: HeadlessDriver, _seats: int) -> None:
    capture_first_launch(driver)
    page = driver.window.lobby
    wait_for_boards(driver)
    driver.capture("lobby-empty")
    *_, end = SCRIPTED["camelup"](seats=3, seed=3).lively()
    page.show_past((replace(PAST[0], final=end.after), *PAST[1:]))
    wait_for_boards(driver)
    driver.capture("lobby-past")
    driver.take(LobbyChanged(lobby_view(full=True)))
    page.show_lobby(lobby_view(full=True), coming=(ComingBot("Amina", "normal"),))
    wait_for_boards(driver)
    driver.capture("lobby-coming")
    driver.take(LobbyChanged(lobby_view(full=True)))
    page.show_lobby(lobby_view(full=True))
    driver.take(ChatSaid(b"\x02" * 32, "Ben", "Tea first, then camels?", False))
    driver.take(ChatSaid(b"\x01" * 32, "Ana", "Camels.", True))
    wait_for_boards(driver)
    driver.capture("lobby")
    capture_opener(driver)
    full = lobby_view(full=True)
    tables = tuple(replace(table, mine=False) for table in full.tables[1:])
    driver.take(LobbyChanged(replace(full, tables=tables, hint=None)))
    wait_for_boards(driver)
    driver.capture("lobby-return")
    again = replace(tables[0], id=b"z" * 32, name="Amber Oasis", again=True)
    driver.take(LobbyChanged(replace(full, tables=(*tables, again), hint=None, resumable=())))
    wait_for_boards(driver)
    driver.capture("lobby-again")
    for game in playable():
        people = PeopleFields("Ana", ("Yan", "Zoe"), game_of(game).info.seats_max - 1)
        for name, sharing in (("play", None), ("share", people)):
            play = PlayDialog(usual_choice(game), driver.window, people=sharing)
            play.show()
            people.fields[0].setText("Yan")
            driver.capture(f"{name}-{game}", play)
            play.close()
        create = CreateDialog((), driver.window, game=game)
        create.name.setText("Amber Oasis")
        create.preset.choose(CUSTOM)
        create.show()
        driver.capture(f"create-{game}", create)
        create.close()
    for name, dialog in (
        ("invite", InviteDialog("Amber Oasis", ("192.168.1.23:21776",), driver.window)),
        ("address", AddressDialog(("192.168.1.23:21776",), driver.window)),
        ("send", SendDialog(Path("oasis.camelnet"), "camelup", "Oasis", NAMES[:4], driver.window)),
        ("settings", SettingsDialog(Settings(driver.folder), driver.window)),
        ("code", CodeDialog(CODE, driver.window)),
        ("about", AboutDialog(DEBIAN, RELEASED + timedelta(days=40), driver.window)),
        ("phones", _phones(driver)),
    ):
        dialog.show()
        driver.capture(name, dialog)
        dialog.close()
    for game, anchor in (("camelup", "moving"), ("cards", "race-deck"), ("targui", "battle")):
        driver.window.rules.open_at(game)
        assert driver.window.rules.rulebook is not None
        driver.capture(f"rules-{game}", driver.window.rules.rulebook)
        driver.window.rules.open_at(game, anchor)
        driver.capture(f"rules-{game}-{anchor}", driver.window.rules.rulebook)
    driver.window.rules.close()


def _phones(driver: HeadlessDriver) -> PhoneDialog:
    """The dialog with one guest who plays by a phone, and the code for another."""
    players = driver.window.local_players
    visit = PhoneVisit(players.guests, Settings(driver.folder))
    visit.arrive(Act("hello"))
    visit.since = QTime(19, 40)
    players.phones.visits["guest"] = visit
    key = "m17kRZl1G3XEzqjrGmliD0aEz6w3oMH8S8JiJlq2T5A"
    players.phones.invitation = Invitation("next", (f"http://192.168.1.23:21791/#{key}",))
    dialog = PhoneDialog(players.phones, driver.window)
    players.phones.visits.clear()
    return dialog
