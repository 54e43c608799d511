"""The public history, as a table hands it to its bots: whole, and the same after a resume."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from camelnet import bots, rules
from camelnet.bots.belief import belief
from camelnet.rules import Position
from camelnet.session.game.public_history import PublicHistory
from tests.rules.play import plies
from tests.session.conftest import MakeRoom

Told = list[tuple[int, Position, tuple[str, ...]]]


class Listener:
    """A greedy bot that writes down what it is told."""

    def __init__(self, number: int, told: Told) -> None:
        self._number = number
        self._told = told

    def choose(
        self, position: Position, seat: int, faces: str, history: Sequence[str] | None = None
    ) -> str:
        assert history is not None
        self._told.append((self._number, position, tuple(history)))
        return position.greedy(faces)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    found: Told = []
    monkeypatch.setattr(bots, "create", lambda level, number: Listener(number, found))
    return found


@pytest.mark.slow
def test_bots_are_told_of_all_that_happened_and_no_less_after_a_resume(
    room: MakeRoom, told: Told
) -> None:
    table = room("greedy", "", seed=4).seat_all()
    table.play(12_000, every_ms=4000)
    before = {number: history for number, _position, history in told}
    assert set(before) == {0}
    table.kill(0)
    table.run(5000)
    table.restart(0)
    seen = len(told)
    table.play(12_000, every_ms=4000)
    after = [history for number, _position, history in told[seen:] if number == 0]
    assert after
    assert after[0][: len(before[0])] == before[0]
    for _number, position, history in told:
        belief(position, history)  # ValueError if it did not lead there
    everybody = table.guests[1].steps()
    assert [step.notation for step in everybody][: len(told[-1][2])] == list(told[-1][2])


def test_a_history_knows_every_position_of_its_game_and_no_other() -> None:
    public, made = PublicHistory(), list(plies(rules.new("camelup", 3), 1))
    assert public.at(made[0].before) is None  # nothing has come yet
    for number, step in enumerate(made):
        public.take(step)
        assert public.at(step.after) == tuple(ply.notation for ply in made[: number + 1])
    assert public.at(made[10].after) == tuple(ply.notation for ply in made[:11])
    assert public.at(rules.new("camelup", 4)) is None
    another = list(plies(rules.new("cards", 3), 1))
    for step in another[:5]:
        public.take(step)
    assert public.at(another[4].after) == tuple(ply.notation for ply in another[:5])
    assert public.at(made[10].after) is None


def test_steps_that_were_undone_are_followed_by_others() -> None:
    public, made = PublicHistory(), list(plies(rules.new("camelup", 3), 1))
    for step in made[:20]:
        public.take(step)
    for other in plies(made[12].after, 2):
        public.take(other)
    told = public.at(other.after)
    assert told is not None
    assert told[:13] == tuple(ply.notation for ply in made[:13])
    belief(other.after, told)


def test_who_came_late_knows_no_history() -> None:
    public, made = PublicHistory(), list(plies(rules.new("camelup", 3), 1))
    for step in made[5:9]:
        public.take(step)
        assert public.at(step.after) is None
