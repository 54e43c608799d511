"""One game as one HTML page that refers to nothing outside itself.

Its words stand in it in every language that we speak, its boards as tables of shapes that its
script draws, all of that compressed. What it says of the game can be read without the script, too.
A policy in its head lets it run this one script, and load nothing.
"""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from camelnet.i18n import LANGUAGES, _, language, speaking
from camelnet.record.page import RECORD_TAG
from camelnet.review import HiddenCards, Review, known_faces
from camelnet.review.chapters import chapters
from camelnet.rules import Position
from camelnet.rules.words import words
from camelnet.session.table.recorded_game import RecordedGame
from camelnet.sharing.boards import COLOURS, EVERYBODY, Boards
from camelnet.sharing.words import COSTLY, Told, body, labels, places, title

STATIC = Path(__file__).with_name("static")
BOARD_WIDTH = 78  # columns of a text board
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>{body}</main>
{poster}<script type="application/gzip" id="game">{game}</script>
{record}<script>{script}</script>
</body>
</html>
"""


def make_page(
    game: RecordedGame,
    *,
    view: int,
    named: bool,
    boards: Boards | None,
    found: Review | None,
    trouble: str,
    record: bytes,
    link: str,
) -> str:
    """The page of a game. `view`: whose hidden cards it tells of; `boards`: painted, else it has
    text boards; `found`: its review, or `trouble` says why there is none; `record`: the bytes of
    its record, b"" for none. Without names (`named`) it must be given none."""
    assert named or not record, "a record tells names and keys"
    chosen = language()
    spoken = {}
    for code in LANGUAGES:
        with speaking(code):
            spoken[code] = _in_words(game, view, named, boards, found, trouble, bool(record), link)
    data = {"words": spoken, "language": chosen, **_course(game, boards, found)}
    packed = gzip.compress(json.dumps(data, separators=(",", ":")).encode(), 9, mtime=0)
    style, script = (_static(name) for name in ("page.css", "page.js"))
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    mine = spoken[chosen]
    return _PAGE.format(
        language=chosen,
        policy=policy,
        title=escape(mine["title"]),
        style=style,
        body=mine["body"],
        poster=_poster(boards, mine["title"]),
        game=_base64(packed),
        record=f"{RECORD_TAG}{_base64(record)}</script>\n" if record else "",
        script=script,
    )


def without_names(game: RecordedGame) -> RecordedGame:
    """The same game, with numbers in the place of names, and no name of the table."""
    names = _numbered(game)
    seats = zip(game.verdict.seats, names, strict=True)
    claims = tuple(replace(seat, name=name) for seat, name in seats)
    return replace(
        game, table="", names=names, verdict=replace(game.verdict, table="", seats=claims)
    )


def _numbered(game: RecordedGame) -> tuple[str, ...]:
    return tuple(_("Player {n}").format(n=seat + 1) for seat in range(len(game.names)))


def _in_words(
    game: RecordedGame,
    view: int,
    named: bool,
    boards: Boards | None,
    found: Review | None,
    trouble: str,
    record: bool,
    link: str,
) -> dict[str, Any]:
    """All that the page says in the language that is chosen now."""
    game = game if named else without_names(game)
    known = known_faces(game.steps, game.sealed)

    def faces(step: int) -> str:
        return known.get(step, "") if view in (EVERYBODY, game.steps[step].seat) else ""

    page = Told(
        steps=game.steps,
        names=game.names,
        table=game.table,
        verdict=game.verdict,
        fault=str(game.fault or ""),
        found=found,
        trouble=_(trouble),
        chapters=chapters(game.steps),
        faces=faces,
        link=link,
        record=record,
        named=named,
    )
    said = {
        "title": title(page),
        "body": body(page, LANGUAGES, language()),
        "places": places(page),
        "labels": labels(),
        "names": game.names,
    }
    if boards is None:
        hidden = HiddenCards(game.steps, game.sealed)
        said["boards"] = [
            _text_board(game, position, view, hidden) for position in _positions(game)
        ]
    return said


def _positions(game: RecordedGame) -> list[Position]:
    return [game.steps[0].before, *(step.after for step in game.steps)]


def _text_board(game: RecordedGame, position: Position, view: int, hidden: HiddenCards) -> str:
    eyes = position.decider if view == EVERYBODY else view if view >= 0 else None
    faces = "" if eyes is None else hidden.held(position, eyes)
    drawn = words(position.game).board(
        position, game.names, me=eyes, faces=faces, width=BOARD_WIDTH
    )
    return drawn.plain


def _course(game: RecordedGame, boards: Boards | None, found: Review | None) -> dict[str, Any]:
    """The part of the page that needs no words."""
    positions = _positions(game)
    course: dict[str, Any] = {
        "scores": [position.scores() for position in positions],
        "turns": [
            position.turn if isinstance(position.turn, int) else -1 for position in positions
        ],
        "chapters": [first for _number, first in chapters(game.steps)],
        "chances": [] if found is None else [_thousandths(shares) for shares in found.graph],
        "costly": []
        if found is None
        else [[d.step, d.seat] for d in found.costliest(count=COSTLY)],
        "colours": COLOURS[: len(game.names)],
    }
    if boards is not None:
        course |= {
            "size": boards.size,
            "tables": boards.tables,
            "finishSize": boards.finish_size,
            "pictures": {code: asdict(made) for code, made in boards.pictures.items()},
            "colours": boards.colours,
        }
    return course


def _thousandths(shares: Sequence[float]) -> list[int]:
    return [round(1000 * share) for share in shares]


def _poster(boards: Boards | None, title: str) -> str:
    if boards is None or not boards.poster:
        return ""
    picture = f"data:image/webp;base64,{_base64(boards.poster)}"
    return f'<noscript><img class="poster" src="{picture}" alt="{escape(title)}"></noscript>\n'


def _static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _base64(content: bytes) -> str:
    return b64encode(content).decode("ascii")
