"""An evening with an accident: three people and a guest on real nodes, and one app is killed.

Ana and Chloé have their windows here, Dora looks on; Ben's app is a process of its own, so that it
can die. Everything happens by clicks.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from camelnet_gui.application import Application
from camelnet_gui.main_window import MainWindow
from camelnet_gui.widgets.dialogs import Question
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from camelnet.net.address import parse_address
from camelnet.record.profile import Profile
from camelnet.session.api.facts import Phase, TableView
from camelnet.session.api.verdict import Standing
from camelnet.session.table.verify import verify
from tests.gui.clicker import (
    LOOK_MS,
    Clicker,
    check_accounts,
    click,
    click_new_table,
    click_table,
    click_watch,
    make_application,
)
from tests.gui.programs import ROOT, around
from tests.patience import Patience
from tests.sampling import only_full

HERE = "127.0.0.1"
TABLE = "With an accident"
SEED = 20261120


@dataclass
class Room:
    """Apps in this process, and Ben's in another."""

    app: QApplication
    folder: Path
    stack: ExitStack
    qtbot: QtBot
    port: int = 0
    apps: list[Application] = field(default_factory=list)  # facts on their way still find them

    def enter(self, name: str) -> MainWindow:
        """Open an app; whoever comes later dials the first one."""
        folder = self.folder / name
        profile = Profile.open(folder / "profile")
        self.stack.callback(profile.close)
        made = make_application(
            self.app, profile, name=name, interface=HERE, records=folder / "records"
        )
        self.apps.append(made)
        made.start()
        self.stack.callback(made.window.deleteLater)  # it would hear each change of focus
        self.stack.callback(made.stop)
        self.stack.callback(made.window.close)
        self.wait(lambda: made.window.lobby.name.text() == name)
        if self.port:
            made.intents.connect(HERE, self.port)
        else:
            (address, *_) = made.window.home.addresses
            self.port = parse_address(address)[1]
        return made.window

    def start_ben(self, *words: str) -> subprocess.Popen[Any]:
        command = [sys.executable, "-m", "tests.gui.clicker", str(self.folder / "Ben"), "Ben"]
        command += [TABLE, "--interface", HERE, "--address", f"{HERE}:{self.port}", *words]
        command += ["--seed", "7"]
        (self.folder / "Ben").mkdir(exist_ok=True)
        with (self.folder / "ben.txt").open("a") as said:
            process = subprocess.Popen(
                command,
                env=around(),
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process

    def wait(self, done: Callable[[], object], *clickers: Clicker) -> None:
        """Until something is so; meanwhile the clickers play."""
        watched = [Clicker(app.window, seed=0) for app in self.apps]
        patience = Patience(lambda: [one.seen() for one in (*watched, *clickers)])
        while not done():
            if not patience.lasts:
                pytest.fail((self.folder / "ben.txt").read_text() or "it did not come to pass")
            self.qtbot.wait(LOOK_MS)
            for clicker in clickers:
                clicker.look()


@pytest.fixture
def room(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(qapp, tmp_path, stack, qtbot)


def view_of(window: MainWindow) -> TableView:
    return window.table.model.view


def bens_seat(window: MainWindow) -> int:
    return [seat.name for seat in view_of(window).seats].index("Ben")


def can_drop_ben(window: MainWindow) -> bool:
    return window.table.panel.players.row_of(bens_seat(window)).drop.isVisible()


def asks_me_about_ben(window: MainWindow) -> bool:
    row = window.table.membership_votes.vote_row(bens_seat(window))
    return row is not None and row.button.isVisible()


def prove_some(room: Room, window: MainWindow) -> None:
    """Open the proofs of the newest and of the first die by clicks: they hold."""
    page = window.table
    click(page.panel.fairness)
    dialog = page.fairness.dialog
    assert dialog.dice.count() > 5
    for line in (0, dialog.dice.count() - 1):
        dialog.dice.setCurrentRow(line)
        room.wait(lambda: dialog.page is not None)
        assert dialog.page.verdict.property("look") == "notice", dialog.page.verdict.text()
    dialog.reject()


@pytest.mark.slow
@only_full
def test_a_table_votes_goes_on_with_a_ghost_and_takes_the_killed_app_back(room: Room) -> None:
    print(f"seed {SEED}")
    ana, chloe = room.enter("Ana"), room.enter("Chloé")
    click_new_table(ana, TABLE, seats=3, bots=0)
    ben = room.start_ben()
    room.wait(lambda: click_table(chloe, TABLE))
    people = (Clicker(ana, seed=SEED), Clicker(chloe, seed=SEED + 1))
    room.wait(lambda: ana.table and chloe.table, *people)
    dora = room.enter("Dora")
    room.wait(lambda: click_watch(dora, TABLE), *people)
    room.wait(lambda: dora.table and all(clicker.moves for clicker in people), *people)
    assert view_of(dora).me is None
    assert view_of(dora).faces == ""

    ben.kill()
    seat = bens_seat(ana)
    room.wait(lambda: can_drop_ben(ana), *people)
    click(ana.table.panel.players.row_of(seat).drop)
    room.wait(lambda: asks_me_about_ben(chloe))
    vote = chloe.table.membership_votes.vote_row(seat)
    assert "Ana wants to continue without Ben: 1 of 2 votes." in vote.words.text()
    click(vote.button)
    room.wait(lambda: all(view_of(one).seats[seat].ghost for one in (ana, chloe, dora)))
    assert any("continues without Ben" in text for text in ana.table.panel.feed.texts())

    moves = [clicker.moves for clicker in people]
    room.wait(lambda: [clicker.moves for clicker in people] > moves, *people)
    feed = ana.table.panel.feed
    room.wait(lambda: any(text.startswith("Ben's ghost ") for text in feed.texts()), *people)
    room.start_ben("--back")
    room.wait(lambda: not view_of(ana).seats[seat].ghost)  # nobody moves, or the game is over first
    assert "Ben is back at the table." in ana.table.panel.feed.texts()

    watching = Clicker(dora, seed=SEED)
    room.wait(lambda: all(one.result for one in (*people, watching)), *people, watching)
    assert view_of(ana).position == view_of(chloe).position == view_of(dora).position
    room.wait(lambda: view_of(ana).phase is Phase.OVER and view_of(ana).record)
    record = view_of(ana).record
    assert record is not None
    assert verify(record).scores == tuple(view_of(ana).position.scores())

    prove_some(room, dora)
    click(dora.table.overlay.main)
    room.wait(lambda: dora.table is None)

    ana.table.overlay.leave()
    prove_some(room, ana)


@pytest.mark.slow
def test_of_two_people_the_one_who_is_left_plays_on_apart(room: Room) -> None:
    print(f"seed {SEED}")
    ana = room.enter("Ana")
    click_new_table(ana, TABLE, seats=2, bots=0)
    ben = room.start_ben()
    clicker = Clicker(ana, seed=SEED)
    room.wait(lambda: ana.table and clicker.moves, clicker)
    ben.kill()
    strip = ana.table.membership_votes
    room.wait(strip.apart_button.isVisible, clicker)
    assert not can_drop_ben(ana), "of two nobody can be voted out"
    click(strip.apart_button)
    (question,) = ana.findChildren(Question)
    click(question.yes)
    room.wait(lambda: clicker.result, clicker)
    seat = bens_seat(ana)
    assert view_of(ana).seats[seat].ghost
    told = ana.table.panel.feed.texts()
    assert any("it is another game" in text for text in told)
    assert any(text.startswith("Ben's ghost rolled ") for text in told)
    assert any("has the first turn" in text for text in told), "the log of the old game goes on"
    check_accounts(ana.table.model)
    room.wait(lambda: view_of(ana).record)
    record = view_of(ana).record
    assert record is not None
    verdict = verify(record)
    assert verdict.scores == tuple(view_of(ana).position.scores())
    assert verdict == view_of(ana).verdict
    assert verdict.standing is Standing.APART
    assert ana.table.panel.fairness.text() == "Apart"
