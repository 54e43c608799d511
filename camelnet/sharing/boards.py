"""The boards of a game for its page: painted by the app, or as text where Qt is missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from camelnet.session.table.recorded_game import RecordedGame

EVERYBODY = -1  # all hidden cards are shown that somebody who reads the game can know,
NOBODY = -2  # or none; else the number of the seat whose cards are shown
COLOURS = (
    *("#7d3c98", "#c0392b", "#0f766e", "#a86a0c"),
    *("#2c4f8a", "#a31558", "#4a5a63", "#5f6d12"),
)


@dataclass(frozen=True, slots=True)
class Pictures:
    """The pictures of a game with their words in one language. A picture is a list of numbers of
    elements in the tables of `Boards`; each comes twice, by day and by night."""

    ground: tuple[Sequence[int], Sequence[int]]  # what lies beneath every position
    frames: tuple[tuple[Sequence[int], Sequence[int]], ...]  # different positions
    order: tuple[int, ...]  # the frame of each place, from 0 to the number of steps
    finish: tuple[Sequence[int], Sequence[int]]  # the picture of the end; empty if unfinished


@dataclass(frozen=True, slots=True)
class Boards:
    """Painted boards. `tables`: what all pictures are made of, as
    `camelnet_gui.art.vectors.Drawings` has it."""

    size: tuple[int, int]
    finish_size: tuple[int, int]
    tables: Mapping[str, Sequence[object]]
    pictures: Mapping[str, Pictures]  # by language
    colours: tuple[str, ...]  # of the seats
    poster: bytes  # the end as a WebP, for who cannot run the page's script; b"" for none


class PaintBoards(Protocol):
    """The app's painter of boards: every place of a game, as a view sees it; with numbers in the
    place of names unless `named`."""

    def __call__(self, game: RecordedGame, view: int, *, named: bool) -> Boards: ...
