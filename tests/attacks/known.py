"""Attacks that still succeed: by their ids, the number of the finding (docs/attacks.md)."""

from __future__ import annotations

from tests.attacks.case import OMISSIONS, Case

KNOWN: dict[str, int] = {
    "Beat:withheld:key:restart:n4:strict:first:other:s0": 10,
    "Beat:delayed:key:restart:n4:strict:first:other:s0": 10,
}


def is_known(case: Case) -> bool:
    """Whether it is of the kind of those: no word that a seat is here, and somebody restarted."""
    return case.kind == "Beat" and case.way in OMISSIONS and case.restart
