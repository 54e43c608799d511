"""`camelnet doctor`: the findings of an examination as lines, or as JSON for programs."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from camelnet.doctor.download import SIGNERS, check_download, conclude
from camelnet.doctor.examination import conclusion, examine
from camelnet.doctor.finding import Finding, Severity
from camelnet.i18n import N_, Message
from camelnet.record.profile import Profile
from camelnet.terminal.screen import Screen

_MARKS: Final = {
    Severity.WELL: N_("ok"),
    Severity.NOTE: N_("note"),
    Severity.WRONG: N_("wrong"),
}
_STYLES: Final = {Severity.WELL: "green", Severity.NOTE: "yellow", Severity.WRONG: "bold red"}
_SUDO: Final = "" if sys.platform == "win32" else "sudo "


def doctor(
    *,
    profile: Path | None,
    interface: str | None,
    port: int,
    address: tuple[str, int] | None,
    as_json: bool,
) -> int:
    """Run all checks and print the findings; return 1 if something is wrong, else 0."""
    folder = profile or Profile.default_path()
    findings = asyncio.run(examine(folder, interface=interface, port=port, address=address))
    return _report(findings, conclusion(findings), as_json=as_json)


def check_file(file: Path, signers: Path | None, *, as_json: bool) -> int:
    """Check a downloaded file and print the findings; return 1 if something is wrong, else 0."""
    findings = check_download(file, signers or SIGNERS)
    return _report(findings, conclude(findings), as_json=as_json)


def _report(findings: Sequence[Finding], conclusion: Message, *, as_json: bool) -> int:
    sound = all(finding.severity is not Severity.WRONG for finding in findings)
    if as_json:
        click.echo(json.dumps({"well": sound, "findings": [_plain(one) for one in findings]}))
    else:
        _tell(findings, conclusion)
    return 0 if sound else 1


def _tell(findings: Sequence[Finding], conclusion: Message) -> None:
    screen = Screen()
    width = max(len(str(Message(mark))) for mark in _MARKS.values())
    for finding in findings:
        mark = str(Message(_MARKS[finding.severity])).ljust(width)
        screen.say(f"{mark}  {finding.text}", _STYLES[finding.severity])
        if finding.act is not None:
            screen.say(f"{' ' * width}  {finding.act.words}")
            for line in finding.act.command:
                screen.say(f"{' ' * width}  {_SUDO}{line}")
    screen.say(str(conclusion))


def _plain(finding: Finding) -> dict[str, Any]:
    act = finding.act
    return {
        "check": finding.check,
        "verdict": finding.severity.value,
        "text": str(finding.text),
        "advice": None if act is None else str(act.words),
        "act": None if act is None else act.deed.value,
        "target": None if act is None else act.target,
        "command": [] if act is None else list(act.command),
    }
