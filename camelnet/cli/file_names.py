"""Names of files on the command line: paths and URLs, even in the place of a command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from camelnet.i18n import _
from camelnet.sharing import is_link

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

RECORD = ".camelnet"  # the names of records end with this


def names_file(word: str) -> bool:
    """True if a word in a command's place names a file, or a link with a game; the file need not
    exist."""
    separators = {"/", os.sep}
    return (
        is_link(word)
        or word.lower().endswith(RECORD)
        or not separators.isdisjoint(word)
        or os.path.exists(word)
    )


def local_path(word: str) -> Path:
    """The file at a path, or at a URL of this computer. Raises `click.UsageError`."""
    if "://" not in word and not word.lower().startswith("file:"):
        return Path(word).absolute()
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    text = _("{url} is not a file on this computer.")
    try:
        url = urlsplit(word)
        path = url2pathname(url.path)
    except (ValueError, OSError):
        raise click.UsageError(text.format(url=word)) from None
    here = url.netloc in ("", "localhost")
    if url.scheme != "file" or not here or not path or "\0" in path:
        raise click.UsageError(text.format(url=word))
    return Path(path).absolute()


def some_file(incomplete: str) -> list[CompletionItem]:
    """The answer to a shell that asks us to complete the name of a file."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


class File(click.ParamType[str]):
    """The name of a file, completed by shells."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return some_file(incomplete)
