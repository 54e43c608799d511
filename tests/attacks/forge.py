"""Other versions of what a seat says: one field changed, or swollen, and signed again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from camelnet.protocol.codec.canonical import SIZE_MAX, Malformed
from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.protocol.wire.bodies import (
    ChangeBody,
    EntryBody,
    PromiseBody,
    body_bytes,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Beat,
    Certified,
    Frame,
    Offer,
    Prep,
    Promised,
    Proposal,
    Signed,
    SignedStatement,
    Want,
    frame_bytes,
    read_frame,
    wants_hash,
)
from camelnet.protocol.wire.limits import ATTACHMENT_MAX
from camelnet.session.game.stages import SEAL
from camelnet.session.table.seated_table import SeatedTable
from tests.attacks.case import BODIES
from tests.sim.liars import other_seal

_WORDS = {"step": ("echo", "accept"), "why": ("asked", "proof")}
_SEATS_OR_INDICES = ("drawn", "carried", "voters", "ghosts", "proven", "who")
_FILLER = 0x5A
ITEMS_MAX = 300  # more than any field has


class Forge:
    """Makes them for one liar, with its own key and whatever others have signed."""

    def __init__(self, suite: Suite, signer: Signer, seat: int, spare: Sequence[Any]) -> None:
        """`spare`: frames of the same kind from another table."""
        self._suite = suite
        self._signer = signer
        self._seat = seat
        self._spare = spare

    def read(self, frame: Any, field: str) -> Any:
        place, _, name = field.partition(".")
        if isinstance(frame, Beat):
            return getattr(frame.heads[0], name)
        if place != "body":
            return getattr(frame, field)
        if isinstance(frame, Offer) and name.startswith("change."):
            return getattr(read_body(ChangeBody, frame.change), name.partition(".")[2])
        return getattr(read_body(BODIES[type(frame)], frame.body), name)

    def write(self, frame: Any, field: str, value: Any) -> Any:
        """The frame with another value there, in itself as consistent as it can be."""
        place, _, name = field.partition(".")
        if isinstance(frame, Beat):
            return Beat((replace(frame.heads[0], **{name: value}), *frame.heads[1:]))
        if place == "body":
            if isinstance(frame, Offer) and name.startswith("change."):
                change = read_body(ChangeBody, frame.change)
                made = body_bytes(replace(change, **{name.partition(".")[2]: value}))
                frame = replace(frame, change=made)
                return self._signed(frame, change=change_hash(made))
            return self._signed(frame, **{name: value})
        frame = replace(frame, **{field: value})
        if isinstance(frame, Prep) and field == "wants":
            return self._signed(frame, wants=wants_hash(frame.wants))
        if isinstance(frame, Promised) and field == "entry":
            told = entry_hash(value.body) if value else b""
            return self._signed(frame, entry=told)
        return frame

    def _signed(self, frame: Any, **changed: Any) -> Any:
        body = body_bytes(replace(read_body(BODIES[type(frame)], frame.body), **changed))
        return replace(frame, body=body, signature=self._signer.sign(body))

    # --- another version ----------------------------------------------------------------------

    def other(self, table: SeatedTable, frame: Any, field: str) -> Any:
        """Another version of the frame; the frame itself where there is none."""
        value = self.read(frame, field)
        made = self._other_value(table, frame, field.rpartition(".")[2], value)
        return self.write(frame, field, made)

    def from_other_table(self, frame: Any, field: str) -> Any:
        """The frame with what was signed at another table there."""
        for spare in self._spare:
            value = self.read(spare, field)
            if value:
                return self.write(frame, field, value)
        return frame

    def _other_value(self, table: SeatedTable, frame: Any, name: str, value: Any) -> Any:
        match value:
            case bool():
                return not value
            case int():
                if name in ("seat", "about", "dealer", "complainer"):
                    return (value + 1) % len(table.game_start.genesis.seats)
                return value + 1
            case str():
                return self._other_word(table, frame, name, value)
            case bytes():
                return _flipped(value) if value else bytes(32)
            case tuple() if name == "attachments":
                return self._other_attachments(table, frame, value)
            case tuple():
                return self._other_items(value) if value else self._some(name)
            case SignedStatement():
                return replace(value, signature=_flipped(value.signature))
            case None:
                return next((v for s in self._spare if (v := getattr(s, name, None))), None)
        return value

    def _other_word(self, table: SeatedTable, frame: Any, name: str, value: str) -> str:
        if name == "notation":
            legal = [n for n in table.position.legal() if n != value]
            return legal[0] if legal else "toss"
        return next((word for word in _WORDS.get(name, ()) if word != value), value)

    def _other_attachments(
        self, table: SeatedTable, frame: Any, value: tuple[bytes, ...]
    ) -> tuple[bytes, ...]:
        """Another seal, or another shuffle, that would stand by itself; else a spoiled part."""
        if read_body(EntryBody, frame.body).notation == SEAL:
            return other_seal(table, self._suite, self._seat, bytes([7]) * 32)
        due = table.machine.deck
        if read_body(EntryBody, frame.body).notation == "shuffle" and due and due.order.key:
            return due.make(self._suite, bytes([7]) * 32, 1)
        return (*value[:-1], _flipped(value[-1])) if value else (b"\x01",)

    def _some(self, name: str) -> tuple[Any, ...]:
        """Something where nothing was."""
        if name in _SEATS_OR_INDICES:
            return (1,)
        return next((v for spare in self._spare if (v := getattr(spare, name, ()))), ())

    def _other_items(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        last = items[-1]
        match last:
            case bytes():
                return (*items[:-1], _flipped(last) if last else b"\x01")
            case Certified():
                return (*items[:-1], _without_signatures(last))
            case Signed() | Want() | Proposal():
                return items[:-1] or (*items, last)
        return items[:-1] if len(items) > 2 else (*items, _next(last))

    # --- as large as can be -------------------------------------------------------------------

    def swollen(self, frame: Any, field: str) -> Any:
        """The frame with as much in that field as its form and the frame's limit admit."""
        value = self.read(frame, field)
        makers: list[Callable[[int], Any]] = []
        match value:
            case bool():
                return frame
            case int():
                makers = [lambda size: (1 << size) - 1]
            case bytes():
                makers = [lambda size: value + bytes([_FILLER]) * size]
            case str():
                makers = [lambda size: value + "z" * size]
            case tuple():
                makers = [lambda size: self._items(value, size), lambda size: _many(value, size)]
            case None:
                makers = [lambda size: self._entry(frame, size)]
        largest = frame
        for make in makers:
            for check in (self._whole, lambda made: None):  # what is refused at once comes last
                made = _largest(lambda size, make=make: self.write(frame, field, make(size)), check)
                if largest is frame and made is not None and _size(made) > _size(frame):
                    largest = made
        return largest

    def _whole(self, frame: Any) -> None:
        """Raises `Malformed` where what is signed cannot be read."""
        kind = BODIES[type(frame)]
        if kind is not None:
            read_body(kind, frame.body)
        if isinstance(frame, Offer):
            read_body(ChangeBody, frame.change)

    def _items(self, items: tuple[Any, ...], size: int) -> tuple[Any, ...]:
        """So many bytes more in them: each item takes what it can."""
        item = items[-1] if items else b""
        match item:
            case Certified() | Proposal():
                room = 15 * 1024
                parts = [min(room, size - done) for done in range(0, max(size, 1), room)]
                more = tuple(self._padded(item, part) for part in parts)
                return (*items[:-1], *more)
            case bytes():
                room = ATTACHMENT_MAX
                parts = [min(room, size - done) for done in range(0, max(size, 1), room)]
                return (*items[:-1], *(item + bytes([_FILLER]) * part for part in parts))[
                    : max(len(items), len(parts))
                ]
        return _many(items, size)

    def _padded(self, item: Certified | Proposal, size: int) -> Any:
        """An entry of the same place with other, larger attachments: of another hash."""
        entry = read_body(EntryBody, item.body)
        cut = ATTACHMENT_MAX
        parts = tuple(bytes([_FILLER]) * min(cut, size - at) for at in range(0, size, cut))
        body = body_bytes(replace(entry, attachments=parts))
        return replace(item, body=body, signature=self._signer.sign(body))

    def _entry(self, frame: Any, size: int) -> Any:
        """An entry of ours where none was."""
        if not isinstance(frame, Promised):
            return None
        said = read_body(PromiseBody, frame.body)
        place = (said.game, said.epoch - 1, said.base + 1, said.base_hash)
        body = body_bytes(EntryBody("camelnet/entry/1", *place, self._seat, "toss", ()))
        return self._padded(Proposal(body, self._signer.sign(body)), size)


def _largest(make: Callable[[int], Any], check: Callable[[Any], None]) -> Any:
    """The largest frame that can be read and passes a check; None if there is none at all."""

    def tried(size: int, *, reading: bool) -> Any:
        try:
            made = make(size)
            data = frame_bytes(made)
            if len(data) > SIZE_MAX:
                return None
            if reading:
                read_frame(data)
                check(made)
        except (Malformed, ValueError, OverflowError):
            return None
        return made

    most = _highest(lambda size: tried(size, reading=False), SIZE_MAX)
    if most is None or tried(most, reading=True) is not None:
        return None if most is None else tried(most, reading=False)
    form = _highest(lambda size: tried(size, reading=True), most)  # its form bounds it, too
    return None if form is None else tried(form, reading=False)


def _highest(made: Callable[[int], Any], most: int) -> int | None:
    low, high, found = 0, most, None
    while low <= high:
        middle = (low + high) // 2
        if made(middle) is not None:
            low, found = middle + 1, middle
        else:
            high = middle - 1
    return found


def _size(frame: Frame) -> int:
    return len(frame_bytes(frame))


def _many(items: tuple[Any, ...], size: int) -> tuple[Any, ...]:
    if not items:
        return ()
    count = len(items) + min(size, ITEMS_MAX)
    return tuple(items[number % len(items)] for number in range(count))


def _next(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else value


def _flipped(value: bytes) -> bytes:
    return value[:-1] + bytes([value[-1] ^ 1])


def _without_signatures(line: Certified) -> Certified:
    """The line, and in the place of each signature nothing."""
    votes = tuple(replace(vote, signature=bytes(64)) for vote in line.certificate)
    return replace(line, certificate=votes, signature=bytes(64))
