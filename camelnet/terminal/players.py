"""Bots as the session takes them: with the name of their level."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from camelnet.bots import Bot, create
from camelnet.rules import Position


@dataclass(frozen=True, slots=True)
class Leveled:
    """A `camelnet.session.seat.Player`."""

    level: str
    bot: Bot

    def choose(self, position: Position, seat: int, faces: str) -> str:
        return self.bot.choose(position, seat, faces)


def make_bot(level: str) -> Leveled:
    """A bot of a level of `camelnet.bots.LEVELS`; ValueError for another."""
    return Leveled(level, create(level, secrets.randbits(64)))
