"""The router of frames: one table of handlers by type; slow frames are deferred to the executor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from camelnet.i18n import Message
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.frames import (
    Beat,
    Chat,
    Equivocation,
    Frame,
    Genesis,
    Hello,
    Lobby,
    Peers,
    Proposal,
    Relayed,
    SyncReply,
    TableFrame,
    Watch,
    game_of,
    read_frame,
)
from camelnet.session.api.facts import ChatSaid
from camelnet.session.lobby.contacts import Contact
from camelnet.session.peer.introductions import Introductions
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.publisher import Publisher

DEFERRED_MAX = 64  # frames that wait for the executor

Handler = Callable[[Contact, Any, int], None]  # from whom, the frame, now in milliseconds
Slow = Proposal | Equivocation | Relayed | SyncReply  # may take long to judge
Greeting = Hello | Genesis
Routine = Beat | Lobby  # come all the time, and most often bring nothing new


class Router:
    """Takes frames of contacts. `update` is called after each that may have changed something,
    `flush` after others; `begin` when a frame has completed the start of a game."""

    def __init__(
        self,
        parts: PeerParts,
        publisher: Publisher,
        introductions: Introductions,
        *,
        begin: Callable[[GameStart], None],
        update: Callable[[], None],
        flush: Callable[[], None],
    ) -> None:
        self._parts = parts
        self._publisher = publisher
        self._introductions = introductions
        self._begin = begin
        self._update = update
        self._flush = flush
        self._deferred: set[bytes] = set()  # frames that the executor judges now
        self._routes: Mapping[type[Frame], Handler] = {
            **dict.fromkeys(get_args(TableFrame), self._receive_table_frame),
            Hello: introductions.receive_hello,
            Lobby: self._receive_lobby,
            Peers: introductions.receive_addresses,
            Genesis: self._receive_genesis,
            Watch: self._receive_watch,
            Beat: self._receive_beat,
            Chat: self._receive_chat,
        }

    def receive(self, contact: Contact, payload: bytes) -> None:
        """Handle the frame that a contact sent."""
        try:
            frame = read_frame(payload)
            if self._defers(contact, payload, frame):
                return
            if isinstance(frame, Greeting):
                self._publisher.invalidate()
            self._dispatch(contact, frame)
            if isinstance(frame, SyncReply):
                self._defers(contact, payload, frame)  # what comes next in it may take long
            if isinstance(frame, Routine) and not self._publisher.stale:
                self._flush()  # nothing new: what is shown changes with the next tick at most
                return
        except Malformed as error:
            self._refused(contact, Refusal(Fault.MALFORMED, str(error)))
        except Refusal as refusal:
            self._refused(contact, refusal)
        self._update()

    def _dispatch(self, contact: Contact, frame: Frame) -> None:
        now_ms = self._parts.clock_ms()
        if not isinstance(frame, Hello):
            if contact.hello is None:
                self._introductions.greet_anew(contact, now_ms)
                return
            if contact.trouble:
                return  # with whom we cannot play we do not talk
        self._routes[type(frame)](contact, frame, now_ms)

    def _defers(self, contact: Contact, payload: bytes, frame: Frame) -> bool:
        """Defers a frame that takes long to judge to the executor; returns True if it did."""
        if not isinstance(frame, Slow):
            return False
        if payload in self._deferred or len(self._deferred) >= DEFERRED_MAX:
            return True  # others sent it, too; or it is sent again
        job = self._parts.games.verification_job(frame)
        if job is None and isinstance(frame, SyncReply):
            job = self._parts.spectators.verification_job(frame)
        if job is None:
            return False

        def done() -> None:
            self._deferred.discard(payload)
            now = self._parts.contacts.get(contact.key)
            if now is not None:
                self.receive(now, payload)

        self._deferred.add(payload)
        self._parts.executor.run(job, done)
        return True

    def _refused(self, contact: Contact, refusal: Refusal) -> None:
        if contact.may_report(self._parts.clock_ms()):
            name = self._parts.contacts.name_of(contact.key)
            self._publisher.notice(refusal.tell(name), serious=True)

    # --- one handler for each type ------------------------------------------------------------

    def _receive_lobby(self, contact: Contact, frame: Lobby, now_ms: int) -> None:
        lobby = self._parts.lobby
        before = lobby.record_of(contact.key)
        self._publisher.notice(self._parts.contacts.take_record(contact, frame), serious=True)
        if lobby.record_of(contact.key) is not before:
            self._publisher.invalidate()

    def _receive_genesis(self, contact: Contact, frame: Genesis, now_ms: int) -> None:
        parts = self._parts
        pending_start = parts.starts.look(frame)
        if pending_start is None or parts.spectators.watched is not None:
            parts.spectators.genesis(contact.key, frame, now_ms)
        if pending_start is None:
            return
        if parts.games.running or parts.store.played(pending_start.id):
            parts.starts.compare(frame)
            return
        game_start = parts.starts.take(pending_start, frame, now_ms)
        if game_start is not None:
            self._begin(game_start)

    def _receive_watch(self, contact: Contact, frame: Watch, now_ms: int) -> None:
        self._parts.spectators.looks(contact.key, frame, now_ms)

    def _receive_beat(self, contact: Contact, frame: Beat, now_ms: int) -> None:
        parts = self._parts
        parts.spectators.heard(contact.key, frame.heads)
        lacks_start = parts.games.heard(contact.key, frame.heads, now_ms)
        if lacks_start and parts.table is not None:
            parts.sender.send(contact.key, parts.starts.answer(parts.table.game_start))

    def _receive_chat(self, contact: Contact, frame: Chat, now_ms: int) -> None:
        parts = self._parts
        name = parts.contacts.name_of(contact.key)
        heard = parts.chat.hear(contact, name, frame, parts.chat_room(), now_ms)
        if isinstance(heard, Message):
            self._publisher.notice(heard)
        elif heard is not None:
            parts.listener(ChatSaid(contact.key, name, heard, False))

    def _receive_table_frame(self, contact: Contact, frame: TableFrame, now_ms: int) -> None:
        try:
            game = game_of(frame)
        except Malformed as error:
            raise Refusal(Fault.MALFORMED, str(error)) from None
        self._parts.games.receive(contact.key, game, frame, now_ms)
        self._parts.spectators.take(contact.key, game, frame, now_ms)
