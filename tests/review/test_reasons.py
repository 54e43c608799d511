"""Reasons: one true sentence for a move, from figures that its reader may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from camelnet import odds, rules
from camelnet.odds.cards import leg_places, race_places
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import battle
from camelnet.rules.phrases import percent

FACES = {"camelup": "ygbow", "cards": "", "targui": ""}


def decisions(game: str, seed: int, steps: int) -> Iterator[Position]:
    """The decisions of a game of players that are greedy, and now and then not."""
    position, luck = rules.new(game, seats=3), Random(seed)
    for _step in range(steps):
        if position.turn == "over":
            return
        if isinstance(position.turn, int):
            yield position
            legal = position.legal()
            greedy = position.greedy("")
            position = position.apply(luck.choice(legal) if luck.random() < 0.2 else greedy)
        elif position.opener is not None:
            position = position.apply(position.openings()[0])
        else:
            ways, weights = zip(*position.outcomes(), strict=True)
            position = position.apply(luck.choices(ways, weights)[0])


@pytest.mark.parametrize("game", list(rules.GAMES))
def test_every_kind_of_move_has_a_sentence_or_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("camelnet.odds.cards.LEGS", 4)
    monkeypatch.setattr("camelnet.odds.cards.RACES", 2)
    told: dict[str, set[str]] = {}
    for seed in range(2):
        for position in decisions(game, seed, 140):
            seat = position.decider
            assert seat is not None
            for verb, move in {move.split(" ")[0]: move for move in position.legal()}.items():
                text = reason(position, seat, move, FACES[game])
                assert text == "" or (text[0].isupper() and text.endswith(".")), text
                assert "{" not in text
                told.setdefault(verb, set()).add(text)
    wordless = {verb for verb, texts in told.items() if texts == {""}}
    assert wordless <= {"sector", "hand", "stop"}, "no figure speaks for these, or they are secret"


def test_a_leg_tile_is_worth_what_its_camel_does_and_others_bets_are_counted() -> None:
    position = odds.sketch("1:gyo 3:bw /bgoy")
    leg = odds.leg(position)
    text = reason(position, 0, "leg b")
    assert text.startswith(f"Blue leads this leg in {percent(leg.chance('b', 1))}")
    assert "nobody else" in text
    later = position.apply("leg b")
    assert "1 other has already bet on it" in reason(later, 1, "leg b")


def test_a_roll_is_told_with_the_best_bet_beside_it() -> None:
    position = odds.sketch("1:gyo 3:bw /bgoy")
    bets = [
        v.pounds
        for v in odds.values(position, 0)
        if v.notation.split()[0] in ("leg", "win", "lose")
    ]
    assert f"{max(bets):.1f}" in reason(position, 0, "roll")


def test_a_race_card_is_named_only_to_those_who_know_it() -> None:
    position = odds.sketch("1:gyo 3:bw /bgoy")
    share = percent(odds.race(position).first["b"])
    assert reason(position, 0, "win 2", "ygbow").startswith(f"Blue wins the race in {share}")
    hidden = {reason(position, 0, f"win {slot}") for slot in range(5)}
    assert len(hidden) == 1, "all cards are alike to who has not seen them"
    assert "Blue" not in hidden.pop()


def test_a_desert_tile_tells_what_it_does_to_bets() -> None:
    mine, theirs = 0, 0
    for position in decisions("camelup", 1, 80):
        seat = position.decider
        assert seat is not None
        for move in position.legal():
            if move.startswith("tile"):
                text = reason(position, seat, move)
                mine += "your own leg tiles" in text
                theirs += "others' leg tiles" in text
    assert mine
    assert theirs


def test_an_attack_is_told_with_its_exact_odds() -> None:
    for position in decisions("targui", 3, 400):
        attacks = [move for move in position.legal() if move.startswith("attack ")]
        if attacks:
            seat = position.decider
            assert seat is not None
            found = battle(position, *map(int, attacks[0].split(" ")[1:]))
            assert found is not None
            text = reason(position, seat, attacks[0])
            if 5 < found.taken < 995:
                assert f"{(found.taken + 5) // 10} of 100" in text
            assert "falls" in text
            return
    raise AssertionError("no attack in that game")


def test_places_of_cards_add_up_and_favour_who_leads() -> None:
    position = next(p for n, p in enumerate(decisions("cards", 1, 200)) if n == 8)
    for places in (leg_places(position), race_places(position)):
        for place in range(1, 6):
            assert sum(places.of(camel, place) for camel in "bgowy") == pytest.approx(1)
    assert leg_places(position) == leg_places(rules.parse(position.to_text()))
    track = {int(space): stack for space, stack in position.to_dict()["track"].items() if stack}
    ahead, behind = track[max(track)][-1], track[min(track)][0]
    assert leg_places(position).of(ahead, 1) > leg_places(position).of(behind, 1)


def test_places_are_those_of_a_race_of_cards_alone() -> None:
    with pytest.raises(ValueError, match="not in a race"):
        leg_places(rules.new("cards", seats=3))
    with pytest.raises(ValueError, match="not in a race"):
        race_places(odds.sketch("1:gyo 3:bw"))
