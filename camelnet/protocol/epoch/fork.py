"""Forks: the seats present, voters or not, play on where too few voters are left for a change.

From there on it is another game, and the record says so: its id is the hash of the old id, the
place, and the seats that play on. Unopened cards of absent seats count as nothing. Each seat that
would play on asks first. Once all have asked for the same fork, each signs it, and from then on
says nothing more in the old game, unless the fork can never be: a seat that has not signed it, and
has no use for it any more, gives it up (`Stay`). A seat that hears that gives it up, too. Once all
its seats have given it up, its signers go on in the old game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.log.interfaces import LogStorage, SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import forked_membership
from camelnet.protocol.wire.bodies import PartingBody, StayBody, body_bytes, fork_id, read_body
from camelnet.protocol.wire.frames import Apart, Frame, Parted, SeatSignature, Stay

ASKED_MAX = 16
GIVE_UP_MS = 1000
ROUNDS_AHEAD = 8  # a bound on how far a liar can carry the rounds of a fork


def admit_fork(log: Log, line: Parted) -> None:
    """Check everything about a fork in another log, and append it; raises `Refusal`."""
    body = _read(log, line.body)
    if body.index != log.index or body.epoch != log.membership.epoch:
        raise Refusal(Fault.INDEX, f"{body.index} instead of {log.index}")
    if body.prev != log.prev:
        raise Refusal(Fault.PREV, f"index {body.index}")
    if log.closed:
        raise Refusal(Fault.FORK, "behind the end")
    if fork_id(line.body) in log.epoch.given_up:
        raise Refusal(Fault.FORK, "we have given it up")
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
        self._signed: list[bytes] = []  # all that we have signed, in order
        self._asked: dict[bytes, dict[int, bytes]] = {}  # by body: seats, with their signatures
        self._stays: dict[bytes, dict[int, Stay]] = {}  # by fork: the other seats that gave it up
        self._gave_up_ms = -GIVE_UP_MS
        self._said: list[Frame] = []  # sent last: to be sent when it changes, and every second

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that ask to fork here, ours included; while a fork binds us, its seats."""
        if self._log.epoch.leaving and self._binding:
            return read_body(PartingBody, self._binding[-1]).who
        found = {
            seat for body, seats in self._asked.items() if self._is_open(body) for seat in seats
        }
        return tuple(sorted(found | ({self._own.seat} if self._mine else set())))

    @property
    def _binding(self) -> list[bytes]:
        """The forks that we have signed here."""
        return [data for data in self._signed if self._is_now(data)]

    def ask(self, who: Collection[int]) -> None:
        """Ask to play on with these seats, ours among them. Once we have signed, we may ask again
        only with fewer of the same seats: some have gone since."""
        self.follow()
        bound = [data for data in self._binding if self._is_open(data)]
        if bound and not set(read_body(PartingBody, bound[-1]).who) > set(who):
            return
        self._mine = self._request(who)
        self.progress()

    def _request(self, who: Collection[int]) -> bytes:
        """The body that asks to play on with these seats from here: one that somebody has signed,
        if it takes along no luck that we lack; else with all luck that we know. Its round is the
        first of which nobody has given it up, or what another of these seats asks for."""
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
        ours = self._open_round(ours)
        furthest = ours.round + ROUNDS_AHEAD
        for data, signatures in self._asked.items():
            body = read_body(PartingBody, data)
            if body.who != ours.who or body.round > furthest or not self._is_open(data):
                continue
            same = replace(ours, carried=ours.carried[: len(body.carried)], round=body.round)
            if any(signatures.values()) and body == same:
                return data
            ours = replace(ours, round=max(ours.round, body.round))
        return body_bytes(self._open_round(ours))

    def _open_round(self, body: PartingBody) -> PartingBody:
        """The same fork in the first round from its own on that nobody has given up."""
        while not self._is_open(body_bytes(body)):
            body = replace(body, round=body.round + 1)
        return body

    def take_back(self) -> None:
        """Take back our request, unless we have signed it."""
        if self._mine not in self._signed:
            self._mine = None

    def restore(self, signed: Sequence[bytes], stays: Sequence[Stay]) -> None:
        """Restore the forks that we had signed from the journal, and the word of the seats that
        have given them up. If the log has gone on behind them, they can never be."""
        for stay in stays:
            body = read_body(StayBody, stay.body)
            if body.seat == self._own.seat:
                self._log.epoch.given_up[body.fork] = stay
            else:
                self._stays.setdefault(body.fork, {})[body.seat] = stay
        self._signed = list(signed)
        if self._binding:
            self._mine = self._binding[-1]
            self._log.epoch.sign_fork()
            self.follow()
        elif signed:
            self._log.stay()

    def invites(self, frame: Apart) -> tuple[int, ...]:
        """The seats that would play on by another's request; empty if we are not among them."""
        if not self._is_open(frame.body):
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

    def receive_stay(self, frame: Stay, seat: int) -> None:
        """Take the word of `seat` that it has given up a fork; raises `Refusal`."""
        body = read_body(StayBody, frame.body)
        if body.seat != seat:
            raise Refusal(Fault.FORK, f"seat {seat}")
        forks = {bytes(fork_id(data)): data for data in (*self._asked, *self._signed)}
        data = forks.get(body.fork)
        if data is None or seat in self._stays.get(body.fork, ()):
            return
        if body.game != self._log.game or seat not in read_body(PartingBody, data).who:
            raise Refusal(Fault.FORK, f"seat {seat}")
        self._log.statements.check_signed(seat, frame.signature, frame.body)
        self._stays.setdefault(body.fork, {})[seat] = frame
        self.progress()

    def answer(self, frame: Apart, *, goes_on: bool, now_ms: int) -> Stay | None:
        """Our word that we never play on by the fork of a request that we have received, or by one
        from the game before; None while we still may. `goes_on`: the old game can, with those whom
        we hear. A liar that asks for ever more forks has us write one line a second."""
        known = self._log.epoch.given_up.get(fork_id(frame.body))
        if known is not None or now_ms < self._gave_up_ms + GIVE_UP_MS:
            return known
        if not frame.signature or not self._never_signs(frame.body, goes_on):
            return None
        self._gave_up_ms = now_ms
        return self._give_up(frame.body)

    def _never_signs(self, data: bytes, goes_on: bool) -> bool:
        """True if we have not signed a fork, and have no use for it any more."""
        body, log = read_body(PartingBody, data), self._log
        if self._own.seat not in body.who or data in self._signed:
            return False
        if not self._is_now(data):
            return body.game != log.game or body.index < log.index
        if not self._is_open(data):
            return True
        if self._mine is None:
            return goes_on
        return not set(read_body(PartingBody, self._mine).who) <= set(body.who)

    def progress(self) -> None:
        """Sign once all have asked for the same fork; fork once all have signed. Call now and then:
        a restart or a full disk may have come between, and a seat alone hears nobody."""
        self.follow()
        self._release()
        self._sign()
        saying = self.retransmissions()
        if saying != self._said:
            self._said = saying
            self.outbox.extend(saying)
        if self._mine is not None:
            self._part(self._mine)

    def _sign(self) -> None:
        """Sign our request if all have asked for the same, whatever luck they know."""
        if self._mine is None or self._mine in self._signed:
            return
        who = read_body(PartingBody, self._mine).who
        self._mine = self._request(who)
        asked = self._asked.get(self._mine, {})
        if all(
            asked.get(seat) if seat in self._follows else seat in asked
            for seat in who
            if seat != self._own.seat
        ):
            self._storage.save_fork(self._mine)
            self._signed.append(self._mine)
            self._log.epoch.sign_fork()

    def _part(self, mine: bytes) -> None:
        """Fork if all have signed."""
        who = read_body(PartingBody, mine).who
        signatures = {**self._asked.get(mine, {}), self._own.seat: self._signature(mine)}
        if all(signatures.get(seat) for seat in who):
            line = Parted(mine, tuple(SeatSignature(seat, signatures[seat]) for seat in who))
            admit_fork(self._log, line)
            self.follow()

    def _release(self) -> None:
        """Give up each fork that another of its seats has given up. Once all seats have given up
        all that we have signed here, go on in this game: no honest seat plays on by them."""
        given_up, binding = self._log.epoch.given_up, self._binding
        for data in binding:
            if self._stays.get(fork_id(data)) and fork_id(data) not in given_up:
                self.outbox.append(self._give_up(data))
        if self._log.epoch.leaving and binding and all(map(self._is_dead, binding)):
            for data in binding:  # after a restart we do not depend on the others again
                for stay in self._stays[fork_id(data)].values():
                    self._storage.save_stay(stay)
            self._log.stay()

    def _give_up(self, data: bytes) -> Stay:
        """Never play on by this fork; durable before we say so."""
        game = read_body(PartingBody, data).game
        body = body_bytes(StayBody("camelnet/stay/1", game, self._own.seat, fork_id(data)))
        stay = Stay(body, self._own.signer.sign(body))
        self._storage.save_stay(stay)
        self._log.epoch.given_up[fork_id(data)] = stay
        self.follow()
        return stay

    def retransmissions(self) -> list[Frame]:
        """Our request, signed or not: sent again every second. Once we have given up a fork that
        binds us, all forks that bind us, so that their seats give them up, too."""
        given_up = self._log.epoch.given_up
        binding = self._binding if self._log.epoch.leaving else []
        stays = [given_up[fork_id(data)] for data in binding if fork_id(data) in given_up]
        asking = [] if self._mine is None else [self._mine]
        bodies = dict.fromkeys([*(binding if stays else ()), *asking])
        return [*stays, *(Apart(data, self._own.seat, self._signature(data)) for data in bodies)]

    def follow(self) -> None:
        """Forget requests about any place but the log's present one, and our given-up one."""
        if self._mine is not None and not self._is_open(self._mine):
            self._mine = None
        self._asked = {body: seats for body, seats in self._asked.items() if self._is_now(body)}
        known = {fork_id(data) for data in (*self._asked, *self._signed)}
        self._stays = {fork: stays for fork, stays in self._stays.items() if fork in known}

    def _is_now(self, data: bytes) -> bool:
        body = read_body(PartingBody, data)
        log = self._log
        return (body.game, body.index, body.prev) == (log.game, log.index, log.prev)

    def _is_open(self, data: bytes) -> bool:
        """True if a fork from here may still be: none of its seats has given it up."""
        fork = fork_id(data)
        given_up = fork in self._log.epoch.given_up or fork in self._stays
        return self._is_now(data) and not given_up

    def _is_dead(self, data: bytes) -> bool:
        """True if all seats of a fork have given it up."""
        stays = {self._own.seat, *self._stays.get(fork_id(data), ())}
        return fork_id(data) in self._log.epoch.given_up and stays >= set(
            read_body(PartingBody, data).who
        )

    def _signature(self, data: bytes) -> bytes:
        return self._own.signer.sign(data) if data in self._signed else b""
