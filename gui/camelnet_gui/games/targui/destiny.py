"""The pictures on the sixteen destiny cards. Pure; knows no Qt.

What they are called and do is said by `camelnet.rules.games.targui.names`.
"""

from __future__ import annotations

from dataclasses import dataclass

from camelnet.rules.phrases import MINUS


@dataclass(frozen=True, slots=True)
class Destiny:
    """`picture` is a land, a tribe's number, "coin" or "all"; `sign` stands beneath it."""

    picture: str
    sign: str


CARDS: dict[int, Destiny] = {
    1: Destiny("saline", "0"),
    2: Destiny("0", "+10"),
    3: Destiny("1", "+10"),
    4: Destiny("2", "+10"),
    5: Destiny("3", "+10"),
    6: Destiny("erg", f"{MINUS}3"),
    7: Destiny("guelta", "\N{LESS-THAN OR EQUAL TO}15"),
    8: Destiny("coin", "+10"),
    9: Destiny("camp", "\N{DIVISION SIGN}2"),
    10: Destiny("all", f"{MINUS}1"),
    11: Destiny("reg", f"{MINUS}5"),
    12: Destiny("guelta", "+5"),
    13: Destiny("erg", "3"),
    14: Destiny("guelta", f"{MINUS}10"),
    15: Destiny("coin", "0"),
    16: Destiny("mount", "3"),
}
