"""The Debian package: the same bytes each time, without libraries that the system has."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
EPOCH = 1_750_000_000

pytestmark = pytest.mark.skipif(
    shutil.which("dpkg-deb") is None or shutil.which("objdump") is None,
    reason="dpkg-deb or objdump is missing: no system on which the package is built",
)


@pytest.fixture
def deb(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """packaging/debian/deb.py, without the desktop's files, which take Qt and seconds."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging/debian"))
    import deb

    monkeypatch.setattr(deb, "install_desktop", lambda prefix: None)
    monkeypatch.setenv("DEBFULLNAME", "Nora Łęcka")
    monkeypatch.setenv("DEBEMAIL", "nora@example.org")
    assert isinstance(deb, ModuleType)
    return deb


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A bundle in small: a program, one library that Debian has and one that it has not."""
    folder = tmp_path / "bundle"
    (folder / "_internal").mkdir(parents=True)
    (folder / "licenses").mkdir()
    shutil.copy("/bin/true", folder / "camelnet")
    for name in ("libxcb-cursor.so.0", "libQt6Core.so.6"):
        shutil.copy("/bin/true", folder / "_internal" / name)
    for name in ("README.txt", "camelnet.txt", "click-8.5.1.txt", "libxcb-cursor0.txt"):
        (folder / "licenses" / name).write_text(name)
    files = [path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()]
    own = {"name": "camelnet", "components": [{"name": name} for name in files]}
    (folder / "sbom.cdx.json").write_text(
        json.dumps({"metadata": {"component": own}, "components": []})
    )
    return folder


def built(deb: ModuleType, bundle: Path, folder: Path) -> Path:
    deb.lay_out(folder / "tree", bundle, EPOCH)
    package = deb.pack(folder / "tree", folder / "out", EPOCH)
    assert isinstance(package, Path)
    return package


def test_two_builds_in_two_folders_are_equal(deb: ModuleType, bundle: Path, tmp_path: Path) -> None:
    first = built(deb, bundle, tmp_path / "first")
    before = os.umask(0o077)
    try:
        second = built(deb, bundle, tmp_path / "second place")
    finally:
        os.umask(before)
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()


def test_the_package_holds_the_bundle_less_what_the_system_has(
    deb: ModuleType, bundle: Path, tmp_path: Path
) -> None:
    package = built(deb, bundle, tmp_path)
    command = ["dpkg-deb", "--contents", str(package)]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = {" ".join(line.split()[5:]): line.split()[:2] for line in listed.splitlines()}
    assert {owner for _mode, owner in lines.values()} == {"root/root"}
    assert lines["./usr/lib/camelnet/camelnet"][0] == "-rwxr-xr-x"
    assert "./usr/bin/camelnet -> ../lib/camelnet/camelnet" in lines
    assert "./usr/lib/camelnet/_internal/libQt6Core.so.6" in lines
    assert "./usr/lib/camelnet/_internal/libxcb-cursor.so.0" not in lines
    program = tmp_path / "tree/usr/lib/camelnet"
    listed = json.loads((program / "sbom.cdx.json").read_text())["metadata"]["component"]
    assert {file["name"]: file["hashes"][0]["content"] for file in listed["components"]} == {
        name: sha256((program / name).read_bytes()).hexdigest()
        for name in ("camelnet", "_internal/libQt6Core.so.6")
    }
    documents = "./usr/share/doc/camelnet"
    assert f"{documents}/copyright" in lines
    assert f"{documents}/licenses/click-8.5.1.txt" in lines
    assert f"{documents}/licenses/libxcb-cursor0.txt" not in lines
    assert "./usr/lib/firewalld/services/camelnet.xml" in lines
    assert "./etc/ufw/applications.d/camelnet" in lines


def test_the_firewalls_learn_our_name_and_no_script_opens_anything(
    deb: ModuleType, bundle: Path, tmp_path: Path
) -> None:
    package = built(deb, bundle, tmp_path)
    control = tmp_path / "control"
    subprocess.run(["dpkg-deb", "--control", str(package), str(control)], check=True)
    assert sorted(path.name for path in control.iterdir()) == ["conffiles", "control", "md5sums"]
    assert "\nMaintainer: Nora Łęcka <nora@example.org>\n" in (control / "control").read_text()
    assert (control / "conffiles").read_text() == "/etc/ufw/applications.d/camelnet\n"


def test_the_licence_of_every_part_is_named(deb: ModuleType, bundle: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = {*project["dependencies"], *project["optional-dependencies"]["sound"]}
    parts = {re.split(r"[<>=!;]", line)[0].strip() for line in needed}
    named = (ROOT / "packaging/debian/copyright").read_text("utf-8")
    assert [part for part in sorted(parts) if f"\nFiles: {part}/*\n" not in named] == []
    (bundle / "licenses/novelty-1.0.txt").write_text("mine")
    with pytest.raises(SystemExit, match="does not name novelty"):
        deb.lay_out(tmp_path / "tree", bundle, EPOCH)


def test_the_package_depends_on_what_its_programs_load(
    deb: ModuleType, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import debian_libraries

    loads = {
        "camelnet": "  NEEDED  libdl.so.2\n  NEEDED  libz.so.1\n",
        "libQt6Core.so.6": "  NEEDED  libglib-2.0.so.0\n  0x09 0x00 02 GLIBC_2.34\n",
    }
    monkeypatch.setattr(debian_libraries, "_headers", lambda path: loads.get(path.name, ""))
    depends, recommends = debian_libraries.needs(bundle)
    assert depends == "libc6 (>= 2.34), libglib2.0-0 | libglib2.0-0t64, zlib1g"
    assert recommends == "fonts-dejavu-core, fonts-lato, libpulse0"
    loads["camelnet"] = "  NEEDED  libnobody.so.7\n"
    with pytest.raises(debian_libraries.UnknownLibrary, match=r"libnobody\.so\.7"):
        debian_libraries.needs(bundle)
