"""A record inside the HTML page of its game (`camelnet.sharing.page`): text behind one tag."""

from __future__ import annotations

import binascii
from base64 import b64decode

RECORD_TAG = '<script type="application/octet-stream" id="camelnet-record">'
PAGE_BYTES_MAX = 32 * 1024 * 1024  # of a page that is searched
FIRST_BYTE = b"<"  # of a page; no record begins with it


def record_in(page: bytes) -> bytes | None:
    """The bytes of the record in a page; None if there is none, or it is not whole."""
    _before, tag, rest = page.partition(RECORD_TAG.encode())
    text, end, _after = rest.partition(b"</script>")
    if not tag or not end:
        return None
    try:
        return b64decode(text, validate=True)
    except binascii.Error:
        return None
