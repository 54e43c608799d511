"""The four tribes: their names, and the camel whose colour, mark and pattern is theirs."""

from __future__ import annotations

from camelnet_gui.art.palette import COATS, Coat

NAMES = ("Kel Ress", "Kel Ilbakan", "Kel Ahaggar", "Kel Ajjer")
CAMELS = "brgy"  # by seat: blue, red, green, yellow; see `camelnet_gui.art.marks`
COLOURS = tuple(COATS[camel].base.name() for camel in CAMELS)


def coat(seat: int) -> Coat:
    return COATS[CAMELS[seat]]
