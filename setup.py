"""The build steps that pyproject.toml cannot express: the C modules, the gettext catalogues, and
archives that are the same wherever they are made.

In the checkout: `python setup.py build_ext --inplace` (the core, the binding to libsodium) and
`python setup.py build_catalogues` (camelnet/locale/*/LC_MESSAGES/camelnet.mo beside each .po).
"""

from __future__ import annotations

import gzip
import os
import sys
import tarfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
DOMAIN = "camelnet"
# Babel writes a time into each catalogue, by default that of the build; nobody reads it.
CREATED = datetime(2000, 1, 1, tzinfo=UTC)

# A wheel keeps the permissions of its files: they shall not depend on the builder's habits.
os.umask(0o022)

# What is built tells nothing of the machine that built it, so that two builds are equal to a byte:
# no debug information (two thirds of the file), no paths, no symbols but the exported one.
QUIET_COMPILE = ["-g0", f"-ffile-prefix-map={ROOT}=."]
QUIET_LINK = ["-Wl,-x"] if sys.platform == "darwin" else ["-Wl,-s"]


class BuildExt(build_ext):
    """Build libraries that carry nothing of the build machine, with compilers that take our flags.

    A Python that was built in a folder of its own (pyenv's, say) links every extension with a
    RUNPATH to that folder; ours needs nothing from there.
    """

    def build_extensions(self) -> None:
        if self.compiler.compiler_type != "msvc":
            for extension in self.extensions:
                extension.extra_compile_args += QUIET_COMPILE
                extension.extra_link_args += QUIET_LINK
            linker = self.compiler.linker_so
            self.compiler.linker_so = [word for word in linker if not word.startswith("-Wl,-rpath")]
        super().build_extensions()


class BuildCatalogues(Command):
    """Compile every .po file of the package to the .mo file that gettext reads."""

    description = "compile the gettext catalogues"
    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in sorted(ROOT.glob(f"camelnet/locale/*/LC_MESSAGES/{DOMAIN}.po")):
            with source.open("rb") as file:
                catalogue = read_po(file, locale=source.parent.parent.name, domain=DOMAIN)
            catalogue.creation_date = CREATED
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)


class BuildPy(build_py):
    """`build_py` collects the .mo files as package data, so they are made first."""

    def run(self) -> None:
        self.run_command("build_catalogues")
        # Which files there are was looked up before they existed.
        self.data_files = self._get_data_files()
        super().run()


class SourceArchive(sdist):
    """An archive without owners, permissions and times of this machine.

    SOURCE_DATE_EPOCH says the time of all its files (setuptools heeds it in wheels alone).
    """

    def make_archive(
        self, base_name: str, format: str, root_dir: str | None = None, **options: str | None
    ) -> str:
        if format != "gztar":
            return str(super().make_archive(base_name, format, root_dir, **options))
        moment = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime = moment
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        folder = options["base_dir"] or os.curdir
        made = f"{base_name}.tar.gz"
        with (
            open(made, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=moment) as packed,
            tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive,
        ):
            archive.add(folder, filter=plain)  # in the order of the names
        return made


setup(
    cffi_modules=["native/cffi_build.py:ffibuilder", "native/sodium_build.py:ffibuilder"],
    cmdclass={
        "build_catalogues": BuildCatalogues,
        "build_ext": BuildExt,
        "build_py": BuildPy,
        "sdist": SourceArchive,
    },
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
