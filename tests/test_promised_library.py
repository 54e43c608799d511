"""What docs/library.md names stays as it is: docs/compatibility.md promises it from 1.0 on."""

from __future__ import annotations

import inspect
import pkgutil
import re

import pytest

from tests.scripts import ROOT

LIST = (ROOT / "tests/data/library.txt").read_text(encoding="utf-8").splitlines()


def described(name: str) -> str:
    """The name as a line of the list: with its parameters and their defaults, if it has any."""
    found = pkgutil.resolve_name(name)
    if not inspect.isroutine(found) and not inspect.isclass(found):
        return name
    parameters = inspect.signature(found).parameters.values()
    return f"{name}({', '.join(_parameter(each) for each in parameters if each.name != 'self')})"


def _parameter(parameter: inspect.Parameter) -> str:
    star = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    by_name = "=" if parameter.kind is parameter.KEYWORD_ONLY else ""
    default = "" if parameter.default is parameter.empty else "?"
    return f"{star}{parameter.name}{by_name}{default}"


@pytest.mark.parametrize("line", LIST)
def test_a_name_and_its_parameters_stay(line: str) -> None:
    """`x=`: by name only; `x?`: may be left out. A parameter that is added may be left out, too;
    the line here gets it."""
    if ".lab.env:" in line:
        pytest.importorskip("numpy", reason="the extra `env` is not installed")
    assert described(line.partition("(")[0]) == line


def test_every_name_of_the_list_is_on_the_page() -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    names = [re.split(r"[.:]", line.partition("(")[0])[-1] for line in LIST]
    assert [name for name in names if name not in page] == []
