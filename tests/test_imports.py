"""Imports run in no circle: any module can be read, tested and replaced after what it builds on."""

from __future__ import annotations

import grimp
import pytest

# Every import counts: at the top of a module, inside a function, and for types alone.
PACKAGES = ("camelnet", "camelnet_gui", "tools")


def circles(graph: grimp.ImportGraph) -> list[list[str]]:
    """The strongly connected components of more than one module, by Tarjan's algorithm."""
    place: dict[str, int] = {}  # in the order in which modules were first reached
    lowest: dict[str, int] = {}  # the first place that a module leads back to
    path: list[str] = []  # modules whose component is not known yet
    found: list[list[str]] = []

    def visit(module: str) -> None:
        place[module] = lowest[module] = len(place)
        path.append(module)
        for other in sorted(graph.find_modules_directly_imported_by(module)):
            if other not in place:
                visit(other)
                lowest[module] = min(lowest[module], lowest[other])
            elif other in path:
                lowest[module] = min(lowest[module], place[other])
        if lowest[module] == place[module]:
            cut = path.index(module)
            found.append(sorted(path[cut:]))
            del path[cut:]

    for module in sorted(graph.modules):
        if module not in place:
            visit(module)
    return [component for component in found if len(component) > 1]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None, exclude_type_checking_imports=False)
    assert len(graph.modules) > 3, "the graph is empty: has the package moved?"
    assert circles(graph) == []


def test_a_planted_circle_is_found() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")):
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == [["b", "c"]]
