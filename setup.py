"""The build steps that pyproject.toml cannot express: the C modules, and the gettext catalogues.

In the checkout: `python setup.py build_ext --inplace` (the core, the binding to libsodium) and
`python setup.py build_catalogues` (camelnet/locale/*/LC_MESSAGES/camelnet.mo beside each .po).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
DOMAIN = "camelnet"


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
            with source.with_suffix(".mo").open("wb") as file:
                write_mo(file, catalogue)


class BuildPy(build_py):
    """`build_py` collects the .mo files as package data, so they are made first."""

    def run(self) -> None:
        self.run_command("build_catalogues")
        # Which files there are was looked up before they existed.
        self.data_files = self._get_data_files()
        super().run()


setup(
    cffi_modules=["native/cffi_build.py:ffibuilder", "native/sodium_build.py:ffibuilder"],
    cmdclass={
        "build_catalogues": BuildCatalogues,
        "build_ext": BuildExt,
        "build_py": BuildPy,
    },
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
