"""The system libraries of a bundle: those that Debian and Ubuntu supply, and their packages."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

# Every package has this name in Debian 12 and 13 and in Ubuntu 24.04, or one of two names, since
# the move to 64-bit times renamed some. A library that is not listed stays in the package.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libXau.so.6": "libxau6",
    "libXcursor.so.1": "libxcursor1",
    "libXdmcp.so.6": "libxdmcp6",
    "libXext.so.6": "libxext6",
    "libXfixes.so.3": "libxfixes3",
    "libXi.so.6": "libxi6",
    "libXrandr.so.2": "libxrandr2",
    "libXrender.so.1": "libxrender1",
    "libblkid.so.1": "libblkid1",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libbsd.so.0": "libbsd0",
    "libbz2.so.1": "libbz2-1.0",
    "libbz2.so.1.0": "libbz2-1.0",
    "libcap.so.2": "libcap2",
    "libcom_err.so.2": "libcom-err2",
    "libcrypto.so.3": "libssl3 | libssl3t64",
    "libdbus-1.so.3": "libdbus-1-3",
    "libdrm.so.2": "libdrm2",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libgcc_s.so.1": "libgcc-s1",
    "libgcrypt.so.20": "libgcrypt20",
    "libgio-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libglib-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libgmodule-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libgobject-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libgpg-error.so.0": "libgpg-error0",
    "libgraphite2.so.3": "libgraphite2-3",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0 | libglib2.0-0t64",
    "libharfbuzz.so.0": "libharfbuzz0b",
    "libk5crypto.so.3": "libk5crypto3",
    "libkeyutils.so.1": "libkeyutils1",
    "libkrb5.so.3": "libkrb5-3",
    "libkrb5support.so.0": "libkrb5support0",
    "liblz4.so.1": "liblz4-1",
    "liblzma.so.5": "liblzma5",
    "libmd.so.0": "libmd0",
    "libmount.so.1": "libmount1",
    "libncursesw.so.6": "libncursesw6",
    "libpanelw.so.6": "libncursesw6",
    "libpcre2-8.so.0": "libpcre2-8-0",
    "libpng16.so.16": "libpng16-16 | libpng16-16t64",
    "libreadline.so.8": "libreadline8 | libreadline8t64",
    "libselinux.so.1": "libselinux1",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3 | libssl3t64",
    "libstdc++.so.6": "libstdc++6",
    "libsystemd.so.0": "libsystemd0",
    "libtinfo.so.6": "libtinfo6",
    "libuuid.so.1": "libuuid1",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libwayland-server.so.0": "libwayland-server0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
# Without these the app works, but looks plainer or is silent: miniaudio loads libpulse as it plays.
_OPTIONAL = ("fonts-dejavu-core", "fonts-lato", "libpulse0")
# The C library's own files, all in one package; its version follows from the symbols in use.
_C_LIBRARY = re.compile(
    r"(libc|libm|libmvec|libdl|librt|libpthread|libresolv|libutil|ld-linux[\w-]*)\.so\."
)
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)$", re.MULTILINE)
_GLIBC = re.compile(r"\bGLIBC_(\d+)\.(\d+)\b")


class UnknownLibrary(Exception):
    """A library that something in the package loads, and that neither the package nor Debian
    supplies."""


def supplied_packages() -> set[str]:
    """The names of all packages that the distributions supply."""
    return {name for packages in PACKAGES.values() for name in packages.split(" | ")}


def supplied(name: str) -> bool:
    """True if Debian and Ubuntu have the library of this file name."""
    return name in PACKAGES


def needs(root: Path) -> tuple[str, str]:
    """The fields Depends and Recommends of a package with the programs and libraries in `root`."""
    inside = {path.name for path in root.rglob("*.so*")}
    needed: set[str] = set()
    glibc = (2, 0)
    for text in map(_headers, elf_files(root)):
        needed.update(_NEEDED.findall(text))
        glibc = max([glibc, *((int(a), int(b)) for a, b in _GLIBC.findall(text))])
    needed = {name for name in needed - inside if not _C_LIBRARY.match(name)}
    if unknown := sorted(needed - PACKAGES.keys()):
        raise UnknownLibrary(f"nothing supplies {', '.join(unknown)}")
    packages = sorted({PACKAGES[name] for name in needed})
    return ", ".join([f"libc6 (>= {glibc[0]}.{glibc[1]})", *packages]), ", ".join(_OPTIONAL)


def elf_files(root: Path) -> Iterable[Path]:
    """Every program and shared library under `root`, in the order of their names."""
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path


def _headers(path: Path) -> str:
    """The headers of a file for the dynamic linker, as text."""
    command = ["objdump", "--private-headers", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
