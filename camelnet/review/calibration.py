"""Chances to win as they come true: a search with a network, then a correction of its chances.

The networks learn among equals. At a table with players of several levels the leader is often the
better player, too: chances above a half came true more often than predicted. A power of the chances
corrects that (temperature scaling: Guo, Pleiss, Sun and Weinberger 2017). Bots play by the
uncorrected chances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from camelnet.bots import History
from camelnet.bots.network import usable
from camelnet.bots.search import Analysis, Line, analyse
from camelnet.rules import Position

# The power for each game, by maximum likelihood (camelnet.lab.strength.calibration --fit).
SHARPNESS: Mapping[str, float] = {"camelup": 1.26, "cards": 1.25, "targui": 1.72}


def look_ahead(
    position: Position,
    seat: int | None,
    faces: str = "",
    *,
    history: History | None = None,
    seed: int = 0,
    think_ms: int | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Analysis:
    """As `camelnet.bots.search.analyse`, with chances to win as they come true."""
    found = analyse(
        position,
        seat,
        faces,
        history=history,
        seed=seed,
        think_ms=think_ms,
        nodes=nodes,
        stop=stop,
    )
    power = SHARPNESS.get(position.game, 1.0)
    if power == 1 or usable(position.game) is None:
        return found
    decider = position.decider
    lines = found.lines
    if decider is not None:
        lines = tuple(_line(line, found.shares, decider, power) for line in lines)
    return replace(found, lines=lines, shares=sharpened(found.shares, power))


def as_told(shares: Sequence[float], game: str) -> tuple[float, ...]:
    """The chances that a network of this game gives, as they come true."""
    return sharpened(shares, SHARPNESS.get(game, 1.0))


def sharpened(shares: Sequence[float], power: float) -> tuple[float, ...]:
    """The chances of all seats, each to this power, scaled to keep their sum."""
    powers = [max(share, 0.0) ** power for share in shares]
    scale = sum(shares) / sum(powers) if sum(powers) else 0.0
    return tuple(one * scale for one in powers)


def _line(line: Line, shares: Sequence[float], seat: int, power: float) -> Line:
    """Sharpen a line, which knows only its own seat's chance: split the rest as in the position."""
    others = sum(shares) - shares[seat]
    rest = max(1 - line.share, 0.0) / others if others > 0 else 0.0
    after = [line.share if other == seat else share * rest for other, share in enumerate(shares)]
    return replace(line, share=sharpened(after, power)[seat])
