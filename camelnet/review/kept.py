"""Finished reviews as bytes to keep, and the names that they are kept under.

A name covers everything that a review follows from: the game, what its reader and its seats knew,
the network, the search. Another version of any of them has other names, so what is kept is either
right or not found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import astuple
from hashlib import sha256
from typing import Protocol

import camelnet
from camelnet.bots import network
from camelnet.review.findings import Decision, Review
from camelnet.review.knowledge import Faces, Played

VERSION = 5  # goes up with every change of the search or the review that changes what they find


class Shelf(Protocol):
    """A place that may keep something, or lose it; it never fails."""

    def get(self, name: str) -> bytes | None: ...
    def put(self, name: str, content: bytes) -> None: ...


def name_of(
    steps: Sequence[Played],
    faces: Faces,
    reader: int | None,
    reader_faces: Callable[[int], str],
    *settings: int,
) -> str:
    """The name of a review; `settings`: how it is searched."""
    start = steps[0].before
    played = [
        (step.notation, step.ghosts, faces.get(number, ""), reader_faces(number))
        for number, step in enumerate(steps)
    ]
    versions = (VERSION, camelnet.__version__, network.digest(start.game))
    told = json.dumps((versions, start.state.hex(), reader, settings, played))
    return sha256(told.encode()).hexdigest()


def to_bytes(found: Review) -> bytes:
    """The review, after a checksum of it."""
    told = json.dumps(astuple(found)).encode()
    return sha256(told).digest() + told


def from_bytes(content: bytes) -> Review | None:
    """The review that was kept; None for other bytes than were written, or another version's."""
    told = content[sha256().digest_size :]
    if sha256(told).digest() + told != content:
        return None
    try:
        graph, decisions, luck, own, others, strokes = json.loads(told)
        return Review(
            tuple(map(tuple, graph)),
            tuple(Decision(*made) for made in decisions),
            tuple(luck),
            tuple(own),
            tuple(others),
            tuple(map(tuple, strokes)),
        )
    except (TypeError, ValueError):
        return None
