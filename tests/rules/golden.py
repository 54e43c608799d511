"""Golden games and perft counts: what the core answered when it was found right.

A change in them means that positions, their bytes or the order of moves changed, so the records of
1.0 no longer replay, as the rules digest then says, too. `python -m tests.rules.golden [GAME]`
writes the files of a new game.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from camelnet import rules
from camelnet.rules import Position
from tests.rules.play import DATA, SETTINGS, plies

PERFT_DEPTH = 3
# How many sit at the golden games, one for each of a game's settings in SETTINGS.
SEATS = {"camelup": (2, 4, 6, 8), "cards": (2, 4, 5, 6), "targui": (2, 3, 4)}


def replay(position: Position, notations: list[str]) -> dict[str, Any]:
    """Play the notations and sum the game up; every position's digest goes into one."""
    chain = hashlib.blake2b(position.digest(), digest_size=32)
    for notation in notations:
        position = position.apply(notation)
        chain.update(position.digest())
    return {
        "digests": chain.hexdigest(),
        "last": position.digest().hex(),
        "scores": position.scores(),
        "winners": position.winners(),
    }


def games(game: str) -> list[dict[str, Any]]:
    """One game for each set of options, with more seats each time."""
    lines: list[dict[str, Any]] = []
    for seed, (key, options) in enumerate(SETTINGS):
        if key != game:
            continue
        seats = SEATS[game][len(lines)]
        start = rules.new(key, seats=seats, options=options)
        notations = [ply.notation for ply in plies(start, seed)]
        head = {"game": key, "options": options, "seats": seats, "path": notations}
        lines.append({**head, **replay(start, notations)})
    return lines


def perfts(game: str) -> list[dict[str, Any]]:
    """Counts from nodes along the golden games."""
    lines = []
    for golden in games(game):
        position = rules.new(game, seats=golden["seats"], options=golden["options"])
        for ply, notation in enumerate(golden["path"]):
            if ply % 30 == 0 or position.turn == "reveal":
                leaves = [rules.perft(position, depth) for depth in range(PERFT_DEPTH + 1)]
                lines.append({"position": position.to_dict(), "leaves": leaves})
            if position.turn == "reveal":
                break
            position = position.apply(notation)
    return lines


def core_digests() -> set[str]:
    """The lines that native/tests/digest.c has to print, one for each game."""
    return {path.read_text(encoding="utf-8").strip() for path in DATA.glob("*/core_digest.txt")}


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")


def main(names: Sequence[str]) -> None:
    for game in names or SEATS:
        write(DATA / game / "golden.jsonl", games(game))
        write(DATA / game / "perft.jsonl", perfts(game))


if __name__ == "__main__":
    main(sys.argv[1:])
