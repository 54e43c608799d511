"""Reports on a stopped table: the notice for people, and a bundle of files as evidence."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from camelnet import rules
from camelnet.i18n import N_, Message, message, os_reason
from camelnet.protocol.codec.canonical import encode
from camelnet.protocol.codec.refusal import Refusal
from camelnet.protocol.codec.schema import to_array
from camelnet.protocol.log.membership import removable
from camelnet.protocol.replica.replica import Replica
from camelnet.protocol.wire.frames import Equivocation
from camelnet.session.api.facts import Fact, Noticed
from camelnet.session.game.machine import GameMachine
from camelnet.session.runtime.store import Store


class StopReports:
    """Watches one replica for contradictions that stop its game."""

    def __init__(
        self,
        *,
        replica: Replica,
        machine: GameMachine,
        store: Store,
        tell: Callable[[Fact], None],
    ) -> None:
        self._replica = replica
        self._log = replica.log
        self._machine = machine
        self._store = store
        self._tell = tell
        self._reported = -1  # so many positions of others were in the last report of this stop
        self._named: set[int] = set()  # liars already named

    def check(self) -> Message | None:
        """Return new trouble. When the log stops, tell people, and write a bug bundle; write it
        again as more positions of others arrive."""
        proofs = self._log.statements.detector.proofs
        if proofs:
            self._name_liars(proofs)
        stopped = self._log.epoch.stopped
        if stopped is None:
            self._reported = -1  # report the next stop again
            return None
        known = len(self._replica.snapshots)
        if self._reported == known:
            return None
        first = self._reported < 0
        self._reported = known
        trouble = self._stop_message(stopped)
        if first:
            self._tell(Noticed(trouble, serious=True))
        return trouble

    def _name_liars(self, proofs: Mapping[int, Equivocation]) -> None:
        """Name seats that signed contradicting statements but cannot be removed."""
        for seat in sorted(proofs.keys() - self._named - {self._replica.seat}):
            self._named.add(seat)
            if seat not in removable(self._log.membership, (seat,)):
                template = N_(
                    "{name} signed two contradicting statements, but the game can't continue "
                    "without that seat."
                )
                self._tell(
                    Noticed(message(template, name=self._log.game_start.names[seat]), serious=True)
                )

    def _stop_message(self, stopped: Refusal) -> Message:
        name = f"{self._log.game.hex()[:12]}-{self._log.index}"
        try:
            where: str | Message = str(self._store.bundle(name, self._bundle(stopped)))
        except OSError as error:
            where = os_reason(error)
        return message(
            N_("The table is stopped at entry {index}: {what} ({detail}). Report: {where}."),
            index=self._log.index,
            what=Message(stopped.fault.value),
            detail=stopped.detail,
            where=where,
        )

    def _bundle(self, stopped: Refusal) -> dict[str, bytes]:
        """The start, the log and all known positions; nothing secret."""
        where = f"index {self._log.index}, seen from seat {self._replica.seat}"
        files = {
            "why.txt": f"{stopped}\n{where}\n".encode(),
            "genesis": encode(to_array(self._log.game_start.frame())),
            "log": encode(tuple(encode(to_array(item)) for item in self._log.chain.lines)),
            f"position-{self._replica.seat}.json": _readable(self._machine.snapshot()),
        }
        for seat, position in self._replica.snapshots.items():
            files[f"position-{seat}.json"] = _readable(position)
        return files


def _readable(position: bytes) -> bytes:
    try:
        return json.dumps(rules.decode(position).to_dict(), indent=1).encode()
    except ValueError:
        return json.dumps({"bytes": position.hex()}).encode()
