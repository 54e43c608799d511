"""A folder of files that may be lost at any time, since they can be worked out again."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path

from camelnet.record import durable

FILES_MAX = 200
BYTES_MAX = 1 << 20  # of a file


class CacheFolder:
    """Never fails: what cannot be read is not there, and what cannot be written is not kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.trouble: OSError | None = None  # why the last thing was not kept

    @classmethod
    def of_user(cls, name: str) -> CacheFolder:
        """A folder of this name where the system keeps such files."""
        from platformdirs import user_cache_path

        return cls(user_cache_path("camelnet", appauthor=False) / name)

    def get(self, name: str) -> bytes | None:
        with suppress(OSError), (self._folder / name).open("rb") as file:
            content = file.read(BYTES_MAX + 1)
            return content if len(content) <= BYTES_MAX else None
        return None

    def put(self, name: str, content: bytes) -> None:
        """Keep it in place of what had this name; the oldest files beyond FILES_MAX go."""
        self.trouble = None
        if len(content) > BYTES_MAX:
            return
        draft = self._folder / f"{name}.{secrets.token_hex(4)}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            try:
                draft.write_bytes(content)
                durable.put(draft, self._folder / name)
            finally:
                draft.unlink(missing_ok=True)
            files = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime)
            for file in files[:-FILES_MAX]:
                file.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = error
