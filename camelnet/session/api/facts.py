"""Facts for front ends: frozen views of the lobby and the table, and events as they happen.

Facts come up, intents go down (`peer.node.Node`). A front end needs nothing else: it
never asks the protocol or a socket. Everything here is immutable, so it may cross threads.
Keys are 32-byte Ed25519 public keys, table and game ids 32-byte hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from camelnet.i18n import Message
from camelnet.rules import Event, Options, Position
from camelnet.session.api.verdict import Verdict


class Kind(Enum):
    """The kind of a peer, as it declares itself."""

    HUMAN = "human"
    BOT = "bot"
    SPECTATOR = "spectator"  # looks on; never at a table's chairs


class Presence(Enum):
    """The state of a seat, as far as it can be known here: `session.table.attendance` says which
    follows from what. In the lobby a peer is here, slow or silent."""

    HERE = "here"  # at the table, heard within 2 s
    CONNECTING = "connecting"  # I have come, or lost its connection, a moment ago
    SLOW = "slow"  # not heard for 2 s
    SILENT = "silent"  # not heard for 6 s: its computer cannot be reached
    LEFT = "left"  # on purpose: by the menu, or its app was closed
    AWAY = "away"  # its app is here, and has not come to the table
    GHOST = "ghost"  # the table goes on without it: the core plays this seat
    RETURNING = "returning"  # the same; it is here, and asks to come back

    @property
    def missed(self) -> bool:
        """True if nobody is at the table for this seat, who should be."""
        return self in (Presence.SILENT, Presence.LEFT, Presence.AWAY)

    @property
    def ghost(self) -> bool:
        """True if the table goes on without it."""
        return self in (Presence.GHOST, Presence.RETURNING)


PresenceOf = Callable[[bytes], tuple[Presence, int]]  # of a key; and its seconds of silence


class OwnState(Enum):
    """The state of this computer at a table."""

    ONLINE = "online"
    ALONE = "alone"  # on a network, and nobody is heard: the network here or theirs is interrupted
    OFFLINE = "offline"  # on no network


@dataclass(frozen=True, slots=True)
class PeerView:
    """Another camelnet on the network, or this one (`me`)."""

    key: bytes
    name: str
    kind: Kind
    me: bool
    presence: Presence
    address: str  # "192.0.2.7:40123"; "" for this peer
    trouble: Message | None  # why we cannot play together (other rules, other protocol, new key)
    version: str = ""  # of its camelnet, as it claims; "" where it is ours


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """One chair of a table in the lobby; `key` is None while it is free."""

    key: bytes | None
    name: str
    kind: Kind
    level: str  # a bot's level; "" for people
    ready: bool
    presence: Presence
    me: bool


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A table as the union of the lobby records shows it."""

    id: bytes
    name: str
    game: str
    options: Options
    seats: tuple[SeatOffer, ...]
    playing: bool  # a game is on: nobody can sit down now
    mine: bool  # I sit here
    watchable: bool  # a game is on that I can look on at
    trouble: Message | None  # why I cannot sit down here (full, other rules, playing)
    strict: bool = False  # hidden bets open only with everybody's help
    aids: bool = False  # all see the odds and may ask for hints
    opened: bool = False  # I have opened it, sit there, and can free chairs
    again: bool = False  # its players play once more, in the chairs that they had
    let_in: tuple[bytes, ...] | None = None  # the only keys that may sit where I have opened it

    @property
    def free(self) -> int:
        return sum(seat.key is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class LobbyView:
    me: PeerView
    addresses: tuple[str, ...]  # where others reach me: "192.0.2.5:40111", best first
    peers: tuple[PeerView, ...]  # without me, by name
    tables: tuple[TableOffer, ...]  # mine first, then open ones, then playing ones, by name
    hint: Message | None  # why my table does not start yet; None without a table or when it starts
    resumable: tuple[SavedGame, ...]  # unfinished games in this profile, latest first
    discovery: Message | None  # what is wrong with finding others; None when all is well

    @property
    def table(self) -> TableOffer | None:
        """The table where I sit."""
        return next((table for table in self.tables if table.mine), None)

    @property
    def outside(self) -> tuple[PeerView, ...]:
        """Those who sit nowhere, where I can let them in at a table for some people only."""
        table = self.table
        if table is None or table.let_in is None:
            return ()
        known = {*table.let_in, *(seat.key for offer in self.tables for seat in offer.seats)}
        return tuple(
            peer
            for peer in self.peers
            if peer.key not in known
            and peer.kind is not Kind.SPECTATOR
            and peer.presence is not Presence.SILENT
        )


@dataclass(frozen=True, slots=True)
class SavedGame:
    game_id: bytes
    table: str
    game: str
    names: tuple[str, ...]  # by seat
    entries: int
    level: str  # the bot that sat there; "" for a person
    closed: bool = False  # it has ended; kept for others who may lack its last entries
    keys: tuple[bytes, ...] = ()  # by seat
    levels: tuple[str, ...] = ()  # of the bots, by seat; "" for people
    people: tuple[bytes, ...] = ()  # the keys of the seats where people sit
    now_id: bytes = b""  # of the game that it goes on as: another one once some play on apart


class Phase(Enum):
    """The phase of a table: sealing its bets, playing, ended, or stopped by a disagreement."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"
    STOPPED = "stopped"


class Need(Enum):
    """The part that the table waits for from a seat."""

    MOVE = "move"  # the seat is thinking; never timed out
    SEAL = "seal"  # its face-down bets have not arrived yet
    OPENING = "opening"  # it has not opened its bets yet
    ACK = "ack"  # it has not acknowledged the newest entry
    LUCK = "luck"  # it owes its part of the dice
    END = "end"  # it has not closed the log yet
    KEY = "key"  # it owes its part of the table's key
    CHANGE = "change"  # the table is settling with whom it goes on
    CARDS = "cards"  # it owes its part of shuffling and dealing the cards


@dataclass(frozen=True, slots=True)
class Waiting:
    seat: int
    need: Need


@dataclass(frozen=True, slots=True)
class SeatView:
    key: bytes
    name: str
    kind: Kind
    me: bool
    presence: Presence
    silent_s: int  # whole seconds since it was at the table; 0 while it is, or never was
    voter: bool = True  # its acknowledgement counts
    level: str = ""  # how well a bot plays
    catching_up: bool = False  # it is here, and a part of its computer has been missing for a while

    @property
    def ghost(self) -> bool:
        """True if the table goes on without it: the core plays this seat."""
        return self.presence.ghost


@dataclass(frozen=True, slots=True)
class Vote:
    """A change of who plays on that some voters want; everybody sees who wants it."""

    seat: int  # whom it is about
    leaving: bool  # go on without it; else: let it come back
    wanted_by: tuple[int, ...]  # seats
    needed: int  # so many must want it


@dataclass(frozen=True, slots=True)
class MembershipVotes:
    """The votes on who plays: what the table needs to go on, and what can be done about who is
    missing."""

    epoch: int = 0  # how often the table has changed who votes
    votes: tuple[Vote, ...] = ()  # open ones, by seat
    removable: tuple[int, ...] = ()  # seats that I can vote to go on without, now
    apart: tuple[int, ...] = ()  # those present here who may play on apart, where votes are too few
    apart_asked: tuple[int, ...] = ()  # seats that have asked for it
    changing: bool = False  # a change is being settled; it needs nothing from a person
    i_am_out: bool = False  # the table goes on without me; I have asked to come back
    can_rejoin: bool = True  # who is out may come back now; else when the next cards are dealt
    debtor: bool = False  # I am out until the next leg or round: the table waited for my part


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The cards that nobody has seen are being shuffled and dealt; no seat can move until then."""

    done: int  # steps of `total`
    total: int
    anew: bool  # in the middle of a leg, because the table has changed who votes


@dataclass(frozen=True, slots=True)
class TableView:
    """One table as this seat sees it: the public position and the private overlay of this seat.

    Somebody who looks on has no seat (`me` is None) and no faces.
    """

    game_id: bytes
    name: str
    seats: tuple[SeatView, ...]
    me: int | None  # my seat
    phase: Phase
    position: Position
    index: int  # the entry that comes next
    code: tuple[str, ...]  # the table code, four words to compare aloud (English words)
    waiting: tuple[Waiting, ...]  # for whom the table waits, by seat; empty while it runs by itself
    pending: str | None  # my move on its way: clicked, not agreed yet
    faces: str  # my own face-down cards ("ygbow" by slot; "g2" in hand); "" while there are none
    again: tuple[int, ...]  # after the end: seats that want to play again
    trouble: Message | None  # why the table is stopped, or what the network is doing
    record: Path | None  # the public record, once written
    verdict: Verdict  # who vouches for the game as far as it has gone
    membership_votes: MembershipVotes = MembershipVotes()
    shuffling: Shuffling | None = None  # None while the cards lie ready, and in games without
    aids: bool = False  # all see the odds and may ask for hints
    left: tuple[int, ...] = ()  # after the end: seats whose players are away, or sit elsewhere
    own: OwnState = OwnState.ONLINE
    absent_s: int = 0  # for so long I was away or without a network last; 0: I was not


# --- facts, in the order in which they happened ------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    lobby: LobbyView


@dataclass(frozen=True, slots=True)
class TableChanged:
    table: TableView


@dataclass(frozen=True, slots=True)
class Stepped:
    """One notation applied: a decision, an outcome of luck or an opening, with what it caused.

    While a resumed or late table is caught up, `replayed` is true: show the result, skip the show.
    """

    game_id: bytes
    index: int  # of the entry that caused it; several steps may share one
    seat: int | None  # who decided or opened; None for luck
    notation: str
    before: Position
    after: Position
    events: tuple[Event, ...]
    replayed: bool
    ghosts: tuple[int, ...] = ()  # seats that the core plays while this happens


@dataclass(frozen=True, slots=True)
class ChatSaid:
    key: bytes
    name: str
    text: str
    me: bool


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something a person should read: a refused message and who sent it, a resume, a warning."""

    message: Message
    serious: bool


@dataclass(frozen=True, slots=True)
class LuckPart:
    """One seat's part of a die."""

    seat: int
    name: str
    share: bytes  # what it gave, as the record holds it
    holds: bool  # its proof, or its pledge, was checked just now and fits


@dataclass(frozen=True, slots=True)
class LuckDrawn:
    """One chance node: `notation` was drawn by `number` of 0 … `total` - 1, outcomes by name."""

    notation: str
    number: int
    total: int
    outcomes: tuple[tuple[str, int], ...]  # sorted by notation, with integer weights


@dataclass(frozen=True, slots=True)
class CardShown:
    """One card of a shuffled pack: `needed` of those who hold the table's key turned it up."""

    notation: str
    card: bytes  # as it lay there, 64 bytes: encrypted to the table's key
    needed: int
    parts: tuple[LuckPart, ...]
    holds: bool  # the parts are good, and they give this card


@dataclass(frozen=True, slots=True)
class LuckShown:
    """The proof of the luck behind one entry, computed anew from the log when it was asked for.

    Cards that were turned up have proofs of their own; if nothing else was drawn there, `seed` is
    empty. Where luck had dealt them earlier, this is the proof of that deal.
    """

    game_id: bytes
    index: int
    notation: str  # of the entry that the luck follows
    author: str
    scheme: str  # "coin": any `needed` of the voters make the die; "reveal": all together
    needed: int
    label: bytes  # what was shared: a hash or point that names game, epoch, place and entry
    parts: tuple[LuckPart, ...]
    seed: bytes  # 32 bytes: the same whoever gives the shares; empty: only cards were turned up
    draws: tuple[LuckDrawn, ...]
    holds: bool  # every part is good and they make this seed, these outcomes and cards
    cards: tuple[CardShown, ...] = ()
    dealt: tuple[str, ...] = ()  # notations of cards that this luck has dealt, turned up just now


@dataclass(frozen=True, slots=True)
class TableLeft:
    """I am back in the lobby; the journal stays."""

    game_id: bytes


Fact = LobbyChanged | TableChanged | Stepped | ChatSaid | Noticed | LuckShown | TableLeft
