"""The command `play`: a table against bots, in the app or here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from camelnet.bots import ANY_STYLE, USUAL_LEVEL
from camelnet.cli.app import find_app
from camelnet.cli.common import Common
from camelnet.cli.game_flags import Level, game_option, style_option, which_game
from camelnet.cli.group import Command
from camelnet.cli.options import common_options
from camelnet.i18n import N_, _
from camelnet.terminal.game_options import check_style, game_options, with_style
from camelnet.terminal.goal import Host

_AUTO_PATIENCE_S = 60.0  # time for the bots of `play --auto` to arrive


@click.command(
    "play",
    cls=Command,
    games=True,
    examples=(
        "camelnet play",
        "camelnet play --game targui --option destiny=1,6,7,8",
        "camelnet play --game cards --auto",
    ),
)
@which_game
@game_option
@click.option("--level", type=Level(), default=USUAL_LEVEL, help=N_("How well the bots play."))
@style_option
@click.option("--auto", is_flag=True, help=N_("A bot takes your seat, for one game."))
@common_options
def play(
    game: str, options: Sequence[str], level: str, style: str | None, auto: bool, **given: Any
) -> int:
    common = Common(given)
    chosen = game_options(game, options)
    style = style or ANY_STYLE
    check_style(level, style)
    from camelnet.terminal.play import can_type, has_display, plays_itself, seats_against_bots

    auto = plays_itself(os.environ, auto=auto, app=find_app() is not None)
    if auto and not can_type():
        click.echo(_("There is no keyboard here, so a bot plays your seat for one game."))
    common.once = common.once or auto
    window = not auto and has_display(os.environ)
    app = find_app() if window else None
    if window and app is None:
        click.echo(
            _("The app is not installed (pip install 'camelnet[gui]'): here is the terminal.")
        )
    elif not window and not auto:
        click.echo(_("There is no display: the game is played here in the terminal."))
    if app is not None:
        seats = seats_against_bots(game)
        goal = Host("", game, seats, chosen, aids=True, bots=seats - 1, level=level, style=style)
        return common.call_app(app, goal)
    from camelnet.record.profile import BOTS, Profile
    from camelnet.terminal import run
    from camelnet.terminal.bot_processes import Child, bot_processes
    from camelnet.terminal.play import make_plan
    from camelnet.terminal.profiles import bot_profiles

    if auto:
        ((profile, _bot_name),) = bot_profiles(common.profile, common.name, 1)
    else:
        profile = Profile.open(common.profile)
    name = common.name or profile.name
    try:
        plan = make_plan(
            name=name,
            game=game,
            level=level,
            style=style,
            interface=common.interface,
            port=common.port,
            once=auto,
        )
    except OSError:
        text = _("{address} is not an address of this computer.")
        raise click.ClickException(text.format(address=common.interface)) from None
    common.port = plan.port
    patience_s = _AUTO_PATIENCE_S if auto else None
    goal = Host(plan.table, plan.game, plan.seats, chosen, patience_s, aids=not auto)
    settings = common.settings()
    children = [
        Child(profile.path / BOTS / f"play-{number}", words)
        for number, words in enumerate(plan.bots, start=1)
    ]
    with bot_processes(children) as bots:
        mine = with_style(level, style) if auto else ""
        seat = run.Seat(profile, goal, mine, name, bots.troubles)
        return run.run([seat], settings)
