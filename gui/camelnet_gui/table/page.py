"""The table screen: the board, and beside it whose turn, who has what, what to do, what was said.

What only the game knows comes as the parts that it made. `Pacer` shows one step after another,
`ScoreReader` the scorings in between, and only when all is shown can the next move be chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from camelnet.session.api.facts import ChatSaid, LuckShown, Stepped, TableView
from camelnet.session.api.intents import Intents
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.games import screens
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.flights import FlightLayer
from camelnet_gui.games.interface import MoveDialog, Speed
from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import theme_of
from camelnet_gui.table.action_focus import ActionFocus
from camelnet_gui.table.aids_controller import AidsController
from camelnet_gui.table.aids_strip import FOLD_KEY, HINT_KEY
from camelnet_gui.table.caption import StepCaption
from camelnet_gui.table.fairness_dialog import FairnessDialog
from camelnet_gui.table.membership_votes import MembershipStrip
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.pacer import PACES, Pacer
from camelnet_gui.table.readings import StepAnimation
from camelnet_gui.table.recap import RECAP_KEY, RecapPanel
from camelnet_gui.table.result_controller import ResultController
from camelnet_gui.table.score_reader import ScoreReader
from camelnet_gui.table.side_panel import SidePanel
from camelnet_gui.table.spots import TableSpots
from camelnet_gui.table.table_talk import TableTalk
from camelnet_gui.table.turn_watch import TurnWatch
from camelnet_gui.widgets.basics import announce, column, row

_SPEEDS: dict[str, Speed] = {"off": "off", "normal": "normal", "fast": "fast"}


class TablePage(QWidget):
    """One game, from its first step to play-again."""

    leave_requested = Signal()
    otherwise_requested = Signal()  # play again, with other options
    result_made = Signal(object)  # a `ResultPage`, whenever it comes into sight
    replay_requested = Signal()  # the finished game is to be watched again
    your_turn = Signal()
    title_changed = Signal()
    step_began = Signal(object)  # the `Stepped` that begins to move on the board
    step_shown = Signal(object)  # the `Stepped` whose result is displayed now; no replayed one
    refreshed = Signal()  # the panel shows something new
    big_screen_left = Signal()
    up_to_date = Signal()  # all that has happened is shown
    nudged = Signal()  # my turn, shown two minutes ago, is still mine
    result_shown = Signal()  # the game is over, and its result is displayed for the first time
    partition_requested = Signal()

    def __init__(
        self, view: TableView, *, intents: Intents, settings: Settings, chat: ChatHistory
    ) -> None:
        super().__init__()
        self._intents = intents
        self._settings = settings
        self.parts = screens(view.position.game).make_parts()
        self.games = {view.game_id}  # a second one once some play on apart
        self.model = TableModel(view, self.parts.view_model, dark=theme_of(self).dark)
        self._withheld: tuple[FeedEntry, ...] = ()  # what the log tells after a page that reveals
        self._turn_told = False  # nobody else has moved since I was told that it is my turn
        self._result_shown = False
        self.big = False  # shown on a big screen, where nobody sits at the keys
        self._told: str | None = None  # the armed move that was announced
        self.dialog: MoveDialog | None = None
        self.fairness: FairnessDialog | None = None
        self.board = self.parts.board
        self.panel = SidePanel(view, self.parts, chat, muted=not settings.emotes)
        self.talk = TableTalk(self, self.panel.players, self.panel.talk, settings)
        self._action_focus = ActionFocus(self, self.panel.acts.surface)
        self._stage = QWidget()
        row(self._stage).addWidget(self.board.surface)
        self.flights = FlightLayer(self, self.parts.pieces)
        self.spots = TableSpots(self, self.board, self.panel.players)
        self.player = StepPlayer(self.board, self.flights, self.spots.spot_of, self)
        self.overlay = Overlay(self._stage)
        self.caption = StepCaption(self._stage, top=self.board.sky)
        self.scores = ScoreReader(self.overlay, self)
        self.pacer = Pacer(
            self.model, self.player, self, covered=lambda: self.overlay.page is not None
        )
        aid = self.parts.aid if view.aids else None
        self.aids = AidsController(aid, settings, self) if aid is not None else None
        self.membership_votes = MembershipStrip()
        self.watch = TurnWatch(self.model, self)
        self.recap = RecapPanel(self._stage)
        self.result = ResultController(self.model, self.parts, self.overlay, intents, self)
        left = column(gap=0)
        left.addWidget(self.membership_votes)
        left.addWidget(self._stage, 1)
        if self.aids is not None:
            left.addWidget(self.aids.strip)
        split = row(self, gap=0)
        split.addLayout(left, 1)
        split.addWidget(self.panel)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._connect()
        self.apply_settings()
        self.refresh()

    def _connect(self) -> None:
        self.board.picked.connect(self._picked)
        self.pacer.began.connect(self._step_begins)
        self.pacer.landed.connect(self._step_landed)
        self.pacer.waits.connect(self.refresh)
        self.pacer.settled.connect(self._all_steps_shown)
        self.pacer.skip_by_click(self.board.surface)
        self.scores.left.connect(self._overlay_left)
        self.caption.clicked.connect(self.pacer.skip)
        self.caption.skip_all.connect(self.pacer.skip_all)
        actions = self.panel.acts
        actions.picked.connect(self.choose)
        actions.confirmed.connect(self._confirmed)
        actions.cancelled.connect(self.back)
        self.panel.feed.pointed.connect(self._highlighted)
        self.panel.said.connect(self._intents.say)
        self.panel.leave_requested.connect(self.leave_requested)
        self.panel.fairness_requested.connect(self.open_fairness)
        self.panel.players.drop_requested.connect(self._intents.go_on_without)
        self.membership_votes.voted.connect(self._intents.go_on_without)
        self.membership_votes.partition_requested.connect(self.partition_requested)
        self.watch.changed.connect(self.refresh)
        self.watch.nudged.connect(self._nudge)
        self.watch.forced.connect(self._play_forced)
        self.recap.feed.pointed.connect(self._highlighted)
        self.panel.recap_requested.connect(self.open_recap)
        self.result.board_requested.connect(self._overlay_left)
        self.result.leave_requested.connect(self.leave_requested)
        self.result.replay_requested.connect(self.replay_requested)
        self.result.failed.connect(lambda text: self.notice(text, serious=True))
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for key, pick in self.parts.keys.items():
            QShortcut(QKeySequence(key), self, lambda p=pick: self.choose(p), context=within)
        QShortcut(QKeySequence("Esc"), self, self._escape, context=within)
        QShortcut(QKeySequence(RECAP_KEY), self, self.open_recap, context=within)
        if self.aids is not None:
            self.aids.changed.connect(self.refresh)
            QShortcut(QKeySequence(HINT_KEY), self, self.aids.ask_hint, context=within)
            QShortcut(QKeySequence(FOLD_KEY), self, self.aids.fold, context=within)

    # --- facts ----------------------------------------------------------------------------------

    def update_view(self, view: TableView) -> None:
        if view.waiting != self.model.view.waiting:
            self.watch.waits_for_others()
        self._log(self.model.update(view))
        self._go_on()

    def take(self, step: Stepped) -> None:
        if step.seat not in (None, self.model.view.me):
            self._turn_told = False
        told = self.model.take(step)
        if step.replayed and self._is_mine(step):
            self.panel.feed.append(told)
            self.recap.begin_anew()
        else:
            self._log(told)
        if not step.replayed:
            self.pacer.go_on()

    def chat(self, said: ChatSaid) -> None:
        """Somebody says something while the screen is there; the history has it already."""
        self.talk.hear(said, self.model.view)

    def notice(self, text: str, *, serious: bool) -> None:
        self._log(self.model.notice(text, serious=serious))
        self.watch.not_sent()  # it may say why
        if self.fairness is not None:
            self.fairness.tell(text)

    def _nudge(self) -> None:
        QApplication.alert(self.window())
        announce(self.panel.banner, self.model.banner().text)
        self.nudged.emit()

    # --- the show -------------------------------------------------------------------------------

    def _step_begins(self, show: StepAnimation) -> None:
        step = show.step
        if step.seat is not None and show.sheet is None:
            self._tell_caption(show)  # what luck brings is told when it is there
        if show.moves:
            self._refresh_panel(players=False)
        self.step_began.emit(step)

    def _step_landed(self, show: StepAnimation) -> None:
        """The board shows the result of a step: read its scoring, or go on."""
        if not show.step.replayed:
            self.step_shown.emit(show.step)
        if show.sheet is None:
            self.model.finish()
            self._log((*show.entries, *self.model.due_news()))  # only now: no line tells what comes
            if self._is_mine(show.step):
                self.recap.begin_anew()
            self._tell_caption(show)
            if not self.pacer.at_end:
                self.refresh()
            return
        calm = self._settings.speed == "off"
        page = self.parts.page(show.sheet, self.model.marks, animated=not calm)
        if page.reveals:
            self._withheld = show.entries  # scores wait for it too
        else:
            self.model.land()
            self._log(show.entries)
        self.caption.leave()
        self.scores.open(page, watching=self.model.view.me is None, calm=calm)
        self._follow_aids()
        self.refresh()

    def _is_mine(self, step: Stepped) -> bool:
        return step.seat is not None and step.seat == self.model.view.me

    def _log(self, entries: Sequence[FeedEntry]) -> None:
        if entries:
            self.panel.feed.append(entries)
            self.recap.add(entries)

    def _tell_caption(self, show: StepAnimation) -> None:
        """Caption the moves of others and of luck; I know my own."""
        step = show.step
        if show.entries and not self._is_mine(step) and not step.replayed:
            entry = show.entries[0]
            mark = None if entry.seat is None else self.model.marks[entry.seat]
            self.caption.tell(entry.text, mark)

    def _overlay_left(self) -> None:
        self.overlay.leave()
        self.model.finish()
        self._log((*self._withheld, *self.model.due_news()))
        self._withheld = ()
        self.setFocus()
        self._go_on()

    def _go_on(self) -> None:
        """Show what is new, and the next step; where there is none, that is one thing."""
        if not self.pacer.at_end:
            self.refresh()
        self.pacer.go_on()

    def _all_steps_shown(self) -> None:
        """All is shown: say whose turn it is, or how the game ended."""
        if self.model.forced is not None:
            self.watch.force_soon(at_once=self.pacer.pace_ms == 0)
        elif self.model.my_turn and not self._turn_told:
            self._turn_told = True
            self.your_turn.emit()
            self.watch.my_turn_is_shown()
            QApplication.alert(self.window())
            announce(self.panel.banner, self.model.banner().text, urgent=True)
        self.refresh()
        if self.model.view.position.turn == "over" and not self._result_shown:
            self.show_result()
            self.result_shown.emit()
        self.up_to_date.emit()

    def forget_seat(self) -> None:
        """Somebody else at this laptop looks at the screen now: drop what is only for the last
        one."""
        self._turn_told = False
        if self.dialog is not None:
            self.dialog.dialog.reject()
        if self.aids is not None:
            self.aids.forget()
        self.model.view_model.conceal()

    def show_result(self) -> None:
        """The podium rises the first time only."""
        rises = not self._result_shown and self._settings.speed != "off"
        self._result_shown = True
        page = self.result.show(animated=rises)
        page.otherwise.clicked.connect(self.otherwise_requested)
        self._follow_aids()
        self.result_made.emit(page)

    # --- the proof of a die ---------------------------------------------------------------------

    def open_fairness(self) -> None:
        """The dice of this game; the newest is proven at once."""
        if self.fairness is not None:
            return
        self.fairness = FairnessDialog(self.model.marks, self.window())
        self.fairness.asked.connect(self._intents.show_luck)
        self.fairness.finished.connect(self._fairness_closed)
        self.fairness.show_verdict(self.model.view.verdict)
        self.fairness.show_dice(self.model.drawn)
        self.fairness.open()

    def show_draw_audit(self, audit: LuckShown) -> None:
        if self.fairness is not None:
            self.fairness.show_audit(audit)

    def _fairness_closed(self) -> None:
        closed, self.fairness = self.fairness, None
        if closed is not None:
            closed.deleteLater()

    # --- painting -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the model as it is now; while something moves, the board is left to it."""
        self._follow_aids()
        if not self.pacer.moving:
            self.board.show_scene(self.model.scene())
        self._refresh_panel(players=not self.pacer.moving and not self.scores.reveals)
        self.result.refresh()
        self.title_changed.emit()

    def _refresh_choice(self) -> None:
        """Show what is chosen now; all else is as `refresh` left it."""
        if not self.pacer.moving:
            self.board.show_scene(self.model.scene())
        with self._action_focus.kept():
            self.panel.show_choice(self.model)
        if not (self.pacer.moving or self.scores.reveals):
            self.panel.fit()

    def _follow_aids(self) -> None:
        if self.aids is not None:
            self.aids.follow(self.model, reading=self.overlay.page is not None)
            self.model.hinted = self.aids.hinted

    def _refresh_panel(self, *, players: bool) -> None:
        with self._action_focus.kept():
            self.panel.show_table(self.model, players=players)
            self.panel.show_choice(self.model)
        self.caption.allow_skip(self.model.waiting_steps > 0)
        if self.model.settled:
            self.caption.leave_soon()
        self.membership_votes.show_table(self.model.view)
        if self.fairness is not None:
            self.fairness.show_verdict(self.model.view.verdict)
            self.fairness.show_dice(self.model.drawn)
        if players:
            self.panel.fit()
            self.refreshed.emit()

    def open_recap(self) -> None:
        """Opens what has happened since my last turn, or closes it."""
        self.caption.leave()
        self.recap.toggle(self.model.marks)

    def apply_settings(self) -> None:
        self.model.dark = theme_of(self).dark
        self.player.set_speed(_SPEEDS[self._settings.speed])
        self.pacer.pace_ms = PACES[self._settings.bots_pace]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "panel"):
            self.apply_settings()
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.setFixedWidth(max(324, min(384, self.width() * 27 // 100)))

    def _highlighted(self, spaces: frozenset[int]) -> None:
        if spaces != self.model.highlight:
            self.model.highlight = spaces
            if not self.pacer.moving:
                self.board.show_scene(self.model.scene())

    # --- choosing -------------------------------------------------------------------------------

    def _picked(self, place: str) -> None:
        if self.pacer.skippable:
            self.pacer.skip()
            return
        self._chosen(self.model.pick(place))

    def choose(self, pick: str) -> None:
        """A button or a key; unlike the board, they are at hand while a scoring is read."""
        if self.overlay.page is None:
            self._chosen(self.model.pick(pick))

    def _confirmed(self) -> None:
        self._chosen(self.model.confirm())

    def _chosen(self, move: str | None) -> None:
        """Handles a click: sends a move, opens a dialog, or shows a further choice."""
        view_model = self.model.view_model
        self._clear_hint()
        at_once = not (view_model.adjustable or self._settings.confirm)
        if move is None and view_model.armed and at_once:
            move = self.model.confirm()
        if move is not None:
            self._play(move)
            self.refresh()
        else:
            if self.dialog is None:
                self._open_dialog()
            self._refresh_choice()
        if view_model.armed and view_model.armed != self._told:
            # Whoever cannot see it hears what would happen.
            announce(self.panel.banner, self.model.explained)
        self._told = view_model.armed

    def _play(self, move: str) -> None:
        self.watch.sent(move)  # before it is played: the answer may come at once
        self.caption.leave()
        self._intents.play(move)

    def _play_forced(self, move: str) -> None:
        """Make my one possible move, and say so."""
        words, me = self.model.forced_words, self.model.view.me
        assert me is not None, "only a player moves"
        self._play(move)
        self._log((FeedEntry(words, me),))
        self.caption.tell(words, self.model.marks[me])

    def _open_dialog(self) -> None:
        """The dialog that the choice asks for, if it does."""
        self.dialog = self.parts.dialog(self.model.table, self.window())
        if self.dialog is not None:
            self.dialog.dialog.finished.connect(self._dialog_closed)
            self.dialog.dialog.open()

    def _dialog_closed(self) -> None:
        closed, self.dialog = self.dialog, None
        self.model.view_model.forget()
        if closed is not None:
            if closed.notation is not None:
                self._play(closed.notation)
            closed.dialog.deleteLater()
        self.refresh()

    def _clear_hint(self) -> None:
        if self.aids is not None:
            self.aids.clear_hint()
            self.model.hinted = None

    def back(self) -> None:
        self._clear_hint()
        self.model.back()
        self._refresh_choice()

    def _escape(self) -> None:
        if self.big:
            self.big_screen_left.emit()
            return
        if self.overlay.page is not None and self.overlay.main:
            self.overlay.main.click()
        elif self.pacer.skippable:
            self.pacer.skip()
        elif not self.recap.isHidden():
            self.recap.leave()
        else:
            self.back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        space = event.key() == Qt.Key.Key_Space
        if self.pacer.runs or (space and self.pacer.skippable):
            self.pacer.skip()
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not self.panel.chat_line.hasFocus() and self.model.view_model.armed:
            self._confirmed()
            return
        super().keyPressEvent(event)
