"""The player of sounds, with a stand-in for the process that plays."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from camelnet_gui.settings.store import Settings
from camelnet_gui.sound.cue import Sound
from camelnet_gui.sound.player import AGAIN_S, SoundPlayer
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS

# Writes down what it is told; says what stands in the file "says", if there is one.
PROCESS = """
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
says = folder / "says"
print(says.read_text() if says.exists() else "ready", flush=True)
with (folder / "heard").open("a") as heard:
    for line in sys.stdin:
        heard.write(line)
        heard.flush()
        if "lose" in line:
            sys.exit(3)
    heard.write("end\\n")
"""


class Stage:
    """A player whose process writes down what it hears."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_s = 100.0
        self.settings = Settings(folder)
        self.player = SoundPlayer(
            self.settings,
            installed=lambda: True,
            command=(sys.executable, "-c", PROCESS, str(folder)),
            clock=lambda: self.now_s,
        )

    @property
    def heard(self) -> list[str]:
        path = self.folder / "heard"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def stage(tmp_path: Path, qtbot: QtBot) -> Stage:
    made = Stage(tmp_path)
    yield made  # type: ignore[misc]
    made.player.close()


def test_sounds_are_sent_at_the_volume_of_the_settings(stage: Stage, qtbot: QtBot) -> None:
    stage.player.play(Sound.DICE)
    stage.settings.volume = 100
    stage.player.play(Sound.COIN)
    qtbot.waitUntil(lambda: len(stage.heard) == 2, timeout=LONG_MS)
    dice, coin = stage.heard
    assert coin == "play coin 1.000"
    assert dice.startswith("play dice 0.5")
    stage.player.close()
    assert stage.heard[-1] == "end", "it ends by itself when its input does"


def test_it_ends_beside_other_things_and_plays_nothing_more(stage: Stage, qtbot: QtBot) -> None:
    stage.player.play(Sound.DICE)
    qtbot.waitUntil(lambda: len(stage.heard) == 1, timeout=LONG_MS)
    stage.player.leave()
    stage.player.play(Sound.COIN)
    qtbot.waitUntil(lambda: stage.player._voice is None, timeout=LONG_MS)
    assert [line.split()[0] for line in stage.heard] == ["play", "end"]


def test_the_same_sound_twice_at_once_is_one(stage: Stage, qtbot: QtBot) -> None:
    stage.player.play(Sound.COIN)
    stage.player.play(Sound.COIN)
    qtbot.waitUntil(lambda: not stage.player._recent, timeout=LONG_MS)
    stage.player.play(Sound.COIN)
    stage.player.play(Sound.CARD)
    qtbot.waitUntil(lambda: len(stage.heard) == 3, timeout=LONG_MS)
    assert [line.split()[1] for line in stage.heard] == ["coin", "coin", "card"]


def test_no_sound_means_that_no_process_begins(stage: Stage) -> None:
    stage.settings.sound = False
    stage.player.play(Sound.DICE)
    stage.player.set_outdoors(True)
    stage.settings.sound, stage.settings.volume = True, 0
    stage.player.play(Sound.DICE)
    assert stage.player._voice is None


def test_without_the_extra_there_is_silence_and_a_sentence(tmp_path: Path) -> None:
    player = SoundPlayer(Settings(tmp_path), installed=lambda: False)
    told: list[str] = []
    player.changed.connect(lambda: told.append(str(player.trouble)))
    player.play(Sound.DICE)
    player.play(Sound.COIN)
    player.look()
    assert len(told) == 1
    assert "pip install 'camelnet[sound]'" in told[0]


@pytest.mark.parametrize(
    ("says", "told"),
    [("broken libpulse.so.0: not found", "libpulse.so.0"), ("no-device", "speakers")],
)
def test_why_there_is_silence_is_told(says: str, told: str, stage: Stage, qtbot: QtBot) -> None:
    (stage.folder / "says").write_text(says, encoding="utf-8")
    with qtbot.waitSignal(stage.player.changed, timeout=LONG_MS):
        stage.player.look()
    assert told in str(stage.player.trouble)


def test_a_process_that_ends_is_begun_again_with_a_later_sound(stage: Stage, qtbot: QtBot) -> None:
    stage.player._send("lose the sound server")
    qtbot.waitUntil(lambda: stage.player._voice is None, timeout=LONG_MS)
    stage.player.play(Sound.DICE)
    assert stage.player._voice is None, "not at once: it would end again"
    stage.now_s += AGAIN_S
    stage.player.play(Sound.DICE)
    qtbot.waitUntil(lambda: len(stage.heard) == 2, timeout=LONG_MS)


def test_the_wind_blows_again_when_the_process_was_begun_again(stage: Stage, qtbot: QtBot) -> None:
    stage.settings.ambience = True
    stage.player.set_outdoors(True)
    stage.player._send("lose the sound server")
    qtbot.waitUntil(lambda: stage.player._voice is None, timeout=LONG_MS)
    stage.now_s += AGAIN_S
    stage.player.play(Sound.DICE)
    qtbot.waitUntil(lambda: len(stage.heard) == 4, timeout=LONG_MS)
    assert [line.split()[0] for line in stage.heard] == ["wind", "lose", "play", "wind"]


def test_a_program_that_is_not_there_is_silence(tmp_path: Path, qtbot: QtBot) -> None:
    player = SoundPlayer(
        Settings(tmp_path), installed=lambda: True, command=(str(tmp_path / "none"),)
    )
    player.play(Sound.DICE)
    qtbot.waitUntil(lambda: player._voice is None, timeout=LONG_MS)
    player.close()


def test_the_ambience_is_off_by_default_and_follows_settings_and_games(
    stage: Stage, qtbot: QtBot
) -> None:
    stage.player.set_outdoors(True)
    assert stage.player._voice is not None, "in time for the first die"
    stage.settings.ambience = True
    stage.settings.volume = 100
    stage.player.set_outdoors(False)
    stage.player.set_outdoors(True)
    stage.settings.sound = False
    qtbot.waitUntil(lambda: len(stage.heard) == 5, timeout=LONG_MS)
    loud = [float(line.split()[1]) for line in stage.heard]
    assert 0 < loud[0] < loud[1] == loud[3]
    assert loud[2] == loud[4] == 0
    stage.player.close()
    stage.settings.sound = True
    stage.player.play(Sound.DICE)
    assert stage.heard[-1] == "end"
