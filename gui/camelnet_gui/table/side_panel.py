"""The panel beside the board: the banner, the players, my hand, the actions, log and chat."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import TableView
from camelnet.session.api.verdict import Verdict
from camelnet.session.text import verdict_words
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.games.interface import AnyParts
from camelnet_gui.games.view_model import Table
from camelnet_gui.table.feed import Feed
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.players import PlayersPanel, fit_rows, height_of
from camelnet_gui.table.recap import RECAP_KEY
from camelnet_gui.table.talk_panel import TalkPanel
from camelnet_gui.widgets.basics import (
    Elided,
    button,
    column,
    frame,
    label,
    look,
    row,
    scrolled,
    set_tip,
)

BANNER = 38  # pixels of a banner with one line
FEED_MIN = 92  # what the log keeps, less what choosing takes from it for a while
FEED_LEAST = 50  # and what it keeps where many players would not be in sight,
FEED_LEAST_FROM = 600  # in a panel so high: in a lower one choosing needs all that the log has


def _without_length(verdict: Verdict) -> Verdict:
    """A verdict as if no entry had come: each step changes only how many there are, and no badge
    tells that but a doubtful one."""
    segments = [replace(part, last=0) for part in verdict.segments]
    return replace(verdict, segments=tuple(segments), entries=0, scores=())


class SidePanel(QWidget):
    """Shows a table model; `fit` shares the height out among players and log."""

    said = Signal(str)
    leave_requested = Signal()
    big_screen_requested = Signal()
    menu_requested = Signal()
    code_requested = Signal()
    fairness_requested = Signal()
    recap_requested = Signal()
    result_requested = Signal()

    def __init__(self, view: TableView, parts: AnyParts, chat: ChatHistory, *, muted: bool) -> None:
        """`muted`: emotes of others are hidden."""
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.players = PlayersPanel(parts.holdings)
        self.acts = parts.make_actions()
        self.hand = parts.hand
        self.feed = Feed()
        self.talk = TalkPanel(self.feed, chat, muted=muted)
        self.chat_line = self.talk.line
        self.banner = label("", "banner-other", wrap=True)
        self.fairness: QPushButton = button("", "flat")
        self.code: QPushButton = button("", "flat")
        self.menu: QPushButton = button("☰", "flat", tip=_("Menu"))
        self._title = Elided(view.name, "subtitle")
        self._heading = Elided("", "heading")
        self._heading.setMinimumHeight(22)  # capitals keep their accents
        self.recap: QPushButton = button(_("Recap"), "flat")
        self._scroll = scrolled(self.players)
        self.result: QPushButton = button(_("Result"), "main", tip=_("Who won, and how."))
        self.result.hide()
        self.stop_watching: QPushButton = button(_("Stop watching"))
        self.big_screen: QPushButton = button(_("Big screen"), "accent")
        self._watching = self._make_watching()
        self._acts_high = 0  # the least that the actions took
        self._verdict: Verdict | None = None  # the one that the badge tells
        self._table: Table | None = None  # the one that the hand shows
        self._arrange()

    def _make_watching(self) -> QFrame:
        """A card for spectators, in the place of the actions."""
        card = frame("row")
        lines = column(card, gap=6, margin=(12, 8, 12, 10))
        lines.addWidget(label(_("You are watching"), "name"))
        lines.addWidget(
            label(_("You see what all players see, but no secret cards."), "small", wrap=True)
        )
        lines.addWidget(self.big_screen)
        set_tip(self.big_screen, _("For a television: large, calm, and nothing to click (F11)."))
        self.big_screen.clicked.connect(self.big_screen_requested)
        lines.addWidget(self.stop_watching)
        self.stop_watching.clicked.connect(self.leave_requested)
        return card

    def _arrange(self) -> None:
        page = column(self, gap=8, margin=(12, 8, 12, 12))
        top = row(gap=2)
        top.addWidget(self._title, 1)
        top.addWidget(self.fairness)
        top.addWidget(self.code)
        top.addWidget(self.menu)
        self.menu.setAccessibleName(_("Menu"))
        self.menu.clicked.connect(self.menu_requested)
        self.fairness.clicked.connect(self.fairness_requested)
        self.code.setText(_("Code"))
        self.code.setAccessibleName(_("Table code"))
        set_tip(
            self.code,
            _(
                "Four words for all players to compare aloud. If they match, nobody is "
                "tampering with the connection."
            ),
        )
        self.code.clicked.connect(self.code_requested)
        self.banner.setMinimumHeight(24)
        self.banner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.banner.setAccessibleDescription(_("Game status"))
        self.talk.said.connect(self.said)
        page.addLayout(top)
        page.addWidget(self.banner)
        line = row(gap=2)
        line.addWidget(self._heading, 1)
        line.addWidget(self.recap)
        self.recap.clicked.connect(self.recap_requested)
        self.recap.setMaximumHeight(24)
        tip = _("What the others did since your last turn ({key}).")
        set_tip(self.recap, tip.format(key=RECAP_KEY))
        page.addLayout(line)
        page.addWidget(self._scroll)
        if self.hand is not None:
            page.addWidget(self.hand)
        page.addWidget(self.acts)
        page.addWidget(self.result)
        self.result.clicked.connect(self.result_requested)
        page.addWidget(self._watching)
        page.addWidget(self.talk, 1)

    def leave_out_company(self) -> None:
        """For a table without a network: no chat, no code, no proof, and no menu of the table."""
        for part in (self.menu, self.code, self.fairness):
            part.hide()
        self.talk.leave_out_talk()

    def offer_result(self) -> None:
        """From now on the result is a click away."""
        self.result.show()

    def show_table(self, model: TableModel, *, players: bool) -> None:
        """Shows everything but what is being chosen. `players`: also their rows, which wait while
        things move."""
        looks_on = model.view.me is None
        self.acts.setVisible(not looks_on)
        self._watching.setVisible(looks_on)
        self.recap.setVisible(not looks_on)
        self.feed.show_marks(model.marks)
        keys = [seat.key for seat in model.view.seats]
        self.talk.show_marks(dict(zip(keys, model.marks, strict=True)))
        if self.hand is not None and model.table != self._table:
            self._table = model.table
            self.hand.show_table(model.table)
        if not players:
            return
        self._title.setText(model.view.name)
        self._show_verdict(model.view.verdict)
        self.players.show_rows(model.rows())
        parts = model.view_model.progress(model.shown) or (_("Players"),)
        self._heading.setText("  ·  ".join(parts).upper())

    def show_choice(self, model: TableModel) -> None:
        """Shows what is being chosen: the banner asks, the actions are what is left."""
        banner = model.banner()
        self.banner.setText(banner.text)
        look(self.banner, f"banner-{banner.tone.value}")
        self.acts.show_table(model.table, model.explained)

    def _show_verdict(self, verdict: Verdict) -> None:
        """The badge: how much of the table of the start agrees so far."""
        lasting = _without_length(verdict)
        if lasting == self._verdict:
            return
        badge = verdict_words.badge(verdict)
        self.fairness.setText(badge.text)
        self._verdict = None if badge.doubtful else lasting  # a doubtful one tells from which entry
        look(self.fairness, "flat-danger" if badge.doubtful else "flat")
        tip = " ".join((badge.tip, _("Click for the proof of every die and card.")))
        set_tip(self.fairness, tip)

    def fit(self) -> None:
        """Two lines for each player if there is room, else one; the rest is the log's."""
        parts = [self.recap, self.result, self._watching, self.chat_line]
        if self.hand is not None:
            parts.append(self.hand)
        taken = 8 * 9 + 20 + self.menu.sizeHint().height() + BANNER + FEED_MIN
        if not self.acts.isHidden():
            # What is left to choose takes its room from the log, as a long banner does: rows must
            # not jump meanwhile.
            wanted = self.acts.sizeHint().height()
            self._acts_high = min(wanted, self._acts_high or wanted)
            taken += self._acts_high
        taken += height_of(parts, self.width() - 24)
        room = self.height() - taken
        if self.height() >= FEED_LEAST_FROM:
            room += max(0, min(FEED_MIN - FEED_LEAST, self.players.least - room))
        fit_rows(self._scroll, self.players, room, self.height())

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.fit()  # what stands here wants other room, as when it first knows its fonts
        return handled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
