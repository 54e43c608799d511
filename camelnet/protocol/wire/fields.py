"""The shapes of the fields of messages."""

from __future__ import annotations

from camelnet.protocol.codec.canonical import Malformed, Value
from camelnet.protocol.codec.schema import Schema, array, either, flag, integer, octets, text
from camelnet.protocol.crypto.suite import HASH_SIZE, KEY_SIZE, NONCE_SIZE, SIGNATURE_SIZE
from camelnet.protocol.wire.limits import INDEX_MAX, NAME_MAX, SEATS_MAX, WORD_MAX

key = octets(KEY_SIZE)
hashed = octets(HASH_SIZE)
nonce = octets(NONCE_SIZE)
signature = octets(SIGNATURE_SIZE)
name = text(1, NAME_MAX)
word = text(1, WORD_MAX)
seat = integer(0, SEATS_MAX - 1)
index = integer(0, INDEX_MAX)
counter = integer(0, 2**63 - 1)
body = octets(1, 16 * 1024)
# Statements without attachments: with this bound, statements of statements fit into a frame, too.
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
