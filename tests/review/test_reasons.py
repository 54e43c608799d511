"""Reasons: one true sentence for a move, from figures that its reader may know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from camelnet import odds, rules
from camelnet.i18n import speaking
from camelnet.odds.cards import leg_places, race_places
from camelnet.review.reasons import reason
from camelnet.rules import Position
from camelnet.rules.games.targui.battle import battle
from camelnet.rules.phrases import percent
from tests.odds.positions import LAST_TILE
from tests.rules.play import after
from tests.rules.targui_positions import desert

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


BETS = "A roll is a pound for sure; the best bet would earn {} on average{}"
CERTAIN = odds.sketch("16:gyo 14:b 3:w /w")


@pytest.mark.parametrize(
    ("position", "faces", "pounds", "end"),
    [
        (CERTAIN, "ygbow", "8.0", "."),  # white comes last
        (CERTAIN, "", "5.0", "."),  # orange leads
        (odds.sketch("1:gyo 3:bw /bgoy"), "", "1.5", ", but might cost one."),
    ],
)
def test_only_a_bet_that_may_lose_might_cost_a_pound(
    position: Position, faces: str, pounds: str, end: str
) -> None:
    assert reason(position, 0, "roll", faces) == BETS.format(pounds, end)


@pytest.mark.parametrize(
    ("pounds", "told"),
    [
        (0.04, "A roll is a pound for sure, and no bet would earn anything on average."),
        (0.06, BETS.format("0.1", ".")),
        (0.96, BETS.format("1.0", ", but might cost one.")),
    ],
)
def test_the_best_bet_is_judged_by_the_number_that_is_told(
    monkeypatch: pytest.MonkeyPatch, pounds: float, told: str
) -> None:
    worths = [odds.Value("leg b", pounds, 0.0), odds.Value("leg g", -0.5, 0.0)]
    monkeypatch.setattr(odds, "values", lambda *_asked: worths)
    assert reason(odds.sketch("1:gyo 3:bw /bgoy"), 0, "roll") == told


def test_the_leg_tile_that_ends_the_leg_is_told_as_such() -> None:
    assert reason(LAST_TILE, 0, "leg w") == "It ends the leg as the camels stand then."


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


@pytest.mark.parametrize(
    ("count", "speaks", "stays", "guards"),
    [
        (1, "en", "1 camel stays on", "only 1 camel guards"),
        (2, "en", "2 camels stay on", "only 2 camels guard"),
        (1, "de", "1 Kamel bleibt auf", "nur 1 Kamel bewacht"),
        (2, "de", "2 Kamele bleiben auf", "nur 2 Kamele bewachen"),
        (1, "fr", "1 chameau reste sur", "que par 1 chameau"),
        (2, "fr", "2 chameaux restent sur", "que par 2 chameaux"),
    ],
)
def test_one_camel_holds_a_cell_and_two_hold_it(
    count: int, speaks: str, stays: str, guards: str
) -> None:
    won = after(desert({7: (1, 1), 8: (0, 1 + count), 24: (1, 3)}), "attack 8 7", "hit 6")
    buying = desert({8: (0, count), 24: (1, 3)}, step="buy")
    with speaking(speaks):
        assert stays in reason(won, 0, "occupy 1").replace("\xa0", " ")
        assert guards in reason(buying, 0, "buy 8 1").replace("\xa0", " ")


def test_one_camel_is_no_plural_in_german() -> None:
    won = after(desert({7: (1, 1), 8: (0, 3), 21: (1, 1)}), "attack 8 7", "hit 6")
    beside = desert({8: (0, 1), 9: (0, 1), 10: (1, 1)})
    with speaking("de"):
        assert "das dann mit 1 Kamel besetzt ist" in reason(won, 0, "occupy 1")
        assert reason(beside, 0, "move 8 9 1").endswith("daneben haben andere 1 Kamel.")


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
