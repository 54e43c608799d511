"""The big screen: a watched table made for a television, which needs neither mouse nor keys.

The board takes most of the room. The column beside it, scorings and odds are magnified with the
screen. It goes on from game to game at the same table, and waits calmly in between.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import LobbyView
from camelnet_gui.art.camel import paint_camel
from camelnet_gui.art.desert import paint_desert
from camelnet_gui.art.palette import palette
from camelnet_gui.style.theme import theme_of
from camelnet_gui.table.page import TablePage
from camelnet_gui.together.big_panel import STEPS, WIDE, BigPanel
from camelnet_gui.widgets.basics import column, frame, label, look, row
from camelnet_gui.widgets.magnifier import Magnifier
from camelnet_gui.widgets.qr import QrCode

SHARE = 0.29  # of the width that the column takes
HINT_MS = 8000  # how long the way out is told
CARD, CARD_FOR = 560, 900  # the width of the waiting card, and the window's for which it is made


class BigScreen(QObject):
    """One for a window. `show_page` puts a watched table on it, `leave` takes it off."""

    entered = Signal()
    left = Signal()
    watch_requested = Signal(object)  # the id of a table in the lobby

    def __init__(self, pages: QStackedWidget) -> None:
        super().__init__(pages)
        self._awaited: tuple[str | None, str | None] = (None, None)  # name and game; None for any
        self._pages = pages
        self._page: TablePage | None = None
        self._panel: BigPanel | None = None
        self._lens: Magnifier | None = None
        self._odds: Magnifier | None = None
        self._address = ""
        self.on = False
        self.waiting = WaitingPage()
        self.waiting.left.connect(self.leave)
        pages.addWidget(self.waiting)

    @property
    def panel(self) -> BigPanel | None:
        """The column beside the board, while a table is shown."""
        return self._panel

    def show_address(self, address: str) -> None:
        """The address where others can join: "192.0.2.5:40111", or ""."""
        self._address = address
        self.waiting.show_address(address)
        self._show()

    def show_page(self, page: TablePage) -> None:
        """Put a watched table on the screen."""
        self._release()
        self._page = page
        view = page.model.view
        self._awaited = (view.name, view.position.game)
        page.big = True
        panel = self._panel = BigPanel(page.parts.holdings)
        self._lens = Magnifier(panel, 1.0)
        self._lens.setSizePolicy(page.panel.sizePolicy())
        page.panel.hide()
        layout = page.layout()
        assert isinstance(layout, QHBoxLayout)
        layout.addWidget(self._lens)
        if page.aids is not None:
            strip = page.aids.strip
            strip.show_plain(True)
            page.aids.fit(page.size())
            page.court_lines.removeWidget(strip)
            self._odds = Magnifier(strip, 1.0)
            page.court_lines.addWidget(self._odds)
        page.talk.tip_of, page.talk.whole = self._tip, True
        page.spots.elsewhere = self._tip
        page.refreshed.connect(self._show)
        page.big_screen_left.connect(self.leave)
        page.installEventFilter(self)
        page.setCursor(Qt.CursorShape.BlankCursor)
        self._pages.setCurrentWidget(page)
        page.setFocus()
        QTimer.singleShot(HINT_MS, panel, panel.hint.hide)
        self._fit()
        self._show()
        self._enter()

    def await_table(self, name: str | None, game: str | None = None) -> None:
        """Wait for a game at a table of that name, or of that game; None: at any."""
        self._awaited = (name, game)
        self.wait()

    def take_lobby(self, view: LobbyView) -> None:
        """While it waits: watch the table that it waits for as soon as that can be."""
        self.show_address(view.addresses[0] if view.addresses else "")
        if self.on and self._page is None:
            name, game = self._awaited
            found = next(
                (
                    table.id
                    for table in view.tables
                    if table.watchable and name in (None, table.name) and game in (None, table.game)
                ),
                None,
            )
            if found is not None:
                self.watch_requested.emit(found)

    def _enter(self) -> None:
        if not self.on:
            self.on = True
            self.entered.emit()

    def wait(self) -> None:
        """No game is there to be shown, but one may begin at the table."""
        self._page = self._panel = self._lens = self._odds = None  # they go with their page
        self.waiting.show_table(self._awaited[0] or "")
        self._pages.setCurrentWidget(self.waiting)
        self.waiting.setFocus()
        self._enter()

    def leave(self) -> None:
        """Back to the table screen, or to the lobby between two games."""
        if not self.on:
            return
        self.on = False
        self._release()
        self.left.emit()

    def _release(self) -> None:
        """Make the table screen as it was."""
        page, self._page = self._page, None
        if page is None:
            return
        page.removeEventFilter(self)
        page.refreshed.disconnect(self._show)
        page.big_screen_left.disconnect(self.leave)
        page.big = False
        page.unsetCursor()
        page.spots.elsewhere = None
        page.talk.beside_panel()
        page.talk.bubbles.clear()
        page.overlay.magnify(1)
        page.caption.setStyleSheet("")
        layout = page.layout()
        assert isinstance(layout, QHBoxLayout)
        if self._odds is not None and page.aids is not None:
            page.court_lines.addWidget(self._odds.release(page))
            page.court_lines.removeWidget(self._odds)
            self._odds.deleteLater()
            page.aids.strip.show_plain(False)
            page.aids.fit(page.size())
        if self._lens is not None:
            layout.removeWidget(self._lens)
            self._lens.hide()
            self._lens.deleteLater()
        self._panel = self._lens = self._odds = None
        page.panel.show()
        page.refresh()

    # --- painting -------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit()
            self._show()
        return False

    def _fit(self) -> None:
        """Share the page out, and magnify with it."""
        page = self._page
        if page is None or self._lens is None:
            return
        wide = round(page.width() * SHARE)
        zoom = max(1.0, wide / WIDE)
        self._lens.setFixedWidth(max(wide, WIDE))
        self._lens.set_zoom(zoom)
        if self._odds is not None:
            self._odds.set_zoom(max(1.0, zoom * 0.8))
        page.overlay.magnify(zoom)
        page.talk.bubbles.zoom = zoom
        size = round(15 * zoom)
        page.caption.setStyleSheet(f"QLabel {{ font-size: {size}px; }}")

    def _show(self) -> None:
        page = self._page
        if page is not None and self._panel is not None and self._lens is not None:
            told = page.panel.feed.latest(STEPS)
            room = round(page.height() / self._lens.zoom)
            self._panel.show_table(page.model, told, self._address, room=room)

    def _tip(self, seat: int | None) -> QPoint:
        """The place that a bubble points at, in the page's coordinates."""
        assert self._page is not None
        assert self._panel is not None
        assert self._lens is not None
        inside = QPointF(self._panel.tip_of(seat)) * self._lens.zoom
        return self._lens.mapTo(self._page, inside.toPoint())


class WaitingPage(QWidget):
    """Between two games: the name of the app, and how to join."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        look(self, "page")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._card = frame("card")
        line = row(self._card, gap=24, margin=28)
        self._address = self._table = ""
        self._qr = QrCode("", _("Address of this table's network"), side=130)
        line.addWidget(self._qr)
        words = column(gap=8)
        self._title = label("", "title", wrap=True)
        self._join = label("", "", wrap=True)
        self._hint = label("", "small", wrap=True)
        for made in (self._title, self._join, self._hint):
            words.addWidget(made)
        line.addLayout(words, 1)
        self._card.setFixedWidth(CARD)
        self._lens = Magnifier(self._card, 1.0, self)
        self._card.hide()  # what is magnified is read aloud even where its page is not shown
        self.show_address("")

    def show_address(self, address: str) -> None:
        self._address = address
        self._say()

    def show_table(self, name: str) -> None:
        """The name of the table whose next game is awaited; "" for any."""
        self._table = name
        self._say()

    def _say(self) -> None:
        address = self._address
        self._qr.setVisible(bool(address))
        self._qr.show_text(address)
        title = _("The next game at {table} begins soon").format(table=self._table)
        self._title.setText(title if self._table else _("The next game begins soon"))
        text = _("To play, open camelnet on this network.")
        more = _("If it finds nobody, join by address: {address}").format(address=address)
        self._join.setText(f"{text} {more}" if address else text)
        self._hint.setText(_("Esc leaves the big screen."))
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._card.show()
        self._say()  # in the language that is spoken now

    def hideEvent(self, event: QHideEvent) -> None:
        self._card.hide()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        zoom = max(1.0, self.width() / CARD_FOR)
        self._lens.set_zoom(zoom)
        wide, high = round(CARD * zoom), round(self._lens.height_at(CARD) * zoom) + 2
        self._lens.setGeometry((self.width() - wide) // 2, self.height() // 5, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide, high = float(self.width()), float(self.height())
        unit = min(wide / 1100, high / 700)
        paint_desert(painter, wide, high, high * 0.42, unit, palette(theme_of(self).dark))
        for number, camel in enumerate("gwboy"):
            painter.save()
            painter.translate(wide * (0.12 + 0.19 * number), high * (0.93 - 0.02 * (number % 2)))
            painter.scale(1.1 * unit, 1.1 * unit)
            paint_camel(painter, camel, ("stride", "pass", "stand")[number % 3])
            painter.restore()
