"""TLS identities: a certificate whose leaf key is the peer's own Ed25519 key.

Python's `ssl` cannot accept an unknown self-signed client certificate, so one dummy authority signs
every leaf. Its private key is public: it stands below. Its signature proves nothing, and only these
two contexts trust it. TLS 1.3 makes each side sign with its leaf key; `identity_of` then reads that
key, and the caller compares it with the peer it meant.
"""

from __future__ import annotations

import os
import secrets
import ssl
import tempfile
from datetime import UTC, datetime
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.x509.oid import NameOID

_AUTHORITY_SEED: Final = b"camelnet: public, proves nothing"
_AUTHORITY_KEY: Final = Ed25519PrivateKey.from_private_bytes(_AUTHORITY_SEED)
_AUTHORITY_NAME: Final = x509.Name(
    [x509.NameAttribute(NameOID.COMMON_NAME, "camelnet public dummy authority")]
)
# Computers with a wrong clock must still play, so no certificate is ever too young or too old.
_VALID_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
_VALID_UNTIL: Final = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def raw_public_key(key: Ed25519PublicKey) -> bytes:
    """The 32 bytes that name a peer."""
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def server_context(private_key: Ed25519PrivateKey) -> ssl.SSLContext:
    """TLS 1.3 only; the client must show a certificate; no session tickets."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0
    return _prepared(context, private_key)


def client_context(private_key: Ed25519PrivateKey) -> ssl.SSLContext:
    """TLS 1.3 only; ignores the server's name, since only its key counts."""
    return _prepared(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), private_key)


def identity_of(certificate_der: bytes) -> bytes:
    """The peer's key (32 bytes) in the certificate that TLS verified.

    ValueError if it is not an Ed25519 leaf, signed directly by the dummy authority.
    """
    certificate = x509.load_der_x509_certificate(certificate_der)
    key = certificate.public_key()
    if not isinstance(key, Ed25519PublicKey):
        raise ValueError("the certificate's key is not an Ed25519 key")
    raw = raw_public_key(key)
    # Everybody has the authority's own key, so it identifies nobody.
    if raw == raw_public_key(_AUTHORITY_KEY.public_key()):
        raise ValueError("the authority's own key is no identity")
    try:
        certificate.verify_directly_issued_by(_authority_certificate())
    except (InvalidSignature, TypeError) as error:
        raise ValueError("the certificate is not signed by the dummy authority") from error
    return raw


def _authority_certificate() -> x509.Certificate:
    # Ed25519 signs deterministically: every peer builds the same bytes.
    return _certificate(_AUTHORITY_NAME, _AUTHORITY_KEY.public_key(), authority=True)


def _certificate(subject: x509.Name, key: Ed25519PublicKey, *, authority: bool) -> x509.Certificate:
    issuer_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(_AUTHORITY_KEY.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(_AUTHORITY_NAME)
        .public_key(key)
        .serial_number(1 if authority else 2)
        .not_valid_before(_VALID_FROM)
        .not_valid_after(_VALID_UNTIL)
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
        .add_extension(issuer_key, critical=False)
    )
    return builder.sign(_AUTHORITY_KEY, algorithm=None)


def _prepared(context: ssl.SSLContext, private_key: Ed25519PrivateKey) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_REQUIRED
    context.options |= ssl.OP_NO_TICKET
    # As PEM text: after DER bytes OpenSSL 3.5 gives a reason that Python 3.11 takes for an error.
    authority = _authority_certificate().public_bytes(serialization.Encoding.PEM)
    context.load_verify_locations(cadata=authority.decode("ascii"))
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "camelnet peer")])
    leaf = _certificate(name, private_key.public_key(), authority=False)
    _load_leaf(context, leaf, private_key)
    return context


def _load_leaf(
    context: ssl.SSLContext, leaf: x509.Certificate, private_key: Ed25519PrivateKey
) -> None:
    # `load_cert_chain` reads only files. The file holds the key encrypted under a password that
    # never leaves this function, so that the disk holds nothing useful even if the process dies
    # here.
    password = secrets.token_hex(16).encode()
    pem = private_key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password),
    )
    descriptor, path = tempfile.mkstemp(prefix="camelnet-", suffix=".pem")  # mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(leaf.public_bytes(serialization.Encoding.PEM) + pem)
        context.load_cert_chain(path, password=password)
    finally:
        os.unlink(path)
