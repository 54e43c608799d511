"""One attack: a lie, where it is told, and at which table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Any

from camelnet.protocol.wire import bodies, frames, key_messages


class Way(Enum):
    """The ways in which a liar changes one thing that it says."""

    WITHHELD = "withheld"
    DELAYED = "delayed"  # past the time after which the others give up who owes
    ONE_ONLY = "one-only"  # said to one seat, to nobody else
    TWO_VERSIONS = "two"  # another version to the seats of a split
    NEXT_EPOCH = "next-epoch"  # said again when the epoch has changed
    OTHER_TABLE = "other-table"  # what was said at another table of the same players
    OVERSIZED = "oversized"  # as large as a frame can be, to the last byte
    TAKEN_BACK = "taken-back"  # said, and a moment later said otherwise


OMISSIONS = (Way.WITHHELD, Way.DELAYED, Way.ONE_ONLY)  # nothing false is said


class Stage(Enum):
    """The stage of the table when the lie is told."""

    PROPOSAL = "proposal"
    AGREEMENT = "agreement"
    LUCK = "luck"
    KEY = "key"
    SHUFFLE = "shuffle"
    HAND = "hand"
    CHANGE = "change"
    PARTING = "parting"
    RETURN = "return"
    OPENING = "opening"
    END = "end"


class Company(Enum):
    """The seats of the table; n is the number of those who vote."""

    ONE_HUMAN = "human-bots"  # luck comes from all together
    PEOPLE = "people"
    PEOPLE_AND_BOTS = "people-bots"  # two bots besides, without a vote
    BOTS = "bots"
    STRICT = "strict"  # people; what is sealed opens with every voter's part only


class Whom(Enum):
    """The seat that the others send away, where the stage needs somebody to leave and come back."""

    OTHER = "other"
    LIAR = "liar"


SIZES = (3, 4, 5, 7)
GAME_STAGES = (Stage.SHUFFLE, Stage.HAND)  # need a pack of cards

# What each frame of a table signs. Those without a body sign nothing themselves.
BODIES: dict[type[Any], type[Any] | None] = {
    frames.Proposal: bodies.EntryBody,
    frames.Ack: bodies.AckBody,
    frames.Final: bodies.FinalBody,
    frames.Share: None,
    frames.Unlock: None,
    frames.SyncAsk: None,
    frames.SyncReply: None,
    frames.Snapshot: None,
    frames.Want: bodies.WantBody,
    frames.Unwant: None,
    frames.Plea: bodies.PleaBody,
    frames.Prep: bodies.PrepBody,
    frames.Promised: bodies.PromiseBody,
    frames.Offer: bodies.OfferBody,
    frames.Vote: bodies.VoteBody,
    frames.Apart: bodies.PartingBody,
    frames.Equivocation: None,
    key_messages.KeyCommit: key_messages.KeyCommitBody,
    key_messages.KeyDeal: key_messages.KeyDealBody,
    key_messages.KeyComplaint: key_messages.KeyComplaintBody,
    key_messages.KeyAnswer: key_messages.KeyAnswerBody,
    frames.Beat: None,
    frames.Present: bodies.PresentBody,
    frames.Relayed: None,
    frames.Stay: bodies.StayBody,
}
KINDS = {kind.__name__: kind for kind in BODIES}
_NOT_BINDING = ("domain", "body", "signature")


@lru_cache
def fields_of(kind: str) -> tuple[str, ...]:
    """Every field that binds in a frame: of its signed body, of the change that an offer carries,
    and those that stand beside them."""
    frame, body = KINDS[kind], BODIES[KINDS[kind]]
    if frame is frames.Beat:
        return tuple(f"heads.{name}" for name in frames.Head.__dataclass_fields__)
    beside = [name for name in frame.__dataclass_fields__ if name not in _NOT_BINDING]
    signed = [name for name in body.__dataclass_fields__ if name != "domain"] if body else []
    if frame is frames.Offer:
        inner = [n for n in bodies.ChangeBody.__dataclass_fields__ if n != "domain"]
        beside = [name for name in beside if name != "change"]
        signed += [f"change.{name}" for name in inner]
    return tuple(dict.fromkeys([*(f"body.{name}" for name in signed), *beside]))


@dataclass(frozen=True, slots=True)
class Case:
    """One attack. `field` is empty where a way does not touch the contents."""

    kind: str  # of frame
    field: str
    way: Way
    stage: Stage
    restart: bool  # whether somebody honest is restarted in between
    size: int  # n
    company: Company
    first: (
        bool  # whether the liar is the first seat, the one that writes and offers most; else last
    )
    whom: Whom
    split: int  # which of `splits_of` hears the other version

    @property
    def id(self) -> str:
        """Names the case; `case_of` reads it."""
        return ":".join(
            (
                self.kind + ("." + self.field if self.field else ""),
                self.way.value,
                self.stage.value,
                "restart" if self.restart else "calm",
                f"n{self.size}",
                self.company.value,
                "first" if self.first else "last",
                self.whom.value,
                f"s{self.split}",
            )
        )

    @property
    def kinds(self) -> str:
        """The seats, h or b."""
        match self.company:
            case Company.ONE_HUMAN:
                return "h" + "b" * (self.size - 1)
            case Company.BOTS:
                return "b" * self.size
            case Company.PEOPLE_AND_BOTS:
                return "h" * self.size + "b" * min(2, 8 - self.size)
        return "h" * self.size

    @property
    def liar(self) -> int:
        return 0 if self.first else len(self.kinds) - 1

    @property
    def votes(self) -> bool:
        """True if the liar has a vote."""
        return self.liar < self.size

    @property
    def voting(self) -> bool:
        """True if people decide; else bots, who want out whom they do not hear."""
        return self.company not in (Company.ONE_HUMAN, Company.BOTS)

    @property
    def silent(self) -> bool:
        """True if nothing false is said: then a table of three withstands it, too."""
        return self.way in OMISSIONS

    @property
    def bound(self) -> bool:
        """True if the liar is within the bounds: of three voters none may lie."""
        return self.silent or self.size > 3 or not self.votes

    @property
    def target(self) -> int:
        """The seat that is sent away and comes back."""
        if self.whom is Whom.LIAR:
            return self.liar
        return next(s for s in reversed(range(len(self.kinds))) if s != self.liar)

    @property
    def victims(self) -> tuple[int, ...]:
        """The seats that hear the other version, or are the one to whom alone it is said."""
        return splits_of(len(self.kinds), self.liar)[self.split]

    def __str__(self) -> str:
        return self.id


def case_of(text: str) -> Case:
    """The case of that id; raises `ValueError`."""
    what, way, stage, restart, size, company, first, whom, split = text.split(":")
    kind, _, field = what.partition(".")
    if kind not in KINDS or (field and field not in fields_of(kind)):
        raise ValueError(f"there is no {what}")
    return Case(
        kind,
        field,
        Way(way),
        Stage(stage),
        restart == "restart",
        int(size.removeprefix("n")),
        Company(company),
        first == "first",
        Whom(whom),
        int(split.removeprefix("s")),
    )


@lru_cache
def splits_of(seats: int, liar: int) -> tuple[tuple[int, ...], ...]:
    """Every way to tell some of the others one thing and the rest another: all splits."""
    others = [seat for seat in range(seats) if seat != liar]
    return tuple(chosen for size in range(1, len(others)) for chosen in combinations(others, size))
