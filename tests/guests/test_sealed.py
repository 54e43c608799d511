"""The sealed channel: only what the other side sent, in its order, opens."""

from __future__ import annotations

import secrets

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from camelnet.guests.sealed import BrokenSeal, Channel, name_of
from tests.guests.phone import derived

SECRET, FRESH_PHONE, FRESH_LAPTOP = bytes(range(32)), b"p" * 32, b"l" * 32


class Far:
    """The phone's end, made from the words of docs/security.md."""

    def __init__(self, secret: bytes = SECRET) -> None:
        salt = FRESH_PHONE + FRESH_LAPTOP
        self.to_laptop = ChaCha20Poly1305(derived(secret, salt, "phone to laptop"))
        self.to_phone = ChaCha20Poly1305(derived(secret, salt, "laptop to phone"))

    def seal(self, number: int, text: bytes) -> bytes:
        return self.to_laptop.encrypt(number.to_bytes(12, "big"), text, None)

    def open(self, number: int, sealed: bytes) -> bytes:
        return self.to_phone.decrypt(number.to_bytes(12, "big"), sealed, None)


def channel(secret: bytes = SECRET) -> Channel:
    return Channel(secret, FRESH_PHONE, FRESH_LAPTOP)


def test_both_sides_understand_each_other() -> None:
    laptop, phone = channel(), Far()
    for number, text in enumerate((b"", b"hello", b"x" * 300_000)):
        assert phone.open(number, laptop.seal(text)) == text
        assert laptop.open(phone.seal(number, text)) == text


@pytest.mark.parametrize(
    "hostile",
    [
        lambda laptop, phone: phone.seal(0, b"one"),  # again
        lambda laptop, phone: phone.seal(2, b"three"),  # one is left out
        lambda laptop, phone: phone.seal(1, b"two")[:-1],  # cut
        lambda laptop, phone: phone.seal(1, b"two")[:5],  # shorter than its tag
        lambda laptop, phone: b"",
        lambda laptop, phone: phone.seal(1, b"two") + b"\0",
        lambda laptop, phone: bytes([phone.seal(1, b"two")[0] ^ 1]) + phone.seal(1, b"two")[1:],
        lambda laptop, phone: [laptop.seal(b""), laptop.seal(b"two")][1],  # back to its sender
        lambda laptop, phone: Far(b"\1" * 32).seal(1, b"two"),  # another secret
    ],
)
def test_nothing_else_opens(hostile) -> None:  # type: ignore[no-untyped-def]
    laptop, phone = channel(), Far()
    assert laptop.open(phone.seal(0, b"one")) == b"one"
    with pytest.raises(BrokenSeal):
        laptop.open(hostile(laptop, phone))
    assert laptop.open(phone.seal(1, b"two")) == b"two", "a refusal changes nothing"


def test_a_message_of_another_connection_does_not_open() -> None:
    recorded = Far().seal(0, b"roll")
    later = Channel(SECRET, FRESH_PHONE, b"L" * 32)
    with pytest.raises(BrokenSeal):
        later.open(recorded)


def test_a_name_tells_its_secret_to_nobody_and_no_two_secrets_share_one() -> None:
    names = {name_of(secrets.token_bytes(32)) for _ in range(100)} | {name_of(SECRET)}
    assert len(names) == 101
    assert name_of(SECRET) == derived(SECRET, None, "name of a secret", 16)
    assert name_of(SECRET) not in SECRET
