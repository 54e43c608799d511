"""Seals: face-down cards, sealed at the start and opened at the rules' reveal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camelnet import rules
from camelnet.protocol.cards import commitments, encrypted_faces
from camelnet.protocol.cards.encrypted_faces import SealLock
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import Suite, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.wire.bodies import EntryBody
from camelnet.rules.notation import opening_notation


def sealed_faces(secret: bytes, faces: str) -> commitments.Sealed:
    """The seat's face-down cards: `faces` in a secret order (Fisher-Yates), with a nonce each.

    All derive from one secret in the journal. So a journal that lost its tail loses no face and no
    nonce, and a restarted peer repeats the same bytes.
    """
    stream = Stream(hash_of("camelnet/faces/1", secret))
    order = list(faces)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    nonces = tuple(
        bytes(hash_of("camelnet/seal-nonce/1", secret, bytes([slot]))) for slot in range(len(order))
    )
    return commitments.Sealed("".join(order), nonces)


@dataclass(frozen=True, slots=True)
class Seal:
    """A seat's sealed cards; no attachments if it was away then."""

    game: bytes
    epoch: int  # of the key that seals them
    attachments: tuple[bytes, ...]
    under_key: bool

    def locks(self, seat: int) -> list[SealLock]:
        """The locks of the slots, which a quorum's key parts open."""
        return [
            SealLock(self.game, seat, slot, self.epoch, item)
            for slot, item in enumerate(self.attachments)
        ]

    def matches(self, seat: int, faces: str, nonces: tuple[bytes, ...]) -> bool:
        """True if the seat sealed these faces with these nonces."""
        committed = self.attachments
        if self.under_key:
            committed = encrypted_faces.commitments_of(committed)
        return commitments.opens(self.game, seat, committed, faces, nonces)


NO_SEAL = Seal(b"", -1, (), under_key=False)


def check_seal(
    suite: Suite, entry: EntryBody, *, key: TableKey | None, slots: int, before: Sequence[Seal]
) -> None:
    """Raise `Refusal` unless an entry seals `slots` faces under the table's key, or as plain
    commitments without a key. `before`: the other seats' seals, which it must not copy."""
    if key is not None:
        used = [item[32:64] for made in before for item in made.attachments]
        encrypted_faces.check_locks(
            suite, key, entry.game, entry.seat, entry.attachments, slots, used
        )
    elif not commitments.well_formed(entry.attachments, slots):
        raise Refusal(Fault.ATTACHMENTS, f"not {slots} commitments")


def locks_at(
    position: rules.Position,
    sealed: Sequence[Seal],
    *,
    opens: Callable[[int], bool],
    stays_shut: Callable[[int], bool],
) -> tuple[SealLock, ...]:
    """The slots that open now, of all seats up to the first whose owner must open them; seats that
    stay shut are skipped. `opens`: True if a quorum opens that seat's cards."""
    found: list[SealLock] = []
    while position.turn == "reveal":
        seat = position.opener
        assert seat is not None, "a reveal has its opener"
        if opens(seat):
            found.extend(sealed[seat].locks(seat))
        elif not stays_shut(seat):
            break
        position = position.apply(opening_notation(seat))
    return tuple(found)
