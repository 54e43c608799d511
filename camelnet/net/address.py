"""Addresses as people type and read them: `192.0.2.7:40111`, `[2001:db8::1]:40111`."""

from __future__ import annotations

from typing import Any


def show_address(host: str, port: int) -> str:
    """ "192.0.2.7:40111" or "[2001:db8::1]:40111"."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def host_of(where: tuple[Any, ...]) -> str:
    """The host in an address as a socket names it; link-local IPv6 keeps its scope, as the number
    of an interface."""
    host: str = where[0].split("%")[0]
    return f"{host}%{where[3]}" if len(where) == 4 and where[3] else host


def parse_address(text: str) -> tuple[str, int] | None:
    """Host (number or name; link-local IPv6 may carry its `%scope`) and port; None for other text.

    An IPv6 host stands in brackets: without them nobody could tell where it ends.
    """
    host, colon, port = text.strip().rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
        if ":" not in host:
            return None
    elif ":" in host:
        return None
    if not colon or not host or not host.isprintable() or any(c in host for c in " []/"):
        return None
    if not port.isascii() or not port.isdecimal() or len(port) > 5:
        return None
    return (host, int(port)) if 0 < int(port) < 65536 else None
