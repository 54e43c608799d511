"""The sixteen destiny cards in short words, and what is drawn on each. Pure; knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.i18n import N_, _
from camelnet_gui.words import MINUS


@dataclass(frozen=True, slots=True)
class Destiny:
    """`picture` is a land, a tribe's number, "coin" or "all"; `sign` stands beneath it."""

    picture: str
    sign: str
    title: str


_CARDS: dict[int, Destiny] = {
    1: Destiny("saline", "0", N_("The saline dries out")),
    2: Destiny("0", "+10", N_("Camels for the Kel Ress")),
    3: Destiny("1", "+10", N_("Camels for the Kel Ilbakan")),
    4: Destiny("2", "+10", N_("Camels for the Kel Ahaggar")),
    5: Destiny("3", "+10", N_("Camels for the Kel Ajjer")),
    6: Destiny("erg", f"{MINUS}3", N_("Storm over the ergs")),
    7: Destiny("guelta", "\N{LESS-THAN OR EQUAL TO}15", N_("The gueltas run low")),
    8: Destiny("coin", "+10", N_("A caravan pays its way")),
    9: Destiny("camp", "\N{DIVISION SIGN}2", N_("Sickness in the camps")),
    10: Destiny("all", f"{MINUS}1", N_("A hard winter")),
    11: Destiny("reg", f"{MINUS}5", N_("Drought on the regs")),
    12: Destiny("guelta", "+5", N_("Young camels at the gueltas")),
    13: Destiny("erg", "3", N_("The ergs are a fortress")),
    14: Destiny("guelta", f"{MINUS}10", N_("The gueltas are poisoned")),
    15: Destiny("coin", "0", N_("Robbers")),
    16: Destiny("mount", "3", N_("Ore in the mountains")),
}


def destiny(card: int) -> Destiny:
    return _CARDS[card]


def title(card: int) -> str:
    return _(_CARDS[card].title)


def effect(card: int) -> str:
    """What the card does, in one sentence."""
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
