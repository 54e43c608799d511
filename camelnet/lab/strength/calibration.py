"""The reliability curve of the chance to win: of the positions with a predicted chance of 30 %, how
many are won.

python -m camelnet.lab.strength.calibration --game camelup --games 4000 --workers 2
python -m camelnet.lab.strength.calibration --fit     and fits camelnet/review/calibration.py
python -m camelnet.lab.strength.calibration --docs    only writes docs/bots.md

Players of mixed levels, drawn anew for every game and seat, play whole games. At some of their
decisions we search the position as the seat on turn sees it, and note the search's chance for every
seat. Games with an even number serve to fit the power that makes chances come true; the curve shows
the others, with that power. The games are kept in build/strength beside those of the ladder, so a
later call continues.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import log, sqrt
from pathlib import Path
from random import Random
from time import monotonic

from camelnet import bots, rules
from camelnet.bots.search import analyse
from camelnet.cores import cores
from camelnet.lab.strength import page
from camelnet.lab.strength.games import SEATS, begun, choices, complete, lines_of
from camelnet.lab.strength.results import FOLDER, digest
from camelnet.review.calibration import SHARPNESS, sharpened

SEED = 15
NODES = 100  # of the search that predicts the chances
# Levels with their nodes per decision.
PLAYERS = (("greedy", None), ("easy", None), ("normal", None), ("hard", 1), ("hard", 100))
POSITIONS = 6  # per game, on average; by the usual length of a game:
DECISIONS = {"camelup": 60, "cards": 75, "targui": 400}
BINS = 10

Sample = tuple[float, float]  # a seat's predicted chance, and the victory that it got


@dataclass(frozen=True, slots=True)
class Bin:
    """The chances from `low` on, a tenth wide. `reach`: of the 95 % interval of won - said."""

    low: float
    count: int
    said: float
    won: float
    reach: float


def play(game: str, number: int) -> list[Sample]:
    """The samples of one game; the same at each call."""
    random = Random(f"{SEED} {game} {number}")
    first = rules.new(game, seats=SEATS)
    referee = begun(first, "camelnet/calibration/1", SEED, number)
    players = []
    for place in range(SEATS):
        level, nodes = random.choice(PLAYERS)
        players.append(bots.create(level, SEATS * number + place, nodes=nodes))
    said: list[tuple[float, ...]] = []
    for made in choices(referee, players):
        if random.random() < POSITIONS / DECISIONS[game]:
            position, seat, faces, history = made.position, made.seat, made.faces, made.history
            found = analyse(position, seat, faces, history=history, nodes=NODES, seed=number)
            said.append(found.shares)
    won = referee.shares()
    return [(chances[seat], won[seat]) for chances in said for seat in range(SEATS)]


def calibrated(samples: Sequence[Sample], power: float) -> list[Sample]:
    """The samples of a game, seat after seat for each position, with this power of the chances."""
    found = []
    for begin in range(0, len(samples), SEATS):
        some = samples[begin : begin + SEATS]
        chances = sharpened([said for said, _won in some], power)
        found += [(chance, won) for chance, (_said, won) in zip(chances, some, strict=True)]
    return found


def fit(games: Sequence[Sequence[Sample]]) -> float:
    """The power, to the hundredth, that gives the winners the best chances (likelihood)."""

    def likelihood(power: float) -> float:
        told = (sample for game in games for sample in calibrated(game, power))
        return sum(won * log(max(said, 1e-9)) for said, won in told if won)

    low, high = 0.5, 3.0  # the likelihood has a single peak
    while high - low > 0.004:
        one, two = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, two) if likelihood(one) > likelihood(two) else (one, high)
    return round((low + high) / 2, 2)


def bins(games: Sequence[Sequence[Sample]]) -> list[Bin]:
    """The curve. Samples of one game are not independent, so intervals are by game."""
    found = []
    for place in range(BINS):
        by_game = [
            [(said, won) for said, won in game if min(int(said * BINS), BINS - 1) == place]
            for game in games
        ]
        inside = [sample for game in by_game for sample in game]
        if not inside:
            continue
        count = len(inside)
        off = sum(won - said for said, won in inside) / count
        spread = sum(sum(won - said - off for said, won in game) ** 2 for game in by_game)
        found.append(
            Bin(
                place / BINS,
                count,
                sum(said for said, _won in inside) / count,
                sum(won for _said, won in inside) / count,
                1.96 * sqrt(spread) / count,
            )
        )
    return found


def error(curve: Sequence[Bin]) -> float:
    """The error of a chance, on average over all samples."""
    count = sum(part.count for part in curve)
    return sum(part.count * abs(part.won - part.said) for part in curve) / max(count, 1)


# --- the file of games ----------------------------------------------------------------------------


def file_of(game: str, folder: Path) -> Path:
    return folder / f"{game}-{digest(game)}-calibration" / f"{NODES}nodes.jsonl"


def read(path: Path) -> dict[int, list[Sample]]:
    """The games of a file by number."""
    return {number: [(said, won) for said, won in samples] for number, samples in lines_of(path)}


def run(game: str, count: int, folder: Path, workers: int, seconds: float) -> None:
    """Play the missing ones of the first `count` games, as many as the time allows."""
    path, deadline = file_of(game, folder), monotonic() + seconds
    complete(
        path,
        count,
        read(path),
        partial(play, game),
        lambda number, samples: (number, samples),
        workers,
        lambda: monotonic() >= deadline,
    )


# --- output ---------------------------------------------------------------------------------------

Curves = dict[str, tuple[int, list[Bin]]]  # by game: the number of games, and the curve


def table(curves: Curves) -> str:
    lines = ["| chance said |", "|---|", *(f"| {10 * n} to {10 * n + 10} % |" for n in range(BINS))]
    for game, (_games, curve) in curves.items():
        lines[0] += f" {page.name_of(game)}: won |"
        lines[1] += "---|"
        by_place = {round(part.low * BINS): part for part in curve}
        for place in range(BINS):
            lines[2 + place] += f" {_won(by_place.get(place))} |"
    told = [
        f"{page.name_of(game)}: {games} games, {sum(part.count for part in curve)} chances, off "
        f"by {100 * error(curve):.1f} points on average, digest {digest(game)}."
        for game, (games, curve) in curves.items()
    ]
    return "\n".join([*lines, "", *told, ""])


def _won(part: Bin | None) -> str:
    if part is None:
        return ""
    off = 100 * (part.won - part.said)
    return f"{100 * part.won:.1f} % ({off:+.1f} ± {100 * part.reach:.1f}; {part.count})"


def write(curves: Curves, to: Path = page.PAGE) -> None:
    """Put the table into the page."""
    page.write("calibration", table(curves), to)


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m camelnet.lab.strength.calibration")
    parser.add_argument("--game", choices=sorted(DECISIONS), help="left out: all, without playing")
    parser.add_argument("--games", type=int, default=4000, help="half of them for the curve")
    parser.add_argument("--hours", type=float, default=1.0, help="how long to play at most")
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--results", type=Path, default=FOLDER)
    parser.add_argument("--fit", action="store_true", help="tell the powers that fit best")
    parser.add_argument("--docs", action="store_true", help="write docs/bots.md")
    given = parser.parse_args(words)
    if given.game:
        run(given.game, given.games, given.results, given.workers, 3600 * given.hours)
    curves: Curves = {}
    for game in DECISIONS:
        known = read(file_of(game, given.results))
        if given.fit and known:
            even = [samples for number, samples in known.items() if number % 2 == 0]
            print(f"{game}: {fit(even)} fits {len(even)} games best")
        power = SHARPNESS.get(game, 1.0)
        games = [calibrated(found, power) for number, found in known.items() if number % 2]
        if games:
            curves[game] = (len(games), bins(games))
    print(table(curves))
    if given.docs:
        write(curves)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
