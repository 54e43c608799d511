"""A downloaded file of a release: is it whole, and whose is it? No network is asked.

SHA256SUMS, which names every file of a release with its checksum, lies beside it, and so does
SHA256SUMS.sig once releases are signed.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from unicodedata import normalize

from camelnet.doctor.finding import Act, Finding, Severity, again
from camelnet.doctor.ssh_signature import BadLine, read_signature, read_signers
from camelnet.foreign_text import shown_name
from camelnet.i18n import N_, Message, message, os_reason

LIST: Final = "SHA256SUMS"
SIGNATURE: Final = "SHA256SUMS.sig"
SIGNERS: Final = Path(__file__).with_name("allowed_signers")  # the keys that this release knows
_BYTES_MAX: Final = 100_000  # of each of these
_LINE: Final = re.compile(r"([0-9a-f]{64}) [ *]([^/\\]+)")

_UNREADABLE: Final = N_("{name} cannot be read: {why}.")
_BAD_LINE: Final = N_("{name} is not what it should be: line {number} cannot be read.")
_NOT_BESIDE: Final = N_("There is no {name} in the folder of the file.")
_FETCH: Final = again(N_("Fetch it from the page where the file was, into the same folder."))
_FETCH_ANEW: Final = again(
    N_("Do not use this file. Fetch all of it anew from the page of the release.")
)
_RENAMED: Final = again(N_("If you gave the file another name, give it its own one back."))


def check_download(file: Path, signers: Path = SIGNERS) -> list[Finding]:
    """Compare a file with the list beside it, and that with its signature. `signers`: the keys that
    may have made it."""
    try:
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        return [_wrong("file", _unreadable(file, error))]
    try:
        listed = _read(file.with_name(LIST))
    except FileNotFoundError:
        return [_wrong("list", message(_NOT_BESIDE, name=LIST), _FETCH)]
    except OSError as error:
        return [_wrong("list", _unreadable(file.with_name(LIST), error))]
    return [_whose(file.with_name(SIGNATURE), listed, signers), _whole(file, digest, listed)]


def conclude(findings: Sequence[Finding]) -> Message:
    """The sentence that sums up the findings about a file."""
    worst = {finding.severity for finding in findings}
    if Severity.WRONG in worst:
        return Message(N_("Do not install this file as it is."))
    if Severity.NOTE in worst:
        return Message(N_("The file is whole. Nothing here shows who made it."))
    return Message(N_("The file is whole, and signed."))


def _whole(file: Path, digest: str, listed: bytes) -> Finding:
    name = normalize("NFC", file.name)
    try:
        names = _names(listed)
    except BadLine as error:
        return _wrong("list", message(_BAD_LINE, name=LIST, number=error.number), _FETCH_ANEW)
    if name not in names:
        template = N_("{list} does not name {name}.")
        return _wrong("list", message(template, list=LIST, name=shown_name(name)), _RENAMED)
    if names[name] != digest:
        template = N_("{name} was cut short or changed: {list} names another checksum.")
        told = message(template, name=shown_name(name), list=LIST)
        return _wrong("file", told, _FETCH_ANEW)
    template = N_("{name} is whole: it has the checksum that {list} names.")
    return Finding("file", Severity.WELL, message(template, name=shown_name(name), list=LIST))


def _whose(path: Path, listed: bytes, signers: Path) -> Finding:
    try:
        keys = read_signers(_read(signers))
    except OSError as error:
        return _wrong("signature", _unreadable(signers, error))
    except BadLine as error:
        told = message(_BAD_LINE, name=shown_name(signers.name), number=error.number)
        return _wrong("signature", told)
    if not keys:
        template = N_(
            "No key is known here that signs releases, so nothing shows who wrote {list}."
        )
        return Finding("signature", Severity.NOTE, message(template, list=LIST))
    try:
        signature = read_signature(_read(path))
    except FileNotFoundError:
        return _wrong("signature", message(_NOT_BESIDE, name=SIGNATURE), _FETCH)
    except OSError as error:
        return _wrong("signature", _unreadable(path, error))
    except ValueError:
        told = message(N_("{name} is no signature of a release."), name=SIGNATURE)
        return _wrong("signature", told, _FETCH_ANEW)
    if signature.key not in keys:
        told = message(N_("{list} is signed with a key that is not known here."), list=LIST)
        return _wrong("signature", told, _FETCH_ANEW)
    if not signature.covers(listed):
        told = message(N_("{list} is not what was signed: somebody has changed it."), list=LIST)
        return _wrong("signature", told, _FETCH_ANEW)
    template = N_("{list} is signed with the key of {who}.")
    told = message(template, list=LIST, who=shown_name(keys[signature.key]))
    return Finding("signature", Severity.WELL, told)


def _names(listed: bytes) -> dict[str, str]:
    """The checksum of each file of a list; raises `BadLine`."""
    found: dict[str, str] = {}
    for number, line in enumerate(listed.splitlines(), 1):
        try:
            match = _LINE.fullmatch(line.decode())
        except UnicodeDecodeError:
            match = None
        if match is None or normalize("NFC", match[2]) in found:
            raise BadLine(number)
        found[normalize("NFC", match[2])] = match[1]
    return found


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        content = file.read(_BYTES_MAX + 1)
    if len(content) > _BYTES_MAX:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def _unreadable(path: Path, error: OSError) -> Message:
    return message(_UNREADABLE, name=shown_name(path.name), why=os_reason(error))


def _wrong(check: str, text: Message, act: Act | None = None) -> Finding:
    return Finding(check, Severity.WRONG, text, act)
