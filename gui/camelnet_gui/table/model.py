"""One table as the screen shows it: facts go in, what to paint and to say comes out. No Qt here.

What only the game knows is told by its `ViewModel`; here is what all games share: whose turn it is,
who is silent, and the queue. Steps are shown one at a time, so that things move. Until the queue is
empty the screen lags behind the table: everything on it tells the *displayed* position, the newest
one is known only to what may be chosen, and nothing can be chosen yet. `take`, `advance`, `land`
and `finish` are the arrows in, everything else is a reading.
"""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable
from itertools import islice

from camelnet.i18n import N_, Message, _, message
from camelnet.rules import Position
from camelnet.session.api.facts import (
    Phase,
    Presence,
    Stepped,
    TableView,
    Waiting,
)
from camelnet.session.game.aids import decided_by_another
from camelnet.session.game.public_history import PublicHistory
from camelnet.session.text import presence_words
from camelnet.session.text import words as session_words
from camelnet.session.text.presence_words import can_be_dropped
from camelnet.session.text.standing_words import winner_words
from camelnet_gui.games.feed_entry import DrawnLuck, FeedEntry
from camelnet_gui.games.kept import Kept
from camelnet_gui.games.view_model import AnyViewModel, BoardScene, SceneContext, Table, table_of
from camelnet_gui.review.game_history import STEPS_MAX, GameHistory
from camelnet_gui.style.seat_marks import SeatMark, seat_marks, styles_of
from camelnet_gui.style.words import shuffling_words, titled
from camelnet_gui.table.player_status import (
    LASTING,
    WaitStage,
    detail,
    holds_up,
    note,
)
from camelnet_gui.table.readings import Banner, PlayerRow, StepAnimation, Tone

_TROUBLE = (Presence.SLOW, Presence.SILENT, Presence.LEFT)
RUSH = 40  # steps in the queue beyond which nothing moves any more


class TableModel:
    """The memory of one game on the screen."""

    def __init__(self, view: TableView, view_model: AnyViewModel, *, dark: bool = False) -> None:
        self.view = view
        self.view_model = view_model
        self.dark = dark
        self.drawn: list[DrawnLuck] = []  # what luck has shown, oldest first
        self.public = PublicHistory()
        self.steps: deque[Stepped] = deque(maxlen=STEPS_MAX)  # of this game, for its review
        self._hands: dict[tuple[int | None, int], str] = {}  # dealt cards, by seat and pack
        self.allowed: Callable[[str], bool] | None = None  # what a tutorial lets me play; None: all
        self.highlight: frozenset[int] = frozenset()
        self.hinted: str | None = None  # a move of mine that was asked for and is lit
        self.shared = False  # somebody else at this laptop plays here, too
        self.nudged = False  # my turn was left alone for long
        self.wait_stage = WaitStage.FRESH  # how long the table has waited for the same
        self._queue: deque[Stepped] = deque()
        self._taken = 0  # steps so far
        self._news: list[tuple[int, FeedEntry]] = []  # to be told after so many steps
        self._begun = False  # whether a step has come
        self._showing = False
        self._sheet = False  # the scoring of the step that is being shown lies open
        self._sent: str | None = None  # a move of mine that no view has told of yet
        self._sent_at = 0  # the index of the log where it belongs
        self._shown: Position = view.position  # the board's, when its motions end
        self._displayed: Position = view.position
        self._newest: Position = view.position  # steps come a moment before their view
        self.view_due = False  # the last step is here, and its view is not
        self._marks: Kept[tuple[SeatMark, ...]] = Kept()
        self._rows: Kept[tuple[PlayerRow, ...]] = Kept()
        self._table: Table | None = None  # what `table` read last; None once a fact has come since

    # --- facts in -------------------------------------------------------------------------------

    def update(self, view: TableView) -> tuple[FeedEntry, ...]:
        """A newer view of the same game; what the log tells of who plays on comes back."""
        self._table = None
        news = [FeedEntry(text, None) for text in session_words.news(self.view, view)]
        self._news += [(self._taken, entry) for entry in news]
        if view.waiting != self.view.waiting:
            self.wait_stage = WaitStage.FRESH
        if view.pending is not None or view.index > self._sent_at:
            self._sent = None
        if view.me != self.view.me:  # another of those who share this computer
            self._hands.clear()
        self.view = view
        self._newest, self.view_due = view.position, False
        pack = view.position.pack()
        if pack is not None and view.faces:
            self._hands[view.me, pack.number] = view.faces
        if self.settled:
            self._shown = self._displayed = view.position
            self.view_model.keep(self.table)
        return self.due_news()

    def due_news(self) -> tuple[FeedEntry, ...]:
        """Entries of the log about who plays on, once all steps before it are displayed; once."""
        shown = self._taken - len(self._queue) - self._showing
        due = tuple(entry for taken, entry in self._news if taken <= shown)
        self._news = [item for item in self._news if item[0] > shown]
        return due

    def take(self, step: Stepped) -> tuple[FeedEntry, ...]:
        """A step of this game. A replayed one is shown at once, and what it added to the log comes
        back; any other waits for `advance`."""
        self._table = None
        if not self._begun:
            self._begun = True
            self._shown = self._displayed = step.before
        self._sent, self.nudged = None, False
        self._queue.append(step)
        self._taken += 1
        self.steps.append(step)
        self.public.take(step)
        self._newest, self.view_due = step.after, step.after != self.view.position
        self.view_model.forget()
        told: list[FeedEntry] = []
        while step.replayed and (show := self.advance()):
            told += show.entries
            self.finish()
        return tuple(told)

    def notice(self, text: str, *, serious: bool) -> tuple[FeedEntry, ...]:
        """A notice; what the log tells now comes back. One that is not serious waits for the steps
        before it: it may say who has come back after them."""
        entry = FeedEntry(text, None, serious=serious)
        if serious:
            return (entry,)
        self._news.append((self._taken, entry))
        return self.due_news()

    def sent(self, move: str) -> None:
        """I have just played a move; it is on its way, though no view says so yet."""
        self._table = None
        self._sent = move
        self._sent_at = self.view.index

    def not_sent(self) -> None:
        """Nothing came of the move that was sent."""
        self._table = self._sent = None

    def advance(self, *, still: bool = False) -> StepAnimation | None:
        """The next step to be shown; None when up to date. It moves until `land`, unless `still`,
        and until `finish` nothing can be chosen."""
        if not self._queue:
            return None
        self._table = None
        self._showing = True
        rush = still or len(self._queue) > RUSH
        step = self._queue.popleft()
        told = self.view_model.take(step, self.names)
        entries, line = told.entries, self.view_model.gathers(step)
        if line:
            own = (
                entries[1:][-1:] if step.after.turn != "chance" else ()
            )  # what comes after the run
            joined = entries[: len(entries) - len(own)]
            texts = tuple(entry.text for entry in joined) or (line,)
            aloud = " ".join(texts) if told.aloud is None else told.aloud
            entries = (FeedEntry(line, None, details=texts, aloud=aloud), *own)
        if step.seat is None and step.before.turn == "chance":
            text = told.entries[0].text if told.entries else step.notation
            self.drawn.append(DrawnLuck(step.index, text))
        self._shown = step.after
        scene = self.scene()
        if rush or step.replayed:
            return StepAnimation(step, (), scene, entries, told.sheet)
        return StepAnimation(
            step,
            told.motions,
            scene,
            entries,
            told.sheet,
            told.flights,
            swift=told.swift,
            drum=told.drum,
        )

    def land(self) -> None:
        """The board shows the result of the step that `advance` gave."""
        self._table = None
        self._displayed = self._shown

    def finish(self) -> None:
        """The step that `advance` gave has been shown, and its scoring was read."""
        self._table = None
        self._showing = self._sheet = False
        self._displayed = self._shown

    def open_sheet(self) -> None:
        """The step has moved, and its scoring is read; no banner tells of one before."""
        self._sheet = True

    # --- readings -------------------------------------------------------------------------------

    @property
    def settled(self) -> bool:
        """True if the screen shows all that has happened."""
        return not self._queue and not self._showing

    @property
    def next_step(self) -> Stepped | None:
        """The step that `advance` gives next."""
        return self._queue[0] if self._queue else None

    @property
    def next_line(self) -> str:
        """The one line of the log that the next step shares with others; "" for one of its own."""
        return self.view_model.gathers(self._queue[0]) if self._queue else ""

    @property
    def waiting_steps(self) -> int:
        """The number of steps that wait to be shown."""
        return len(self._queue)

    @property
    def told_steps(self) -> tuple[Stepped, ...]:
        """The steps of this game whose result is displayed."""
        told = len(self.steps) - len(self._queue) - self._showing
        return tuple(islice(self.steps, told))

    def last_of_another(self) -> Stepped | None:
        """The last step shown in which another player decided."""
        told = len(self.steps) - len(self._queue) - self._showing
        for step in islice(reversed(self.steps), len(self.steps) - told, None):
            if decided_by_another(step, self.view):
                return step
        return None

    @property
    def shown(self) -> Position:
        """The displayed position: what everything on the screen tells."""
        return self._displayed

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.view.seats])

    @property
    def marks(self) -> tuple[SeatMark, ...]:
        colours = self.view_model.colours

        def read() -> tuple[SeatMark, ...]:
            styles = styles_of((seat.kind, seat.level) for seat in self.view.seats)
            return seat_marks(self.names, colours, styles)

        return self._marks.read((self.view.seats, colours), read)

    @property
    def history(self) -> GameHistory:
        """The game so far, as a review takes it."""
        me = self.view.me
        mine = {pack: faces for (seat, pack), faces in self._hands.items() if seat == me}
        return GameHistory(tuple(self.steps), self.names, me, self.view.faces, mine)

    @property
    def awaited(self) -> bool:
        """True if the game goes on with a move of mine, whatever is displayed."""
        view = self.view
        return view.phase is Phase.PLAY and view.me is not None and self._newest.turn == view.me

    @property
    def my_turn(self) -> bool:
        """True if it is displayed that I am to move."""
        view = self.view
        mine = self._newest.turn == view.me and view.shuffling is None
        awaited = view.pending or self._sent or self.view_due
        return self.settled and view.phase is Phase.PLAY and mine and not awaited

    @property
    def blocked(self) -> Message | None:
        """The reason why I cannot choose anything now; None if I can."""
        view = self.view
        turn = self._newest.turn
        if view.me is None:
            return message(N_("You are watching."))
        if view.phase is Phase.STOPPED:
            return message(N_("The table is stopped."))
        if view.membership_votes.i_am_out:
            return message(N_("The game continues without you."))
        if view.phase is Phase.SETUP:
            return message(N_("The table is being set up."))
        if not self.settled or self.view_due:
            return message(N_("The last moves are still being shown."))
        if view.phase is Phase.OVER or turn == "over":
            return self.view_model.phrases.over_blocks
        if turn == "reveal":
            return self.view_model.phrases.opens_blocks
        if view.shuffling is not None:
            return message(N_("The cards are being shuffled."))
        if self._pending:
            return message(N_("Your move is being sent."))
        if isinstance(turn, int) and turn != view.me:
            return message(N_("It is {name}'s turn."), name=view.seats[turn].name)
        if turn != view.me:
            return self.view_model.phrases.luck_blocks
        if view.pending or view.membership_votes.changing:
            return message(N_("The table is deciding who plays on."))
        return None

    @property
    def forced(self) -> str | None:
        """My one legal move, where nothing is chosen by it; None where there is a choice."""
        return self._forced[0] if self._forced else None

    @property
    def forced_words(self) -> str:
        """The move that is made for me; "" while nothing is."""
        return self._forced[1] if self._forced else ""

    @property
    def _forced(self) -> tuple[str, str] | None:
        if not self.my_turn:
            return None
        table = self.table
        if len(table.legal) != 1:
            return None
        (move,) = table.legal
        words = self.view_model.forced_words(table, move)
        return (move, words) if words else None

    @property
    def table(self) -> Table:
        """The displayed position with what I may choose in it."""
        if self._table is None:
            self._table = self._read_table()
        table = self._table
        if self.allowed is None:
            return table
        legal = frozenset(filter(self.allowed, table.legal))
        waits = None if legal else table.blocked or message(N_("The tutorial comes first."))
        return dataclasses.replace(table, legal=legal, blocked=waits)

    def _read_table(self) -> Table:
        view = self.view
        position, faces = self._newest, view.faces
        if not self.settled:
            position = self._displayed
            pack = position.pack()
            if pack is not None and faces:
                faces = self._hands.get((view.me, pack.number), "")
        return table_of(position, me=view.me, faces=faces, blocked=self.blocked)

    def scene(self) -> BoardScene:
        """The scene that the board shows now, with what may be chosen on it. A move that was hinted
        at can be picked where it is lit."""
        shuffling = self.view.shuffling if self.settled else None
        look = SceneContext(self.marks, self.dark, self.highlight, shuffling)
        table = self.table if self.settled else None
        lit = self.hinted if table and self.hinted in table.legal else None
        scene: BoardScene = self.view_model.scene(self._shown, look, table, self._pending or lit)
        if lit is None or self._pending or scene.chosen is None:
            return scene
        return dataclasses.replace(scene, picks=scene.picks | {scene.chosen})

    @property
    def _pending(self) -> str | None:
        """My move on its way. What this computer writes into the log by itself is none."""
        pending = self.view.pending or self._sent
        mine = pending is not None and self._newest.turn == self.view.me
        return pending if mine and self._newest.why_not(str(pending)) is None else None

    def rows(self) -> tuple[PlayerRow, ...]:
        read_from = (self.shown, self.view, self.marks, self.settled, self.wait_stage)
        return self._rows.read(read_from, self._read_rows)

    def _read_rows(self) -> tuple[PlayerRow, ...]:
        shown = self.shown
        game, turn = shown.game, shown.turn
        held, scores = self.view_model.holdings(shown), shown.scores()
        waiting = {waits.seat: waits for waits in self._waiting}
        rows = [
            PlayerRow(
                seat=number,
                name=seat.name,
                kind=seat.kind,
                level=seat.level,
                game=game,
                mark=mark,
                me=seat.me,
                turn=turn == number,
                presence=seat.presence,
                note=note(seat, waiting.get(number), self.view_model.phrases, self.wait_stage),
                removable=(removable := can_be_dropped(self.view, number)),
                holds_up=(holds := removable and holds_up(self.view, number, self.wait_stage)),
                detail=detail(self.view, number, holds_up=holds),
                score=scores[number],
                holdings=held[number],
            )
            for number, (seat, mark) in enumerate(zip(self.view.seats, self.marks, strict=True))
        ]
        return tuple(rows)

    def banner(self) -> Banner:
        """The one sentence above everything else."""
        view = self.view
        if view.phase is Phase.STOPPED:
            return Banner(str(view.trouble or message(N_("The table is stopped."))), Tone.TROUBLE)
        if view.trouble is not None:
            return Banner(str(view.trouble), Tone.TROUBLE)
        if view.phase is Phase.OVER and self.settled:
            return Banner(winners_words(view), Tone.OVER)
        if alone := presence_words.own(view):
            return Banner(alone, Tone.TROUBLE)
        if view.membership_votes.i_am_out:
            return Banner(session_words.out(view), Tone.TROUBLE)
        if view.membership_votes.changing:
            return Banner(_("Deciding who plays on…"), Tone.OTHER)
        if not self.settled:
            return self._banner_of_the_show()
        silent = [item for item in view.waiting if self._is_silent(item)]
        if silent:
            missing = dataclasses.replace(view, waiting=tuple(silent))
            troubled = any(view.seats[item.seat].presence in _TROUBLE for item in silent)
            tone = Tone.TROUBLE if troubled else Tone.OTHER
            return Banner(" ".join(session_words.waiting(missing)), tone)
        if view.shuffling is not None:
            return Banner(shuffling_words(anew=view.shuffling.anew), Tone.OTHER)
        if self._pending:
            if self.lingers and view.waiting:
                return Banner(" ".join(session_words.waiting(view)), Tone.OTHER)
            return Banner(_("Move sent — waiting for the others…"), Tone.OTHER)
        if view.phase is Phase.SETUP:
            return Banner(str(self.view_model.phrases.sealing), Tone.OTHER)
        if self.my_turn:
            if done := self.forced_words:
                return Banner(done, Tone.OTHER)
            return Banner(self._turn_words, Tone.MINE)
        turn = self._newest.turn
        if turn == "over":
            return Banner(str(self.view_model.phrases.over), Tone.OVER)
        if isinstance(turn, int) and not self._owed_by_others(turn):
            return Banner(_("{name} is thinking…").format(name=view.seats[turn].name), Tone.OTHER)
        lasting = tuple(item for item in view.waiting if self.lingers or item.need in LASTING)
        if lasting:
            missing = dataclasses.replace(view, waiting=lasting)
            return Banner(" ".join(session_words.waiting(missing)), Tone.OTHER)
        return Banner(str(self.view_model.phrases.luck), Tone.OTHER)

    def _banner_of_the_show(self) -> Banner:
        """The banner of the displayed position while newer steps wait to be shown."""
        phrases, turn = self.view_model.phrases, self._displayed.turn
        if self._sheet and self.awaited:
            return Banner(_("Your turn after the scoring"), Tone.MINE)
        if self._sheet:
            return Banner(_("Scoring"), Tone.OTHER)
        if turn == "over":
            return Banner(str(phrases.over), Tone.OVER)
        if turn == "reveal":
            return Banner(str(phrases.opens_blocks), Tone.OTHER)
        if not isinstance(turn, int):
            return Banner(str(phrases.luck), Tone.OTHER)
        if turn == self.view.me:
            return Banner(_("Your move"), Tone.OTHER)
        return Banner(_("{name}'s turn").format(name=self.view.seats[turn].name), Tone.OTHER)

    @property
    def _turn_words(self) -> str:
        told = self.view_model.turn_words(self.table)
        if self.nudged:
            told = _("Still your turn. No hurry, the table waits for you.")
        me = self.view.me
        return titled(self.view.seats[me].name, told) if self.shared and me is not None else told

    @property
    def _waiting(self) -> tuple[Waiting, ...]:
        """For whom the table waits, without what the board does not show yet."""
        waiting = self.view.waiting
        if self.settled:
            return waiting
        return tuple(item for item in waiting if self._is_silent(item))

    @property
    def lingers(self) -> bool:
        """True if the table has waited for the same for a while."""
        return self.wait_stage is not WaitStage.FRESH

    def _is_silent(self, item: Waiting) -> bool:
        seat = self.view.seats[item.seat]
        return not seat.me and (seat.presence is not Presence.HERE or seat.catching_up)

    def _owed_by_others(self, turn: int) -> bool:
        """True if it is not the seat on turn that holds the table up."""
        waiting = self.view.waiting
        return self.lingers and bool(waiting) and all(item.seat != turn for item in waiting)

    @property
    def explained(self) -> str:
        """The effect of the armed move, for its confirmation; "" while none is armed."""
        armed = self.view_model.armed
        return self.view_model.explain(self.table, armed) if armed else ""

    # --- choosing -------------------------------------------------------------------------------

    def pick(self, pick: str) -> str | None:
        """Something was clicked; the move to play if this confirmed it."""
        return self.view_model.pick(self.table, pick)

    def confirm(self) -> str | None:
        return self.view_model.confirm(self.table)

    def back(self) -> bool:
        """One step back; false when there was nothing to leave."""
        return self.view_model.back()


def winners_words(view: TableView) -> str:
    """A title that says who won."""
    return winner_words([seat.name for seat in view.seats], view.position.winners(), view.me)
