"""camelnet as the next version: the code of this checkout with one change planted.

`python -m tests.net.later CHANGE ARGUMENT...` runs `camelnet ARGUMENT...`. A CHANGE of `optional`
opens tables with a field that this version does not know, one of `needed` tables that need a
capability that it lacks, and one of `protocol` speaks only the next protocol.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from camelnet import __version__
from camelnet.cli import main
from camelnet.protocol.wire.bodies import Extra, TableBody
from camelnet.session.game import machine
from camelnet.session.lobby.builds import Build
from camelnet.session.peer import peer

CLOCK = (Extra("clock", b"\x00\x3c"),)
TEAMS = ("teams",)


def version() -> str:
    """The next minor version after ours."""
    major, minor, _patch = __version__.split(".")
    return f"{major}.{int(minor) + 1}.0"


def run(change: str, arguments: list[str]) -> None:
    build = replace(Build.own(), version=version(), capabilities=TEAMS)
    planted: dict[str, Any] = {}
    match change:
        case "optional":
            planted["extras"] = CLOCK
        case "needed":
            planted["needs"] = TEAMS
        case "protocol":
            only = build.protocol_max + 1
            build = replace(build, protocol_min=only, protocol_max=only)
    new_table = peer.new_table

    def later_table(**given: Any) -> TableBody:
        return replace(new_table(**given), **planted)

    Build.own = classmethod(lambda cls: build)  # type: ignore[assignment, method-assign]
    machine.CAPABILITIES = TEAMS
    peer.new_table = later_table
    main(arguments)


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
