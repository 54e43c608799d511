"""The commands of the bundle without a window: answers, languages, pools of processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import camelnet
from camelnet.i18n import LANGUAGES
from tests.bundle.shipped.laptop import Laptop
from tests.scripts import ROOT


def test_it_tells_its_version_and_leaves_nothing_behind(laptop: Laptop) -> None:
    before = set(Path(tempfile.gettempdir()).iterdir())
    assert laptop.run("--version").stdout.startswith(f"camelnet {camelnet.__version__}, rules ")
    assert list(laptop.home.iterdir()) == []
    left = {path.name for path in set(Path(tempfile.gettempdir()).iterdir()) - before}
    assert [name for name in left if re.search(r"camelnet|_MEI|sodium|tmp\w{8}$", name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_every_language(laptop: Laptop, language: str) -> None:
    first = {"en": "Board games", "fr": "Des jeux de société", "de": "Brettspiele"}[language]
    assert first in laptop.run("--help", LANG=f"{language}_XX.UTF-8").stdout
    folder = laptop.app.parent / "_internal/PySide6/Qt/translations"
    if language != "en":
        assert (folder / f"qtbase_{language}.qm").stat().st_size > 10_000


def test_the_doctor_finds_the_network(laptop: Laptop) -> None:
    found = json.loads(laptop.run("doctor", "--json").stdout)
    assert laptop.room.address(laptop.number) in json.dumps(found)


def test_odds_are_computed(laptop: Laptop) -> None:
    assert "1,944" in laptop.run("odds", "1:gyo 3:bw 5+ 9- /bgoy").stdout


def test_a_tournament_runs_in_a_pool_of_processes(laptop: Laptop) -> None:
    ran = laptop.run("arena", "--players", "greedy,random", "--games", "4", "--workers", "2")
    assert "greedy" in ran.stdout


def test_a_record_is_verified_reviewed_and_retold(laptop: Laptop, record: Path) -> None:
    there = laptop.home / "partie d'été.camelnet"
    there.write_bytes(record.read_bytes())
    laptop.run("verify", there)
    assert laptop.run("replay", there).stdout
    assert laptop.run("review", "--nodes", "10", there).stdout
    spoilt = laptop.home / "spoilt.camelnet"
    spoilt.write_bytes(record.read_bytes()[:-100])
    assert "does not hold" in laptop.run("verify", spoilt, code=1).stderr


def test_what_plays_sounds_has_its_library(laptop: Laptop) -> None:
    # There is no sound server here: "no-device" says that miniaudio was loaded and asked.
    assert laptop.run("voice").stdout.split()[:1] == ["no-device"]


@pytest.mark.parametrize("folder", ["applications", "icons", "man/man1", "mime", "metainfo"])
def test_what_a_desktop_asks_for_is_carried_along(laptop: Laptop, folder: str) -> None:
    assert any((laptop.app.parent / "share" / folder).rglob("*camelnet*"))


def test_the_lines_of_the_page_make_it_a_command_and_put_it_into_the_menu(laptop: Laptop) -> None:
    page = (ROOT / "docs/install.md").read_text(encoding="utf-8").partition("\n## Other Linux\n")[2]
    unpack, lines = re.findall(r"```sh\n(.+?)```", page.partition("\n### ")[0], re.DOTALL)
    assert unpack.splitlines()[1] == "camelnet/camelnet"
    folder, around = laptop.app.parents[1], {**os.environ, "HOME": str(laptop.home)}
    subprocess.run(["bash", "-ec", lines], cwd=folder, env=around, check=True)
    linked = replace(laptop, app=laptop.home / ".local/bin/camelnet")
    assert camelnet.__version__ in linked.run("--version").stdout
    menu = laptop.home / ".local/share/applications"
    assert "Exec=camelnet" in "".join(path.read_text() for path in menu.glob("*.desktop"))


def test_the_licences_are_there(laptop: Laptop) -> None:
    folder = laptop.app.parent / "licenses"
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (folder / "Qt/LGPL-3.0.txt").read_text()
    listed = (folder / "README.txt").read_text()
    for part in ("Python", "cryptography-", "zeroconf-", "libxcb-cursor0"):
        assert f"- {part}" in listed
    assert "ISC License" in (folder / "libsodium.txt").read_text()


def test_its_list_of_parts_has_every_file(laptop: Laptop) -> None:
    folder = laptop.app.parent
    told = json.loads((folder / "sbom.cdx.json").read_text(encoding="utf-8"))
    parts = [told["metadata"]["component"], *told["components"]]
    listed = {
        file["name"]: file["hashes"][0]["content"]
        for part in parts
        for file in part.get("components", ())
    }
    there = {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and path.name != "sbom.cdx.json"
    }
    assert listed == there
    assert {"cryptography", "click", "Python"} <= {part["name"] for part in told["components"]}
