"""The handover of a second start to the app that runs on the same profile; loaded before Qt is.

The app that runs listens on loopback, at a port that stands in the profile with a secret of this
run. Whoever can read the file, the same user, can ask; whoever answers right has read it, too: so a
port that a crash left behind, and somebody else uses now, is no app.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from camelnet.sharing import LINK_MAX, is_link

FILE = "app.address"  # in the profile: the port and the secret
HOST = "127.0.0.1"
SECRET_BYTES = 32
LINE_MAX = 32_768
PATH_MAX = 4096
TOKEN_MAX = 256
CONNECT_S = 3.0
ANSWER_S = 20.0  # for an app that is busy


@dataclass(frozen=True, slots=True)
class Address:
    """The port at which the app of a profile listens, and the secret of those who may ask it."""

    port: int
    secret: bytes

    def answer(self, line: bytes) -> bytes:
        """The answer to a line that only the app that runs can give."""
        return hmac.new(self.secret, b"answer:" + line, hashlib.sha256).hexdigest().encode() + b"\n"

    def proof(self, body: bytes) -> str:
        """The proof beside a request that only those can write who may ask."""
        return hmac.new(self.secret, b"request:" + body, hashlib.sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Request:
    """The wish of a second start: to come to the front, and perhaps to show a game: a file, or a
    link as text."""

    file: Path | str | None = None
    token: str = ""  # by which the desktop lets the window come to the front

    def line(self, address: Address) -> bytes:
        body = json.dumps(["" if self.file is None else str(self.file), self.token])
        return json.dumps([body, address.proof(body.encode("ascii"))]).encode("ascii") + b"\n"


def read_request(line: bytes, address: Address) -> Request | None:
    """The request in a line; None for anything that is none, or comes from who may not ask."""
    try:
        match json.loads(line):
            case [str() as body, str() as proof]:
                pass
            case _:
                return None
        right = address.proof(body.encode("ascii")).encode("ascii")
        if not hmac.compare_digest(right, proof.encode("utf-8", "replace")):
            return None
        match json.loads(body):
            case [str() as file, str() as token]:
                pass
            case _:
                return None
    except (ValueError, RecursionError):
        return None
    if len(token) > TOKEN_MAX or not token.isprintable():
        return None
    if is_link(file):
        return Request(file, token) if len(file) <= LINK_MAX else None
    if len(file) > PATH_MAX or "\0" in file:
        return None
    path = Path(file) if file else None
    return Request(path, token) if path is None or path.is_absolute() else None


def activation_token(environment: Mapping[str, str]) -> str:
    """The token from the desktop by which a window may come to the front."""
    token = environment.get("XDG_ACTIVATION_TOKEN") or environment.get("DESKTOP_STARTUP_ID") or ""
    return token if len(token) <= TOKEN_MAX and token.isprintable() else ""


def hand_over(profile: Path, request: Request) -> bool:
    """True if the app that runs on this profile has taken the request."""
    address = _read(profile / FILE)
    if address is None:
        return False
    line = request.line(address)
    answer = b""
    try:
        with socket.create_connection((HOST, address.port), timeout=CONNECT_S) as app:
            app.settimeout(ANSWER_S)
            app.sendall(line)
            wanted = address.answer(line)
            while len(answer) < len(wanted) and (more := app.recv(len(wanted) - len(answer))):
                answer += more
    except OSError:
        return False
    return hmac.compare_digest(answer, wanted)


def publish(profile: Path, port: int) -> Address:
    """Write where the app listens, for this user alone. Raises `OSError`."""
    address = Address(port, secrets.token_bytes(SECRET_BYTES))
    draft = profile / f"{FILE}.new"
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump([port, address.secret.hex()], file)
    draft.replace(profile / FILE)
    return address


def withdraw(profile: Path) -> None:
    """The app listens no more."""
    with contextlib.suppress(OSError):
        (profile / FILE).unlink(missing_ok=True)


def _read(path: Path) -> Address | None:
    try:
        with path.open(encoding="ascii") as file:
            match json.loads(file.read(1000)):
                case [int() as port, str() as secret] if 0 < port < 65536:
                    raw = bytes.fromhex(secret)
                case _:
                    return None
    except (OSError, ValueError, RecursionError):  # none, or half of one
        return None
    return Address(port, raw) if len(raw) == SECRET_BYTES else None
