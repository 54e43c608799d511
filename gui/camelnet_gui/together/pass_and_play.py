"""Pass and play: one table screen that shows the table to whoever at this laptop is on turn.

Public events are shown once, as the owner's node tells them; of a guest's node only its own part is
taken: its cards, its move on the way. Between two turns no seat's secrets are on the screen. Before
the next ones appear, the laptop changes hands behind a curtain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from camelnet.session.api.facts import Phase, SeatView, TableView
from camelnet.session.api.intents import Intents, forwarded
from camelnet.session.text import words as session_words
from camelnet_gui.games.view_model import AnyViewModel, table_of
from camelnet_gui.together.guests import Guests


class PassAndPlay(QObject):
    """The seat of this laptop that looks at the table. Without guests it changes nothing."""

    view_changed = Signal()  # `view` is another one, or looks otherwise
    seat_changed = Signal()  # another seat looks now: forget what the last one was doing
    handed_over = Signal(int)  # a seat whose screen may be seen by all
    curtain_wanted = Signal(int)  # a seat whose secrets the others must not see
    curtain_gone = Signal()  # before it was opened: that seat is not on turn any more

    def __init__(self, guests: Guests, intents: Intents) -> None:
        super().__init__()
        self._guests = guests
        self._owner = intents
        self._main: TableView | None = None  # as the owner's node tells it
        self._seat: int | None = None  # who looks
        self._concealed = True  # nobody's secrets are shown
        self._behind: int | None = None  # the seat for which the curtain is drawn
        self.intents: Intents = forwarded(self._forward)

    # --- what the table screen shows ------------------------------------------------------------

    def take(self, view: TableView) -> TableView:
        """A newer view from the owner's node; what the table screen shall show of it."""
        before, self._main = self._main, view
        if before is None or not session_words.goes_on(before, view):
            self._seat, self._concealed, self._behind = view.me, True, None
        self._conceal_after_turn()
        return self.view

    def begin_again(self) -> None:
        """The table screen is a new one: hand it over once more."""
        self._concealed, self._behind = True, None

    def leave(self) -> None:
        """The owner is at no table any more."""
        self._main = self._seat = self._behind = None

    @property
    def local(self) -> Mapping[int, Intents]:
        """The seats of the people at this laptop, and what each of them can ask for."""
        view = self._main
        if view is None or view.me is None:
            return {}
        here = self._guests.at_laptop
        if not here:
            return {view.me: self._owner}
        guests = {guest.key: guest.intents for guest in here}
        found = {n: guests[seat.key] for n, seat in enumerate(view.seats) if seat.key in guests}
        return {view.me: self._owner} | found

    @property
    def shared(self) -> bool:
        """True if several people at this laptop sit at the table."""
        return len(self.local) > 1

    @property
    def view(self) -> TableView:
        """The table as the seat sees it that looks at it now."""
        main = self._main
        assert main is not None
        if not self.shared or self._seat is None:
            return main
        seen = self._seen_by(self._seat)
        return replace(seen, faces="") if self._concealed else seen

    def _seen_by(self, seat: int) -> TableView:
        main = self._main
        assert main is not None
        if seat == main.me:
            return main
        own = self._own(seat)
        seats = tuple(_looking(item, number == seat) for number, item in enumerate(main.seats))
        seen = replace(main, me=seat, seats=seats, faces="", pending=None)
        if own is None:
            return seen
        level = own.index == main.index
        votes = own.membership_votes
        return replace(
            seen,
            faces=own.faces,
            pending=own.pending if level else None,
            membership_votes=votes
            if votes.epoch == main.membership_votes.epoch
            else main.membership_votes,
        )

    def _own(self, seat: int) -> TableView | None:
        """The table as the node of that seat tells it; None while it does not."""
        main = self._main
        assert main is not None
        if seat == main.me:
            return main
        key = main.seats[seat].key
        own = next((guest.table for guest in self._guests.at_laptop if guest.key == key), None)
        return own if own is not None and own.game_id == main.game_id else None

    # --- changing hands -------------------------------------------------------------------------

    def guests_changed(self) -> None:
        """A guest has come or gone, or its node tells something new of the table."""
        if self._main is None:
            return
        if self._seat not in self.local:
            self._seat, self._concealed = self._main.me, True
            self.seat_changed.emit()
        self._conceal_after_turn()
        self.view_changed.emit()

    def settle(self, view_model: AnyViewModel) -> None:
        """The screen shows all that has happened: give it to whoever is on turn."""
        main = self._main
        if main is None:
            return
        turn = main.position.turn
        if not self.shared or turn == "over" or main.phase is Phase.STOPPED:
            self._show_owner()
            return
        if main.phase is not Phase.PLAY or not isinstance(turn, int):
            return
        if self._behind is not None and turn != self._behind:
            self._behind = None
            self.curtain_gone.emit()
        if turn not in self.local or self._behind is not None:
            return
        if turn == self._seat and not self._concealed:
            return
        own = self._own(turn)
        if own is None or own.index < main.index or main.shuffling is not None:
            return  # its node has not heard of its turn yet
        seen = self._seen_by(turn)
        table = table_of(seen.position, me=turn, faces=seen.faces, blocked=None)
        secret = bool(seen.faces) and view_model.shows_secrets(table)
        self._seat, self._concealed = turn, secret
        self._behind = turn if secret else None
        self.seat_changed.emit()
        self.view_changed.emit()
        if secret:
            self.curtain_wanted.emit(turn)
        else:
            self.handed_over.emit(turn)

    def open_curtain(self) -> None:
        """Only the player who is on turn looks at the screen now."""
        if self._behind is not None:
            self._behind, self._concealed = None, False
            self.view_changed.emit()

    def _conceal_after_turn(self) -> None:
        """Hide the secrets of whoever looks as soon as somebody else is on turn."""
        main = self._main
        if main is None or self._concealed or not self.shared or main.phase is not Phase.PLAY:
            return
        turn = main.position.turn
        if isinstance(turn, int) and turn != self._seat:
            self._concealed = True
            self.seat_changed.emit()

    def _show_owner(self) -> None:
        """Nothing is secret between the people at this laptop: the screen is the owner's."""
        assert self._main is not None
        if self._behind is not None:
            self._behind = None
            self.curtain_gone.emit()
        changed = self.shared and (self._seat != self._main.me or self._concealed)
        self._seat, self._concealed = self._main.me, False
        if changed:
            self.view_changed.emit()

    # --- intents --------------------------------------------------------------------------------

    def _forward(self, name: str, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        """Hands an intent of the table screen to whom it concerns: a move and a word to the seat
        that looks, a vote to all people at this laptop, who share one pair of hands."""
        for intents in self._concerned(name, given):
            act: Callable[..., None] = getattr(intents, name)
            act(*given, **named)

    def _concerned(self, name: str, given: tuple[Any, ...]) -> list[Intents]:
        local = self.local
        if self._seat is None or self._seat not in local:
            return [self._owner]
        match name:
            case "play" | "say":
                return [local[self._seat]]
            case "go_on_without":
                return [intents for seat, intents in local.items() if seat != given[0]]
            case "go_on_apart":
                return list(local.values())
            case _:
                return [self._owner]


def _looking(seat: SeatView, me: bool) -> SeatView:
    return seat if seat.me == me else replace(seat, me=me)
