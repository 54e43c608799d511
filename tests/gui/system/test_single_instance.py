"""A second start of the app: it hands over its file, and whoever may not ask gets nowhere."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from camelnet_gui.system import instance_server
from camelnet_gui.system.handover import (
    FILE,
    HOST,
    LINE_MAX,
    LINK_MAX,
    PATH_MAX,
    Address,
    Request,
    hand_over,
    publish,
    read_request,
)
from camelnet_gui.system.instance_server import VISITORS_MAX, InstanceServer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.patience import LONG_MS

SECOND_START = """
import json, sys
from pathlib import Path
from camelnet_gui.system.handover import Request, hand_over
profile, file, token = json.loads(sys.argv[1])
done = hand_over(Path(profile), Request(Path(file) if file else None, token))
assert "PySide6" not in sys.modules, "a second start needs no Qt"
sys.exit(not done)
"""
ADDRESS = Address(4099, b"s" * 32)


@pytest.fixture
def server(qtbot: QtBot, tmp_path: Path) -> Iterator[InstanceServer]:
    made = InstanceServer(tmp_path)
    assert made.address is not None
    yield made
    made.close()
    assert not (tmp_path / FILE).exists()


@pytest.fixture
def heard(server: InstanceServer) -> list[Request]:
    """What the server was asked."""
    asked: list[Request] = []
    server.asked.connect(asked.append)
    return asked


def ask(qtbot: QtBot, profile: Path, request: Request) -> bool:
    """As a second start does: from another process, while this one's loop answers."""
    told = json.dumps([str(profile), str(request.file or ""), request.token])
    process = subprocess.Popen([sys.executable, "-c", SECOND_START, told])
    qtbot.waitUntil(lambda: process.poll() is not None, timeout=LONG_MS)
    return process.returncode == 0


def connect(server: InstanceServer) -> socket.socket:
    made = socket.create_connection((HOST, server.address.port))
    made.setblocking(False)
    return made


def wait_until_sent_away(qtbot: QtBot, stranger: socket.socket) -> None:
    def sent_away() -> bool:
        try:
            return stranger.recv(100) == b""
        except BlockingIOError:
            return False
        except ConnectionError:
            return True

    qtbot.waitUntil(sent_away, timeout=LONG_MS)


@pytest.mark.parametrize("file", [None, Path("/tmp/Anas Spiel é 駱駝.camelnet"), Path("/x\udce9")])
def test_a_second_start_hands_over_its_file(
    qtbot: QtBot, server: InstanceServer, heard: list[Request], tmp_path: Path, file: Path | None
) -> None:
    assert ask(qtbot, tmp_path, Request(file, "token"))
    assert heard == [Request(file, "token")]


def test_a_second_start_hands_over_its_link(
    qtbot: QtBot, server: InstanceServer, heard: list[Request], tmp_path: Path
) -> None:
    assert ask(qtbot, tmp_path, Request("camelnet:abc", "token"))
    assert heard == [Request("camelnet:abc", "token")]
    address = Address(1, bytes(32))
    too_long = Request("camelnet:" + "a" * LINK_MAX).line(address)
    assert read_request(too_long.rstrip(b"\n"), address) is None


def test_apps_of_other_profiles_hear_nothing(
    server: InstanceServer, heard: list[Request], tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "other").mkdir()
    other = InstanceServer(tmp_path / "other")
    assert ask(qtbot, tmp_path / "other", Request())
    other.close()
    assert not hand_over(tmp_path / "other", Request()), "it runs no more"
    assert heard == []


def test_an_address_that_a_crash_left_is_nobodys_and_does_not_stop_the_next_start(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with socket.socket() as gone:
        gone.bind((HOST, 0))
        publish(tmp_path, gone.getsockname()[1])
    assert not hand_over(tmp_path, Request()), "nobody listens"
    server = InstanceServer(tmp_path)
    assert ask(qtbot, tmp_path, Request())
    server.close()


def test_another_program_at_the_port_of_a_crash_is_no_app(
    server: InstanceServer, heard: list[Request], tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    publish(other, server.address.port)  # with a secret that the server does not know
    assert not ask(qtbot, other, Request())
    assert heard == []


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps a user's folders from others")
def test_only_the_same_user_can_read_the_secret(server: InstanceServer, tmp_path: Path) -> None:
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_request_comes_back_from_its_line() -> None:
    for request in (Request(), Request(Path("/a b/é.camelnet"), "t"), Request(Path("/x\udce9"))):
        assert read_request(request.line(ADDRESS), ADDRESS) == request
        assert read_request(request.line(Address(4099, b"t" * 32)), ADDRESS) is None


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{}",
        "[]",
        '["/tmp/x"]',
        '["/tmp/x", 1]',
        '["relative", ""]',
        '["/a\\u0000b", ""]',
        '["", "a\\nb"]',
        "[" * 20_000,
        json.dumps(["/" + "x" * PATH_MAX, ""]),
        json.dumps(["", "x" * 300]),
    ],
)
def test_what_is_no_request_is_none(body: str) -> None:
    signed = json.dumps([body, ADDRESS.proof(body.encode())]).encode()
    assert read_request(signed, ADDRESS) is None
    assert read_request(body.encode(), ADDRESS) is None


@pytest.mark.parametrize("written", ["", "[", '[0, "00"]', "[1, 2]", '[80, "zz"]', "é"])
def test_a_spoilt_address_is_none(tmp_path: Path, written: str) -> None:
    (tmp_path / FILE).write_text(written, encoding="utf-8")
    assert not hand_over(tmp_path, Request())


@pytest.mark.parametrize("said", [b"x" * (LINE_MAX + 2), b"GET / HTTP/1.1\n", b"\xff\n", b"[\n"])
def test_a_stranger_is_sent_away(
    qtbot: QtBot, server: InstanceServer, heard: list[Request], said: bytes
) -> None:
    with connect(server) as stranger:
        stranger.send(said)
        wait_until_sent_away(qtbot, stranger)
    assert heard == []


def test_who_says_nothing_is_sent_away_and_does_not_keep_out_others(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance_server, "VISIT_MS", 50)
    server = InstanceServer(tmp_path)
    silent = []
    for _number in range(VISITORS_MAX + 2):
        silent.append(connect(server))
        QApplication.processEvents()  # so that it is accepted: the system queues only a few
    for one in silent:
        wait_until_sent_away(qtbot, one)
        one.close()
    monkeypatch.undo()
    assert ask(qtbot, tmp_path, Request())
    server.close()


def test_other_users_of_this_computer_hold_no_place(
    qtbot: QtBot, server: InstanceServer, tmp_path: Path
) -> None:
    silent = []
    for _number in range(VISITORS_MAX):
        silent.append(connect(server))
        QApplication.processEvents()
    assert ask(qtbot, tmp_path, Request()), "though none of them has gone by itself"
    assert len(server._visitors) == VISITORS_MAX - 1
    wait_until_sent_away(qtbot, silent[0])
    for one in silent:
        one.close()
