"""The profile: one peer's key, name, remembered names and unfinished games, in one directory.

key            the Ed25519 secret key, raw 32 bytes, mode 0600; its public half is the identity
profile.json   name, the last key seen behind each other name, the last address of each peer; a file
               that cannot be read is kept beside it as profile.json.damaged
games/         journals: <game id>.journal while unfinished, .done afterwards
bots/          profiles of the bots that `camelnet play` and the app have started for this peer
guests/        profiles of other people who play on this computer, each with its own key
records/       public records of our games, unless the user asked for another place
my-play.sqlite the reviews of our finished games (`camelnet.my_play`)
bugs/          bundles about games whose peers disagreed on a position
lock           held while a camelnet uses the profile
app.address    the address at which a second start reaches the running app, and proof of its right
"""

from __future__ import annotations

import contextlib
import errno
import getpass
import json
import os
import sys
from collections.abc import Collection, Iterable
from itertools import count
from pathlib import Path
from typing import IO, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from platformdirs import user_data_path

from camelnet.foreign_text import looks, shown
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.crypto.suite import KEY_SIZE, Ed25519Signer
from camelnet.protocol.wire.limits import NAME_MAX
from camelnet.record.durable import put, sync
from camelnet.record.journal import SUFFIX, Journal, NoJournal, OtherJournal

BOTS = "bots"
RECORDS = "records"
GUESTS = "guests"
KNOWN_MAX = 1000
ADDRESSES_MAX = 64
_HOST_MAX = 64
_SETTINGS = "profile.json"
_PHONE = "phone"  # in a guest's
_MORE_DAMAGED = ("-2", "-3", "-4", "-5")
_UNWRITABLE = N_(
    "camelnet cannot write in its folder {path}: {why}. Make it writable, or choose another folder"
    " with --profile."
)
_FULL = N_(
    "There is no room for camelnet's folder {path}: {why}. Free some, or choose another folder with"
    " --profile."
)
_REASONS = {
    errno.EACCES: _UNWRITABLE,
    errno.EPERM: _UNWRITABLE,
    errno.EROFS: _UNWRITABLE,
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
}


class ProfileError(Exception):
    """The profile cannot be used; `reason` is a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class ProfileInUse(ProfileError):
    """Another camelnet holds the profile."""


class Profile:
    """An open and locked profile. Call `close` in the end."""

    def __init__(self, path: Path, private: Ed25519PrivateKey, lock: IO[bytes]) -> None:
        self.path = path
        self.private_key = private
        self.signer = Ed25519Signer(private)
        self._lock = lock
        self.damage: Message | None = None  # its fault, and where the old file is
        self._settings = self._read_settings()
        self._looks: dict[str, str] | None = None

    @staticmethod
    def default_path() -> Path:
        """The user's own."""
        return user_data_path("camelnet", appauthor=False)

    @classmethod
    def open(cls, path: Path | None = None, *, new: bool = True) -> Profile:
        """Open the given profile, or the user's own; create it if necessary and `new`. Raises
        `ProfileError`."""
        where = path or cls.default_path()
        if not new and not (where / "key").exists():
            raise ProfileError(message(N_("There is no profile {path}."), path=str(where)))
        try:
            where.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = _locked(where / "lock")
            try:
                return cls(where, _key(where / "key"), lock)
            except BaseException:
                lock.close()
                raise
        except BlockingIOError:
            template = N_("The profile {path} is in use by another camelnet; use --profile.")
            raise ProfileInUse(message(template, path=str(where))) from None
        except OSError as error:
            template = _REASONS.get(
                error.errno or 0, N_("The profile {path} cannot be used: {why}.")
            )
            raise ProfileError(message(template, path=str(where), why=os_reason(error))) from None

    @property
    def name(self) -> str:
        return clean_name(str(self._settings.get("name", ""))) or _system_name()

    def rename(self, name: str) -> None:
        """Remember a name, without its control characters and any excess."""
        self._settings["name"] = clean_name(name)
        self._save()

    def recognises(self, name: str, key: bytes) -> bool:
        """Trust on first use: True if a name that looks like this had this key when we last played,
        or is new."""
        before = self._by_looks().get(looks(name))
        return before is None or self._known()[before] == key.hex()

    def remember(self, name: str, key: bytes) -> None:
        """Remember the key of a peer that we play with, under the name that it gives itself."""
        known = self._known()
        before = self._by_looks().get(looks(name))
        if before is None or known[before] != key.hex():
            if before is not None:
                del known[before]
            known[name] = key.hex()
            while len(known) > KNOWN_MAX:
                known.pop(next(iter(known)))
            self._looks = None
            self._save()

    def knows(self, key: bytes) -> bool:
        """True if that key is remembered under any name."""
        return key.hex() in self._known().values()

    def addresses(self) -> tuple[tuple[bytes, str, int], ...]:
        """The addresses at which other peers were last reached: key, host, port; the latest last.
        Invalid ones in the file are left out."""
        return _addresses(self._settings)

    @staticmethod
    def addresses_in(path: Path) -> tuple[tuple[bytes, str, int], ...]:
        """The same for the profile in that folder, which may be in use; changes nothing."""
        return _addresses(_settings_in(path))

    @staticmethod
    def name_in(path: Path) -> str:
        """The name given to the profile in that folder, which may be in use; "" if none."""
        return clean_name(str(_settings_in(path).get("name", "")))

    @staticmethod
    def key_in(path: Path) -> bytes | None:
        """The public key of the profile in that folder, which may be in use; None if there is
        none."""
        try:
            private = Ed25519PrivateKey.from_private_bytes((path / "key").read_bytes())
        except (OSError, ValueError):
            return None
        return bytes(Ed25519Signer(private).key)

    def remember_addresses(self, reached: Iterable[tuple[bytes, str, int]]) -> None:
        """Note where these peers are now. Keep the last address of each peer, and the latest
        `ADDRESSES_MAX` in all; write nothing if nothing is new."""
        before = {key: (key, host, port) for key, host, port in self.addresses()}
        known = dict(before)
        for key, host, port in sorted(reached):
            if len(host) <= _HOST_MAX:
                known.pop(key, None)
                known[key] = (key, host, port)
        latest = list(known.values())[-ADDRESSES_MAX:]
        if latest != list(before.values()):
            self._settings["addresses"] = [[key.hex(), host, port] for key, host, port in latest]
            self._save()

    def _known(self) -> dict[str, str]:
        known = self._settings.get("known")
        if not isinstance(known, dict):
            known = self._settings["known"] = {}
        return known

    def _by_looks(self) -> dict[str, str]:
        """The remembered names, by how they look."""
        if self._looks is None:
            self._looks = {looks(name): name for name in self._known()}
        return self._looks

    def journal_path(self, game_id: bytes) -> Path:
        return self.path / "games" / (game_id.hex() + SUFFIX)

    def journals(self) -> list[Path]:
        """The journals of unfinished games, latest first."""
        found: list[tuple[int, str, Path]] = []
        for path in (self.path / "games").glob("*" + SUFFIX):
            with contextlib.suppress(OSError):  # it has gone since, or is a dead link
                found.append((path.stat().st_mtime_ns, path.name, path))
        return [path for _age, _name, path in sorted(found, reverse=True)]

    def damaged_journals(self) -> list[Path]:
        """Journals whose very beginning is damaged: no game can be resumed from them."""
        damaged = []
        for path in self.journals():
            try:
                Journal.look(path)
            except OtherJournal:
                continue
            except (NoJournal, Malformed):
                damaged.append(path)
            except OSError:
                continue  # unreadable now: we cannot tell
        return damaged

    def close(self) -> None:
        self._lock.close()

    def _read_settings(self) -> dict[str, Any]:
        """Read the settings. A profile without them still has its key and its games: put an
        unreadable file aside, and report it."""
        path = self.path / _SETTINGS
        try:
            settings = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, RecursionError):
            settings = None
        if isinstance(settings, dict):
            return settings
        text = N_(
            "The settings {path} cannot be read. Names and addresses of others are forgotten."
        )
        self.damage = message(text, path=str(path))
        aside = _free_beside(path)
        with contextlib.suppress(OSError):
            put(path, aside)
            text = N_(
                "The settings {path} cannot be read. Names and addresses of others are forgotten;"
                " the old file is kept as {aside}."
            )
            self.damage = message(text, path=str(path), aside=aside.name)
        return {}

    def _save(self) -> None:
        """Write the settings. If the disk refuses, we only lose what we meant to remember."""
        path = self.path / _SETTINGS
        draft = path.with_suffix(".new")
        with contextlib.suppress(OSError, RecursionError):  # the file may nest too deeply
            text = json.dumps(self._settings, indent=1)
            draft.write_text(text, encoding="utf-8")
            put(draft, path)


def _settings_in(path: Path) -> dict[str, Any]:
    """The settings of a profile that may be in use; changes nothing. Empty if unreadable."""
    try:
        settings = json.loads((path / _SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return settings if isinstance(settings, dict) else {}


def _free_beside(path: Path) -> Path:
    """The path for a damaged file: `profile.json.damaged`. If several are taken, the last is used
    again."""
    places = [path.with_name(f"{path.name}.damaged{end}") for end in ("", *_MORE_DAMAGED)]
    return next((place for place in places if not place.exists()), places[-1])


def bot_homes(path: Path) -> dict[bytes, Path]:
    """The profiles of the bots started for the profile at `path`, by their keys."""
    return _homes(path / BOTS)


def guest_homes(path: Path) -> dict[bytes, Path]:
    """The profiles of the people who have played on the computer of `path`, by their keys."""
    return _homes(path / GUESTS)


def guest_home(path: Path, name: str, taken: Collection[Path] = ()) -> Path:
    """The profile of the guest of that name on the computer of `path`, so that a guest keeps its
    key; else the first that is free, and none of those `taken`."""
    for _key, home in sorted(guest_homes(path).items()):
        if home not in taken and Profile.name_in(home) == name:
            return home
    numbered = (path / GUESTS / str(number) for number in count(1))
    return next(home for home in numbered if home not in taken and not home.exists())


def phone_token(home: Path) -> bytes | None:
    """The token with which the phone of that profile's guest comes back; None for a guest whose
    screen is the computer's own."""
    try:
        return (home / _PHONE).read_bytes()
    except OSError:
        return None


def keep_phone_token(home: Path, token: bytes | None) -> None:
    """Note that token, as `phone_token` gives it. If the disk refuses, the phone needs a new
    code after a crash."""
    draft = (home / _PHONE).with_suffix(".new")
    with contextlib.suppress(OSError):
        if token is None:
            (home / _PHONE).unlink(missing_ok=True)
            return
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(token)
        put(draft, home / _PHONE)


def _homes(folder: Path) -> dict[bytes, Path]:
    homes = (secret.parent for secret in sorted(folder.glob("*/key")))
    return {key: home for home in homes if (key := Profile.key_in(home)) is not None}


def clean_name(name: str) -> str:
    """A name as others will see it, and as the protocol admits it: at most 32 characters; "" if
    none of it is visible."""
    return shown(name)[:NAME_MAX].strip()


def _system_name() -> str:
    try:
        name = clean_name(getpass.getuser())
    except (OSError, KeyError, ImportError):
        name = ""
    return name[:1].upper() + name[1:] if name else "Player"


def _addresses(settings: dict[str, Any]) -> tuple[tuple[bytes, str, int], ...]:
    kept = settings.get("addresses")
    items = kept[-ADDRESSES_MAX:] if isinstance(kept, list) else []
    return tuple(item for item in map(_address, items) if item is not None)


def _address(item: object) -> tuple[bytes, str, int] | None:
    """One of the addresses in the settings; None for anything else."""
    if not isinstance(item, list) or len(item) != 3:
        return None
    key, host, port = item
    if not isinstance(key, str) or not isinstance(host, str) or type(port) is not int:
        return None
    if len(host) > _HOST_MAX or not 0 < port < 65536:
        return None
    try:
        raw = bytes.fromhex(key)
    except ValueError:
        return None
    return (raw, host, port) if len(raw) == KEY_SIZE else None


def _key(path: Path) -> Ed25519PrivateKey:
    if not path.exists():  # a full disk must not leave half a key: name it when whole
        draft = path.with_suffix(".new")
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(Ed25519PrivateKey.generate().private_bytes_raw())
            file.flush()
            sync(file.fileno())
        draft.rename(path)
    raw = path.read_bytes()
    if len(raw) != KEY_SIZE:
        raise OSError(0, f"its key file has {len(raw)} bytes instead of {KEY_SIZE}")
    return Ed25519PrivateKey.from_private_bytes(raw)


def _locked(path: Path) -> IO[bytes]:
    """Open the lock file, held until closed; raises `BlockingIOError` if another process has it."""
    file = path.open("a+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            except OSError:
                raise BlockingIOError from None
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BaseException:
        file.close()
        raise
    return file
