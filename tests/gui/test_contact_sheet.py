"""The contact sheet shows a picture of each variant at its place, and a hole where one lacks."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QImage

from camelnet.i18n import LANGUAGES
from tools.screenshots.contact_sheet import (
    GAP,
    HEAD_HEIGHT,
    NAMES_WIDTH,
    SIZES,
    THEMES,
    THUMB,
    folder_of,
    lay_out,
    variants,
)


def test_each_screen_has_a_row_and_each_variant_a_column(tmp_path: Path) -> None:
    columns = variants()
    assert len(columns) == len(LANGUAGES) * len(THEMES) * len(SIZES)
    for number, column in enumerate(columns):
        folder = folder_of(tmp_path, column)
        folder.mkdir()
        for name in ("a", "b") if number else ("b",):
            picture = QImage(THUMB, QImage.Format.Format_RGB32)
            picture.fill(QColor(10 * number, 200 if name == "a" else 100, 50))
            picture.save(str(folder / f"{name}.png"))
    sheet = lay_out(tmp_path, columns)

    def pixel(column: int, line: int) -> QColor:
        left = NAMES_WIDTH + column * (THUMB.width() + GAP) + THUMB.width() // 2
        return sheet.pixelColor(
            left, HEAD_HEIGHT + line * (THUMB.height() + GAP) + THUMB.height() // 2
        )

    assert pixel(0, 0) == QColor("#808080")  # the first variant lacks the first screen
    assert pixel(0, 1) == QColor(0, 100, 50)
    assert pixel(5, 0) == QColor(50, 200, 50)
