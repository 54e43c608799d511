"""A player's name as it is typed."""

from __future__ import annotations

from camelnet.i18n import _
from camelnet.record.profile import clean_name
from camelnet.session.api.intents import NAME_MAX

TYPED_MAX = 4 * NAME_MAX  # letters that a field takes, so that what is cut can be said


def admitted(typed: str) -> tuple[str, str]:
    """The name that the protocol admits of what was typed, and a sentence if that is another."""
    name = clean_name(typed)
    if name == typed or not typed:
        return name, ""
    if not name:
        return "", _("A name needs letters that can be seen.")
    if len(typed) > NAME_MAX:
        return name, _("A name has {most} letters at most.").format(most=NAME_MAX)
    return name, _("Some characters of that name cannot be shown; they were left out.")
