"""The app's introduction to Camel Up Cards: its options, and its rules."""

from __future__ import annotations

from camelnet.i18n import N_, _

_OPTIONS: dict[str, tuple[str, str]] = {
    "trophies": (
        N_("Trophies"),
        N_(
            "Before each new leg, a trophy goes on the last camel's winner card and on the "
            "first camel's loser card, if they are in the pool: the bolder the bet, the "
            "better."
        ),
    ),
    "bet_optional": (
        N_("Betting is optional"),
        N_("You may end your turn after the race action, without a bet."),
    ),
    "min_money": (
        N_("Minimum number of coins"),
        N_("Nobody drops below this when a leg or the race is scored."),
    ),
}

_RULES: tuple[tuple[str, str], ...] = (
    (
        N_("The race"),
        N_(
            "Five camels run along a track made of cards. There are 30 race cards: each "
            "camel has five with a 1 and one with a 2. A camel that lands on others climbs "
            "on top of them, and a camel that moves carries those on its back. The camel "
            "farther along is ahead; in a stack, the higher one."
        ),
    ),
    (
        N_("A leg"),
        N_(
            "At the start of a leg, all race cards are shuffled. Twelve form the race deck "
            "(ten with five players), each player is dealt one hand card that nobody else "
            "sees, and the rest are set aside. So some camels run more than others, and it "
            "pays to count cards: those already turned up in this leg stay visible beside "
            "each camel."
        ),
    ),
    (
        N_("Your turn: a race action and a bet, in either order"),
        N_(
            "Race actions: turn up the top race card, and its camel moves that many "
            "spaces; play your hand card, once per leg, and its camel moves exactly 1; or "
            "place the palm or the fennec on a free space, if it is not on the track "
            "already."
        ),
    ),
    (
        N_("Bets"),
        N_(
            "Take a leader card (worth 5, 3, 2 and 2 coins, in this order), a midfield "
            "card, or a winner or loser card for the whole race. You may hold one winner "
            "card and one loser card; a new one replaces the old one, which goes back with "
            "its trophies."
        ),
    ),
    (
        N_("Palm and fennec"),
        N_(
            "Camels that land on the palm move one space forward. Camels that land on the "
            "fennec move one space back, underneath any camels there. Then the token is "
            "returned. If your token is still on the track when the leg ends, you pay 1 "
            "coin."
        ),
    ),
    (
        N_("The end of a leg"),
        N_(
            "A leg ends when the last card of the deck has been played. A leader card "
            "earns its number if its camel leads and 1 if it is second; a midfield card "
            "earns 2 for the third camel and 1 for the second or fourth; any other costs "
            "1. Then all these cards are returned."
        ),
    ),
    (
        N_("Sandstorm and trophies"),
        N_(
            "Then the track cards between the last camel and the first that have no camels "
            "on them turn over: two spaces become one, and the field closes up. A trophy "
            "goes on the last camel's winner card, and another on the first camel's loser "
            "card."
        ),
    ),
    (
        N_("The end of the race"),
        N_(
            "The race ends as soon as a camel crosses the finish line. The leg is scored; "
            "then winner cards earn 7 for the first camel and 3 for the second, loser "
            "cards 7 for the last and 3 for the fourth; any other costs 1. Each trophy on "
            "a card that earned coins is worth 2 more. The most coins win."
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
