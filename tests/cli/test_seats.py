"""What the steward does on the way to a table, what the narrator tells, without a network."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from camelnet import rules
from camelnet.i18n import message
from camelnet.record.profile import clean_name
from camelnet.session.api.facts import (
    ChatSaid,
    Fact,
    Kind,
    LobbyChanged,
    LobbyView,
    LuckDrawn,
    LuckPart,
    LuckShown,
    MembershipVotes,
    Need,
    Noticed,
    PeerView,
    Phase,
    Presence,
    SeatOffer,
    SeatView,
    Stepped,
    TableChanged,
    TableOffer,
    TableView,
    Vote,
    Waiting,
)
from camelnet.session.api.intents import Intents
from camelnet.session.api.verdict import Begun
from camelnet.session.peer.peer import Peer
from camelnet.session.text import words
from camelnet.terminal import seat_runner as steward_module
from camelnet.terminal.children import Child, bot_processes
from camelnet.terminal.goal import Goal, Host, Join, Resume
from camelnet.terminal.narrator import Narrator
from camelnet.terminal.person import Person
from camelnet.terminal.play import has_display, make_plan, plays_itself
from camelnet.terminal.sanitize import printable
from camelnet.terminal.screen import Screen
from camelnet.terminal.seat_runner import Failed, SeatRunner
from tests.session import verdicts

ME = PeerView(b"m" * 32, "Me", Kind.HUMAN, True, Presence.HERE, "", None)
FREE = SeatOffer(None, "", Kind.HUMAN, "", False, Presence.HERE, False)


def chair(name: str, *, me: bool = False, kind: Kind = Kind.HUMAN) -> SeatOffer:
    return SeatOffer(name.encode(), name, kind, "", False, Presence.HERE, me)


def offer(name: str, *seats: SeatOffer) -> TableOffer:
    mine = any(seat.me for seat in seats)
    return TableOffer(name.encode(), name, "camelup", {}, seats, False, mine, False, None)


def lobby(*tables: TableOffer) -> LobbyView:
    return LobbyView(ME, (), (), tables, None, (), None)


def table(**changes: Any) -> TableView:
    """Three seats, mine in the middle; Cleo is a bot."""
    position = rules.new("camelup", seats=3).apply("first 0")
    view = TableView(
        game_id=b"g" * 32,
        name="friday",
        seats=tuple(
            SeatView(name.encode(), name, kind, name == "Me", Presence.HERE, 0)
            for name, kind in (("Anna", Kind.HUMAN), ("Me", Kind.HUMAN), ("Cleo", Kind.BOT))
        ),
        me=1,
        phase=Phase.PLAY,
        position=position,
        index=7,
        code=("apple", "river", "moon", "tiger"),
        waiting=(),
        pending=None,
        faces="ygbow",
        again=(),
        trouble=None,
        record=None,
        verdict=verdicts.table("hhb", 2, verdicts.part(1, 6, (0, 1)), ended=False),
    )
    return replace(view, **changes)


def looked_on_at(view: TableView) -> TableView:
    seats = tuple(replace(seat, me=False) for seat in view.seats)
    return replace(view, me=None, faces="", seats=seats)


def silent(view: TableView, seat: int, presence: Presence, silent_s: int) -> TableView:
    seats = list(view.seats)
    seats[seat] = replace(seats[seat], presence=presence, silent_s=silent_s)
    return replace(view, seats=tuple(seats))


@dataclass
class FakePeer:
    """Stands in for a `Peer`: remembers the intents, and shows the lobby that a test gives it."""

    asked: list[str] = field(default_factory=list)
    strict: bool = False
    aids: bool = False
    notice: str = ""
    host_key: bytes = b"Anna"
    table: None = None
    called: None = None
    finished: bool = False
    runner: SeatRunner | None = None

    def tell(self, fact: Fact) -> None:
        assert self.runner is not None
        self.runner.hear(fact)

    def open_table(self, *, name: str, strict: bool, aids: bool, **_rest: object) -> None:
        self.strict, self.aids = strict, aids
        if self.notice:
            self.tell(Noticed(message(self.notice), serious=False))
        else:
            self.tell(LobbyChanged(lobby(offer(name, chair("Me", me=True), FREE))))

    def sit(self, table_id: bytes) -> None:
        self.asked.append(f"sit {table_id.decode()}")
        self.tell(
            LobbyChanged(lobby(offer(table_id.decode(), chair("Anna"), chair("Me", me=True))))
        )

    def resume(self, game_id: bytes) -> None:
        self.tell(Noticed(message(self.notice), serious=True))

    def watch(self, table_id: bytes) -> None:
        self.asked.append(f"watch {table_id.decode()}")

    def connect(self, host: str, port: int) -> None:
        self.asked.append(f"connect {host}:{port}")
        self.tell(LobbyChanged(lobby(offer("friday", chair("Anna"), FREE))))

    def key_at(self, host: str, port: int) -> bytes | None:
        return self.host_key if f"connect {host}:{port}" in self.asked else None

    def ready(self, ready: bool) -> None:
        self.asked.append(f"ready {ready}")

    def say(self, text: str) -> None:
        self.asked.append(f"say {text}")


async def run_for(peer: FakePeer, goal: Goal, seconds: float, *, bot: bool = False) -> None:
    """Run a steward for a while, or until it ends by itself."""
    narrator = Narrator(Screen())
    runner = SeatRunner(peer=cast(Peer, peer), goal=goal, bot=bot, once=False, narrator=narrator)
    peer.runner = runner
    try:
        await asyncio.wait_for(runner.run(), seconds)
    except TimeoutError:
        pass
    finally:
        narrator.end()


def test_a_person_who_hosts_is_ready_by_having_asked_for_it() -> None:
    peer = FakePeer()
    asyncio.run(run_for(peer, Host("friday", "camelup", 2, {}), 0.4))
    assert peer.asked == ["ready True"]


def test_a_strict_table_is_asked_for_as_such() -> None:
    peer = FakePeer()
    asyncio.run(run_for(peer, Host("friday", "camelup", 2, {}, strict=True), 0.4))
    assert (peer.strict, peer.aids) == (True, False)
    asyncio.run(run_for(peer, Host("friday", "camelup", 2, {}, aids=True), 0.4))
    assert (peer.strict, peer.aids) == (False, True)


@pytest.mark.parametrize(("patience_s", "ends"), [(1000.0, False), (0.0, True)])
def test_a_table_that_stops_ends_one_game_only_when_it_stays_stopped(
    monkeypatch: pytest.MonkeyPatch, patience_s: float, ends: bool
) -> None:
    monkeypatch.setattr(steward_module, "STOPPED_S", patience_s)

    async def stop() -> bool:
        peer = FakePeer()
        log, why = SimpleNamespace(stopped=True), message("stopped")
        stopped = SimpleNamespace(log=log, trouble=why, record_trouble=None, closed=False)
        peer.table = cast(None, stopped)
        peer.runner = SeatRunner(
            peer=cast(Peer, peer),
            goal=Host("friday", "camelup", 2, {}),
            bot=False,
            once=True,
            narrator=Narrator(Screen()),
        )
        try:
            await asyncio.wait_for(peer.runner.run(), 0.8)
        except TimeoutError:
            return False
        except Failed:
            return True
        raise AssertionError("it ended well")

    assert asyncio.run(stop()) is ends


def watcher(peer: FakePeer, *, once: bool) -> SeatRunner:
    peer.runner = SeatRunner(
        peer=cast(Peer, peer),
        goal=Join("friday", watch=True),
        bot=False,
        once=once,
        narrator=Narrator(Screen()),
    )
    return peer.runner


def test_a_running_game_is_looked_on_at_once_and_until_its_end() -> None:
    async def look_on() -> None:
        peer = FakePeer()
        runner = watcher(peer, once=True)
        running = replace(offer("friday", chair("Anna")), playing=True, watchable=True)
        peer.tell(LobbyChanged(lobby(running, offer("monday", FREE))))
        task = asyncio.ensure_future(runner.run())
        await asyncio.sleep(0.6)
        assert peer.asked == ["watch friday"], "and no chair is taken"
        peer.tell(TableChanged(looked_on_at(table())))
        await asyncio.sleep(0.4)
        assert not task.done()
        peer.tell(TableChanged(looked_on_at(table(phase=Phase.OVER))))
        await asyncio.wait_for(task, 600)

    asyncio.run(look_on())


def test_who_looks_on_is_told_that_a_game_has_not_begun(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def wait() -> None:
        peer = FakePeer()
        runner = watcher(peer, once=False)
        peer.tell(LobbyChanged(lobby(offer("friday", chair("Anna"), FREE))))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(runner.run(), 0.7)
        assert peer.asked == []

    asyncio.run(wait())
    assert capsys.readouterr().out.count("They are not playing yet") == 1


def test_a_table_that_cannot_be_opened_fails_with_the_reason() -> None:
    peer = FakePeer(notice="That table cannot be.")
    with pytest.raises(Failed, match="That table cannot be"):
        asyncio.run(run_for(peer, Host("friday", "camelup", 2, {}), 5))


def test_a_game_that_cannot_be_resumed_fails_with_the_reason() -> None:
    peer = FakePeer(notice="That game cannot be resumed.")
    with pytest.raises(Failed, match="cannot be resumed"):
        asyncio.run(run_for(peer, Resume(b"g" * 32, "friday"), 5))


def test_an_address_alone_is_dialled_at_once() -> None:
    peer = FakePeer()
    asyncio.run(run_for(peer, Join(None, ("127.0.0.1", 4000)), 0.6))
    assert peer.asked == ["connect 127.0.0.1:4000", "sit friday", "ready True"]


def test_an_address_alone_leads_to_no_table_but_one_there() -> None:
    peer = FakePeer(host_key=b"Somebody else")
    asyncio.run(run_for(peer, Join(None, ("127.0.0.1", 4000)), 0.6))
    assert peer.asked == ["connect 127.0.0.1:4000"]


def test_a_full_table_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    peer = FakePeer()
    full = replace(offer("friday", chair("Anna")), trouble=message("All chairs are taken."))

    async def seek() -> None:
        narrator = Narrator(Screen())
        runner = SeatRunner(
            peer=cast(Peer, peer), goal=Join("friday"), bot=True, once=False, narrator=narrator
        )
        runner.hear(LobbyChanged(lobby(full)))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(runner.run(), 0.6)
        narrator.end()

    asyncio.run(seek())
    out = capsys.readouterr().out
    assert out.count("There is no chair for us at the table friday: All chairs are taken.") == 1


def test_who_joins_a_running_game_is_told_how_to_look_on() -> None:
    running = replace(
        offer("friday night", chair("Anna")),
        playing=True,
        watchable=True,
        trouble=message("They are playing already."),
    )

    async def seek() -> None:
        peer = FakePeer()
        narrator = Narrator(Screen())
        peer.runner = SeatRunner(
            peer=cast(Peer, peer),
            goal=Join("friday night", patience_s=0.1),
            bot=False,
            once=False,
            narrator=narrator,
        )
        peer.tell(LobbyChanged(lobby(running)))
        await asyncio.wait_for(peer.runner.run(), 600)

    with pytest.raises(Failed, match="camelnet join --watch --table 'friday night'"):
        asyncio.run(seek())


def test_an_address_to_fall_back_on_is_dialled_late_and_the_table_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    peer = FakePeer()
    goal = Join("friday", ("127.0.0.1", 4000), address_after_s=0.3)
    asyncio.run(run_for(peer, goal, 1.2, bot=True))
    assert peer.asked[:2] == ["connect 127.0.0.1:4000", "sit friday"]
    assert peer.asked[2].startswith("say I came by address (127.0.0.1:4000)")
    assert "dialling 127.0.0.1:4000" in capsys.readouterr().out


def test_a_chair_that_is_never_found_is_given_up_with_what_was_seen() -> None:
    async def seek() -> None:
        peer = FakePeer()
        narrator = Narrator(Screen())
        peer.runner = SeatRunner(
            peer=cast(Peer, peer),
            goal=Join("friday", patience_s=0.3),
            bot=False,
            once=False,
            narrator=narrator,
        )
        peer.tell(LobbyChanged(lobby(offer("monday", chair("Anna"), FREE))))
        await asyncio.wait_for(peer.runner.run(), 600)

    with pytest.raises(Failed, match="no table friday on this network; there are: monday"):
        asyncio.run(seek())


def narrated(*facts: Fact, wait_s: float = 0.0) -> None:
    async def tell() -> None:
        narrator = Narrator(Screen())
        for fact in facts:
            narrator.hear(fact)
        await asyncio.sleep(wait_s)
        narrator.end()

    asyncio.run(tell())


def test_who_sits_down_and_who_stands_up_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    me = chair("Me", me=True)
    narrated(
        LobbyChanged(lobby(offer("friday", me, FREE, FREE))),
        LobbyChanged(lobby(offer("friday", me, chair("Bo", kind=Kind.BOT), FREE))),
        LobbyChanged(lobby(offer("friday", me, FREE, FREE))),
    )
    told = capsys.readouterr().out
    assert "Table friday: Camel Up, 1 of 3 seats taken." in told
    assert "Bo (bot) sits down; 2 of 3 seats taken." in told
    assert "Bo (bot) stands up." in told


def test_the_end_says_who_vouches_for_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    together = verdicts.table("hhb", 2, verdicts.part(1, 6, (0, 1)))
    narrated(TableChanged(table()), TableChanged(table(verdict=together)))
    assert capsys.readouterr().out.count("Complete: all who voted at the start") == 1
    alone = verdicts.part(4, 6, (1,), begun=Begun.PARTING)
    apart = verdicts.table("hhb", 2, verdicts.part(1, 3, (0, 1)), alone)
    narrated(TableChanged(table()), TableChanged(table(verdict=apart)))
    assert "From entry 4 on only Peer 1 says so" in capsys.readouterr().out


def test_silence_and_return_are_told_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    here = table()
    narrated(
        TableChanged(here),
        TableChanged(silent(here, 0, Presence.AWAY, 7)),
        TableChanged(here),
    )
    told = capsys.readouterr().out
    assert "Table code: apple river moon tiger" in told
    assert "Anna is silent." in told
    assert "Anna is here again." in told


def test_for_whom_the_table_waits_is_told_after_a_while(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("camelnet.terminal.narrator._PATIENCE_S", 0.01)
    gone = silent(table(waiting=(Waiting(0, Need.ACK),)), 0, Presence.AWAY, 7)
    narrated(TableChanged(gone), wait_s=0.2)
    told = capsys.readouterr().out
    assert "Anna has been away for 0:07." in told
    assert "The table waits for Anna to confirm the last move." in told


def test_a_vote_is_told_in_sentences_and_so_is_its_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wanted = Vote(seat=0, leaving=True, wanted_by=(2,), needed=2)
    both = replace(wanted, wanted_by=(1, 2))
    narrated(
        TableChanged(table()),
        TableChanged(table(membership_votes=MembershipVotes(votes=(wanted,)))),
        TableChanged(table(membership_votes=MembershipVotes(votes=(both,)))),
        TableChanged(table(membership_votes=MembershipVotes(votes=(wanted,)))),
    )
    told = capsys.readouterr().out
    assert "Cleo wants to go on without Anna: 1 of 2 votes." in told
    assert "You and Cleo want to go on without Anna: 2 of 2 votes." in told
    assert "You do not want to go on without Anna any more." in told


def test_a_vote_of_several_names_me_first_and_all_of_them_once() -> None:
    state = Vote(seat=3, leaving=True, wanted_by=(0, 1, 2), needed=3)
    dora = SeatView(b"Dora", "Dora", Kind.HUMAN, False, Presence.AWAY, 9)
    four = table(seats=(*table().seats, dora), membership_votes=MembershipVotes(apart=(0, 1, 2)))
    assert words.vote(four, state) == (
        "You, Anna and Cleo want to go on without Dora: 3 of 3 votes."
    )
    assert "You, Anna and Cleo can play on apart" in words.apart(four)


def test_who_looks_on_is_told_of_ghosts_and_returns(capsys: pytest.CaptureFixture[str]) -> None:
    here = looked_on_at(table())
    gone = replace(here, seats=(replace(here.seats[0], ghost=True), *here.seats[1:]))
    narrated(TableChanged(here), TableChanged(gone), TableChanged(here))
    told = capsys.readouterr().out
    assert "The table goes on without Anna." in told
    assert "Anna is back at the table." in told
    narrated(TableChanged(gone))
    assert "1 Anna (a ghost plays), 2 Me, " in capsys.readouterr().out, "also who comes later"


PROOF = LuckShown(
    game_id=b"g" * 32,
    index=9,
    notation="roll",
    author="Anna",
    scheme="coin",
    needed=2,
    label=b"l" * 32,
    parts=(LuckPart(0, "Anna", b"a" * 96, True), LuckPart(1, "Me", b"m" * 96, False)),
    seed=b"s" * 32,
    draws=(LuckDrawn("die b2", 3, 6, (("die b1", 2), ("die b2", 3), ("die b3", 1))),),
    holds=False,
)


def test_a_proof_names_parts_seed_and_how_a_number_becomes_the_die(
    capsys: pytest.CaptureFixture[str],
) -> None:
    narrated(TableChanged(table()), PROOF)
    told = capsys.readouterr().out
    assert "This does not hold: the part of Me does not fit." in told
    assert f"Seed: {(b's' * 32).hex()}" in told
    assert "The seed gives 3, a number from 0 to 5: it falls on die b2." in told
    assert "die b1: 0-1, die b2: 2-4, die b3: 5" in told
    assert "2 players who plot together" in told


@dataclass
class Typist:
    """A person at a keyboard of the test's, and what they asked for."""

    asked: list[tuple[object, ...]] = field(default_factory=list)
    left: bool = False

    def __getattr__(self, name: str) -> Any:
        return lambda *given: self.asked.append((name, *given))

    def types(self, *lines: str | None, at: TableView, **more: Any) -> None:
        async def type_them() -> None:
            narrator = Narrator(Screen())
            person = Person(
                intents=cast(Intents, self), narrator=narrator, once=False, leave=self.leave, **more
            )
            rolled = rules.new("camelup", seats=3)
            step = Stepped(b"g" * 32, 1, None, "first 0", rolled, rolled.apply("first 0"), (), True)
            for fact in (step, TableChanged(at)):
                narrator.hear(fact)
                person.hear(fact)
            for line in lines:
                person.typed(line)
            narrator.end()

        asyncio.run(type_them())

    def leave(self) -> None:
        self.left = True


def test_a_vote_is_typed_by_number_or_by_name_and_taken_back() -> None:
    typist = Typist()
    typist.types("without 1", "without CLEO", "with 3", "without 9", "without", at=table())
    assert typist.asked == [
        ("go_on_without", 0, True),
        ("go_on_without", 2, True),
        ("go_on_without", 2, False),
    ]


def test_the_vote_that_can_be_cast_is_told_with_what_to_type(
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = MembershipVotes(removable=(0, 2))
    Typist().types(at=silent(table(membership_votes=state), 2, Presence.AWAY, 9))
    told = capsys.readouterr().out
    assert told.count("To vote") == 1, "nobody votes about those who are here"
    assert "To vote to go on without Cleo, type: without 3" in told


def test_playing_on_apart_is_explained_first_and_wants_a_yes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typist = Typist()
    few = table(membership_votes=MembershipVotes(apart=(1,)))
    typist.types("apart", at=few)
    assert typist.asked == []
    assert "Anna and Cleo, who cannot come back to it" in capsys.readouterr().out
    typist.types("apart yes", at=few)
    assert typist.asked == [("go_on_apart",)]
    typist.types("apart yes", at=table())
    assert typist.asked == [("go_on_apart",)], "nobody has to"


def test_chat_that_is_too_long_is_not_cut_but_refused(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist()
    typist.types("say " + "x" * 500, "say " + "y" * 501, "say", at=table())
    assert typist.asked == [("say", "x" * 500)]
    told = " ".join(capsys.readouterr().out.split())
    assert "501 letters, 500 at most. Nothing was said." in told
    assert "Say what?" in told


def test_what_cannot_be_meant_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    typist = Typist()
    typist.types("ready", "wait", "proof x", "proof 7", "proof 1", at=table())
    assert typist.asked == [("show_luck", 1)]
    told = capsys.readouterr().out
    assert told.count("The game has begun already.") == 2
    assert "“x” is no number." in told
    assert "There is no number 7; “luck” lists 1 to 1." in told
    ended = Typist()
    ended.types("ready", at=table(phase=Phase.OVER))
    assert ended.asked == [("ready", True)]
    assert "You are ready." in capsys.readouterr().out


def test_what_can_be_typed_is_offered_for_completion() -> None:
    async def offered(at: TableView) -> list[str]:
        narrator = Narrator(Screen())
        person = Person(
            intents=cast(Intents, Typist()), narrator=narrator, once=False, leave=lambda: None
        )
        for fact in (TableChanged(at),):
            narrator.hear(fact)
            person.hear(fact)
        narrator.end()
        return person.lines()

    on_turn = table().position
    for notation in ("start g1", "start y1", "start o1", "start b3", "start w3", "leg g"):
        on_turn = on_turn.apply(notation) if on_turn.why_not(notation) is None else on_turn
    turn = on_turn.turn
    assert isinstance(turn, int)
    mine = asyncio.run(offered(table(position=on_turn, me=turn)))
    assert {"roll", "quit", "without Cleo", "luck"} <= set(mine)
    other = asyncio.run(offered(table(position=on_turn, me=(turn + 1) % 3)))
    assert "roll" not in other


def test_who_looks_on_moves_nothing_and_stays_when_input_ends(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typist = Typist()
    typist.types("roll", "without 1", None, at=looked_on_at(table()), looks_on=True)
    assert not typist.left
    assert "You are looking on; only the players move." in capsys.readouterr().out


def test_nobody_can_send_control_sequences_to_the_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    narrated(ChatSaid(b"k", "A\x1b[2Jnna", "\x1b]0;hacked\x07 [red]hi[/red] :smile:", False))
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "\x07" not in told
    assert "[red]hi[/red] :smile:" in told
    assert printable("a\nb\x00") == "a?b?"
    assert printable("non\xa0breaking\u202fspaces") == "non\xa0breaking\u202fspaces"


@pytest.mark.parametrize("need", list(Need))
@pytest.mark.parametrize("presence", list(Presence))
def test_every_wait_has_a_sentence_that_names_who_is_waited_for(
    need: Need, presence: Presence
) -> None:
    view = table(waiting=(Waiting(0, need), Waiting(1, need), Waiting(2, need)))
    lines = words.waiting(silent(view, 0, presence, 3))
    assert any("Anna" in line for line in lines)
    assert any("Cleo" in line for line in lines)
    for line in lines:
        assert "{" not in line
        assert line.endswith(".")


def test_a_name_is_shown_with_what_one_should_know() -> None:
    view = table()
    assert [words.who(seat) for seat in view.seats] == ["Anna", "Me (you)", "Cleo (bot)"]


def test_the_plan_of_play_gives_every_bot_the_table_and_a_way_back_to_it() -> None:
    plan = make_plan(name="Badr", game="camelup", interface="127.0.0.1", port=0, once=True)
    assert plan.seats == 4
    names = [bot[bot.index("--name") + 1] for bot in plan.bots]
    assert len(set(names) | {"Badr"}) == 4
    for bot in plan.bots:
        assert bot[bot.index("--table") + 1] == plan.table
        assert bot[bot.index("--address") + 1] == f"127.0.0.1:{plan.port}"
        assert "--once" in bot


def test_the_table_of_who_has_a_long_name_is_called_alike_by_all() -> None:
    plan = make_plan(name="x" * 32, game="camelup", interface="127.0.0.1", port=0, once=True)
    assert plan.table == clean_name(plan.table), "else the bots look for another"
    assert plan.table.startswith("xxx")
    assert "'s table " in plan.table


def test_play_is_automatic_when_asked_or_when_nobody_can_type(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert plays_itself({}, auto=True)
    assert plays_itself({"AUTO": "1"}, auto=False)
    with (tmp_path / "empty").open("w+") as file:
        monkeypatch.setattr("sys.stdin", file)
        assert plays_itself({}, auto=False)


def test_a_display_is_looked_for_where_qt_looks() -> None:
    assert not has_display({}, "linux")
    assert not has_display({"DISPLAY": ""}, "linux")
    assert has_display({"DISPLAY": ":0"}, "linux")
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    assert has_display({}, "win32")


LONELY = ("bot", "--table", "nobody's", "--interface", "127.0.0.1")


def test_bots_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    with bot_processes([Child(tmp_path / name, LONELY) for name in "ab"]) as running:
        assert all(process.poll() is None for process in running)
    assert all(process.returncode is not None for process in running)


def test_bots_end_when_their_standard_input_closes(tmp_path: Path) -> None:
    with bot_processes([Child(tmp_path / "a", LONELY)]) as (process,):
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(600) == 0
