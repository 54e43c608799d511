"""The TXT record: fits in 200 bytes, survives rubbish."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.net.txt_record import HINT_BYTES_MAX, fit, read

keys = st.text("abcdefgh", min_size=1, max_size=8)
words = st.text(st.characters(codec="utf-8"), max_size=300)


@pytest.mark.slow
@given(st.dictionaries(keys, words, max_size=8))
def test_hints_fit_and_are_beginnings_of_what_was_said(hints: dict[str, str]) -> None:
    fitted = fit(hints)
    assert fitted.keys() == hints.keys()
    assert sum(2 + len(key) + len(value) for key, value in fitted.items()) <= HINT_BYTES_MAX
    for key, value in fitted.items():
        assert hints[key].startswith(value.decode("utf-8"))


def test_short_hints_are_not_touched_and_long_ones_are_cut_first() -> None:
    fitted = fit({"v": "1", "n": "é" * 150, "g": "camelup"})
    assert fitted["v"] == b"1"
    assert fitted["g"] == b"camelup"
    assert 100 < len(fitted["n"]) < 200


@pytest.mark.parametrize("key", ["", "a=b", "é", "a\n", "k" * 200])
def test_a_key_that_does_not_fit_is_our_own_bug(key: str) -> None:
    with pytest.raises(ValueError, match="key"):
        fit({key: "x"})


@given(st.dictionaries(st.binary(max_size=20), st.none() | st.binary(max_size=300), max_size=60))
def test_whatever_others_say_is_read_as_words(properties: dict[bytes, bytes | None]) -> None:
    hints = read(properties)
    assert len(hints) <= 32
    assert sum(len(key) + len(value) for key, value in hints.items()) <= 1_000


def test_what_fits_is_read_back() -> None:
    hints = {"n": "Zoë", "t": "Küche", "empty": ""}
    fitted = fit(hints)
    assert read({key.encode(): value for key, value in fitted.items()}) == hints
