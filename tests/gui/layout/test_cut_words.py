"""No words are cut on any screen: in the languages we speak, and in one that is longer still."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from camelnet_gui.art.shapes import paint_fitting
from camelnet_gui.games import playable
from camelnet_gui.style.theme import LIGHT, dress
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QLabel

from camelnet.i18n import LANGUAGES, _, choose_language
from tests.gui.layout.cut_words import WIDER, Inspector, PaintedWords, cut_words
from tests.sampling import FULL
from tools.screenshots import pseudo_locale
from tools.screenshots.doctor import capture_doctor
from tools.screenshots.games import CAPTURES
from tools.screenshots.lobby import capture_lobby
from tools.screenshots.my_play import capture_my_play

SCREENS: dict[str, tuple[Callable[..., None], ...]] = {
    "lobby": (capture_lobby, capture_doctor, capture_my_play),
    **{game: CAPTURES[game] for game in playable()},
}
REVIEWED = "de"  # a review waits for its search, so one language has to do: the longest
SIZE = (956, 520)  # the least window, without its frame


@pytest.mark.slow
@pytest.mark.parametrize(
    ("screens", "language"),
    [
        (screens, language)
        for screens in SCREENS
        for language in (*LANGUAGES, pseudo_locale.CODE)
        if language != "en"  # its words are the shortest
        if FULL or language == pseudo_locale.CODE or (screens, language) == ("camelup", REVIEWED)
    ],
)
@pytest.mark.every(3)
def test_no_words_are_cut(
    qapp: QApplication,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    screens: str,
    language: str,
) -> None:
    dress(qapp, LIGHT)
    choose_language([language])
    if language == pseudo_locale.CODE:
        pseudo_locale.install()
    looks, found = 0, []
    painted = PaintedWords(monkeypatch)
    for capture in SCREENS[screens]:
        if capture.__name__ == "capture_review" and language != REVIEWED:
            continue
        inspector = Inspector(tmp_path, wide=SIZE[0], high=SIZE[1], painted=painted)
        capture(inspector, 4)
        inspector.close()
        looks += inspector.looks
        found += inspector.found
    assert looks > 5
    if language == pseudo_locale.CODE:  # half as long again: too much for tables and values
        found = [line for line in found if WIDER not in line and " paints " not in line]
        found = [line for line in found if "/ValueButton" not in line]
    assert found == []


def test_a_cut_label_is_found() -> None:
    whole, cut = QLabel("Short"), QLabel("A long line that nobody gave the room it needs")
    for label in (whole, cut):
        label.resize(80, 20)
        label.show()
    assert list(cut_words(whole)) == []
    holder = QLabel()
    holder.resize(90, 30)
    cut.setParent(holder)
    holder.show()
    cut.show()
    assert [line for line in cut_words(holder) if "A long line" in line]


def test_painted_words_that_are_cut_are_found(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = PaintedWords(monkeypatch)
    canvas = QPixmap(200, 40)
    painter = QPainter(canvas)
    paint_fitting(painter, "Short", QRectF(0, 0, 80, 20), 12, QColor("black"))
    assert painted.taken() == []
    paint_fitting(painter, "A line for which there is no room", QRectF(0, 0, 80, 20), 12, QColor())
    painter.end()
    assert [line.split(" of ")[1] for line in painted.taken()] == [
        "'A line for which there is no room'"
    ]
    assert painted.taken() == []


def test_the_pseudo_locale_keeps_fields_and_makes_phrases_longer() -> None:
    pseudo_locale.install()
    said = _("{name}'s turn")
    choose_language(["en"])
    assert "{name}" in said
    assert len(said) > len("{name}'s turn") + 3
