"""A screen for tests: an X server of its own, with a window manager, ended with the test."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

NEEDS = ("Xvfb", "openbox", "dbus-run-session")  # packaging/bootstrap installs them for `make test`
# Titles and borders as openbox draws them, no menus, no key bindings that would take a game's keys.
_OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <desktops><number>1</number></desktops>
</openbox_config>
"""

ATTEMPTS = 20


def missing() -> tuple[str, ...]:
    """The programs that a live display needs and this machine lacks."""
    return tuple(name for name in NEEDS if shutil.which(name) is None)


@contextlib.contextmanager
def x_server(size: str = "1280x900") -> Iterator[str]:
    """An X server without a window manager: its display, such as `:1`. Servers that start at once
    may want the same number, and one of them ends: it is started again."""
    for _attempt in range(ATTEMPTS):
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert server.stdout is not None
        try:
            number = server.stdout.readline().strip()
            if number:
                yield f":{number}"
                return
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()
        time.sleep(0.5)
    raise AssertionError("the X server did not start")


@contextlib.contextmanager
def desktop(folder: Path, size: str = "1440x900") -> Iterator[str]:
    """An X server with a window manager. `folder` takes the window manager's configuration."""
    rc = folder / "openbox.xml"
    rc.write_text(_OPENBOX)
    with x_server(size) as display:
        manager = subprocess.Popen(
            ["openbox", "--config-file", str(rc), "--sm-disable"],
            env={"DISPLAY": display, "HOME": str(folder), "PATH": "/usr/bin:/bin"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield display
        finally:
            manager.terminate()
            manager.wait()
