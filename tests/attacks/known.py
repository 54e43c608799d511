"""Attacks that still succeed: by their ids, the number of the finding (docs/attacks.md)."""

from __future__ import annotations

KNOWN: dict[str, int] = {}
