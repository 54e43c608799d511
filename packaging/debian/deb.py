"""The Debian package of camelnet, built from its bundle: the same bytes from the same bundle.

It holds the bundle of `make bundle`, without the libraries that Debian and Ubuntu supply
(debian_libraries.py), and the files that packaging/desktop installs beside it. Triggers of the
packages that own menus, icons, file types and manual pages update these, so that this one runs no
script of its own.
"""

from __future__ import annotations

import argparse
import email.utils
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from debian_libraries import elf_files, needs, supplied, supplied_packages

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "bundle"))

import archive  # noqa: E402
import bom  # noqa: E402

PROGRAM_FOLDER = Path("usr/lib/camelnet")
FIREWALLS = {
    "ufw": "etc/ufw/applications.d/camelnet",
    "firewalld.xml": "usr/lib/firewalld/services/camelnet.xml",
}
COMPRESSED_MAX = 65_000_000  # a family must be able to fetch it over a slow line
DESCRIPTION = """\
Description: board games for laptops in the same room
 Camel Up, Camel Up Cards and Targui, for people and bots together. The
 laptops find each other on the local network and play without a server,
 an account or anyone in charge: all players roll the dice together, every
 move is signed, and anyone can verify a game afterwards from its record.
 .
 This package carries Python, Qt and all else that camelnet is made of.
"""


def main() -> None:
    options = arguments()
    epoch = archive.source_date(ROOT)
    tree = ROOT / "build/deb/tree"
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(tree, options.bundle, epoch)
    package = pack(tree, options.out, epoch)
    size = package.stat().st_size
    print(f"{package}: {size / 1e6:.1f} MB")
    if size > COMPRESSED_MAX:
        sys.exit(f"deb: more than {COMPRESSED_MAX / 1e6:.0f} MB")
    lintian = ["lintian", "--allow-root", "--fail-on", "error", str(package)]
    if subprocess.run(lintian, check=False).returncode:
        sys.exit("deb: lintian found errors")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bundle", type=Path, default=ROOT / "build/bundle/camelnet")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    if not (options.bundle / "camelnet").exists():
        sys.exit(f"deb: there is no bundle in {options.bundle}; `make bundle` makes it")
    return options


def maintainer() -> str:
    """Who answers for the package: DEBFULLNAME and DEBEMAIL, as Debian's tools have it, else the
    author of the last commit."""
    name, address = (os.environ.get(word, "") for word in ("DEBFULLNAME", "DEBEMAIL"))
    if name and address:
        return f"{name} <{address}>"
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%an <%ae>"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def version() -> str:
    text = (ROOT / "camelnet/__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    assert found, "camelnet/__init__.py has no version"
    # A tilde sorts before the release: 1.0rc1 is older than 1.0.
    return re.sub(r"(?<=\d)(?=(a|b|rc|\.dev)\d)", "~", found[1])


def lay_out(tree: Path, bundle: Path, epoch: int) -> None:
    """Write all files of the package, and its control files, under `tree`."""
    program = tree / PROGRAM_FOLDER
    shutil.copytree(bundle, program, symlinks=True)
    # Files that the system looks for elsewhere, and words for people who unpack an archive.
    shutil.rmtree(program / "share", ignore_errors=True)
    (program / "README.txt").unlink(missing_ok=True)
    drop_supplied(program)
    strip(program)
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/camelnet").symlink_to("../lib/camelnet/camelnet")
    install_desktop(tree / "usr")
    install_firewall(tree)
    documents(tree / "usr/share/doc/camelnet", epoch)
    licences(program / "licenses", tree / "usr/share/doc/camelnet")
    bom.renew(program)
    overrides = tree / "usr/share/lintian/overrides"
    overrides.mkdir(parents=True)
    shutil.copy(HERE / "lintian-overrides", overrides / "camelnet")
    set_modes(tree)
    control(tree)


def install_desktop(prefix: Path) -> None:
    """Add menu entry, icons, file type, manual pages and completions, which the bundle lacks."""
    installer = ROOT / "packaging/desktop/install.py"
    command = [sys.executable, str(installer), "--prefix", str(prefix)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def install_firewall(tree: Path) -> None:
    """Add the profiles with which ufw and firewalld know camelnet by name. They open nothing until
    the administrator says so: no script of this package does."""
    for source, place in FIREWALLS.items():
        target = tree / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "packaging/firewall" / source, target)


def drop_supplied(program: Path) -> None:
    """Remove the libraries of the distribution, which fixes them when necessary. Also remove links
    to files outside the bundle."""
    for path in sorted(program.rglob("*.so*")):
        if supplied(path.name) or not path.exists():
            path.unlink()


def strip(program: Path) -> None:
    """Remove debugging symbols from libraries. Not from programs: PyInstaller appends to its
    own."""
    for path in elf_files(program):
        if path.parent != program:
            command = ["strip", "--strip-unneeded", "--enable-deterministic-archives", str(path)]
            subprocess.run(command, check=True)


def documents(folder: Path, epoch: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "copyright", folder / "copyright")
    changes = (ROOT / "CHANGELOG.md").read_bytes()
    (folder / "changelog.gz").write_bytes(compressed(changes))
    entry = f"""\
camelnet ({version()}-1) stable; urgency=medium

  * Version {version()}; changelog.gz beside this file tells what is new.

 -- {maintainer()}  {email.utils.formatdate(epoch)}
"""
    (folder / "changelog.Debian.gz").write_bytes(compressed(entry.encode()))


def licences(collected: Path, documents: Path) -> None:
    """Move the bundle's licence texts to the package's documents, and check that its copyright file
    names every part that has one."""
    named = (documents / "copyright").read_text(encoding="utf-8")
    target = documents / "licenses"
    target.mkdir()
    for path in sorted(collected.iterdir()):
        name = path.name.removesuffix(".txt")
        part = re.sub(r"-[0-9][0-9.]*$", "", name)
        if re.match(r"(lib)?python3", part):
            part = "Python"  # Debian's name for it, when it was the system's
        if {name, part} & supplied_packages():
            continue  # dropped with its libraries
        if part not in ("README", "camelnet") and f"\nFiles: {part}/*\n" not in named:
            sys.exit(f"deb: packaging/debian/copyright does not name {part}")
        if part != "README":
            path.rename(target / path.name)
    shutil.rmtree(collected)


def compressed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def set_modes(tree: Path) -> None:
    """Give files the modes that the policy requires, whatever the umask."""
    for path in tree.rglob("*"):
        if path.is_symlink():
            continue
        if path.is_dir() or (path.parent == tree / PROGRAM_FOLDER and path.suffix == ""):
            path.chmod(0o755)
        else:
            path.chmod(0o644)
    tree.chmod(0o755)


def control(tree: Path) -> None:
    folder = tree / "DEBIAN"
    folder.mkdir()
    folder.chmod(0o755)
    files = sorted(path for path in (tree / "usr").rglob("*") if path.is_file())
    real = [path for path in files if not path.is_symlink()]
    sums = [f"{md5(path)}  {path.relative_to(tree)}\n" for path in real]
    (folder / "md5sums").write_text("".join(sums))
    settings = sorted(path for path in (tree / "etc").rglob("*") if path.is_file())
    (folder / "conffiles").write_text("".join(f"/{path.relative_to(tree)}\n" for path in settings))
    size_kib = sum(-(-path.stat().st_size // 1024) for path in real)
    depends, recommends = needs(tree)
    command = ["dpkg", "--print-architecture"]
    architecture = subprocess.run(command, check=True, capture_output=True, text=True)
    (folder / "control").write_text(
        f"Package: camelnet\n"
        f"Version: {version()}-1\n"
        f"Architecture: {architecture.stdout.strip()}\n"
        f"Maintainer: {maintainer()}\n"
        f"Installed-Size: {size_kib}\n"
        f"Depends: {depends}\n"
        f"Recommends: {recommends}\n"
        f"Section: misc\n"
        f"Priority: optional\n"
        f"{DESCRIPTION}"
    )
    for path in folder.iterdir():
        path.chmod(0o644)


def md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


def pack(tree: Path, out: Path, epoch: int) -> Path:
    for path in [tree, *tree.rglob("*")]:
        os.utime(path, (epoch, epoch), follow_symlinks=False)
    out.mkdir(parents=True, exist_ok=True)
    for older in out.glob("camelnet_*.deb"):
        older.unlink()
    # With more threads xz splits its input, and the result depends on their number.
    environment = dict(os.environ, SOURCE_DATE_EPOCH=str(epoch), DPKG_DEB_THREADS_MAX="1")
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(out)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    (package,) = out.glob(f"camelnet_{version()}-1_*.deb")
    return package


if __name__ == "__main__":
    main()
