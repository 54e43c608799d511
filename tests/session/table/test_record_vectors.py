"""docs/vectors/records: whole records, and what each of them proves."""

from __future__ import annotations

import json

import pytest

from camelnet.session.table.verify import verify
from tests.session import record_vectors

STORED = json.loads(record_vectors.TOLD.read_text(encoding="utf-8"))


def test_there_is_a_record_of_every_kind() -> None:
    names = {path.stem for path in record_vectors.FOLDER.glob("*.camelnet")}
    assert names == set(STORED) == set(record_vectors.KINDS)
    assert {told["standing"] for told in STORED.values()} == {"complete", "apart"}
    assert {told["game"] for told in STORED.values()} == {"camelup", "cards", "targui"}


@pytest.mark.parametrize("name", sorted(record_vectors.KINDS))
def test_a_record_proves_what_is_written_beside_it(name: str) -> None:
    verdict = verify(record_vectors.FOLDER / f"{name}.camelnet")
    assert record_vectors.told(verdict) == STORED[name], "python -m tests.session.record_vectors"
