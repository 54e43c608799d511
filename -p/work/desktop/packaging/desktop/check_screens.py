"""Opens the app on different screens: Wayland in Debian's weston, X without OpenGL.

    python packaging/desktop/check_screens.py

On each screen the window must appear, a second start must reach it, and it must close in order.
`make test-desktop` runs it; packaging/bootstrap desktop installs weston and Xvfb.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAST_NET_S = 300  # ends a hang; nothing here waits for a time
MAPPED = 'set_app_id("camelnet")'  # printed for a Wayland client


@contextlib.contextmanager
def weston(folder: Path) -> Iterator[dict[str, str]]:
    """A compositor without a screen, and the environment of its clients."""
    server = subprocess.Popen(
        ["weston", "--backend=headless-backend.so", "--socket=camelnet-check", "--idle-time=0"],
        env={**os.environ, "XDG_RUNTIME_DIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: (folder / "camelnet-check").exists(), server)
        yield {
            "XDG_RUNTIME_DIR": str(folder),
            "WAYLAND_DISPLAY": "camelnet-check",
            "WAYLAND_DEBUG": "1",
        }
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def x_without_opengl(_folder: Path) -> Iterator[dict[str, str]]:
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-extension", "GLX", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield {"DISPLAY": f":{server.stdout.readline().strip()}", "LIBGL_ALWAYS_SOFTWARE": "1"}
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def wait_for(
    ready: Callable[[], bool], process: subprocess.Popen[str] | subprocess.Popen[bytes]
) -> None:
    """Wait until the condition holds, or the process ends."""
    while not ready():
        if process.poll() is not None:
            raise SystemExit(f"{process.args} ended with {process.returncode}")
        time.sleep(0.05)


def check(screen: Mapping[str, str], folder: Path) -> None:
    """Open, reach and close the app."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "WAYLAND_DEBUG")
    bare = {name: value for name, value in os.environ.items() if name not in hidden}
    environment = {
        **bare,
        **screen,
        "HOME": str(folder),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'gui'}",
    }
    profile = folder / "profile"
    command = [sys.executable, "-m", "camelnet", "--profile", str(profile)]
    log = folder / "said"
    with log.open("w", encoding="utf-8") as said:
        app = subprocess.Popen([*command, "--interface", "127.0.0.1"], env=environment, stderr=said)
    try:
        wait_for((profile / "app.address").exists, app)
        subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
        if "WAYLAND_DISPLAY" in screen:
            wait_for(lambda: MAPPED in log.read_text(encoding="utf-8", errors="replace"), app)
        app.send_signal(signal.SIGTERM)
        if app.wait() != 0:
            raise SystemExit(f"the app ended with {app.returncode}:\n{log.read_text()[-2000:]}")
    finally:
        app.kill()
        app.wait()


def main() -> None:
    signal.alarm(LAST_NET_S)
    for name, server in (("Wayland (weston)", weston), ("X without OpenGL", x_without_opengl)):
        with tempfile.TemporaryDirectory(prefix="c") as folder, server(Path(folder)) as screen:
            check(screen, Path(folder))
        print(f"{name}: a window, a second start, the end")


if __name__ == "__main__":
    main()
