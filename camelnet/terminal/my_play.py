"""`camelnet my-play`: what the finished games of a profile say together, in the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from camelnet.i18n import N_, _, message, os_reason
from camelnet.my_play import csv_file, words
from camelnet.my_play.database import Unusable, opened
from camelnet.my_play.reviewing import State, catch_up
from camelnet.record.cache_folder import CacheFolder
from camelnet.record.profile import RECORDS, Profile
from camelnet.terminal.exit_codes import DONE, Failed, complain
from camelnet.terminal.screen import Screen


def show(profile: Path | None, records: Path | None, *, csv: Path | None, rebuild: bool) -> int:
    """Review what is missing and print all of it, or write it to `csv`; return the exit code.
    `records`: the folder of records, if it is not the profile's own. Raises `Failed`."""
    home = profile or Profile.default_path()
    key = Profile.key_in(home)
    if key is None:
        raise Failed(message(N_("There is no profile {path}."), path=str(home)))
    try:
        state = _reviewed(home, records or home / RECORDS, key, rebuild=rebuild)
    except Unusable as error:
        raise Failed(error.reason) from None
    if state.trouble is not None:
        complain(str(state.trouble))
    if csv is not None:
        try:
            csv_file.write(csv, state.games)
        except OSError as error:
            text = N_("{path} cannot be written: {why}.")
            raise Failed(message(text, path=str(csv), why=os_reason(error))) from None
        return DONE
    screen = Screen()
    for sentence in words.headline(state.games):
        screen.say(sentence)
    if state.games:
        screen.gap()
        screen.scores(words.game_table(state.games))
        screen.scores(words.partner_table(state.games))
        screen.say(words.note(), "dim")
    if state.left_out:
        screen.say(words.left_out_words(state.left_out))
    return DONE


def _reviewed(home: Path, records: Path, key: bytes, *, rebuild: bool) -> State:
    console = Console(stderr=True)
    state = State()
    with (
        opened(home, anew=rebuild) as database,
        Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task(_("reviewing the games"), total=None)
        shelf = CacheFolder.of_user("reviews")
        for done, state in enumerate(catch_up(database, records, key, shelf=shelf)):
            bar.update(task, completed=done, total=done + state.waiting)
    return state
