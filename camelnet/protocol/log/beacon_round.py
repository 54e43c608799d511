"""One beacon round: the shares behind a final entry, each checked, and the seed that they make.

Coin: any quorum of the key's holders give the same seed. Reveal: every voter pledged a nonce with
its acknowledgement; all sign what they hold (`Final`) and only then send their nonces, so whoever
pledged differently to two peers has stopped the luck before it has seen anybody's.
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
    """See the module. `mark` is the machine's state in which the drawing begins."""

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
        """`key`: the coin's, of the entry's epoch; `keys`: the seats' Ed25519 keys."""
        self.entry = entry
        self.hash = hashed
        self.is_key = is_key
        self.membership = membership
        self.key = key
        self.mark: Any = None
        self.redrawn = False
        self.resolved = False
        self.finals: dict[int, Final] = {}  # those that agree with ours
        self.differing: dict[int, Final] = {}  # those that do not: nothing rests on them
        self.shares: dict[int, bytes] = {}
        self.unlocks: dict[int, tuple[bytes, ...]] = {}
        self.offered: dict[int, tuple[bytes, ...]] = {}  # not checked yet
        self.unfit: dict[int, tuple[bytes, ...]] = {}  # checked, but for other locks than these
        self.locks: list[tuple[TableKey, Lock]] = []  # all that open here, in order, with their key
        self.opened = 0  # so many of the locks have been opened
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
        """The label that the shares belong to: a point in the coin's scheme, else the entry's
        hash."""
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
        """32 bytes, once enough is known."""
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
        """Reveal: all voters have signed that they hold the acknowledgements that we hold."""
        return bool(self._pledges) and all(seat in self.finals for seat in self.membership.voters)

    def acks(self) -> tuple[Ack, ...]:
        """The acknowledgements that made the entry final, by seat; none if a change closed it."""
        if self._acks is None:
            entry, hashed, digest = self.entry, self.hash, self._digest
            self._acks = tuple(
                Ack(ack_for(entry, hashed, digest, line.seat, line.pledge), line.signature)
                for line in self._certificate
            )
        return self._acks

    def final_body(self, seat: int) -> bytes:
        """The body that `seat` signs when it holds what we hold."""
        if seat not in self._final_bodies:
            held = [ack.body for ack in self.acks()]
            self._final_bodies[seat] = final_for(self.entry, held, seat)
        return self._final_bodies[seat]

    def holders(self) -> tuple[int, ...]:
        return self.key.holders if self.key is not None else self.membership.voters

    def take_final(self, frame: Final) -> None:
        """Raises `Refusal`. A list that agrees with ours is never replaced. One that differs is put
        aside: it is waited for in vain, until the acknowledgements, sent again and again, show who
        signed two."""
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
        """Raises `Refusal` unless the share is that seat's part of this luck."""
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
        """Takes the luck of a log line; raises `Refusal`. Unlocks are checked when slots open."""
        self.offered.update((unlock.seat, unlock.shares) for unlock in luck.unlocks)
        for line in luck.finals:
            if line.seat in self.membership.voters:
                self.take_final(Final(self.final_body(line.seat), line.signature))
        for share in luck.shares:
            self.take_share(share.seat, share.share)

    def luck(self) -> Luck:
        """The evidence as a line of the log holds it: the lowest seats that suffice, so that in an
        undisturbed game all peers write the same."""
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
        """Adds the locks that open now, behind all that has been opened here. Parts for other locks
        at these places are checked again, against these."""
        if self.locks[self.opened :] == list(locks):
            return
        for seat, parts in self.unlocks.items():
            if len(parts) > self.opened:
                self._offer(seat, parts)
                self.unlocks[seat] = parts[: self.opened]
        self.locks[self.opened :] = locks

    def _offer(self, seat: int, parts: tuple[bytes, ...]) -> None:
        """Parts to be checked again, against what opens then; what a seat has offered beyond them,
        for what opens later, stays."""
        if len(parts) > len(self.offered.get(seat, ())):
            self.offered[seat] = parts

    def part_of(self, seat: int, number: int) -> bytes:
        """A seat's part of lock `number`; empty while it has given none."""
        parts = self.unlocks.get(seat, ())
        return parts[number] if number < len(parts) else b""

    def take_parts(self, seat: int, parts: tuple[bytes, ...]) -> None:
        """A seat's parts of all locks so far; raises `Refusal`. Those beyond wait for theirs."""
        known = self.unlocks.get(seat, ())
        taken = list(known)
        for number, ((key, lock), part) in enumerate(zip(self.locks, parts, strict=False)):
            old = self.part_of(seat, number)
            if part and not old:
                lock.check_share(self._suite, key, seat, part)
            if number < len(taken):
                taken[number] = old or part  # that a part is missing, anybody can say
            else:
                taken.append(part)
        self.unlocks[seat] = tuple(taken)
        if len(parts) > len(self.locks):
            self.offered[seat] = parts

    def open_locks(self) -> list[Any] | None:
        """Opens the locks behind those opened before; None while too few parts are known."""
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
        """True if `seat` has not given all its parts of the slots that open here."""
        return len(self.unlocks.get(seat, ())) < len(self.locks) or any(
            not self.part_of(seat, number) and seat in key.holders
            for number, (key, _) in enumerate(self.locks)
        )

    def open_with(self) -> tuple[int, ...] | None:
        """The lowest seats whose parts open every slot; None while they do not suffice."""
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
        """Our own part: from our share of the key (32 bytes), or the nonce that we pledged."""
        if self.key is None:
            return nonce
        scalar = int.from_bytes(secret[:32], "little")
        return coin.coin_share(self._suite, self.key, seat, scalar, self.label)

    def holds(self, membership: Membership) -> bool:
        """True if enough voters of a membership hold the key that draws here."""
        return self.key is not None and self.key.held_by(membership.voters)

    def begin_again(self, *, redrawn: bool) -> None:
        """Restarts the round after a change that did not carry its luck: the same coin comes to the
        same end, what was opened opens anew, and where too few hold the old key, the next one
        draws."""
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
    """True if the old key can still produce this seed. `lost`: all pending rounds that are not
    carried. What a key redraws stays while that key is held."""
    if beacon_round.redrawn:
        return any(other.is_key and other.holds(membership) for other in lost)
    return beacon_round.holds(membership)


def redrawn_seed(seed: bytes) -> bytes:
    """The seed of an entry whose luck a later key draws, from that key's own."""
    return hash_of("camelnet/redrawn/1", seed)
