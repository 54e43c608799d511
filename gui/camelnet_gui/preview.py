"""Renders every screen as a picture, without a network: `python -m camelnet_gui.preview FOLDER`.

The positions are real ones: games are played through the rules by a seeded die. README's picture
comes from here, and whoever changes the app looks at all of them (`QT_SCALE_FACTOR=2` for 2x).
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from camelnet.i18n import LANGUAGES, N_, choose_language, message
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
from camelnet_gui.create_dialog import CreateDialog
from camelnet_gui.dialogs import AddressDialog, CodeDialog, RulesDialog, SettingsDialog
from camelnet_gui.games import playable, screens
from camelnet_gui.launch import PIXMAP_CACHE_KIB
from camelnet_gui.settings import Settings
from camelnet_gui.studio import CODE, NAMES, Studio
from camelnet_gui.theme import choose_theme, dress


def lobby_view(*, full: bool, game: str = "") -> LobbyView:
    """An empty lobby, or one with everything in it, where `game` is played."""
    game = game or playable()[0]
    me = PeerView(b"\x01" * 32, "Ana", Kind.HUMAN, True, Presence.HERE, "", None)
    if not full:
        return LobbyView(me, ("192.168.1.23:40111",), (), (), None, (), None)

    def seat(number: int, *, ready: bool = False, bot: bool = False) -> SeatOffer:
        kind = Kind.BOT if bot else Kind.HUMAN
        level = "greedy" if bot else ""
        key = bytes([number + 1]) * 32
        return SeatOffer(key, NAMES[number], kind, level, ready, Presence.HERE, number == 0)

    free = SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)
    options = screens(game).info.options
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
    saved = (SavedGame(b"d" * 32, "Sunday", game, ("Ana", "Ben", "Jo"), 143, ""),)
    hint = message(N_("Free chairs: {count}. The game starts when all are taken."), count=1)
    return LobbyView(me, ("192.168.1.23:40111",), peers, tables, hint, saved, None)


def shoot_lobby(studio: Studio, _seats: int) -> None:
    studio.take(LobbyChanged(lobby_view(full=False)))
    studio.shoot("lobby-empty")
    studio.take(LobbyChanged(lobby_view(full=True)))
    studio.take(ChatSaid(b"\x02" * 32, "Ben", "Tea first, then camels?", False))
    studio.take(ChatSaid(b"\x01" * 32, "Ana", "Camels.", True))
    studio.shoot("lobby")
    full = lobby_view(full=True)
    tables = tuple(replace(table, mine=False) for table in full.tables[1:])
    studio.take(LobbyChanged(replace(full, tables=tables, hint=None)))
    studio.shoot("lobby-return")
    for game in playable():
        create = CreateDialog("Ana", (), studio.window)
        create.game.setCurrentIndex(create.game.findData(game))
        create.show()
        studio.shoot(f"create-{game}", create)
        create.close()
    for name, dialog in (
        ("address", AddressDialog(("192.168.1.23:40111",), studio.window)),
        ("settings", SettingsDialog(Settings(studio.folder), studio.window)),
        *((f"rules-{game}", RulesDialog(game, studio.window)) for game in playable()),
        ("code", CodeDialog(CODE, studio.window)),
    ):
        dialog.show()
        studio.shoot(name, dialog)
        dialog.close()


def _size(text: str) -> tuple[int, int]:
    wide, _x, high = text.partition("x")
    return int(wide), int(high)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m camelnet_gui.preview", description="Paint every screen into a folder."
    )
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screenshots"))
    parser.add_argument("language", nargs="?", default="en", choices=sorted(LANGUAGES))
    parser.add_argument("size", type=_size, nargs="?", default=(1400, 850), metavar="WIDTHxHEIGHT")
    parser.add_argument("theme", nargs="?", default="light", choices=("light", "dark"))
    parser.add_argument("seats", type=int, nargs="?", default=4, choices=range(2, 9))
    return parser


def main(arguments: list[str]) -> int:
    """The pictures of the lobby, then those of every game."""
    given = _parser().parse_args(arguments)
    wide, high = given.size
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    choose_language([given.language])
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    QPixmapCache.setCacheLimit(PIXMAP_CACHE_KIB)
    dress(app, choose_theme(given.theme))
    for shoot in (shoot_lobby, *(s for key in playable() for s in screens(key).pictures())):
        studio = Studio(given.folder, wide=wide, high=high)
        shoot(studio, given.seats)
        studio.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
