"""The names of things in targui: tribes, lands, sectors, destiny cards, amounts."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import chance_percent

TRIBES = ("Kel Ress", "Kel Ilbakan", "Kel Ahaggar", "Kel Ajjer")  # by seat
LETTERS = "RIHJ"  # of the tribes, by seat, where only one letter fits
MARKS = "◆✚♣☼"  # by seat, as in the app
STYLES = (  # by seat: blue, red, green, yellow
    "bold #ffffff on #1b66b0",
    "bold #ffffff on #b3261e",
    "bold #ffffff on #12733f",
    "bold #3a3024 on #f4c430",
)


def land_name(land: str) -> str:
    return {
        "camp": _("camp"),
        "saline": _("saline"),
        "guelta": _("guelta"),
        "reg": _("reg"),
        "erg": _("erg"),
        "feche": _("feche-feche"),
        "mount": _("mountain"),
        "chott": _("chott"),
    }[land]


def land_short(land: str) -> str:
    """A land in seven columns at most."""
    return {"feche": _("feche"), "mount": _("mount")}.get(land) or land_name(land)


def sector_name(sector: str) -> str:
    return {
        "nw": _("the north-west"),
        "ne": _("the north-east"),
        "sw": _("the south-west"),
        "se": _("the south-east"),
    }[sector]


def cell_name(cell: int, land: str | None) -> str:
    """A cell inside a sentence: "cell 12 (reg)"."""
    if land is None:
        return _("cell {cell}").format(cell=cell)
    return _("cell {cell} ({land})").format(cell=cell, land=land_name(land))


def camels(count: int) -> str:
    return ngettext("{count} camel", "{count} camels", count).format(count=count)


def silver(count: int) -> str:
    """An amount of money."""
    return ngettext("{count} silver", "{count} silver", count).format(count=count)


def chance(thousandths: int) -> str:
    """A chance in a player's words: "in 73 of 100 cases". 0 and 1000 are rounded, so they are no
    certainties."""
    percent = _percent(thousandths)
    if percent == 0:
        return _("in less than 1 of 100 cases")
    if percent == 100:
        return _("in more than 99 of 100 cases")
    return _("in {percent} of 100 cases").format(percent=percent)


def chance_short(thousandths: int) -> str:
    """The same where there is little room: "73 %"."""
    return chance_percent(min(max(_percent(thousandths) / 100, 0.001), 0.999))


def _percent(thousandths: int) -> int:
    return (thousandths + 5) // 10


def average(thousandths: int) -> str:
    """An average with one decimal: "4.2"."""
    tenths = (thousandths + 50) // 100
    return _("{whole}.{tenths}").format(whole=tenths // 10, tenths=tenths % 10)


def destiny_title(card: int) -> str:
    """The title of a destiny card, 1 to 16."""
    return {
        1: _("The saline dries out"),
        2: _("Camels for Kel Ress"),
        3: _("Camels for Kel Ilbakan"),
        4: _("Camels for Kel Ahaggar"),
        5: _("Camels for Kel Ajjer"),
        6: _("Storm over the ergs"),
        7: _("The gueltas run low"),
        8: _("A caravan pays its way"),
        9: _("Sickness in the camps"),
        10: _("A hard winter"),
        11: _("Drought on the regs"),
        12: _("Young camels"),
        13: _("The ergs are a fortress"),
        14: _("The gueltas are poisoned"),
        15: _("Robbers"),
        16: _("Ore in the mountains"),
    }[card]


def destiny_effect(card: int) -> str:
    """The effect of a destiny card, in one sentence."""
    return {
        1: _("The saline loses all its camels."),
        2: _("10 camels come onto the camp of the Kel Ress, if they still own it."),
        3: _("10 camels come onto the camp of the Kel Ilbakan, if they still own it."),
        4: _("10 camels come onto the camp of the Kel Ahaggar, if they still own it."),
        5: _("10 camels come onto the camp of the Kel Ajjer, if they still own it."),
        6: _("Each erg loses 3 camels."),
        7: _("Each guelta keeps 15 camels at most."),
        8: _("Each tribe that owns its own camp gets 10 silver."),
        9: _("Each camp loses half its camels, the loss rounded down."),
        10: _("Each cell loses 1 camel."),
        11: _("Each reg loses 5 camels."),
        12: _("Each guelta that somebody owns gains 5 camels."),
        13: _("For the rest of this round each erg has strategic value 3."),
        14: _("Each guelta loses 10 camels."),
        15: _("Each tribe that owns its own camp loses all its money."),
        16: _("At the end of this round each mountain pays 3 silver."),
    }[card]
