"""What the interpreter finds of the heap when a program ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import read
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited, RunOutcome, UndefinedBehaviour
from whet.task.dangers import Danger

DECLARED = "void exit(int); struct node { struct node *next; long value; } *head; char *inside; unsigned long number;\n"


def ended(body: str, folder: Path, *dangers: Danger) -> RunOutcome:
    program = read(DECLARED + f"int main(void) {{ {body} return 0; }}", folder)
    put_checks(program, Targets("p", dangers=frozenset(dangers)))
    return Interpreter(program).run().outcome


@pytest.mark.parametrize(
    "body",
    [
        "free(malloc(4));",
        "head = malloc(sizeof *head); head->next = malloc(8);",
        "inside = (char *)malloc(8) + 3;",
        "number = (unsigned long)malloc(8);",
        "struct node *local = malloc(16); exit(1);",
        "malloc(8); abort();",
    ],
)
def test_what_is_pointed_to_is_not_lost(body: str, tmp_path: Path) -> None:
    assert not isinstance(ended(body, tmp_path, Danger("leak")), UndefinedBehaviour)


@pytest.mark.parametrize(
    "body",
    [
        "malloc(4);",
        "struct node *local = malloc(sizeof *local); local->value = 1;",
        "head = malloc(sizeof *head); head->next = malloc(8); head->next = 0;",
        "struct node *a = malloc(16), *b = malloc(16); a->next = b; b->next = a;",
        "inside = malloc(8); inside = 0;",
    ],
)
def test_what_nothing_points_to_is_lost(body: str, tmp_path: Path) -> None:
    outcome = ended(body, tmp_path, Danger("leak"))
    assert isinstance(outcome, UndefinedBehaviour)
    assert outcome.danger is Danger("leak")
    assert "is lost" in outcome.what


@pytest.mark.parametrize("body", ["head = malloc(16);", "head = malloc(16); exit(3);"])
def test_what_is_not_freed(body: str, tmp_path: Path) -> None:
    outcome = ended(body, tmp_path, Danger("cleanup"))
    assert isinstance(outcome, UndefinedBehaviour)
    assert outcome.danger is Danger("cleanup")
    assert isinstance(ended(body, tmp_path), Exited), "unless nobody asks"
