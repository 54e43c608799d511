"""Every command of `camelnet`. Errors are one line on standard error and an exit code, which
`camelnet.terminal.exit_codes` lists.

What only some commands need (the network, cryptography, tables in colour) is imported where it is
needed: `camelnet --version` and a wrong option answer without it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from camelnet import __version__, rules
from camelnet.bots import LEVELS
from camelnet.i18n import N_, _, choose_language
from camelnet.terminal import exit_codes, stdout_guard
from camelnet.terminal.children import VOICE
from camelnet.terminal.goal import Host, Join, Resume
from camelnet.terminal.params import (
    Address,
    GameKey,
    Group,
    Name,
    Number,
    check_seats,
    check_thinking,
    common_options,
    game_options,
    interface_option,
)
from camelnet.terminal.peer_options import Common, find_app, find_voice

_AUTO_PATIENCE_S = 60.0  # for the bots of `play --auto` to arrive
_APP_MISSING = N_("The app is not installed. To install it: pip install 'camelnet[gui]'")
DEFAULT_GAME = next(iter(rules.GAMES))


_this_game = click.option("--game", type=GameKey(), help=N_("Only a table of this game."))
_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help=N_("Set an option of the game; may be given several times."),
)
_level = click.option(
    "--level",
    type=click.Choice(LEVELS),
    help=N_("Seat a bot of this level instead of a person."),
)


def _thinking(command: Callable[..., int]) -> Callable[..., int]:
    """Adds the options for the thinking time of levels that look ahead; `Common` reads them."""
    for option in (
        click.option(
            "--threads",
            type=click.IntRange(1, 64),
            default=1,
            help=N_("Think in so many threads: strong and expert."),
        ),
        click.option(
            "--think",
            "think_ms",
            type=click.IntRange(1, 60_000),
            metavar="MS",
            help=N_("Milliseconds a decision: strong (100 if left out) and expert (1000)."),
        ),
    ):
        command = option(command)
    return command


@click.group(
    cls=Group,
    late={
        "arena": "camelnet.terminal.arena:arena_command",
        "bench": "camelnet.terminal.bench:bench_command",
        "odds": "camelnet.terminal.odds:odds_command",
    },
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=N_("Board games around one table, without a server. Without a command, opens the app."),
)
@common_options
@click.option("--version", is_flag=True, help=N_("Show the version and the rules' digest."))
@click.pass_context
def camelnet(context: click.Context, /, version: bool, **given: Any) -> int:
    if context.invoked_subcommand is not None:
        _refuse_stray_options(context)
        return 0
    if version:
        digest = rules.rules_digest().hex()[:8]
        click.echo(
            _("camelnet {version}, rules {digest}").format(version=__version__, digest=digest)
        )
        return 0
    return _open_app(Common(given), None)


def _refuse_stray_options(context: click.Context) -> None:
    """Options stand behind their command: what stands before it would be ignored in silence."""
    for parameter in context.command.params:
        assert parameter.name is not None
        if context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            text = _("{option} goes after {command}, not before it.")
            raise click.UsageError(
                text.format(option=parameter.opts[0], command=context.invoked_subcommand)
            )


@camelnet.command(
    help=N_("Open a table and sit down at it. Whoever opened it has no power afterwards."),
    games=True,
    examples=(
        "camelnet host --table friday",
        "camelnet host --table friday --game cards --seats 3 --option min_money=0",
        "camelnet host --table friday --game targui --seats 2 --option destiny=1,6,7",
        "camelnet host --table night --game cards --level greedy --once",
    ),
)
@click.option("--game", type=GameKey(), default=DEFAULT_GAME, help=N_("The game to play."))
@click.option("--seats", type=int, default=4, help=N_("How many play."))
@click.option("--table", type=Name(), required=True, help=N_("The table's name."))
@_options
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
@_level
@_thinking
@common_options
def host(
    game: str,
    seats: int,
    table: str,
    options: Sequence[str],
    strict: bool,
    aids: bool,
    level: str | None,
    **given: Any,
) -> int:
    check_seats(game, seats)
    goal = Host(table, game, seats, game_options(game, options), strict=strict, aids=aids)
    return Common(given).play(goal, level or "")


@camelnet.command(
    help=N_("Join a table on the network, found by name, by game or by address."),
    examples=(
        "camelnet join --table friday",
        "camelnet join --game targui",
        "camelnet join --table friday --address 192.168.1.20:40123",
        "camelnet join --table friday --watch",
        "camelnet join --table friday --big-screen",
    ),
)
@click.option("--table", type=Name(), help=N_("Only a table of this name."))
@_this_game
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
@_level
@_thinking
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
        return Common(given).call_app(_installed_app(), goal)
    return Common(given).play(goal, level or "")


@camelnet.command(
    help=N_("Wait for a table to appear, play, and play again and again."),
    examples=("camelnet bot", "camelnet bot --game cards --count 3"),
)
@click.option("--table", type=Name(), help=N_("Only tables of this name."))
@click.option("--game", type=GameKey(), help=N_("Only tables of this game."))
@click.option(
    "--address",
    type=Address(),
    help=N_("A player's address, if it isn't found."),
)
@click.option("--level", type=click.Choice(LEVELS), default="greedy", help=N_("How well it plays."))
@click.option("--count", type=click.IntRange(1, 16), default=1, help=N_("How many bots to run."))
@_thinking
@common_options
def bot(
    table: str | None,
    game: str | None,
    address: tuple[str, int] | None,
    level: str,
    count: int,
    **given: Any,
) -> int:
    common = Common(given)
    if count > 1 and common.port:
        raise click.UsageError(_("Several bots can't share one port: leave out --port."))
    if count > 1 and common.name:
        Name().convert(f"{common.name} {count}", None, None)  # what the last is called
    return common.play(Join(table, address, game=game), level, count=count)


@camelnet.command(
    help=N_("Resume an unfinished game. ID is the beginning of its id; the latest if left out."),
    examples=("camelnet resume", "camelnet resume 1e37728c", "camelnet resume --game cards"),
)
@click.argument("begin", metavar="[ID]", required=False, default="")
@click.option("--game", type=GameKey(), help=N_("The latest of this game."))
@_level
@_thinking
@common_options
def resume(begin: str, game: str | None, level: str | None, **given: Any) -> int:
    from camelnet.terminal import run
    from camelnet.terminal.bot_processes import bot_processes, returning
    from camelnet.terminal.profiles import bot_name, find_game, open_profile

    common = Common(given)
    settings = common.settings()
    profile = open_profile(common.profile, new=False)
    saved = find_game(profile, begin, game)
    level = level or saved.level
    check_thinking(level, common.think_ms, common.threads)
    name = common.name or (bot_name(profile) if level else "")
    goal = Resume(saved.game_id, saved.table)
    bots = returning(profile.path, saved, common.interface, once=common.once)
    with bot_processes(bots):
        return run.run([run.Seat(profile, goal, level, name)], settings)


_files = click.argument("files", metavar="FILE...", nargs=-1, required=True)


@camelnet.command(
    help=N_(
        "Retell games in words, or watch one in the app. FILE: a record, or - for standard input."
    ),
    examples=("camelnet replay friday-0123456789ab.camelnet --app",),
)
@_files
@click.option("--board", is_flag=True, help=N_("Show the board before every decision."))
@click.option("--app", "in_app", is_flag=True, help=N_("Watch the game on the board of the app."))
def replay(files: Sequence[str], board: bool, in_app: bool) -> int:
    from camelnet.terminal import input_files, records

    if in_app:
        if len(files) != 1 or files[0] == input_files.STANDARD_INPUT:
            raise click.UsageError(_("The app shows one file at a time: name one."))
        return _installed_app()(profile=None, replay=Path(files[0]).absolute())
    return input_files.each(files, lambda source: records.replay(source, board=board))


@camelnet.command(
    help=N_(
        "Look at recorded games again: who stood how well and when, what was luck, and which"
        " decisions cost most. FILE: a record, or - for standard input."
    )
)
@_files
@click.option(
    "--nodes",
    type=click.IntRange(10, 1_000_000),
    default=4000,
    help=N_("How often each position is played on; more is slower and more exact."),
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def review(files: Sequence[str], nodes: int, as_json: bool) -> int:
    from camelnet.terminal import input_files
    from camelnet.terminal.review import reviewed

    return input_files.each(files, lambda source: reviewed(source, nodes=nodes, as_json=as_json))


@camelnet.command(
    help=N_(
        "Check records: every signature, change, key, coin, seal, rule and ghost's move. Says who"
        " vouches for what, or names the first index that is wrong, and why. Repairs nothing. FILE:"
        " a record, or - for standard input. Exit code 0: a quorum of the table signed to the end;"
        " 3: it holds, but fewer did, or it stops early; 1: it does not hold."
    )
)
@_files
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def verify(files: Sequence[str], as_json: bool) -> int:
    from camelnet.terminal import input_files, records

    return input_files.each(files, lambda source: records.verified(source, as_json=as_json))


@camelnet.command(
    help=N_(
        "Check records and write their notations, one a line: entry, who (a seat, luck or a ghost),"
        " notation, digest of the position behind it. FILE: a record, or - for standard input."
    )
)
@_files
@click.option("--json", "as_json", is_flag=True, help=N_("Write every line as a JSON object."))
def export(files: Sequence[str], as_json: bool) -> int:
    from camelnet.terminal import input_files, records

    return input_files.each(files, lambda source: records.export(source, as_json=as_json))


@camelnet.command(
    help=N_("Open a table against three bots: in the app or, without a display, here."),
    games=True,
    examples=(
        "camelnet play",
        "camelnet play --game targui --option destiny=1,6,7,8",
        "camelnet play --game cards --auto",
    ),
)
@click.option("--game", type=GameKey(), default=DEFAULT_GAME, help=N_("The game to play."))
@_options
@click.option("--auto", is_flag=True, help=N_("A bot takes your seat, for one game."))
@common_options
def play(game: str, options: Sequence[str], auto: bool, **given: Any) -> int:
    from camelnet.record.profile import BOTS
    from camelnet.terminal import run
    from camelnet.terminal.bot_processes import Child, bot_processes
    from camelnet.terminal.play import can_type, has_display, make_plan, plays_itself
    from camelnet.terminal.profiles import bot_profiles, open_profile

    common = Common(given)
    chosen = game_options(game, options)
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
    if auto:
        ((profile, _bot_name),) = bot_profiles(common.profile, common.name, 1)
    else:
        profile = open_profile(common.profile)
    name = common.name or profile.name
    try:
        plan = make_plan(
            name=name,
            game=game,
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
    with bot_processes(children):
        if app is not None:
            profile.close()  # the app opens it itself
            return common.call_app(app, goal)
        return run.run([run.Seat(profile, goal, "greedy" if auto else "", name)], settings)


@camelnet.command(
    help=N_("Check the network and this computer; say what is wrong, and what to do about it.")
)
@click.option(
    "--profile",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Folder of your key, name and games."),
)
@interface_option
@click.option("--port", type=click.IntRange(0, 65535), default=0, help=N_("Listen here."))
@click.option("--address", type=Address(), help=N_("Try to reach another camelnet there."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for other programs."))
def doctor(
    profile: Path | None,
    interface: str | None,
    port: int,
    address: tuple[str, int] | None,
    as_json: bool,
) -> int:
    from camelnet.terminal.doctor import doctor as examine

    return examine(
        profile=profile, interface=interface, port=port, address=address, as_json=as_json
    )


@camelnet.command(VOICE, hidden=True)
def voice() -> int:
    play_sounds = find_voice()
    if play_sounds is None:
        raise click.ClickException(_(_APP_MISSING))
    return play_sounds()


def _open_app(common: Common, goal: Host | None) -> int:
    return common.call_app(_installed_app(), goal)


def _installed_app() -> Callable[..., int]:
    app = find_app()
    if app is None:
        raise click.ClickException(_(_APP_MISSING))
    return app


def _environment_languages() -> list[str]:
    """The languages that gettext would look for, the preferred one first."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value.split(":")
    return []


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The console command; always raises SystemExit."""
    stdout_guard.guard_streams()
    choose_language(_environment_languages())
    code = exit_codes.ended(*_run(arguments))
    stdout_guard.let_go()
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> tuple[int, str]:
    """The exit code, and what is to be said on standard error."""
    try:
        code = camelnet.main(args=arguments, prog_name="camelnet", standalone_mode=False)
        return (code if isinstance(code, int) else exit_codes.DONE), ""
    except (Exception, KeyboardInterrupt) as error:
        return exit_codes.explained(error)
