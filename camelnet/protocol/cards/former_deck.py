"""The deck of records before version 4, to check these alone.

Between shuffling and dealing, the luck of the last "shuffle" challenged all shufflers, and each
voter answered with five "prove" entries (`cut_and_choose`). All else is as in `deck`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from camelnet.protocol.cards import cut_and_choose
from camelnet.protocol.cards.cut_and_choose import ENTRIES, ROUNDS, Commitment
from camelnet.protocol.cards.deck import Deck, Step, cut
from camelnet.protocol.cards.shuffle import CARD_SIZE, first_deck
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import HASH_SIZE, Hash, Suite, hash_of


@dataclass(frozen=True, slots=True)
class FormerDeck(Deck):
    """A deck of an old record under a key."""

    hashes: tuple[tuple[bytes, ...], ...] = ()  # the commitments of each shuffler
    proven: int = 0  # entries of proofs

    @property
    def step(self) -> Step:
        voters = len(self.order.voters)
        if len(self.packs) < voters:
            return Step.SHUFFLE
        if not self.luck:
            return Step.LUCK
        if self.proven < voters * ENTRIES:
            return Step.PROVE
        return Step.DEAL if self.order.handed and len(self.dealt) < voters else Step.READY

    @property
    def author(self) -> int | None:
        voters = self.order.voters
        match self.step:
            case Step.SHUFFLE:
                return voters[len(self.packs)]
            case Step.PROVE:
                return voters[self.proven // ENTRIES]
            case Step.DEAL:
                return voters[len(self.dealt)]
        return None

    @property
    def progress(self) -> tuple[int, int]:
        total = len(self.order.voters) * (1 + ENTRIES + bool(self.order.handed))
        return len(self.packs) + self.proven + len(self.dealt), total

    @property
    def heavy(self) -> bool:
        return self.step is Step.PROVE

    @property
    def judged_by(self) -> tuple[bytes, ...]:
        return self.order.context, bytes([self.proven])

    def take(self, attachments: tuple[bytes, ...]) -> Self:
        match self.step:
            case Step.SHUFFLE:
                made = self._read_commitment(attachments)
                packs, hashes = (*self.packs, made.deck), (*self.hashes, made.hashes)
                return replace(self, packs=packs, hashes=hashes)
            case Step.PROVE:
                return replace(self, proven=self.proven + 1)
        return replace(self, dealt=(*self.dealt, attachments))

    def _check_entry(self, suite: Suite, attachments: Sequence[bytes]) -> None:
        match self.step:
            case Step.SHUFFLE:
                before = self._pack_before(suite, len(self.packs))
                cut_and_choose.check_commitment(
                    suite.group, before, self._read_commitment(attachments)
                )
            case Step.PROVE:
                self._check_proof(suite, attachments)
            case _:
                self._check_deal(suite, attachments)

    def _check_proof(self, suite: Suite, attachments: Sequence[bytes]) -> None:
        key = self.order.key
        assert key is not None
        if len(attachments) != 1:
            raise Refusal(Fault.ATTACHMENTS, "not a part of a proof")
        number, part = divmod(self.proven, ENTRIES)
        cut_and_choose.check_openings(
            suite.group,
            key,
            _chain(self.order.context, number),
            self._pack_before(suite, number),
            Commitment(self.packs[number], self.hashes[number]),
            self.luck,
            part,
            attachments[0],
        )

    def _pack_before(self, suite: Suite, number: int) -> tuple[bytes, ...]:
        """The pack before the shuffle of that number."""
        return self.packs[number - 1] if number else first_deck(suite.group, self.order.unseen)

    def _read_commitment(self, attachments: Sequence[bytes]) -> Commitment:
        sizes = [self.order.size * CARD_SIZE, ROUNDS * HASH_SIZE]
        if [len(item) for item in attachments] != sizes:
            raise Refusal(Fault.ATTACHMENTS, "not a shuffled pack and its commitments")
        return Commitment(cut(attachments[0], CARD_SIZE), cut(attachments[1], HASH_SIZE))


def _chain(context: bytes, number: int) -> Hash:
    return hash_of("camelnet/deck-shuffle/1", context, bytes([number]))
