"""Odds and hints in the terminal, at a table that has them, without a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from camelnet import bots, odds, rules
from camelnet.i18n import Message, message
from camelnet.review.reasons import reason
from camelnet.session.api.facts import Stepped, TableView
from camelnet.session.game import aids
from camelnet.session.game.aids import Question
from camelnet.session.runtime.executor import InlineExecutor
from camelnet.terminal.adviser import Adviser
from camelnet.terminal.counted_odds import COUNTED
from camelnet.terminal.screen import Screen
from tests.cli.conftest import Printed
from tests.cli.seats import Typist, table
from tests.odds.positions import LAST_TILE


def at_a_decision(view: TableView, game: str = "camelup") -> TableView:
    """The same table in the middle of a game, with aids, and my seat on turn."""
    position = rules.new(game, seats=3)
    while not isinstance(position.turn, int) or position.turn != view.me:
        outcomes = position.outcomes() if position.turn == "chance" else []
        position = position.apply(min(outcomes)[0] if outcomes else position.greedy(""))
    return replace(view, position=position, aids=True)


def test_odds_are_told_as_a_table_with_what_each_action_is_worth(printed: Printed) -> None:
    view = at_a_decision(table())
    assert view.me is not None
    Typist().types("odds", at=view)
    told = printed()
    assert "How this leg and the race may end" in told
    assert {line.split()[0] for line in told.splitlines() if " %" in line} >= {"Blue", "Yellow"}
    best = odds.values(view.position, view.me, view.faces)[0]
    assert f"{best.pounds:+.2f}" in told


def test_a_leg_tile_that_ends_the_leg_pays_as_the_camels_stand() -> None:
    tiles = {row[0]: row[4] for row in COUNTED["camelup"](Question(LAST_TILE, 0, "")).table.rows}
    assert tiles == {"Blue": "", "Green": "", "Orange": "", "White": "2: +2.00", "Yellow": ""}


@pytest.mark.parametrize("game", ["camelup", "cards", "targui"])
def test_a_hint_names_moves_with_their_chances(
    game: str, printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aids, "HINT_MS", 20)
    monkeypatch.setattr(aids, "CHANCES_MS", 20)
    Typist().types("hint", "odds", at=at_a_decision(replace(table(), faces=""), game))
    told = printed()
    # Chances where moves differ, and words where they hardly do.
    _before, differ, chances = told.partition("Best chance to win: ")
    assert (" %" in chances.partition("How this leg")[0]) if differ else "Best: " in told
    assert "Chances" in told or "How this leg" in told


def test_a_network_that_cannot_be_used_is_told_of_once(
    printed: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aids, "HINT_MS", 20)
    asked: list[Sequence[str]] = []

    def troubles(games: Sequence[str]) -> tuple[Message, ...]:
        asked.append(games)
        return (message("The network of cards is damaged."),)

    monkeypatch.setattr(bots, "troubles", troubles)
    Typist().types("hint", "hint", at=at_a_decision(replace(table(), faces=""), "cards"))
    assert printed().count("The network of cards is damaged.") == 1
    assert asked == [("cards",)]


def test_what_speaks_for_the_last_move_of_another_player_is_told_when_asked(
    printed: Printed,
) -> None:
    view = at_a_decision(table())
    adviser = Adviser(Screen(), InlineExecutor(), lambda: None)
    adviser.why(view)
    assert "No other player has made a move yet." in printed()
    before, after = view.position, view.position.apply("leg b")
    other = replace(view, me=(view.me or 0) + 1)
    adviser.take(Stepped(b"", 1, before.decider, "leg b", before, after, (), replayed=False))
    adviser.why(view)
    assert "No other player" in printed(), "that move was mine"
    adviser.why(other)
    assert reason(before, before.decider or 0, "leg b") in printed()
    adviser.why(replace(other, aids=False))
    assert "opened without odds and hints" in printed()


def test_nobody_is_asked_why_the_core_made_a_move_for_an_absent_player(printed: Printed) -> None:
    view = at_a_decision(table())
    adviser = Adviser(Screen(), InlineExecutor(), lambda: None)
    before, after = view.position, view.position.apply("leg b")
    away = (before.decider or 0,)
    made = Stepped(b"", 1, away[0], "leg b", before, after, (), replayed=False, ghosts=away)
    adviser.take(made)
    adviser.why(replace(view, me=away[0] + 1))
    assert "No other player has made a move yet." in printed()


def test_nobody_gets_odds_or_hints_where_the_table_has_none(printed: Printed) -> None:
    view = at_a_decision(table())
    Typist().types("odds", "hint", at=replace(view, aids=False))
    told = printed()
    assert told.count("opened without odds and hints") == 2
    assert "Best chance" not in told
    Typist().types("hint", at=replace(view, me=(view.me or 0) + 1))
    assert "It is not your turn." in printed()


def test_a_hint_that_comes_after_the_move_is_not_told(printed: Printed) -> None:
    view = at_a_decision(table())
    late: list[Callable[[], None]] = []

    class Slow:
        def run(self, job: Callable[[], None], done: Callable[[], None]) -> None:
            late.append(done)

    adviser = Adviser(Screen(), Slow(), lambda: None)
    adviser.look(view)
    adviser.hint(view)
    adviser.look(replace(view, position=view.position.apply("roll")))
    late[0]()
    told = printed()
    assert "looking ahead" in told
    assert "Best chance" not in told
    assert "no odds" not in told
