"""The host of my table: opens it, brings its bots, and makes me ready where that was asked for.

A bot is *on its way* from when its process starts until it sits at my table. Give the host every
view of the lobby with `take`.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from camelnet.bots import ANY_STYLE
from camelnet.i18n import _
from camelnet.net.address import local_address
from camelnet.session.api.facts import LobbyView, TableOffer
from camelnet.session.api.intents import Intents
from camelnet_gui.backend.local_bots import LocalBots
from camelnet_gui.lobby.table_settings import TableSettings

LOOK_MS = 500  # between two looks at bots that are on their way


@dataclass(frozen=True, slots=True)
class ComingBot:
    """A bot that has been sent for and does not sit yet."""

    name: str
    level: str


class TableHost(QObject):
    """One for the window's life; it ends with its bots, which `LocalBots.close` sends home."""

    changed = Signal()  # other bots are on their way
    told = Signal(str)  # a sentence about a bot that cannot come
    guest_wanted = Signal(str)  # a name: who else plays at this laptop shall sit down

    def __init__(
        self, *, intents: Intents, bots: LocalBots, interface: str | None, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._intents = intents
        self._bots = bots
        self._interface = interface
        self._view: LobbyView | None = None
        self._wish: TableSettings | None = None  # a table that I opened and that does not stand yet
        self._coming: dict[str, str] = {}  # levels by name
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def coming(self) -> tuple[ComingBot, ...]:
        """The bots on their way, in the order in which they were sent for."""
        return tuple(ComingBot(name, level) for name, level in self._coming.items())

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of all my bots that run."""
        return self._bots.names

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The keys of those that have one."""
        return tuple(self._bots.by_key)

    def open(self, wish: TableSettings) -> None:
        """Open a table, once there is a network; its bots come as soon as it stands in the
        lobby."""
        self._wish = wish
        if self._view is not None:
            self._ask(wish)

    def _ask(self, wish: TableSettings) -> None:
        self._intents.open_table(
            name=wish.name,
            game=wish.game,
            seats=wish.seats,
            options=wish.options,
            strict=wish.strict,
            aids=wish.aids,
        )

    def take(self, view: LobbyView) -> None:
        """The lobby has changed."""
        first, self._view = self._view is None, view
        wish, table = self._wish, view.table
        if wish and first:
            self._ask(wish)
        if wish and table and table.name == wish.name:
            self._wish = None
            for name in wish.guests:
                self.guest_wanted.emit(name)
            for _number in range(min(wish.bots, table.free)):
                self.add_bot(wish.level, wish.style)
            if wish.at_once:
                self._intents.ready(True)
        self._settle(table)

    def add_bot(self, level: str, style: str = ANY_STYLE) -> None:
        """Sends for a bot; nothing happens while I sit at no table."""
        view = self._view
        table = view.table if view else None
        if view is None or table is None:
            return
        name = self._bots.add(
            table=table.name,
            level=level,
            style=style,
            address=local_address(view.addresses, self._interface),
            interface=self._interface,
            taken=[seat.name for seat in table.seats],
        )
        self._coming[name] = level
        self._timer.start()
        self.changed.emit()

    def remove_bot(self, name: str) -> None:
        """Sends a bot home, wherever it is."""
        self._bots.remove(name)
        self._coming.pop(name, None)
        self.changed.emit()

    def remove(self, key: bytes) -> None:
        """Sends a bot home that sits; nothing happens if it is none of mine."""
        name = self._bots.by_key.get(key)
        if name is not None:
            self.remove_bot(name)

    def leave(self) -> None:
        """Leave my table before its game begins; my bots leave with me."""
        self._intents.stand()
        self.dismiss()

    def dismiss(self) -> None:
        """Sends all my bots home."""
        self._wish = None
        for name in self.bots:
            self._bots.remove(name)
        self._coming.clear()
        self._timer.stop()
        self.changed.emit()

    def resume(self, game_id: bytes) -> None:
        """Go on with an unfinished game, and bring my own bots back to it."""
        for saved in self._view.resumable if self._view else ():
            if saved.game_id == game_id:
                self._bots.bring_back(saved, self._interface)
        self._intents.resume(game_id)

    def _settle(self, table: TableOffer | None) -> None:
        """Bots that sit are not on the way any more; those that find no seat go home."""
        if not self._coming:
            return
        seated = {seat.key for seat in table.seats} if table else set()
        for key, name in self._bots.by_key.items():
            if key in seated:
                self._coming.pop(name, None)
        places = table.free if table is not None and not table.playing else 0
        for name in list(self._coming)[places:]:
            self._bots.remove(name)
            del self._coming[name]
        if not self._coming:
            self._timer.stop()
        self.changed.emit()

    def _look(self) -> None:
        """A process that has ended will not come any more."""
        running = set(self.bots)
        lost = [name for name in self._coming if name not in running]
        for name in lost:
            why = self._bots.why_ended(name)
            self.remove_bot(name)
            told = _("{name} could not come to your table.").format(name=name)
            self.told.emit(f"{told} {why}" if why is not None else told)
        if not self._coming:
            self._timer.stop()
