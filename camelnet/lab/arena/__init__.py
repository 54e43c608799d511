"""Tournaments between bots, on this machine or on a Dask cluster. See docs/lab.md."""

from __future__ import annotations

from camelnet.lab.arena.entrants import Entrant, entrant
from camelnet.lab.arena.errors import ArenaError
from camelnet.lab.arena.match import PLIES_MAX, Outcome, Tournament, play, tournament
from camelnet.lab.arena.resume_file import ResumeFile
from camelnet.lab.arena.run import Report, games_in_groups, report, run
from camelnet.lab.arena.statistics import Figures, Interval, Standing

__all__ = [
    "PLIES_MAX",
    "ArenaError",
    "Entrant",
    "Figures",
    "Interval",
    "Outcome",
    "Report",
    "ResumeFile",
    "Standing",
    "Tournament",
    "entrant",
    "games_in_groups",
    "play",
    "report",
    "run",
    "tournament",
]
