"""Commands that sit down at a table on the network: `host`, `join`, `bot`, `resume`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from camelnet.bots import USUAL_LEVEL
from camelnet.cli.app import installed_app
from camelnet.cli.common import Common
from camelnet.cli.game_flags import (
    Level,
    any_game,
    game_option,
    level_option,
    style_option,
    thinking_options,
    which_game,
)
from camelnet.cli.game_values import GameKey
from camelnet.cli.group import Command
from camelnet.cli.options import common_options
from camelnet.cli.values import Address, Name, Number
from camelnet.i18n import N_, _
from camelnet.terminal.game_options import (
    check_seats,
    check_style,
    check_thinking,
    game_options,
    with_style,
)
from camelnet.terminal.goal import Host, Join, Resume


@click.command(
    "host",
    cls=Command,
    games=True,
    examples=(
        "camelnet host --table friday",
        "camelnet host --table friday --game cards --seats 3 --option min_money=0",
        "camelnet host --table friday --game targui --seats 2 --option destiny=1,6,7",
        "camelnet host --table night --game cards --level greedy --once",
        "camelnet host --table friday --guests 2",
    ),
)
@which_game
@click.option("--seats", type=int, default=4, help=N_("How many play."))
@click.option("--table", type=Name(), required=True, help=N_("The table's name."))
@game_option
@click.option(
    "--strict",
    is_flag=True,
    help=N_("Secret cards open only with everybody's help; any absence pauses the table."),
)
@click.option(
    "--aids",
    is_flag=True,
    help=N_("All players see the odds and what each action is worth, and may ask for hints."),
)
@click.option(
    "--guests",
    type=click.IntRange(0, 7),
    default=0,
    help=N_("So many people join by their phones: scan the codes that are shown."),
)
@level_option
@style_option
@thinking_options
@common_options
def host(
    game: str,
    seats: int,
    table: str,
    options: Sequence[str],
    strict: bool,
    aids: bool,
    guests: int,
    level: str | None,
    style: str | None,
    **given: Any,
) -> int:
    check_seats(game, seats)
    if guests >= seats:
        text = _("At a table of {seats} there is room for {most} guests: one seat is yours.")
        raise click.UsageError(text.format(seats=seats, most=seats - 1))
    if guests and strict:
        raise click.UsageError(_("A strict table has no guests: leave out --guests or --strict."))
    goal = Host(table, game, seats, game_options(game, options), strict=strict, aids=aids)
    return Common(given).play(goal, level or "", style or "", guests=guests)


@click.command(
    "join",
    cls=Command,
    examples=(
        "camelnet join --table friday",
        "camelnet join --game targui",
        "camelnet join --table friday --address 192.168.1.20",
        "camelnet join --table friday --watch",
        "camelnet join --table friday --big-screen",
    ),
)
@click.option("--table", type=Name(), help=N_("Only a table of this name."))
@any_game
@click.option(
    "--address",
    type=Address(),
    help=N_("A player's address, if it isn't found."),
)
@click.option("--address-after", type=Number(0), default=0, hidden=True)
@click.option(
    "--wait",
    type=Number(0),
    default=60,
    show_default=True,
    help=N_("Seconds to look for a table; 0: forever."),
)
@click.option("--watch", is_flag=True, help=N_("Watch a running game instead."))
@click.option(
    "--big-screen",
    is_flag=True,
    help=N_("Watch in the app on the whole screen, as for a television."),
)
@level_option
@style_option
@thinking_options
@common_options
def join(
    table: str | None,
    game: str | None,
    address: tuple[str, int] | None,
    address_after: float,
    wait: float,
    watch: bool,
    big_screen: bool,
    level: str | None,
    style: str | None,
    **given: Any,
) -> int:
    if table is None and address is None and game is None:
        raise click.UsageError(
            _("Say which table: --table NAME, --game GAME, --address HOST:PORT, or several.")
        )
    if (watch or big_screen) and level:
        raise click.UsageError(_("Bots don't watch: leave out --level or --watch."))
    patience_s = wait if wait > 0 else None
    goal = Join(table, address, address_after, patience_s, watch, game)
    if big_screen:
        return Common(given).call_app(installed_app(), goal)
    return Common(given).play(goal, level or "", style or "")


@click.command(
    "bot",
    cls=Command,
    examples=("camelnet bot", "camelnet bot --game cards --count 3"),
)
@click.option("--table", type=Name(), help=N_("Only tables of this name."))
@click.option("--game", type=GameKey(), help=N_("Only tables of this game."))
@click.option(
    "--address",
    type=Address(),
    help=N_("A player's address, if it isn't found."),
)
@click.option("--level", type=Level(), default=USUAL_LEVEL, help=N_("How well it plays."))
@style_option
@click.option("--count", type=click.IntRange(1, 16), default=1, help=N_("How many bots to run."))
@thinking_options
@common_options
def bot(
    table: str | None,
    game: str | None,
    address: tuple[str, int] | None,
    level: str,
    style: str | None,
    count: int,
    **given: Any,
) -> int:
    common = Common(given)
    if count > 1 and common.port:
        raise click.UsageError(_("Several bots can't share one port: leave out --port."))
    if count > 1 and common.name:
        Name().convert(f"{common.name} {count}", None, None)  # the name of the last one
    return common.play(Join(table, address, game=game), level, style or "", count=count)


@click.command(
    "resume",
    cls=Command,
    examples=("camelnet resume", "camelnet resume 1e37728c", "camelnet resume --game cards"),
)
@click.argument("begin", metavar="[ID]", required=False, default="")
@click.option("--game", type=GameKey(), help=N_("The latest of this game."))
@level_option
@style_option
@thinking_options
@common_options
def resume(begin: str, game: str | None, level: str | None, style: str | None, **given: Any) -> int:
    from camelnet.record.profile import Profile
    from camelnet.terminal import run
    from camelnet.terminal.bot_processes import bot_processes, returning
    from camelnet.terminal.profiles import bot_name, find_game

    common = Common(given)
    settings = common.settings()
    profile = Profile.open(common.profile, new=False)
    saved = find_game(profile, begin, game)
    check_style(level or "", style or "")
    level = with_style(level, style or "") if level else saved.level
    check_thinking(level, common.think_ms, common.threads)
    name = common.name or (bot_name(profile) if level else "")
    goal = Resume(saved.game_id, saved.table)
    bots = returning(profile.path, saved, common.interface, once=common.once)
    with bot_processes(bots) as started:
        return run.run([run.Seat(profile, goal, level, name, started.troubles)], settings)
