"""The context that a peer gives each of its games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from camelnet.protocol.crypto.suite import Signer, Suite
from camelnet.session.api.facts import Fact
from camelnet.session.runtime.executor import Executor
from camelnet.session.runtime.store import Store
from camelnet.session.table.own_entries import Player


@dataclass(frozen=True, slots=True)
class PeerContext:
    """See the module."""

    signer: Signer
    suite: Suite
    store: Store
    bot: Player | None  # decides; None: a person
    level: str  # the bot's; kept in the journal
    random: Callable[[int], bytes]
    tell: Callable[[Fact], None]
    executor: Executor
    wake: Callable[[], None]  # call after a job of the executor: `Games.drive` is due
