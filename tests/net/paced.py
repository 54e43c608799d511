"""camelnet with bots that think as long as a file says: a game lasts while a test disturbs it.

`python -m tests.net.paced FILE ARGUMENT...` runs `camelnet ARGUMENT...`. FILE holds seconds as text
and is read before every decision; without it bots decide at once. They think as a slow computer
does, all else standing still meanwhile, so it should stay well below two seconds.
"""

from __future__ import annotations

import contextlib
import sys
import time
from pathlib import Path

from camelnet import bots
from camelnet.bots import Bot, History
from camelnet.cli import main
from camelnet.rules import Position


class PacedBot:
    """A bot that takes its time."""

    def __init__(self, bot: Bot, pace: Path) -> None:
        self._bot = bot
        self._pace = pace

    def choose(
        self, position: Position, seat: int, faces: str, history: History | None = None
    ) -> str:
        with contextlib.suppress(FileNotFoundError):
            time.sleep(float(self._pace.read_text(encoding="ascii")))
        return self._bot.choose(position, seat, faces, history)


def run(pace: Path, arguments: list[str]) -> None:
    create = bots.create
    bots.create = lambda level, seed, **how: PacedBot(create(level, seed, **how), pace)
    main(arguments)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2:])
