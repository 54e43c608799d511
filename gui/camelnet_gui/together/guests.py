"""The other players at this laptop: each is a peer of its own, with its own key, in this process.

A guest follows the player whose laptop it is, its owner: sits down at the same table, is ready when
the owner is, plays again, leaves and comes back to an unfinished game with the owner. Its profile
stays in the player's, so that a guest of the same name keeps its key.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from camelnet.i18n import Message
from camelnet.net.address import local_address
from camelnet.record.profile import (
    Profile,
    guest_home,
    guest_homes,
    keep_phone_token,
    phone_token,
)
from camelnet.session.api.facts import (
    Fact,
    LobbyChanged,
    LobbyView,
    Noticed,
    Phase,
    SavedGame,
    TableChanged,
    TableLeft,
    TableView,
)
from camelnet.session.peer.node import Node
from camelnet_gui.backend.bridge import Bridge, MakeNode, RunningNode

HOME_MS = 3000  # after the owner has left a table, and sat down at none


class Guest(QObject):
    """One guest: its node in a thread of its own, and what that node has told last."""

    told = Signal(object)  # a `Fact`, after this object has taken it
    failed = Signal(object)  # a `Message`

    def __init__(
        self,
        name: str,
        home: Path,
        key: bytes | None,
        make_node: MakeNode,
        *,
        on_phone: bool = False,
    ) -> None:
        """`home`: its profile. `key`: its own, where that is known before its node has started.
        `on_phone`: its screen is a phone, where its player is ready, and plays again."""
        super().__init__()
        self.name = name
        self.home = home
        self.key = key
        self.on_phone = on_phone
        self.lobby: LobbyView | None = None
        self.table: TableView | None = None
        self.asked: dict[str, object] = {}  # what was asked of it last, by the intent's name
        self._bridge = Bridge(make_node)
        self._bridge.fact.connect(self._take)
        self._bridge.failed.connect(self.failed)
        self.intents = self._bridge.intents()
        self._bridge.start()

    def once(self, intent: str, about: object, act: Callable[[], None]) -> None:
        """Ask for something, unless just that was the last thing asked by this intent."""
        if self.asked.get(intent, self) != about:
            self.asked[intent] = about
            act()

    def leave(self) -> None:
        """Begin to leave the network; `stop` waits for it."""
        self._bridge.leave()

    def stop(self) -> None:
        """Leave the network in order; bounded in time."""
        self._bridge.stop()
        self._bridge.fact.disconnect(self._take)

    def _take(self, fact: Fact) -> None:
        match fact:
            case LobbyChanged(lobby):
                self.lobby, self.key = lobby, lobby.me.key
            case TableChanged(table):
                self.table = table
            case TableLeft():
                self.table = None
        self.told.emit(fact)


class Guests(QObject):
    """All guests of this laptop. Tell it what its owner sees with `follow`."""

    changed = Signal()  # the names, or what a guest knows of its table
    noticed = Signal(object, object)  # a `Guest`, and a `Noticed` for the people at the laptop
    failed = Signal(object)  # a `Message`: a guest could not start

    def __init__(self, home: Path, interface: str | None = None) -> None:
        """`home`: the folder of the owner's profile."""
        super().__init__()
        self._home = home
        self._interface = interface
        self._guests: list[Guest] = []
        self._profiles: dict[Guest, Path] = {}
        self._records: tempfile.TemporaryDirectory[str] | None = None
        self._lobby: LobbyView | None = None
        self._table: TableView | None = None
        self._going_home = QTimer(self)
        self._going_home.setSingleShot(True)
        self._going_home.timeout.connect(self._go_home)
        self._seated = False  # whether the owner sat at a table when last heard

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those that are here, in the order in which they came."""
        return tuple(guest.name for guest in self._guests)

    @property
    def here(self) -> tuple[Guest, ...]:
        return tuple(self._guests)

    @property
    def at_laptop(self) -> tuple[Guest, ...]:
        """Those whose screen is this laptop's."""
        return tuple(guest for guest in self._guests if not guest.on_phone)

    def known(self) -> tuple[str, ...]:
        """The names under which guests have played at this laptop before and that are free."""
        found = []
        for path in sorted(guest_homes(self._home).values()):
            name = Profile.name_in(path)
            if name and path not in self._profiles.values() and name not in found:
                found.append(name)
        return tuple(found)

    # --- coming and going -----------------------------------------------------------------------

    def add(self, name: str, *, on_phone: bool = False) -> Guest:
        """Start a guest; it sits down where its owner sits."""
        home = guest_home(self._home, name, self._profiles.values())
        if not on_phone:
            keep_phone_token(home, None)
        return self._start(name, home, Profile.key_in(home), on_phone=on_phone)

    def bring_back(self, saved: SavedGame) -> None:
        """Start the guests who sit at an unfinished game, with phones if they had them last; they
        resume it when their owner does."""
        homes = guest_homes(self._home)
        for key, name in zip(saved.keys, saved.names, strict=False):
            path = homes.get(key)
            if path is not None and path not in self._profiles.values():
                self._start(name, path, key, on_phone=phone_token(path) is not None)

    def remove(self, guest: Guest) -> None:
        """Send a guest home; nothing happens if it has gone already."""
        if guest in self._guests:
            self._end(guest)
            self.changed.emit()

    def leave(self) -> None:
        """All of them begin to leave; `close` waits for them."""
        for guest in self._guests:
            guest.leave()

    def close(self) -> None:
        """Send all of them home in order, at the same time."""
        self._going_home.stop()
        self.leave()
        for guest in list(self._guests):
            self._end(guest)
        if self._records is not None:
            self._records.cleanup()
            self._records = None

    def _start(self, name: str, path: Path, key: bytes | None, *, on_phone: bool = False) -> Guest:
        if self._records is None:  # theirs are the same as the owner's
            self._records = tempfile.TemporaryDirectory(
                prefix="camelnet-guests-", ignore_cleanup_errors=True
            )
        records = Path(self._records.name, path.name)
        interface = self._interface

        def make_node(listener: Callable[[Fact], None]) -> RunningNode:
            profile = Profile.open(path)
            profile.rename(name)
            return _GuestNode(
                profile=profile, interface=interface, record_dir=records, listener=listener
            )

        guest = Guest(name, path, key, make_node, on_phone=on_phone)
        self._guests.append(guest)
        self._profiles[guest] = path
        guest.told.connect(lambda fact: self._take(guest, fact))
        guest.failed.connect(lambda why: self._failed(guest, why))
        self.changed.emit()
        return guest

    def _failed(self, guest: Guest, why: Message) -> None:
        if guest in self._guests:
            self._end(guest)
            self.failed.emit(why)
            self.changed.emit()

    def _end(self, guest: Guest) -> None:
        self._guests.remove(guest)
        self._profiles.pop(guest)
        guest.stop()
        guest.deleteLater()

    # --- following the owner --------------------------------------------------------------------

    def follow(self, lobby: LobbyView | None, table: TableView | None) -> None:
        """Follow the owner's view: its lobby, and its table while it plays at one. When the owner
        leaves its table the guests leave it too; they go home unless the owner soon sits at
        another one."""
        self._lobby, self._table = lobby, table
        seated = table is not None or (lobby is not None and lobby.table is not None)
        if seated:
            self._going_home.stop()
        elif self._seated and self._guests:
            self._going_home.start(HOME_MS)
            for guest in self._guests:
                guest.asked.clear()
                guest.intents.stand()
        self._seated = seated
        for guest in self._guests:
            self._bring_along(guest)

    def _go_home(self) -> None:
        """Whoever came with a phone waits for the next table."""
        for guest in self.at_laptop:
            guest.leave()
        for guest in self.at_laptop:
            self._end(guest)
        self.changed.emit()

    def _take(self, guest: Guest, fact: Fact) -> None:
        if guest not in self._guests:
            return
        if isinstance(fact, LobbyChanged):
            guest.once("key", guest.key, self.changed.emit)  # it was not known before its first run
        self._bring_along(guest)
        if isinstance(fact, Noticed):
            self.noticed.emit(guest, fact)
        elif isinstance(fact, TableChanged | TableLeft):
            self.changed.emit()

    def _bring_along(self, guest: Guest) -> None:
        """Ask of a guest what it still lacks to be where its owner is."""
        if guest.lobby is None or self._lobby is None:
            return
        owner = self._lobby.me.key
        guest.once("computer", owner, lambda: guest.intents.share_computer((owner,)))
        address = local_address(self._lobby.addresses, self._interface)
        if address is not None:
            guest.once("connect", address, lambda: guest.intents.connect(*address))
        if self._table is not None:
            self._bring_to_game(guest, self._table, guest.lobby)
        elif self._lobby.table is not None:
            self._bring_to_table(guest, self._lobby, guest.lobby)

    def _bring_to_table(self, guest: Guest, mine: LobbyView, its: LobbyView) -> None:
        table = mine.table
        assert table is not None
        there = next((offer for offer in its.tables if offer.id == table.id), None)
        if there is None or there.playing or (there.strict and guest.on_phone):
            return
        if not there.mine:
            guest.once("sit", table.id, lambda: guest.intents.sit(table.id))
            return
        if guest.on_phone:
            return
        ready = any(seat.me and seat.ready for seat in table.seats)
        guest.once("ready", (table.id, ready), lambda: guest.intents.ready(ready))

    def _bring_to_game(self, guest: Guest, table: TableView, its: LobbyView) -> None:
        known = guest.table
        if known is None or known.game_id != table.game_id:
            saved = (game for game in its.resumable if not game.closed)
            found = next(
                (game for game in saved if table.game_id in (game.game_id, game.now_id)), None
            )
            if found is not None:
                game = found.game_id
                guest.once("resume", game, lambda: guest.intents.resume(game))
            return
        wanted = table.me is not None and table.me in table.again and not guest.on_phone
        if wanted and known.phase is Phase.OVER and known.me not in known.again:
            guest.once("again", table.game_id, guest.intents.again)


class _GuestNode(Node):
    """A node that closes its profile when it stops."""

    async def start(self) -> None:
        try:
            await super().start()
        except BaseException:
            self._profile.close()
            raise

    async def stop(self) -> None:
        try:
            await super().stop()
        finally:
            self._profile.close()
