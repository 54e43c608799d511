"""A planted bug, and how it is planted: one function of the package replaced by another."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from unittest import mock

Plant = Callable[[ExitStack], None]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A bug: from `seed` on one of the next seeds shows it, in the mode for liveness if it says
    so, or `test`, a unit test, does."""

    name: str
    plant: Plant
    seed: int | None = None
    test: str | None = None
    liveness: bool = False


def everywhere(stack: ExitStack, module: Any, name: str, wrong: Any) -> None:
    """Replace a function wherever it was imported by name."""
    right = getattr(module, name)
    for other in list(sys.modules.values()):
        if other.__name__.startswith("camelnet") and vars(other).get(name) is right:
            stack.enter_context(mock.patch.object(other, name, wrong))


def swap(owner: Any, name: str, wrong: Any) -> Plant:
    return lambda stack: put(stack, owner, name, wrong)


def put(stack: ExitStack, owner: Any, name: str, wrong: Any) -> None:
    stack.enter_context(mock.patch.object(owner, name, wrong))


def nothing(*args: Any, **rest: Any) -> None:
    """Checks nothing."""
