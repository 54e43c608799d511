"""Chances as they come true: sharpened, and still chances."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet import rules
from camelnet.bots.search import analyse
from camelnet.review import calibration
from camelnet.review.calibration import look_ahead, sharpened
from camelnet.rules import Position
from tests.rules.camelup_positions import begun

shares = st.lists(st.floats(0.001, 1), min_size=2, max_size=8).map(
    lambda parts: [part / sum(parts) for part in parts]
)


@given(shares=shares, power=st.floats(1, 3))
def test_sharpened_chances_add_up_and_keep_their_order(shares: list[float], power: float) -> None:
    found = sharpened(shares, power)
    assert sum(found) == pytest.approx(1)
    assert sorted(range(len(shares)), key=shares.__getitem__) == sorted(
        range(len(shares)), key=lambda seat: (found[seat], shares[seat])
    )
    assert max(found) >= max(shares) - 1e-9


def test_what_is_even_or_sure_stays_so() -> None:
    assert sharpened([0.25] * 4, 1.7) == pytest.approx([0.25] * 4)
    assert sharpened([1.0, 0.0, 0.0], 1.7) == (1.0, 0.0, 0.0)
    assert sharpened([0.0, 0.0], 1.7) == (0.0, 0.0)


@pytest.mark.parametrize("game", sorted(calibration.SHARPNESS))
def test_a_look_ahead_is_a_search_with_sharper_chances(game: str) -> None:
    position = _first_decision(rules.new(game, seats=4))
    plain = analyse(position, None, nodes=50, seed=4)
    found = look_ahead(position, None, nodes=50, seed=4)
    assert found.shares == sharpened(plain.shares, calibration.SHARPNESS[game])
    assert [line.notation for line in found.lines] == [line.notation for line in plain.lines]
    assert sorted(plain.lines, key=lambda line: line.share) == sorted(
        plain.lines, key=lambda line: look_share(found.lines, line.notation)
    )


def look_share(lines: tuple[calibration.Line, ...], notation: str) -> float:
    return next(line.share for line in lines if line.notation == notation)


def test_a_sure_move_stays_sure_and_an_even_one_even() -> None:
    line = calibration.Line("roll", 1, 0.25, 0.0)
    even = calibration._line(line, (0.25, 0.25, 0.25, 0.25), 0, 1.5)
    assert even.share == pytest.approx(0.25)
    sure = calibration._line(calibration.Line("roll", 1, 1.0, 0.0), (0.4, 0.6), 0, 1.5)
    assert sure.share == pytest.approx(1)


def test_without_a_network_nothing_is_sharpened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "usable", lambda game: None)
    assert look_ahead(begun(), None, nodes=50, seed=4) == analyse(begun(), None, nodes=50, seed=4)


def _first_decision(position: Position) -> Position:
    while position.is_chance:
        position = position.apply(position.outcomes()[0][0])
    return position
