"""What a game refuses, it refuses in the words of the rule that is broken."""

from __future__ import annotations

import pytest

from camelnet import rules
from camelnet.i18n import Message
from camelnet.rules import Position
from tests.rules import test_camelup_decisions, test_cards_decisions, test_targui_decisions

GAMES = (test_camelup_decisions, test_cards_decisions, test_targui_decisions)
CASES = [case for game in GAMES for case in game.REFUSALS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[1]}: {case[2]}"[:40])
def test_a_refusal_names_the_rule(case: tuple[Position, str, str]) -> None:
    position, notation, sentence = case
    why = position.why_not(notation)
    assert isinstance(why, Message)
    assert str(why) == sentence
    with pytest.raises(rules.IllegalMove) as refused:
        position.apply(notation)
    assert str(refused.value) == sentence
