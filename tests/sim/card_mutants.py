"""Planted bugs of cards that nobody has seen: of shuffling, dealing and turning up."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from camelnet import rules
from camelnet.protocol.cards import private_deal, shuffle, shuffle_proof
from camelnet.protocol.cards.deck import CardLock, Deck
from camelnet.protocol.crypto.suite import Hash, hash_of
from camelnet.protocol.crypto.threshold import TableKey
from camelnet.protocol.log.agreement import Agreement
from camelnet.protocol.wire.frames import Unlock
from camelnet.session.game import decks
from camelnet.session.game.decks import Decks
from camelnet.session.game.machine import GameMachine
from tests.sim.mutant import Mutant, nothing, put, swap


def without_the_pack(claim: shuffle_proof.Claim, commitments: Sequence[bytes]) -> Hash:
    return hash_of("camelnet/shuffle-statement/1", claim.place, b"".join(commitments))


def proofs_of_any_context(key: TableKey, context: bytes, deck: shuffle.Deck) -> Hash:
    return hash_of("camelnet/shuffle/2", key.point, b"".join(deck))


def any_deck(self: Decks, deck: Deck) -> bool:
    return True


def top_card(position: rules.Position, known: Deck | None) -> tuple[Deck, int] | None:
    pack = position.pack()
    if pack is None or pack.awaited is None or known is None:
        return None
    return known, pack.slots[0].slot


def turned_up_early(stack: ExitStack) -> None:
    """A voter gives its part of a card with its acknowledgement, and not when that is final."""
    right = Agreement._put_in_flight

    def put_in_flight(self: Agreement, flight: Any) -> None:
        right(self, flight)
        machine, own, entry = self._machine, self._epoch.voter, flight.entry
        if own is None or not isinstance(machine, GameMachine):
            return
        if entry.notation not in machine.position.legal():
            return
        following = machine.position.apply(entry.notation)
        card = machine._decks.lock(following, machine._state.deck)
        share = self._rounds.key_share(card.epoch) if card else None
        if card is not None and share is not None:
            key = self._epoch.keys[card.epoch][-1]
            part = card.share(self._context.suite, key, own.seat, share)
            unlock = Unlock(entry.game, entry.epoch, entry.index, own.seat, (part,))
            self._context.outbox.append(unlock)

    put(stack, Agreement, "_put_in_flight", put_in_flight)


def ghosts_have_hands(stack: ExitStack) -> None:
    right = GameMachine.deck.fget
    assert right is not None

    def deck(self: GameMachine) -> Deck | None:
        standing = self._standing
        if standing is not None:
            membership = replace(standing.membership, ghosts=())
            self._standing = replace(standing, membership=membership)
        try:
            return right(self)
        finally:
            self._standing = standing

    put(stack, GameMachine, "deck", property(deck))


CARD_MUTANTS = (
    Mutant("proof of a shuffle not checked", swap(shuffle_proof, "check", nothing), seed=157),
    Mutant(
        "form of a shuffle not checked",
        swap(shuffle, "check_form", nothing),
        test="tests/protocol/cards/test_shuffle_liars.py::test_a_pack_in_another_form_is_refused",
    ),
    Mutant(
        "exponents that a pack can be chosen for",
        swap(shuffle_proof, "_statement", without_the_pack),
        test="tests/protocol/cards/test_shuffle_reference.py::"
        "test_a_pack_that_was_chosen_when_the_exponents_were_known_is_refused",
    ),
    Mutant(
        "proofs of any context",
        swap(shuffle, "_place", proofs_of_any_context),
        test="tests/protocol/cards/test_shuffle_reference.py::"
        "test_a_proof_holds_for_its_claim_alone",
    ),
    Mutant(
        "cards stay though a new key would stand more absences",
        swap(Decks, "_is_ours", any_deck),
        test="tests/session/game/test_deck_tables.py::"
        "test_when_a_new_key_would_stand_more_absences_all_who_are_here_get_new_hands",
    ),
    Mutant("the top card for any that is turned up", swap(decks, "_awaited", top_card), seed=2),
    Mutant("part of a card before finality", turned_up_early, seed=2),
    Mutant("part of a card not checked", swap(CardLock, "check_share", nothing), seed=380),
    Mutant("part of a hand not checked", swap(private_deal, "check_handed", nothing), seed=428),
    Mutant("a ghost has a hand", ghosts_have_hands, seed=2),
    Mutant(
        "back at the table while cards are held",
        swap(GameMachine, "can_rejoin", lambda self, seat: True),
        test="tests/session/game/test_deck_tables.py::"
        "test_who_is_sent_away_from_cards_that_are_dealt_anew_comes_back_with_the_next_leg",
    ),
)
