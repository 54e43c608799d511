"""The app's introduction to Camel Up: its options, and its rules on one page."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "leg_ends_without_tiles": (
        N_("A leg also ends when all leg tiles are taken"),
        N_("Legs are shorter, and betting is a race of its own. From the French rules."),
    ),
    "flip_in_place": (
        N_("A desert tile may be turned over where it lies"),
        N_("Without moving on, an oasis becomes a mirage, or the other way round."),
    ),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("The race"),
        N_(
            "Five camels run once around the pyramid. A camel that ends on others stands on "
            "top of them, and whoever is carried moves along. Farther is ahead; in a stack, "
            "the higher camel is ahead."
        ),
    ),
    (
        N_("Your turn: one of four"),
        N_(
            "Roll: one die leaves the pyramid, its camel moves 1 to 3 spaces, and you get a "
            "pyramid tile worth 1 pound. Leg bet: take the top tile of a camel. Desert tile: "
            "put it on a free space, not next to another player's. Overall bet: lay one of "
            "your race cards face down on the winner or the loser."
        ),
    ),
    (
        N_("Desert tiles"),
        N_(
            "Whenever camels end on your tile, you get 1 pound. An oasis sends them one space "
            "on, a mirage one space back and underneath the camels standing there."
        ),
    ),
    (
        N_("The end of a leg"),
        N_(
            "When all five dice are out: a tile of the leading camel earns its number, of the "
            "second 1, any other costs 1. Nobody falls below 0. Tiles and dice go home."
        ),
    ),
    (
        N_("The end of the race"),
        N_(
            "It ends as soon as a camel crosses the line. The leg is scored once more; then "
            "the race cards are turned over in the order laid: right ones earn 8, 5, 3, 2 and "
            "1 pounds, wrong ones cost 1. Most money wins."
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
