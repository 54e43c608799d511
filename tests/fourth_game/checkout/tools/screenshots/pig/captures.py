"""Pictures of the screens of Pig."""

from __future__ import annotations

from dataclasses import replace

from tools.screenshots.pig.scripted_game import ScriptedPig

from camelnet.rules import Position
from camelnet.session.api.facts import TableChanged
from tools.screenshots.driver import HeadlessDriver


def capture_game(driver: HeadlessDriver, seats: int) -> None:
    """My turn, with a move that is chosen; a turn that was lost; the result."""
    script = ScriptedPig(seats=seats, me=min(2, seats - 1))

    def brings(position: Position) -> bool:
        mine = position.turn == script.me and position.scores()[script.me] > 20
        return mine and bool(position.to_dict()["total"])

    driver.take(*script.play(brings), TableChanged(script.view()))
    driver.capture("pig-mine")
    page = driver.window.table
    page.choose("hold")
    driver.capture("pig-hold")
    page.chooser.back()
    driver.take(script.step("roll"), script.step("die 1"), TableChanged(script.view()))
    driver.capture("pig-lost")
    driver.take(*(replace(step, replayed=False) for step in script.play(lambda _position: False)))
    driver.take(TableChanged(script.view()))
    driver.capture("pig-result")
    assert page.overlay.main is not None
    page.result.board_requested.emit()
    driver.capture("pig-end")


CAPTURES = (capture_game,)
