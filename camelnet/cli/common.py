"""A run of a peer, and the options shared by all commands that run one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from camelnet.terminal.goal import Goal, Host, Join
    from camelnet.terminal.run import Settings


class Common:
    """The options shared by all commands, from `common_options`."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.profile: Path | None = given["profile"]
        self.record: Path | None = given["record"]
        self.once: bool = given["once"]
        self.interface: str | None = given["interface"]
        self.port: int = given["port"]
        self.name: str = given["name"] or ""
        self.attended: bool = given["attended"]
        self.think_ms: int | None = given.get("think_ms")  # for commands that seat a bot
        self.threads: int = given.get("threads", 1)

    def settings(self) -> Settings:
        from camelnet.terminal import records
        from camelnet.terminal.run import Settings

        if self.record is not None:
            records.make_folder(self.record)
        return Settings(
            once=self.once,
            record_dir=self.record,
            interface=self.interface,
            port=self.port,
            attended=self.attended,
            think_ms=self.think_ms,
            threads=self.threads,
        )

    def play(
        self, goal: Goal, level: str, style: str = "", *, count: int = 1, guests: int = 0
    ) -> int:
        """Pursue a person's goal, or that of `count` bots of a level, each with this style, with so
        many guests who join by their phones."""
        from camelnet.terminal.game_options import check_style, check_thinking, with_style

        check_style(level, style)
        check_thinking(level, self.think_ms, self.threads)
        from camelnet.record.profile import Profile
        from camelnet.terminal import run
        from camelnet.terminal.profiles import bot_profiles

        settings = self.settings()
        if not level:
            profile = Profile.open(self.profile)
            return run.run([run.Seat(profile, goal, "", self.name, guests=guests)], settings)
        found = bot_profiles(self.profile, self.name, count, attended=self.attended)
        seats = [
            run.Seat(profile, goal, with_style(level, style), name, guests=guests)
            for profile, name in found
        ]
        return run.run(seats, settings)

    def call_app(self, app: Callable[..., int], goal: Host | Join | Path | str | None) -> int:
        """Open the app, by `goal`: at a table of its own, on a big screen at the table to join, or
        with a recorded game, or with that of a link."""
        from camelnet.terminal.goal import Join

        if isinstance(goal, Join):
            return app(
                profile=self.profile,
                name=self.name,
                interface=self.interface,
                port=self.port,
                watch=goal,
            )
        return app(
            profile=self.profile,
            name=self.name,
            interface=self.interface,
            port=self.port,
            record_dir=self.record,
            table=None if isinstance(goal, Path) else goal,
            replay=goal if isinstance(goal, Path | str) else None,
        )
