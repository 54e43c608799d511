"""Attendance: which players of a game are at its table, as far as this computer can know.

One table maps each state and sign to the next state. Signs come from the network: a connection
begins or ends, with or without a goodbye; a heartbeat names its sender's games; silence. So peers
need no message of their own for it, and older ones work too. Times are milliseconds of the
session's clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from camelnet.session.api.facts import OwnState, Presence
from camelnet.session.lobby.contacts import SILENT_MS, SLOW_MS

MEETING_MS = 10_000  # so long after we come nobody counts as silent: we could hear nobody
HEARD_OTHERWISE_MS = 2_000  # so long a seat's own word outweighs what others relay of it
AT_ONCE_S = 4  # seats that fell silent within so many seconds did so together
FLIPS_MAX = 4  # a seat that comes and goes more often than that ...
CALM_MS = 20_000  # ... is ignored for so long: each change is a line in everybody's log
CATCHING_UP_MS = 2_000  # a seat that owes a part of milliseconds for so long is catching up


class Sign(Enum):
    """An observation of a seat."""

    ANEW = "anew"  # I have come, woken up, or got a network again
    OPENED = "opened"  # a connection begins, after one that ended with a goodbye
    SPEAKS = "speaks"  # a frame came over its connection
    NAMES = "names"  # its heartbeat, or a frame that others relay, shows it at this table
    OMITS = "omits"  # its heartbeat does not name this table
    FAREWELL = "farewell"  # its connection ended with a goodbye: the app was closed
    LOST = "lost"  # its connection ended without a goodbye
    PAUSES = "pauses"  # nothing for 2 s
    FALLS_SILENT = "falls silent"  # nothing for 6 s
    REPLACED = "replaced"  # the table goes on without it
    RESTORED = "restored"  # the table has it back


def _row(now: Presence, **others: Presence) -> dict[Sign, Presence]:
    """The next state for each sign: `now` unless named."""
    return {sign: others.get(sign.name.lower(), now) for sign in Sign}


_HERE: Final = {
    "anew": Presence.CONNECTING,
    "speaks": Presence.HERE,
    "names": Presence.HERE,
    "omits": Presence.LEFT,
    "farewell": Presence.LEFT,
    "lost": Presence.CONNECTING,
    "pauses": Presence.SLOW,
    "falls_silent": Presence.SILENT,
    "replaced": Presence.RETURNING,
}
_MISSED: Final = {
    "anew": Presence.CONNECTING,
    "names": Presence.HERE,
    "omits": Presence.AWAY,
    "farewell": Presence.LEFT,
    "falls_silent": Presence.SILENT,
    "replaced": Presence.GHOST,
}
TRANSITIONS: Final[dict[Presence, dict[Sign, Presence]]] = {
    Presence.HERE: _row(Presence.HERE, **_HERE),
    Presence.SLOW: _row(Presence.SLOW, **_HERE),
    Presence.CONNECTING: _row(Presence.CONNECTING, **_MISSED),
    Presence.SILENT: _row(Presence.SILENT, **_MISSED),
    Presence.AWAY: _row(Presence.AWAY, **{**_MISSED, "lost": Presence.CONNECTING}),
    Presence.LEFT: _row(
        Presence.LEFT,
        opened=Presence.AWAY,
        names=Presence.HERE,
        replaced=Presence.GHOST,
    ),
    Presence.GHOST: _row(Presence.GHOST, names=Presence.RETURNING, restored=Presence.CONNECTING),
    Presence.RETURNING: _row(
        Presence.RETURNING,
        anew=Presence.GHOST,
        omits=Presence.GHOST,
        farewell=Presence.GHOST,
        lost=Presence.GHOST,
        falls_silent=Presence.GHOST,
        restored=Presence.HERE,
    ),
}


def own_state(*, on_network: bool, others: Collection[tuple[Presence, int]]) -> OwnState:
    """The state of this computer. `others`: the seats at other computers, each with the seconds
    since it was here. If one is silent, the fault is there; if all fall silent at once, it may be
    here, and this computer cannot tell."""
    unheard = (Presence.SLOW, Presence.SILENT, Presence.CONNECTING)
    if not on_network and any(how in unheard for how, _absent_s in others):
        return OwnState.OFFLINE
    seconds = [absent_s for how, absent_s in others if how in unheard and absent_s > 0]
    silent = any(how is Presence.SILENT for how, _absent_s in others)
    if silent and len(seconds) == len(others) > 1 and max(seconds) - min(seconds) <= AT_ONCE_S:
        return OwnState.ALONE
    return OwnState.ONLINE


@dataclass(slots=True)
class _Seat:
    """All we know of a seat. `at_ms`: when we last knew it to be at the table."""

    state: Presence
    patience_ms: int
    heard_ms: int = 0  # when it was last heard
    turned_ms: int = 0  # from then on relayed frames of it count
    at_ms: int | None = None
    expected_until_ms: int = 0  # in a game that begins: until then it need not name the game
    goodbye: bool = False  # its last connection ended so
    flips: int = 0  # how often it lately left or came back, and when last
    flipped_ms: int = 0
    owes_ms: int | None = None  # since when it owes its part
    catching_up: bool = False


class Attendance:
    """The states of all seats of one game. Report the signs, and `tick` it."""

    def __init__(self, keys: Sequence[bytes], *, me: int | None, met: bool) -> None:
        """`met`: the game begins now, with everybody present; else nobody has been heard yet."""
        self.keys = tuple(keys)  # by seat
        self._me = me
        state = Presence.HERE if met else Presence.CONNECTING
        patience_ms = SILENT_MS if met else MEETING_MS
        self._seats = [_Seat(state, patience_ms) for _key in self.keys]
        self._now_ms: int | None = None
        self._gone: frozenset[int] = frozenset()
        self._place = (0, 0)
        self._met = met

    # --- asking -------------------------------------------------------------------------------

    @property
    def states(self) -> tuple[tuple[Presence, int, bool], ...]:
        """For each seat: its state; the whole seconds since it was at the table, 0 while it is
        there or if it never was since we came; and True if it is here and catching up."""
        now_ms = self._now_ms or 0
        return tuple(
            (
                each.state,
                0
                if each.state is Presence.HERE or each.at_ms is None
                else (now_ms - each.at_ms) // 1000,
                each.catching_up and each.state is Presence.HERE,
            )
            for each in self._seats
        )

    @property
    def all_here(self) -> bool:
        """True if every other seat is here and owes nothing."""
        return all(
            each.state is Presence.HERE and not each.catching_up
            for number, each in enumerate(self._seats)
            if number != self._me
        )

    # --- signs --------------------------------------------------------------------------------

    def arrives(self, key: bytes, now_ms: int) -> None:
        """Note that a connection to `key` begins."""
        for seat in self._of(key):
            known = self._seats[seat]
            known.turned_ms = now_ms
            if known.goodbye:
                known.goodbye = False
                self._take(seat, Sign.OPENED, now_ms)

    def loses(self, key: bytes, now_ms: int, *, farewell: bool) -> None:
        """Note that the last connection to `key` ends; `farewell`: with its goodbye."""
        for seat in self._of(key):
            known = self._seats[seat]
            known.goodbye = farewell
            known.turned_ms = now_ms + (HEARD_OTHERWISE_MS if farewell else 0)
            self._take(seat, Sign.FAREWELL if farewell else Sign.LOST, now_ms)

    def speaks(self, key: bytes, now_ms: int) -> None:
        """Note any frame from `key`."""
        for seat in self._of(key):
            self._seats[seat].heard_ms = now_ms
            self._take(seat, Sign.SPEAKS, now_ms)

    def beats(self, key: bytes, now_ms: int, *, names: bool) -> None:
        """Note a heartbeat from `key`; `names`: it names this game."""
        for seat in self._of(key):
            known = self._seats[seat]
            if not names:
                if known.expected_until_ms > now_ms or (self._met and self._now_ms is None):
                    continue  # its game begins in a moment
                known.turned_ms = now_ms + HEARD_OTHERWISE_MS
                self._take(seat, Sign.OMITS, now_ms)
            elif seat not in self._gone:
                self._take(seat, Sign.NAMES, now_ms)

    def anew(self, now_ms: int, *, woken: bool) -> None:
        """Restart everybody's patience: we have `woken`, or hear somebody again after we heard
        nobody."""
        for seat, known in enumerate(self._seats):
            if known.state is Presence.HERE and not woken:
                continue
            known.heard_ms = known.turned_ms = now_ms
            known.patience_ms = MEETING_MS
            self._take(seat, Sign.ANEW, now_ms)

    def tick(
        self,
        now_ms: int,
        *,
        ghosts: Collection[int],
        gone: Collection[int] = (),
        place: tuple[int, int] = (0, 0),
        owing: Collection[int] = (),
        brought: Callable[[int, int], bool] = lambda seat, within_ms: False,
    ) -> None:
        """Call a few times a second. `gone`: ghosts that never come back. `owing`: seats whose
        computers owe a part at this `place` of the log. `brought`: True if a frame of a seat came
        within so many milliseconds, over any link."""
        if self._now_ms is None:
            for known in self._seats:
                known.heard_ms = now_ms
                if self._met and known.at_ms is None:
                    known.at_ms, known.expected_until_ms = now_ms, now_ms + MEETING_MS
        if place != self._place:
            self._place = place
            for known in self._seats:
                known.owes_ms = None
        before_ms = self._now_ms or 0
        self._now_ms, self._gone = now_ms, frozenset(gone)
        for seat, known in enumerate(self._seats):
            if (seat in ghosts) is not known.state.ghost:
                self._take(seat, Sign.REPLACED if seat in ghosts else Sign.RESTORED, now_ms)
            if seat == self._me:
                self._see_me(seat)
                continue
            self._note_debt(known, seat in owing, now_ms)
            since_ms = max(before_ms, known.turned_ms)
            by_others = known.heard_ms <= before_ms and seat not in self._gone
            if by_others and brought(seat, now_ms - since_ms):
                self._take(seat, Sign.NAMES, now_ms)
            silent_ms = now_ms - known.heard_ms
            if silent_ms >= known.patience_ms:
                self._take(seat, Sign.FALLS_SILENT, now_ms)
            elif silent_ms >= SLOW_MS:
                self._take(seat, Sign.PAUSES, now_ms)

    # --- inside -------------------------------------------------------------------------------

    def _see_me(self, seat: int) -> None:
        """Set our own state: here, or a ghost that asks to come back unless it never may."""
        known = self._seats[seat]
        if known.state.ghost:
            known.state = Presence.GHOST if seat in self._gone else Presence.RETURNING
        else:
            known.state = Presence.HERE

    def _note_debt(self, known: _Seat, owes: bool, now_ms: int) -> None:
        if not owes or known.state is not Presence.HERE:
            known.owes_ms, known.catching_up = None, False
            return
        known.owes_ms = now_ms if known.owes_ms is None else known.owes_ms
        known.catching_up = now_ms >= known.owes_ms + CATCHING_UP_MS

    def _of(self, key: bytes) -> list[int]:
        return [seat for seat, each in enumerate(self.keys) if each == key and seat != self._me]

    def _take(self, seat: int, sign: Sign, now_ms: int) -> None:
        known = self._seats[seat]
        now = TRANSITIONS[known.state][sign]
        elsewhere = (Presence.LEFT, Presence.AWAY)
        if known.state in elsewhere and known.flips > FLIPS_MAX and not now.ghost:
            if now_ms < known.flipped_ms + CALM_MS:
                return
            known.flips = 0
        if now in elsewhere and now is not known.state:
            known.flips, known.flipped_ms = known.flips + 1, now_ms
        known.state = now
        if sign is Sign.NAMES:
            known.heard_ms = known.at_ms = now_ms
            known.patience_ms, known.expected_until_ms = SILENT_MS, 0
