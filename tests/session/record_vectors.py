"""Writes docs/vectors/records: `python -m tests.session.record_vectors` from the checkout.

One complete record of each kind that there is, for whoever writes a verifier from the documents,
and what each of them proves. Keys, secrets and moves follow from a seed.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from camelnet.session.api.verdict import Verdict
from camelnet.session.table.verify import verify
from tests.session.room import Guest, Room

FOLDER = Path(__file__).parents[2] / "docs" / "vectors" / "records"
TOLD = FOLDER / "records.json"


def end(room: Room, guests: list[Guest]) -> Guest:
    room.play_until(lambda: all(guest.seat.closed for guest in guests))
    room.run(2000)
    return guests[0]


def people(room: Room) -> Guest:
    room.seat_all()
    return end(room, room.guests)


def strict(room: Room) -> Guest:
    room.seat_all(strict=True)
    return end(room, room.guests)


def short_targui(room: Room) -> Guest:
    room.seat_all(destiny=[1, 6, 7], camels=60)
    return end(room, room.guests)


def came_back(room: Room) -> Guest:
    """Seat 3 crashes, the others go on without it, and it comes back."""
    room.seat_all()
    room.play(1500)
    room.kill(3)
    room.run(7000)
    left = room.guests[:3]
    for guest in left:
        guest.peer.go_on_without(3)
    room.play(6000)
    room.restart(3)
    room.run_until(lambda: not left[0].table.seats[3].ghost)
    room.run(2000)
    return end(room, room.guests)


def stayed_away(room: Room) -> Guest:
    """Seat 2 leaves for good: a ghost plays it to the end."""
    room.seat_all()
    room.play(1500)
    room.kill(2)
    room.run(7000)
    left = room.guests[:2]
    for guest in left:
        guest.peer.go_on_without(2)
    return end(room, left)


def apart(room: Room) -> Guest:
    """Two of four are gone: the other two play on apart."""
    room.seat_all()
    room.play(1500)
    room.kill(2)
    room.kill(3)
    room.run(8000)
    left = room.guests[:2]
    for guest in left:
        guest.peer.go_on_apart()
    return end(room, left)


KINDS: dict[str, tuple[str, tuple[str, ...], Callable[[Room], Guest]]] = {
    "camelup-people": ("camelup", ("", "", ""), people),
    "camelup-strict": ("camelup", ("", "", ""), strict),
    "camelup-bots-alone": ("camelup", ("greedy", "greedy"), people),
    "camelup-one-person": ("camelup", ("", "greedy", "greedy"), people),
    "camelup-came-back": ("camelup", ("", "", "", ""), came_back),
    "camelup-stayed-away": ("camelup", ("", "", ""), stayed_away),
    "camelup-apart": ("camelup", ("", "", "", ""), apart),
    "cards-people": ("cards", ("", ""), people),
    "cards-one-person": ("cards", ("", "greedy"), people),
    "targui-people": ("targui", ("", ""), short_targui),
}


def told(verdict: Verdict) -> dict[str, Any]:
    """What a record proves."""
    return {
        "game": verdict.game,
        "id": verdict.game_id.hex(),
        "code": " ".join(verdict.code),
        "entries": verdict.entries,
        "scores": list(verdict.scores),
        "winners": list(verdict.winners),
        "standing": verdict.standing.value,
        "segments": [
            {
                "first": part.first,
                "last": part.last,
                "begun": part.begun.value,
                "voters": list(part.voters),
                "ghosts": list(part.ghosts),
            }
            for part in verdict.segments
        ],
    }


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    found = {}
    for name, (game, levels, happens) in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            room = Room(list(levels), Path(folder), 5, game)
            source = happens(room).record_path()
            (FOLDER / f"{name}.camelnet").write_bytes(source.read_bytes())
            found[name] = told(verify(source))
            room.close()
    TOLD.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
