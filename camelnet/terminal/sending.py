"""`camelnet export --html` and `--link`: a recorded game for people without camelnet."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from camelnet import bots
from camelnet.cores import cores
from camelnet.i18n import _, os_reason
from camelnet.record.cache_folder import CacheFolder
from camelnet.record.page import FIRST_BYTE, PAGE_BYTES_MAX, record_in
from camelnet.review import Review, known_faces, review
from camelnet.review.words import UNFINISHED, UNSEARCHABLE, WITHOUT_BEGINNING
from camelnet.session.table.recorded_game import NoGame, RecordedGame, read_game
from camelnet.sharing.boards import EVERYBODY, NOBODY, PaintBoards
from camelnet.sharing.link import PROVES_NOTHING, BadLink, game_in, link_of
from camelnet.sharing.page import make_page
from camelnet.terminal.exit_codes import DONE, complain
from camelnet.terminal.records import tell_step
from camelnet.terminal.screen import Screen
from camelnet.terminal.verdict import code_of

_RECORD = b"camelnet record "


def send_page(
    path: Path, out: Path, *, seen_by: str, named: bool, paint: PaintBoards | None
) -> int:
    """Write the page of a game; `seen_by`: "all", "nobody" or the number of a seat from 1 on, whose
    hidden cards it shows. Without `paint` it has text boards. Returns the exit code. Raises
    `click.ClickException` with a sentence."""
    game = _read(path)
    view = _view(game, seen_by)
    if out.exists() and out.samefile(path):
        raise click.UsageError(_("The page would replace the record: name another file."))
    found, trouble = _reviewed(game)
    boards = None if paint is None else paint(game, view, named=named)
    if boards is None:
        complain(_("Without the app, which is not installed, the page has text boards."))
    record = _record(path) if named else b""
    page = make_page(
        game,
        view=view,
        named=named,
        boards=boards,
        found=found,
        trouble=trouble,
        record=record,
        link=_link(game, named=named),
    )
    try:
        out.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        text = _("{path} cannot be written: {why}.")
        why = os_reason(error)
        raise click.ClickException(text.format(path=out, why=why)) from None
    text = _("{path} is written: {size} kB, everything in one file.")
    click.echo(text.format(path=out, size=round(len(page.encode()) / 1000)))
    if not record:
        click.echo(_("The record is not in it, so it proves nothing."))
    return code_of(game.verdict)


def send_link(path: Path, *, named: bool) -> int:
    """Print the link of a game. Returns the exit code; raises like `send_page`."""
    game = _read(path)
    link = _link(game, named=named)
    if not link:
        raise click.ClickException(_("This game is too long for a link, or not whole."))
    click.echo(link)
    complain(_(PROVES_NOTHING))
    return code_of(game.verdict)


def tell_link(link: str, *, board: bool) -> int:
    """Tell the game of a link in words. Returns the exit code; raises like `send_page`."""
    try:
        game = game_in(link)
    except BadLink as error:
        raise click.ClickException(str(error)) from None
    screen = Screen()
    screen.loud(_(PROVES_NOTHING))
    for step in game.steps:
        tell_step(screen, step, list(game.names), board=board)
    return DONE


def _read(path: Path) -> RecordedGame:
    try:
        game = read_game(path)
    except NoGame as error:
        ended = click.UsageError if error.unread else click.ClickException  # exit codes 2 and 1
        raise ended(str(error)) from None
    assert game is not None, "nothing breaks it off"
    return game


def _link(game: RecordedGame, *, named: bool) -> str:
    return link_of(game.steps, game.names if named else [""] * len(game.names))


def _view(game: RecordedGame, seen_by: str) -> int:
    if seen_by in ("all", "nobody"):
        return EVERYBODY if seen_by == "all" else NOBODY
    if not seen_by.isascii() or not seen_by.isdigit() or not 1 <= int(seen_by) <= len(game.names):
        text = _("--seen-by takes all, nobody or the number of a player from 1 to {last}.")
        raise click.UsageError(text.format(last=len(game.names)))
    return int(seen_by) - 1


def _record(path: Path) -> bytes:
    """The record that a file is or holds; b"" for a journal, which has secrets."""
    with path.open("rb") as file:
        content = file.read(PAGE_BYTES_MAX)
    if content.startswith(FIRST_BYTE):
        return record_in(content) or b""
    return content if content.startswith(_RECORD) else b""


def _reviewed(game: RecordedGame) -> tuple[Review | None, str]:
    """The review of a game as a spectator sees it; or why there is none, marked with `N_`."""
    if not game.over:
        return None, UNFINISHED
    if game.steps[0].before != game.steps[0].before.first_node():
        return None, WITHOUT_BEGINNING
    for trouble in bots.troubles((game.game,)):
        complain(str(trouble))
    found = None
    with suppress(ValueError):
        found = review(
            game.steps,
            known_faces(game.steps, game.sealed),
            threads=cores(),
            shelf=CacheFolder.of_user("reviews"),
        )
    return found, "" if found is not None else UNSEARCHABLE
