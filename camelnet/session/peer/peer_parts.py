"""The parts of one peer: lobby, games, spectators and what they share, wired here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from camelnet.net.mesh import Mesh
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.bodies import table_id
from camelnet.protocol.wire.frames import Frame, frame_bytes
from camelnet.session.api.facts import Fact, Kind, Presence
from camelnet.session.lobby.builds import Build
from camelnet.session.lobby.chat import Chatter
from camelnet.session.lobby.contacts import Contacts
from camelnet.session.lobby.rematches import Rematches
from camelnet.session.lobby.start_diagnostics import StartDiagnostics
from camelnet.session.lobby.starts import Starts
from camelnet.session.lobby.suspend_recovery import SuspendRecovery
from camelnet.session.lobby.table_access import TableAccess
from camelnet.session.runtime.executor import Executor
from camelnet.session.runtime.store import Store
from camelnet.session.table.attendance import Attendance
from camelnet.session.table.games import Games
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.seated_table import SeatedTable
from camelnet.session.watch.spectators import Spectators


class Sender:
    """Encodes frames and passes them to a mesh."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh

    def send(self, key: bytes, frame: Frame) -> None:
        self._mesh.send(key, frame_bytes(frame))

    def send_each(self, frames: Iterable[tuple[bytes, Frame]]) -> None:
        """Send frames, each to the peer named with it."""
        encoded: Frame | None = None
        payload = b""
        for key, frame in frames:
            if frame is not encoded:  # most go to everybody
                encoded, payload = frame, frame_bytes(frame)
            self._mesh.send(key, payload)

    def broadcast(self, frame: Frame) -> None:
        payload = frame_bytes(frame)
        for key in self._mesh.peers():
            self._mesh.send(key, payload)


@dataclass(frozen=True, slots=True)
class PeerParts:
    """The state of a peer, shared by its router, views and intents."""

    key: bytes
    kind: Kind
    build: Build
    mesh: Mesh
    sender: Sender
    store: Store
    executor: Executor
    clock_ms: Callable[[], int]
    listener: Callable[[Fact], None]
    lobby: LobbyState
    contacts: Contacts
    access: TableAccess
    chat: Chatter
    suspend_recovery: SuspendRecovery
    starts: Starts
    start_diagnostics: StartDiagnostics
    games: Games
    rematches: Rematches
    spectators: Spectators

    @property
    def name(self) -> str:
        return self.lobby.mine.name

    @property
    def table(self) -> SeatedTable | None:
        """My game, running or over."""
        return self.games.seated

    def presence(self, key: bytes) -> tuple[Presence, int]:
        """The presence of a peer, and its seconds of silence."""
        return self.contacts.presence(key, self.clock_ms())

    @property
    def attendance(self) -> Attendance | None:
        """The attendance of my game, or of the one I watch."""
        if self.table is not None:
            return self.table.attendance
        return self.spectators.watched.attendance if self.spectators.watched else None

    def chat_rooms(self) -> dict[bytes, list[bytes]]:
        """The tables where I chat, by id, with the keys of their players: my game's, and the one
        where I sit, which after a game is that of the next; b"" and everybody if I am at none."""
        rooms: dict[bytes, list[bytes]] = {}
        if self.table is not None:
            genesis = self.table.game_start.genesis
            rooms[table_id(genesis.table)] = [seat.key for seat in genesis.seats]
        table = self.lobby.my_table()
        if table is not None:
            rooms.setdefault(table.id, [chair.key for chair in table.chairs if chair])
        return rooms or {b"": list(self.mesh.peers())}


def assemble(
    context: PeerContext,
    *,
    mesh: Mesh,
    name: str,
    kind: Kind,
    clock_ms: Callable[[], int],
    build: Build,
) -> PeerParts:
    """The parts of a new peer. `build`: the build that it greets as."""
    signer, suite, store = context.signer, context.suite, context.store
    person = kind is not Kind.BOT
    lobby = LobbyState(
        signer=signer,
        suite=suite,
        random=context.random,
        name=name,
        kind=kind.value,
        level=context.level,
        rules=build.rules,
        capabilities=build.capabilities,
        clock_ms=clock_ms,
    )
    contacts = Contacts(lobby=lobby, store=store, person=person, build=build)
    starts = Starts(
        lobby=lobby, signer=signer, suite=suite, played=store.played, genesis=store.genesis
    )
    games = Games(context)
    rematches = Rematches(lobby=lobby, contacts=contacts)
    return PeerParts(
        key=signer.key,
        kind=kind,
        build=build,
        mesh=mesh,
        sender=Sender(mesh),
        store=store,
        executor=context.executor,
        clock_ms=clock_ms,
        listener=context.tell,
        lobby=lobby,
        contacts=contacts,
        access=TableAccess(lobby=lobby, contacts=contacts, addresses=mesh.addresses),
        chat=Chatter(signer=signer, suite=suite),
        suspend_recovery=SuspendRecovery(lobby, person=person),
        starts=starts,
        start_diagnostics=StartDiagnostics(
            lobby=lobby, starts=starts, contacts=contacts, store=store
        ),
        games=games,
        rematches=rematches,
        spectators=Spectators(
            lobby=lobby,
            games=games,
            rematches=rematches,
            suite=suite,
            tell=context.tell,
            host_of=contacts.host_of,
            is_player=store.knows,
        ),
    )
