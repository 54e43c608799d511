"""A phone for tests: Chromium without a window, driven by WebDriver over HTTP.

`Browser` holds one page of a browser with a profile of its own; several are several phones. With a
`Room` it lives in the namespace of one of its laptops. Nothing is asked of the Internet.
"""

from __future__ import annotations

import base64
import contextlib
import ctypes
import functools
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from tests.net.netns import Room
from tests.patience import LONG_S, until

_QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--no-proxy-server", "--mute-audio"),
)
_NEWNET = 0x40000000  # CLONE_NEWNET, linux/sched.h


@functools.cache
def missing_browser() -> str:
    """Why there is no browser here; "" if there is."""
    for name in ("chromium", "chromedriver"):
        if shutil.which(name) is None:
            return f"{name} is not installed (Debian: chromium, chromium-driver)"
    return ""


def require_browser() -> None:
    """Skip the test, with the reason, where there is no browser."""
    if missing_browser():
        pytest.skip(missing_browser())


class Browser:
    """One phone: its page, and what a thumb does with it."""

    def __init__(
        self,
        folder: Path,
        *,
        width: int = 390,
        height: int = 760,
        ratio: float = 2,
        dark: bool = False,
        lang: str = "en",
        room: Room | None = None,
        laptop: int = 0,
    ) -> None:
        """`folder`: for its profile, fresh. `room`, `laptop`: whose network it shares."""
        self._namespace = room.namespace(laptop) if room else ""
        words = ["chromedriver", "--port=0"]
        # Each in a group of its own: with the driver ends the browser.
        self._driver = (
            room.popen(laptop, words, stdout=subprocess.PIPE, text=True)
            if room
            else subprocess.Popen(words, stdout=subprocess.PIPE, text=True, start_new_session=True)
        )
        self._session = ""
        try:
            self._port = self._told_port()
            arguments = [*_QUIET, f"--user-data-dir={folder / 'browser'}", f"--accept-lang={lang}"]
            wanted = {
                "browserName": "chrome",
                "goog:chromeOptions": {"args": arguments},
                "goog:loggingPrefs": {"browser": "ALL"},
            }
            made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
            self._session = f"/session/{made['sessionId']}"
            patience = {"script": int(1000 * LONG_S), "pageLoad": int(1000 * LONG_S)}
            self._ask("POST", f"{self._session}/timeouts", patience)
            self._ratio = ratio
            self.resize(width, height)
            self.paint(dark=dark)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        if self._session:
            with contextlib.suppress(OSError, AssertionError, http.client.HTTPException):
                self._ask("DELETE", self._session)
            self._session = ""
        if self._driver.poll() is None:
            os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.wait()
        assert self._driver.stdout is not None
        self._driver.stdout.close()

    # --- what is done with it -----------------------------------------------------------------

    def go(self, url: str) -> None:
        self._ask("POST", f"{self._session}/url", {"url": url})

    def reload(self) -> None:
        self._ask("POST", f"{self._session}/refresh", {})

    def run(self, script: str, *arguments: object) -> Any:
        """Run the body of a function in the page; what it returns."""
        asked = {"script": script, "args": list(arguments)}
        return self._ask("POST", f"{self._session}/execute/sync", asked)

    def run_async(self, script: str, *arguments: object) -> Any:
        """The same for what calls its last argument with its result."""
        asked = {"script": script, "args": list(arguments)}
        return self._ask("POST", f"{self._session}/execute/async", asked)

    def wait(self, script: str, *, what: str = "") -> Any:
        """Wait until the body of a function returns something true in the page; return that."""
        found: list[Any] = [None]

        def come() -> bool:
            found[0] = self.run(script)
            return bool(found[0])

        until(come, what=what or script, moving=lambda: found[0])
        return found[0]

    def says(self, text: str) -> None:
        """Wait until the page shows that text."""
        self.wait(f"return document.body.innerText.includes({json.dumps(text)})", what=text)

    def press(self, name: str) -> None:
        """Press the button of that name, where a thumb would, once it is there."""
        find = (
            "return [...document.querySelectorAll('button:enabled')].find((one) => "
            "(one.ariaLabel || one.children[0].textContent) === " + json.dumps(name) + ")"
        )
        element = self.wait(find, what=f"no button {name!r}")
        (reference,) = element.values()
        self._ask("POST", f"{self._session}/element/{reference}/click", {})

    def click(self, selector: str) -> None:
        """Press the middle of the first element of a CSS selector."""
        self._ask("POST", f"{self._element(selector)}/click", {})

    def type(self, selector: str, keys: str) -> None:
        """Type into an element. A key without a letter is a code point of WebDriver's, such as
        "\\ue014" for the right arrow."""
        self._ask("POST", f"{self._element(selector)}/value", {"text": keys})

    def _element(self, selector: str) -> str:
        found = {"using": "css selector", "value": selector}
        (reference,) = self._ask("POST", f"{self._session}/element", found).values()
        return f"{self._session}/element/{reference}"

    def tell(self, command: str, **parameters: object) -> Any:
        """A command of Chromium's own protocol."""
        asked = {"cmd": command, "params": parameters}
        return self._ask("POST", f"{self._session}/goog/cdp/execute", asked)

    def windows(self) -> list[str]:
        found: list[str] = self._ask("GET", f"{self._session}/window/handles")
        return found

    def look_at(self, window: str) -> None:
        self._ask("POST", f"{self._session}/window", {"handle": window})

    def close_others(self, window: str) -> None:
        for other in set(self.windows()) - {window}:
            self.look_at(other)
            self._ask("DELETE", f"{self._session}/window")
        self.look_at(window)

    def resize(self, width: int, height: int) -> None:
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=self._ratio,
            mobile=True,
        )

    def paint(self, *, dark: bool, still: bool = False) -> None:
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.tell("Emulation.setEmulatedMedia", features=features)

    def sleep(self) -> None:
        """What a phone does with a page in its pocket: nobody sees it, its script stands still."""
        self._ask("POST", f"{self._session}/window/minimize", {})
        self.tell("Page.setWebLifecycleState", state="frozen")

    def wake(self) -> None:
        self.tell("Page.setWebLifecycleState", state="active")
        self._ask("POST", f"{self._session}/window/rect", {"width": 800, "height": 900})

    def picture(self) -> bytes:
        """What the screen shows, as PNG."""
        return base64.b64decode(self._ask("GET", f"{self._session}/screenshot"))

    def complaints(self) -> list[str]:
        """What the page's console said since the last call, as errors and warnings."""
        said = self._ask("POST", f"{self._session}/se/log", {"type": "browser"})
        return [line["message"] for line in said if line["level"] in ("SEVERE", "WARNING")]

    # --- WebDriver ----------------------------------------------------------------------------

    def _told_port(self) -> int:
        assert self._driver.stdout is not None
        for line in self._driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                return int(found[1])
        raise AssertionError("chromedriver did not start")

    def _ask(self, method: str, path: str, content: object = None) -> Any:
        with entered(self._namespace):
            line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LONG_S)
            line.connect()
        with contextlib.closing(line):
            body = None if content is None else json.dumps(content)
            line.request(method, path, body, {"Content-Type": "application/json"})
            answer = json.loads(line.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise AssertionError(f"{answer['error']}: {answer['message']}")
        return answer


@contextlib.contextmanager
def entered(namespace: str) -> Iterator[None]:
    """This thread in a network namespace; what it opens there stays there. "": where it is."""
    if not namespace:
        yield
        return
    switch = ctypes.CDLL(None, use_errno=True).setns
    with open("/proc/thread-self/ns/net") as here, open(f"/run/netns/{namespace}") as there:
        assert switch(there.fileno(), _NEWNET) == 0, os.strerror(ctypes.get_errno())
        try:
            yield
        finally:
            assert switch(here.fileno(), _NEWNET) == 0


def connected(host: str, port: int, *, said: Sequence[bytes] = ()) -> socket.socket:
    """A bare connection on which something has been said."""
    line = socket.create_connection((host, port), timeout=LONG_S)
    for words in said:
        line.sendall(words)
    return line
