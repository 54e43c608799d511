"""The line at the bottom of a terminal: editing, history and completion as in a shell, while the
events of the table are printed above it.

We remember typed lines until camelnet ends, and nowhere else: they name hidden bets.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle

from camelnet.terminal.stdin_lines import LINE_MAX

Complete = Callable[[], Iterable[str]]  # whole lines that fit now


class Editor:
    """Calls `heard(line)` in the loop for every line, and `heard(None)` at the end of input."""

    def __init__(
        self,
        heard: Callable[[str | None], None],
        lines: Complete,
        *,
        source: Input | None = None,
        output: Output | None = None,
    ) -> None:
        """`source` and `output`: another terminal than ours."""
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._task: asyncio.Task[None] | None = None
        self._asked = ""
        output = output or create_output(stdout=sys.stdout)
        if isinstance(output, Vt100_Output):
            output.enable_cpr = False  # we never need the cursor's position
        self._session: PromptSession[str] = PromptSession(
            message=lambda: f"{self._asked}> ",
            history=InMemoryHistory(),
            completer=_NextWord(lines),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            reserve_space_for_menu=0,
            enable_suspend=True,
            input=source,
            output=output,
        )

    def start(self) -> None:
        self._task = asyncio.ensure_future(self._run())

    async def stop(self) -> None:
        """Give the terminal back as it was."""
        if self._task is not None:
            self._session.app.erase_when_done = True
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)  # it may have ended

    def ask(self, what: str) -> None:
        """Set the prompt before the line."""
        if what != self._asked:
            self._asked = what
            self.make_room()

    def make_room(self) -> None:
        """Remove the line, so that output can take its place; it reappears below the output on its
        own, with the text typed so far."""
        app = self._session.app
        if app.is_running:
            app.renderer.erase()
            app.invalidate()

    async def _run(self) -> None:
        while True:
            try:
                typed = await self._session.prompt_async(
                    handle_sigint=False, set_exception_handler=False
                )
            except EOFError:
                self._loop.call_soon(self._heard, None)
                return
            except KeyboardInterrupt:  # from a key here, not a signal
                signal.raise_signal(signal.SIGINT)
                await self._loop.create_future()  # cancelled when everything ends in order
            except Exception as error:  # the terminal is gone, or we have a bug
                self._loop.call_exception_handler({"message": str(error), "exception": error})
                self._loop.call_soon(self._heard, None)
                return
            for line in typed.splitlines() or [""]:
                self._loop.call_soon(self._heard, line[:LINE_MAX].strip())
            await asyncio.sleep(0)  # let the answer appear above the next line


class _NextWord(Completer):
    def __init__(self, lines: Complete) -> None:
        self._lines = lines

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor.lstrip()
        last = typed.rpartition(" ")[2]
        for word in next_words(typed, self._lines()):
            yield Completion(word + " ", start_position=-len(last), display=word)


def next_words(typed: str, lines: Iterable[str]) -> list[str]:
    """The completions of the last word of `typed`: each continues `typed` towards one of
    `lines`."""
    *before, last = typed.casefold().split(" ")
    found = set()
    for line in lines:
        words = line.split(" ")
        begun = [word.casefold() for word in words[: len(before)]]
        if len(words) > len(before) and begun == before:
            found.add(words[len(before)])
    return sorted(word for word in found if word.casefold().startswith(last))
