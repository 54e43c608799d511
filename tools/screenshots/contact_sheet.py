"""One contact sheet of every screen, in every language, light and dark, at three sizes.

    python -m tools.screenshots.contact_sheet [FOLDER] [--jobs N]

paints each variant in a process of its own into FOLDER/<language>-<theme>-<size>, and lays small
copies of all pictures out in FOLDER/contact-sheet.png: a row for each screen, a column for each
variant. Look for things cut or out of place on the whole sheet, then at the picture itself.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter

from camelnet.i18n import LANGUAGES

THEMES = ("light", "dark")
SIZES = ("956x520", "1400x850", "1920x1080")
THUMB = QSize(256, 160)
GAP, NAMES_WIDTH, HEAD_HEIGHT = 6, 230, 30


def variants() -> tuple[tuple[str, str, str], ...]:
    """(language, theme, size) of each column."""
    return tuple(itertools.product(LANGUAGES, THEMES, SIZES))


def folder_of(root: Path, variant: Sequence[str]) -> Path:
    return root / "-".join(variant)


def paint(root: Path, variant: tuple[str, str, str]) -> int:
    """Paint one variant in a process of its own; return its exit code."""
    language, theme, size = variant
    words = [str(folder_of(root, variant)), language, size, theme]
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.call([sys.executable, "-m", "tools.screenshots", *words], env=env)


def screens(root: Path, columns: Sequence[Sequence[str]]) -> list[str]:
    """The names of all screens of at least one variant, in order."""
    return sorted({p.stem for each in columns for p in folder_of(root, each).glob("*.png")})


def lay_out(root: Path, columns: Sequence[tuple[str, ...]], thumb: QSize = THUMB) -> QImage:
    """The sheet, with pictures so large. A screen that a variant lacks leaves a gap in its row."""
    names = screens(root, columns)
    wide = NAMES_WIDTH + len(columns) * (thumb.width() + GAP)
    high = HEAD_HEIGHT + len(names) * (thumb.height() + GAP)
    sheet = QImage(wide, high, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for number, column in enumerate(columns):
        left = NAMES_WIDTH + number * (thumb.width() + GAP)
        painter.drawText(
            QRect(left, 0, thumb.width(), HEAD_HEIGHT),
            Qt.AlignmentFlag.AlignCenter,
            " ".join(column),
        )
        for line, name in enumerate(names):
            picture = QImage(str(folder_of(root, column) / f"{name}.png"))
            if picture.isNull():
                continue
            small = picture.scaled(
                thumb,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
            painter.drawImage(left, HEAD_HEIGHT + line * (thumb.height() + GAP), small)
    for line, name in enumerate(names):
        top = HEAD_HEIGHT + line * (thumb.height() + GAP)
        painter.drawText(QRect(8, top, NAMES_WIDTH - 16, 24), Qt.AlignmentFlag.AlignLeft, name)
    painter.end()
    return sheet


def main(arguments: list[str]) -> int:
    """0, or 1 if a variant could not be painted."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots.contact_sheet")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("build/screenshots"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _app = QGuiApplication.instance() or QGuiApplication([])
    columns = variants()
    with ThreadPoolExecutor(given.jobs) as pool:
        codes = list(pool.map(lambda variant: paint(given.folder, variant), columns))
    path = given.folder / "contact-sheet.png"
    lay_out(given.folder, columns).save(str(path))
    print(path)
    return int(any(codes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
