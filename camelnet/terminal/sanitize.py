"""Sanitizing for the terminal: text that others wrote (names, chat, arguments, files)."""

from __future__ import annotations

from unicodedata import category


def printable(text: str) -> str:
    """`text` without control characters; typographic spaces stay."""
    return "".join(letter if _is_shown(letter) else "?" for letter in text)


def visible(text: str) -> str:
    """`text` with invisible characters written out, so that people can find them: `\\u202e`."""
    return "".join(letter if _is_shown(letter) else _written_out(letter) for letter in text)


def _is_shown(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"


def _written_out(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
