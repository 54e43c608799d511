"""`camelnet play`: a ready table, against bots that run as processes of their own."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from random import shuffle

from camelnet.net.address import LOOPBACK, show_address
from camelnet.rules import GAMES
from camelnet.session.text.table_names import free_name
from camelnet.terminal.bot_processes import NAMES

BOTS = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """The table to set up, and the arguments of each bot's process."""

    table: str
    game: str
    seats: int
    port: int
    bots: tuple[tuple[str, ...], ...]


def seats_against_bots(game: str) -> int:
    """The number of seats at a table where one person plays against bots."""
    return min(1 + BOTS, GAMES[game].seats_max)


def make_plan(
    *,
    name: str,
    game: str,
    level: str,
    style: str,
    interface: str | None,
    port: int,
    once: bool,
) -> Plan:
    """Name the table, and fix the port so that the bots can find this table by its address.

    Raises OSError if `interface` is not an address of this computer.
    """
    seats = seats_against_bots(game)
    port = port or free_port(interface)
    host = interface or LOOPBACK
    common = ["join", "--address", show_address(host, port), "--level", level]
    common += ["--style", style]
    common += ["--interface", interface] if interface else []
    common += ["--once"] if once else []
    others = [bot for bot in NAMES if bot != name]
    bots = tuple((*common, "--name", bot) for bot in others[: seats - 1])
    return Plan(table=free_name((), shuffle), game=game, seats=seats, port=port, bots=bots)


def free_port(interface: str | None) -> int:
    """A port that nobody listens on just now."""
    host = interface or "0.0.0.0"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def plays_itself(environment: Mapping[str, str], *, auto: bool, app: bool) -> bool:
    """True if a bot takes the person's seat: on request, or because nobody can type or see a
    window.

    `app`: it is installed. A launcher starts us with a display and without standard input.
    """
    unseen = environment.get("QT_QPA_PLATFORM") in ("offscreen", "minimal")
    window = app and has_display(environment) and not unseen
    return auto or environment.get("AUTO", "") not in ("", "0") or not (can_type() or window)


def can_type() -> bool:
    """True if standard input is a terminal."""
    try:
        return os.isatty(sys.stdin.fileno())
    except (AttributeError, ValueError, OSError):
        return False


def has_display(environment: Mapping[str, str], system: str = sys.platform) -> bool:
    """True if we could open a window; without a display Qt would abort."""
    if system in ("win32", "darwin"):
        return True
    names = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY")
    return any(environment.get(name) for name in names)
