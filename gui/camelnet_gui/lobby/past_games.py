"""Past games: the records in a folder, newest first, each read for what the home page says of it.

The list itself proves nothing: only the form of a record is read, which takes milliseconds. Who won
is known once the whole record has been verified, which takes up to a second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.rules import Position
from camelnet.session.api.facts import Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.record_summary import BYTES_MAX, records_in, summarise
from camelnet.session.table.verify import BadRecord, UnsupportedRecord, follow

SHOWN_MAX = 12

_DAMAGED = N_("{file} is damaged and cannot be opened.")
_UNREAD = N_("{file} cannot be read: {why}.")
_LARGE = N_("{file} is too large to be a record.")


@dataclass(frozen=True, slots=True)
class PastGame:
    """A record, as far as its form tells; `trouble` says why there is nothing more to say."""

    path: Path
    saved_s: float  # since the epoch, when it was last written
    game_id: bytes = b""
    game: str = ""
    table: str = ""
    names: tuple[str, ...] = ()  # by seat
    keys: tuple[bytes, ...] = ()  # by seat
    moves: int = 0
    ended: bool = False
    judged: bool = False  # it was verified, or cannot be
    winners: tuple[int, ...] = ()  # seats; () until it is judged
    final: Position | None = None  # its end; None until it is judged, and where it has none
    trouble: Message | None = None


def past_games(folder: Path, stop: Callable[[], bool] = lambda: False) -> tuple[PastGame, ...]:
    """The newest `SHOWN_MAX` records of a folder. A folder that is not there has none."""
    games: list[PastGame] = []
    for saved_s, path in records_in(folder)[:SHOWN_MAX]:
        if stop():
            break
        games.append(_read(path, saved_s))
    return tuple(games)


def judged(game: PastGame) -> PastGame:
    """The same game with its winners and its end, or with its trouble if the record does not
    hold."""
    final: Position | None = None
    winners: tuple[int, ...] = ()
    try:
        for item in follow(game.path):
            if isinstance(item, Stepped):
                final = item.after
            elif isinstance(item, Verdict):
                winners = item.winners
    except (BadRecord, OSError) as error:
        return replace(game, judged=True, trouble=_trouble(game.path, error))
    return replace(game, judged=True, winners=winners, final=final)


def _read(path: Path, saved_s: float) -> PastGame:
    try:
        if path.is_fifo():  # it would be read for ever
            return PastGame(path, saved_s, trouble=message(_DAMAGED, file=path.name))
        if path.stat().st_size > BYTES_MAX:
            return PastGame(path, saved_s, trouble=message(_LARGE, file=path.name))
        told = summarise(path)
    except (BadRecord, OSError) as error:
        return PastGame(path, saved_s, trouble=_trouble(path, error))
    return PastGame(
        path=path,
        saved_s=saved_s,
        game_id=told.game_id,
        game=told.game,
        table=told.table,
        names=told.names,
        keys=told.keys,
        moves=told.moves,
        ended=told.ended,
    )


def _trouble(path: Path, error: BadRecord | OSError) -> Message:
    if isinstance(error, OSError):
        return message(_UNREAD, file=path.name, why=os_reason(error))
    if isinstance(error, UnsupportedRecord):
        return message(_UNREAD, file=path.name, why=error.reason)
    return message(_DAMAGED, file=path.name)
