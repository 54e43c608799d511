"""The entry point of the app: the wiring of window, bridge, settings and crash log.

Qt is loaded only once it is known that there is a display to open a window on.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from camelnet.i18n import N_, message
from camelnet.record.profile import Profile
from camelnet.terminal.exit_codes import Failed
from camelnet_gui.startup.launch import OpenTable, WatchTable, told_the_other
from camelnet_gui.system.display import NoDisplay, choose_platform
from camelnet_gui.system.handover import Request, activation_token, hand_over

USAGE = 2


def run(
    *,
    profile: Path | None,
    name: str = "",
    interface: str | None = None,
    port: int = 0,
    record_dir: Path | None = None,
    table: OpenTable | None = None,
    replay: Path | str | None = None,
    watch: WatchTable | None = None,
) -> int:
    """Open the app, at a table, with a recorded game or on a big screen, and play until its window
    is closed. `replay`: a file, or a link as text. Returns the exit code. Raises `Failed`."""
    try:
        platform = choose_platform(os.environ)
    except NoDisplay as error:
        print(f"camelnet: {error}", file=sys.stderr)
        return USAGE
    if platform:
        os.environ["QT_QPA_PLATFORM"] = platform
    # A start that is for more than a file cannot leave it to the app that runs.
    request = Request(replay, activation_token(os.environ)) if not (table or watch) else None
    if request is not None and hand_over(profile or Profile.default_path(), request):
        return told_the_other()  # without loading Qt
    try:
        from camelnet_gui.application import Application
    except ImportError as error:
        text = N_("Qt cannot be loaded: {why}. Debian and Ubuntu: apt-get install libegl1 libgl1.")
        raise Failed(message(text, why=str(error))) from error
    return Application.launch(
        profile=profile,
        name=name,
        interface=interface,
        port=port,
        record_dir=record_dir,
        table=table,
        replay=replay,
        watch=watch,
        request=request,
    )
