"""Firewalls, as they answer whoever has no rights, and what would let camelnet in."""

from __future__ import annotations

import pytest

from camelnet.doctor.finding import Deed, Severity
from camelnet.doctor.firewall import allow, examine_firewall, look_at_firewall
from tests.doctor.planted import planted

UFW = {"/etc/ufw/ufw.conf": "# comment\nENABLED=yes\nLOGLEVEL=low\n"}
PROFILE = {"/etc/ufw/applications.d/camelnet": "[camelnet]\n"}
RULE = "### tuple ### allow tcp 21776:21791 0.0.0.0/0 any 0.0.0.0/0 camelnet - in\n"
SERVICE = {"/usr/lib/firewalld/services/camelnet.xml": "<service/>"}
ZONE = """\
home (active)
  target: default
  icmp-block-inversion: no
  interfaces: wlan0
  services: dhcpv6-client mdns ssh{service}
  ports: {ports}
  protocols:
"""


def firewalld(zone: str, *, service: str = "", ports: str = "") -> dict[str, str]:
    return {
        "firewall-cmd --state": "running\n",
        "firewall-cmd --get-zone-of-interface=wlan0": f"{zone}\n",
        "firewall-cmd --zone=home --list-all": ZONE.format(service=service, ports=ports),
        "firewall-cmd --list-all": ZONE.format(service=service, ports=ports),
    }


def test_where_no_firewall_is_on_nothing_is_said() -> None:
    off = {"/etc/ufw/ufw.conf": "ENABLED=no\n"}
    open_one = {**UFW, "/etc/default/ufw": 'DEFAULT_INPUT_POLICY="ACCEPT"\n'}
    for system in (planted(), planted(files=off), planted(files=open_one)):
        assert look_at_firewall(system, ["wlan0"]) is None
    stopped = planted(programs={"firewall-cmd --state": "not running\n"})
    assert look_at_firewall(stopped, ["wlan0"]) is None
    assert examine_firewall(None, "linux") == []


def test_ufw_whose_rules_we_may_not_read_is_a_note_with_the_command() -> None:
    wall = look_at_firewall(planted(files=UFW | PROFILE), ["wlan0"])
    (finding,) = examine_firewall(wall, "linux")
    assert finding.severity is Severity.NOTE
    assert "ufw" in str(finding.text)
    assert finding.act is not None
    assert (finding.act.deed, finding.act.command) == (Deed.ALLOW, ("ufw allow camelnet",))


@pytest.mark.parametrize(
    ("rules", "severity"), [(RULE, Severity.WELL), ("*filter\n", Severity.WRONG)]
)
def test_ufw_whose_rules_we_may_read_is_known(rules: str, severity: Severity) -> None:
    files = UFW | PROFILE | {"/etc/ufw/user.rules": rules}
    (finding,) = examine_firewall(look_at_firewall(planted(files=files), ["wlan0"]), "linux")
    assert finding.severity is severity
    assert (finding.act is None) is (severity is Severity.WELL)


def test_without_the_package_the_ports_are_named() -> None:
    wall = look_at_firewall(planted(files=UFW), ["wlan0"])
    assert wall is not None
    assert wall.command == (
        "ufw allow 21776:21791/tcp",
        "ufw allow 21776/udp",
        "ufw allow 5353/udp",
    )
    wall = look_at_firewall(planted(programs=firewalld("home")), ["wlan0"])
    assert wall is not None
    add = "--add-port=21776-21791/tcp --add-port=21776/udp --add-port=5353/udp"
    assert wall.command == (
        f"firewall-cmd --permanent --zone=home {add}",
        "firewall-cmd --reload",
    )


@pytest.mark.parametrize(
    ("programs", "lets_in"),
    [
        (firewalld("home"), False),
        (firewalld("home", service=" camelnet"), True),
        (firewalld("home", ports="1025-65535/udp 1025-65535/tcp"), True),
        (firewalld("home", ports="21776/tcp"), False),
        (firewalld("no zone", service=" camelnet"), True),
        (firewalld("home; rm -rf /"), False),
    ],
)
def test_firewalld_tells_whether_the_zone_lets_camelnet_in(
    programs: dict[str, str], lets_in: bool
) -> None:
    wall = look_at_firewall(planted(files=SERVICE, programs=programs), ["wlan0", "eth0"])
    assert wall is not None
    assert wall.lets_in is lets_in
    zone = (
        " --zone=home" if "home\n" in programs["firewall-cmd --get-zone-of-interface=wlan0"] else ""
    )
    assert wall.command[0] == f"firewall-cmd --permanent{zone} --add-service=camelnet"


def test_a_zone_that_lets_everything_in_is_no_wall() -> None:
    trusting = {**firewalld("home"), "firewall-cmd --zone=home --list-all": "x\n  target: ACCEPT\n"}
    wall = look_at_firewall(planted(programs=trusting), ["wlan0"])
    assert wall is not None
    assert wall.lets_in


def test_each_system_is_spoken_to_in_the_words_of_its_own_windows() -> None:
    assert "Windows Security" in str(allow(None, "win32").words)
    assert allow(None, "darwin").target.startswith("x-apple.systempreferences:")
    assert "TCP ports 21776 to 21791" in str(allow(None, "linux").words)
