"""The server of the guests' page, in a thread and a loop of its own, and its channels to phones.

A phone opens a channel by naming its secret: at first the key in the address that it scanned, which
is thereby used up, and from then on a token that it has chosen itself and sent sealed. The page
(static/guest.js) has the other half of all this.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any, Final, Protocol

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from camelnet.guests.gate import Gate
from camelnet.guests.pages import VERSION_SIZE, Pages
from camelnet.guests.screen import Act, Screen
from camelnet.guests.sealed import FRESH_SIZE, SECRET_SIZE, BrokenSeal, Channel, name_of
from camelnet.net.address import PORTS, host_of, show_address
from camelnet.net.rate import Bucket

GUESTS_MAX: Final = 16
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # no two that look alike
_KEY_LETTERS: Final = 20  # 100 bits, which a person types where a camera is missing
PICTURES: Final = 4  # the latest ones, which a phone keeps as well
MESSAGE_MAX: Final = 4096  # bytes of a phone's message, sealed
HANDSHAKE_S: Final = 10.0
_CLOSING_S: Final = 2.0
_PING_S: Final = 10.0
_STRANGER: Final = (512, 8192)  # bytes a second and at once, from who has proven nothing
_GUEST: Final = (8192, 32 * 1024)
_ACTS_PER_S: Final = 10
_ACTS_BURST: Final = 30
_FRIENDS_MAX: Final = 64

# How a message of the laptop begins, and two short ones of the phone; its others are acts.
_PICTURE, _SCREEN, _END, _HERE = b"P", b"S", b"E", b"!"
_SHOWN, _THERE = b"", b"?"

# Why a channel closes, for the page; it has a sentence for each.
OLD_PAGE: Final = 4001
NO_SUCH_KEY: Final = 4002
KEY_USED: Final = 4003
REPLACED: Final = 4004  # by another window or phone with the same token
ENDED: Final = 4005


@dataclass(frozen=True, slots=True)
class Invitation:
    """A guest's place: its public id, and the addresses to show as codes. An address carries the
    guest's key, so it is no part of the repr. It is good until used, renewed or ended."""

    guest: str
    urls: tuple[str, ...] = field(repr=False)


class Listener(Protocol):
    """Whoever lends the seats. Called in the server's thread: hand it on, and return at once."""

    def came(self, guest: str, hello: Act) -> None:
        """A guest's phone is here: for the first time, again, or with another size."""

    def went(self, guest: str) -> None:
        """A guest's phone is gone: asleep, out of reach, closed. It may come back."""

    def acted(self, guest: str, act: Act) -> None:
        """A guest pressed a button, or answered a question."""


class _Phone(ServerConnection):
    """A connection that is cut off when it sends more than a phone has to say."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._bytes = Bucket(per_s=_STRANGER[0], burst=_STRANGER[1], now=time.monotonic())
        self.channel: Channel | None = None  # once it has proven its secret
        self.shown = asyncio.Event()  # what was sent last
        self.shown.set()

    def proven(self, channel: Channel) -> None:
        self.channel = channel
        self._bytes = Bucket(per_s=_GUEST[0], burst=_GUEST[1], now=time.monotonic())

    def data_received(self, data: bytes) -> None:
        if self._bytes.take(len(data), time.monotonic()) > 0:
            self.transport.abort()
        else:
            super().data_received(data)

    async def received(self) -> bytes:
        """The next message. Raises ConnectionClosed, and ValueError for one in characters."""
        message = await self.recv()
        if not isinstance(message, bytes):
            raise ValueError("characters")
        return message

    async def opened(self) -> bytes:
        """The next message of a phone that has proven its secret, opened; raises BrokenSeal too."""
        assert self.channel is not None
        return self.channel.open(await self.received())

    async def send_sealed(self, kind: bytes, content: bytes) -> None:
        assert self.channel is not None
        await self.send(self.channel.seal(kind + content))


class _Guest:
    """One guest: what its phone should show, and its phone while that is here."""

    def __init__(self) -> None:
        self.phone: _Phone | None = None
        self.screen: Screen | None = None
        self.pictures: dict[str, bytes] = {}  # by id, the newest last
        self.news = asyncio.Event()

    def take(self, screen: Screen, picture: bytes) -> None:
        if picture:
            self.pictures.pop(screen.picture, None)
            self.pictures[screen.picture] = picture
            if len(self.pictures) > PICTURES:
                del self.pictures[next(iter(self.pictures))]
        self.screen = screen
        self.news.set()

    async def show(self, phone: _Phone) -> None:
        """Keep that phone up to date: it is sent the next screen when it shows the last one."""
        has: deque[str] = deque(maxlen=PICTURES)
        self.news.set()
        while True:
            await phone.shown.wait()
            await self.news.wait()
            self.news.clear()
            screen = self.screen
            if screen is None:
                continue
            picture = self.pictures.get(screen.picture)
            if picture is not None and screen.picture not in has:
                has.append(screen.picture)
                name = screen.picture.encode()
                await phone.send_sealed(_PICTURE, len(name).to_bytes(2) + name + picture)
            phone.shown.clear()
            await phone.send_sealed(_SCREEN, screen.to_json().encode())


class GuestServer:
    """Serves the page on some addresses of this computer, from `start` to `close`. All methods may
    be called in any thread."""

    def __init__(self, listener: Listener, addresses: Sequence[str], *, port: int = 0) -> None:
        """`addresses`: IP addresses of this computer, without ports; `port` 0: one of
        camelnet's own, else any that is free."""
        self._listener = listener
        self._addresses = addresses
        self._port = port
        self._hosts: tuple[str, ...] = ()
        self._friends: dict[str, None] = {}  # hosts of phones, the latest last
        self._pages = Pages()
        self._lock = threading.Lock()  # for the next two, which several threads change
        self._guests: dict[str, _Guest] = {}
        self._secrets: dict[bytes, tuple[str, bytes]] = {}  # by name: guest, secret; b"": used
        self._closing = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()  # partings
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    # --- what any thread may call -----------------------------------------------------------------

    def start(self) -> None:
        """Listen. Raises OSError if that is possible on none of the addresses."""
        # Peers take them from the other end, and firewalls know them all.
        gates: list[Gate] = []
        trouble = OSError("no address")
        for port in (self._port,) if self._port else (*reversed(PORTS), 0):
            for address in self._addresses:
                try:
                    gates.append(Gate(address, port or self._port, self._friends))
                except OSError as error:
                    trouble = error
                    continue
                self._port = gates[-1].getsockname()[1]
                self._hosts += (show_address(address, self._port),)
            if gates:
                break
        else:
            raise trouble
        # On Windows too: the other kind of loop would not ask the gate.
        loop = self._loop = asyncio.SelectorEventLoop()

        def run() -> None:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(self._serve(gates))

        self._thread = threading.Thread(target=run, name="guests", daemon=True)
        self._thread.start()

    def invite(self, token: bytes = b"") -> Invitation:
        """Make a guest with a new key, or with the token of a phone that was here before this
        program was started, and comes back by itself. Raises ValueError while there are too
        many."""
        key = token or _new_key()
        guest = name_of(key).hex()
        with self._lock:
            if len(self._guests) >= GUESTS_MAX:
                raise ValueError("too many guests")
            self._guests[guest] = _Guest()
            self._secrets[name_of(key)] = guest, key
        return Invitation(guest, ()) if token else self._invitation(guest, key)

    def renew(self, guest: str) -> Invitation:
        """Give a guest a new key; the old one, and the phone that used it, are shut out.
        Raises KeyError for a guest that is not here."""
        key = _new_key()
        with self._lock:
            known = self._guests[guest]
            self._forget(guest)
            self._secrets[name_of(key)] = guest, key
        self._call(lambda: self._part(known.phone, NO_SUCH_KEY))
        return self._invitation(guest, key)

    def token(self, guest: str) -> bytes:
        """The secret with which a guest's phone comes back; b"" for a guest that is not here."""
        with self._lock:
            known = (secret for of, secret in self._secrets.values() if of == guest and secret)
            return next(known, b"")

    def end(self, guest: str, why: str) -> None:
        """Show `why` on the phone, and forget the guest; nothing happens if it is not here."""
        with self._lock:
            known = self._guests.pop(guest, None)
            self._forget(guest)
        if known is not None:
            self._call(lambda: self._part(known.phone, ENDED, why))

    def show(self, guest: str, screen: Screen, picture: bytes = b"") -> None:
        """Show a screen; a slow phone is shown the newest one only. `picture`: WebP, JPEG or PNG,
        named `screen.picture`; not needed again while the name was shown lately. Nothing happens
        if the guest is not here."""
        with self._lock:
            known = self._guests.get(guest)
        if known is not None:
            self._call(lambda: known.take(screen, picture))

    def close(self) -> None:
        """Stop listening, and leave all phones; bounded in time."""
        self._call(self._closing.set)
        if self._thread is not None:
            self._thread.join(3 * _CLOSING_S)

    def _call(self, act: Callable[[], object]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # closed already
                self._loop.call_soon_threadsafe(act)

    def _invitation(self, guest: str, key: bytes) -> Invitation:
        typed = "-".join(wrap(key.decode(), 4))
        return Invitation(guest, tuple(f"http://{host}/#{typed}" for host in self._hosts))

    def _forget(self, guest: str) -> None:
        """Forget a guest's secrets; with the lock held."""
        for name in [name for name, (of, _secret) in self._secrets.items() if of == guest]:
            del self._secrets[name]

    # --- the server's thread ----------------------------------------------------------------------

    async def _serve(self, gates: Sequence[Gate]) -> None:
        servers = [
            await serve(
                self._receive,
                sock=gate,
                process_request=lambda _link, request: self._pages.answer(request, self._hosts),
                create_connection=_Phone,
                compression=None,
                server_header=None,
                max_size=MESSAGE_MAX,
                max_queue=4,
                open_timeout=HANDSHAKE_S,
                close_timeout=_CLOSING_S,
                ping_interval=_PING_S,
                ping_timeout=_PING_S,
            )
            for gate in gates
        ]
        await self._closing.wait()
        if self._tasks:  # last words
            await asyncio.wait(self._tasks, timeout=_CLOSING_S)
        for server in servers:
            server.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * _CLOSING_S):
                for server in servers:
                    await server.wait_closed()

    async def _receive(self, phone: ServerConnection) -> None:
        assert isinstance(phone, _Phone)
        with contextlib.suppress(ConnectionClosed, BrokenSeal, TimeoutError, ValueError):
            async with asyncio.timeout(HANDSHAKE_S):
                met = await self._introduced(phone)
                if isinstance(met, int):
                    await phone.close(met)
                    return
                hello = Act.from_json(await phone.opened())
            await self._attend(phone, met, hello)

    async def _introduced(self, phone: _Phone) -> bytes | int:
        """The name of the secret that it has proven, or the code with which it is turned away."""
        said = await phone.received()
        if said[:VERSION_SIZE] != self._pages.version:
            return OLD_PAGE
        name, fresh = said[VERSION_SIZE:-FRESH_SIZE], said[-FRESH_SIZE:]
        known = self._secrets.get(name)
        if known is None or not known[1]:
            return KEY_USED if known else NO_SUCH_KEY
        ours = secrets.token_bytes(FRESH_SIZE)
        channel = Channel(known[1], fresh, ours)
        await phone.send(ours)
        token = channel.open(await phone.received())  # so it holds the secret, now
        with self._lock:
            if self._secrets.get(name) != known:  # meanwhile another phone was faster
                return KEY_USED if name in self._secrets else NO_SUCH_KEY
            if token:  # a key is exchanged for it; a phone with a token already sends nothing
                if len(token) != SECRET_SIZE:
                    raise ValueError("token")
                self._forget(known[0])
                self._secrets[name] = known[0], b""
                name = name_of(token)
                self._secrets[name] = known[0], token
        phone.proven(channel)
        return name

    async def _attend(self, phone: _Phone, secret: bytes, hello: Act) -> None:
        """Show a guest its screens, and take its acts, until its phone is gone."""
        with self._lock:
            name = self._secrets.get(secret, ("", b""))[0]
            guest = self._guests.get(name)
        if guest is None:  # renewed or ended since it introduced itself
            await phone.close(NO_SUCH_KEY)
            return
        self._part(guest.phone, REPLACED)
        guest.phone = phone
        self._befriend(host_of(phone.remote_address))
        self._listener.came(name, hello)
        showing = asyncio.create_task(_quietly(guest.show, phone))
        acts = Bucket(per_s=_ACTS_PER_S, burst=_ACTS_BURST, now=time.monotonic())
        try:
            while True:
                said = await phone.opened()
                if said in (_SHOWN, _THERE):
                    if said == _SHOWN:
                        phone.shown.set()
                    else:
                        await phone.send_sealed(_HERE, b"")
                    continue
                act = Act.from_json(said)
                if guest.phone is not phone:
                    return
                if not acts.try_take(1, time.monotonic()):
                    continue  # no thumb is as fast; to wait would hold up what it is shown
                if act.kind == "hello":
                    self._listener.came(name, act)
                else:
                    self._listener.acted(name, act)
        finally:
            showing.cancel()
            if guest.phone is phone:
                guest.phone = None
                self._listener.went(name)

    def _part(self, phone: _Phone | None, code: int, why: str = "") -> None:
        """Take leave of a phone; nothing happens without one."""

        async def leave(phone: _Phone) -> None:
            if why:
                await phone.send_sealed(_END, why.encode())
            await phone.close(code)

        if phone is not None:
            task = asyncio.get_running_loop().create_task(_quietly(leave, phone))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _befriend(self, host: str) -> None:
        self._friends.pop(host, None)
        self._friends[host] = None
        if len(self._friends) > _FRIENDS_MAX:
            del self._friends[next(iter(self._friends))]


def _new_key() -> bytes:
    return "".join(secrets.choice(_LETTERS) for _ in range(_KEY_LETTERS)).encode()


async def _quietly(act: Callable[[_Phone], Awaitable[None]], phone: _Phone) -> None:
    """Do something with a phone that may be gone meanwhile."""
    with contextlib.suppress(ConnectionClosed):
        await act(phone)
