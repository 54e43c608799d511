"""A phone for tests, in Python: the other half of the sealed channel, honest or not."""

from __future__ import annotations

import json
import re
import secrets
import socket
import threading
import urllib.request
from typing import Any, ClassVar

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from camelnet.guests.screen import Act
from tests.patience import until


def derived(secret: bytes, salt: bytes | None, words: str, size: int = 32) -> bytes:
    """As docs/security.md says, without the code under test."""
    return HKDF(SHA256(), size, salt, f"camelnet guest 1: {words}".encode()).derive(secret)


def key_in(url: str) -> bytes:
    return url.partition("#")[2].replace("-", "").encode()


class Phone:
    """A page's script: knocks with a secret, and speaks sealed from then on."""

    opened: ClassVar[list[Phone]] = []  # for whoever closes them all

    def __init__(
        self, url: str, secret: bytes = b"", *, version: bytes = b"", **options: Any
    ) -> None:
        """`secret`: a token from an earlier visit; without one, the key of `url`."""
        base = url.partition("#")[0]
        host = base.removeprefix("http://").rstrip("/")
        self.host, self.port = host.rpartition(":")[0], int(host.rpartition(":")[2])
        self.secret = secret or key_in(url)
        self.token = b"" if secret else secrets.token_bytes(32)
        options.setdefault("origin", f"http://{host}")
        self._made = connect(f"ws://{host}/ws", compression=None, max_size=None, **options)
        self.link = self._made.__enter__()
        self.opened.append(self)
        self.version = version or version_at(base)
        self.fresh = secrets.token_bytes(32)
        self.sent = self.heard = 0

    def knock(self) -> None:
        """The first words of each side, in the open."""
        name = derived(self.secret, None, "name of a secret", 16)
        self.link.send(self.version + name + self.fresh)
        salt = self.fresh + bytes(self.link.recv())
        self.to_laptop = ChaCha20Poly1305(derived(self.secret, salt, "phone to laptop"))
        self.to_phone = ChaCha20Poly1305(derived(self.secret, salt, "laptop to phone"))

    def sealed(self, text: bytes) -> bytes:
        self.sent += 1
        return self.to_laptop.encrypt((self.sent - 1).to_bytes(12, "big"), text, None)

    def say(self, text: bytes) -> None:
        self.link.send(self.sealed(text))

    def act(self, **act: object) -> None:
        self.say(json.dumps(act).encode())

    def come(self) -> Phone:
        """Knock, prove the secret, and say hello."""
        self.knock()
        self.say(self.token)
        self.act(kind="hello", width=360, height=640, ratio=2, lang="fr")
        return self

    def hear(self) -> bytes:
        self.heard += 1
        return self.to_phone.decrypt(
            (self.heard - 1).to_bytes(12, "big"), bytes(self.link.recv()), None
        )

    def screen(self) -> dict[str, Any]:
        """The next screen; says that it is shown."""
        while not (said := self.hear()).startswith(b"S"):
            pass
        self.say(b"")
        shown: dict[str, Any] = json.loads(said[1:])
        return shown

    def turned_away(self) -> int:
        """The code with which the laptop closes the channel, whatever it says before."""
        try:
            while True:
                self.link.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0

    def close(self) -> None:
        """Hang up; may be called twice."""
        self.opened[:] = [one for one in self.opened if one is not self]
        self._made.__exit__(None, None, None)


def version_at(base: str) -> bytes:
    """The version that a page tells."""
    with urllib.request.urlopen(base) as page:
        told = re.search(r'data-version="(\w+)"', page.read().decode())
    return bytes.fromhex(told[1] if told else "")


class Visits:
    """A listener that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, str, Act | None]] = []
        self._lock = threading.Lock()

    def came(self, guest: str, hello: Act) -> None:
        self._note("came", guest, hello)

    def went(self, guest: str) -> None:
        self._note("went", guest, None)

    def acted(self, guest: str, act: Act) -> None:
        self._note("acted", guest, act)

    def _note(self, what: str, guest: str, act: Act | None) -> None:
        with self._lock:
            self.told.append((what, guest, act))

    def count(self, what: str) -> int:
        return sum(one == what for one, _guest, _act in self.told)

    def wait(self, what: str, times: int = 1) -> None:
        until(lambda: self.count(what) >= times, what=f"{what} {times}: {self.told}")


def answer(server_url: str, request: str) -> bytes:
    """All that comes back for these lines of HTTP."""
    host = server_url.removeprefix("http://").partition("/")[0]
    address, _colon, port = host.rpartition(":")
    with socket.create_connection((address, int(port)), timeout=60) as line:
        line.sendall(request.replace("HOST", host).replace("\n", "\r\n").encode())
        found = b""
        while part := line.recv(65536):
            found += part
    return found
