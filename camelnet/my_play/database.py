"""The database of reviewed games: one SQLite file in the profile, made anew from the records at any
time.

    game       one row for each finished game of the profile's own seat
    left_out   the records that cannot be reviewed

Several camelnets may use one at the same time. Amounts are whole numbers: hundredths of a point,
where a hundred points are a victory. A damaged file is replaced by an empty one.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from errno import ENOSPC, EROFS
from pathlib import Path
from typing import Any

from camelnet.i18n import N_, Message, message, os_reason

FILE = "my-play.sqlite"
VERSION = 1  # of the tables
BUSY_S = 5.0  # so long we wait for another camelnet
_ENDINGS = ("", "-journal")  # of SQLite's files
_TABLES = (
    """CREATE TABLE game (
    digest BLOB PRIMARY KEY, id BLOB NOT NULL UNIQUE, stamp TEXT NOT NULL,
    finished_s INTEGER NOT NULL, game TEXT NOT NULL, seats INTEGER NOT NULL,
    decisions INTEGER NOT NULL, given_away INTEGER NOT NULL,
    won INTEGER NOT NULL, luck INTEGER NOT NULL, others TEXT NOT NULL
)""",
    "CREATE TABLE left_out (digest BLOB PRIMARY KEY, stamp TEXT NOT NULL)",
    f"PRAGMA user_version = {VERSION}",
)
_REASONS = {
    sqlite3.SQLITE_FULL: os_reason(OSError(ENOSPC, "")),
    sqlite3.SQLITE_READONLY: os_reason(OSError(EROFS, "")),
    sqlite3.SQLITE_BUSY: Message(N_("another camelnet is writing in it")),
}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_NEWER = N_(
    "The figures of “My play” were made by a newer camelnet. Update this one, or rebuild them."
)
_REPLACED = N_("The figures of “My play” were damaged; they are made anew from the records.")
_UNUSABLE = N_("The figures of “My play” cannot be kept: {why}.")


class Unusable(Exception):
    """The database cannot be read or written now; `reason` is a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Other:
    """Another seat of a game. `level` is a bot's; "" for a person."""

    key: bytes
    name: str
    level: str
    won: int


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game as its own seat played it. `won` is 10,000 for a victory, less where several
    share it; `luck` is the part of it that dice, cards and battles gave or took."""

    digest: bytes  # of the record
    id: bytes  # of the game
    stamp: str  # of the review: a game with another one is reviewed again
    finished_s: int  # since the epoch
    game: str
    seats: int
    decisions: int
    given_away: int
    won: int
    luck: int
    others: tuple[Other, ...]


_COLUMNS = tuple(column.name for column in fields(Game))


class Database:
    """An open database; use it in one thread. All methods raise `Unusable`."""

    def __init__(self, connection: sqlite3.Connection, trouble: Message | None = None) -> None:
        self.trouble = trouble  # to be told: it replaces a damaged one
        self._connection = connection

    def games(self) -> tuple[Game, ...]:
        """All games, the oldest first."""
        rows = self._run(f"SELECT {', '.join(_COLUMNS)} FROM game ORDER BY finished_s, digest")
        return tuple(_game(dict(zip(_COLUMNS, row, strict=True))) for row in rows)

    def left_out(self) -> dict[bytes, str]:
        """The stamps of the records that could not be reviewed, by digest."""
        return dict(self._run("SELECT digest, stamp FROM left_out"))

    def put(self, game: Game) -> None:
        """Put a game in place of what was known of it."""
        others = [[one.key.hex(), one.name, one.level, one.won] for one in game.others]
        values = {name: getattr(game, name) for name in _COLUMNS}
        values["others"] = json.dumps(others, ensure_ascii=False)
        marks = ", ".join("?" * len(values))
        self._run(
            f"INSERT OR REPLACE INTO game ({', '.join(values)}) VALUES ({marks})", *values.values()
        )

    def leave_out(self, digest: bytes, stamp: str) -> None:
        """Note that a record cannot be reviewed."""
        self._run("INSERT OR REPLACE INTO left_out VALUES (?, ?)", digest, stamp)

    def clear(self) -> None:
        """Forget all games."""
        self._run("DELETE FROM game")
        self._run("DELETE FROM left_out")

    def _run(self, statement: str, *values: object) -> list[Any]:
        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise _unusable(error) from None


@contextmanager
def opened(profile: Path, *, anew: bool = False) -> Iterator[Database]:
    """The database of a profile, made if there is none. `anew`: empty. Raises `Unusable`."""
    path = profile / FILE
    trouble = None
    try:
        connection = _connected(path, anew=anew)
        if connection is None:
            trouble = None if anew else Message(_REPLACED)
            for ending in _ENDINGS:
                path.with_name(path.name + ending).unlink(missing_ok=True)
            connection = _connected(path, anew=anew)
    except sqlite3.Error as error:
        raise _unusable(error) from None
    except OSError as error:
        raise Unusable(message(_UNUSABLE, why=os_reason(error))) from None
    if connection is None:
        raise Unusable(message(_UNUSABLE, why=message(N_("it is damaged"))))
    with closing(connection):
        database = Database(connection, trouble)
        if anew:
            database.clear()
        yield database


def _connected(path: Path, *, anew: bool) -> sqlite3.Connection | None:
    """A connection to a sound database with our tables; None if the file has to go first. Raises
    `Unusable`, `sqlite3.Error`."""
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")  # of several camelnets one makes the tables
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version == 0:
            for statement in _TABLES:
                connection.execute(statement)
        connection.execute("COMMIT")
        if version > VERSION and not anew:
            raise Unusable(Message(_NEWER))
        if version <= VERSION and _is_sound(connection):
            return connection
    except sqlite3.Error as error:
        if error.sqlite_errorcode not in _DAMAGED:
            connection.close()
            raise
    except Unusable:
        connection.close()
        raise
    connection.close()
    return None


def _is_sound(connection: sqlite3.Connection) -> bool:
    """True if all of it can be read; SQLite itself notices only faults of its own structure."""
    if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        return False
    try:
        Database(connection).games()
    except (TypeError, ValueError):
        return False
    return True


def _game(values: dict[str, Any]) -> Game:
    others = json.loads(values.pop("others"))
    return Game(
        **values,
        others=tuple(
            Other(bytes.fromhex(key), name, level, won) for key, name, level, won in others
        ),
    )


def _unusable(error: sqlite3.Error) -> Unusable:
    code = getattr(error, "sqlite_errorcode", None)
    why = _REASONS.get(code & 0xFF if code is not None else 0)
    return Unusable(message(_UNUSABLE, why=why or str(error)))
