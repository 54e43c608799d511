"""The laboratory by the import paths that it had before it was one package."""

from __future__ import annotations

import camelnet.arena
import camelnet.env
from camelnet.arena import executors, sprt
from camelnet.env import Batch
from camelnet.lab import arena, env
from camelnet.lab.arena import executors as executors_now


def test_the_former_names_are_the_same_modules() -> None:
    assert camelnet.arena is arena
    assert camelnet.env is env
    assert executors is executors_now
    assert sprt is arena.sprt
    assert Batch is env.Batch
