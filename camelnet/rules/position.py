"""Positions: immutable values over the bytes of the C core, the same for all games.

docs/rules.md describes the interface under "Driving a game".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NewType, NoReturn, cast

from camelnet.i18n import N_, Message, message
from camelnet.rules import validation
from camelnet.rules.core import ffi, lib
from camelnet.rules.game import NODES, Node, Options, check_options, option_numbers
from camelnet.rules.notation import card_notation
from camelnet.rules.notebook import html, svg
from camelnet.rules.pack import Pack, pack_of
from camelnet.rules.registry import ALL, Event
from camelnet.rules.text import read, written

FORMAT = 1  # the first byte of an encoded position
_DIGEST_DOMAIN = b"camelnet/position\0"
_SEATS_MAX = lib.CN_SEATS_MAX
_TEXT_MAX = lib.CN_TEXT_MAX
_CHARS = ffi.typeof("char[]")
# A list can be long, and the core overwrites every part of it that we read.
_uncleared = ffi.new_allocator(should_clear_after_alloc=False)
_apply, _unpack, _NULL = lib.cn_apply, ffi.unpack, ffi.NULL  # looked up once: this code is hot
_BYTES, _WEIGHTS = ffi.typeof("uint8_t[]"), ffi.typeof("uint32_t[]")
_BY_NUMBER = {game.number: game for game in ALL.values()}
_SIZES = {number: int(lib.cn_size(number)) for number in _BY_NUMBER}
# Buffers of characters, since cffi makes bytes of these in one call.
_BUFFERS = {number: ffi.typeof(f"char[{size}]") for number, size in _SIZES.items()}
_EVENTS = ffi.typeof("cn_events *")

_REFUSALS = {
    lib.CN_E_NOTATION: N_("{notation} is no notation of this game"),
    lib.CN_E_WANTS_MOVE: N_("a seat decides now, neither luck nor an opening"),
    lib.CN_E_WANTS_LUCK: N_("luck comes first now"),
    lib.CN_E_WANTS_OPENING: N_("cards are opened now"),
    lib.CN_E_OVER: N_("the game is over"),
    lib.CN_E_OUTCOME: N_("luck cannot bring this now"),
}

Seat = NewType("Seat", int)  # a place in a game, counted from 0
Turn = Seat | Literal["chance", "reveal", "over"]

_RULE = re.compile(r"([A-Z]+[0-9]+[a-z]?): ")


class IllegalMove(ValueError):
    """The notation is not playable at this position. The text names the broken rule; `message` is
    the same as a fact for front ends."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.template.format(**dict(message.values)))
        self.message = message

    @property
    def rule(self) -> str | None:
        """The name of the broken rule, as on the rules' page: "A3". None if no rule of the game
        refuses, as when another kind of move is due."""
        named = _RULE.match(self.message.template)
        return named[1] if named else None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message,)


class InvalidNotation(IllegalMove):
    """The text is no notation of the game at any position."""


class Position:
    """A position of a game: immutable, hashable, equal by value.

    `new`, `from_dict`, `parse`, `decode` and `apply` create positions; the constructor trusts its
    argument.
    """

    __slots__ = ("_state",)

    _state: bytes

    def __init__(self, state: bytes) -> None:
        _keep(self, state)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name}: a position does not change; `apply` gives the next one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name}: a position does not change")

    # --- description ---

    @property
    def game(self) -> str:
        """The game's key, e.g. "camelup"."""
        return _BY_NUMBER[self._state[0]].info.key

    key = game

    @property
    def seats(self) -> int:
        return self._state[1]

    @property
    def options(self) -> Options:
        """All options of this game, read-only."""
        return MappingProxyType(_BY_NUMBER[self._state[0]].options(self._state))

    @property
    def turn(self) -> Turn:
        """The seat to decide, or the kind of the node: "chance", "reveal", "over"."""
        node = self._state[2]
        return Seat(self._state[3]) if node == 0 else cast(Turn, NODES[node])

    @property
    def decider(self) -> Seat | None:
        """The seat on turn; None at a node for luck or an opening, and at the end."""
        return Seat(self._state[3]) if self._state[2] == lib.CN_DECIDE else None

    @property
    def is_chance(self) -> bool:
        """True if luck comes next."""
        return bool(self._state[2] == lib.CN_CHANCE)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return bool(self._state[2] == lib.CN_OVER)

    @property
    def opener(self) -> Seat | None:
        """The seat that opens at "reveal"; None at other nodes."""
        return Seat(self._state[3]) if self._state[2] == lib.CN_REVEAL else None

    @property
    def round(self) -> int:
        """The number of the leg or round, in the position's own count; 0 in a game without any."""
        game = _BY_NUMBER[self._state[0]]
        return cast(int, game.read(self._state)[game.round]) if game.round else 0

    # --- possible steps ---

    def legal(self) -> list[str]:
        """The notations that the seat on turn may play; [] at other nodes."""
        if self._state[2] != lib.CN_DECIDE:
            return []
        text = _uncleared(_CHARS, lib.cn_ways(self._state) * _TEXT_MAX)
        length = lib.cn_list(self._state, text, ffi.NULL)
        return cast(bytes, ffi.buffer(text, length)[:]).decode("ascii").split("\n")[:-1]

    def outcomes(self) -> list[tuple[str, int]]:
        """The possible outcomes at "chance", each with its weight; [] at other nodes."""
        if self._state[2] != lib.CN_CHANCE:
            return []
        ways = lib.cn_ways(self._state)
        text, weights = _uncleared(_CHARS, ways * _TEXT_MAX), _uncleared(_WEIGHTS, ways)
        length = lib.cn_list(self._state, text, weights)
        names = cast(bytes, ffi.buffer(text, length)[:]).decode("ascii").split("\n")[:-1]
        return list(zip(names, weights[0:ways], strict=True))

    def openings(self) -> list[str]:
        """Every opening that the rules admit at "reveal"; [] at other nodes. The rules cannot know
        the true one."""
        opener = self.opener
        if opener is None:
            return []
        pack = self.pack()
        if pack is None:
            return list(_BY_NUMBER[self._state[0]].openings(opener))
        return [card_notation(face) for face, _count in pack.unseen]

    def pack(self) -> Pack | None:
        """The cards that lie face down from a shuffled pack; None while there are none."""
        return pack_of(self._state)

    def why_not(self, notation: str) -> Message | None:
        """The reason against a notation here; None if it is playable."""
        text = _ascii(notation)
        return self._refusal(lib.cn_check(self._state, text, len(text)), notation)

    def greedy(self, faces: str) -> str:
        """The move of a simple player for the seat on turn. With `faces`, the seat's own hidden
        cards by slot, it is the greedy bot's choice; with `faces` "" a ghost's.

        ValueError when no seat decides here, or for invalid faces.
        """
        text, own = ffi.new(_CHARS, _TEXT_MAX), _ascii(faces)
        length = lib.cn_greedy(self._state, own, len(own), text)
        if length == 0:
            raise ValueError(f"no seat decides here, or {faces!r:.40} are no faces")
        return cast(bytes, ffi.buffer(text, length)[:]).decode("ascii")

    # --- steps ---

    def first_node(self) -> Position:
        """The position at which this game began: `new` with its seats and options."""
        return new(self.game, self.seats, self.options)

    def apply(self, notation: str) -> Position:
        """The position after a decision, an outcome or an opening, and all its consequences.

        IllegalMove names the broken rule; this position never changes.
        """
        state = self._state
        text = _ascii(notation)
        after = _uncleared(_BUFFERS[state[0]])
        status = _apply(state, text, len(text), after, _NULL)
        if status:
            self._refuse(status, notation)
        return Position(_unpack(after, len(state)))

    def step(self, notation: str) -> tuple[Position, tuple[Event, ...]]:
        """`apply`, and the events of the step, in order."""
        state = self._state
        text = _ascii(notation)
        after, events = _uncleared(_BUFFERS[state[0]]), ffi.new(_EVENTS)
        status = _apply(state, text, len(text), after, events)
        if status:
            self._refuse(status, notation)
        return Position(_unpack(after, len(state))), _BY_NUMBER[state[0]].events(state, events)

    def _refusal(self, status: int, notation: object) -> Message | None:
        if status == lib.CN_OK:
            return None
        if status == lib.CN_E_NOTATION:
            return message(_REFUSALS[status], notation=f"{notation!r:.40}")
        if status in _REFUSALS:
            return message(_REFUSALS[status])
        return _BY_NUMBER[self._state[0]].refusal(self._state, status, cast(str, notation))

    def _refuse(self, status: int, notation: object) -> None:
        refusal = self._refusal(status, notation)
        assert refusal is not None
        raise (InvalidNotation if status == lib.CN_E_NOTATION else IllegalMove)(refusal)

    # --- scores ---

    def scores(self) -> list[int]:
        """One number per seat, at any node."""
        scores = ffi.new("int32_t[]", _SEATS_MAX)
        lib.cn_scores(self._state, scores)
        return list(scores[0 : self.seats])

    def winners(self) -> list[Seat]:
        """The seats that won, ascending; [] before the game is over."""
        won = lib.cn_winners(self._state)
        return [Seat(seat) for seat in range(_SEATS_MAX) if won >> seat & 1]

    # --- as bytes and as a dictionary ---

    @property
    def state(self) -> bytes:
        """The state in the core's form, for modules that call the core."""
        return self._state

    def encode(self) -> bytes:
        """The canonical bytes: a format byte, the game's key, a zero, the state of the core."""
        return bytes((FORMAT,)) + self.game.encode() + b"\0" + self._state

    def digest(self) -> bytes:
        """32 bytes, equal if and only if the positions are: BLAKE2b over `encode()`."""
        return hashlib.blake2b(_DIGEST_DOMAIN + self.encode(), digest_size=32).digest()

    def to_dict(self) -> dict[str, Any]:
        """The JSON position (docs/rules.md)."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "seats": self.seats,
            "turn": self.turn,
            **_BY_NUMBER[self._state[0]].read(self._state),
        }

    def to_text(self) -> str:
        """The position in one line for `parse` (docs/rules.md)."""
        return written(self.to_dict(), _first(self.game, self.seats))

    # --- for people ---

    def board(
        self,
        names: Sequence[str] | None = None,
        *,
        me: int | None = None,
        faces: str = "",
        width: int = 80,
        glyphs: bool = True,
    ) -> str:
        """The whole position as lines of at most `width` columns; plain ASCII without `glyphs`.

        `names` are the players' by seat, `faces` the hidden cards of the seat `me`, known only to
        it.
        """
        return str(self._drawn(names, me=me, faces=faces, width=width, glyphs=glyphs))

    def _drawn(self, names: Sequence[str] | None, **how: Any) -> Any:
        if names is None:
            names = [f"S{seat}" for seat in range(self.seats)]
        elif len(names) != self.seats:
            raise ValueError(f"names: {len(names)} for {self.seats} seats")
        return _draw(self, names, **how)

    def __str__(self) -> str:
        """The board in ASCII."""
        return self.board(glyphs=False)

    def _repr_html_(self) -> str:
        """The board in colours, for notebooks."""
        return html(self._drawn(None))

    def _repr_svg_(self) -> str:
        """The same as a picture, which can be saved or put on a page."""
        return svg(self._drawn(None))

    def __eq__(self, other: object) -> bool:
        return self._state == other._state if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._state)

    def __repr__(self) -> str:
        return f"<{self.game} position, turn {self.turn!r}, {self.digest().hex()[:12]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return decode, (self.encode(),)


_keep = Position.__dict__["_state"].__set__  # the only way around `__setattr__`

# Text boards stand above positions and read them, so `camelnet.rules` passes the function down.
Drawing = Callable[..., Any]  # (position, the players' names, arguments of `board`)


def _draw(position: Position, names: Sequence[str], **how: Any) -> Any:
    raise NotImplementedError("camelnet.rules was never imported")


def draw_with(drawing: Drawing) -> None:
    """Set the function that draws a position's board, a `rich.text.Text`."""
    global _draw
    _draw = drawing


def _ascii(notation: Any) -> bytes:
    """The notation in ASCII; empty, which the core refuses, if it has no such form."""
    try:
        written: bytes = notation.encode("ascii")
        return written
    except (UnicodeEncodeError, AttributeError):
        return b""


def _game(key: object) -> Any:
    game = ALL.get(key) if isinstance(key, str) else None
    if game is None:
        raise validation.wrong("game", f"{key!r:.40} is unknown")
    return game


def new(game: str, seats: int, options: Mapping[str, Any] | None = None) -> Position:
    """The first node of a game; options left out have their defaults.

    ValueError for an unknown game, a number of seats out of range, an unknown or wrong option.
    """
    chosen = _game(game)
    info = chosen.info
    validation.number(seats, info.seats_min, info.seats_max, "seats")
    numbers = option_numbers(info, check_options(info, {} if options is None else options))
    state = ffi.new(_BUFFERS[chosen.number])
    made = lib.cn_new(chosen.number, seats, numbers, state)
    assert made
    return Position(ffi.buffer(state)[:])


def from_dict(value: object) -> Position:
    """The position of a dictionary in the form of `to_dict`. ValueError names a field that is
    missing, unknown, of a wrong type or impossible; nobody checks that play could lead there."""
    if not isinstance(value, dict):
        raise validation.wrong("position", "not a dictionary")
    if "game" not in value:
        raise validation.wrong("game", "missing")
    game = _game(value["game"])
    info = game.info
    given = validation.keys(value, _first(info.key, info.seats_min), "")
    seats = validation.number(given["seats"], info.seats_min, info.seats_max, "seats")
    validation.keys(given["options"], [option.key for option in info.options], "options")
    numbers = option_numbers(info, check_options(info, given["options"]))
    node, seat = _node(given["turn"], seats)
    return _audited(game, game.write(given, numbers, seats, node, seat))


def _node(turn: object, seats: int) -> tuple[Node, int]:
    if not isinstance(turn, str):
        return "decide", validation.number(turn, 0, seats - 1, "turn")
    if turn not in NODES[1:]:
        raise validation.wrong("turn", 'neither a seat nor "chance", "reveal" or "over"')
    return NODES[NODES.index(turn)], 0


def _audited(game: Any, state: bytes) -> Position:
    field = lib.cn_audit(state, len(state))
    if field:
        raise validation.wrong(game.fields.get(field, "position"), "cannot be so in this position")
    return Position(state)


def parse(text: str) -> Position:
    """The position of a line in the form of `to_text`; whatever it leaves out is as at the
    beginning of that game. ValueError names the fault."""
    game, seats, told = read(text)
    return from_dict({**_first(_game(game).info.key, seats), **told})


def _first(game: str, seats: object) -> dict[str, Any]:
    """The beginning of a game, as a dictionary."""
    return new(game, cast(int, seats)).to_dict()


def decode(data: bytes) -> Position:
    """The position of `encode()`'s bytes; ValueError for any other bytes."""
    form, key, state = data[:1], *data[1:].partition(b"\0")[::2]
    if form != bytes((FORMAT,)):
        raise validation.wrong("format", "unknown")
    game = _game(key.decode("ascii", "replace"))
    if state[:1] != bytes((game.number,)):
        raise validation.wrong("game", "not the one named")
    return _audited(game, bytes(state))


def apply_all(positions: Sequence[Position], notations: Sequence[str]) -> list[Position]:
    """`apply` at each position of one game, in one call of the core, which lets other threads run.

    ValueError for lists of unequal lengths, or positions of several games. IllegalMove for the
    first notation that is not playable; then the call returns no position.
    """
    count = len(positions)
    if len(notations) != count:
        raise ValueError(f"notations: {len(notations)} for {count} positions")
    if not count:
        return []
    game = positions[0]._state[0]
    if any(position._state[0] != game for position in positions):
        raise ValueError("positions: of several games")
    # A line end would turn one notation into two.
    lines = [b"" if b"\n" in text else text for text in map(_ascii, notations)]
    text = b"\n".join(lines) + b"\n"
    size = _SIZES[game]
    states = b"".join([position._state for position in positions])
    after, statuses = _uncleared(_CHARS, count * size), _uncleared(_BYTES, count)
    if lib.cn_apply_all(states, count, text, len(text), after, statuses) != count:
        refused = next(index for index, status in enumerate(statuses) if status)
        positions[refused]._refuse(statuses[refused], notations[refused])
    following = _unpack(after, count * size)
    return [Position(following[at : at + size]) for at in range(0, count * size, size)]


def by_verb(notations: Iterable[str]) -> dict[str, list[str]]:
    """Notations by their first word. A random player draws a verb first, since most notations may
    share one verb, with every possible number."""
    found: dict[str, list[str]] = {}
    fitting: list[str] = []
    start = "\n"  # the last verb: mostly the next one too
    for notation in notations:
        if not notation.startswith(start):
            verb = notation.partition(" ")[0]
            start, fitting = f"{verb} ", found.setdefault(verb, [])
        fitting.append(notation)
    return found


def perft(position: Position, depth: int) -> int:
    """Leaves of the tree of all legal moves and outcomes, `depth` (0 to 32) deep.

    A node at the end of the game or before an opening is a leaf at any depth: players know the
    openings, and the rules cannot list them.
    """
    validation.number(depth, 0, 32, "depth")
    return int(lib.cn_perft(position._state, depth))


def playouts(position: Position, *, seed: int, count: int) -> tuple[int, Position]:
    """Play `count` (at least 1) games to their ends at random, wholly in C. Returns the total
    number of moves, outcomes and openings, and the end of the last game. The same on every
    machine."""
    validation.number(count, 1, 1_000_000_000, "count")
    last = ffi.new(_BUFFERS[position._state[0]])
    plies = lib.cn_playouts(position._state, seed & (2**64 - 1), count, last)
    return int(plies), Position(ffi.buffer(last)[:])
