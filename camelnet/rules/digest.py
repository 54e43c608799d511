"""The rules digest: two peers with the same digest play the games of 1.0 by the same rules.

Version numbers cannot promise that; games can. For each game of 1.0 and every combination of its
flags we play a game from a fixed seed, varying the number of seats, and hash all its positions, and
now and then the simple player's choice (a ghost's moves have to agree too, and take longer to
find).

Later games and options are left out: with them in it, all records of 1.0 would be of other rules.
Their tables name what they need (docs/compatibility.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from camelnet.rules.game import GameInfo, Options
from camelnet.rules.position import Position, by_verb, new
from camelnet.rules.registry import ALL

PLIES_MAX = 2000
GREEDY_EVERY = 24  # plies
# The games of 1.0, each with its options that are varied.
OF_1_0 = {
    "camelup": ("leg_ends_without_tiles", "flip_in_place"),
    "cards": ("trophies", "bet_optional", "min_money"),
    "targui": (),
}


@lru_cache(maxsize=1)
def rules_digest() -> bytes:
    """32 bytes that identify the rules of this build; equal on every machine. The first call takes
    some 50 ms."""
    digest = hashlib.blake2b(b"camelnet/rules\0", digest_size=32)
    for key, varied in OF_1_0.items():
        info = ALL[key].info
        for seed, options in enumerate(_combinations(info, varied)):
            seats = info.seats_min + (2 * seed + 2) % (info.seats_max - info.seats_min + 1)
            _play(new(key, seats=seats, options=options), seed * PLIES_MAX, info, digest)
    return digest.digest()


def _combinations(info: GameInfo, varied: Sequence[str]) -> Iterator[Options]:
    """Each combination of the varied flags. A number with two values alternates between them."""
    given = [option for option in info.options if option.key in varied]
    flags = [option.key for option in given if option.kind == "flag"]
    for index, values in enumerate(product((False, True), repeat=len(flags))):
        options = {option.key: option.initial() for option in info.options}
        options |= dict(zip(flags, values, strict=True))
        for option in given:
            if option.kind == "number":
                options[option.key] = option.low + index // 2 % 2
        yield options


def _play(position: Position, seed: int, info: GameInfo, digest: hashlib.blake2b) -> None:
    for ply in range(PLIES_MAX):
        digest.update(position.encode())
        if position.turn == "over":
            return
        choices = position.legal() or [notation for notation, _weight in position.outcomes()]
        if position.decider is not None and ply % GREEDY_EVERY == 0:
            for faces in {"": None, _faces(position, info): None}:
                digest.update(position.greedy(faces).encode())
        choices = choices or position.openings()
        position = position.apply(_pick(choices, seed + ply))


def _faces(position: Position, info: GameInfo) -> str:
    """Faces that the seat on turn could hold."""
    pack = position.pack()
    if pack is None or all(slot.owner != position.turn for slot in pack.slots):
        return info.faces
    return pack.unseen[0][0]


def _pick(choices: list[str], number: int) -> str:
    """One of the choices by a fixed but irregular rule: first a verb, then one of its notations, so
    that games advance although there are many places for a tile."""
    hashed = hashlib.blake2b(number.to_bytes(8, "big"), digest_size=16).digest()
    verbs = by_verb(choices)
    fitting = verbs[sorted(verbs)[int.from_bytes(hashed[:8], "big") % len(verbs)]]
    return fitting[int.from_bytes(hashed[8:], "big") % len(fitting)]
