"""Runs lines as the administrator: on Linux by polkit's pkexec, on Windows by its own question.

The system asks for the password or the consent; whoever calls this has shown the command before.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence

from camelnet.doctor.windows import quoted

DISMISSED = (126, 1223)  # pkexec's status, and Windows' error: the person said no


def command_for(lines: Sequence[str], *, platform: str = sys.platform) -> tuple[str, ...] | None:
    """The words of the command that runs `lines` as the administrator; None where none can."""
    if not lines:
        return None
    if platform == "win32":
        given = quoted("/c " + " & ".join(lines))
        script = (
            f"exit (Start-Process cmd.exe -ArgumentList '{given}' -Verb RunAs -Wait -PassThru "
            "-WindowStyle Hidden).ExitCode"
        )
        return "powershell", "-NoProfile", "-Command", script
    if shutil.which("pkexec") is None:
        return None
    return "pkexec", "sh", "-c", " && ".join(lines)


def shown(lines: Sequence[str], command: Sequence[str] | None) -> str:
    """The command as a person reads it, or types it where nothing can run it."""
    if command is None:
        return "\n".join(f"sudo {line}" for line in lines)
    return "\n".join(lines) if command[0] == "powershell" else shlex.join(command)


def cannot_ask(status: int, said: str) -> bool:
    """True where a run failed because no agent of polkit is here to ask, as in plain desktops. A
    shell has the same status for a command that it does not find."""
    return status == 127 and "authentication agent" in said


def run(command: Sequence[str]) -> tuple[int, str]:
    """Run it to its end, which a person may take minutes for: its exit status, and what it said of
    its failure."""
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    try:
        ended = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            creationflags=hidden,
            check=False,
        )
    except OSError as error:
        return 1, str(error)
    return ended.returncode, (ended.stderr or ended.stdout).decode("utf-8", "replace")
