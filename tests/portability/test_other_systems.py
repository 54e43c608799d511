"""The ways in which camelnet differs on Windows and on macOS, simulated: no run on either stands
behind them."""

from __future__ import annotations

import ast
import os
import plistlib
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import ifaddr
import pytest

from camelnet import languages
from camelnet.lab.arena import executors
from camelnet.net import interfaces
from camelnet.net.interfaces import is_virtual, local_addresses
from camelnet.session.peer import node
from camelnet.terminal.shell_words import shell_words
from tests.portability.targets import ROOT

# What Python has on Unix alone, or lacks on Windows.
UNIX_MODULES = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "termios", "tty")
UNIX_NAMES = {
    "os": "fork forkpty getuid geteuid getgid getpgid getpgrp killpg mkfifo nice openpty setsid "
    "sched_getaffinity sync uname O_CLOEXEC O_DIRECTORY O_NOFOLLOW",
    "signal": "SIGHUP SIGKILL SIGQUIT SIGSTOP SIGCONT SIGTSTP SIGUSR1 SIGUSR2 SIGPIPE SIGALRM "
    "SIGCHLD SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait siginterrupt",
    "socket": "AF_UNIX SO_REUSEPORT",
    "time": "clock_gettime_ns clock_gettime CLOCK_BOOTTIME CLOCK_MONOTONIC tzset",
}
BLOCKED = f"""
import sys
for name in {UNIX_MODULES}:
    sys.modules[name] = None
sys.argv = ["camelnet", *sys.argv[1:]]
from camelnet.cli import main
main()
"""


def run_without_unix(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *words],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@cache
def sources() -> dict[str, ast.Module]:
    """Every module of ours, parsed."""
    paths = sorted((*(ROOT / "camelnet").rglob("*.py"), *(ROOT / "gui").rglob("*.py")))
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in paths
    }


@pytest.mark.slow
def test_commands_run_without_the_modules_of_unix() -> None:
    assert "camelnet" in run_without_unix("--version")
    assert "%" in run_without_unix("odds", "1:gyo 3:bw 5+ 9- /bgoy")
    assert "arena" in run_without_unix("--help")


@pytest.mark.slow
def test_no_module_needs_those_of_unix_to_be_imported() -> None:
    found = {
        f"{path}:{line.lineno}"
        for path, module in sources().items()
        for line in module.body
        if isinstance(line, ast.Import | ast.ImportFrom)
        for name in (
            [line.module or ""]
            if isinstance(line, ast.ImportFrom)
            else [n.name for n in line.names]
        )
        if name.split(".")[0] in UNIX_MODULES
    }
    assert found == set()


class _Uses(ast.NodeVisitor):
    """The names of UNIX_NAMES that a module uses where nothing has asked for the system, or for the
    name, before."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._guarded = 0

    def _asks(self, node: ast.AST) -> bool:
        return any(word in ast.unparse(node) for word in ("sys.platform", "hasattr("))

    def visit_If(self, node: ast.If) -> None:
        asks = self._asks(node.test)
        self._guarded += asks
        self.generic_visit(node)
        self._guarded -= asks

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        before = self._guarded
        for line in node.body:
            self.visit(line)
            # `if sys.platform == "win32": return` guards all that follows.
            if isinstance(line, ast.If) and self._asks(line.test):
                self._guarded += isinstance(line.body[-1], ast.Return)
        self._guarded = before

    def visit_Attribute(self, node: ast.Attribute) -> None:
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        if node.attr in UNIX_NAMES.get(owner, "").split() and not self._guarded:
            self.found.append(f"{node.lineno}: {owner}.{node.attr}")
        self.generic_visit(node)


def uses(module: ast.Module) -> list[str]:
    visitor = _Uses()
    visitor.visit(module)
    return visitor.found


@pytest.mark.slow
def test_what_only_unix_has_is_used_behind_a_question() -> None:
    found = {path: uses(module) for path, module in sources().items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_use_without_a_question_is_noticed() -> None:
    assert uses(ast.parse("import os\nos.fork()\n")) == ["2: os.fork"]
    assert uses(ast.parse("def f():\n    signal.pause()\n")) == ["2: signal.pause"]
    guarded = "def f():\n    if sys.platform == 'win32':\n        return\n    os.fork()\n"
    assert uses(ast.parse(guarded)) == []
    assert uses(ast.parse("if hasattr(os, 'fork'):\n    os.fork()\n")) == []


# --- languages -----------------------------------------------------------------------------------


def test_the_environment_says_which_language_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert languages.wanted_languages({"LANG": "de_AT.UTF-8"}) == ["de_AT.UTF-8"]
    assert languages.wanted_languages({"LANGUAGE": "fr:de", "LANG": "C"}) == ["fr", "de"]


def test_a_mac_says_it_in_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "Library/Preferences/.GlobalPreferences.plist"
    assert languages.mac_languages(tmp_path) == []
    path.parent.mkdir(parents=True)
    path.write_bytes(
        plistlib.dumps({"AppleLanguages": ["fr-FR", 7, "en"]}, fmt=plistlib.FMT_BINARY)
    )
    assert languages.mac_languages(tmp_path) == ["fr-FR", "en"]
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert languages.wanted_languages({}) == ["fr-FR", "en"]
    path.write_bytes(b"damaged")
    assert languages.wanted_languages({}) == []


@pytest.mark.parametrize(("number", "names"), [(0x040C, ["fr_FR"]), (0x0C07, ["de_AT"]), (1, [])])
def test_windows_says_it_by_a_number(
    number: int, names: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import ctypes

    class Kernel:
        @staticmethod
        def GetUserDefaultUILanguage() -> int:
            return number

    class Libraries:
        kernel32 = Kernel

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", Libraries, raising=False)
    assert languages.wanted_languages({}) == names


# --- the network ---------------------------------------------------------------------------------


def adapters(*of: tuple[str, str, str]) -> list[Any]:
    return [
        ifaddr.Adapter(f"{{8D7F-{n}}}", driver, [ifaddr.IP(host, 24, shown)], index=n)
        for n, (shown, driver, host) in enumerate(of)
    ]


def test_interfaces_of_windows_bear_the_names_that_people_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = adapters(
        ("Ethernet 3", "TAP-Windows Adapter V9", "192.0.2.1"),
        ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", "192.0.2.2"),
        ("WLAN", "Intel(R) Wi-Fi 6 AX201", "192.0.2.3"),
    )
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    monkeypatch.setattr(interfaces, "_looked", None)
    assert [(local.name, local.host) for local in local_addresses()] == [
        ("WLAN", "192.0.2.3"),  # the real one first
        ("TAP-Windows Adapter V9", "192.0.2.1"),
        ("vEthernet (WSL)", "192.0.2.2"),
    ]


@pytest.mark.parametrize("name", ["utun3", "awdl0", "llw0", "VMware Network Adapter VMnet8"])
def test_tunnels_and_virtual_machines_are_told_by_their_names(name: str) -> None:
    assert is_virtual(name)


@pytest.mark.parametrize("name", ["en0", "Wi-Fi", "Ethernet", "bridge100", "wlan0"])
def test_real_networks_are_none(name: str) -> None:
    assert not is_virtual(name)


# --- the rest ------------------------------------------------------------------------------------


def test_a_mac_counts_the_time_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def clock(number: int) -> int:
        asked.append(number)
        return 5_000_000

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(time, "CLOCK_MONOTONIC", 6)  # as there: it goes on while asleep
    monkeypatch.setattr(time, "clock_gettime_ns", clock)
    assert node._now_ms() == 5
    assert asked == [6]


def test_a_command_is_quoted_as_the_shell_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["camelnet", "resume", "--profile", r"C:\Users\Ann Lee"]
    assert shell_words(words) == r"camelnet resume --profile 'C:\Users\Ann Lee'"
    monkeypatch.setattr(sys, "platform", "win32")
    assert shell_words(words) == r'camelnet resume --profile "C:\Users\Ann Lee"'


def test_windows_gets_no_more_processes_than_it_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []

    class Pool:
        def __init__(self, workers: int, **_others: object) -> None:
            begun.append(workers)

        def shutdown(self, **_how: object) -> None:
            pass

    monkeypatch.setattr(executors, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(sys, "platform", "win32")
    with executors.processes(200) as executor:
        assert executor.workers() == 61
    assert begun == [61]


# A Windows that is not set to UTF-8 has such a code page.
PIPED = """
import sys
sys.platform = "win32"
from camelnet.terminal.stdout_guard import guard_streams
guard_streams()
print("Zoé Łódź ✎")
print("Zoé Łódź ✎", file=sys.stderr)
"""


def test_names_beyond_windows_code_page_go_through_a_pipe_whole() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PIPED],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        timeout=600,
        check=True,
    )
    assert done.stdout.decode().strip() == done.stderr.decode().strip() == "Zoé Łódź ✎"
