"""Commands by name: the module of each, and its help."""

from __future__ import annotations

from camelnet.cli.group import OPEN, Late
from camelnet.i18n import N_
from camelnet.terminal.self_command import VOICE

COMMANDS = {
    "arena": Late(
        "camelnet.cli.arena:arena",
        N_(
            "Let bots play many games against each other, without a network, and say who plays"
            " better. Seats rotate, and every rotation has the same luck. A player is a level, a"
            " level with a budget of its own (expert@100ms, hard@2000nodes) or a class of your"
            " own (module:Class)."
        ),
    ),
    "bench": Late(
        "camelnet.cli.bench:bench",
        N_(
            "Measure the core, the odds and the search on this machine. NAME: core, odds or"
            " search; all three, if left out."
        ),
    ),
    "bot": Late(
        "camelnet.cli.tables:bot",
        N_("Wait for a table to appear, play, and play again and again."),
    ),
    "doctor": Late(
        "camelnet.cli.doctor:doctor",
        N_("Check the network and this computer; say what is wrong, and what to do about it."),
    ),
    "export": Late(
        "camelnet.cli.recorded:export",
        N_(
            "Check records and write their notations, one a line: entry, who (a seat, luck or a"
            " ghost), notation, digest of the position behind it. FILE: a record, or - for"
            " standard input."
        ),
    ),
    "host": Late(
        "camelnet.cli.tables:host",
        N_("Open a table and sit down at it. Whoever opened it has no power afterwards."),
    ),
    "join": Late(
        "camelnet.cli.tables:join",
        N_("Join a table on the network, found by name, by game or by address."),
    ),
    "my-play": Late(
        "camelnet.cli.my_play:my_play",
        N_(
            "Tell what your finished games say together: your level, what luck did, against whom."
            " Reviews those that are new, which takes seconds each. Nothing is sent."
        ),
    ),
    "odds": Late(
        "camelnet.cli.odds:odds",
        N_(
            "Count how a leg of Camel Up can end. POSITION: stacks from bottom to top (3:bw),"
            " desert tiles (5+ an oasis, 9- a mirage) and, behind a slash, the dice that are left"
            " (/bgoy); all five, if left out."
        ),
    ),
    "play": Late(
        "camelnet.cli.play:play",
        N_("Open a table against three bots: in the app or, without a display, here."),
    ),
    "replay": Late(
        "camelnet.cli.recorded:replay",
        N_(
            "Retell games in words, or watch one in the app. FILE: a record, or - for standard"
            " input."
        ),
    ),
    "resume": Late(
        "camelnet.cli.tables:resume",
        N_("Resume an unfinished game. ID is the beginning of its id; the latest if left out."),
    ),
    "review": Late(
        "camelnet.cli.recorded:review",
        N_(
            "Look at recorded games again: who stood how well and when, what was luck, and which"
            " decisions cost most. FILE: a record, or - for standard input."
        ),
    ),
    "verify": Late(
        "camelnet.cli.recorded:verify",
        N_(
            "Check records: every signature, change, key, coin, seal, rule and ghost's move."
            " Says who vouches for what, or names the first index that is wrong, and why. Repairs"
            " nothing. FILE: a record, or - for standard input. Exit code 0: a quorum of the"
            " table signed to the end; 3: it holds, but fewer did, or it stops early; 1: it does"
            " not hold."
        ),
    ),
    OPEN: Late(
        "camelnet.cli.recorded:open_file",
        N_("Watch a recorded game in the app or, without a display, have it retold here."),
        hidden=True,  # for file managers, which call us with only a file
    ),
    VOICE: Late("camelnet.cli.app:voice", "", hidden=True),
}
