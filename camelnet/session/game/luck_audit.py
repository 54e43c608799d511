"""The proof of the luck behind one entry, for people: recomputed from the log on request."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.protocol.cards.deck import CardLock
from camelnet.protocol.cards.deck import Step as DeckStep
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.crypto.stream import Stream
from camelnet.protocol.crypto.suite import Suite
from camelnet.protocol.log.beacon_round import BeaconRound
from camelnet.protocol.log.log import Log
from camelnet.protocol.log.luck_check import checked_luck
from camelnet.protocol.wire.bodies import EntryBody, read_body
from camelnet.protocol.wire.frames import Certified
from camelnet.rules.notation import card_notation
from camelnet.session.api.facts import CardShown, LuckDrawn, LuckPart, LuckShown
from camelnet.session.game.decks import DealtCard
from camelnet.session.game.machine import Step


def is_luck(step: Step, ghosts: Sequence[int]) -> bool:
    """True if luck or a ghost's move made a step, so that it has a proof of luck."""
    if step.card is not None or step.seat is None:
        return True
    is_opening = step.before.turn == "reveal" and step.before.pack() is None
    return step.seat in ghosts and not is_opening


def luck_shown(
    log: Log, suite: Suite, steps: Sequence[Step], index: int, names: Sequence[str]
) -> LuckShown | None:
    """The proof of the luck behind entry `index`; None if no luck was drawn there, or it is not
    known yet. `steps`: the entry's steps of which `is_luck` is true, in order."""
    entry = _entry_at(log, index)
    if entry is None:
        return None
    dealt = [step.card for step in steps if isinstance(step.card, DealtCard)]
    try:
        found = checked_luck(log, _dealt_at(log, index) if dealt else index)
    except Refusal:
        found = None
    cards = _cards(log, suite, steps, index, names)
    if found is None and not cards:
        return None
    membership = log.epoch.memberships[entry.epoch]
    draw, seed = found if found is not None else (None, b"")
    drawn, same = _draws(seed, [] if dealt else [step for step in steps if step.card is None])
    parts = _parts(draw, names) if draw else ()
    good = all(part.holds for part in parts) and all(card.holds for card in cards)
    return LuckShown(
        game_id=log.game,
        index=index,
        notation=entry.notation,
        author=names[entry.seat],
        scheme=membership.scheme.value,
        needed=draw.needed if draw else membership.quorum,
        label=draw.label if draw else b"",
        parts=parts,
        seed=seed,
        draws=drawn,
        holds=same and good and _was_dealt(dealt, seed),
        cards=cards,
        dealt=tuple(card_notation(card.face) for card in dealt),
    )


def _entry_at(log: Log, index: int) -> EntryBody | None:
    line = log.line_at(index)
    return read_body(EntryBody, line.body) if isinstance(line, Certified) else None


def _dealt_at(log: Log, index: int) -> int:
    """The entry whose luck dealt the cards in play at `index`."""
    for number in range(index, 0, -1):
        entry = _entry_at(log, number)
        if entry is not None and entry.notation == DeckStep.SHUFFLE.value:
            return number
    return index


def _was_dealt(dealt: Sequence[DealtCard], seed: bytes) -> bool:
    """True if that seed deals these cards."""
    return all(card.deck.with_luck(seed).face(card.slot) == card.face for card in dealt)


def _parts(draw: BeaconRound, names: Sequence[str]) -> tuple[LuckPart, ...]:
    return tuple(
        LuckPart(seat, names[seat], draw.shares[seat], holds=True)  # `checked_luck` checked it
        for seat in sorted(draw.shares)
    )


def _cards(
    log: Log, suite: Suite, steps: Sequence[Step], index: int, names: Sequence[str]
) -> tuple[CardShown, ...]:
    """The cards that a quorum turned up after an entry, every part checked again."""
    line = log.line_at(index)
    unlocks = line.luck.unlocks if isinstance(line, Certified) else ()
    found = [(step.notation, step.card) for step in steps if isinstance(step.card, CardLock)]
    shown = []
    for number, (notation, lock) in enumerate(found):
        key = log.epoch.keys[lock.epoch][-1]
        shares = {
            unlock.seat: unlock.shares[number]
            for unlock in unlocks
            if number < len(unlock.shares) and unlock.shares[number]
        }
        if not shares:
            continue  # an epoch change undid it
        parts = []
        for seat in sorted(shares):
            try:
                lock.check_share(suite, key, seat, shares[seat])
                holds = True
            except Refusal:
                holds = False
            parts.append(LuckPart(seat, names[seat], shares[seat], holds))
        good = len(parts) >= key.threshold and all(part.holds for part in parts)
        face = lock.open(suite, key, shares) if good else None
        same = face is not None and notation == card_notation(face)
        shown.append(CardShown(notation, lock.card, key.threshold, tuple(parts), same))
    return tuple(shown)


def _draws(seed: bytes, steps: Sequence[Step]) -> tuple[tuple[LuckDrawn, ...], bool]:
    """Draw each chance node again from the seed; returns the draws, and True if all match the
    steps."""
    stream = Stream(seed)
    found, same = [], True
    for step in steps:
        if step.seat is not None and step.before.turn != "reveal":
            same = same and step.notation == step.before.greedy("")
            continue
        outcomes = _outcomes(step)
        total = sum(weight for _, weight in outcomes)
        number = stream.below(total)
        left, chosen = number, ""
        for notation, weight in outcomes:
            left -= weight
            if left < 0:
                chosen = notation
                break
        same = same and chosen == step.notation
        found.append(LuckDrawn(step.notation, number, total, outcomes))
    return tuple(found), same


def _outcomes(step: Step) -> tuple[tuple[str, int], ...]:
    """The possible outcomes of a step. Luck also decides a card in hand whose deck is lost."""
    pack = step.before.pack()
    if step.before.turn == "reveal" and pack is not None:
        return tuple((card_notation(face), count) for face, count in sorted(pack.unseen))
    return tuple(sorted(step.before.outcomes()))
