"""The entries that are ours, made once each."""

from __future__ import annotations

from unittest import mock

from camelnet.protocol.cards.deck import Deck, Step
from camelnet.session.game.stages import Stage
from camelnet.session.runtime.executor import InlineExecutor
from camelnet.session.table.own_entries import OwnEntries
from tests.protocol.cards.test_deck import SHARES, made, order, secret_of
from tests.protocol.dealt import SYMBOLIC


def test_our_shuffle_is_made_again_when_another_pack_lies_before_it() -> None:
    """The author before us may have signed two: the one that counts is the line's."""
    first = Deck(order())
    seat = first.order.voters[1]
    other = first.make(SYMBOLIC, bytes(32), SHARES[first.order.voters[0]])
    machine, log = mock.Mock(stage=Stage.DECK), mock.Mock()
    log.game_start.table.game = "cards"
    log.rounds.key_share.return_value = SHARES[seat]
    entries = OwnEntries(
        seat=seat,
        secret=secret_of(seat),
        suite=SYMBOLIC,
        log=log,
        machine=machine,
        bot=None,
        history=lambda position: None,
        executor=InlineExecutor(),
        ready=lambda: None,
    )
    parts = []
    for before in (made(first), other, other):
        machine.deck = first.take(before)
        entry = entries.next_entry()
        assert entry is not None
        machine.deck.check(SYMBOLIC, Step.SHUFFLE.value, entry[1])
        parts.append(entry[1])
    assert parts[0] != parts[1] == parts[2]
    assert machine.made.call_count == 2
