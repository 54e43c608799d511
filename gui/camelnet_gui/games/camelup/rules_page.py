"""The rules of Camel Up in the app's words: its options, and the sections of its rulebook."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet_gui.games.camelup import rules_pictures as pictures
from camelnet_gui.games.camelup.holdings_view import CamelUpHoldings
from camelnet_gui.games.camelup.scene_builder import Holdings
from camelnet_gui.games.rules_rows import rows_section
from camelnet_gui.games.rules_section import Grid, Points, Section, anchor_in

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

_HELD = Holdings(7, (("g", 5), ("y", 3)), 2, "7+", 1, 0)  # for example
_ANCHORS = {  # the section that explains a rule of docs/rules.md
    "S1": "setup",
    "S2": "setup",
    "A1": "roll",
    "A2": "leg-bets",
    "A3": "desert-tiles",
    "A4": "race-bets",
    "O1": "options",
    "O2": "desert-tiles",
    "E2": "race-end",
    # and what can be pointed at, by the first word or two
    "roll": "roll",
    "act roll": "roll",
    "leg": "leg-bets",
    "act leg": "leg-bets",
    "act tile": "desert-tiles",
    "side": "desert-tiles",
    "deck": "race-bets",
    "act bet": "race-bets",
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
    """The section about a rule ("A3"), a place of the board or a pick; "" for none."""
    return anchor_in(_ANCHORS, topic)


def rules_page() -> tuple[Section, ...]:
    """The sections of the rulebook, in order."""
    return (
        Section(
            "aim",
            _("The aim of the game"),
            (
                _(
                    "Five camels race once around the pyramid. You own none of them: you bet on "
                    "them. When a camel crosses the finish line, the player with the most money "
                    "wins."
                ),
                pictures.start(),
                _(
                    "Each player begins with 3 pounds, one desert tile and five race cards, one "
                    "for each camel."
                ),
            ),
        ),
        Section(
            "setup",
            _("Setting up"),
            (
                _("The first player is drawn at random."),
                _(
                    "Then each camel's die is rolled once, in random order, and the camel goes to "
                    "space 1, 2 or 3. A camel that finds others there climbs on top of them."
                ),
            ),
        ),
        Section(
            "turn",
            _("Your turn"),
            (
                _("Do exactly one of these four things. Then it is the next player's turn."),
                Points(
                    (
                        _("Roll a die: a camel moves, and you take a pyramid tile."),
                        _("Take a leg tile: bet on the camel that will lead this leg."),
                        _("Place your desert tile: slow camels down or hurry them along."),
                        _("Place a race card: bet secretly on the winner or loser of the race."),
                    )
                ),
                _("You cannot pass."),
            ),
        ),
        Section(
            "roll",
            _("Rolling a die"),
            (
                _(
                    "One of the dice still in the pyramid comes out. Its colour tells which camel "
                    "moves; its number, 1, 2 or 3, tells how many spaces."
                ),
                pictures.pyramid(),
                _(
                    "Each die comes out once in a leg, so every camel moves exactly once; the "
                    "order and the distances are up to chance."
                ),
                _("You take a pyramid tile. It is worth 1 pound at the end of the leg."),
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
                    "higher one is ahead."
                ),
            ),
        ),
        Section(
            "leg-bets",
            _("Leg bets"),
            (
                _(
                    "Take the top leg tile of the camel that you think will lead at the end of "
                    "this leg. Each camel has three tiles, worth 5, 3 and 2, taken in this order: "
                    "the first to believe in a camel gets the most."
                ),
                pictures.leg_tiles(),
                _(
                    "You may hold as many leg tiles as you like, even several of one camel; you "
                    "take one per turn."
                ),
                Grid(
                    (_("At the end of the leg, the camel is"), _("you get")),
                    (
                        (_("first"), _("the number on the tile")),
                        (_("second"), _("1 pound")),
                        (_("anywhere else"), _("nothing, and you pay 1 pound")),
                    ),
                ),
            ),
        ),
        Section(
            "desert-tiles",
            _("Desert tiles"),
            (
                _(
                    "Place your desert tile on a space of the track, with the oasis or the mirage "
                    "facing up. If it already lies on the track, you may move it to another space."
                ),
                pictures.desert_tiles(),
                Points(
                    (
                        _(
                            "Whenever camels end their move on your tile, you get 1 pound at once: "
                            "one pound, however many camels there are."
                        ),
                        _("Oasis: the camels move on 1 space, on top of any camels there."),
                        _(
                            "Mirage: the camels go back 1 space, and slip underneath any camels "
                            "there, even those that they have just left."
                        ),
                        _("Camels that only pass over a tile take no notice of it."),
                    )
                ),
                _("A desert tile may not go"),
                Points(
                    (
                        _("on space 1, where the race begins;"),
                        _("on a space with a camel or with another player's tile;"),
                        _("next to another player's tile."),
                    )
                ),
                _("All desert tiles return to their players at the end of the leg."),
            ),
        ),
        Section(
            "race-bets",
            _("Bets on the race"),
            (
                _(
                    "Choose one of your race cards and place it face down on the winner deck, for "
                    "the camel that will win the race, or on the loser deck, for the camel that "
                    "will come last. Nobody sees your card before the race is over."
                ),
                _(
                    "A card that you have placed stays there. You may bet on several camels as "
                    "long as you have cards."
                ),
                _(
                    "The cards of each deck are turned over in the order in which they were "
                    "placed. The earlier you bet on the right camel, the more you get:"
                ),
                Grid(
                    (_("Card"), _("you get")),
                    (
                        (_("the first right card"), _("8 pounds")),
                        (_("the second"), _("5 pounds")),
                        (_("the third"), _("3 pounds")),
                        (_("the fourth"), _("2 pounds")),
                        (_("each further right card"), _("1 pound")),
                        (_("each wrong card"), _("nothing, and you pay 1 pound")),
                    ),
                ),
            ),
        ),
        Section(
            "leg-end",
            _("The end of a leg"),
            (
                _(
                    "A leg ends when all five dice have been rolled. Each player adds up the leg "
                    "tiles and takes 1 pound for each pyramid tile."
                ),
                _("Nobody drops below 0 pounds."),
                _(
                    "Then leg tiles, pyramid tiles, desert tiles and dice are returned; the camels "
                    "stay where they are. The player after the one who rolled last begins the next "
                    "leg."
                ),
            ),
        ),
        Section(
            "race-end",
            _("The end of the race"),
            (
                _(
                    "The race ends as soon as a camel crosses the finish line, even in the middle "
                    "of a leg. That leg is scored as usual. If several camels cross together, the "
                    "highest one has won."
                ),
                pictures.finish(),
                _(
                    "Then the winner deck is turned over and paid card by card, and after it the "
                    "loser deck. A wrong card costs 1 pound at that moment, but nobody drops below "
                    "0."
                ),
                _("The player with the most money wins. Players with equal money share the win."),
            ),
        ),
        rows_section(CamelUpHoldings(), _HELD, 7),
        Section(
            "options",
            _("Options"),
            (Grid((), tuple((_(title), _(text)) for title, text in _OPTIONS.values())),),
        ),
    )
