"""Files import each other in circles only for type checkers, where it is listed here."""

from __future__ import annotations

import grimp
import pytest

TYPES_ONLY = (
    "whet.cfa: expressions model operations sequencing targets texts",
    "whet.frontend: program shipped unit_lowering",
    "whet.interpreter: given_texts memory outcomes",
)
"""Closed only by imports for type checkers: the names stand in annotations."""


def test_there_are_no_other_circles() -> None:
    found = circles(grimp.build_graph("whet", cache_dir=None))
    assert [each for each in found if not any(set(each.split()) <= set(listed.split()) for listed in TYPES_ONLY)] == []


def test_no_circle_is_there_at_run_time() -> None:
    """Not even by an import inside a function."""
    assert circles(grimp.build_graph("whet", exclude_type_checking_imports=True, cache_dir=None)) == []


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ({"a.b": "a.c", "a.c": "a.d"}, []),
        ({"a.b": "a.c", "a.c": "a.d", "a.d": "a.b", "a.e": "a.b"}, ["a: b c d"]),
    ],
)
def test_a_circle_is_found(imports: dict[str, str], expected: list[str]) -> None:
    graph = grimp.ImportGraph()
    for importer, imported in imports.items():
        graph.add_import(importer=importer, imported=imported)
    assert circles(graph) == expected


def circles(graph: grimp.ImportGraph) -> list[str]:
    """The strongly connected components of more than one file (Tarjan 1972), as ``package: files``."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[str] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported not in index:
                visit(imported)
                low[module] = min(low[module], low[imported])
            elif imported in stack:
                low[module] = min(low[module], index[imported])
        if low[module] == index[module]:
            component = sorted(stack[stack.index(module) :])
            del stack[stack.index(module) :]
            if len(component) > 1:
                package = component[0].rpartition(".")[0]
                found.append(f"{package}: {' '.join(each.removeprefix(package + '.') for each in component)}")

    for module in sorted(graph.modules):
        if module not in index:
            visit(module)
    return sorted(found)
