"""Signatures of files as `ssh-keygen -Y sign` writes them, and the keys that may have made them.

Only Ed25519, and only the namespace `NAMESPACE`. (OpenSSH: PROTOCOL.sshsig, and ssh-keygen(1),
ALLOWED SIGNERS.)
"""

from __future__ import annotations

import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Final

from camelnet.protocol.crypto.suite import Ed25519Suite, Key, Signature

NAMESPACE: Final = b"file"
_MAGIC: Final = b"SSHSIG"
_KIND: Final = b"ssh-ed25519"
_HASHES: Final = (b"sha256", b"sha512")
_ARMOUR: Final = re.compile(
    rb"-----BEGIN SSH SIGNATURE-----\r?\n([A-Za-z0-9+/=\r\n]+)-----END SSH SIGNATURE-----\s*"
)
_SIGNER: Final = re.compile(
    rb'(\S+) +(?:namespaces="file" +)?ssh-ed25519 +([A-Za-z0-9+/=]+)(?: .*)?'
)


class BadLine(ValueError):
    """A line of a file, counted from 1, that cannot be read."""

    def __init__(self, number: int) -> None:
        super().__init__(f"line {number} cannot be read")
        self.number = number


@dataclass(frozen=True, slots=True)
class SshSignature:
    """A signature with the key (32 bytes) that it claims."""

    key: Key
    signature: Signature
    hash_name: str

    def covers(self, message: bytes) -> bool:
        """True if that key has signed these bytes."""
        digest = hashlib.new(self.hash_name, message).digest()
        signed = (NAMESPACE, b"", self.hash_name.encode(), digest)
        return Ed25519Suite().verify(self.key, self.signature, _MAGIC + _packed(*signed))


def read_signature(file: bytes) -> SshSignature:
    """Read the content of a signature's file; raises `ValueError` if it is none, or one of another
    kind."""
    armoured = _ARMOUR.fullmatch(file)
    blob = binascii.a2b_base64(armoured[1]) if armoured else b""
    version = _MAGIC + (1).to_bytes(4)
    if not blob.startswith(version):
        raise ValueError("no signature of ssh")
    key, namespace, reserved, hash_name, signature = _unpacked(blob.removeprefix(version), 5)
    if (namespace, reserved) != (NAMESPACE, b"") or hash_name not in _HASHES:
        raise ValueError("a signature for another purpose")
    return SshSignature(
        Key(_ed25519(key, 32)), Signature(_ed25519(signature, 64)), hash_name.decode()
    )


def read_signers(file: bytes) -> dict[Key, str]:
    """Read the content of a list of allowed signers: each key with its owner. Raises `BadLine`."""
    found: dict[Key, str] = {}
    for number, line in enumerate(file.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        signer = _SIGNER.fullmatch(line)
        try:
            key = binascii.a2b_base64(signer[2], strict_mode=True) if signer else b""
            found[Key(_ed25519(key, 32))] = signer[1].decode() if signer else ""
        except ValueError:
            raise BadLine(number) from None
    return found


def _ed25519(blob: bytes, size: int) -> bytes:
    """The key or the signature in `blob`, of that kind alone."""
    kind, content = _unpacked(blob, 2)
    if kind != _KIND or len(content) != size:
        raise ValueError("not of Ed25519")
    return content


def _packed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4) + part for part in parts)


def _unpacked(blob: bytes, count: int) -> list[bytes]:
    """The parts of a blob that has exactly so many; raises `ValueError`."""
    parts: list[bytes] = []
    rest = blob
    for _number in range(count):
        size, rest = int.from_bytes(rest[:4]), rest[4:]
        parts.append(rest[:size])
        rest = rest[size:]
    if rest or _packed(*parts) != blob:
        raise ValueError("cut short, or too long")
    return parts
