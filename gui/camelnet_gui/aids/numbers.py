"""What actions are worth, as short words. Knows no Qt."""

from __future__ import annotations

from camelnet.rules.phrases import decimal
from camelnet_gui.words import MINUS


def worth_words(worth: float, *, estimated: bool = False) -> str:
    """+1.33 or -0.20, the last with a real minus sign; what is no exact number says so."""
    rounded = round(worth, 2)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
    about = "\N{ALMOST EQUAL TO}" if estimated else ""
    return f"{about}{sign}{decimal(abs(rounded))}"
