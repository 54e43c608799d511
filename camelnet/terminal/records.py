"""`camelnet replay`, `verify` and `export`: the story of a record, and its validity."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from camelnet.i18n import _, ngettext, os_reason
from camelnet.record.record import FORMER_VERSION, VERSION
from camelnet.rules.phrases import listing
from camelnet.rules.words import words
from camelnet.session.api.facts import Stepped
from camelnet.session.api.verdict import Verdict
from camelnet.session.table.read_only_replica import ReadOnlyReplica
from camelnet.session.table.verify import BadRecord, Told, UnsupportedRecord, walk
from camelnet.session.text import verdict_words
from camelnet.session.text import words as session_words
from camelnet.terminal.exit_codes import DONE
from camelnet.terminal.input_files import Source, Unreadable
from camelnet.terminal.screen import Screen
from camelnet.terminal.verdict import code_of, tell_headline, tell_verdict


def walked(source: Source) -> Iterator[tuple[ReadOnlyReplica, Told]]:
    """`walk` over a file that the user named. Raises `BadRecord`, `Unreadable`;
    errors in the loop around it are not among these."""
    try:
        with source.open() as file:
            yield from walk(file)
    except OSError as error:
        raise Unreadable(source.name, error) from None


def verified(source: Source, *, as_json: bool) -> int:
    """Report the validity of a record, its content, and who vouches for it; return the exit code.
    Raises like `walked`."""
    try:
        *_before, (follower, verdict) = walked(source)
    except BadRecord as error:
        if as_json and not isinstance(error, UnsupportedRecord):
            bad = {"index": error.index, "reason": str(error.reason)}
            click.echo(_as_json({"file": source.given, "holds": False, **bad}))
        raise
    assert isinstance(verdict, Verdict)
    version = FORMER_VERSION if follower.former else VERSION
    if as_json:
        held = {"file": source.given, "holds": True, "version": version}
        click.echo(_as_json({**held, **verdict.to_dict()}))
        return code_of(verdict)
    screen = Screen()
    entries = ngettext(
        "{path} is valid: {game} at the table {table}, {count} entry.",
        "{path} is valid: {game} at the table {table}, {count} entries.",
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
    if follower.former:
        text = _(
            "The record says that it is of version {version}, which proves shuffles less well."
        )
        screen.say(text.format(version=version))
    tell_verdict(screen, verdict)
    return code_of(verdict)


def heading(screen: Screen, source: Source, follower: ReadOnlyReplica) -> None:
    """Print the game's name, and its file if there are several."""
    game_start = follower.game_start
    text = _("{game} at the table {table}: {names}.").format(
        game=session_words.game_name(game_start.table.game),
        table=game_start.table_name,
        names=listing(list(game_start.names)),
    )
    screen.heading(f"{source.name}: {text}" if source.of_several else text)


def replay(source: Source, *, board: bool) -> int:
    """Tell a recorded game in words, checking it on the way. Returns the exit code; raises like
    `walked`."""
    screen = Screen()
    names: list[str] = []
    code, told = DONE, 1  # segments
    for follower, item in walked(source):
        match item:
            case Stepped():
                told = _tell_segments(screen, follower, told)
                tell_step(screen, item, names, board=board)
            case Verdict():
                _tell_segments(screen, follower, told)
                screen.say(_("The record holds to its last byte."))
                tell_headline(screen, item)
                code = code_of(item)
            case _:
                names = list(item.names)
                heading(screen, source, follower)
    return code


def _tell_segments(screen: Screen, follower: ReadOnlyReplica, told: int) -> int:
    """Announce each new segment, with its players; return the number announced so far."""
    if len(follower.log.epoch.memberships) > told:
        verdict = follower.verdict
        for part in verdict.segments[told:]:
            for sentence in verdict_words.segment_intro(verdict, part):
                screen.say(sentence, "bold")
        told = len(verdict.segments)
    return told


def tell_step(screen: Screen, step: Stepped, names: list[str], *, board: bool) -> None:
    """Tell one step, and with `board` show the board before every decision."""
    speech = words(step.after.game)
    told = session_words.told(step, names, tabled=True)
    screen.happened(told, speech.tables(step.events, names))
    if step.after.turn == "over":
        screen.scores(speech.standings(step.after, names))
    elif board and step.after.decider is not None:
        screen.board(step.after, names, None, "")
        screen.gap()


def export(source: Source, *, as_json: bool) -> int:
    """Write a record's notations, one per line, checking it on the way; docs/record-format.md has
    the format. Returns the exit code; raises like `walked`; everything written before is valid."""
    code = DONE
    for follower, item in walked(source):
        match item:
            case Stepped():
                click.echo(_notation(follower, item, as_json=as_json))
            case Verdict():
                told = _as_json({"verdict": item.to_dict()})
                click.echo(told if as_json else f"# {told}")
                code = code_of(item)
            case _:
                click.echo(_heading(follower, as_json=as_json))
    return code


def _as_json(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False)


def _heading(follower: ReadOnlyReplica, *, as_json: bool) -> str:
    """The first line of an export: the first position of the notations, and its game."""
    game_start, position = follower.game_start, follower.machine.position
    options = {option.key: option.value for option in game_start.table.options}
    head = {
        "game": game_start.table.game,
        "seats": game_start.table.seats,
        "options": options,
        "names": list(game_start.names),
        "id": game_start.id.hex(),
        "digest": position.digest().hex(),
    }
    told = _as_json(head)
    return told if as_json else f"# {told}"


def _notation(follower: ReadOnlyReplica, step: Stepped, *, as_json: bool) -> str:
    by = follower.moved_by(step)
    digest = step.after.digest().hex()
    if as_json:
        told = {
            "index": step.index,
            "by": by,
            "seat": step.seat,
            "notation": step.notation,
            "digest": digest,
        }
        return _as_json(told)
    who = by if step.seat is None else f"{by} {step.seat}"
    return f"{step.index}\t{who}\t{step.notation}\t{digest}"


def make_folder(path: Path) -> None:
    """Create the folder for records. Raises `click.ClickException` with a sentence."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        probe = path / ".camelnet-probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        text = _("Records cannot be kept in {path}: {why}.")
        why = os_reason(error)
        raise click.ClickException(text.format(path=path, why=why)) from None
