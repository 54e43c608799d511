"""A finished game looked at again: who stood how well, what was luck, which decisions cost most."""

from __future__ import annotations

from camelnet.review.analysis import Decision, Review, review
from camelnet.review.knowledge import Faces, Played, known_faces

__all__ = ["Decision", "Faces", "Played", "Review", "known_faces", "review"]
