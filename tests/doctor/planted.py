"""A computer that answers as a test says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from camelnet.doctor.system import System


def planted(
    *,
    platform: str = "linux",
    files: Mapping[str, str] | None = None,
    programs: Mapping[str, str] | None = None,
    routes: Mapping[str, str] | None = None,
    program: str = "/usr/lib/camelnet/camelnet",
    bundled: bool = True,
) -> System:
    """`programs`: what they print, by the words of their command; `routes`: our own address from
    which each host is reached."""
    printed = programs or {}

    def ask(words: Sequence[str]) -> str | None:
        line = " ".join(words)
        return next((said for begin, said in printed.items() if line.startswith(begin)), None)

    return System(
        platform=platform,
        program=program,
        bundled=bundled,
        ask=ask,
        read=(files or {}).get,
        source_of=(routes or {}).get,
    )
