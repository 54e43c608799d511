"""What a phone sends is checked; what it shows survives the way."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.guests.screen import (
    ID_MAX,
    VALUE_MAX,
    Act,
    Button,
    Question,
    Screen,
    Section,
    Spot,
)


def test_a_screen_is_json_that_a_page_can_read() -> None:
    screen = Screen(
        "fr",
        "Vendredi",
        "À toi",
        my_turn=True,
        picture="7",
        spots=(Spot(Button("a", "Case 7"), 0.1, 0.2, 0.3, 0.4),),
        sections=(Section("hand", "Cartes", ("bleu <b>",), private=True),),
        question=Question("q", "Nom ?", (Button("ok", "Oui"),), "Zoé"),
    )
    read = json.loads(screen.to_json())
    assert read["spots"][0]["button"]["name"] == "Case 7"
    assert read["question"]["field"] == "Zoé"
    assert json.loads(Screen("en", "", "").to_json())["question"] is None


def test_an_act_is_read() -> None:
    text = '{"kind":"hello","width":360,"height":640.0,"ratio":2.5,"dark":true,"lang":"fr"}'
    assert Act.from_json(text) == Act(
        "hello", width=360, height=640, ratio=2.5, dark=True, lang="fr"
    )
    text = '{"kind":"answer","id":"q","button":"ok","value":"Zoé","more":[1]}'
    assert Act.from_json(text) == Act("answer", id="q", button="ok", value="Zoé")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '"press"',
        '{"kind":"reboot"}',
        '{"kind":["press"]}',
        '{"kind":"press","id":7}',
        '{"kind":"press","id":null}',
        '{"kind":"press","id":"\\ud800"}',
        json.dumps({"kind": "press", "id": "x" * (ID_MAX + 1)}),
        json.dumps({"kind": "answer", "value": "x" * (VALUE_MAX + 1)}),
        '{"kind":"hello","width":1e9}',
        '{"kind":"hello","width":-1}',
        '{"kind":"hello","width":true}',
        '{"kind":"hello","width":"360"}',
        '{"kind":"hello","ratio":NaN}',
        '{"kind":"hello","ratio":0}',
        '{"kind":"hello","lang":"' + "x" * 100 + '"}',
        '{"kind":"hello","a":' + "[" * 100_000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_act_is_refused(text: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 (its kinds are many)
        Act.from_json(text)


VALUES = st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.just("press")
ACTS = st.dictionaries(st.sampled_from(["kind", "id", "width", "ratio"]), VALUES | st.lists(VALUES))


@pytest.mark.slow
@given(ACTS | VALUES)
def test_no_json_does_more_than_be_refused(value: object) -> None:
    try:
        act = Act.from_json(json.dumps(value))
    except ValueError:
        return
    assert len(act.id) <= ID_MAX
