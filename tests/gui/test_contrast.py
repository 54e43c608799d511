"""Contrast of every theme, WCAG 2 AA: of the colours that the style sheet pairs, and as painted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from camelnet_gui.art.palette import CONTRAST
from camelnet_gui.games import playable, screens
from camelnet_gui.style.theme import THEMES, Theme, choose_theme, dress, style_sheet, theme_of
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from camelnet.session.api.facts import TableChanged
from tests.gui.conftest import WindowDriver
from tests.gui.contrast import LARGE, TEXT, contrast, painted_contrast
from tests.gui.pictures import different
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

GROUNDS = ("ground", "panel", "card", "field")
WORDS = ("text", "muted", "heading", "danger_text", "good")
ON = (
    ("on_accent", "accent"),
    ("on_gold", "gold"),
    ("on_gold", "gold_high"),
    ("on_danger", "danger"),
    ("text", "soft"),
    ("muted", "soft"),
    ("text", "off"),
    ("muted", "off"),
    ("accent_text", "card"),
    ("accent_text", "panel"),
)
RINGS = tuple(product(("accent_text", "text"), GROUNDS))
EDGES = tuple(product(("edge",), ("panel", "card", "field")))


def pairs(theme: Theme, named: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, float]]:
    for one, other in named:
        yield f"{one} on {other}", contrast(getattr(theme, one), getattr(theme, other))


@pytest.mark.parametrize("key", THEMES)
def test_words_can_be_read_on_every_ground(key: str) -> None:
    named = (*product(WORDS, GROUNDS), *ON)
    poor = {what: found for what, found in pairs(THEMES[key], named) if found < TEXT}
    assert not poor


@pytest.mark.parametrize("key", THEMES)
def test_the_keyboards_ring_and_the_edges_of_fields_can_be_seen(key: str) -> None:
    poor = {what: found for what, found in pairs(THEMES[key], (*RINGS, *EDGES)) if found < LARGE}
    assert not poor


def test_high_contrast_is_higher_than_asked_for() -> None:
    theme = THEMES["contrast"]
    named = (*product(WORDS, GROUNDS), *ON)
    assert min(found for _what, found in pairs(theme, named)) >= 7, "AAA"


PAINTED = 4.0

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"#[0-9a-f]{6}")


@pytest.mark.parametrize("key", THEMES)
def test_every_rule_of_the_style_sheet_pairs_colours_that_can_be_read(key: str) -> None:
    """A rule that sets both, or one that sets its words on the ground of its plain rule."""
    found = 0
    grounds: dict[str, list[str]] = {}
    for selector, body in RULE.findall(style_sheet(THEMES[key])):
        if ":disabled" in selector:
            continue
        settings = dict(part.strip().split(":", 1) for part in body.split(";") if ":" in part)
        ground = COLOUR.findall(settings.get("background", ""))
        words = COLOUR.findall(settings.get("color", ""))
        for name in (each.strip() for each in selector.split(",")):
            plain = name.partition(":")[0]
            if ground:
                grounds.setdefault(plain, ground)
            for one, other in product(words, ground or grounds.get(plain, [])):
                found += 1
                assert contrast(one, other) >= TEXT, f"{name}: {one} on {other}"
    assert found > 15


@pytest.mark.parametrize("key", THEMES)
def test_the_style_sheet_names_no_unknown_colour(key: str) -> None:
    assert "@" not in style_sheet(THEMES[key])


# --- as painted -----------------------------------------------------------------------------------


def worded(window: QWidget) -> Iterator[tuple[str, QWidget]]:
    """Labels and buttons in sight that can be used, with their words."""
    for kind in (QLabel, QPushButton):
        for widget in window.findChildren(kind):
            text = widget.text().strip()
            seen = (
                widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty()
            )
            if text and seen and widget.width() > 8 and not _has_picture(widget):
                yield text, widget


def _has_picture(widget: QWidget) -> bool:
    return isinstance(widget, QLabel) and not widget.pixmap().isNull()


@pytest.mark.slow
@pytest.mark.parametrize("key", THEMES)
def test_words_on_the_screens_can_be_read_as_painted(driver: WindowDriver, key: str) -> None:
    app = QApplication.instance()
    before = theme_of(driver.window)
    dress(app, choose_theme(key))
    try:
        window = driver.window
        assert theme_of(window) is THEMES[key]
        measured = _measured(window)
        script = ScriptedCamelUp(seats=4, me=2, seed=7)
        driver.play_until_my_turn(script, turns=2)
        driver.tell(TableChanged(script.view()))
        measured |= _measured(window)
        assert len(measured) > 25
        poor = {text: found for text, found in measured.items() if found < PAINTED}
        assert not poor
    finally:
        dress(app, before)


def _measured(window: QWidget) -> dict[str, float]:
    """Thin strokes are painted a little paler than their colour, which is measured above."""
    QApplication.processEvents()
    whole = window.grab().toImage()
    return {
        text: painted_contrast(whole.copy(_place(widget, window)))
        for text, widget in worded(window)
    }


def _place(widget: QWidget, window: QWidget) -> QRect:
    """Where its words are; a button's edges are no ground."""
    seen = widget.visibleRegion().boundingRect()
    inner = seen.adjusted(5, 5, -5, -5) if isinstance(widget, QPushButton) else seen
    return inner.translated(widget.mapTo(window, QPoint())) & window.rect()


@pytest.mark.slow
@pytest.mark.parametrize("game", playable())
def test_high_contrast_reaches_the_boards(qtbot: QtBot, qapp: QApplication, game: str) -> None:
    board = screens(game).make_parts().make_board()
    qtbot.addWidget(board)
    board.resize(700, 600)
    pictures = {}
    try:
        for key in ("dark", "contrast"):
            dress(qapp, choose_theme(key))
            board.show_scene(replace(board.shown, dark=True))
            pictures[key] = board.grab().toImage()
    finally:
        dress(qapp, choose_theme("light"))
    assert different(pictures["dark"], pictures["contrast"]) > 700 * 600 / 4 / 3


def test_numbers_on_boards_of_high_contrast_can_be_read() -> None:
    for ground in (*CONTRAST.cell, *CONTRAST.court, *CONTRAST.sand):
        for ink in (CONTRAST.ink, CONTRAST.pick, CONTRAST.chosen, CONTRAST.cell_edge):
            assert contrast(ink.name(), ground.name()) >= 7
