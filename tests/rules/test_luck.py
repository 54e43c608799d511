"""The luck of a game in one process: the core draws what its header says."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from camelnet import rules
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import hash_of
from camelnet.rules import Position
from camelnet.rules.core import lib
from camelnet.rules.luck import FACES, SEED, Luck
from camelnet.rules.notation import card_notation, opening_notation
from camelnet.rules.registry import ALL
from tests.rules.play import SETTINGS, draw

GAMES = [s for s in SETTINGS if s[0] in rules.GAMES]


class Oracle:
    """The luck of a game once more, from luck.h alone."""

    def __init__(self, first: Position, seed: bytes) -> None:
        faces = ALL[first.game].info.faces
        self.seed = seed
        self.used: Counter[str] = Counter()
        self.dealt: dict[int, str] = {}
        self.pack = 0
        self.sealed = [
            "".join(faces[i] for i in self.stream("seal", seat).order(len(faces)))
            for seat in range(first.seats)
        ]

    def stream(self, name: str, number: int) -> Stream:
        parts = self.seed, name.encode(), number.to_bytes(4, "big")
        return Stream(hash_of("camelnet/referee/1", *parts))

    def note(self, position: Position) -> None:
        pack = position.pack()
        if pack is None or pack.number == self.pack:
            return
        cards = [face for face, count in pack.unseen for _ in range(count)]
        order = self.stream("pack", pack.number).order(len(cards))
        self.pack = pack.number
        self.dealt = {slot.slot: cards[at] for slot, at in zip(pack.slots, order, strict=False)}

    def faces(self, seat: int, position: Position) -> str:
        pack = position.pack()
        if self.sealed[seat] or pack is None:
            return self.sealed[seat]
        return "".join(self.dealt[slot.slot] for slot in pack.slots if slot.owner == seat)

    def coming(self, position: Position) -> str:
        pack = position.pack()
        if pack is not None and pack.awaited is not None:
            return card_notation(self.dealt[pack.slots[pack.awaited].slot])
        if position.opener is not None:
            return opening_notation(position.opener, self.sealed[position.opener])
        outcomes = position.outcomes()
        verb = outcomes[0][0].partition(" ")[0]
        self.used[verb] += 1
        return self.stream(verb, self.used[verb] - 1).choose(outcomes)


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seats", ["min", "max"])
def test_the_core_draws_what_its_header_says(
    game: str, options: dict[str, Any], seats: str
) -> None:
    info, random = ALL[game].info, Random(4)
    position = rules.new(game, info.seats_min if seats == "min" else info.seats_max, options)
    seed = random.randbytes(SEED)
    luck, oracle, drawn = Luck(position, seed), Oracle(position, seed), 0
    while not position.is_over:
        before = position
        position, told = luck.play(position, 5000)
        for notation in told:
            oracle.note(before)
            assert notation == oracle.coming(before)
            before = before.apply(notation)
        assert before == position
        drawn += len(told)
        oracle.note(position)
        for seat in range(position.seats):
            assert luck.faces(seat, position) == oracle.faces(seat, position)
        if position.decider is not None:
            position = position.apply(draw(position, random))
    assert drawn > 20


def test_no_more_plies_are_played_than_asked_for() -> None:
    start = rules.new("camelup", 4)
    whole, told = Luck(start, bytes(SEED)).play(start, 100)
    assert len(told) == 6
    luck, position, found = Luck(start, bytes(SEED)), start, []
    for plies in (-1, 0, 1, 2, 0, 2**40):
        position, some = luck.play(position, plies)
        assert len(some) <= max(plies, 0)
        found += some
    assert (position, found) == (whole, told)
    assert luck.play(whole, 100) == (whole, [])


def test_many_notations_are_told_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    start = rules.new("targui", 4)
    whole, told = Luck(start, bytes(SEED)).play(start, 5000)
    monkeypatch.setattr("camelnet.rules.luck._ROOM", 40)
    luck, position, found = Luck(start, bytes(SEED)), start, list[str]()
    while position.decider is None:
        position, some = luck.play(position, 5000)
        assert 1 <= len(some) <= 8
        found += some
    assert (position, found) == (whole, told)


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_other_seeds_are_other_luck(game: str) -> None:
    start = rules.new(game, 3)
    ends = {Luck(start, bytes([seed] * SEED)).play(start, 5000)[0] for seed in range(30)}
    assert len(ends) > 10


def test_what_does_not_fit_never_reaches_the_core() -> None:
    start = rules.new("camelup", 3)
    for size in (0, SEED - 1, SEED + 1):
        with pytest.raises(ValueError, match=f"seed: {size} bytes instead of 32"):
            Luck(start, bytes(size))
    luck = Luck(start, bytes(SEED))
    for other in (rules.new("camelup", 4), rules.new("cards", 3)):
        with pytest.raises(ValueError, match="not of this luck's game"):
            luck.play(other, 5)
        with pytest.raises(ValueError, match="not of this luck's game"):
            luck.faces(0, other)
    awaiting = rules.new("cards", 2)
    awaiting = Luck(awaiting, bytes(SEED)).play(awaiting, 100)[0].apply("hand")
    strange = Luck(rules.new("cards", 2), bytes(SEED))
    strange._luck.pack = 1  # as if it had dealt in another game
    with pytest.raises(ValueError, match="cards are awaited that this luck has not dealt"):
        strange.play(awaiting, 5)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="is none"):
            luck.faces(seat, start)


def test_the_limits_of_the_core_are_those_of_its_structs() -> None:
    assert all(len(game.info.faces) <= FACES for game in ALL.values())
    assert (SEED, FACES) == (lib.CN_LUCK_SEED, lib.CN_LUCK_FACES) == (32, 8)
