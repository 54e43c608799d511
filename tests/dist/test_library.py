"""The libraries that we build carry nothing of the machine that built them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import camelnet
from tests.dist import ROOT, program

elf = program("elf")
LIBRARIES = sorted(Path(camelnet.__file__).parent.glob("_*.so"))

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads ELF files")


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name.split(".")[0])
def test_a_library_has_no_debug_information_and_no_search_path(library: Path) -> None:
    assert elf.read(library.read_bytes()).burdens() == []


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda path: path.name.split(".")[0])
def test_a_library_names_no_folder_of_this_machine(library: Path) -> None:
    data = library.read_bytes()
    folders = (ROOT, Path(sys.base_prefix))
    assert [str(path) for path in folders if len(path.parts) > 2 and bytes(path) in data] == []


def test_the_core_is_among_them() -> None:
    assert "_native" in [library.name.split(".")[0] for library in LIBRARIES]


def test_what_a_library_must_not_carry_is_noticed(tmp_path: Path) -> None:
    source, library = tmp_path / "one.c", tmp_path / "one.so"
    source.write_text("int one(void) { return 1; }\n")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    options = ["-g", "-shared", "-fPIC", "-Wl,-rpath,/somewhere", "-o", str(library), str(source)]
    subprocess.run([compiler[0], *options], check=True)
    found = elf.read(library.read_bytes())
    assert "RUNPATH /somewhere" in found.burdens()
    assert {".debug_info", ".symtab"} <= set(found.burdens())
    with pytest.raises(ValueError, match="not an ELF file"):
        elf.read(b"MZ" + bytes(100))
