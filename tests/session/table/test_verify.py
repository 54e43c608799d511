"""Records of disturbed games: they hold, and no part of them can be another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from camelnet.protocol.codec.canonical import Malformed, Value, decode, encode
from camelnet.protocol.wire.frames import Certified, Changed, LogLine
from camelnet.session.table.verify import BadRecord, verify
from tests.sampling import FULL, sample
from tests.session.disturbed import (
    found,
    has_an_older_ballot,
    has_cards,
    has_luck_and_seals,
    has_reveals,
    symbolic,
    values_in,
    write,
    write_values,
)

WANTED = {
    "cards": has_cards,
    "luck and seals": has_luck_and_seals,
    "reveals": has_reveals,
    "an older ballot": has_an_older_ballot,
}
PER_CLASS = 2 if FULL else 1  # so many places of each class are changed


def leaves(value: Value, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Value]]:
    """Every field that is no list, and where it stands."""
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    elif isinstance(value, bytes) and (inner := body_in(value)) is not None:
        for behind, leaf in leaves(inner):
            yield (*path, -1, *behind), leaf
    else:
        yield path, value


def body_in(data: bytes) -> Value | None:
    """What signed bytes say, where they are a body."""
    try:
        value = decode(data)
    except Malformed:
        return None
    domain = value[0] if isinstance(value, tuple) and value else None
    return value if isinstance(domain, str) and domain.startswith("camelnet/") else None


def with_leaf(value: Value, path: tuple[int, ...], leaf: Value) -> Value:
    if not path:
        return leaf
    if path[0] == -1:
        assert isinstance(value, bytes)
        return encode(with_leaf(decode(value), path[1:], leaf))
    assert isinstance(value, tuple)
    place = path[0]
    return (*value[:place], with_leaf(value[place], path[1:], leaf), *value[place + 1 :])


def others(leaf: Value) -> list[Value]:
    """What could stand there instead."""
    match leaf:
        case bool():
            return [not leaf]
        case int():
            return [leaf + 1, max(leaf - 1, 0) if leaf else 3]
        case str():
            return [leaf + "x", leaf[:-1] or "y"]
        case bytes():
            changed = bytes([leaf[0] ^ 1]) + leaf[1:] if leaf else b"\1" * 32
            return [changed, leaf[:-1] + bytes([leaf[-1] ^ 0x80])] if leaf else [changed]
    return [0]


def class_of(line: Value, path: tuple[int, ...]) -> tuple[object, ...]:
    """Fields of one class: the same field of the same kind of message, whichever in its list."""
    assert isinstance(line, tuple)
    return (len(line), len(path), *(step for step in path if step < 2), path[:2])


def first_wrong(path: Path) -> int | None:
    try:
        verify(path)
    except BadRecord as bad:
        return bad.index
    return None


def tampered(values: list[Value]) -> Iterator[tuple[int, tuple[int, ...], list[Value]]]:
    """The record with one field changed, with the index of its line and the field's place there:
    each class of fields at `PER_CLASS` places."""
    seen: dict[tuple[object, ...], int] = {}
    for index, line in enumerate(values):
        for path, leaf in leaves(line):
            kind = class_of(line, path)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] > PER_CLASS:
                continue
            for other in others(leaf):
                forged = with_leaf(line, path, other)
                yield index, path, [*values[:index], forged, *values[index + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("wanted", sorted(WANTED))
@pytest.mark.every(4)
def test_a_record_of_a_disturbed_game_holds_and_each_changed_field_is_named_by_its_index(
    wanted: str, tmp_path: Path
) -> None:
    game_start, lines = found(WANTED[wanted])
    path = write(tmp_path, game_start, lines)
    values = values_in(path)
    count = 0
    with symbolic():
        assert verify(path).entries == len(lines)
        for index, where, forged in tampered(values):
            write_values(path, forged)
            found_at = first_wrong(path)
            assert found_at is not None, f"index {index}: a change of {where} goes unnoticed"
            assert abs(found_at - index) <= 1, f"{found_at} instead of {index}, {where}"
            count += 1
    assert count > 150 * PER_CLASS


@pytest.mark.slow
def test_a_line_that_is_left_out_doubled_or_moved_is_named_by_its_index(tmp_path: Path) -> None:
    game_start, lines = found(has_luck_and_seals)
    path = write(tmp_path, game_start, lines)
    values = values_in(path)
    with symbolic():
        for index in range(1, len(values) - 1):
            for forged in (
                [*values[:index], *values[index + 1 :]],
                [*values[: index + 1], *values[index:]],
                [*values[:index], values[index + 1], values[index], *values[index + 2 :]],
            ):
                write_values(path, forged)
                with pytest.raises(BadRecord) as bad:
                    verify(path)
                assert index - 1 <= bad.value.index <= index + 2
        write_values(path, values[:-1])
        verdict = verify(path)
        assert (verdict.ended, verdict.entries) == (False, len(values) - 2)


def without_luck(line: LogLine, what: str) -> LogLine:
    assert isinstance(line, Certified)
    return replace(line, luck=replace(line.luck, **{what: ()}))


@pytest.mark.slow
@pytest.mark.parametrize("what", ["shares", "unlocks", "finals"])
def test_luck_that_is_missing_is_named_where_it_is_missing(what: str, tmp_path: Path) -> None:
    game_start, lines = found(has_reveals if what == "finals" else has_luck_and_seals)
    with_luck = [
        number
        for number, line in enumerate(lines[:-1])
        if isinstance(line, Certified) and not isinstance(line, Changed)
        if getattr(line.luck, what) and not isinstance(lines[number + 1], Changed)
    ]
    assert with_luck
    with symbolic():
        for number in sample(with_luck, 3):
            missing = without_luck(lines[number], what)
            with pytest.raises(BadRecord) as bad:
                verify(
                    write(tmp_path, game_start, [*lines[:number], missing, *lines[number + 1 :]])
                )
            assert bad.value.index == number + 1


@pytest.mark.slow
def test_more_shares_than_make_a_coin_are_not_as_every_peer_writes_it(tmp_path: Path) -> None:
    game_start, lines = found(has_luck_and_seals)
    number, line = next(
        (number, line)
        for number, line in enumerate(lines)
        if isinstance(line, Certified) and len(line.luck.shares) > 1
    )
    assert isinstance(line, Certified)
    shares = line.luck.shares
    with symbolic():
        for told in ((*shares, shares[-1]), (shares[-1], *shares[:-1]), shares[::-1]):
            forged = replace(line, luck=replace(line.luck, shares=told))
            with pytest.raises(BadRecord) as bad:
                verify(write(tmp_path, game_start, [*lines[:number], forged, *lines[number + 1 :]]))
            assert bad.value.index == number + 1
