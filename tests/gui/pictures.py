"""What is painted, as pictures, and how far two of them differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter

CLEAR = QColor(Qt.GlobalColor.transparent)
WHITE = QColor(Qt.GlobalColor.white)


def painted(
    width: int, height: int, paint: Callable[[QPainter], object], *, ground: QColor = CLEAR
) -> QImage:
    """What a function paints."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def grey(width: int, height: int, paint: Callable[[QPainter], object]) -> QImage:
    """The same on white, without its colours."""
    image = painted(width, height, paint, ground=WHITE)
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def colours(image: QImage, step: int = 5) -> set[int]:
    """The colours of a grid."""
    return {colour for row in _grid(image, step) for colour in row}


def different(one: QImage, other: QImage, *, blur: int = 0) -> int:
    """How many pixels of a grid differ by more than `blur` in one of their colours."""

    def far(a: int, b: int) -> bool:
        return a != b and any(abs((a >> s & 255) - (b >> s & 255)) > blur for s in (0, 8, 16, 24))

    return sum(
        far(a, b)
        for ours, theirs in zip(_grid(one, 2), _grid(other, 2), strict=True)
        if ours != theirs
        for a, b in zip(ours, theirs, strict=True)
        if a != b
    )


def _grid(image: QImage, step: int) -> Iterator[list[int]]:
    """The colours of every so many pixels, by row."""
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    pixels = memoryview(image.constBits()).cast("B").cast("I")
    stride = image.bytesPerLine() // 4
    for y in range(0, image.height(), step):
        yield pixels[y * stride : y * stride + image.width() : step].tolist()
