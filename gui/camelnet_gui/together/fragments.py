"""A part of the screen as lines of text and as buttons, in the order in which its layout has them.

It says what a screen reader is told, and so knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QBoxLayout,
    QGridLayout,
    QLabel,
    QLayout,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from camelnet.guests.screen import ID_MAX, Button

MAIN = ("main", "accent")  # looks of the button that Enter is for
_PRESSED = (QAbstractButton, QAbstractSpinBox)
_SIDEWAYS = (QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.RightToLeft)

Press = Callable[[], None]


def lines_of(part: QWidget) -> tuple[str, ...]:
    """The words of a part, a line for each row, without those of its buttons."""
    rows = ([leaf for leaf in row if not _of_button(leaf)] for row in _rows(part))
    lines = (" · ".join(filter(None, _told(row))) for row in rows)
    return tuple(line for line, _same in groupby(filter(None, lines)))


def buttons_of(part: QWidget, kind: str) -> Iterator[tuple[Button, Press]]:
    """The buttons in sight, each with its act. `kind` begins their ids; a button keeps its id while
    its name and its place among them are the same."""
    for number, leaf in enumerate(leaf for row in _rows(part) for leaf in row):
        if isinstance(leaf, QSpinBox):
            for step, sign in ((-1, "\N{MINUS SIGN}"), (1, "+")):
                note = f"{leaf.accessibleName()}: {leaf.value()}"
                most = leaf.maximum() if step > 0 else leaf.minimum()
                able = leaf.isEnabled() and leaf.value() != most
                made = Button(f"{kind}{number}{sign}", sign, note, enabled=able)
                yield made, partial(leaf.stepBy, step)
        elif isinstance(leaf, QAbstractButton):
            yield button_of(leaf, f"{kind}{number}"), leaf.click


def button_of(made: QAbstractButton, key: str) -> Button:
    """A button of the laptop as one of the phone."""
    name = made.text().replace("&&", "&") or made.accessibleName()
    return Button(
        f"{key} {name}"[:ID_MAX],
        name,
        made.accessibleDescription(),
        enabled=made.isEnabled(),
        chosen=made.isCheckable() and made.isChecked(),
        main=made.property("look") in MAIN,
    )


def _rows(part: QWidget | QLayout) -> list[list[QWidget]]:
    """The visible parts of a widget that stand side by side, from top to bottom."""
    if isinstance(part, QScrollArea) and (inside := part.widget()) is not None:
        return _rows(inside)
    layout = part if isinstance(part, QLayout) else part.layout()
    if layout is None or isinstance(part, _PRESSED):
        return [[part]] if isinstance(part, QWidget) else []
    places = [(_line_of(layout, at), layout.itemAt(at)) for at in range(layout.count())]
    found: list[list[QWidget]] = []
    for _line, items in groupby(sorted(places, key=lambda place: place[0]), lambda place: place[0]):
        inner: list[list[list[QWidget]]] = []
        for _number, item in items:
            if item is None:
                continue
            widget, deeper = item.widget(), item.layout()
            if widget is not None and not widget.isHidden():
                inner.append(_rows(widget))
            elif deeper is not None:
                inner.append(_rows(deeper))
        if all(len(rows) <= 1 for rows in inner):
            found.append([leaf for rows in inner for row in rows for leaf in row])
        else:
            found += [row for rows in inner for row in rows]
    return found


def _line_of(layout: QLayout, at: int) -> int:
    """The row in which an item of a layout stands."""
    if isinstance(layout, QGridLayout):
        line: int = layout.getItemPosition(at)[0]  # type: ignore[index]
        return line
    return 0 if isinstance(layout, QBoxLayout) and layout.direction() in _SIDEWAYS else at


def _of_button(leaf: QWidget) -> bool:
    """True for what is pressed, and for the label of such a one."""
    return isinstance(leaf, _PRESSED) or (isinstance(leaf, QLabel) and leaf.buddy() is not None)


def _words(leaf: QWidget) -> str:
    if isinstance(leaf, QLabel) and leaf.text():
        return leaf.text()
    told = (leaf.accessibleName(), leaf.accessibleDescription())
    return ("\n" if "\n" in told[1] else ", ").join(filter(None, told))


def _told(row: Sequence[QWidget]) -> Iterator[str]:
    """The words of each; a picture and its caption say the same, which is told once."""
    before: QWidget | None = None
    for leaf in row:
        columns = isinstance(leaf, QLabel) and isinstance(before, QLabel)
        if before is None or columns or _words(leaf) != _words(before):
            yield _words(leaf)
        before = leaf
