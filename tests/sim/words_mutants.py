"""Bugs about words that others wrote; see `mutants`."""

from __future__ import annotations

from contextlib import ExitStack

from camelnet import foreign_text
from tests.sim.mutant import Mutant, everywhere


def _as_it_came(text: str) -> str:
    return text


def shown_as_it_came(stack: ExitStack) -> None:
    everywhere(stack, foreign_text, "shown", _as_it_came)


def compared_letter_by_letter(stack: ExitStack) -> None:
    everywhere(stack, foreign_text, "looks", _as_it_came)


_WORDS = "tests/session/peer/test_words_of_others.py::"

WORDS_MUTANTS = (
    Mutant(
        "words of others are shown as they came",
        shown_as_it_came,
        test=f"{_WORDS}test_whatever_others_call_themselves_is_read_in_one_form",
    ),
    Mutant(
        "names in letters that look alike are two",
        compared_letter_by_letter,
        test=f"{_WORDS}test_a_name_that_looks_like_mine_is_warned_of_as_long_as_that_is_so",
    ),
)
