"""The pending rounds of a log: final entries whose luck is still being drawn.

Usually there are two at most, the last entry of the rules and the key of an epoch behind it, and
the machine waits for them. Our shares leave from here alone, so nobody knows a die before its entry
is final. Our secret shares of the keys stay here, too.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Hash, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.beacon_round import BeaconRound, redrawn_seed
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.interfaces import Lock, LogContext, SignerIdentity
from camelnet.protocol.wire.bodies import KEY, EntryBody, entry_hash, read_body
from camelnet.protocol.wire.frames import NO_LUCK, Certified, Final, Frame, Share, Unlock
from camelnet.protocol.wire.limits import PENDING_ROUNDS_MAX


def nonce_of(own: SignerIdentity, hashed: bytes) -> Hash:
    """The nonce that we pledge for the luck behind an entry, by its hash; a restart does not change
    it."""
    return hash_of("camelnet/luck-secret/1", own.secret, hashed)


class PendingRounds:
    """See the module."""

    def __init__(self, context: LogContext, chain: Chain, epoch: EpochState) -> None:
        self.pending: list[BeaconRound] = []
        self.acting = 0  # the index of the entry that the machine is acting on
        self._context = context
        self._chain = chain
        self._epoch = epoch
        self._suite = context.suite
        self._machine = context.machine
        self._key_shares: dict[int, bytes] = {}  # our secret shares, by epoch

    # --- queries ------------------------------------------------------------------------------

    @property
    def drawn(self) -> bool:
        """True if all luck so far is known: the next entry of the rules may come."""
        return not [one for one in self.pending if not one.resolved]

    @property
    def first_missing(self) -> int | None:
        """The index of the first entry whose luck is missing, or None."""
        return next((one.index for one in self.pending if not one.resolved), None)

    def resolved(self, index: int) -> bool:
        """True if we know the luck of a final entry."""
        return all(one.resolved for one in self.pending if one.index == index)

    def round_at(self, index: int) -> BeaconRound | None:
        """The pending round of an entry."""
        return next((one for one in self.pending if one.index == index), None)

    def holds(self, frame: Share | Unlock) -> bool:
        """True if we have checked and kept a part."""
        if isinstance(frame, Share):
            drawing = self._round_of(frame.epoch, frame.index)
            return drawing is not None and drawing.shares.get(frame.seat) == frame.share
        opening = self.round_at(frame.index) if frame.epoch == self._epoch.number else None
        return opening is not None and all(
            opening.part_of(frame.seat, number) == part for number, part in enumerate(frame.shares)
        )

    def owing(self) -> list[int]:
        """The voters that owe a part of the luck; empty while we wait for none."""
        pending = next((one for one in self.pending if not one.resolved), None)
        if pending is not None and pending.locks:
            return [seat for seat in self._epoch.voters if pending.lacks_parts(seat)]
        if pending is not None and pending.redrawn:
            pending = self._key_round()
        if pending is None:
            return []
        if pending.key is None and not pending.agreed:
            signed = pending.finals.keys() | pending.differing.keys()
            silent = [seat for seat in self._epoch.voters if seat not in signed]
            return silent or list(self._epoch.voters)
        here = [seat for seat in pending.holders() if seat in self._epoch.voters]
        return [seat for seat in here if seat not in pending.shares]

    def retransmissions(self) -> list[Frame]:
        """All known parts of luck that is not known yet: sent again until it is. Peers still
        lacking them after that request the line."""
        frames: list[Frame] = []
        for beacon_round in self.pending:
            if beacon_round.resolved and not beacon_round.is_key:
                continue
            if beacon_round.key is None and beacon_round.finals:
                frames.extend(beacon_round.acks())  # they expose a voter that pledged two things
            for finals in (beacon_round.finals, beacon_round.differing):
                frames.extend(finals[seat] for seat in sorted(finals))
            place = (self._epoch.game, beacon_round.entry.epoch, beacon_round.index)
            frames.extend(
                Share(*place, seat, beacon_round.shares[seat])
                for seat in sorted(beacon_round.shares)
            )
            now = (self._epoch.game, self._epoch.number, beacon_round.index)
            frames.extend(
                Unlock(*now, seat, beacon_round.unlocks[seat])
                for seat in sorted(beacon_round.unlocks)
            )
        return frames

    def _round_of(self, epoch: int, index: int) -> BeaconRound | None:
        return next((d for d in self.pending if (d.entry.epoch, d.index) == (epoch, index)), None)

    def _key_round(self) -> BeaconRound | None:
        """The first pending key: it draws luck whose old key too few still hold."""
        return next((beacon_round for beacon_round in self.pending if beacon_round.is_key), None)

    # --- input --------------------------------------------------------------------------------

    def restore_key_shares(self, epoch: int, shares: bytes) -> None:
        """Restore our secret shares of an epoch's keys from the journal."""
        self._key_shares[epoch] = shares

    def keep_key_shares(self, shares: bytes) -> None:
        """Store our secret shares of this epoch's keys durably, before we acknowledge the keys."""
        self._context.storage.save_key_shares(self._epoch.number, shares)
        self._key_shares[self._epoch.number] = shares

    def take(self, frame: Final | Share | Unlock, epoch: int, index: int) -> bool:
        """Take a part; False if it belongs to no pending entry. Raises `Refusal`."""
        if isinstance(frame, Unlock):
            return epoch == self._epoch.number and self._take_opening(frame)
        beacon_round = self._round_of(epoch, index)
        if beacon_round is None:
            return False
        if isinstance(frame, Final):
            beacon_round.take_final(frame)
        else:
            beacon_round.take_share(frame.seat, frame.share)
        return True

    def _take_opening(self, frame: Unlock) -> bool:
        beacon_round = self.round_at(frame.index)
        if beacon_round is None:
            return False
        if not beacon_round.locks:
            beacon_round.offered[frame.seat] = frame.shares  # our locks do not open yet
        elif beacon_round.lacks_parts(frame.seat) or len(frame.shares) > len(beacon_round.locks):
            self._take_parts(beacon_round, frame.seat, frame.shares)
        return True

    # --- drawing ------------------------------------------------------------------------------

    def resolve(self) -> None:
        """Draw all luck that we can, in order, and send our parts of it."""
        for beacon_round in self.pending:
            if beacon_round.resolved:
                continue
            if beacon_round.mark is None:
                beacon_round.mark = self._machine.mark()
            self.acting = beacon_round.index
            self._machine.act_for(beacon_round.membership)
            if not self._resolve(beacon_round):
                return
            luck = beacon_round.luck()
            if luck != NO_LUCK:
                self._context.storage.save_luck(beacon_round.index, luck)
            beacon_round.resolved = True  # only now: after a full disk we try again

    def _resolve(self, beacon_round: BeaconRound) -> bool:
        while True:
            if self._machine.needs_randomness:
                source = self._key_round() if beacon_round.redrawn else beacon_round
                seed = self._seed(source) if source else None
                if seed is None:
                    return False
                self._machine.draw(redrawn_seed(seed) if beacon_round.redrawn else seed)
            elif locks := self._machine.locks():
                found = self._open(beacon_round, locks)
                if found is None:
                    return False
                beacon_round.opened = len(beacon_round.locks)
                self._machine.unlock(found)
            else:
                return True

    @property
    def _giving(self) -> SignerIdentity | None:
        """Our identity while we give parts of luck."""
        return self._context.own if self._epoch.gives_luck else None

    def _seed(self, beacon_round: BeaconRound) -> bytes | None:
        """The seed of a final entry, or None; send our share of it."""
        own = self._giving
        if beacon_round.key is None:
            self._sign_acks(beacon_round)
        if own and own.seat in beacon_round.holders() and own.seat not in beacon_round.shares:
            held = self._key_shares.get(beacon_round.entry.epoch, b"")
            if (beacon_round.key is not None and held) or (
                beacon_round.key is None and beacon_round.agreed
            ):
                self._keep_key(beacon_round)
                share = beacon_round.share_of(own.seat, held, nonce_of(own, beacon_round.hash))
                beacon_round.shares[own.seat] = share
                place = (self._epoch.game, beacon_round.entry.epoch, beacon_round.index)
                self._context.outbox.append(Share(*place, own.seat, share))
        return beacon_round.seed

    def _keep_key(self, beacon_round: BeaconRound) -> None:
        """Make a final key durable before we send a share of what it draws. Else, after losing
        the line, we could promise as if the key were not final, and the next key would draw again
        what somebody has seen."""
        if beacon_round.is_key:
            self._context.storage.sync()

    def _sign_acks(self, beacon_round: BeaconRound) -> None:
        """Reveal: sign the acknowledgements that we hold, durably, before we send our nonce."""
        own = self._giving
        if (
            own is None
            or own.seat not in beacon_round.membership.voters
            or own.seat in beacon_round.finals
        ):
            return
        if not beacon_round.acks():
            return  # a change closed the epoch with this entry: the next key draws its luck
        self._context.storage.sync()  # the line with the acknowledgements
        body = beacon_round.final_body(own.seat)
        beacon_round.finals[own.seat] = Final(body, own.signer.sign(body))
        self._context.outbox.append(beacon_round.finals[own.seat])

    # --- opening ------------------------------------------------------------------------------

    def _open(self, beacon_round: BeaconRound, locks: tuple[Lock, ...]) -> list[Any] | None:
        """Open the locks and send our parts; None while parts are missing."""
        beacon_round.lock_next([(self._epoch.keys[lock.epoch][-1], lock) for lock in locks])
        own = self._giving
        if (
            own
            and own.seat in self._epoch.voters
            and len(beacon_round.unlocks.get(own.seat, ())) < len(beacon_round.locks)
        ):
            parts = tuple(
                beacon_round.part_of(own.seat, number) or self._part(own.seat, key, lock)
                for number, (key, lock) in enumerate(beacon_round.locks)
            )
            beacon_round.unlocks[own.seat] = parts
            place = (self._epoch.game, self._epoch.number, beacon_round.index)
            self._context.outbox.append(Unlock(*place, own.seat, parts))
        for seat, parts in sorted(beacon_round.offered.items()):
            if seat not in self._epoch.voters:
                continue  # perhaps it votes again in an epoch that we have not read yet
            del beacon_round.offered[seat]
            try:
                self._take_parts(beacon_round, seat, parts)
            except Refusal:  # made for other locks, perhaps those of a later membership
                beacon_round.unfit[seat] = parts
        return beacon_round.open_locks()

    def _part(self, seat: int, key: TableKey, lock: Lock) -> bytes:
        """Our part of a lock; empty if we hold no share of its key."""
        secret = self.key_share(lock.epoch)
        if seat not in key.holders or secret is None:
            return b""
        return lock.share(self._suite, key, seat, secret)

    def key_share(self, epoch: int) -> int | None:
        """Our secret share of the key that hides faces in an epoch; None if we hold none."""
        held = self._key_shares.get(epoch, b"")
        return int.from_bytes(held[-32:], "little") if held else None

    def _take_parts(self, beacon_round: BeaconRound, seat: int, parts: tuple[bytes, ...]) -> None:
        if seat not in self._epoch.voters:
            raise Refusal(Fault.SHARE, f"openings of seat {seat}")
        beacon_round.take_parts(seat, parts)

    # --- lines --------------------------------------------------------------------------------

    def new_round(self, line: Certified) -> BeaconRound:
        """The round behind a final entry, still without any part."""
        entry = read_body(EntryBody, line.body)
        return BeaconRound(
            suite=self._suite,
            membership=self._epoch.memberships[entry.epoch],
            key=self._epoch.coin_key(entry.epoch),
            keys=self._context.seat_keys,
            entry=entry,
            hashed=entry_hash(line.body),
            digest=line.digest,
            certificate=line.certificate,
            is_key=entry.notation == KEY,
        )

    def act_on(self, entry: EntryBody) -> None:
        """Apply a final entry of the rules: all luck before it is known."""
        self.acting = entry.index
        self._machine.advance(entry)
        self.seal_all()
        self.pending.clear()

    def add(self, line: Certified) -> BeaconRound:
        """Add the round behind a line whose entry is final."""
        beacon_round = self.new_round(line)
        self.pending.append(beacon_round)
        return beacon_round

    def seal(self, one: BeaconRound, *, dropped: bool = False) -> None:
        """Store a round's luck in its line; none for a key that is `dropped`."""
        self._chain.store_luck(one.index, NO_LUCK if dropped else one.luck())

    def seal_all(self) -> None:
        for one in self.pending:
            self.seal(one)

    def begin_epoch(self, carried: Collection[int], kept: Collection[BeaconRound]) -> None:
        """Restart the rounds that are not `carried` into the next epoch: the old key draws the
        `kept` ones again, to the same outcome, and the next key the others."""
        lost = [one for one in self.pending if one.index not in carried]
        if lost and lost[0].mark is not None:
            self._machine.rewind(lost[0].mark)
        for one in self.pending:
            self.seal(one, dropped=one in lost and one.is_key and one not in kept)
        for one in lost[1:]:
            one.mark = None
        for one in lost:
            one.begin_again(redrawn=one.redrawn or one not in kept)
        pending = [one for one in lost if one in kept or not one.is_key]
        self.pending = pending[: PENDING_ROUNDS_MAX - 2]
