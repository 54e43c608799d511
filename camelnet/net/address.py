"""Addresses as people type and read them: `192.0.2.7:40111`, `[2001:db8::1]:40111`, `laptop.local`.

An address without a port means `PORT`, where a camelnet listens unless another program has it.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import Any, Final

from camelnet.i18n import N_, Message, message
from camelnet.net.mesh import NetError

# Unassigned by IANA, and outside the ports that systems hand out themselves (Linux from 32768,
# others from 49152). Several camelnets on one computer take one after the other: firewalls know
# them all.
PORT: Final = 21_776
PORTS: Final = range(PORT, PORT + 16)
LOOPBACK: Final = "127.0.0.1"
_NAME_MAX: Final = 253  # of a computer's name, as in the DNS
_LABEL: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)")
_EXAMPLES: Final = N_("Enter an address such as 192.168.1.20 or 192.168.1.20:21776, or a name.")
_SCHEME: Final = N_("Leave out what ends in “://”: the address alone is enough.")
_PORT_RANGE: Final = N_("After the last colon stands the port, a number from 1 to 65535.")
_NO_NUMBER: Final = N_(
    "“{host}” is no complete address: four numbers from 0 to 255, such as 192.168.1.20."
)


def show_address(host: str, port: int) -> str:
    """ "192.0.2.7:40111" or "[2001:db8::1]:40111"."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_of(where: tuple[Any, ...]) -> str:
    """The host in an address as a socket names it; link-local IPv6 keeps its scope, as the number
    of an interface."""
    host: str = where[0].split("%")[0]
    return f"{host}%{where[3]}" if len(where) == 4 and where[3] else host


def local_address(addresses: Sequence[str], interface: str | None) -> tuple[str, int] | None:
    """The address at which other peers of this computer reach the one that has these; None if it
    has none. `interface`: its only address, if one was chosen."""
    if not addresses:
        return None
    return interface or LOOPBACK, int(addresses[0].rpartition(":")[2])


def parse_address(text: str) -> tuple[str, int]:
    """Host (number or name; link-local IPv6 may carry its `%scope`) and port. Raises NetError with
    a sentence for whoever typed it.

    IPv6 may stand without brackets: a text that is an IPv6 address as a whole has no port.
    """
    typed = text.strip()
    if "://" in typed:
        raise NetError(Message(_SCHEME))
    if typed.startswith("["):
        host, bracket, rest = typed[1:].partition("]")
        if not bracket or not _is_ipv6(host) or (rest and not rest.startswith(":")):
            raise NetError(Message(_EXAMPLES))
        return host, _port_of(rest[1:]) if rest else PORT
    if _is_ipv6(typed):
        return typed, PORT
    host, colon, port = typed.rpartition(":")
    if not colon:
        host = typed
    if not _is_ipv6(host):
        _check_name(host)
    return host, _port_of(port) if colon else PORT


def _port_of(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 5 and 0 < int(text) < 65_536:
        return int(text)
    raise NetError(Message(_PORT_RANGE))


def _is_ipv6(host: str) -> bool:
    address, percent, scope = host.partition("%")
    if percent and (not scope.isprintable() or any(c in " []/%:" for c in scope) or not scope):
        return False
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return True


def _check_name(host: str) -> None:
    """Raise NetError unless `host` is an IPv4 address, or may be a computer's name."""
    labels = host.removesuffix(".").split(".")
    if len(host) > _NAME_MAX or not all(map(_LABEL.fullmatch, labels)):
        raise NetError(Message(_EXAMPLES))
    if not labels[-1].isdecimal():
        return
    try:  # else the system would read "10.1" as 10.0.0.1
        ipaddress.IPv4Address(host)
    except ValueError:
        raise NetError(message(_NO_NUMBER, host=host)) from None
