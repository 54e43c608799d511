"""What Windows says of its networks: planted answers of its PowerShell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from camelnet.doctor.finding import Severity
from camelnet.doctor.firewall import examine_firewall, look_at_firewall
from camelnet.doctor.windows import ask_windows, examine_category, read_windows
from tests.doctor.planted import planted

PROGRAM = "C:\\Users\\Zoé O'Hara\u2019s\\AppData\\Local\\Programs\\camelnet\\camelnet-app.exe"
HOME = {"Name": "FRITZ!Box 7590", "InterfaceAlias": "WLAN", "InterfaceIndex": 12, "Category": 1}
CAFE = {**HOME, "Name": "Café\u202e", "Category": 0}
ON = [{"Name": name, "Enabled": 1} for name in ("Domain", "Private", "Public")]
ALLOWED = {"Enabled": 1, "Direction": 1, "Action": 2, "Profile": 2}


def answer(*networks: Any, rules: Any = (), profiles: Any = ON) -> str:
    return json.dumps({"networks": networks, "profiles": profiles, "rules": list(rules)})


def walls(said: str) -> list[Severity]:
    system = planted(platform="win32", program=PROGRAM, programs={"powershell": said})
    networks = ask_windows(system)
    wall = look_at_firewall(system, [], networks)
    found = (*examine_category(networks), *examine_firewall(wall, "win32"))
    return [finding.severity for finding in found]


def test_a_public_network_hides_this_computer_and_one_line_makes_it_private() -> None:
    (finding,) = examine_category(read_windows(answer(CAFE)))
    assert finding.severity is Severity.WRONG
    assert str(finding.text).startswith("Windows treats the network Café as public")
    assert finding.act is not None
    assert finding.act.command == (
        "powershell -NoProfile -Command Set-NetConnectionProfile -InterfaceIndex 12 "
        "-NetworkCategory Private",
    )
    assert walls(answer(CAFE)) == [Severity.WRONG], "said once"


@pytest.mark.parametrize(
    ("said", "severities"),
    [
        (answer(HOME), [Severity.WRONG]),
        (answer(HOME, rules=[ALLOWED]), [Severity.WELL]),
        (answer(HOME, rules=[{**ALLOWED, "Profile": 0}]), [Severity.WELL]),
        (answer(HOME, rules=[{**ALLOWED, "Profile": 4}]), [Severity.WRONG]),
        (answer(HOME, rules=[{**ALLOWED, "Enabled": 2}]), [Severity.WRONG]),
        (answer(HOME, rules=[{**ALLOWED, "Direction": 2}]), [Severity.WRONG]),
        (answer(HOME, rules=[ALLOWED, {**ALLOWED, "Action": 4}]), [Severity.WRONG]),
        (answer(HOME, profiles=[{"Name": "Private", "Enabled": 0}]), []),
        (answer(CAFE, rules=[{**ALLOWED, "Profile": 6}]), []),
        (answer(HOME, CAFE, rules=[ALLOWED]), [Severity.WRONG, Severity.WELL]),
    ],
)
def test_its_firewall_lets_in_whom_a_rule_of_that_profile_allows(
    said: str, severities: list[Severity]
) -> None:
    assert walls(said) == severities


@pytest.mark.parametrize(
    "said",
    [
        *("", "nonsense", "[]", "null", '{"networks": 7, "rules": null}', '{"networks": ["x"]}'),
        answer({**HOME, "Category": 9}),
        answer({**HOME, "InterfaceIndex": "12; calc"}),
        answer({"Name": "x"}),
    ],
)
def test_what_is_not_as_expected_is_no_network(said: str) -> None:
    assert read_windows(said) == ()


def test_the_program_s_path_is_quoted_for_powershell_and_for_the_rule() -> None:
    asked: list[str] = []
    system = planted(platform="win32", program=PROGRAM)

    def ask(words: Any) -> str:
        asked.append(words[-1])
        return answer(HOME)

    object.__setattr__(system, "ask", ask)
    wall = look_at_firewall(system, [], ask_windows(system))
    assert "Zoé O''Hara\u2019\u2019s" in asked[0]
    assert wall is not None
    delete, app, command = wall.command
    assert delete == "netsh advfirewall firewall delete rule name=camelnet"
    assert app.endswith(f'program="{PROGRAM}"')
    assert command.endswith('\\camelnet\\camelnet.exe"')


def test_python_gets_no_rule_for_all_that_it_runs() -> None:
    system = planted(platform="win32", program="C:\\Python\\python.exe", bundled=False)
    wall = look_at_firewall(system, [], read_windows(answer(HOME)))
    assert wall is not None
    assert not any("program=" in line for line in wall.command)
    assert any("localport=21776-21791" in line for line in wall.command)


def test_no_other_system_is_asked() -> None:
    assert ask_windows(planted(programs={"powershell": answer(HOME)})) == ()
