"""Renders every screen as a picture, without a network: `python -m camelnet_gui.preview FOLDER`.

The positions are real ones: games are played through the rules by a seeded die. README's picture
comes from here, and whoever changes the app looks at all of them (`QT_SCALE_FACTOR=2` for 2x).
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from camelnet import rules
from camelnet.i18n import N_, choose_language, message
from camelnet.rules import Options, Position
from camelnet.session.facts import (
    ChatSaid,
    Fact,
    Kind,
    LobbyChanged,
    LobbyView,
    Need,
    PeerView,
    Phase,
    Presence,
    SavedGame,
    SeatOffer,
    SeatView,
    Stepped,
    TableChanged,
    TableOffer,
    TableView,
    Waiting,
)
from camelnet_gui.create_dialog import CreateDialog
from camelnet_gui.dialogs import AddressDialog, CodeDialog, RulesDialog, SettingsDialog
from camelnet_gui.games.camelup.choice import Act
from camelnet_gui.games.camelup.sheets import FinalPage, LegPage
from camelnet_gui.launch import PIXMAP_CACHE_KIB
from camelnet_gui.local_bots import LocalBots
from camelnet_gui.main_window import MainWindow
from camelnet_gui.overlay import Overlay
from camelnet_gui.settings import Settings
from camelnet_gui.theme import choose_theme, dress

NAMES = ("Ana", "Ben", "Chloé", "Salim", "Noor", "Amira", "Jo", "Bea")
FACES = "bgowy"
CODE = ("harbor", "lemon", "tiger", "canal")
GAME = b"\x01" * 32


class Silent:
    """Intents that nobody hears; the last one is kept."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def open_table(self, *, name: str, game: str, seats: int, options: Options) -> None:
        self.asked.append(("open_table", name, game, seats, dict(options)))

    def sit(self, table_id: bytes) -> None:
        self.asked.append(("sit", table_id))

    def stand(self) -> None:
        self.asked.append(("stand",))

    def ready(self, ready: bool) -> None:
        self.asked.append(("ready", ready))

    def play(self, notation: str) -> None:
        self.asked.append(("play", notation))

    def say(self, text: str) -> None:
        self.asked.append(("say", text))

    def again(self) -> None:
        self.asked.append(("again",))

    def connect(self, host: str, port: int) -> None:
        self.asked.append(("connect", host, port))

    def resume(self, game_id: bytes) -> None:
        self.asked.append(("resume", game_id))

    def rename(self, name: str) -> None:
        self.asked.append(("rename", name))


@dataclass
class Script:
    """A game that plays itself and tells it as facts, as a node would to seat `me`."""

    seats: int = 4
    me: int = 2
    seed: int = 7

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.position = rules.new("camelup", seats=self.seats)
        self.index = 0
        self.presence: dict[int, tuple[Presence, int]] = {}
        self.waiting: tuple[Waiting, ...] = ()

    def view(self, **changes: object) -> TableView:
        turn = self.position.turn
        seats = tuple(
            SeatView(
                key=bytes([seat + 1]) * 32,
                name=NAMES[seat],
                kind=Kind.BOT if seat in (3, 5, 7) else Kind.HUMAN,
                me=seat == self.me,
                presence=self.presence.get(seat, (Presence.HERE, 0))[0],
                silent_s=self.presence.get(seat, (Presence.HERE, 0))[1],
            )
            for seat in range(self.seats)
        )
        waiting = self.waiting
        if not waiting and isinstance(turn, int):
            waiting = (Waiting(turn, Need.MOVE),)
        view = TableView(
            game_id=GAME,
            name="Caravanserai",
            seats=seats,
            me=self.me,
            phase=Phase.OVER if turn == "over" else Phase.PLAY,
            position=self.position,
            index=self.index,
            code=CODE,
            waiting=waiting,
            pending=None,
            faces=FACES,
            again=(),
            trouble=None,
            record=None,
        )
        return replace(view, **changes)  # type: ignore[arg-type]

    def step(self, notation: str, *, replayed: bool = True) -> Stepped:
        before = self.position
        self.position, events = before.step(notation)
        seat = before.turn if isinstance(before.turn, int) else before.opener
        self.index += 1
        return Stepped(GAME, self.index, seat, notation, before, self.position, events, replayed)

    def choose(self) -> str:
        """Some notation that can come here; bots at this table like to bet."""
        position = self.position
        if position.turn == "chance":
            return self.random.choice(position.outcomes())[0]
        if position.turn == "reveal":
            return f"open {position.opener} {FACES}"
        legal = position.legal()
        verb = self.random.choice(("roll", "roll", "leg", "leg", "tile", "win", "lose"))
        fitting = [move for move in legal if move.startswith(verb)]
        return self.random.choice(fitting or legal)

    def play(
        self, until: Callable[[Position], bool], *, replayed: bool = True
    ) -> Iterator[Stepped]:
        while self.position.turn != "over" and not until(self.position):
            yield self.step(self.choose(), replayed=replayed)


def lobby_view(*, full: bool) -> LobbyView:
    """An empty lobby, or one with everything in it."""
    me = PeerView(b"\x01" * 32, "Ana", Kind.HUMAN, True, Presence.HERE, "", None)
    if not full:
        return LobbyView(me, ("192.168.1.23:40111",), (), (), None, (), None)

    def seat(number: int, *, ready: bool = False, bot: bool = False) -> SeatOffer:
        kind = Kind.BOT if bot else Kind.HUMAN
        level = "greedy" if bot else ""
        key = bytes([number + 1]) * 32
        return SeatOffer(key, NAMES[number], kind, level, ready, Presence.HERE, number == 0)

    free = SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)
    usual = {"leg_ends_without_tiles": False, "flip_in_place": False}
    mine = (seat(0), seat(1, ready=True), seat(3, ready=True, bot=True), free)
    tables = (
        TableOffer(b"a" * 32, "Caravanserai", "camelup", usual, mine, False, True, None),
        TableOffer(
            b"b" * 32,
            "Oasis after lunch",
            "camelup",
            {**usual, "flip_in_place": True},
            (seat(4), seat(6, ready=True), free, free, free),
            False,
            False,
            None,
        ),
        TableOffer(
            b"c" * 32,
            "Kitchen",
            "camelup",
            usual,
            (seat(2, ready=True), seat(5, ready=True, bot=True)),
            True,
            False,
            message(N_("They are playing already.")),
        ),
    )
    peers = tuple(
        PeerView(
            bytes([number + 1]) * 32,
            NAMES[number],
            Kind.BOT if number in (3, 5) else Kind.HUMAN,
            False,
            Presence.AWAY if number == 7 else Presence.HERE,
            "192.168.1.40:41000",
            message(
                N_("{name} plays other rules ({theirs}) than this computer ({ours})."),
                name="Bea",
                theirs="6f0c11d2",
                ours="9a41b7c3",
            )
            if number == 7
            else None,
        )
        for number in range(1, 8)
    )
    saved = (SavedGame(b"d" * 32, "Sunday", "camelup", ("Ana", "Ben", "Jo"), 143, ""),)
    hint = message(N_("Free chairs: {count}. The game starts when all are taken."), count=1)
    return LobbyView(me, ("192.168.1.23:40111",), peers, tables, hint, saved, None)


class Studio:
    """One window, and pictures of it."""

    def __init__(self, folder: Path, *, wide: int, high: int, tag: str) -> None:
        self.folder = folder
        self._tag = tag
        folder.mkdir(parents=True, exist_ok=True)
        settings = Settings(folder)
        settings.speed = "off"
        self.window = MainWindow(intents=Silent(), settings=settings, bots=LocalBots())
        self.window.resize(wide, high)
        self.window.show()

    def take(self, *facts: Fact) -> None:
        for fact in facts:
            self.window.take(fact)
        pause()

    def shoot(self, name: str, widget: QWidget | None = None) -> Path:
        pause(120)
        path = self.folder / f"{name}{self._tag}.png"
        (widget or self.window).grab().save(str(path), "PNG")
        return path

    def close(self) -> None:
        self.window.close()
        self.window.deleteLater()
        pause()


def pause(milliseconds: int = 40) -> None:
    """Let the application work off what is due."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _is_mine_in_leg(script: Script, leg: int, dice_left: int) -> Callable[[Position], bool]:
    def there(position: Position) -> bool:
        public = position.to_dict()
        return (
            public["turn"] == script.me
            and public["leg"] >= leg
            and len(public["dice"]) <= dice_left
        )

    return there


def shoot_lobby(studio: Studio) -> None:
    studio.take(LobbyChanged(lobby_view(full=False)))
    studio.shoot("lobby-empty")
    studio.take(LobbyChanged(lobby_view(full=True)))
    studio.take(ChatSaid(b"\x02" * 32, "Ben", "Tea first, then camels?", False))
    studio.take(ChatSaid(b"\x01" * 32, "Ana", "Camels.", True))
    studio.shoot("lobby")
    create = CreateDialog("Ana", (), studio.window)
    for name, dialog in (
        ("create", create),
        ("address", AddressDialog(("192.168.1.23:40111",), studio.window)),
        ("settings", SettingsDialog(Settings(studio.folder), studio.window)),
        ("rules", RulesDialog("camelup", studio.window)),
        ("code", CodeDialog(CODE, studio.window)),
    ):
        dialog.show()
        studio.shoot(name, dialog)
        dialog.close()


def shoot_table(studio: Studio, *, seats: int, seed: int) -> None:
    script = Script(seats=seats, me=min(2, seats - 1), seed=seed)
    steps = list(script.play(_is_mine_in_leg(script, 2, 3)))
    studio.take(*steps, TableChanged(script.view()))
    studio.take(ChatSaid(b"\x02" * 32, "Ben", "Green will never make it.", False))
    page = studio.window.table
    assert page is not None
    studio.shoot("table-mine")
    page._began(Act.LEG)
    leg = next((move for move in page.model.table.legal if move.startswith("leg")), None)
    if leg:
        page._picked(leg)
    studio.shoot("table-leg")
    page._back()
    page._back()
    page._began(Act.TILE)
    tile = next((m for m in sorted(page.model.table.legal) if m.startswith("tile")), None)
    if tile:
        page._picked(f"space {tile[5:-1]}")
    studio.shoot("table-tile")
    page._back()
    page._back()
    page._began(Act.BET)
    if page.bet_dialog:
        page.bet_dialog.choose(deck="win", camel="g")
        studio.shoot("bet", page.bet_dialog)
        studio.shoot("bet-table")
        page.bet_dialog.reject()
    other = (script.me + 1) % seats
    studio.take(*[replace(s, replayed=False) for s in (script.step(script.choose()),)])
    while script.position.turn != other:
        studio.take(replace(script.step(script.choose()), replayed=False))
    studio.take(TableChanged(script.view()))
    studio.shoot("table-other")
    script.presence[other] = (Presence.AWAY, 14)
    studio.take(TableChanged(script.view()))
    studio.shoot("table-away")


def shoot_scoring(studio: Studio, *, seats: int, seed: int) -> None:
    script = Script(seats=seats, me=min(2, seats - 1), seed=seed)
    early = list(script.play(lambda p: p.to_dict()["leg"] >= 1 and p.turn == script.me))
    studio.take(*early, TableChanged(script.view()))
    shot_leg = False
    page = studio.window.table
    assert page is not None
    for step in script.play(lambda p: False):
        studio.take(replace(step, replayed=False))
        while isinstance(page.overlay.page, LegPage | FinalPage):
            if isinstance(page.overlay.page, FinalPage):
                studio.shoot("final")
            elif not shot_leg and len(page.model.legs) > 1:
                shot_leg = True
                studio.shoot("leg")
            _go_on(page.overlay)
    studio.take(TableChanged(script.view(again=(1, 3) if seats > 3 else (1,))))
    studio.shoot("result")


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()


def main(arguments: list[str]) -> int:
    """FOLDER [LANGUAGE [WIDTHxHEIGHT [light|dark [SEATS]]]]"""
    folder = Path(arguments[0] if arguments else "build/screenshots")
    language = arguments[1] if len(arguments) > 1 else "en"
    wide, high = (arguments[2] if len(arguments) > 2 else "1400x850").split("x")
    theme = arguments[3] if len(arguments) > 3 else "light"
    seats = int(arguments[4]) if len(arguments) > 4 else 4
    choose_language([language])
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    from PySide6.QtGui import QPixmapCache

    QPixmapCache.setCacheLimit(PIXMAP_CACHE_KIB)
    dress(app, choose_theme(theme))
    for shoot in (
        shoot_lobby,
        lambda s: shoot_table(s, seats=seats, seed=11),
        lambda s: shoot_scoring(s, seats=seats, seed=5),
    ):
        studio = Studio(folder, wide=int(wide), high=int(high), tag="")
        shoot(studio)
        studio.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
