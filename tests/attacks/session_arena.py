"""One evening of whole sessions in a room: a table is opened, a game played, and played again,
while one of the peers lies.

The people do what people can do: they sit down, are ready, play, free a chair whose peer keeps them
from beginning, open another table when that one is the liar's, and click to go on without whom the
game waits for.
"""

from __future__ import annotations

from camelnet.protocol.wire.bodies import table_id
from camelnet.session.peer.peer import Peer
from tests.attacks.session_case import Role, Scene
from tests.attacks.session_judge import judge_memory, judge_notices
from tests.attacks.session_room import CLICK_MS, PLAYERS_MAX, Guest, SessionRoom
from tests.sim.violation import Violation

LIE_MS = 4000  # so long people are not done with a scene
FREE_MS = 20_000  # so long the opener waits before a chair is freed
ANEW_MS = 60_000  # so long they wait before they open another table than the liar's
BEGIN_MS = 120_000  # so long it may take until all who want to play do
GO_ON_MS = 150_000  # so long a game may wait
END_MS = 3 * GO_ON_MS  # so long a whole one may take
FULL_MS = 5000  # who sits by then has its chair
KILLED_MS = 2500
KILLED = 1  # whose app is killed


class SessionArena(SessionRoom):
    """See the module."""

    def run(self) -> None:
        """Raises `Violation`, and whatever comes out of an honest peer."""
        self.scene = None if self.case.has_past else Scene.GATHERING
        for guest in self.guests:
            self._come(guest)
        self._come_lying()
        self._pass(2500)
        if self.case.has_past:
            self._play_before()
        self._gather()
        self._play()
        if self.case.scene in (Scene.END, Scene.REMATCH):
            self._end()
            self._again()
        names = [] if self.case.borrows_name else [guest.name for guest in self.guests]
        for guest in self.guests:
            judge_notices(guest.name, guest.told, names, two_faced=self.case.two_faced)
            judge_memory(guest.name, guest.peer)

    def _play_before(self) -> None:
        """A short game of two of them, with the liar where it is one of those who played before."""
        sits = self.case.role is Role.FORMER
        players = [self._peer(guest) for guest in self.guests[1:PLAYERS_MAX]]
        opener = players[0]
        self._open(opener, "Yesterday", len(players) + sits)
        self._pass(800)
        everybody = [*players, *([self.liar.peer] if sits else [])]

        def begun() -> bool:
            for peer in everybody:
                mine = peer.lobby_view().table
                if mine is None and peer.table is None:
                    self._sit_down(peer, opener)
                elif peer.table is None:
                    peer.ready(True)
            return all(peer.table is not None for peer in everybody)

        self._until(begun, BEGIN_MS, "no game begins on the day before")
        start = opener.table.game_start if opener.table else None
        assert start is not None
        self._past.append(start.id)
        self._past_tables.append(start.genesis.table)
        self._until(lambda: all(peer.finished for peer in players), GO_ON_MS, "no end before")
        for peer in everybody:
            peer.stand()
        for guest in self.guests:
            guest.games.clear()
        self._pass(1500)

    def _gather(self) -> None:
        """A table is opened, and a game begins there for all who want to play."""
        liar_opens = self.case.role is Role.OPENER
        opener = self.liar.peer if liar_opens else self._peer(self.guests[0])
        self._open(opener, "Oasis", self._seats)
        self._pass(700)
        begun_ms = anew_ms = self.now_ms

        def begun() -> bool:
            nonlocal opener, anew_ms
            self._set_lobby_scene(opener, self.now_ms - begun_ms)
            if liar_opens and self.now_ms > anew_ms + ANEW_MS:
                anew_ms, opener = self.now_ms, self._peer(self.guests[0])
                self._stand_up()
                self._open(opener, f"Oasis {self.now_ms}", PLAYERS_MAX)
            self._sit_and_wait(opener, anew_ms)
            return self._all_play()

        limit_ms = BEGIN_MS + ANEW_MS * liar_opens
        self._until(begun, limit_ms, "not all who want to play do")
        self._note(f"all play after {self.now_ms - begun_ms} ms")

    def _set_lobby_scene(self, opener: Peer, waited_ms: int) -> None:
        honest = [guest.peer for guest in self.guests if guest.peer and guest.peer.table is None]
        starts = [item for peer in honest for item in peer.parts.starts._under_way.values()]
        table = opener.parts.lobby.my_table()
        if any(item.pending_start.complete for item in starts):
            self.scene = Scene.OPENING
        elif starts:
            self.scene = Scene.SIGNING
        elif table is not None and table.full and waited_ms > FULL_MS:
            self.scene = Scene.FULL
        else:
            self.scene = Scene.GATHERING

    def _sit_and_wait(self, opener: Peer, since_ms: int) -> None:
        """Sit down at the opener's table; the last one, and the one who is ready last, give the
        liar its time. The opener frees what the others do not have."""
        waited_ms = self.now_ms - since_ms
        slow = waited_ms < LIE_MS and self.case.scene is Scene.GATHERING
        unready = waited_ms < 2 * LIE_MS and self.case.scene is Scene.FULL
        for number, guest in enumerate(self.guests):
            peer = self._peer(guest)
            if peer.table is not None:
                continue
            mine = peer.lobby_view().table
            replaces = waited_ms >= FREE_MS and self.case.role is not Role.OPENER
            reserve = number >= PLAYERS_MAX and not replaces
            if mine is not None:
                peer.ready(not (unready and number == 2))
            elif not reserve and not (slow and number == 2):
                self._sit_down(peer, opener)
        if self.case.sits and self.liar.peer.table is None:
            self._act(lambda: self._sit_liar(opener))
        if waited_ms > FREE_MS and opener is not self.liar.peer and opener.table is None:
            self._free_chair(opener)

    def _free_chair(self, opener: Peer) -> None:
        table = opener.parts.lobby.my_table()
        ours = table is not None and table.body.opener == opener.key
        if ours and table is not None and table.seat_of(self._liar_key) is not None:
            opener.free_chair(self._liar_key)

    def _sit_liar(self, opener: Peer) -> None:
        peer = self.liar.peer
        if peer.lobby_view().table is None:
            self._sit_down(peer, opener)
        peer.ready(True)

    @staticmethod
    def _sit_down(peer: Peer, opener: Peer) -> None:
        """Take a chair at the table where the opener sits now."""
        chair = opener.parts.lobby.mine.chair
        for offer in peer.lobby_view().tables if chair is not None else ():
            there = chair is not None and offer.id == table_id(chair.table)
            if there and offer.trouble is None and offer.free and not offer.playing:
                peer.sit(offer.id)

    def _stand_up(self) -> None:
        for guest in self.guests:
            peer = self._peer(guest)
            if peer.table is None:
                peer.stand()
            guest.chair = None

    def _open(self, peer: Peer, name: str, seats: int) -> None:
        peer.open_table(name=name, game="pebble", seats=seats, options={"goal": 1})

    def _all_play(self) -> bool:
        """The three honest players are in one game."""
        ids = {guest.table.id if guest.table else None for guest in self.guests[:PLAYERS_MAX]}
        return len(ids) == 1 and None not in ids

    def _play(self) -> None:
        """The game, to its end at all honest players; one of them is killed where that belongs."""
        self.scene = Scene.GAME
        self._pass(300)
        if self.case.scene is Scene.RESUME:
            self._kill_and_resume()
        self._until(self._all_over, END_MS, "the game does not end")
        self.scene = None
        for guest in self.guests:
            for table in guest.games.values():
                self._judge_game(guest, table)

    def _kill_and_resume(self) -> None:
        guest = self.guests[KILLED]
        table = guest.table
        assert table is not None
        self._until(lambda: table.log.index >= 3 or table.over, GO_ON_MS, "no move is made")
        self._network.crash(guest.key)
        guest.peer, guest.chair = None, None
        guest.disk.crash(self.dice)
        guest.games.clear()
        self.scene = Scene.RESUME
        self._pass(KILLED_MS)
        peer = self._come(guest)
        self._pass(1000)
        peer.resume(table.game_start.id)
        self._pass(LIE_MS)
        if guest.table is None:
            raise Violation("who resumes a game is not back in it", guest.name)

    def _all_over(self) -> bool:
        return all(guest.table is not None and guest.table.closed for guest in self._playing())

    def _playing(self) -> list[Guest]:
        """Who plays: the three, and the one who stands by where it has taken the liar's chair."""
        return [
            guest
            for number, guest in enumerate(self.guests)
            if number < PLAYERS_MAX or guest.table is not None
        ]

    def _end(self) -> None:
        self.scene = Scene.END
        self._pass(2 * LIE_MS)

    def _again(self) -> None:
        """All play again; the opener frees what is not theirs."""
        before = {guest.table.id for guest in self.guests if guest.table}
        self.scene = Scene.REMATCH
        since_ms = anew_ms = self.now_ms
        anew, liar_opens = False, self.case.role is Role.OPENER

        def begun() -> bool:
            nonlocal anew_ms, anew
            opener = self._peer(self.guests[0])
            if liar_opens and self.now_ms > anew_ms + ANEW_MS:
                anew, anew_ms = True, self.now_ms
                for guest in self.guests:
                    self._peer(guest).stand()
                    guest.chair = None
                self._open(opener, f"Again {self.now_ms}", PLAYERS_MAX)
            elif anew:
                self._sit_and_wait(opener, anew_ms)
            else:
                self._click_again(opener, since_ms)
            now = {guest.table.id if guest.table else b"" for guest in self.guests[:PLAYERS_MAX]}
            return len(now) == 1 and not now & before and b"" not in now

        self._until(begun, BEGIN_MS + ANEW_MS * liar_opens, "they cannot play again")
        self._pass(3000)
        self.scene = None

    def _click_again(self, opener: Peer, since_ms: int) -> None:
        first = [guest for guest in self.guests[:PLAYERS_MAX] if guest.table is not None]
        for guest in first:
            view = self._peer(guest).table_view()
            clicked = self.now_ms < guest.clicked_ms + CLICK_MS
            over = guest.table is not None and guest.table.over and not clicked
            if view is not None and over and view.me not in view.again:
                guest.clicked_ms = self.now_ms
                self._peer(guest).again()
        if self.case.sits and (self.now_ms - since_ms) % CLICK_MS == LIE_MS:
            self._act(self.liar.peer.again)
        if self.now_ms < since_ms + FREE_MS:
            return
        self._free_chair(opener)
        for guest in self.guests[PLAYERS_MAX:]:
            peer = self._peer(guest)
            if peer.table is None and peer.lobby_view().table is None:
                self._sit_down(peer, opener)
            elif peer.table is None:
                peer.ready(True)
