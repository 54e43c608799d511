"""The history of the chat, which outlives a page.

One `ChatHistory` goes from the lobby to the table and on to the next game; every panel shows the
same one, so that a line that was read in one place is read everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from camelnet.session.api.facts import ChatSaid
from camelnet_gui.chat.emotes import Emote, parse
from camelnet_gui.style.words import titled

LINES_MAX = 400  # kept; older ones go


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of somebody, or a notice, which has no key and no name."""

    text: str
    key: bytes = b""
    name: str = ""
    me: bool = False
    serious: bool = False  # a notice that should not be overlooked
    follows: bool = False  # the line before it is by the same person

    @property
    def words(self) -> str:
        """The line as one text."""
        said = self.emote.words if self.emote else self.text
        return titled(self.name, said) if self.key else self.text

    @property
    def emote(self) -> Emote | None:
        """The emote that the line is; None for words."""
        return parse(self.text) if self.key else None


class ChatHistory(QObject):
    """All lines, oldest first, and how many of them nobody has looked at here."""

    added = Signal(object)  # a `ChatLine`
    unread_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: list[ChatLine] = []
        self.unread = 0

    def say(self, said: ChatSaid) -> None:
        last = self.lines[-1] if self.lines else None
        follows = last is not None and last.key == said.key
        self._append(ChatLine(said.text, said.key, said.name, said.me, follows=follows))
        if not said.me:
            self._count(self.unread + 1)

    def tell(self, text: str, *, serious: bool = False) -> None:
        """A notice of the app's own."""
        self._append(ChatLine(text, serious=serious))

    def read(self) -> None:
        """All of it has been seen."""
        self._count(0)

    def _append(self, line: ChatLine) -> None:
        self.lines.append(line)
        del self.lines[:-LINES_MAX]
        self.added.emit(line)

    def _count(self, unread: int) -> None:
        if unread != self.unread:
            self.unread = unread
            self.unread_changed.emit(unread)
