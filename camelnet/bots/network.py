"""Networks: the weights of a game's learned value, from a file of the package to the core.

A weights file has two lines of text (its format; a JSON object with its game, shape and origin),
then the weights as little-endian floats of 32 bits in the order of native/include/value.h, then the
SHA-256 of everything before it. `camelnet.lab.train` writes it.
"""

from __future__ import annotations

import json
import sys
import threading
from array import array
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Any

from camelnet import rules
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.rules.core import ffi, lib

FIRST_LINE = b"camelnet network 1\n"
_FILE_MAX = 1 << 20
_HEADER_MAX = 1 << 16
_DIGEST = sha256().digest_size


class NetworkError(Exception):
    """A weights file is missing or unusable; `message` says why."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why))
        self.message = why


@dataclass(frozen=True, slots=True)
class Shape:
    """The inputs of a seat, and the units of the hidden layers (`second` 0: only one)."""

    inputs: int
    first: int
    second: int

    @property
    def weights(self) -> int:
        """The number of weights; 0 for an impossible shape."""
        return int(lib.cn_network_weights(self.inputs, self.first, self.second))


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A network of a game. `memory` is its form for the core; `origin` tells how it was trained."""

    game: str
    shape: Shape
    origin: dict[str, Any]
    memory: Any


def make(game: str, shape: Shape, weights: array[float], origin: dict[str, Any]) -> Network:
    """A network of these weights (floats of 32 bits). ValueError if they do not fit the shape, or
    one of them is not finite."""
    size = lib.cn_network_bytes(shape.inputs, shape.first, shape.second)
    if not size or len(weights) != shape.weights:
        raise ValueError(f"{len(weights)} weights do not make {shape}")
    memory = ffi.new("uint64_t[]", (size + 7) // 8)
    numbers = ffi.from_buffer("float[]", weights)
    if not lib.cn_network_make(memory, shape.inputs, shape.first, shape.second, numbers):
        raise ValueError("a weight is not finite")
    return Network(game, shape, origin, memory)


def to_bytes(game: str, shape: Shape, weights: array[float], origin: dict[str, Any]) -> bytes:
    """The content of a weights file."""
    about = {
        "game": game,
        "version": int(lib.cn_value_version(_number(game))),
        "shape": [shape.inputs, shape.first, shape.second],
        "origin": origin,
    }
    line = json.dumps(about, sort_keys=True).encode("ascii") + b"\n"
    content = FIRST_LINE + line + _swapped(weights).tobytes()
    return content + sha256(content).digest()


def parse(content: bytes, game: str) -> Network:
    """The network in a weights file for this game. NetworkError tells the fault of the file."""
    try:
        return _parse(content, game)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NetworkError(
            message(N_("The neural network for {game} is damaged."), game=_title(game))
        ) from None


def weights_in(content: bytes, game: str) -> array[float]:
    """The weights in a file for this game, as a start for training; NetworkError as for `parse`."""
    parse(content, game)
    weights = array("f")
    weights.frombytes(content[_weights_at(content) : -_DIGEST])
    return _swapped(weights)


def _weights_at(content: bytes) -> int:
    return content.index(b"\n", len(FIRST_LINE), len(FIRST_LINE) + _HEADER_MAX) + 1


def _parse(content: bytes, game: str) -> Network:
    if len(content) > _FILE_MAX or not content.startswith(FIRST_LINE):
        raise ValueError("no weights file")
    if sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]:
        raise ValueError("other bytes than were written")
    end = _weights_at(content)
    about = json.loads(content[len(FIRST_LINE) : end])
    inputs, first, second = about["shape"]
    if about["game"] != game:
        text = N_("The neural network for {game} is one for {other}.")
        raise NetworkError(message(text, game=_title(game), other=_title(about["game"])))
    version = int(lib.cn_value_version(_number(game)))
    if about["version"] != version or inputs != lib.cn_value_inputs(_number(game)):
        text = N_(
            "The neural network for {game} is of version {other}; this camelnet reads {version}."
        )
        other = f"{about['version']!s:.40}"
        raise NetworkError(message(text, game=_title(game), other=other, version=version))
    if not all(isinstance(part, int) and 0 <= part <= 1024 for part in (inputs, first, second)):
        raise ValueError("no shape")
    weights = array("f")
    weights.frombytes(content[end:-_DIGEST])
    return make(game, Shape(inputs, first, second), _swapped(weights), dict(about["origin"]))


def _swapped(weights: array[float]) -> array[float]:
    """Convert between this machine's order of bytes and the file's, the little end first."""
    if sys.byteorder == "little":
        return weights
    swapped = array("f", weights)
    swapped.byteswap()
    return swapped


def _title(game: object) -> Message | str:
    info = rules.GAMES.get(str(game))
    return f"{game!s:.40}" if info is None else Message(info.name)


def _number(game: str) -> int:
    return int(lib.cn_game_number(game.encode()))


_loaded: dict[str, Network | NetworkError | None] = {}
_loading = threading.Lock()


def network(game: str) -> Network | None:
    """The network of the package; None for a game without a learned value. Read once per process.
    NetworkError, at each call, if its file is unusable: then bots play without it."""
    with _loading:
        if game not in _loaded:
            _loaded[game] = _try(game)
        found = _loaded[game]
    if isinstance(found, NetworkError):
        raise NetworkError(found.message)  # a new one: its traceback would grow
    return found


def usable(game: str) -> Network | None:
    """The same, but also None if its file is unusable; `camelnet.bots.troubles` tells why."""
    try:
        return network(game)
    except NetworkError:
        return None


def digest(game: str) -> str:
    """Sixteen digits that identify the package's network; "" if bots play without one."""
    return _content(game)[-_DIGEST:].hex()[:16] if usable(game) else ""


def _try(game: str) -> Network | NetworkError | None:
    if not lib.cn_value_inputs(_number(game)):
        return None
    try:
        return parse(_content(game), game)
    except OSError as error:
        text = N_("The neural network for {game} cannot be read: {why}.")
        return NetworkError(message(text, game=_title(game), why=os_reason(error)))
    except NetworkError as error:
        return error


def _content(game: str) -> bytes:
    """The content of the weights file installed beside this module."""
    return (files("camelnet.bots") / "weights" / f"{game}.cnw").read_bytes()
