"""The tables of all games as people with a colour deficiency see them: `python -m tools.screenshots
--deficiencies FOLDER`.

Machado, Oliveira and Fernandes (2009): a matrix of linear light for each of the three kinds, here
at their full strength. Look for pieces, players and bars that cannot be told apart.
"""

from __future__ import annotations

from array import array
from pathlib import Path

from camelnet_gui.style.theme import choose_theme, dress
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from camelnet.session.api.facts import TableChanged
from tools.screenshots.contact_sheet import THEMES, folder_of, lay_out
from tools.screenshots.driver import HeadlessDriver, show_odds
from tools.screenshots.games import SCRIPTED
from tools.screenshots.scripted_game import ScriptedGame

Matrix = tuple[tuple[float, float, float], ...]

KINDS: dict[str, Matrix] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
SHOWN = QSize(700, 440)  # of each picture on the sheet
TURNS = 40  # steps of a game before its picture


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def _encoded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * share)


_LINEAR = tuple(map(_linear, range(256)))


def seen_as(colour: int, matrix: Matrix) -> int:
    """A colour 0xffRRGGBB as it is seen."""
    light = [_LINEAR[colour >> shift & 255] for shift in (16, 8, 0)]
    red, green, blue = (
        _encoded(sum(share * part for share, part in zip(line, light, strict=True)))
        for line in matrix
    )
    return 0xFF000000 | red << 16 | green << 8 | blue


def simulated(picture: QImage, matrix: Matrix) -> QImage:
    """A picture as it is seen."""
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    colours = array("I", bytes(plain.constBits()))
    seen = {colour: seen_as(colour, matrix) for colour in set(colours)}
    pixels = array("I", (seen[colour] for colour in colours)).tobytes()
    wide, high = plain.width(), plain.height()
    return QImage(pixels, wide, high, 4 * wide, QImage.Format.Format_RGB32).copy()


def paint_deficiencies(app: QApplication, folder: Path, *, wide: int, high: int) -> Path:
    """Paint every game's table by day and by night, as all kinds see it; the sheet's path."""
    for theme in THEMES:
        dress(app, choose_theme(theme))
        for game, scripted in SCRIPTED.items():
            driver = HeadlessDriver(folder, wide=wide, high=high)
            name = f"{game}-{theme}"
            picture = _table(driver, scripted(seats=4, me=1, seed=5), name)
            driver.close()
            for kind, matrix in KINDS.items():
                folder_of(folder, (kind,)).mkdir(exist_ok=True)
                simulated(picture, matrix).save(str(folder_of(folder, (kind,)) / f"{name}.png"))
    path = folder / "deficiencies.png"
    lay_out(folder, [(kind,) for kind in KINDS], SHOWN).save(str(path))
    return path


def _table(driver: HeadlessDriver, script: ScriptedGame, name: str) -> QImage:
    """My turn in the middle of a game, with odds, as large as on the sheet."""
    steps = list(script.play(lambda p: script.index > TURNS and p.turn == script.me))
    driver.take(*steps, TableChanged(script.view(aids=True)))
    assert driver.window.table is not None
    show_odds(driver.window.table)
    picture = QImage(str(driver.capture(name)))
    return picture.scaled(
        SHOWN, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
