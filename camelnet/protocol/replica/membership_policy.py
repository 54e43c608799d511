"""The policy of a voter: whom it wants to go on without, and whom back, by itself.

Against a person's seat no program wants anything by itself but on a proof, neither a bot nor a
person's own app: there people decide, and click. The rules stand in docs/protocol.md.
"""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.membership_votes import Wants
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import removable
from camelnet.protocol.replica.presence import HERE_MS, SILENT_MS, Presence
from camelnet.protocol.wire.bodies import PleaBody, read_body
from camelnet.protocol.wire.frames import Plea

OWING_MS = 20_000  # any voter gives up a bot that is here and owes a part for so long
LAGGING_MS = 60_000  # the same for who says that it is behind
SILENT_BOT_MS = SILENT_MS  # any voter gives up a bot that was not heard for so long
SLOW_MOVE_MS = 60_000  # any voter waits so long for a bot's move
PLEA_MS = 3000
WELCOME_MS = 10_000  # who left twice is waited with for so long, then twice as long each time
WELCOME_MS_MAX = 300_000


class MembershipPolicy:
    """See the module."""

    def __init__(
        self, log: Log, presence: Presence, wants: Wants, *, seat: int, headless: bool
    ) -> None:
        """`headless`: no person decides here whom the table waits for."""
        self._log = log
        self._presence = presence
        self._wants = wants
        self._seat = seat
        self._headless = headless
        seats = log.game_start.genesis.seats
        self._people = frozenset(n for n, body in enumerate(seats) if body.kind == "human")
        self._supported: tuple[int, frozenset[int]] = (0, frozenset())  # at an index: whom a person
        # gives up, and we with it
        self._pleas: dict[int, tuple[int, int]] = {}  # by seat: in which epoch, and when
        self._owed_ms: dict[tuple[int, str, int, int], int] = {}  # since when, of who is here
        self._ghosts: tuple[int, ...] = ()
        self._left: dict[int, tuple[int, int]] = {}  # by seat: how often it left, and when last
        self._asked: tuple[int, set[int]] = (0, set())  # at an index: whom our person gives up

    # --- asking -------------------------------------------------------------------------------

    @property
    def other_people(self) -> frozenset[int]:
        """The other seats that are people's."""
        return self._people - {self._seat}

    def removable(self) -> tuple[int, ...]:
        """The seats without which this table could go on."""
        if self._log.voter is None or self._log.closed:
            return ()
        return removable(self._log.membership, self._presence.others)

    def fork_members(self, now_ms: int) -> tuple[int, ...]:
        """The seats that could continue apart, us among them, where the table cannot go on without
        those who are missing; empty where it can, or nobody is."""
        membership, others = self._log.membership, self._presence.others
        if self._seat in membership.ghosts or self._log.closed:
            return ()
        here = {seat for seat in others if not self._presence.is_silent(seat, now_ms)}
        missing = set(others) - here
        if not missing or membership.after(leaving=missing, returning=(), proven=()):
            return ()
        return tuple(sorted(here | {self._seat}))

    def follows_into_fork(self, seat: int) -> bool:
        """True if we go along when that seat asks to continue apart: a voter without a person
        follows a person."""
        return self._headless and seat in self._people

    # --- what is noted ------------------------------------------------------------------------

    def give_up(self, seat: int, wanted: bool) -> None:
        """Our person wants to go on without a seat, or not any more; while this index lasts."""
        index, seats = self._asked
        seats = seats if index == self._log.index else set()
        self._asked = (self._log.index, seats | {seat} if wanted else seats - {seat})
        if not wanted:
            self._wants.unwant(seat)

    def receive_plea(self, frame: Plea, now_ms: int) -> None:
        """A ghost asks to come back. It has to be of this epoch: an old one proves nothing; and of
        somebody who is here: others could show one again. Raises `Refusal`."""
        body = read_body(PleaBody, frame.body)
        if body.game != self._log.game:
            raise Refusal(Fault.GAME)
        membership = self._log.membership
        if body.epoch == membership.epoch and body.seat in membership.ghosts:
            self._log.statements.check_signed(body.seat, frame.signature, frame.body)
            if self._presence.was_heard(body.seat, now_ms, within_ms=HERE_MS):
                self._pleas[body.seat] = (body.epoch, now_ms)

    def note_leavers(self, now_ms: int) -> None:
        ghosts = self._log.membership.ghosts
        for seat in set(ghosts) - set(self._ghosts):
            times, _ = self._left.get(seat, (0, 0))
            self._left[seat] = (times + 1, now_ms)
        self._ghosts = ghosts

    def note_debts(self, now_ms: int) -> None:
        """A debt counts while its seat is here: it starts anew when one that was missed is back,
        or when we are who were cut off, and so missed everybody."""
        index, epoch = self._log.index, self._log.membership.epoch
        owed = [(seat, what, index, epoch) for seat, what in self._log.owed()]
        before, is_silent = self._owed_ms, self._presence.is_silent
        self._owed_ms = {
            debt: now_ms if is_silent(debt[0], now_ms) else before.get(debt, now_ms)
            for debt in owed
        }

    def forget_debts(self) -> None:
        """We slept, not the others: nobody owed anything meanwhile."""
        self._owed_ms.clear()

    # --- wanting ------------------------------------------------------------------------------

    def apply(self, now_ms: int) -> None:
        """Want what is to be wanted."""
        if self._log.voter is None or self._log.closed:
            return
        want = self._wants.want
        for seat in self._log.statements.detector.proofs:
            want(seat, leaving=True, why="proof")
        for seat, (epoch, asked_ms) in self._pleas.items():
            lately = epoch == self._log.membership.epoch and now_ms < asked_ms + PLEA_MS
            if lately and self._log.can_rejoin(seat) and self._is_welcome(seat, now_ms):
                want(seat, leaving=False, why="returning")
        if self._asked[0] == self._log.index:
            for seat in sorted(self._asked[1]):
                want(seat, leaving=True, why=self._reason(seat, now_ms))
        for seat in self._presence.others if self._owed_ms else ():
            patience_ms = OWING_MS if self._presence.is_abreast(seat) else LAGGING_MS
            if seat not in self._people and self._owes(seat, now_ms, for_ms=patience_ms):
                want(seat, leaving=True, why="owing")
        self._give_up_bots(now_ms)
        if self._headless:
            self._support(now_ms)

    def _is_welcome(self, seat: int, now_ms: int) -> bool:
        """True once a ghost that asks to come back is wanted: soon at first, and the later the more
        often it has left, for every change holds up the table."""
        proven = self._log.membership.proven
        if seat in proven or seat in self._log.statements.detector.proofs:
            return False
        times, since_ms = self._left.get(seat, (0, now_ms))
        patience_ms = 0 if times < 2 else min(WELCOME_MS << (times - 2), WELCOME_MS_MAX)
        return now_ms >= since_ms + patience_ms

    def _owes(self, seat: int, now_ms: int, *, for_ms: int) -> bool:
        """True if a seat is here and has owed a part (never a move) for so long."""
        return self._presence.is_at_hand(seat, now_ms) and any(
            debtor == seat and what != "entry" and now_ms >= since_ms + for_ms
            for (debtor, what, _, _), since_ms in self._owed_ms.items()
        )

    def _reason(self, seat: int, now_ms: int) -> str:
        """The reason that we give where a person asks to go on without a seat. One that is here
        and keeps back its part is out for the leg: else it could see a die and have it redrawn."""
        return "owing" if self._owes(seat, now_ms, for_ms=HERE_MS) else "asked"

    def _give_up_bots(self, now_ms: int) -> None:
        """Want to go on without bots that are silent or slow: programs decide about programs, and
        no person is asked."""
        found = dict.fromkeys(self._log.agreement.divergent, "owing")
        others, heard = self._presence.others, self._presence
        silent = [seat for seat in others if heard.is_silent(seat, now_ms, for_ms=SILENT_BOT_MS)]
        if any(heard.is_at_hand(seat, now_ms) for seat in others):  # else it is we who are cut off
            found = {**dict.fromkeys(silent, "silent"), **found}
        for (seat, what, _, _), since_ms in self._owed_ms.items():
            if what == "entry" and seat != self._seat and now_ms >= since_ms + SLOW_MOVE_MS:
                found.setdefault(seat, "slow")
        for seat in self.removable() if found else ():
            if seat in found and seat not in self._people:
                self._wants.want(seat, leaving=True, why=found[seat])

    def _support(self, now_ms: int) -> None:
        """Want what a person asks for, here and now, as a voter without a person; it is taken back
        with the asking. Who asks must owe nothing, or it could see a die first and have it drawn
        again; and the table must miss that seat, or wait for it."""
        index, before = self._supported
        before = before if index == self._log.index else frozenset()
        asked = self._wants.asked()
        if not asked and not before:
            return
        people = self.other_people
        settled = people - {seat for seat, what in self._log.owed() if what != "entry"}
        missed = {seat for seat in asked if not self._presence.is_at_hand(seat, now_ms)}
        missed |= {
            seat
            for (seat, _, _, _), since_ms in self._owed_ms.items()
            if now_ms >= since_ms + HERE_MS
        }
        found = {seat for seat in before if asked.get(seat, set()) & people}
        found |= {seat for seat in missed - {self._seat} if asked.get(seat, set()) & settled}
        for seat in sorted(before - found):
            self._wants.unwant(seat)
        for seat in sorted(found):
            self._wants.want(seat, leaving=True, why=self._reason(seat, now_ms))
        self._supported = (self._log.index, frozenset(found))
