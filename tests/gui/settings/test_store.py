"""The settings file: what is remembered, and what a spoilt one reads as."""

from __future__ import annotations

import plistlib
from pathlib import Path

import pytest
from camelnet_gui.settings.store import SPOILT, Settings
from camelnet_gui.system.motion import gtk_says, kde_says, mac_says
from PySide6.QtCore import QByteArray


def test_settings_are_remembered(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.theme, settings.size, settings.confirm = "dark", 150, False
    settings.bots_pace, settings.volume, settings.ambience = "calm", 35, True
    settings.learned = ("camelup", "targui")
    settings.interface = "wlan0"
    settings.geometry = QByteArray(b"\x00\x01,;=[")
    settings.save()
    again = Settings(tmp_path)
    assert (again.theme, again.size, again.confirm) == ("dark", 150, False)
    assert (again.bots_pace, again.volume, again.ambience) == ("calm", 35, True)
    assert again.learned == ("camelup", "targui")
    assert again.interface == "wlan0"
    assert again.geometry == QByteArray(b"\x00\x01,;=[")
    assert again.trouble is None


def test_a_new_profile_has_the_usual_settings(tmp_path: Path) -> None:
    new = Settings(tmp_path)
    assert (new.theme, new.motion, new.speed, new.bots_pace) == ("auto", "auto", "normal", "quick")
    assert (new.sound, new.volume, new.ambience, new.notifications) == (True, 70, False, True)
    assert (new.interface, new.learned, new.name_asked, new.odds_open) == ("", (), False, True)
    assert new.trouble is None


@pytest.mark.parametrize(
    "text",
    [
        b"[General]\ntheme=pink\nsize=12x\nvolume=40\n",
        b"[General]\nvolume=40\nthe",
        b"[General]\nvolume=40\n[Gene",
        b"[General]\nvolume=40\n\x00\xff\xfe\n",
        b"[General]\nvolume=40\nsound=perhaps, who knows\n",
        b"[General]\nvolume=40\nsize=99999999999999999999\n",
    ],
)
def test_a_spoilt_file_reads_as_defaults_and_is_told_once(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "app.ini").write_bytes(text)
    spoilt = Settings(tmp_path)
    assert (spoilt.theme, spoilt.size, spoilt.speed, spoilt.sound) == ("auto", 100, "normal", True)
    assert spoilt.volume == 40, "what can be read is kept"
    assert str(tmp_path / SPOILT) in str(spoilt.trouble)
    assert (tmp_path / SPOILT).read_bytes() == text
    spoilt.save()
    again = Settings(tmp_path)
    assert again.trouble is None
    assert again.volume == 40


def test_a_change_is_told_and_the_same_value_is_none(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    told: list[str] = []
    settings.changed.connect(lambda: told.append(settings.theme))
    settings.theme = "dark"
    settings.theme = "dark"
    settings.theme = "light"
    assert told == ["dark", "light"]


def test_the_desktops_say_whether_they_want_less_motion(tmp_path: Path) -> None:
    assert not gtk_says({}, tmp_path)
    assert not kde_says({}, tmp_path)
    assert not mac_says(tmp_path)
    for path, text in {
        ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations=0\n",
        ".config/kdeglobals": "[KDE]\nAnimationDurationFactor=0\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    mac = tmp_path / "Library/Preferences/com.apple.universalaccess.plist"
    mac.parent.mkdir(parents=True)
    mac.write_bytes(plistlib.dumps({"reduceMotion": True}))
    assert gtk_says({}, tmp_path)
    assert kde_says({"XDG_CONFIG_HOME": str(tmp_path / ".config")}, tmp_path / "elsewhere")
    assert mac_says(tmp_path)
    mac.write_bytes(b"no plist")
    assert not mac_says(tmp_path)
