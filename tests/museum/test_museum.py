"""What earlier releases wrote is read, verified, replayed, reviewed, and played to its end."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from camelnet import replay, rules
from camelnet.session.table.verify import verify
from tests.cli.pty_player import command, environment

ROOMS = sorted(path for path in Path(__file__).parent.iterdir() if (path / "unfinished").is_dir())
RECORDS = [room / f"{game}.camelnet" for room in ROOMS for game in rules.GAMES]


def test_there_is_a_record_of_every_game_of_every_release() -> None:
    assert [room.name for room in ROOMS][:1] == ["0.11.0"]
    assert [path for path in RECORDS if not path.is_file()] == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_is_verified_and_replayed(record: Path) -> None:
    verdict = verify(record)
    assert verdict.complete
    game = replay.read(record)
    assert game.names == ("Amina", "Bruno")
    assert game.verdict == verdict
    assert len(game.steps) > 40


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS, ids=lambda path: path.name)
def test_a_record_is_reviewed(room: Path) -> None:
    words = command("review", str(room / "camelup.camelnet"))
    told = subprocess.run(words, env=environment(), capture_output=True, text=True, check=True)
    assert "Amina" in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS, ids=lambda path: path.name)
def test_a_game_that_was_interrupted_is_played_to_its_end(room: Path, tmp_path: Path) -> None:
    players = [
        subprocess.Popen(
            command(
                *("resume", "--level", "greedy", "--once", "--interface", "127.0.0.1"),
                *("--profile", str(profile), "--record", str(tmp_path / profile.name / "records")),
            ),
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for profile in (
            Path(shutil.copytree(kept, tmp_path / kept.name))
            for kept in sorted((room / "unfinished").iterdir())
        )
    ]
    try:
        said = [player.communicate(timeout=900)[0] for player in players]
    finally:
        for player in players:
            player.kill()
            player.communicate()
    assert [player.returncode for player in players] == [0, 0], said
    one, other = sorted(tmp_path.glob("*/records/*.camelnet"))
    assert one.read_bytes() == other.read_bytes()
    assert verify(one).complete
