"""Facts for front ends: frozen views of the lobby and the table, and events as they happen.

Facts come up, intents go down (`api.intents`). A front end needs nothing else: it never asks the
protocol or a socket. All facts are immutable and may cross threads. Keys are 32-byte Ed25519 public
keys, table and game ids 32-byte hashes.
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
    """The kind of a peer, as it claims."""

    HUMAN = "human"
    BOT = "bot"
    SPECTATOR = "spectator"  # watches; never takes a chair


class Presence(Enum):
    """The state of a seat, as far as this computer can know; `session.table.attendance` has the
    transitions. In the lobby a peer is here, slow or silent."""

    HERE = "here"  # at the table, heard within 2 s
    CONNECTING = "connecting"  # I just came, or just lost its connection
    SLOW = "slow"  # not heard for 2 s
    SILENT = "silent"  # not heard for 6 s: I cannot reach its computer
    LEFT = "left"  # on purpose: left the table or closed the app
    AWAY = "away"  # its app runs, but is not at the table
    GHOST = "ghost"  # the table goes on without it: the core plays this seat
    RETURNING = "returning"  # a ghost whose owner is here and asks to come back

    @property
    def missed(self) -> bool:
        """True if the seat's player should be at the table and is not."""
        return self in (Presence.SILENT, Presence.LEFT, Presence.AWAY)

    @property
    def ghost(self) -> bool:
        """True if the table goes on without it."""
        return self in (Presence.GHOST, Presence.RETURNING)


PresenceOf = Callable[[bytes], tuple[Presence, int]]  # by key: presence and seconds of silence


class OwnState(Enum):
    """The state of this computer at a table."""

    ONLINE = "online"
    ALONE = "alone"  # on a network but hears nobody: this network or theirs is interrupted
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
    trouble: Message | None  # why we cannot play together, or a warning about its name
    version: str = ""  # its camelnet, as it claims; "" if it is ours


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
    """A table in the lobby, computed from all lobby records."""

    id: bytes
    name: str
    game: str
    options: Options
    seats: tuple[SeatOffer, ...]
    playing: bool  # a game runs: nobody can sit down
    mine: bool  # I sit here
    watchable: bool  # a game runs that I can watch
    trouble: Message | None  # why I cannot sit down here (full, other rules, playing)
    strict: bool = False  # hidden bets open only with everybody's help
    aids: bool = False  # all see the odds and may ask for hints
    opened: bool = False  # I opened it, sit there, and can free chairs
    again: bool = False  # a rematch, in the same chairs
    left: bool = False  # a game runs in which I have a seat that I do not sit on now
    let_in: tuple[bytes, ...] | None = None  # the only keys that may sit, if I opened it so

    @property
    def free(self) -> int:
        return sum(seat.key is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class LobbyView:
    me: PeerView
    addresses: tuple[str, ...]  # mine, best first: "192.0.2.5:40111"
    peers: tuple[PeerView, ...]  # others, by name
    tables: tuple[TableOffer, ...]  # mine first, then open ones, then playing ones, by name
    hint: Message | None  # why my table does not start yet; None without one, or in a game
    resumable: tuple[SavedGame, ...]  # unfinished games in this profile, latest first
    discovery: Message | None  # trouble with discovery; None if all is well
    namesake: Message | None = None  # another person here has my name, or one that looks like it

    @property
    def table(self) -> TableOffer | None:
        """The table where I sit."""
        return next((table for table in self.tables if table.mine), None)

    @property
    def outside(self) -> tuple[PeerView, ...]:
        """The peers without a chair that I can let in at my table by invitation."""
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
    level: str  # of the bot that played here; "" for a person
    closed: bool = False  # ended; kept for others who may lack its last entries
    keys: tuple[bytes, ...] = ()  # by seat
    levels: tuple[str, ...] = ()  # bots' levels by seat; "" for people
    people: tuple[bytes, ...] = ()  # the keys of people's seats
    now_id: bytes = b""  # the id that it continues under: a fork gives it another one


class Phase(Enum):
    """The phase of a table: sealing, playing, ended, or stopped by a disagreement."""

    SETUP = "setup"
    PLAY = "play"
    OVER = "over"
    STOPPED = "stopped"


class Need(Enum):
    """The thing that a table waits for from a seat."""

    MOVE = "move"  # the seat is thinking; never timed out
    SEAL = "seal"  # it has not sealed its bets yet
    OPENING = "opening"  # it has not opened its bets yet
    ACK = "ack"  # it has not acknowledged the newest entry
    LUCK = "luck"  # it owes its share of the dice
    END = "end"  # it has not closed the log yet
    KEY = "key"  # it owes its part of the key generation
    CHANGE = "change"  # the table is deciding who plays on
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
    silent_s: int  # whole seconds since it was at the table; 0 if it is, or never was
    voter: bool = True  # its acknowledgement counts
    level: str = ""  # a bot's; "" for people
    catching_up: bool = False  # it is here, but owes a part for a while
    misses: tuple[int, ...] = ()  # the seats that it says it does not hear

    @property
    def ghost(self) -> bool:
        """True if the table goes on without it: the core plays this seat."""
        return self.presence.ghost


@dataclass(frozen=True, slots=True)
class Vote:
    """An open vote on a seat; everybody sees who wants the change."""

    seat: int  # the seat concerned
    leaving: bool  # go on without it; else: let it come back
    wanted_by: tuple[int, ...]  # seats
    needed: int  # votes required


@dataclass(frozen=True, slots=True)
class MembershipVotes:
    """The votes on who plays on, and my choices about missing seats."""

    epoch: int = 0  # the number of changes of the voters
    votes: tuple[Vote, ...] = ()  # open ones, by seat
    removable: tuple[int, ...] = ()  # seats that I can vote to go on without
    apart: tuple[int, ...] = ()  # seats present that may fork, if votes are too few
    apart_asked: tuple[int, ...] = ()  # seats that asked to fork
    changing: bool = False  # a change is under way; nobody needs to act
    i_am_out: bool = False  # the table goes on without me; I asked to come back
    can_rejoin: bool = True  # ghosts may return now; else at the next deal
    debtor: bool = False  # I am out until the next leg or round: the table waited for my part


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The progress of shuffling and dealing unseen cards; no seat can move until it ends."""

    done: int  # steps of `total`
    total: int
    anew: bool  # in the middle of a leg, because the voters changed


@dataclass(frozen=True, slots=True)
class TableView:
    """One table as this seat sees it: the public position and the seat's own cards.

    A spectator has no seat (`me` is None) and no faces.
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
    pending: str | None  # my move: chosen, not final yet
    faces: str  # my own face-down cards ("ygbow" by slot; "g2" in hand); "" without any
    again: tuple[int, ...]  # after the end: seats that want to play again
    trouble: Message | None  # why the table stopped, or what the network does
    record: Path | None  # the public record, once written
    verdict: Verdict  # who vouches for the game so far
    membership_votes: MembershipVotes = MembershipVotes()
    shuffling: Shuffling | None = None  # None while no cards are being dealt
    aids: bool = False  # all see the odds and may ask for hints
    left: tuple[int, ...] = ()  # after the end: seats whose players are away or sit elsewhere
    own: OwnState = OwnState.ONLINE
    # My one chosen network, where that alone is out, and the connected ones, by their names.
    missed_network: tuple[str, tuple[str, ...]] | None = None
    absent_s: int = 0  # my last absence, or time without a network; 0: none
    former: tuple[bytes, ...] = ()  # the ids of this game before its forks, in their order

    @property
    def games(self) -> tuple[bytes, ...]:
        """All ids of this game. The first one names its journal; facts about what was before a fork
        have the id of that time."""
        return (*self.former, self.game_id)


# --- facts, in the order in which they happened ------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    lobby: LobbyView


@dataclass(frozen=True, slots=True)
class TableChanged:
    table: TableView


@dataclass(frozen=True, slots=True)
class Stepped:
    """One notation applied: a decision, an outcome of luck or an opening, with its events.

    `replayed` is True while a table catches up: show the result without animation.
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
    """A notice for a person: a refused message and its sender, a resume, a warning."""

    message: Message
    serious: bool


@dataclass(frozen=True, slots=True)
class LuckPart:
    """One seat's share of a draw, or part of a decryption."""

    seat: int
    name: str
    share: bytes  # as the record holds it
    holds: bool  # it fits its proof or pledge, checked just now


@dataclass(frozen=True, slots=True)
class LuckDrawn:
    """One chance node: `number`, of 0 … `total` - 1, chose the outcome `notation`."""

    notation: str
    number: int
    total: int
    outcomes: tuple[tuple[str, int], ...]  # sorted by notation, with integer weights


@dataclass(frozen=True, slots=True)
class CardShown:
    """One card of a shuffled pack, turned up by `needed` holders of the table's key."""

    notation: str
    card: bytes  # 64 bytes: the card encrypted to the table's key
    needed: int
    parts: tuple[LuckPart, ...]
    holds: bool  # the parts are valid and open to this card


@dataclass(frozen=True, slots=True)
class LuckShown:
    """The proof of the luck behind one entry, recomputed from the log on request.

    Cards turned up from a shuffled pack have proofs of their own; if nothing else was drawn, `seed`
    is empty. For cards that luck dealt earlier, this is the proof of that deal.
    """

    game_id: bytes
    index: int
    notation: str  # of the entry before the luck
    author: str
    scheme: str  # "coin": any `needed` of the voters make the die; "reveal": all together
    needed: int
    label: bytes  # the beacon's input, a hash or point that names game, epoch, place and entry
    parts: tuple[LuckPart, ...]
    seed: bytes  # 32 bytes, the same whoever gives shares; empty: only cards
    draws: tuple[LuckDrawn, ...]
    holds: bool  # all parts are valid and give this seed, these outcomes and cards
    cards: tuple[CardShown, ...] = ()
    dealt: tuple[str, ...] = ()  # notations of the cards turned up here that this luck had dealt


@dataclass(frozen=True, slots=True)
class TableLeft:
    """I left a table and am back in the lobby; its journal stays."""

    game_id: bytes


Fact = LobbyChanged | TableChanged | Stepped | ChatSaid | Noticed | LuckShown | TableLeft
