"""The app's introduction to Targui: its options, and its rules on one page."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "destiny": (
        N_("Destiny cards"),
        N_(
            "The game lasts one round per card. Without cards 2 to 5, which bring camels "
            "to the camps, it lasts 12 rounds. Card 1 is always included."
        ),
    ),
    "camels": (
        N_("Camels in the supply"),
        N_("The fewer there are, the sooner the supply runs out."),
    ),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("Who wins"),
        N_(
            "Tribes fight for the desert. One destiny card is revealed each round. Once "
            "the last one has been revealed and that round's tribute is paid, the highest "
            "tribute of that round wins. Only a tribe that still holds its own camp can "
            "win. The last tribe left wins at once."
        ),
    ),
    (
        N_("The lands"),
        N_(
            "The coin shows what a land pays as tribute, the shield what it adds to a die "
            "in battle. Saline 5 and 5, camp 4 and 4, guelta 3 and 3; reg pays 2, erg pays "
            "1; feche-feche adds 2, mountain adds 1. Nobody may enter a chott."
        ),
    ),
    (
        N_("Setting up"),
        N_(
            "With two or four tribes, each chooses a corner; with three, each is given "
            "three cells. Then the lands are laid out, and each tribe sets up its camp on "
            "one of its cells, with 10 camels and 10 silver. The land that was there is "
            "removed."
        ),
    ),
    (
        N_("A round"),
        N_(
            "A die is rolled: each tribe puts that many cards into the pile, and a destiny "
            "card is added. They are turned up one by one; a tribe's card gives it a turn. "
            "On a 6, each tribe has one card, which gives two turns in a row."
        ),
    ),
    (
        N_("Your turn"),
        N_(
            "Move or attack, then buy; you may skip either. A move takes any number of "
            "camels from one of your cells to a neighbouring cell, diagonals included. If "
            "no other tribe has camels there, the land becomes yours, and it stays yours "
            "when your camels leave. A camel costs 1 silver and arrives on any of your "
            "cells."
        ),
    ),
    (
        N_("Battle"),
        N_(
            "The attacker rolls: the die is added to the value of the cell it attacks "
            "from, and half of the sum, rounded down, is the number of defenders that "
            "fall. Any that are left strike back in the same way. Then the attacker rolls "
            "again or stops. When the last defender falls, at least one camel moves in."
        ),
    ),
    (
        N_("Tribute"),
        N_(
            "When the pile is used up, each tribe that still holds its own camp receives "
            "the value of all its lands in silver. Without its camp it receives nothing. A "
            "tribe without any land is out of the game."
        ),
    ),
    (
        N_("Ties"),
        N_(
            "The tribe with more camels on the board wins, then the one with more silver; "
            "otherwise the victory is shared. If no tribe holds its own camp at the end, "
            "all remaining tribes share the victory."
        ),
    ),
)


def option_words(key: str) -> tuple[str, str]:
    """An option in one line, and what it does."""
    title, text = _OPTIONS.get(key, (key, ""))
    return _(title), _(text) if text else ""


def rules_page() -> tuple[tuple[str, str], ...]:
    """(heading, text) in order."""
    return tuple((_(title), _(text)) for title, text in _RULES)
