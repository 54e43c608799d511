"""What stands beside the board: the banner, the players, my cards, the actions, log and chat."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from camelnet.i18n import _, ngettext
from camelnet.session.facts import TableView
from camelnet_gui.feed import Feed
from camelnet_gui.games.camelup import choice as choosing
from camelnet_gui.games.camelup.actions import ActionPanel
from camelnet_gui.games.camelup.pieces import RaceCard
from camelnet_gui.games.camelup.scene import CAMELS
from camelnet_gui.players import PlayersPanel
from camelnet_gui.table_model import TableModel
from camelnet_gui.widgets import Elided, button, column, label, look, row, scrolled

FEED_MIN = 84  # pixels that the log keeps whatever else wants room
CHAT_MAX = 500  # characters


class SidePanel(QWidget):
    """Shows a table model; `fit` shares the height out among players and log."""

    said = Signal(str)
    leave_wanted = Signal()
    menu_wanted = Signal()
    code_wanted = Signal()

    def __init__(self, view: TableView) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.players = PlayersPanel()
        self.acts = ActionPanel()
        self.feed = Feed()
        self.chat_line = QLineEdit()
        self.banner = label("", "banner-other", wrap=True)
        self.code: QPushButton = button("", "flat")
        self.menu: QPushButton = button("☰", "flat", tip=_("Menu"))
        self._title = Elided(view.name, "subtitle")
        self._heading = Elided("", "heading")
        self._cards = QWidget()
        self._cards_row = row(self._cards, gap=5)
        self._faces: list[RaceCard] = []
        self._scroll = scrolled(self.players)
        self._arrange()

    def _arrange(self) -> None:
        page = column(self, gap=8, margin=(12, 8, 12, 12))
        top = row(gap=2)
        top.addWidget(self._title, 1)
        top.addWidget(self.code)
        top.addWidget(self.menu)
        self.menu.setAccessibleName(_("Menu"))
        self.menu.clicked.connect(self.menu_wanted)
        self.code.setText(_("Code"))
        self.code.setAccessibleName(_("Table code"))
        self.code.setToolTip(
            _("Four words that all players compare aloud: then nobody plays in between.")
        )
        self.code.clicked.connect(self.code_wanted)
        self.banner.setMinimumHeight(24)
        self.banner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.banner.setAccessibleName(_("State of the game"))
        self.chat_line.setPlaceholderText(_("Say something to the table…"))
        self.chat_line.setAccessibleName(_("Chat"))
        self.chat_line.setMaxLength(CHAT_MAX)
        self.chat_line.returnPressed.connect(self._say)
        mine = label(_("Your race cards"), "small", wrap=True)
        mine.setToolTip(_("Only you see their faces."))
        self._cards_row.addWidget(mine, 1)
        page.addLayout(top)
        page.addWidget(self.banner)
        page.addWidget(self._heading)
        page.addWidget(self._scroll)
        page.addWidget(self._cards)
        page.addWidget(self.acts)
        page.addWidget(self.feed, 1)
        page.addWidget(self.chat_line)

    def _say(self) -> None:
        text = self.chat_line.text().strip()
        if text:
            self.said.emit(text)
            self.chat_line.clear()

    def show_table(self, model: TableModel, *, players: bool) -> None:
        """Everything but the actions. `players`: also their rows, which wait while camels walk."""
        banner = model.banner()
        self.banner.setText(banner.text)
        look(self.banner, f"banner-{banner.tone.value}")
        self.feed.show_marks(model.marks)
        self._show_cards(model)
        if not players:
            return
        self._title.setText(model.view.name)
        self.players.show_rows(model.rows())
        public = model.shown.to_dict()
        leg, out = public["leg"], len(CAMELS) - len(public["dice"])
        parts = [_("Players")]
        if leg:
            parts.append(_("leg {number}").format(number=leg))
            parts.append(
                ngettext("{out} of {all} die out", "{out} of {all} dice out", out).format(
                    out=out, all=len(CAMELS)
                )
            )
        self._heading.setText("  ·  ".join(parts).upper())

    def _show_cards(self, model: TableModel) -> None:
        """My race cards, which stand in a row of their own; others see their number only."""
        cards = choosing.card_states(model.table) if model.view.faces else ()
        self._cards.setVisible(bool(cards))
        laid = {"hand": "", "win": _("laid on the winner"), "lose": _("laid on the loser")}
        for number, (camel, state) in enumerate(cards):
            if number == len(self._faces):
                self._faces.append(RaceCard(camel, height=36))
                self._cards_row.addWidget(self._faces[number])
            self._faces[number].show_card(camel, laid[state])

    def fit(self) -> None:
        """Two lines for each player if there is room, else one; the rest is the log's."""
        parts = (self.banner, self._heading, self.acts, self.chat_line, self._cards)
        wide = self.width() - 24
        taken = 8 * 9 + 20 + self.menu.sizeHint().height() + FEED_MIN
        for part in parts:
            if not part.isHidden():
                high = part.heightForWidth(wide) if part.hasHeightForWidth() else -1
                taken += max(high, part.sizeHint().height())
        room = self.height() - taken
        roomy = self.players.height_when(roomy=True) <= min(room, self.height() * 45 // 100)
        self.players.set_roomy(roomy)
        wanted = self.players.height_when(roomy=roomy)
        self._scroll.setFixedHeight(max(80, min(wanted, room)))
        on_turn = self.players.row_on_turn()
        if on_turn is not None:
            self._scroll.ensureWidgetVisible(on_turn, 0, 24)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
