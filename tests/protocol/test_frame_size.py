"""The largest things that a table of eight can say fit into a frame."""

from __future__ import annotations

from camelnet.protocol.bodies import (
    ChangeBody,
    EntryBody,
    OfferBody,
    PromiseBody,
    VoteBody,
    WantBody,
    body_bytes,
)
from camelnet.protocol.codec import SIZE_MAX
from camelnet.protocol.fields import SHARE_SIZE
from camelnet.protocol.messages import (
    Accepted,
    CertificateLine,
    Certified,
    Changed,
    Luck,
    Offer,
    Promised,
    Proposal,
    SeatShare,
    SeatUnlock,
    Signed,
    SyncReply,
    Want,
    frame_bytes,
    read_frame,
)

SEATS, QUORUM, SLOTS = 8, 6, 5
HASH, SIGNATURE = bytes(32), bytes(64)
BIG = 100_000  # an index with a long encoding


def certified(attachments: tuple[bytes, ...], luck: Luck) -> Certified:
    entry = EntryBody("camelnet/entry/1", HASH, BIG, BIG, HASH, 7, "x" * 20, attachments)
    votes = tuple(CertificateLine(seat, b"", SIGNATURE) for seat in range(SEATS))
    return Certified(body_bytes(entry), SIGNATURE, HASH, votes, luck)


SHARES = tuple(SeatShare(seat, bytes(SHARE_SIZE)) for seat in range(QUORUM))
PARTS = (bytes(SHARE_SIZE),) * (SEATS * SLOTS)
UNLOCKS = tuple(SeatUnlock(seat, PARTS) for seat in range(QUORUM))
REVEAL = certified((), Luck((), SHARES, UNLOCKS))
KEY = certified((bytes(32 * QUORUM),) * SEATS, Luck((), SHARES, ()))
STRICT_KEY = certified((bytes(32 * (QUORUM + SEATS)),) * SEATS, Luck((), SHARES, ()))
SEAL = certified((bytes(180),) * SLOTS, Luck((), (), ()))


def offer(lines: tuple[Certified, ...]) -> Offer:
    change = body_bytes(
        ChangeBody(
            domain="camelnet/change/1",
            game=HASH,
            epoch=BIG,
            index=BIG,
            prev=HASH,
            voters=tuple(range(QUORUM)),
            ghosts=(6, 7),
            proven=(6, 7),
            closing=True,
            carried=(BIG, BIG),
            redrawn=BIG,
        )
    )
    want = body_bytes(WantBody("camelnet/want/1", HASH, BIG, BIG, 7, 7, False, "returning"))
    promise = PromiseBody(
        domain="camelnet/promise/1",
        game=HASH,
        epoch=BIG,
        ballot=BIG,
        seat=7,
        base=BIG,
        base_hash=HASH,
        drawn=(BIG, BIG),
        entry=HASH,
        accepted=BIG,
        accepted_hash=HASH,
    )
    vote = VoteBody("camelnet/vote/1", HASH, BIG, BIG, 7, "accept", HASH)
    body = body_bytes(OfferBody("camelnet/offer/1", HASH, BIG, BIG, 7, HASH))
    report = Proposal(SEAL.body, SIGNATURE)
    return Offer(
        body,
        SIGNATURE,
        change,
        (Want(want, SIGNATURE),) * (2 * SEATS),
        (Signed(body_bytes(promise), SIGNATURE),) * SEATS,
        lines,
        (report,) * 2,
        (Signed(body_bytes(vote), SIGNATURE),) * SEATS,
    )


def test_a_promise_about_an_accepted_change_at_the_reveal_fits_into_a_frame() -> None:
    for key in (KEY, STRICT_KEY):
        full = offer((REVEAL, key))
        promise = Promised(
            full.promises[0].body,
            SIGNATURE,
            (key,),  # the lines that its accepted change shows are not shown twice
            full.reports[0],
            Accepted(full, full.echoes),
        )
        frame = frame_bytes(promise)
        assert len(frame) <= SIZE_MAX
        assert read_frame(frame) == promise


def test_a_change_at_the_reveal_fits_into_a_frame_with_the_line_before_it() -> None:
    full = offer((REVEAL, STRICT_KEY))
    reply = SyncReply(HASH, (SEAL, Changed(full, full.echoes)))
    frame = frame_bytes(reply)
    assert len(frame) <= SIZE_MAX
    assert read_frame(frame) == reply
