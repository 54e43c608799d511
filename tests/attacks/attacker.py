"""The liar of one case: it runs the real code, and lies in one way, about one thing, at one stage.

From the first lie on it lies wherever the stage comes again, until the epoch has changed; then it
plays on as if nothing had been, to see what the lie has brought it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from camelnet.protocol.cards.deck import Step
from camelnet.protocol.codec.canonical import Malformed
from camelnet.protocol.wire.bodies import (
    AckBody,
    PrepBody,
    VoteBody,
    WantBody,
    change_hash,
    entry_hash,
    read_body,
)
from camelnet.protocol.wire.frames import (
    Ack,
    Apart,
    Beat,
    Equivocation,
    Frame,
    Offer,
    Prep,
    Present,
    Proposal,
    Share,
    SyncReply,
    Unlock,
    Vote,
    Want,
    wants_hash,
)
from camelnet.session.game import stages
from camelnet.session.table.seated_table import SeatedTable
from tests.attacks.case import BODIES, Case, Company, Stage, Way, Whom
from tests.attacks.forge import Forge
from tests.attacks.misplaced_statements import Maker
from tests.sim.liars import made_want
from tests.sim.lies import Liar

LATE_MS = 25_000  # later than the others wait for who owes
SOON_MS = 300
REPEATING_MS = 3000
KEPT_MAX = 12
LAPSED = 3  # so many places later a want that was taken back is worth nothing
OUT_OF_PLACE_MAX = 6  # statements made where none belongs

# Where the real code says each kind of frame by itself.
_ENTRIES = (Stage.KEY, Stage.SHUFFLE, Stage.HAND, Stage.RETURN, Stage.OPENING, Stage.END)
_ENDING = (Stage.CHANGE, Stage.RETURN)
NATURAL: dict[str, tuple[Stage, ...]] = {
    "Proposal": (Stage.PROPOSAL, *_ENTRIES),
    "Ack": (Stage.AGREEMENT, *_ENTRIES),
    "Final": (Stage.LUCK,),
    "Share": (Stage.LUCK, Stage.RETURN),
    "Unlock": (Stage.OPENING, Stage.HAND),
    "SyncReply": (),
    **dict.fromkeys(("Want", "Prep", "Promised", "Offer", "Vote"), _ENDING),
    "Plea": (Stage.RETURN,),
    "Apart": (Stage.PARTING,),
    "KeyCommit": (Stage.KEY,),
    "KeyDeal": (Stage.KEY,),
}
VOTERS_ONLY = (
    *("Ack", "Final", "Share", "Unlock", "Want", "Prep", "Promised", "Offer", "Vote"),
    *("KeyCommit", "KeyDeal"),
)
FIRST_ONLY = ("Offer",)


def is_natural(case: Case) -> bool:
    """True if the liar's real code says something of the kind at the stage."""
    if case.kind == "Beat":
        return case.silent
    if case.stage not in NATURAL.get(case.kind, ()):
        return False
    leaving = case.whom is Whom.LIAR and (case.stage is Stage.RETURN or case.kind == "Offer")
    if case.kind in VOTERS_ONLY and (not case.votes or leaving):
        return False
    if case.kind in FIRST_ONLY or (
        case.kind == "Proposal" and case.stage in (Stage.KEY, Stage.END)
    ):
        return case.first
    match case.kind:
        case "Plea":
            return case.whom is Whom.LIAR
        case "Final":
            return case.company is Company.ONE_HUMAN
        case "Proposal" if case.stage is Stage.OPENING:
            return case.company is Company.ONE_HUMAN
        case "Proposal" if case.stage in (Stage.SHUFFLE, Stage.HAND):
            return case.votes
        case "Ack" if case.stage is Stage.OPENING:
            return case.company is Company.ONE_HUMAN
        case "Unlock":
            return case.company is not Company.ONE_HUMAN
        case "Share" if case.stage is Stage.RETURN:
            return False
    return True


class Surroundings(Protocol):
    """The world as the liar knows it: its time, and what the case waits for."""

    now_ms: int
    parting: bool

    def lied(self) -> None: ...
    def send(self, sender: int, to: int, frame: Frame) -> None: ...


class Attacker(Liar):
    def __init__(self, case: Case, arena: Surroundings, spare: Sequence[Any], **rest: Any) -> None:
        super().__init__(**rest)
        self.lies = 0
        self._case = case
        self._arena = arena
        self._spare = spare
        self._forge = Forge(self._suite, self._signer, self.seat, spare)
        self._maker = Maker(self._signer, self.seat, case.victims[0])
        self._epoch: int | None = None  # in which it lies
        self._since_ms = 0
        self._forged: dict[Frame, Frame] = {}
        self._instead: dict[bytes, bytes] = {}  # hashes of our own, as the victims know them
        self._kept: list[Frame] = []  # to be said again
        self._later: list[tuple[int, int, Frame]] = []  # when, to whom
        self._last: Frame | None = None  # of the case's kind
        self._wants: dict[tuple[int, bool, int, int], Want] = {}  # of others, as they were heard
        self.foreign: set[Frame] = set()  # with something that was signed for another table
        self._told: set[tuple[int, int]] = set()  # where something was said besides
        self._reached = False  # the stage, in the epoch in which we lie
        self._waiting = True  # for the wants of others to lapse

    def begin(self, table: SeatedTable) -> None:
        if self._lapsing:  # it does not want anybody out while the others do
            table.replica.epoch_change.wants.want = lambda *args, **rest: None  # type: ignore[method-assign]

    # --- what comes in ------------------------------------------------------------------------

    def hear(self, table: SeatedTable, frame: Frame) -> None:
        self._note(frame, table)
        for to, said in self._besides(table):
            self._arena.send(self.seat, to, said)

    def _note(self, frame: Frame, table: SeatedTable) -> None:
        case = self._case
        if isinstance(frame, Want) and (body := _want_of(frame)) is not None:
            self._wants.setdefault((body.about, body.leaving, body.index, body.seat), frame)
        if type(frame).__name__ == case.kind:
            if case.way is Way.NEXT_EPOCH and self._on(table) and len(self._kept) < KEPT_MAX:
                self._kept.append(frame)
            if self._last is None and case.kind in ("KeyCommit", "KeyDeal", "KeyAnswer"):
                self._last = frame

    # --- what goes out ------------------------------------------------------------------------

    def say(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        case = self._case
        ours = type(frame).__name__ == case.kind and _seat_of(frame, self.seat) == self.seat
        if ours:
            self._last = frame
        if ours and self._on(table, frame):
            self._strike(table)
            yield from self._lie(table, to, frame)
            return
        beating = self._case.kind == "Beat" and self._case.silent and self._on(table, frame)
        if isinstance(frame, Present) and beating:
            return  # it would say what the heartbeat does not
        if isinstance(frame, SyncReply) and self._hiding(table, to):
            return  # it would show what we keep back
        yield self._paired(to, frame)

    def _hiding(self, table: SeatedTable, to: int) -> bool:
        told = (*self._case.victims[:1],) if self._case.way is Way.ONE_ONLY else ()
        return self._case.silent and self._epoch == table.log.membership.epoch and to not in told

    @property
    def _natural(self) -> bool:
        return is_natural(self._case)

    def _lie(self, table: SeatedTable, to: int, frame: Frame) -> Iterator[Frame]:
        case = self._case
        match case.way:
            case Way.WITHHELD:
                return
            case Way.DELAYED:
                if self._lapsing:
                    return
                self._later.append((self._arena.now_ms + LATE_MS, to, frame))
            case Way.ONE_ONLY:
                if to == case.victims[0]:
                    yield frame
            case Way.TWO_VERSIONS:
                yield self._version(table, frame) if to in case.victims else frame
            case Way.NEXT_EPOCH:
                if frame not in self._kept and len(self._kept) < KEPT_MAX:
                    self._kept.append(frame)
                yield frame
            case Way.OTHER_TABLE | Way.OVERSIZED:
                yield self._version(table, frame)
            case Way.TAKEN_BACK:
                yield frame
                other = self._version(table, frame)
                if other != frame:
                    self._later.append((self._arena.now_ms + SOON_MS, to, other))

    def _version(self, table: SeatedTable, frame: Any) -> Any:
        """The one other version of a frame, the same for whoever is told it."""
        if self._case.way is Way.OTHER_TABLE and not self._case.field:
            if frame in self._spare:  # what it says by itself, too, comes here, and is true
                self.foreign.add(frame)
            return frame
        if frame not in self._forged:
            field, forge = self._case.field, self._forge
            match self._case.way:
                case Way.OTHER_TABLE:
                    made = forge.from_other_table(frame, field)
                    self.foreign.add(made)
                case Way.OVERSIZED:
                    made = forge.swollen(frame, field)
                case _:
                    made = forge.other(table, frame, field)
            self._forged[frame] = made
            if isinstance(frame, Proposal):
                self._instead[entry_hash(frame.body)] = entry_hash(made.body)
            elif isinstance(frame, Offer):
                self._instead[change_hash(frame.change)] = change_hash(made.change)
        return self._forged[frame]

    def _paired(self, to: int, frame: Frame) -> Frame:
        """Our acknowledgements and votes name what the victims were shown."""
        everybody = self._case.way is Way.OVERSIZED
        if not self._instead or (to not in self._case.victims and not everybody):
            return frame
        if isinstance(frame, Ack):
            ack = read_body(AckBody, frame.body)
            if ack.seat == self.seat and ack.entry in self._instead:
                return self._signed(frame, replace(ack, entry=self._instead[ack.entry]))
        if isinstance(frame, Vote):
            vote = read_body(VoteBody, frame.body)
            if vote.seat == self.seat and vote.change in self._instead:
                return self._signed(frame, replace(vote, change=self._instead[vote.change]))
        return frame

    # --- by itself ----------------------------------------------------------------------------

    def tick(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        now_ms = self._arena.now_ms
        due = [item for item in self._later if item[0] <= now_ms]
        self._later = [item for item in self._later if item[0] > now_ms]
        for _, to, frame in due:
            self.lies += 1
            yield to, frame
        yield from self._besides(table)
        if self._case.way is Way.NEXT_EPOCH:
            yield from self._said_again(table)
        if self._lapsing and self._epoch in (None, table.log.membership.epoch):
            yield from self._call_in(table)
        if self._arena.parting and self._case.stage is Stage.PARTING:
            table.go_on_apart(table._now_ms)

    def _besides(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        """Frames to say where the real code says nothing of the kind: once at each place."""
        case, place = self._case, (table.log.membership.epoch, table.log.index)
        if not self._on(table) or place in self._told or len(self._told) >= OUT_OF_PLACE_MAX:
            return
        if case.way is Way.OTHER_TABLE and not case.field:
            said: Sequence[Frame] = self._spare[:KEPT_MAX]
        elif self._natural or case.silent:
            return
        else:
            wants = list(self._wants.values())
            made = self._maker.made(case.kind, table, self._last, wants)
            said = () if made is None else (made,)
        if not said:
            return
        self._told.add(place)
        self._strike(table)
        for frame in said:
            for to, _ in self._all(table, frame):
                for lie in self._lie(table, to, frame):
                    yield to, lie

    def _said_again(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        """The frames that were kept, once the epoch is another."""
        epoch, now_ms = table.log.membership.epoch, self._arena.now_ms
        if self._epoch is None and self._kept:
            self._strike(table)
        if self._kept and self._epoch is not None and epoch > self._epoch:
            if self._waiting:
                self._waiting, self._since_ms = False, now_ms
            if now_ms <= self._since_ms + REPEATING_MS:
                for frame in self._kept:
                    self.lies += 1
                    yield from self._all(table, frame)

    # --- wants that have lapsed ---------------------------------------------------------------

    @property
    def _lapsing(self) -> bool:
        """Others want somebody out, too few; the liar says that it does, too, when they have
        taken it back."""
        case = self._case
        return case.way is Way.DELAYED and case.kind in ("Want", "Prep")

    def _call_in(self, table: SeatedTable) -> Iterator[tuple[int, Frame]]:
        log = table.log
        groups: dict[tuple[int, bool, int], dict[int, Want]] = {}
        for (about, leaving, index, seat), want in self._wants.items():
            if read_body(WantBody, want.body).epoch == log.membership.epoch and about != self.seat:
                groups.setdefault((about, leaving, index), {})[seat] = want
        for (about, leaving, index), wants in sorted(groups.items()):
            if not leaving or index + LAPSED > log.index or len(wants) + 1 < log.membership.quorum:
                continue
            first = read_body(WantBody, made_want(log, self._signer, self.seat, about).body)
            own = replace(first, index=index, why="asked")
            signed: Want = self._signed(next(iter(wants.values())), own)
            grounds = tuple(want for _, want in sorted({**wants, self.seat: signed}.items()))
            place = (log.game, log.membership.epoch + 1, log.voters.index(self.seat), self.seat)
            body = PrepBody("camelnet/prep/1", *place, wants_hash(grounds))
            self._strike(table)
            held = log.chain.hash_at(index) or b""  # as if we had acknowledged no more than that
            early = self._maker.promise(table, base=index, base_hash=held, drawn=(), entry=b"")
            yield from self._all(table, self._signed(Prep(b"", b"", grounds, early), body))
            return

    # --- where we are -------------------------------------------------------------------------

    def _strike(self, table: SeatedTable) -> None:
        if self._epoch is None:
            self._epoch, self._since_ms = table.log.membership.epoch, self._arena.now_ms
        self.lies += 1
        if self.lies == 1:
            self._arena.lied()

    def _on(self, table: SeatedTable, frame: Frame | None = None) -> bool:
        """True if the stage is there, in the epoch in which we lie."""
        epoch = table.log.membership.epoch
        if self._epoch is not None and epoch != self._epoch:
            return False
        if self._reached and isinstance(frame, Beat | Present):
            return True  # they come too seldom to be there at every stage
        on = self._case.stage in stages_of(table, frame, self._arena.parting)
        self._reached |= on
        return on


def _want_of(frame: Want) -> WantBody | None:
    """What a vote says; None of one that another liar has broken."""
    try:
        return read_body(WantBody, frame.body)
    except Malformed:
        return None


def _seat_of(frame: Any, own: int) -> int:
    """The seat for which a frame speaks; our own where it names none."""
    if isinstance(frame, Share | Unlock | Apart | Equivocation):
        return frame.seat
    body = BODIES.get(type(frame))
    return read_body(body, frame.body).seat if body is not None else own


def stages_of(table: SeatedTable, frame: Frame | None, parting: bool) -> set[Stage]:
    """The stage of a table, as its seat sees it; with what it is about to say."""
    log, game, found = table.log, table.machine, set()
    due, flight = game.deck, log.agreement.in_flight
    playing = game.stage in (stages.Stage.PLAY, stages.Stage.START, stages.Stage.SEAL)
    if log.epoch.frozen or table.replica.epoch_change.started or isinstance(frame, Want):
        found.add(Stage.CHANGE)
    if log.epoch.key_due:
        found.add(Stage.KEY)
    elif playing or game.stage is stages.Stage.OPEN:
        alone = flight is None or (flight.seat if hasattr(flight, "seat") else flight.entry.seat)
        if isinstance(frame, Proposal) or flight is None or alone == table.seat:
            found.add(Stage.PROPOSAL)
        if flight is not None and game.stage is not stages.Stage.SEAL:
            found.add(Stage.AGREEMENT)
    if game.stage is stages.Stage.DECK and due is not None and not log.epoch.key_due:
        found.add(Stage.HAND if due.step is Step.DEAL else Stage.SHUFFLE)
    if due is not None and table.position.turn in ("reveal", "chance"):
        found.add(Stage.HAND)
    if not log.rounds.drawn and not log.epoch.key_due:
        found.add(Stage.LUCK)
    if log.membership.ghosts:
        found.add(Stage.RETURN)
    if parting:
        found.add(Stage.PARTING)
    if table.position.turn == "reveal" or isinstance(frame, Unlock):
        found.add(Stage.OPENING)
    if game.stage in (stages.Stage.END, stages.Stage.CLOSED):
        found.add(Stage.END)
    return found
