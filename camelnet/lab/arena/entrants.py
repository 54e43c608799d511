"""The players of a tournament, as named on the command line.

greedy               a level of `camelnet.bots`
easy+bold            the same with a style, for levels that people play against
expert@100ms         with this many milliseconds per decision
hard@2000nodes       with this many iterations of search; then equal seeds give equal games
mymodule:MyBot       a class of your own: a `camelnet.bots.Bot`, created with `seed=`
mymodule:MyBot@2000nodes  the same, created with `nodes=` (or `think_ms=`), too
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from camelnet import bots
from camelnet.bots import Bot
from camelnet.i18n import N_, message
from camelnet.lab.arena.errors import ArenaError

_BUDGET = re.compile(r"([0-9]{1,9})(ms|nodes)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player of a tournament."""

    name: str  # as typed: the same name is the same player
    level: str  # of `bots.LEVELS`, perhaps with a style ("easy+bold"), or "module:Class"
    think_ms: int | None = None
    nodes: int | None = None

    @property
    def custom(self) -> bool:
        return ":" in self.level

    @property
    def module(self) -> str:
        """The module that defines a user's own class; "" for a level."""
        return self.level.partition(":")[0] if self.custom else ""

    def bot(self, seed: int) -> Bot:
        """The player, new for every game. Raises ArenaError if its class cannot be instantiated."""
        if not self.custom:
            return bots.create(self.level, seed, think_ms=self.think_ms, nodes=self.nodes)
        made = _class_of(self.level)
        try:
            return cast(Bot, made(seed=seed, **self._budget()))
        except Exception as error:
            text = N_("{name} cannot be made with a seed: {why}.")
            raise ArenaError(message(text, name=self.name, why=_told(error))) from error

    def _budget(self) -> dict[str, int]:
        """The arguments for a user's own class: those in its name."""
        given = {"think_ms": self.think_ms, "nodes": self.nodes}
        return {key: value for key, value in given.items() if value is not None}


def entrant(name: str, *, think_ms: int | None = None, nodes: int | None = None) -> Entrant:
    """The player of this name; `think_ms` and `nodes` apply if the name has no budget of its own.

    Raises ArenaError for an invalid name, and for a class that cannot be loaded.
    """
    said, at, budget = name.partition("@")
    level = bots.renamed(said)
    plain, style = bots.split(level)
    if at and plain in bots.LEVELS and plain not in bots.THINK_MS:
        text = N_("{name}: only the levels {levels} have a budget.")
        raise ArenaError(message(text, name=name, levels=", ".join(bots.THINK_MS)))
    custom = ":" in level
    if custom:
        _class_of(level)
        think_ms = nodes = None  # a user's own class knows its needs best
    elif plain not in bots.LEVELS:
        text = N_("There is no player “{name}”; there are {levels}, and classes as module:Class.")
        raise ArenaError(message(text, name=level, levels=", ".join(bots.LEVELS)))
    elif level != plain and (style not in bots.STYLES or plain not in bots.STYLED):
        text = N_("{name}: the levels {levels} can have a style, one of {styles}.")
        levels, known = ", ".join(bots.STYLED), ", ".join(bots.STYLES)
        raise ArenaError(message(text, name=name, levels=levels, styles=known))
    if at:
        found = _BUDGET.fullmatch(budget)
        if found is None or not int(found[1]):
            text = N_("{name}: a budget is written like {level}@100ms or {level}@2000nodes.")
            raise ArenaError(message(text, name=name, level=level))
        think_ms, nodes = (int(found[1]), None) if found[2] == "ms" else (None, int(found[1]))
    return Entrant(name, level, think_ms, nodes)


def _class_of(name: str) -> Any:
    """The class at `module:Class`; ArenaError tells the fault."""
    module_name, _colon, class_name = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:  # a console command does not look in the current folder
        sys.path.append(here)
    try:
        module = import_module(module_name)
    except Exception as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and f"{module_name}.".startswith(f"{missing}."):
            text = N_("There is no module {module}, neither here ({folder}) nor installed.")
            raise ArenaError(message(text, module=module_name, folder=here)) from None
        text = N_("The module {module} cannot be loaded: {why}.")
        raise ArenaError(message(text, module=module_name, why=_told(error))) from error
    made = getattr(module, class_name, None)
    if made is None:
        text = N_("The module {module} has no class {name}.")
        raise ArenaError(message(text, module=module_name, name=class_name))
    if not callable(getattr(made, "choose", None)):
        raise ArenaError(message(N_("{name} has no method choose."), name=name))
    return made


def _told(error: Exception) -> str:
    """An exception of a user's code in one line, without a full stop."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(" .:")
