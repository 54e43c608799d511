"""The levels of a voter's log within an epoch, and the luck that is pending there.

A level is 2i while the i-th entry is final and luck is missing, 2i + 1 when all luck is known.
Where luck of the epoch before is still *pending*, the first entry is the epoch's key, which waits
for none: then there are two ways from level 0 to level 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tests.model.real import pending_at
from tests.model.setting import Setting


def first(setting: Setting) -> int:
    """The level at which an epoch begins."""
    return 0 if setting.pending else 1


def tail_size(setting: Setting, base: int) -> int:
    """Of so many entries the luck may be missing behind the `base`-th."""
    return len(pending_at(setting, base))


def following(setting: Setting, level: int, entries: int) -> tuple[int, ...]:
    """The levels one step further, of a log in which so many entries are final."""
    base, drawn = divmod(level, 2)
    found = []
    if not drawn and not (base == 0 and setting.pending == "lost"):
        found.append(level + 1)
    if base < entries and (drawn or (setting.pending and base == 0)):
        beyond = level + 2 if setting.pending and base == 0 else level + 1
        found.append(beyond if setting.luck or not drawn else level + 2)
    return tuple(found)


@lru_cache(None)
def reachable(setting: Setting, level: int, entries: int) -> tuple[int, ...]:
    """That level, and all that a log can come to from there."""
    found = [level]
    for now in found:
        found.extend(new for new in following(setting, now, entries) if new not in found)
    return tuple(sorted(found))


@lru_cache(None)
def between(setting: Setting, level: int, reached: int, entries: int) -> tuple[int, ...]:
    """The levels at which a log may have been on its way, both ends with it."""
    return tuple(
        now
        for now in reachable(setting, level, entries)
        if reached in reachable(setting, now, entries)
    )


def is_shared(setting: Setting, base: int, levels: Sequence[int]) -> bool:
    """True if the luck in the tail behind the `base`-th entry can be known to anybody: enough
    honest voters have sent their parts. Pending luck that is not lost can be at any time."""
    if not setting.luck or (setting.pending == "held" and base < 2):
        return True
    if base == 0:
        return not setting.pending
    return sum(level >= 2 * base for level in levels) >= setting.sharers


def fallen(setting: Setting, acks: Sequence[str], level: int, gave: int) -> Iterator[int]:
    """The levels to which a voter may fall back that restarts while its epoch runs. What it said
    is on its disk, with all that was written before; what it only learned since may be lost."""
    if not setting.cut:
        return
    kept = max(2 * len(acks) - 1, first(setting)) if len(acks) > 1 else first(setting)
    if setting.rules.synced and (setting.luck == "nonces" or setting.pending == "lost"):
        kept = max(kept, gave // 2 * 2)  # it was on the disk before a part of this luck left
    for lower in range(kept, level):
        if level in reachable(setting, lower, len(setting.entries)):
            yield lower
