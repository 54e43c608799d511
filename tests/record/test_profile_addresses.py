"""Where others were last reached, in the profile: kept, bounded, and read with care."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from camelnet.record.profile import ADDRESSES_MAX, Profile


def _key(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_addresses_outlive_the_profile_that_kept_them(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path)
    profile.remember_addresses([(_key(1), "192.0.2.7", 40_111), (_key(2), "2001:db8::7", 40_112)])
    profile.remember_addresses([(_key(1), "192.0.2.8", 40_113)])
    profile.close()
    again = Profile.open(tmp_path)
    assert again.addresses() == (
        (_key(2), "2001:db8::7", 40_112),
        (_key(1), "192.0.2.8", 40_113),
    )
    again.close()


def test_of_many_peers_the_latest_are_kept(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path)
    for number in range(ADDRESSES_MAX + 5):
        profile.remember_addresses([(_key(number), "192.0.2.7", 1 + number)])
    kept = [port for _key, _host, port in profile.addresses()]
    assert kept == list(range(6, ADDRESSES_MAX + 6))
    profile.close()


def test_nothing_is_written_while_everybody_stays_where_it_is(tmp_path: Path) -> None:
    profile = Profile.open(tmp_path)
    here = [(_key(2), "192.0.2.7", 1), (_key(1), "192.0.2.7", 2)]
    profile.remember_addresses(here)
    (tmp_path / "profile.json").unlink()
    profile.remember_addresses(reversed(here))
    assert not (tmp_path / "profile.json").exists()
    profile.remember_addresses([(_key(1), "192.0.2.7", 3)])
    assert (tmp_path / "profile.json").exists()
    profile.close()


@pytest.mark.parametrize(
    "item",
    [
        None,
        "192.0.2.7:1",
        ["00" * 32, "192.0.2.7"],
        ["00" * 31, "192.0.2.7", 1],
        ["zz" * 32, "192.0.2.7", 1],
        ["00" * 32, 7, 1],
        ["00" * 32, "192.0.2.7", True],
        ["00" * 32, "192.0.2.7", 65_536],
        ["00" * 32, "h" * 65, 1],
    ],
)
def test_what_is_no_address_in_the_file_is_left_out(tmp_path: Path, item: Any) -> None:
    good = ["11" * 32, "192.0.2.7", 40_111]
    settings = tmp_path / "profile.json"
    settings.write_text(json.dumps({"name": "Anna", "addresses": [item, good]}))
    profile = Profile.open(tmp_path)
    assert profile.addresses() == ((bytes.fromhex("11" * 32), "192.0.2.7", 40_111),)
    assert profile.name == "Anna"
    profile.close()


@pytest.mark.parametrize("kept", [None, 7, {}, "many"])
def test_a_list_that_is_none_holds_nothing(tmp_path: Path, kept: Any) -> None:
    (tmp_path / "profile.json").write_text(json.dumps({"addresses": kept}))
    profile = Profile.open(tmp_path)
    assert profile.addresses() == ()
    profile.remember_addresses([(_key(1), "192.0.2.7", 1)])
    assert len(profile.addresses()) == 1
    profile.close()
