"""Whole games by real clicks: in a window that is told facts by hand, and in an app on a network,
against bots that run as processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui.application import Application
from camelnet_gui.games import playable
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableChanged
from camelnet.session.table.verify import verify
from tests.gui.clicker import LOOK_MS, SHORT, Clicker, check_accounts, click_new_table
from tests.gui.conftest import WindowDriver
from tests.patience import LONG_MS, until
from tests.sampling import only_full
from tools.screenshots.games import SCRIPTED

PICTURES = Path(__file__).parents[2] / "build" / "screenshots" / "played"
SEED = 20140602
LOOKS_MAX = 6000  # a game takes some hundreds


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
@pytest.mark.every(3)
def test_a_whole_game_is_played_by_clicks_alone(driver: WindowDriver, game: str) -> None:
    print(f"seed {SEED}")
    script = SCRIPTED[game](seats=3, me=1, seed=SEED, options=SHORT.get(game, {}))
    driver.sit_down(script)
    clicker = Clicker(driver.window, seed=SEED)
    heard = len(driver.asked)
    for _look in range(LOOKS_MAX):
        if clicker.result is not None:
            break
        while script.position.turn not in (script.me, "over"):
            driver.tell(script.step(script.choose(), replayed=False))
        driver.tell(TableChanged(script.view()))
        clicker.look()
        new, heard = driver.asked[heard:], len(driver.asked)
        for intent in new:  # those that the app made without asking are among them
            if intent[0] == "play":
                driver.tell(script.step(str(intent[1]), replayed=False))
    assert clicker.result is not None, "the game did not end"
    assert script.position.turn == "over"
    assert clicker.moves > 5
    check_accounts(driver.table.model)


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
@only_full
def test_a_whole_game_is_played_by_clicks_against_bots(
    application: Application, qtbot: QtBot, tmp_path: Path, game: str
) -> None:
    print(f"seed {SEED}")
    window = application.window
    clicker = Clicker(window, seed=SEED, pictures=PICTURES / game)
    click_new_table(window, "By clicks", seats=3, bots=2, game=game)

    def look() -> None:
        qtbot.wait(LOOK_MS)
        clicker.look()

    until(lambda: clicker.result is not None, moving=clicker.seen, between=look)
    clicker.look()  # takes the picture of the result
    model = window.table.model
    check_accounts(model)
    assert model.view.aids, "they come with a table of bots alone"
    assert window.table.aids is not None
    assert clicker.moves > 5
    qtbot.waitUntil(lambda: model.view.record is not None, timeout=LONG_MS)
    (record,) = (tmp_path / "records").iterdir()
    assert verify(record).scores == tuple(model.view.position.scores())
    for name in ("board", "result"):  # the lobby may be left at once: bots start the game
        assert is_picture(PICTURES / game / f"{name}.png"), name


def is_picture(path: Path) -> bool:
    """Whether a file is a picture that is not blank: many colours all over."""
    picture = QImage(str(path))
    colours = {
        picture.pixel(x, y)
        for x in range(0, picture.width(), 7)
        for y in range(0, picture.height(), 7)
    }
    return len(colours) > 100
