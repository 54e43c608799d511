"""The profiles for ufw and firewalld open what camelnet listens on, and nothing else."""

from __future__ import annotations

import configparser
import xml.etree.ElementTree as ET
from pathlib import Path

from camelnet.net import announcements
from camelnet.net.address import PORTS

FOLDER = Path(__file__).parents[1] / "packaging/firewall"
MDNS = 5353
WANTED = {("tcp", port) for port in PORTS} | {("udp", announcements.PORT), ("udp", MDNS)}


def spread(protocol: str, ports: str, dash: str) -> set[tuple[str, int]]:
    first, _dash, last = ports.partition(dash)
    return {(protocol, port) for port in range(int(first), int(last or first) + 1)}


def test_the_profile_of_ufw_names_our_ports() -> None:
    parser = configparser.ConfigParser()
    parser.read(FOLDER / "ufw", encoding="utf-8")
    assert parser.sections() == ["camelnet"]
    opened = set()
    for entry in parser["camelnet"]["ports"].split("|"):
        ports, _slash, protocol = entry.partition("/")
        opened |= spread(protocol, ports, ":")
    assert opened == WANTED
    assert parser["camelnet"]["title"]
    assert parser["camelnet"]["description"]


def test_the_service_of_firewalld_names_our_ports() -> None:
    service = ET.parse(FOLDER / "firewalld.xml").getroot()
    assert service.tag == "service"
    opened = set()
    for port in service.findall("port"):
        opened |= spread(port.attrib["protocol"], port.attrib["port"], "-")
    assert opened == WANTED
