"""Steps that we plant into traces of the program, to see that the model does not admit them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from typing import Any

from camelnet.protocol.wire.bodies import (
    ChangeBody,
    OfferBody,
    PromiseBody,
    WantBody,
    body_bytes,
    read_body,
)
from tests.model.trace import (
    AcceptedIt,
    Acked,
    Changed,
    Drew,
    Echoed,
    Event,
    Final,
    Froze,
    Gave,
    Moved,
    Offered,
    Promised,
    Restarted,
    Settled,
    Trace,
    Wanted,
    Wrote,
)

Planted = Iterator[list[Event]]
Planter = Callable[[Trace], Planted]
Planting = Callable[[Trace, int, Any], Planted]  # a trace, a place in it, its event


def at(*kinds: type[Event]) -> Callable[[Planting], Planter]:
    """Plants at each place of a trace where such a thing happens."""

    def planter(plant: Planting) -> Planter:
        @wraps(plant)
        def all_places(trace: Trace) -> Planted:
            for place, event in enumerate(trace.events):
                if isinstance(event, kinds):
                    yield from plant(trace, place, event)

        return all_places

    return planter


def _with(trace: Trace, place: int, *new: Event) -> list[Event]:
    return [*trace.events[:place], *new, *trace.events[place:]]


def _behind(trace: Trace, place: int, *new: Event) -> list[Event]:
    return _with(trace, place + 1, *new)


def _instead(trace: Trace, place: int, new: Event) -> list[Event]:
    return [*trace.events[:place], new, *trace.events[place + 1 :]]


def _without(trace: Trace, end: int, gone: Callable[[Event], bool]) -> list[Event]:
    return [event for event in trace.events[:end] if not gone(event)] + trace.events[end:]


def _said_otherwise(trace: Trace, place: int, event: Promised, **changes: Any) -> list[Event]:
    """With another promise there."""
    body = body_bytes(replace(read_body(PromiseBody, event.promise), **changes))
    return _instead(trace, place, replace(event, promise=body))


# --- the log --------------------------------------------------------------------------------------


@at(Froze)
def ack_after_promise(trace: Trace, place: int, event: Froze) -> Planted:
    before = trace.events[:place]
    reached = [e for e in before if isinstance(e, Final) and e.seat == event.seat]
    index = reached[-1].index + 1 if reached else trace.beginning.origin + 1
    yield _behind(trace, place, Acked(event.seat, index, bytes(32), bytes(32), False))


@at(Froze)
def part_after_promise(trace: Trace, place: int, event: Froze) -> Planted:
    yield _behind(trace, place, Gave(event.seat, trace.beginning.origin + 1))


@at(Froze)
def older_part_after_promise(trace: Trace, place: int, event: Froze) -> Planted:
    """Of luck that the epoch before has left open."""
    for index in _pending(trace):
        yield _behind(trace, place, Gave(event.seat, index))


@at(Acked)
def two_acks(trace: Trace, place: int, event: Acked) -> Planted:
    if not event.is_key:
        yield _behind(trace, place, replace(event, entry=bytes(32)))


@at(Final)
def final_without_one(trace: Trace, place: int, event: Final) -> Planted:
    seats = [e.seat for e in trace.events[:place] if isinstance(e, Acked)]
    if seats:
        lost = (seats[0], event.index)
        yield _without(trace, place, lambda e: isinstance(e, Acked) and (e.seat, e.index) == lost)


@at(Acked)
def two_digests(trace: Trace, place: int, event: Acked) -> Planted:
    if not event.is_key:
        yield _instead(trace, place, replace(event, digest=b"another".ljust(32)))


@at(Drew)
def luck_without_parts(trace: Trace, place: int, event: Drew) -> Planted:
    if event.seeded and event.index > trace.beginning.origin:
        yield _without(trace, place, lambda e: isinstance(e, Gave))


# --- promises -------------------------------------------------------------------------------------


@at(Promised)
def silent_promise(trace: Trace, place: int, event: Promised) -> Planted:
    if read_body(PromiseBody, event.promise).entry:
        yield _said_otherwise(trace, place, event, entry=b"")


@at(Promised)
def forgetful_promise(trace: Trace, place: int, event: Promised) -> Planted:
    """It has accepted a change, and says in a later ballot that it has not."""
    body = read_body(PromiseBody, event.promise)
    if 0 <= body.accepted < body.ballot:
        yield _said_otherwise(trace, place, event, accepted=-1, accepted_hash=b"")


@at(Promised)
def shown_promise_without_entry(trace: Trace, place: int, event: Promised) -> Planted:
    """It has accepted a change, and what it shows to be followed leaves out its entry."""
    if _is_shown_again(event) and read_body(PromiseBody, event.promise).entry:
        yield _said_otherwise(trace, place, event, entry=b"")


@at(Promised)
def shown_promise_of_another_change(trace: Trace, place: int, event: Promised) -> Planted:
    if _is_shown_again(event):
        yield _said_otherwise(trace, place, event, accepted_hash=bytes(32))


def _is_shown_again(event: Promised) -> bool:
    body = read_body(PromiseBody, event.promise)
    return event.shown and body.accepted == body.ballot


@at(Froze)
def follows_unsaid_promise(trace: Trace, place: int, event: Froze) -> Planted:
    if event.followed is not None:
        yield _unsaid(trace, place, event.followed.body)


def _unsaid(trace: Trace, end: int, promise: bytes) -> list[Event]:
    return _without(trace, end, lambda e: isinstance(e, Promised) and e.promise == promise)


@at(Froze)
def promise_on_too_few(trace: Trace, place: int, event: Froze) -> Planted:
    yield _instead(trace, place, replace(event, grounds=event.grounds[:1]))


@at(Froze)
def promise_on_old_wants(trace: Trace, place: int, event: Froze) -> Planted:
    """On wants of two indices ago, after nobody who had not gone on."""
    bodies = [read_body(WantBody, want.body) for want in event.grounds]
    if min(body.index for body in bodies) <= trace.beginning.origin + 3:
        return
    grounds = tuple(
        replace(want, body=body_bytes(replace(body, index=body.index - 2)))
        for want, body in zip(event.grounds, bodies, strict=True)
    )
    older = dict(zip(event.grounds, grounds, strict=True))
    said = [
        replace(e, want=older[e.want]) if isinstance(e, Wanted) and e.want in older else e
        for e in trace.events[:place]
    ]
    frozen = replace(event, grounds=grounds, followed=None)
    yield [*said, frozen, *trace.events[place + 1 :]]


@at(Promised)
def promise_of_some_luck(trace: Trace, place: int, event: Promised) -> Planted:
    """It knows the luck of the key, and names only what was pending before."""
    drawn = read_body(PromiseBody, event.promise).drawn
    if len(drawn) > 1:
        yield _said_otherwise(trace, place, event, drawn=drawn[:-1])


@at(Promised)
def promise_of_unknown_luck(trace: Trace, place: int, event: Promised) -> Planted:
    """It knows what was pending before the key, and names the luck of the key, too."""
    body = read_body(PromiseBody, event.promise)
    if body.base == trace.beginning.origin + 1 and body.drawn == _pending(trace):
        yield _said_otherwise(trace, place, event, drawn=(*body.drawn, body.base))


# --- ballots --------------------------------------------------------------------------------------


@at(Offered)
def offer_with_unsaid_promise(trace: Trace, place: int, event: Offered) -> Planted:
    bodies = {signed.body for signed in event.offer.promises}
    for e in trace.events[:place]:
        if isinstance(e, Promised) and e.promise in bodies and e.seat != event.seat:
            yield _unsaid(trace, place, e.promise)
            return


@at(Offered)
def two_offers(trace: Trace, place: int, event: Offered) -> Planted:
    yield _behind(trace, place, event)


@at(Echoed)
def another_than_binds(trace: Trace, place: int, event: Echoed) -> Planted:
    """It echoes another change than the one that was accepted in the highest ballot."""
    body = read_body(OfferBody, event.offer.body)
    accepted = max(read_body(PromiseBody, p.body).accepted for p in event.offer.promises)
    for other in trace.events[:place] if accepted >= 0 else ():
        if isinstance(other, Echoed) and other.offer.change != event.offer.change:
            hashed = read_body(OfferBody, other.offer.body).change
            changed = body_bytes(replace(body, change=hashed))
            offer = replace(event.offer, body=changed, change=other.offer.change)
            yield _instead(trace, place, replace(event, offer=offer))


@at(Echoed)
def two_echoes(trace: Trace, place: int, event: Echoed) -> Planted:
    """A voter also echoes what another echoed in the same ballot: two changes of a liar's."""
    for other in trace.events[:place]:
        if isinstance(other, Echoed) and other.seat != event.seat:
            yield _behind(trace, place, replace(event, offer=other.offer))


@at(AcceptedIt)
def accept_without_echoes(trace: Trace, place: int, event: AcceptedIt) -> Planted:
    yield _without(trace, place, lambda e: isinstance(e, Echoed) and e.seat != event.seat)


@at(Changed)
def change_without_accepts(trace: Trace, place: int, event: Changed) -> Planted:
    yield _without(trace, place, lambda e: isinstance(e, AcceptedIt))


# --- rounds ---------------------------------------------------------------------------------------


@at(Moved)
def jump_too_far(trace: Trace, place: int, event: Moved) -> Planted:
    if event.round >= 0:
        yield _behind(trace, place, replace(event, round=event.round + 50))


@at(Moved)
def begins_afar(trace: Trace, place: int, event: Moved) -> Planted:
    """In its first round, in which nobody is."""
    if event.round == 0:
        yield _instead(trace, place, replace(event, round=50))


@at(Moved)
def timer_alone(trace: Trace, place: int, event: Moved) -> Planted:
    """Nobody else is in the round that its timer ends."""
    if event.round == 0:
        yield _behind(trace, place, replace(event, round=1), replace(event, round=2))


# --- luck of a key, and restarts ------------------------------------------------------------------


def echo_without_luck(trace: Trace) -> Planted:
    """It is restarted behind the key, and its journal lacks what the change carries."""
    restarts = dict[int, tuple[int, Restarted]]()
    for place, event in enumerate(trace.events):
        if isinstance(event, Restarted) and event.index == trace.beginning.origin + 2:
            restarts[event.seat] = place, event
        elif isinstance(event, Drew | Settled):
            restarts.pop(event.seat, None)
        elif isinstance(event, Echoed) and event.seat in restarts:
            at_place, restarted = restarts[event.seat]
            carried = read_body(ChangeBody, event.offer.change).carried
            yield _instead(trace, at_place, replace(restarted, missing=carried))


@at(Echoed)
def echo_without_luck_of_the_key(trace: Trace, place: int, event: Echoed) -> Planted:
    """It is restarted, and its journal lacks the key's own luck, which the change carries."""
    key = trace.beginning.origin + 1
    if trace.beginning.pending and key in read_body(ChangeBody, event.offer.change).carried:
        number = read_body(OfferBody, event.offer.body).ballot
        journal = (None, False, number, b"", (-1, b""))
        yield _with(trace, place, Restarted(event.seat, key + 1, (key,), *journal))


def _without_luck_of_the_key(trace: Trace, place: int, event: Acked | Final) -> Planted:
    """It goes on behind the key and has not drawn the key's own luck."""
    key = trace.beginning.origin + 1
    if event.index == key + 1 and trace.beginning.pending:
        known = (event.seat, key)
        yield _without(
            trace, place, lambda e: isinstance(e, Drew | Settled) and (e.seat, e.index) == known
        )


ack_without_luck_of_the_key = at(Acked)(_without_luck_of_the_key)
final_without_luck_of_the_key = at(Final)(_without_luck_of_the_key)


def _pending(trace: Trace) -> tuple[int, ...]:
    return tuple(one.index for one in trace.beginning.pending)


@at(Restarted)
def lost_ack(trace: Trace, place: int, event: Restarted) -> Planted:
    if event.acked is not None:
        yield _instead(trace, place, replace(event, acked=None))


@at(Restarted)
def lost_promise(trace: Trace, place: int, event: Restarted) -> Planted:
    if event.round >= 0:
        yield _instead(trace, place, replace(event, round=-1))


@at(Wrote)
def written_unheard(trace: Trace, place: int, event: Wrote) -> Planted:
    others = set(trace.beginning.membership.voters) - {event.seat}
    yield _instead(trace, place, replace(event, unheard=tuple(sorted(others))))


PLANTS: tuple[tuple[str, Planter], ...] = (
    ("it acknowledges after its promise", ack_after_promise),
    ("it gives a part of luck after its promise", part_after_promise),
    ("it gives a part of luck after its promise", older_part_after_promise),
    ("it acknowledges at|it has acknowledged", two_acks),
    ("acknowledged", final_without_one),
    ("acknowledged|its journal says", two_digests),
    ("too few gave a part of luck", luck_without_parts),
    ("its promise names entry none", silent_promise),
    ("its promise shows .* as accepted", forgetful_promise),
    ("its promise names entry none", shown_promise_without_entry),
    ("its promise shows .* as accepted", shown_promise_of_another_change),
    ("it follows a promise that seat . never gave", follows_unsaid_promise),
    ("it promises on wants of too few", promise_on_too_few),
    ("its wants are of index", promise_on_old_wants),
    ("an offer with a promise that seat . never gave", offer_with_unsaid_promise),
    ("it has offered in ballot", two_offers),
    ("an offer where the model finds", another_than_binds),
    ("it has echoed change", two_echoes),
    ("echoed change", accept_without_echoes),
    ("accepted change", change_without_accepts),
    ("are in round", jump_too_far),
    ("it begins in round", begins_afar),
    ("its promise is of base", promise_of_some_luck),
    ("its promise names luck of a key that it lacks", promise_of_unknown_luck),
    ("an offer that the model finds wrong", echo_without_luck),
    ("an offer that carries luck of a key that it lacks", echo_without_luck_of_the_key),
    ("it acknowledges without the luck of the key", ack_without_luck_of_the_key),
    ("is final behind a key whose luck is missing", final_without_luck_of_the_key),
    ("are in round 1 or later", timer_alone),
    ("its journal has lost that it acknowledged", lost_ack),
    ("its journal has lost that it was in round", lost_promise),
    ("it writes and has not heard", written_unheard),
)
