"""Writes every icon from the app's painted logo: `python packaging/desktop/icons.py FOLDER`.

    FOLDER/hicolor/16x16/apps/camelnet.png …    up to 512x512, and mimetypes/ beside apps/
    FOLDER/hicolor/scalable/apps/camelnet.svg   and mimetypes/
    FOLDER/camelnet.ico, camelnet-record.ico    for Windows: 16 to 256 pixels
    FOLDER/camelnet.icns                        for macOS: 16 to 512 pixels, and twice as dense

The repository keeps none of them. The same Qt writes the same bytes at every run.
"""

from __future__ import annotations

import argparse
import os
import struct
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPainterPath, QPen

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "gui"), str(ROOT), str(Path(__file__).parent)]

from camelnet_gui.art.logo import TINY, paint_logo, picture  # noqa: E402
from svg import write_svg  # noqa: E402

APP = "camelnet"
RECORD = "application-x-camelnet-record"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# macOS's types for a PNG of that many pixels; if there are two, the first is for dense screens.
ICNS_TYPES = {
    16: (b"icp4",),
    32: (b"ic11", b"icp5"),
    64: (b"ic12",),
    128: (b"ic07",),
    256: (b"ic13", b"ic08"),
    512: (b"ic14", b"ic09"),
    1024: (b"ic10",),
}
SCALABLE = 128  # the side of the SVG's own coordinates
_SHEET, _EDGE = QColor("#fffaf0"), QColor("#8a7350")


def write_icons(folder: Path) -> None:
    for context, name, make, paint in (
        ("apps", APP, picture, paint_logo),
        ("mimetypes", RECORD, record_picture, paint_record),
    ):
        for size in SIZES:
            _write(folder / f"hicolor/{size}x{size}" / context / f"{name}.png", png(make(size)))
        svg = write_svg(SCALABLE, APP, lambda painter, paint=paint: paint(painter, SCALABLE))
        _write(folder / "hicolor/scalable" / context / f"{name}.svg", svg.encode())
    _write(folder / "camelnet.ico", ico({size: png(picture(size)) for size in ICO_SIZES}))
    records = {size: png(record_picture(size)) for size in ICO_SIZES}
    _write(folder / "camelnet-record.ico", ico(records))
    _write(folder / "camelnet.icns", icns({size: png(picture(size)) for size in ICNS_TYPES}))


def paint_record(painter: QPainter, high: float) -> None:
    """A recorded game: a sheet of paper with the logo on it, in a square of that height."""
    _paint_sheet(painter, high)
    painter.save()
    painter.translate(high * 0.235, high * 0.34)
    paint_logo(painter, high * 0.55)
    painter.restore()


def record_picture(size: int) -> QImage:
    made = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    if size > 2 * TINY:
        paint_record(painter, size)
    else:
        _paint_sheet(painter, size)
        inner = round(size * 0.66)
        painter.drawImage(round(size * 0.19), size - inner - size // 12, tiny(inner))
    painter.end()
    return made


def tiny(size: int) -> QImage:
    """The icon with one camel, at any number of pixels."""
    image = picture(min(size, TINY))
    smooth = Qt.TransformationMode.SmoothTransformation
    ratio = Qt.AspectRatioMode.KeepAspectRatio
    return image if size <= TINY else image.scaled(size, size, ratio, smooth)


def _paint_sheet(painter: QPainter, high: float) -> None:
    """A sheet with a folded corner."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = max(1.0, high / 40)
    box = QRectF(high * 0.12, high * 0.03, high * 0.76, high * 0.94).adjusted(
        line / 2, line / 2, -line / 2, -line / 2
    )
    fold = high * 0.22
    sheet = QPainterPath(box.topLeft())
    for corner in (
        QPointF(box.right() - fold, box.top()),
        QPointF(box.right(), box.top() + fold),
        box.bottomRight(),
        box.bottomLeft(),
    ):
        sheet.lineTo(corner)
    sheet.closeSubpath()
    corner = QPainterPath(QPointF(box.right() - fold, box.top()))
    corner.lineTo(box.right() - fold, box.top() + fold)
    corner.lineTo(box.right(), box.top() + fold)
    pen = QPen(_EDGE, line)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(_SHEET)
    painter.drawPath(sheet)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(corner)


# --- containers ---------------------------------------------------------------------------------


def png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError("Qt cannot write a PNG")
    return bytes(buffer.data().data())


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows icon made of PNGs by size, which Windows Vista and later read at every size."""
    offset = 6 + 16 * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, data in pictures.items():
        side = size % 256  # 0 stands for 256
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), offset + len(body))
        body += data
    return head + body


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """An icon for macOS made of PNGs by size: each in a chunk with its type and length."""
    chunks = [
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for size, kinds in ICNS_TYPES.items()
        for kind in kinds
    ]
    body = b"".join(chunks)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def with_qt(work: Callable[[], None]) -> None:
    """Do the work inside an application: without one Qt cannot paint."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QGuiApplication.instance() or QGuiApplication([])
    work()
    del app


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write every icon from the painted logo.")
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    with_qt(lambda: write_icons(given.folder))
