"""One public name means one thing in the whole package."""

import ast
from collections import Counter
from pathlib import Path

import whet

PROTOCOL_OF_BENCHEXEC = {"ExitCode", "Run", "Task", "Tool"}
"""The module of BenchExec's tool names them as BenchExec does."""
ENGINES = {"Untranslatable", "Use", "Valid"}
"""Each engine has an exception of its own; a use and a valid answer of a solver, and those of a pointer."""

PERMISSION = {"Execution"}
"""The permission to execute a program, and an execution by the interpreter."""


def test_no_two_public_classes_have_the_same_name() -> None:
    assert {name for name, count in _public_classes().items() if count > 1} == PROTOCOL_OF_BENCHEXEC | ENGINES | PERMISSION


def _public_classes() -> Counter[str]:
    trees = (ast.parse(path.read_text("utf-8")) for path in Path(whet.__file__).parent.rglob("*.py"))
    classes = (node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return Counter(name for name in classes if not name.startswith("_"))
