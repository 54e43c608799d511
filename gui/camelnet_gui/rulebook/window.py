"""The rulebook as a window of its own: sections on the left, their text beside, a line to search.

It stays open beside the game. Ctrl+F searches, Enter goes to the next match, Esc closes.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from camelnet.i18n import _
from camelnet.session.text import luck_words
from camelnet_gui.games import game_title, screens
from camelnet_gui.games.rules_section import Section
from camelnet_gui.rulebook.page import RulesPage
from camelnet_gui.widgets.basics import (
    button,
    column,
    label,
    row,
)
from camelnet_gui.widgets.room import screen_room
from camelnet_gui.widgets.screen_reader import announce

SIZE = QSize(860, 640)
LEAST = QSize(520, 360)
SIDE = 216  # the list of sections


def sections_of(game: str) -> tuple[Section, ...]:
    """The rules of a game, and what keeps it fair."""
    trust = (
        Section(f"fair-{number}", title, (text,))
        for number, (title, text) in enumerate(luck_words.trust())
    )
    return (*screens(game).rules_page(), *trust)


class Rulebook(QWidget):
    """Give it a game and the place to open at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.game = ""
        self._matches: list[QTextCursor] = []
        self._current = 0
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search the rules"))
        self.search.setAccessibleName(_("Search the rules"))
        self.search.setClearButtonEnabled(True)
        self.count = label("", "small")
        self.list = QListWidget()
        self.list.setAccessibleName(_("Sections"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = RulesPage()
        self.close_button = button(_("Close"), tip=_("Esc"))
        self._arrange()
        self.search.textChanged.connect(self._search)
        self.search.returnPressed.connect(self.next_match)
        self.list.currentRowChanged.connect(self._chosen)
        self.page.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence.StandardKey.Find, self, self._begin_search)
        QShortcut(QKeySequence("F3"), self, self.next_match)
        QShortcut(QKeySequence("Shift+F3"), self, self.previous_match)
        self.search.installEventFilter(self)
        room = screen_room(self)
        self.setMinimumSize(LEAST.boundedTo(room))
        self.resize(SIZE.boundedTo(room))

    def _arrange(self) -> None:
        side = QWidget()
        side.setFixedWidth(SIDE)
        lines = column(side, gap=8)
        lines.addWidget(self.search)
        lines.addWidget(self.count)
        lines.addWidget(self.list, 1)
        lines.addWidget(self.close_button)
        split = row(self, gap=12, margin=12)
        split.addWidget(side)
        split.addWidget(self.page, 1)

    def open_at(self, game: str, anchor: str = "") -> None:
        """Shows the rules of a game, at a section or at the top."""
        self._show_game(game)
        self.show()
        self.raise_()
        self.activateWindow()
        self.go_to(anchor or self.page.sections[0].anchor)
        self.page.setFocus()

    def _show_game(self, game: str) -> None:
        self.game = game
        self.setWindowTitle(_("How to play {game}").format(game=game_title(game)))
        self.search.clear()
        self.page.show_sections(sections_of(game))
        self.list.blockSignals(True)
        self.list.clear()
        for section in self.page.sections:
            item = QListWidgetItem(section.title)
            item.setData(Qt.ItemDataRole.UserRole, section.anchor)
            self.list.addItem(item)
        self.list.blockSignals(False)

    def go_to(self, anchor: str) -> None:
        self.page.go_to(anchor)
        self._show_current(anchor)

    @property
    def current(self) -> str:
        """The anchor of the section that is chosen in the list."""
        item = self.list.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item else ""

    def _show_current(self, anchor: str) -> None:
        """Chooses a section in the list without going there."""
        for number, section in enumerate(self.page.sections):
            if section.anchor == anchor:
                self.list.blockSignals(True)
                self.list.setCurrentRow(number)
                self.list.blockSignals(False)

    def _chosen(self, number: int) -> None:
        if number >= 0:
            self.page.verticalScrollBar().blockSignals(True)
            self.page.go_to(self.page.sections[number].anchor)
            self.page.verticalScrollBar().blockSignals(False)

    def _scrolled(self) -> None:
        self._show_current(self.page.section_at_top())

    # --- searching ------------------------------------------------------------------------------

    def _begin_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _search(self, text: str) -> None:
        self._matches = self.page.matches(text)
        self._current = 0
        there = {self.page.section_of(cursor) for cursor in self._matches}
        for number, section in enumerate(self.page.sections):
            self.list.item(number).setHidden(bool(self._matches) and section.anchor not in there)
        self._show_match()

    def next_match(self) -> None:
        self._step(1)

    def previous_match(self) -> None:
        self._step(-1)

    def _step(self, way: int) -> None:
        if self._matches:
            self._current = (self._current + way) % len(self._matches)
            self._show_match()

    def _show_match(self) -> None:
        self.page.highlight(self._matches, self._current)
        if self._matches:
            self._show_current(self.page.section_of(self._matches[self._current]))
            text = _("{number} of {all}").format(number=self._current + 1, all=len(self._matches))
        else:
            text = _("Not found") if self.search.text().strip() else ""
        self.count.setText(text)
        if text:
            announce(self.search, text)

    # --- keyboard and theme ---------------------------------------------------------------------

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Shift+Enter in the search line goes back; arrows scroll the text."""
        if watched is self.search and isinstance(event, QKeyEvent):
            key, pressed = event.key(), event.type() is QEvent.Type.KeyPress
            if pressed and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    self.previous_match()
                    return True
            elif pressed and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self._step(1 if key == Qt.Key.Key_Down else -1)
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self.page.setFocus()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_F1):
            self.close()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Paints all again after a change of theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self.game:
            at = self.page.section_at_top()
            self.page.show_sections(sections_of(self.game))
            self.go_to(at)
