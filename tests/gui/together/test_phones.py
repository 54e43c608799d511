"""Guests with phones at the app's table, without a browser: whole nodes on loopback, and a server
that notes what each phone is shown."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from camelnet_gui.application import Application
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.words import dotted
from camelnet_gui.together import phones as phones_module
from camelnet_gui.together.phone_dialog import PhoneDialog
from camelnet_gui.together.phones import Phones
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from camelnet.guests import server
from camelnet.guests.screen import Act, Button, Screen
from camelnet.guests.server import Invitation, Listener
from camelnet.record.profile import phone_token
from camelnet.session.api.facts import Phase, SavedGame
from tests.gui.clicker import Clicker, click, click_new_table
from tests.patience import LONG_MS, until

HELLO = Act("hello", width=390, height=760, ratio=1.0)
TIMID = ("Back", "Cancel", "See the board")


class NotingServer:
    """Stands in for `GuestServer`: what it shows is noted, and `phone` speaks for a guest."""

    made: list[NotingServer]

    def __init__(self, listener: Listener, addresses: Sequence[str]) -> None:
        self.listener, self.addresses = listener, tuple(addresses)
        self.listening = False
        self.count = 0
        self.screens: dict[str, Screen] = {}
        self.pictures: dict[str, list[bytes]] = {}
        self.ended: dict[str, str] = {}
        self.tokens: dict[str, bytes] = {}
        self.made.append(self)

    def start(self) -> None:
        self.listening = True

    def invite(self, token: bytes = b"") -> Invitation:
        self.count += 1
        guest = f"guest{len(self.made)}.{self.count}"
        invitation = self.renew(guest)
        self.tokens[guest] = token or self.tokens[guest]
        return invitation

    def token(self, guest: str) -> bytes:
        return self.tokens[guest]

    def renew(self, guest: str) -> Invitation:
        self.count += 1
        self.tokens[guest] = bytes([self.count]) * 32
        urls = tuple(f"http://{host}:21791/#{self.count}" for host in self.addresses)
        return Invitation(guest, urls)

    def end(self, guest: str, why: str) -> None:
        self.ended[guest] = why

    def show(self, guest: str, screen: Screen, picture: bytes = b"") -> None:
        self.screens[guest] = screen
        if picture:
            self.pictures.setdefault(guest, []).append(picture)

    def close(self) -> None:
        self.listening = False


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> list[NotingServer]:
    """Those that were started, the newest last."""
    NotingServer.made = []
    monkeypatch.setattr(server, "GuestServer", NotingServer)
    return NotingServer.made


class Phone:
    """One that has scanned the code in the dialog."""

    def __init__(self, phones: Phones, qtbot: QtBot) -> None:
        qtbot.waitUntil(lambda: phones.invitation is not None, timeout=LONG_MS)
        assert phones.invitation is not None
        self.phones, self.qtbot = phones, qtbot
        self.key = phones.invitation.guest
        self.server = NotingServer.made[-1]
        self.come()

    @property
    def screen(self) -> Screen | None:
        return self.server.screens.get(self.key)

    def come(self) -> None:
        self.server.listener.came(self.key, HELLO)

    def go(self) -> None:
        self.server.listener.went(self.key)

    def press(self, button: Button) -> None:
        self.server.listener.acted(self.key, Act("press", button.id))

    def sees(self, words: str) -> None:
        """Wait until its screen says that."""

        def there() -> bool:
            screen = self.screen
            question = screen.question.text if screen and screen.question else ""
            return screen is not None and words in f"{screen.status}\n{question}"

        until(there, between=lambda: self.qtbot.wait(20), what=f"{words!r}: {self.screen}")

    def offered(self, name: str) -> Button:
        """Wait for a button."""

        def found() -> Button | None:
            choices = self.screen.choices if self.screen else ()
            return next((made for made in choices if made.name == name), None)

        until(found, between=lambda: self.qtbot.wait(20), what=f"{name!r}: {self.screen}")
        button = found()
        assert button is not None
        return button

    def answer(self, name: str) -> None:
        self.sees("What shall the others call you?")
        self.server.listener.acted(self.key, Act("answer", "name", "done", name))

    def play_on(self) -> None:
        """Press the golden button, or the first that is no way back."""
        screen = self.screen
        if screen is None:
            return
        spots = [spot.button for spot in screen.spots]
        asked = screen.question.buttons if screen.question else (*screen.choices, *spots)
        bold = [one for one in asked if one.enabled and one.name not in (*TIMID, "Play again")]
        if bold:
            self.press(next((one for one in bold if one.main), bold[0]))


def open_dialog(application: Application) -> PhoneDialog:
    application.window.local_players.ask_phones()
    return application.window.findChildren(PhoneDialog)[-1]


def open_table(application: Application, qtbot: QtBot, *, seats: int = 2, bots: int = 0) -> None:
    window = application.window
    click_new_table(window, "Phones", seats=seats, bots=bots)
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)


def words(dialog: PhoneDialog) -> str:
    return "\n".join(made.text() for made in dialog.findChildren(QLabel) if made.isVisible())


def named(dialog: PhoneDialog, name: str) -> QPushButton:
    return next(
        made
        for made in dialog.findChildren(QPushButton)
        if made.accessibleName() == name and made.isVisible()
    )


@pytest.mark.slow
def test_a_phone_joins_plays_and_plays_again(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    window = application.window
    phones = window.local_players.phones
    open_table(application, qtbot)
    assert not servers, "nothing listens before somebody is invited"
    dialog = open_dialog(application)
    assert servers[0].addresses == ("127.0.0.1",), "only the chosen network"
    emma = Phone(phones, qtbot)
    emma.sees("What shall the others call you?")
    used = emma.key
    qtbot.waitUntil(lambda: phones.invitation.guest != used, timeout=LONG_MS)
    emma.answer("Ana")
    emma.sees("Ana already sits at this table")
    emma.answer("\N{ZERO WIDTH SPACE}  Emma ")
    ready = emma.offered("I'm ready")
    qtbot.waitUntil(lambda: "Emma" in words(dialog), timeout=LONG_MS)
    dialog.accept()
    emma.press(ready)
    emma.offered("Ready ✓ — click to undo")
    clicker = Clicker(window, seed=3)
    faces: set[str] = set()

    def over() -> bool:
        emma.play_on()
        table = window.table
        if table is not None:
            faces.add(table.model.view.faces)
            assert table.model.view.me is not None
            assert table.model.view.seats[table.model.view.me].name == "Ana", "no hand-over"
        return bool(emma.screen and any(b.name == "Play again" for b in emma.screen.choices))

    def look() -> None:
        qtbot.wait(30)
        clicker.look()

    until(over, moving=lambda: (clicker.seen(), str(emma.screen)), between=look)
    assert window.local_players.curtain.isHidden()
    assert servers[0].pictures[emma.key][0][:2] == b"\xff\xd8"
    first = window.table.model.view
    assert first.phase is Phase.OVER
    until(lambda: clicker.result is not None, moving=clicker.seen, between=look)
    emma.press(emma.offered("Play again"))
    qtbot.waitUntil(lambda: len(window.table.model.view.again) == 1, timeout=LONG_MS)
    assert window.table.model.view.game_id == first.game_id, "the owner has a will of its own"
    click(window.table.overlay.main)
    qtbot.waitUntil(
        lambda: window.table is not None and window.table.model.view.game_id != first.game_id,
        timeout=LONG_MS,
    )


@pytest.mark.slow
def test_a_code_is_for_one_phone_and_goes_with_its_dialog(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    phones = application.window.local_players.phones
    open_table(application, qtbot, seats=3)
    dialog = open_dialog(application)
    emma = Phone(phones, qtbot)
    qtbot.waitUntil(lambda: emma.key in phones.visits, timeout=LONG_MS)
    unused = phones.invitation.guest
    assert unused != emma.key
    dialog.accept()
    assert unused in servers[0].ended
    assert phones.invitation is None
    assert servers[0].listening, "somebody visits"
    again = open_dialog(application)
    click(named(again, "End the visit"))
    assert "over" in servers[0].ended[emma.key]
    again.accept()
    assert not servers[0].listening, "nobody is invited, and nobody visits"


@pytest.mark.slow
def test_a_phone_that_goes_comes_back_to_its_seat(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    phones = application.window.local_players.phones
    open_table(application, qtbot, seats=3)
    dialog = open_dialog(application)
    emma = Phone(phones, qtbot)
    emma.answer("Emma")
    emma.offered("I'm ready")
    emma.go()
    qtbot.waitUntil(lambda: "asleep or out of reach" in words(dialog), timeout=LONG_MS)
    servers[0].screens.clear()
    application.window.local_players.changed.emit()
    qtbot.wait(100)
    assert not servers[0].screens, "nothing is painted for a phone that is away"
    emma.come()
    emma.offered("I'm ready")
    click(named(dialog, dotted("New code", "Emma")))
    assert phones.invitation.guest == emma.key
    assert "Emma's phone back to its seat" in words(dialog)
    emma.come()
    qtbot.waitUntil(lambda: phones.invitation.guest != emma.key, timeout=LONG_MS)
    (key,) = application.window.local_players.keys
    application.window.local_players.remove(key)
    assert emma.key in servers[0].ended, "the cross at its chair sends it home, too"
    dialog.accept()


@pytest.mark.slow
def test_a_guest_of_an_unfinished_game_comes_back_with_its_phone(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    window = application.window
    guests, phones = window.local_players.guests, window.local_players.phones
    open_table(application, qtbot, seats=3)
    dialog = open_dialog(application)
    emma = Phone(phones, qtbot)
    emma.answer("Emma")
    emma.offered("I'm ready")
    (guest,) = guests.here
    saved = SavedGame(
        bytes(32), "Phones", "camelup", ("Ana", "Emma"), 12, "", keys=(bytes(32), guest.key)
    )
    qtbot.waitUntil(lambda: phone_token(guest.home) == servers[0].tokens[emma.key])
    dialog.accept()
    phones.close()
    guests.close()
    assert phone_token(guest.home) == servers[0].tokens[emma.key]
    back = Phones(guests, Settings(guest.home), lambda: False)
    back.take_lobby(window._lobby_view)
    guests.bring_back(saved)
    back.bring_back()
    (key,) = back.visits
    assert servers[-1].tokens[key] == servers[0].tokens[emma.key]
    assert [each.on_phone for each in guests.here] == [True]
    emma.server, emma.key = servers[-1], key
    emma.come()
    until(lambda: emma.screen is not None, between=lambda: qtbot.wait(20))
    assert emma.screen.question is None, "its name is known"
    back.end(back.visits[key])
    assert phone_token(guest.home) is None, "a visit that was ended is over"
    back.close()
    guests.close()


@pytest.mark.slow
def test_it_listens_only_where_the_dialog_says(
    application: Application,
    qtbot: QtBot,
    servers: list[NotingServer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    open_table(application, qtbot, seats=3)
    hosts = tuple(f"127.0.0.{number}" for number in (1, 2, 3, 4))
    monkeypatch.setattr(phones_module, "_hosts", lambda _lobby: hosts)
    dialog = open_dialog(application)
    assert servers[0].addresses == hosts[:2]
    shown = [url.partition("//")[2].partition(":")[0] for url in dialog.address.text().split()]
    assert shown == list(hosts[:2])


@pytest.mark.slow
def test_another_network_asks_for_new_codes(
    application: Application,
    qtbot: QtBot,
    servers: list[NotingServer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = application.window
    phones = window.local_players.phones
    open_table(application, qtbot, seats=3)
    dialog = open_dialog(application)
    emma = Phone(phones, qtbot)
    emma.answer("Emma")
    emma.offered("I'm ready")
    monkeypatch.setattr(phones_module, "_hosts", lambda _lobby: ("127.0.0.2",))
    phones.take_lobby(window._lobby_view)
    assert not servers[0].listening
    assert servers[1].listening
    assert servers[1].addresses == ("127.0.0.2",)
    qtbot.waitUntil(lambda: "on another network: give it a new code" in words(dialog))
    click(named(dialog, dotted("New code", "Emma")))
    (emma.key,) = phones.visits
    emma.server = servers[1]
    emma.come()
    emma.offered("I'm ready")
    assert window.local_players.names == ("Emma",)
    dialog.accept()


@pytest.mark.slow
def test_a_strict_table_lets_no_phone_sit_down(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    window = application.window
    application.intents.open_table(name="Strict", game="camelup", seats=3, options={}, strict=True)
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)
    dialog = open_dialog(application)
    assert "This table is strict" in words(dialog)
    assert not dialog.code.isVisible()
    assert not servers
    dialog.accept()


@pytest.mark.slow
def test_a_full_table_and_the_end_of_the_app_are_a_sentence_each(
    application: Application, qtbot: QtBot, servers: list[NotingServer]
) -> None:
    phones = application.window.local_players.phones
    open_table(application, qtbot, seats=2)
    dialog = open_dialog(application)
    emma, finn = Phone(phones, qtbot), None
    emma.answer("Emma")
    emma.offered("I'm ready")
    finn = Phone(phones, qtbot)
    assert finn.key != emma.key
    finn.answer("Finn")
    finn.sees("All seats are taken.")
    dialog.accept()
    application.window.local_players.close()
    for phone in (emma, finn):
        assert "was closed on Ana's computer" in servers[0].ended[phone.key]
    assert not servers[0].listening


@pytest.mark.slow
def test_a_server_that_cannot_listen_is_told(
    application: Application,
    qtbot: QtBot,
    servers: list[NotingServer],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_server: NotingServer) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(NotingServer, "start", fail)
    open_table(application, qtbot, seats=3)
    dialog = open_dialog(application)
    assert "Phones cannot connect: Address already in use." in words(dialog)
    dialog.accept()
