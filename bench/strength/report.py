"""The ladder's table in Markdown and its picture in SVG, and the page that shows both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from bench.strength import elo
from bench.strength.ladder import SEED, title
from bench.strength.results import ROOT, Result, digest
from camelnet import rules
from camelnet.arena import Interval

PAGE = ROOT / "docs" / "bots.md"
PICTURE = ROOT / "docs" / "strength.svg"
BEGIN = "<!-- strength: written by make strength -->"
END = "<!-- strength: end -->"
ANCHOR = "greedy"

Ratings = dict[str, dict[str, Interval]]  # by game, then by player


def ratings(results: Sequence[Result]) -> Ratings:
    """The Elo of every player above `greedy`, for each game that has been played."""
    found = {}
    for game in dict.fromkeys(result.match.game for result in results):
        played = [result.played for result in results if result.match.game == game]
        found[game] = elo.ratings(played, ANCHOR)
    return {game: of for game, of in found.items() if len(of) > 1}


def table(results: Sequence[Result], rated: Ratings) -> str:
    """Both tables: matches, and Elo by player."""
    lines = [
        "| game | match | games | won by the first | goal | its test | ms a decision |",
        "|---|---|---|---|---|---|---|",
    ]
    for result in results:
        match, figures = result.match, result.figures
        first, other = figures.standings[0], figures.standings[-1]
        goal = "" if match.goal is None else f"≥ {match.goal:.0%}".replace("%", " %")
        lines.append(
            f"| {name_of(match.game)} | {match} | {figures.games} | {percent(result.share)} | "
            f"{goal} | {result.verdict} | {first.mean_ms:.1f}, {other.mean_ms:.1f} |"
        )
    lines += ["", "| game | player | Elo above `greedy` |", "|---|---|---|"]
    for game, of in rated.items():
        lines += [
            f"| {name_of(game)} | {title(player)} | {whole(value)} |"
            for player, value in of.items()
            if player != ANCHOR
        ]
    digests = ", ".join(f"{name_of(game)} {digest(game)}" for game in rated)
    lines += ["", f"Bots by digest: {digests}. Each row by itself, with as many games:", "", "```"]
    for result in results:
        players = ",".join(entrant.name for entrant in result.of.entrants)
        lines.append(
            f"camelnet arena --game {result.match.game} --players {players} "
            f"--games {result.figures.games} --seed {SEED}"
        )
    return "\n".join([*lines, "```", ""])


def name_of(game: str) -> str:
    return rules.GAMES[game].name


def percent(share: Interval) -> str:
    text = f"{100 * share.value:.1f} %"
    if share.low is None or share.high is None:
        return text
    return f"{text} [{100 * share.low:.1f}, {100 * share.high:.1f}]"


def whole(value: Interval) -> str:
    text = f"{value.value:+.0f}"
    if value.low is None or value.high is None:
        return text
    return f"{text} [{value.low:+.0f}, {value.high:+.0f}]"


# --- the picture ----------------------------------------------------------------------------------

_WIDTH, _LEFT, _RIGHT = 760, 190, 130  # px; names stand to the left, figures to the right
_ROW, _HEAD, _AXIS = 26, 34, 30
_STEPS = (25, 50, 100, 200, 500, 1000)  # Elo between two lines of the grid
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.h{font-weight:bold}.a{fill:#666;text-anchor:middle}"
    ".g{stroke:#ddd}.i{stroke:#2a6db0;stroke-width:2}.d{fill:#2a6db0}"
)


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
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}">',
        f"<title>Elo above greedy, with 95 % intervals</title><style>{_STYLE}</style>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for line in range(int(low), int(high) + 1, step):
        parts.append(f'<line class="g" x1="{x(line)}" y1="8" x2="{x(line)}" y2="{bottom}"/>')
        parts.append(f'<text class="a" x="{x(line)}" y="{bottom + 18}">{line:+d}</text>')
    y = 0
    for game, of in rated.items():
        parts.append(f'<text class="h" x="10" y="{y + 23}">{escape(name_of(game))}</text>')
        y += _HEAD
        for player, value in of.items():
            middle = y + _ROW // 2
            name = escape(title(player).replace("`", ""))
            parts.append(f'<text x="22" y="{middle + 4}">{name}</text>')
            if value.low is not None and value.high is not None:
                parts.append(
                    f'<line class="i" x1="{x(value.low)}" y1="{middle}" '
                    f'x2="{x(value.high)}" y2="{middle}"/>'
                )
            parts.append(f'<circle class="d" cx="{x(value.value)}" cy="{middle}" r="4"/>')
            figures = "0" if player == ANCHOR else escape(whole(value))
            parts.append(f'<text x="{_WIDTH - _RIGHT + 12}" y="{middle + 4}">{figures}</text>')
            y += _ROW
    return "\n".join([*parts, "</svg>", ""])


# --- the page -------------------------------------------------------------------------------------


def write(results: Sequence[Result], page: Path = PAGE, picture_file: Path = PICTURE) -> None:
    """Puts the tables between the page's marks, and the picture beside it."""
    rated = ratings(results)
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} lacks the marks {BEGIN} and {END}")
    shown = f"![Elo above greedy, with intervals]({picture_file.name})"
    picture_file.write_text(picture(rated), encoding="utf-8", newline="\n")
    written = f"{before}{BEGIN}\n\n{table(results, rated)}\n{shown}\n\n{END}{after}"
    page.write_text(written, encoding="utf-8", newline="\n")
