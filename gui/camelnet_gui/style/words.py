"""Short words that several screens share. Whole sentences come from `camelnet.rules.words` and
`camelnet.session.text.words`, which the terminal uses too."""

from __future__ import annotations

from camelnet.foreign_text import isolated
from camelnet.i18n import _
from camelnet.rules import phrases
from camelnet.session.api.facts import ChatSaid


def dotted(*parts: str) -> str:
    """Joins several short texts in one line, with dots between them; empty ones are left out."""
    return "  ·  ".join(isolated(part) for part in parts if part)


def titled(title: str, text: str) -> str:
    """A title and what it says, with the colon that the language writes."""
    return _("{name}: {text}").format(name=title, text=text)


def unbroken(text: str) -> str:
    """The same where no number stands at the end of a line without its %."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def spoken(chat: ChatSaid) -> str:
    """A line of the chat."""
    return titled(chat.name, chat.text)


def shuffling_words(*, anew: bool) -> str:
    """Says that everybody shuffles, and why so in the middle of a game."""
    if anew:
        return _("Players changed, so the unseen cards are being reshuffled")
    return _("Everyone is shuffling the cards")


def worth_words(worth: float, *, estimated: bool = False) -> str:
    """+1.33 or -0.20, the last with a real minus sign; what is no exact number says so."""
    about = "\N{ALMOST EQUAL TO}" if estimated else ""
    return f"{about}{phrases.decimal(worth, sign=True)}"
