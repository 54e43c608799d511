"""One attack on whole sessions: somebody in the room lies about one frame, from the lobby on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.wire import bodies, frames
from tests.attacks import case as table_case

PREFIX = "session"


class Twist(Enum):
    """The ways in which one thing that is said in a session is changed."""

    OTHER = "other"  # another valid value
    FOREIGN = "foreign"  # another's: a key, a seat, a table, a game that somebody ever played
    LARGEST = "largest"  # as large as form and frame admit
    OLD = "old"  # what was said before
    TWO = "two"  # another version to one of the others
    WITHHELD = "withheld"
    REPEATED = "repeated"  # again and again
    MANY = "many"  # another value each time, hundreds of them


WHOLE = (Twist.OLD, Twist.WITHHELD, Twist.REPEATED)  # the frame as it is


class Scene(Enum):
    """The moment of an evening at which the lie is told, again and again."""

    GATHERING = "gathering"  # chairs are free
    FULL = "full"  # all sit, not all are ready
    SIGNING = "signing"
    OPENING = "opening"  # all have signed, nonces are opened
    GAME = "game"
    RESUME = "resume"  # somebody's app was killed, and comes back to the game
    END = "end"  # the game is over, and all still sit there
    REMATCH = "rematch"  # they play again


class Role(Enum):
    """Who lies."""

    SEAT = "seat"  # one of the players
    OPENER = "opener"  # the player who opened the table
    FORMER = "former"  # one who played with them before, and sits nowhere now
    WATCHER = "watcher"  # one who looks on
    STRANGER = "stranger"


PLAYERS = (Role.SEAT, Role.OPENER)

# The frames around a game. What they sign, and what else they hold that can be taken apart: the
# body or part, by the type that holds it and the name of the field, and how it stands there.
_AROUND: tuple[type[Any], ...] = (
    frames.Hello,
    frames.Peers,
    frames.Lobby,
    frames.Genesis,
    frames.Watch,
    frames.Chat,
    frames.Beat,
)
AROUND = tuple(kind.__name__ for kind in _AROUND)
KINDS = {kind.__name__: kind for kind in frames.FRAMES}


class Holds(Enum):
    ENCODED = "encoded"  # its bytes
    PLAIN = "plain"
    ITEMS = "items"  # a list of it; the liar's own item is changed, or the first


INSIDE: dict[tuple[type[Any], str], tuple[type[Any], Holds]] = {
    (frames.Peers, "peers"): (frames.PeerAddress, Holds.ITEMS),
    (frames.Lobby, "body"): (bodies.LobbyBody, Holds.ENCODED),
    (bodies.LobbyBody, "chair"): (bodies.Chair, Holds.PLAIN),
    (bodies.Chair, "table"): (bodies.TableBody, Holds.ENCODED),
    (frames.Genesis, "body"): (bodies.GenesisBody, Holds.ENCODED),
    (bodies.GenesisBody, "table"): (bodies.TableBody, Holds.ENCODED),
    (bodies.GenesisBody, "seats"): (bodies.SeatBody, Holds.ITEMS),
    (frames.Chat, "body"): (bodies.ChatBody, Holds.ENCODED),
    (frames.Beat, "heads"): (frames.Head, Holds.ITEMS),
}
_SIZES = (0, 1, 16, 32, 64, 80, 96, 128, 256)
_NOT_BINDING = ("domain", "signature")


@lru_cache
def fields_of(kind: str) -> tuple[str, ...]:
    """Every field that binds in a frame, by its path."""
    if kind not in AROUND:
        return table_case.fields_of(kind)
    return tuple(_paths(KINDS[kind], ""))


def _paths(kind: type[Any], before: str) -> list[str]:
    found = []
    for name in kind.__dataclass_fields__:
        if name in _NOT_BINDING:
            continue
        inside = INSIDE.get((kind, name))
        if name != "body" or inside is None:
            found.append(before + name)  # the whole of it, too
        if inside is not None:
            found += _paths(inside[0], f"{before}{name}.")
    return found


def grows(kind: str, field: str) -> bool:
    """True if a field has larger values and smaller ones: not a flag, nor so many bytes."""
    holder: Any = KINDS[kind]
    *path, last = field.split(".")
    for name in path:
        if kind in AROUND:
            holder = INSIDE[holder, name][0]
        else:
            inside = {"body": table_case.BODIES[KINDS[kind]], "change": bodies.ChangeBody}
            holder = inside.get(name, frames.Head)
    field_ = holder.__dataclass_fields__[last]
    if "bytes" not in str(field_.type) or "tuple" in str(field_.type):
        return str(field_.type) != "bool"
    return sum(_admits(field_.metadata["shape"], bytes(size)) for size in _SIZES) > 1


def _admits(shape: Any, value: Any) -> bool:
    try:
        shape(value)
    except Malformed:
        return False
    return True


@dataclass(frozen=True, slots=True)
class SessionCase:
    """One attack. `field` is empty where a twist does not touch the contents."""

    kind: str  # of frame
    field: str
    twist: Twist
    scene: Scene
    role: Role
    victim: int  # which of the honest players hears the other version, or is spoken of

    @property
    def id(self) -> str:
        """Names the case; `session_case_of` reads it."""
        what = self.kind + ("." + self.field if self.field else "")
        return ":".join(
            (
                PREFIX,
                what,
                self.twist.value,
                self.scene.value,
                self.role.value,
                f"v{self.victim}",
            )
        )

    @property
    def sits(self) -> bool:
        """True if the liar has a chair at the table."""
        return self.role in PLAYERS

    @property
    def has_past(self) -> bool:
        """True if some of them have played before: a game to name."""
        return self.role is Role.FORMER or self.twist in (Twist.FOREIGN, Twist.OLD)

    @property
    def two_faced(self) -> bool:
        """True if a player, or who takes a free chair by a record, may say different things to
        different players, or at different times: then each of them waits for another start, and
        takes the others for those who do not sign."""
        at_table = self.sits or self.kind == "Lobby"
        return at_table and (self.kind == "Hello" or self.twist in (Twist.TWO, *WHOLE, Twist.MANY))

    @property
    def borrows_name(self) -> bool:
        """True if the liar may bear the name of somebody honest: what is said of that name is said
        of the liar, and all read that there are two."""
        return self.field in ("name", "body.name") and self.twist is Twist.FOREIGN

    @property
    def way(self) -> Twist:
        return self.twist

    @property
    def stage(self) -> Scene:
        return self.scene

    def __str__(self) -> str:
        return self.id


def session_case_of(text: str) -> SessionCase:
    """The case of that id; raises `ValueError`."""
    _, what, twist, scene, role, victim = text.split(":")
    kind, _, field = what.partition(".")
    if kind not in KINDS or (field and field not in fields_of(kind)):
        raise ValueError(f"there is no {what}")
    return SessionCase(
        kind, field, Twist(twist), Scene(scene), Role(role), int(victim.removeprefix("v"))
    )
