"""Errors that keep a tournament from beginning or continuing."""

from __future__ import annotations

from camelnet.i18n import Message


class ArenaError(Exception):
    """`reason` is a sentence for people. It travels between processes and is translated at home."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)
