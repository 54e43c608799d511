"""`camelnet doctor`: each thing that can be wrong is found, said, and comes with an advice."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import socket
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from camelnet.net.interfaces import Local
from camelnet.net.mdns import Found
from camelnet.net.probes import LookAround, Neighbour, Reached, announcement_echo, mdns_echo, reach
from camelnet.net.txt_record import instance_of_key
from camelnet.protocol.wire.frames import frame_bytes
from camelnet.session.api.facts import Kind
from camelnet.session.lobby.builds import Build
from camelnet.terminal import doctor, peer_findings
from camelnet.terminal.finding import Severity
from tests.cli.pty_player import command, environment, ran
from tests.net.netns import Room, require_namespaces
from tests.net.peers import HOST, eventually, peers

ROOT = Path(__file__).parents[2]
KEY, OTHER = bytes(32), bytes([1]) * 32
REFUSED = ConnectionRefusedError(111, "refused")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return ran(command("doctor", *words))


def local(name: str, host: str, network: str, index: int = 2) -> Local:
    return Local(name, index, host, ipaddress.ip_network(network))


LAN = local("eth0", "192.168.1.20", "192.168.1.0/24")
LOOPBACK = local("lo", HOST, "127.0.0.0/8", 1)


def found(*attempts: Reached, hints: dict[str, str] | None = None) -> Neighbour:
    hosts = tuple(attempt.host for attempt in attempts)
    return Neighbour(Found("odd name", hosts, 4_000, hints or {"n": "Anna"}), attempts)


def test_a_computer_on_loopback_is_well_and_says_so() -> None:
    result = run("--interface", HOST)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Nothing is wrong with this computer. That it hears itself proves only" in result.stdout
    assert "can be written" in result.stdout
    assert "camelnet join --address" in result.stdout
    assert not result.stderr


def test_for_programs_there_is_json_with_the_same_verdict() -> None:
    result = run("--interface", HOST, "--json")
    told: dict[str, Any] = json.loads(result.stdout)
    assert result.returncode == 0
    assert told["well"] is True
    checks = [finding["check"] for finding in told["findings"]]
    assert checks[:3] == ["profile", "clock", "interfaces"]
    assert {"port", "peers"} <= set(checks)
    assert {finding["verdict"] for finding in told["findings"]} <= {"well", "note"}


def test_what_is_wrong_is_the_exit_status(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = run("--interface", HOST, "--profile", str(nowhere / "in it"), "--port", port)
    assert result.returncode == 1
    assert f"wrong  The profile {nowhere / 'in it'} cannot be written" in result.stdout
    assert f"wrong  Port {port} is in use by another program." in result.stdout
    assert result.stdout.endswith("Something is wrong: see above what to do.\n")


def test_an_address_of_another_computer_is_wrong_and_the_own_ones_are_named() -> None:
    (finding,) = doctor.examine_interfaces([LAN, LOOPBACK], "192.0.2.1")
    assert finding.severity is Severity.WRONG
    assert LAN.host in str(finding.advice)


def test_a_wrong_interface_is_said_once_and_nothing_is_tried_there() -> None:
    result = run("--interface", "192.0.2.1", "--json")
    assert result.returncode == 1
    checks = [finding["check"] for finding in json.loads(result.stdout)["findings"]]
    assert checks == ["profile", "clock", "interfaces"]


def test_loopback_alone_is_no_network() -> None:
    (finding,) = doctor.examine_interfaces([LOOPBACK], None)
    assert finding.severity is Severity.WRONG
    assert "Wi-Fi" in str(finding.advice)
    (finding,) = doctor.examine_interfaces([], None)
    assert finding.severity is Severity.WRONG


def test_every_network_is_told_and_odd_ones_with_a_note() -> None:
    tunnel = local("tun0", "10.8.0.2", "10.8.0.0/24", 3)
    alone = local("wlan0", "169.254.7.7", "169.254.0.0/16", 4)
    linked = local("eth0", "fe80::7%2", "fe80::/64")
    findings = doctor.examine_interfaces([LAN, linked, tunnel, alone, LOOPBACK], None)
    assert [finding.severity for finding in findings] == [
        Severity.WELL,
        Severity.NOTE,
        Severity.NOTE,
    ]
    assert str(findings[0].text) == "Network eth0: 192.168.1.20, fe80::7."


def test_a_clock_that_is_wrong_or_jumps_is_noted() -> None:
    now = 1_800_000_000.0
    assert doctor.examine_clock((now, 5.0), (now + 4, 9.0)).severity is Severity.WELL
    assert doctor.examine_clock((now, 5.0), (now + 400, 9.0)).severity is Severity.NOTE
    assert doctor.examine_clock((0.0, 5.0), (4.0, 9.0)).severity is Severity.NOTE


def test_a_profile_that_can_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    assert doctor.examine_profile(tmp_path).severity is Severity.WELL
    assert list(tmp_path.iterdir()) == []


def test_an_own_address_that_does_not_answer_is_wrong() -> None:
    good, other = Reached(HOST, 1, KEY, None), Reached("10.0.0.1", 1, OTHER, None)
    assert doctor.examine_port(1, [good], KEY).severity is Severity.WELL
    finding = doctor.examine_port(1, [good, other], KEY)
    assert finding.severity is Severity.WRONG
    assert "10.0.0.1" in str(finding.text)
    assert HOST not in str(finding.text)


@pytest.mark.parametrize(
    ("attempt", "severity", "said"),
    [
        (Reached(HOST, 1, OTHER, None), Severity.WELL, "Anna answers"),
        (Reached(HOST, 1, None, REFUSED), Severity.NOTE, "has closed by now"),
        (Reached(HOST, 1, None, TimeoutError()), Severity.WRONG, "does not answer"),
        (Reached(HOST, 1, None, None), Severity.WRONG, "does not answer"),
    ],
)
def test_whoever_is_announced_is_told_with_how_it_answers(
    attempt: Reached, severity: Severity, said: str
) -> None:
    (finding,) = peer_findings.examine_peers([found(attempt)], [], 4.0)
    assert finding.severity is severity
    assert said in str(finding.text)
    assert (finding.severity is Severity.WRONG) == ("guest Wi-Fi" in str(finding.advice))


def test_another_key_than_announced_is_not_taken_for_it() -> None:
    announced = Found(instance_of_key(KEY), (HOST,), 4_000, {})
    neighbour = Neighbour(announced, (Reached(HOST, 4_000, OTHER, None),))
    (finding,) = peer_findings.examine_peers([neighbour], [], 4.0)
    assert "somebody else is there" in str(finding.text)
    assert not neighbour.reached


def test_one_who_is_mute_is_no_trouble_where_others_answer() -> None:
    well, mute = Reached(HOST, 1, OTHER, None), Reached("10.0.0.9", 1, None, TimeoutError())
    findings = peer_findings.examine_peers([found(well), found(mute)], [], 4.0)
    assert [finding.severity for finding in findings] == [Severity.WELL, Severity.NOTE]


def test_nobody_coming_here_while_others_answer_hints_at_a_firewall() -> None:
    far = found(Reached("203.0.113.9", 1, OTHER, None))
    findings = peer_findings.examine_peers([far], [], 4.0)
    assert "firewall" in str(findings[-1].advice)
    assert findings[-1].severity is Severity.NOTE
    checks = [one.check for one in peer_findings.examine_peers([far], ["203.0.113.9"], 4.0)]
    assert checks == ["peers", "round"]


def test_who_answers_at_an_address_without_being_found_is_to_be_joined_by_it() -> None:
    others = [found(Reached("10.0.0.9", 4_000, OTHER, None))]
    unfound = Reached("10.0.0.8", 4_001, KEY, None)
    for asked, called in (([unfound], []), ([], [unfound])):
        (finding,) = peer_findings.examine_called(others, asked, called)
        assert finding.severity is Severity.NOTE
        assert "multicast does not pass" in str(finding.text)
        assert "camelnet join --address 10.0.0.8:4001" in str(finding.advice)
    as_found = Reached("10.0.0.9", 4_000, OTHER, None)
    assert peer_findings.examine_called(others, [as_found], [])[0].severity is Severity.WELL
    gone = Reached("10.0.0.7", 4_002, None, REFUSED)
    assert peer_findings.examine_called(others, [], [gone]) == [], "remembered, and gone by now"
    assert peer_findings.examine_called(others, [gone], [])[0].severity is Severity.WRONG


def test_a_name_with_control_characters_is_told_without_them() -> None:
    named = found(Reached(HOST, 1, OTHER, None), hints={"n": "A\x1b[31mnna"})
    (finding,) = peer_findings.examine_peers([named], [], 4.0)
    assert "\x1b" not in str(finding.text)


async def test_the_handshake_tells_who_answers_and_what_does_not() -> None:
    async with peers(1) as (one,):
        around = LookAround(interface=HOST, port=0)
        reached = await reach(HOST, one.transport.port, around.own)
        assert reached.key == one.key
        server = await asyncio.start_server(lambda _, writer: writer.close(), HOST, 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            assert (await reach(HOST, port, around.own)).key is None
        refused = await reach(HOST, port, around.own)
        assert isinstance(refused.error, ConnectionRefusedError)


def test_who_comes_with_another_version_is_told_as_a_note() -> None:
    build = Build.own()
    newer, stranger = replace(build, version="99.0.0"), replace(build, protocol_max=999)
    greetings = [
        frame_bytes(newer.hello("Ann", Kind.HUMAN)),
        frame_bytes(newer.hello("Ann", Kind.HUMAN)),
        frame_bytes(newer.hello("Robot", Kind.BOT)),
        frame_bytes(build.hello("Same", Kind.HUMAN)),
        frame_bytes(replace(stranger, protocol_min=999).hello("Far", Kind.HUMAN)),
        frame_bytes(newer.hello("A\u202enn", Kind.HUMAN)),
        b"no greeting",
    ]

    async def scene() -> list[bytes]:
        around = LookAround(interface=HOST, port=0)
        await around.begin()
        try:
            async with peers(len(greetings)) as guests:
                for guest, greeting in zip(guests, greetings, strict=True):
                    guest.diary.on_up = partial(guest.transport.send, payload=greeting)
                    guest.transport.add_address(HOST, around.port)
                await eventually(lambda: len(around.greetings) == len(greetings))
                return [around.greetings[guest.key] for guest in guests]
        finally:
            await around.end()

    findings = peer_findings.examine_builds(asyncio.run(scene()))
    assert {finding.severity for finding in findings} == {Severity.NOTE}
    told = [str(finding.text) for finding in findings]
    assert told[0] == f"Ann has camelnet 99.0.0, you have {build.version}."
    assert told[1].startswith(f"Far runs camelnet {build.version} (protocol 999), this is")
    assert len(told) == 2


async def test_an_interface_that_is_gone_has_no_echo() -> None:
    gone = local("eth9", "198.51.100.7", "198.51.100.0/24", 99)

    assert not await mdns_echo(gone)
    assert not await announcement_echo(gone)


def test_without_any_network_it_says_so_and_ends() -> None:
    require_namespaces()
    with Room(1) as room:
        room.down(0)
        room.readdress(0, None)
        process = room.popen(0, command("doctor"), env=environment(), stdout=subprocess.PIPE)
        told, _nothing = process.communicate(timeout=600)
        assert process.returncode == 1
        assert b"This computer is in no network." in told
        assert b"Traceback" not in told


def anna(room: Room, *options: str) -> bytes:
    """Anna's camelnet runs on laptop 1; what it says first."""
    words = [sys.executable, "-m", "tests.net.laptop", "Anna", *options]
    guest = room.popen(1, words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert guest.stdout is not None
    said: bytes = guest.stdout.readline()
    return said


def examined_beside(room: Room, *, apart: bool) -> dict[str, Any]:
    """What laptop 0 is told beside Anna's."""
    anna(room)
    if apart:
        room.keep_apart(0, 1)
    process = room.popen(0, command("doctor", "--json"), env=environment(), stdout=subprocess.PIPE)
    told: dict[str, Any] = json.loads(process.communicate(timeout=600)[0])
    assert process.returncode == (0 if told["well"] else 1)
    return told


def test_two_laptops_find_and_reach_each_other() -> None:
    require_namespaces()
    with Room(2) as room:
        told = examined_beside(room, apart=False)
        texts = [finding["text"] for finding in told["findings"]]
        assert told["well"], texts
        assert any(text.startswith("Anna answers (10.77.0.2:") for text in texts), texts
        assert not any("none of them connected here" in text for text in texts), texts
        assert "round" in {finding["check"] for finding in told["findings"]}


def test_without_multicast_another_laptop_is_named_with_its_address() -> None:
    require_namespaces()
    with Room(2) as room:
        address = f"{room.address(1)}:{anna(room, '--alone').split()[-1].decode()}"
        examine = command("doctor", "--address", address)
        process = room.popen(0, examine, env=environment(), stdout=subprocess.PIPE)
        told = " ".join(process.communicate(timeout=600)[0].decode().split())
        assert f"A camelnet answers at {address}, but was not found by itself" in told
        assert f"camelnet join --address {address}" in told
        assert "was not tested, since no other computer was found" in told


def test_laptops_that_are_kept_apart_are_wrong_and_the_usual_causes_are_named() -> None:
    require_namespaces()
    with Room(2) as room:
        told = examined_beside(room, apart=True)
        assert not told["well"]
        (wrong,) = [one for one in told["findings"] if one["verdict"] == "wrong"]
        assert wrong["text"].startswith("Anna is announced at 10.77.0.2:")
        assert wrong["text"].endswith("but does not answer.")
        assert "guest Wi-Fi" in wrong["advice"]
