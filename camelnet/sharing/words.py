"""The words of a game's page in the chosen language: its body as HTML, its steps as text.

Names, and all else that others wrote, are escaped here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from camelnet.i18n import _
from camelnet.review import Review
from camelnet.review.chapters import Chapter, chapter_of
from camelnet.review.moments import moments
from camelnet.review.words import explained, moment_title, moment_words, points
from camelnet.rules.phrases import ScoreTable, sentence
from camelnet.rules.words import words
from camelnet.session.api.facts import Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.text import verdict_words
from camelnet.session.text.standing_words import winner_words
from camelnet.session.text.words import game_name, told

COSTLY = 6  # decisions that are listed
LINES = 2  # of what a step tells

_PLACE = '<button class="place" data-at="{at}">{text}</button>'


@dataclass(frozen=True, slots=True)
class Told:
    """All that a page tells of; `trouble`: why it has no review."""

    steps: Sequence[Stepped]
    names: Sequence[str]  # by seat
    table: str  # "" where names are left out
    verdict: Verdict
    fault: str
    found: Review | None
    trouble: str
    chapters: Sequence[Chapter]
    faces: Callable[[int], str]  # by step: the hidden cards that it may tell of
    link: str  # "" where the whole game does not fit into one
    record: bool  # the record is in the page
    named: bool

    @property
    def last(self) -> int:
        return len(self.steps)


def title(page: Told) -> str:
    """The winner, or the game if it is unfinished."""
    after = page.steps[-1].after
    if after.turn == "over":
        return winner_words(page.names, after.winners(), None)
    return _("{game}, unfinished").format(game=game_name(after.game))


def places(page: Told) -> list[tuple[str, str]]:
    """For every place of the game its leg or round, and what has just happened."""
    first = page.steps[0].before
    begun = [("", _("The game begins."))]
    return begun + [
        (
            sentence(chapter_of(first, page.chapters, number)),
            " ".join(told(step, page.names)[:LINES]),
        )
        for number, step in enumerate(page.steps)
    ]


def labels() -> Mapping[str, str]:
    """The words of the script."""
    return {
        "place": _("{at} of {last}"),
        "play": _("Play"),
        "pause": _("Pause"),
        "percent": _("{number} %"),
    }


def body(page: Told, languages: Mapping[str, str], language: str) -> str:
    """The page between its header and its end, as HTML."""
    parts = (
        _header(page, languages, language),
        _stage(page),
        _moments(page),
        _costly(page),
        _scores(page),
        _verdict(page),
        _about(page),
    )
    return "".join(parts)


def _header(page: Told, languages: Mapping[str, str], language: str) -> str:
    chosen = "".join(
        f'<button data-lang="{code}" lang="{code}" aria-pressed="{str(code == language).lower()}">'
        f"{name}</button>"
        for code, name in languages.items()
    )
    game = escape(str(game_name(page.verdict.game)))
    below = _("{game} at the table {table}").format(game=game, table=escape(page.table))
    nav = escape(_("Language"))
    return (
        f'<header><nav aria-label="{nav}">{chosen}</nav>'
        f"<h1>{escape(title(page))}</h1>"
        f'<p class="below">{below if page.table else game}</p></header>'
    )


def _stage(page: Told) -> str:
    buttons = (
        ("start", "⏮", _("To the beginning")),
        ("back", "◀", _("One step back")),
        ("play", "▶", _("Play")),
        ("on", "▶︎", _("One step forward")),
        ("end", "⏭", _("To the end")),
    )
    made = "".join(
        f'<button id="{name}" aria-label="{escape(text)}" title="{escape(text)}">'
        f'<i class="{name}"></i></button>'
        for name, _sign, text in buttons
    )
    stage, board = escape(_("The game, step by step")), escape(_("The board"))
    players, place = escape(_("Players")), escape(_("Place in the game"))
    chances = _("Chances to win") if page.found is not None else _("Course of the game")
    keys = _("Keys: ← → a step, with Shift a leg or round, Home and End, space bar.")
    plain = _(
        "To go through the game step by step, open this file in a browser of 2023 or newer, with "
        "scripts allowed. Nothing is loaded from the Internet."
    )
    return (
        f'<section id="stage" aria-label="{stage}" hidden>'
        f'<div id="board" role="img" aria-label="{board}"></div>'
        '<div id="side"><div id="now"><p id="chapter"></p>'
        '<p id="told" aria-live="polite" aria-atomic="true"></p></div>'
        f'<h2 class="hidden">{players}</h2><ul id="players"></ul></div>'
        f'<div id="course"><p class="caption">{escape(chances)}</p><div id="seek">'
        f'<input id="range" type="range" min="0" max="{page.last}" value="0" step="1" '
        f'aria-label="{place}"></div>'
        f'<div id="buttons">{made}</div><p id="keys">{escape(keys)}</p></div></section>'
        f'<p id="plain">{escape(plain)}</p><figure id="finish"></figure>'
    )


def _moments(page: Told) -> str:
    if page.found is None:
        return f'<section><p class="quiet">{escape(page.trouble)}</p></section>'
    first = page.steps[0].before
    cards = []
    for moment in moments(page.found, None):
        step = page.steps[moment.step]
        text = moment_words(
            moment,
            step,
            page.names,
            reader=None,
            chapter=sentence(chapter_of(first, page.chapters, moment.step)),
            faces=page.faces(moment.step),
        )
        cards.append(
            f"<li><h3>{escape(moment_title(moment, page.names, None))}</h3><p>{escape(text)}</p>"
            f"{_shown(moment.place)}</li>"
        )
    heading = escape(_("What decided it"))
    return f'<section><h2>{heading}</h2><ul class="cards">{"".join(cards)}</ul></section>'


def _costly(page: Told) -> str:
    if page.found is None:
        return ""
    items = []
    for made in page.found.costliest(count=COSTLY):
        step = page.steps[made.step]
        first, *why = explained(made, step, page.names, page.faces(made.step))
        lost = points(-made.loss)
        items.append(
            f'<li><p><b class="lost">{lost}</b> {escape(first)}</p>'
            f"<p>{escape(' '.join(why))}</p>{_shown(made.step)}</li>"
        )
    if not items:
        return ""
    heading, unit = (
        _("The decisions that cost most"),
        _("The numbers are points of a hundred to win."),
    )
    return (
        f'<section><h2>{escape(heading)}</h2><p class="quiet">{escape(unit)}</p>'
        f'<ol class="costly">{"".join(items)}</ol></section>'
    )


def _shown(at: int) -> str:
    return _PLACE.format(at=at, text=escape(_("Show it on the board")))


def _scores(page: Told) -> str:
    after = page.steps[-1].after
    return f"<section>{_table(words(after.game).standings(after, page.names))}</section>"


def _table(table: ScoreTable) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in table.rows
    )
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _verdict(page: Told) -> str:
    told = verdict_words.sentences(page.verdict)
    if page.fault:
        told.insert(0, page.fault)
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in told)
    seats = ""
    if page.named:
        lines = "".join(
            f"<li>{escape(verdict_words.seat(seat))}</li>" for seat in page.verdict.seats
        )
        seats = (
            f'<ul class="quiet">{lines}</ul><p class="quiet">{escape(verdict_words.claims())}</p>'
        )
    heading = escape(_("Who vouches for this game"))
    return f"<section><h2>{heading}</h2>{paragraphs}{seats}</section>"


def _about(page: Told) -> str:
    lines = []
    if page.record:
        lines.append(
            _(
                "The record of the game is in this file. What you see here proves nothing, but the "
                "record does: “camelnet verify” and the name of this file check every signature, "
                "die and rule; dropped on camelnet's window the file opens as a replay."
            )
        )
    elif page.named:
        lines.append(_("The record of the game is not in this file, so nothing here is proven."))
    else:
        lines.append(
            _(
                "The names of the players were left out, and with them the record of the game, "
                "which holds names and keys. So nothing here is proven."
            )
        )
    link = ""
    if page.link:
        text = _("Open in camelnet")
        proof = _("A copy of the moves, where camelnet is installed. It proves nothing.")
        link = f'<p><a href="{escape(page.link)}">{escape(text)}</a> {escape(proof)}</p>'
    about = _(
        "camelnet plays board games among the laptops in one room, without a server or an account. "
        "It is free software."
    )
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return f"<footer>{paragraphs}{link}<p>{escape(about)}</p></footer>"
