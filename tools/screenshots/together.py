"""Pictures of playing together: emotes and chat, the curtain, the big screen."""

from __future__ import annotations

from dataclasses import replace

from camelnet_gui.chat.emotes import EMOTES

from camelnet.rules import Position
from camelnet.session.api.facts import ChatSaid, LobbyChanged, TableChanged, TableLeft
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import HeadlessDriver, pause
from tools.screenshots.lobby import lobby_view

STEPS = 60
ADDRESS = "192.168.1.23:21776"


def capture_together(driver: HeadlessDriver, seats: int) -> None:
    _capture_talk(driver, seats)
    _capture_curtain(driver)
    _capture_big_screen(driver, seats)


def _capture_talk(driver: HeadlessDriver, seats: int) -> None:
    script = ScriptedCamelUp(seats=max(3, seats), me=1, seed=3)
    driver.take(*script.play(lambda position: position.turn == script.me))
    view = script.view()
    driver.take(TableChanged(view))
    ana, _me, chloe = view.seats[:3]
    driver.take(ChatSaid(chloe.key, chloe.name, "Green will never make it.", False))
    driver.take(ChatSaid(ana.key, ana.name, EMOTES[0].text, False))
    driver.capture("emotes")
    page = driver.window.table
    assert page is not None
    page.panel.talk.show_chat(True)
    page.talk.bubbles.clear()
    driver.capture("chat")
    page.panel.talk.bar.open_above(page.panel.talk.emotes)
    driver.capture("emote-bar", page.panel.talk.bar)
    page.panel.talk.bar.close()


def _capture_curtain(driver: HeadlessDriver) -> None:
    page = driver.window.table
    assert page is not None
    players = driver.window.local_players
    players.curtain.draw_for(page.model.marks[2])
    driver.window.pages.setCurrentWidget(players.curtain)
    pause(700)
    driver.capture("curtain")
    driver.window.pages.setCurrentWidget(page)


def _capture_big_screen(driver: HeadlessDriver, seats: int) -> None:
    count = 0

    def later(_position: Position) -> bool:
        nonlocal count
        count += 1
        return count > STEPS

    screen = driver.window.big_screen
    screen.entered.disconnect()  # it would fill the screen, of whatever size
    script = ScriptedCamelUp(seats=seats, me=0, seed=3)
    game = b"\x05" * 32
    steps = [replace(step, game_id=game) for step in script.play(later)]
    driver.take(LobbyChanged(lobby_view(full=True)))
    driver.take(*steps)
    driver.take(TableChanged(replace(script.watched(), game_id=game, aids=True)))
    screen.show_address(ADDRESS)
    driver.window.toggle_big_screen()
    pause(100)
    ben = script.view().seats[1]
    driver.take(ChatSaid(ben.key, ben.name, EMOTES[5].text, False))
    driver.capture("big-screen")
    driver.take(TableLeft(game))
    driver.capture("big-screen-waits")
