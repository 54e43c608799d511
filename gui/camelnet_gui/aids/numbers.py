"""What actions are worth, as short words. Knows no Qt."""

from __future__ import annotations

from camelnet.i18n import _
from camelnet_gui.words import MINUS


def decimal(number: float, *, places: int = 2) -> str:
    """With the sign that separates decimals in the language."""
    mark = _("0.5")[1]  # half of something; only how it is written counts
    return f"{number:.{places}f}".replace(".", mark)


def worth_words(worth: float, *, estimated: bool = False) -> str:
    """+1.33 or -0.20, the last with a real minus sign; what is no exact number says so."""
    rounded = round(worth, 2)
    sign = "+" if rounded > 0 else MINUS if rounded < 0 else ""
    about = "\N{ALMOST EQUAL TO}" if estimated else ""
    return f"{about}{sign}{decimal(abs(rounded))}"
