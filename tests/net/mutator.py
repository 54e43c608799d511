"""Messages of every kind, made from their shapes, and what becomes of them in bad hands.

Examples are drawn from the shapes of the dataclasses in `camelnet.protocol` alone, so a
new message is covered as soon as it is there. A mutation changes the structure (other types,
boundaries, missing and extra items, wrong kinds) or the bytes. All from one `random.Random`.
"""

from __future__ import annotations

import inspect
import random
import string
import struct
from dataclasses import fields, is_dataclass
from typing import Any, Final

import msgpack

from camelnet.protocol.codec.canonical import SIZE_MAX, Value
from camelnet.protocol.codec.schema import Schema, flag
from camelnet.protocol.wire import bodies
from camelnet.protocol.wire.frames import FRAMES

# The bodies that are signed: whatever begins with its domain.
BODIES: Final[tuple[type[Any], ...]] = tuple(
    kind
    for _name, kind in sorted(vars(bodies).items())
    if isinstance(kind, type) and is_dataclass(kind) and fields(kind)[0].name == "domain"
)
_BODY_ROOM: Final = 1_024  # a byte string with so much room holds a body
_STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2**31, 2**63 - 1, 2**64 - 1, -(2**63)),
    *(b"", b"\0", bytes(32), bytes(64), "", "x", "\n", "\u202e", "x" * 5_000),
    *((), ((),), ((((),),),), (0,) * 300, 1.5, float("nan")),
)


class Mutator:
    """Draws examples and mutations."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def example(self, kind: type[Any], depth: int = 0) -> tuple[Value, ...]:
        """The fields of a message of `kind`, each as its shape admits it. One that came later is
        left out where it says nothing new."""
        made = [self._value(item.metadata["shape"], depth) for item in fields(kind)]
        later = [item for item in fields(kind) if item.metadata["later"]]
        while later and made[-1] == later.pop().default:
            made.pop()
        return tuple(made)

    def frame(self, kind: type[Any] | None = None) -> tuple[Value, ...]:
        """A frame's number and its fields; of any kind if none is asked for."""
        chosen = kind or self._chance.choice(FRAMES)
        return FRAMES.index(chosen), *self.example(chosen)

    def payload(self) -> bytes:
        """A frame's contents with something wrong; now and then with nothing wrong."""
        return self.mutated(self.frame())

    def body(self, kind: type[Any]) -> bytes:
        """A signed body's bytes with something wrong, as `payload`."""
        return self.mutated(self.example(kind))

    def mutated(self, value: Any) -> bytes:
        """Bytes of a value that was changed in up to three places."""
        for _ in range(self._chance.randrange(3)):
            value = self._bent(value)
        data = serialise(value)
        for _ in range(self._chance.choice((0, 0, 0, 1, 2))):
            data = self._scratched(data)
        return data[: SIZE_MAX + 10] or b"\0"

    # --- examples -----------------------------------------------------------------------------

    def _value(self, shape: Schema, depth: int) -> Value:
        if shape is flag:
            return self._chance.random() < 0.5
        made_by = shape.__qualname__.split(".")[0]
        bounds = inspect.getclosurevars(shape).nonlocals  # type: ignore[arg-type]
        match made_by:
            case "integer":
                return self._integer(bounds["low"], bounds["high"])
            case "octets":
                return self._octets(bounds["low"], bounds["most"], depth)
            case "text":
                return self._text(bounds["low"], bounds["high"])
            case "one_of":
                word: str = self._chance.choice(bounds["words"])
                return word
            case "optional":
                return None if self._rather_less(depth) else self._value(bounds["shape"], depth)
            case "either":
                return self._value(self._chance.choice(bounds["shapes"]), depth)
            case "nested":
                return self.example(bounds["kind"], depth + 1)
            case "array":
                count = self._count(bounds["low"], bounds["high"], depth)
                return tuple(self._value(bounds["shape"], depth + 1) for _ in range(count))
            case "ascending":
                made: Any = self._value(bounds["items"], depth)
                return tuple(
                    sorted(made, key=lambda item: item if isinstance(item, str) else item[0])
                )
        raise AssertionError(f"teach the mutator what {shape.__qualname__} admits")

    def _rather_less(self, depth: int) -> bool:
        return self._chance.random() < 0.2 * (1 + depth)

    def _count(self, low: int, high: int, depth: int) -> int:
        return min(high, low + self._chance.choice((0, 1, 2) if depth < 2 else (0, 0, 1)))

    def _integer(self, low: int, high: int) -> int:
        return self._chance.choice((low, high, self._chance.randint(low, high)))

    def _octets(self, low: int, most: int, depth: int) -> bytes:
        if most >= _BODY_ROOM and depth < 3 and self._chance.random() < 0.8:
            body = serialise(self.example(self._chance.choice(BODIES), depth + 2))
            if low <= len(body) <= most:
                return body
        return self._chance.randbytes(self._chance.choice((low, min(most, low + 40))))

    def _text(self, low: int, high: int) -> str:
        size = self._chance.choice((low, high, self._chance.randint(low, high)))
        return "".join(self._chance.choices(string.ascii_letters + " é猫", k=size))

    # --- mutations ----------------------------------------------------------------------------

    def _bent(self, value: Any) -> Any:
        """The value with one place changed."""
        if not isinstance(value, tuple) or not value or self._chance.random() < 0.1:
            return self._chance.choice(_STRANGE)
        place = self._chance.randrange(len(value))
        item = value[place]
        rest = value[:place], value[place + 1 :]
        match self._chance.randrange(6):
            case 0:
                return (*rest[0], *rest[1])
            case 1:
                return (*rest[0], item, item, *rest[1])
            case 2:
                return (*rest[0], self._chance.choice(_STRANGE), *rest[1])
            case 3 if isinstance(item, bytes) and item:
                return (*rest[0], self._scratched(item), *rest[1])
            case 4 if isinstance(item, int):
                return (*rest[0], item + self._chance.choice((-1, 1)), *rest[1])
        return (*rest[0], self._bent(item), *rest[1])

    def _scratched(self, data: bytes) -> bytes:
        """The bytes with one place changed."""
        place = self._chance.randrange(len(data) + 1)
        match self._chance.randrange(4):
            case 0:
                return data[:place] or b"\0"
            case 1:
                return data[:place] + self._chance.randbytes(1) + data[place:]
            case 2:
                length = struct.pack(">I", self._chance.choice((0, 1, 2**16, 2**32 - 1)))
                return data[:place] + length + data[place + 4 :]
        return data[:place] + self._chance.randbytes(1) + data[place + 1 :]


def serialise(value: Any) -> bytes:
    """msgpack of anything at all, also of what our own encoder would never write."""
    packed: bytes = msgpack.packb(_serialisable(value), use_bin_type=True)
    return packed


def _serialisable(value: Any) -> Any:
    """Integers that msgpack has no room for become texts."""
    if isinstance(value, tuple):
        return [_serialisable(item) for item in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**64:
        return str(value)
    return value
