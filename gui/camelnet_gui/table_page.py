"""The table screen: the board, and beside it whose turn, who has what, what to do, what was said.

It owns the rhythm: steps are shown one after another, scorings wait for a click, and only when all
is shown can the next move be chosen.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from camelnet.i18n import _
from camelnet.rules.phrases import listing
from camelnet.session.facts import ChatSaid, Stepped, TableView
from camelnet.session.intents import Intents
from camelnet_gui.games.camelup.actions import KEYS
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.board import CamelUpBoard, Speed
from camelnet_gui.games.camelup.choice import NOTHING, Act
from camelnet_gui.games.camelup.sheets import FinalPage, LegPage, ResultPage
from camelnet_gui.overlay import Overlay
from camelnet_gui.settings import Settings
from camelnet_gui.side_panel import SidePanel
from camelnet_gui.table_model import FeedEntry, Show, TableModel
from camelnet_gui.theme import theme_of
from camelnet_gui.widgets import FittingButton, announce, button, row

_SPEEDS: dict[str, Speed] = {"off": "off", "normal": "normal", "fast": "fast"}


class TablePage(QWidget):
    """One game, from its first step to play-again."""

    leave_wanted = Signal()
    your_turn = Signal()
    save_picture_wanted = Signal()

    def __init__(self, view: TableView, *, intents: Intents, settings: Settings) -> None:
        super().__init__()
        self._intents = intents
        self._settings = settings
        self.model = TableModel(view, dark=theme_of(self).dark)
        self._showing: Show | None = None  # the step whose camels are walking
        self._withheld: tuple[FeedEntry, ...] = ()  # what the log tells after the race cards
        self._was_my_turn = False
        self._result_shown = False
        self.bet_dialog: BetDialog | None = None
        self.board = CamelUpBoard()
        self.panel = SidePanel(view)
        self._stage = QWidget()
        stage = row(self._stage)
        stage.addWidget(self.board)
        self.overlay = Overlay(self._stage)
        split = row(self, gap=0)
        split.addWidget(self._stage, 1)
        split.addWidget(self.panel)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._connect()
        self.apply_settings()
        self.refresh()

    def _connect(self) -> None:
        self.board.picked.connect(self._picked)
        self.board.finished.connect(self._motions_done)
        actions = self.panel.acts
        actions.began.connect(self._began)
        actions.picked.connect(self._picked)
        actions.turned.connect(self._turned)
        actions.confirmed.connect(self._confirmed)
        actions.cancelled.connect(self._back)
        self.panel.feed.pointed.connect(self._highlighted)
        self.panel.said.connect(self._intents.say)
        self.panel.leave_wanted.connect(self.leave_wanted)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        for act, key in KEYS.items():
            QShortcut(QKeySequence(key), self, lambda act=act: self._began(act), context=within)
        QShortcut(QKeySequence("T"), self, self._turn_over, context=within)
        QShortcut(QKeySequence("Esc"), self, self._escape, context=within)

    # --- facts ----------------------------------------------------------------------------------

    def update_view(self, view: TableView) -> None:
        self.model.update(view)
        self.refresh()
        self._pump()

    def take(self, step: Stepped) -> None:
        told = self.model.take(step)
        self.panel.feed.append(told)
        if not step.replayed:
            self._pump()

    def chat(self, said: ChatSaid) -> None:
        self.panel.feed.append([self.model.say(said)])

    def notice(self, text: str, *, serious: bool) -> None:
        self.panel.feed.append([self.model.notice(text, serious=serious)])

    # --- the show -------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether camels are walking or a scoring is being read."""
        return self._showing is not None or self.overlay.page is not None

    def _pump(self) -> None:
        """Show the next step, if nothing else is being shown."""
        while not self.busy:
            show = self.model.advance()
            if show is None:
                self._up_to_date()
                return
            if show.motions:
                self._showing = show
                self._refresh_panel(players=False)
                self.board.animate(show.motions, show.scene)
            else:
                self._after(show)

    def _motions_done(self) -> None:
        show, self._showing = self._showing, None
        if show is not None:
            self._after(show)
            self._pump()

    def _after(self, show: Show) -> None:
        """The camels stand still: a scoring is read, anything else is over."""
        if show.leg is None and show.final is None:
            self.model.finish()
        if show.final:
            self._withheld = show.entries  # the cards turn over first; money waits for them too
            self._show_final()
            return
        self.panel.feed.append(show.entries)  # only now: the log must not tell the die's number
        self.refresh()
        if show.leg:
            go_on = button(_("Go on"), "main")
            go_on.clicked.connect(self._overlay_left)
            self.overlay.show_page(LegPage(show.leg, self.model.marks), [go_on])

    def _show_final(self) -> None:
        assert self.model.final is not None
        animated = self._settings.speed != "off"
        page = FinalPage(self.model.final, self.model.marks, animated=animated)
        go_on = button(_("Show the result") if page.finished else _("Turn all over"), "main")
        page.done.connect(lambda: go_on.setText(_("Show the result")))
        go_on.clicked.connect(lambda: self._overlay_left() if page.finished else page.show_all())
        self.overlay.show_page(page, [go_on])

    def _overlay_left(self) -> None:
        self.overlay.leave()
        self.panel.feed.append(self._withheld)
        self._withheld = ()
        self.model.finish()
        self.setFocus()
        self._pump()

    def _up_to_date(self) -> None:
        """All is shown: say whose turn it is, or how the game ended."""
        mine = self.model.my_turn
        if mine and not self._was_my_turn:
            self.your_turn.emit()
            QApplication.alert(self.window())
            announce(self.panel.banner, self.model.banner().text, urgent=True)
        self._was_my_turn = mine
        self.refresh()
        if self.model.view.position.turn == "over" and not self._result_shown:
            self._result_shown = True
            self.show_result()

    def show_result(self) -> None:
        view = self.model.view
        page = ResultPage(
            self.model.ledger.accounts,
            view.position.scores(),
            view.position.winners(),
            self.model.marks,
            view.me,
        )
        board = FittingButton(_("See the board"))
        board.clicked.connect(self._overlay_left)
        picture = FittingButton(_("Save a picture…"))
        picture.clicked.connect(self.save_picture_wanted)
        lobby = FittingButton(_("Back to the lobby"))
        lobby.clicked.connect(self.leave_wanted)
        again = FittingButton(_("Play again"), "main")
        again.clicked.connect(self._intents.again)
        self.overlay.show_page(page, [board, picture, lobby, again])
        self._refresh_again()

    def _refresh_again(self) -> None:
        page, view = self.overlay.page, self.model.view
        if not isinstance(page, ResultPage):
            return
        wanting = [view.seats[seat].name for seat in view.again if seat != view.me]
        parts = []
        if view.me in view.again:
            parts.append(_("You want to play again."))
        if wanting:
            parts.append(_("Ready to play again: {names}.").format(names=listing(wanting)))
        missing = [s.name for n, s in enumerate(view.seats) if n not in view.again and not s.me]
        if view.me in view.again and missing:
            parts.append(_("Waiting for {names}.").format(names=listing(missing)))
        page.again.setText(" ".join(parts))
        page.again.setVisible(bool(parts))
        kept = _("The record of this game: {path}").format(path=view.record)
        page.record.setText(kept if view.record else "")
        self.overlay.fit()
        if self.overlay.main:
            self.overlay.main.setEnabled(view.me not in view.again)

    # --- painting -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the model as it is now; while camels walk, the board is left to them."""
        if self._showing is None:
            self.board.show_scene(self.model.scene())
        turning_over = isinstance(self.overlay.page, FinalPage)
        self._refresh_panel(players=self._showing is None and not turning_over)
        self._refresh_again()

    def _refresh_panel(self, *, players: bool) -> None:
        model = self.model
        table = model.table
        armed = model.choice.armed
        self.panel.show_table(model, players=players)
        explained = model.explain(armed) if armed else ""
        self.panel.acts.show_choice(table, model.choice, explained)
        if players:
            self.panel.fit()

    def apply_settings(self) -> None:
        self.model.dark = theme_of(self).dark
        self.board.set_speed(_SPEEDS[self._settings.speed])

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
            if not self._showing:
                self.board.show_scene(self.model.scene())

    # --- choosing -------------------------------------------------------------------------------

    def _picked(self, place: str) -> None:
        if self._showing:
            self.board.skip()
            return
        move = self.model.click(place)
        deck = place.removeprefix("deck ") if place.startswith("deck ") else None
        self._chosen(move, deck=deck)

    def _began(self, act: Act) -> None:
        if self.overlay.page is None:
            self._chosen(self.model.begin(act))

    def _turned(self, side: str) -> None:
        self.model.turn_over("+" if side == "+" else "-")
        self.refresh()

    def _turn_over(self) -> None:
        if self.model.choice.act is Act.TILE:
            self._turned("-" if self.model.choice.side == "+" else "+")

    def _confirmed(self) -> None:
        self._chosen(self.model.confirm())

    def _chosen(self, move: str | None, *, deck: str | None = None) -> None:
        """What came of a click: a move to send, a dialog to open, or just a further choice."""
        if move is None and self.model.choice.armed and not self._settings.confirm:
            move = self.model.confirm()
        if move is not None:
            self._intents.play(move)
        elif self.model.choice.act is Act.BET and self.bet_dialog is None:
            self._open_bet(deck)
        self.refresh()

    def _open_bet(self, deck: str | None) -> None:
        dialog = self.bet_dialog = BetDialog(self.model.table, deck, self.window())
        dialog.finished.connect(self._bet_closed)
        dialog.open()

    def _bet_closed(self) -> None:
        dialog, self.bet_dialog = self.bet_dialog, None
        self.model.choice = NOTHING
        if dialog is not None and dialog.notation is not None:
            self._intents.play(dialog.notation)
        if dialog is not None:
            dialog.deleteLater()
        self.refresh()

    def _back(self) -> None:
        self.model.back()
        self.refresh()

    def _escape(self) -> None:
        if self.overlay.page is not None and self.overlay.main:
            self.overlay.main.click()
        elif self._showing:
            self.board.skip()
        else:
            self._back()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and not self.panel.chat_line.hasFocus() and self.model.choice.armed:
            self._confirmed()
            return
        super().keyPressEvent(event)
