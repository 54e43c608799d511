"""The odds of a battle, against all ways in which the dice can fall."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from camelnet import rules
from camelnet.rules.games.targui.battle import Battle, battle
from tests.rules.oracle_targui import ADDS, PLACES, near
from tests.rules.play import after
from tests.rules.targui_positions import FIGHT, desert

LANDS = FIGHT["land"]

# Cells next to each other, by what their lands add to a die: both nothing, unequal, both something.
PAIRS = [
    next(
        (start, end)
        for start in PLACES
        for end in PLACES
        if near(start, end) and (LANDS[start - 1], LANDS[end - 1]) == lands
    )
    for lands in [("reg", "reg"), ("reg", "saline"), ("saline", "feche"), ("guelta", "mount")]
]
HERDS = [(1, 1), (1, 6), (6, 1), (3, 4), (7, 5), (12, 12)]


def kills(bonus: int) -> dict[int, Fraction]:
    """How likely a roll kills so many."""
    found: dict[int, Fraction] = {}
    for die in range(1, 7):
        killed = (die + bonus) // 2
        found[killed] = found.get(killed, Fraction(0)) + Fraction(1, 6)
    return found


@cache
def fight(
    attackers: int, defenders: int, attack: int, parry: int, turn: str
) -> tuple[Fraction, ...]:
    """The chance that the attackers win, and the camels lost on both sides, by walking through all
    rolls. A round in which nobody falls comes back to where it was: that is divided out."""
    if turn == "parry":
        parts = [
            (
                chance,
                min(killed, attackers),
                *after_parry(attackers, defenders, attack, parry, killed),
            )
            for killed, chance in kills(parry).items()
        ]
        return (
            sum((c * won for c, _k, won, _a, _d in parts), Fraction(0)),
            sum((c * (k + a) for c, k, _won, a, _d in parts), Fraction(0)),
            sum((c * d for c, _k, _won, _a, d in parts), Fraction(0)),
        )
    still = Fraction(0)
    total = [Fraction(0)] * 3
    for killed, chance in kills(attack).items():
        if killed >= defenders:
            total[0] += chance
            total[2] += chance * defenders
            continue
        for lost, other in kills(parry).items():
            both = chance * other
            if killed == lost == 0:
                still += both
                continue
            won, ours, theirs = after_parry(attackers, defenders - killed, attack, parry, lost)
            total[0] += both * won
            total[1] += both * (min(lost, attackers) + ours)
            total[2] += both * (killed + theirs)
    return tuple(part / (1 - still) for part in total)


def after_parry(
    attackers: int, defenders: int, attack: int, parry: int, killed: int
) -> tuple[Fraction, ...]:
    if killed >= attackers:
        return Fraction(0), Fraction(0), Fraction(0)
    return fight(attackers - killed, defenders, attack, parry, "attack")


def thousandths(exact: tuple[Fraction, ...]) -> list[float]:
    return [float(part * 1000) for part in exact]


def close(found: Battle | None, exact: tuple[Fraction, ...]) -> bool:
    assert found is not None
    told = [found.taken, found.attackers_lost, found.defenders_lost]
    return all(abs(a - b) <= 1 for a, b in zip(told, thousandths(exact), strict=True))


@pytest.mark.parametrize("herds", HERDS, ids=lambda herds: f"{herds[0]} against {herds[1]}")
@pytest.mark.parametrize("cells", PAIRS, ids=lambda cells: "-".join(LANDS[c - 1] for c in cells))
def test_the_odds_are_those_of_all_rolls(cells: tuple[int, int], herds: tuple[int, int]) -> None:
    (start, end), (ours, theirs) = cells, herds
    position = desert({start: (0, ours), end: (1, theirs)})
    attack, parry = ADDS[LANDS[start - 1]], ADDS[LANDS[end - 1]]
    assert close(battle(position, start, end), fight(ours, theirs, attack, parry, "attack"))


def test_the_odds_of_a_battle_that_goes_on_begin_with_the_next_roll() -> None:
    start, end = PAIRS[0]
    position = desert({start: (0, 6), end: (1, 6)})
    parry = after(position, f"attack {start} {end}", "hit 4")
    assert close(battle(parry, start, end), fight(6, 4, 0, 0, "parry"))
    going_on = after(parry, "hit 6")
    assert close(battle(going_on, start, end), fight(3, 4, 0, 0, "attack"))


def test_ergs_count_as_a_fortress_while_destiny_says_so() -> None:
    start, end = next(
        (a, b)
        for a in PLACES
        for b in PLACES
        if near(a, b) and LANDS[a - 1] == LANDS[b - 1] == "erg"
    )
    gone = [card for card in FIGHT["destiny"] if card != 13] + [14]
    fortress = desert({start: (0, 5), end: (1, 5)}, effect=13, destiny=sorted(gone))
    assert close(battle(fortress, start, end), fight(5, 5, 3, 3, "attack"))


def test_cells_that_are_no_attack_have_no_odds() -> None:
    start, end = PAIRS[0]
    position = desert({start: (0, 6), end: (1, 6)})
    far = next(c for c in PLACES if not near(start, c) and c != start)
    assert battle(position, end, start) is not None  # whoever is on turn
    for pair in [(start, start), (start, far), (far, start), (0, end), (start, 50), (-1, 300)]:
        assert battle(position, *pair) is None
    assert battle(desert({start: (0, 0), end: (1, 6)}), start, end) is None
    assert battle(desert({start: (0, 6), end: (1, 0)}), start, end) is None
    assert battle(desert({start: (0, 6), end: (0, 6)}), start, end) is None
    with pytest.raises(ValueError, match="knows no battles"):
        battle(rules.new("camelup", seats=2), 1, 2)


@pytest.mark.parametrize("camels", [390, 400, 401, 1000, 4600])
def test_equal_herds_of_any_size_are_nearly_even_and_more_camels_are_better(camels: int) -> None:
    start, end = PAIRS[0]
    options = {"destiny": FIGHT["options"]["destiny"], "camels": 9999}
    even = battle(desert({start: (0, camels), end: (1, camels)}, options=options), start, end)
    more = battle(
        desert({start: (0, camels + camels // 8), end: (1, camels)}, options=options), start, end
    )
    assert even is not None
    assert more is not None
    assert 500 < even.taken < 570
    assert more.taken > 950
    assert 0 < more.attackers_lost < 1000 * (camels + camels // 8)
    assert more.defenders_lost <= 1000 * camels
