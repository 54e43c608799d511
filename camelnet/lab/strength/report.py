"""The ladder's table in Markdown, its picture in SVG, and the page that shows both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

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
    """Both tables: matches, and Elo by player; then what was `judged` (given_away.py), a line for
    each game."""
    lines = [
        "| game | match | games | won by the first | without luck | slope | goal | its test |"
        " ms a decision, both |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for result in results:
        match, figures = result.match, result.figures
        first, other = figures.standings[0], figures.standings[-1]
        goal = "" if match.goal is None else f"≥ {match.goal:.0%}".replace("%", " %")
        lines.append(
            f"| {page.name_of(match.game)} | {match} | {figures.games} | {percent(result.share)} | "
            f"{percent(result.without_luck)} | {sloped(figures.slope)} | {goal} | "
            f"{result.verdict} | {first.mean_ms:.1f}, {other.mean_ms:.1f} |"
        )
    lines += ["", "| game | player | Elo above `greedy` |", "|---|---|---|"]
    for game, of in rated.items():
        lines += [
            f"| {page.name_of(game)} | `{player}` | {whole(value)} |"
            for player, value in of.items()
            if player != ANCHOR
        ]
    budgets = {result.match.first: result.of.entrants[0].name for result in results} | {
        result.match.other: result.of.entrants[-1].name for result in results
    }
    told = [f"`{player}` is `{name}`" for player, name in sorted(budgets.items()) if name != player]
    if told:
        lines += ["", f"Here {', '.join(told)}."]
    if judged:
        lines += ["", *(f"- {told}." for told in judged)]
    digests = ", ".join(f"{page.name_of(game)} {digest(game)}" for game in rated)
    lines += ["", f"Bots by digest: {digests}. Each row by itself, with as many games:", "", "```"]
    for result in results:
        players = ",".join(entrant.name for entrant in result.of.entrants)
        lines.append(
            f"camelnet arena --game {result.match.game} --players {players} "
            f"--games {result.figures.games} --seed {SEED}"
        )
    return "\n".join([*lines, "```", ""])


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


# --- the picture ----------------------------------------------------------------------------------

_WIDTH, _LEFT, _RIGHT = 760, 190, 130  # px; names on the left, figures on the right
_ROW, _HEAD, _AXIS = 26, 34, 30
_STEPS = (25, 50, 100, 200, 500, 1000)  # Elo between two lines of the grid


def picture(rated: Ratings) -> str:
    """A dot with its interval for each player, on one scale for all games."""
    known = [value for of in rated.values() for value in of.values()]
    ends = [x for value in known for x in (value.value, value.low, value.high) if x is not None]
    low, high = min(ends, default=0), max(ends, default=0)
    step = next((size for size in _STEPS if high - low <= 8 * size), _STEPS[-1])
    low, high = step * (low // step), step * -(-max(high, low + 1) // step)
    rows = sum(len(of) for of in rated.values())
    bottom = len(rated) * _HEAD + rows * _ROW

    def x(value: float) -> str:
        return f"{_LEFT + (_WIDTH - _LEFT - _RIGHT) * (value - low) / (high - low):.1f}"

    height = bottom + _AXIS
    parts = page.svg_head(_WIDTH, height, "Elo above greedy, with 95 % intervals")
    for line in range(int(low), int(high) + 1, step):
        parts.append(page.svg_line("g", x(line), "8", x(line), str(bottom)))
        parts.append(
            f'<text class="a" x="{x(line)}" y="{bottom + 18}">{f"{line:+d}" if line else 0}</text>'
        )
    y = 0
    for game, of in rated.items():
        parts.append(f'<text class="h" x="10" y="{y + 23}">{escape(page.name_of(game))}</text>')
        y += _HEAD
        for player, value in of.items():
            middle = y + _ROW // 2
            name = escape(player)
            parts.append(f'<text x="22" y="{middle + 4}">{name}</text>')
            if value.low is not None and value.high is not None:
                left, right = x(value.low), x(value.high)
                parts.append(page.svg_line("i", left, str(middle), right, str(middle)))
            parts.append(f'<circle class="d" cx="{x(value.value)}" cy="{middle}" r="4"/>')
            figures = "0" if player == ANCHOR else escape(whole(value))
            parts.append(f'<text x="{_WIDTH - _RIGHT + 12}" y="{middle + 4}">{figures}</text>')
            y += _ROW
    return "\n".join([*parts, "</svg>", ""])


def write(results: Sequence[Result], judged: Sequence[str], to: Path = page.PAGE) -> None:
    """Put tables and picture into the page."""
    rated = ratings(results)
    page.write("strength", table(results, rated, judged), picture(rated), "Elo above greedy", to)
