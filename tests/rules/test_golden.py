"""Games, counts and the rules digest stay what they were (tests/rules/golden.py)."""

from __future__ import annotations

from typing import Any

import pytest

from camelnet import rules
from camelnet.rules.registry import ALL
from camelnet.rules_digest import RULES_DIGEST
from tests.rules.golden import replay
from tests.rules.play import read_lines


@pytest.mark.parametrize("game", sorted(ALL))
def test_golden_games_replay_to_the_same_digests(game: str) -> None:
    for golden in read_lines(f"{game}/golden.jsonl"):
        start = rules.new(game, seats=golden["seats"], options=golden["options"])
        again = replay(start, golden["path"])
        assert again == {key: golden[key] for key in again}
        assert again["winners"]


@pytest.mark.parametrize("game", sorted(ALL))
def test_perft_counts_stay_what_they_were(game: str) -> None:
    lines: list[dict[str, Any]] = read_lines(f"{game}/perft.jsonl")
    assert lines
    for line in lines:
        position = rules.from_dict(line["position"])
        leaves = [rules.perft(position, depth) for depth in range(len(line["leaves"]))]
        assert leaves == line["leaves"]


def test_the_rules_digest_is_the_same_on_this_machine_too() -> None:
    assert rules.rules_digest().hex() == RULES_DIGEST
