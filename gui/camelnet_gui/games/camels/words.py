"""Words about camels that the boards share. Pure; knows no Qt."""

from __future__ import annotations

from camelnet.i18n import _
from camelnet.rules.games.camels import camel_names
from camelnet.rules.phrases import sentence
from camelnet_gui.games.camels.scene import RaceScene, Sent


def camel_name(camel: str) -> str:
    """A camel's name as it stands inside a sentence."""
    return camel_names()[camel]


def camel_title(camel: str) -> str:
    """A camel's name as it stands alone."""
    return sentence(camel_name(camel))


def listed(camels: str) -> str:
    """Names in the order given: "green, yellow, orange"."""
    return ", ".join(camel_name(camel) for camel in camels)


def sent_from(scene: RaceScene, space: int, step: int) -> Sent:
    """The way of camels that something on a space sends one step on or back."""
    end = min(space + step, scene.last + 1)
    return Sent(space, end, scene.stack(end), under=step < 0)


def sent_words(sent: Sent, scene: RaceScene) -> tuple[str, str]:
    """The same in words: where, and how they come to stand there."""
    if sent.end > scene.last:
        return _("Camels that land here"), _("cross the line")
    words = _("Camels that land here go to {space}").format(space=sent.end)
    if not sent.there:
        return words, ""
    return words, _("underneath") if sent.under else _("on top")
