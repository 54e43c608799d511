"""The table screen: the board, and beside it whose turn, who has what, what to do, what was said.

What only the game knows comes as the parts that it made. `Pacer` shows one step after another,
`ScoreReader` the scorings in between, and only when all is shown can the next move be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import reason
from camelnet.session.api.facts import ChatSaid, Stepped, TableView
from camelnet.session.api.intents import Intents
from camelnet_gui.chat.history import ChatHistory
from camelnet_gui.games import game_title, screens
from camelnet_gui.games.board_parts import Speed
from camelnet_gui.games.feed_entry import FeedEntry
from camelnet_gui.games.flights import FlightLayer
from camelnet_gui.games.step_player import StepPlayer
from camelnet_gui.settings.store import Settings
from camelnet_gui.style.theme import theme_of
from camelnet_gui.table.action_focus import ActionFocus
from camelnet_gui.table.aids_controller import AidsController
from camelnet_gui.table.aids_strip import FOLD_KEY, HINT_KEY
from camelnet_gui.table.caption import StepCaption
from camelnet_gui.table.celebration import Celebration
from camelnet_gui.table.chooser import Chooser
from camelnet_gui.table.fairness_controller import FairnessController
from camelnet_gui.table.membership_votes import MembershipStrip
from camelnet_gui.table.model import TableModel
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.pacer import PACES, Pacer
from camelnet_gui.table.recap import RECAP_KEY, RecapPanel
from camelnet_gui.table.result_controller import ResultController
from camelnet_gui.table.result_page import ResultPage
from camelnet_gui.table.score_reader import ScoreReader
from camelnet_gui.table.side_panel import SidePanel
from camelnet_gui.table.spots import TableSpots
from camelnet_gui.table.step_teller import StepTeller
from camelnet_gui.table.table_talk import TableTalk
from camelnet_gui.table.turn_watch import TurnWatch
from camelnet_gui.widgets.basics import (
    FittingButton,
    column,
    in_sight,
    row,
)
from camelnet_gui.widgets.screen_reader import announce

Heard = Callable[..., Any] | SignalInstance
_WITHIN = Qt.ShortcutContext.WidgetWithChildrenShortcut
SPEEDS: dict[str, Speed] = {"off": "off", "normal": "normal", "fast": "fast"}


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
    sound_due = Signal(object)  # a `Sound` of the celebration

    def __init__(
        self, view: TableView, *, intents: Intents, settings: Settings, chat: ChatHistory
    ) -> None:
        super().__init__()
        self._intents = intents
        self._settings = settings
        self.parts = screens(view.position.game).make_parts()
        self.model = TableModel(view, self.parts.view_model, dark=theme_of(self).dark)
        self._turn_told = False  # nobody else has moved since I was told that it is my turn
        self._result_shown = False
        self.big = False  # shown on a big screen, where nobody sits at the keys
        self.board = self.parts.make_board()
        self.panel = SidePanel(view, self.parts, chat, muted=not settings.emotes)
        self.talk = TableTalk(self, self.panel.players, self.panel.talk, settings)
        self._action_focus = ActionFocus(self, self.panel.acts, self.board)
        self.stage = QWidget()
        row(self.stage).addWidget(self.board)
        self._court = QWidget()
        self._court.setFocusProxy(self)
        self.court_lines = column(self._court, gap=0)  # the board, and what stands beneath it
        self.court_lines.addWidget(self.stage, 1)
        self.flights = FlightLayer(self, self.parts.pieces)
        self.spots = TableSpots(self, self.board, self.panel.players)
        self.player = StepPlayer(self.board, self.flights, self.spots.spot_of, self)
        self.overlay = Overlay(self._court)
        self.talk.covered = lambda: self.overlay.page is not None
        self.caption = StepCaption(self.stage)
        self.scores = ScoreReader(self.overlay, self)
        self.pacer = Pacer(
            self.model, self.player, self, covered=lambda: self.overlay.page is not None
        )
        make_aid = self.parts.make_aid if view.aids else None
        self.aids = (
            AidsController(make_aid(), settings, self.panel.talk.advice, self)
            if make_aid is not None
            else None
        )
        self.membership_votes = MembershipStrip(self._court)
        self.watch = TurnWatch(self.model, self)
        self.recap = RecapPanel(self, self.panel.talk)
        self.teller = StepTeller(
            self.model,
            self.parts,
            settings,
            caption=self.caption,
            overlay=self.overlay,
            scores=self.scores,
            feed=self.panel.feed,
            recap=self.recap,
            parent=self,
        )
        self.chooser = Chooser(self.model, self.parts, settings, self.aids, self)
        self.fairness = FairnessController(self.model, self)
        self.result = ResultController(
            self.model, self.parts, self.board, self.overlay, intents, self
        )
        self.celebration = Celebration(self)
        self.festive = True  # the end of a game is celebrated
        if self.aids is not None:
            self.court_lines.addWidget(self.aids.strip)
        split = row(self, gap=0)
        split.addWidget(self._court, 1)
        split.addWidget(self.panel)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(game_title(view.position.game))
        self._connect()
        self.apply_settings()
        self.refresh()

    def _connect(self) -> None:
        self.pacer.skip_by_click(self.board)
        for signal, hears in self._hearers():
            signal.connect(hears)
        for keys, act in self._shortcuts():
            QShortcut(QKeySequence(keys), self, act, context=_WITHIN)

    def _hearers(self) -> Iterator[tuple[SignalInstance, Heard]]:
        """Each signal of the page, with its hearers."""
        panel, acts, intents = self.panel, self.panel.acts, self._intents
        yield self.board.picked, self._picked
        yield self.pacer.began, self.teller.begin
        yield self.pacer.landed, self.teller.land
        yield self.pacer.waits, self.refresh
        yield self.pacer.settled, self._all_steps_shown
        yield self.teller.moves, self._show_moving
        yield self.teller.began, self.step_began
        yield self.teller.shown, self.step_shown
        yield self.teller.changed, self._show_unless_at_end
        yield self.scores.left, self._leave_page
        yield self.overlay.turned, self.talk.bubbles.point_again
        yield self.caption.clicked, self.pacer.skip
        yield self.caption.skip_all, self.pacer.skip_all
        yield acts.picked, self.choose
        yield acts.confirmed, self.chooser.confirm
        yield acts.cancelled, self.chooser.back
        yield self.chooser.changed, self._refresh_choice
        yield self.chooser.played, self._play_chosen
        yield self.chooser.armed, self._tell_armed
        yield panel.said, intents.say
        yield panel.feed.pointed, self._highlighted
        yield panel.recap_requested, self.open_recap
        yield panel.leave_requested, self.leave_requested
        yield panel.fairness_requested, self.fairness.open
        yield panel.players.drop_requested, intents.go_on_without
        yield panel.players.drop_requested, self._action_focus.give
        yield self.recap.feed.pointed, self._highlighted
        yield self.fairness.asked, intents.show_luck
        yield self.membership_votes.voted, intents.go_on_without
        yield self.membership_votes.voted, self._action_focus.give
        yield self.membership_votes.partition_requested, self.partition_requested
        yield self.watch.changed, self.refresh
        yield self.watch.nudged, self._nudge
        yield self.watch.forced, self._play_forced
        yield panel.result_requested, lambda: self.show_result()
        yield self.result.board_requested, self._see_board
        yield self.result.leave_requested, self.leave_requested
        yield self.result.replay_requested, self.replay_requested
        yield self.result.proof_requested, self.fairness.open
        yield self.result.failed, self._tell_failure
        yield self.celebration.told, self.result_shown
        yield self.celebration.heard, self.sound_due
        yield self.celebration.over, self._show_result_at_end
        if self.aids is not None:
            yield self.aids.changed, self.refresh

    def _shortcuts(self) -> Iterator[tuple[str, Callable[[], None]]]:
        """The keys of this page, wherever its focus is."""
        for keys, pick in self.parts.keys.items():
            yield keys, partial(self._choose_by_key, pick)
        yield "Esc", self._escape
        yield RECAP_KEY, self.open_recap
        if self.aids is not None:
            yield HINT_KEY, self.aids.ask_hint
            yield FOLD_KEY, self.aids.fold

    # --- facts ----------------------------------------------------------------------------------

    def update_view(self, view: TableView) -> None:
        if view.waiting != self.model.view.waiting:
            self.watch.waits_for_others()
        self.teller.log(self.model.update(view))
        self._go_on()

    def take(self, step: Stepped) -> None:
        if step.seat not in (None, self.model.view.me):
            self._turn_told = False
        self.teller.take(step)
        if not step.replayed:
            self.pacer.go_on()

    def chat(self, said: ChatSaid) -> None:
        """Somebody says something while the screen is there; the history has it already."""
        self.talk.hear(said, self.model.view)

    def notice(self, text: str, *, serious: bool) -> None:
        self.teller.log(self.model.notice(text, serious=serious))
        self.watch.not_sent()  # it may say why
        self.fairness.tell(text)

    def _tell_failure(self, text: str) -> None:
        self.notice(text, serious=True)

    def _nudge(self) -> None:
        QApplication.alert(self.window())
        announce(self.panel.banner, self.model.banner().text)
        self.nudged.emit()

    # --- the show -------------------------------------------------------------------------------

    def _leave_page(self) -> None:
        """Away with the page over the board."""
        self.teller.leave_page()
        self.setFocus()
        self._go_on()

    def _see_board(self) -> None:
        """The result is out of the way; one key brings it back."""
        self._leave_page()
        self.panel.result.setFocus()

    def open_glossary(self) -> bool:
        """Show what the names on the board mean; False where that needs no words."""
        page = self.parts.glossary(self.model.view.position)
        if page is None:
            return False
        read = FittingButton(_("Got it"), "main")
        read.clicked.connect(self._leave_page)
        self.overlay.show_page(page, [read], by_surprise=True)
        return True

    def _go_on(self) -> None:
        self._show_unless_at_end()
        self.pacer.go_on()

    def _show_unless_at_end(self) -> None:
        """Show what is new, unless the pacer is about to find that all is shown, and that shows
        it."""
        if not self.pacer.at_end:
            self.refresh()

    def _show_moving(self) -> None:
        self._refresh_panel(players=False)

    def _all_steps_shown(self) -> None:
        """All is shown: say whose turn it is, or how the game ended."""
        if self.model.view_due:
            return
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
            self._result_shown = True
            self._end()
        self.up_to_date.emit()

    def forget_seat(self) -> None:
        """Somebody else at this laptop looks at the screen now: drop what is only for the last
        one."""
        self._turn_told = False
        self.chooser.close_dialog()
        if self.aids is not None:
            self.aids.forget()
        self.model.view_model.conceal()

    def _end(self) -> None:
        """The game has ended: celebrate that where somebody sees it happen, and show the result."""
        seen = bool(self.model.steps) and not self.model.steps[-1].replayed and in_sight(self)
        speed = SPEEDS[self._settings.speed]
        if self.festive and seen and speed != "off":
            self.caption.leave()
            self.celebration.begin(self.result.ceremony(), speed)
        else:
            announce(self, self.show_result(by_surprise=True).accessibleName())
            self.result_shown.emit()

    def _show_result_at_end(self) -> None:
        self.show_result(by_surprise=True)

    def show_result(self, *, by_surprise: bool = False) -> ResultPage:
        """`by_surprise`: nobody has asked for it."""
        page = self.result.show(by_surprise=by_surprise)
        self.panel.offer_result()
        page.otherwise.clicked.connect(self.otherwise_requested)
        self._follow_aids()
        self.result_made.emit(page)
        return page

    # --- painting -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the model as it is now; while something moves, the board is left to it."""
        self._follow_aids()
        if not self.pacer.moving:
            self._show_board()
        self._refresh_panel(players=not self.pacer.moving and not self.scores.reveals)
        self.result.refresh()
        self.title_changed.emit()

    def _refresh_choice(self) -> None:
        """Show what is chosen now; all else is as `refresh` left it."""
        moving = self.pacer.moving
        if not moving:
            self._show_board()
        with self._action_focus.kept():
            self.panel.show_choice(self.model)

    def _show_board(self) -> None:
        self.board.show_scene(self.model.scene())
        if self.aids is not None:
            self.board.advise(self.aids.hint_lines if self.model.hinted else ())

    def _follow_aids(self) -> None:
        if self.aids is not None:
            self.aids.follow(self.model)
            self.model.hinted = self.aids.hinted

    def _refresh_panel(self, *, players: bool) -> None:
        with self._action_focus.kept():
            self.panel.show_table(self.model, players=players)
            self.panel.show_choice(self.model)
        self.caption.allow_skip(self.model.waiting_steps > 0)
        if self.model.settled:
            self.caption.leave_soon()
        self.membership_votes.show_table(self.model.view)
        self.fairness.refresh()
        if players:
            self.panel.fit()
            self.refreshed.emit()

    def open_recap(self) -> None:
        """Opens what has happened since my last turn, or closes it; not beneath a page that covers
        the board."""
        if self.overlay.page is not None:
            return
        self.caption.leave()
        self.recap.toggle(self.model.marks)

    def apply_settings(self) -> None:
        self.model.dark = theme_of(self).dark
        self.player.set_speed(SPEEDS[self._settings.speed])
        self.pacer.pace_ms = PACES[self._settings.bots_pace]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "panel"):
            self.apply_settings()
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.panel.setFixedWidth(max(324, min(384, self.width() * 27 // 100)))
        if self.aids is not None:
            self.aids.fit(self.size())

    def _highlighted(self, spaces: frozenset[int]) -> None:
        if spaces != self.model.highlight:
            self.model.highlight = spaces
            if not self.pacer.moving:
                self.board.show_scene(self.model.scene())

    # --- choosing -------------------------------------------------------------------------------

    def _picked(self, place: str) -> None:
        if self.pacer.skippable:
            self.pacer.skip()
        elif self.model.hinted is not None and place == self.board.shown.chosen:
            self._play_chosen(self.model.hinted)
        else:
            self.chooser.pick(place)

    def choose(self, pick: str) -> None:
        """A button or a key; unlike the board, they are at hand while a scoring is read."""
        if self.overlay.page is None:
            self.chooser.pick(pick)

    def _choose_by_key(self, pick: str) -> None:
        """The keyboard goes where it is chosen further, from wherever it was: Enter would be for
        something else there. Why something cannot be chosen is read aloud."""
        if why := self.model.view_model.why_not(self.model.table, pick):
            announce(self.panel.banner, reason(why))
            return
        self.choose(pick)
        adjusts = self.model.view_model.adjustable  # how many camels go, from where they go
        if self.model.my_turn and self.chooser.dialog is None and not adjusts:
            self._action_focus.come()

    def _tell_armed(self, effect: str) -> None:
        """Whoever cannot see it hears what would happen."""
        announce(self.panel.banner, effect)

    def _play_chosen(self, move: str) -> None:
        self._play(move)
        self.refresh()

    def _play(self, move: str) -> None:
        self.watch.sent(move)  # before it is played: the answer may come at once
        self.caption.leave()
        self._intents.play(move)

    def _play_forced(self, move: str) -> None:
        """Make my one possible move, and say so."""
        words, me = self.model.forced_words, self.model.view.me
        assert me is not None, "only a player moves"
        self._play(move)
        self.teller.log((FeedEntry(words, me),))
        self.caption.tell(words, self.model.marks[me])

    def _escape(self) -> None:
        if self.big:
            self.big_screen_left.emit()
            return
        if self.overlay.page is not None:
            self.overlay.escape()
        elif self.pacer.skippable:
            self.pacer.skip()
        elif not self.recap.isHidden():
            self.recap.leave()
        else:
            self.chooser.back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        space = event.key() == Qt.Key.Key_Space
        if self.pacer.runs or (space and self.pacer.skippable):
            self.pacer.skip()
            return
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not self.panel.chat_line.hasFocus() and self.model.view_model.armed:
            self.chooser.confirm()
            return
        super().keyPressEvent(event)
