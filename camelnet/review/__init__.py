"""The review of a finished game: chances over time, luck, and the costliest decisions."""

from __future__ import annotations

from camelnet.review.analysis import chosen, decided, nodes_for, review
from camelnet.review.findings import Decision, Review
from camelnet.review.knowledge import Faces, HiddenCards, Played, known_faces

__all__ = [
    "Decision",
    "Faces",
    "HiddenCards",
    "Played",
    "Review",
    "chosen",
    "decided",
    "known_faces",
    "nodes_for",
    "review",
]
