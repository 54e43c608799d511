"""A running game as a front end sees it: its seats, whom it waits for, who may go on."""

from __future__ import annotations

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
    PresenceOf,
    SeatView,
    Shuffling,
    TableView,
    Vote,
    Waiting,
)
from camelnet.session.game.machine import GameMachine
from camelnet.session.game.stages import Stage
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
NEEDS = {
    Stage.SEAL: Need.SEAL,
    Stage.START: Need.SEAL,
    Stage.PLAY: Need.MOVE,
    Stage.DECK: Need.CARDS,
    Stage.OPEN: Need.OPENING,
    Stage.END: Need.END,
}


def shuffling(machine: GameMachine) -> Shuffling | None:
    """The progress of shuffling and dealing; None while nobody waits for that."""
    if machine.stage is not Stage.DECK or machine.deck is None:
        return None
    return Shuffling(*machine.deck.progress, machine.shuffling_anew)


def seat_views(
    game_start: GameStart, me: int | None, presence: PresenceOf, membership: Membership
) -> tuple[SeatView, ...]:
    """The seats of a game; `me` is mine, if I have one."""
    views = []
    names = game_start.names
    for number, seat in enumerate(game_start.genesis.seats):
        how, silent_s = (Presence.HERE, 0) if number == me else presence(seat.key)
        views.append(
            SeatView(
                key=seat.key,
                name=names[number],
                kind=Kind(seat.kind),
                me=number == me,
                presence=how,
                silent_s=silent_s,
                voter=number in membership.voters,
                ghost=number in membership.ghosts,
                level=seat.level,
            )
        )
    return tuple(views)


class TableViews:
    """Makes the view of one seat's table anew when it is asked for."""

    def __init__(self, *, replica: Replica, machine: GameMachine, own_entries: OwnEntries) -> None:
        self._replica = replica
        self._log = replica.log
        self._machine = machine
        self._own_entries = own_entries
        self._code = self._log.game_start.code
        self._verdict_builder = VerdictBuilder(self._log.game_start, self._log)

    def view(
        self,
        presence: PresenceOf,
        *,
        again: tuple[int, ...],
        trouble: Message | None,
        recording: Recording | None,
        now_ms: int,
    ) -> TableView:
        """Everything that our seat may see now."""
        game_start, log, stage = self._log.game_start, self._log, self._machine.stage
        me, ended = self._replica.seat, stage is Stage.CLOSED
        return TableView(
            game_id=log.game,
            name=game_start.table.name,
            seats=seat_views(game_start, me, self._seen(presence, now_ms), log.membership),
            me=me,
            phase=Phase.STOPPED if log.epoch.stopped is not None else PHASES[stage],
            position=self._machine.position,
            index=log.index,
            code=self._code,
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
        )

    def _seen(self, presence: PresenceOf, now_ms: int) -> PresenceOf:
        """The presence of peers, heard over their own links or over others'."""

        def seen(key: bytes) -> tuple[Presence, int]:
            seat = self._log.game_start.seat_of(key)
            if seat is not None and self._replica.reached(seat, now_ms):
                return Presence.HERE, 0
            return presence(key)

        return seen

    def _membership_votes(self, now_ms: int) -> MembershipVotes:
        changes, membership = self._replica.epoch_change, self._log.membership
        possible = removable(membership, tuple(range(len(self._log.game_start.genesis.seats))))
        votes = tuple(
            Vote(seat, leaving, wanted_by, membership.quorum)
            for (seat, leaving), wanted_by in changes.wants.open().items()
            if seat in possible or not leaving  # two voters, say, cannot go on without one
        )
        return MembershipVotes(
            epoch=membership.epoch,
            votes=votes,
            removable=self._replica.removable(),
            apart=self._replica.fork_members(now_ms),
            apart_asked=self._replica.fork_requests.asked,
            changing=changes.started or (self._log.epoch.key_due and membership.epoch > 0),
            i_am_out=self._replica.out,
            can_rejoin=self._log.can_rejoin(self._replica.seat),
            debtor=self._log.epoch.is_debtor(self._replica.seat),
        )

    def _waiting(self) -> tuple[Waiting, ...]:
        if self._replica.unheard and self._log.author == self._replica.seat:
            return tuple(Waiting(seat, Need.ACK) for seat in self._replica.unheard)
        if self._replica.epoch_change.started:
            return tuple(Waiting(seat, Need.CHANGE) for seat in self._log.voters)
        need = NEEDS.get(self._machine.stage, Need.END)
        whys = {"ack": Need.ACK, "luck": Need.LUCK, "key": Need.KEY, "part": Need.CARDS}
        return tuple(Waiting(seat, whys.get(what, need)) for seat, what in self._log.owed())
