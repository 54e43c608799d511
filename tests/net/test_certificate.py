"""TLS identities: the leaf's key is the peer, and nothing stays on the disk."""

from __future__ import annotations

import os
import ssl
import tempfile
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding

from camelnet.net import certificate


def _shake_hands(client: ssl.SSLContext, server: ssl.SSLContext) -> tuple[bytes, bytes]:
    """(what the server learns, what the client learns) as DER."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    one = client.wrap_bio(down, up)
    two = server.wrap_bio(up, down, server_side=True)
    done: set[ssl.SSLObject] = set()
    while len(done) < 2:
        for side in (one, two):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            done.add(side)
    learnt = two.getpeercert(binary_form=True), one.getpeercert(binary_form=True)
    assert learnt[0] is not None
    assert learnt[1] is not None
    assert one.version() == "TLSv1.3"
    assert one.session is None or not one.session.has_ticket
    return learnt[0], learnt[1]


def test_both_sides_learn_the_others_key() -> None:
    client, server = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    seen_by_server, seen_by_client = _shake_hands(
        certificate.client_context(client), certificate.server_context(server)
    )
    assert certificate.identity_of(seen_by_server) == client.public_key().public_bytes_raw()
    assert certificate.identity_of(seen_by_client) == server.public_key().public_bytes_raw()


def test_a_certificate_holds_from_2000_to_9999() -> None:
    key = Ed25519PrivateKey.generate()
    seen, _ = _shake_hands(certificate.client_context(key), certificate.server_context(key))
    leaf = x509.load_der_x509_certificate(seen)
    assert leaf.not_valid_before_utc.year == 2000
    assert leaf.not_valid_after_utc.year == 9999


def test_every_peer_builds_the_same_authority() -> None:
    one = certificate._authority_certificate().public_bytes(Encoding.DER)
    assert one == certificate._authority_certificate().public_bytes(Encoding.DER)


def test_the_private_key_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    certificate.server_context(Ed25519PrivateKey.generate())
    assert os.listdir(tmp_path) == []


def _leaf(issuer: Ed25519PrivateKey, public_key: object) -> bytes:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(certificate._AUTHORITY_NAME)
        .public_key(public_key)  # type: ignore[arg-type]
        .serial_number(2)
        .not_valid_before(certificate._VALID_FROM)
        .not_valid_after(certificate._VALID_UNTIL)
        .sign(issuer, None)
        .public_bytes(Encoding.DER)
    )


def test_a_leaf_that_is_no_ed25519_key_is_nobody() -> None:
    other_kind = ec.generate_private_key(ec.SECP256R1()).public_key()
    with pytest.raises(ValueError, match="not an Ed25519 key"):
        certificate.identity_of(_leaf(certificate._AUTHORITY_KEY, other_kind))


def test_a_leaf_of_another_issuer_is_nobody() -> None:
    stranger = Ed25519PrivateKey.generate()
    with pytest.raises(ValueError, match="not signed by the dummy authority"):
        certificate.identity_of(_leaf(stranger, stranger.public_key()))


def test_the_authority_itself_is_nobody() -> None:
    der = certificate._authority_certificate().public_bytes(Encoding.DER)
    with pytest.raises(ValueError, match="no identity"):
        certificate.identity_of(der)
