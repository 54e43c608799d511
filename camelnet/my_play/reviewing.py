"""The way from records to reviewed games: whatever is missing in the database is reviewed and kept.

A record is known by its digest, so it is reviewed once, whatever its file is called. Another
version of the review, or another network, has another stamp: its games are reviewed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import camelnet
from camelnet import rules
from camelnet.bots import network
from camelnet.i18n import Message
from camelnet.my_play.database import Database, Game, Other
from camelnet.review import HiddenCards, kept, known_faces, review
from camelnet.session.api.facts import Kind
from camelnet.session.table.record_summary import BYTES_MAX, records_in, summarise
from camelnet.session.table.recorded_game import RecordedGame, read_game
from camelnet.session.table.verify import BadRecord

VICTORY = 10_000  # hundredths of a point

Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class State:
    """All that is known so far: the games, the oldest first, how many are still to be reviewed,
    how many records cannot be, and a sentence if something went wrong."""

    games: tuple[Game, ...] = ()
    waiting: int = 0
    left_out: int = 0
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """A record of a finished game of mine that is not reviewed yet."""

    path: Path
    digest: bytes
    finished_s: int


def catch_up(
    database: Database,
    records: Path,
    key: bytes,
    *,
    shelf: kept.Shelf | None,
    stop: Stop = lambda: False,
) -> Iterator[State]:
    """Review the missing games of a folder, the newest first, and yield the state before each and
    at the end; ends early when `stop` returns True. `key`: the profile's own. Raises `Unusable`."""
    waiting, left_out = missing(database, records, key, stop=stop)

    def state() -> State:
        return State(database.games(), len(waiting), left_out, database.trouble)

    while waiting and not stop():
        yield state()
        first = waiting.pop()
        try:
            game = reviewed(first, key, shelf=shelf, stop=stop)
        except ValueError:  # the next ones may be reviewed all the same
            game = None
        if stop():
            return
        if game is not None:
            database.put(game)
        else:
            database.leave_out(first.digest, camelnet.__version__)
            left_out += 1
    yield state()


def missing(
    database: Database, records: Path, key: bytes, *, stop: Stop = lambda: False
) -> tuple[list[Waiting], int]:
    """The records that the database lacks, the oldest first, and how many cannot be reviewed.
    Raises `Unusable`."""
    newest = [game for game in database.games() if game.stamp == stamp_of(game.game)]
    known = {name for game in newest for name in (game.digest, game.id)}
    before = database.left_out()
    waiting: list[Waiting] = []
    left_out = 0
    for saved_s, path in _files(records):
        if stop():
            break
        with suppress(OSError):  # it has gone since
            digest = _digest(path)
            if digest in known:
                continue
            if before.get(digest) == camelnet.__version__:
                left_out += 1
                continue
            try:
                told = summarise(path)
            except BadRecord:
                database.leave_out(digest, camelnet.__version__)
                left_out += 1
                continue
            mine = told.ended and key in told.keys and told.game in rules.GAMES
            if mine and told.game_id not in known:
                known.add(told.game_id)
                waiting.append(Waiting(path, digest, saved_s))
    return waiting, left_out


def _files(records: Path) -> list[tuple[int, Path]]:
    """The records of a folder that are not too large, with the second when each was written; the
    oldest first, so that of two records of one game the first one counts."""
    found = []
    for saved_s, path in records_in(records):
        with suppress(OSError):  # it has gone since
            if path.is_file() and path.stat().st_size <= BYTES_MAX:
                found.append((int(saved_s), path))
    return sorted(found)


def _digest(path: Path) -> bytes:
    """The digest of a file; it is read once, while it stays as it is. Raises `OSError`."""
    now = path.stat()
    return _digest_of(path, now.st_mtime_ns, now.st_ctime_ns, now.st_size)


@lru_cache(maxsize=4096)
def _digest_of(path: Path, *_changed: int) -> bytes:
    return sha256(path.read_bytes()).digest()


def stamp_of(game: str) -> str:
    """The version of what reviews a game."""
    return f"{kept.VERSION} {network.digest(game) if game in rules.GAMES else ''}"


def reviewed(one: Waiting, key: bytes, *, shelf: kept.Shelf | None, stop: Stop) -> Game | None:
    """Review a game, one position after the other; None if it is not mine to its end, or when it
    was stopped. ValueError if it cannot be reviewed."""
    game = read_game(one.path, key=key, progress=lambda _done: not stop())
    if game is None or not game.over or game.seat is None:
        return None
    seat, steps = game.seat, game.steps
    hidden = HiddenCards(steps)
    found = review(
        steps,
        known_faces(steps),
        reader=seat,
        reader_faces=lambda step: hidden.held(steps[step].before, seat),
        progress=lambda _done, _found: not stop(),
        shelf=shelf,
    )
    if found is None:
        return None
    return Game(
        digest=one.digest,
        id=game.verdict.game_id,
        stamp=stamp_of(game.game),
        finished_s=one.finished_s,
        game=game.game,
        seats=len(game.names),
        decisions=sum(made.seat == seat for made in found.decisions),
        given_away=round(VICTORY * found.given_away(seat)),
        won=round(VICTORY * found.graph[-1][seat]),
        luck=round(VICTORY * found.luck[seat]),
        others=_others(game, seat, found.graph[-1]),
    )


def _others(game: RecordedGame, seat: int, shares: tuple[float, ...]) -> tuple[Other, ...]:
    seats = zip(game.verdict.keys, game.names, game.kinds, game.levels, shares, strict=True)
    return tuple(
        Other(key, name, level if kind is Kind.BOT else "", round(VICTORY * share))
        for number, (key, name, kind, level, share) in enumerate(seats)
        if number != seat
    )
