"""The router of frames: one table of handlers by type. The executor gets slow frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from camelnet.i18n import Message
from camelnet.net.rate import Bucket
from camelnet.protocol.codec.refusal import Refusal
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
    kind_of,
    read_frame,
)
from camelnet.session.api.facts import ChatSaid
from camelnet.session.lobby.contacts import Contact
from camelnet.session.peer.introductions import Introductions
from camelnet.session.peer.peer_parts import PeerParts
from camelnet.session.peer.publisher import Publisher
from camelnet.session.peer.standing import Standing

DEFERRED_MAX = 64  # frames with the executor at once
CHATS_PER_S = 1.0  # in the lobby, from all strangers together
CHATS_BURST = 20

Handler = Callable[[Contact, Any, int], None]  # sender, frame, now in ms
Slow = Proposal | Equivocation | Relayed | SyncReply  # may take long to verify
Greeting = Hello | Genesis
Routine = Beat | Lobby  # frequent, and usually nothing new


class Router:
    """Takes frames of contacts. It calls `update` after a frame that may have changed something,
    `flush` after others, and `begin` when a frame completes the start of a game."""

    def __init__(
        self,
        parts: PeerParts,
        publisher: Publisher,
        introductions: Introductions,
        standing: Standing,
        *,
        begin: Callable[[GameStart], None],
        update: Callable[[], None],
        flush: Callable[[], None],
    ) -> None:
        self._parts = parts
        self._publisher = publisher
        self._introductions = introductions
        self._standing = standing
        self._begin = begin
        self._update = update
        self._flush = flush
        self._deferred: set[bytes] = set()  # frames with the executor
        now_s = parts.clock_ms() / 1000
        self._chats = Bucket(per_s=CHATS_PER_S, burst=CHATS_BURST, now=now_s)
        self._routes: Mapping[type[Frame], Handler] = {
            Hello: introductions.receive_hello,
            Lobby: self._receive_lobby,
            Peers: introductions.receive_addresses,
            Genesis: self._receive_genesis,
            Watch: self._receive_watch,
            Beat: self._receive_beat,
            Chat: self._receive_chat,
        }

    def receive(self, contact: Contact, payload: bytes) -> None:
        """Handle a contact's frame, cheap checks first."""
        try:
            kind = kind_of(payload)
            if not self._is_wanted(contact, kind, payload):
                return
            if kind is Lobby and self._is_known(contact, payload):
                self._take_known(contact)
                return
            price = self._standing.price(kind, len(payload))
            if price:
                self._parts.mesh.charge(contact.key, price)
            frame = read_frame(payload)
            if self._defers(contact, payload, frame):
                return
            if isinstance(frame, Greeting):
                self._publisher.invalidate()
            now_ms = self._parts.clock_ms()
            route = self._routes.get(kind)
            if route is not None:
                route(contact, frame, now_ms)
            elif isinstance(frame, TableFrame):
                self._parts.games.receive(contact.key, frame, now_ms)
                self._parts.spectators.receive(contact.key, frame, now_ms)
            if kind is Lobby:
                contact.record = payload
            if isinstance(frame, SyncReply):
                self._defers(contact, payload, frame)  # its next line may be slow
            publisher = self._publisher
            if isinstance(frame, Routine) and (publisher.lobby_rests or not publisher.stale):
                self._flush()  # nothing new: at most the next tick changes a view
                return
        except Refusal as refusal:
            self._refused(contact, refusal)
        self._update()

    def _is_wanted(self, contact: Contact, kind: type[Frame], payload: bytes) -> bool:
        """True if we read a frame of that kind from this contact at all."""
        if not self._standing.may_say(contact.key, kind, len(payload)):
            return False
        if kind is Hello:
            return True
        if contact.hello is None:
            self._introductions.greet_anew(contact, self._parts.clock_ms())
            return False
        return contact.trouble is None  # we ignore incompatible peers

    def _is_known(self, contact: Contact, payload: bytes) -> bool:
        known = self._parts.lobby.record_of(contact.key) is not None
        return known and payload == contact.record

    def _take_known(self, contact: Contact) -> None:
        """Take a repeated lobby record: only name clashes can have changed."""
        self._parts.contacts.compare_names(contact)
        self._introductions.warn(contact)
        self._flush()

    def _defers(self, contact: Contact, payload: bytes, frame: Frame) -> bool:
        """Hand a slow frame to the executor; returns True if the frame is not to be handled now."""
        if not isinstance(frame, Slow):
            return False
        if payload in self._deferred or len(self._deferred) >= DEFERRED_MAX:
            return True  # others sent it too, or will send it again
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
            self._publisher.notice(refusal.tell(name), serious=True, about=contact.key)

    # --- one handler for each type ------------------------------------------------------------

    def _receive_lobby(self, contact: Contact, frame: Lobby, now_ms: int) -> None:
        lobby = self._parts.lobby
        before = lobby.record_of(contact.key)
        self._parts.contacts.take_record(contact, frame)
        self._introductions.warn(contact)
        if lobby.record_of(contact.key) is not before:
            self._publisher.invalidate()

    def _receive_genesis(self, contact: Contact, frame: Genesis, now_ms: int) -> None:
        parts = self._parts
        if frame.body != parts.lobby.genesis():  # signatures of our own genesis are checked once
            signatures = len(frame.signatures) + len(frame.nonces) + len(frame.begun)
            parts.mesh.charge(contact.key, signatures)
        parts.starts.learn(frame)
        pending_start = parts.starts.look(frame)
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
        self._parts.spectators.receive_watch(contact.key, frame, now_ms)

    def _receive_beat(self, contact: Contact, frame: Beat, now_ms: int) -> None:
        parts = self._parts
        parts.spectators.heard(contact.key, frame.heads)
        lacks_start = parts.games.heard(contact.key, frame.heads, now_ms)
        if lacks_start and parts.table is not None:
            parts.sender.send(contact.key, parts.starts.answer(parts.table.game_start))

    def _receive_chat(self, contact: Contact, frame: Chat, now_ms: int) -> None:
        parts = self._parts
        rooms = parts.chat_rooms()
        stranger = self._standing.is_stranger(contact.key)
        if stranger and (b"" not in rooms or not self._chats.try_take(1, now_ms / 1000)):
            return
        name = parts.contacts.name_of(contact.key)
        heard = parts.chat.hear(contact, name, frame, rooms, now_ms)
        if isinstance(heard, Message):
            self._publisher.notice(heard, about=contact.key)
        elif heard is not None:
            parts.listener(ChatSaid(contact.key, name, heard, False))
