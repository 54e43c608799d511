"""Records and journals of version 3, whose packs were shuffled with another proof."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from camelnet import rules
from camelnet.protocol.cards.deck import Deck, Step
from camelnet.protocol.cards.former_deck import FormerDeck
from camelnet.protocol.codec.refusal import Fault, Refusal
from camelnet.protocol.crypto.group import IDENTITY
from camelnet.protocol.crypto.suite import Ed25519Suite
from camelnet.protocol.wire.bodies import game_id
from camelnet.protocol.wire.frames import Genesis
from camelnet.record.journal import FORMER_MAGIC, MAGIC, Journal, NoJournal
from camelnet.record.profile import Profile
from camelnet.record.record import FORMER_VERSION, VERSION, OtherVersion, read_record
from camelnet.session.api.verdict import Standing
from camelnet.session.runtime.store import ProfileStore
from camelnet.session.table.recorded_game import read_game
from camelnet.session.table.verify import BadRecord, verify
from camelnet.terminal.exit_codes import Failed
from camelnet.terminal.profiles import find_game
from tests.protocol.dealt import above_order, with_bit
from tests.sampling import only_full
from tests.session.conftest import MakeRoom
from tests.session.record_vectors import FOLDER

FORMER = Path(__file__).parents[2] / "data" / "former"
CARDS, APART = FORMER / "cards-people.camelnet", FORMER / "camelup-apart.camelnet"
SUITE = Ed25519Suite()
CARD, SCALAR = 64, 32

Entry = tuple[FormerDeck, tuple[bytes, ...]]


def of_version(path: Path, version: int) -> io.BytesIO:
    """The record with another version in its first line."""
    _, rest = path.read_bytes().split(b"\n", 1)
    return io.BytesIO(b"camelnet record %d\n" % version + rest)


@cache
def entries() -> tuple[Entry, ...]:
    """The entries of the decks of the old record, each with the deck that it goes on with."""
    found: list[Entry] = []
    right = FormerDeck._check_entry

    def noted(deck: FormerDeck, suite: Any, attachments: tuple[bytes, ...]) -> None:
        right(deck, suite, attachments)
        found.append((deck, attachments))

    with mock.patch.object(FormerDeck, "_check_entry", noted):
        assert verify(CARDS).standing is Standing.COMPLETE
    return tuple(found)


def at(step: Step, number: int = 0) -> Entry:
    return [entry for entry in entries() if entry[0].step is step][number]


def refused(deck: Deck, attachments: tuple[bytes, ...], notation: str = "") -> Fault:
    with pytest.raises(Refusal) as caught:
        deck.check(SUITE, notation or deck.step.value, attachments)
    return caught.value.fault


@pytest.mark.slow
@only_full
def test_old_records_hold_as_before() -> None:
    assert verify(CARDS).entries == 131
    assert verify(APART).standing is Standing.APART
    steps = [deck.step for deck, _ in entries()]
    dealings = steps.count(Step.SHUFFLE) // 2
    assert (steps.count(Step.PROVE), steps.count(Step.DEAL)) == (10 * dealings, 2 * dealings)
    game = read_game(CARDS)
    assert game is not None
    assert game.over


@pytest.mark.slow
def test_a_record_is_judged_by_its_own_versions_proofs_alone() -> None:
    new = FOLDER / "cards-people.camelnet"
    assert verify(of_version(new, VERSION)).standing is Standing.COMPLETE
    for path, version in ((CARDS, VERSION), (new, FORMER_VERSION)):
        with pytest.raises(BadRecord):
            verify(of_version(path, version))
    assert verify(of_version(APART, VERSION)).standing is Standing.APART, "no cards, no difference"
    for version in (1, 2, 5, 33):
        with pytest.raises(OtherVersion):
            list(read_record(of_version(CARDS, version)))


@pytest.mark.slow
def test_every_entry_of_an_old_deck_has_its_step_author_and_progress() -> None:
    written = 0
    for number, (deck, attachments) in enumerate(entries()[:14]):
        assert deck.progress == (number, 14)
        assert deck.author in deck.order.voters
        assert deck.heavy == (deck.step is Step.PROVE)
        for notation in ("shuffle", "prove", "deal", "luck"):
            if notation != deck.step.value:
                assert refused(deck, attachments, notation) is Fault.ILLEGAL
        written += 1
    assert written == 14


SHUFFLES: dict[str, tuple[Callable[[bytes, bytes], tuple[bytes, ...]], Fault]] = {
    "a card less": (lambda pack, hashes: (pack[CARD:], hashes), Fault.ATTACHMENTS),
    "a card copied": (lambda pack, hashes: (pack[CARD:] + pack[-CARD:], hashes), Fault.ATTACHMENTS),
    "the identity": (lambda pack, hashes: (IDENTITY + pack[32:], hashes), Fault.POINT),
    "no point": (lambda pack, hashes: (b"\xff" * 32 + pack[32:], hashes), Fault.POINT),
    "a hash less": (lambda pack, hashes: (pack, hashes[32:]), Fault.ATTACHMENTS),
    "a proof of today": (lambda pack, hashes: (pack, bytes(4000)), Fault.ATTACHMENTS),
    "nothing": (lambda pack, hashes: (), Fault.ATTACHMENTS),
}


@pytest.mark.parametrize("name", SHUFFLES)
def test_an_old_shuffle_in_another_form_is_refused(name: str) -> None:
    change, fault = SHUFFLES[name]
    deck, (pack, hashes) = at(Step.SHUFFLE)
    assert refused(deck, change(pack, hashes)) is fault


def changed_packs() -> Iterator[FormerDeck]:
    """The deck at its first proof, as if another pack or other hashes stood before it."""
    deck, _ = at(Step.PROVE)
    (pack, *packs), (hashes, *rest) = deck.packs, deck.hashes
    swapped = (pack[1], pack[0], *pack[2:])
    for other in (swapped, (pack[1], *pack[1:]), (deck.packs[1][0], *pack[1:])):
        yield replace(deck, packs=(other, *packs))
    yield replace(deck, hashes=((hashes[1], hashes[0], *hashes[2:]), *rest))
    yield replace(deck, luck=bytes(32))
    yield replace(deck, order=replace(deck.order, epoch=7))
    yield replace(deck, proven=1)


def test_an_old_proof_of_something_else_is_refused() -> None:
    _, attachments = at(Step.PROVE)
    for deck in changed_packs():
        assert refused(deck, attachments) in (Fault.PROOF, Fault.ATTACHMENTS, Fault.SCALAR)


@pytest.mark.slow
@only_full
def test_no_round_of_an_old_proof_can_be_changed() -> None:
    for number in range(10):
        deck, (data,) = at(Step.PROVE, number)
        deck.check(SUITE, "prove", (data,))
        for place in range(0, len(data), 97):
            fault = refused(deck, (with_bit(data, place),))
            assert fault in (Fault.PROOF, Fault.SCALAR)
        for other in ((), (data, data), (data[:-1],), (data + b"\0",), (b"",)):
            assert refused(deck, other) is Fault.ATTACHMENTS


def test_an_old_opening_takes_each_card_once_and_has_reduced_scalars() -> None:
    deck, (data,) = at(Step.PROVE)
    cards = deck.order.size
    sizes = {0: 32, 1: cards * (1 + SCALAR)}
    start = place = 0
    for length in _lengths(data, sizes):
        if length == sizes[1]:
            start = place
        place += length
    opening = data[start : start + sizes[1]]
    twice = bytes([opening[1], *opening[1:cards]]) + opening[cards:]
    assert refused(deck, (data[:start] + twice + data[start + len(twice) :],)) is Fault.PROOF
    first = start + cards
    forged = data[:first] + above_order(data[first : first + SCALAR]) + data[first + SCALAR :]
    assert refused(deck, (forged,)) is Fault.SCALAR


def _lengths(data: bytes, sizes: dict[int, int]) -> list[int]:
    """The lengths of eight openings: those that begin with an order are long."""
    found, place, cards = [], 0, sizes[1] // (1 + SCALAR)
    while place < len(data):
        long = sorted(data[place : place + cards]) == list(range(cards))
        found.append(sizes[long])
        place += sizes[long]
    assert len(found) == 8
    return found


def of_former_version(path: Path) -> None:
    data = path.read_bytes()
    assert data.startswith(MAGIC)
    path.write_bytes(FORMER_MAGIC + data.removeprefix(MAGIC))


@pytest.mark.parametrize(("game", "goes_on"), [("cards", False), ("targui", True)])
def test_an_old_journal_goes_on_unless_its_cards_were_dealt(
    room: MakeRoom, tmp_path: Path, game: str, goes_on: bool
) -> None:
    table = room("", "", game=game, seed=2).seat_all(after_ms=3000)
    guest = table.guests[0]
    own = guest.seat.id
    table.kill(0)
    path = guest.profile.journal_path(own)
    of_former_version(path)
    assert Journal.look(path).former
    store = ProfileStore(guest.profile, None)
    offered = [saved.game_id for saved in store.saved()]
    stranded = [other.game_id for other in store.stranded()]
    assert (offered, stranded) == (([own], []) if goes_on else ([], [own]))
    if goes_on:
        assert find_game(guest.profile, "").game_id == own
        journal, kept = store.reopen(own)
        journal.close()
        assert kept.lines
    else:
        before = path.read_bytes()
        with pytest.raises(NoJournal, match="another camelnet began it"):
            store.reopen(own)
        for prefix in ("", own.hex()[:6]):
            with pytest.raises(Failed, match=f"{own.hex()[:12]} .* by camelnet 0.9.0 or an older"):
                find_game(guest.profile, prefix)
        with pytest.raises(Failed, match="no unfinished game"):
            find_game(guest.profile, "", "targui")
        assert path.read_bytes() == before


def test_an_old_journal_of_a_game_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    genesis = next(iter(read_record(FOLDER / "targui-people.camelnet")))
    assert isinstance(genesis, Genesis)
    profile = Profile.open(tmp_path / "ana")
    path = profile.journal_path(game_id(genesis.body))
    Journal.create(path, genesis, bytes(32), "").close()
    store = ProfileStore(profile, None)
    assert len(store.saved()) == 1
    of_former_version(path)
    with mock.patch.object(rules, "GAMES", {}):
        with pytest.raises(NoJournal, match="another camelnet began it"):
            store.reopen(game_id(genesis.body))
        assert store.saved() == ()
    profile.close()
