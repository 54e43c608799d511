"""One peer, sans-IO: lobby, tables and chat over a mesh that carries frames between keys.

It is the `Handler` of a mesh and implements the `Intents` of a front end. Time comes from a clock
it is given, randomness from a function it is given; nothing here touches a socket or a thread, so
whole rooms of peers can be simulated. Facts go to `listener` in the order in which they happen.
"""

from __future__ import annotations

from collections.abc import Callable

from camelnet import __version__, rules
from camelnet.i18n import N_, Message, message
from camelnet.net.mesh import Mesh
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.start.genesis import GameStart, rematch
from camelnet.protocol.start.lobby import LobbyState, LobbyTable
from camelnet.protocol.wire.bodies import body_bytes, table_id
from camelnet.protocol.wire.fields import PEERS_MAX, PROTOCOL
from camelnet.protocol.wire.messages import (
    Beat,
    Chat,
    Frame,
    Genesis,
    Hello,
    Lobby,
    PeerAddress,
    Peers,
    Proof,
    Proposal,
    Relayed,
    SyncReply,
    TableFrame,
    Watch,
    frame_bytes,
    game_of,
    read_frame,
)
from camelnet.record.profile import clean_name
from camelnet.session.api.facts import (
    ChatSaid,
    Fact,
    Kind,
    LobbyChanged,
    LobbyView,
    Noticed,
    PeerView,
    Presence,
    TableChanged,
    TableView,
)
from camelnet.session.game.machine import new_table
from camelnet.session.lobby.chat import Chatter
from camelnet.session.lobby.contacts import Contact, Contacts
from camelnet.session.lobby.rematches import Rematches
from camelnet.session.lobby.start_diagnostics import StartDiagnostics
from camelnet.session.lobby.starts import Starts
from camelnet.session.lobby.suspend_recovery import SuspendRecovery
from camelnet.session.runtime.executor import Executor, InlineExecutor
from camelnet.session.runtime.store import Store
from camelnet.session.table.games import Games
from camelnet.session.table.seated_table import Player, SeatedTable
from camelnet.session.views import hint, offers, peer_view, trouble_at
from camelnet.session.watch.spectators import Spectators

Judged = Proposal | Proof | Relayed | SyncReply  # what may hold an entry that takes long to judge

BEAT_MS = 700
TOGETHER_MS = 200  # so much sooner, to beat with others that do
RESEND_MS = 1000
HASTE_MS = 200
PUT_OFF_MAX = 64  # frames that wait for the workshop
NOTICE_GAP_MS = 5000  # the same sentence is not said again sooner


class Peer:
    """See the module. `tick` wants to be called when `rest_ms` is over, or more often."""

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
    ) -> None:
        """`spectator`: this peer only ever looks on. `executor`: where long work is
        done; None: here and at once."""
        self._executor = executor or InlineExecutor()
        self._put_off: set[bytes] = set()  # frames whose judgement is being worked on
        self._signer = signer
        self._store = store
        self._mesh = mesh
        self._kind = Kind.SPECTATOR if spectator else Kind.BOT if bot else Kind.HUMAN
        self._bot = bot
        self._level = level
        self._clock_ms = clock_ms
        self._random = random
        self._listener = listener
        self._lobby = LobbyState(
            signer=signer,
            suite=suite,
            random=random,
            name=name,
            kind=self._kind.value,
            level=self._level,
            rules=rules.rules_digest(),
            clock_ms=clock_ms,
        )
        person = self._kind is not Kind.BOT
        self._contacts = Contacts(lobby=self._lobby, store=store, person=person)
        self._chatter = Chatter(signer=signer, suite=suite)
        self._suspend_recovery = SuspendRecovery(self._lobby, person=person)
        self._starts = Starts(lobby=self._lobby, signer=signer, suite=suite, played=store.played)
        self._games = Games(
            signer=signer,
            suite=suite,
            store=store,
            bot=bot,
            level=level,
            random=random,
            tell=listener,
            executor=self._executor,
            wake=self._wake,
        )
        self._rematches = Rematches(lobby=self._lobby, contacts=self._contacts)
        self._spectators = Spectators(
            lobby=self._lobby,
            games=self._games,
            rematches=self._rematches,
            suite=suite,
            tell=listener,
        )
        self._start_diagnostics = StartDiagnostics(
            lobby=self._lobby,
            starts=self._starts,
            contacts=self._contacts,
            store=store,
        )
        self._last_lobby: LobbyView | None = None
        self._stale = True  # the lobby may look otherwise than when last shown
        self._last_table: object = None
        self._beat_ms = -BEAT_MS
        self._resent_ms = 0
        self._noticed: dict[Message, int] = {}
        self._discovery: Message | None = None

    # --- asking -------------------------------------------------------------------------------

    @property
    def key(self) -> bytes:
        return self._signer.key

    @property
    def name(self) -> str:
        return self._lobby.mine.name

    @property
    def table(self) -> SeatedTable | None:
        """The game I am in, running or over."""
        return self._games.seated

    @property
    def finished(self) -> bool:
        """My game is closed, and every other seat is known to have all of it."""
        table = self.table
        return table is not None and table.closed and table.everybody_has_all

    @property
    def rest_ms(self) -> int:
        """How long nothing needs to be done here unless something comes: to the next heartbeat
        while the table only waits for a move, or the lobby for people."""
        now_ms = self._clock_ms()
        table = self._games.running
        if self._spectators.watched is not None or any(
            self._presence(contact.key)[0] is Presence.SLOW for contact in self._contacts.greeted()
        ):
            calm = False
        elif table is None:
            calm = self._lobby.genesis() is None
        else:
            calm = table.only_awaits_a_move
        due_ms = self._beat_ms + BEAT_MS if calm else now_ms + HASTE_MS
        return max(1, due_ms - now_ms)

    @property
    def called(self) -> bytes | None:
        """An unfinished game of mine that another person plays on just now."""
        return self._games.called(self._clock_ms())

    def key_at(self, host: str, port: int) -> bytes | None:
        """Who has answered at an address that `connect` was given; None so far."""
        return self._mesh.key_at(host, port)

    def hints(self) -> dict[str, str]:
        """What discovery announces of me."""
        hints = {
            "txtvers": "1",
            "v": str(PROTOCOL),
            "id": self.key.hex()[:16],
            "n": self.name,
            "r": rules.rules_digest().hex()[:8],
            "s": "lobby",
        }
        if table := self._lobby.my_table():
            taken = sum(chair is not None for chair in table.chairs)
            hints |= {
                "t": table.body.name,
                "g": table.body.game,
                "p": f"{taken}/{table.body.seats}",
            }
        if self._games.running:
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
            self._notice(message(N_("That table cannot be: {why}."), why=str(error)))
            return
        self._sit(body_bytes(body), 0)

    def sit(self, table_id: bytes) -> None:
        table = self._lobby.table(table_id)
        trouble = (
            message(N_("That table is gone."))
            if table is None
            else trouble_at(table, self.key, self._closed)
        )
        if table is None or trouble:
            self._notice(trouble or message(N_("That table is gone.")))
            return
        seat = self._lobby.free_seat(table)
        if table.seat_of(self.key) is None and seat is not None:
            self._sit(table.raw, seat)

    def watch(self, table_id: bytes) -> None:
        if self._games.running:
            self._notice(message(N_("You are at a table already.")))
            return
        why = self._spectators.watch(table_id, self._clock_ms())
        if why is not None:
            self._notice(why)
            return
        self._games.leave()
        self._lobby.stand()
        self._spectators.tick(self._clock_ms(), self._presence)
        self._publish()

    def stand(self) -> None:
        self._stale = True
        self._games.leave()
        self._spectators.leave()
        self._lobby.stand()
        self._publish()

    def ready(self, ready: bool) -> None:
        self._lobby.ready(ready)
        self._publish()

    def free_chair(self, key: bytes) -> None:
        if self._games.running or not self._lobby.refuse(key):
            self._notice(message(N_("Only who has opened a table can free a chair there.")))
        self._stale = True
        self._publish()

    def play(self, notation: str) -> None:
        table = self.table
        if table is None:
            self._notice(message(N_("You are not at a table.")))
        elif why := table.play(notation, self._clock_ms()):
            self._notice(why)
        self._publish()

    def go_on_without(self, seat: int, wanted: bool = True) -> None:
        table = self.table
        if table is None:
            self._notice(message(N_("You are not at a table.")))
        elif why := table.go_on_without(seat, wanted, self._clock_ms()):
            self._notice(why)
        self._publish()

    def go_on_apart(self) -> None:
        table = self.table
        if table is None:
            self._notice(message(N_("You are not at a table.")))
        elif why := table.go_on_apart(self._clock_ms()):
            self._notice(why)
        self._publish()

    def show_luck(self, index: int) -> None:
        table = self.table or self._spectators.watched
        shown = table.show_luck(index) if table else None
        if shown is None:
            self._notice(message(N_("No luck was drawn there.")))
        else:
            self._listener(shown)

    def say(self, text: str) -> None:
        said = self._chatter.say(text, self._room())
        if said is not None:
            for key in self._company():
                self._send(key, said[1])
            self._listener(ChatSaid(self.key, self.name, said[0], True))

    def again(self) -> None:
        table = self._games.over
        if table is None:
            self._notice(message(N_("The game is not over yet.")))
        elif self._rematches.playing(table.game_start):
            self._notice(message(N_("They are playing already.")))
        elif table.seat not in self._rematches.seated(table.game_start):
            self._sit(body_bytes(rematch(table.game_start)), table.seat, ready=True)

    def connect(self, host: str, port: int) -> None:
        try:
            self._mesh.add_address(host, port)
        except ValueError:
            address = f"{host}:{port}"
            self._notice(message(N_("{address} is no address."), address=address))

    def resume(self, game_id: bytes) -> None:
        if self._games.running:
            self._notice(message(N_("You are at a table already.")))
            return
        kept = self._games.resume(game_id)
        if kept is not None:
            for address in kept.addresses:
                self._dial(address)
            self._entered()

    def rename(self, name: str) -> None:
        name = clean_name(name)
        if name and self.table is None:
            self._store.rename(name)
            self._lobby.rename(name)
        self._publish()

    # --- the mesh's handler -------------------------------------------------------------------

    def peer_up(self, key: bytes, host: str, port: int) -> None:
        self._stale = True
        self._contacts.connected(key, host, port, self._clock_ms())
        self._say_hello(key)
        self._introduce(key)
        self._publish()

    def peer_down(self, key: bytes, why: Message) -> None:
        self._stale = True
        self._contacts.lost(key)
        self._publish()

    def received(self, key: bytes, payload: bytes) -> None:
        contact = self._contacts.get(key)
        if contact is not None:
            contact.heard_ms = now_ms = self._clock_ms()
            self._take(contact, payload)
            if now_ms >= self._beat_ms + BEAT_MS - TOGETHER_MS:
                self.tick()  # a laptop that wakes up once for all of them sleeps longer

    def _take(self, contact: Contact, payload: bytes) -> None:
        key, now_ms = contact.key, self._clock_ms()
        try:
            frame = read_frame(payload)
            match frame:
                case Proposal() | Proof() | Relayed() | SyncReply() if self._puts_off(
                    key, payload, frame
                ):
                    return
            self._stale = self._stale or isinstance(frame, Hello | Genesis)
            self._dispatch(contact, frame, now_ms)
            if isinstance(frame, SyncReply):
                self._puts_off(key, payload, frame)  # what comes next in it may take long
            if isinstance(frame, Beat | Lobby) and not self._stale:
                self._flush()  # nothing new: what is shown changes with the next tick at most
                return
        except Malformed as error:
            self._refused(contact, Refusal(Fault.MALFORMED, str(error)))
        except Refusal as refusal:
            self._refused(contact, refusal)
        self._publish()

    def _puts_off(
        self, key: bytes, payload: bytes, frame: Proposal | Proof | Relayed | SyncReply
    ) -> bool:
        """Whether this frame is taken later, for judging an entry of it takes long."""
        if payload in self._put_off or len(self._put_off) >= PUT_OFF_MAX:
            return True  # others sent it, too; or it is sent again
        job = self._games.verification_job(frame)
        if job is None and isinstance(frame, SyncReply):
            job = self._spectators.verification_job(frame)
        if job is None:
            return False

        def done() -> None:
            self._put_off.discard(payload)
            contact = self._contacts.get(key)
            if contact is not None:
                self._take(contact, payload)

        self._put_off.add(payload)
        self._executor.run(job, done)
        return True

    def _wake(self) -> None:
        """Our own long work is done: go on with it."""
        self._games.drive(self._clock_ms())
        self._publish()

    def trouble(self, what: Message) -> None:
        self._notice(what)

    def discovery_trouble(self, what: Message | None) -> None:
        """What discovery reports; None when all is well."""
        self._stale = True
        self._discovery = what
        self._publish()

    def tick(self) -> None:
        self._stale = True
        now_ms = self._clock_ms()
        self._contacts.lapse(now_ms, self._at_my_table)
        self._notice(self._suspend_recovery.tick(now_ms, playing=self._games.running is not None))
        self._rematches.tick(now_ms)
        if now_ms >= self._beat_ms + BEAT_MS - TOGETHER_MS:
            self._beat_ms = now_ms
            self._broadcast(self._beat())
        if now_ms >= self._resent_ms + RESEND_MS:
            self._resent_ms = now_ms
            self._broadcast(self._lobby.frame())  # one may have been lost with its connection
            self._starts.push(now_ms)
        self._games.tick(now_ms)
        self._spectators.tick(now_ms, self._presence)
        self._publish()

    def say_goodbye(self) -> None:
        """Free my chair before I go; in a running game I keep it. What I have of a game that is
        over is said once more, so that nobody waits for me."""
        self._broadcast(self._beat())
        if not self._games.running:
            self._lobby.stand()
            self._spectators.leave()
            self._publish()

    def close(self) -> None:
        """Close all files."""
        self._games.close()

    # --- what frames mean ---------------------------------------------------------------------

    def _dispatch(self, contact: Contact, frame: Frame, now_ms: int) -> None:
        if isinstance(frame, Hello):
            self._greet(contact, frame)
            return
        if contact.hello is None:
            # Its greeting was lost with a connection that it did not see break: ours calls for it.
            if contact.may_greet(now_ms):
                self._say_hello(contact.key)
            return
        if contact.trouble:
            return  # with whom we cannot play we do not talk
        match frame:
            case Lobby():
                self._take_record(contact, frame)
            case Peers():
                for address in frame.peers:
                    self._dial(address)
            case Genesis():
                self._take_genesis(contact, frame, now_ms)
            case Watch():
                self._spectators.looks(contact.key, frame, now_ms)
            case Beat():
                self._take_beat(contact, frame, now_ms)
            case Chat():
                self._take_chat(contact, frame, now_ms)
            case _:
                self._take_entry(contact, frame, now_ms)

    def _take_record(self, contact: Contact, frame: Lobby) -> None:
        before = self._lobby.record_of(contact.key)
        self._notice(self._contacts.take_record(contact, frame), serious=True)
        self._stale = self._stale or self._lobby.record_of(contact.key) is not before

    def _dial(self, address: PeerAddress) -> None:
        """Reach a peer where somebody, or my journal, says that it is."""
        if address.key != self.key and address.key not in self._mesh.peers():
            self._mesh.add_address(address.host, address.port, key=address.key, quiet=True)

    def _greet(self, contact: Contact, hello: Hello) -> None:
        if contact.hello is not None and contact.may_greet(self._clock_ms()):
            self._say_hello(contact.key)  # it began anew before we noticed that it was gone
        self._notice(self._contacts.greet(contact, hello), serious=True)

    def _say_hello(self, key: bytes) -> None:
        hello = Hello(
            PROTOCOL, PROTOCOL, __version__, rules.rules_digest(), self.name, self._kind.value
        )
        self._send(key, hello)
        self._send(key, self._lobby.frame())

    def _introduce(self, key: bytes) -> None:
        """Tell a new peer whom I reach, and the others about it."""
        known = [self._address(other) for other in self._mesh.peers() if other != key]
        self._send(key, Peers(tuple(item for item in known if item)[:PEERS_MAX]))
        if (newcomer := self._address(key)) is not None:
            for other in self._mesh.peers():
                if other != key:
                    self._send(other, Peers((newcomer,)))

    def _address(self, key: bytes) -> PeerAddress | None:
        where = self._mesh.address_of(key)
        return PeerAddress(key, where[0], where[1]) if where and where[1] else None

    def _take_genesis(self, contact: Contact, frame: Genesis, now_ms: int) -> None:
        pending_start = self._starts.look(frame)
        if pending_start is None or self._spectators.watched is not None:
            self._spectators.genesis(contact.key, frame, now_ms)
        if pending_start is None:
            return
        if self._games.running or self._store.played(pending_start.id):
            self._starts.compare(frame)
        else:
            game_start = self._starts.take(pending_start, frame, now_ms)
            if game_start is not None:
                self._found(game_start)

    def _take_beat(self, contact: Contact, frame: Beat, now_ms: int) -> None:
        self._spectators.heard(contact.key, frame.heads)
        lacks_beginning = self._games.heard(contact.key, frame.heads, now_ms)
        if lacks_beginning and self.table is not None:
            self._send(contact.key, self._starts.answer(self.table.game_start))

    def _take_entry(
        self,
        contact: Contact,
        frame: TableFrame,
        now_ms: int,
    ) -> None:
        try:
            game = game_of(frame)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        self._games.receive(contact.key, game, frame, now_ms)
        self._spectators.take(contact.key, game, frame, now_ms)

    def _take_chat(self, contact: Contact, frame: Chat, now_ms: int) -> None:
        name = self._contacts.name_of(contact.key)
        heard = self._chatter.hear(contact, name, frame, self._room(), now_ms)
        if isinstance(heard, Message):
            self._notice(heard)
        elif heard is not None:
            self._listener(ChatSaid(contact.key, name, heard, False))

    # --- sitting down and beginning -----------------------------------------------------------

    def _sit(self, table: bytes, seat: int, *, ready: bool = False) -> None:
        if self._games.running:
            self._notice(message(N_("You are at a table already.")))
            return
        if self._kind is Kind.SPECTATOR:
            self._notice(message(N_("This peer only looks on.")))
            return
        self._spectators.leave()
        self._lobby.sit(table, seat, ready=ready or self._kind is Kind.BOT)
        self._publish()

    def _found(self, game_start: GameStart) -> None:
        if self._games.found(game_start) is not None:
            self._starts.joined(game_start)
            self._entered()

    def _entered(self) -> None:
        """A game has begun, or goes on, for me."""
        self._stale = True
        table = self.table
        assert table is not None
        self._spectators.leave()
        self._note_addresses()
        self._remember(table)
        chair = self._lobby.mine.chair
        if chair is None or chair.table != table.game_start.genesis.table:
            self._lobby.sit(table.game_start.genesis.table, table.seat, ready=True)
        self._lobby.playing(not table.over)
        table.drive(self._clock_ms())
        self._publish()

    def _remember(self, table: SeatedTable) -> None:
        """Whom I play with, by key; and that only they can sit at our next table."""
        seats = table.game_start.genesis.seats
        for seat in seats:
            if seat.kind == Kind.HUMAN.value and seat.key != self.key:
                self._store.remember(seat.name, seat.key)
        self._rematches.note(table.game_start)

    def _note_addresses(self) -> None:
        """Keep in the journal where the table's peers are, for a resume without discovery."""
        table = self.table
        if table is not None:
            seats = table.game_start.genesis.seats
            known = [self._address(seat.key) for seat in seats if seat.key != self.key]
            addresses = tuple(item for item in known if item is not None)
            table.note_reached(addresses)

    # --- views --------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Settle what follows from the state, and tell the front end what changed."""
        if self._stale or self._lobby.changed or not self._games.running:
            self._settle_lobby()
        self._flush()
        lobby = self.lobby_view() if self._stale else self._last_lobby
        self._stale = False
        if lobby is not None and lobby != self._last_lobby:
            self._last_lobby = lobby
            self._listener(LobbyChanged(lobby))
        table = self.table_view()
        if table is not None and table != self._last_table:
            self._listener(TableChanged(table))
        self._last_table = table

    def _settle_lobby(self) -> None:
        """A game that runs is not held up by this: its frames change nothing here."""
        for what, serious in self._start_diagnostics.due():
            self._notice(what, serious=serious)
        table = self._lobby.my_table()
        refused = table is not None and self._lobby.refuses(table)
        moved = self._lobby.settle_conflict()
        if moved is not None:
            self._notice(
                message(N_("Whoever opened that table has freed your chair for others."))
                if refused
                else message(N_("Somebody took that chair first; you have the next one."))
                if moved
                else message(N_("Somebody took the last chair first."))
            )
        self._lobby.admit()
        if not self._games.running:
            self._leave_finished_chair()
            game_start = self._starts.sign_mine(self._clock_ms())
            if game_start is not None:
                self._found(game_start)
        if self._lobby.changed:
            self._lobby.changed = False
            self._stale = True
            self._broadcast(self._lobby.frame())

    def _leave_finished_chair(self) -> None:
        """A table plays once; to play again is another table."""
        table, chair = self._games.over, self._lobby.mine.chair
        if table and chair and chair.table == table.game_start.genesis.table:
            self._lobby.stand()

    def lobby_view(self) -> LobbyView:
        """The lobby as it is now."""
        me = PeerView(self.key, self.name, self._kind, True, Presence.HERE, "", None)
        peers = [
            peer_view(item, self._lobby.record_of(item.key), self._presence(item.key)[0])
            for item in self._contacts.greeted()
        ]
        return LobbyView(
            me=me,
            addresses=self._mesh.addresses(),
            peers=tuple(sorted(peers, key=lambda peer: (peer.name, peer.key))),
            tables=offers(self._lobby.tables(), self.key, self._presence, self._closed),
            hint=self._hint(),
            resumable=tuple(
                game
                for game in self._games.saved
                if self.table is None or game.game_id != self.table.game_start.id
            ),
            discovery=self._discovery,
        )

    def table_view(self) -> TableView | None:
        """My table as it is now, or the one where I look on."""
        if self.table is None:
            return self._spectators.view(self._presence)
        again = self._rematches.seated(self.table.game_start) if self.table.over else ()
        return self.table.view(self._presence, again)

    def _closed(self, table: LobbyTable) -> Message | None:
        """Why no free chair of a table is for me."""
        if self._kind is Kind.SPECTATOR:
            return message(N_("This peer only looks on."))
        if self._lobby.refuses(table):
            return message(N_("Whoever opened this table has no chair for you."))
        return self._rematches.closed(table)

    def _hint(self) -> Message | None:
        table = self._lobby.my_table()
        if table is None or self._games.running:
            return None
        lacking = self._starts.lacking(self._clock_ms())
        return hint(table, self.key, lacking, self._starts.begun_before)

    def _presence(self, key: bytes) -> tuple[Presence, int]:
        return self._contacts.presence(key, self._clock_ms())

    def _room(self) -> bytes:
        """Where I chat: my game's table, the table where I sit, or the lobby."""
        if self.table is not None:
            return table_id(self.table.game_start.genesis.table)
        table = self._lobby.my_table()
        return table.id if table else b""

    def _company(self) -> list[bytes]:
        """Whom I chat with: my table, or everybody while I have none."""
        if self.table is not None:
            return [
                seat.key for seat in self.table.game_start.genesis.seats if seat.key != self.key
            ]
        table = self._lobby.my_table()
        if table is not None:
            return [chair.key for chair in table.chairs if chair and chair.key != self.key]
        return list(self._mesh.peers())

    def _at_my_table(self, key: bytes) -> bool:
        return self.table is not None and self.table.has(key)

    # --- sending ------------------------------------------------------------------------------

    def _beat(self) -> Beat:
        return Beat(self._games.heads())

    def _flush(self) -> None:
        for key, frame in self._starts.outbox:
            self._send(key, frame)
        self._starts.outbox.clear()
        said: Frame | None = None
        payload = b""
        for key, entry in self._games.outgoing():
            if entry is not said:  # most are for everybody
                said, payload = entry, frame_bytes(entry)
            self._mesh.send(key, payload)
        for key, shown in self._spectators.outgoing(self._clock_ms()):
            self._send(key, shown)

    def _send(self, key: bytes, frame: Frame) -> None:
        self._mesh.send(key, frame_bytes(frame))

    def _broadcast(self, frame: Frame) -> None:
        payload = frame_bytes(frame)
        for key in self._mesh.peers():
            self._mesh.send(key, payload)

    def _refused(self, contact: Contact, refusal: Refusal) -> None:
        now_ms = self._clock_ms()
        if contact.refused_ms is not None and now_ms < contact.refused_ms + NOTICE_GAP_MS:
            return  # one is enough to know whom to ask
        contact.refused_ms = now_ms
        self._notice(refusal.tell(self._contacts.name_of(contact.key)), serious=True)

    def _notice(self, what: Message | None, *, serious: bool = False) -> None:
        if what is None:
            return
        now_ms = self._clock_ms()
        if now_ms - self._noticed.get(what, -NOTICE_GAP_MS) < NOTICE_GAP_MS:
            return
        self._noticed = {k: v for k, v in self._noticed.items() if now_ms - v < NOTICE_GAP_MS}
        self._noticed[what] = now_ms
        self._listener(Noticed(what, serious))
