"""Names for tables: two everyday words, easy to say aloud, not taken."""

from __future__ import annotations

from collections.abc import Callable, Collection

from camelnet.i18n import _


def names() -> tuple[str, ...]:
    """All names of this language."""
    # Translators: a list of your own, of any length from 24 on: two everyday words that belong to
    # a desert, a market or a journey, easy to say aloud and to tell apart, with commas between.
    listed = _(
        "Amber Oasis, Blue Tent, Copper Kettle, Desert Moon, Evening Star, Fig Garden, "
        "Golden Dune, Hidden Well, Honey Market, Ivory Gate, Jasmine Court, Lemon Tree, "
        "Long Caravan, Lucky Lantern, Mint Tea, Morning Wind, Old Minaret, Olive Press, "
        "Orange Grove, Palm Island, Quiet Fennec, Red Carpet, Rose Water, Saffron Road, "
        "Salt Lake, Sand Castle, Silver Bell, Spice Bazaar, Stone Bridge, Sunny Terrace, "
        "Tall Cactus, Velvet Night, White Turban, Wild Falcon, Yellow Sail, Young Camel"
    )
    return tuple(name.strip() for name in listed.split(",") if name.strip())


def free_name(taken: Collection[str], shuffle: Callable[[list[str]], None]) -> str:
    """A name that is not taken; with a number once all are."""
    used = {name.casefold() for name in taken}
    known = list(names())
    shuffle(known)
    for number in range(1, len(used) + 2):
        for name in known:
            numbered = name if number == 1 else f"{name} {number}"
            if numbered.casefold() not in used:
                return numbered
    raise AssertionError("there are more names than tables")
