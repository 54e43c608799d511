"""The chances beneath a board: the room that they take stays the same."""

from __future__ import annotations

from camelnet_gui.games.search_aid import LINES, SearchAid
from camelnet_gui.games.view_model import table_of
from camelnet_gui.style.seat_marks import seat_marks
from pytestqt.qtbot import QtBot

from camelnet.bots.search import Analysis, Line
from camelnet.session.game.aids import Question
from tools.screenshots.cards.scripted_game import ScriptedCards


def test_the_board_keeps_its_size_however_many_moves_there_are(qtbot: QtBot) -> None:
    script = ScriptedCards(seats=4, me=1)
    for _step in script.play(lambda p: p.turn == 1 and p.to_dict()["leg"] >= 1):
        pass
    question = Question(script.position, 1, script.faces())
    table = table_of(script.position, me=1, faces=script.faces(), blocked=None)
    view, marks = SearchAid(), seat_marks(["Ana", "Ben", "Chloé", "Salim"])
    qtbot.addWidget(view)
    heights = {view.sizeHint().height()}
    moves = sorted(script.position.legal())[: LINES + 2]
    for count in (1, 4, 6, 8):
        lines = tuple(
            Line(move, 100 - number, 0.5 - number / 100, 3.0)
            for number, move in enumerate(moves[:count])
        )
        found = Analysis(lines, (0.25,) * 4, (3.0,) * 4, 100)
        view.show_found(question, found, table, marks, layered=False)
        heights.add(view.sizeHint().height())
        assert len(view.toolTip().splitlines()) == 4 + min(LINES, count), "the rest is told there"
    view.show_found(question, None, table, marks, layered=False)
    heights.add(view.sizeHint().height())
    assert len(heights) == 1
