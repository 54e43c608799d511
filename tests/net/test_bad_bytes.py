"""Strangers and cheats on real sockets: each is cut off and named, and nobody else notices."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import os
import ssl
import struct
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

from camelnet.net import certificate, connection, rate, transport
from camelnet.net.framing import FRAME_BYTES_MAX, Kind, encode, encode_hello
from camelnet.net.mesh import Favour
from tests.net.peers import HOST, Peer, Stranger, data, eventually, pair

_TOO_LONG = struct.pack(">I", FRAME_BYTES_MAX + 1)


async def _unharmed(one: Peer, other: Peer) -> None:
    """Both still talk over the connection that they had, and strangers have left nothing."""
    await eventually(lambda: one.transport._connections == set(one.connections))
    before = len(other.diary.payloads(one.key))
    assert one.transport.send(other.key, b"still here")
    await eventually(lambda: len(other.diary.payloads(one.key)) == before + 1)
    assert other.key not in [key for key, _ in one.diary.downs]


@pytest.mark.parametrize(
    ("greet", "sent", "said"),
    [
        (True, _TOO_LONG, f"sent an oversized frame ({FRAME_BYTES_MAX + 1} bytes"),
        (True, b"\xff" * 64, "sent an oversized frame (4294967295 bytes"),
        (True, data(b"good") + _TOO_LONG, "sent an oversized frame"),
        (True, struct.pack(">I", 0), "sent an empty frame and was disconnected"),
        (True, encode(Kind.DATA), "sent an unexpected frame"),
        (True, struct.pack(">IB", 5, 99), "sent a frame of an unknown kind (99)"),
        (True, encode_hello(1, 1), "sent an unexpected frame"),
        (True, encode(Kind.RETIRE) + data(b"late"), "sent an unexpected frame"),
        (False, data(b"early"), "sent an unexpected frame"),
        (False, encode(Kind.HELLO, b"?"), "sent a wrong greeting"),
        (False, b"GET / HTTP/1.1\r\n\r\n", "sent an oversized frame"),
    ],
)
async def test_a_peer_that_breaks_the_framing_is_cut_off_and_named(
    greet: bool, sent: bytes, said: str
) -> None:
    async with pair() as (one, other):
        stranger = Stranger()
        async with stranger.visit(one, greet=greet) as (_, writer):
            writer.write(sent)
            await eventually(lambda: one.diary.troubles)
        assert said in one.diary.troubles[0]
        assert f"at {HOST}:" in one.diary.troubles[0]
        await eventually(lambda: one.sees(other))
        await _unharmed(one, other)


async def test_a_frame_that_is_cut_short_is_named() -> None:
    async with pair() as (one, other):
        async with Stranger().visit(one) as (_, writer):
            writer.write(data(b"whole") + data(b"in the middle")[:-3])
            await eventually(lambda: len(one.diary.frames) == 1)
            writer.close()
            await eventually(lambda: one.diary.downs)
        assert one.diary.frames[0][1] == b"whole"
        assert "stopped in the middle of a frame" in one.diary.downs[0][1]
        assert one.diary.troubles == [one.diary.downs[0][1]]
        await _unharmed(one, other)


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x05hello", b"\0" * 99]
)
async def test_a_program_without_tls_is_cut_off_and_named(sent: bytes) -> None:
    async with pair() as (one, other):
        reader, writer = await asyncio.open_connection(HOST, one.transport.port)
        writer.write(sent)
        await eventually(lambda: one.diary.troubles)
        assert "that isn't camelnet" in one.diary.troubles[0]
        await reader.read()  # closed by the other side
        writer.close()
        await _unharmed(one, other)


async def test_random_bytes_never_harm_anybody() -> None:
    async with pair() as (one, other):
        for size in (1, 4, 5, 6, 64, 1_000, 70_000):
            async with Stranger().visit(one) as (_, writer):
                noise = os.urandom(size)
                print(noise[:64].hex())
                writer.write(noise)
                await writer.drain()
        await eventually(lambda: one.sees(other))
        await _unharmed(one, other)


def _foreign_certificate() -> bytes:
    """A self-signed certificate and its key, as PEM: what any other program would show."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "foreign")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime.datetime(2000, 1, 1))
        .not_valid_after(datetime.datetime(2100, 1, 1))
        .sign(key, None)
    )
    form, secret = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    return certificate.public_bytes(pem) + key.private_bytes(pem, form, secret)


def _client_without_certificate() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@pytest.mark.parametrize("shown", ["nothing", "another's", "the authority's", "TLS 1.2"])
async def test_who_shows_no_certificate_of_ours_is_refused(shown: str, tmp_path: Path) -> None:
    context = _client_without_certificate()
    match shown:
        case "another's":
            (tmp_path / "foreign.pem").write_bytes(_foreign_certificate())
            context.load_cert_chain(tmp_path / "foreign.pem")
        case "the authority's":
            context = certificate.client_context(certificate._AUTHORITY_KEY)
        case "TLS 1.2":
            context = certificate.client_context(Ed25519PrivateKey.generate())
            context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_2

    async with pair() as (one, other):
        with contextlib.suppress(OSError, ssl.SSLError):
            async with Stranger(context=context).visit(one) as (reader, _):
                await reader.read()
        await eventually(lambda: one.diary.troubles)
        if shown != "TLS 1.2":
            assert "showed a certificate that isn't camelnet's" in one.diary.troubles[0]
        await _unharmed(one, other)


async def test_who_does_not_say_who_it_is_is_cut_off_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "GREETING_S_MAX", 0.3)
    monkeypatch.setattr(transport, "_TICK_S", 0.1)

    async with pair() as (one, other):
        reader, writer = await asyncio.open_connection(HOST, one.transport.port)
        await eventually(lambda: one.diary.troubles)
        assert "did not identify itself" in one.diary.troubles[0]
        assert await reader.read() == b""
        writer.close()
        async with Stranger().visit(one, greet=False):
            await eventually(lambda: len(one.diary.troubles) == 2)
        await _unharmed(one, other)


@pytest.mark.parametrize(
    ("sent", "said"),
    [(b"\0", "sent a frame too slowly"), (b"", "Nothing was heard from")],
)
async def test_who_falls_silent_is_cut_off_and_named(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, said: str
) -> None:
    monkeypatch.setattr(transport, "SILENT_S_MAX", 1.0)
    monkeypatch.setattr(transport, "PING_S", 0.2)
    monkeypatch.setattr(transport, "_TICK_S", 0.1)

    async with pair() as (one, other):
        stranger = Stranger()
        async with stranger.visit(one) as (_, writer):
            writer.write(data(b"hello") + sent)
            await eventually(lambda: one.diary.downs)
        assert said in one.diary.downs[0][1]
        assert len(one.diary.troubles) == len(sent)
        await _unharmed(one, other)


async def test_our_own_pause_is_not_taken_for_the_silence_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "SILENT_S_MAX", 0.5)
    monkeypatch.setattr(transport, "_STALL_S", 0.2)
    monkeypatch.setattr(transport, "_TICK_S", 0.05)

    monkeypatch.setattr(transport, "PING_S", 0.05)
    async with pair() as (one, other):
        time.sleep(1.0)  # a closed lid
        await asyncio.sleep(0.1)
        await _unharmed(one, other)
        assert one.diary.downs == other.diary.downs == []


async def test_complaints_about_a_noisy_stranger_are_bounded() -> None:
    async with pair() as (one, other):
        for _ in range(60):
            reader, writer = await asyncio.open_connection(HOST, one.transport.port)
            writer.write(b"\0" * 20)
            await reader.read()
            writer.close()
        assert len(one.diary.troubles) < 40
        await _unharmed(one, other)


async def test_a_flood_of_pings_cannot_make_us_queue_answers_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "QUEUE_BYTES_MAX", 1_000)
    limits = replace(rate.SEAT, frames_burst=1_000_000, bytes_burst=1_000_000_000)
    monkeypatch.setattr(transport, "SEAT", limits)

    async with pair() as (one, other):
        stranger = Stranger()
        key = certificate.raw_public_key(stranger.key.public_key())
        one.transport.favour({other.key: Favour.SEAT, key: Favour.SEAT})
        async with stranger.visit(one) as (_, writer):
            assert isinstance(writer.transport, asyncio.Transport)
            writer.transport.pause_reading()
            try:
                while not one.diary.downs:
                    writer.write(encode(Kind.PING) * 10_000)
                    await writer.drain()
            except OSError:
                await eventually(lambda: one.diary.downs)
        assert "stopped receiving" in one.diary.downs[0][1]
        await _unharmed(one, other)
