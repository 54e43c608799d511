"""The ladder's table in Markdown, and the page that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from camelnet.lab.arena import Interval
from camelnet.lab.strength import elo, page
from camelnet.lab.strength.ladder import SEED
from camelnet.lab.strength.results import Result, digest

ANCHOR = "greedy"

Ratings = dict[str, dict[str, Interval]]  # by game, then by player


def ratings(results: Sequence[Result]) -> Ratings:
    """The Elo of every player above `greedy`, for each game with results."""
    found = {}
    for game in dict.fromkeys(result.match.game for result in results):
        played = [result.played for result in results if result.match.game == game]
        found[game] = elo.ratings(played, ANCHOR)
    return {game: of for game, of in found.items() if len(of) > 1}


def table(results: Sequence[Result], rated: Ratings, judged: Sequence[str]) -> str:
    """The matches; then what was `judged` (given_away.py), a line for each game."""
    lines = [
        "| game | match | games | won by the first | without luck | goal |"
        f" Elo of the first above `{ANCHOR}` | ms a decision, both |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        match, figures = result.match, result.figures
        first, other = figures.standings[0], figures.standings[-1]
        goal = "" if match.goal is None else f"≥ {100 * match.goal:.0f} %: {result.verdict}"
        elo_of = rated.get(match.game, {}).get(match.first)
        lines.append(
            f"| {page.name_of(match.game)} | {match} | {figures.games} | {percent(result.share)} | "
            f"{percent(result.without_luck)} | {goal} | {whole(elo_of) if elo_of else ''} | "
            f"{first.mean_ms:.1f}, {other.mean_ms:.1f} |"
        )
    lines.append("")
    budgets = {result.match.first: result.of.entrants[0].name for result in results} | {
        result.match.other: result.of.entrants[-1].name for result in results
    }
    told = [f"`{player}` is `{name}`" for player, name in sorted(budgets.items()) if name != player]
    if told:
        lines.append(f"Here {', '.join(told)}.")
    digests = ", ".join(f"{page.name_of(game)} {digest(game)}" for game in rated)
    lines.append(f"Bots by digest: {digests}.")
    for result in results[:1]:
        players = ",".join(entrant.name for entrant in result.of.entrants)
        lines.append(
            f"The first row by itself: `camelnet arena --game {result.match.game} "
            f"--players {players} --games {result.figures.games} --seed {SEED}`"
        )
    if judged:
        lines += ["", *(f"- {told}." for told in judged)]
    return "\n".join([*lines, ""])


def percent(share: Interval) -> str:
    text = f"{100 * share.value:.1f} %"
    if share.low is None or share.high is None:
        return text
    return f"{text} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def sloped(slope: Interval | None) -> str:
    """The slope of results on luck."""
    if slope is None or slope.low is None:
        return ""
    return f"{slope.value:.2f} ± {slope.value - slope.low:.2f}"


def whole(value: Interval) -> str:
    text = f"{value.value:+.0f}"
    if value.low is None or value.high is None:
        return text
    return f"{text} [{value.low:+.0f}, {value.high:+.0f}]"


def write(results: Sequence[Result], judged: Sequence[str], to: Path = page.PAGE) -> None:
    """Put the table into the page."""
    page.write("strength", table(results, ratings(results), judged), to)
