"""Pictures of the page "Why don't I see them?" and of its consent to a command."""

from __future__ import annotations

from ipaddress import ip_network

from camelnet_gui.doctor.allow_dialog import AllowDialog

from camelnet.doctor.finding import Finding
from camelnet.doctor.firewall import Firewall, allow, examine_firewall
from camelnet.doctor.peers import examine_peers
from camelnet.doctor.system import System
from camelnet.doctor.this_computer import (
    examine_clock,
    examine_echoes,
    examine_interfaces,
    examine_port,
    examine_routes,
)
from camelnet.net.interfaces import Local
from camelnet.net.probes import Echo
from camelnet.session.api.facts import LobbyChanged
from tools.screenshots.driver import HeadlessDriver, pause
from tools.screenshots.lobby import lobby_view

_NOON_S = 1_768_478_400.0  # 15 January 2026
WLAN = Local("wlan0", 3, "192.168.1.23", ip_network("192.168.1.0/24"))
TUNNEL = Local("wg0", 7, "10.8.0.2", ip_network("10.8.0.0/24"))
WALL = Firewall("ufw", None, ("ufw allow camelnet",))
PORT, KEY = 21_777, bytes(32)


def findings(*, well: bool) -> tuple[Finding, ...]:
    """The findings about a laptop, with a VPN and a firewall in the way or without."""
    way_in = allow(WALL, "linux")
    own = (WLAN,) if well else (WLAN, TUNNEL)
    echo = Echo(heard=True)
    system = System(source_of={"192.168.1.254": TUNNEL.host}.get)
    return (
        examine_clock((_NOON_S, 0.0), (_NOON_S, 0.0)),
        *examine_interfaces(own, None),
        *(() if well else examine_routes(own, system)),
        *examine_echoes([(WLAN, echo, echo)], way_in),
        examine_port(PORT, [], KEY, way_in),
        *(() if well else examine_firewall(WALL, "linux")),
        *examine_peers([], [], 4.0, way_in),
    )


def capture_doctor(driver: HeadlessDriver, _seats: int) -> None:
    driver.take(LobbyChanged(lobby_view(full=False)))
    doctor = driver.window.doctor
    doctor.examine = lambda stop, **_given: None  # nothing here depends on this computer
    doctor.open()
    assert doctor.page is not None
    doctor.page.show_looking(2)
    driver.capture("doctor-looking")
    for name, well in (("doctor-well", True), ("doctor", False)):
        doctor.page.show_findings(findings(well=well), "20:15")
        pause(50)
        driver.capture(name)
    dialog = AllowDialog(allow(WALL, "linux"), driver.window)
    dialog.show()
    driver.capture("doctor-allow", dialog)
    dialog.close()
    doctor.leave()
