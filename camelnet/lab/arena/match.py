"""One game of a tournament: the same wherever it is played, and whichever games came before it.

Games come in groups, with one game for every rotation of the seats: in rotation r, player p sits at
seat p + r, wrapping. All games of a group have the same luck, so every player gets every seat's
fortune once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from camelnet import bots, rules
from camelnet.bots import network as networks
from camelnet.bots.base import takes_history
from camelnet.i18n import N_, message
from camelnet.lab.arena.entrants import Entrant
from camelnet.lab.arena.errors import ArenaError
from camelnet.lab.arena.luck import hands
from camelnet.lab.arena.luck import luck as luck_of
from camelnet.odds.tables import tables
from camelnet.protocol.crypto.suite import hash_of
from camelnet.session.game.referee import Referee

PLIES_MAX = 20_000  # no game between sound players comes near it


@dataclass(frozen=True, slots=True)
class Tournament:
    """The parameters that determine every game of a tournament."""

    game: str
    options: tuple[tuple[str, Any], ...]  # all of them, in the game's order
    entrants: tuple[Entrant, ...]  # as many as seats
    seed: int
    plies_max: int
    rules: str  # the rules digest: every worker must have the same rules,
    network: str = ""  # and the same network, if there is one

    @property
    def seats(self) -> int:
        return len(self.entrants)

    def place(self, number: int) -> tuple[int, int]:
        """The group of a game, and its rotation."""
        return divmod(number, self.seats)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game; all lists are by player, in the tournament's order."""

    number: int
    shares: tuple[float, ...]  # of the victory
    luck: tuple[float, ...]  # in them, by dice and cards
    scores: tuple[int, ...]
    plies: int
    broken_off: bool
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # spent on all decisions
    slowest: tuple[float, ...]  # seconds of the longest decision


def tournament(
    game: str,
    entrants: tuple[Entrant, ...],
    *,
    seed: int,
    options: rules.Options | None = None,
    plies_max: int = PLIES_MAX,
) -> Tournament:
    """A tournament by the rules of this build. ValueError for invalid options or seats."""
    chosen = rules.check_options(game, {} if options is None else options)
    rules.new(game, seats=len(entrants), options=chosen)
    frozen = tuple(
        (key, tuple(value) if isinstance(value, list) else value) for key, value in chosen.items()
    )
    digest = rules.rules_digest().hex()
    return Tournament(game, frozen, entrants, seed, plies_max, digest, networks.digest(game))


def play(
    of: Tournament, number: int, stopped: Callable[[], bool] = lambda: False
) -> Outcome | None:
    """Play game `number`; None if `stopped` returned True meanwhile.

    ArenaError if a player fails, or if this build has other rules or another network.
    """
    if rules.rules_digest().hex() != of.rules:
        text = N_("A machine that should play has other rules (digest {other} instead of {rules}).")
        other = rules.rules_digest().hex()[:8]
        raise ArenaError(message(text, other=other, rules=of.rules[:8]))
    if networks.digest(of.game) != of.network:
        text = N_("A machine that should play has another network (digest {other}, not {network}).")
        other = networks.digest(of.game)
        raise ArenaError(message(text, other=other or "-", network=of.network or "-"))
    group, rotation = of.place(number)
    seed = hash_of("camelnet/lab/arena-luck/1", _number(of.seed), _number(group))
    options = {key: list(v) if isinstance(v, tuple) else v for key, v in of.options}
    start = rules.new(of.game, seats=of.seats, options=options)
    referee = Referee(start, seed, plies_max=of.plies_max)
    if any(bots.looks_ahead(entrant.level) for entrant in of.entrants):
        tables(of.game)  # built once per process, not in a player's time
    players = [_Player(of, number, player) for player in range(of.seats)]
    held: dict[tuple[int, int], str] = {}
    while not referee.over:
        if stopped():
            return None
        held |= hands(referee)
        seat = referee.position.turn
        assert isinstance(seat, int)
        players[(seat - rotation) % of.seats].decide(referee, seat)
    seats = [(player + rotation) % of.seats for player in range(of.seats)]
    shares, scores = referee.shares(), referee.position.scores()
    lucky = luck_of(start, referee.history, held)
    return Outcome(
        number=number,
        shares=tuple(shares[seat] for seat in seats),
        luck=tuple(lucky[seat] for seat in seats),
        scores=tuple(scores[seat] for seat in seats),
        plies=referee.plies,
        broken_off=referee.broken_off,
        decisions=tuple(player.decisions for player in players),
        seconds=tuple(player.seconds for player in players),
        slowest=tuple(player.slowest for player in players),
    )


class _Player:
    """A player at work in one game, with a stopwatch."""

    def __init__(self, of: Tournament, number: int, player: int) -> None:
        self._number = number
        self._entrant = of.entrants[player]
        seed = hash_of(
            "camelnet/lab/arena-bot/1", _number(of.seed), _number(number), player.to_bytes(1, "big")
        )
        self._bot = self._entrant.bot(int.from_bytes(seed[:8], "big"))
        self._takes_history = takes_history(self._bot)
        self.decisions = 0
        self.seconds = 0.0
        self.slowest = 0.0

    def decide(self, referee: Referee, seat: int) -> None:
        position, faces = referee.position, referee.faces(seat)
        told = {"history": referee.history} if self._takes_history else {}
        begun = perf_counter()
        try:
            notation = self._bot.choose(position, seat, faces, **told)
        except (Exception, SystemExit) as error:  # a bot must not end the program either
            text = N_("{name} failed in game {number}: {why}.")
            why = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(" .:")
            raise ArenaError(
                message(text, name=self._entrant.name, number=self._number, why=why)
            ) from error
        spent = perf_counter() - begun
        self.decisions += 1
        self.seconds += spent
        self.slowest = max(self.slowest, spent)
        try:
            referee.decide(notation)
        except rules.IllegalMove as error:
            text = N_("{name} played “{notation}” in game {number}: {why}.")
            raise ArenaError(
                message(
                    text,
                    name=self._entrant.name,
                    notation=f"{notation!s:.40}",
                    number=self._number,
                    why=error.message,
                )
            ) from None


def _number(value: int) -> bytes:
    return value.to_bytes(16, "big")
