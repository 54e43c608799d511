"""The invariants of a table: checked as it runs, and at its end.

The oracle sees every frame that is sent and every line that an honest peer takes for final. Of what
it checks it computes as much as it can by itself: the bounds, who signed what, who knows a die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any
from unittest import mock

from camelnet import rules
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Scheme
from camelnet.protocol.start.genesis import GameStart
from camelnet.protocol.wire.bodies import (
    AckBody,
    ChangeBody,
    EntryBody,
    FinalBody,
    OfferBody,
    PartingBody,
    PleaBody,
    PromiseBody,
    StayBody,
    VoteBody,
    WantBody,
    ack_for,
    change_hash,
    entry_hash,
    fork_id,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Apart,
    Beat,
    Certified,
    Changed,
    Final,
    Frame,
    Genesis,
    LogLine,
    Offer,
    Parted,
    Plea,
    Promised,
    Proposal,
    Relayed,
    Share,
    Signed,
    Stay,
    SyncReply,
    Unlock,
    Vote,
    Want,
    Watch,
)
from camelnet.protocol.wire.key_messages import KeyFrame, read_key_body
from camelnet.session.game.stages import Stage
from camelnet.session.table import verify
from camelnet.session.table.seated_table import SeatedTable
from tests.sim.bounds import liars_of, quorum_of
from tests.sim.deck_oracle import DeckOracle
from tests.sim.violation import Violation

_SIGNED: dict[type[Any], type[Any]] = {
    Proposal: EntryBody,
    Ack: AckBody,
    Final: FinalBody,
    Promised: PromiseBody,
    Offer: OfferBody,
    Vote: VoteBody,
}
# What others have signed, and what binds a seat to one of two games.
_HOLDING = frozenset((Apart, Stay, Relayed, Plea, Offer, Promised, SyncReply))


class Oracle:
    """Knows everything that was ever said and agreed at one table."""

    def __init__(
        self, game_start: GameStart, suite: Suite, liars: Collection[int], *, real: bool
    ) -> None:
        self.forked = False
        self.partings = 0  # games in which somebody played on apart
        self.redrawn = 0  # changes that had luck drawn anew
        self._hands = rules.GAMES[game_start.table.game].hands
        self._game_start = game_start
        self._suite = suite
        self._liars = frozenset(liars)
        voters = game_start.voters
        self._beyond = len(self._liars & set(voters)) > liars_of(len(voters))
        self._final: dict[tuple[bytes, int], bytes] = {}  # by game and index: the line's hash
        self._digests: dict[tuple[int, int, bytes], bytes] = {}
        # by game (another one for those who play on apart) and epoch: who votes, and how many
        # were removed on proof
        self._voters: dict[tuple[bytes, int], tuple[int, ...]] = {(game_start.id, 0): voters}
        self._proven: dict[tuple[bytes, int], int] = {(game_start.id, 0): 0}
        self._first: dict[bytes, int] = {game_start.id: len(voters)}  # by game: voters at first
        # The forks that seats have signed, by seat and the game that they would leave: who would
        # play on by each. And who has given which one up.
        self._signed: dict[tuple[int, bytes], dict[bytes, tuple[int, ...]]] = {}
        self._given_up: set[tuple[int, bytes]] = set()
        self._closed: set[bytes] = set()  # entries that a final change names
        self._acked: dict[tuple[int, int, bytes], set[int]] = {}
        self._statements: dict[tuple[Any, ...], bytes] = {}
        self._acks: dict[tuple[int, int], list[AckBody]] = {}  # by seat and epoch
        self._promises: dict[tuple[int, int], list[PromiseBody]] = {}  # by seat and epoch
        self._accepts: dict[tuple[int, int], set[int]] = {}  # ballots, by seat and epoch
        self._contradicted: set[int] = set()
        self._unlocked: dict[tuple[bytes, int], set[int]] = {}  # honest ones who helped to open
        self._opened: dict[bytes, int] = {}  # by game: where cards could first be seen by k
        self._anew: dict[tuple[bytes, int], int] = {}  # by game and index: the epoch that draws its
        # luck again, whatever it led to before
        self._asked: set[tuple[int, int]] = set()  # who asked to come back in which epoch
        self._seen: set[bytes] = set()
        self._seen_lines: dict[tuple[bytes, int], bytes] = {}  # what somebody who looks on holds
        self._verified: set[tuple[LogLine, ...]] = set()
        people = [seat.kind == "human" for seat in game_start.genesis.seats]
        self._people = frozenset(seat for seat, person in enumerate(people) if person)
        self._clicked: set[tuple[int, int]] = set()  # who asked to go on without whom
        self.removed: Counter[int] = Counter()  # by seat: how often the table went on without it
        self._ghosts: frozenset[int] = frozenset()  # by the last change
        self.shaken: set[int] = set()  # seats that may not have been heard for a while
        self.dealings = DeckOracle(game_start, suite, liars, beyond=self._beyond, real=real)

    @property
    def epochs(self) -> int:
        """The number of epochs that the table has begun."""
        return len(self._voters) - 1 - self.partings

    @property
    def proofs(self) -> int:
        """The number of seats that have contradicted themselves."""
        return len(self._contradicted)

    def needed(self, game: bytes, epoch: int) -> int:
        """k: the number of its voters that end that epoch."""
        withstands = liars_of(self._first[game]) - self._proven[game, epoch]
        return quorum_of(len(self._voters[game, epoch]), withstands)

    def left(self, seat: int, game: bytes) -> bool:
        """True if a seat has signed that it plays on apart from that game, and somebody with whom
        it would may still do so."""
        return any(
            (other, fork) not in self._given_up
            for fork, who in self._signed.get((seat, game), {}).items()
            for other in who
        )

    def _has_signed(self, seat: int, signature: Any, body: bytes) -> bool:
        key: Any = self._game_start.genesis.seats[seat].key
        return self._suite.verify(key, signature, body)

    # --- what is said -------------------------------------------------------------------------

    def said(self, seat: int, frame: Frame, table: SeatedTable | None) -> None:
        """`seat` sends a frame: from now on anybody may know it."""
        self._hear(frame)
        if seat in self._liars or table is None:
            return
        if isinstance(frame, Share) and frame.seat == seat:
            self._check_settled(frame, table.log, frame.epoch)
        elif isinstance(frame, Unlock) and frame.seat == seat:
            self._check_unlock(frame, table)
        elif isinstance(frame, KeyFrame):
            self._check_key(seat, frame)
        elif isinstance(frame, Want):
            self._check_welcome(seat, frame, table)
            self._check_silent(seat, frame)
            self._check_decided(seat, frame)

    def _hear(self, frame: Frame) -> None:
        kind = _SIGNED.get(type(frame))
        if kind is not None:
            self._take(kind, frame)
        if isinstance(frame, Want):
            with suppress(Malformed):  # which everybody refuses
                want = read_body(WantBody, frame.body)
                if want.seat in self._liars:
                    self.clicked(want.seat, want.about)
        if type(frame) not in _HOLDING:
            return
        match frame:
            case Apart(signature=signature) if signature:
                with suppress(Malformed):
                    if self._has_signed(frame.seat, signature, frame.body):
                        self._hear_parting(frame.seat, frame.body)
            case Stay():
                with suppress(Malformed):
                    stay = read_body(StayBody, frame.body)
                    if self._has_signed(stay.seat, frame.signature, frame.body):
                        self._given_up.add((stay.seat, stay.fork))
            case Relayed():
                with suppress(Malformed):
                    self._hear(frame.inner)
            case Plea():
                with suppress(Malformed):  # which everybody refuses
                    plea = read_body(PleaBody, frame.body)
                    self._asked.add((plea.seat, plea.epoch))
            case Offer():
                for signed in frame.promises:
                    self._take(PromiseBody, signed)
                if frame.report is not None:
                    self._take(EntryBody, frame.report)
                self._take_votes(frame.echoes)
            case Promised(accepted=accepted) if accepted is not None:
                self._hear(accepted.offer)
                self._take_votes(accepted.echoes)
            case SyncReply():
                for line in frame.lines:
                    if isinstance(line, Changed):
                        self._hear(line.offer)
                        self._take_votes(line.votes)

    def _hear_parting(self, seat: int, body: bytes) -> None:
        """A seat has signed a fork, as it never does once it has given that up."""
        parting, fork = read_body(PartingBody, body), fork_id(body)
        signed = self._signed.setdefault((seat, parting.game), {})
        if fork not in signed and (seat, fork) in self._given_up:
            self._contradiction(seat, "it had given up that fork")
        signed[fork] = parting.who

    def _take_votes(self, votes: Iterable[Signed]) -> None:
        for vote in votes:
            self._take(VoteBody, vote)

    def _take(self, kind: type[Any], signed: Any) -> None:
        """A signed statement, wherever it stood; counts if its signature holds."""
        if signed.body in self._seen:
            return
        try:
            statement = read_body(kind, signed.body)
        except Malformed:
            return  # everybody refuses it, too
        if not self._has_signed(statement.seat, signed.signature, signed.body):
            return
        self._seen.add(signed.body)
        if isinstance(statement, PromiseBody):
            self._promises.setdefault((statement.seat, statement.epoch), []).append(statement)
            self._check_promise(statement)
            return
        place = statement.ballot if hasattr(statement, "ballot") else statement.index
        step = getattr(statement, "step", "")
        if self.left(statement.seat, statement.game):
            self._contradiction(statement.seat, "it had signed that it plays on apart")
        slot = (kind, statement.game, statement.seat, statement.epoch, place, step)
        if self._statements.setdefault(slot, signed.body) != signed.body:
            self._contradiction(statement.seat, f"{kind.__name__} of epoch {statement.epoch}")
        if isinstance(statement, AckBody):
            who = (statement.epoch, statement.index, statement.entry)
            self._acked.setdefault(who, set()).add(statement.seat)
            self._acks.setdefault((statement.seat, statement.epoch), []).append(statement)
            for promise in self._promises.get((statement.seat, statement.epoch + 1), ()):
                self._hold_against(promise, statement)
        elif step == "accept":
            known = self._accepts.setdefault((statement.seat, statement.epoch), set())
            known.add(statement.ballot)

    def _check_key(self, seat: int, frame: KeyFrame) -> None:
        """Nobody goes on with the key of a game that it has left."""
        body = read_key_body(frame)
        if body.seat == seat and frame.body not in self._seen:
            self._seen.add(frame.body)
            if self.left(seat, body.game):
                self._contradiction(seat, "it had signed that it plays on apart")

    def _check_promise(self, promise: PromiseBody) -> None:
        """A promise names what its voter had acknowledged, and the last change it accepted."""
        for ack in self._acks.get((promise.seat, promise.epoch - 1), ()):
            self._hold_against(promise, ack)
        accepted = self._accepts.get((promise.seat, promise.epoch), set())
        before = [ballot for ballot in accepted if ballot < promise.ballot]
        if before and promise.accepted < max(before):
            self._contradiction(promise.seat, f"promise of epoch {promise.epoch}, accepted before")

    def _hold_against(self, promise: PromiseBody, ack: AckBody) -> None:
        told = (ack.index, ack.entry) == (promise.base + 1, promise.entry)
        if ack.index > promise.base and promise.accepted < 0 and not told:
            self._contradiction(promise.seat, f"promise of epoch {promise.epoch}")

    def _contradiction(self, seat: int, what: str) -> None:
        self._contradicted.add(seat)
        if seat not in self._liars:
            raise Violation("an honest peer contradicts itself", f"seat {seat}, {what}")

    # --- luck ---------------------------------------------------------------------------------

    def _check_settled(self, frame: Share | Unlock, log: Log, epoch: int) -> None:
        """An honest peer gives its part of a die, or of a card, only if nothing can unmake the
        entry any more."""
        hashed = log.chain.hash_at(frame.index)
        if hashed is None:
            raise Violation("a die is known before its entry is final", f"index {frame.index}")
        line = log.line_at(frame.index)
        game = read_body(EntryBody, line.body).game if isinstance(line, Certified) else log.game
        honest = set(self._voters.get((game, epoch), ())) - self._liars
        acked = self._acked.get((epoch, frame.index, hashed), set())
        if not acked >= honest and hashed not in self._closed:
            raise Violation(
                "a die is known before its entry is final",
                f"index {frame.index}, seat {frame.seat}: only {sorted(acked)} acknowledged it",
            )

    def _check_unlock(self, frame: Unlock, table: SeatedTable) -> None:
        """An honest peer helps to open cards only when the rules open them."""
        log = table.log
        if self._hands:
            line = log.line_at(frame.index)
            if isinstance(line, Certified):
                self._check_settled(frame, log, read_body(EntryBody, line.body).epoch)
            self.dealings.unlocked(frame.seat, frame, table)
            return
        rewound = isinstance(
            log.chain.lines[-1], Changed | Parted
        )  # a change took back the luck that led there
        if table.position.turn not in ("reveal", "over") and not rewound:
            raise Violation("a hidden face can be seen early", f"seat {frame.seat}")
        place = (frame.game, frame.index)
        if frame.epoch < self._anew.get(place, 0):
            return  # somebody who does not know yet that other luck is drawn
        seats = self._unlocked.setdefault(place, set())
        seats.add(frame.seat)
        voters = self._first[frame.game]
        opens = voters if self._game_start.table.strict else quorum_of(voters, liars_of(voters))
        if len(seats) + len(self._liars) >= opens:
            self._opened.setdefault(frame.game, frame.index)

    def _check_silent(self, seat: int, frame: Want) -> None:
        """Check that nobody counts as silent who was there all the time, and could be heard. Who
        has signed that it plays on apart is there no more: it says nothing in the old game."""
        want = read_body(WantBody, frame.body)
        told = want.seat == seat and want.leaving and want.why == "silent"
        here = want.about not in self.shaken | self._liars
        if told and here and not self.left(want.about, want.game):
            raise Violation("somebody who is here is called silent", f"seat {want.about} by {seat}")

    def clicked(self, seat: int, about: int) -> None:
        """Whoever sits on a seat asks to go on without another; a liar says so when it likes."""
        self._clicked.add((seat, about))

    def has_clicked(self, seat: int, about: int) -> bool:
        """True if whoever sits on a seat has asked to go on without another."""
        return (seat, about) in self._clicked

    def _check_decided(self, seat: int, frame: Want) -> None:
        """Check that no program wants a person out by itself, but on a proof: a person's only after
        its click, a bot only with a person."""
        want = read_body(WantBody, frame.body)
        by_itself = want.seat == seat and want.leaving and want.why != "proof"
        if by_itself and want.about in self._people:
            askers = {seat} if seat in self._people else self._people
            if not any(self.has_clicked(asker, want.about) for asker in askers):
                raise Violation("a program votes against a person", f"{want.about} by {seat}")

    def _check_welcome(self, seat: int, frame: Want, table: SeatedTable) -> None:
        """While cards are held nobody is wanted back but whose hand lies there as it was dealt,
        under a key that enough of those here hold: else they would be dealt anew."""
        want = read_body(WantBody, frame.body)
        now = (want.index, want.epoch) == (table.log.index, table.log.membership.epoch)
        if want.leaving or want.seat != seat or not now or not table.log.rounds.drawn:
            return
        held = table.position.pack() is not None and table.machine.stage is Stage.PLAY
        deck = table.machine._state.deck
        if held and deck is not None and deck.order.key is not None:
            dealt_to = {owner for owner, _ in deck.order.hands}
            held = want.about not in dealt_to or not deck.order.key.held_by(table.log.voters)
        if held and table.log.membership.scheme is Scheme.COIN:
            raise Violation("somebody is wanted back while cards are held", f"seat {seat}")

    # --- what is agreed -----------------------------------------------------------------------

    def agreed(self, seat: int, table: SeatedTable, since: int) -> None:
        """An honest peer's log has come further; it was known up to line `since`."""
        log = table.log
        for index in range(since + 1, log.index):
            line = log.line_at(index)
            assert line is not None
            if isinstance(line, Changed):
                hashed = change_hash(line.offer.change)
            elif isinstance(line, Parted):
                hashed = fork_id(line.body)
                if (seat, hashed) in self._given_up:
                    self._contradiction(seat, "it plays on by a fork that it had given up")
            else:
                hashed = entry_hash(line.body)
                self._check_certificate(seat, line)
            place = (game_at(log, index), index)
            known = self._final.get(place)
            if known is None:
                self._final[place] = hashed
                self._check_seen(index, self._seen_lines.get(place, hashed), hashed)
                if isinstance(line, Changed):
                    self._check_change(line)
                elif isinstance(line, Parted):
                    self._check_parting(line, log)
                elif self._hands:
                    self.dealings.agreed(table, read_body(EntryBody, line.body))
            elif known != hashed:
                self._fork(seat, index)
        if log.rounds.drawn and not log.epoch.stopped:
            if self._hands:
                self.dealings.look(seat, table)
            where = (log.index, log.membership.epoch, log.prev)
            digest = table.position.digest()
            opening = table.position.turn in ("reveal", "over")
            opened = self._opened.get(log.game)
            if opened is not None and log.index > opened and not opening:
                raise Violation("open cards are taken back", f"index {opened}")
            if self._digests.setdefault(where, digest) != digest:
                raise Violation("two positions behind one log", f"seat {seat}, index {log.index}")

    def shown(self, seat: int, frame: Frame, table: SeatedTable | None) -> None:
        """`seat` sends something to somebody who looks on: settled lines, and how far it is."""
        if seat in self._liars or table is None or isinstance(frame, Beat | Genesis | Watch):
            return
        if not isinstance(frame, SyncReply):
            raise Violation("who looks on is sent what is not settled", type(frame).__name__)
        for line in frame.lines:
            if isinstance(line, Certified):
                entry = read_body(EntryBody, line.body)
                settled = table.log.chain.hash_at(entry.index) == entry_hash(line.body)
                if not settled or not table.log.rounds.resolved(entry.index):
                    raise Violation("who looks on is sent what is not settled", f"{entry.index}")

    def seen(self, number: int, log: Log, since: int) -> None:
        """Somebody who looks on holds more lines: those that the table agreed on. A liar may have
        been the first to hold one, and show it."""
        for index in range(since + 1, log.index):
            hashed = log.chain.hash_at(index)
            assert hashed is not None
            place = (game_at(log, index), index)
            self._check_seen(index, self._seen_lines.setdefault(place, hashed), hashed)
            self._check_seen(index, self._final.get(place, hashed), hashed)

    def _check_seen(self, index: int, one: bytes, other: bytes) -> None:
        if one != other and not self._beyond:
            raise Violation("who looks on sees another game", f"index {index}")

    def _check_certificate(self, seat: int, line: Certified) -> None:
        """An honest log holds an entry with the signatures of all voters, or before a change."""
        entry, hashed = read_body(EntryBody, line.body), entry_hash(line.body)
        if not line.certificate:
            return
        voters = self._voters.get((entry.game, entry.epoch), ())
        holds = tuple(vote.seat for vote in line.certificate) == voters and all(
            self._has_signed(
                vote.seat,
                vote.signature,
                ack_for(entry, hashed, line.digest, vote.seat, vote.pledge),
            )
            for vote in line.certificate
        )
        if not holds:
            raise Violation("a final entry without certificate", f"seat {seat}, {entry.index}")

    def _fork(self, seat: int, index: int) -> None:
        """Allowed only beyond the bounds, and if somebody's signatures contradict each other."""
        self.forked = True
        if not self._beyond:
            raise Violation("two final entries at one place", f"seat {seat}, index {index}")
        if not self._contradicted:
            raise Violation("a fork that names no liar", f"seat {seat}, index {index}")

    def _check_change(self, line: Changed) -> None:
        """Nobody is removed, and nobody returns, by fewer than k voters of the old epoch."""
        change = read_body(ChangeBody, line.offer.change)
        old, new = (change.game, change.epoch - 1), (change.game, change.epoch)
        before = self._voters[old]
        needed = self.needed(*old)
        self._closed.add(change.prev)
        self.removed.update(set(change.ghosts) - self._ghosts)
        self._ghosts = frozenset(change.ghosts)
        if change.redrawn:
            self._draws_anew(change)
        self._voters[new] = change.voters
        self._proven[new] = len(change.proven)
        wanted: dict[tuple[int, bool], set[int]] = {}
        for want in line.offer.wants:
            body = read_body(WantBody, want.body)
            holds = self._has_signed(body.seat, want.signature, want.body)
            if holds and body.epoch == change.epoch - 1 and body.seat in before:
                wanted.setdefault((body.about, body.leaving), set()).add(body.seat)
        moved = [(gone, True) for gone in set(before) - set(change.voters)]
        moved += [(back, False) for back in set(change.voters) - set(before)]
        for seat in set(change.voters) - set(before):
            if (seat, change.epoch - 1) not in self._asked and not self._beyond:
                raise Violation("somebody was brought back who had not asked", f"seat {seat}")
        for about, leaves in moved:
            voters = wanted.get((about, leaves), set())
            if len(voters) < needed:
                what = "removed" if leaves else "brought back"
                raise Violation(
                    f"somebody was {what} by too few",
                    f"seat {about} by {sorted(voters)}, {needed} are needed",
                )

    def _draws_anew(self, change: ChangeBody) -> None:
        """Another die may not open the cards: those that some could see lie face down again."""
        place = (change.game, change.redrawn)
        self.redrawn += 1
        self._anew[place] = change.epoch
        self._unlocked.pop(place, None)
        if self._opened.get(change.game) == change.redrawn:
            del self._opened[change.game]

    def _check_parting(self, line: Parted, log: Log) -> None:
        """All who play on apart have signed that they do."""
        parting = read_body(PartingBody, line.body)
        epoch = parting.epoch + 1
        game, voters = fork_id(line.body), log.epoch.memberships[epoch].voters
        self._voters[game, epoch] = voters
        self._proven[game, epoch] = 0
        self._first[game] = len(voters)
        self.partings += 1
        self._closed.add(parting.prev)
        signed = [
            vote.seat
            for vote in line.signatures
            if self._has_signed(vote.seat, vote.signature, line.body)
        ]
        if signed != list(parting.who):
            raise Violation("somebody plays on apart who has not signed", f"{signed}")

    def verify(self, seat: int, lines: tuple[LogLine, ...]) -> None:
        """The record holds, by the code that checks records."""
        if lines in self._verified:
            return

        def record(source: object, version: object) -> tuple[Genesis | LogLine, ...]:
            return self._game_start.frame(), *lines

        def suite() -> Suite:
            return self._suite

        with (
            mock.patch.object(verify, "read_record", record),
            mock.patch.object(verify, "Ed25519Suite", suite),
        ):
            try:
                verdict = verify.verify(None)  # type: ignore[arg-type]
            except verify.BadRecord as error:
                raise Violation("a record does not hold", f"seat {seat}: {error}") from error
        if not verdict.ended:
            raise Violation("a record stops before its end", f"seat {seat}: {verdict.standing}")
        self._verified.add(lines)


def game_at(log: Log, index: int) -> bytes:
    """The game to which a line of the log belongs: an earlier one, before the table parted."""
    return next((game for game, end in log.epoch.former.items() if index < end), log.game)
