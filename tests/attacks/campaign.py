"""The whole campaign: one liar at a table, two liars at a table, a liar in the room."""

from __future__ import annotations

from tests.attacks import case, cover, duo, session_case, session_cover
from tests.attacks.runner import AnyCase


def full() -> tuple[AnyCase, ...]:
    return (*cover.full(), *duo.full(), *session_cover.full())


def quick() -> tuple[AnyCase, ...]:
    """Those of `make test`."""
    return (*cover.quick(), *duo.quick(), *session_cover.quick())


def case_of(text: str) -> AnyCase:
    """The case of that id; raises `ValueError`."""
    if text.startswith(f"{session_case.PREFIX}:"):
        return session_case.session_case_of(text)
    return duo.duo_of(text) if duo.MARK in text else case.case_of(text)
