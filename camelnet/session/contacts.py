"""The other peers, as far as we know them: their greeting, when they were heard, what is wrong."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass, field

from camelnet import __version__, rules
from camelnet.i18n import N_, Message, message
from camelnet.protocol.messages import PROTOCOL, Hello
from camelnet.session.facts import Kind, Presence
from camelnet.session.store import Store

SLOW_MS = 2000
AWAY_MS = 6000
GREET_GAP_MS = 2000
CHAT_BURST = 6  # messages of one peer within CHAT_WINDOW_MS; more are dropped
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
    trouble: Message | None = None  # we do not play together
    warning: Message | None = None  # we do, but a person should know
    refused_ms: int | None = None  # when something of it was last refused
    _chats: deque[int] = field(default_factory=deque)
    _chat_sequence: int = -1
    _greeted_ms: int = -GREET_GAP_MS

    def connected(self, host: str, port: int, now_ms: int) -> None:
        """A new connection: it begins with a greeting."""
        self.host, self.port, self.up, self.heard_ms = host, port, True, now_ms
        self.hello = self.trouble = self.warning = None
        self._chat_sequence = -1

    def greet(self, hello: Hello, taken: Collection[str], store: Store) -> None:
        """Take its greeting, and find out whether we can play together."""
        self.hello = hello
        self._chat_sequence = -1
        self.trouble = incompatible(hello)
        self.named(hello.name, hello.kind, taken, store)

    def named(self, name: str, kind: str, taken: Collection[str], store: Store) -> None:
        """It calls itself so, in its greeting or its record: find what a person should know.

        `taken`: the names of everybody else.
        """
        self.warning = None
        if name in taken:
            self.warning = message(N_("Somebody else here is called {name}, too."), name=name)
        elif kind == Kind.HUMAN.value and not store.recognises(name, self.key):
            template = N_("{name} has another key than last time. Compare the table code aloud.")
            self.warning = message(template, name=name)

    def may_greet(self, now_ms: int) -> bool:
        """Whether to answer another greeting: not more than once in a while."""
        if now_ms < self._greeted_ms + GREET_GAP_MS:
            return False
        self._greeted_ms = now_ms
        return True

    def presence(self, now_ms: int) -> tuple[Presence, int]:
        """How lately it was heard, and for how many whole seconds it has been silent."""
        silent_ms = now_ms - self.heard_ms
        if silent_ms < SLOW_MS:
            return Presence.HERE, 0
        return (Presence.SLOW if silent_ms < AWAY_MS else Presence.AWAY), silent_ms // 1000

    def chats(self, sequence: int, now_ms: int) -> bool | None:
        """Whether a chat message is to be shown; False if it comes too fast, None if seen."""
        if sequence <= self._chat_sequence:
            return None
        self._chat_sequence = sequence
        while self._chats and self._chats[0] < now_ms - CHAT_WINDOW_MS:
            self._chats.popleft()
        if len(self._chats) >= CHAT_BURST:
            return False
        self._chats.append(now_ms)
        return True


def incompatible(hello: Hello) -> Message | None:
    """Why we cannot play with whoever greets so; both versions named."""
    if not hello.protocol_min <= PROTOCOL <= hello.protocol_max:
        return message(
            N_("{name} runs camelnet {theirs}, this is {ours}: they cannot talk together."),
            name=hello.name,
            theirs=hello.version,
            ours=__version__,
        )
    if hello.rules != rules.rules_digest():
        return message(
            N_(
                "{name} plays by other rules (camelnet {theirs}, rules {their_rules}; this is "
                "{ours}, rules {our_rules}). Install the same version on both."
            ),
            name=hello.name,
            theirs=hello.version,
            their_rules=hello.rules.hex()[:8],
            ours=__version__,
            our_rules=rules.rules_digest().hex()[:8],
        )
    return None
