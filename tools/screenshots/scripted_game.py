"""A game that plays itself, for pictures and tests. Each game defines its players' choices."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from camelnet import rules
from camelnet.rules import Options, Position
from camelnet.session.api.facts import (
    Kind,
    LuckDrawn,
    LuckPart,
    LuckShown,
    Need,
    Phase,
    Presence,
    SeatView,
    Stepped,
    TableView,
    Waiting,
)
from camelnet.session.api.verdict import Begun, SeatClaim, Segment, Verdict
from camelnet.session.game.steps import stepped
from camelnet.session.text.luck_words import together
from tools.screenshots.driver import BOTS, CODE, NAMES

GAME = b"\x01" * 32
GONE_AT = 9  # the entry at which the table continues without its ghosts
WHIM = 0.12  # part of the moves of a lively game


@dataclass
class ScriptedGame(ABC):
    """Reports a game as facts, like a node for seat `me`."""

    key: ClassVar[str]  # of the game

    seats: int = 4
    me: int = 2
    seed: int = 7
    options: Options = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.position = rules.new(self.key, seats=self.seats, options=self.options)
        self.index = 0
        self.presence: dict[int, tuple[Presence, int]] = {}
        self.waiting: tuple[Waiting, ...] = ()
        self.ghosts: set[int] = set()
        self.apart: tuple[int, tuple[int, ...]] | None = None  # entry of a fork, our seats

    @abstractmethod
    def decide(self) -> str:
        """A legal move of the seat on turn."""

    def opening(self) -> str:
        """The notation to play at a reveal node."""
        raise NotImplementedError("this game opens nothing")

    def held(self, seat: int) -> str:
        """The face-down cards of a seat; "" if it has none."""
        return ""

    def faces(self) -> str:
        """My own face-down cards."""
        return self.held(self.me)

    def view(self, **changes: object) -> TableView:
        turn = self.position.turn
        seats = tuple(
            SeatView(
                key=bytes([seat + 1]) * 32,
                name=NAMES[seat],
                kind=_kind(seat),
                level="hard+sly" if seat in BOTS else "",
                me=seat == self.me,
                presence=self._presence_of(seat)[0],
                silent_s=self._presence_of(seat)[1],
                voter=seat not in self.ghosts,
            )
            for seat in range(self.seats)
        )
        waiting = self.waiting
        if not waiting and isinstance(turn, int):
            waiting = (Waiting(turn, Need.MOVE),)
        view = TableView(
            game_id=GAME,
            name="Caravanserai",
            seats=seats,
            me=self.me,
            phase=Phase.OVER if turn == "over" else Phase.PLAY,
            position=self.position,
            index=self.index,
            code=CODE,
            waiting=waiting,
            pending=None,
            faces=self.faces(),
            again=(),
            trouble=None,
            record=None,
            verdict=self.verdict(),
        )
        return replace(view, **changes)  # type: ignore[arg-type]

    def _presence_of(self, seat: int) -> tuple[Presence, int]:
        """The presence of a seat, and its silence in s; a ghost that we hear is returning."""
        how, silent_s = self.presence.get(seat, (Presence.HERE, 0))
        if seat in self.ghosts:
            how = Presence.GHOST if how.missed else Presence.RETURNING
        return how, silent_s

    def verdict(self) -> Verdict:
        """The verdict: all people vouch for the game, except ghosts; or those on our side of a
        fork."""
        people = tuple(seat for seat in range(self.seats) if seat not in BOTS)
        parts = [_segment(1, self.index, people, begun=Begun.GENESIS)]
        if self.ghosts:
            voters = tuple(seat for seat in people if seat not in self.ghosts)
            parts = [*_until(parts, GONE_AT), _segment(GONE_AT, self.index, voters, people)]
        if self.apart is not None:
            first, who = self.apart
            part = _segment(first, self.index, who, people, begun=Begun.PARTING)
            parts = [*_until(parts, first), part]
        return Verdict(
            game_id=GAME,
            game=self.key,
            table="Caravanserai",
            code=CODE,
            seats=tuple(
                SeatClaim(bytes([seat + 1]) * 32, NAMES[seat], _kind(seat).value, "")
                for seat in range(self.seats)
            ),
            quorum=together(len(people)),
            segments=tuple(parts),
            entries=self.index,
            ended=self.position.turn == "over",
            scores=tuple(self.position.scores()),
            winners=tuple(self.position.winners()) if self.position.turn == "over" else (),
        )

    def watched(self) -> TableView:
        """The same table for a spectator."""
        view = self.view()
        seats = tuple(replace(seat, me=False) for seat in view.seats)
        return replace(view, seats=seats, me=None, faces="")

    def step(self, notation: str, *, replayed: bool = True) -> Stepped:
        self.index += 1
        made = stepped(
            self.position,
            notation,
            index=self.index,
            replayed=replayed,
            game_id=GAME,
            ghosts=tuple(sorted(self.ghosts)),
        )
        self.position = made.after
        return made

    def choose(self) -> str:
        """Any notation that is possible here."""
        position = self.position
        if position.turn == "chance":
            notations, weights = zip(*position.outcomes(), strict=True)
            return str(self.random.choices(notations, weights)[0])
        if position.turn == "reveal":
            return self.opening()
        return self.decide()

    def lively(self) -> Iterator[Stepped]:
        """A whole game in which everybody is the rules' simple player, with an occasional whim:
        something for a review to comment on."""
        while self.position.turn != "over":
            turn = self.position.turn
            if isinstance(turn, int) and self.random.random() > WHIM:
                yield self.step(self.position.greedy(self.held(turn)))
            else:
                yield self.step(self.choose())

    def play(
        self, until: Callable[[Position], bool], *, replayed: bool = True
    ) -> Iterator[Stepped]:
        while self.position.turn != "over" and not until(self.position):
            yield self.step(self.choose(), replayed=replayed)


def _kind(seat: int) -> Kind:
    return Kind.BOT if seat in BOTS else Kind.HUMAN


def _segment(
    first: int,
    last: int,
    voters: tuple[int, ...],
    before: tuple[int, ...] = (),
    *,
    begun: Begun = Begun.CHANGE,
) -> Segment:
    gone = tuple(seat for seat in before if seat not in voters)
    return Segment(
        first=first,
        last=last,
        epoch=0,
        game_id=GAME,
        begun=begun,
        signed_by=voters,
        voters=voters,
        ghosts=gone,
        left=gone,
        returned=(),
        proven=(),
        reasons=tuple((seat, ("asked",)) for seat in gone),
        certified=True,
        closed_by_change=False,
        coin=len(voters) > 1,
    )


def _until(parts: list[Segment], first: int) -> list[Segment]:
    """The segments before a new one."""
    return [*parts[:-1], replace(parts[-1], last=first - 1)]


def audit_of(step: Stepped, script: ScriptedGame, *, bad: int | None = None) -> LuckShown:
    """The proof of a step of luck in the form of a table of people; the part of seat `bad` is
    wrong."""
    outcomes = tuple(sorted(step.before.outcomes()))
    weights = [weight for _notation, weight in outcomes]
    place = [notation for notation, _weight in outcomes].index(step.notation)
    people = [n for n, seat in enumerate(script.view().seats) if seat.kind is Kind.HUMAN]
    parts = tuple(
        LuckPart(seat, NAMES[seat], bytes([16 * seat + 11]) * 96, seat != bad) for seat in people
    )
    draw = LuckDrawn(step.notation, sum(weights[:place]), sum(weights), outcomes)
    return LuckShown(
        game_id=GAME,
        index=step.index,
        notation="roll",
        author=NAMES[people[-1]],
        scheme="coin",
        needed=max(2, len(people) - len(people) // 3),
        label=bytes(range(32)),
        parts=parts,
        seed=bytes(range(64, 96)),
        draws=(draw,),
        holds=bad is None,
    )
