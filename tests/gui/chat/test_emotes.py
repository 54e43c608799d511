"""Emotes: how they travel, how often, and where they are seen."""

from __future__ import annotations

from itertools import combinations

import pytest
from camelnet_gui.chat.emote_art import paint_emote
from camelnet_gui.chat.emotes import BURST, EMOTES, WINDOW_S, EmoteLimit, parse
from camelnet_gui.chat.history import ChatHistory
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtTest import QTest

from camelnet.session.api.facts import ChatSaid
from camelnet.session.lobby.contacts import CHAT_BURST
from tests.gui.clicker import click
from tests.gui.conftest import WindowDriver
from tests.gui.pictures import painted
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp

ANA = 0


@pytest.fixture
def driver(driver: WindowDriver) -> WindowDriver:
    """At a table."""
    driver.play_until_my_turn(ScriptedCamelUp())
    return driver


def hear(driver: WindowDriver, text: str, seat: int = ANA, *, me: bool = False) -> bytes:
    view = driver.table.model.view
    key = view.seats[seat].key
    driver.tell(ChatSaid(key, view.seats[seat].name, text, me))
    return key


@pytest.mark.slow
def test_each_emote_is_a_short_printable_word_of_its_own() -> None:
    assert len(EMOTES) == 8
    assert len({emote.text for emote in EMOTES}) == 8
    for emote in EMOTES:
        assert emote.text.isascii()
        assert emote.text.isprintable()
        assert parse(emote.text) is emote
        assert emote.words


@pytest.mark.parametrize(
    "text", ["", ":camel-cheer", ":camel-cheer: ", "x:camel-cheer:", ":camel-what:", ":CAMEL-WOW:"]
)
def test_any_other_text_is_text(text: str) -> None:
    assert parse(text) is None


def test_the_limit_lets_few_through_at_a_time() -> None:
    now = 100.0
    limit = EmoteLimit(lambda: now)
    assert [limit.allows() for _each in range(BURST + 2)] == [True] * BURST + [False] * 2
    now += WINDOW_S
    assert limit.allows()
    assert BURST < CHAT_BURST, "no emote of ours is refused by the others"


def test_the_drawings_differ() -> None:
    box = QRectF(0, 0, 64, 64)
    pictures = [
        painted(64, 64, lambda p, key=each.key: paint_emote(p, key, box)) for each in EMOTES
    ]
    assert all(one != other for one, other in combinations(pictures, 2))


@pytest.mark.slow
def test_a_key_sends_an_emote_and_a_fifth_at_once_is_not_sent(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    driver.table.setFocus()
    for _each in range(BURST + 1):
        QTest.keyClick(driver.table, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert driver.asked == [("say", EMOTES[1].text)] * BURST


def test_an_emote_is_chosen_in_the_bar_by_its_number(driver: WindowDriver) -> None:
    bar = driver.table.panel.talk.bar
    bar.open_above(driver.table.panel.talk.emotes)
    QTest.keyClick(bar, Qt.Key.Key_8)
    assert driver.asked == [("say", EMOTES[7].text)]
    assert not bar.isVisible()


def test_an_emote_stands_beside_its_players_row_and_in_the_chat(driver: WindowDriver) -> None:
    key = hear(driver, EMOTES[0].text)
    bubble = driver.table.talk.bubbles.of(key)
    assert bubble.emote is EMOTES[0]
    assert bubble.isVisible()
    row = driver.table.panel.players.row_of(ANA)
    assert abs(bubble.geometry().right() - row.mapTo(driver.table, row.rect().topLeft()).x()) < 12
    line = driver.window.chat.lines[-1]
    assert line.emote is EMOTES[0]
    assert EMOTES[0].words in line.words


@pytest.mark.slow
@pytest.mark.parametrize("before", [True, False], ids=["said before", "said then"])
def test_no_bubble_lies_over_a_page_to_be_read(driver: WindowDriver, before: bool) -> None:
    driver.window.resize(1024, 640)
    if before:
        hear(driver, EMOTES[0].text)
    script = ScriptedCamelUp()
    driver.play(script)
    key = driver.table.model.view.seats[ANA].key if before else hear(driver, "Well played, all!")
    bubble, card = driver.table.talk.bubbles.of(key), driver.table.overlay.card
    assert bubble.isVisible()
    assert not bubble.geometry().intersects(QRect(card.mapTo(driver.table, QPoint()), card.size()))
    driver.table.overlay.leave()
    assert bubble.geometry().right() < driver.table.panel.x() + 20


def test_emotes_of_others_can_be_hidden_but_not_ones_own(driver: WindowDriver) -> None:
    driver.table.panel.talk.bar.mute.click()
    assert not driver.settings.emotes
    assert driver.table.talk.bubbles.of(hear(driver, EMOTES[3].text)) is None
    me = driver.table.model.view.me
    assert me is not None
    assert driver.table.talk.bubbles.of(hear(driver, EMOTES[3].text, me, me=True)) is not None


def test_words_have_a_bubble_while_the_log_is_shown(driver: WindowDriver) -> None:
    key = hear(driver, "<b>" + "x" * 497)
    bubble = driver.table.talk.bubbles.of(key)
    assert driver.table.rect().contains(bubble.geometry())
    driver.table.panel.talk.show_chat(True)
    driver.table.talk.bubbles.hush(key)
    hear(driver, "again")
    assert driver.table.talk.bubbles.of(key) is None


def test_who_has_no_seat_speaks_from_the_chat_line(driver: WindowDriver) -> None:
    driver.tell(ChatSaid(b"\x77" * 32, "Zoe", EMOTES[2].text, False))
    bubble = driver.table.talk.bubbles.of(b"\x77" * 32)
    assert driver.table.rect().contains(bubble.geometry())


def test_the_mark_counts_what_was_not_seen_until_the_chat_is_shown(driver: WindowDriver) -> None:
    driver.window.activateWindow()
    history: ChatHistory = driver.window.chat
    hear(driver, "one")
    hear(driver, EMOTES[4].text)
    assert history.unread == 2
    click(driver.table.panel.talk.toggle)
    QTest.qWait(20)
    assert history.unread == 0
    hear(driver, "three")
    QTest.qWait(20)
    assert history.unread == 0, "it is in sight"
