"""0.4.0's search as an opponent: it reads today's positions, and says when it cannot play."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bench import history
from bench.strength import old_core
from bench.strength.players import Old
from camelnet import arena, rules
from camelnet.arena import ArenaError

OLD = "bench.strength.players:Old"


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """As if nothing had been built or loaded yet."""
    monkeypatch.setattr(old_core, "FOLDER", tmp_path / "built")
    old_core.core.cache_clear()
    yield
    old_core.core.cache_clear()


# Building takes 10 s of a processor: `make strength` has done it, or who asks for thoroughness.
needs_old_core = pytest.mark.skipif(
    old_core.built() is None and not os.environ.get("THOROUGH"),
    reason="0.4.0's core has not been built (make strength does that)",
)


@needs_old_core
@pytest.mark.parametrize("game", ["camelup", "cards", "targui"])
def test_both_cores_agree_on_a_game(game: str) -> None:
    lib, ffi = old_core.core().lib, old_core.core().ffi
    random = Random(game)
    position = rules.new(game, seats=4)
    assert lib.cn_size(lib.cn_game_number(game.encode())) == len(position.state)
    state = ffi.new("uint8_t[]", lib.CN_STATE_MAX)
    ffi.memmove(state, position.state, len(position.state))
    for _ply in range(400):
        if position.turn == "over":
            break
        choices = position.legal() or [text for text, _weight in position.outcomes()]
        text = random.choice(choices or position.openings())
        assert lib.cn_apply(state, text.encode(), len(text), state, ffi.NULL) == lib.CN_OK
        position = position.apply(text)
        assert ffi.buffer(state, len(position.state))[:] == position.state


@needs_old_core
def test_by_nodes_it_plays_the_same_move_each_time() -> None:
    position = rules.new("camelup", seats=3)
    while position.decider is None:
        position = position.apply(position.outcomes()[0][0])
    chosen = {Old(seed=4, nodes=50).choose(position, position.decider, "") for _ in range(2)}
    assert len(chosen) == 1
    assert chosen < set(position.legal())


@pytest.mark.usefixtures("fresh")
def test_a_checkout_without_that_commit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "COMMIT", "0" * 40)
    with pytest.raises(ArenaError, match="is not in the history of"):
        arena.entrant(f"{OLD}@50nodes").bot(1)


@pytest.mark.usefixtures("fresh")
def test_other_rules_keep_it_from_playing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "rules_digest", lambda: bytes(32))
    with pytest.raises(ArenaError, match="The rules have changed since"):
        arena.entrant(OLD).bot(1)
