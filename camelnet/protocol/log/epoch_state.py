"""The running epoch: its game, its voters, its keys, and the seats that may not come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.keygen.dkg import KeyGeneration
from camelnet.protocol.keygen.share_distribution import read_key
from camelnet.protocol.log.chain import Chain
from camelnet.protocol.log.interfaces import LogContext, MembershipSnapshot, SignerIdentity
from camelnet.protocol.log.membership import Membership, Scheme, initial_membership
from camelnet.protocol.log.phase import Event, Phase, after
from camelnet.protocol.wire.bodies import KEY, EntryBody, WantBody, read_body
from camelnet.protocol.wire.frames import Stay, Want


class EpochState:
    """See the module. It keeps the memberships and keys of all epochs, to check old luck.

    Attributes hold what every frame needs: the present `membership`, and the meaning of the phase.
    `frozen`: we acknowledge and propose nothing more, since we have promised the end or signed a
    fork. `leaving`: we have signed a fork, and say nothing more in the old game. `stopped`: the
    reason why nothing becomes final here, a voter whose position differs from ours.
    """

    membership: Membership
    number: int
    voters: tuple[int, ...]

    def __init__(self, context: LogContext, chain: Chain) -> None:
        self.game: bytes = context.game_start.id  # another one after a fork
        self.memberships: list[Membership] = []  # by epoch
        self._enter(initial_membership(context.game_start))
        self.keys: dict[int, tuple[TableKey, ...]] = {}  # by epoch: the coin's, then the seals'
        self.key_due = self.membership.scheme is Scheme.COIN  # the next entry is the epoch's key
        self.keygen: KeyGeneration | None = None
        self.former: dict[bytes, int] = {}  # the index of the fork, by the game that it left
        self._context = context
        self._chain = chain
        self._debtors: dict[int, int] = {}  # seats that left owing: in which leg or round
        self._forked_at = 0  # only their owners open the seals of earlier epochs
        self._phase = Phase.OPEN
        self.frozen = self.leaving = False
        self.stopped: Refusal | None = None
        self._divergence: Refusal | None = None  # why we stopped
        # The last epoch whose end we have promised; ahead of us after a restart.
        self._promised_end = -1
        self._bound_to = -1  # the last epoch in which we have signed a fork that may still be
        self.given_up: dict[bytes, Stay] = {}  # by fork: our word that we never play on by it
        self.position_doubted = False  # we stopped, and no certificate has confirmed our position

    def _enter(self, membership: Membership) -> None:
        self.memberships.append(membership)
        self.membership = membership
        self.number, self.voters = membership.epoch, membership.voters

    @property
    def voter(self) -> SignerIdentity | None:
        """Our identity while we vote and have signed no fork."""
        own = self._context.own
        return own if own and own.seat in self.voters and not self.leaving else None

    # --- the phase ----------------------------------------------------------------------------

    @property
    def gives_luck(self) -> bool:
        """True if we give parts of luck. A promise to end the epoch, and a fork that we sign, name
        how far we had come: what rests on them could draw again luck that came out later, after
        somebody saw it. A journal keeps the last promise only: we may have made one in each earlier
        epoch, too."""
        return self.number > max(self._promised_end, self._bound_to)

    def _go(self, event: Event) -> None:
        self._phase = after(self._phase, event)
        self.frozen, self.leaving = self._phase.is_frozen, self._phase.is_leaving
        self.stopped = self._divergence if self._phase.is_stopped else None

    def promise_end(self, epoch: int) -> None:
        """Promise the end of that epoch: we acknowledge and propose nothing more in it, and give no
        part of luck. A replayed log may be in an earlier epoch, and gives none there either."""
        self._promised_end = max(self._promised_end, epoch)
        self._keep_promise()

    def _keep_promise(self) -> None:
        if self._promised_end == self.number:
            self._go(Event.PROMISE)

    def bind_to_fork(self, epoch: int) -> None:
        """Note that we have signed a fork in that epoch: we give no part of luck in it. A replayed
        log gives none there either."""
        self._bound_to = max(self._bound_to, epoch)

    def sign_fork(self) -> None:
        """Note that we have signed a fork: it ends this epoch for us, and the making of its key."""
        self.bind_to_fork(self.number)
        self.keygen = None
        self._go(Event.SIGN_FORK)

    def stay(self) -> None:
        """Go on in this game: the forks that we have signed can never be. What we had promised
        before still binds us."""
        self._bound_to = -1
        if self.leaving:
            self._go(Event.STAY)
            self._keep_promise()
            self.begin_keygen()

    def diverge(self, why: Refusal) -> None:
        """Stop: a voter states another position than ours."""
        self._divergence = why
        self._go(Event.DIVERGE)
        self.position_doubted = True

    def agree(self, *, about_position: bool) -> None:
        """Note that all voters agree with us; about a key they state no position."""
        self._go(Event.AGREE)
        if about_position:
            self.position_doubted = False

    # --- the key ------------------------------------------------------------------------------

    def begin_keygen(self) -> None:
        """Begin to make the epoch's key, if one is due and we vote."""
        self.keygen = None
        if self.key_due and self.membership.scheme is Scheme.COIN and self.voter is not None:
            self.keygen = self.new_keygen(self.voter)

    def new_keygen(self, own: SignerIdentity | None) -> KeyGeneration:
        """The making of this epoch's key: our own part in it, or with None the judgement alone."""
        origin = self._chain.hash_at(self._chain.origin)
        assert origin is not None
        return KeyGeneration(
            suite=self._context.suite,
            game=self.game,
            epoch=self.number,
            context=origin,
            voters=self.voters,
            keys=self._context.seat_keys,
            thresholds=self.membership.thresholds,
            own=(own.seat, own.signer, own.secret) if own else None,
            outbox=self._context.outbox,
        )

    def check_key(self, entry: EntryBody, *, against_ours: bool) -> None:
        """Raise `Refusal` unless an entry is a key of this epoch; with `against_ours`, the key that
        we have made with the others."""
        if entry.notation != KEY:
            raise Refusal(Fault.ILLEGAL, "a key comes next")
        if self.membership.scheme is Scheme.REVEAL:
            if entry.attachments:
                raise Refusal(Fault.ATTACHMENTS, "none belong here")
            return
        self._read_key(entry)
        ours = self.keygen if against_ours and self.voter else None
        if ours and entry.attachments != ours.attachments():
            raise Refusal(Fault.ATTACHMENTS, "another key than we dealt")

    def _read_key(self, entry: EntryBody) -> tuple[TableKey, ...]:
        thresholds = self.membership.thresholds
        return read_key(self._context.suite, self.voters, thresholds, entry.attachments)

    def take_key(self, entry: EntryBody) -> None:
        """Take the epoch's key, which is final."""
        self.key_due = False
        if self.membership.scheme is Scheme.COIN:
            self.keys[entry.epoch] = self._read_key(entry)

    def coin_key(self, epoch: int) -> TableKey | None:
        """The key that draws an epoch's luck, or None."""
        keys = self.keys.get(epoch)
        return keys[0] if keys else None

    def snapshot(self) -> MembershipSnapshot:
        """A snapshot for the machine: the membership, and the epochs whose seals can be opened."""
        openable = frozenset(
            epoch
            for epoch, keys in self.keys.items()
            if epoch >= self._forked_at and keys[-1].held_by(self.voters)
        )
        keys = self.keys.get(self.number)
        seal_key = keys[-1] if keys else None
        return MembershipSnapshot(self.membership, self.game, seal_key, openable)

    # --- debtors ------------------------------------------------------------------------------

    def is_debtor(self, seat: int) -> bool:
        """True if a seat left in this leg or round while it owed a part, or luck was lost with it.
        It stays out until the next one: else a seat that has seen a die could get another."""
        since = self._debtors.get(seat)
        return since is not None and self._context.machine.round <= since

    def debtors_of(
        self, membership: Membership, wants: Sequence[Want], *, redrawn: int
    ) -> set[int]:
        """The seats that leave for that membership and owe a part: all, if another key draws luck
        again (`redrawn`); else those that more voters call `owing` than may lie."""
        left = set(membership.ghosts) - set(self.membership.ghosts)
        if redrawn:
            return left
        bodies = [read_body(WantBody, want.body) for want in wants]
        counted = Counter(body.about for body in bodies if body.why == "owing")
        return {seat for seat in left if counted[seat] > self.membership.liars}

    def add_debtors(self, seats: set[int]) -> None:
        self._debtors |= dict.fromkeys(sorted(seats), self._context.machine.round)

    # --- the next epoch -----------------------------------------------------------------------

    def begin(self, membership: Membership) -> None:
        """Begin the next epoch: its change is final."""
        self._go(Event.BEGIN)
        self._enter(membership)

    def fork(self, membership: Membership, game: bytes) -> None:
        """Continue as another game, in which nobody holds the old keys any more."""
        self._go(Event.FORK)
        self._enter(membership)
        self.former[self.game] = self._chain.index
        self.game = game
        self._debtors.clear()
        self._forked_at = membership.epoch

    def open(self, *, key_due: bool) -> None:
        """Open the epoch: the line that begins it is in the log."""
        self.key_due = key_due
        self._keep_promise()
        self.begin_keygen()
