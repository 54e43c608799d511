"""The tail of a log: final entries whose luck is still being drawn, and the machine that waits.

Never more than two: the last entry of the rules, and the key of an epoch behind it. Shares of them
are sent here, and only here, so nobody can know a die before its entry is final. What our part of a
key is stays here, too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Hash, Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.beacon_round import Draw, redrawn_seed
from camelnet.protocol.log.interfaces import Ledger, Lock, Machine, Own
from camelnet.protocol.log.membership import Circle
from camelnet.protocol.start.genesis import Founding
from camelnet.protocol.wire.messages import NO_LUCK, Final, Frame, Share, Unlock


def nonce_of(own: Own, hashed: bytes) -> Hash:
    """Our pledged part of the luck behind the entry of that hash: the same after a restart."""
    return hash_of("camelnet/luck-secret/1", own.secret, hashed)


class Tail:
    """See the module. `outbox` is the log's own: frames for all other seats."""

    def __init__(
        self,
        *,
        founding: Founding,
        suite: Suite,
        machine: Machine,
        ledger: Ledger,
        own: Own | None,
        circle: Circle,
        outbox: list[Frame],
    ) -> None:
        self.draws: list[Draw] = []
        self.circle = circle  # of the epoch that runs
        self.keys: dict[int, tuple[TableKey, ...]] = {}  # by epoch
        self.acting = 0  # the index of the entry that the machine is acting on
        self.game: bytes = founding.id
        self.ended = -1  # the epoch whose end we have promised: we give no part of luck in it
        self._suite = suite
        self._machine = machine
        self._ledger = ledger
        self._own = own
        self._outbox = outbox
        self._holdings: dict[int, bytes] = {}  # our secret shares, by epoch

    # --- asking -------------------------------------------------------------------------------

    def owing(self) -> list[int]:
        """The voters whose part of the luck is missing; empty while none is waited for."""
        pending = next((draw for draw in self.draws if not draw.resolved), None)
        if pending is not None and pending.locks:
            return [seat for seat in self.circle.voters if pending.lacks_parts(seat)]
        if pending is not None and pending.redrawn:
            pending = self._key_draw()
        if pending is None:
            return []
        if pending.key is None and not pending.agreed:
            signed = pending.finals.keys() | pending.differing.keys()
            apart = [seat for seat in self.circle.voters if seat not in signed]
            return apart or list(self.circle.voters)
        here = [seat for seat in pending.holders() if seat in self.circle.voters]
        return [seat for seat in here if seat not in pending.shares]

    def pushing(self) -> list[Frame]:
        """All parts that are known of luck that is not: sent again until it is. Who lacks them
        when we do not asks for the line."""
        frames: list[Frame] = []
        for draw in self.draws:
            if draw.resolved and not draw.is_key:
                continue
            if draw.key is None and draw.finals:  # who pledged two things is seen by its two ACKs
                frames.extend(draw.acks())
            for finals in (draw.finals, draw.differing):
                frames.extend(finals[seat] for seat in sorted(finals))
            place = (self.game, draw.entry.epoch, draw.index)
            frames.extend(Share(*place, seat, draw.shares[seat]) for seat in sorted(draw.shares))
            now = (self.game, self.circle.epoch, draw.index)
            frames.extend(Unlock(*now, seat, draw.unlocks[seat]) for seat in sorted(draw.unlocks))
        return frames

    def _draw_of(self, epoch: int, index: int) -> Draw | None:
        return next((d for d in self.draws if (d.entry.epoch, d.index) == (epoch, index)), None)

    def _key_draw(self) -> Draw | None:
        """The first key in the tail: it draws what too few can draw any more."""
        return next((draw for draw in self.draws if draw.is_key), None)

    # --- what arrives -------------------------------------------------------------------------

    def hold(self, epoch: int, shares: bytes) -> None:
        """Our secret shares of an epoch's keys."""
        self._holdings[epoch] = shares

    def take(self, frame: Final | Share | Unlock, epoch: int, index: int) -> bool:
        """Take a part; False if it belongs to no entry of the tail. Raises `Refusal`."""
        if isinstance(frame, Unlock):
            return epoch == self.circle.epoch and self._take_opening(frame)
        draw = self._draw_of(epoch, index)
        if draw is None:
            return False
        if isinstance(frame, Final):
            draw.take_final(frame)
        else:
            draw.take_share(frame.seat, frame.share)
        return True

    def _take_opening(self, frame: Unlock) -> bool:
        draw = next((draw for draw in self.draws if draw.index == frame.index), None)
        if draw is None:
            return False
        if not draw.locks:
            draw.offered[frame.seat] = frame.shares  # we are not so far yet
        elif draw.lacks_parts(frame.seat) or len(frame.shares) > len(draw.locks):
            self._take_parts(draw, frame.seat, frame.shares)
        return True

    # --- drawing ------------------------------------------------------------------------------

    def resolve(self) -> None:
        """Draw what can be drawn, in order, sending what is ours for it."""
        for draw in self.draws:
            if draw.resolved:
                continue
            if draw.mark is None:
                draw.mark = self._machine.mark()
            self.acting = draw.index
            self._machine.act_for(draw.circle)
            if not self._resolve(draw):
                return
            luck = draw.luck()
            if luck != NO_LUCK:
                self._ledger.drawn(draw.index, luck)
            draw.resolved = True  # only now: a full disk is tried again

    def _resolve(self, draw: Draw) -> bool:
        while True:
            if self._machine.lucky:
                source = self._key_draw() if draw.redrawn else draw
                seed = self._seed(source) if source else None
                if seed is None:
                    return False
                self._machine.draw(redrawn_seed(seed) if draw.redrawn else seed)
            elif locks := self._machine.locks():
                found = self._found(draw, locks)
                if found is None:
                    return False
                draw.opened = len(draw.locks)
                self._machine.unlock(found)
            else:
                return True

    @property
    def _giving(self) -> Own | None:
        """Us, while we give parts. A promise to end the epoch tells how far we had come; luck that
        came out behind it could be seen, and then be drawn anew by a change that rests on it."""
        return None if self.circle.epoch == self.ended else self._own

    def _seed(self, draw: Draw) -> bytes | None:
        """The seed of a final entry, sending what is ours for it."""
        own = self._giving
        if draw.key is None:
            self._sign_held(draw)
        if own and own.seat in draw.holders() and own.seat not in draw.shares:
            held = self._holdings.get(draw.entry.epoch, b"")
            if (draw.key is not None and held) or (draw.key is None and draw.agreed):
                share = draw.share_of(own.seat, held, nonce_of(own, draw.hash))
                draw.shares[own.seat] = share
                place = (self.game, draw.entry.epoch, draw.index)
                self._outbox.append(Share(*place, own.seat, share))
        return draw.seed

    def _sign_held(self, draw: Draw) -> None:
        """Reveal: sign the acknowledgements that we hold, durably, before any nonce is sent."""
        own = self._giving
        if own is None or own.seat not in draw.circle.voters or own.seat in draw.finals:
            return
        if not draw.acks():
            return  # closed by a change: its luck is drawn anew
        self._ledger.sync()  # the line with the acknowledgements
        body = draw.final_body(own.seat)
        draw.finals[own.seat] = Final(body, own.signer.sign(body))
        self._outbox.append(draw.finals[own.seat])

    # --- opening ------------------------------------------------------------------------------

    def _found(self, draw: Draw, locks: tuple[Lock, ...]) -> list[Any] | None:
        """What the locks hide, sending our parts; None while too few parts are known."""
        draw.lock_next([(self.keys[lock.epoch][-1], lock) for lock in locks])
        own = self._giving
        if (
            own
            and own.seat in self.circle.voters
            and len(draw.unlocks.get(own.seat, ())) < len(draw.locks)
        ):
            parts = tuple(
                draw.part_of(own.seat, number) or self._part(own.seat, key, lock)
                for number, (key, lock) in enumerate(draw.locks)
            )
            draw.unlocks[own.seat] = parts
            place = (self.game, self.circle.epoch, draw.index)
            self._outbox.append(Unlock(*place, own.seat, parts))
        for seat, parts in sorted(draw.offered.items()):
            if seat not in self.circle.voters:
                continue  # it comes back in an epoch that we have not read yet, perhaps
            del draw.offered[seat]
            with suppress(Refusal):  # made for other locks: those of a later circle, perhaps
                self._take_parts(draw, seat, parts)
        return draw.open_locks()

    def _part(self, seat: int, key: TableKey, lock: Lock) -> bytes:
        """Our part of a lock; empty if we hold none of its key."""
        secret = self.share_held(lock.epoch)
        if seat not in key.holders or secret is None:
            return b""
        return lock.share(self._suite, key, seat, secret)

    def share_held(self, epoch: int) -> int | None:
        """Our secret share of the key that hides faces in an epoch; None where we hold none."""
        held = self._holdings.get(epoch, b"")
        return int.from_bytes(held[-32:], "little") if held else None

    def _take_parts(self, draw: Draw, seat: int, parts: tuple[bytes, ...]) -> None:
        if seat not in self.circle.voters:
            raise Refusal(Fault.SHARE, f"openings of seat {seat}")
        draw.take_parts(seat, parts)
