"""A profile whose finished games are the records of docs/vectors, and games made up in numbers."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from camelnet.my_play.database import Game, Other
from camelnet.record.profile import RECORDS, Profile

VECTORS = Path(__file__).parents[2] / "docs/vectors/records"
SHORT = ("camelup-bots-alone", "targui-people", "camelup-one-person")
ANA = Other(b"a" * 32, "Ana", "", 0)


def home_with(folder: Path, *names: str) -> Path:
    """The profile of seat 0 of those games, the first one played first."""
    (folder / RECORDS).mkdir(parents=True)
    (folder / "key").write_bytes(hashlib.sha256(b"5 0").digest())
    for number, name in enumerate(names):
        add(folder, name, 1_700_000_000 + 60 * number)
    return folder


def add(home: Path, name: str, finished_s: int) -> Path:
    path = home / RECORDS / f"{name}.camelnet"
    shutil.copy(VECTORS / path.name, path)
    os.utime(path, (finished_s, finished_s))
    return path


def key_of(home: Path) -> bytes:
    key = Profile.key_in(home)
    assert key is not None
    return key


def made_up(
    number: int,
    *,
    game: str = "camelup",
    given_away: int = 1000,
    decisions: int = 20,
    won: int = 0,
    luck: int = 0,
    others: tuple[Other, ...] = (ANA,),
) -> Game:
    """Game number so and so of a person."""
    return Game(
        digest=number.to_bytes(32, "big"),
        id=number.to_bytes(16, "big"),
        stamp="2 made up",
        finished_s=1_700_000_000 + 3600 * number,
        game=game,
        seats=1 + len(others),
        decisions=decisions,
        given_away=given_away,
        won=won,
        luck=luck,
        others=others,
    )
