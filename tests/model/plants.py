"""Steps that we plant into traces of the program, to see that the model does not admit them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

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
    Wrote,
)

Planter = Callable[[Trace], Iterator[list[Event]]]


def _with(events: list[Event], place: int, *new: Event) -> list[Event]:
    return [*events[:place], *new, *events[place:]]


def _instead(events: list[Event], place: int, new: Event) -> list[Event]:
    return [*events[:place], new, *events[place + 1 :]]


def _without(events: list[Event], end: int, gone: Callable[[Event], bool]) -> list[Event]:
    return [event for event in events[:end] if not gone(event)] + events[end:]


def ack_after_promise(trace: Trace) -> Iterator[list[Event]]:
    events = trace.events
    for place, event in enumerate(events):
        if isinstance(event, Froze):
            reached = [e for e in events[:place] if isinstance(e, Final) and e.seat == event.seat]
            index = reached[-1].index + 1 if reached else trace.beginning.origin + 1
            yield _with(events, place + 1, Acked(event.seat, index, bytes(32), bytes(32), False))


def part_after_promise(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Froze):
            index = trace.beginning.origin + 1
            yield _with(trace.events, place + 1, Gave(event.seat, index))


def older_part_after_promise(trace: Trace) -> Iterator[list[Event]]:
    """Of luck that the epoch before has left open."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Froze):
            for one in trace.beginning.pending:
                yield _with(trace.events, place + 1, Gave(event.seat, one.index))


def two_acks(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Acked) and not event.is_key:
            yield _with(trace.events, place + 1, replace(event, entry=bytes(32)))


def final_without_one(trace: Trace) -> Iterator[list[Event]]:
    events = trace.events
    for place, event in enumerate(events):
        if isinstance(event, Final):
            seats = [e.seat for e in events[:place] if isinstance(e, Acked)]
            if seats:
                index, seat = event.index, seats[0]

                def gone(e: Event, index: int = index, seat: int = seat) -> bool:
                    return isinstance(e, Acked) and (e.seat, e.index) == (seat, index)

                yield _without(events, place, gone)


def two_digests(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Acked) and not event.is_key:
            yield _instead(trace.events, place, replace(event, digest=b"another".ljust(32)))


def luck_without_parts(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Drew) and event.seeded and event.index > trace.beginning.origin:
            yield _without(trace.events, place, lambda e: isinstance(e, Gave))


def silent_promise(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Promised):
            body = read_body(PromiseBody, event.promise)
            if body.entry:
                hidden = body_bytes(replace(body, entry=b""))
                yield _instead(trace.events, place, replace(event, promise=hidden))


def forgetful_promise(trace: Trace) -> Iterator[list[Event]]:
    """It has accepted a change, and says in a later ballot that it has not."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Promised):
            body = read_body(PromiseBody, event.promise)
            if 0 <= body.accepted < body.ballot:
                bare = body_bytes(replace(body, accepted=-1, accepted_hash=b""))
                yield _instead(trace.events, place, replace(event, promise=bare))


def shown_promise_without_entry(trace: Trace) -> Iterator[list[Event]]:
    """It has accepted a change, and what it shows to be followed leaves out its entry."""
    for place, event in _shown_again(trace):
        body = read_body(PromiseBody, event.promise)
        if body.entry:
            hidden = body_bytes(replace(body, entry=b""))
            yield _instead(trace.events, place, replace(event, promise=hidden))


def shown_promise_of_another_change(trace: Trace) -> Iterator[list[Event]]:
    for place, event in _shown_again(trace):
        body = read_body(PromiseBody, event.promise)
        other = body_bytes(replace(body, accepted_hash=bytes(32)))
        yield _instead(trace.events, place, replace(event, promise=other))


def _shown_again(trace: Trace) -> Iterator[tuple[int, Promised]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Promised) and event.shown:
            body = read_body(PromiseBody, event.promise)
            if body.accepted == body.ballot:
                yield place, event


def follows_unsaid_promise(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Froze) and event.followed is not None:
            unsaid = event.followed.body

            def gone(e: Event, unsaid: bytes = unsaid) -> bool:
                return isinstance(e, Promised) and e.promise == unsaid

            yield _without(trace.events, place, gone)


def promise_on_too_few(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Froze):
            yield _instead(trace.events, place, replace(event, grounds=event.grounds[:1]))


def promise_on_old_wants(trace: Trace) -> Iterator[list[Event]]:
    """On wants of two indices ago, after nobody who had not gone on."""
    origin = trace.beginning.origin
    for place, event in enumerate(trace.events):
        if isinstance(event, Froze):
            bodies = [read_body(WantBody, want.body) for want in event.grounds]
            older = [body_bytes(replace(body, index=body.index - 2)) for body in bodies]
            grounds = tuple(
                replace(want, body=body) for want, body in zip(event.grounds, older, strict=True)
            )
            said = _wanted(trace.events, place, dict(zip(event.grounds, grounds, strict=True)))
            if min(body.index for body in bodies) > origin + 3:
                yield _instead(said, place, replace(event, grounds=grounds, followed=None))


def _wanted(events: list[Event], end: int, instead: dict[object, object]) -> list[Event]:
    return [
        replace(event, want=instead[event.want])  # type: ignore[call-arg]
        if number < end and getattr(event, "want", None) in instead
        else event
        for number, event in enumerate(events)
    ]


def offer_with_unsaid_promise(trace: Trace) -> Iterator[list[Event]]:
    events = trace.events
    for place, event in enumerate(events):
        if isinstance(event, Offered):
            bodies = {signed.body for signed in event.offer.promises}
            others = [
                e
                for e in events[:place]
                if isinstance(e, Promised) and e.promise in bodies and e.seat != event.seat
            ]
            if others:
                unsaid = others[0].promise

                def gone(e: Event, unsaid: bytes = unsaid) -> bool:
                    return isinstance(e, Promised) and e.promise == unsaid

                yield _without(events, place, gone)


def two_offers(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Offered):
            yield _with(trace.events, place + 1, event)


def another_than_binds(trace: Trace) -> Iterator[list[Event]]:
    """It echoes another change than the one that was accepted in the highest ballot."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Echoed):
            body = read_body(OfferBody, event.offer.body)
            accepted = max(read_body(PromiseBody, p.body).accepted for p in event.offer.promises)
            for other in trace.events[:place] if accepted >= 0 else ():
                if isinstance(other, Echoed) and other.offer.change != event.offer.change:
                    hashed = read_body(OfferBody, other.offer.body).change
                    changed = body_bytes(replace(body, change=hashed))
                    offer = replace(event.offer, body=changed, change=other.offer.change)
                    yield _instead(trace.events, place, replace(event, offer=offer))


def two_echoes(trace: Trace) -> Iterator[list[Event]]:
    """A voter also echoes what another echoed in the same ballot: two changes of a liar's."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Echoed):
            for other in trace.events[:place]:
                if isinstance(other, Echoed) and other.seat != event.seat:
                    yield _with(trace.events, place + 1, replace(event, offer=other.offer))


def accept_without_echoes(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, AcceptedIt):
            yield _without(
                trace.events,
                place,
                lambda e, seat=event.seat: isinstance(e, Echoed) and e.seat != seat,  # type: ignore[misc]
            )


def change_without_accepts(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Changed):
            yield _without(trace.events, place, lambda e: isinstance(e, AcceptedIt))


def jump_too_far(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Moved) and event.round >= 0:
            yield _with(trace.events, place + 1, replace(event, round=event.round + 50))


def begins_afar(trace: Trace) -> Iterator[list[Event]]:
    """In its first round, in which nobody is."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Moved) and event.round == 0:
            yield _instead(trace.events, place, replace(event, round=50))


def promise_of_some_luck(trace: Trace) -> Iterator[list[Event]]:
    """It knows the luck of the key, and names only what was pending before."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Promised):
            body = read_body(PromiseBody, event.promise)
            if len(body.drawn) > 1:
                less = body_bytes(replace(body, drawn=body.drawn[:-1]))
                yield _instead(trace.events, place, replace(event, promise=less))


def promise_of_unknown_luck(trace: Trace) -> Iterator[list[Event]]:
    """It knows what was pending before the key, and names the luck of the key, too."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Promised):
            body = read_body(PromiseBody, event.promise)
            if body.base == trace.beginning.origin + 1 and body.drawn == _pending(trace):
                more = body_bytes(replace(body, drawn=(*body.drawn, body.base)))
                yield _instead(trace.events, place, replace(event, promise=more))


def echo_without_luck(trace: Trace) -> Iterator[list[Event]]:
    """It is restarted behind the key, and its journal lacks what the change carries."""
    events, restarts = trace.events, dict[int, tuple[int, Restarted]]()
    for place, event in enumerate(events):
        if isinstance(event, Restarted) and event.index == trace.beginning.origin + 2:
            restarts[event.seat] = place, event
        elif isinstance(event, Drew | Settled):
            restarts.pop(event.seat, None)
        elif isinstance(event, Echoed) and event.seat in restarts:
            at, restarted = restarts[event.seat]
            carried = read_body(ChangeBody, event.offer.change).carried
            yield _instead(events, at, replace(restarted, missing=carried))


def echo_without_luck_of_the_key(trace: Trace) -> Iterator[list[Event]]:
    """It is restarted, and its journal lacks the key's own luck, which the change carries."""
    key = trace.beginning.origin + 1
    for place, event in enumerate(trace.events):
        if isinstance(event, Echoed) and trace.beginning.pending:
            number = read_body(OfferBody, event.offer.body).ballot
            if key in read_body(ChangeBody, event.offer.change).carried:
                journal = (None, False, number, b"", (-1, b""))
                restarted = Restarted(event.seat, key + 1, (key,), *journal)
                yield _with(trace.events, place, restarted)


def ack_without_luck_of_the_key(trace: Trace) -> Iterator[list[Event]]:
    yield from _behind_the_key(trace, Acked)


def final_without_luck_of_the_key(trace: Trace) -> Iterator[list[Event]]:
    yield from _behind_the_key(trace, Final)


def _behind_the_key(trace: Trace, kind: type[Acked | Final]) -> Iterator[list[Event]]:
    """It goes on behind the key and has not drawn the key's own luck."""
    key = trace.beginning.origin + 1
    for place, event in enumerate(trace.events):
        if isinstance(event, kind) and event.index == key + 1 and trace.beginning.pending:

            def gone(e: Event, seat: int = event.seat) -> bool:
                return isinstance(e, Drew | Settled) and (e.seat, e.index) == (seat, key)

            yield _without(trace.events, place, gone)


def _pending(trace: Trace) -> tuple[int, ...]:
    return tuple(one.index for one in trace.beginning.pending)


def timer_alone(trace: Trace) -> Iterator[list[Event]]:
    """Nobody else is in the round that its timer ends."""
    for place, event in enumerate(trace.events):
        if isinstance(event, Moved) and event.round == 0:
            alone = (replace(event, round=1), replace(event, round=2))
            yield _with(trace.events, place + 1, *alone)


def lost_ack(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Restarted) and event.acked is not None:
            yield _instead(trace.events, place, replace(event, acked=None))


def lost_promise(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Restarted) and event.round >= 0:
            yield _instead(trace.events, place, replace(event, round=-1))


def written_unheard(trace: Trace) -> Iterator[list[Event]]:
    for place, event in enumerate(trace.events):
        if isinstance(event, Wrote):
            others = set(trace.beginning.membership.voters) - {event.seat}
            yield _instead(trace.events, place, replace(event, unheard=tuple(sorted(others))))


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
