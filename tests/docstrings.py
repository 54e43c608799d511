"""The docstrings of our sources, read once for all tests of them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def docstrings(path: Path) -> tuple[tuple[int, str], ...]:
    """The docstrings of a module: the line of what each describes (0: the module), and its text."""
    return tuple(
        (getattr(node, "lineno", 0), text)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if (text := ast.get_docstring(node))
    )
