"""The talk at one table screen: emotes by key, bubbles beside the rows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from camelnet.session.api.facts import ChatSaid, SeatView, TableView
from camelnet_gui.chat.bubbles import Bubbles
from camelnet_gui.chat.emote_bar import KEY
from camelnet_gui.chat.emotes import EMOTES, Emote, parse
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.players import PlayersPanel
from camelnet_gui.table.talk_panel import TalkPanel

SCORE_WIDE = 40  # pixels at the right end of a player's row


class TableTalk(QObject):
    """`hear` every line that is said while the screen is there."""

    def __init__(
        self, page: QWidget, players: PlayersPanel, talk: TalkPanel, settings: Settings
    ) -> None:
        super().__init__(page)
        self._page, self._players, self._talk = page, players, talk
        self._settings = settings
        self.bubbles = Bubbles(page)
        self.tip_of: Callable[[int | None], QPoint] = self._tip  # where a seat's bubble points at
        self.covered: Callable[[], bool] = lambda: False  # a page to be read lies over the board
        self.whole = False  # words have a bubble whatever the side panel shows
        talk.muted.connect(self._mute)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for number, emote in enumerate(EMOTES, start=1):
            keys = QKeySequence(KEY.format(number=number))
            QShortcut(keys, page, lambda emote=emote: talk.send(emote), context=within)

    def hear(self, said: ChatSaid, view: TableView) -> None:
        """Show a bubble for it, unless the chat shows it or emotes are hidden."""
        emote = parse(said.text)
        if emote is not None and not said.me and not self._settings.emotes:
            return
        if emote is None and self._talk.shows_chat and not self.whole:
            return
        seat = next((n for n, seat in enumerate(view.seats) if seat.key == said.key), None)
        self._bubble(said.key, said.name, emote or said.text, seat)

    def show_emote(self, number: int, seat: SeatView, emote: Emote) -> None:
        """Show an emote beside a seat that sent none."""
        self._bubble(seat.key, seat.name, emote, number)

    def _bubble(self, key: bytes, name: str, said: Emote | str, seat: int | None) -> None:
        animated = self._settings.speed != "off"
        self.bubbles.say(key, name, said, lambda: self.tip_of(seat), animated=animated)

    def beside_panel(self) -> None:
        """Bubbles point at the side panel again."""
        self.tip_of, self.whole, self.bubbles.zoom = self._tip, False, 1.0

    def _tip(self, seat: int | None) -> QPoint:
        """The place that a bubble points at: the left end of a player's row, or the chat line for
        somebody without a seat."""
        if seat is None:
            line = self._talk.line
            return line.mapTo(self._page, QPoint(0, line.height() // 2))
        row = self._players.row_of(seat)
        # Beside the row; but where there is something to read, over the panel.
        across = row.width() - SCORE_WIDE if self.covered() else 4
        tip = row.mapTo(self._page, QPoint(across, row.height() // 2))
        shown = self._players.visibleRegion().boundingRect()
        if not shown.isEmpty():  # a row that was scrolled away lies behind the edge
            top = self._players.mapTo(self._page, shown.topLeft()).y()
            tip.setY(max(top + 10, min(top + shown.height() - 10, tip.y())))
        return tip

    def _mute(self, muted: bool) -> None:
        self._settings.emotes = not muted
