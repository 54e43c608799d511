"""The chances to win that a player gives away by its choices, a game and seat.

python -m camelnet.lab.strength.given_away --game camelup --games 40 --minutes 8
python -m camelnet.lab.strength.given_away --game camelup --games 40 --judge older.cnw
python -m camelnet.lab.strength.given_away --game cards --games 400 --nodes 0    only luck's slope

Players of one kind play whole games among themselves, and at a part of their choices a deeper
search compares its own move with the played one. By the performance difference lemma (Kakade and
Langford 2002) the costs of a game add up to what a player of the judge's choices would win above
an even share. A judge overlooks the mistakes of its own network, so it may have another one. The
games are kept in build/strength beside those of the ladder, so a later call continues.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic

from camelnet import rules
from camelnet.bots import History
from camelnet.bots.network import Network, parse, usable
from camelnet.bots.search import Analysis, analyse
from camelnet.lab import arena
from camelnet.lab.arena import Interval, luck
from camelnet.lab.arena.statistics import mean_interval, slope
from camelnet.lab.strength import page
from camelnet.lab.strength.games import SEATS, begun, choices, complete, lines_of
from camelnet.lab.strength.ladder import BUDGETS
from camelnet.lab.strength.results import FOLDER, digest
from camelnet.review.analysis import ENOUGH_VISITS
from camelnet.rules import Position

SEED = 27
NODES = 2000  # of the judge
JUDGED = {"camelup": 1.0, "cards": 0.25, "targui": 0.25}  # the part of the choices that it judges
PLAYER = BUDGETS["nodes"]["hard"]

Look = Callable[[Position, History], Analysis]


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `costs`: of all seats together, from those choices that were judged; `luck` and
    `shares` by seat."""

    number: int
    choices: int
    costs: float
    luck: tuple[float, ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """All that determines the games and their costs. `judge`: the content of a weights file, b""
    for the player's own network; `nodes` 0: nothing is judged."""

    game: str
    player: str = PLAYER
    nodes: int = NODES
    judge: bytes = b""

    def file(self, folder: Path) -> Path:
        network = sha256(self.judge).hexdigest()[:8] if self.judge else "own"
        name = f"{self.player}-{self.nodes}nodes-{network}.jsonl"
        return folder / f"{self.game}-{digest(self.game)}-given-away" / name

    def network(self) -> Network | None:
        return parse(self.judge, self.game) if self.judge else usable(self.game)


def cost(look: Look, position: Position, seat: int, history: History, move: str) -> float:
    """The chance to win that `move` costs the seat against the judge's own move. Below 0 where a
    closer look finds it better after all, so that errors of the judge do not add up."""
    found = look(position, history)
    line, best = found.line(move), found.best
    if move == best.notation:
        return 0.0
    if line is not None and line.visits * ENOUGH_VISITS >= found.iterations:
        return best.share - line.share

    def after(one: str) -> float:
        then = position.apply(one)
        if then.is_over:
            return float(seat in then.winners()) / len(then.winners())
        return look(then, (*history, one)).shares[seat]

    return after(best.notation) - after(move)  # alike, since chances change with the depth


def play(setting: Setting, number: int) -> Game:
    """A game; the same at each call."""
    random = Random(f"{SEED} {setting.game} {number}")
    first, network = rules.new(setting.game, seats=SEATS), setting.network()
    referee = begun(first, "camelnet/given-away/1", SEED, number)
    entrant = arena.entrant(setting.player)
    players = [entrant.bot(SEATS * number + seat) for seat in range(SEATS)]
    held: dict[tuple[int, int], str] = {}
    count, costs = 0, 0.0
    for made in choices(referee, players):
        held |= luck.hands(referee)
        if len(made.position.legal()) == 1:
            continue
        count += 1
        if setting.nodes and random.random() < JUDGED[setting.game]:
            look = partial(_look, setting, network, made.seat, made.faces, number)
            lost = cost(look, made.position, made.seat, made.history, made.move)
            costs += lost / JUDGED[setting.game]
    lucky = luck.luck(first, referee.history, held)
    return Game(number, count, costs, lucky, tuple(referee.shares()))


def _look(
    setting: Setting,
    network: Network | None,
    seat: int,
    faces: str,
    seed: int,
    position: Position,
    history: History,
) -> Analysis:
    """A position as the judge sees it for a seat."""
    return analyse(
        position,
        seat,
        faces,
        history=history,
        network=network,
        seed=seed,
        nodes=setting.nodes,
    )


def read(path: Path) -> dict[int, Game]:
    """The games of a file by number."""
    found = {}
    for told in lines_of(path):
        told |= {key: tuple(told[key]) for key in ("luck", "shares")}
        found[told["number"]] = Game(**told)
    return found


def run(
    setting: Setting, count: int, folder: Path, workers: int, ended: Callable[[], bool]
) -> None:
    """Play the missing ones of the first `count` games until `ended` is true."""
    path = setting.file(folder)
    complete(
        path,
        count,
        read(path),
        partial(play, setting),
        lambda _number, game: asdict(game),
        workers,
        ended,
    )


def points(games: Sequence[Game]) -> Interval:
    """The points that a seat gives away in a game, on average."""
    return mean_interval([100 * game.costs / SEATS for game in games])


def line(setting: Setting, folder: Path) -> str:
    """The kept games in a line."""
    games = list(read(setting.file(folder)).values())
    told = [f"{page.name_of(setting.game)}, {len(games)} games of four `{setting.player}`"]
    if games and setting.nodes:
        by = "another network" if setting.judge else "its own network"
        each = fmean(game.choices for game in games) / SEATS
        told.append(
            f"a seat gives away {give_or_take(points(games), 1)} points in {each:.0f} choices, by "
            f"{setting.nodes} iterations with {by}"
        )
    if (sloped := slope([(game,) for game in games])) is not None:
        told.append(f"slope of results on luck {give_or_take(sloped, 2)}")
    return "; ".join(told)


def lines(folder: Path) -> list[str]:
    """The same for `hard` in every game with kept games."""
    settings = [Setting(game) for game in JUDGED]
    return [line(setting, folder) for setting in settings if read(setting.file(folder))]


def give_or_take(found: Interval, places: int) -> str:
    if found.high is None:
        return f"{found.value:.{places}f}"
    return f"{found.value:.{places}f} ± {found.high - found.value:.{places}f}"


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m camelnet.lab.strength.given_away")
    parser.add_argument("--game", choices=sorted(JUDGED), required=True)
    parser.add_argument("--player", default=PLAYER, help="as camelnet arena takes it")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--minutes", type=float, default=60.0, help="begin no game later")
    parser.add_argument("--nodes", type=int, default=NODES, help="of the judge; 0: judge nothing")
    parser.add_argument("--judge", type=Path, help="the weights file of another network")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--results", type=Path, default=FOLDER, help="the folder of the games")
    given = parser.parse_args(words)
    judge = given.judge.read_bytes() if given.judge else b""
    setting = Setting(given.game, given.player, given.nodes, judge)
    deadline = monotonic() + 60 * given.minutes
    run(setting, given.games, given.results, given.workers, lambda: monotonic() >= deadline)
    print(line(setting, given.results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
