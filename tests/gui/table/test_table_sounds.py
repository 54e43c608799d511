"""Sounds at a table: they follow what the board displays."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from camelnet_gui.games import playable, screens
from camelnet_gui.settings.store import Settings
from camelnet_gui.sound.cue import Cue, Sound
from camelnet_gui.table.table_sounds import TableSounds
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from camelnet import rules
from camelnet.session.api.facts import Stepped
from camelnet.session.game.steps import stepped
from tests.patience import LONG_MS
from tests.rules.play import Ply, plies


class Page(QWidget):
    """The signals of a table page."""

    step_began = Signal(object)
    step_shown = Signal(object)
    your_turn = Signal()
    nudged = Signal()
    result_shown = Signal()
    sound_due = Signal(object)

    def __init__(self, game: str) -> None:
        super().__init__()
        position = rules.new(game, 3)
        self.model = SimpleNamespace(view=SimpleNamespace(position=position))


class Ears:
    def __init__(self) -> None:
        self.heard: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.heard.append(sound)


def _step(ply: Ply) -> Stepped:
    return stepped(ply.before, ply.notation, index=0)


def cues(game: str, ply: Ply) -> tuple[Cue, ...]:
    return tuple(screens(game).sounds(_step(ply)))


def at_table(game: str, tmp_path: Any, qtbot: QtBot) -> tuple[Page, Ears]:
    page, ears = Page(game), Ears()
    qtbot.addWidget(page)
    TableSounds(page, ears, Settings(tmp_path))  # type: ignore[arg-type]
    page.show()
    return page, ears


@pytest.mark.parametrize("game", playable())
def test_a_whole_game_is_heard(game: str) -> None:
    heard = Counter(cue.sound for ply in plies(rules.new(game, 3), 1) for cue in cues(game, ply))
    assert heard[Sound.STEPS], "camels walk"
    assert heard[Sound.COIN], "somebody earns"
    assert not heard.keys() & {Sound.WIN, Sound.TURN, Sound.NUDGE}, "the page plays them"


@pytest.mark.parametrize("game", playable())
def test_coins_are_heard_only_when_the_result_is_displayed(game: str) -> None:
    for ply in plies(rules.new(game, 3), 2):
        assert all(cue.result for cue in cues(game, ply) if cue.sound is Sound.COIN)


def test_a_roll_is_heard_as_it_moves(tmp_path: Any, qtbot: QtBot) -> None:
    page, ears = at_table("camelup", tmp_path, qtbot)
    rolled = _step(_roll(page))
    page.step_began.emit(rolled)
    assert ears.heard == [Sound.DICE]
    qtbot.waitUntil(lambda: Sound.STEPS in ears.heard, timeout=LONG_MS)
    assert ears.heard == [Sound.DICE, Sound.LAND, Sound.STEPS]
    page.step_shown.emit(rolled)
    assert ears.heard == [Sound.DICE, Sound.LAND, Sound.STEPS]


def test_what_is_skipped_is_silent_at_once(tmp_path: Any, qtbot: QtBot) -> None:
    page, ears = at_table("camelup", tmp_path, qtbot)
    rolled = _step(_roll(page))
    page.step_began.emit(rolled)
    page.step_shown.emit(rolled)
    assert not page.findChildren(TableSounds)[0]._waiting
    assert ears.heard == [Sound.DICE]


def test_a_step_without_motion_is_heard_when_it_is_displayed(tmp_path: Any, qtbot: QtBot) -> None:
    page, ears = at_table("cards", tmp_path, qtbot)
    game = plies(page.model.view.position, 1)
    bet = next(ply for ply in game if ply.notation.startswith(("lead", "mid", "final")))
    page.step_shown.emit(_step(bet))
    assert ears.heard == [Sound.CARD]


def test_out_of_sight_only_what_calls_me_back_is_heard(tmp_path: Any, qtbot: QtBot) -> None:
    page, ears = at_table("camelup", tmp_path, qtbot)
    page.hide()
    rolled = _step(_roll(page))
    page.step_began.emit(rolled)
    page.step_shown.emit(rolled)
    assert ears.heard == []
    page.your_turn.emit()
    page.nudged.emit()
    page.sound_due.emit(Sound.COIN)
    page.result_shown.emit()
    assert ears.heard == [Sound.TURN, Sound.NUDGE, Sound.COIN, Sound.WIN]


def _roll(page: Page) -> Ply:
    return next(ply for ply in plies(page.model.view.position, 1) if ply.notation[:3] == "die")
