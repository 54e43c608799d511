"""The app's introduction to Camel Up Cards: its options, and its rules."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "trophies": (
        N_("Trophies"),
        N_(
            "Before each new leg a trophy goes onto the winner card of the last camel and onto the "
            "loser card of the first, if they lie in the pool: the bolder the bet, the better."
        ),
    ),
    "bet_optional": (
        N_("The bet may be skipped"),
        N_("After the race action a turn may end without a bet."),
    ),
    "min_money": (
        N_("Nobody falls below so many coins"),
        N_("At a scoring losses beyond that are forgiven."),
    ),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("The race"),
        N_(
            "Five camels run along a track of cards. There are 30 race cards: each camel has five "
            "with a 1 and one with a 2. A camel that ends on others stands on top of them, and "
            "whoever is carried moves along. Farther is ahead; in a stack, the higher camel is "
            "ahead."
        ),
    ),
    (
        N_("A leg"),
        N_(
            "At its start all race cards are shuffled. Twelve make the race deck (ten with five "
            "players), everybody is dealt one hand card that nobody else sees, and the rest stays "
            "out. So some camels run more than others, and the deck remembers: what has been "
            "turned up in this leg lies open beside each camel."
        ),
    ),
    (
        N_("Your turn: a race action and a bet, in either order"),
        N_(
            "Race actions: turn up the top race card, and its camel moves by the number; play your "
            "hand card once in a leg, and its camel moves exactly 1; or put the palm or the fennec "
            "on a free space, if it is at home."
        ),
    ),
    (
        N_("Bets"),
        N_(
            "Take a leader card (5, 3, 2 and 2 coins are left to take in this order), a midfield "
            "card, or a winner or loser card of the whole race. You may hold one winner card and "
            "one loser card; a new one sends the old one back, with its trophies."
        ),
    ),
    (
        N_("Palm and fennec"),
        N_(
            "Camels that end on the palm go one space on. Camels that end on the fennec go one "
            "space back, underneath whoever stands there. Then the token goes home. Whose token is "
            "still on the track when the leg ends pays 1 coin."
        ),
    ),
    (
        N_("The end of a leg"),
        N_(
            "When the last card of the deck has moved its camel: a leader card earns its number if "
            "its camel leads, 1 if it is second; a midfield card 2 for the third, 1 for the second "
            "or fourth; any other costs 1. All these cards go home."
        ),
    ),
    (
        N_("Sandstorm and trophies"),
        N_(
            "Then track cards behind the first camel and ahead of the last one that are bare of "
            "camels turn over: two spaces become one, and the field closes up. A trophy goes onto "
            "the winner card of the last camel, and another onto the loser card of the first."
        ),
    ),
    (
        N_("The end of the race"),
        N_(
            "It ends as soon as a camel crosses the line. The leg is scored; then winner cards "
            "earn 7 for the first camel and 3 for the second, loser cards 7 for the last and 3 "
            "for the fourth, any other costs 1. Each trophy on a card that did not lose earns 2 "
            "more. Most coins win."
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
