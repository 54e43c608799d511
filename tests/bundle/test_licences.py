"""The licences: every file has an owner, and every owner a text, or nothing is shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts import ROOT, script

licences = script("bundle/licences")


@pytest.fixture(autouse=True)
def _a_python_with_a_licence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "python_licence", lambda: ROOT / "LICENSE")


def an_environment(folder: Path, *, text: bool = True) -> Path:
    """A virtual environment with PyInstaller and one package, which brought `lib.py`."""
    site = folder / "lib/site-packages"
    for name, files in {
        "pyinstaller-6.0": ["COPYING.txt"],
        "rich-15.0": ["licenses/LICENSE"],
    }.items():
        information = site / f"{name}.dist-info"
        record = [f"{information.name}/RECORD,,"]
        for place in files if text else []:
            (information / place).parent.mkdir(parents=True, exist_ok=True)
            (information / place).write_text(f"the licence of {name}")
        information.mkdir(parents=True, exist_ok=True)
        if name.startswith("rich"):
            (site / "rich").mkdir()
            (site / "rich/lib.py").write_text("")
            record.append("rich/lib.py,sha256=x,0")
        (information / "RECORD").write_text("\n".join(record))
    return folder


def a_collection(folder: Path, *sources: Path) -> Path:
    """PyInstaller's tables, which name these files."""
    entries = [(f"place{number}", str(path), "DATA") for number, path in enumerate(sources)]
    folder.mkdir()
    (folder / "COLLECT-00.toc").write_text(repr((entries,)))
    (folder / "PYZ-00.toc").write_text(repr(("out.pyz", [])))
    return folder


def collect(tmp_path: Path, environment: Path, *sources: Path) -> Path:
    app = tmp_path / "app"
    app.mkdir()
    texts = ROOT / "packaging/bundle/texts"
    work = a_collection(tmp_path / "work", *sources)
    licences.collect(app, work, environment, texts, ROOT)
    return app / "licenses"


def test_texts_of_all_owners_are_collected(tmp_path: Path) -> None:
    environment = an_environment(tmp_path / "venv")
    made = collect(tmp_path, environment, environment / "lib/site-packages/rich/lib.py")
    assert (made / "rich-15.0.txt").read_text() == "the licence of rich-15.0"
    assert (made / "pyinstaller-6.0.txt").exists()
    assert (made / "camelnet.txt").read_text() == (ROOT / "LICENSE").read_text()
    assert "Frank Denis" in (made / "libsodium.txt").read_text(encoding="utf-8")
    assert "Paul Miller" in (made / "noble-hashes.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in (made / "Qt/LGPL-3.0.txt").read_text()
    listed = (made / "README.txt").read_text()
    assert "- rich-15.0\n" in listed
    assert (ROOT / "packaging/sounds.py").exists()
    assert "packaging/sounds.py" in listed


def test_a_package_without_a_licence_is_not_shipped(tmp_path: Path) -> None:
    environment = an_environment(tmp_path / "venv", text=False)
    with pytest.raises(licences.Unknown, match="has no licence text"):
        collect(tmp_path, environment, environment / "lib/site-packages/rich/lib.py")


def test_a_file_that_nobody_brought_is_not_shipped(tmp_path: Path) -> None:
    environment = an_environment(tmp_path / "venv")
    stray = environment / "lib/site-packages/stray.py"
    stray.write_text("")
    with pytest.raises(licences.Unknown, match="no package lists"):
        collect(tmp_path, environment, stray)
