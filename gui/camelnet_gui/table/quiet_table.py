"""A table without company: the real screen of a local game, for a tutorial or a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from camelnet.session.api.intents import forwarded
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.local_game import LocalGame
from camelnet_gui.table.page import TablePage


def quiet_table(
    local: LocalGame, play: Callable[[str], None], settings: Settings, parent: QWidget
) -> TablePage:
    """The table as it stands, with its log. `play` is told the moves of the player; Esc is the
    parent's, and nobody is hurried, celebrated or spoken to."""

    def carry_out(name: str, given: tuple[object, ...], _named: dict[str, object]) -> None:
        if name == "play":
            play(str(given[0]))

    view = local.view()
    page = TablePage(
        view, intents=forwarded(carry_out), settings=settings, chat=ChatHistory(parent)
    )
    page.setParent(parent)
    for step in local.history:
        page.take(replace(step, replayed=True))
    page.update_view(view)
    page.panel.leave_out_company()
    page.watch.leave_in_peace()
    page.festive = False
    for shortcut in page.findChildren(QShortcut):
        if shortcut.key() == QKeySequence("Esc"):
            shortcut.setEnabled(False)
    return page
