"""The choice of a seat's profile, and of one of its unfinished games."""

from __future__ import annotations

import time
from pathlib import Path

from camelnet.i18n import N_, message
from camelnet.record.profile import BOTS, Profile, ProfileError, ProfileInUse
from camelnet.session.api.facts import SavedGame
from camelnet.session.runtime.store import ProfileStore
from camelnet.session.text.words import game_name
from camelnet.terminal.bot_processes import NAMES
from camelnet.terminal.exit_codes import Failed

_HOMES_MAX = 64
_HANDOVER_S = 10.0  # a bot that was sent home has left by then
_LOOK_S = 0.1


def bot_profiles(
    path: Path | None, name: str, count: int, *, attended: bool = False
) -> list[tuple[Profile, str]]:
    """Profiles with names for `count` bots: `path` itself for one bot, folders in it for more.

    Without a path they live beside the user's own profile, so that bots and people can run at the
    same time; takes the first free ones. `attended`: who starts us may just have sent home a bot of
    the same profile; wait until it has left. Raises `ProfileError`.
    """
    if path is not None and count == 1:
        profiles = [_open_after_another(path) if attended else Profile.open(path)]
    elif path is not None:
        profiles = [Profile.open(path / f"bot-{number}") for number in range(1, count + 1)]
    else:
        profiles = _free_profiles(count)
    names = [bot_name(profiles[0], number) for number in range(count)]
    if name:
        names = [name] if count == 1 else [f"{name} {number}" for number in range(1, count + 1)]
    return list(zip(profiles, names, strict=True))


def bot_name(profile: Profile, number: int = 0) -> str:
    """A name that follows from the profile's key; different ones for `number` 0, 1, ..."""
    return NAMES[(profile.signer.key[0] + number) % len(NAMES)]


def _open_after_another(path: Path) -> Profile:
    latest_s = time.monotonic() + _HANDOVER_S
    while time.monotonic() < latest_s:
        try:
            return Profile.open(path)
        except ProfileInUse:
            time.sleep(_LOOK_S)
    return Profile.open(path)


def _free_profiles(count: int) -> list[Profile]:
    home = Profile.default_path() / BOTS
    found: list[Profile] = []
    number = 0
    while len(found) < count:
        number += 1
        try:
            found.append(Profile.open(home / f"bot-{number}"))
        except ProfileError:
            if number >= _HOMES_MAX:
                raise
    return found


def find_game(profile: Profile, prefix: str, game: str | None = None) -> SavedGame:
    """The unfinished game whose id begins with `prefix`, the latest for ""; only one of `game`, if
    given. Raises `Failed`."""
    store = ProfileStore(profile, None)
    unfinished = [item for item in store.saved() if not item.closed]
    saved = [item for item in unfinished if game in (None, item.game)]
    for path in profile.damaged_journals():
        if path.stem.startswith(prefix.lower()) and (prefix or not saved):
            template = N_(
                "The journal {path} is damaged from its beginning: nothing is left of it."
            )
            raise Failed(message(template, path=str(path)))
    fitting = [item for item in saved if item.game_id.hex().startswith(prefix.lower())]
    for other in () if fitting else store.stranded():
        named = prefix and other.game_id.hex().startswith(prefix.lower())
        if (named or not (prefix or saved)) and game in (None, other.game):
            raise Failed(other.told)
    if unfinished and not saved:
        template = N_("There is no unfinished game of {game} in the profile {path}.")
        name = game_name(game or "")
        raise Failed(message(template, game=name, path=str(profile.path)))
    if not saved:
        template = N_("There is no unfinished game in the profile {path}.")
        raise Failed(message(template, path=str(profile.path)))
    if not fitting:
        template = N_("No unfinished game begins with {prefix}; there are: {games}.")
        games = ", ".join(f"{item.game_id.hex()[:12]} ({item.table})" for item in saved)
        raise Failed(message(template, prefix=prefix, games=games))
    if prefix and len(fitting) > 1:
        raise Failed(message(N_("Several unfinished games begin with {prefix}."), prefix=prefix))
    return fitting[0]
