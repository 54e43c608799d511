"""The rules of Camel Up Cards in the app's words: its options, and the sections of its
rulebook."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet_gui.games.cards import rules_pictures as pictures
from camelnet_gui.games.cards.holdings_view import CardsHoldings
from camelnet_gui.games.cards.scene_builder import Holdings
from camelnet_gui.games.rules_rows import rows_section
from camelnet_gui.games.rules_section import Grid, Points, Section, anchor_in

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

_HELD = Holdings((("g", 5),), "w", ("b", 1), None, ("palm",), "held", True, "race")  # for example
_ANCHORS = {  # the section that explains a rule of docs/rules-cards.md
    "S1": "setup",
    "S2": "setup",
    "T1": "turn",
    "R1": "tokens",
    "R2": "race-deck",
    "R3": "hand",
    "B1": "leader",
    "B2": "midfield",
    "B3": "race-bets",
    "B4": "turn",
    # and what can be pointed at, by the first word or two
    "reveal": "race-deck",
    "hand": "hand",
    "palm": "tokens",
    "fennec": "tokens",
    "lead": "leader",
    "mid": "midfield",
    "win": "race-bets",
    "lose": "race-bets",
    "pass": "turn",
    "space": "moving",
    "row": "rows",
    "score leg": "leg-end",
    "score race": "race-end",
}


def option_words(key: str) -> tuple[str, str]:
    """An option in one line, and what it does."""
    title, text = _OPTIONS.get(key, (key, ""))
    return _(title), _(text) if text else ""


def anchor(topic: str) -> str:
    """The section about a rule ("R1"), a place of the board or a pick; "" for none."""
    return anchor_in(_ANCHORS, topic.removeprefix("act "))


def rules_page() -> tuple[Section, ...]:
    """The sections of the rulebook, in order."""
    return (
        Section(
            "aim",
            _("The aim of the game"),
            (
                _(
                    "Five camels run along a track made of cards. You own none of them: you bet on "
                    "them. When a camel crosses the finish line, the player with the most coins "
                    "wins."
                ),
                pictures.track(),
                _(
                    "There are no dice: race cards move the camels. Whoever remembers which cards "
                    "have been turned up knows more than the others. Each player begins with 3 "
                    "coins."
                ),
            ),
        ),
        Section(
            "setup",
            _("Setting up"),
            (
                _(
                    "The more players, the longer the track: 15 spaces for two players, and one "
                    "more for each further player. The first player is drawn at random."
                ),
                _(
                    "All camels stand at the start. Race cards are turned up until each camel has "
                    "moved once, 1 or 2 spaces; further cards of a camel that has moved are "
                    "ignored."
                ),
            ),
        ),
        Section(
            "turn",
            _("Your turn"),
            (
                _("Take one race action and place one bet, in either order."),
                _("The race action is one of these:"),
                Points(
                    (
                        _("turn up the top card of the race deck;"),
                        _("play your hand card, once in a leg;"),
                        _("place the palm or the fennec on the track."),
                    )
                ),
                _("The bet is one of these:"),
                Points(
                    (
                        _("take a leader card: who leads at the end of this leg?"),
                        _("take a midfield card: who is third at the end of this leg?"),
                        _("take a winner card: who wins the race?"),
                        _("take a loser card: who comes last in the race?"),
                    )
                ),
                _(
                    "You have to bet as long as a card can be taken, unless the table plays with "
                    "the option that makes betting optional: then you may skip the bet after your "
                    "race action. If your race action ends the leg, your turn is over, and a bet "
                    "that you have not placed is lost."
                ),
            ),
        ),
        Section(
            "race-deck",
            _("The race deck"),
            (
                _(
                    "There are 30 race cards: each camel has five with a 1 and one with a 2. At "
                    "the start of a leg all of them are shuffled. Twelve form the race deck (ten "
                    "with five players), each player is dealt one hand card, and nobody sees the "
                    "rest in this leg."
                ),
                pictures.race_cards(),
                _(
                    "When you turn up the top card, its camel moves as many spaces as the card "
                    "shows. So some camels move more often than others in a leg, and some not at "
                    "all."
                ),
                _("The cards turned up in this leg stay visible beside each camel. Count them!"),
            ),
        ),
        Section(
            "hand",
            _("Your hand card"),
            (
                _(
                    "Only you can see your hand card. Play it as your race action, once in a leg: "
                    "its camel moves exactly 1 space, whatever its number."
                ),
                _(
                    "A hand card that is not played goes back unseen at the end of the leg, and "
                    "the next leg brings another."
                ),
            ),
        ),
        Section(
            "moving",
            _("How camels move"),
            (
                _(
                    "A camel that ends its move on a space with camels climbs on top of them. A "
                    "camel that moves carries all camels on its back along; those below it stay."
                ),
                pictures.carrying(),
                _(
                    "The camel farther along the track is ahead. Among camels on one space, the "
                    "higher one is ahead. Only at the start do camels stand side by side."
                ),
            ),
        ),
        Section(
            "tokens",
            _("Palm and fennec"),
            (
                _(
                    "Place the palm or the fennec on a space without camels and without the other "
                    "token, if it is not on the track already, and take its card."
                ),
                pictures.tokens(),
                Points(
                    (
                        _("Palm: camels that land there move 1 space forward."),
                        _(
                            "Fennec: camels that land there move 1 space back, underneath any "
                            "camels there, even those that they have just left."
                        ),
                    )
                ),
                _(
                    "After that the token is returned with its card, and can be placed again in a "
                    "later turn. Camels sent from one token to the other follow both."
                ),
                _(
                    "Be careful: if your token is still on the track when the leg ends, you pay 1 "
                    "coin."
                ),
            ),
        ),
        Section(
            "leader",
            _("Leader cards"),
            (
                _(
                    "Take the top leader card of the camel that you think will lead at the end of "
                    "this leg. Each camel has four, worth 5, 3, 2 and 2 coins, taken in this order."
                ),
                pictures.leader_cards(),
                Grid(
                    (_("At the end of the leg, the camel is"), _("you get")),
                    (
                        (_("first"), _("the number on the card")),
                        (_("second"), _("1 coin")),
                        (_("anywhere else"), _("nothing, and you pay 1 coin")),
                    ),
                ),
            ),
        ),
        Section(
            "midfield",
            _("Midfield cards"),
            (
                _("Each camel has one midfield card: a bet that it will be third."),
                Grid(
                    (_("At the end of the leg, the camel is"), _("you get")),
                    (
                        (_("third"), _("2 coins")),
                        (_("second or fourth"), _("1 coin")),
                        (_("first or last"), _("nothing, and you pay 1 coin")),
                    ),
                ),
            ),
        ),
        Section(
            "race-bets",
            _("Winner and loser cards"),
            (
                _(
                    "Each camel has one winner card and one loser card for the whole race. You may "
                    "hold one of each kind. When you take another, the one that you had goes back "
                    "to the market with its trophies."
                ),
                Grid(
                    (_("At the end of the race"), _("winner card"), _("loser card")),
                    (
                        (_("the camel is first"), "7", "\N{MINUS SIGN}1"),
                        (_("second"), "3", "\N{MINUS SIGN}1"),
                        (_("third"), "\N{MINUS SIGN}1", "\N{MINUS SIGN}1"),
                        (_("fourth"), "\N{MINUS SIGN}1", "3"),
                        (_("last"), "\N{MINUS SIGN}1", "7"),
                    ),
                ),
                _("You keep these cards until the end of the race, or until you exchange them."),
            ),
        ),
        Section(
            "leg-end",
            _("The end of a leg"),
            (
                _(
                    "A leg ends when the last card of the race deck has moved its camel. Each "
                    "player adds up the leader and midfield cards, less 1 coin for a token that is "
                    "still on the track. Nobody drops below the minimum of the table, usually 1 "
                    "coin."
                ),
                _(
                    "Then leader cards, midfield cards and tokens are returned. The player after "
                    "the one whose turn it was begins the next leg."
                ),
            ),
        ),
        Section(
            "sandstorm",
            _("The sandstorm"),
            (
                _(
                    "Before the next leg, a sandstorm blows between the last camel and the first: "
                    "each track card there that has two spaces and no camels is turned over, and "
                    "has only one space for the rest of the race. The field closes up."
                ),
            ),
        ),
        Section(
            "trophies",
            _("Trophies"),
            (
                _(
                    "From the second leg on, a trophy is placed at the start of each leg on the "
                    "last camel's winner card, and another on the first camel's loser card, if "
                    "nobody holds that card. There are six trophies; they stay on their cards."
                ),
                _("Each trophy on a card that earns coins at the end is worth 2 coins more."),
            ),
        ),
        Section(
            "race-end",
            _("The end of the race"),
            (
                _(
                    "The race ends as soon as a camel crosses the finish line. The leg is scored, "
                    "and then the winner and loser cards with their trophies."
                ),
                _("The player with the most coins wins. Players with equal coins share the win."),
            ),
        ),
        rows_section(CardsHoldings(), _HELD, 6),
        Section(
            "options",
            _("Options"),
            (Grid((), tuple((_(title), _(text)) for title, text in _OPTIONS.values())),),
        ),
    )
