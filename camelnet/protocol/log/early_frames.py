"""Early frames: kept until the log reaches their place."""

from __future__ import annotations

from collections.abc import Iterator

from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.epoch_state import EpochState
from camelnet.protocol.log.equivocation import read_statement
from camelnet.protocol.log.signed_statements import SignedStatements
from camelnet.protocol.wire.frames import Ack, Final, Frame, LogFrame, Proposal, Share, Unlock
from camelnet.protocol.wire.key_messages import KeyFrame

EARLY_MAX = 3  # places ahead: the end of an epoch, its change, the key of the next


class EarlyFrames:
    """The early frames: one of each kind for a place and a seat, signed by that seat, so nobody
    crowds out or replaces the frames of others."""

    def __init__(self, chain: Chain, epoch: EpochState, statements: SignedStatements) -> None:
        self._chain = chain
        self._epoch = epoch
        self._statements = statements
        self._frames: dict[tuple[type[Frame], int, int], LogFrame | KeyFrame] = {}

    def __len__(self) -> int:
        return len(self._frames)

    def has(self, kind: type[Frame], place: int, seat: int) -> bool:
        return (kind, place, seat) in self._frames

    def keep_ahead(self, frame: LogFrame, epoch: int, index: int, seat: int) -> None:
        """Keep a frame for the next place or the next epoch; raises `Refusal`."""
        ahead = index - self._chain.index
        running = self._epoch.number
        behind = epoch == running + 1 and 0 <= ahead <= EARLY_MAX
        luck_here = isinstance(frame, Final | Share | Unlock) and ahead == 0
        if behind or (epoch == running and (ahead == 1 or luck_here)):
            self.keep(index, seat, frame)

    def keep(self, place: int, seat: int, frame: LogFrame | KeyFrame) -> None:
        """Keep a frame for any place; raises `Refusal`."""
        key = (type(frame), place, seat)
        if self._frames.get(key) == frame:
            return
        if not isinstance(frame, Share | Unlock):
            self._statements.check_signed(seat, frame.signature, frame.body)
        if isinstance(frame, Proposal | Ack | Final):
            self._statements.see(read_statement(frame.body), frame)
        self._frames[key] = frame

    def take_all(self) -> Iterator[LogFrame | KeyFrame]:
        """Hand out all frames, to be received again; `keep` takes those that are still early."""
        frames, self._frames = self._frames, {}
        return iter(frames.values())

    def take_proposals(self) -> Iterator[LogFrame | KeyFrame]:
        """Hand out the proposals for the next index, one by one: each may advance the log."""
        index = self._chain.index if self._frames else 0
        for key in [key for key in self._frames if key[0] is Proposal and key[1] == index]:
            frame = self._frames.pop(key, None)
            if frame is not None:
                yield frame
