"""The searches that `make model` runs, and the kinds of changes that each has to reach."""

from __future__ import annotations

from functools import partial

from tests.model.setting import Setting

one_target = partial(Setting, requested=1)
three = partial(Setting, voters=3, liars=0)
three_after_four = partial(one_target, voters=3, before=4)

# The next epoch: a coin that nobody holds any more, or that enough still hold.
LOST = {"entries": (1, 1), "luck": "coin", "pending": "lost"}
HELD = LOST | {"pending": "held"}

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
FROM_NONCES = {
    "base 0, closes nothing",
    "base 0, closes a1 redrawn",
    "base 0, closes b1 redrawn",
    "base 1, closes nothing carried",
    "base 1, closes nothing redrawn",
}
DRAWN_BY_OLD_COIN = (
    AFTER_KEY
    | LIED
    | {
        "base 0, closes key",
        "base 0, closes key carried",
        "base 0, closes nothing",
        "base 0, closes nothing carried",
    }
)

# What a table is, within its bounds. What is quick is also searched by `make test`.
QUICK: tuple[tuple[Setting, set[str]], ...] = (
    (one_target("n = 2 after three", voters=2, liars=0, before=3, entries=(1,)), ONE_INDEX),
    (three("n = 3", entries=(1,)), ONE_INDEX),
    (three_after_four("n = 3 after four, a liar"), TWO_ENTRIES),
    (one_target("n = 4, a liar, one target"), TWO_ENTRIES),
    (
        one_target("n = 4, a liar, luck from a coin", luck="coin"),
        TWO_ENTRIES | {"base 1, closes nothing carried"},
    ),
    (one_target("n = 4, a liar, luck from nonces", luck="nonces"), FROM_NONCES),
    (
        one_target("n = 4, a liar, two indices", entries=(2, 1)),
        TWO_ENTRIES | {"base 1, closes a2", "base 2, closes nothing"},
    ),
    (one_target("n = 5, a liar, one target", voters=5), TWO_ENTRIES),
    (three("n = 3, the next epoch, its coin draws what is pending", **LOST, requested=1), PENDING),
    (one_target("n = 4, a liar, two positions", entries=(1,), positions=2), ONE_INDEX),
    (
        three_after_four(
            "n = 3 after four, a liar, the next epoch, journals are cut", **LOST, cut=True
        ),
        PENDING | LIED,
    ),
)
SLOW: tuple[tuple[Setting, set[str]], ...] = (
    (Setting("n = 4, a liar"), TWO_ENTRIES),
    (Setting("n = 4 after five, a liar", before=5), TWO_ENTRIES),
    (
        one_target("n = 4, a liar, two indices, two entries at each", entries=(2, 2)),
        TWO_ENTRIES | {"base 1, closes a2", "base 1, closes b2", "base 2, closes nothing"},
    ),
    (
        one_target("n = 4, a liar, two indices with a coin", entries=(1, 1), luck="coin"),
        ONE_INDEX
        | {
            "base 1, closes nothing carried",
            "base 1, closes a2 carried",
            "base 2, closes nothing",
            "base 2, closes nothing carried",
        },
    ),
    (
        one_target("n = 4, a liar, the next epoch, its coin draws what is pending", **LOST),
        PENDING | LIED,
    ),
    (
        three_after_four(
            "n = 3 after four, a liar, the next epoch, the old coin draws what is pending", **HELD
        ),
        DRAWN_BY_OLD_COIN,
    ),
    (
        one_target("n = 4, a liar, two indices, two positions", entries=(1, 1), positions=2),
        ONE_INDEX | {"base 1, closes a2", "base 2, closes nothing"},
    ),
    (
        one_target("n = 4, a liar, two entries, two positions", entries=(2,), positions=2),
        TWO_ENTRIES,
    ),
    (
        three_after_four(
            "n = 3 after four, a liar, the next epoch, the old coin draws, journals are cut",
            **HELD,
            cut=True,
        ),
        DRAWN_BY_OLD_COIN,
    ),
    (
        one_target("n = 4, a liar, luck from nonces, journals are cut", luck="nonces", cut=True),
        FROM_NONCES,
    ),
    (
        three(
            "n = 3, the next epoch, its coin draws what is pending, journals are cut",
            **LOST,
            requested=1,
            cut=True,
        ),
        PENDING,
    ),
    (one_target("n = 6, a liar, one target", voters=6, entries=(1,)), ONE_INDEX),
    (one_target("n = 7, two liars, one target", voters=7, liars=2, entries=(1,)), ONE_INDEX),
)

# Where the search goes ballot by ballot, and where it takes every small step: how many ballots.
COMPARED: tuple[tuple[Setting, int], ...] = (
    (three_after_four("n = 3 after four, a liar"), 2),
    (three("n = 3", entries=(1,), requested=1), 1),
    (one_target("n = 4, a liar", entries=(1,)), 1),
    (three_after_four("n = 3 after four, two entries", entries=(1, 1)), 1),
    (three_after_four("n = 3 after four, the next epoch", **LOST), 1),
)
# With a position more, and with journals that are cut.
COMPARED_CUT: tuple[tuple[Setting, int], ...] = (
    (three_after_four("n = 3 after four, two positions", entries=(1,), positions=2), 1),
    (
        three_after_four(
            "n = 3 after four, nonces, journals are cut", entries=(1,), luck="nonces", cut=True
        ),
        1,
    ),
    (
        three_after_four(
            "n = 3 after four, the next epoch, journals are cut",
            entries=(1,),
            luck="coin",
            pending="lost",
            cut=True,
        ),
        1,
    ),
)
COMPARED_SLOWLY: tuple[tuple[Setting, int], ...] = (
    (three("n = 3, two ballots", entries=(1,), requested=1), 2),
    (three_after_four("n = 3 after four, a coin", luck="coin"), 2),
)

# From every state of these a good ballot ends the epoch.
PROGRESSING = (
    three("n = 3", entries=(1,)),
    one_target("n = 4, a liar"),
    one_target("n = 4, a liar, luck from a coin", luck="coin", entries=(1,)),
)
PROGRESSING_SLOWLY = (
    one_target("n = 4, a liar, two positions", entries=(1,), positions=2),
    one_target("n = 4, a liar, luck from a coin", luck="coin"),
    one_target("n = 4, a liar, luck from nonces", luck="nonces"),
    one_target("n = 4, a liar, two indices", entries=(2, 1)),
    one_target("n = 4, two indices with a coin", entries=(1, 1), luck="coin"),
    three("n = 3, the next epoch", **LOST, requested=1),
    one_target("n = 5, a liar", voters=5),
)
# In these old wants end no epoch; over so many indices.
LAPSING = (one_target("n = 4, a liar"), three("n = 3", requested=1))
LAPSING_SLOWLY = (
    one_target("n = 5, a liar", voters=5),
    one_target("n = 7, two liars", voters=7, liars=2),
)
# At these, whoever is present meets in a ballot of one of them.
MEETING = (three("n = 3, nobody lies", entries=(1,)), Setting("n = 4, a liar"))
MEETING_SLOWLY = (Setting("n = 4, nobody lies", liars=0),)
