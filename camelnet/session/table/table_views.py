"""Views of a running game for a front end: its seats, whom it waits for, who may go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, ParamSpec, TypeVar

from camelnet.i18n import Message
from camelnet.protocol.log.membership import Membership, removable
from camelnet.protocol.replica.replica import Replica
from camelnet.protocol.start.genesis import GameStart
from camelnet.session.api.facts import (
    Kind,
    MembershipVotes,
    Need,
    Phase,
    Presence,
    SeatView,
    Shuffling,
    TableView,
    Vote,
    Waiting,
)
from camelnet.session.game.machine import GameMachine
from camelnet.session.game.stages import Stage
from camelnet.session.table.attendance import Attendance
from camelnet.session.table.own_entries import OwnEntries
from camelnet.session.table.recording import Recording
from camelnet.session.table.verdict_builder import VerdictBuilder

PHASES = {
    Stage.SEAL: Phase.SETUP,
    Stage.START: Phase.SETUP,
    Stage.PLAY: Phase.PLAY,
    Stage.DECK: Phase.PLAY,
    Stage.OPEN: Phase.PLAY,
    Stage.END: Phase.OVER,
    Stage.CLOSED: Phase.OVER,
}
OVER = tuple(stage for stage, phase in PHASES.items() if phase is Phase.OVER)
NEEDS = {
    Stage.SEAL: Need.SEAL,
    Stage.START: Need.SEAL,
    Stage.PLAY: Need.MOVE,
    Stage.DECK: Need.CARDS,
    Stage.OPEN: Need.OPENING,
    Stage.END: Need.END,
}
PARTS = ("ack", "luck", "key")  # a seat's computer gives these within milliseconds
_WHYS = {"ack": Need.ACK, "luck": Need.LUCK, "key": Need.KEY, "part": Need.CARDS}

P = ParamSpec("P")
T = TypeVar("T")


def shuffling(machine: GameMachine) -> Shuffling | None:
    """The progress of shuffling and dealing; None while no deck is due."""
    if machine.stage is not Stage.DECK or machine.deck is None:
        return None
    return Shuffling(*machine.deck.progress, machine.shuffling_anew)


def seat_views(
    game_start: GameStart,
    me: int | None,
    states: Sequence[tuple[Presence, int, bool]],
    membership: Membership,
    missed: Mapping[int, tuple[int, ...]],
) -> tuple[SeatView, ...]:
    """The seats of a game. `me`: my seat, if any. `states`: as `Attendance.states` has them.
    `missed`: those that a seat says it does not hear."""
    return tuple(
        SeatView(
            key=seat.key,
            name=name,
            kind=Kind(seat.kind),
            me=number == me,
            presence=how,
            silent_s=silent_s,
            voter=number in membership.voters,
            level=level,
            catching_up=catching_up,
            misses=missed.get(number, ()),
        )
        for number, (seat, name, level, (how, silent_s, catching_up)) in enumerate(
            zip(
                game_start.genesis.seats,
                game_start.names,
                game_start.levels,
                states,
                strict=True,
            )
        )
    )


class Latest(Generic[P, T]):
    """A function with a cache of one result. It compares all arguments; most are the very objects
    of the last call, which is quick."""

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._made: tuple[object, object, T] | None = None

    def __call__(self, *args: P.args, **words: P.kwargs) -> T:
        made = self._made
        if made is None or made[0] != args or made[1] != words:
            made = self._made = (args, words, self._make(*args, **words))
        return made[2]


class TableViews:
    """Makes the view of one seat's table. Callers ask after every frame, so unchanged parts are
    cached."""

    def __init__(
        self,
        *,
        replica: Replica,
        machine: GameMachine,
        own_entries: OwnEntries,
        attendance: Attendance,
    ) -> None:
        self._attendance = attendance
        self._replica = replica
        self._log = replica.log
        self._machine = machine
        self._own_entries = own_entries
        self._verdict_builder = VerdictBuilder(self._log.game_start, self._log)
        self._seat_views = Latest(seat_views)
        self._table_view = Latest(TableView)
        self._votes = Latest(MembershipVotes)

    def view(
        self,
        *,
        again: tuple[int, ...],
        trouble: Message | None,
        recording: Recording | None,
        now_ms: int,
    ) -> TableView:
        """Everything that our seat may see now."""
        game_start, log, stage = self._log.game_start, self._log, self._machine.stage
        states, missed = self._attendance.states, self._missed(now_ms)
        me, ended = self._replica.seat, stage is Stage.CLOSED
        return self._table_view(
            game_id=log.game,
            name=game_start.table_name,
            seats=self._seat_views(game_start, me, states, log.membership, missed),
            me=me,
            phase=Phase.STOPPED if log.epoch.stopped is not None else PHASES[stage],
            position=self._machine.position,
            index=log.index,
            code=game_start.code,
            waiting=self._waiting(),
            pending=self._own_entries.pending,
            faces=self._own_entries.faces,
            again=again,
            trouble=trouble,
            record=recording.path if recording and ended else None,
            membership_votes=self._membership_votes(now_ms),
            shuffling=None if log.epoch.key_due else shuffling(self._machine),
            aids=game_start.table.aids,
            verdict=self._verdict_builder.verdict(self._machine.position, ended=ended),
            former=tuple(log.epoch.former),
        )

    def _missed(self, now_ms: int) -> dict[int, tuple[int, ...]]:
        """The seats, without the ghosts, that a seat says it does not hear."""
        ghosts = self._log.membership.ghosts
        said = self._replica.relay.missed(now_ms)
        return {
            seat: tuple(other for other in missed if other not in ghosts)
            for seat, missed in said.items()
        }

    def _membership_votes(self, now_ms: int) -> MembershipVotes:
        changes, membership = self._replica.epoch_change, self._log.membership
        wanted = changes.wants.open()
        seats = tuple(range(len(self._log.game_start.genesis.seats)))
        possible = removable(membership, seats) if wanted else ()
        votes = tuple(
            Vote(seat, leaving, wanted_by, membership.quorum)
            for (seat, leaving), wanted_by in wanted.items()
            if (seat in possible or not leaving)  # two voters, say, cannot go on without one
            and not self._is_among_programs(seat, leaving)
        )
        return self._votes(
            epoch=membership.epoch,
            votes=votes,
            removable=self._replica.removable(),
            apart=self._apart(now_ms),
            apart_asked=self._replica.fork_requests.asked,
            changing=changes.started or (self._log.epoch.key_due and membership.epoch > 0),
            i_am_out=self._replica.out,
            can_rejoin=self._log.can_rejoin(self._replica.seat),
            debtor=self._log.epoch.is_debtor(self._replica.seat),
        )

    def _apart(self, now_ms: int) -> tuple[int, ...]:
        """The seats that could fork the table, once the screen shows all others as missing."""
        who, ghosts = self._replica.fork_members(now_ms), self._log.membership.ghosts
        states = enumerate(self._attendance.states)
        away = [how for seat, (how, *_rest) in states if seat not in who and seat not in ghosts]
        return who if all(how.missed for how in away) else ()

    def _is_among_programs(self, seat: int, leaving: bool) -> bool:
        """True if a vote is about leaving a bot: programs decide that, not people."""
        return leaving and self._log.game_start.genesis.seats[seat].kind == Kind.BOT.value

    def _waiting(self) -> tuple[Waiting, ...]:
        if self._replica.unheard and self._log.author == self._replica.seat:
            return tuple(Waiting(seat, Need.ACK) for seat in self._replica.unheard)
        if self._replica.epoch_change.started:
            return tuple(Waiting(seat, Need.CHANGE) for seat in self._log.voters)
        need = NEEDS.get(self._machine.stage, Need.END)
        return tuple(Waiting(seat, _WHYS.get(what, need)) for seat, what in self._log.owed())
