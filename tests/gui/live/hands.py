"""Real input: the pointer and the keys of an X display, moved through its XTEST extension."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

from camelnet_gui.main_window import MainWindow
from camelnet_gui.table.page import TablePage
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from tests.gui.clicker import Clicker
from tests.patience import until

PUMP_S = 0.006  # the X server hands an event on within a millisecond
_NAMES = {" ": "space", ".": "period", ",": "comma", "-": "minus", ":": "colon", "!": "exclam"}
TABS_MAX = 120  # presses of Tab until a widget must have had the keyboard


def pump(seconds: float = PUMP_S) -> None:
    """Let the app work off what has come, for at least so long."""
    end_s = time.monotonic() + seconds
    while True:
        QApplication.processEvents()
        if time.monotonic() >= end_s:
            return
        time.sleep(0.002)


class XInput:
    """The few calls of libXtst that are needed; none waits for the app."""

    def __init__(self) -> None:
        self._lib = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._lib.XOpenDisplay.restype = ctypes.c_void_p
        self._lib.XStringToKeysym.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._lib.XOpenDisplay(None))
        assert self._display.value, "no X display"

    def move(self, x: int, y: int) -> None:
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, ctypes.c_ulong(0))
        self._flush()

    def button(self, number: int, *, down: bool) -> None:
        self._test.XTestFakeButtonEvent(self._display, number, int(down), ctypes.c_ulong(0))
        self._flush()

    def stroke(self, keys: str) -> None:
        """Press and release keys by name, the modifiers first: `ctrl+shift+Tab`."""
        short = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
        codes = [self._code(short.get(name, name)) for name in keys.split("+")]
        for code in codes:
            self._test.XTestFakeKeyEvent(self._display, code, 1, ctypes.c_ulong(0))
        for code in reversed(codes):
            self._test.XTestFakeKeyEvent(self._display, code, 0, ctypes.c_ulong(0))
        self._flush()

    def _code(self, name: str) -> int:
        symbol = self._lib.XStringToKeysym(name.encode())
        code = self._lib.XKeysymToKeycode(self._display, ctypes.c_ulong(symbol))
        assert code, f"no key is called {name}"
        return int(code)

    def _flush(self) -> None:
        self._lib.XSync(self._display, 0)


class Hands:
    """Input for whatever window is under the pointer or has the keyboard. Points are those of the
    screen, in Qt's pixels."""

    def __init__(self) -> None:
        self._x = XInput()

    def move(self, target: QWidget | QPoint, at: QPoint | None = None) -> None:
        """Move the pointer to a widget's middle, to a point in it, or to a point of the screen."""
        spot = target if isinstance(target, QPoint) else target.mapToGlobal(at or _middle(target))
        self._x.move(spot.x(), spot.y())
        pump()

    def click(self, target: QWidget | QPoint, at: QPoint | None = None) -> None:
        """Click with the left button. A widget must come into sight there: what covers it would get
        the click in its place, and a new one may lie under another until the next layout."""
        if isinstance(target, QWidget):
            self.wait(lambda: in_sight(target, at), f"{target} never came into sight")
        self.move(target, at)
        self._x.button(1, down=True)
        self._x.button(1, down=False)
        pump()

    def press(self, *keys: str) -> None:
        """Press keys by their X names: `Return`, `Tab`, `shift+Tab`, `ctrl+f`, `a`."""
        for key in keys:
            self._x.stroke(key)
            pump()

    def type(self, text: str) -> None:
        """Type letters and digits of the US keyboard."""
        for letter in text:
            self.press(_NAMES.get(letter, f"shift+{letter}" if letter.isupper() else letter))

    def focus_by_tab(self, widget: QWidget) -> None:
        """Press Tab until a widget has the keyboard; fail where it never gets it."""
        seen = []
        for _press in range(TABS_MAX):
            now = QApplication.focusWidget()
            if now is widget:
                return
            seen.append(now)
            group = now.group() if isinstance(now, QAbstractButton) else None
            # Tab comes to one of those of which one is chosen; arrows go on to the others.
            within = group is not None and widget in group.buttons()
            self.press("Right" if within else "Tab")
        raise AssertionError(f"Tab never came to {widget}; it went by {seen[:40]}")

    def wait(self, done: Callable[[], object], what: str = "it never came to that") -> None:
        """Let the app run until something is so."""
        until(done, what=what, between=pump)

    def screen(self, part: QRect | None = None) -> QImage:
        """The pixels of the screen as they are shown, or of a part of it."""
        shown = QApplication.primaryScreen()
        whole = part or shown.geometry()
        return shown.grabWindow(0, whole.x(), whole.y(), whole.width(), whole.height()).toImage()


class LiveClicker(Clicker):
    """Plays with the real pointer."""

    def __init__(self, window: MainWindow, hands: Hands, *, seed: int) -> None:
        super().__init__(window, seed=seed)
        self._hands = hands

    def click(self, widget: QWidget | None) -> None:
        assert widget is not None
        self._hands.click(widget)

    def click_board(self, table: TablePage, place: str) -> None:
        view = table.board.viewport()
        centre = table.board.place_centre(place)
        self._hands.click(view, QPoint(round(centre.x()), round(centre.y())))


class KeyboardClicker(Clicker):
    """Plays with Tab and Enter alone."""

    def __init__(self, window: MainWindow, hands: Hands, *, seed: int) -> None:
        super().__init__(window, seed=seed)
        self._hands = hands

    def click(self, widget: QWidget | None) -> None:
        assert widget is not None
        assert widget.isVisible(), widget
        self._hands.focus_by_tab(widget)
        self._hands.press("Return")

    def click_board(self, table: TablePage, place: str) -> None:
        self.click(table.board.buttons[place])


def _middle(widget: QWidget) -> QPoint:
    return widget.rect().center()


def in_sight(widget: QWidget, at: QPoint | None = None) -> bool:
    """Whether a click there would reach the widget: what is hidden is under no point."""
    under = QApplication.widgetAt(widget.mapToGlobal(at or _middle(widget)))
    return under is widget or (under is not None and widget.isAncestorOf(under))
