"""The moods of bots: now and then one laughs at its mirage, or cheers when it wins. Only this
screen shows it; nothing of it travels."""

from __future__ import annotations

from PySide6.QtCore import QObject

from camelnet.session.api.facts import Kind, Stepped
from camelnet_gui.chat.emotes import EMOTES
from camelnet_gui.games import screens
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.page import TablePage

SELDOM = 10  # decisions between two of them
_EMOTES = {emote.key: emote for emote in EMOTES}


class BotMoods(QObject):
    """Lives as long as a table's page; hidden with the emotes of others."""

    def __init__(self, page: TablePage, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._settings = page, settings
        self._moods = screens(page.model.view.position.game).moods
        self._decided = SELDOM  # since the last one
        page.step_shown.connect(self._step_shown)
        page.result_made.connect(self._ended)

    def _step_shown(self, step: Stepped) -> None:
        self._decided += step.seat is not None
        if step.events:
            for seat, mood in self._moods(step):
                self._show(seat, mood)

    def _ended(self) -> None:
        self._page.result_made.disconnect(self._ended)  # the page may come into sight again
        for seat in self._page.model.view.position.winners():
            self._show(seat, "cheer")

    def _show(self, number: int, mood: str) -> None:
        seat = self._page.model.view.seats[number]
        if seat.kind is not Kind.BOT or not self._settings.emotes or self._decided < SELDOM:
            return
        self._decided = 0
        self._page.talk.show_emote(number, seat, _EMOTES[mood])
