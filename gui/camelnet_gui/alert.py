"""A sentence in a window of its own, where the app could not begin."""

from __future__ import annotations

import os
import sys


def show(text: str) -> None:
    """Show it until it is closed; nothing happens where no window can be seen."""
    from camelnet_gui.system.display import UNSEEN, NoDisplay, choose_platform

    try:
        platform = choose_platform(os.environ)
    except NoDisplay:
        return
    if platform:
        os.environ["QT_QPA_PLATFORM"] = platform

    from PySide6.QtWidgets import QApplication

    from camelnet.i18n import _
    from camelnet_gui.style.theme import choose_theme, dress
    from camelnet_gui.widgets.dialogs import Telling

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    if app.platformName() in UNSEEN:  # nobody could close it
        return
    dress(app, choose_theme("auto"))
    Telling(_("Something went wrong"), text).exec()
