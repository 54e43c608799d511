"""Invitations: open tables where somebody sits with whom I have just played.

Nobody sends them. Whoever wants to play again with other options opens a table; the others, who
are still at the old one, see it and sit down there with one click.
"""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from camelnet.bots import USUAL_LEVEL, split
from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.api.facts import Kind, LobbyView, TableOffer, TableView
from camelnet_gui.games import game_title
from camelnet_gui.lobby.table_cards import rules_words
from camelnet_gui.lobby.table_settings import TableSettings
from camelnet_gui.style.words import dotted
from camelnet_gui.widgets.basics import button, column, label, row, sentence


def companions(view: TableView) -> frozenset[bytes]:
    """The keys of the other people at a table."""
    return frozenset(s.key for s in view.seats if s.kind is Kind.HUMAN and not s.me)


def invitations(view: LobbyView, known: Set[bytes]) -> tuple[TableOffer, ...]:
    """The tables that I can sit down at where one of those known sits."""
    return tuple(
        table
        for table in view.tables
        if not table.mine and not table.playing and table.trouble is None and table.free
        if any(seat.key in known for seat in table.seats if seat.key is not None)
    )


def again_like(view: TableView) -> TableSettings:
    """The settings of a table whose game has ended, to be changed for the next one."""
    bots = [seat for seat in view.seats if seat.kind is Kind.BOT]
    return TableSettings(
        name="",
        game=view.position.game,
        seats=len(view.seats),
        options=view.position.to_dict()["options"],
        bots=len(bots),
        level=next((split(seat.level)[0] for seat in bots if seat.level), USUAL_LEVEL),
        aids=view.aids,
    )


class InvitationCard(QFrame):
    """One invitation, over the result of the game that was played together."""

    sit = Signal(object)  # the table's id

    def __init__(self, offer: TableOffer, known: Set[bytes]) -> None:
        super().__init__()
        self.setProperty("look", "row-mine")
        self.offer = offer
        lines = row(self, gap=12, margin=(14, 10, 12, 10))
        words = column(gap=2)
        names = [seat.name for seat in offer.seats if seat.key is not None and seat.key in known]
        text = ngettext(
            "{names} wants to play again at “{table}”.",
            "{names} want to play again at “{table}”.",
            len(names),
        )
        words.addWidget(sentence(text.format(names=listing(names), table=offer.name), "good"))
        detail = dotted(game_title(offer.game), rules_words(offer))
        words.addWidget(label(detail, "small", wrap=True))
        lines.addLayout(words, 1)
        self.button = button(_("Sit down"), "accent")
        self.button.setAccessibleName(_("Sit down at {table}").format(table=offer.name))
        self.button.clicked.connect(lambda: self.sit.emit(offer.id))
        lines.addWidget(self.button)
