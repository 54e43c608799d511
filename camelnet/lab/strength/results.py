"""The games of a match, kept in a file.

The files lie in a folder named after a digest of everything that determines a bot's moves in that
game (the C core, the bots, the weights): games of different bots never count together.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from camelnet.lab import arena
from camelnet.lab.arena import Figures, Interval, ResumeFile, Tournament, sprt, statistics
from camelnet.lab.strength.elo import Played
from camelnet.lab.strength.ladder import SEED, Match

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "build" / "strength"


@dataclass(frozen=True, slots=True)
class Result:
    """The state of a match, in whole groups and up to the end of its test."""

    match: Match
    of: Tournament
    figures: Figures
    share: Interval  # of the victory, of all seats of the first player together
    without_luck: Interval  # the same, with the luck taken off
    state: sprt.State | None
    played: Played

    @property
    def verdict(self) -> str:
        """The test's decision on the goal."""
        match self.state:
            case None:
                return ""
            case sprt.State(verdict=sprt.Verdict.STRONGER):
                return "reached"
            case sprt.State(verdict=sprt.Verdict.NOT_STRONGER):
                return "missed"
        return "open"


@cache
def digest(game: str) -> str:
    """Eight digits for the sources and weights that determine the bots' moves in this game."""
    native = ROOT / "native"
    files = [
        *(native / "include").glob("*.h"),
        *(native / "src").glob("*.[ch]"),
        *(native / "src" / "games").glob("*.[ch]"),
        *(native / "src" / "games" / game).glob("*.[ch]"),
        *(ROOT / "camelnet" / "bots").glob("*.py"),
        *(ROOT / "camelnet" / "bots" / "weights").glob(f"{game}.cnw"),
    ]
    hashed = hashlib.blake2b(digest_size=4)
    for file in sorted(files):
        content = file.read_bytes()
        hashed.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return hashed.hexdigest()


def tournament(match: Match, budget: str) -> Tournament:
    """The tournament of a match, for the arena."""
    entrants = tuple(arena.entrant(name) for name in match.players(budget))
    return arena.tournament(match.game, entrants, seed=SEED)


def file_of(match: Match, budget: str, folder: Path) -> Path:
    """The file with the JSON lines of its games; creates a missing folder."""
    place = folder / f"{match.game}-{digest(match.game)}-{budget}"
    place.mkdir(parents=True, exist_ok=True)
    return place / f"{match.key}.jsonl"


def result(match: Match, budget: str, folder: Path) -> Result | None:
    """The state of the match; None before its first whole group."""
    of = tournament(match, budget)
    path = file_of(match, budget, folder)
    if not path.exists():
        return None
    with ResumeFile(path, of, resume=True) as journal:
        found = arena.report(of, match.games, journal, test=match.test())
        groups = statistics.groups_of(of, journal.outcomes.values())[: found.figures.groups]
    if not groups:
        return None
    first = found.figures.standings[0]
    shares = statistics.without_luck_by_group(of, groups, of.entrants[0].name)
    return Result(
        match,
        of,
        found.figures,
        _together(match, first.share),
        _together(match, first.without_luck),
        found.test,
        Played(
            match.first,
            match.other,
            match.own,
            match.seats,
            of.seats,
            tuple(match.own * share for share in shares),
        ),
    )


def _together(match: Match, seat: Interval) -> Interval:
    """The share of all seats of the first player, from that of one."""
    ends = [None if x is None else match.own * x for x in (seat.low, seat.high)]
    return Interval(match.own * seat.value, *ends)
