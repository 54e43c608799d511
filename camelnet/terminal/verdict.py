"""The verdict on a record, printed: who vouches for what; and the exit code that follows."""

from __future__ import annotations

from camelnet.i18n import _, ngettext
from camelnet.rules.phrases import listing
from camelnet.session.api.verdict import Standing, Verdict
from camelnet.session.text import verdict_words as words
from camelnet.terminal.exit_codes import DONE, DOUBTFUL
from camelnet.terminal.screen import Screen


def code_of(verdict: Verdict) -> int:
    """The exit code of every command that reads a valid record."""
    return DONE if verdict.complete else DOUBTFUL


def tell_line(screen: Screen, verdict: Verdict) -> None:
    """Print in one line whether a game that has just ended was fair, and what tells the rest."""
    told = _("{verdict}. “proof” tells the rest.").format(verdict=words.line(verdict))
    if verdict.complete:
        screen.say(told, "bold")
    else:
        screen.loud(told)


def tell_headline(screen: Screen, verdict: Verdict, *, running: bool = False) -> None:
    """Print whether the table that started the game agrees to its end, and other facts that a
    reader must know. `running`: the game is still in progress."""
    first, *others = words.sentences(verdict, running=running)
    if verdict.complete or (running and verdict.standing is Standing.UNFINISHED):
        screen.say(first, "bold")
    else:
        screen.loud(first)
    for sentence in others:
        screen.say(sentence)


def tell_verdict(screen: Screen, verdict: Verdict) -> None:
    """Print all of it: the headline, every stretch of the log, every seat, and the result."""
    tell_headline(screen, verdict)
    screen.say(_("Every signature, change, key, coin, seal, ghost and rule is right."))
    screen.say(_("Who vouches for what:"), "bold")
    screen.told(words.segments(verdict))
    if told := words.votes(verdict):
        screen.told([told])
    screen.say(_("Who sat there:"), "bold")
    screen.told([words.seat(claim) for claim in verdict.seats])
    screen.told([words.claims()])
    _tell_result(screen, verdict)
    code = " ".join(verdict.code)
    if verdict.parted is None:
        screen.say(_("Table code: {code}").format(code=code))
    else:
        screen.say(_("Table code of the game that was left: {code}").format(code=code))
    screen.say(_("Game {game}").format(game=verdict.game_id.hex()), "dim")


def _tell_result(screen: Screen, verdict: Verdict) -> None:
    values = {
        "scores": ", ".join(
            f"{name} {score}" for name, score in zip(verdict.names, verdict.scores, strict=True)
        ),
        "who": listing([verdict.names[seat] for seat in verdict.segments[-1].signers]),
        "names": listing([verdict.names[seat] for seat in verdict.winners]),
        "entries": verdict.entries,
    }
    if not verdict.winners:
        screen.say(_("Scores behind entry {entries}: {scores}.").format(**values))
        return
    text = ngettext("Winner: {names}.", "Winners: {names}.", len(verdict.winners))
    told = [_("Result: {scores}.").format(**values), text.format(**values)]
    if verdict.standing in (Standing.APART, Standing.FEWER):
        screen.say(_("By the word of {who} alone:").format(**values))
        screen.told(told)
        return
    for sentence in told:
        screen.say(sentence)
