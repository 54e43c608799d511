"""`camelnet replay` and `camelnet verify`: what a record tells, and whether it holds."""

from __future__ import annotations

from pathlib import Path

import click

from camelnet.i18n import _, ngettext, os_reason
from camelnet.protocol.founding import Founding
from camelnet.rules import GAMES
from camelnet.rules.phrases import listing
from camelnet.rules.words import words
from camelnet.session.facts import Stepped
from camelnet.session.verify import Verdict, follow, verify
from camelnet.terminal.screen import Screen


class NoFile(click.ClickException):
    """A file that cannot be read; counts as wrong use."""

    exit_code = 2

    def __init__(self, path: Path, error: OSError) -> None:
        text = _("{path} cannot be read: {why}.")
        super().__init__(text.format(path=path, why=os_reason(error)))


def verified(path: Path) -> None:
    """Say that a record holds and what it holds. Raises `BadRecord`, `NoFile`."""
    try:
        verdict = verify(path)
    except OSError as error:
        raise NoFile(path, error) from None
    screen = Screen()
    entries = ngettext(
        "{path} holds: {game} at the table {table}, {count} entry.",
        "{path} holds: {game} at the table {table}, {count} entries.",
        verdict.entries,
    )
    screen.say(
        entries.format(
            path=path.name,
            game=_(GAMES[verdict.game].name),
            table=verdict.table,
            count=verdict.entries,
        )
    )
    screen.say(_("Every signature, commitment, die and rule is right."))
    _tell_verdict(screen, verdict)


def _tell_verdict(screen: Screen, verdict: Verdict) -> None:
    scores = zip(verdict.names, verdict.scores, strict=True)
    screen.say(
        _("Result: {scores}.").format(scores=", ".join(f"{name} {score}" for name, score in scores))
    )
    winners = [verdict.names[seat] for seat in verdict.winners]
    text = ngettext("Winner: {names}.", "Winners: {names}.", len(winners))
    screen.say(text.format(names=listing(winners)))
    screen.say(_("Table code: {code}").format(code=" ".join(verdict.code)))
    screen.say(_("Game {game}").format(game=verdict.game_id.hex()), "dim")


def replay(path: Path, *, board: bool) -> None:
    """Tell a recorded game in words, checking it on the way. Raises `BadRecord`, `NoFile`."""
    screen = Screen()
    names: list[str] = []
    try:
        for item in follow(path):
            match item:
                case Founding():
                    names = list(item.names)
                    screen.heading(
                        _("{game} at the table {table}: {names}.").format(
                            game=_(GAMES[item.table.game].name),
                            table=item.table.name,
                            names=listing(names),
                        )
                    )
                case Stepped():
                    _tell_step(screen, item, names, board=board)
                case Verdict():
                    screen.say(_("The record holds to its last byte."))
    except OSError as error:
        raise NoFile(path, error) from None


def _tell_step(screen: Screen, step: Stepped, names: list[str], *, board: bool) -> None:
    speech = words(step.after.game)
    told = speech.describe(
        step.notation, step.seat, step.before, step.after, step.events, names, tabled=True
    )
    screen.happened(told, speech.tables(step.events, names))
    if step.after.turn == "over":
        screen.scores(speech.standings(step.after, names))
    elif board and isinstance(step.after.turn, int):
        screen.board(step.after, names, None, "")
        screen.gap()


def make_folder(path: Path) -> None:
    """Make the folder for records. Raises `click.ClickException` with a sentence."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".camelnet-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        text = _("Records cannot be kept in {path}: {why}.")
        why = os_reason(error)
        raise click.ClickException(text.format(path=path, why=why)) from None
