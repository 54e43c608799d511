"""The result of a race: where everybody's money came from, and the photo finish."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.rules import Position
from camelnet_gui.games.account_table import account_table
from camelnet_gui.games.camels.photo_finish import photo_finish
from camelnet_gui.games.camels.scoring import Account, sources_of
from camelnet_gui.games.interface import Marks, Result


def race_result(
    position: Position,
    marks: Marks,
    accounts: Sequence[Account],
    *,
    line: str,
    columns: Sequence[tuple[str, str]],
) -> Result:
    """`line`: beneath the winner's name; `columns`: the sources of money with their titles."""
    sources = [(title, sources_of(accounts, source)) for source, title in columns]
    start = [account.start for account in accounts]
    table = account_table(start, sources, position.scores(), position.winners(), marks)
    return Result(line, table, photo_finish(position))
