"""Bare systems, as debootstrap makes them, in namespaces that vanish with the process.

All that needs a mount happens in a process that `alone()` started: it has mounts and processes of
its own, so that whatever becomes of it, nothing is left mounted or running.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PLAYER = 1000  # who plays: the first user of a laptop
HOME = "/home/player"
CACHE = Path(__file__).parents[2] / "build/systems"
X_SOCKETS = Path("/tmp/.X11-unix")
_LOOPBACK_ONLY = 'ip link set lo up; exec "$@"'
_HOSTS = "127.0.0.1\tlocalhost\n::1\tlocalhost\n"  # the installer writes it, not debootstrap
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
# State of the package manager, logs and caches: they tell that something was installed once.
_NOT_COMPARED = (
    *("dev", "proc", "sys", "run", "tmp", "home", "root", "var/log", "var/lib/apt", "var/lib/dpkg"),
    *("var/cache/apt", "var/cache/debconf", "var/cache/ldconfig", "var/cache/man"),
    *("var/cache/fontconfig", "etc/ld.so.cache", "package"),
)


@dataclass(frozen=True, slots=True)
class Release:
    """A release of Debian or Ubuntu, and where it comes from."""

    suite: str
    title: str
    mirror: str
    components: str = "main"
    keyring: tuple[str, str, str] | None = None  # address, digest, file; None: debootstrap's own
    builds: bool = True  # the readme's commands are for it
    script: str = ""  # debootstrap's, where it may be older than the release


def _ubuntu(suite: str, version: str) -> Release:
    return Release(
        suite,
        f"Ubuntu {version}",
        "http://archive.ubuntu.com/ubuntu",
        "main,universe",
        (
            "https://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/"
            "ubuntu-keyring_2023.11.28.1_all.deb",
            "36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8",
            "usr/share/keyrings/ubuntu-archive-keyring.gpg",
        ),
        builds=False,
        script="/usr/share/debootstrap/scripts/gutsy",  # that of every Ubuntu since
    )


RELEASES = (
    Release("bookworm", "Debian 12", "http://deb.debian.org/debian"),
    Release("trixie", "Debian 13", "http://deb.debian.org/debian"),
    _ubuntu("jammy", "22.04"),
    _ubuntu("noble", "24.04"),
)


def alone(module: str, *words: str) -> int:
    """Run a Python module with mounts and processes of its own. Returns its exit code."""
    namespaces = ("--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
    command = ["unshare", *namespaces, "--propagation", "private", sys.executable, "-m", module]
    return subprocess.run([*command, *words], check=False).returncode


class System:
    """One bare system in a folder. Only for use within `alone()`."""

    def __init__(self, release: Release) -> None:
        self.root = CACHE / release.suite
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        archive = CACHE / f"{release.suite}.tar"
        if not archive.exists():
            _bootstrap(release, self.root, archive)
        _run("tar", "--extract", "--file", str(archive), "--directory", str(self.root))
        self._mount(CACHE / f"{release.suite}.debs")
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        (self.root / "etc/hosts").write_text(_HOSTS)
        # Services do not start in a system that has not booted.
        policy = self.root / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        # A machine whose network reads along has an authority of its own, which pip must trust.
        self._of_pip: dict[str, str] = {}
        if authorities := os.environ.get("PIP_CERT"):
            shutil.copy(authorities, self.root / "etc/authorities.pem")
            self._of_pip = {"PIP_CERT": "/etc/authorities.pem"}
        self.run("useradd", "--create-home", "--uid", str(PLAYER), "player")
        self.run("apt-get", "update", "-q")

    def run(self, *command: str, online: bool = True) -> str:
        """Run a command as root; its output. `online`: with the machine's network."""
        network = () if online else ("unshare", "--net", "sh", "-c", _LOOPBACK_ONLY, "sh")
        environment = _environment("/root") | self._of_pip
        return _run(*network, "chroot", str(self.root), *command, env=environment)

    def install(self, *packages: str, recommends: bool = False) -> None:
        """Install packages; `recommends`: what they recommend, too."""
        choice = "--install-recommends" if recommends else "--no-install-recommends"
        self.run("apt-get", "install", "-y", "-q", choice, *packages)

    def play(self, *command: str, display: str = "", check: bool = True) -> str:
        """Run a command as the player, on a network that ends at this machine; its output."""
        done = self.start(*command, display=display)
        said, _nothing = done.communicate()
        assert not check or done.returncode == 0, f"{command}: {done.returncode}\n{said}"
        return said

    def start(self, *command: str, display: str = "") -> subprocess.Popen[str]:
        """Start a command as the player. It has no network but its own loopback."""
        environment = _environment(HOME) | ({"DISPLAY": display} if display else {})
        words = ["env", "-i", *(f"{name}={value}" for name, value in environment.items())]
        alone = ["unshare", "--net", "sh", "-c", _LOOPBACK_ONLY, "sh"]
        inside = ["chroot", f"--userspec={PLAYER}:{PLAYER}", str(self.root)]
        return subprocess.Popen(
            [*alone, *inside, *words, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def files(self) -> dict[str, str]:
        """Each file with its mode, and the digest of its content or the target of its link."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            inside = Path(folder).relative_to(self.root)
            folders[:] = [name for name in folders if str(inside / name) not in _NOT_COMPARED]
            for name in [*folders, *names]:
                path = Path(folder, name)
                if str(inside / name) not in _NOT_COMPARED:
                    found[f"/{inside / name}"] = _fingerprint(path)
        return found

    def _mount(self, debs: Path) -> None:
        _run("mount", "--bind", str(self.root), str(self.root))  # else no network is made inside
        X_SOCKETS.mkdir(exist_ok=True)
        _run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(X_SOCKETS))
        (debs / "partial").mkdir(parents=True, exist_ok=True)
        _run("mount", "-t", "proc", "proc", str(self.root / "proc"))
        for name in _DEVICES:
            node = self.root / "dev" / name
            if not node.exists():
                node.touch()
            _run("mount", "--bind", f"/dev/{name}", str(node))
        for name in ("dev/shm", "tmp", "run"):
            (self.root / name).mkdir(exist_ok=True)
            _run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", str(self.root / name))
        # Downloaded once for all runs.
        _run("mount", "--bind", str(debs), str(self.root / "var/cache/apt/archives"))
        keep = self.root / "etc/apt/apt.conf.d/99keep"
        keep.write_text('Binary::apt-get::APT::Keep-Downloaded-Packages "true";\n')
        (self.root / "tmp/.X11-unix").mkdir()
        _run("mount", "--bind", str(X_SOCKETS), str(self.root / "tmp/.X11-unix"))


def _bootstrap(release: Release, root: Path, archive: Path) -> None:
    print(f"{release.title}: debootstrap", flush=True)
    options = ["--variant=minbase", f"--components={release.components}"]
    if release.keyring is not None:
        options.append(f"--keyring={_keyring(*release.keyring, archive.parent)}")
    words = [release.suite, str(root), release.mirror, release.script]
    _run("debootstrap", *options, *filter(None, words))
    draft = archive.with_suffix(".part")
    _run("tar", "--create", "--file", str(draft), "--directory", str(root), ".")
    draft.rename(archive)
    shutil.rmtree(root)
    root.mkdir()


def _keyring(address: str, digest: str, inside: str, folder: Path) -> Path:
    """The keys with which another distribution signs, from a package with a known digest."""
    with urllib.request.urlopen(address) as answer:
        data = answer.read()
    assert hashlib.sha256(data).hexdigest() == digest, f"{address} is not what it was"
    package = folder / "keyring.deb"
    package.write_bytes(data)
    _run("dpkg-deb", "--extract", str(package), str(folder / "keyring"))
    return folder / "keyring" / inside


def _fingerprint(path: Path) -> str:
    status = path.lstat()
    if stat.S_ISLNK(status.st_mode):
        return f"-> {path.readlink()}"
    if stat.S_ISREG(status.st_mode):
        return f"{status.st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return f"{status.st_mode:o}"


def _environment(home: str) -> dict[str, str]:
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": home,
        "LANG": "C.UTF-8",
        "DEBIAN_FRONTEND": "noninteractive",
    }


def _run(*command: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{_words(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def _words(command: Sequence[str]) -> str:
    return " ".join(command)


class Failed(Exception):
    """A command ended with an error; the message has its output."""
