"""`camelnet replay`, `verify` and `export`: what a record tells, and whether it holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from camelnet.i18n import _, ngettext, os_reason
from camelnet.protocol.bodies import EntryBody, read_body
from camelnet.protocol.founding import Founding
from camelnet.protocol.messages import Certified
from camelnet.rules.phrases import listing
from camelnet.rules.words import words
from camelnet.session import words as session_words
from camelnet.session.facts import Stepped
from camelnet.session.follower import Follower
from camelnet.session.verify import Verdict, walk
from camelnet.terminal.outcome import DONE
from camelnet.terminal.screen import Screen
from camelnet.terminal.sources import Source, Unreadable

Walked = Iterator[tuple[Follower, Founding | Stepped | Verdict]]


def walked(source: Source) -> Walked:
    """`walk` over a file that the user named. Raises `BadRecord`, `OtherVersion`, `Unreadable`;
    what goes wrong in the loop around it is not among these."""
    try:
        with source.open() as file:
            yield from walk(file)
    except OSError as error:
        raise Unreadable(source.name, error) from None


def verified(source: Source) -> int:
    """Say that a record holds and what it holds; the exit code. Raises like `walked`."""
    *_before, (_follower, verdict) = walked(source)
    assert isinstance(verdict, Verdict)
    screen = Screen()
    entries = ngettext(
        "{path} holds: {game} at the table {table}, {count} entry.",
        "{path} holds: {game} at the table {table}, {count} entries.",
        verdict.entries,
    )
    screen.say(
        entries.format(
            path=source.name,
            game=session_words.game_name(verdict.game),
            table=verdict.table,
            count=verdict.entries,
        )
    )
    screen.say(_("Every signature, change, key, coin, seal, ghost and rule is right."))
    _tell_verdict(screen, verdict)
    return DONE


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


def heading(screen: Screen, source: Source, founding: Founding) -> None:
    """Which game is told, and of several files which it is in."""
    text = _("{game} at the table {table}: {names}.").format(
        game=session_words.game_name(founding.table.game),
        table=founding.table.name,
        names=listing(list(founding.names)),
    )
    screen.heading(f"{source.name}: {text}" if source.of_several else text)


def replay(source: Source, *, board: bool) -> int:
    """Tell a recorded game in words, checking it on the way. The exit code; raises like
    `walked`."""
    screen = Screen()
    names: list[str] = []
    for _follower, item in walked(source):
        match item:
            case Founding():
                names = list(item.names)
                heading(screen, source, item)
            case Stepped():
                _tell_step(screen, item, names, board=board)
            case Verdict():
                screen.say(_("The record holds to its last byte."))
    return DONE


def _tell_step(screen: Screen, step: Stepped, names: list[str], *, board: bool) -> None:
    speech = words(step.after.game)
    told = session_words.told(step, names, tabled=True)
    screen.happened(told, speech.tables(step.events, names))
    if step.after.turn == "over":
        screen.scores(speech.standings(step.after, names))
    elif board and isinstance(step.after.turn, int):
        screen.board(step.after, names, None, "")
        screen.gap()


def export(source: Source, *, as_json: bool) -> int:
    """Write a record's notations, one a line, checking it on the way; the format stands in
    docs/record-format.md. The exit code; raises like `walked`; what was written by then holds."""
    for follower, item in walked(source):
        match item:
            case Founding():
                click.echo(_heading(follower, as_json=as_json))
            case Stepped():
                click.echo(_notation(follower, item, as_json=as_json))
    return DONE


def _heading(follower: Follower, *, as_json: bool) -> str:
    """From what position the notations lead on, and whose they are."""
    founding, position = follower.founding, follower.machine.position
    options = {option.key: option.value for option in founding.table.options}
    head = {
        "game": founding.table.game,
        "seats": founding.table.seats,
        "options": options,
        "names": list(founding.names),
        "id": founding.id.hex(),
        "digest": position.digest().hex(),
    }
    told = json.dumps(head, ensure_ascii=False)
    return told if as_json else f"# {told}"


def _notation(follower: Follower, step: Stepped, *, as_json: bool) -> str:
    line = follower.log.line_at(step.index)
    circle = follower.log.circle
    if isinstance(line, Certified):
        circle = follower.log.circles[read_body(EntryBody, line.body).epoch]
    by = "luck" if step.seat is None else "ghost" if step.seat in circle.ghosts else "seat"
    digest = step.after.digest().hex()
    if as_json:
        told = {
            "index": step.index,
            "by": by,
            "seat": step.seat,
            "notation": step.notation,
            "digest": digest,
        }
        return json.dumps(told, ensure_ascii=False)
    who = by if step.seat is None else f"{by} {step.seat}"
    return f"{step.index}\t{who}\t{step.notation}\t{digest}"


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
