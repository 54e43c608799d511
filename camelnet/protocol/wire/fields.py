"""Bounds and shapes of the fields that every message is made of."""

from __future__ import annotations

from camelnet.protocol.codec.canonical import Malformed, Value
from camelnet.protocol.codec.schema import Schema, array, either, flag, integer, octets, text
from camelnet.protocol.crypto.suite import HASH_SIZE, KEY_SIZE, NONCE_SIZE, SIGNATURE_SIZE

PROTOCOL_MIN = 4  # a range is offered in HELLO; two peers speak the highest that both know
PROTOCOL_MAX = 4

SEATS_MAX = 8
INDEX_MAX = 1_000_000
NAME_MAX = 32
CHAT_MAX = 500
NOTATION_MAX = 64
ATTACHMENTS_MAX = 16
ATTACHMENT_MAX = 10 * 1024  # a shuffled pack, or its proof; few of these fit into a body
SYNC_BYTES_MAX = 48 * 1024
PEERS_MAX = 64
HEADS_MAX = 4  # the games of one heartbeat
OPTIONS_MAX = 16
GIVEN_UP_MAX = 8
REFUSED_MAX = 16
SEAT_KINDS = ("human", "bot")
KINDS = (*SEAT_KINDS, "spectator")
SHARE_SIZE = 96  # of a coin: a point and its proof
SHARES_MAX = 64  # openings at once: all seats' slots
WANTS_MAX = SEATS_MAX * SEATS_MAX
RELAYED_MAX = 65_000  # bytes of a frame that others bring: what is left of one
STATEMENTS_MAX = 3  # of a proof
PENDING_ROUNDS_MAX = 8  # entries whose luck may still be on its way: one of the rules, and keys

key = octets(KEY_SIZE)
hashed = octets(HASH_SIZE)
nonce = octets(NONCE_SIZE)
signature = octets(SIGNATURE_SIZE)
name = text(1, NAME_MAX)
seat = integer(0, SEATS_MAX - 1)
index = integer(0, INDEX_MAX)
counter = integer(0, 2**63 - 1)
body = octets(1, 16 * 1024)
# Statements without attachments. So bounded, every frame that is made of others fits into one.
small_body = octets(1, 256)
want_body = octets(1, 128)  # an offer shows up to 64 of them


def one_of(*words: str) -> Schema:
    def check(value: Value) -> Value:
        if value not in words:
            raise Malformed(f"not one of {', '.join(words)}")
        return value

    return check


def domain(word: str) -> Schema:
    return one_of(word)


option_value = either(flag, integer(-(2**31), 2**31), array(integer(0, 255), 0, 64))
