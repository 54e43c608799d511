"""My play in sentences and tables, the same in the app and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from camelnet.i18n import _, ngettext
from camelnet.my_play.database import Game
from camelnet.my_play.figures import ENOUGH, ByGame, by_game, by_partner, rate_of
from camelnet.rules.phrases import ScoreTable, decimal, percent
from camelnet.session.text.bot_words import bot_word, level_word
from camelnet.session.text.words import game_name


def headline(games: Sequence[Game]) -> tuple[str, ...]:
    """The gist in a few sentences, about the most played game; the first one says the level."""
    if not games:
        return (_("No finished game yet. Each one is reviewed here by itself."),)
    most = by_game(games)[0]
    these = [game for game in games if game.game == most.game and game.decisions]
    if not most.level:
        return (_missing(most),)
    said = [
        _("You play {game} like a bot of the level “{level}”.").format(
            game=game_name(most.game), level=level_word(most.level)
        )
    ]
    if len(these) >= 2 * ENOUGH:
        text = _(
            "In your first ten games a decision gave away {before} points, in the last ten {now}."
        )
        before, now = rate_of(these[:ENOUGH]), most.rate
        said.append(text.format(before=decimal(before), now=decimal(now)))
    luck = round(most.won - most.without_luck)
    if luck > 0:
        text = ngettext(
            "Luck has given you {n} point a game.", "Luck has given you {n} points a game.", luck
        )
    else:
        text = ngettext(
            "Luck has cost you {n} point a game.", "Luck has cost you {n} points a game.", -luck
        )
    said.append(text.format(n=abs(luck)) if luck else _("Luck has been even."))
    return tuple(said)


def note() -> str:
    """Says what the figures are."""
    return _("A victory has 100 points. Nothing of this leaves your computer.")


def left_out_words(count: int) -> str:
    """Says that records could not be reviewed; "" if all could."""
    text = ngettext(
        "{n} record cannot be reviewed: it is damaged, or of another version.",
        "{n} records cannot be reviewed: they are damaged, or of another version.",
        count,
    )
    return text.format(n=count) if count else ""


def waiting_words(count: int) -> str:
    """Says how many games are still to be reviewed; "" for none."""
    text = ngettext(
        "{n} game is still to be reviewed.", "{n} games are still to be reviewed.", count
    )
    return text.format(n=count) if count else ""


def game_table(games: Sequence[Game]) -> ScoreTable:
    """The table by kind of game."""
    return ScoreTable(
        title=_("By game"),
        head=(
            _("game"),
            _("games"),
            _("won"),
            _("luck taken off"),
            _("even would be"),
            _("given away a decision"),
            _("level"),
        ),
        rows=tuple(
            (
                str(game_name(kind.game)),
                str(kind.games),
                percent(kind.won / 100),
                # Of few games, less luck is below nothing or above everything as often as not.
                percent(kind.without_luck / 100) if kind.games >= ENOUGH else "",
                percent(kind.even / 100),
                decimal(kind.rate),
                level_word(kind.level) if kind.level else _more(kind),
            )
            for kind in by_game(games)
        ),
    )


def partner_table(games: Sequence[Game]) -> ScoreTable:
    """The table by partner."""
    return ScoreTable(
        title=_("With whom"),
        head=(_("player"), _("games"), _("you won"), _("they won")),
        rows=tuple(
            (
                bot_word(one.level, "") if one.level else one.name,
                str(one.games),
                _victories(one.won),
                _victories(one.lost),
            )
            for one in by_partner(games)
        ),
    )


def _victories(count: float) -> str:
    return str(round(count)) if abs(count - round(count)) < 0.01 else decimal(count, places=1)


def _more(kind: ByGame) -> str:
    if not kind.missing:
        return ""  # nobody has measured the levels of this game
    return ngettext("{n} more game", "{n} more games", kind.missing).format(n=kind.missing)


def _missing(kind: ByGame) -> str:
    if not kind.missing:
        return _("The levels of {game} have not been measured.").format(game=game_name(kind.game))
    text = ngettext(
        "{n} more game of {game} until your level shows.",
        "{n} more games of {game} until your level shows.",
        kind.missing,
    )
    return text.format(n=kind.missing, game=game_name(kind.game))
