"""The strip over the board with the open votes on who plays on, seen by everybody at the table.

A vote binds nothing until enough want it, and can be taken back; so one click is enough for it.
Playing on apart is for good: the window asks once more. What needs nobody's click is mostly over in
a moment; it shows only if it takes longer.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import MembershipVotes, Phase, TableView, Vote
from camelnet.session.text import words as session_words
from camelnet.session.text.presence_words import can_be_dropped
from camelnet_gui.style.words import titled
from camelnet_gui.widgets.basics import (
    button,
    column,
    frame,
    label,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce

LATE_MS = 1500

Topic = tuple[int, bool]  # a seat, and whether it is about leaving


class VoteRow(QFrame):
    """One open vote: its sentence, how far it is, and my part in it."""

    clicked = Signal(int, bool)  # the seat, and whether I want to go on without it

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.setProperty("look", "row-mine")
        self._seat = seat
        self._wanted = True
        line = row(self, gap=12, margin=(14, 6, 8, 6))
        self.words: QLabel = label("", "", wrap=True)
        self.button: QPushButton = button("", "accent")
        self.button.clicked.connect(lambda: self.clicked.emit(self._seat, self._wanted))
        line.addWidget(self.words, 1)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_vote(self, view: TableView, vote: Vote) -> None:
        self.words.setText(session_words.vote(view, vote))
        name = view.seats[vote.seat].name
        mine = view.me in vote.wanted_by
        self._wanted = not mine
        self.button.setVisible(vote.leaving and (mine or can_be_dropped(view, vote.seat)))
        if mine:
            self.button.setText(_("Withdraw vote"))
            tip = _("Wait for {name} after all.").format(name=name)
        else:
            self.button.setText(_("Agree"))
            tip = _("Vote to continue without {name}; a ghost will play that seat.").format(
                name=name
            )
        set_tip(self.button, tip)
        self.button.setAccessibleName(titled(self.button.text(), self.words.text()))


class MembershipStrip(QWidget):
    """Hidden while everybody is in it. `show_table` after every view."""

    voted = Signal(int, bool)  # a seat, and whether I want to go on without it
    partition_requested = Signal()

    def __init__(self, court: QWidget) -> None:
        """`court`: at its top the strip lies, where boards leave room."""
        super().__init__(court)
        self._court = court
        self._votes: dict[Topic, VoteRow] = {}
        self._view: TableView | None = None
        self._by_itself: tuple[object, ...] = ()  # what goes on without anybody's click
        self._late = False  # it has gone on for a while
        self.late_timer = QTimer(self)
        self.late_timer.setSingleShot(True)
        self.late_timer.timeout.connect(self._becomes_late)
        self._lines = column(self, gap=6, margin=(10, 8, 10, 2))
        self.changing = label("", "notice", wrap=True)
        self._lines.addWidget(self.changing)
        self._apart = frame("row-mine")
        line = row(self._apart, gap=12, margin=(14, 6, 8, 6))
        self._apart_words: QLabel = label("", "", wrap=True)
        self.apart_button: QPushButton = button("", "accent")
        self.apart_button.clicked.connect(self.partition_requested)
        line.addWidget(self._apart_words, 1)
        line.addWidget(self.apart_button, 0, Qt.AlignmentFlag.AlignVCenter)
        self._lines.addWidget(self._apart)
        self.setAccessibleName(_("Who plays on"))
        self.changing.hide()
        self._apart.hide()
        court.installEventFilter(self)
        self.hide()

    def vote_row(self, seat: int, *, leaving: bool = True) -> VoteRow | None:
        """The row of an open vote."""
        return self._votes.get((seat, leaving))

    def show_table(self, view: TableView) -> None:
        self._view = view
        ended = view.phase in (Phase.OVER, Phase.STOPPED)
        state = MembershipVotes() if ended else view.membership_votes
        by_itself = (state.changing, *(vote.seat for vote in state.votes if not vote.leaving))
        if by_itself != self._by_itself:
            self._by_itself, self._late = by_itself, False
            self.late_timer.start(LATE_MS)
        self._show_votes(view, tuple(v for v in state.votes if v.leaving or self._late))
        changing = state.changing and self._late
        self.changing.setText(_("The table is deciding who plays on; nobody has to do anything."))
        self.changing.setVisible(changing)
        apart = bool(state.apart)
        text = session_words.apart(view) if apart else ""
        if text and text != self._apart_words.text():
            announce(self, text)
        self._apart_words.setText(text)
        alone = set(state.apart) <= {view.me}
        self.apart_button.setText(_("Play on alone…") if alone else _("Play on without them…"))
        self.apart_button.setAccessibleName(f"{self.apart_button.text()} {text}")
        self.apart_button.setVisible(view.me in state.apart and view.me not in state.apart_asked)
        self._apart.setVisible(apart)
        self.setVisible(bool(self._votes) or changing or apart)
        self._fit()

    def _fit(self) -> None:
        if not self.isHidden():
            wide = self._court.width()
            self._lines.activate()
            high = max(self._lines.totalHeightForWidth(wide), self._lines.totalSizeHint().height())
            self.setGeometry(0, 0, wide, high)
            self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    def _becomes_late(self) -> None:
        self._late = True
        if self._view is not None:
            self.show_table(self._view)

    def _show_votes(self, view: TableView, votes: tuple[Vote, ...]) -> None:
        """Rows stay as long as their votes, so that the keyboard keeps its place."""
        open_now = {(vote.seat, vote.leaving) for vote in votes}
        for topic in [topic for topic in self._votes if topic not in open_now]:
            gone = self._votes.pop(topic)
            self._lines.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, vote in enumerate(votes):
            made = self._votes.get((vote.seat, vote.leaving))
            if made is None:
                made = self._votes[vote.seat, vote.leaving] = VoteRow(vote.seat)
                made.clicked.connect(self.voted)
                self._lines.insertWidget(place, made)
            before = made.words.text()
            made.show_vote(view, vote)
            if made.words.text() != before:
                announce(self, made.words.text(), urgent=not before)
