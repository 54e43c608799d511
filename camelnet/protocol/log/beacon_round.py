"""One beacon round: the checked shares behind a final entry, and the seed that they make.

Coin: any quorum of the key's holders makes the same seed. Reveal: every voter pledged a nonce with
its acknowledgement. All sign the acknowledgements that they hold (`Final`), and only then send
their nonces: a voter that pledged differently to two peers stops the luck before it sees a nonce.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto import coin
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.commit_reveal import seed_of, share_fits
from camelnet.protocol.log.interfaces import Lock
from camelnet.protocol.log.membership import Membership, Scheme
from camelnet.protocol.wire.bodies import (
    EntryBody,
    FinalBody,
    ack_for,
    final_for,
    read_body,
    verified,
)
from camelnet.protocol.wire.frames import (
    Ack,
    CertificateLine,
    Final,
    Luck,
    SeatShare,
    SeatSignature,
    SeatUnlock,
)


class BeaconRound:
    """See the module. `mark` is the machine's state before the draw."""

    def __init__(
        self,
        *,
        suite: Suite,
        membership: Membership,
        key: TableKey | None,
        keys: Sequence[bytes],
        entry: EntryBody,
        hashed: bytes,
        digest: bytes,
        certificate: Sequence[CertificateLine],
        is_key: bool,
    ) -> None:
        """`key` is the coin's key in the entry's epoch; `keys` are the seats' Ed25519 keys."""
        self.entry = entry
        self.hash = hashed
        self.is_key = is_key
        self.membership = membership
        self.key = key
        self.mark: Any = None
        self.redrawn = False
        self.resolved = False
        self.finals: dict[int, Final] = {}  # those that agree with ours
        self.differing: dict[int, Final] = {}  # those that disagree: nothing rests on them
        self.shares: dict[int, bytes] = {}
        self.unlocks: dict[int, tuple[bytes, ...]] = {}
        self.offered: dict[int, tuple[bytes, ...]] = {}  # not checked yet
        self.unfit: dict[int, tuple[bytes, ...]] = {}  # checked: made for other locks
        self.locks: list[tuple[TableKey, Lock]] = []  # that open here, in order, with their keys
        self.opened = 0  # number of locks opened
        self._suite = suite
        self._keys = keys
        self._pledges = {line.seat: line.pledge for line in certificate}
        self._digest = digest
        self._certificate = tuple(certificate)
        self._acks: tuple[Ack, ...] | None = None
        self._final_bodies: dict[int, bytes] = {}
        self._label: bytes | None = None
        self._seed: bytes | None = None

    @property
    def index(self) -> int:
        return self.entry.index

    @property
    def needed(self) -> int:
        """The number of shares that make the seed."""
        return self.key.threshold if self.key else len(self.membership.voters)

    @property
    def label(self) -> bytes:
        """The label of the shares: a point for the coin, the entry's hash for nonces."""
        if self.key is None:
            return self.hash
        if self._label is None:
            entry = self.entry
            self._label = coin.coin_label(
                self._suite, entry.game, entry.epoch, entry.index, entry.prev, self.hash
            )
        return self._label

    @property
    def seed(self) -> bytes | None:
        """The 32-byte seed, once the shares suffice."""
        if self._seed is None and self._complete():
            if self.key is not None:
                self._seed = coin.coin_seed(self._suite, self.key, self.label, self.shares)
            else:
                self._seed = seed_of(self.entry, self.hash, self.shares)
        return self._seed

    def _complete(self) -> bool:
        if self.key is not None:
            return len(self.shares) >= self.key.threshold
        return self.agreed and all(seat in self.shares for seat in self.membership.voters)

    @property
    def agreed(self) -> bool:
        """Reveal: True once all voters have signed the acknowledgements that we hold."""
        return bool(self._pledges) and all(seat in self.finals for seat in self.membership.voters)

    def acks(self) -> tuple[Ack, ...]:
        """The acknowledgements that made the entry final, by seat; none if a change did."""
        if self._acks is None:
            entry, hashed, digest = self.entry, self.hash, self._digest
            self._acks = tuple(
                Ack(ack_for(entry, hashed, digest, line.seat, line.pledge), line.signature)
                for line in self._certificate
            )
        return self._acks

    def final_body(self, seat: int) -> bytes:
        """The body that `seat` signs if it holds the same acknowledgements as we do."""
        if seat not in self._final_bodies:
            held = [ack.body for ack in self.acks()]
            self._final_bodies[seat] = final_for(self.entry, held, seat)
        return self._final_bodies[seat]

    def holders(self) -> tuple[int, ...]:
        return self.key.holders if self.key is not None else self.membership.voters

    def take_final(self, frame: Final) -> None:
        """Take a seat's list of acknowledgements; raises `Refusal`. Nothing replaces a list that
        agrees with ours. Put aside one that differs: the round waits until retransmitted
        acknowledgements show which voter signed two."""
        body = read_body(FinalBody, frame.body)
        if self.membership.scheme is not Scheme.REVEAL or body.seat not in self.membership.voters:
            raise Refusal(Fault.VOTER, f"seat {body.seat}")
        agrees = frame.body == self.final_body(body.seat)
        known = self.finals if agrees else self.differing
        if known.get(body.seat) == frame:
            return
        if not verified(self._suite, self._keys[body.seat], frame.signature, frame.body):
            raise Refusal(Fault.SIGNATURE, f"what seat {body.seat} holds final")
        known.setdefault(body.seat, frame)

    def take_share(self, seat: int, share: bytes) -> None:
        """Take a seat's share; raises `Refusal` unless it fits this round."""
        if seat in self.shares:
            return
        if seat not in self.holders():
            raise Refusal(Fault.VOTER, f"seat {seat}")
        if self.key is not None:
            coin.check_share(self._suite, self.key, seat, self.label, share)
        elif not share_fits(self.entry, seat, self._pledges.get(seat, b""), share):
            raise Refusal(Fault.SHARE, f"index {self.index}, seat {seat}")
        self.shares[seat] = share

    def take(self, luck: Luck) -> None:
        """Take the luck of a log line; raises `Refusal`. The parts of its unlocks are checked when
        locks open."""
        self.offered.update((unlock.seat, unlock.shares) for unlock in luck.unlocks)
        for line in luck.finals:
            if line.seat in self.membership.voters:
                self.take_final(Final(self.final_body(line.seat), line.signature))
        for share in luck.shares:
            self.take_share(share.seat, share.share)

    def luck(self) -> Luck:
        """The luck as a line of the log holds it: from the lowest seats that suffice, so that in an
        undisturbed game all peers write the same line."""
        if self.redrawn or self.seed is None:
            return Luck((), (), self._unlocked())
        shares = [SeatShare(seat, self.shares[seat]) for seat in sorted(self.shares)]
        finals = [
            SeatSignature(seat, self.finals[seat].signature)
            for seat in sorted(self.finals)
            if self.key is None
        ]
        return Luck(tuple(finals), tuple(shares[: self.needed]), self._unlocked())

    def lock_next(self, locks: Sequence[tuple[TableKey, Lock]]) -> None:
        """Append the locks that open now to those opened before. Check parts for other locks at
        these places again, against the new ones."""
        if self.locks[self.opened :] == list(locks):
            return
        for seat, parts in self.unlocks.items():
            if len(parts) > self.opened:
                self._offer(seat, parts)
                self.unlocks[seat] = parts[: self.opened]
        self.locks[self.opened :] = locks

    def _offer(self, seat: int, parts: tuple[bytes, ...]) -> None:
        """Keep parts for a later check against the locks that open then, unless the seat has
        offered more of them."""
        if len(parts) > len(self.offered.get(seat, ())):
            self.offered[seat] = parts

    def part_of(self, seat: int, number: int) -> bytes:
        """A seat's part of lock `number`; empty until it gives one."""
        parts = self.unlocks.get(seat, ())
        return parts[number] if number < len(parts) else b""

    def take_parts(self, seat: int, parts: tuple[bytes, ...]) -> None:
        """Take a seat's parts of all locks so far; raises `Refusal`. Parts beyond them wait for
        later locks."""
        known = self.unlocks.get(seat, ())
        taken = list(known)
        for number, ((key, lock), part) in enumerate(zip(self.locks, parts, strict=False)):
            old = self.part_of(seat, number)
            if part and not old:
                lock.check_share(self._suite, key, seat, part)
            if number < len(taken):
                taken[number] = old or part  # an empty part may come from anybody
            else:
                taken.append(part)
        self.unlocks[seat] = tuple(taken)
        if len(parts) > len(self.locks):
            self.offered[seat] = parts

    def open_locks(self) -> list[Any] | None:
        """Open the locks after those opened before; None while parts are missing."""
        seats = self.open_with()
        if seats is None:
            return None
        found = []
        for number in range(self.opened, len(self.locks)):
            key, lock = self.locks[number]
            parts = {seat: self.part_of(seat, number) for seat in seats}
            shares = {seat: part for seat, part in parts.items() if part}
            found.append(lock.open(self._suite, key, shares))
        return found

    def lacks_parts(self, seat: int) -> bool:
        """True if `seat` owes a part of the locks that open here."""
        return len(self.unlocks.get(seat, ())) < len(self.locks) or any(
            not self.part_of(seat, number) and seat in key.holders
            for number, (key, _) in enumerate(self.locks)
        )

    def open_with(self) -> tuple[int, ...] | None:
        """The lowest seats whose parts open every lock; None while there are too few."""
        missing = [key.threshold for key, _ in self.locks]
        chosen = []
        for seat in sorted(self.unlocks):
            if max(missing, default=0) <= 0:
                break
            chosen.append(seat)
            for number in range(len(missing)):
                missing[number] -= bool(self.part_of(seat, number))
        return None if max(missing, default=0) > 0 else tuple(chosen)

    def _unlocked(self) -> tuple[SeatUnlock, ...]:
        if not self.locks:
            return ()
        numbers = range(len(self.locks))
        return tuple(
            SeatUnlock(seat, tuple(self.part_of(seat, number) for number in numbers))
            for seat in self.open_with() or ()
        )

    def share_of(self, seat: int, secret: bytes, nonce: bytes) -> bytes:
        """Our own share of the luck: made from our secret share of the key (32 bytes), or the
        nonce that we pledged."""
        if self.key is None:
            return nonce
        scalar = int.from_bytes(secret[:32], "little")
        return coin.coin_share(self._suite, self.key, seat, scalar, self.label)

    def holds(self, membership: Membership) -> bool:
        """True if enough voters of a membership hold this round's key."""
        return self.key is not None and self.key.held_by(membership.voters)

    def begin_again(self, *, redrawn: bool) -> None:
        """Restart the round after a change that did not carry its luck. The same coin gives the
        same outcome, and the same locks open again; if too few hold the old key (`redrawn`), the
        next key draws."""
        self.resolved = False
        self.redrawn = redrawn
        for seat, parts in self.unlocks.items():
            self._offer(seat, parts)
        self.offered = {**self.unfit, **self.offered}
        self.unfit.clear()
        self.unlocks.clear()
        self.locks = []
        self.opened = 0


def still_drawable(
    beacon_round: BeaconRound, lost: Sequence[BeaconRound], membership: Membership
) -> bool:
    """True if the voters of a membership can still produce this seed with an old key. `lost`: all
    pending rounds that the change does not carry, with the key that redraws this one, if any."""
    if beacon_round.redrawn:
        return any(other.is_key and other.holds(membership) for other in lost)
    return beacon_round.holds(membership)


def redrawn_seed(seed: bytes) -> bytes:
    """The seed of an entry whose luck a later key draws, from that key's own."""
    return hash_of("camelnet/redrawn/1", seed)
