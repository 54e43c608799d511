"""The policy of a voter: which seats it wants out, and which back, without being asked.

Against a person's seat no program, neither a bot nor a person's own app, acts by itself except on a
proof: people decide, and click. The rules stand in docs/protocol.md.
"""

from __future__ import annotations

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.epoch.membership_votes import Wants
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import removable
from camelnet.protocol.replica.presence import HERE_MS, SILENT_MS, Presence
from camelnet.protocol.wire.bodies import PleaBody, read_body
from camelnet.protocol.wire.frames import Plea

OWING_MS = 20_000  # a voter gives up a bot that is here and has owed a part for this long
LAGGING_MS = 60_000  # the same for a bot that says that it is behind
SILENT_BOT_MS = SILENT_MS  # a voter gives up a bot that it has not heard for this long
SLOW_MOVE_MS = 60_000  # a voter waits this long for a bot's move
PLEA_MS = 3000  # a plea counts for this long
WELCOME_MS = 10_000  # a seat that left twice stays out for this long, then twice as long each time
WELCOME_MS_MAX = 300_000


class MembershipPolicy:
    """See the module."""

    def __init__(
        self, log: Log, presence: Presence, wants: Wants, *, seat: int, headless: bool
    ) -> None:
        """`headless`: no person here decides for which seats the table waits."""
        self._log = log
        self._presence = presence
        self._wants = wants
        self._seat = seat
        self._headless = headless
        seats = log.game_start.genesis.seats
        self._people = frozenset(n for n, body in enumerate(seats) if body.kind == "human")
        # At an index: the seats that we want out because a person does.
        self._supported: tuple[int, frozenset[int]] = (0, frozenset())
        self._pleas: dict[int, tuple[int, int]] = {}  # by seat: in which epoch, and when
        self._owed_ms: dict[tuple[int, str, int, int], int] = {}  # by debt: since when
        self._ghosts: tuple[int, ...] = ()
        self._left: dict[int, tuple[int, int]] = {}  # by seat: how often it left, and when last
        self._asked: tuple[int, set[int]] = (0, set())  # at an index: the seats our person gives up

    # --- queries ------------------------------------------------------------------------------

    @property
    def other_people(self) -> frozenset[int]:
        """The seats of other people."""
        return self._people - {self._seat}

    def removable(self) -> tuple[int, ...]:
        """The seats that the table can spare, one at a time."""
        if self._log.voter is None or self._log.closed:
            return ()
        return removable(self._log.membership, self._presence.others)

    def fork_members(self, now_ms: int) -> tuple[int, ...]:
        """The seats that could fork, ours among them, if the table cannot go on without the missing
        ones; empty if it can, or if none is missing."""
        membership, others = self._log.membership, self._presence.others
        if self._seat in membership.ghosts or self._log.closed:
            return ()
        here = {seat for seat in others if not self._presence.is_silent(seat, now_ms)}
        missing = set(others) - here
        if not missing or membership.after(leaving=missing, returning=(), proven=()):
            return ()
        return tuple(sorted(here | {self._seat}))

    def goes_on(self, now_ms: int) -> bool:
        """True if the table can go on with those whom we hear, at once or after a change."""
        missing = self._presence.missing(now_ms)
        if not missing:
            return missing is not None
        after = self._log.membership.after(leaving=missing, returning=(), proven=())
        return after is not None

    def follows_into_fork(self, seat: int) -> bool:
        """True if we join that seat's request to fork: a headless voter follows a person."""
        return self._headless and seat in self._people

    # --- input --------------------------------------------------------------------------------

    def give_up(self, seat: int, wanted: bool) -> None:
        """Note that our person wants to go on without a seat at this index, or no longer does."""
        index, seats = self._asked
        seats = seats if index == self._log.index else set()
        self._asked = (self._log.index, seats | {seat} if wanted else seats - {seat})
        if not wanted:
            self._wants.unwant(seat)

    def receive_plea(self, frame: Plea, now_ms: int) -> None:
        """Take a ghost's plea to come back; raises `Refusal`. It counts only in its own epoch (an
        old one proves nothing), and only while we hear the ghost (others could replay it)."""
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
        """Note debts, and since when. A debt counts while its seat is here: its time restarts
        when a missed seat is back, and so also when we were cut off and missed everybody."""
        index, epoch = self._log.index, self._log.membership.epoch
        owed = [(seat, what, index, epoch) for seat, what in self._log.owed()]
        before, is_silent = self._owed_ms, self._presence.is_silent
        self._owed_ms = {
            debt: now_ms if is_silent(debt[0], now_ms) else before.get(debt, now_ms)
            for debt in owed
        }

    def forget_debts(self) -> None:
        """Forget all debts: we slept, not the others."""
        self._owed_ms.clear()

    # --- wants --------------------------------------------------------------------------------

    def apply(self, now_ms: int) -> None:
        """Send all wants that the policy calls for."""
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
        """True once we want back a ghost that asks: at once at first, and later the more often it
        has left, because every change holds up the table."""
        proven = self._log.membership.proven
        if seat in proven or seat in self._log.statements.detector.proofs:
            return False
        times, since_ms = self._left.get(seat, (0, now_ms))
        patience_ms = 0 if times < 2 else min(WELCOME_MS << (times - 2), WELCOME_MS_MAX)
        return now_ms >= since_ms + patience_ms

    def _owes(self, seat: int, now_ms: int, *, for_ms: int) -> bool:
        """True if a seat is here and has owed a part, not a move, for this long."""
        return self._presence.is_at_hand(seat, now_ms) and any(
            debtor == seat and what != "entry" and now_ms >= since_ms + for_ms
            for (debtor, what, _, _), since_ms in self._owed_ms.items()
        )

    def _reason(self, seat: int, now_ms: int) -> str:
        """The reason that we give when a person asks to go on without a seat. A seat that is here
        and withholds its part is out for the leg: else it could see a die and have it redrawn."""
        return "owing" if self._owes(seat, now_ms, for_ms=HERE_MS) else "asked"

    def _give_up_bots(self, now_ms: int) -> None:
        """Want to go on without bots that are silent, slow or divergent: programs decide about
        programs, and ask no person."""
        found = dict.fromkeys(self._log.agreement.divergent, "owing")
        others, heard = self._presence.others, self._presence
        silent = [seat for seat in others if heard.is_silent(seat, now_ms, for_ms=SILENT_BOT_MS)]
        if any(heard.is_at_hand(seat, now_ms) for seat in others):  # else we are cut off ourselves
            found = {**dict.fromkeys(silent, "silent"), **found}
        for (seat, what, _, _), since_ms in self._owed_ms.items():
            if what == "entry" and seat != self._seat and now_ms >= since_ms + SLOW_MOVE_MS:
                found.setdefault(seat, "slow")
        for seat in self.removable() if found else ():
            if seat in found and seat not in self._people:
                self._wants.want(seat, leaving=True, why=found[seat])

    def _support(self, now_ms: int) -> None:
        """Support a person's want at this index, as a headless voter, and take our support back
        with it. The asking seat must owe nothing: else it could see a die and have it redrawn. And
        the table must miss the other seat, or wait for it."""
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
