"""Every colour of the boards, by day, by night and in high contrast.

Camel colours were chosen to stay apart in every kind of colour blindness; each comes with a mark
and a pattern (`camelnet_gui.art.marks`), so that no one has to tell them by colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QGuiApplication, QPalette

from camelnet_gui.style import theme


@dataclass(frozen=True, slots=True)
class Coat:
    """The tones of one camel, and of everything that belongs to it."""

    base: QColor
    light: QColor  # where the sun falls
    deep: QColor  # in the shade, and the pattern on the blanket
    ink: QColor  # outlines and the mark
    on: QColor  # words and numbers written on `base`


def _coat(base: str, light: str, deep: str, ink: str, on: str) -> Coat:
    return Coat(QColor(base), QColor(light), QColor(deep), QColor(ink), QColor(on))


COATS: dict[str, Coat] = {
    "b": _coat("#1b66b0", "#4f97dc", "#114a86", "#0a2c54", "#ffffff"),
    "g": _coat("#12936e", "#44bf99", "#0b6b50", "#053f2f", "#ffffff"),
    "y": _coat("#f4c430", "#ffe27a", "#c8900c", "#664200", "#3d2900"),
    "o": _coat("#cf4d12", "#f08048", "#98340a", "#551a02", "#ffffff"),
    "w": _coat("#f5f0e6", "#ffffff", "#bfb3a0", "#4a3f33", "#3a3128"),
    "r": _coat("#b8243c", "#e2607a", "#7f1226", "#440812", "#ffffff"),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """One time of day."""

    sky: tuple[QColor, QColor, QColor]  # top, middle, horizon
    far: tuple[QColor, ...]  # dune ridges from far to near
    sand: tuple[QColor, QColor]  # the foreground, top and bottom
    sun: QColor
    glow: QColor  # around sun or moon
    frame: tuple[QColor, QColor, QColor]  # the track's wood: light, base, deep
    cell: tuple[QColor, QColor]  # a space: lit and shaded
    cell_edge: QColor
    court: tuple[QColor, QColor]  # the middle: centre and rim
    ink: QColor  # numbers and words on sand
    faint: QColor  # what is empty or not to be used
    pick: QColor  # what may be chosen
    light: QColor  # falls on what may be chosen
    chosen: QColor  # what has been chosen
    focus: QColor  # the keyboard's place
    highlight: QColor  # what a log entry speaks of
    paper: QColor  # chips, ladders, cards' borders
    paper_ink: QColor
    shadow: QColor
    shade: float  # how much things standing on the board are dimmed, 0-1


LIGHT = Palette(
    sky=(QColor("#8ec7de"), QColor("#cfe3dc"), QColor("#fdeecb")),
    far=(QColor("#f0d3a0"), QColor("#e9c487"), QColor("#e2b672")),
    sand=(QColor("#efcf95"), QColor("#d9a863")),
    sun=QColor("#fff6d8"),
    glow=QColor("#ffe9ae"),
    frame=(QColor("#c98f52"), QColor("#a2672f"), QColor("#6f421a")),
    cell=(QColor("#fff3d6"), QColor("#f1d9a9")),
    cell_edge=QColor("#c79d62"),
    court=(QColor("#fbe7bd"), QColor("#ecca8c")),
    ink=QColor("#6b431c"),
    faint=QColor("#b08d5e"),
    pick=QColor("#0d8a76"),
    light=QColor("#fffef4"),
    chosen=QColor("#c2185b"),
    focus=QColor("#1d3f8f"),
    highlight=QColor("#f59f00"),
    paper=QColor("#fffaf0"),
    paper_ink=QColor("#3d2a17"),
    shadow=QColor(74, 40, 8),
    shade=0.0,
)

DARK = Palette(
    sky=(QColor("#0c1230"), QColor("#1b2350"), QColor("#3f3a68")),
    far=(QColor("#37355f"), QColor("#302f56"), QColor("#29294c")),
    sand=(QColor("#2c2b4c"), QColor("#1c1c36")),
    sun=QColor("#f6f1dc"),
    glow=QColor("#8b93d6"),
    frame=(QColor("#6b5666"), QColor("#4a3a4c"), QColor("#292036")),
    cell=(QColor("#4c4a74"), QColor("#3b3a62")),
    cell_edge=QColor("#77709c"),
    court=(QColor("#4b4568"), QColor("#2c2b4e")),
    ink=QColor("#e6dcc8"),
    faint=QColor("#837da6"),
    pick=QColor("#4fe0c0"),
    light=QColor("#a9b4f0"),
    chosen=QColor("#ff79ad"),
    focus=QColor("#a9c7ff"),
    highlight=QColor("#ffc24a"),
    paper=QColor("#fbf3e2"),
    paper_ink=QColor("#2b2130"),
    shadow=QColor(4, 4, 20),
    shade=0.14,
)


CONTRAST = Palette(
    sky=(QColor("#000000"), QColor("#000008"), QColor("#101020")),
    far=(QColor("#0c0c10"), QColor("#08080c"), QColor("#060608")),
    sand=(QColor("#060606"), QColor("#000000")),
    sun=QColor("#ffffff"),
    glow=QColor("#404060"),
    frame=(QColor("#ffffff"), QColor("#d8d8d8"), QColor("#909090")),
    cell=(QColor("#161616"), QColor("#0c0c0c")),
    cell_edge=QColor("#ffffff"),
    court=(QColor("#0a0a0a"), QColor("#000000")),
    ink=QColor("#ffffff"),
    faint=QColor("#c0c0c0"),
    pick=QColor("#4dffd2"),
    light=QColor("#ffffff"),
    chosen=QColor("#ff8cc4"),
    focus=QColor("#5cc8ff"),
    highlight=QColor("#ffd60a"),
    paper=QColor("#ffffff"),
    paper_ink=QColor("#000000"),
    shadow=QColor(0, 0, 0),
    shade=0.05,
)


def palette(dark: bool) -> Palette:
    """The colours of day or night; the night is the one of the app's theme."""
    if not dark:
        return LIGHT
    window = QGuiApplication.palette().color(QPalette.ColorRole.Window).name()
    return CONTRAST if window == theme.CONTRAST.panel else DARK


def faded(colour: QColor, alpha: float) -> QColor:
    """The same colour at an opacity of 0 to 1."""
    out = QColor(colour)
    out.setAlphaF(alpha)
    return out


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """`share` of `other` in `one`, 0 to 1."""
    return QColor.fromRgbF(
        one.redF() + (other.redF() - one.redF()) * share,
        one.greenF() + (other.greenF() - one.greenF()) * share,
        one.blueF() + (other.blueF() - one.blueF()) * share,
        one.alphaF() + (other.alphaF() - one.alphaF()) * share,
    )


def readable_on(background: QColor) -> QColor:
    """Near black or white, whichever has more contrast on a background (WCAG luminance)."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    luminance = (
        0.2126 * linear(background.redF())
        + 0.7152 * linear(background.greenF())
        + 0.0722 * linear(background.blueF())
    )
    return QColor("#ffffff") if luminance < 0.22 else QColor("#2b1d10")
