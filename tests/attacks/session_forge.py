"""Other versions of the frames around a game: one field changed, however deep it lies, and all
that covers it signed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.crypto.suite import Signer, Suite, hash_of
from camelnet.protocol.wire.bodies import body_bytes, read_body
from camelnet.protocol.wire.frames import Genesis, SeatSignature, frame_bytes, read_frame
from camelnet.protocol.wire.limits import KINDS
from tests.attacks.forge import Forge
from tests.attacks.session_case import AROUND, INSIDE, Holds

_ITEMS = {"given_up": 32, "admitted": 32, "refused": 32}  # lists of so many bytes each
_LARGE = (2**63 - 1, 1_000_000, 65_535, 1000, 8, 7)
_SEATS = ("seat", "about", "dealer", "complainer")

Pool = Mapping[str, Any]  # what others have, by the name of a field


class SessionForge(Forge):
    """Makes them for one liar, with its own key."""

    def __init__(self, suite: Suite, signer: Signer, seats: int) -> None:
        super().__init__(suite, signer, 0, ())
        self._seats = seats

    def read(self, frame: Any, field: str) -> Any:
        if type(frame).__name__ not in AROUND:
            return super().read(frame, field)
        return self._read(frame, field)

    def _read(self, holder: Any, field: str) -> Any:
        name, _, rest = field.partition(".")
        value = getattr(holder, name)
        if not rest or not value:
            return value if not rest else None
        return self._read(self._opened(INSIDE[type(holder), name], value), rest)

    def _opened(self, inside: tuple[type[Any], Holds], value: Any) -> Any:
        kind, how = inside
        if how is Holds.ENCODED:
            return read_body(kind, value)
        return value if how is Holds.PLAIN else value[self._place(value)]

    def _place(self, items: tuple[Any, ...]) -> int:
        """The place of our own item, or the first."""
        own = self._signer.key
        return next((n for n, item in enumerate(items) if getattr(item, "key", None) == own), 0)

    def write(self, frame: Any, field: str, value: Any) -> Any:
        """The frame with another value there; the same frame where nothing stands to change."""
        if type(frame).__name__ not in AROUND:
            return super().write(frame, field, value)
        made = self._written(frame, field, value)
        if made == frame or not hasattr(frame, "body") or made.body == frame.body:
            return made
        if isinstance(frame, Genesis):
            seats = self._opened(INSIDE[Genesis, "body"], made.body).seats
            signed = SeatSignature(self._place(seats), self._signer.sign(made.body))
            return replace(made, signatures=(signed,), nonces=(), begun=())
        return replace(made, signature=self._signer.sign(made.body))

    def _written(self, holder: Any, field: str, value: Any) -> Any:
        name, _, rest = field.partition(".")
        if not rest:
            return replace(holder, **{name: value})
        old = getattr(holder, name)
        if not old:
            return holder
        kind, how = INSIDE[type(holder), name]
        if how is Holds.ENCODED:
            made = body_bytes(self._written(read_body(kind, old), rest, value))
        elif how is Holds.PLAIN:
            made = self._written(old, rest, value)
        else:
            place = self._place(old)
            made = (*old[:place], self._written(old[place], rest, value), *old[place + 1 :])
        return replace(holder, **{name: made})

    # --- other versions -----------------------------------------------------------------------

    def another(self, frame: Any, field: str, pool: Pool) -> Any:
        """The frame with another valid value there."""
        return self._tried(frame, field, self._changed(field, self.read(frame, field), pool))

    def largest(self, frame: Any, field: str) -> Any:
        """The frame with the largest value there that can be read."""
        if type(self.read(frame, field)) is not int:
            return self.swollen(frame, field)
        made = (self._tried(frame, field, value) for value in _LARGE)
        return next((item for item in made if item != frame and self._is_read(item)), frame)

    def _is_read(self, frame: Any) -> bool:
        try:
            self._whole(frame)
            read_frame(frame_bytes(frame))
        except Malformed:
            return False
        return True

    def foreign(self, frame: Any, field: str, pool: Pool) -> Any:
        """The frame with what belongs to somebody else there."""
        name = field.rpartition(".")[2]
        if name not in pool:
            return self.another(frame, field, pool)
        return self._tried(frame, field, pool[name])

    def numbered(self, frame: Any, field: str, number: int) -> Any:
        """The frame with one of many values there."""
        value, name = self.read(frame, field), field.rpartition(".")[2]
        match value:
            case bool():
                made: Any = bool(number % 2)
            case int():
                made = (value + number) % self._seats if name in _SEATS else value + number
            case str():
                made = f"{value[:20]}{number}" if name not in ("kind", "why", "step") else value
            case bytes():
                made = hash_of("camelnet/many/1", b"%d" % number)[: len(value)] or b"%d" % number
            case tuple() if name in _ITEMS:
                made = (hash_of("camelnet/many/1", b"%d" % number),)
            case _:
                made = value
        return self._tried(frame, field, made)

    def _tried(self, frame: Any, field: str, value: Any) -> Any:
        """The frame with that value, if it can be written at all."""
        try:
            made = self.write(frame, field, value)
            frame_bytes(made)
        except (Malformed, ValueError, TypeError, AttributeError, OverflowError):
            return frame
        return made

    def _changed(self, field: str, value: Any, pool: Pool) -> Any:
        name = field.rpartition(".")[2]
        match value:
            case bool():
                return not value
            case int():
                return (value + 1) % self._seats if name in _SEATS else value + 1
            case str() if name == "kind":
                return KINDS[(KINDS.index(value) + 1) % len(KINDS)]
            case str():
                return value[:-1] + ("y" if value.endswith("x") else "x") if value else "x"
            case bytes():
                return value[:-1] + bytes([value[-1] ^ 1]) if value else bytes(32)
            case tuple() if value:
                return self._other_items(value)
            case tuple() | None:
                return pool.get(name, value)
            case _ if name == "chair":
                return None
        return value

    def _whole(self, frame: Any) -> None:
        if type(frame).__name__ not in AROUND:
            super()._whole(frame)
            return
        for (holder, name), (kind, how) in INSIDE.items():
            if holder is type(frame) and how is Holds.ENCODED:
                read_body(kind, getattr(frame, name))
