"""What others wrote is shown in one form, and names that look alike are known to."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelnet.foreign_text import MARKS_MAX, NAMELESS, isolated, looks, shown, shown_name
from camelnet.i18n import LANGUAGES, _, choose_language, message
from camelnet.protocol.start.genesis import distinct
from camelnet.record.profile import clean_name
from camelnet.rules.phrases import enumerated, listing

PEOPLE = [  # as people write their names
    "Zoë",
    "Nguyễn Ái",
    "O'Brien-Smith",
    "Саша",
    "Νίκος",
    "محمد عليّ",
    "שָׁלוֹם",
    "नमस्ते क्षेत्रपाल",
    "தமிழ்",
    "สมชาย น้ำ",
    "မြန်မာ ကျွန်ုပ်",
    "བསྒྲུབས",
    "ខ្មែរ",
    "山田 太郎",
    "김철수",
    "❤️ Zoé 👍🏽",
    "🇫🇷 Amélie",
]
TRICKS = st.sampled_from(
    "a b\u0301\u0316\u0332\ufe0f\u3164\u2800\u200d\u202e\u00a0\n<&é\U000e0041\u1160ᄀ\u1161"
    "\u0958❤م\ud800"
)
ODD = st.text(TRICKS, max_size=40) | st.text(max_size=40)


@pytest.mark.parametrize("name", PEOPLE)
def test_names_of_people_stay_as_they_are(name: str) -> None:
    assert shown(name) == unicodedata.normalize("NFC", name)
    assert clean_name(name) == shown(name)


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("Anna ", "Anna"),
        ("  Anna \t\n Maria", "Anna Maria"),
        ("An\u200bna\u2060\ufeff", "Anna"),
        ("An\u00adna", "Anna"),
        ("\u202eannA\u202c", "annA"),
        ("\u2066Anna\u2069", "Anna"),
        ("Anna\u3164", "Anna"),
        ("Anna\ufe0f", "Anna"),
        ("Anna\u2800\u2800", "Anna"),
        ("Anna\u034f\u17b4\uffa0\U000e0100", "Anna"),
        ("Anna\x1b[2J\x00", "Anna[2J"),
        ("Zoe\u0308", "Zoë"),
        ("A" + "\u0301\u0316" * 20, "Á\u0316\u0301"),
        ("A" + "\u0332" * 20, "A\u0332"),
        ("\u0301Anna \u0332B", "Anna B"),
        ("👩\u200d🚀", "👩🚀"),
        ("\ud800Anna", "Anna"),
    ],
)
def test_what_nobody_sees_is_left_out(sent: str, read: str) -> None:
    assert shown(sent) == unicodedata.normalize("NFC", read)


@pytest.mark.parametrize(
    "blank",
    ["", " ", "\u3164", "\u2800", "\ufe0f", "\u200b", "\u0301\u0301", "\u115f\u1160", "\U000e0020"],
)
def test_a_name_of_which_nothing_can_be_seen_has_a_stand_in(blank: str) -> None:
    assert shown(blank) == ""
    assert shown_name(blank) == NAMELESS
    assert clean_name(blank) == ""


@given(ODD)
def test_what_is_shown_has_one_form(text: str) -> None:
    read = shown(text)
    assert shown(read) == read
    assert read.isprintable()
    assert read == unicodedata.normalize("NFC", read) == " ".join(read.split())
    piled = 0
    for letter in read:
        piled = piled + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        assert piled <= MARKS_MAX


@given(ODD)
def test_a_clean_name_is_seen_by_others_as_by_its_owner(text: str) -> None:
    assert shown(clean_name(text)) == clean_name(text)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "\u0410nn\u0430"),  # Cyrillic
        ("NIKO", "\u039d\u0399\u039a\u039f"),  # Greek
        ("Anna", "Anna\u3164"),
        ("Anna", "A\u0332nna"),
        ("Anna", "Anna."),
        ("Anna Maria", "AnnaMaria"),
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # wide letters
        ("Anna", "\U0001d400\U0001d4f7\U0001d4c3\U0001d552"),  # mathematical ones
        ("Anna", "\U0001f170nna"),
        ("Bruno", "Brun0"),
        ("Iris", "lris"),
        ("Tom", "Torn"),
        ("Zoë", "Zoe"),
        ("Саша", "Caшa"),
        ("Søren", "Soren"),
        ("Jo \u2764", "Jo \u2764\ufe0f"),
    ],
)
def test_names_that_people_take_for_one_look_alike(name: str, other: str) -> None:
    assert looks(name) == looks(other)
    first, second = distinct((name, other))
    assert (first, second) == (shown(name), f"{shown(other)} 2")


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Hannah"),
        ("Ben", "Bea"),
        ("กิน", "กีน"),  # the marks of Thai are its vowels
        ("कि", "की"),
        ("田", "由"),
        ("❤", "👍"),
        ("!", "?"),
        ("Саша", "Маша"),
    ],
)
def test_other_names_do_not(names: tuple[str, str]) -> None:
    assert looks(names[0]) != looks(names[1])
    assert distinct(names) == names


@pytest.mark.slow
@given(st.lists(ODD, max_size=8))
def test_the_names_of_a_table_are_all_different(names: list[str]) -> None:
    told = distinct(names)
    assert len(told) == len(names)
    assert len({looks(name) for name in told}) == len(names)


def test_signs_that_stand_for_sentences_are_numbered_like_other_names() -> None:
    names = distinct(["\ufdfa" * 32] * 3)
    assert [name.removeprefix("\ufdfa" * 32) for name in names] == ["", " 2", " 3"]


def test_a_sentence_takes_the_texts_of_others_as_they_may_be_shown() -> None:
    said = message("{who} sent {what}", who="\u202eAnna\x1b", what=message("{n}", n="\u3164"))
    assert str(said) == "Anna sent "


def test_what_is_written_from_right_to_left_reorders_nothing_beside_it() -> None:
    amal = "\u0623\u0645\u0644"
    apart = f"\u2068{amal}\u2069"
    assert isolated(amal) == isolated(apart) == apart
    assert isolated("Zo\u00eb") == "Zo\u00eb"
    assert shown(apart) == amal, "and it is a matter of the screen alone"
    for language in LANGUAGES:
        choose_language([language])
        assert _("{name}: {text}").format(name=amal, text="5").startswith(apart)
        assert str(message("{name}: {text}", name=amal, text="123")).startswith(apart)
        assert apart in listing(["Ana", amal, "Ben"])
    choose_language(["en"])
    assert enumerated(["Ana", amal]) == f"Ana, {apart}"
