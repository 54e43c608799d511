"""The phase of an epoch at one peer, as a table of transitions: what the peer may still say.

                   diverge         agree   promise         sign fork        begin  fork  stay
    open           stopped         open    frozen          leaving          open   open
    stopped                        open    frozen stopped  leaving stopped  open   open
    frozen         frozen stopped  frozen  frozen          leaving          open   open
    frozen stopped                 frozen  frozen stopped  leaving stopped  open   open
    leaving                                                leaving                 open  open
    leaving stopped                                        leaving stopped         open  stopped

An event without a place in its row is a bug of ours and raises. A closed log is no phase: the
machine closes it, and a change may open it again.
"""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    OPEN = "open"
    STOPPED = "stopped"  # a voter states another position: nothing becomes final here
    FROZEN = "frozen"  # we have promised the end: nothing is acknowledged or proposed
    FROZEN_STOPPED = "frozen stopped"
    LEAVING = "leaving"  # we have signed a fork: nothing more is said in the old game
    LEAVING_STOPPED = "leaving stopped"

    @property
    def is_stopped(self) -> bool:
        return self in (Phase.STOPPED, Phase.FROZEN_STOPPED, Phase.LEAVING_STOPPED)

    @property
    def is_frozen(self) -> bool:
        """True if we acknowledge and propose nothing more."""
        return self not in (Phase.OPEN, Phase.STOPPED)

    @property
    def is_leaving(self) -> bool:
        return self in (Phase.LEAVING, Phase.LEAVING_STOPPED)


class Event(Enum):
    DIVERGE = "diverge"  # a voter's acknowledgement states another position than ours
    AGREE = "agree"  # a certificate shows that all voters have stated ours
    PROMISE = "promise"  # we promise the end of the epoch; a restart repeats it
    SIGN_FORK = "sign fork"  # may come again, with fewer seats
    BEGIN = "begin"  # the change to the next epoch is final
    FORK = "fork"  # the table continues as another game
    STAY = "stay"  # the forks that we have signed can never be; a promise is repeated then


class ImpossibleEvent(Exception):
    """An event in a phase in which it cannot happen: a bug of ours."""


_STAYS_OPEN = {Event.AGREE: Phase.OPEN, Event.BEGIN: Phase.OPEN, Event.FORK: Phase.OPEN}
_STAYS_FROZEN = {Event.AGREE: Phase.FROZEN, Event.BEGIN: Phase.OPEN, Event.FORK: Phase.OPEN}

TRANSITIONS: dict[Phase, dict[Event, Phase]] = {
    Phase.OPEN: {
        **_STAYS_OPEN,
        Event.DIVERGE: Phase.STOPPED,
        Event.PROMISE: Phase.FROZEN,
        Event.SIGN_FORK: Phase.LEAVING,
    },
    Phase.STOPPED: {
        **_STAYS_OPEN,
        Event.PROMISE: Phase.FROZEN_STOPPED,
        Event.SIGN_FORK: Phase.LEAVING_STOPPED,
    },
    Phase.FROZEN: {
        **_STAYS_FROZEN,
        Event.DIVERGE: Phase.FROZEN_STOPPED,
        Event.PROMISE: Phase.FROZEN,
        Event.SIGN_FORK: Phase.LEAVING,
    },
    Phase.FROZEN_STOPPED: {
        **_STAYS_FROZEN,
        Event.PROMISE: Phase.FROZEN_STOPPED,
        Event.SIGN_FORK: Phase.LEAVING_STOPPED,
    },
    Phase.LEAVING: {
        Event.SIGN_FORK: Phase.LEAVING,
        Event.FORK: Phase.OPEN,
        Event.STAY: Phase.OPEN,
    },
    Phase.LEAVING_STOPPED: {
        Event.SIGN_FORK: Phase.LEAVING_STOPPED,
        Event.FORK: Phase.OPEN,
        Event.STAY: Phase.STOPPED,
    },
}


def after(phase: Phase, event: Event) -> Phase:
    """The phase after an event; raises `ImpossibleEvent`."""
    following = TRANSITIONS[phase].get(event)
    if following is None:
        raise ImpossibleEvent(f"{event.value} while {phase.value}")
    return following
