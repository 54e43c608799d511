"""The app's introduction to Camel Up: its options, and its rules on one page."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "leg_ends_without_tiles": (
        N_("A leg also ends when all leg tiles are taken"),
        N_("Legs are shorter, and betting becomes a race of its own. From the French rules."),
    ),
    "flip_in_place": (
        N_("A desert tile may be turned over where it lies"),
        N_("An oasis becomes a mirage, or a mirage an oasis, without changing its space."),
    ),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("The race"),
        N_(
            "Five camels run one lap around the pyramid. A camel that lands on others "
            "climbs on top of them, and a camel that moves carries those on its back. The "
            "camel farther along is ahead; in a stack, the higher one."
        ),
    ),
    (
        N_("Your turn: one of four actions"),
        N_(
            "Roll: a die comes out of the pyramid, its camel moves 1 to 3 spaces, and you "
            "get a pyramid tile worth 1 pound. Leg bet: take a camel's top tile. Desert "
            "tile: place it on a free space, not next to another player's. Overall bet: "
            "place one of your race cards face down on the winner or the loser."
        ),
    ),
    (
        N_("Desert tiles"),
        N_(
            "Whenever camels land on your tile, you get 1 pound. An oasis moves them one "
            "space forward; a mirage moves them one space back, underneath any camels "
            "there."
        ),
    ),
    (
        N_("The end of a leg"),
        N_(
            "A leg ends when all five dice have been rolled. A tile of the leading camel "
            "earns its number and one of the second camel 1 pound; any other costs 1. "
            "Nobody drops below 0. Then all tiles and dice are returned."
        ),
    ),
    (
        N_("The end of the race"),
        N_(
            "The race ends as soon as a camel crosses the finish line. The leg is scored "
            "one last time; then the race cards are turned over in the order they were "
            "placed: correct ones earn 8, 5, 3, 2 and 1 pounds, wrong ones cost 1. The "
            "most money wins."
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
