"""The app's introduction to Targui: its options, and its rules on one page."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "destiny": (
        N_("Destiny cards"),
        N_(
            "As many rounds as there are cards. Without 2 to 5, which bring camels to the camps, "
            "the game takes 12 rounds. Card 1 is always in it."
        ),
    ),
    "camels": (N_("Camels in the box"), N_("The fewer there are, the sooner they run out.")),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("Who wins"),
        N_(
            "Tribes fight for the desert. Each round one destiny card falls; when the last one is "
            "gone and that round's tribute is paid, the highest tribute of that round wins. Only "
            "a tribe that owns its own camp can win. A tribe left alone wins at once."
        ),
    ),
    (
        N_("The lands"),
        N_(
            "A coin tells what a land pays at a tribute, a shield what it adds to a die in battle. "
            "Saline 5 and 5, camp 4 and 4, guelta 3 and 3, reg pays 2, erg pays 1; feche-feche "
            "adds 2, mountain adds 1. Nobody enters a chott."
        ),
    ),
    (
        N_("Setting up"),
        N_(
            "With two or four tribes each chooses a corner; with three, three cells are given to "
            "each. Then the lands are laid, and each founds its camp on one of its cells, with 10 "
            "camels and 10 silver. What lay there is gone."
        ),
    ),
    (
        N_("A round"),
        N_(
            "A die is rolled: each tribe puts so many cards into the pile, and a destiny card "
            "joins them. They are turned up one by one; a tribe's card gives it a turn. On a 6 "
            "each tribe has one card, but it gives two turns in a row."
        ),
    ),
    (
        N_("Your turn"),
        N_(
            "Move or attack, then buy; both may be left out. A move takes any number of camels "
            "from one of your cells to a cell beside it, also at a corner. Where no camels of "
            "another tribe stand, the land becomes yours, and it stays yours when all camels "
            "leave. A camel costs 1 silver and comes onto any of your cells."
        ),
    ),
    (
        N_("Battle"),
        N_(
            "The attacker rolls: the die and the value of the cell it attacks from are added and "
            "halved, rounded down; so many defenders fall. If some are left, they roll back in the "
            "same way. Then the attacker rolls again or stops. Where the last defender falls, at "
            "least one camel goes in."
        ),
    ),
    (
        N_("Tribute"),
        N_(
            "When the pile is gone, each tribe that owns its own camp gets the values of all its "
            "lands in silver. Without its own camp it gets nothing. A tribe without any land is "
            "out."
        ),
    ),
    (
        N_("If tributes are equal"),
        N_(
            "More camels on the board win, then more money; else the victory is shared. If nobody "
            "owns its own camp in the end, all tribes that are left share it."
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
