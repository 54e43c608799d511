"""The guests' page as answers to requests: a fixed table of paths, none of which is looked up in
the file system, and the checks of who asks."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from http import HTTPStatus
from pathlib import Path
from typing import Final

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

SOCKET: Final = "/ws"
VERSION_SIZE: Final = 8
_STATIC: Final = Path(__file__).with_name("static")
_KINDS: Final = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
_FILES: Final = (
    *("guest.html", "guest.js", "guest.css"),
    *(f"noble/ciphers/{name}.js" for name in ("chacha", "_arx", "_poly1305", "utils")),
    *(f"noble/hashes/{name}.js" for name in ("hkdf", "hmac", "sha2", "_md", "_u64", "utils")),
)
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; "
    "connect-src ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


class Pages:
    """All files of the page, read once. `version` names their content: a page that was loaded
    before an update tells another one."""

    def __init__(self) -> None:
        files = {f"/{name}": (_STATIC / name).read_bytes() for name in _FILES}
        self.version = hashlib.sha256(b"".join(files.values())).digest()[:VERSION_SIZE]
        page = files.pop("/guest.html").replace(b"VERSION", self.version.hex().encode())
        self._files = {"/": (page, "text/html")} | {
            path: (content, _KINDS[Path(path).suffix]) for path, content in files.items()
        }

    def answer(self, request: Request, hosts: Collection[str]) -> Response | None:
        """The answer to a request; None lets it open a channel. `hosts`: how we may be called. A
        page from elsewhere that a hostile name server leads here calls us otherwise."""
        host = request.headers.get_all("Host")
        if len(host) != 1 or host[0] not in hosts:
            return _response(HTTPStatus.FORBIDDEN)
        origin = request.headers.get_all("Origin")
        if request.path == SOCKET:
            same = origin == [f"http://{host[0]}"]
            return None if same else _response(HTTPStatus.FORBIDDEN)
        if request.path not in self._files:
            return _response(HTTPStatus.NOT_FOUND)
        content, kind = self._files[request.path]
        answer = _response(HTTPStatus.OK, content, kind, _POLICY.format(host=host[0]))
        if kind == "text/html":  # asks for all of them at once
            scripts = (path for path in self._files if path.endswith(".js"))
            answer.headers["Link"] = ", ".join(f"<{path}>; rel=modulepreload" for path in scripts)
        return answer


def _response(
    status: HTTPStatus, content: bytes = b"", kind: str = "text/plain", policy: str = ""
) -> Response:
    headers = {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(len(content)),
        "Content-Security-Policy": policy or "default-src 'none'",
        "Cache-Control": "no-store",
        "Connection": "close",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
    }
    return Response(status.value, status.phrase, Headers(headers), content)
