"""Finds words that are cut in a window: labels, buttons and pages with too little room."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from camelnet_gui.games.place_button import PlaceButton
from camelnet_gui.widgets.basics import Elided, FittingButton
from camelnet_gui.widgets.room import Room
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)

from tools.screenshots.driver import SETTLE_MS, HeadlessDriver, pause

WIDER = "wider than what scrolls it"
SLACK = 2  # pixels that antialiasing may take
ARROW = 30  # of a chooser, for its arrow
LOOKS_MAX = 10  # at what seems cut: a search's answer may have come just before, and asks for room


def cut_words(window: QWidget) -> Iterator[str]:
    """What is cut of the visible labels and buttons, one line each."""
    for label in window.findChildren(QLabel):
        if _in_sight(label) and label.text() and (why := _cut_label(label)):
            yield f"{_place(label)} {why}: {label.text()!r}"
    for button in window.findChildren(QPushButton):
        if _in_sight(button) and button.text() and (why := _cut_button(button)):
            yield f"{_place(button)} {why}: {button.text()!r}"

    for area in window.findChildren(QScrollArea):
        if isinstance(area, Room):
            continue  # scrolls both ways
        inner = area.widget()
        if inner is not None and _in_sight(area):
            over = inner.width() - area.viewport().width()
            if over > SLACK:
                yield f"{_place(inner)} is {over} px {WIDER}"
    for chooser in window.findChildren(QComboBox):
        wide = chooser.fontMetrics().horizontalAdvance(chooser.currentText())
        if _in_sight(chooser) and wide + ARROW > chooser.width() and not chooser.toolTip():
            yield f"{_place(chooser)} needs {wide + ARROW} of {chooser.width()} px"


def overlaps(window: QWidget) -> Iterator[str]:
    """Which buttons in sight lie over each other; places of a board may."""
    seen = [
        button
        for button in window.findChildren(QAbstractButton)
        if _in_sight(button) and not isinstance(button, PlaceButton)
    ]
    for one, other in itertools.combinations(seen, 2):
        same = one.parentWidget() is other.parentWidget()
        if same and one.geometry().intersects(other.geometry()):
            yield f"{_place(one)} {one.text()!r} lies over {other.text()!r}"


def _in_sight(widget: QWidget) -> bool:
    """True if something of it is painted: what is scrolled away may be of any size."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def _cut_label(label: QLabel) -> str:
    if isinstance(label, Elided) and label.toolTip():
        return ""
    inside = label.contentsRect()
    metrics = QFontMetrics(label.font())
    if label.text().startswith("<"):
        return ""  # rich text scrolls or grows by itself
    if label.wordWrap():
        flags = int(Qt.TextFlag.TextWordWrap)
        box = metrics.boundingRect(0, 0, inside.width(), 10_000, flags, label.text())
        if box.height() > inside.height() + SLACK:
            return f"needs {box.height()} of {inside.height()} px of height"
        return ""
    wide = max(metrics.horizontalAdvance(line) for line in label.text().split("\n"))
    if wide > inside.width() + SLACK:
        return f"needs {wide} of {inside.width()} px"
    return ""


def _cut_button(button: QAbstractButton) -> str:
    if isinstance(button, FittingButton):
        wide = QFontMetrics(button.font()).horizontalAdvance(button.text().replace("&", ""))
        room = button.width() - FittingButton.EDGE_LEAST - button.room()
        if wide <= room + SLACK or button.toolTip():
            return ""
        return f"needs {wide} of {room} px"
    wide = button.sizeHint().width()
    return f"needs {wide} of {button.width()} px" if wide > button.width() + SLACK else ""


def _place(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{type(parent).__name__}/{type(widget).__name__}"


class PaintedWords:
    """Words that were painted with … at their end since `taken`, in one phrase each. Words left out
    altogether are none, nor is what a tooltip has in full."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._cut: dict[str, None] = {}
        for metrics in (QFontMetrics, QFontMetricsF):
            patch.setattr(metrics, "elidedText", self._watched(metrics.elidedText))

    def _watched(self, real: Callable[..., str]) -> Callable[..., str]:
        def elided(metrics: object, text: str, *rest: object) -> str:
            shown = real(metrics, text, *rest)
            painter = sys._getframe(1)
            tells = isinstance(painter.f_locals.get("self"), Elided)
            if shown.strip("…") and shown != text and not tells:
                place = Path(painter.f_code.co_filename).name
                self._cut[f"{place} paints {shown!r} of {text!r}"] = None
            return shown

        return elided

    def taken(self) -> list[str]:
        cut, self._cut = list(self._cut), {}
        return cut


class Inspector(HeadlessDriver):
    """Looks for cut words where the screenshots are taken, and takes none."""

    def __init__(
        self, folder: Path, *, wide: int, high: int, painted: PaintedWords | None = None
    ) -> None:
        super().__init__(folder, wide=wide, high=high)
        self.found: list[str] = []
        self.looks = 0
        self._painted = painted

    def capture(self, name: str, widget: QWidget | None = None) -> Path:
        cut: list[str] = []
        for _look in range(LOOKS_MAX):
            pause(SETTLE_MS)  # what was laid out asks for another layout
            cut = [*cut_words(widget or self.window), *overlaps(widget or self.window)]
            if not cut:
                break
        self.looks += 1
        cut += self._painted.taken() if self._painted else []
        self.found += [f"{name}: {line}" for line in cut]
        return self.folder / f"{name}.png"
