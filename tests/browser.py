"""A headless Chromium for tests, driven over WebDriver by the standard library alone.

    with Browser(folder, width=390, height=844) as browser:
        browser.open("file:///…/page.html")
        browser.click("#next")
        assert browser.run("return document.title") == "…" and not browser.console()

It sees the network of the test, or of the namespace that is named, and keeps no profile.
"""

from __future__ import annotations

import base64
import ctypes
import http.client
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

NEEDS: Final = ("chromium", "chromedriver")
_ELEMENT: Final = "element-6066-11e4-a52e-4f735466cecf"  # W3C WebDriver, "web element identifier"
_NEWNET: Final = 0x40000000  # CLONE_NEWNET, linux/sched.h
_PATIENCE: Final = 60.0  # seconds, on a machine with other work
_FLAGS: Final = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb"),
)


def missing() -> tuple[str, ...]:
    """The programs that a browser needs and this machine lacks."""
    return tuple(name for name in NEEDS if shutil.which(name) is None)


class BrowserFault(Exception):
    """The browser refused a command, or a script threw."""


class Browser:
    """One page of one browser, with an empty profile under `folder`; left, it ends.

    `width`, `height` in CSS pixels and `ratio` make it a phone; `lang` is what pages are told;
    `flags` go to Chromium; `namespace` names a network namespace of `ip netns`."""

    def __init__(
        self,
        folder: Path,
        *,
        width: int = 390,
        height: int = 844,
        ratio: float = 1.0,
        lang: str = "en",
        dark: bool = False,
        flags: tuple[str, ...] = (),
        namespace: str | None = None,
    ) -> None:
        self._namespace = namespace
        inside = ["ip", "netns", "exec", namespace] if namespace else []
        home = folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        self._driver = subprocess.Popen(
            [*inside, shutil.which("chromedriver") or "chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "HOME": str(home)},
            start_new_session=True,
        )
        try:
            self._port = self._began_at()
            options = {
                "args": [
                    *_FLAGS,
                    f"--user-data-dir={folder / 'profile'}",
                    f"--window-size={width},{height}",
                    f"--lang={lang}",
                    f"--accept-lang={lang}",
                    *flags,
                ],
                "binary": shutil.which("chromium"),
                "mobileEmulation": {
                    "deviceMetrics": {"width": width, "height": height, "pixelRatio": ratio}
                },
            }
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": options,
                "goog:loggingPrefs": {"browser": "ALL"},
                "timeouts": {"script": 1000 * int(_PATIENCE)},
            }
            began = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self._session = f"/session/{began['sessionId']}"
            if dark:
                self.prefer("prefers-color-scheme", "dark")
        except BaseException:
            self._end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_why: object) -> None:
        self.close()

    def open(self, url: str) -> None:
        """Load a page, and wait for its `load` event."""
        self._do("POST", "/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        """What a function with this body returns; a promise is awaited."""
        return self._do("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def until(self, script: str, *arguments: Any, patience: float = _PATIENCE) -> Any:
        """Run it until it returns something true; for so many seconds at most."""
        end = time.monotonic() + patience
        while not (told := self.run(script, *arguments)):
            if time.monotonic() > end:
                raise BrowserFault(f"never true: {script}")
            time.sleep(0.05)
        return told

    def click(self, selector: str) -> None:
        """Click the middle of the first element of a CSS selector, as a pointer does."""
        self._do("POST", f"/element/{self._found(selector)}/click", {})

    def type(self, selector: str, text: str) -> None:
        """Type into an element. Keys without a letter are code points of WebDriver, as "\\ue014"
        for the right arrow."""
        self._do("POST", f"/element/{self._found(selector)}/value", {"text": text})

    def screenshot(self, path: Path | None = None) -> bytes:
        """A PNG of what is visible; written to `path`, too."""
        picture = base64.b64decode(self._do("GET", "/screenshot"))
        if path is not None:
            path.write_bytes(picture)
        return picture

    def console(self) -> list[str]:
        """What the console was told since the last call: warnings and errors, such as a script's
        or of the content security policy."""
        entries = self._do("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("WARNING", "SEVERE")]

    def prefer(self, feature: str, value: str) -> None:
        """Set a media feature, such as `prefers-color-scheme`."""
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": feature, "value": value}])

    def devtools(self, command: str, **parameters: Any) -> Any:
        """Send a command of the DevTools protocol."""
        told = {"cmd": command, "params": parameters}
        return self._do("POST", "/goog/cdp/execute", told)

    def close(self) -> None:
        try:
            self._do("DELETE", "")
        finally:
            self._end()

    def _began_at(self) -> int:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            if "was started successfully on port" in line:
                return int(line.split()[-1].rstrip("."))
        raise BrowserFault("chromedriver did not start")

    def _end(self) -> None:
        assert self._driver.stdout is not None
        os.killpg(self._driver.pid, signal.SIGKILL)  # its Chromium, too: both are our own group
        self._driver.wait()
        self._driver.stdout.close()

    def _found(self, selector: str) -> str:
        told = {"using": "css selector", "value": selector}
        element: str = self._do("POST", "/element", told)[_ELEMENT]
        return element

    def _do(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return self._ask(method, self._session + path, body)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=2 * _PATIENCE)
        with _inside(self._namespace):
            connection.connect()
        try:
            sent = None if body is None else json.dumps(body)
            connection.request(method, path, sent, {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            raise BrowserFault(f"{value['error']}: {value['message']}")
        return value


@contextmanager
def _inside(namespace: str | None) -> Iterator[None]:
    """Make this thread's sockets in a network namespace."""
    if namespace is None:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/thread-self/ns/net") as own, open(f"/run/netns/{namespace}") as other:
        assert libc.setns(other.fileno(), _NEWNET) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert libc.setns(own.fileno(), _NEWNET) == 0, os.strerror(ctypes.get_errno())
