"""The searches that `make model` runs, and the kinds of changes that each has to reach."""

from __future__ import annotations

from tests.model.setting import Setting

NOTHING_YET = "base 0, closes nothing"
CLOSES = "base 0, closes a1"
SINCE = "base 1, closes nothing"
ONE_INDEX = {NOTHING_YET, CLOSES, SINCE}
TWO_ENTRIES = ONE_INDEX | {"base 0, closes b1"}

# With luck pending from the epoch before, the first entry is the key.
AFTER_KEY = {
    "base 1, closes nothing",
    "base 1, closes nothing carried 2",
    "base 1, closes a2 carried 2",
    "base 2, closes nothing",
    "base 2, closes nothing carried",
}
PENDING = AFTER_KEY | {"base 0, closes key redrawn", "base 0, closes nothing redrawn"}
LIED = {"base 1, closes nothing carried"}  # the liar names the luck of one entry of two

# What a table is, within its bounds. What is quick is also searched by `make test`.
QUICK: tuple[tuple[Setting, set[str]], ...] = (
    (
        Setting("n = 2 after three", voters=2, liars=0, before=3, entries=(1,), requested=1),
        ONE_INDEX,
    ),
    (Setting("n = 3", voters=3, liars=0, entries=(1,)), ONE_INDEX),
    (Setting("n = 3 after four, a liar", voters=3, before=4, requested=1), TWO_ENTRIES),
    (Setting("n = 4, a liar, one target", requested=1), TWO_ENTRIES),
    (
        Setting("n = 4, a liar, luck from a coin", requested=1, luck="coin"),
        TWO_ENTRIES | {"base 1, closes nothing carried"},
    ),
    (
        Setting("n = 4, a liar, luck from nonces", requested=1, luck="nonces"),
        {
            "base 0, closes nothing",
            "base 0, closes a1 redrawn",
            "base 0, closes b1 redrawn",
            "base 1, closes nothing carried",
            "base 1, closes nothing redrawn",
        },
    ),
    (
        Setting("n = 4, a liar, two indices", requested=1, entries=(2, 1)),
        TWO_ENTRIES | {"base 1, closes a2", "base 2, closes nothing"},
    ),
    (Setting("n = 5, a liar, one target", voters=5, requested=1), TWO_ENTRIES),
    (
        Setting(
            "n = 3, the next epoch, its coin draws what is pending",
            voters=3,
            liars=0,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
        ),
        PENDING,
    ),
    (
        Setting("n = 4, a liar, two positions", requested=1, entries=(1,), positions=2),
        ONE_INDEX,
    ),
    (
        Setting(
            "n = 3 after four, a liar, the next epoch, journals are cut",
            voters=3,
            before=4,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
            cut=True,
        ),
        PENDING | LIED,
    ),
)
SLOW: tuple[tuple[Setting, set[str]], ...] = (
    (Setting("n = 4, a liar"), TWO_ENTRIES),
    (Setting("n = 4 after five, a liar", before=5), TWO_ENTRIES),
    (
        Setting("n = 4, a liar, two indices, two entries at each", requested=1, entries=(2, 2)),
        TWO_ENTRIES | {"base 1, closes a2", "base 1, closes b2", "base 2, closes nothing"},
    ),
    (
        Setting("n = 4, a liar, two indices with a coin", requested=1, entries=(1, 1), luck="coin"),
        ONE_INDEX
        | {
            "base 1, closes nothing carried",
            "base 1, closes a2 carried",
            "base 2, closes nothing",
            "base 2, closes nothing carried",
        },
    ),
    (
        Setting(
            "n = 4, a liar, the next epoch, its coin draws what is pending",
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
        ),
        PENDING | LIED,
    ),
    (
        Setting(
            "n = 3 after four, a liar, the next epoch, the old coin draws what is pending",
            voters=3,
            before=4,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="held",
        ),
        AFTER_KEY
        | LIED
        | {
            "base 0, closes key",
            "base 0, closes key carried",
            "base 0, closes nothing",
            "base 0, closes nothing carried",
        },
    ),
    (
        Setting(
            "n = 4, a liar, two indices, two positions", requested=1, entries=(1, 1), positions=2
        ),
        ONE_INDEX | {"base 1, closes a2", "base 2, closes nothing"},
    ),
    (
        Setting(
            "n = 4, a liar, two entries, two positions", requested=1, entries=(2,), positions=2
        ),
        TWO_ENTRIES,
    ),
    (
        Setting(
            "n = 3 after four, a liar, the next epoch, the old coin draws, journals are cut",
            voters=3,
            before=4,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="held",
            cut=True,
        ),
        AFTER_KEY
        | LIED
        | {
            "base 0, closes key",
            "base 0, closes key carried",
            "base 0, closes nothing",
            "base 0, closes nothing carried",
        },
    ),
    (
        Setting(
            "n = 4, a liar, luck from nonces, journals are cut",
            requested=1,
            luck="nonces",
            cut=True,
        ),
        {
            "base 0, closes nothing",
            "base 0, closes a1 redrawn",
            "base 0, closes b1 redrawn",
            "base 1, closes nothing carried",
            "base 1, closes nothing redrawn",
        },
    ),
    (
        Setting(
            "n = 3, the next epoch, its coin draws what is pending, journals are cut",
            voters=3,
            liars=0,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
            cut=True,
        ),
        PENDING,
    ),
    (
        Setting("n = 6, a liar, one target", voters=6, requested=1, entries=(1,)),
        ONE_INDEX,
    ),
    (
        Setting("n = 7, two liars, one target", voters=7, liars=2, requested=1, entries=(1,)),
        ONE_INDEX,
    ),
)

# Where the search goes ballot by ballot, and where it takes every small step: how many ballots.
COMPARED: tuple[tuple[Setting, int], ...] = (
    (Setting("n = 3 after four, a liar", voters=3, before=4, requested=1), 2),
    (Setting("n = 3", voters=3, liars=0, entries=(1,), requested=1), 1),
    (Setting("n = 4, a liar", requested=1, entries=(1,)), 1),
    (Setting("n = 3 after four, two entries", voters=3, before=4, requested=1, entries=(1, 1)), 1),
    (
        Setting(
            "n = 3 after four, the next epoch",
            voters=3,
            before=4,
            requested=1,
            entries=(1, 1),
            luck="coin",
            pending="lost",
        ),
        1,
    ),
)
# With a position more, and with journals that are cut.
COMPARED_CUT: tuple[tuple[Setting, int], ...] = (
    (
        Setting(
            "n = 3 after four, two positions",
            voters=3,
            before=4,
            requested=1,
            entries=(1,),
            positions=2,
        ),
        1,
    ),
    (
        Setting(
            "n = 3 after four, nonces, journals are cut",
            voters=3,
            before=4,
            requested=1,
            entries=(1,),
            luck="nonces",
            cut=True,
        ),
        1,
    ),
    (
        Setting(
            "n = 3 after four, the next epoch, journals are cut",
            voters=3,
            before=4,
            requested=1,
            entries=(1,),
            luck="coin",
            pending="lost",
            cut=True,
        ),
        1,
    ),
)
COMPARED_SLOWLY: tuple[tuple[Setting, int], ...] = (
    (Setting("n = 3, two ballots", voters=3, liars=0, entries=(1,), requested=1), 2),
    (Setting("n = 3 after four, a coin", voters=3, before=4, requested=1, luck="coin"), 2),
)

# From every state of these a good ballot ends the epoch.
PROGRESSING = (
    Setting("n = 3", voters=3, liars=0, entries=(1,)),
    Setting("n = 4, a liar", requested=1),
    Setting("n = 4, a liar, luck from a coin", requested=1, luck="coin", entries=(1,)),
)
PROGRESSING_SLOWLY = (
    Setting("n = 4, a liar, two positions", requested=1, entries=(1,), positions=2),
    Setting("n = 4, a liar, luck from a coin", requested=1, luck="coin"),
    Setting("n = 4, a liar, luck from nonces", requested=1, luck="nonces"),
    Setting("n = 4, a liar, two indices", requested=1, entries=(2, 1)),
    Setting("n = 4, two indices with a coin", requested=1, entries=(1, 1), luck="coin"),
    Setting(
        "n = 3, the next epoch",
        voters=3,
        liars=0,
        requested=1,
        entries=(1, 1),
        luck="coin",
        pending="lost",
    ),
    Setting("n = 5, a liar", voters=5, requested=1),
)
# In these old wants end no epoch; over so many indices.
LAPSING = (
    Setting("n = 4, a liar", requested=1),
    Setting("n = 3", voters=3, liars=0, requested=1),
)
LAPSING_SLOWLY = (
    Setting("n = 5, a liar", voters=5, requested=1),
    Setting("n = 7, two liars", voters=7, liars=2, requested=1),
)
# At these, whoever is present meets in a ballot of one of them.
MEETING = (
    Setting("n = 3, nobody lies", voters=3, liars=0, entries=(1,)),
    Setting("n = 4, a liar"),
)
MEETING_SLOWLY = (Setting("n = 4, nobody lies", liars=0),)
