"""The secrets of one seat in its game, all derived from one secret in its journal.

So a journal that lost its tail loses no face and no nonce, and a restarted peer repeats the same
bytes.
"""

from __future__ import annotations

from camelnet.protocol.cards.commitments import Sealed
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import hash_of


def sealed_faces(secret: bytes, faces: str) -> Sealed:
    """The seat's face-down cards: `faces` in a secret order (Fisher-Yates), with a nonce each."""
    stream = Stream(hash_of("camelnet/faces/1", secret))
    order = list(faces)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    nonces = tuple(
        bytes(hash_of("camelnet/seal-nonce/1", secret, bytes([slot]))) for slot in range(len(order))
    )
    return Sealed("".join(order), nonces)
