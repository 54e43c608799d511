"""The network interfaces that the settings offer, by name, and the address of the one chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from camelnet.net.interfaces import Local, is_virtual, local_addresses


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface with the address to listen at."""

    name: str
    address: str


def list_interfaces(found: Iterable[Local] | None = None) -> tuple[Interface, ...]:
    """Each interface once, with its best address: those that lead to other computers first.
    `found` is best first; all of this computer's if left out."""
    addresses = local_addresses() if found is None else found
    best: dict[str, Local] = {}
    for local in addresses:
        if not is_virtual(local.name):
            best.setdefault(local.name, local)
    return tuple(Interface(name, local.host) for name, local in best.items())


def address_of(name: str) -> str | None:
    """The address of an interface now; None while it is not connected."""
    return next((found.address for found in list_interfaces() if found.name == name), None)
