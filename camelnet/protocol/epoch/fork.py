"""Forks: the seats present, voters or not, play on where too few voters are left for a change.

From there on it is another game, and the record says so: its id is the hash of the old id, the
place, and the seats that play on. Unopened cards of absent seats count as nothing. Each seat that
would play on asks first. Once all have asked for the same fork, each signs it, and from then on
says nothing more in the old game.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import forked_membership
from camelnet.protocol.wire.bodies import PartingBody, body_bytes, read_body
from camelnet.protocol.wire.frames import Apart, Frame, Parted, SeatSignature

ASKED_MAX = 16


def admit_fork(log: Log, line: Parted) -> None:
    """Check everything about a fork in another log, and append it; raises `Refusal`."""
    body = _read(log, line.body)
    if body.index != log.index or body.epoch != log.membership.epoch:
        raise Refusal(Fault.INDEX, f"{body.index} instead of {log.index}")
    if body.prev != log.prev:
        raise Refusal(Fault.PREV, f"index {body.index}")
    if log.closed:
        raise Refusal(Fault.FORK, "behind the end")
    if tuple(item.seat for item in line.signatures) != body.who:
        raise Refusal(Fault.CERTIFICATE, "not signed by all who play on")
    for item in line.signatures:
        log.statements.check_signed(item.seat, item.signature, line.body)
    pending = tuple(beacon_round.index for beacon_round in log.rounds.pending)
    if body.carried != pending[: len(body.carried)]:
        raise Refusal(Fault.LUCK, f"index {body.index}")
    seats = log.game_start.genesis.seats
    humans = {seat for seat, item in enumerate(seats) if item.kind == "human"}
    log.fork(line, body, forked_membership(log.membership, body.who, humans, len(seats)))


def _read(log: Log, data: bytes) -> PartingBody:
    body = read_body(PartingBody, data)
    if body.game != log.game:
        raise Refusal(Fault.GAME)
    seats = len(log.game_start.genesis.seats)
    if list(body.who) != sorted(set(body.who)) or body.who[-1] >= seats:
        raise Refusal(Fault.FORK, "seats out of order")
    if log.seat is not None and log.seat not in body.who:
        raise Refusal(Fault.FORK, "without us: what others play then is another game")
    if set(body.who) & set(log.membership.proven):
        raise Refusal(Fault.FORK, "with somebody who was removed on a proof")
    return body


class ForkRequests:
    """The requests to fork: those of others, and our own with our signature."""

    def __init__(
        self,
        *,
        log: Log,
        own: SignerIdentity,
        storage: LogStorage,
        outbox: list[Frame],
        follows: Collection[int],
    ) -> None:
        """`follows`: the seats of people, for a headless seat, which signs when they have."""
        self.outbox = outbox
        self._log = log
        self._own = own
        self._storage = storage
        self._follows = frozenset(follows)
        self._mine: bytes | None = None  # our request
        self._signed: bytes | None = None
        self._asked: dict[bytes, dict[int, bytes]] = {}  # by body: seats, with their signatures
        self._said: list[Frame] = []  # sent last: to be sent when it changes, and every second

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that ask to fork here, ours included."""
        found = {
            seat for body, seats in self._asked.items() if self._is_now(body) for seat in seats
        }
        return tuple(sorted(found | ({self._own.seat} if self._mine else set())))

    def ask(self, who: Collection[int]) -> None:
        """Ask to play on with these seats, ours among them. Once we have signed, we may ask again
        only with fewer of the same seats: some have gone since."""
        self.follow()
        if self._signed is not None:
            signed = set(read_body(PartingBody, self._signed).who)
            if not signed > set(who):
                return
        self._mine = self._request(who)
        self.progress()

    def _request(self, who: Collection[int]) -> bytes:
        """The body that asks to play on with these seats from here: one that somebody has signed,
        if it takes along no luck that we lack; else with all luck that we know."""
        log = self._log
        carried = []
        for beacon_round in log.rounds.pending:
            if not beacon_round.resolved:
                break
            carried.append(beacon_round.index)
        ours = PartingBody(
            "camelnet/parting/1",
            log.game,
            log.membership.epoch,
            log.index,
            log.prev,
            tuple(sorted(who)),
            tuple(carried),
        )
        for data, signatures in self._asked.items():
            taken = read_body(PartingBody, data).carried
            same = replace(ours, carried=ours.carried[: len(taken)])
            if any(signatures.values()) and data == body_bytes(same):
                return data
        return body_bytes(ours)

    def take_back(self) -> None:
        """Take back our request, unless we have signed it."""
        if self._signed is None:
            self._mine = None

    def restore(self, body: bytes) -> None:
        """Restore the fork that we had signed from the journal."""
        if self._is_now(body):
            self._mine = self._signed = body
            self._log.epoch.sign_fork()

    def invites(self, frame: Apart) -> tuple[int, ...]:
        """The seats that would play on by another's request; empty if we are not among them."""
        if not self._is_now(frame.body):
            return ()
        who = read_body(PartingBody, frame.body).who
        return who if self._own.seat in who else ()

    def receive(self, frame: Apart, seat: int) -> None:
        """Take a frame that came from `seat`; raises `Refusal`."""
        body = read_body(PartingBody, frame.body)
        if body.game != self._log.game or body.index != self._log.index:
            return  # about another place
        _read(self._log, frame.body)
        if frame.seat != seat or seat not in body.who:
            raise Refusal(Fault.FORK, f"seat {seat}")
        if frame.signature:
            self._log.statements.check_signed(seat, frame.signature, frame.body)
        asked = self._asked.setdefault(frame.body, {})
        asked[seat] = frame.signature or asked.get(seat, b"")
        while len(self._asked) > ASKED_MAX:
            self._asked.pop(next(iter(self._asked)))
        self.progress()

    def progress(self) -> None:
        """Sign once all have asked for the same fork; fork once all have signed. Call now and then:
        a restart or a full disk may have come between, and who plays on alone hears nobody."""
        self.follow()
        if self._mine is None:
            return
        body = read_body(PartingBody, self._mine)
        if self._signed != self._mine:  # all have to ask for the same, whatever luck they know
            self._mine = self._request(body.who)
        mine = self._mine
        asked = self._asked.get(mine, {})
        others = [seat for seat in body.who if seat != self._own.seat]
        willing = all(
            asked.get(seat) if seat in self._follows else seat in asked for seat in others
        )
        if self._signed != mine and willing:
            self._storage.save_fork(mine)
            self._signed = mine
            self._log.epoch.sign_fork()
        saying = self.retransmissions()
        if saying != self._said:
            self._said = saying
            self.outbox.extend(saying)
        if self._signed == mine and all(asked.get(seat) for seat in others):
            signatures = {**asked, self._own.seat: self._signature()}
            line = Parted(mine, tuple(SeatSignature(seat, signatures[seat]) for seat in body.who))
            admit_fork(self._log, line)
            self.follow()

    def retransmissions(self) -> list[Frame]:
        """Our request, signed or not: sent again every second."""
        if self._mine is None or not self._is_now(self._mine):
            return []
        return [Apart(self._mine, self._own.seat, self._signature())]

    def follow(self) -> None:
        """Forget requests about any place but the log's present one."""
        if self._mine is not None and not self._is_now(self._mine):
            self._mine = self._signed = None
        self._asked = {body: seats for body, seats in self._asked.items() if self._is_now(body)}

    def _is_now(self, data: bytes) -> bool:
        body = read_body(PartingBody, data)
        log = self._log
        return (body.game, body.index, body.prev) == (log.game, log.index, log.prev)

    def _signature(self) -> bytes:
        if self._mine is None or self._signed != self._mine:
            return b""
        return self._own.signer.sign(self._mine)
