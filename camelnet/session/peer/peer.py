"""One peer, sans-IO: lobby, tables and chat over a mesh that carries frames between keys.

It implements the `Handler` of a mesh and the `Intents` of a front end. The caller passes in clock
and randomness; nothing here touches a socket or a thread, so tests simulate whole rooms of peers.
`listener` gets facts in the order in which they happen. `Router` handles frames, `Publisher`
informs the front end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from camelnet import rules
from camelnet.i18n import N_, Message, message
from camelnet.net.mesh import CLOSED_BY_PEER, Mesh
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.start.genesis import GameStart, rematch
from camelnet.protocol.start.lobby import Settled
from camelnet.protocol.wire.bodies import body_bytes
from camelnet.protocol.wire.frames import Beat
from camelnet.protocol.wire.limits import SEATS_MAX
from camelnet.record.profile import clean_name
from camelnet.session.api.facts import ChatSaid, Fact, Kind, LobbyView, TableView
from camelnet.session.game.table_options import new_table
from camelnet.session.lobby.builds import Build
from camelnet.session.lobby.chat import sayable
from camelnet.session.lobby.fewer_seats import followed, without_free_seats
from camelnet.session.peer.heartbeat import Heartbeat
from camelnet.session.peer.introductions import Introductions
from camelnet.session.peer.own_place import OwnPlace
from camelnet.session.peer.peer_parts import assemble
from camelnet.session.peer.peer_router import Router
from camelnet.session.peer.publisher import Later, Publisher
from camelnet.session.peer.standing import Standing
from camelnet.session.peer.views import Views
from camelnet.session.runtime.executor import Executor, InlineExecutor
from camelnet.session.runtime.store import Store
from camelnet.session.table.own_entries import Player
from camelnet.session.table.peer_context import PeerContext
from camelnet.session.table.seated_table import SeatedTable

_SETTLED = {
    Settled.MOVED: N_("Somebody took that seat first; you have the next one."),
    Settled.LOST: N_("Somebody took the last seat first."),
    Settled.REFUSED: N_("The player who opened that table has freed your seat for others."),
}
_IMPOSSIBLE = N_("That table is impossible: {why}.")
_NOT_OPENER = N_("Only the player who opened a table can free a seat there.")
_NO_CHOICE = N_("Only the player who opened a table can choose who may sit there.")


class Peer:
    """See the module. Call `tick` when `rest_ms` is over, or more often."""

    def __init__(
        self,
        *,
        signer: Signer,
        suite: Suite,
        store: Store,
        mesh: Mesh,
        name: str,
        bot: Player | None,
        level: str,
        clock_ms: Callable[[], int],
        random: Callable[[int], bytes],
        listener: Callable[[Fact], None],
        spectator: bool = False,
        executor: Executor | None = None,
        build: Build | None = None,
        later: Later | None = None,
    ) -> None:
        """`spectator`: this peer only watches. `executor`: runs slow work; None: inline. `build`:
        the build that it greets as; None: this one. `later`: delays the views after frames for a
        moment; None: no delay."""
        context = PeerContext(
            signer=signer,
            suite=suite,
            store=store,
            bot=bot,
            level=level,
            random=random,
            tell=listener,
            executor=executor or InlineExecutor(),
            wake=self._wake,
        )
        self.parts = parts = assemble(
            context,
            mesh=mesh,
            name=name,
            kind=Kind.SPECTATOR if spectator else Kind.BOT if bot else Kind.HUMAN,
            clock_ms=clock_ms,
            build=build or Build.own(),
        )
        self._random = random
        self._own = OwnPlace(parts)
        self._views = Views(parts, self._own)
        self._standing = Standing(parts)
        self._publisher = Publisher(parts, self._views, self._standing, later)
        self._introductions = Introductions(parts, self._publisher)
        self._router = Router(
            parts,
            self._publisher,
            self._introductions,
            self._standing,
            begin=self._begin,
            update=self._update_soon,
            flush=self._flush,
        )
        self._heartbeat = Heartbeat(parts)

    # --- asking -------------------------------------------------------------------------------

    @property
    def key(self) -> bytes:
        return self.parts.key

    @property
    def name(self) -> str:
        return self.parts.name

    @property
    def table(self) -> SeatedTable | None:
        """My game, running or over."""
        return self.parts.table

    @property
    def finished(self) -> bool:
        """True if my game is closed and I know that every other seat has all of it."""
        table = self.table
        return table is not None and table.closed and table.replica.everybody_has_all

    @property
    def rest_ms(self) -> int:
        """The time until the next `tick` is due, unless a frame or an intent comes first."""
        return self._heartbeat.rest_ms(self.parts.clock_ms())

    @property
    def called(self) -> bytes | None:
        """An unfinished game of mine that another person is playing now."""
        return self.parts.games.called(self.parts.clock_ms())

    def lobby_view(self) -> LobbyView:
        """The lobby now."""
        return self._views.lobby()

    def table_view(self) -> TableView | None:
        """My table now, or the one I watch."""
        return self._views.table()

    def key_at(self, host: str, port: int) -> bytes | None:
        """The key that answered at an address given to `connect`; None until then."""
        return self.parts.mesh.key_at(host, port)

    def hints(self) -> dict[str, str]:
        """The TXT record by which discovery announces me."""
        hints = {
            "txtvers": "1",
            "v": str(self.parts.build.protocol_max),
            "id": self.key.hex()[:16],
            "n": self.name,
            "r": self.parts.build.rules.hex()[:8],
            "s": "lobby",
        }
        if table := self.parts.lobby.my_table():
            taken = sum(chair is not None for chair in table.chairs)
            hints |= {
                "t": table.body.name,
                "g": table.body.game,
                "p": f"{taken}/{table.body.seats}",
            }
        if self.parts.games.running:
            hints["s"] = "play"
        return hints

    # --- intents ------------------------------------------------------------------------------

    def open_table(
        self,
        *,
        name: str,
        game: str,
        seats: int,
        options: rules.Options,
        strict: bool = False,
        aids: bool = False,
    ) -> None:
        try:
            body = new_table(
                name=clean_name(name),
                game=game,
                seats=seats,
                options=options,
                salt=self._random(16),
                strict=strict,
                aids=aids,
                opener=self.key,
            )
        except ValueError as error:
            self._publisher.notice(message(_IMPOSSIBLE, why=str(error)))
            return
        self._sit(body_bytes(body), 0)

    def sit(self, table_id: bytes) -> None:
        table = self.parts.lobby.table(table_id)
        if table is None:
            self._publisher.notice(message(N_("That table is gone.")))
        elif trouble := self._views.trouble_at(table):
            self._publisher.notice(trouble)
        elif table.seat_of(self.key) is None:
            seat = self.parts.lobby.free_seat(table)
            if seat is not None:
                self._sit(table.raw, seat)

    def watch(self, table_id: bytes) -> None:
        if self.parts.games.running:
            self._publisher.notice(message(N_("You are already at a table.")))
            return
        why = self.parts.spectators.watch(table_id, self.parts.clock_ms())
        if why is not None:
            self._publisher.notice(why)
            return
        self.parts.games.leave()
        self.parts.lobby.stand()
        self.parts.spectators.tick(self.parts.clock_ms(), self.parts.presence)
        self._update()

    def stand(self) -> None:
        self._publisher.invalidate()
        self.parts.games.leave()
        self.parts.spectators.leave()
        self.parts.lobby.stand()
        self._update()

    def ready(self, ready: bool) -> None:
        self.parts.lobby.ready(ready)
        self._update()

    def free_chair(self, key: bytes) -> None:
        self._as_opener(self.parts.access.send_away(key), _NOT_OPENER)

    def close_seats(self) -> None:
        lobby = self.parts.lobby
        table = lobby.my_table()
        if table is None or table.body.opener != self.key or table.playing:
            self._as_opener(False, _NOT_OPENER)
            return
        try:
            fewer = without_free_seats(table, self._random(16))
        except (ValueError, Refusal) as error:
            self._publisher.notice(message(_IMPOSSIBLE, why=str(error)))
            return
        if not table.full:
            self.parts.access.move(lambda: lobby.sit(fewer, 0, ready=True))
            self._as_opener(True, "")

    def invite_only(self, only: bool) -> None:
        self._as_opener(self.parts.access.invite_only(only), _NO_CHOICE)

    def let_in(self, key: bytes) -> None:
        self._as_opener(self.parts.access.admit(key), _NO_CHOICE)

    def _as_opener(self, done: bool, refusal: str) -> None:
        if not done:
            self._publisher.notice(message(refusal))
        self._publisher.invalidate()
        self._update()

    def play(self, notation: str) -> None:
        self._at_table(lambda table: table.play(notation, self.parts.clock_ms()))

    def go_on_without(self, seat: int, wanted: bool = True) -> None:
        self._at_table(lambda table: table.go_on_without(seat, wanted, self.parts.clock_ms()))

    def go_on_apart(self) -> None:
        self._at_table(lambda table: table.go_on_apart(self.parts.clock_ms()))

    def _at_table(self, act: Callable[[SeatedTable], Message | None]) -> None:
        """Act at my table; a notice tells why if that fails."""
        if self.table is None:
            self._publisher.notice(message(N_("You are not at a table.")))
        else:
            self._publisher.notice(act(self.table))
        self._update()

    def show_luck(self, index: int) -> None:
        table = self.table or self.parts.spectators.watched
        shown = table.show_luck(index) if table else None
        if shown is None:
            self._publisher.notice(message(N_("No luck was drawn there.")))
        else:
            self.parts.listener(shown)

    def say(self, text: str) -> None:
        text = sayable(text)
        if not text:
            return
        told = {self.key}
        for room, company in self.parts.chat_rooms().items():
            frame = self.parts.chat.frame(text, room)
            for key in company:
                if key not in told:
                    told.add(key)
                    self.parts.sender.send(key, frame)
        self.parts.listener(ChatSaid(self.key, self.name, text, True))

    def again(self) -> None:
        table = self.parts.games.over
        if table is None:
            self._publisher.notice(message(N_("The game is not over yet.")))
        elif self.parts.rematches.playing(table.game_start):
            self._publisher.notice(message(N_("The game has already started.")))
        elif table.seat not in self.parts.rematches.seated(table.game_start):
            self._sit(body_bytes(rematch(table.game_start)), table.seat, ready=True)

    def connect(self, host: str, port: int) -> None:
        try:
            self.parts.mesh.add_address(host, port)
        except ValueError:
            address = f"{host}:{port}"
            self._publisher.notice(message(N_("{address} is not an address."), address=address))

    def resume(self, game_id: bytes) -> None:
        if self.parts.games.running:
            self._publisher.notice(message(N_("You are already at a table.")))
            return
        kept = self.parts.games.resume(game_id)
        if kept is not None:
            self.parts.starts.rejoined(kept.genesis)
            for address in kept.addresses:
                self._introductions.dial(address)
            self._entered()

    def rename(self, name: str) -> None:
        name = clean_name(name)
        if name:
            self.parts.store.rename(name)
            self.parts.lobby.rename(name)
        self._update()

    def share_computer(self, computer: Sequence[bytes]) -> None:
        self.parts.lobby.share_computer(tuple(computer[:SEATS_MAX]))
        self._update()

    # --- the mesh's handler -------------------------------------------------------------------

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self._publisher.invalidate()
        now_ms = self.parts.clock_ms()
        self.parts.contacts.connected(key, host, port, now_ms)
        if self.parts.attendance is not None:
            self.parts.attendance.arrives(key, now_ms)
        self._introductions.greet(key)
        self.parts.sender.send(key, self._beat())  # a returning peer sees at once what it lacks
        self._introductions.introduce(key)
        self._update_soon()

    def peer_down(self, key: bytes, why: Message) -> None:
        self._publisher.invalidate()
        self.parts.contacts.lost(key)
        if self.parts.attendance is not None:
            farewell = why.template == CLOSED_BY_PEER
            self.parts.attendance.loses(key, self.parts.clock_ms(), farewell=farewell)
        self._update_soon()

    def received(self, key: bytes, payload: bytes) -> None:
        contact = self.parts.contacts.get(key)
        if contact is not None:
            now_ms = self.parts.clock_ms()
            contact.heard_ms = now_ms
            if self.parts.attendance is not None:
                self.parts.attendance.speaks(key, now_ms)
            self._router.receive(contact, payload)
            if self._heartbeat.is_near(now_ms):
                self.tick()  # one wake-up for several heartbeats saves battery

    def _wake(self) -> None:
        """Go on after a job of the executor."""
        self.parts.games.drive(self.parts.clock_ms())
        self._update_soon()

    def trouble(self, what: Message) -> None:
        self._publisher.notice(what)

    def discovery_trouble(self, what: Message | None) -> None:
        """Take a report of discovery; None if all is well."""
        self._publisher.invalidate()
        self._views.discovery = what
        self._update()

    def tick(self) -> None:
        now_ms = self.parts.clock_ms()
        self.parts.contacts.lapse(now_ms, self._at_my_table)
        self._introductions.tick(now_ms)
        self._publisher.notice(
            self.parts.suspend_recovery.tick(now_ms, playing=self.parts.games.running is not None)
        )
        self.parts.rematches.tick(now_ms)
        if self._heartbeat.beats(now_ms):
            self.parts.sender.broadcast(self._beat())
        if self._heartbeat.resends(now_ms):
            self.parts.sender.broadcast(self.parts.lobby.frame())
            self.parts.starts.push(now_ms)
        self.parts.games.tick(now_ms)
        self.parts.spectators.tick(now_ms, self.parts.presence)
        self._publisher.notice(self._own.tick(now_ms))
        if not self._heartbeat.stands_still(now_ms):
            self._publisher.invalidate()
        if self._publisher.stale or self._publisher.lobby_due or self.parts.lobby.changed:
            self._update()
        else:
            self._standing.refresh()
            self._flush()

    def say_goodbye(self) -> None:
        """Free my chair before I go, except in a running game. A last heartbeat states how far my
        logs go, so that nobody waits for me."""
        self.parts.sender.broadcast(self._beat())
        if not self.parts.games.running:
            self.parts.lobby.stand()
            self.parts.spectators.leave()
            self._update()

    def close(self) -> None:
        """Close all files."""
        self.parts.games.close()

    # --- sitting down and beginning -----------------------------------------------------------

    def _sit(self, table: bytes, seat: int, *, ready: bool = False) -> None:
        if self.parts.games.running:
            self._publisher.notice(message(N_("You are already at a table.")))
            return
        if self.parts.kind is Kind.SPECTATOR:
            self._publisher.notice(message(N_("You are only watching.")))
            return
        self.parts.spectators.leave()
        self.parts.lobby.sit(table, seat, ready=ready or self.parts.kind is Kind.BOT)
        self._update()

    def _begin(self, game_start: GameStart) -> None:
        begun = self.parts.starts.with_word(game_start)
        if self.parts.games.begin_game(game_start, begun.frame()) is not None:
            self.parts.starts.joined(begun)
            self._entered()

    def _entered(self) -> None:
        """Settle into a game that begins or resumes."""
        self._publisher.invalidate()
        table = self.table
        assert table is not None
        genesis = table.game_start.genesis
        self.parts.spectators.leave()
        others = [seat.key for seat in genesis.seats if seat.key != self.key]
        table.note_reached(self._introductions.addresses_of(others))
        self._remember(table)
        chair = self.parts.lobby.mine.chair
        if chair is None or chair.table != genesis.table:
            self.parts.lobby.sit(genesis.table, table.seat, ready=True)
        players = tuple(seat.key for seat in genesis.seats)
        self.parts.lobby.playing(() if table.over else players)
        table.drive(self.parts.clock_ms())
        self._update()

    def _remember(self, table: SeatedTable) -> None:
        """Remember the keys of the people I play with, and keep the chairs of a rematch for all
        players."""
        seats = table.game_start.genesis.seats
        for seat in seats:
            if seat.kind == Kind.HUMAN.value and seat.key != self.key:
                self.parts.store.remember(seat.name, seat.key)
        self.parts.rematches.note(table.game_start)

    def _at_my_table(self, key: bytes) -> bool:
        return self.table is not None and self.table.has(key)

    def _beat(self) -> Beat:
        return Beat(self.parts.games.heads())

    # --- what follows -------------------------------------------------------------------------

    def _update(self) -> None:
        """Settle the state; tell the others and the front end."""
        self._settle()
        self._publisher.publish()

    def _update_soon(self) -> None:
        """As `_update`, but tell the front end a moment later: for frames."""
        self._settle()
        self._publisher.publish_soon()

    def _settle(self) -> None:
        publisher = self._publisher
        stale = publisher.stale and not publisher.lobby_rests
        if stale or self.parts.lobby.changed or not self.parts.games.running:
            self._settle_lobby()
            publisher.settled()
        self._standing.refresh()
        self._flush()

    def _settle_lobby(self) -> None:
        """Settle chairs and starts. Frames of a running game skip this: they change nothing
        here."""
        for what, serious in self.parts.start_diagnostics.due():
            self._publisher.notice(what, serious=serious)
        self._follow_opener()
        self.parts.access.enforce()
        settled = self.parts.lobby.settle_conflict()
        if settled is not None:
            self._publisher.notice(message(_SETTLED[settled]))
        self.parts.lobby.admit()
        if not self.parts.games.running:
            self._leave_finished_chair()
            game_start = self.parts.starts.sign_mine(self.parts.clock_ms())
            if game_start is not None:
                self._begin(game_start)
        if self.parts.lobby.changed:
            self.parts.lobby.sent()
            self._publisher.invalidate()
            self.parts.sender.broadcast(self.parts.lobby.frame())

    def _follow_opener(self) -> None:
        """Go along where the opener of my table has closed its free seats."""
        lobby = self.parts.lobby
        table, chair = followed(lobby), lobby.mine.chair
        seat = lobby.free_seat(table) if table is not None else None
        if table is not None and chair is not None and seat is not None:
            lobby.sit(table.raw, seat, ready=chair.ready)

    def _leave_finished_chair(self) -> None:
        """Leave the chair of a finished game: a rematch is another table."""
        table, chair = self.parts.games.over, self.parts.lobby.mine.chair
        if table and chair and chair.table == table.game_start.genesis.table:
            self.parts.lobby.stand()

    def _flush(self) -> None:
        """Send all waiting frames."""
        parts = self.parts
        parts.sender.send_each(parts.starts.take_outbox())
        parts.sender.send_each(parts.games.outgoing())
        parts.sender.send_each(parts.spectators.outgoing(parts.clock_ms()))
