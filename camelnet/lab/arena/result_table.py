"""A tournament's result: a table and sentences for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from camelnet import rules
from camelnet.i18n import N_, _, message, ngettext, os_reason
from camelnet.lab.arena import Interval, Report, Tournament, sprt
from camelnet.rules.words import words
from camelnet.terminal.exit_codes import Failed

STANDARD_OUTPUT = "-"  # in the place of a file's name
WIDTH = 100  # of the table, unless a terminal shows it


def show(of: Tournament, test: sprt.Test | None, report: Report, out: Path | None) -> None:
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console.width = WIDTH
    found = report.figures
    if found.games:
        console.print(_table(of, report))
    for line in _lines(of, test, report, out):
        console.print(line, soft_wrap=not console.is_terminal)


def _table(of: Tournament, report: Report) -> Table:
    """All players, the strongest first."""
    # The unit of scores in the game's own words: the third column, after place and player.
    unit = words(of.game).standings(rules.new(of.game, of.seats), [""] * of.seats).head[2]
    table = Table(
        box=SIMPLE, title=_title(of), title_justify="left", collapse_padding=True, pad_edge=False
    )
    table.add_column(_("player"), overflow="fold", min_width=6)
    shares = (_("seats"), _("won"), _("of a seat"), _("without luck"))
    for head in (*shares, unit, _("Elo"), _("ms"), _("at most")):
        table.add_column(head, justify="right", no_wrap=True)
    for standing in sorted(report.figures.standings, key=lambda s: -s.share.value):
        table.add_row(
            standing.name,
            str(standing.seats),
            f"{standing.victories:.1f}".removesuffix(".0"),
            _share(standing.share),
            _give_or_take(standing.without_luck, "{:.1f}", 100) + " %",
            _give_or_take(standing.score, "{:.2f}"),
            _give_or_take(standing.elo, "{:+.0f}"),
            f"{standing.mean_ms:.2f}",
            f"{standing.slowest_ms:.0f}",
        )
    return table


def _title(of: Tournament) -> str:
    changed = {option.key: option.initial() for option in rules.GAMES[of.game].options}
    options = [
        f"{key}={_option(value)}"
        for key, value in of.options
        if (list(value) if isinstance(value, tuple) else value) != changed[key]
    ]
    title = _("{game}, {count} seats, seed {seed}").format(
        game=_(rules.GAMES[of.game].name), count=of.seats, seed=of.seed
    )
    return ", ".join([title, *options])


def _option(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def _share(found: Interval) -> str:
    value = f"{100 * found.value:.1f} %"
    if found.low is None or found.high is None:
        return value
    return f"{value} [{100 * found.low:.1f}, {100 * found.high:.1f}]"


def _give_or_take(found: Interval, form: str, times: int = 1) -> str:
    """An interval that lies evenly around its value."""
    value = form.format(times * found.value)
    if found.high is None or found.high == found.value:
        return value
    return f"{value} ±{form.format(times * (found.high - found.value)).lstrip('+')}"


def _lines(
    of: Tournament, test: sprt.Test | None, report: Report, out: Path | None
) -> Iterator[str]:
    """Sentences for the facts outside the table."""
    found = report.figures
    if report.interrupted:
        yield _("Stopped before the end.")
        if out is not None:
            yield _("To go on, add --resume.")
    if not found.games:
        yield _("No group of games is whole yet.")
    else:
        text = ngettext(
            "{games} games in {groups} group of equal luck, in which each player has had every"
            " seat; {plies} steps a game.",
            "{games} games in {groups} groups of equal luck, in which each player has had every"
            " seat; {plies} steps a game.",
            found.groups,
        )
        yield text.format(games=found.games, groups=found.groups, plies=round(found.plies))
        text = _("A seat among equals wins {even} %. Brackets and ± give 95 % intervals, by group.")
        yield text.format(even=f"{100 * found.even:.1f}")
    if found.slope is not None:
        text = _(
            "Results follow luck with a slope of {slope}; 1 if the neural network judges it truly."
        )
        yield text.format(slope=_give_or_take(found.slope, "{:.2f}"))
    if found.broken_off:
        text = ngettext(
            "{count} game was broken off after {plies} steps; the best score has won it.",
            "{count} games were broken off after {plies} steps; the best score has won them.",
            found.broken_off,
        )
        yield text.format(count=found.broken_off, plies=of.plies_max)
    if report.left_out:
        text = ngettext(
            "{count} finished game does not count: its group is not whole, or the test had ended.",
            "{count} finished games do not count: their groups are not whole, or the test had"
            " ended.",
            report.left_out,
        )
        yield text.format(count=report.left_out)
    if test is not None and report.test is not None:
        yield _tested(of, test, report.test)


def _tested(of: Tournament, test: sprt.Test, state: sprt.State) -> str:
    match state.verdict:
        case sprt.Verdict.STRONGER:
            text = _(
                "The test has ended: {name} is stronger (H1, {elo1} Elo above the others, over H0,"
                " {elo0}; evidence {ratio})."
            )
        case sprt.Verdict.NOT_STRONGER:
            text = _(
                "The test has ended: {name} is not stronger (H0, {elo0} Elo above the others, over"
                " H1, {elo1}; evidence {ratio})."
            )
        case _:
            text = _(
                "The test of {name} is open between H0, {elo0} Elo above the others, and H1,"
                " {elo1}: evidence {ratio}, of -{bound} or +{bound} that would end it."
            )
    return text.format(
        name=of.entrants[0].name,
        elo0=f"{test.elo0:g}",
        elo1=f"{test.elo1:g}",
        ratio=f"{state.ratio:+.2f}",
        bound=f"{sprt.BOUND:.2f}",
    )


def write_json(file: str | None, of: Tournament, test: sprt.Test | None, report: Report) -> None:
    """Write all figures for programs."""
    if file is None:
        return
    value = {
        "tournament": asdict(of),
        "figures": asdict(report.figures),
        "left_out": report.left_out,
        "interrupted": report.interrupted,
        "sprt": None,
    }
    if test is not None and report.test is not None:
        value["sprt"] = {
            **asdict(test),
            "groups": report.test.groups,
            "ratio": report.test.ratio,
            "verdict": report.test.verdict.value,
        }
    text = json.dumps(value, indent=1) + "\n"
    if file == STANDARD_OUTPUT:
        sys.stdout.write(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        why = message(N_("{path} cannot be written: {why}."), path=file, why=os_reason(error))
        raise Failed(why) from None
