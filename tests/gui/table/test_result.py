"""The end of a game: the podium, its picture and its record; and bets that are turned over."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from camelnet_gui.art.coin import paint_coin
from camelnet_gui.games.camels.photo_finish import paint_photo_finish, standing
from camelnet_gui.games.camelup.bet_row import BetRow
from camelnet_gui.games.camelup.score_pages import FinalPage as CamelUpFinal
from camelnet_gui.games.camelup.scoring import CardRow
from camelnet_gui.games.cards.score_pages import FinalPage as CardsFinal
from camelnet_gui.games.interface import ScorePage
from camelnet_gui.games.standings import Standings
from camelnet_gui.replay.model import film_of_table
from camelnet_gui.style.seat_marks import seat_marks
from camelnet_gui.style.theme import LIGHT
from camelnet_gui.table import result_controller
from camelnet_gui.table.podium import Podium, Step, paint_coins, paint_podium_steps, steps
from camelnet_gui.table.result_page import ResultPage
from platformdirs import user_cache_path
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from camelnet.review import analysis
from camelnet.session.api.facts import TableChanged
from camelnet.session.text.standing_words import places_by_score
from tests.gui.conftest import WindowDriver, to_the_end
from tests.gui.pictures import painted
from tests.patience import LONG_MS
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.cards.scripted_game import ScriptedCards
from tools.screenshots.scripted_game import ScriptedGame

MARKS = seat_marks(["Ana", "Ben", "Chloé", "Salim"])


def at_the_end(driver: WindowDriver, script: ScriptedCamelUp | ScriptedCards) -> ResultPage:
    driver.play(script)
    return driver.result


@pytest.mark.parametrize(
    ("scores", "winners", "order", "places"),
    [
        ((5, 9, 7, 1), (1,), "BCA", (1, 2, 3)),
        ((9, 9, 7, 1), (0, 1), "ABC", (1, 1, 3)),
        ((9, 9, 7, 7), (1,), "BAC", (1, 2, 3)),  # something else broke the tie
        ((0, 4, 4, 4), (3,), "SBC", (1, 2, 2)),
    ],
)
def test_winners_stand_first_and_equals_share_a_place(
    scores: tuple[int, ...], winners: tuple[int, ...], order: str, places: tuple[int, ...]
) -> None:
    shown = steps(MARKS, scores, places_by_score(scores, winners))
    assert "".join(step.mark.initial for step in shown) == order
    assert tuple(step.place for step in shown) == places


def first_three() -> tuple[Step, ...]:
    scores = (5, 9, 7, 1)
    return steps(MARKS, scores, places_by_score(scores, (1,)))


def test_the_podium_says_in_words_who_stands_there(qtbot: QtBot) -> None:
    made = Podium(first_three(), paint_coin)
    qtbot.addWidget(made)
    assert made.accessibleName() == "1. Ben 9, 2. Chloé 7, 3. Ana 5"


def test_steps_rise_one_by_one_and_a_coin_falls_for_each_that_was_made() -> None:
    coin = QPixmap(16, 16)
    coin.fill(QColor("#ff0000"))
    box = QRectF(0, 0, 600, 212)

    def podium(risen: float, paid: float) -> QImage:
        def paint(painter: QPainter) -> None:
            paint_podium_steps(
                painter, box, first_three(), LIGHT, paint_coin, risen=risen, paid=paid
            )
            paint_coins(painter, box, first_three(), coin, paid)

        return painted(600, 212, paint)

    stages = [podium(0, 0), podium(0.4, 0), podium(1, 0), podium(1, 0.5), podium(1, 1)]
    assert all(one != other for one, other in itertools.pairwise(stages))
    assert podium(1, 1) == podium(2, 3), "it stays as it is at the end"


@pytest.mark.slow
def test_a_key_for_the_finale_presses_nothing_and_the_next_one_asks_for_a_rematch(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    at_the_end(driver, ScriptedCamelUp(seats=3, seed=8))
    overlay = driver.table.overlay
    assert overlay.main is not None
    assert overlay.main.text() == "Play again"
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Escape):
        QTest.keyClick(QApplication.focusWidget(), key)
        assert overlay.page is not None
    assert ("again",) not in driver.asked
    qtbot.waitUntil(overlay.main.hasFocus, timeout=LONG_MS)
    QTest.keyClick(overlay.main, Qt.Key.Key_Return)
    assert driver.asked[-1] == ("again",)


@pytest.mark.slow
def test_the_result_is_out_of_the_way_with_esc_and_back_with_enter(
    driver: WindowDriver, qtbot: QtBot
) -> None:
    at_the_end(driver, ScriptedCamelUp(seats=3, seed=8))
    overlay, chip = driver.table.overlay, driver.table.panel.result
    assert overlay.main is not None
    qtbot.waitUntil(overlay.main.hasFocus, timeout=LONG_MS)
    QTest.keyClick(overlay.main, Qt.Key.Key_Escape)
    assert overlay.page is None
    assert ("again",) not in driver.asked
    assert chip.isVisible()
    assert chip.hasFocus()
    QTest.keyClick(chip, Qt.Key.Key_Return)
    assert isinstance(overlay.page, ResultPage)
    assert overlay.main.hasFocus(), "who asks for the result can answer it at once"


def test_there_is_no_result_before_the_end(driver: WindowDriver) -> None:
    driver.play_until_my_turn(ScriptedCamelUp(seats=3, seed=8))
    assert driver.table.panel.result.isHidden()


@pytest.mark.slow
@pytest.mark.parametrize("script", [ScriptedCamelUp(seats=3, seed=8), ScriptedCards(seats=3)])
def test_the_picture_is_saved_and_copied(
    driver: WindowDriver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: ScriptedCamelUp | ScriptedCards,
) -> None:
    page = at_the_end(driver, script)
    kept = (page.otherwise, page.save_button, page.copy_button, page.record_button)
    assert all(each.isVisible() and page.isAncestorOf(each) for each in kept)
    wanted: list[str] = []

    def ask(_parent: QWidget, _title: str, path: str, _kinds: str) -> tuple[str, str]:
        wanted.append(path)
        return str(tmp_path / "end.png"), ""

    dialog = SimpleNamespace(getSaveFileName=ask)
    monkeypatch.setattr(result_controller, "QFileDialog", dialog)
    page.save_button.click()
    assert page.kept.isVisible()
    assert page.kept.toolTip() == f"The picture is saved: {tmp_path / 'end.png'}"
    assert page.kept.text().startswith("The picture is saved")
    assert page.kept.text().endswith("end.png"), "a long path is shortened in its middle"
    saved = QImage(str(tmp_path / "end.png"))
    assert saved.size() == driver.table.result.picture().size()
    assert Path(wanted[0]).name == "Caravanserai.png"
    colours = {
        saved.pixelColor(x, y).name() for x in range(0, 1600, 40) for y in range(0, 1200, 40)
    }
    assert len(colours) > 50, "it is painted"
    page.copy_button.click()
    assert QGuiApplication.clipboard().image().size() == saved.size()
    assert "copied" in page.kept.text()


@pytest.mark.slow
def test_a_picture_that_cannot_be_saved_is_told(
    driver: WindowDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_the_end(driver, ScriptedCamelUp(seats=3, seed=8))
    nowhere = str(tmp_path / "missing" / "end.png")
    dialog = SimpleNamespace(getSaveFileName=lambda *_args: (nowhere, ""))
    monkeypatch.setattr(result_controller, "QFileDialog", dialog)
    page.save_button.click()
    assert any("could not be saved" in text for text in driver.table.panel.feed.texts())


@pytest.mark.slow
def test_the_record_is_a_button_and_no_path_on_the_page(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, seed=8)
    page = at_the_end(driver, script)
    assert not page.record_button.isEnabled()
    path = "/home/ana/records/a-long-path.record"
    driver.window.take(TableChanged(script.view(record=path)))
    assert page.record_button.isEnabled()
    assert path in page.record_button.toolTip()
    assert path not in page.record_button.text()
    page.record_button.click()
    assert QGuiApplication.clipboard().text() == path


def test_the_photo_shows_all_camels_with_the_winner_last() -> None:
    script = ScriptedCamelUp(seats=3, seed=8)
    for _step in script.play(lambda _position: False):
        pass
    stacks = standing(script.position)
    assert sorted("".join(stacks)) == sorted("bgowy")
    assert stacks[-1] == script.position.to_dict()["crossed"]
    one, other = (
        painted(
            400,
            200,
            lambda p, order=order: paint_photo_finish(p, QRectF(0, 0, 400, 200), stacks=order),
        )
        for order in (stacks, stacks[::-1])
    )
    assert one != other


@pytest.mark.slow
def test_a_line_says_that_the_game_was_fair_and_a_click_on_it_proves_it(
    driver: WindowDriver,
) -> None:
    script = ScriptedCamelUp(seats=3, seed=8)
    page = at_the_end(driver, script)
    assert page.proof.text() == "✓ Fair game, verified"
    assert driver.table.fairness.dialog is None
    page.proof.click()
    assert driver.table.fairness.dialog is not None
    assert "signed to the end" in driver.table.fairness.dialog.verdict.text()
    driver.table.fairness.dialog.reject()
    script.apart = (script.index // 2, (script.me,))
    driver.tell(TableChanged(script.view()))
    assert page.proof.text() == "Some played on apart from the table"


# --- bets that are turned over ------------------------------------------------------------------


def final_page(
    driver: WindowDriver, script: ScriptedGame, kind: type[ScorePage] = CamelUpFinal
) -> ScorePage:
    """The page of the final cards, which is shown as it happens."""
    driver.settings.speed = "normal"
    driver.play_until_my_turn(script)
    *steps_before, last = script.play(to_the_end)
    for step in steps_before:
        driver.window.take(step)
    driver.window.take(replace(last, replayed=False))
    driver.table.player.skip()
    assert isinstance(driver.table.overlay.page, kind)
    return driver.table.overlay.page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script_of", "kind", "clicks"),
    [
        (partial(ScriptedCamelUp, seed=8), CamelUpFinal, 1),
        (partial(ScriptedCards, seats=3, me=1, seed=2), CardsFinal, 2),
    ],
)
def test_final_cards_come_one_by_one_or_all_at_once(
    driver: WindowDriver, qtbot: QtBot, script_of: type, kind: type[ScorePage], clicks: int
) -> None:
    page = final_page(driver, script_of(), kind)
    for _click in range(clicks - 1):
        driver.leave_page()
        assert page.moving
    assert not page.finished
    with qtbot.waitSignal(page.done, timeout=LONG_MS):
        driver.leave_page()
    assert page.finished
    assert driver.table.overlay.page is page, "the last click only showed the cards"


def test_a_bet_shows_nothing_of_its_face_before_it_is_turned_over(qtbot: QtBot) -> None:
    rows = []
    for face, right in (("g", True), ("o", False), (None, False)):
        row = BetRow(CardRow("win", 1, 0, face, right, 8 if right else -1, 11), MARKS[0], 1)
        qtbot.addWidget(row)
        row.resize(300, 46)
        rows.append(row)
    assert len({row.accessibleName() for row in rows}) == 1
    assert rows[0].grab().toImage() == rows[1].grab().toImage() == rows[2].grab().toImage()
    for row in rows:
        row.turn_over(False)
    assert rows[0].grab().toImage() != rows[1].grab().toImage()
    assert "+8" in rows[0].accessibleName()


@pytest.mark.slow
def test_the_page_of_the_bets_does_not_grow_while_they_are_turned_over(
    driver: WindowDriver,
) -> None:
    page = final_page(driver, ScriptedCamelUp(seed=8))
    QApplication.processEvents()
    rows = page.findChildren(BetRow)
    assert rows
    assert not any(row.open for row in rows)
    layout = page.layout()
    before, heights = layout.totalSizeHint(), [row.height() for row in rows]
    page.show_all()
    QApplication.processEvents()
    assert layout.totalSizeHint() == before
    assert [row.height() for row in rows] == heights
    assert all(row.height() >= row.sizeHint().height() for row in rows), "no row is cut"
    assert all(row.open for row in rows)


@pytest.mark.slow
def test_the_standings_end_with_the_scores(driver: WindowDriver) -> None:
    page = final_page(driver, ScriptedCamelUp(seed=8))
    standings = page.findChild(Standings)
    position = driver.table.model.steps[-1]
    assert standings.scores == tuple(position.before.scores())
    page.show_all()
    assert standings.scores == tuple(position.after.scores())


@pytest.mark.slow
def test_a_key_too_many_at_the_end_asks_for_no_rematch(driver: WindowDriver) -> None:
    script = ScriptedCamelUp(seats=3, me=1, seed=5)
    driver.sit_down(script)
    driver.table.setFocus()
    at_the_end(driver, script)
    QApplication.processEvents()
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert ("again",) not in driver.asked


@pytest.mark.slow
def test_the_game_is_looked_at_while_the_podium_stands(
    driver: WindowDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_the_end(driver, ScriptedCamelUp())
    assert page.isVisible()
    kept = Path(user_cache_path("camelnet", appauthor=False)) / "reviews"
    qtbot.waitUntil(lambda: kept.is_dir() and len(list(kept.iterdir())) == 1, timeout=LONG_MS)

    def never(*_given: object, **_more: object) -> None:
        raise AssertionError("it was looked at already")

    monkeypatch.setattr(analysis, "look_ahead", never)
    driver.window.replays.open(film_of_table(driver.table.model))
    replay = driver.window.replays.page
    assert replay is not None
    screen = replay.screen_
    assert screen is not None
    qtbot.waitUntil(lambda: screen.analysis.findings is not None, timeout=LONG_MS)
    driver.window.replays.leave()
