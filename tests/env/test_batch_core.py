"""Games as numbers in the core: the same actions and the same views as the codecs in Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from camelnet import rules
from camelnet.rules.core import ffi, lib
from tests.rules.play import SETTINGS, plies

pytest.importorskip("numpy", reason="the extra `env` is not installed")

from camelnet.env.environment import CODECS

GAMES = [s for s in SETTINGS if s[0] in rules.GAMES]
FACES = lib.CN_BATCH_FACES


def hidden(game: str, random: Random) -> tuple[str, bytes]:
    """Some hidden cards of a seat: as bots are told of them, and as the core is."""
    codec: Any = CODECS[game]
    info = rules.GAMES[game]
    faces = "".join(random.sample(info.faces, len(info.faces)))
    if info.hands and random.random() < 0.7:
        faces = random.choice(codec._FACES)
    coded = bytes(codec.coded(faces))
    return faces, coded + bytes(FACES - len(coded))


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("seats", ["min", "max"])
def test_the_core_offers_and_shows_what_the_codec_does(
    game: str, options: dict[str, Any], seats: str
) -> None:
    info, codec, random = rules.GAMES[game], CODECS[game], Random(6)
    count = info.seats_min if seats == "min" else info.seats_max
    position = rules.new(game, count, options)
    number = position.state[0]
    names = codec.actions(count)
    size = lib.cn_batch_numbers(number, count)
    assert lib.cn_batch_actions(number) == len(names)
    assert size == sum(block.size for block in codec.blocks(count))
    high = [block.high for block in codec.blocks(count) for _ in range(block.size)]
    seen = 0
    for ply in plies(position, 23):
        state = ply.before.state
        mask, view = ffi.new("uint8_t[]", len(names)), ffi.new("int16_t[]", size)
        faces, coded = hidden(game, random)
        lib.cn_batch_offer(state, 1, mask)
        lib.cn_batch_view(state, 1, coded, view)
        if not isinstance(ply.before.turn, int):
            assert not any(mask)
            assert not any(view)
            continue
        offered = codec.legal(ply.before)
        assert {at for at, is_legal in enumerate(mask) if is_legal} == offered.keys()
        told = [n for block in codec.view(ply.before, ply.before.turn, faces) for n in block]
        assert list(view) == [min(n, most) for n, most in zip(told, high, strict=True)]
        at, notation = random.choice(sorted(offered.items()))
        after, status = ffi.new("char[]", len(state)), ffi.new("uint8_t[1]")
        assert lib.cn_batch_act(state, 1, ffi.new("uint32_t[]", [at]), after, status) == 1
        assert ffi.unpack(after, len(state)) == ply.before.apply(notation).state
        seen += 1
    assert seen > 20


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_the_core_refuses_every_other_action_and_changes_nothing(game: str) -> None:
    codec, random = CODECS[game], Random(2)
    count = len(codec.actions(3))
    for ply in plies(rules.new(game, 3), 4):
        if random.random() < 0.8:
            continue
        state = ply.before.state
        offered = codec.legal(ply.before) if isinstance(ply.before.turn, int) else {}
        wrong = [number for number in range(count) if number not in offered]
        wrong = [*random.sample(wrong, min(40, len(wrong))), count, 2**32 - 1]
        after = ffi.new("char[]", len(state) * len(wrong))
        status = ffi.new("uint8_t[]", len(wrong))
        taken = lib.cn_batch_act(
            state * len(wrong), len(wrong), ffi.new("uint32_t[]", wrong), after, status
        )
        assert taken == 0
        assert all(status)
        assert ffi.unpack(after, len(after)) == state * len(wrong)


@pytest.mark.parametrize("game", sorted(rules.GAMES))
def test_scores_and_packs_of_many_positions_are_those_of_each(game: str) -> None:
    positions = [ply.after for ply in plies(rules.new(game, 3), 7)]
    states = b"".join(position.state for position in positions)
    scores = ffi.new("int32_t[]", lib.CN_SEATS_MAX * len(positions))
    packs = ffi.new("uint32_t[]", len(positions))
    lib.cn_batch_scores(states, len(positions), scores)
    lib.cn_batch_packs(states, len(positions), packs)
    for row, position in enumerate(positions):
        begin = row * lib.CN_SEATS_MAX
        assert list(scores[begin : begin + 3]) == position.scores()
        pack = position.pack()
        assert packs[row] == (pack.number if pack else 0)


def test_a_game_without_a_sheet_has_no_actions() -> None:
    template = rules.new("template", 2).state[0]
    assert lib.cn_batch_actions(template) == lib.cn_batch_numbers(template, 2) == 0
    assert lib.cn_batch_numbers(rules.new("cards", 2).state[0], 7) == 0
