"""Games for pages: the ends of recorded ones, which are short enough to be painted in a test."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from camelnet.review import Review, known_faces, review
from camelnet.session.table.recorded_game import RecordedGame, read_game
from camelnet.sharing.boards import EVERYBODY, Boards
from camelnet.sharing.link import link_of
from camelnet.sharing.page import make_page, without_names
from tests.session.record_vectors import FOLDER

RECORDS = {
    "camelup": FOLDER / "camelup-one-person.camelnet",
    "cards": FOLDER / "cards-one-person.camelnet",
    "targui": FOLDER / "targui-people.camelnet",
}
LAST = 8  # steps


@cache
def whole(path: Path) -> RecordedGame:
    game = read_game(path)
    assert game is not None
    return game


def end_of(game: str) -> RecordedGame:
    """The last steps of a game."""
    read = whole(RECORDS[game])
    return replace(read, steps=read.steps[-LAST:])


@cache
def reviewed(game: str) -> Review:
    """A rough review of these steps."""
    steps = end_of(game).steps
    found = review(steps, known_faces(steps), nodes=10)
    assert found is not None
    return found


def page_of(
    game: RecordedGame,
    *,
    boards: Boards | None = None,
    found: Review | None = None,
    view: int = EVERYBODY,
    named: bool = True,
    record: bytes = b"",
) -> str:
    return make_page(
        game,
        view=view,
        named=named,
        boards=boards,
        found=found,
        trouble="" if found else "Only a finished game can be reviewed.",
        record=record,
        link=link_of(game.steps, game.names if named else without_names(game).names),
    )
