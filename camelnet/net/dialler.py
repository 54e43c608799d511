"""The dialler: dials addresses until they answer, and again after losing their peer.

A target's peer is known once it has answered. The dialler tries the targets of one peer one after
the other, does not wait long for a silent one, and dials none of them while that peer is connected,
no matter who dialled whom. It rarely dials targets that have never answered and that nobody waits
for.

An address from others is hearsay until somebody answers there. All hearsay shares one budget of
dials, and each peer that tells us addresses has a budget of its own. So nobody can make us call a
thousand strangers.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from camelnet.i18n import N_, Message, message
from camelnet.net.address import show_address
from camelnet.net.connection import Connection
from camelnet.net.interfaces import is_address, is_dialable
from camelnet.net.rate import Bucket

DELAY_S_MIN: Final = 0.2
DELAY_S_MAX: Final = 5.0
RARE_DELAY_S: Final = 30.0
RARE_AFTER: Final = 20  # failures in a row at an address that nobody waits for
LINK_LOCAL_DELAY_S: Final = 1.0
HEAD_START_S: Final = 0.5  # for one address of a peer before we also dial the next
CONNECT_S_MAX: Final = 3.0
NEXT_ADDRESS_S: Final = 0.25  # a name may have several, of which one answers
TARGETS_MAX: Final = 256
TARGETS_PER_KEY_MAX: Final = 8
HEARSAY_PER_S: Final = 8  # dials by hearsay to addresses that have never answered
HEARSAY_BURST: Final = 64
HEARSAY_DELAY_S: Final = 1.0  # before the next try to take a dial from that budget
TOLD_PER_S: Final = 2  # addresses per teller
TOLD_BURST: Final = 64
_TELLERS_MAX: Final = 256
# Two sides that start at once need a moment; tell a person only after this many failures.
_COMPLAIN_AFTER: Final = 4


@dataclass(slots=True, eq=False)
class Target:
    """One address, and the state of dialling it."""

    host: str
    port: int
    key: bytes | None
    quiet: bool  # nobody waits for it: no complaint if it is deaf
    hearsay: bool  # we know it from others only
    delay_s: float = DELAY_S_MIN
    failures: int = 0  # in a row
    silences: int = 0  # the failures at which no computer answered anything
    proven: bool = False  # a peer has answered here before
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None  # while TCP connects
    connection: Connection | None = None  # until the peer has shown its key, or the dial has failed


class Dialler:
    """Owns the targets. `make` creates the protocol for one dial; `connected` tells whether a peer
    is already on the mesh; `local_host` is our own address to dial from, None for any."""

    def __init__(
        self,
        *,
        make: Callable[[], Connection],
        connected: Callable[[bytes], bool],
        trouble: Callable[[Message], None],
        local_host: str | None,
    ) -> None:
        self._make = make
        self._connected = connected
        self._trouble = trouble
        self._local = None if local_host is None else (local_host, 0)
        self._targets: dict[tuple[str, int], Target] = {}
        now = asyncio.get_running_loop().time()
        self._hearsay = Bucket(per_s=HEARSAY_PER_S, burst=HEARSAY_BURST, now=now)
        self._tellers: dict[bytes, Bucket] = {}
        self._stopped = False

    def add(self, host: str, port: int, *, key: bytes | None, quiet: bool) -> None:
        """Add a target, or update a known one; dial it at once."""
        target = self._target(host, port, key, hearsay=False)
        target.quiet = target.quiet and quiet
        target.delay_s = DELAY_S_MIN
        self._dial_in(target, _patience_s(host) if quiet else 0.0)

    def listens_to(self, teller: bytes) -> bool:
        """True if that peer's budget allows one more address."""
        return self._bucket_of(teller).try_take(1, self._now())

    def hear_of(self, host: str, port: int, *, key: bytes | None, teller: bytes | None) -> None:
        """Add or update a target from hearsay; dial it as soon as the budget allows. A known target
        keeps its delay between failures. `teller`: the peer that told us, None for an announcement
        on the network."""
        target = self._target(host, port, key, hearsay=True)
        if teller is None or not target.proven:  # we redial proven addresses on our own
            self._dial_in(target, _patience_s(host))

    def key_at(self, host: str, port: int) -> bytes | None:
        """The key that answered our dial of that target; None if none has yet."""
        target = self._targets.get((host, port))
        return target.key if target is not None and target.proven else None

    def address_of(self, key: bytes) -> tuple[str, int] | None:
        """The address at which that peer once answered, if others may dial it, too; else None."""
        for target in self._of(key):
            if target.proven and "%" not in target.host and is_dialable(target.host):
                return target.host, target.port
        return None

    def is_deaf(self, host: str, port: int) -> bool:
        """True if that target has stayed silent several times in a row and has never answered."""
        target = self._targets.get((host, port))
        return target is not None and not target.proven and target.silences >= _COMPLAIN_AFTER

    def begin_afresh(self) -> None:
        """Dial at once whatever failed so far, since the network has changed."""
        for target in self._targets.values():
            target.failures = target.silences = 0
            target.delay_s = DELAY_S_MIN
            if target.connection is None:
                self._dial_in(target, 0.0)

    def answered(self, connection: Connection) -> None:
        """Note that the far end of a connection has shown its key."""
        for target in self._targets.values():
            if target.connection is connection:
                target.connection = None
                target.key = connection.key
                target.failures = target.silences = 0
                target.proven = True

    def answered_myself(self, connection: Connection) -> None:
        """Drop the target: its address is our own."""
        for target in list(self._targets.values()):
            if target.connection is connection:
                self._drop(target)

    def failed(self, connection: Connection) -> None:
        """Note that a connection has closed before the peer answered."""
        for target in list(self._targets.values()):
            if target.connection is connection:
                target.connection = None
                self._retry(target, N_("{address} answers, but it isn't camelnet."))

    def lost(self, key: bytes, *, soon: bool) -> None:
        """Redial a peer that has left the mesh, `soon` if the connection was a good one."""
        for target in self._of(key):
            target.delay_s = DELAY_S_MIN if soon else min(2 * target.delay_s, DELAY_S_MAX)
            self._dial_in(target, target.delay_s)

    async def stop(self) -> None:
        """Dial no more; return once no attempt is left."""
        self._stopped = True
        tasks = [target.task for target in self._targets.values() if target.task is not None]
        for target in list(self._targets.values()):
            self._drop(target)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _target(self, host: str, port: int, key: bytes | None, *, hearsay: bool) -> Target:
        target = self._targets.get((host, port))
        if target is None:
            self._make_room(key)
            target = self._targets[host, port] = Target(host, port, key, True, hearsay)
        elif not target.proven:
            target.key = key  # a guess as before: the answer will show the real one
        target.hearsay = target.hearsay and hearsay
        return target

    def _bucket_of(self, teller: bytes) -> Bucket:
        bucket = self._tellers.get(teller)
        if bucket is None:
            bucket = Bucket(per_s=TOLD_PER_S, burst=TOLD_BURST, now=self._now())
            self._tellers[teller] = bucket
            if len(self._tellers) > _TELLERS_MAX:
                del self._tellers[next(iter(self._tellers))]
        return bucket

    def _of(self, key: bytes) -> list[Target]:
        return [target for target in self._targets.values() if target.key == key]

    def _make_room(self, key: bytes | None) -> None:
        # Drop unproven targets first, hearsay before our own notes, the oldest first: the latest
        # news is the most likely to be true, and a peer that tells us a thousand addresses drives
        # out no good one.
        same = self._of(key) if key is not None else []
        if len(same) >= TARGETS_PER_KEY_MAX:
            self._drop(min(same, key=self._worth))
        elif len(self._targets) >= TARGETS_MAX:
            self._drop(min(self._targets.values(), key=self._worth))

    def _worth(self, target: Target) -> tuple[bool, bool, bool]:
        connected = target.key is not None and self._connected(target.key)
        return target.proven or not target.quiet, not target.hearsay, connected

    def _drop(self, target: Target) -> None:
        del self._targets[target.host, target.port]
        if target.timer is not None:
            target.timer.cancel()
        if target.task is not None:
            target.task.cancel()

    def _dial_in(self, target: Target, delay_s: float) -> None:
        if target.timer is not None:
            target.timer.cancel()
        target.timer = asyncio.get_running_loop().call_later(delay_s, self._dial, target)

    def _dial(self, target: Target) -> None:
        target.timer = None
        if self._stopped or target.connection is not None:
            return
        if target.key is not None:
            if self._connected(target.key):
                return  # `lost` dials it again
            if any(
                other.connection is not None and self._now() - other.connection.born < HEAD_START_S
                for other in self._of(target.key)
            ):
                self._dial_in(target, DELAY_S_MIN)
                return
        if target.hearsay and not target.proven and not self._hearsay.try_take(1, self._now()):
            self._dial_in(target, HEARSAY_DELAY_S)
            return
        target.connection = self._make()
        attempt = self._attempt(target, target.connection)
        target.task = asyncio.get_running_loop().create_task(attempt)

    async def _attempt(self, target: Target, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        # asyncio loses the socket of a race that is cancelled when it is won: no race for one
        named = not is_address(target.host)
        try:
            async with asyncio.timeout(CONNECT_S_MAX):
                await loop.create_connection(
                    lambda: connection,
                    target.host,
                    target.port,
                    local_addr=self._local,
                    happy_eyeballs_delay=NEXT_ADDRESS_S if named else None,
                )
        except (OSError, ValueError) as error:  # a timeout; a text that cannot be a name
            if target.connection is connection:
                target.connection = None
                target.silences += _is_silence(error)
                self._retry(target, _explanation(error))
        finally:
            target.task = None

    def _retry(self, target: Target, template: str) -> None:
        if self._targets.get((target.host, target.port)) is not target:
            return
        target.failures += 1
        if target.failures == _COMPLAIN_AFTER and not target.quiet and not target.proven:
            self._trouble(message(template, address=show_address(target.host, target.port)))
        self._dial_in(target, target.delay_s)
        target.delay_s = min(2 * target.delay_s, DELAY_S_MAX)
        if target.quiet and not target.proven and target.failures >= RARE_AFTER:
            target.delay_s = RARE_DELAY_S

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _patience_s(host: str) -> float:
    """The delay for a link-local address: we could talk over it, but could not tell others where
    that peer is."""
    return LINK_LOCAL_DELAY_S if "%" in host else 0.0


def _is_silence(error: OSError | ValueError) -> bool:
    """True if nothing came back: neither a refusal nor a local error."""
    return isinstance(error, TimeoutError) or (
        isinstance(error, OSError) and error.errno == errno.EHOSTUNREACH
    )


def _explanation(error: OSError | ValueError) -> str:
    match error:
        case socket.gaierror() | ValueError():
            return N_("{address}: no computer of that name is known here; trying again.")
        case ConnectionRefusedError():
            return N_("No camelnet is running at {address}; trying again.")
        case _:
            return N_(
                "{address} does not answer; trying again. Usual causes: a guest Wi-Fi that "
                "isolates its devices, or a firewall."
            )
