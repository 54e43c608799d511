"""Short words that several screens share; whole sentences come from `camelnet.session.words` and
`camelnet.rules.words`, which the terminal uses too."""

from __future__ import annotations

from camelnet.i18n import N_, _
from camelnet.rules import phrases
from camelnet.session.facts import ChatSaid, Presence
from camelnet.session.words import clock

MINUS = "\N{MINUS SIGN}"
LEVELS = ("greedy", "random")

_LEVELS = {"random": N_("random"), "greedy": N_("greedy")}


def dotted(*parts: str) -> str:
    """What there is of several short things, in one line with dots between them."""
    return "  ·  ".join(part for part in parts if part)


def titled(title: str, text: str) -> str:
    """A title and what it says, with the colon that the language writes."""
    return _("{name}: {text}").format(name=title, text=text)


def spoken(chat: ChatSaid) -> str:
    """A line of the chat."""
    return titled(chat.name, chat.text)


def level_word(level: str) -> str:
    return _(_LEVELS.get(level, level))


def signed(count: int) -> str:
    """+3, 0 or -2, the last with a real minus sign."""
    return phrases.signed(count).replace("-", MINUS)


def silence(presence: Presence, silent_s: int = 0) -> str:
    """How a peer is heard; "" while all is well."""
    match presence:
        case Presence.HERE:
            return ""
        case Presence.SLOW:
            return _("slow to answer")
        case Presence.AWAY if silent_s > 0:
            return _("away for {time}").format(time=clock(silent_s))
        case _:
            return _("away")


def shuffling_words(*, anew: bool) -> str:
    """That everybody shuffles, and why so in the middle of things."""
    if anew:
        return _("The table has changed, so everyone shuffles the cards once more")
    return _("The cards are shuffled by everyone")
