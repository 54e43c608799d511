"""Contrast as WCAG 2 measures it."""

from __future__ import annotations

from collections import Counter

from PySide6.QtGui import QColor, QImage

TEXT = 4.5  # AA: words
LARGE = 3.0  # AA: large words, and what shows where a control is or that it has the keyboard


def luminance(colour: QColor) -> float:
    """The relative luminance, 0 (black) to 1 (white)."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: QColor | str, other: QColor | str) -> float:
    """The contrast of two colours, 1 to 21."""
    first, second = sorted((luminance(QColor(one)), luminance(QColor(other))))
    return (second + 0.05) / (first + 0.05)


def painted_contrast(image: QImage) -> float:
    """The contrast of painted words: of the commonest colour, the ground, with the one that is
    furthest from it."""
    seen = Counter(image.pixel(x, y) for y in range(image.height()) for x in range(image.width()))
    ground = QColor.fromRgb(seen.most_common(1)[0][0])
    return max(contrast(QColor.fromRgb(pixel), ground) for pixel in seen)
