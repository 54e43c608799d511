"""The four tribes: the camel whose colour, mark and pattern is theirs."""

from __future__ import annotations

from camelnet_gui.art.palette import COATS, Coat

CAMELS = "brgy"  # by seat: blue, red, green, yellow; see `camelnet_gui.art.marks`
COLOURS = tuple(COATS[camel].base.name() for camel in CAMELS)


def coat(seat: int) -> Coat:
    return COATS[CAMELS[seat]]
