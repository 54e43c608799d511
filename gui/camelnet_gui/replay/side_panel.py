"""The panel beside a replayed board: what happened, the players, hidden cards, the lists."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QStackedWidget, QWidget

from camelnet.i18n import _
from camelnet_gui.games.feed_entry import FEED_MAX, FeedEntry
from camelnet_gui.games.interface import AnyParts, Hand
from camelnet_gui.replay.model import EVERYBODY, SPECTATOR, ReplayModel
from camelnet_gui.review.decision_list import DecisionList
from camelnet_gui.table.feed import Feed
from camelnet_gui.table.players import PlayersPanel, fit_rows, height_of
from camelnet_gui.widgets.basics import Elided, button, column, label, look, row, scrolled, set_tip

LISTS_MIN = 120  # pixels that log or decisions keep whatever else wants room


class ReplayPanel(QWidget):
    """Shows a replay model."""

    left = Signal()
    view_chosen = Signal(int)  # a seat, `EVERYBODY` or `SPECTATOR`
    seek_requested = Signal(int)  # a place
    summary_requested = Signal()

    def __init__(self, model: ReplayModel, parts: AnyParts) -> None:
        super().__init__()
        look(self, "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = model
        self.players = PlayersPanel(parts.holdings)
        self._hand = parts.hand
        self.feed = LogList()
        self.decisions = DecisionList(model.history)
        self.banner = label("", "banner-other", wrap=True)
        self.leave: QPushButton = button(_("Done"), "small")
        self.title = Elided(model.film.title, "subtitle")
        self.views = self._make_views()
        self.seen = QWidget()
        self.seen.setVisible(model.history.hides)
        self._heading = Elided("", "heading")
        self._scroll = scrolled(self.players)
        self.tabs: list[QPushButton] = []
        self._pages = QStackedWidget()
        self.summary: QPushButton = button(_("Summary"), "small")
        self._arrange(parts.hand)

    def _make_views(self) -> QComboBox:
        made = QComboBox()
        made.setAccessibleName(_("Seen by"))
        set_tip(made, _("Whose hidden cards are shown (keys 1 to 8; 0: all cards; 9: none)"))
        made.addItem(_("All cards open"), EVERYBODY)
        if self._model.history.hides:
            for seat, name in enumerate(self._model.names):
                mine = seat == self._model.history.reader
                made.addItem(_("As I saw it") if mine else _("As {name}").format(name=name), seat)
            made.addItem(_("As a spectator"), SPECTATOR)
        made.setCurrentIndex(max(0, made.findData(self._model.view)))
        return made

    def _arrange(self, hand: Hand | None) -> None:
        page = column(self, gap=8, margin=(12, 8, 12, 10))
        top = row(gap=6)
        top.addWidget(self.title, 1)
        top.addWidget(self.leave)
        self.leave.setAccessibleName(_("Leave the replay"))
        self.leave.clicked.connect(self.left)
        self.views.currentIndexChanged.connect(
            lambda _index: self.view_chosen.emit(int(self.views.currentData()))
        )
        self.banner.setAccessibleDescription(_("Game status"))
        page.addLayout(top)
        seen = row(self.seen)
        seen.addWidget(label(_("Seen by"), "muted"))
        seen.addWidget(self.views, 1)
        page.addWidget(self.seen)
        page.addWidget(self.banner)
        page.addWidget(self._heading)
        page.addWidget(self._scroll)
        if hand is not None:
            page.addWidget(hand)
        line = row(gap=4)
        for number, (words, widget) in enumerate(
            ((_("Log"), self.feed), (_("Decisions"), self.decisions))
        ):
            made = button(words, "small")
            made.setCheckable(True)
            made.clicked.connect(self._opener(number))
            self.tabs.append(made)
            self._pages.addWidget(widget)
            line.addWidget(made)
        line.addStretch(1)
        line.addWidget(self.summary)
        self.tabs[0].setChecked(True)
        self.summary.setEnabled(False)
        self.summary.clicked.connect(self.summary_requested)
        self.feed.chosen.connect(self.seek_requested)
        self.decisions.pointed.connect(self.seek_requested)
        page.addLayout(line)
        page.addWidget(self._pages, 1)

    def _opener(self, number: int) -> Callable[[], None]:
        return lambda: self.open_tab(number)

    def open_tab(self, number: int) -> None:
        """0: the log; 1: the decisions."""
        for index, tab in enumerate(self.tabs):  # no group: each stays within reach of Tab
            tab.setChecked(index == number)
        self._pages.setCurrentIndex(number)

    # --- showing --------------------------------------------------------------------------------

    def show_place(self, *, aloud: bool) -> None:
        """The model stands elsewhere. `aloud`: the log is read aloud as it goes on."""
        model = self._model
        over = model.at == model.last and model.position.turn == "over"
        self.banner.setText(model.told())
        look(self.banner, "banner-over" if over else "banner-other")
        self.players.show_rows(model.rows())
        parts = (_("Players"), *model.progress())
        self._heading.setText("  ·  ".join(parts).upper())
        if self._hand is not None:
            self._hand.show_table(model.table)
            if model.eyes is not None:
                self._hand.show_owner(model.names[model.eyes])
        self.decisions.show_at(model.at)
        self.feed.show_until(model, aloud=aloud)
        self.fit()

    def fit(self) -> None:
        """Two lines for each player if there is room, else one; the rest is the lists'."""
        parts: list[QWidget] = [self.leave, self.banner, self._heading, self.tabs[0]]
        if not self.seen.isHidden():
            parts.append(self.seen)
        if self._hand is not None:
            parts.append(self._hand)
        taken = 10 * 8 + 18 + LISTS_MIN
        taken += height_of(parts, self.width() - 24)
        fit_rows(self._scroll, self.players, self.height() - taken, self.height())

    def minimumSizeHint(self) -> QSize:
        """Less than the parts want: `fit` shares out what there is."""
        return QSize(300, 360)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class LogList(Feed):
    """The log up to where the replay stands. A click on a line goes to where it was told."""

    chosen = Signal(int)  # a place

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[tuple[int, FeedEntry]] = []
        self._told: tuple[int, int] | None = None  # the view and the place that are shown
        self.clicked.connect(self._choose)
        self.activated.connect(self._choose)

    def show_until(self, model: ReplayModel, *, aloud: bool) -> None:
        """The log so far, as the model's viewer may see it."""
        wanted = (model.view, model.at)
        if wanted == self._told:
            return
        before, self._told = self._told, wanted
        self.show_marks(model.marks)
        lines = model.entries(model.at)
        if before is not None and before[0] == model.view and before[1] < model.at:
            new = lines[len(self._lines) :]
            self._lines += new
            self.append([entry for _step, entry in new], aloud=aloud)
        else:
            self._lines = list(lines)
            self.replace([entry for _step, entry in lines])

    def _choose(self, index: QModelIndex) -> None:
        skipped = max(0, len(self._lines) - FEED_MAX)
        number = index.row() + skipped
        if 0 <= number < len(self._lines):
            self.chosen.emit(self._lines[number][0] + 1)
