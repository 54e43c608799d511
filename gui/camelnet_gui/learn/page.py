"""The tutorial of one game: a table that plays a lesson, with a light and a bubble on it.

The table is the real one. Its intents are carried out here: the move that a step waits for is
played through the rules, and what the lesson says follows it.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from camelnet.i18n import _
from camelnet.session.api.facts import Kind
from camelnet_gui.games import game_title, lesson_of
from camelnet_gui.games.lesson import Step
from camelnet_gui.learn.bubble import Bubble, best_place
from camelnet_gui.learn.end_page import EndPage
from camelnet_gui.learn.spotlight import Spotlight
from camelnet_gui.learn.targets import around, can_pick, first_pick, outline
from camelnet_gui.settings.store import Settings
from camelnet_gui.table.local_game import LocalGame, Sitter
from camelnet_gui.table.page import TablePage
from camelnet_gui.table.quiet_table import quiet_table
from camelnet_gui.table.result_page import ResultPage

LOOK_MS = 60  # between two looks whether all is shown, while something is


@dataclass(frozen=True)
class Bookmark:
    """The place where somebody left a tutorial."""

    number: int  # of the step
    played: dict[int, tuple[str, ...]]  # by chapter: its notations so far
    marks: dict[int, int]  # by step: how many of them came before it


class LearnPage(QWidget):
    """Raises KeyError for a game without a tutorial. `name`: the player's. `bookmark`: from the
    last time."""

    left = Signal()
    play_requested = Signal(str)  # the game, against bots
    rules_requested = Signal(str)  # the game
    table_made = Signal(object)  # a `TablePage`, for whoever follows what tables show

    def __init__(
        self,
        game: str,
        settings: Settings,
        *,
        name: str = "",
        bookmark: Bookmark | None = None,
    ) -> None:
        super().__init__()
        self.game = game
        self.lesson = lesson_of(game)
        self._settings = settings
        self._title = _("Learn {game}").format(game=game_title(game))
        self._names = (name or _("Guest"), *self.lesson.bots)
        self.number = 0  # of the step
        self._resumed_at = bookmark.number if bookmark else 0
        self._played = dict(bookmark.played) if bookmark else {}
        self._marks = dict(bookmark.marks) if bookmark else {}
        self._shown = False  # the bubble of this step is on the screen
        self._read: QWidget | None = None  # the scoring that this step explains
        self._card = QRect()  # where it lies
        self._done = False  # its move is made or its page was left: what follows is being shown
        self.table: TablePage | None = None
        self.end: EndPage | None = None
        self.spotlight = Spotlight(self)
        self.bubble = Bubble(self._title, self)
        self._local: LocalGame
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._looking = QTimer(self)  # at once, but not within what happens now
        self._looking.setSingleShot(True)
        self._looking.timeout.connect(self._look)
        self._placing = QTimer(self)
        self._placing.setSingleShot(True)
        self._placing.timeout.connect(self._place)
        self.bubble.next_requested.connect(self.go_on)
        self.bubble.back_requested.connect(self.go_back)
        self.bubble.skip_requested.connect(self.go_on)
        self.bubble.restart_requested.connect(self._restart)
        self.bubble.leave_requested.connect(self.left)
        self.spotlight.pressed.connect(self._pressed_elsewhere)
        within = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence("Esc"), self, self._escape, context=within)
        self._begin(self._resumed_at)

    # --- steps ----------------------------------------------------------------------------------

    @property
    def step(self) -> Step:
        return self.lesson.place_of(self.number)[1]

    @property
    def bookmark(self) -> Bookmark | None:
        """For the next time; None at the first step and at the end."""
        number = self._readable(self.number)
        if number <= 0 or self.end is not None:
            return None
        return Bookmark(number, dict(self._played), dict(self._marks))

    @property
    def waiting(self) -> bool:
        """True while a bubble is shown: for the player, not for what moves."""
        return self._shown

    def _begin(self, number: int) -> None:
        """Go to a step, at a table that shows the game as it stood there."""
        self.number = number
        chapter = self.lesson.place_of(number)[0]
        notations = self._played.get(chapter, ())[: self._marks.get(number, 0)]
        self._played[chapter] = notations
        self._set_table(chapter, notations)
        self._wait()

    def _set_table(self, chapter: int, notations: tuple[str, ...]) -> None:
        """A new table, with what was played in a chapter."""
        source = self.lesson.chapters[chapter]
        you, *bots = self._names
        self._local = LocalGame(
            source.begin(),
            title=self._title,
            sitters=(Sitter(you, Kind.HUMAN), *(Sitter(bot, Kind.BOT) for bot in bots)),
            faces=source.faces,
        )
        for notation in notations:
            self._local.step(notation)
        old, self.table = self.table, None
        page = quiet_table(self._local, self._play, self._settings, self)
        page.model.allowed = self._allows
        page.board.picked.connect(self._chosen)
        page.player.finished.connect(self._place_soon)
        page.scores.left.connect(self._look)
        for moving in (page.panel.acts, page.panel.players):
            moving.installEventFilter(self)
        page.panel.acts.picked.connect(self._chosen)
        page.panel.acts.cancelled.connect(self._chosen)
        self.table = page
        page.setGeometry(self.rect())
        page.lower()
        page.show()
        if old is not None:
            old.hide()
            old.setParent(None)
            old.deleteLater()
        self.table_made.emit(page)

    def _allows(self, notation: str) -> bool:
        return self._shown and self.step.takes(notation)

    def _play(self, notation: str) -> None:
        """The player decided."""
        if self._allows(notation):
            self._finish_step(notation)

    def _finish_step(self, *notations: str) -> None:
        """The step is done: show what follows from it."""
        assert self.table is not None
        step = self.step
        self._hide_bubble()
        self._done = True
        for notation in (*notations, *step.then):
            self._tell(notation)
        self.table.update_view(self._local.view())
        self._timer.start()
        self._look()

    def _tell(self, notation: str) -> None:
        assert self.table is not None
        chapter = self.lesson.place_of(self.number)[0]
        self._played[chapter] = (*self._played[chapter], notation)
        self.table.take(self._local.step(notation))

    def go_on(self) -> None:
        """Next, or do for the player what the step waits for."""
        if not self._shown or self.table is None:
            return
        overlay = self.table.overlay
        if self.step.page:
            if overlay.main is not None:
                overlay.main.click()  # shows all of it first, where that takes a while
            self._look()
        elif self.step.play:
            self._finish_step(self.step.example(self._local.position.legal()))
        else:
            self._finish_step()

    def go_back(self) -> None:
        """To the step before; a scoring that was read is not read again."""
        number = self._readable(self.number - 1)
        if number >= 0:
            self._hide_bubble()
            self._begin(number)

    def _restart(self) -> None:
        self._resumed_at = 0
        self._hide_bubble()
        self._begin(0)

    def _readable(self, number: int) -> int:
        """That step, or the last one before it that explains no scoring."""
        while number >= 0 and self.lesson.place_of(number)[1].page:
            number -= 1
        return number

    def _look(self) -> None:
        """Is all shown that is to be shown before the next bubble?"""
        page = self.table
        if page is None or self.end is not None:
            self._timer.stop()
            return
        reading = page.overlay.page is not None and not isinstance(page.overlay.page, ResultPage)
        if self._shown:
            if not self.step.page or page.overlay.page is self._read:
                self._follow_card(page)
                return
            self._hide_bubble()  # the scoring was left
            self._done = True
        if self._done:
            last = self.number + 1 == len(self.lesson.steps)
            next_is_page = not last and self.lesson.place_of(self.number + 1)[1].page
            if reading and not next_is_page:
                self._leave_reading(page)
            elif (reading and next_is_page) or self._settled(page):
                self._next_step(last)
        elif reading == self.step.page and (reading or self._settled(page)):
            self._show_bubble()

    def _follow_card(self, page: TablePage) -> None:
        """A scoring grows while it is read, and here it does not close by itself."""
        if page.scores.button is not None and page.scores.button.counts:
            page.scores.button.hold()
        card = page.overlay.card.geometry()
        if self.step.page and card != self._card:
            self._card = card
            self._place()

    def _settled(self, page: TablePage) -> bool:
        reading = page.overlay.page is not None and not isinstance(page.overlay.page, ResultPage)
        return page.model.settled and not reading

    def _leave_reading(self, page: TablePage) -> None:
        if page.overlay.main is not None:
            page.overlay.main.click()

    def _next_step(self, last: bool) -> None:
        self._done = False
        if last:
            self._finish()
            return
        number = self.number + 1
        if self.lesson.begins_chapter(number):
            self._marks[number] = 0
            self._played[self.lesson.place_of(number)[0]] = ()
            self._begin(number)
            return
        self.number = number
        self._marks[number] = len(self._played[self.lesson.place_of(number)[0]])
        self._wait()

    def _wait(self) -> None:
        """For what moves; then the bubble comes."""
        self._shown = self._done = False
        self.spotlight.show_dark()
        self._timer.start()
        self._looking.start(0)

    def _finish(self) -> None:
        self._timer.stop()
        self._hide_bubble()
        self.spotlight.hide()
        learned = self._settings.learned
        if self.game not in learned:
            self._settings.learned = (*learned, self.game)
            self._settings.save()
        end = self.end = EndPage(
            self.game, _(self.lesson.closing), animated=self._settings.speed != "off"
        )
        end.setParent(self)
        end.setGeometry(self.rect())
        end.play.clicked.connect(lambda: self.play_requested.emit(self.game))
        end.rules.clicked.connect(lambda: self.rules_requested.emit(self.game))
        end.home.clicked.connect(self.left)
        end.show()
        end.raise_()
        if self.table is not None:
            self.table.hide()
        end.play.setFocus()

    # --- the bubble -----------------------------------------------------------------------------

    def _show_bubble(self) -> None:
        assert self.table is not None
        step = self.step
        self._shown = True
        self._read = self.table.overlay.page
        self.table.refresh()  # what may be chosen depends on it
        if not step.page:
            self._timer.stop()
        self.bubble.show_step(
            _(step.say),
            at=self.number,
            count=len(self.lesson.steps),
            waits=bool(step.play),
            back=self.number > 0,
            restart=0 < self.number == self._resumed_at,
        )
        self.bubble.show()
        self.bubble.raise_()
        self._place(fresh=True)
        if step.play:
            self._focus_pick()
        else:
            self.bubble.next.setFocus()

    def _hide_bubble(self) -> None:
        self._shown = False
        self.bubble.hide()
        self.spotlight.show_dark()
        if self.table is not None:
            self.table.setFocus()

    def _place_soon(self) -> None:
        self._placing.start(0)

    def _place(self, fresh: bool = False) -> None:
        """Put light and bubble where the things are now."""
        self.spotlight.setGeometry(self.rect())
        self.bubble.raise_()
        if not self._shown or self.table is None:
            return
        self.bubble.fit()
        step, page = self.step, self.table
        targets = step.point
        if step.play:  # what can be clicked now, the last of it first
            targets = tuple(place for place in reversed(step.point) if can_pick(page, place))
        found = [path for target in targets if (path := outline(page, target, self))]
        goal = found[0].boundingRect() if found else None
        holes = list(found)
        if step.page and page.overlay.page is not None:
            card = around(page.overlay.card, self)
            holes = [card] if card is not None else []
            goal = card.boundingRect() if card is not None else None
        if step.play and (acts := outline(page, "@actions", self)) is not None:
            holes.append(acts)
            goal = goal or acts.boundingRect()
        later = [path for target in step.point if (path := outline(page, target, self))]
        avoid = [path.boundingRect() for path in (*holes, *later)]
        box = best_place(QRectF(self.rect()), self.bubble.size(), goal, avoid)
        self.bubble.stand_at(box.topLeft().toPoint())
        arrow = None if goal is None or step.page else _arrow(QRectF(self.bubble.geometry()), goal)
        animated = fresh and self._settings.speed != "off"
        self.spotlight.show_light(holes, arrow, animated=animated)

    def _chosen(self) -> None:
        """Something was picked, or taken back: say what confirms it."""
        if not self._shown or self.table is None or not self.step.play:
            return
        armed = self.table.model.view_model.armed is not None
        self.bubble.show_hint(
            _("Good! Now confirm: click it again, or press Enter.") if armed else ""
        )
        if not armed:
            QTimer.singleShot(0, self, self._focus_pick)  # once the board shows what there is
        self._place_soon()

    def _focus_pick(self) -> None:
        if self._shown and self.table is not None and self.step.play:
            first_pick(self.table).setFocus()

    def _pressed_elsewhere(self) -> None:
        """A click beside what the step is about; while something moves it skips that."""
        if not self._shown:
            if self.table is not None:
                self.table.pacer.skip()
            return
        if self.step.play:
            gentle = _("Not there yet: the golden line shows where.")
        elif self.step.page:
            gentle = _("Read it in peace, then press the button.")
        else:
            gentle = _("Just press Next when you have read this.")
        self.bubble.show_hint(gentle)
        self._place()
        if self._settings.speed != "off":
            self.bubble.shake()

    def _escape(self) -> None:
        """Take back what is chosen; else leave."""
        if self.table is not None and self._shown and self.table.model.back():
            self.table.refresh()
            self._chosen()
        else:
            self.left.emit()

    # --- the window -----------------------------------------------------------------------------

    def apply_settings(self) -> None:
        if self.table is not None:
            self.table.apply_settings()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.table is not None:
            self.table.setGeometry(self.rect())
        if self.end is not None:
            self.end.setGeometry(self.rect())
        self._place()
        self._place_soon()  # once more when the table has laid itself out

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place_soon()  # the light follows
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._placing.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_soon()
        if not self._shown and self.end is None:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()
        dialog = self.table.chooser.dialog if self.table is not None else None
        if dialog is not None and not event.spontaneous():
            dialog.reject()  # it belongs to the window, and would stay


def _arrow(bubble: QRectF, goal: QRectF) -> tuple[QPointF, QPointF] | None:
    """From the bubble's edge to the goal's; None where they touch."""
    start, end = _edge(bubble, goal.center()), _edge(goal, bubble.center())
    if bubble.adjusted(-8, -8, 8, 8).intersects(goal):
        return None
    return start, end


def _edge(box: QRectF, towards: QPointF) -> QPointF:
    """The point where the way from a box's middle to a goal leaves the box."""
    centre = box.center()
    way = towards - centre
    shares = [1.0]
    if way.x():
        shares.append(box.width() / 2 / abs(way.x()))
    if way.y():
        shares.append(box.height() / 2 / abs(way.y()))
    return centre + way * min(shares)
