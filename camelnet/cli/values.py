"""Values that commands take: addresses, names, numbers, networks."""

from __future__ import annotations

import math
from typing import Any
from unicodedata import normalize

import click

from camelnet.i18n import _


class Address(click.ParamType[tuple[str, int]]):
    """`HOST` or `HOST:PORT`, as people type it."""

    name = "HOST[:PORT]"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        if isinstance(value, tuple):
            return value
        from camelnet.net.address import parse_address
        from camelnet.net.mesh import NetError

        try:
            return parse_address(str(value))
        except NetError as error:
            self.fail(str(error), param, ctx)


class Name(click.ParamType[str]):
    """A name in the protocol's form. A name that the protocol would cut or alter is refused with a
    sentence, so that nobody gets another name than they think."""

    name = "NAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from camelnet.record.profile import clean_name
        from camelnet.session.api.intents import NAME_MAX

        typed = normalize("NFC", " ".join(str(value).split()))  # accents in their common form
        if not typed:
            self.fail(_("A name has at least one letter."), param, ctx)
        if len(typed) > NAME_MAX:
            text = _("“{name}” is too long: a name has at most {most} letters, not {count}.")
            self.fail(text.format(name=typed, most=NAME_MAX, count=len(typed)), param, ctx)
        if clean_name(typed) != typed:
            text = _("“{name}” contains letters that can't be displayed.")
            self.fail(text.format(name=typed), param, ctx)
        return typed


class Number(click.ParamType[float]):
    """A finite number: neither infinity nor NaN."""

    name = "NUMBER"

    def __init__(self, low: float | None = None) -> None:
        self._low = low

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fail(_("“{value}” is not a number.").format(value=value), param, ctx)
        if self._low is not None and number < self._low:
            text = _("{value} is too small: the least is {low}.")
            self.fail(text.format(value=value, low=self._low), param, ctx)
        return number


class Interface(click.ParamType[str]):
    """One of our own addresses, or the name of a network, which stands for its best address."""

    name = "ADDRESS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from camelnet.net.interfaces import is_address, local_addresses, with_number

        typed = str(value)
        if is_address(typed):
            return with_number(typed) or typed
        own = local_addresses()
        found = next((local.host for local in own if local.name == typed), None)
        if found is None:
            text = _("“{name}” is neither an address nor a network of this computer: {networks}.")
            names = dict.fromkeys(local.name for local in own)
            networks = ", ".join(names) or _("none")
            self.fail(text.format(name=typed, networks=networks), param, ctx)
        return found
