"""`camelnet review`: the review of a recorded game, in the terminal or for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import click
from rich.console import Console
from rich.progress import Progress

from camelnet import bots
from camelnet.cores import cores
from camelnet.i18n import _, os_reason
from camelnet.record.cache_folder import CacheFolder
from camelnet.review import Review, known_faces, nodes_for, review
from camelnet.review.chapters import chapter_of, chapters
from camelnet.review.moments import moments
from camelnet.review.words import (
    NOT_KEPT,
    UNFINISHED,
    UNSEARCHABLE,
    explained,
    moment_title,
    moment_words,
    points,
)
from camelnet.rules.phrases import ScoreTable
from camelnet.session.api.facts import Stepped
from camelnet.terminal.exit_codes import complain
from camelnet.terminal.input_files import Source
from camelnet.terminal.records import heading, walked
from camelnet.terminal.screen import Screen
from camelnet.terminal.verdict import code_of, tell_headline

BARS = "▁▂▃▄▅▆▇█"
COURSE_WIDTH = 48  # samples of the chance to win, spread evenly over the game


def reviewed(source: Source, *, nodes: int | None, as_json: bool) -> int:
    """Check a record, review its game, print the review; return the exit code. Raises like
    `walked`."""
    told_of = list(walked(source))
    follower = told_of[-1][0]
    verdict, game_start = follower.verdict, follower.game_start
    steps = [item for _follower, item in told_of if isinstance(item, Stepped)]
    screen = Screen()
    if not as_json:
        heading(screen, source, follower)
        tell_headline(screen, verdict)
    told = {
        "id": game_start.id.hex(),
        "game": game_start.table.game,
        "names": list(game_start.names),
        "verdict": verdict.to_dict(),
    }
    if not steps or steps[-1].after.turn != "over":
        _tell_nothing(screen, told, UNFINISHED, as_json=as_json)
        return code_of(verdict)
    for trouble in bots.troubles((game_start.table.game,)):
        complain(str(trouble))
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(_("reviewing the game"), total=1)

        def progress(done: float, _found: Review | None) -> bool:
            bar.update(task, completed=done)
            return True

        faces, shelf = known_faces(steps), CacheFolder.of_user("reviews")
        found = None
        with suppress(ValueError):
            found = review(
                steps, faces, nodes=nodes, threads=cores(), progress=progress, shelf=shelf
            )
    if shelf.trouble is not None:
        complain(_(NOT_KEPT).format(why=os_reason(shelf.trouble)))
    if found is None:
        _tell_nothing(screen, told, UNSEARCHABLE, as_json=as_json)
        return code_of(verdict)
    if as_json:
        told |= _as_dict(found, steps, nodes or nodes_for(game_start.table.game, len(steps)))
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        _tell(screen, found, steps, game_start.names, lambda step: faces.get(step, ""))
    return code_of(verdict)


def _tell_nothing(screen: Screen, told: dict[str, Any], why: str, *, as_json: bool) -> None:
    """There is no review."""
    if as_json:
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        screen.say(_(why))


def _as_dict(found: Review, steps: Sequence[Stepped], nodes: int) -> dict[str, Any]:
    """The review for programs: chances are parts of a victory, rounded only in their last bits."""
    return {
        "nodes": nodes,
        "graph": [[round(share, 6) for share in shares] for shares in found.graph],
        "luck": [round(part, 6) for part in found.luck],
        "own": [round(part, 6) for part in found.own],
        "others": [round(part, 6) for part in found.others],
        "decisions": [
            {
                "step": made.step,
                "index": steps[made.step].index,
                "seat": made.seat,
                "notation": made.notation,
                "best": made.best,
                "share": round(made.share, 6),
                "best_share": round(made.best_share, 6),
                "money": round(made.money, 3),
                "best_money": round(made.best_money, 3),
                "loss": round(made.loss, 6),
            }
            for made in found.decisions
        ],
    }


def _tell(
    screen: Screen,
    found: Review,
    steps: Sequence[Stepped],
    names: Sequence[str],
    faces: Callable[[int], str],
) -> None:
    legs, first = chapters(steps), steps[0].before
    for moment in moments(found, None):
        screen.heading(moment_title(moment, names, None))
        told = moment_words(
            moment,
            steps[moment.step],
            names,
            reader=None,
            chapter=chapter_of(first, legs, moment.step),
            faces=faces(moment.step),
        )
        screen.say(told)
    screen.heading(_("The chance to win, from the beginning to the end"))
    width = max(len(name) for name in names)
    for seat, name in enumerate(names):
        screen.say(f"{name:{width}}  {_course(found, seat, glyphs=screen.glyphs)}")
    screen.gap()
    screen.scores(_parts_table(found, names))
    costly = found.costliest()
    if not costly:
        screen.say(_("No decision cost anything that this look could see."))
        return
    screen.heading(_("The decisions that cost most"))
    for made in costly:
        told, *why = explained(made, steps[made.step], names, faces(made.step))
        screen.say(told)
        screen.told(why)


def _course(found: Review, seat: int, *, glyphs: bool) -> str:
    """A chance over the game as a line of bars, or as percentages without `glyphs`."""
    last = len(found.graph) - 1
    shares = [
        found.graph[round(at * last / (COURSE_WIDTH - 1))][seat] for at in range(COURSE_WIDTH)
    ]
    if glyphs:
        return "".join(BARS[min(int(share * len(BARS)), len(BARS) - 1)] for share in shares)
    return " ".join(f"{round(100 * share)}" for share in shares[:: COURSE_WIDTH // 8])


def _parts_table(found: Review, names: Sequence[str]) -> ScoreTable:
    return ScoreTable(
        title=_("What changed it, in points of a hundred"),
        head=(
            _("player"),
            _("at first"),
            _("luck"),
            _("own moves"),
            _("others' moves"),
            _("at the end"),
            _("mistakes"),
        ),
        rows=tuple(
            (
                name,
                str(round(100 * found.graph[0][seat])),
                points(found.luck[seat]),
                points(found.own[seat]),
                points(found.others[seat]),
                str(round(100 * found.graph[-1][seat])),
                points(-found.given_away(seat)),
            )
            for seat, name in enumerate(names)
        ),
    )
