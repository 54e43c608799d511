"""Pictures of the screens of Camel Up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from camelnet_gui.games.camels.leg_page import LegPage
from camelnet_gui.games.camelup.bet_dialog import BetDialog
from camelnet_gui.games.camelup.board import CamelUpBoard
from camelnet_gui.games.camelup.score_pages import FinalPage
from camelnet_gui.games.camelup.view_model import CamelUpViewModel
from camelnet_gui.table.membership_votes import LATE_MS
from camelnet_gui.table.overlay import Overlay
from camelnet_gui.table.page import TablePage

from camelnet.rules import Position
from camelnet.session.api.facts import (
    ChatSaid,
    MembershipVotes,
    Need,
    OwnState,
    Presence,
    Stepped,
    TableChanged,
    Vote,
    Waiting,
)
from tools.screenshots import review
from tools.screenshots.camelup.scripted_game import ScriptedCamelUp
from tools.screenshots.driver import (
    HeadlessDriver,
    capture_celebration,
    pause,
    show_hint,
    show_odds,
)
from tools.screenshots.scripted_game import audit_of


def _is_mine_in_leg(
    script: ScriptedCamelUp, leg: int, dice_left: int
) -> Callable[[Position], bool]:
    def there(position: Position) -> bool:
        public = position.to_dict()
        return (
            public["turn"] == script.me
            and public["leg"] >= leg
            and len(public["dice"]) <= dice_left
        )

    return there


def _in_the_second_leg(seats: int) -> tuple[ScriptedCamelUp, list[Stepped]]:
    """A race that reaches its second leg: some end before."""
    for seed in range(11, 100):
        script = ScriptedCamelUp(seats=seats, me=min(2, seats - 1), seed=seed)
        steps = list(script.play(_is_mine_in_leg(script, 2, 3)))
        if script.position.turn == script.me:
            return script, steps
    raise AssertionError("races are over too soon")


def capture_table(driver: HeadlessDriver, seats: int) -> None:
    """My turn in each of its states, and another player's."""
    script, steps = _in_the_second_leg(seats)
    driver.take(*steps, TableChanged(script.view()))
    driver.take(ChatSaid(b"\x02" * 32, "Ben", "Green will never make it.", False))
    page = driver.window.table
    assert page is not None
    driver.capture("table-mine")
    page.open_recap()
    page.recap.scrub.setValue(1)
    driver.capture("recap")
    page.recap.leave()
    _point_at_a_pick(page)
    driver.capture("preview-pick")
    _board(page).point_at("")
    page.choose("act leg")
    leg = next((m for m in sorted(page.model.table.legal) if m.startswith("leg")), None)
    if leg:
        page.choose(leg)
    driver.capture("table-leg")
    page.chooser.back()
    page.chooser.back()
    page.choose("act tile")
    _point_at_a_pick(page)
    driver.capture("preview-tile")
    _board(page).point_at("")
    tile = next((m for m in sorted(page.model.table.legal) if m.startswith("tile")), None)
    if tile:
        page.choose(f"space {tile[5:-1]}")
    driver.capture("table-tile")
    page.chooser.back()
    page.chooser.back()
    page.choose("act bet")
    if isinstance(page.chooser.dialog, BetDialog):
        page.chooser.dialog.choose(deck="win", camel="y")
        driver.capture("bet", page.chooser.dialog)
        driver.capture("bet-table")
        page.chooser.dialog.reject()
    other = (script.me + 1) % seats
    driver.take(*[replace(s, replayed=False) for s in (script.step(script.choose()),)])
    while script.position.turn not in (other, "over"):
        driver.take(replace(script.step(script.choose()), replayed=False))
    driver.take(TableChanged(script.view()))
    driver.capture("table-other")
    script.presence[other] = (Presence.SILENT, 14)
    driver.take(TableChanged(script.view()))
    driver.capture("table-away")


def _point_at_a_pick(page: TablePage) -> None:
    """The pointer on the first leg tile or space that I can pick."""
    board = _board(page)
    picks = sorted(board.shown.picks)
    place = next((each for each in picks if each.startswith("space")), picks[0] if picks else "")
    board.point_at(place)


def _board(page: TablePage) -> CamelUpBoard:
    assert isinstance(page.board, CamelUpBoard)
    return page.board


def capture_fellowship(driver: HeadlessDriver, seats: int) -> None:
    """A missing player: votes, ghosts, changes; a spectator's table; the proof of a die."""
    script, steps = _in_the_second_leg(max(4, seats))
    steps.append(script.step("roll"))
    steps += script.play(lambda position: position.turn == 3)
    script.presence[1] = (Presence.SILENT, 42)
    script.waiting = (Waiting(1, Need.LUCK),)
    driver.take(*steps, TableChanged(script.view()))
    driver.take(TableChanged(script.view(membership_votes=MembershipVotes(removable=(1,)))))
    driver.capture("away-droppable")
    wanted = Vote(seat=1, leaving=True, wanted_by=(0,), needed=3)
    state = MembershipVotes(votes=(wanted,), removable=(1,))
    driver.take(TableChanged(script.view(membership_votes=state)))
    driver.capture("away-vote")
    script.presence[0] = (Presence.SILENT, 7)
    state = MembershipVotes(
        votes=(replace(wanted, wanted_by=(2,)),), removable=(1, 0), apart=(2, 3)
    )
    driver.take(TableChanged(script.view(membership_votes=state)))
    driver.capture("away-apart")
    script.presence.clear()
    script.waiting = (Waiting(3, Need.CHANGE),)
    driver.take(TableChanged(script.view(membership_votes=MembershipVotes(changing=True))))
    pause(LATE_MS + 100)
    driver.capture("change")
    script.ghosts, script.waiting = {1}, ()
    script.presence[1] = (Presence.SILENT, 95)
    back = Vote(seat=1, leaving=False, wanted_by=(1, 0), needed=3)
    driver.take(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1))))
    driver.capture("ghost")
    script.presence.clear()
    driver.take(TableChanged(script.view(membership_votes=MembershipVotes(epoch=1, votes=(back,)))))
    pause(LATE_MS + 100)
    driver.capture("ghost-returns")
    script.ghosts = {2}
    mine = Vote(seat=2, leaving=False, wanted_by=(2,), needed=3)
    state = MembershipVotes(epoch=1, votes=(mine,), i_am_out=True)
    driver.take(TableChanged(script.view(membership_votes=state)))
    driver.capture("i-am-out")
    script.ghosts = set()
    driver.take(TableChanged(script.view()))
    page = driver.window.table
    assert page is not None
    page.fairness.open()
    driver.take(audit_of(next(step for step in reversed(steps) if step.seat is None), script))
    assert page.fairness.dialog is not None
    driver.capture("fair", page.fairness.dialog)
    page.fairness.dialog.reject()
    script.apart = (script.index - 6, (2,))
    script.ghosts = {0, 1, 3}
    driver.take(TableChanged(script.view()))
    driver.capture("apart")
    page.fairness.open()
    assert page.fairness.dialog is not None
    driver.capture("fair-apart", page.fairness.dialog)
    page.fairness.dialog.reject()


def capture_states(driver: HeadlessDriver, seats: int) -> None:
    """Another seat in each of its states, while the table waits for it; then my own."""
    script, steps = _in_the_second_leg(max(4, seats))
    steps.append(script.step("roll"))
    steps += script.play(lambda position: position.turn == 3)
    driver.take(*steps, TableChanged(script.view()))
    script.waiting = (Waiting(1, Need.ACK),)
    votes = MembershipVotes(removable=(1,))
    for how in (
        Presence.CONNECTING,
        Presence.SLOW,
        Presence.SILENT,
        Presence.LEFT,
        Presence.AWAY,
    ):
        script.presence[1] = (how, 26)
        driver.take(TableChanged(script.view(membership_votes=votes)))
        driver.capture(f"state-{how.value}")
    script.presence.clear()
    view = script.view(membership_votes=votes)
    late = tuple(replace(seat, catching_up=n == 1) for n, seat in enumerate(view.seats))
    driver.take(TableChanged(replace(view, seats=late)))
    driver.capture("state-catching-up")
    script.presence = dict.fromkeys((0, 1, 3), (Presence.CONNECTING, 26))
    for own in (OwnState.OFFLINE, OwnState.ALONE):
        driver.take(TableChanged(script.view(own=own)))
        driver.capture(f"state-{own.value}")


def capture_aids(driver: HeadlessDriver, seats: int) -> None:
    """A table that shows odds: my turn with a hint, a choice then, and the panel folded."""
    script, steps = _in_the_second_leg(seats)
    driver.take(*steps, TableChanged(script.view(aids=True)))
    page = driver.window.table
    assert page is not None
    assert page.aids is not None
    show_odds(page)
    driver.capture("aids-mine")
    page.aids.strip.layer.setChecked(True)
    driver.capture("aids-landings")
    page.aids.strip.layer.setChecked(False)
    page.choose("act leg")
    driver.capture("aids-leg")
    page.choose("act tile")
    driver.capture("aids-tile")
    page.chooser.back()
    page.choose("act bet")
    if isinstance(page.chooser.dialog, BetDialog):
        page.chooser.dialog.choose(deck="win", camel="y")
        driver.capture("aids-bet", page.chooser.dialog)
        page.chooser.dialog.reject()
    show_hint(page)
    driver.capture("aids-hint")
    driver.take(replace(script.step("roll"), replayed=False))
    while not isinstance(script.position.turn, int):
        driver.take(replace(script.step(script.choose()), replayed=False))
    driver.take(TableChanged(script.view(aids=True)))
    show_odds(page)
    driver.capture("aids-other")
    page.aids.fold()
    driver.capture("aids-folded")
    page.aids.fold()


def capture_watching(driver: HeadlessDriver, seats: int) -> None:
    """The table in a spectator's view."""
    script = ScriptedCamelUp(seats=seats, me=min(2, seats - 1), seed=11)
    driver.take(*script.play(_is_mine_in_leg(script, 2, 3)), TableChanged(script.watched()))
    driver.capture("watching")


def capture_scoring(driver: HeadlessDriver, seats: int) -> None:
    """A leg, the race cards, the result."""
    script = ScriptedCamelUp(seats=seats, me=min(2, seats - 1), seed=5)
    early = list(script.play(lambda p: p.to_dict()["leg"] >= 1 and p.turn == script.me))
    driver.take(*early, TableChanged(script.view()))
    shot_leg = False
    page = driver.window.table
    assert page is not None
    for step in script.play(lambda p: False):
        driver.take(replace(step, replayed=False))
        while isinstance(page.overlay.page, LegPage | FinalPage):
            if isinstance(page.overlay.page, FinalPage):
                driver.capture("final")
            elif not shot_leg and _legs(page) > 1:
                shot_leg = True
                driver.capture("leg")
            _go_on(page.overlay)
    driver.take(TableChanged(script.view(again=(1, 3) if seats > 3 else (1,))))
    capture_celebration(driver, "celebration")
    driver.capture("result")
    page.result.picture().save(str(driver.folder / "photo-finish.png"))
    script.apart = (script.index // 2, (script.me,))
    driver.take(TableChanged(script.view()))
    driver.capture("result-apart")


def _legs(page: TablePage) -> int:
    view_model = page.model.view_model
    assert isinstance(view_model, CamelUpViewModel)
    return len(view_model.legs)


def _go_on(overlay: Overlay) -> None:
    assert overlay.main is not None
    overlay.main.click()
    pause()


def capture_review(driver: HeadlessDriver, seats: int) -> None:
    """The review of a whole game."""
    review.capture_review(
        driver, ScriptedCamelUp(seats=seats, me=min(2, seats - 1), seed=3), "review"
    )


CAPTURES = (
    capture_table,
    capture_aids,
    capture_fellowship,
    capture_states,
    capture_watching,
    capture_scoring,
    capture_review,
)
