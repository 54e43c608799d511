"""The examination: each thing that can be wrong is found, said, and comes with an advice."""

from __future__ import annotations

import asyncio
import errno
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

from camelnet.doctor import examination, this_computer
from camelnet.doctor import peers as peer_findings
from camelnet.doctor.finding import Deed, Finding, Severity
from camelnet.doctor.firewall import allow
from camelnet.i18n import Message
from camelnet.net.interfaces import Link, Local
from camelnet.net.mdns import Found
from camelnet.net.probes import LookAround, Neighbour, Reached, announcement_echo, mdns_echo, reach
from camelnet.net.txt_record import instance_of_key
from camelnet.protocol.wire.frames import frame_bytes
from camelnet.session.api.facts import Kind
from camelnet.session.lobby.builds import Build
from tests.cli.pty_player import command, environment, ran
from tests.doctor.planted import planted
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
ALLOW = allow(None, "linux")
LOOPBACK = local("lo", HOST, "127.0.0.0/8", 1)


def found(*attempts: Reached, hints: dict[str, str] | None = None) -> Neighbour:
    hosts = tuple(attempt.host for attempt in attempts)
    return Neighbour(Found("odd name", hosts, 4_000, hints or {"n": "Anna"}), attempts)


@pytest.mark.slow
def test_a_computer_on_loopback_is_well_and_says_so() -> None:
    result = run("--interface", HOST)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Everything looks right here. Ask the others" in result.stdout
    assert "can be written" in result.stdout
    assert not result.stderr


@pytest.mark.slow
def test_for_programs_there_is_json_with_the_same_verdict() -> None:
    result = run("--interface", HOST, "--json")
    told: dict[str, Any] = json.loads(result.stdout)
    assert result.returncode == 0
    assert told["well"] is True
    checks = [finding["check"] for finding in told["findings"]]
    assert checks[:3] == ["profile", "clock", "interfaces"]
    assert {"port", "nobody"} <= set(checks)
    assert {finding["verdict"] for finding in told["findings"]} <= {"well", "note"}


@pytest.mark.slow
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
    assert result.stdout.endswith("Something is in the way. Each line says what helps.\n")


def test_an_address_of_another_computer_is_wrong_and_the_own_ones_are_named() -> None:
    (finding,) = this_computer.examine_interfaces([LAN, LOOPBACK], "192.0.2.1")
    assert finding.severity is Severity.WRONG
    assert LAN.host in str(finding.act.words)


@pytest.mark.slow
def test_a_wrong_interface_is_said_once_and_nothing_is_tried_there() -> None:
    result = run("--interface", "192.0.2.1", "--json")
    assert result.returncode == 1
    checks = [finding["check"] for finding in json.loads(result.stdout)["findings"]]
    assert checks == ["profile", "clock", "interfaces"]


def test_loopback_alone_is_no_network() -> None:
    (finding,) = this_computer.examine_interfaces([LOOPBACK], None)
    assert finding.severity is Severity.WRONG
    assert "Wi-Fi" in str(finding.act.words)
    (finding,) = this_computer.examine_interfaces([], None)
    assert finding.severity is Severity.WRONG


CABLE, RADIO = Link("eth0", False, True), Link("wlan0", True, True)


@pytest.mark.parametrize(
    ("links", "said"),
    [
        ((replace(CABLE, carrier=False),), "its cable is out."),
        ((replace(RADIO, carrier=False),), "its Wi-Fi is not connected."),
        (
            (replace(CABLE, carrier=False), replace(RADIO, carrier=False)),
            "cable is out, and its Wi",
        ),
    ],
)
def test_who_is_in_no_network_is_told_what_is_out_although_the_address_stays(
    links: tuple[Link, ...], said: str
) -> None:
    for own in ([LOOPBACK], [replace(LAN, name=links[0].name), LOOPBACK]):
        (finding,) = this_computer.examine_interfaces(own, None, links)
        assert finding.severity is Severity.WRONG
        assert said in str(finding.text)
    if not links[0].wireless:
        (finding,) = this_computer.examine_interfaces([LAN, LOOPBACK], LAN.host, links)
        assert str(finding.text).startswith("eth0 is not connected")


def test_a_cable_that_is_out_is_a_note_beside_another_network_and_none_if_it_was_never_in() -> None:
    wlan = local("wlan0", "192.168.1.21", "192.168.1.0/24", 3)
    links = (replace(CABLE, carrier=False), RADIO)
    told = this_computer.examine_interfaces([LAN, wlan, LOOPBACK], None, links)
    assert [finding.severity for finding in told] == [Severity.WELL, Severity.NOTE]
    told = this_computer.examine_interfaces([wlan, LOOPBACK], None, links)
    assert [finding.severity for finding in told] == [Severity.WELL]


def test_a_chosen_network_that_is_out_has_the_offer_of_another() -> None:
    wlan = local("wlan0", "192.168.1.21", "192.168.1.0/24", 3)
    links = (replace(CABLE, carrier=False), RADIO)
    (wrong,) = this_computer.examine_interfaces([LAN, wlan, LOOPBACK], LAN.host, links)
    assert wrong.severity is Severity.WRONG
    assert (wrong.act.deed, wrong.act.target) == (Deed.USE_NETWORK, "wlan0")


def test_connected_without_any_address_is_wrong() -> None:
    (finding,) = this_computer.examine_interfaces([LOOPBACK], None, (CABLE,))
    assert finding.severity is Severity.WRONG
    assert str(finding.text) == "eth0 is connected, but nothing has given it an address."


def test_a_tunnel_s_note_offers_the_real_network() -> None:
    tunnel = local("tun0", "10.8.0.2", "10.8.0.0/24", 3)
    (_real, note) = this_computer.examine_interfaces([LAN, tunnel, LOOPBACK], None)
    assert note.act.deed is Deed.USE_NETWORK
    assert note.act.target == "eth0"
    (wrong,) = this_computer.examine_interfaces([LAN, tunnel, LOOPBACK], "192.0.2.1")
    assert (wrong.act.deed, wrong.act.target) == (Deed.USE_NETWORK, "eth0")


def test_a_vpn_that_swallows_the_local_network_is_named() -> None:
    tunnel = local("utun4", "10.8.0.2", "10.8.0.0/24", 3)
    system = planted(routes={"192.168.1.254": tunnel.host})
    (finding,) = this_computer.examine_routes([LAN, tunnel], system)
    assert finding.severity is Severity.WRONG
    assert str(finding.text).startswith("utun4 takes what is meant for eth0")
    for fair in ({"192.168.1.254": LAN.host}, {}):
        assert this_computer.examine_routes([LAN, tunnel], planted(routes=fair)) == []
    wlan = local("wlan0", "192.168.1.21", "192.168.1.0/24", 3)
    both = {"192.168.1.254": wlan.host}
    assert this_computer.examine_routes([LAN, wlan], planted(routes=both)) == [], "one network"


def test_macos_that_refuses_the_local_network_is_known_by_its_error() -> None:
    refused = OSError(errno.EHOSTUNREACH, "No route to host")
    (finding,) = this_computer.examine_permission([None, refused], [LAN], "darwin")
    assert finding.severity is Severity.WRONG
    assert finding.act.deed is Deed.OPEN_SETTINGS
    assert "Local Network" in str(finding.act.words)
    for errors, live, platform in (
        ([refused], [LAN], "linux"),  # there it is a laptop that is gone
        ([refused], [], "darwin"),
        ([OSError(errno.EHOSTDOWN, "down"), REFUSED, None], [LAN], "darwin"),
    ):
        assert this_computer.examine_permission(errors, live, platform) == []


@pytest.mark.parametrize(
    ("findings", "said"),
    [
        ([("port", Severity.WELL), ("nobody", Severity.NOTE)], "Everything looks right here."),
        ([("interfaces", Severity.NOTE), ("versions", Severity.NOTE)], "Everything looks right"),
        ([("firewall", Severity.NOTE), ("nobody", Severity.NOTE)], "The notes say"),
        ([("round", Severity.WELL), ("interfaces", Severity.NOTE)], "Nothing is wrong with this"),
        ([("round", Severity.WELL), ("port", Severity.WRONG)], "Something is in the way."),
    ],
)
def test_all_findings_together_say_one_thing(
    findings: list[tuple[str, Severity]], said: str
) -> None:
    made = [Finding(check, severity, Message("x")) for check, severity in findings]
    assert said in str(examination.conclusion(made))


def test_every_network_is_told_and_odd_ones_with_a_note() -> None:
    tunnel = local("tun0", "10.8.0.2", "10.8.0.0/24", 3)
    alone = local("wlan0", "169.254.7.7", "169.254.0.0/16", 4)
    linked = local("eth0", "fe80::7%2", "fe80::/64")
    findings = this_computer.examine_interfaces([LAN, linked, tunnel, alone, LOOPBACK], None)
    assert [finding.severity for finding in findings] == [
        Severity.WELL,
        Severity.NOTE,
        Severity.NOTE,
    ]
    assert str(findings[0].text) == "Network eth0: 192.168.1.20, fe80::7."


def test_a_clock_that_is_wrong_or_jumps_is_noted() -> None:
    now = 1_800_000_000.0
    assert this_computer.examine_clock((now, 5.0), (now + 4, 9.0)).severity is Severity.WELL
    assert this_computer.examine_clock((now, 5.0), (now + 400, 9.0)).severity is Severity.NOTE
    assert this_computer.examine_clock((0.0, 5.0), (4.0, 9.0)).severity is Severity.NOTE


def test_a_profile_that_can_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    assert this_computer.examine_profile(tmp_path).severity is Severity.WELL
    assert list(tmp_path.iterdir()) == []


def test_an_own_address_that_does_not_answer_is_wrong() -> None:
    good, other = Reached(HOST, 1, KEY, None), Reached("10.0.0.1", 1, OTHER, None)
    assert this_computer.examine_port(1, [good], KEY, ALLOW).severity is Severity.WELL
    finding = this_computer.examine_port(1, [good, other], KEY, ALLOW)
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
    (finding,) = peer_findings.examine_peers([found(attempt)], [], 4.0, ALLOW)
    assert finding.severity is severity
    assert said in str(finding.text)
    advice = str(finding.act.words) if finding.act is not None else ""
    assert (finding.severity is Severity.WRONG) == ("guest Wi-Fi" in advice)


def test_another_key_than_announced_is_not_taken_for_it() -> None:
    announced = Found(instance_of_key(KEY), (HOST,), 4_000, {})
    neighbour = Neighbour(announced, (Reached(HOST, 4_000, OTHER, None),))
    (finding,) = peer_findings.examine_peers([neighbour], [], 4.0, ALLOW)
    assert "somebody else is there" in str(finding.text)
    assert not neighbour.reached


def test_one_who_is_mute_is_no_trouble_where_others_answer() -> None:
    well, mute = Reached(HOST, 1, OTHER, None), Reached("10.0.0.9", 1, None, TimeoutError())
    findings = peer_findings.examine_peers([found(well), found(mute)], [], 4.0, ALLOW)
    assert [finding.severity for finding in findings] == [Severity.WELL, Severity.NOTE]


def test_nobody_coming_here_while_others_answer_hints_at_a_firewall() -> None:
    far = found(Reached("203.0.113.9", 1, OTHER, None))
    findings = peer_findings.examine_peers([far], [], 4.0, ALLOW)
    assert "firewall" in str(findings[-1].act.words)
    assert findings[-1].severity is Severity.NOTE
    checks = [one.check for one in peer_findings.examine_peers([far], ["203.0.113.9"], 4.0, ALLOW)]
    assert checks == ["peers", "round"]


def test_who_answers_at_an_address_without_being_found_is_to_be_joined_by_it() -> None:
    others = [found(Reached("10.0.0.9", 4_000, OTHER, None))]
    unfound = Reached("10.0.0.8", 4_001, KEY, None)
    for asked, called in (([unfound], []), ([], [unfound])):
        (finding,) = peer_findings.examine_called(others, asked, called)
        assert finding.severity is Severity.NOTE
        assert "multicast does not pass" in str(finding.text)
        assert "10.0.0.8:4001" in str(finding.act.words)
    as_found = Reached("10.0.0.9", 4_000, OTHER, None)
    assert peer_findings.examine_called(others, [as_found], [])[0].severity is Severity.WELL
    gone = Reached("10.0.0.7", 4_002, None, REFUSED)
    assert peer_findings.examine_called(others, [], [gone]) == [], "remembered, and gone by now"
    assert peer_findings.examine_called(others, [gone], [])[0].severity is Severity.WRONG


def test_a_name_with_control_characters_is_told_without_them() -> None:
    named = found(Reached(HOST, 1, OTHER, None), hints={"n": "A\x1b[31mnna"})
    (finding,) = peer_findings.examine_peers([named], [], 4.0, ALLOW)
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

    assert not (await mdns_echo(gone)).heard
    assert not (await announcement_echo(gone)).heard


@pytest.mark.slow
def test_without_any_network_it_says_so_and_ends() -> None:
    require_namespaces()
    with Room(1) as room:
        room.down(0)
        room.readdress(0, None)
        process = room.popen(0, command("doctor"), env=environment(), stdout=subprocess.PIPE)
        told, _nothing = process.communicate(timeout=600)
        assert process.returncode == 1
        assert b"This computer is in no network: its cable is out." in told
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


@pytest.mark.slow
def test_two_laptops_find_and_reach_each_other() -> None:
    require_namespaces()
    with Room(2) as room:
        told = examined_beside(room, apart=False)
        texts = [finding["text"] for finding in told["findings"]]
        assert told["well"], texts
        assert any(text.startswith("Anna answers (10.77.0.2:") for text in texts), texts
        assert not any("none of them connected here" in text for text in texts), texts
        assert "round" in {finding["check"] for finding in told["findings"]}


@pytest.mark.slow
def test_without_multicast_another_laptop_is_named_with_its_address() -> None:
    require_namespaces()
    with Room(2) as room:
        address = f"{room.address(1)}:{anna(room, '--alone').split()[-1].decode()}"
        examine = command("doctor", "--address", address)
        process = room.popen(0, examine, env=environment(), stdout=subprocess.PIPE)
        told = " ".join(process.communicate(timeout=600)[0].decode().split())
        assert f"A camelnet answers at {address}, but was not found by itself" in told
        assert f"Join by address: {address}" in told


@pytest.mark.slow
def test_laptops_that_are_kept_apart_are_wrong_and_the_usual_causes_are_named() -> None:
    require_namespaces()
    with Room(2) as room:
        told = examined_beside(room, apart=True)
        assert not told["well"]
        (wrong,) = [one for one in told["findings"] if one["verdict"] == "wrong"]
        assert wrong["text"].startswith("Anna is announced at 10.77.0.2:")
        assert wrong["text"].endswith("but does not answer.")
        assert "guest Wi-Fi" in wrong["advice"]


def checks_of(findings: list[dict[str, Any]]) -> set[str]:
    return {finding["check"] for finding in findings}


def examined(room: Room, laptop: int) -> list[dict[str, Any]]:
    process = room.popen(
        laptop, command("doctor", "--json"), env=environment(), stdout=subprocess.PIPE
    )
    findings: list[dict[str, Any]] = json.loads(process.communicate(timeout=600)[0])["findings"]
    return findings


@pytest.mark.slow
def test_a_cable_that_is_pulled_is_found_and_the_finding_goes_with_its_cause() -> None:
    require_namespaces()
    with Room(2) as room:
        room.unplug(0)
        (wrong,) = [one for one in examined(room, 0) if one["verdict"] == "wrong"]
        assert wrong["text"] == "This computer is in no network: its cable is out."
        assert "nobody" not in checks_of(examined(room, 0)), "that nobody is found is no news then"
        room.plug(0)
        assert [one for one in examined(room, 0) if one["verdict"] == "wrong"] == []


@pytest.mark.slow
def test_a_tunnel_that_takes_over_the_room_is_found() -> None:
    require_namespaces()
    with Room(2) as room:
        room.swallow(0)
        told = [one for one in examined(room, 0) if one["check"] == "route"]
        assert [one["text"] for one in told] == [
            "wg0 takes what is meant for lan0: nobody in the room can be reached."
        ]
