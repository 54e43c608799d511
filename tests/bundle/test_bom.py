"""The list of a bundle's parts: each with its version, each file with its hash."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.bundle.test_licences import an_environment
from tests.scripts import ROOT, script

sys.path.append(str(ROOT / "packaging/bundle"))
bom = script("bundle/bom")


@pytest.fixture
def bundle(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A bundle with a file of rich's, one of ours, and a module of rich's in the program; its work
    folder, and its environment."""
    environment = an_environment(tmp_path / "venv")
    site = environment / "lib/site-packages"
    folder, work = tmp_path / "camelnet", tmp_path / "work"
    (folder / "_internal/rich").mkdir(parents=True)
    (folder / "_internal/rich/lib.py").write_text("as it was stripped")
    (folder / "camelnet").write_text("the program")
    work.mkdir()
    entry = ("rich/lib.py", str(site / "rich/lib.py"), "DATA")
    ours = ("camelnet", str(work / "camelnet"), "EXECUTABLE")
    (work / "COLLECT-00.toc").write_text(repr(([entry, ours],)))
    (work / "PYZ-00.toc").write_text(repr(("out.pyz", [("rich", entry[1], "PYMODULE")])))
    return folder, work, environment


def test_every_part_and_every_file_is_listed(bundle: tuple[Path, Path, Path]) -> None:
    folder, work, environment = bundle
    assert bom.write(folder, work, environment, "1.0.0") == 5
    told = json.loads((folder / bom.NAME).read_text())
    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.6")
    own = told["metadata"]["component"]
    assert (own["name"], own["version"]) == ("camelnet", "1.0.0")
    assert [file["name"] for file in own["components"]] == ["camelnet"]
    pyinstaller, rich, *vendored = told["components"]
    assert [part["name"] for part in vendored] == ["libsodium", "@noble/ciphers", "@noble/hashes"]
    assert pyinstaller["version"] == "6.0"
    assert rich["purl"] == "pkg:pypi/rich@15.0"
    (file,) = rich["components"]
    assert file["name"] == "_internal/rich/lib.py"
    assert file["hashes"][0]["content"] == sha256(b"as it was stripped").hexdigest()
    first = (folder / bom.NAME).read_bytes()
    bom.write(folder, work, environment, "1.0.0")
    assert (folder / bom.NAME).read_bytes() == first, "it does not list itself"


def test_an_app_for_macos_is_listed_as_it_lies_there(
    bundle: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    folder, work, environment = bundle
    app, output = tmp_path / "camelnet.app", tmp_path / "list.json"
    (app / "Contents/MacOS").mkdir(parents=True)
    (folder / "_internal").rename(app / "Contents/Resources")
    (app / "Contents/MacOS/camelnet").write_text("signed")
    words = (str(path) for path in (app, work, environment, "1.0.0", output))
    subprocess.run([sys.executable, bom.__file__, *words], check=True)
    told = json.loads(output.read_text())
    (rich,) = (part for part in told["components"] if part["name"] == "rich")
    assert [file["name"] for file in rich["components"]] == ["Contents/Resources/rich/lib.py"]
    own = told["metadata"]["component"]["components"]
    assert [file["name"] for file in own] == ["Contents/MacOS/camelnet"]
    assert own[0]["hashes"][0]["content"] == sha256(b"signed").hexdigest()
    assert not (app / bom.NAME).exists(), "the signature covers what is in it"


def test_a_list_follows_what_was_removed_and_changed(bundle: tuple[Path, Path, Path]) -> None:
    folder, work, environment = bundle
    bom.write(folder, work, environment, "1.0.0")
    (folder / "_internal/rich/lib.py").unlink()
    (folder / "camelnet").write_text("stripped")
    bom.renew(folder)
    told = json.loads((folder / bom.NAME).read_text())
    assert "rich" not in [part["name"] for part in told["components"]]
    assert "pyinstaller" in [part["name"] for part in told["components"]], (
        "it has no files of its own"
    )
    (own,) = told["metadata"]["component"]["components"]
    assert own["hashes"][0]["content"] == sha256(b"stripped").hexdigest()


def test_a_part_without_a_version_is_not_shipped() -> None:
    """Nor is a package of the system, such as libatk1.0-0, taken for one of Python."""
    with pytest.raises(bom.Unknown, match=r"nosuchlib-1\.0"):
        bom.component(bom.Part("nosuchlib-1.0", ()))
    assert bom.component(bom.Part("Python", ()))["version"] == sys.version.split()[0]
