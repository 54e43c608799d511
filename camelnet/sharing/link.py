"""A whole game in a link: `camelnet:` and its notations, compressed.

A link proves nothing: whoever writes one can write any game that the rules allow.
"""

from __future__ import annotations

import binascii
import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from camelnet import rules
from camelnet.foreign_text import shown_name
from camelnet.i18n import N_, Message, _, message
from camelnet.rules.position import IllegalMove
from camelnet.session.api.facts import Stepped
from camelnet.session.game.steps import steps_of
from camelnet.sharing import LINK_MAX, SCHEME, is_link

PROVES_NOTHING = N_(
    "This is a copy of the moves, from a link. It proves nothing: only the record of a game does."
)
BYTES_MAX: Final = 64 * 1024  # of what is decompressed
STEPS_MAX: Final = 4096
NAME_MAX: Final = 64  # characters
_VERSION: Final = 1
_RULES_SIZE: Final = 8  # hex digits of the digest of the rules
_DAMAGED = N_("This link is damaged.")
_NEWER = N_("This link was made by a newer camelnet.")
_OTHER_RULES = N_("This link was made by other rules than those of this camelnet.")


class BadLink(ValueError):
    """A link of which nothing can be shown; `reason`: a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class LinkedGame:
    """A game from a link. Its rules hold; nobody vouches for it."""

    game: str
    names: tuple[str, ...]  # by seat
    steps: tuple[Stepped, ...]


def link_of(steps: Sequence[Stepped], names: Sequence[str]) -> str:
    """The link to a game; "" if its beginning is missing, or it is too long for one."""
    first = steps[0].before
    if first != rules.new(first.game, first.seats, first.options).first_node():
        return ""
    told = [
        _VERSION,
        rules.rules_digest().hex()[:_RULES_SIZE],
        first.game,
        dict(first.options),
        list(names),
        "\n".join(step.notation for step in steps),
    ]
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
    packed = packer.compress(text) + packer.flush()
    link = SCHEME + urlsafe_b64encode(packed).decode().rstrip("=")
    fits = len(link) <= LINK_MAX and len(text) <= BYTES_MAX and len(steps) <= STEPS_MAX
    return link if fits else ""


def game_in(link: str) -> LinkedGame:
    """The game of a link, with every notation applied by the rules. Raises `BadLink`."""
    match _unpacked(link):
        case [int() as version, *_rest] if version > _VERSION:
            raise BadLink(message(_NEWER))
        case [1, str() as digest, str() as game, dict() as options, list() as names, str() as text]:
            pass
        case _:
            raise BadLink(message(_DAMAGED))
    if digest != rules.rules_digest().hex()[:_RULES_SIZE]:
        raise BadLink(message(_OTHER_RULES))
    notations = text.split("\n")
    if len(notations) > STEPS_MAX or not all(
        isinstance(name, str) and len(name) <= NAME_MAX for name in names
    ):
        raise BadLink(message(_DAMAGED))
    try:
        first = rules.new(game, len(names), options).first_node()
        steps = steps_of(first, notations)
    except IllegalMove as error:
        text = N_("This link holds a move that the rules forbid: {why}")
        raise BadLink(message(text, why=error.message)) from None
    except (ValueError, TypeError, KeyError):
        raise BadLink(message(_DAMAGED)) from None
    numbered = (_("Player {n}").format(n=seat + 1) for seat in range(len(names)))
    called = tuple(
        shown_name(name) if name else own for name, own in zip(names, numbered, strict=True)
    )
    return LinkedGame(game, called, tuple(steps))


def _unpacked(link: str) -> Any:
    """The content of a link, unchecked. Raises `BadLink`."""
    try:
        text = link[len(SCHEME) :].strip().lstrip("/")
        if not is_link(link) or len(link) > LINK_MAX or not text.isascii():
            raise ValueError
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        told = unpacker.decompress(packed, BYTES_MAX)
        if not unpacker.eof or unpacker.unconsumed_tail or unpacker.unused_data:
            raise ValueError
        return json.loads(told)
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        raise BadLink(message(_DAMAGED)) from None
