"""A table's game and options: checked, packed and unpacked."""

from __future__ import annotations

from typing import Any

from camelnet import rules
from camelnet.i18n import _
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.wire.bodies import GenesisBody, Option, TableBody
from camelnet.protocol.wire.limits import CAPABILITIES


class Unsupported(Refusal):
    """A game that nothing is wrong with, but that this version cannot play. `newer`: a later one
    can; else the rules are others."""

    def __init__(self, newer: bool) -> None:
        detail = "made for a newer version of camelnet" if newer else "made for other rules"
        super().__init__(Fault.TABLE if newer else Fault.GENESIS, detail)
        self.newer = newer


def check_supported(genesis: GenesisBody, table: TableBody) -> None:
    """Raise `Unsupported` unless this version has the game, its rules, and what the table needs."""
    if table.game not in rules.GAMES or table.lacking(CAPABILITIES):
        raise Unsupported(newer=True)
    if genesis.rules != rules.rules_digest():
        raise Unsupported(newer=False)


def pack_options(options: rules.Options) -> tuple[Option, ...]:
    """A game's options in the form of a `TableBody`: sorted by key, lists as tuples."""
    pairs = ((key, options[key]) for key in sorted(options))
    return tuple(
        Option(key, tuple(value) if isinstance(value, list) else value) for key, value in pairs
    )


def new_table(
    *,
    name: str,
    game: str,
    seats: int,
    options: rules.Options,
    salt: bytes,
    strict: bool = False,
    aids: bool = False,
    opener: bytes | None = None,
) -> TableBody:
    """A new table; raises `ValueError` with a sentence for people."""
    info = rules.GAMES.get(game)
    if info is None:
        text = _("there is no game {game}; there are: {known}")
        raise ValueError(text.format(game=game, known=", ".join(sorted(rules.GAMES))))
    if not info.seats_min <= seats <= info.seats_max:
        text = _("{game} has {low} to {high} seats")
        raise ValueError(text.format(game=_(info.name), low=info.seats_min, high=info.seats_max))
    if not name:
        raise ValueError(_("a table needs a name"))
    full = rules.check_options(game, options)
    packed = pack_options(full)
    return TableBody(
        "camelnet/table/1", name, game, seats, packed, salt, None, strict, aids, opener
    )


def unpack_options(table: TableBody) -> dict[str, Any]:
    """The options of a table, all spelled out; raises `Refusal` if the game, its seats or its
    options are not ours."""
    given = {
        option.key: list(option.value) if isinstance(option.value, tuple) else option.value
        for option in table.options
    }
    info = rules.GAMES.get(table.game)
    if info is None:
        raise Refusal(Fault.TABLE, table.game)
    if not info.seats_min <= table.seats <= info.seats_max:
        raise Refusal(Fault.TABLE, f"{table.seats} seats")
    try:
        options = rules.check_options(table.game, given)
    except ValueError as error:
        raise Refusal(Fault.TABLE, str(error)) from None
    if pack_options(options) != table.options:
        raise Refusal(Fault.TABLE, "options that are not spelled out in full")
    return dict(options)
