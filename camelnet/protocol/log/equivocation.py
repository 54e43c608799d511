"""The equivocation detector: finds statements that only a liar signs, mostly two that contradict.

An honest peer stores a statement before it sends it, so it never signs two of these:

- two different entries, acknowledgements, or lists of acknowledgements for one place and epoch;
- two different changes proposed, echoed or accepted in one ballot;
- an acknowledgement of an entry, and a promise that leaves it out;
- an accept of a change, and a promise in a later ballot that leaves it out.

Two more lies are plain to every peer at that place of the log: an entry of a deck whose proof does
not hold, and a statement of a key's dealer against its own commitment. The log judges these.
"""

from __future__ import annotations

from collections.abc import Iterable

from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import (
    AckBody,
    EntryBody,
    FinalBody,
    OfferBody,
    PromiseBody,
    VoteBody,
    domain_of,
    read_body,
    verified,
)
from camelnet.protocol.wire.frames import Equivocation, SignedStatement
from camelnet.protocol.wire.key_messages import KeyAnswer, KeyCommit, KeyDeal, KeyFrame

Statement = EntryBody | AckBody | FinalBody | OfferBody | VoteBody | PromiseBody
Slot = tuple[str, bytes, int, int, int, str]
_Seen = tuple[Statement, SignedStatement]

_KINDS: dict[str, type[Statement]] = {
    "camelnet/entry/1": EntryBody,
    "camelnet/ack/1": AckBody,
    "camelnet/final/1": FinalBody,
    "camelnet/offer/1": OfferBody,
    "camelnet/vote/1": VoteBody,
    "camelnet/promise/1": PromiseBody,
}
SLOTS_MAX = 512


def read_statement(body: bytes) -> Statement:
    """The statement in `body`; raises `Malformed` if nothing can contradict a body of its kind."""
    kind = _KINDS.get(domain_of(body))
    if kind is None:
        raise Malformed("no statement")
    return read_body(kind, body)


def slot_of(statement: Statement) -> Slot:
    """The slot of a statement: an honest seat signs one statement for each."""
    match statement:
        case EntryBody() | AckBody() | FinalBody():
            place, step = statement.index, ""
        case VoteBody():
            place, step = statement.ballot, statement.step
        case _:
            place, step = statement.ballot, ""
    kind = statement.domain
    return kind, statement.game, statement.seat, statement.epoch, place, step


def contradiction(first: Statement, second: Statement) -> int | None:
    """The seat that contradicts itself if it has signed both; None if these agree."""
    if first.game != second.game or first.seat != second.seat or first == second:
        return None
    if isinstance(first, PromiseBody):
        first, second = second, first
    match first, second:
        case AckBody(), PromiseBody():
            lied = _silent(first, second)
        case VoteBody(), PromiseBody():
            lied = _forgotten(first, second)
        case PromiseBody(), PromiseBody():
            lied = False  # a later one may rightly name more
        case _:
            lied = slot_of(first) == slot_of(second)
    return first.seat if lied else None


def _silent(ack: AckBody, promise: PromiseBody) -> bool:
    """True if a promise leaves out an entry that its voter acknowledged in the epoch it ends.

    A promise with a base below the previous entry leaves it out, too: a voter that acknowledges an
    entry holds everything before it.
    """
    if promise.epoch != ack.epoch + 1 or promise.base >= ack.index or promise.accepted >= 0:
        return False
    return promise.base < ack.index - 1 or promise.entry != ack.entry


def _forgotten(vote: VoteBody, promise: PromiseBody) -> bool:
    """True if a promise in a later ballot leaves out a change that its voter had accepted."""
    if vote.step != "accept" or vote.epoch != promise.epoch:
        return False
    return promise.ballot > vote.ballot > promise.accepted


def check_proof(suite: Suite, game_start: GameStart, game: bytes, proof: Equivocation) -> None:
    """Raise `Refusal` unless these are two statements of one seat that contradict each other."""
    if len(proof.statements) != 2:
        raise Refusal(Fault.PROOF, "not two statements")
    one, other = (read_statement(signed.body) for signed in proof.statements)
    liar = contradiction(one, other)
    if liar != proof.seat or one.game != game or liar >= len(game_start.genesis.seats):
        raise Refusal(Fault.PROOF, "these do not contradict each other")
    key = game_start.genesis.seats[liar].key
    for signed in proof.statements:
        if not verified(suite, key, signed.signature, signed.body):
            raise Refusal(Fault.SIGNATURE, "a proof")


_DEALT: dict[str, type[KeyFrame]] = {
    "camelnet/key-commit/1": KeyCommit,
    "camelnet/key-deal/1": KeyDeal,
    "camelnet/key-answer/1": KeyAnswer,
}


def dealt_in(proof: Equivocation) -> tuple[KeyFrame, ...]:
    """The frames of a key's dealer in a proof; none if it is of another kind. Raises
    `Malformed`."""
    kinds = [_DEALT.get(domain_of(signed.body)) for signed in proof.statements]
    return tuple(
        kind(signed.body, signed.signature)
        for kind, signed in zip(kinds, proof.statements, strict=True)
        if kind is not None
    )


class EquivocationDetector:
    """Remembers the latest statements, and finds seats that contradict themselves."""

    def __init__(self, game: bytes) -> None:
        self._game = game
        self._seen: dict[Slot, _Seen] = {}
        self._newest_acks: dict[int, _Seen] = {}
        self._newest_accepts: dict[int, _Seen] = {}
        self._newest_promises: dict[int, _Seen] = {}
        self.proofs: dict[int, Equivocation] = {}  # by seat: one is enough

    def see(self, statement: Statement, body: bytes, signature: bytes) -> bool:
        """Take a statement with its bytes and their checked signature; True if we have seen no
        other one for its slot."""
        seat, seen = statement.seat, (statement, SignedStatement(body, signature))
        known = self._seen.setdefault(slot_of(statement), seen)
        self._hold_against(seat, known, seen)
        if isinstance(statement, PromiseBody):
            self._newest_promises[seat] = seen
            self._hold_against(seat, self._newest_acks.get(seat, seen), seen)
            self._hold_against(seat, self._newest_accepts.get(seat, seen), seen)
        if isinstance(statement, AckBody):
            self._newest_acks[seat] = seen
            self._hold_against(seat, self._newest_promises.get(seat, seen), seen)
        if isinstance(statement, VoteBody) and statement.step == "accept":
            self._newest_accepts[seat] = seen
            self._hold_against(seat, self._newest_promises.get(seat, seen), seen)
        while len(self._seen) > SLOTS_MAX:
            self._seen.pop(next(iter(self._seen)))
        return known[1].body == body

    def _hold_against(self, seat: int, one: _Seen, other: _Seen) -> None:
        if one[1].body == other[1].body or seat in self.proofs:
            return
        if contradiction(one[0], other[0]) == seat:
            self.proofs[seat] = Equivocation(self._game, seat, (one[1], other[1]))

    def convict(self, seat: int, statements: Iterable[SignedStatement]) -> None:
        """Keep statements of that seat which are false by themselves."""
        self.proofs.setdefault(seat, Equivocation(self._game, seat, tuple(statements)))
