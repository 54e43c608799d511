"""Plays the app with the mouse, as a person would: looks at the screen, clicks what is there.

Used in a test's own process, and as a program (`python -m tests.gui.clicker`) that is a whole app
of its own in a network namespace. Nothing here knows rules: it clicks what is enabled.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from pathlib import Path

from camelnet_gui.application import Application
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.games import playable
from camelnet_gui.lobby.create_dialog import CUSTOM, CreateDialog
from camelnet_gui.lobby.table_cards import TableCard
from camelnet_gui.main_window import MainWindow
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.page import TablePage
from camelnet_gui.table.result_page import ResultPage
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from camelnet.record.profile import Profile
from camelnet.session.api.facts import Fact
from camelnet.session.peer.node import Node
from tests.patience import Patience

LOOK_MS = 30  # between two looks at the screen
# Options that make a game quick.
SHORT: dict[str, dict[str, list[int]]] = {"targui": {"destiny": [1, 6, 8, 11, 13]}}


def click(widget: QWidget | None) -> None:
    """Click what can be seen."""
    assert widget.isVisible(), widget
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def click_place(table: TablePage, place: str) -> None:
    """Click a place of the board."""
    view = table.board.viewport()
    point = table.board.place_centre(place).toPoint()
    under = view.childAt(point) or view
    QTest.mouseClick(under, Qt.MouseButton.LeftButton, pos=under.mapFrom(view, point))


def words(widget: QWidget) -> str:
    """What the labels in sight say, a line each."""
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def check_accounts(model: TableModel) -> None:
    """Where a game keeps accounts, they add up to the scores."""
    income = getattr(model.view_model, "income", None)
    if income is not None:
        totals = [account.total for account in income.accounts]
        assert totals == model.view.position.scores()


class GameClicks:
    """How a game is clicked. `tests/gui/games/<key>/clicks.py` has one of this name for each: it
    uses the clicker's `shoot` and `random`, and counts its `moves`."""

    def __init__(self, clicker: Clicker) -> None:
        self.clicker = clicker
        self._done: set[Enum] = set()

    def move(self, table: TablePage) -> None:
        """The next click of my move."""
        raise NotImplementedError

    def dialog(self, table: TablePage) -> None:
        """The next click in the open dialog."""
        raise AssertionError("no move of this game needs a dialog")

    def choose_act(self, acts: type[Enum], panel: QWidget, usual: Enum) -> Enum:
        """Every act that can be chosen once, then mostly the usual one."""
        enabled = [act for act in acts if panel.act_button(act).isEnabled()]
        fresh = [act for act in enabled if act not in self._done]
        weights = [3 if act is usual else 1 for act in enabled]
        act = fresh[0] if fresh else self.clicker.random.choices(enabled, weights)[0]
        self._done.add(act)
        return act


class Clicker:
    """Give it a window; `look` after every while. It ends at the result."""

    def __init__(self, window: MainWindow, *, seed: int, pictures: Path | None = None) -> None:
        self._window = window
        self.random = random.Random(seed)
        self._pictures = pictures
        self._shot: set[str] = set()
        self._game_clicks: GameClicks | None = None
        self.moves = 0  # that were confirmed

    @property
    def result(self) -> ResultPage | None:
        table = self._window.table
        page = table.overlay.page if table else None
        return page if isinstance(page, ResultPage) else None

    @property
    def game_clicks(self) -> GameClicks:
        """How the game of this table is clicked."""
        if self._game_clicks is None:
            game = self._window.table.model.view.position.game
            made: GameClicks = import_module(f"tests.gui.games.{game}.clicks").GameClicks(self)
            self._game_clicks = made
        return self._game_clicks

    def seen(self) -> object:
        """What moves while a game is played: my moves, and the position that is shown."""
        table = self._window.table
        return self.moves, table and table.model.view.position, table and table.model.view.phase

    def look(self) -> None:
        """Do the next thing that is to be done, if any."""
        table = self._window.table
        if table is None:
            self._in_lobby()
        elif self.result is not None:
            self.shoot("result", self._window)
        elif table.chooser.dialog is not None:
            self.game_clicks.dialog(table)
        elif table.overlay.page is not None:
            click(table.overlay.main)
        elif table.model.blocked is None and table.model.forced is None:
            self.game_clicks.move(table)

    def _in_lobby(self) -> None:
        mine = self._window.lobby.my_table
        ready = mine.ready_button
        free = "Free seat" in words(mine).splitlines()
        if mine.isVisible() and not free and not ready.isChecked():
            self.shoot("lobby", self._window)
            click(ready)

    def shoot(self, name: str, widget: QWidget) -> None:
        """Take a picture, the first time that one of this name is wanted."""
        if self._pictures is None or name in self._shot:
            return
        self._shot.add(name)
        self._pictures.mkdir(parents=True, exist_ok=True)
        widget.grab().save(str(self._pictures / f"{name}.png"), "PNG")


def click_table(window: MainWindow, name: str) -> bool:
    """Sit down at a table of the lobby by its button; false while it is not there."""
    for card in window.lobby.findChildren(TableCard):
        if card.offer.name == name and card.button.isVisible() and card.button.isEnabled():
            click(card.button)
            return True
    return False


def click_watch(window: MainWindow, name: str) -> bool:
    """Look on at a table of the lobby by its button; false while that cannot be."""
    for card in window.lobby.findChildren(TableCard):
        if card.offer.name == name and card.watch_button.isVisible():
            click(card.watch_button)
            return True
    return False


def click_back(window: MainWindow) -> bool:
    """Go back into the game that was left; false while the lobby offers none."""
    card = window.lobby.return_card
    if card is None or not card.button.isVisible():
        return False
    click(card.button)
    return True


def click_new_table(
    window: MainWindow, name: str, *, seats: int, bots: int, game: str = "camelup"
) -> None:
    """Open a table through the dialog."""
    click(window.lobby.new_table)
    (dialog,) = window.findChildren(CreateDialog)
    dialog.name.setText(name)
    dialog.game.setCurrentIndex(dialog.game.findData(game))
    dialog.seats.setValue(seats)
    dialog.bots.setValue(bots)
    if game in SHORT:
        dialog.preset.choose(CUSTOM)
    for key, wanted in SHORT.get(game, {}).items():
        field = dialog.options[key]
        for number, made in field.buttons.items():
            if made.isChecked() != (number in wanted):
                click(made)
        assert field.value() == wanted
    click(dialog.open_)


def make_application(
    app: QApplication,
    profile: Profile,
    *,
    name: str,
    interface: str | None,
    records: Path,
    bots: LocalBots | None = None,
) -> Application:
    """A real app on a real node, with camels that do not walk, and silent."""
    settings = Settings(profile.path)
    settings.speed, settings.bots_pace = "off", "instant"
    settings.name_asked, settings.sound = True, False
    settings.glossaries = playable()

    def make_node(listener: Callable[[Fact], None]) -> Node:
        return Node(
            profile=profile, name=name, interface=interface, record_dir=records, listener=listener
        )

    return Application(
        app,
        make_node=make_node,
        settings=settings,
        bots=bots or LocalBots(profile.path),
        interface=interface,
        records=records,
    )


def main(arguments: list[str]) -> int:
    """One app: opens the table (`--open SEATS`), waits for it or goes back to it (`--back`), and
    plays one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("name")
    parser.add_argument("table")
    parser.add_argument("--open", type=int, default=0)
    parser.add_argument("--back", action="store_true", help="into the game that was left")
    parser.add_argument("--interface")
    parser.add_argument("--address", help="HOST:PORT to dial, where multicast is not delivered")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    profile = Profile.open(given.folder / "profile")
    app = QApplication([])
    this = make_application(
        app, profile, name=given.name, interface=given.interface, records=given.folder / "records"
    )
    clicker = Clicker(this.window, seed=given.seed, pictures=given.folder / "pictures")
    patience = Patience(clicker.seen)
    seated = False
    dialled = given.address is None
    this.start()

    def look() -> None:
        nonlocal seated, dialled
        if not patience.lasts:
            app.exit(1)
        elif not seated and this.window.lobby.name.text() == given.name:
            if not dialled:
                host, _colon, port = given.address.rpartition(":")
                this.intents.connect(host, int(port))
                dialled = True
            if given.back:
                seated = click_back(this.window)
            elif given.open:
                click_new_table(this.window, given.table, seats=given.open, bots=0)
                seated = True
            else:
                seated = click_table(this.window, given.table)
        elif clicker.result is not None and this.window.table is not None:
            view = this.window.table.model.view
            print(f"{clicker.moves} moves, {view.position.scores()}", flush=True)
            print(" ".join(view.code), flush=True)
            app.exit(0)
        else:
            clicker.look()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(LOOK_MS)
    code = app.exec()
    timer.stop()
    if code == 0:  # the others may still have to fetch the last entries from us
        end_s = time.monotonic() + 3
        while time.monotonic() < end_s:
            app.processEvents()
            time.sleep(0.02)
    else:
        table = this.window.table
        words = table.model.banner().text if table else str(this.window.lobby.my_table.hint.text())
        print(f"stuck: {words}", flush=True)
    this.stop()
    profile.close()
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
