"""Completion scripts for bash, zsh and fish, from click's own templates.

A script asks the command itself for the words that fit at the cursor, so that it is never out of
date.
"""

from __future__ import annotations

from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from camelnet.cli import camelnet

PROGRAM, VARIABLE = "camelnet", "_CAMELNET_COMPLETE"
# The place of each shell's scripts below share/, and the class that writes them.
PLACES: dict[str, type[ShellComplete]] = {
    "bash-completion/completions/camelnet": BashComplete,
    "zsh/site-functions/_camelnet": ZshComplete,
    "fish/vendor_completions.d/camelnet.fish": FishComplete,
}


def completions() -> dict[str, str]:
    """Each script by its path below share/."""
    return {place: _script(kind) for place, kind in PLACES.items()}


def _script(kind: type[ShellComplete]) -> str:
    # Not `source()`, which asks bash for its version: this machine's bash is not the player's.
    writer = kind(camelnet, {}, PROGRAM, VARIABLE)
    return (writer.source_template % writer.source_vars()).strip() + "\n"
