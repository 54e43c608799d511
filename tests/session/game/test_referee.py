"""The referee: equal luck for equal seeds, cards that add up, and no look at others' cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from camelnet import rules
from camelnet.rules import Position
from camelnet.rules.luck import SEED
from camelnet.session.game.referee import Referee
from tests.rules.play import SETTINGS, draw

PLIES_MAX = 5000


def seed(name: str) -> bytes:
    return name.encode().ljust(SEED, b"\0")


def whole_game(start: Position, luck: bytes, decisions: int) -> tuple[Referee, list[str]]:
    """A game at random by a seed of its own; what luck and openings brought, in order."""
    random = Random(decisions)
    referee = Referee(start, luck, plies_max=PLIES_MAX)
    told = list(referee.history)
    while not referee.over:
        before = referee.plies
        referee.decide(draw(referee.position, random))
        told += referee.history[before + 1 :]
    return referee, told


@pytest.mark.parametrize(("game", "options"), [s for s in SETTINGS if s[0] in rules.GAMES])
def test_equal_seeds_and_decisions_make_equal_games(game: str, options: dict[str, Any]) -> None:
    for seats in (rules.GAMES[game].seats_min, rules.GAMES[game].seats_max):
        start = rules.new(game, seats, options)
        first, told = whole_game(start, seed("luck"), 7)
        again, again_told = whole_game(start, seed("luck"), 7)
        other, other_told = whole_game(start, seed("other luck"), 7)
        assert first.position == again.position
        assert first.position.winners()
        assert told == again_told != other_told
        assert not other.broken_off


def dice(told: list[str]) -> list[str]:
    return [notation for notation in told if notation.startswith("die ")]


def test_the_dice_of_a_race_are_the_same_whatever_is_decided() -> None:
    start = rules.new("camelup", 4)
    games = [dice(whole_game(start, seed("race"), decisions)[1]) for decisions in range(6)]
    shortest = min(map(len, games))
    assert shortest > 5
    assert len({tuple(game[:shortest]) for game in games}) == 1


def test_a_leg_of_cards_is_dealt_the_same_whatever_was_played_before() -> None:
    dealt: dict[int, set[tuple[str, ...]]] = {}
    for decisions in range(6):
        referee, random = (
            Referee(rules.new("cards", 3), seed("deal"), plies_max=5000),
            Random(decisions),
        )
        while not referee.over:
            pack = referee.position.pack()
            if pack is not None and len(pack.slots) == 15:
                hands = tuple(referee.faces(seat) for seat in range(3))
                dealt.setdefault(pack.number, set()).add(hands)
            referee.decide(draw(referee.position, random))
    assert len(dealt) > 1
    assert all(len(hands) == 1 for hands in dealt.values())


@pytest.mark.parametrize("seats", [2, 6])
def test_a_hand_card_is_known_to_its_owner_until_it_is_played(seats: int) -> None:
    referee, random = Referee(rules.new("cards", seats), seed("hands"), plies_max=5000), Random(1)
    while not referee.over:
        position = referee.position
        pack = position.pack()
        assert pack is not None
        unseen = dict(pack.unseen)
        hands = [referee.faces(seat) for seat in range(seats)]
        assert [bool(hand) for hand in hands] == position.to_dict()["hand"]
        assert all(unseen[face] >= n for face, n in Counter(filter(None, hands)).items())
        seat = position.turn
        assert isinstance(seat, int)
        notation = draw(position, random)
        referee.decide(notation)
        if notation == "hand":
            seen = Counter(referee.position.to_dict()["seen"])
            leg_goes_on = referee.position.to_dict()["leg"] == position.to_dict()["leg"]
            assert not leg_goes_on or seen[hands[seat]] > position.to_dict()["seen"].count(
                hands[seat]
            )


def test_race_cards_are_opened_as_they_were_dealt() -> None:
    referee, _told = whole_game(rules.new("camelup", 5), seed("cards"), 3)
    slots = referee.position.to_dict()["slots"]
    shown = [seat for seat in range(5) if slots[seat] not in ("?????", "-----")]
    assert shown
    for seat in range(5):
        assert sorted(referee.faces(seat)) == sorted("bgowy")
    assert all(slots[seat] == referee.faces(seat) for seat in shown)


def test_a_game_broken_off_is_won_by_the_best_score() -> None:
    referee, random = Referee(rules.new("camelup", 4), seed("short"), plies_max=60), Random(2)
    while not referee.over:
        referee.decide(draw(referee.position, random))
    scores = referee.position.scores()
    best = [seat for seat in range(4) if scores[seat] == max(scores)]
    assert referee.broken_off
    assert referee.plies == 60
    assert referee.shares() == [1 / len(best) if seat in best else 0.0 for seat in range(4)]
    with pytest.raises(ValueError, match="nobody decides"):
        referee.decide("roll")


def test_an_illegal_decision_changes_nothing() -> None:
    referee = Referee(rules.new("camelup", 4), seed("x"), plies_max=1000)
    before = referee.position
    with pytest.raises(rules.IllegalMove):
        referee.decide("leg z")
    assert (referee.position, referee.plies) == (before, referee.plies)
    referee.decide("roll")
    assert referee.position != before
