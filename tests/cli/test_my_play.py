"""`camelnet my-play`: what the finished games of a profile say together."""

from __future__ import annotations

from pathlib import Path

import pytest

from camelnet.my_play.database import FILE
from camelnet.record.profile import RECORDS
from camelnet.review import analysis
from tests.cli.conftest import Run
from tests.my_play.mine import SHORT, home_with


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(analysis, "NODES", dict.fromkeys(analysis.NODES, 10))
    monkeypatch.setattr(analysis, "REFINED", 0)
    return home_with(tmp_path / "home", *SHORT)


@pytest.mark.slow
def test_my_play_is_told_and_told_again(home: Path, camelnet: Run) -> None:
    status, told, trouble = camelnet("my-play", "--profile", str(home))
    assert (status, trouble) == (0, "")
    assert told.startswith("8 more games of Camel Up until your level shows.\n")
    assert "By game" in told
    assert "With whom" in told
    assert "Peer 1" in told
    assert camelnet("my-play", "--profile", str(home)) == (0, told, "")
    assert camelnet("my-play", "--profile", str(home), "--rebuild") == (0, told, "")


def test_a_csv_file_is_written_instead(home: Path, camelnet: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    assert camelnet("my-play", "--profile", str(home), "--csv", str(path)) == (0, "", "")
    assert len(path.read_text("utf-8-sig").splitlines()) == 1 + len(SHORT)
    status, told, trouble = camelnet(
        "my-play", "--profile", str(home), "--csv", str(tmp_path / "no/where.csv")
    )
    assert (status, told) == (1, "")
    assert trouble.endswith("cannot be written: there is no such file or folder.\n")


def test_records_may_lie_elsewhere(home: Path, camelnet: Run, tmp_path: Path) -> None:
    (home / RECORDS).rename(tmp_path / "elsewhere")
    words = ("my-play", "--profile", str(home))
    assert camelnet(*words)[1].startswith("No finished game yet.")
    told = camelnet(*words, "--record", str(tmp_path / "elsewhere"))[1]
    assert "8 more games of Camel Up" in told


def test_a_record_that_cannot_be_reviewed_is_a_sentence(home: Path, camelnet: Run) -> None:
    (home / RECORDS / "torn.camelnet").write_bytes(b"camelnet record 4\n")
    status, told, _trouble = camelnet("my-play", "--profile", str(home))
    assert status == 0
    assert told.endswith("1 record cannot be reviewed: it is damaged, or of another version.\n")


def test_a_folder_without_a_profile_is_a_sentence(tmp_path: Path, camelnet: Run) -> None:
    status, told, trouble = camelnet("my-play", "--profile", str(tmp_path / "nobody"))
    assert (status, told) == (1, "")
    assert trouble == f"camelnet: There is no profile {tmp_path / 'nobody'}.\n"


def test_a_database_that_cannot_be_opened_is_a_sentence(home: Path, camelnet: Run) -> None:
    (home / FILE).mkdir()
    status, told, trouble = camelnet("my-play", "--profile", str(home))
    assert (status, told) == (1, "")
    assert trouble.startswith("camelnet: The figures of “My play” cannot be kept: ")
    assert trouble.count("\n") == 1
