"""The badge "fair": the dice of a game, and the proof of each of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from camelnet_gui.games.feed_entry import DrawnLuck
from camelnet_gui.table.fairness_dialog import FairnessDialog
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QStyle,
    QStyleOptionViewItem,
)

from camelnet.i18n import message
from camelnet.session.api.facts import Noticed, Stepped, TableChanged
from camelnet.session.text import verdict_words
from camelnet.session.text.luck_words import shares
from tests.gui.clicker import click, words
from tests.gui.conftest import WindowDriver, to_the_end
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.scripted_game import audit_of


def opened(driver: WindowDriver) -> tuple[FairnessDialog, list[Stepped], ScriptedCamelUp]:
    """The dialog in the middle of a game, the steps of luck so far, and the game."""
    script = ScriptedCamelUp(seed=3, me=2)
    steps = list(script.play(lambda p: p.to_dict()["leg"] == 1 and p.turn == script.me))
    for step in steps:
        driver.window.take(step)
    driver.sit_down(script)
    click(driver.table.panel.fairness)
    assert driver.table.fairness.dialog is not None
    return driver.table.fairness.dialog, [step for step in steps if step.seat is None], script


@pytest.mark.slow
def test_the_newest_die_is_proven_at_once_and_any_other_by_keys(driver: WindowDriver) -> None:
    dialog, luck, _script = opened(driver)
    assert dialog.dice.count() == len(luck)
    assert driver.asked == [("show_luck", luck[-1].index)]
    dialog.dice.setFocus()
    QTest.keyClick(dialog.dice, Qt.Key.Key_Down)
    assert driver.asked[-1] == ("show_luck", luck[-2].index)


@pytest.mark.slow
def test_a_proof_says_who_gave_what_and_how_the_seed_becomes_the_die(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    proof = audit_of(luck[-1], script)
    driver.tell(proof)
    text = words(dialog.page)
    for name in ("Ana", "Ben", "Chloé"):
        assert name in text
    assert text.count("✓ fits") == len(proof.parts)
    assert "players who plot together" in text
    (draw,) = proof.draws
    assert f"The seed gives {draw.number}, a number from 0 to {draw.total - 1}" in text
    assert dialog.page.seed.text() == proof.seed.hex()
    dialog.page.copy.click()
    assert QApplication.clipboard().text() == proof.seed.hex()


@pytest.mark.slow
def test_the_outcome_that_was_drawn_is_told_to_whoever_only_hears(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    driver.tell(audit_of(luck[-1], script))
    named = [cell.accessibleName() for cell in dialog.page.findChildren(QLabel)]
    (drawn,) = [name for name in named if name.endswith(", drawn")]
    assert drawn.startswith(f"{luck[-1].notation}:  ")


def test_every_row_of_the_dice_has_room_for_all_its_lines(driver: WindowDriver) -> None:
    dialog = FairnessDialog((), driver.window)
    dialog.show()
    view = dialog.dice
    story = "Chloé rolled yellow 2: it carries green, blue, white and orange across the finish!"
    dialog.show_dice([DrawnLuck(size, story[:size]) for size in range(10, len(story))])
    QApplication.processEvents()
    lines = set()
    for line in range(view.count()):
        item = view.item(line)
        option = QStyleOptionViewItem()
        view.initViewItemOption(option)
        option.text, option.rect = item.text(), view.visualItemRect(item)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
        room = view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view)
        margin = view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, view) + 1
        wanted = option.fontMetrics.boundingRect(
            QRect(0, 0, room.width() - 2 * margin, 1000), Qt.TextFlag.TextWordWrap, item.text()
        ).height()
        assert wanted <= room.height(), item.text()
        lines.add(wanted)
        print(wanted, room, option.rect, item.text())
    assert len(lines) >= 3, "rows of one, of two and of three lines"
    dialog.reject()


@pytest.mark.slow
def test_a_part_that_does_not_fit_is_named(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    driver.tell(audit_of(luck[-1], script, bad=1))
    assert dialog.page.verdict.text() == "This does not hold: the part of Ben does not fit."
    assert dialog.page.verdict.property("look") == "warning"


@pytest.mark.slow
def test_a_proof_that_comes_late_does_not_replace_the_one_that_is_wanted(
    driver: WindowDriver,
) -> None:
    dialog, luck, script = opened(driver)
    dialog.dice.setCurrentRow(1)
    driver.tell(audit_of(luck[-1], script))
    assert dialog.page is None, "it belongs to the die that was chosen before"
    driver.tell(replace(audit_of(luck[-2], script), game_id=b"other" * 6 + b"xx"))
    assert dialog.page is None, "nor does one of another game"
    driver.tell(audit_of(luck[-2], script))
    assert dialog.page is not None


@pytest.mark.slow
def test_why_there_is_no_proof_stands_where_it_was_awaited(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    driver.tell(Noticed(message("No luck was drawn there."), False))
    assert "No luck was drawn there." in words(dialog)
    driver.tell(audit_of(luck[-1], script))
    driver.tell(Noticed(message("Ben is sending messages too fast."), False))
    assert dialog.page is not None, "other notices leave a proof alone"


@pytest.mark.slow
def test_the_badge_says_fair_while_all_sign_and_names_who_is_missing(driver: WindowDriver) -> None:
    dialog, _luck, script = opened(driver)
    panel = driver.table.panel
    assert panel.fairness.text() == "✓ Fair"
    assert "all who voted at the start have signed every entry" in panel.fairness.toolTip()
    script.ghosts = {1}
    driver.tell(TableChanged(script.view()))
    assert panel.fairness.text() == "✓ Fair", "a quorum goes on: that is no fault"
    assert "2 of the 3 who voted at the start" in dialog.verdict.text()
    assert "without Ben" in dialog.segments.text()
    assert dialog.verdict.property("look") == "notice"


def test_the_badge_of_a_game_apart_says_from_where_on_it_is_whose_word(
    driver: WindowDriver,
) -> None:
    dialog, _luck, script = opened(driver)
    panel = driver.table.panel
    script.apart = (script.index - 3, (2,))
    driver.tell(TableChanged(script.view()))
    assert panel.fairness.text() == "Apart"
    assert panel.fairness.property("look") == "flat-danger"
    told = f"From entry {script.index - 3} on only Chloé says so"
    assert told in panel.fairness.toolTip()
    assert told in dialog.verdict.text()
    assert dialog.verdict.property("look") == "warning"
    assert "the players' computers roll each" not in words(dialog)


@pytest.mark.slow
@pytest.mark.parametrize("ghosts", [set(), {1}, {0, 1}], ids=len)
def test_the_badge_is_right_after_each_step(driver: WindowDriver, ghosts: set[int]) -> None:
    """It is not worded anew where a step has changed nothing that it tells."""
    _dialog, _luck, script = opened(driver)
    panel = driver.table.panel
    for step in islice(script.play(to_the_end), 12):
        script.ghosts = ghosts
        driver.window.take(step)
        driver.sit_down(script)
        badge = verdict_words.badge(script.view().verdict)
        assert panel.fairness.text() == badge.text
        assert panel.fairness.toolTip().startswith(badge.tip)


@pytest.mark.slow
def test_new_dice_come_into_the_list_and_the_chosen_one_stays(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    dialog.dice.setCurrentRow(2)
    chosen = dialog.dice.currentItem().text()
    for step in (script.step("roll"), script.step(script.choose())):
        driver.window.take(step)
    driver.tell(TableChanged(script.view()))
    assert dialog.dice.count() == len(luck) + 1
    assert dialog.dice.currentItem().text() == chosen


@pytest.mark.slow
def test_a_reveal_among_all_does_not_claim_what_a_coin_would(driver: WindowDriver) -> None:
    dialog, luck, script = opened(driver)
    driver.tell(replace(audit_of(luck[-1], script), scheme="reveal"))
    assert dialog.page is not None
    text = words(dialog.page)
    assert "it proves little" in text
    assert "hold it back" not in text


def test_the_shares_of_the_numbers_cover_all_and_the_drawn_one_holds_the_number() -> None:
    script = ScriptedCamelUp(seed=3)
    for step in script.play(lambda _position: False):
        if step.seat is not None:
            continue
        (draw,) = audit_of(step, script).draws
        parts = shares(draw)
        assert [part.first for part in parts[1:]] == [part.last + 1 for part in parts[:-1]]
        assert (parts[0].first, parts[-1].last) == (0, draw.total - 1)
        (drawn,) = [part for part in parts if part.drawn]
        assert drawn.first <= draw.number <= drawn.last
