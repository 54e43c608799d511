"""The peers that we know: their greetings, when we heard them, and warnings about them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from camelnet.foreign_text import looks, shown_name
from camelnet.i18n import N_, Message, message
from camelnet.protocol.start.lobby import LobbyState
from camelnet.protocol.wire.frames import Hello, Lobby
from camelnet.session.api.facts import Kind, Presence
from camelnet.session.lobby.builds import Build, VersionNews
from camelnet.session.runtime.store import Store

SLOW_MS = 2000
SILENT_MS = 6000
GREET_GAP_MS = 2000
HELLO_GAP_MS = 2000  # between two greetings that we take from a peer
REPORT_GAP_MS = 10_000  # between two notices of refused frames of a peer
CHAT_BURST = 6  # messages shown of one peer within CHAT_WINDOW_MS
CHAT_WINDOW_MS = 10_000


@dataclass(slots=True)
class Contact:
    """Another peer. Times are milliseconds of the session's clock."""

    key: bytes
    host: str = ""
    port: int = 0
    up: bool = False
    heard_ms: int = 0
    hello: Hello | None = None
    trouble: Message | None = None  # why we cannot play together
    warning: Message | None = None  # we can, but a person should know
    record: bytes = b""  # the frame of its last lobby record
    told: Message | None = None  # the warning that a person has read
    waiting: Hello | None = None  # a greeting that came too soon after the last
    _hello_ms: int = -HELLO_GAP_MS
    _chats: deque[int] = field(default_factory=deque)
    _chat_sequence: int = -1
    _greeted_ms: int = -GREET_GAP_MS
    _reported_ms: int = -REPORT_GAP_MS

    def connected(self, host: str, port: int, now_ms: int) -> None:
        """Reset for a new connection, which begins with a greeting."""
        self.host, self.port, self.up, self.heard_ms = host, port, True, now_ms
        self.hello = self.trouble = self.warning = self.waiting = self.told = None
        self.record = b""
        self._chat_sequence = -1

    def greet(self, hello: Hello, build: Build, taken: Collection[str], store: Store) -> None:
        """Take its greeting, and check that we can play together."""
        self.hello, self.waiting, self.record = hello, None, b""
        self._chat_sequence = -1
        self.trouble = build.incompatible(hello)
        self.named(hello.name, hello.kind, taken, store)

    def named(self, name: str, kind: str, taken: Collection[str], store: Store) -> None:
        """Check the name of a greeting or record, and set the warning about it.

        `taken`: the `looks` of everybody else's names: views tell of these (`namesakes`).
        """
        self.warning = None
        name = shown_name(name)
        known = looks(name) in taken or store.recognises(name, self.key)
        if kind == Kind.HUMAN.value and not known:
            template = N_("{name} has another key than last time. Compare the table code aloud.")
            self.warning = message(template, name=name)

    def may_report(self, now_ms: int) -> bool:
        """True if a person may be told of a refused frame: one notice per `REPORT_GAP_MS`."""
        if now_ms < self._reported_ms + REPORT_GAP_MS:
            return False
        self._reported_ms = now_ms
        return True

    def may_begin_anew(self, hello: Hello, now_ms: int) -> bool:
        """True if its greeting may be taken now: the first one of a connection, or one
        `HELLO_GAP_MS` after the last. Any other is kept in `waiting`."""
        if self.hello is not None and now_ms < self._hello_ms + HELLO_GAP_MS:
            self.waiting = hello
            return False
        self._hello_ms = now_ms
        return True

    def may_greet(self, now_ms: int) -> bool:
        """True if we may greet it again: once per `GREET_GAP_MS`."""
        if now_ms < self._greeted_ms + GREET_GAP_MS:
            return False
        self._greeted_ms = now_ms
        return True

    def presence(self, now_ms: int) -> tuple[Presence, int]:
        """Its presence, and its whole seconds of silence."""
        silent_ms = now_ms - self.heard_ms
        if silent_ms < SLOW_MS:
            return Presence.HERE, 0
        return (Presence.SLOW if silent_ms < SILENT_MS else Presence.SILENT), silent_ms // 1000

    def chats(self, sequence: int, now_ms: int) -> bool | None:
        """True if a chat message may be shown; False if it comes too fast, None if it is
        repeated."""
        if sequence <= self._chat_sequence:
            return None
        self._chat_sequence = sequence
        while self._chats and self._chats[0] < now_ms - CHAT_WINDOW_MS:
            self._chats.popleft()
        if len(self._chats) >= CHAT_BURST:
            return False
        self._chats.append(now_ms)
        return True


class Contacts:
    """All peers that we know, by key."""

    def __init__(self, *, lobby: LobbyState, store: Store, person: bool, build: Build) -> None:
        """`person`: a person sits here; bots get no warnings about names."""
        self._lobby = lobby
        self._store = store
        self._person = person
        self._build = build
        self._version_news = VersionNews(build)
        self._known: dict[bytes, Contact] = {}

    def get(self, key: bytes) -> Contact | None:
        return self._known.get(key)

    def greeted(self) -> list[Contact]:
        """The contacts that have greeted us."""
        return [contact for contact in self._known.values() if contact.hello]

    def connected(self, key: bytes, host: str, port: int, now_ms: int) -> None:
        self._known.setdefault(key, Contact(key)).connected(host, port, now_ms)

    def lost(self, key: bytes) -> None:
        """Note that its connection is lost; it may return."""
        if contact := self._known.get(key):
            contact.up = False

    def lapse(self, now_ms: int, stays: Callable[[bytes], bool]) -> None:
        """Free the chairs of peers silent for `SILENT_MS`, connected or not. Forget those without a
        connection unless `stays` is true of them."""
        for contact in list(self._known.values()):
            if now_ms - contact.heard_ms > SILENT_MS:
                self._lobby.forget(contact.key)
                if not contact.up and not stays(contact.key):
                    del self._known[contact.key]

    def greet(self, contact: Contact, hello: Hello) -> None:
        """Take a greeting."""
        self._lobby.forget(contact.key)
        contact.greet(hello, self._build, self._names_but(contact.key), self._store)

    def version_news(self, contact: Contact) -> Message | None:
        """A notice of a newer version that its greeting claims; once, and for people only. The
        notice about an incompatible peer already names both versions."""
        if not self._person or contact.hello is None or contact.trouble is not None:
            return None
        return self._version_news.hear(contact.key, contact.hello)

    def take_record(self, contact: Contact, frame: Lobby) -> None:
        """Take a lobby record, and check its name. Raises `Refusal`."""
        self._lobby.take(contact.key, frame)
        self.compare_names(contact)

    def compare_names(self, contact: Contact) -> None:
        """Check if the name in its record belongs to another peer, present or remembered."""
        record = self._lobby.record_of(contact.key)
        if record is not None:
            taken = self._names_but(contact.key)
            contact.named(record.name, record.kind, taken, self._store)

    def waiting(self) -> list[Contact]:
        """The contacts with a greeting that is not taken yet."""
        return [contact for contact in self._known.values() if contact.waiting]

    def presence(self, key: bytes, now_ms: int) -> tuple[Presence, int]:
        contact = self._known.get(key)
        return contact.presence(now_ms) if contact else (Presence.SILENT, 0)

    def host_of(self, key: bytes) -> str:
        """The address of its last connection; "" if it never connected."""
        contact = self._known.get(key)
        return contact.host if contact is not None else ""

    def name_of(self, key: bytes) -> str:
        """Its present name, safe to show; the beginning of its key if it gave none."""
        if record := self._lobby.record_of(key):
            return shown_name(record.name)
        contact = self._known.get(key)
        return shown_name(contact.hello.name) if contact and contact.hello else key.hex()[:8]

    def _names_but(self, key: bytes) -> set[str]:
        """The `looks` of my name and of all people's here but that peer's. Bots may share names: a
        table numbers them."""
        if not self._person:
            return set()
        people = (
            contact.key
            for contact in self.greeted()
            if contact.hello and contact.hello.kind == Kind.HUMAN.value and contact.key != key
        )
        return {looks(name) for name in (self._lobby.mine.name, *map(self.name_of, people))}
