"""A room of laptops out of network namespaces, for tests that need real cables to pull.

`Room(n)` makes n namespaces joined by a bridge that lives in a namespace of its own, so nothing
of the host changes. Each has loopback, one interface `lan0` with an address of 10.77.0.0/24, and
multicast. All is removed on leaving the `with` block, processes first, whatever has happened.

    with Room(3) as room:
        process = room.popen(0, [sys.executable, "-m", "camelnet", "join"])
        room.cut(1)
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import pytest

_numbers = itertools.count()
_COMMAND_S_MAX = 20.0
_DYING_S_MAX = 5.0


@functools.cache
def missing_rights() -> str:
    """Why no namespaces can be made here; "" if they can."""
    if sys.platform != "linux" or shutil.which("ip") is None:
        return "network namespaces need Linux and iproute2"
    if os.geteuid() != 0:
        return "network namespaces need root"
    name = f"cnprobe{os.getpid()}"
    steps = [
        ["netns", "add", name],
        ["-n", name, "link", "add", "b0", "type", "bridge"],
        ["-n", name, "link", "add", "v0", "type", "veth", "peer", "name", "v1"],
    ]
    try:
        for step in steps:
            done = subprocess.run(
                ["ip", *step], capture_output=True, text=True, timeout=_COMMAND_S_MAX, check=False
            )
            if done.returncode:
                return f"ip {' '.join(step)}: {done.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
    return ""


def require_namespaces() -> None:
    """Skip the test, with the reason, where namespaces cannot be made."""
    if missing_rights():
        pytest.skip(missing_rights())


class Room:
    """`size` namespaces on one bridge; laptops are numbered from 0."""

    def __init__(self, size: int) -> None:
        assert 1 <= size <= 200
        self.size = size
        self._stem = f"cn{os.getpid()}x{next(_numbers)}"
        self._hub = f"{self._stem}hub"
        self._aside = False  # whether there is a second switch
        self._made: list[str] = []
        self._processes: list[subprocess.Popen[Any]] = []

    def __enter__(self) -> Self:
        require_namespaces()
        try:
            self._make(self._hub)
            self._add_bridge("lan")
            for laptop in range(self.size):
                self._plug_in(laptop)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all processes started here and remove the namespaces. May be called twice."""
        for process in self._processes:
            if process.poll() is None:
                # Each has a process group of its own, so its children end, too; SIGKILL also
                # ends those that a test has stopped.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        for process in self._processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_DYING_S_MAX)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
        self._processes.clear()
        for name in reversed(self._made):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        self._made.clear()

    def address(self, laptop: int) -> str:
        """Its IPv4 address."""
        return f"10.77.0.{laptop + 1}"

    def namespace(self, laptop: int) -> str:
        """The name for `ip netns exec`."""
        return f"{self._stem}n{laptop}"

    def popen(
        self,
        laptop: int,
        command: Sequence[str],
        *,
        env: Mapping[str, str] | None = None,
        **options: Any,
    ) -> subprocess.Popen[Any]:
        """Start a command on a laptop, like `subprocess.Popen`; `env` is added to our own."""
        # `ip netns exec` becomes the command itself, so signals reach it.
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.namespace(laptop), *command],
            env={**os.environ, **(env or {})},
            start_new_session=True,
            **options,
        )
        self._processes.append(process)
        return process

    def run(
        self, laptop: int, command: Sequence[str], *, timeout_s: float = _COMMAND_S_MAX
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on a laptop to its end; raises if it fails."""
        return subprocess.run(
            ["ip", "netns", "exec", self.namespace(laptop), *command],
            capture_output=True,
            text=True,
            timeout=timeout_s,
            check=True,
        )

    def cut(self, laptop: int) -> None:
        """Pull the cable at the switch: silence, without a word to either side."""
        self._ip(self._hub, f"link set port{laptop} nomaster")

    def part(self, *laptops: int) -> None:
        """Plug their cables into a switch of their own: they reach each other and nobody else."""
        if not self._aside:
            self._aside = True
            self._add_bridge("aside")
        for laptop in laptops:
            self._ip(self._hub, f"link set port{laptop} master aside")

    def mend(self, laptop: int) -> None:
        """Put the cable back into the room's switch."""
        self._ip(self._hub, f"link set port{laptop} master lan")

    def unplug(self, laptop: int) -> None:
        """Pull the cable at the laptop: its interface loses the carrier and keeps its address."""
        self._ip(self._hub, f"link set port{laptop} down")

    def plug(self, laptop: int) -> None:
        """Put it in again."""
        self._ip(self._hub, f"link set port{laptop} up")

    def swallow(self, laptop: int) -> None:
        """As some VPNs do: a tunnel with routes to the room that go before the cable's own."""
        name = self.namespace(laptop)
        self._ip(name, "link add wg0 type veth peer name wg1")
        self._ip(name, "link set wg1 up")
        self._ip(name, "addr add 10.99.0.2/24 dev wg0")
        self._ip(name, "link set wg0 up")
        for half in ("10.77.0.0/25", "10.77.0.128/25"):
            self._ip(name, f"route add {half} dev wg0")

    def down(self, laptop: int) -> None:
        """Switch the laptop's interface off: its programs can see that."""
        self._ip(self.namespace(laptop), "link set lan0 down")

    def up(self, laptop: int) -> None:
        """Switch the interface on again; it still has its address."""
        self._ip(self.namespace(laptop), "link set lan0 up")
        self._ip(self.namespace(laptop), "route replace 224.0.0.0/4 dev lan0")

    def readdress(self, laptop: int, host: str | None) -> None:
        """Give the interface another address, or none."""
        self._ip(self.namespace(laptop), "addr flush dev lan0")
        if host is not None:
            self._ip(self.namespace(laptop), f"addr add {host}/24 dev lan0")
            self.up(laptop)

    def only_ipv6(self, laptop: int) -> None:
        """Take the IPv4 addresses away; the link-local one of IPv6 stays."""
        self._ip(self.namespace(laptop), "-4 addr flush dev lan0")

    def only_ipv4(self, laptop: int) -> None:
        """Switch IPv6 off, so that others always meet it at `address`."""
        setting = "/proc/sys/net/ipv6/conf/lan0/disable_ipv6"
        self.run(laptop, ["sh", "-c", f"echo 1 > {setting}"])

    def plug_another(self, laptop: int, host: str) -> None:
        """Put a second cable in, with an interface and an address of its own."""
        name = self.namespace(laptop)
        self._ip(self._hub, f"link add port{laptop}b type veth peer name lan1 netns {name}")
        self._ip(self._hub, f"link set port{laptop}b master lan up")
        self._ip(name, f"addr add {host}/24 dev lan1")
        self._ip(name, "link set lan1 up")
        self._ip(name, "route replace 224.0.0.0/4 dev lan1")

    def keep_apart(self, laptop: int, other: int) -> None:
        """As guest Wi-Fis do: what is for all still passes between them, nothing else does."""
        for one, far in ((laptop, other), (other, laptop)):
            name = self.namespace(one)
            self._ip(name, "-6 addr flush dev lan0")
            self._ip(name, f"route add blackhole {self.address(far)}/32")

    def link_local(self, laptop: int) -> str:
        """Its link-local IPv6 address, without a scope; waits until it may be used."""
        end_s = time.monotonic() + _COMMAND_S_MAX
        while time.monotonic() < end_s:
            shown = self.run(laptop, ["ip", "-6", "addr", "show", "dev", "lan0", "scope", "link"])
            for words in map(str.split, shown.stdout.splitlines()):
                if words[0] == "inet6" and "tentative" not in words:
                    return words[1].partition("/")[0]
            time.sleep(0.05)
        raise AssertionError(f"laptop {laptop} has no link-local address")

    def _plug_in(self, laptop: int) -> None:
        name = self.namespace(laptop)
        self._make(name)
        self._ip(name, "link set lo up")
        self._ip(self._hub, f"link add port{laptop} type veth peer name lan0 netns {name}")
        self._ip(self._hub, f"link set port{laptop} master lan up")
        self._ip(name, f"addr add {self.address(laptop)}/24 dev lan0")
        self.up(laptop)

    def _add_bridge(self, name: str) -> None:
        self._ip(self._hub, f"link add {name} type bridge stp_state 0 forward_delay 0")
        # A bridge that watches group membership drops multicast for want of a querier.
        self._ip(self._hub, f"link set {name} type bridge mcast_snooping 0")
        self._ip(self._hub, f"link set {name} up")

    def _make(self, name: str) -> None:
        subprocess.run(
            ["ip", "netns", "add", name], check=True, capture_output=True, timeout=_COMMAND_S_MAX
        )
        self._made.append(name)

    def _ip(self, name: str, words: str) -> None:
        subprocess.run(
            ["ip", "-n", name, *words.split()],
            check=True,
            capture_output=True,
            timeout=_COMMAND_S_MAX,
        )
