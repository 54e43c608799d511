"""Writes the test vectors of docs/vectors: `python -m tests.protocol.vectors` from the checkout.

Everything follows from fixed keys and fields. messages.json: every frame, every signed body, every
line of a log, as fields and as bytes. primitives.json: hashes, luck, seals, keys, proofs, cards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from camelnet.protocol.cards import encrypted_faces
from camelnet.protocol.cards.commitments import Sealed, commitment
from camelnet.protocol.codec.canonical import Value, decode, encode
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.crypto.coin import coin_label, coin_seed, coin_share
from camelnet.protocol.crypto.dlog_proofs import prove_equality, prove_knowledge
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import hash_of
from camelnet.protocol.log.beacon_round import redrawn_seed
from camelnet.protocol.log.commit_reveal import pledge_of, seed_of
from camelnet.protocol.log.log import Log
from camelnet.protocol.start.table_code import code_commitment, code_hash, code_words
from camelnet.protocol.wire.bodies import (
    AckBody,
    BegunBody,
    Chair,
    ChangeBody,
    ChatBody,
    EntryBody,
    Extra,
    FinalBody,
    GenesisBody,
    LobbyBody,
    OfferBody,
    OpeningBody,
    Option,
    PartingBody,
    PleaBody,
    PrepBody,
    PresentBody,
    PromiseBody,
    StayBody,
    TableBody,
    VoteBody,
    WantBody,
    begun_for,
    body_bytes,
    change_hash,
    entry_hash,
    fork_id,
    game_id,
    read_body,
    table_id,
)
from camelnet.protocol.wire.frames import (
    FRAMES,
    NO_LUCK,
    Accepted,
    AcceptorState,
    Ack,
    Apart,
    Beat,
    Certified,
    Changed,
    Chat,
    Equivocation,
    Final,
    Frame,
    Head,
    Hello,
    Lobby,
    Parted,
    PeerAddress,
    Peers,
    Present,
    Relayed,
    SeatSignature,
    Share,
    Signed,
    Snapshot,
    Stay,
    SyncAsk,
    SyncReply,
    Unwant,
    Watch,
    frame_bytes,
    wants_hash,
)
from camelnet.protocol.wire.key_messages import (
    KEY_BODIES,
    KeyAnswer,
    KeyAnswerBody,
    KeyCommit,
    KeyComplaint,
    KeyComplaintBody,
    KeyDeal,
)
from tests.protocol.card_vectors import card_vectors, deck_vectors
from tests.protocol.dealt import holder_key
from tests.protocol.perjury import Perjurer, two_entries, wants_from
from tests.protocol.toy import (
    SUITE,
    carry,
    game_start,
    hidden,
    log_of,
    logs_of,
    settle,
    signer,
    toy,
    written,
)

FOLDER = Path(__file__).parents[2] / "docs" / "vectors"
MESSAGES, PRIMITIVES = FOLDER / "messages.json", FOLDER / "primitives.json"

BODIES: dict[str, type[Any]] = {
    "camelnet/table/1": TableBody,
    "camelnet/lobby/1": LobbyBody,
    "camelnet/genesis/1": GenesisBody,
    "camelnet/opening/1": OpeningBody,
    "camelnet/begun/1": BegunBody,
    "camelnet/entry/1": EntryBody,
    "camelnet/ack/1": AckBody,
    "camelnet/final/1": FinalBody,
    "camelnet/want/1": WantBody,
    "camelnet/plea/1": PleaBody,
    "camelnet/present/1": PresentBody,
    "camelnet/prep/1": PrepBody,
    "camelnet/promise/1": PromiseBody,
    "camelnet/change/1": ChangeBody,
    "camelnet/parting/1": PartingBody,
    "camelnet/stay/1": StayBody,
    "camelnet/offer/1": OfferBody,
    "camelnet/vote/1": VoteBody,
    "camelnet/chat/1": ChatBody,
    "camelnet/key-commit/1": KEY_BODIES[KeyCommit],
    "camelnet/key-deal/1": KEY_BODIES[KeyDeal],
    "camelnet/key-complaint/1": KEY_BODIES[KeyComplaint],
    "camelnet/key-answer/1": KEY_BODIES[KeyAnswer],
}
LINES: tuple[type[Any], ...] = (
    Certified,
    Changed,
    Parted,
    AcceptorState,
)  # of a log, and of a journal
ONE, TWO = b"\1" * 32, b"\2" * 32


# --- fields as JSON -------------------------------------------------------------------------------


def shown(value: Any) -> Any:
    """A field for JSON: bytes as {"hex": …}, a message as its fields by name, in order."""
    if isinstance(value, bytes):
        return {"hex": value.hex()}
    if isinstance(value, tuple):
        return [shown(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        stand = fields(value)[
            : len(to_array(value))
        ]  # not those that came later and are not needed
        return {item.name: shown(getattr(value, item.name)) for item in stand}
    return value


def plain(value: Any) -> Value:
    """The value that `shown` wrote down, as it is encoded."""
    if isinstance(value, dict):
        if set(value) == {"hex"}:
            return bytes.fromhex(value["hex"])
        return tuple(plain(item) for item in value.values())
    if isinstance(value, list):
        return tuple(plain(item) for item in value)
    checked: Value = value
    return checked


# --- everything that is said at one table ---------------------------------------------------------


def lobby_frames() -> Iterator[Frame]:
    """Before a game."""
    table = body_bytes(
        TableBody(
            "camelnet/table/1",
            "Oasis",
            "camelup",
            2,
            (Option("flip_in_place", True), Option("leg_ends_without_tiles", False)),
            bytes(range(16)),
            None,
        )
    )
    key = signer(0).key
    chair = Chair(table, 0, True, code_commitment(table_id(table), key, ONE), (TWO,))
    lobby = body_bytes(LobbyBody("camelnet/lobby/1", key, 7, "Chloé", "human", "", chair, False))
    chat = body_bytes(ChatBody("camelnet/chat/1", key, table_id(table), 3, "Salut !"))
    begun = game_start("hh")
    words = tuple(
        SeatSignature(seat, signer(seat).sign(begun_for(begun.id, seat))) for seat in (0, 1)
    )
    yield Hello(2, 2, "0.3.0", hash_of("rules"), "Chloé", "human")
    yield Peers((PeerAddress(key, "192.0.2.7", 40123), PeerAddress(signer(1).key, "fe80::1", 1)))
    yield Lobby(lobby, signer(0).sign(lobby))
    yield Chat(chat, signer(0).sign(chat))
    yield Watch(table_id(table), True)
    yield replace(begun.frame(), begun=words)
    yield Beat((Head(begun.id, 12, 1, 3),))


def game_frames() -> Iterator[Frame]:
    """A key, a roll, sealed cards that open; by a table of four."""
    begun = game_start("hhhh")
    logs = [log_of(begun, seat)[0] for seat in range(4)]
    yield from carry(*logs)
    settle(logs, "hide", hidden(logs[0], 0, "y"))
    author = next(log for log in logs if log.may_propose)
    author.propose("show")
    yield from carry(*logs)
    yield SyncAsk(begun.id, 2)
    yield SyncReply(begun.id, (*logs[0].chain.lines[:1], *change_lines()))
    yield Snapshot(begun.id, logs[0].index, toy(logs[0]).snapshot())
    yield Unwant(begun.id, 0, 1, 3)
    present = body_bytes(
        PresentBody("camelnet/present/1", begun.id, 1, 77, 12, 1, 0, True, (0, 2), (9, 76, 0, 31))
    )
    yield Present(present, signer(1).sign(present))
    yield Relayed(begun.id, 1, frame_bytes(Present(present, signer(1).sign(present))))


def key_quarrel() -> Iterator[Frame]:
    """A complaint about a deal, and its answer."""
    game = game_start("hhhh").id
    complaint = KeyComplaintBody("camelnet/key-complaint/1", game, 0, ONE, 1, 2)
    answer = KeyAnswerBody("camelnet/key-answer/1", game, 0, ONE, 2, 1, bytes(31) + b"\1")
    for kind, body, seat in ((KeyComplaint, complaint, 1), (KeyAnswer, answer, 2)):
        data = body_bytes(body)
        yield kind(data, signer(seat).sign(data))


def reveal_frames() -> Iterator[Frame]:
    """A roll without a key: one person and a bot."""
    begun = game_start("hb")
    logs = logs_of(begun)
    logs[0].propose("roll")
    yield from (frame for frame in carry(*logs) if isinstance(frame, Final | Share | Ack))


def ending() -> tuple[Log, list[Frame], Accepted, Changed]:
    """A table of four goes on without seat 3, in the words of seat 0 and its witnesses."""
    begun = game_start("hhhh")
    logs = logs_of(begun)
    settle(logs, "roll")
    log = logs[1]
    author = log.author
    assert author is not None
    report = written(begun, log, author, "add 1")
    wants = wants_from(log, 3, 0, 1, 2)
    seats = [Perjurer(log, seat) for seat in (0, 1, 2)]
    ballot = [seat.promise(0, entry=report) for seat in seats]
    offer = seats[0].offer(0, wants, ballot, report=report)
    change = read_body(OfferBody, offer.body).change
    votes = {
        step: tuple(
            Signed(vote.body, vote.signature)
            for vote in (seat.vote(0, step, change) for seat in seats)
        )
        for step in ("echo", "accept")
    }
    accepted = Accepted(offer, votes["echo"])
    frames: list[Frame] = [
        *wants,
        Perjurer(log, 3).plea(0),
        seats[0].prep(wants, 0),
        ballot[1],
        seats[1].promise(4, accepted=accepted),
        offer,
        seats[1].vote(0, "echo", change),
        seats[1].vote(0, "accept", change),
    ]
    return log, frames, accepted, Changed(offer, votes["accept"])


def change_lines() -> tuple[Certified, Changed]:
    """The entry that closes an epoch, and the change that names it."""
    _, _, _, changed = ending()
    report = changed.offer.report
    assert report is not None
    bare = Certified(report.body, report.signature, b"", (), NO_LUCK)
    return bare, changed


def parted() -> tuple[list[Frame], Parted]:
    """Two of four play on apart: both ask, then both sign."""
    log = logs_of(game_start("hhhh"))[0]
    body = body_bytes(
        PartingBody("camelnet/parting/1", log.game, 0, log.index, log.prev, (0, 1), ())
    )
    signed = tuple(SeatSignature(seat, signer(seat).sign(body)) for seat in (0, 1))
    stays = [
        body_bytes(StayBody("camelnet/stay/1", log.game, seat, fork_id(body))) for seat in (0, 1)
    ]
    frames: list[Frame] = [
        Apart(body, 1, b""),
        Apart(body, 1, signed[1].signature),
        *(Stay(data, signer(seat).sign(data)) for seat, data in enumerate(stays)),
    ]
    return frames, Parted(body, signed)


def proof_frame() -> Equivocation:
    """Seat 0 has signed two entries for one place."""
    return two_entries(logs_of(game_start("hhhh"))[1], 0)


def all_frames() -> list[Frame]:
    """At least one of every kind; never two that are equal."""
    said = [
        *lobby_frames(),
        *game_frames(),
        *key_quarrel(),
        *reveal_frames(),
        *ending()[1],
        *parted()[0],
        proof_frame(),
    ]
    kept: dict[type[Any], list[Frame]] = {}
    for frame in dict.fromkeys(said):
        known = kept.setdefault(type(frame), [])
        if len(known) < 2:
            known.append(frame)
    return [frame for kind in FRAMES for frame in kept[kind]]


def all_lines() -> list[Any]:
    """Lines of a log, and a vow of a journal."""
    bare, changed = change_lines()
    log, _, accepted, _ = ending()
    wants = accepted.offer.wants
    acceptor_state = AcceptorState(
        1, 0, wants, accepted.offer.promises[0], change_hash(accepted.offer.change), 0, accepted
    )
    key = log.line_at(1)
    return [key, log.line_at(2), bare, changed, parted()[1], acceptor_state]


def bodies_in(value: Any) -> Iterator[tuple[bytes, bytes]]:
    """Every signed body in a message, with its signature (empty where none stands beside it)."""
    if isinstance(value, tuple):
        for item in value:
            yield from bodies_in(item)
    elif hasattr(value, "__dataclass_fields__"):
        if isinstance(getattr(value, "body", None), bytes):
            yield value.body, getattr(value, "signature", b"")
        for item in fields(value):
            yield from bodies_in(getattr(value, item.name))


def all_bodies() -> list[tuple[bytes, bytes]]:
    """One body of every domain, with its signature where it travels beside it; then forks,
    tables and lobby records with the fields that came later, in every combination."""
    found: dict[str, tuple[bytes, bytes]] = {}
    frames = all_frames()
    more: list[tuple[bytes, bytes]] = list(bodies_in((*frames, *all_lines())))
    begun = game_start("hh")
    opening = body_bytes(OpeningBody("camelnet/opening/1", begun.id, 0, begun.nonces[0]))
    more.append((opening, begun.openings[0]))
    more.append((begun_for(begun.id, 0), signer(0).sign(begun_for(begun.id, 0))))
    more.append((begun.body, begun.signatures[0]))
    more.append((begun.genesis.table, b""))
    more.append((ending()[2].offer.change, b""))
    for data, signature in more:
        domain = domain_of(data)
        if domain not in found or not found[domain][1]:
            found[domain] = data, signature
    return [*(found[domain] for domain in BODIES), *later_bodies()]


def later_bodies() -> Iterator[tuple[bytes, bytes]]:
    """Bodies with fields that came later: what is at its default is left out at the end alone."""
    again = body_bytes(replace(read_body(PartingBody, parted()[1].body), round=1))
    yield again, signer(0).sign(again)
    keys = [signer(seat).key for seat in range(4)]
    table = read_body(TableBody, game_start("hh").genesis.table)
    for aids, opener in ((True, None), (False, keys[0]), (True, keys[0])):
        yield body_bytes(replace(table, aids=aids, opener=opener)), b""
    extras = (Extra("clock", b"\x00\x3c"), Extra("colours", b""))
    for needs, more in ((("teams",), ()), (("open-hands", "teams"), extras), ((), extras)):
        yield body_bytes(replace(table, needs=needs, extras=more)), b""
    able = LobbyBody(
        "camelnet/lobby/1", keys[0], 9, "Ana", "human", "", None, False, ("teams",), extras[:1]
    )
    owner = replace(able, capabilities=(), extras=(), computer=tuple(keys[:2]))
    guest = replace(owner, key=keys[1], name="Ben", computer=tuple(keys[:1]))
    for number, record in ((0, able), (0, owner), (1, guest)):
        yield body_bytes(record), signer(number).sign(body_bytes(record))
    genesis = game_start("hh").genesis
    hosted = body_bytes(
        replace(genesis, seats=(genesis.seats[0], replace(genesis.seats[1], host=0)))
    )
    yield hosted, signer(0).sign(hosted)
    opened = body_bytes(replace(table, opener=keys[0]))
    commitment = code_commitment(table_id(opened), keys[0], ONE)
    for admitted, refused in (
        ((keys[0], None), ()),
        ((), (keys[3],)),
        ((keys[0], keys[1]), (keys[2], keys[3])),
    ):
        chair = Chair(opened, 0, True, commitment, (), admitted, refused)
        body = body_bytes(
            LobbyBody("camelnet/lobby/1", keys[0], 8, "Ana", "human", "", chair, False)
        )
        yield body, signer(0).sign(body)


def refused_bodies() -> Iterator[tuple[str, str, bytes]]:
    """Bodies in another form than the one that each has: kind, what is wrong, and the bytes."""
    table = to_array(read_body(TableBody, game_start("hh").genesis.table))
    yield "TableBody", "aids, at the end and false, is written", encode((*table, False))
    yield "TableBody", "aids and opener, false and nil, are written", encode((*table, False, None))
    yield "TableBody", "opener, at the end and nil, is written", encode((*table, True, None))
    tail = (False, None)
    yield "TableBody", "needs, at the end and empty, is written", encode((*table, *tail, ()))
    for why, needs in (("twice", ("a", "a")), ("out of order", ("b", "a")), ("blank", ("",))):
        yield "TableBody", f"a need is {why}", encode((*table, *tail, needs))
    for why, extras in (
        ("twice", (("a", b"1"), ("a", b"2"))),
        ("out of order", (("b", b""), ("a", b""))),
        ("too long", (("a", bytes(129)),)),
    ):
        yield "TableBody", f"an extra is {why}", encode((*table, *tail, (), extras))
    fork = to_array(read_body(PartingBody, parted()[1].body))
    yield "PartingBody", "round, 0, is written", encode((*fork, 0))
    *before, chair, playing = to_array(read_body(LobbyBody, list(later_bodies())[-1][0]))
    assert isinstance(chair, tuple)
    for why, tail in (
        ("refused, at the end and empty, is written", (chair[5], ())),
        ("admitted, at the end and empty, is written", ((),)),
    ):
        yield "LobbyBody", why, encode((*before, (*chair[:5], *tail), playing))


def domain_of(data: bytes) -> str:
    value = decode(data)
    assert isinstance(value, tuple)
    domain = value[0]
    assert isinstance(domain, str)
    return domain


def messages() -> dict[str, Any]:
    """The contents of messages.json."""
    return {
        "keys": [
            {"seat": seat, "secret": secret_of(seat).hex(), "key": signer(seat).key.hex()}
            for seat in range(4)
        ],
        "frames": [
            {
                "kind": type(frame).__name__,
                "number": FRAMES.index(type(frame)),
                "fields": shown(frame),
                "bytes": frame_bytes(frame).hex(),
            }
            for frame in all_frames()
        ],
        "bodies": [
            {
                "kind": BODIES[domain_of(data)].__name__,
                "fields": shown(read_body(BODIES[domain_of(data)], data)),
                "bytes": data.hex(),
                "signature": signature.hex(),
            }
            for data, signature in all_bodies()
        ],
        "refused": [
            {"kind": kind, "why": why, "bytes": data.hex()} for kind, why, data in refused_bodies()
        ],
        "lines": [
            {
                "kind": type(line).__name__,
                "fields": shown(line),
                "bytes": encode(to_array(line)).hex(),
            }
            for line in all_lines()
        ],
    }


def secret_of(seat: int) -> bytes:
    return hashlib.sha256(f"peer {seat}".encode()).digest()


# --- primitives -----------------------------------------------------------------------------------


def primitives() -> dict[str, Any]:
    """The contents of primitives.json, by the names of docs/messages.md and docs/cryptography.md:
    inputs and results. Byte strings are in hex, scalars little-endian."""
    begun = game_start("hh")
    entry = EntryBody("camelnet/entry/1", ONE, 0, 7, TWO, 1, "roll", ())
    entry_bytes = body_bytes(entry)
    stream = Stream(ONE)
    group = SUITE.group
    key, secrets = holder_key(SUITE, 2, (0, 1, 2))
    label = coin_label(SUITE, ONE, 0, 7, TWO, entry_hash(entry_bytes))
    shares = {seat: coin_share(SUITE, key, seat, secrets[seat], label) for seat in (0, 2)}
    (lock,) = encrypted_faces.lock(SUITE, key, ONE, 1, Sealed("y", (TWO,)), ONE)
    base = group.point_of("example", b"base")
    wants, change = ending()[2].offer.wants, ending()[2].offer.change
    one, two, seats = ONE.hex(), TWO.hex(), [signer(seat).key.hex() for seat in (0, 1)]
    place = {"game": one, "epoch": 0, "index": 7}
    made: list[tuple[str, dict[str, Any], Any]] = [
        ("H", {"domain": "example", "parts": ["61", "6263"]}, hash_of("example", b"a", b"bc")),
        ("table id", {"TableBody": begun.genesis.table.hex()}, table_id(begun.genesis.table)),
        ("game id", {"GenesisBody": begun.body.hex()}, game_id(begun.body)),
        (
            "root",
            {"game": begun.id.hex(), "nonces": [nonce.hex() for nonce in begun.nonces]},
            code_hash(begun.id, begun.nonces),
        ),
        ("table code", {"root": begun.root.hex()}, " ".join(code_words(begun.root))),
        (
            "chair commitment",
            {"table": one, "key": seats[0], "nonce": two},
            code_commitment(ONE, signer(0).key, TWO),
        ),
        ("entry", {"EntryBody": entry_bytes.hex()}, entry_hash(entry_bytes)),
        ("change", {"ChangeBody": change.hex()}, change_hash(change)),
        ("parting", {"PartingBody": parted()[1].body.hex()}, fork_id(parted()[1].body)),
        ("wants", {"WantBodies": [want.body.hex() for want in wants]}, wants_hash(wants)),
        ("pledge", {**place, "seat": 2, "nonce": one}, pledge_of(entry, 2, ONE)),
        (
            "luck from nonces",
            {**place, "entry": entry_hash(entry_bytes).hex(), "nonces": [one, two]},
            seed_of(entry, entry_hash(entry_bytes), {0: ONE, 1: TWO}),
        ),
        ("luck that a later key draws", {"seed": one}, redrawn_seed(ONE)),
        (
            "slot commitment",
            {"game": one, "seat": 1, "slot": 3, "face": "y", "nonce": two},
            commitment(ONE, 1, 3, "y", TWO),
        ),
        (
            "numbers below 6, then below 1000000",
            {"seed": one, "counts": [20, 4]},
            [*(stream.below(6) for _ in range(20)), *(stream.below(1_000_000) for _ in range(4))],
        ),
        (
            "outcomes, one from each seed",
            {"seeds": "32 times the byte 0, 1, … 11", "weights": {"a": 1, "b": 5, "c": 2}},
            [
                Stream(bytes([number]) * 32).choose([("b", 5), ("a", 1), ("c", 2)])
                for number in range(12)
            ],
        ),
        ("point", {"domain": "example", "parts": [b"base".hex()]}, base),
        (
            "proof of knowledge",
            {"context": b"context".hex(), "secret": 5, "point": group.base(5).hex()},
            prove_knowledge(group, b"context", 5, group.base(5)),
        ),
        (
            "proof of equality",
            {
                "context": b"context".hex(),
                "secret": 5,
                "public": group.base(5).hex(),
                "base": base.hex(),
                "product": group.mul(5, base).hex(),
            },
            prove_equality(group, b"context", 5, group.base(5), base, group.mul(5, base)),
        ),
        (
            "key",
            {"secret shares of seats 0, 1, 2": [_scalar(secrets[seat]) for seat in range(3)]},
            [key.point.hex(), *(share.hex() for share in key.shares)],
        ),
        (
            "coin label",
            {**place, "prev": two, "entry": entry_hash(entry_bytes).hex()},
            label,
        ),
        (
            "coin share",
            {"key": key.point.hex(), "seat": 2, "secret": _scalar(secrets[2])},
            shares[2],
        ),
        (
            "coin",
            {"label": label.hex(), "shares of seats 0 and 2": [shares[0].hex(), shares[2].hex()]},
            coin_seed(SUITE, key, label, shares),
        ),
        (
            "lock",
            {
                "key": key.point.hex(),
                "game": one,
                "seat": 1,
                "slot": 0,
                "face": "y",
                "nonce": two,
                "secret": one,
            },
            lock,
        ),
        (
            "opening share",
            {"lock": lock.hex(), "seat": 2, "secret": _scalar(secrets[2])},
            encrypted_faces.opening_share(SUITE, key, 2, secrets[2], lock),
        ),
        *card_vectors(group, key, secrets),
        *deck_vectors(key),
    ]
    return {
        name: {"of": of, "is": value.hex() if isinstance(value, bytes) else value}
        for name, of, value in made
    }


def _scalar(secret: int) -> str:
    return secret.to_bytes(32, "little").hex()


def written_as(made: dict[str, Any]) -> str:
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    MESSAGES.write_text(written_as(messages()), encoding="utf-8")
    PRIMITIVES.write_text(written_as(primitives()), encoding="utf-8")
