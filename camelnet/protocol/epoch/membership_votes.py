"""The wants of all voters: which seats the table should go on without, and which it should readmit.

A want binds nobody, and lapses with its index.
"""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.protocol.epoch.decision import want_of
from camelnet.protocol.epoch.message_builders import make_want
from camelnet.protocol.log.interfaces import SignerIdentity
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.membership import Membership
from camelnet.protocol.wire.bodies import WantBody, read_body
from camelnet.protocol.wire.frames import Frame, Unwant, Want

WANTS_KEPT = 256

_Key = tuple[int, bool]  # about, leaving
_Groups = dict[_Key, tuple[Want, ...]]


class Wants:
    """See the module. It keeps the wants of the last, the present and the next index."""

    def __init__(self, log: Log, outbox: list[Frame]) -> None:
        self._log = log
        self._outbox = outbox
        self._wants: dict[tuple[int, bool, int], dict[int, Want]] = {}
        self._chosen: tuple[Membership | None, list[_Key], list[_Key]] = (None, [], [])

    # --- queries ------------------------------------------------------------------------------

    def open(self) -> dict[tuple[int, bool], tuple[int, ...]]:
        """The voters that want something at this index or the next, by (about, leaving)."""
        found: dict[tuple[int, bool], set[int]] = {}
        for (about, leaving, index), wants in self._wants.items():
            if index >= self._log.index and wants:
                found.setdefault((about, leaving), set()).update(wants)
        return {key: tuple(sorted(seats)) for key, seats in sorted(found.items())}

    def asked(self) -> dict[int, set[int]]:
        """The voters with a want at this index that may come from a person's click, by the seat
        that would leave: about a seat that owes a part, a click gives `owing` as the reason."""
        found: dict[int, set[int]] = {}
        for (about, leaving, index), wants in self._wants.items():
            if leaving and index == self._log.index:
                whys = {seat: read_body(WantBody, want.body).why for seat, want in wants.items()}
                askers = {seat for seat, why in whys.items() if why in ("asked", "owing")}
                found.setdefault(about, set()).update(askers)
        return found

    def retransmissions(self, own: SignerIdentity) -> list[Frame]:
        """Our own wants, sent again until they lapse."""
        return [
            wants[own.seat]
            for (_, _, index), wants in sorted(self._wants.items())
            if own.seat in wants and index >= self._log.index
        ]

    def quorums(self, promised: tuple[Want, ...]) -> tuple[Want, ...]:
        """The wants that a quorum shares, as many as the table can grant together; those that we
        `promised` on stand already."""
        if not self._wants and not promised:
            return ()
        groups: _Groups = {}
        for want in promised:
            body = read_body(WantBody, want.body)
            key = (body.about, body.leaving)
            groups[key] = (*groups.get(key, ()), want)
        quorum = self._log.membership.quorum
        for (about, leaving, index), wants in sorted(self._wants.items()):
            if len(wants) >= quorum and index >= self._log.agreement.reached:
                groups.setdefault((about, leaving), tuple(wants[s] for s in sorted(wants)))
        return self._possible(groups)

    def _possible(self, groups: _Groups) -> tuple[Want, ...]:
        """The wants of all groups that the table can grant together."""
        membership, keys = self._log.membership, sorted(groups)
        if self._chosen[0] is not membership or self._chosen[1] != keys:
            self._chosen = (membership, keys, _together(membership, keys))
        return tuple([want for key in self._chosen[2] for want in groups[key]])

    # --- our own ------------------------------------------------------------------------------

    def want(self, about: int, *, leaving: bool, why: str) -> None:
        """Send our want at this index, unless it is impossible or we have sent it. Send a
        proof even after another reason: only a proof removes a seat permanently."""
        own = self._log.voter
        key = (about, leaving, self._log.index)
        ghost = about in self._log.membership.ghosts
        if own is None or leaving == ghost:
            return
        said = self._wants.get(key, {}).get(own.seat)
        if said is not None and (why != "proof" or read_body(WantBody, said.body).why == why):
            return
        want = make_want(self._log, own, about, leaving=leaving, why=why)
        self._wants.setdefault(key, {})[own.seat] = want
        self._outbox.append(want)

    def unwant(self, about: int) -> None:
        """Take back our want to go on without a seat."""
        own = self._log.voter
        if own is not None:
            self._drop(own.seat, about)
            epoch = self._log.membership.epoch
            self._outbox.append(Unwant(self._log.game, epoch, own.seat, about))

    # --- of others ----------------------------------------------------------------------------

    def receive(self, frame: Want) -> None:
        """Take a want; raises `Refusal`."""
        body = read_body(WantBody, frame.body)
        key = (body.about, body.leaving, body.index)
        if self._wants.get(key, {}).get(body.seat) == frame:
            return
        membership = self._log.membership
        if body.epoch != membership.epoch or abs(body.index - self._log.index) > 1:
            return  # about another place
        want_of(self._log, frame)
        possible = (body.about in membership.ghosts) != body.leaving
        if possible and len(self._wants) < WANTS_KEPT:
            self._wants.setdefault(key, {})[body.seat] = frame

    def receive_unwant(self, frame: Unwant, sender: int) -> None:
        if frame.seat == sender and frame.epoch == self._log.membership.epoch:
            self._drop(sender, frame.about)

    def _drop(self, seat: int, about: int) -> None:
        for (target, leaving, _), wants in self._wants.items():
            if target == about and leaving:
                wants.pop(seat, None)

    def lapse(self) -> None:
        """Forget wants about an index long past."""
        if self._wants:
            last = self._log.index - 1
            self._wants = {key: wants for key, wants in self._wants.items() if key[2] >= last}

    def clear(self) -> None:
        self._wants.clear()


def _together(membership: Membership, keys: Sequence[_Key]) -> list[_Key]:
    """The keys that the table can grant together: the first ones, where it cannot grant all."""
    chosen: list[_Key] = []
    for key in keys:
        tried = [*chosen, key]
        leaving = {about for about, leaves in tried if leaves}
        returning = {about for about, leaves in tried if not leaves}
        if membership.after(leaving=leaving, returning=returning, proven=()) is not None:
            chosen = tried
    return chosen
