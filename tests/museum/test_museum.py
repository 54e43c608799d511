"""What earlier releases wrote is read, verified, replayed, reviewed, and played to its end."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from camelnet import __version__, replay, rules
from camelnet.record.profile import Profile
from camelnet.session.table.verify import verify
from tests.cli.pty_player import command, environment
from tests.scripts import script

HERE = Path(__file__).parent
ROOMS = sorted(path for path in HERE.iterdir() if (path / "unfinished").is_dir())
PROFILES = sorted(HERE.glob("*/profile"))
FIRST, FIRST_PROFILE = "0.11.0", "0.4.0"  # earlier ones are not promised to be read
BOTS = [room / f"{game}.camelnet" for room in ROOMS for game in rules.GAMES]
PEOPLE = sorted(HERE.glob("*/people/*.camelnet"))


def named(record: Path) -> str:
    return record.relative_to(HERE).with_suffix("").as_posix()


def test_there_is_a_record_of_every_game_of_every_release() -> None:
    assert [path for path in BOTS if not path.is_file()] == []
    versions = list(script("desktop/metainfo").DATES)  # from the newest on
    released = set(versions[: versions.index(FIRST) + 1]) - {__version__}
    assert {room.name for room in ROOMS} >= released


@pytest.mark.parametrize("record", BOTS, ids=named)
def test_a_record_is_verified_and_replayed(record: Path) -> None:
    verdict = verify(record)
    assert verdict.complete
    game = replay.read(record)
    assert game.names == ("Amina", "Bruno")
    assert game.verdict == verdict
    assert len(game.steps) > 40


@pytest.mark.slow
@pytest.mark.parametrize("record", PEOPLE, ids=named)
def test_a_game_with_people_changes_and_forks_is_replayed_to_its_end(record: Path) -> None:
    game = replay.read(record)
    assert game.positions[-1].is_over
    assert game.verdict.segments


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS, ids=lambda path: path.name)
def test_records_are_reviewed(room: Path) -> None:
    words = command(
        "review", "--nodes", "10", *(str(room / f"{game}.camelnet") for game in rules.GAMES)
    )
    told = subprocess.run(words, env=environment(), capture_output=True, text=True, check=True)
    assert told.stdout.count("Amina") >= len(rules.GAMES)


@pytest.mark.parametrize("kept", PROFILES, ids=lambda path: path.parent.name)
def test_key_name_friends_and_settings_are_as_before(kept: Path, tmp_path: Path) -> None:
    from camelnet_gui.lobby.table_settings import last_choice, last_tables, usual_choice
    from camelnet_gui.settings.store import Settings, fields

    before = {path.name: path.read_bytes() for path in kept.iterdir()}
    folder = Path(shutil.copytree(kept, tmp_path / "profile"))
    profile = Profile.open(folder)
    friend = bytes(range(32))
    assert profile.damage is None
    assert profile.private_key.private_bytes_raw() == before["key"]
    assert profile.name == "Zoé ✎"
    assert profile.recognises("Bruno", friend)
    assert not profile.recognises("Bruno", bytes(32))
    assert profile.addresses() == ((friend, "192.0.2.7", 21776),)
    profile.close()
    settings = Settings(folder)
    assert settings.trouble is None
    assert (settings.theme, settings.motion, settings.language) == ("dark", "off", "fr")
    assert (settings.size, settings.confirm) == (150, False)
    if kept.parent.name != FIRST_PROFILE:  # it had no more
        assert (settings.volume, settings.notifications, settings.name_asked) == (30, False, True)
        assert (settings.learned, settings.bots_pace) == (("camelup",), "calm")
        assert settings.interface == "wlan0"
    lines = before["app.ini"].decode().splitlines()[1:]
    keys = {line.partition("=")[0] for line in lines} & fields().keys()
    assert len(keys) == len(lines), "each is still known"
    for key in keys:
        value = fields()[key].read(settings.text(key) or "")
        assert value not in (None, fields()[key].default), key
    for game in rules.GAMES:
        chosen = last_choice(settings.play_choices, game)
        told = any(word.startswith(game) for word in settings.play_choices)
        assert (chosen != usual_choice(game)) == told
    assert len(last_tables(settings.table_choices)) == len(settings.table_choices)
    assert before == {name: (folder / name).read_bytes() for name in before}


def test_the_newest_profile_has_every_setting() -> None:
    from camelnet_gui.settings.store import fields

    text = (ROOMS[-1] / "profile/app.ini").read_text(encoding="utf-8")
    assert [key for key in fields() if f"\n{key}=" not in text] == []


def test_there_is_a_profile_of_the_first_release_that_is_promised() -> None:
    assert {path.parent.name for path in PROFILES} >= {
        FIRST_PROFILE,
        *(room.name for room in ROOMS),
    }


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
    assert {player.returncode for player in players} == {0}, said
    records = sorted(tmp_path.glob("*/records/*.camelnet"))
    assert len(records) == len(players)
    assert len({tuple(step.notation for step in replay.read(each).steps) for each in records}) == 1
    assert verify(records[0]).complete
