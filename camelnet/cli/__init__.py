"""The command line: every command of `camelnet` by name. Errors are one line on standard error and
an exit code, listed in `camelnet.terminal.exit_codes`.

Running a command imports its module, and with it whatever only some commands need (the rules, the
network, cryptography, tables in colour): `camelnet --version` and `--help` answer without.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from camelnet import __version__
from camelnet.cli.commands import COMMANDS
from camelnet.cli.group import Group
from camelnet.cli.options import common_options
from camelnet.i18n import N_, _, choose_language
from camelnet.languages import wanted_languages
from camelnet.rules_digest import RULES_DIGEST
from camelnet.terminal import exit_codes, stdout_guard


@click.group(
    cls=Group,
    late=COMMANDS,
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
        digest = RULES_DIGEST[:8]
        click.echo(
            _("camelnet {version}, rules {digest}").format(version=__version__, digest=digest)
        )
        return 0
    from camelnet.cli.app import installed_app
    from camelnet.cli.common import Common

    return Common(given).call_app(installed_app(), None)


def _refuse_stray_options(context: click.Context) -> None:
    """Refuse options before their command: click would ignore them in silence."""
    for parameter in context.command.params:
        assert parameter.name is not None
        if context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
            text = _("{option} goes after {command}, not before it.")
            raise click.UsageError(
                text.format(option=parameter.opts[0], command=context.invoked_subcommand)
            )


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """The console command; always raises SystemExit."""
    stdout_guard.guard_streams()
    choose_language(wanted_languages())
    code = exit_codes.ended(*_run(arguments))
    stdout_guard.let_go()
    sys.exit(code)


def _run(arguments: Sequence[str] | None) -> tuple[int, str]:
    """The exit code, and the words for standard error."""
    try:
        code = camelnet.main(args=arguments, prog_name="camelnet", standalone_mode=False)
        return (code if isinstance(code, int) else exit_codes.DONE), ""
    except (Exception, KeyboardInterrupt) as error:
        code, why = exit_codes.explained(error)
        if why:
            from camelnet.cli import unseen

            if unseen.nobody_watches():
                unseen.tell(why, error)
        return code, why
