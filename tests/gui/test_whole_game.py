"""A whole game in the app by real clicks, against bots that run as processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from camelnet_gui.application import Application
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from camelnet.session.verify import verify
from tests.gui.clicker import LOOK_MS, Clicker, click_new_table

PICTURES = Path(__file__).parents[2] / "build" / "screenshots" / "played"
PATIENCE_MS = 90_000
SEED = 20140602

pytestmark = pytest.mark.timeout(150)


def test_a_whole_game_is_played_by_clicks(
    application: Application, qtbot: QtBot, tmp_path: Path
) -> None:
    print(f"seed {SEED}")
    window = application.window
    clicker = Clicker(window, seed=SEED, pictures=PICTURES)
    qtbot.waitUntil(lambda: window.lobby.name.text() == "Ana", timeout=PATIENCE_MS)
    click_new_table(window, "By clicks", seats=3, bots=2)

    def over() -> bool:
        qtbot.wait(LOOK_MS)
        clicker.look()
        return clicker.result is not None

    qtbot.waitUntil(over, timeout=PATIENCE_MS)
    clicker.look()  # takes the picture of the result
    assert window.table is not None
    model = window.table.model
    assert [account.total for account in model.play.ledger.accounts] == model.view.position.scores()
    assert clicker.moves > 5
    qtbot.waitUntil(lambda: model.view.record is not None, timeout=PATIENCE_MS)
    (record,) = (tmp_path / "records").iterdir()
    assert verify(record).scores == tuple(model.view.position.scores())
    for name in ("lobby", "board", "bet", "result"):
        assert is_picture(PICTURES / f"{name}.png"), name


def is_picture(path: Path) -> bool:
    """Whether a file is a picture that is not blank: many colours all over."""
    picture = QImage(str(path))
    colours = {
        picture.pixel(x, y)
        for x in range(0, picture.width(), 7)
        for y in range(0, picture.height(), 7)
    }
    return len(colours) > 100
