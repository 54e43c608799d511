"""Bounds: the largest messages, and what is made of them, fit into a frame and a journal line.

Every part is as large as its field lets it be, whether or not anybody could sign such a thing.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from camelnet.protocol.codec.canonical import SIZE_MAX, encode
from camelnet.protocol.codec.schema import from_array, to_array
from camelnet.protocol.replica.relay import Relayable
from camelnet.protocol.replica.sync import lines_from
from camelnet.protocol.wire.bodies import (
    AckBody,
    ChangeBody,
    FinalBody,
    OfferBody,
    PartingBody,
    PleaBody,
    PrepBody,
    PresentBody,
    PromiseBody,
    StayBody,
    VoteBody,
    WantBody,
    body_bytes,
)
from camelnet.protocol.wire.frames import (
    Accepted,
    AcceptorState,
    CertificateLine,
    Certified,
    Changed,
    Equivocation,
    Frame,
    LogLine,
    Luck,
    Offer,
    Prep,
    Promised,
    Proposal,
    Relayed,
    SeatShare,
    SeatSignature,
    SeatUnlock,
    Signed,
    SignedStatement,
    SyncReply,
    Want,
    frame_bytes,
    read_frame,
)
from camelnet.protocol.wire.limits import (
    INDEX_MAX,
    PENDING_ROUNDS_MAX,
    RELAYED_MAX,
    SEATS_MAX,
    SHARE_SIZE,
    SHARES_MAX,
    STATEMENTS_MAX,
    SYNC_BYTES_MAX,
    WANTS_MAX,
)

BODY_MAX, SMALL_MAX, WANT_MAX = 16 * 1024, 256, 128  # bytes, as `fields` bounds them
HASH, SIGNATURE = bytes(32), bytes(64)
SLOTS_MAX = 5 * SEATS_MAX  # face-down cards of a game: no more open behind one entry
SEATS = tuple(range(SEATS_MAX))
COUNTER_MAX = 2**63 - 1
COUNTERS = (COUNTER_MAX,) * SEATS_MAX

SIGN = (bytes(SMALL_MAX), SIGNATURE)
SIGNED = Signed(*SIGN)
ALL = (SIGNED,) * SEATS_MAX
WANTS = (Want(bytes(WANT_MAX), SIGNATURE),) * WANTS_MAX
LARGE = Proposal(bytes(BODY_MAX), SIGNATURE)
SMALL = Proposal(bytes(SMALL_MAX), SIGNATURE)
FINALS = tuple(SeatSignature(seat, SIGNATURE) for seat in SEATS)
SHARES = tuple(SeatShare(seat, bytes(SHARE_SIZE)) for seat in SEATS)
UNLOCKS = tuple(SeatUnlock(seat, (bytes(SHARE_SIZE),) * SLOTS_MAX) for seat in SEATS)
VOTES = tuple(CertificateLine(seat, HASH, SIGNATURE) for seat in SEATS)


def offer(report: Proposal) -> Offer:
    return Offer(*SIGN, bytes(SMALL_MAX), WANTS, ALL, report, ALL)


def closed(report: Proposal, luck: Luck) -> SyncReply:
    """The entry that closes an epoch, with its luck, and the change that names it."""
    closing = Certified(report.body, report.signature, b"", (), luck)
    return SyncReply(HASH, (closing, Changed(offer(report), ALL)))


FRAMES: dict[str, Frame] = {
    "an offer with a shuffle": offer(LARGE),
    "a request to promise": Prep(*SIGN, WANTS, SIGNED),
    "a promise with an entry and an accepted change": Promised(
        *SIGN, LARGE, Accepted(offer(LARGE), ALL)
    ),
    "a change behind a shuffle": closed(LARGE, Luck(FINALS, SHARES, ())),
    "a change behind the reveal": closed(SMALL, Luck(FINALS, SHARES, UNLOCKS)),
    "the reveal": SyncReply(
        HASH, (Certified(SMALL.body, SIGNATURE, HASH, VOTES, Luck(FINALS, SHARES, UNLOCKS)),)
    ),
    "a shuffle and its proof": SyncReply(
        HASH, (Certified(LARGE.body, SIGNATURE, HASH, VOTES, Luck(FINALS, SHARES, ())),)
    ),
    "a proof of as many entries as one may hold": Equivocation(
        HASH, 7, (SignedStatement(LARGE.body, SIGNATURE),) * STATEMENTS_MAX
    ),
}


@pytest.mark.parametrize("kind", sorted(FRAMES))
def test_the_largest_of_its_kind_fits_into_a_frame(kind: str) -> None:
    data = frame_bytes(FRAMES[kind])
    assert len(data) <= SIZE_MAX
    assert read_frame(data) == FRAMES[kind]


def test_an_offer_on_the_promises_of_two_of_three_is_read() -> None:
    fewest = replace(offer(SMALL), promises=ALL[:2])
    assert read_frame(frame_bytes(fewest)) == fewest


@pytest.mark.parametrize(
    "kind", sorted(kind for kind, frame in FRAMES.items() if isinstance(frame, Relayable))
)
def test_the_largest_of_what_others_bring_fits_into_a_frame_with_what_goes_around_it(
    kind: str,
) -> None:
    data = frame_bytes(FRAMES[kind])
    assert len(data) <= RELAYED_MAX
    around = frame_bytes(Relayed(HASH, SEATS_MAX, bytes(RELAYED_MAX)))
    assert len(around) <= SIZE_MAX


def test_the_largest_vow_fits_into_a_line_of_a_journal() -> None:
    acceptor_state = AcceptorState(
        INDEX_MAX, INDEX_MAX, WANTS, SIGNED, HASH, INDEX_MAX, Accepted(offer(LARGE), ALL)
    )
    data = encode(to_array(acceptor_state))
    assert len(data) <= SIZE_MAX
    assert from_array(AcceptorState, to_array(acceptor_state)) == acceptor_state


def test_what_honest_voters_sign_is_within_these_bounds() -> None:
    place, drawn = (INDEX_MAX, INDEX_MAX), (INDEX_MAX,) * PENDING_ROUNDS_MAX
    want = WantBody("camelnet/want/1", HASH, *place, 7, 7, False, "returning")
    assert len(body_bytes(want)) <= WANT_MAX
    promise = ("camelnet/promise/1", HASH, *place, 7, INDEX_MAX, HASH, drawn, HASH)
    change = ("camelnet/change/1", HASH, *place, HASH, SEATS, SEATS, SEATS, False)
    for body in (
        AckBody("camelnet/ack/1", HASH, *place, 7, HASH, HASH, HASH),
        FinalBody("camelnet/final/1", HASH, *place, 7, HASH),
        PleaBody("camelnet/plea/1", HASH, INDEX_MAX, 7),
        PrepBody("camelnet/prep/1", HASH, *place, 7, HASH),
        PresentBody(
            "camelnet/present/1", HASH, 7, COUNTER_MAX, *place, INDEX_MAX, True, SEATS, COUNTERS
        ),
        PromiseBody(*promise, INDEX_MAX, HASH),
        OfferBody("camelnet/offer/1", HASH, *place, 7, HASH),
        VoteBody("camelnet/vote/1", HASH, *place, 7, "accept", HASH),
        ChangeBody(*change, drawn, INDEX_MAX),
        PartingBody("camelnet/parting/1", HASH, *place, HASH, SEATS, drawn, INDEX_MAX),
        StayBody("camelnet/stay/1", HASH, 7, HASH),
    ):
        assert len(body_bytes(body)) <= SMALL_MAX, type(body).__name__
    assert SLOTS_MAX <= SHARES_MAX


class Lines:
    """As much of a log as `lines_from` looks at."""

    def __init__(self, lines: list[LogLine]) -> None:
        self.lines = lines
        self.index = len(lines) + 1

    def line_at(self, index: int) -> LogLine:
        return self.lines[index - 1]


def test_a_closing_entry_is_not_torn_from_its_change_nor_added_to_a_full_reply() -> None:
    whole = Certified(LARGE.body, SIGNATURE, HASH, VOTES, Luck(FINALS, SHARES, ()))
    pair = closed(LARGE, Luck(FINALS, SHARES, ())).lines
    log = Lines([whole, *pair, whole, *pair, *pair])
    index, sent = 1, []
    while index < log.index:
        chosen = lines_from(log, index)  # type: ignore[arg-type]
        assert chosen
        data = frame_bytes(SyncReply(HASH, chosen))
        assert len(data) <= SIZE_MAX
        assert len(chosen) <= 2 or len(data) <= SYNC_BYTES_MAX
        last = chosen[-1]
        assert not (isinstance(last, Certified) and not last.certificate)
        index += len(chosen)
        sent.extend(chosen)
    assert sent == log.lines
