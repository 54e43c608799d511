"""The odds of a Camel Up position as the table's aids show them. Pure; knows no Qt.

What is counted is exact: how this leg can end, and what follows from that alone. What reaches
beyond the leg leaves out the desert tiles of later legs, and a bet on the race depends on cards
that nobody sees: that is estimated, and marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from camelnet import odds
from camelnet.odds.leg import tile_leg
from camelnet.rules.games.camels import CAMELS
from camelnet.rules.phrases import decimal
from camelnet.session.game.aids import Question
from camelnet_gui.games.camelup.choice import Act, Choice, verbs
from camelnet_gui.games.camelup.scene import SPACES, Number
from camelnet_gui.games.kept import public_of
from camelnet_gui.games.view_model import Table
from camelnet_gui.style.words import worth_words


@dataclass(frozen=True, slots=True)
class Worth:
    """The average value of an action, in pounds."""

    pounds: float
    estimated: bool

    @property
    def words(self) -> str:
        return worth_words(self.pounds, estimated=self.estimated)


@dataclass(frozen=True, slots=True)
class CamelOdds:
    """One camel: how likely it ends the leg in each place, and the race first or last."""

    camel: str
    leg: tuple[float, ...]  # first to last
    tile: int  # the number on its next leg tile; 0 when none is left
    tile_pounds: float  # what that one pays on average
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Advice:
    """All that is shown of one position."""

    question: Question
    camels: tuple[CamelOdds, ...]
    landings: tuple[tuple[int, float], ...]  # how often a move ends on a space in this leg
    worths: Mapping[str, Worth]  # by notation, the best first; of the seat that decides

    @property
    def best(self) -> str | None:
        return next(iter(self.worths), None)

    def best_of(self, act: Act) -> str | None:
        """The best action of a kind."""
        return self.best_among(verbs(act))

    def best_among(self, beginnings: tuple[str, ...]) -> str | None:
        return next((move for move in self.worths if move.startswith(beginnings)), None)

    def about(self, table: Table) -> bool:
        """True if this advice is about what can be chosen now at a table."""
        return self.question.position == table.position and not table.blocked


def advise(question: Question) -> Advice:
    """ValueError outside a leg."""
    position, seat = question.position, question.seat
    leg, race, paid = odds.leg(position), odds.race(position), tile_leg(position)
    piles = public_of(position)["leg_tiles"]
    camels = tuple(
        CamelOdds(
            camel=camel,
            leg=tuple(count / leg.total for count in leg.rank[camel]),
            tile=(number := piles[camel][0] if piles[camel] else 0),
            tile_pounds=paid.tile_pounds(camel, number) if number else 0.0,
            first=race.first[camel],
            last=race.last[camel],
        )
        for camel in CAMELS
    )
    values = [] if seat is None else odds.values(position, seat, question.faces)
    worths = {value.notation: Worth(value.pounds, value.estimated != 0) for value in values}
    landings = tuple((space, leg.landings[space] / leg.total) for space in SPACES)
    return Advice(question, camels, landings, MappingProxyType(worths))


def numbers(
    advice: Advice | None, table: Table | None, choice: Choice, *, layered: bool
) -> tuple[Number, ...]:
    """The numbers that the board shows: while I place my desert tile its value on each space, else,
    if that is asked for, how often moves end on each space."""
    if advice is None:
        return ()
    if table is not None and choice.act is Act.TILE and advice.about(table):
        best = max(_placings(advice, choice).values(), default=None)
        return tuple(
            Number(f"space {space}", worth_words(pounds), strong=pounds == best)
            for space, pounds in _placings(advice, choice).items()
        )
    if not layered:
        return ()
    return tuple(
        Number(f"space {space}", decimal(often), strong=False)
        for space, often in advice.landings
        if often > 0
    )


def _placings(advice: Advice, choice: Choice) -> dict[int, float]:
    """The value of my desert tile on each space, with the chosen side up."""
    return {
        int(move[5:-1]): worth.pounds
        for move, worth in advice.worths.items()
        if move.startswith("tile ") and move.endswith(choice.side)
    }
