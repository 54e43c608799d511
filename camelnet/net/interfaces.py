"""This computer's addresses, and which of several to prefer."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import struct
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import ifaddr

from camelnet.net.address import parse_address

if sys.platform == "linux":
    import fcntl

_LINKS: Final = "/sys/class/net"
_ETHERNET: Final = "1"  # Wi-Fi, too
LOOK_S: Final = 0.25  # the greatest age of a cached look at the addresses
TRUSTED_S: Final = 10.0  # the same while the system reports no change
_RTMGRP: Final = 0x1 | 0x10 | 0x100  # RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR
_SIOCGIFFLAGS: Final = 0x8913
_IFF_RUNNING: Final = 0x40
# Bridges and tunnels of virtual machines and containers: no neighbour can reach us there.
_VIRTUAL: Final = (
    "br-",
    "docker",
    "ipsec",
    "lxc",
    "nordlynx",
    "ppp",
    "tailscale",
    "tap",
    "tun",
    "vbox",
    "virbr",
    "vmnet",
    "wg",
    # macOS: tunnels, AirDrop, virtual machines, a debugger's link to a telephone
    "anpi",
    "awdl",
    "llw",
    "utun",
    "vmenet",
    # Windows, in words: the names that drivers of virtual machines and VPNs give themselves
    "hyper-v",
    "openvpn",
    "vethernet",
    "virtualbox",
    "vmware",
    "wireguard",
    "wintun",
)


@dataclass(frozen=True, slots=True)
class Local:
    """One address of one interface."""

    name: str  # the interface's name
    index: int  # the interface's index; 0 if the system does not tell it
    host: str  # "192.0.2.5" or "2001:db8::5"; link-local IPv6 as "fe80::5%2"
    network: ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Link:
    """One interface that leads to others, with an address or without."""

    name: str
    wireless: bool
    carrier: bool  # a cable is plugged in, or the Wi-Fi is joined


class Changes:
    """Watches for changes of this computer's addresses where the system reports them: Linux, on a
    socket."""

    def __init__(self) -> None:
        self._fd: int | None = None
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                kind = socket.SOCK_RAW | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC
                told = socket.socket(socket.AF_NETLINK, kind, socket.NETLINK_ROUTE)
                with contextlib.closing(told):
                    told.bind((0, _RTMGRP))
                    self._fd = told.detach()  # stays open as long as this process runs

    def trusted_s(self) -> float:
        """The greatest age, in seconds, of a look that is still good; drains the reports of
        changes."""
        if self._fd is None:
            return LOOK_S
        trusted_s = TRUSTED_S
        try:
            while os.read(self._fd, 65_536):
                trusted_s = 0.0
        except BlockingIOError:
            return trusted_s
        except OSError:  # more changes than the system's queue holds
            return 0.0
        return 0.0


_changes: Changes | None = None
_looked: tuple[float, tuple[Local, ...]] | None = None  # the last look, and its time


def local_addresses() -> tuple[Local, ...]:
    """All addresses of all interfaces, the best to give to others first, loopback last. Calls at
    about the same time share one look, and so do all calls while nothing changes."""
    global _changes, _looked
    _changes = _changes or Changes()
    now = time.monotonic()
    trusted_s = _changes.trusted_s()
    if _looked is None or now - _looked[0] >= trusted_s:
        _looked = now, _look()
    return _looked[1]


def _look() -> tuple[Local, ...]:
    found = []
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ipaddress.ip_address(host.split("%")[0])
            if address.version == 6 and address.is_link_local:
                host = f"{address}%{adapter.index}"
            network = ipaddress.ip_network((str(address), ip.network_prefix), strict=False)
            found.append(Local(_name_of(adapter, ip), adapter.index or 0, host, network))
    return tuple(sorted(found, key=_rank_local))


def _name_of(adapter: ifaddr.Adapter, ip: ifaddr.IP) -> str:
    """The name by which people know an interface. Windows numbers its own (`{8D7F...}`) and shows
    people another (`Ethernet 3`); only the driver's name reveals a tunnel (`TAP-Windows
    Adapter`)."""
    if sys.platform != "win32":
        return adapter.name
    shown, driver = ip.nice_name, adapter.nice_name
    return driver if is_virtual(driver) and not is_virtual(shown) else shown


def is_virtual(name: str) -> bool:
    """True if an interface of that name leads into this computer's virtual machines, or into a
    VPN."""
    return name.lower().startswith(_VIRTUAL)


def own_hosts(interface: str | None = None) -> tuple[str, ...]:
    """The addresses to tell others: link-local IPv6 (without its scope, which is ours alone) only
    if there is nothing better, loopback only if there is nothing else."""
    if interface is not None:
        return (interface,)
    hosts = {a.host.split("%")[0]: a for a in local_addresses()}
    networked = [host for host, a in hosts.items() if not a.network.is_loopback]
    best = [host for host in networked if "%" not in hosts[host].host]
    return tuple(best or networked or hosts)


def announced_hosts(version: int, interface: str | None) -> tuple[str, ...]:
    """The addresses to announce by mDNS over this version of IP. Peers dial what they found over
    one version by the same version; other addresses would only cost vain dials. The receiver adds
    the scope."""
    if interface is not None:
        return (interface.split("%")[0],)
    locals_of = [a for a in local_addresses() if a.network.version == version]
    networked = [a for a in locals_of if not a.network.is_loopback]
    return tuple(dict.fromkeys(a.host.split("%")[0] for a in networked or locals_of))


def multicast_locals(interface: str | None) -> tuple[Local, ...]:
    """Our own addresses from which multicast can leave now, sorted: all of IPv4 and, of each
    interface, its link-local IPv6 address; or `interface` alone."""
    wanted = {
        local
        for local in local_addresses()
        if (_announces(local) if interface is None else local.host == interface)
        and _carries(local.name)
        and _can_multicast(local)
    }
    return tuple(sorted(wanted, key=lambda local: (local.host, local.index)))


def multicast_hosts(interface: str | None) -> tuple[tuple[str, int], ...]:
    """The same as addresses, each with the index of its network interface."""
    return tuple((local.host, local.index) for local in multicast_locals(interface))


def has_network(interface: str | None) -> bool:
    """True if this computer is on a network with others: `interface`, or any besides loopback."""
    present = multicast_locals(interface)
    return any(interface is not None or not local.network.is_loopback for local in present)


def network_name(host: str) -> str:
    """The name of the interface with that address of ours; the address itself if it is gone."""
    return next((local.name for local in local_addresses() if local.host == host), host)


def other_networks(interface: str | None) -> tuple[str, ...]:
    """The names of the networks with others that this computer is on, besides the one that it was
    told to use; () where it uses all."""
    if interface is None:
        return ()
    chosen = network_name(interface)
    names = [
        local.name
        for local in multicast_locals(None)
        if not local.network.is_loopback and not is_virtual(local.name) and local.name != chosen
    ]
    return tuple(dict.fromkeys(sorted(names)))


def links() -> tuple[Link, ...]:
    """The interfaces that lead to others, where the system tells (Linux), sorted by name."""
    try:
        names = sorted(os.listdir(_LINKS))
    except OSError:
        return ()
    return tuple(
        Link(name, Path(_LINKS, name, "wireless").exists(), _carries(name))
        for name in names
        if not is_virtual(name) and Path(_LINKS, name, "type").read_text().strip() == _ETHERNET
    )


def with_scopes(host: str) -> tuple[str, ...]:
    """`host` itself; link-local IPv6 without a scope, or with one that names no interface here (it
    may come from the other computer's screen), once for each interface that it may mean."""
    plain, _percent, scope = host.partition("%")
    try:
        address = ipaddress.IPv6Address(plain)
    except ValueError:
        return (host,)
    if not address.is_link_local or (scope and _names_interface(scope)):
        return (host,)
    indexes = {a.index for a in local_addresses() if "%" in a.host}
    return tuple(f"{plain}%{index}" for index in sorted(indexes)) or (host,)


def _names_interface(scope: str) -> bool:
    return any(scope in (a.name, str(a.index)) for a in local_addresses())


def is_address(text: str) -> bool:
    """True if `text` is an IP address, with or without a scope, and not a name."""
    try:
        ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return True


def with_number(interface: str | None) -> str | None:
    """`interface` with its scope as a number, the form in which we hold all addresses; a person may
    have typed the interface's name."""
    if interface is None or "%" not in interface:
        return interface
    host, _percent, name = interface.partition("%")
    try:
        return f"{host}%{socket.if_nametoindex(name)}"
    except OSError:
        return interface  # already a number, or no such interface: binding will tell


def _announces(local: Local) -> bool:
    return local.network.version == 4 or "%" in local.host


def _carries(name: str) -> bool:
    """True if an interface has a carrier, as far as the system tells: without a cable it keeps its
    address and, on Linux, its routes."""
    if sys.platform != "linux":
        return True
    request = struct.pack("16sH14x", name.encode()[:15], 0)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            answer = fcntl.ioctl(probe, _SIOCGIFFLAGS, request)
    except OSError:
        return True
    return bool(struct.unpack("16sH14x", answer)[1] & _IFF_RUNNING)


def _can_multicast(local: Local) -> bool:
    """True if multicast can leave from this address. An address stays on an interface that is down;
    a route for multicast does not. Connecting a datagram socket looks up the route and sends
    nothing."""
    family, group = socket.AF_INET, "224.0.0.251"
    if local.network.version == 6:
        family, group = socket.AF_INET6, "ff02::fb"
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            if family == socket.AF_INET:
                own = socket.inet_aton(local.host)
                probe.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, own)
                probe.connect((group, 5353))
            else:
                probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, local.index)
                probe.connect((group, 5353, 0, local.index))
    except OSError:
        return False
    return True


def is_dialable(host: str) -> bool:
    """True if `host` is a number (not a name) that one computer can have and we can reach;
    link-local IPv6 needs its scope."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.version == 6 and address.is_link_local and address.scope_id is None:
        return False
    return not (address.is_unspecified or address.is_multicast)


# Ranges that no router of the Internet forwards; one of our own networks may lie outside them.
_NEARBY: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "::1/128",
            "fc00::/7",
            "fe80::/10",
        ),
    )
)
_NETWORK_BITS_MIN: Final = {4: 8, 6: 32}  # of our own networks: a tunnel's may span everything


def is_nearby(host: str) -> bool:
    """True if `host` can be dialled and is in the neighbourhood: a private, link-local, unique
    local or loopback address, or one in a network of our own interfaces, as on a campus."""
    if not is_dialable(host):
        return False
    plain = ipaddress.ip_address(host.split("%")[0])
    own = (
        local.network
        for local in local_addresses()
        if local.network.prefixlen >= _NETWORK_BITS_MIN[local.network.version]
    )
    return any(plain.version == net.version and plain in net for net in (*_NEARBY, *own))


def is_loopback(host: str) -> bool:
    """True if `host` is a loopback address, in whatever notation."""
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:
        return False


def is_this_computer(host: str) -> bool:
    """True if `host`, as a socket names it, is an address of this computer."""
    plain = host.split("%")[0]
    return is_loopback(plain) or any(plain == a.host.split("%")[0] for a in local_addresses())


def is_own_host(host: str, addresses: Iterable[str]) -> bool:
    """True if `host` is a loopback address or the host of one of `addresses`, a mesh's own."""
    return is_loopback(host) or any(parse_address(address)[0] == host for address in addresses)


def best_first(hosts: Iterable[str]) -> tuple[str, ...]:
    """Another peer's addresses in the order in which to dial them: first those in our own networks,
    then by `_rank`; leaves out whatever is not the address of a computer."""
    networks = [a.network for a in local_addresses()]
    ranked = []
    for host in filter(is_dialable, dict.fromkeys(hosts)):
        plain = ipaddress.ip_address(host.split("%")[0])
        near = any(plain.version == net.version and plain in net for net in networks)
        ranked.append((not near, _rank(plain), plain.version, int(plain), host))
    return tuple(entry[-1] for entry in sorted(ranked))


def _rank(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> int:
    if address.is_loopback:
        return 6
    if address.version == 4:
        return 2 if address.is_link_local else 0 if address.is_private else 1
    return 5 if address.is_link_local else 3 if address.is_private else 4


def _rank_local(local: Local) -> tuple[bool, int, int, str]:
    plain = ipaddress.ip_address(local.host.split("%")[0])
    return (is_virtual(local.name), _rank(plain), local.index, local.host)
