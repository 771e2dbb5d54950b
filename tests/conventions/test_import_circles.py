"""Files import each other in circles only where it is listed here."""

from __future__ import annotations

import grimp
import pytest

TYPES_ONLY = (
    "whet.frontend: program shipped unit_lowering",
    "whet.interpreter: given_texts memory outcomes",
)
"""Imported at run time by none of the circle: the names stand in annotations."""
AT_RUN_TIME = (
    "whet.algorithms: engine reproving summarised",
    "whet.analyses.predicate: analysis blocks entries refiner seeding",
    "whet.analyses.symbolic: analysis paths refiner",
    "whet.analyses.value: analysis many_values paths refiner",
    "whet.cfa: expressions model operations sequencing targets texts",
    "whet.encoding: translation usable",
    "whet.proofs: step summaries",
    "whet.proofs: validity values",
    "whet.solvers.terms: smtlib term",
)
"""A function imports one of the circle when it is called."""


def test_there_are_no_other_circles() -> None:
    assert others(circles(grimp.build_graph("whet", cache_dir=None)), than=TYPES_ONLY + AT_RUN_TIME) == []


def test_few_circles_are_of_types_only() -> None:
    graph = grimp.build_graph("whet", exclude_type_checking_imports=True, cache_dir=None)
    assert others(circles(graph), than=AT_RUN_TIME) == []
    assert len(TYPES_ONLY) <= 3


def others(found: list[str], *, than: tuple[str, ...]) -> list[str]:
    """Circles that are not part of a listed one."""
    return [each for each in found if not any(set(each.split()) <= set(listed.split()) for listed in than)]


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
