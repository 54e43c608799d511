"""The screen of a replayed game: the board, the graph as its seek bar, the transport, the panel.

Keys: Space plays and pauses, ← and → go by a step, with Shift by a leg or round, with Ctrl by a
decision; Home and End, + and - for the speed, 1 to 8 for the eyes of a seat, 0 for all cards open,
9 for none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QPushButton, QWidget

from camelnet.i18n import _
from camelnet.review.practice import mistakes
from camelnet.session.api.facts import Stepped
from camelnet.session.text.standing_words import places_by_score
from camelnet_gui.games import screens
from camelnet_gui.games.board_parts import Speed
from camelnet_gui.games.flights import FlightLayer
from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.replay.model import EVERYBODY, SPECTATOR, Film, ReplayModel
from camelnet_gui.replay.moment_painter import MomentPainter
from camelnet_gui.replay.player import Player
from camelnet_gui.replay.side_panel import ReplayPanel
from camelnet_gui.replay.transport import Transport
from camelnet_gui.review.analysis import GameAnalysis, plot_of, with_review
from camelnet_gui.review.chance_graph import HIGH, LOW, ChanceGraph
from camelnet_gui.review.page import WIDE_MAX, ReviewPage
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import theme_of
from camelnet_gui.style.words import dotted
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.podium import Podium, steps
from camelnet_gui.table.readings import StepAnimation
from camelnet_gui.table.result_page import ResultPage
from camelnet_gui.table.score_reader import ScoreReader
from camelnet_gui.table.spots import TableSpots
from camelnet_gui.widgets.basics import (
    button,
    column,
    row,
    set_tip,
)
from camelnet_gui.widgets.screen_reader import announce
from camelnet_gui.widgets.send_dialog import SendDialog, sendable

FOLDED_FROM = 4.0  # the speed from which on scorings are told by the log alone
ROOMY = 640  # pixels of height from which on the graph is high

_SPEEDS: dict[str, Speed] = {"off": "off", "normal": "normal", "fast": "fast"}


class ReplayScreen(QWidget):
    """One game, from its first step to its last."""

    left = Signal()
    my_play_requested = Signal()  # what all my finished games say together
    step_began = Signal(object)  # Stepped: its motion starts; none while all goes fast
    step_shown = Signal(object)  # Stepped: its result is displayed now; the same
    practice_requested = Signal(object)  # the mistakes to learn from, as `Decision`s

    def __init__(
        self,
        film: Film,
        *,
        settings: Settings,
        whole_graph: bool,
    ) -> None:
        """`whole_graph`: the graph may tell how the game went on; else it is drawn as far as it
        was watched."""
        super().__init__()
        self._settings = settings
        self.parts = screens(film.game).make_parts()
        make_view_model = type(self.parts.view_model)
        self.model = ReplayModel(film, make_view_model, dark=theme_of(self).dark)
        self.board = self.parts.make_board()
        self.panel = ReplayPanel(self.model, self.parts)
        self.transport = Transport()
        self.transport.send.setVisible(sendable(film.file))
        self.flights = FlightLayer(self, self.parts.pieces)
        spots = TableSpots(self, self.board, self.panel.players)
        self._show = StepPlayer(self.board, self.flights, spots.spot_of, self)
        self.player = Player(self.model, self._show, self)
        self.analysis = GameAnalysis(film.history, self)
        self.graph = ChanceGraph(plot_of(film.history, self.model.marks))
        self._whole_graph = whole_graph
        self._reach = 0  # how far the game was watched
        self._stage = QWidget()
        row(self._stage).addWidget(self.board)
        self.overlay = Overlay(self._stage)
        self.reader = ScoreReader(self.overlay, self)
        left = column(gap=0)
        left.addWidget(self._stage, 1)
        left.addWidget(self.graph)
        left.addWidget(self.transport)
        split = row(self, gap=0)
        split.addLayout(left, 1)
        split.addWidget(self.panel)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._connect()
        self._make_keys()
        self.apply_settings()
        self._show_analysis()
        self._moved()

    def _connect(self) -> None:
        self.player.moved.connect(self._moved)
        self.player.step_began.connect(self._began)
        self.player.step_shown.connect(self._shown)
        self.player.sheet_due.connect(self._show_sheet)
        self.reader.left.connect(self._sheet_read)
        self.player.ended.connect(self.show_result)
        self.graph.seek_requested.connect(self.seek)
        self.transport.asked.connect(self._asked)
        self.transport.speed_chosen.connect(self.player.set_speed)
        self.transport.send.clicked.connect(self.send)
        self.panel.left.connect(self.leave)
        self.panel.view_chosen.connect(self.look_as)
        self.panel.seek_requested.connect(self.seek)
        self.panel.summary_requested.connect(self.show_summary)
        self.panel.feed.pointed.connect(self._highlighted)
        self.panel.decisions.chosen.connect(self._show_graph)
        self.analysis.found.connect(self._show_analysis)
        self.analysis.progressed.connect(self._show_progress)
        self.board.picked.connect(lambda _place: self.toggle())

    def _make_keys(self) -> None:
        model, ways = self.model, self._asked
        keys: dict[str, Callable[[], None]] = {
            "Left": lambda: ways("back"),
            "Right": lambda: ways("forward"),
            "Shift+Left": lambda: ways("chapter-back"),
            "Shift+Right": lambda: ways("chapter-forward"),
            "Ctrl+Left": lambda: self.seek(model.decision_before(model.at)),
            "Ctrl+Right": lambda: self.seek(model.decision_after(model.at)),
            "Home": lambda: ways("start"),
            "End": lambda: ways("end"),
            "+": lambda: self.transport.change_speed(1),
            "=": lambda: self.transport.change_speed(1),
            "-": lambda: self.transport.change_speed(-1),
            "Esc": self._escape,
            "0": lambda: self._choose_view(EVERYBODY),
            "9": lambda: self._choose_view(SPECTATOR),
        }
        for seat in range(len(model.names)):
            keys[str(seat + 1)] = lambda seat=seat: self._choose_view(seat)  # type: ignore[misc]
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for key, do in keys.items():
            QShortcut(QKeySequence(key), self, do, context=within)

    # --- moving ---------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Plays, or pauses."""
        if self.player.playing:
            self.player.pause()
            return
        self._leave_page()
        self.player.play()

    def seek(self, at: int) -> None:
        """The board as it stood at a place."""
        self._leave_page()
        self.player.seek(at)
        self._announce()

    def _asked(self, what: str) -> None:
        model = self.model
        match what:
            case "play":
                self.toggle()
            case "start":
                self.seek(0)
            case "end":
                self.seek(model.last)
            case "back":
                self.player.pause()
                self.seek(model.at - 1)
            case "forward":
                self._leave_page()
                self.player.forward()
                self._announce()
            case "chapter-back":
                self.seek(model.chapter_before(model.at))
            case _:
                self.seek(model.chapter_after(model.at))

    def send(self) -> None:
        """Asks how the game is to be sent."""
        film = self.model.film
        if film.file is not None:
            self.player.pause()
            SendDialog(film.file, film.game, film.title, self.model.names, self.window()).exec()

    def leave(self) -> None:
        self.stop()
        self.left.emit()

    def stop(self) -> None:
        """Nothing moves or is worked out any more."""
        self.player.stop()
        self.analysis.stop()

    def _escape(self) -> None:
        if self.overlay.page is not None:
            self._leave_page()
        else:
            self.leave()

    # --- eyes -----------------------------------------------------------------------------------

    def look_as(self, view: int) -> None:
        """Through the eyes of a seat, with all cards open, or with none."""
        self.model.look_as(view)
        self.player.seek(self.model.at)

    def _choose_view(self, view: int) -> None:
        index = self.panel.views.findData(view)
        if index >= 0:
            self.panel.views.setCurrentIndex(index)

    # --- showing --------------------------------------------------------------------------------

    def _moved(self) -> None:
        model, player = self.model, self.player
        self._reach = max(self._reach, model.at)
        over = model.at == model.last
        self.transport.show_playing(player.playing, over=over)
        place = _("{at} of {last}").format(at=model.at, last=model.last)
        chapter = model.history.chapter_of(min(model.at, model.last - 1))
        self.transport.show_place(dotted(chapter, place), at=model.at, last=model.last)
        self.graph.show_at(model.at)
        if not self._whole_graph and self.graph.plot.reach != self._reach:
            self._show_graph()
        if not player.moving:
            self.board.show_scene(model.scene())
            self.panel.show_place(aloud=player.playing)  # a place gone to is told by itself

    def _began(self, step: Stepped) -> None:
        if not self.player.hurries:
            self.step_began.emit(step)

    def _shown(self, step: Stepped) -> None:
        if not self.player.hurries:
            self.step_shown.emit(step)

    def _announce(self) -> None:
        if not self.player.playing:
            told = dotted(self.model.told(), self.graph.chances(self.model.at))
            announce(self.graph, told)

    def _highlighted(self, spaces: frozenset[int]) -> None:
        if spaces != self.model.highlight:
            self.model.highlight = spaces
            if not self.player.moving:
                self.board.show_scene(self.model.scene())

    def apply_settings(self) -> None:
        self.model.dark = theme_of(self).dark
        self._show.set_speed(_SPEEDS[self._settings.speed])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "panel"):
            self.apply_settings()
            self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.setFixedWidth(max(316, min(400, self.width() * 28 // 100)))
        self.graph.setFixedHeight(HIGH if self.height() >= ROOMY else LOW)

    def minimumSizeHint(self) -> QSize:
        """The least size: with the low graph, whatever it is now."""
        spare = self.graph.height() - LOW
        return super().minimumSizeHint() - QSize(0, spare)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle()
            return
        super().keyPressEvent(event)

    # --- the review -----------------------------------------------------------------------------

    def _show_progress(self) -> None:
        share = round(100 * self.analysis.done)
        self.panel.summary.setText(_("Analysing… {share} %").format(share=share))

    def _show_analysis(self) -> None:
        """Show all that is known by now: a rough graph first, then costs, then the summary."""
        findings, seen = self.analysis.findings, self.analysis.seen
        summary = self.panel.summary
        summary.setEnabled(findings is not None)
        summary.setText(_("Summary"))
        if seen is not None and seen.decisions:
            self.panel.decisions.show_costs(seen)
        if findings is not None:
            set_tip(summary, _("Luck, decisions, and the mistakes that cost most."))
        elif self.analysis.running:
            self._show_progress()
        else:
            set_tip(summary, self.analysis.trouble)
        self._show_graph()

    def _show_graph(self) -> None:
        plot = plot_of(self.model.history, self.model.marks)
        plot = replace(plot, note=self.analysis.trouble)
        seen = self.analysis.seen
        if seen is not None:
            plot = with_review(plot, self.model.history, seen)
            worst = seen.costliest(self.panel.decisions.seat)
            flags = tuple((made.step, made.seat) for made in worst)
            reach = None if self._whole_graph else self._reach
            plot = replace(plot, flags=flags, reach=reach)
        self.graph.show_plot(plot)

    @cached_property
    def _paint_moment(self) -> MomentPainter:
        return MomentPainter(self.model.film, self)  # with a board of its own: one is enough

    def show_summary(self) -> None:
        """The findings in words and numbers. They tell how the game ended."""
        findings = self.analysis.findings
        if findings is None:
            return
        self.player.pause()
        self._whole_graph = True
        self._show_graph()
        seat = self.panel.decisions.seat
        page = ReviewPage(findings, self.model.history, self.model.marks, seat, self._paint_moment)
        page.board_requested.connect(self.seek)
        page.grown.connect(self.overlay.fit)
        acts = []
        reader = self.model.history.reader
        if reader is not None:
            if wrong := mistakes(findings.review, reader):
                learn = button(_("Learn from my mistakes"))
                learn.clicked.connect(lambda: self.practice_requested.emit(wrong))
                acts.append(learn)
            figures = button(_("My play"))
            figures.clicked.connect(self.my_play_requested)
            acts.append(figures)
        self._show_page(page, acts, _("Back to the board"), wide_max=WIDE_MAX)
        for sentence in page.told:
            announce(page, sentence)

    # --- pages over the board -------------------------------------------------------------------

    def _show_sheet(self, show: StepAnimation) -> None:
        """A scoring, for a while; where all goes fast, the log tells it."""
        if self.player.speed >= FOLDED_FROM:
            self._after_sheet()
            return
        self.player.hold()
        calm = self._settings.speed == "off"
        page = self.parts.page(show.sheet, self.model.marks, not calm)
        self.reader.open(page, watching=True, calm=calm)

    def _sheet_read(self) -> None:
        self.overlay.leave()
        self.graph.setFocus()
        self._after_sheet()

    def _after_sheet(self) -> None:
        self.player.go_on()
        if self.model.at == self.model.last:
            self.show_result()

    def show_result(self) -> None:
        """The result of the game."""
        model = self.model
        if model.position.turn != "over":
            return
        teller = screens(model.film.game).make_parts()
        for step in model.steps:
            teller.view_model.take(step, model.names)
        position = model.position
        result = teller.result(position, model.marks)
        scores = position.scores()
        places = result.places or places_by_score(scores, position.winners())
        podium = Podium(steps(model.marks, scores, places), teller.holdings.paint_unit)
        page = ResultPage(model.ending(), result.line, result.table, podium)
        page.proof.hide()
        page.keeping.hide()
        again = button(_("Watch again"))
        again.clicked.connect(self.toggle)
        self._show_page(page, [again], _("See the board"))

    def _show_page(
        self, page: QWidget, buttons: list[QPushButton], leave: str, *, wide_max: int = 780
    ) -> None:
        last = button(leave, "main")
        last.clicked.connect(self._leave_page)
        self.overlay.show_page(page, [*buttons, last], wide_max=wide_max)

    def _leave_page(self) -> None:
        """Whatever lies over the board goes, and what waits for it goes on."""
        read = self.reader.close()
        if self.overlay.page is None:
            return
        self.overlay.leave()
        self.graph.setFocus()
        if read:
            self.player.go_on()
