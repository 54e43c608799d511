"""What no page shows is not read aloud either."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from tests.gui.conftest import WindowDriver


def test_no_label_in_another_window_is_in_sight_beside_the_home_page(
    request: pytest.FixtureRequest,
) -> None:
    earlier = set(QApplication.topLevelWidgets())  # of tests before this one
    driver: WindowDriver = request.getfixturevalue("driver")
    shown = [
        label.text()
        for top in QApplication.topLevelWidgets()
        if top is not driver.window and top not in earlier and top.isVisible()
        for label in top.findChildren(QLabel)
        if label.isVisible() and label.text()
    ]
    assert not shown
