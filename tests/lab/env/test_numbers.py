"""Games as numbers, which the core writes: the actions and views that their descriptions name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from camelnet import rules
from camelnet.rules.batch import Numbers, Tables
from camelnet.rules.core import ffi, lib
from camelnet.rules.luck import FACES
from tests.lab.env.oracle import oracle
from tests.rules.play import SETTINGS, plies

pytest.importorskip("numpy", reason="the extra `env` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `env` is not installed")

import numpy

from camelnet.lab.env.environment import CODECS

GAMES = [s for s in SETTINGS if s[0] in rules.GAMES]


def hidden(game: str, random: Random) -> str:
    """Some hidden cards of a seat, as bots are told of them."""
    info, faces = rules.GAMES[game], oracle(game).FACES
    if info.hands:
        return random.choice(faces) if random.random() < 0.7 else ""
    return "".join(random.sample(faces, len(faces))) if random.random() < 0.9 else ""


def offered(core: Numbers, position: rules.Position) -> set[int]:
    mask = bytearray(b"\7" * core.actions)
    core.offer(position, mask)
    assert set(mask) <= {0, 1}
    return {number for number, can in enumerate(mask) if can}


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seats", ["min", "max"])
def test_the_core_offers_and_shows_what_is_described(
    game: str, options: dict[str, Any], seats: str
) -> None:
    info, codec, described, random = rules.GAMES[game], CODECS[game], oracle(game), Random(6)
    count = info.seats_min if seats == "min" else info.seats_max
    core = Numbers(rules.new(game, count, options))
    blocks = codec.blocks(count)
    assert core.actions == len(codec.actions(count))
    assert core.numbers == sum(block.size for block in blocks)
    high = [block.high for block in blocks for _ in range(block.size)]
    seen = 0
    for ply in plies(rules.new(game, count, options), 23):
        for position in (ply.before, ply.after) if ply.after.is_over else (ply.before,):
            view: Any = numpy.full(core.numbers, 99, dtype=numpy.int16)
            seat, faces = random.randrange(count), hidden(game, random)
            core.view(position, seat, faces, view)
            told = [n for block in described.view(position, seat, faces) for n in block]
            assert view.tolist() == [min(n, most) for n, most in zip(told, high, strict=True)]
        if not isinstance(ply.before.turn, int):
            assert not offered(core, ply.before)
            continue
        legal = described.legal(ply.before)
        assert offered(core, ply.before) == legal.keys()
        number, notation = random.choice(sorted(legal.items()))
        assert core.notation(ply.before, number) == notation
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_no_other_action_stands_for_a_notation(game: str) -> None:
    described, random = oracle(game), Random(2)
    core = Numbers(rules.new(game, 3))
    for ply in plies(rules.new(game, 3), 4):
        if random.random() < 0.8:
            continue
        legal = described.legal(ply.before) if isinstance(ply.before.turn, int) else {}
        wrong = [number for number in range(core.actions) if number not in legal]
        far = [-1, core.actions, 2**31, 2**32, 2**63, -(2**63), 10**30]
        for number in [*random.sample(wrong, min(40, len(wrong))), *far]:
            assert core.notation(ply.before, number) is None


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_letters_that_are_no_cards_are_seen_as_unknown(game: str) -> None:
    start = rules.new(game, 2)
    core = Numbers(start)
    unknown, odd = (numpy.zeros(core.numbers, dtype=numpy.int16) for _ in range(2))
    core.view(start, 1, "", unknown)
    for faces in ("zzzzz", "\x7f", "12345678"):
        core.view(start, 1, faces, odd)
        assert (odd == unknown).all()


def test_what_does_not_fit_never_reaches_the_core() -> None:
    position = rules.new("camelup", 2)
    core = Numbers(position)
    mask, view = bytearray(core.actions), bytearray(2 * core.numbers)
    with pytest.raises(ValueError, match="mask: a buffer of 45 instead of 46"):
        core.offer(position, mask[:-1])
    with pytest.raises(ValueError, match="numbers: a buffer of 103 instead of 102"):
        core.view(position, 0, "", view + b"\0\0")
    for seat, faces in ((2, ""), (-1, ""), (0, "b" * (FACES + 1))):
        with pytest.raises(ValueError, match="no seat with its cards"):
            core.view(position, seat, faces, view)
    with pytest.raises(UnicodeEncodeError):
        core.view(position, 0, "é", view)
    for other in (rules.new("camelup", 3), rules.new("cards", 2)):
        for call in (
            lambda of=other: core.offer(of, mask),
            lambda of=other: core.view(of, 0, "", view),
            lambda of=other: core.notation(of, 0),
        ):
            with pytest.raises(ValueError, match="not of this game"):
                call()
    with pytest.raises((TypeError, BufferError, ValueError)):
        core.offer(position, bytes(core.actions))


def test_tables_take_no_array_of_another_size() -> None:
    start = rules.new("cards", 2)
    core = Numbers(start)
    sizes = {
        "seeds": 32,
        "states": len(start.state),
        "lucks": ffi.sizeof("cn_luck"),
        "plies": 4,
        "seat": 1,
        "observations": 2 * core.numbers,
        "masks": core.actions,
        "rewards": 8,
        "terminated": 1,
        "truncated": 1,
        "last": len(start.state),
        "last_faces": 64,
    }
    arrays = {name: bytearray(3 * size) for name, size in sizes.items()}
    given: dict[str, Any] = {"tables": 3, "plies_max": 100, "scored": False}
    tables = Tables(start, arrays, **given)
    tables.begin()
    with pytest.raises(ValueError, match="actions: a buffer of 2 instead of 3"):
        tables.step(bytes(16))
    for name, size in sizes.items():
        for wrong in (size * 2, size * 4):
            with pytest.raises(ValueError, match=f"{name}: a buffer"):
                Tables(start, {**arrays, name: bytearray(wrong)}, **given)
        with pytest.raises((TypeError, BufferError, ValueError)):
            Tables(start, {**arrays, name: bytes(3 * size)}, **given)


def test_there_are_no_numbers_without_a_game_or_with_too_many_seats() -> None:
    assert lib.cn_batch_actions(255) == lib.cn_batch_numbers(255, 2) == 0
    assert lib.cn_batch_numbers(rules.new("cards", 2).state[0], 7) == 0
