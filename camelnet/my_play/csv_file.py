"""The reviewed games as a CSV file, for a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from camelnet.my_play.database import Game, Other

HEAD = (
    *("finished", "game", "seats", "decisions", "given_away", "won", "luck"),
    *("won_without_luck", "others", "record"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a cell that begins so is run by a spreadsheet


def write(path: Path, games: Sequence[Game]) -> None:
    """Write one line a game; amounts are points, of which a victory has a hundred. Raises
    `OSError`."""
    with path.open("w", encoding="utf-8-sig", newline="") as file:  # marked, as Excel needs it
        lines = csv.writer(file)
        lines.writerow(HEAD)
        lines.writerows(_line(game) for game in games)


def _line(game: Game) -> tuple[object, ...]:
    return (
        datetime.fromtimestamp(game.finished_s, UTC).isoformat(),
        game.game,
        game.seats,
        game.decisions,
        _points(game.given_away),
        _points(game.won),
        _points(game.luck),
        _points(game.won - game.luck),
        _text("; ".join(map(_other, game.others))),
        game.digest.hex(),
    )


def _other(other: Other) -> str:
    return f"{other.name} ({other.level})" if other.level else other.name


def _points(hundredths: int) -> str:
    return f"{hundredths / 100:.2f}"


def _text(text: str) -> str:
    """A name comes from others: in a spreadsheet it stays a text."""
    return f"'{text}" if text.startswith(_FORMULA) else text
