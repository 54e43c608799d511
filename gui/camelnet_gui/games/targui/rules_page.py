"""The rules of Targui in the app's words: its options, and the sections of its rulebook."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet.rules.games.targui.names import destiny_effect, destiny_title, land_name
from camelnet.rules.phrases import sentence
from camelnet_gui.games.rules_rows import rows_section
from camelnet_gui.games.rules_section import Grid, Points, Section, anchor_in
from camelnet_gui.games.targui import rules_pictures as pictures
from camelnet_gui.games.targui.glossary import land_meaning
from camelnet_gui.games.targui.holdings_view import HOLDINGS
from camelnet_gui.games.targui.scene import CARDS
from camelnet_gui.games.targui.scene_builder import Holdings

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

_HELD = Holdings(0, 34, 7, 16, 19, True, False)  # for example
_ANCHORS = {  # the section that explains a rule of docs/rules-targui.md
    "S1": "setup",
    "S2": "setup",
    "S3": "setup",
    "S4": "setup",
    "D1": "round",
    "D2": "round",
    "T1": "moving",
    "T2": "battle",
    "T4": "buying",
    "T5": "battle",
    # and what can be pointed at, by its first word
    "cell": "lands",
    "sector": "setup",
    "die": "round",
    "pile": "round",
    "destiny": "destiny",
    "box": "buying",
    "pass": "turn",
    "again": "battle",
    "stop": "battle",
    "number": "moving",
    "score tribute": "tribute",
    "score destiny": "destiny",
    "row": "rows",
}


def option_words(key: str) -> tuple[str, str]:
    """An option in one line, and what it does."""
    title, text = _OPTIONS.get(key, (key, ""))
    return _(title), _(text) if text else ""


def anchor(topic: str) -> str:
    """The section about a rule ("T1"), a place of the board or a pick; "" for none."""
    return anchor_in(_ANCHORS, topic)


def rules_page() -> tuple[Section, ...]:
    """The sections of the rulebook, in order."""
    return (*_beginning(), *_turn(), *_round_end(), *_ending())


def _beginning() -> tuple[Section, ...]:
    return (
        Section(
            "aim",
            _("The aim of the game"),
            (
                _(
                    "Two to four desert tribes fight for land with their camels. Land pays tribute "
                    "in silver, silver buys camels, and camels take land."
                ),
                pictures.desert(),
                _(
                    "Each round a destiny card is revealed. After the last one, the tribe that "
                    "receives the highest tribute of that round wins. Only a tribe that still "
                    "holds its own camp can win, so guard it! If only one tribe is left, it wins "
                    "at once."
                ),
            ),
        ),
        Section(
            "lands",
            _("The lands"),
            (
                _(
                    "The coin on a land shows what it pays its owner as tribute at the end of a "
                    "round. The shield shows what it adds to a die in battle for camels that "
                    "fight from it."
                ),
                Grid(
                    ("", _("Land"), _("Pays"), _("Adds"), _("How many")),
                    tuple(
                        (
                            pictures.land(land),
                            f"{sentence(land_name(land))}: {land_meaning(land)}",
                            str(pays) if pays is not None else "\N{EM DASH}",
                            str(adds) if adds is not None else "\N{EM DASH}",
                            str(count),
                        )
                        for land, pays, adds, count in pictures.LANDS
                    ),
                ),
                _("Nobody can enter a chott, and nobody can own one."),
                _(
                    "A coloured border and a camel or a flag show who owns a cell. Cells are "
                    "neighbours if they touch, at a corner too: most cells have eight neighbours."
                ),
            ),
        ),
        Section(
            "setup",
            _("Setting up"),
            (
                _(
                    "The player who chooses first is drawn at random; the others follow in turn. "
                    "With two or four players, each chooses one corner of the desert. With three, "
                    "each is given three cells at the edge."
                ),
                _(
                    "The lands are laid out at random, with the saline in the middle. Then each "
                    "tribe sets up its camp on a cell of its own part, in place of the land there, "
                    "with 10 camels. Each tribe begins with 10 silver."
                ),
                _(
                    "Choose a cell with good lands around it; a chott beside your camp shelters "
                    "it from that side."
                ),
            ),
        ),
        Section(
            "round",
            _("A round"),
            (
                _(
                    "A die is rolled. Each tribe puts as many of its cards into the pile as the "
                    "die shows, and one destiny card is added. On a 6, each tribe puts in only one "
                    "card, which gives it two turns in a row."
                ),
                pictures.pile(),
                _(
                    "The pile is shuffled and turned up card by card. A tribe's card gives that "
                    "tribe a turn. The destiny card takes effect at once. When the pile is used "
                    "up, tribute is paid, and the next round begins."
                ),
                _(
                    "So each tribe has equally many turns in a round, but nobody knows in which "
                    "order. The cards of a tribe that is out of the game are passed over."
                ),
            ),
        ),
    )


def _turn() -> tuple[Section, ...]:
    return (
        Section(
            "turn",
            _("Your turn"),
            (
                _("First move some camels or attack. Then buy camels. You may skip either."),
                _("You can only move or attack from one cell in a turn."),
            ),
        ),
        Section(
            "moving",
            _("Moving and taking land"),
            (
                _(
                    "Move one or more camels from a cell that you own to one neighbouring cell. "
                    "It must not be a chott or hold camels of another tribe."
                ),
                pictures.moving(),
                _(
                    "The cell becomes yours, even if it was another tribe's. You go on owning the "
                    "cell that the camels left, even if none stay behind; but then anybody can "
                    "walk in and take it."
                ),
                _("Camels that come to a cell with camels of yours join them."),
            ),
        ),
        Section(
            "battle",
            _("Battle"),
            (
                _(
                    "Instead of moving, attack a neighbouring cell that holds camels of another "
                    "tribe, with all camels of one of your cells."
                ),
                pictures.battle(),
                Points(
                    (
                        _(
                            "You roll a die and add the shield of the cell that you attack from. "
                            "Half of the sum, rounded down, is the number of defenders that fall."
                        ),
                        _(
                            "If any defenders are left, they strike back: a die, plus the shield "
                            "of the attacked cell, halved and rounded down. So many attackers "
                            "fall."
                        ),
                        _("Then you choose: roll again, or stop."),
                    )
                ),
                _(
                    "When the last defender has fallen, the cell is yours: move in with one or "
                    "more of the attackers. If all attackers fall, your cell stays yours, but "
                    "nobody guards it."
                ),
                _("Camels that fall go back to the supply."),
            ),
        ),
        Section(
            "buying",
            _("Buying camels"),
            (
                _(
                    "At the end of your turn you may buy camels for 1 silver each, as many as you "
                    "can pay for. All of them arrive on one cell that you own, even one that you "
                    "have just taken."
                ),
                _(
                    "The supply is limited, usually to 450 camels for all tribes together. When it "
                    "is empty, nobody can buy."
                ),
            ),
        ),
    )


def _round_end() -> tuple[Section, ...]:
    return (
        Section(
            "tribute",
            _("Tribute"),
            (
                _(
                    "At the end of a round, each tribe that holds its own camp gets the silver of "
                    "all cells that it owns, with or without camels on them, camps of others "
                    "included."
                ),
                _("A tribe that has lost its own camp gets nothing, however much land it owns."),
                Grid(
                    (_("For example"), ""),
                    (
                        (_("your camp"), "4"),
                        (_("two gueltas at 3"), "6"),
                        (_("three regs at 2"), "6"),
                        (_("a mountain"), "0"),
                        (_("tribute"), "16"),
                    ),
                ),
            ),
        ),
        Section(
            "destiny",
            _("Destiny cards"),
            (
                _(
                    "One destiny card comes up in each round and never again, so the list beside "
                    "the desert shows what can still happen. A cell never loses more camels than "
                    "stand there, and it stays its owner's. Camels that arrive come from the "
                    "supply."
                ),
                Grid(
                    (),
                    tuple(
                        (pictures.destiny(card), destiny_title(card), destiny_effect(card))
                        for card in CARDS
                    ),
                ),
            ),
        ),
        Section(
            "out",
            _("Out of the game"),
            (
                _(
                    "A tribe that owns no land is out at once. A tribe that has lost its camp but "
                    "owns land plays on; it can win its camp back."
                ),
            ),
        ),
    )


def _ending() -> tuple[Section, ...]:
    return (
        Section(
            "end",
            _("The end of the game"),
            (
                _(
                    "The game ends after the round in which the last destiny card was revealed, "
                    "when its tribute has been paid; or at once when only one tribe is left."
                ),
                _("The winner is the tribe that holds its own camp and has, in this order:"),
                Points(
                    (
                        _("the highest tribute of the last round;"),
                        _("the most camels on the board;"),
                        _("the most silver."),
                    )
                ),
                _(
                    "Tribes that are equal in all of this share the win. If no tribe holds its own "
                    "camp, all remaining tribes share it."
                ),
            ),
        ),
        rows_section(HOLDINGS, _HELD, 12),
        Section(
            "options",
            _("Options"),
            (Grid((), tuple((_(title), _(text)) for title, text in _OPTIONS.values())),),
        ),
    )
