"""Phones at the app's table: real browsers play whole games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from camelnet_gui.application import Application
from camelnet_gui.together.phone_dialog import PhoneDialog
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import Phase
from tests.browser import Browser, require_browser
from tests.gui.clicker import Clicker, click_new_table
from tests.gui.together.phone_player import PhonePlayer
from tests.patience import LONG_MS, until
from tests.sampling import only_full


@pytest.fixture
def browsers(tmp_path: Path) -> Iterator[list[Browser]]:
    require_browser()
    with ExitStack() as stack:
        made = []
        for number, (width, height) in enumerate(((390, 760), (360, 640))):
            folder = tmp_path / f"phone{number}"
            folder.mkdir()
            made.append(stack.enter_context(Browser(folder, width=width, height=height)))
        yield made


@pytest.mark.slow
# Cards is played so through the terminal's host, and by screens without a browser.
@pytest.mark.parametrize("game", ["camelup", "targui"])
@only_full
def test_two_phones_play_a_game_to_the_end(
    application: Application, qtbot: QtBot, browsers: list[Browser], game: str
) -> None:
    window = application.window
    click_new_table(window, "Phones", seats=4, bots=1, game=game)
    qtbot.waitUntil(lambda: window.lobby.my_table.isVisible(), timeout=LONG_MS)
    window.local_players.ask_phones()
    (dialog,) = window.findChildren(PhoneDialog)
    phones = window.local_players.phones
    players: list[PhonePlayer] = []
    for browser, name in zip(browsers, ("Emma", "Finn"), strict=True):
        qtbot.waitUntil(lambda: phones.invitation is not None, timeout=LONG_MS)
        used = phones.invitation.urls[0]
        players.append(PhonePlayer(browser, used, name, seed=5))
        qtbot.waitUntil(
            lambda used=used: phones.invitation is None or phones.invitation.urls[0] != used,
            timeout=LONG_MS,
        )
    dialog.accept()
    clicker = Clicker(window, seed=3)

    def over() -> bool:
        for player in players:
            if player.error is not None:
                raise player.error
        table = window.table
        ended = table is not None and table.model.view.phase is Phase.OVER
        return ended and all(player.over for player in players)

    def look() -> None:
        qtbot.wait(30)
        clicker.look()

    try:
        until(over, moving=lambda: (clicker.seen(), *(p.state() for p in players)), between=look)
    finally:
        for player in players:
            player.stop()
    assert window.local_players.curtain.isHidden()
    (told,) = window.table.model.view.verdict.guests
    assert told == (
        window.table.model.view.me,
        tuple(
            n
            for n, seat in enumerate(window.table.model.view.seats)
            if seat.name in ("Emma", "Finn")
        ),
    )
