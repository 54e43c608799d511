"""The listening sockets: one port, over IPv4 and IPv6, for as long as the peer runs.

Sockets are bound to all addresses, so addresses that come and go need no work. A computer may lack
a whole family at the start (IPv6 switched off, no driver yet): `mend` adds it later.

A refused connection costs one `accept`, and after some of them a pause follows: so a flood of
connections waits in the system's queue and not in ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import sys
from collections.abc import Callable, Sequence
from typing import Final

from camelnet.i18n import N_, Message, message, os_reason
from camelnet.net.address import host_of, show_address
from camelnet.net.mesh import NetError

REFUSALS_AT_ONCE: Final = 8  # then
REFUSED_GAP_S: Final = 0.04  # until we look at the next
_FAILED_GAP_S: Final = 0.5  # after the system had no socket for us
_BIND_TRIES: Final = 8
_EVERYWHERE: Final = ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"))


class Listeners:
    """The listening sockets; `admits` tells whether a host and port may connect, `make` creates the
    protocol for each accepted connection."""

    def __init__(
        self,
        *,
        admits: Callable[[str, int], bool],
        make: Callable[[], asyncio.Protocol],
        interface: str | None,
    ) -> None:
        self._admits = admits
        self._make = make
        self._interface = interface
        self._port = 0
        self._listening: dict[socket.AddressFamily, tuple[socket.socket, asyncio.Task[None]]] = {}

    async def start(self, ports: Sequence[int]) -> int:
        """Bind the first of the ports that is free, 0 meaning any, and listen; return it. Raises
        NetError if all are in use, or `interface` is not an address of this computer."""
        for port in ports[:-1]:
            with contextlib.suppress(NetError):
                return self._listen(port)
        return self._listen(ports[-1])

    def _listen(self, port: int) -> int:
        sockets = _first_sockets(self._interface, port)
        self._port = int(sockets[0].getsockname()[1])
        for listener in sockets:
            self._serve(listener)
        return self._port

    async def mend(self) -> None:
        """Listen on a family that was missing so far, if the system has it by now."""
        if self._interface is not None:
            return
        for family, host in _EVERYWHERE:
            if family in self._listening or not self._listening:
                continue
            # Still missing, or in use by somebody: then the other family has to do.
            with contextlib.suppress(NetError, OSError):
                self._serve(_bound(family, host, self._port))

    async def close(self) -> None:
        """Stop accepting."""
        listening = tuple(self._listening.values())
        self._listening.clear()
        for _listener, task in listening:
            task.cancel()
        await asyncio.gather(*(task for _, task in listening), return_exceptions=True)
        for listener, _task in listening:
            listener.close()

    def _serve(self, listener: socket.socket) -> None:
        task = asyncio.get_running_loop().create_task(self._accept(listener))
        self._listening[listener.family] = listener, task

    async def _accept(self, listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        refused = 0
        while True:
            try:
                accepted, where = await loop.sock_accept(listener)
            except ConnectionError:  # gone again
                continue
            except OSError:
                await asyncio.sleep(_FAILED_GAP_S)
                continue
            if not self._admits(host_of(where), where[1]):
                accepted.close()
                refused += 1
                if refused % REFUSALS_AT_ONCE == 0:
                    await asyncio.sleep(REFUSED_GAP_S)
                continue
            try:
                await loop.connect_accepted_socket(self._make, accepted)
            except OSError:
                accepted.close()


def _first_sockets(interface: str | None, port: int) -> list[socket.socket]:
    """Bound sockets of one port: IPv4, and IPv6 where there is any; or `interface`'s alone."""
    if not 0 <= port <= 65_535:
        raise NetError(
            message(N_("{port} is not a port: ports lie between 0 and 65535."), port=port)
        )
    if interface is not None:
        try:
            address = ipaddress.ip_address(interface)
        except ValueError:
            raise NetError(_no_such_address(interface)) from None
        if address.is_unspecified or address.is_multicast:
            raise NetError(_no_such_address(interface))
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        return [_bound(family, interface, port)]
    for last_try in (False,) * (_BIND_TRIES - 1) + (True,):
        first = _bound(socket.AF_INET, "0.0.0.0", port)
        try:
            return [first, _bound(socket.AF_INET6, "::", first.getsockname()[1])]
        except NetError:
            # No IPv6 here, or the free port is not free in both families: then try another.
            if port != 0 or last_try or not socket.has_ipv6:
                return [first]
            first.close()
    raise AssertionError("unreachable")


def _bound(family: socket.AddressFamily, host: str, port: int) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:  # allows a restart on the same port at once; does not let two listen there
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)[0][4])
        bound.listen(128)
        bound.setblocking(False)
    except OSError as error:
        bound.close()
        raise NetError(_bind_trouble(error, host, port)) from error
    return bound


def _bind_trouble(error: OSError, host: str, port: int) -> Message:
    match error.errno:
        case errno.EADDRINUSE:
            return message(N_("Port {port} is in use by another program."), port=port)
        case errno.EADDRNOTAVAIL:
            return _no_such_address(host)
        case errno.EACCES | errno.EPERM:
            return message(N_("Port {port} is reserved for the system."), port=port)
        case _:
            return message(
                N_("Listening on {address} is not possible: {reason}."),
                address=show_address(host, port),
                reason=os_reason(error),
            )


def _no_such_address(interface: str) -> Message:
    return message(N_("{address} is not an address of this computer."), address=interface)
