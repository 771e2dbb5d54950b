"""What is wrong with a pointer is a field of the verdict, and no word of its message."""

from __future__ import annotations

from pathlib import Path

import pytest

import whet
from tests.projects.test_made_objects import judged
from whet.core.result import FalseVerdict
from whet.projects.judging import FunctionStatus
from whet.task.dangers import FaultKind

PROGRAMS = {
    "int main(void) { int *p = 0; return *p; }": FaultKind.NULL,
    "int main(void) { int (*f)(void) = 0; return f(); }": FaultKind.NULL,
    "#include <string.h>\nint main(void) { char *p = 0; memset(p, 0, 0); return 0; }": FaultKind.NULL,
    "int main(void) { return *(int *)0x7ead0000; }": FaultKind.NO_OBJECT,
    "#include <stdlib.h>\nint main(void) { int *p = calloc(1, 4); free(p); return *p; }": FaultKind.FREED,
    "#include <stdlib.h>\nint main(void) { int x; free(&x); return 0; }": FaultKind.NOT_ALLOCATED,
    "int main(void) { int null_pointer[2] = {0}; int i = 2; return null_pointer[i]; }": None,
}


@pytest.mark.parametrize(("program", "kind"), PROGRAMS.items())
def test_verdict_has_the_kind_of_fault(program: str, kind: FaultKind | None, tmp_path: Path) -> None:
    file = tmp_path / "fault.c"
    file.write_text(program)
    verdict = whet.verify(str(file), config="runs", check=("memory", "array", "free", "contract")).verdict
    assert isinstance(verdict, FalseVerdict)
    assert (verdict.fault.kind if verdict.fault else None) == kind


def test_names_of_the_program_decide_nothing(tmp_path: Path) -> None:
    file = tmp_path / "named.c"
    file.write_text("struct t { unsigned i; };\nstatic int freed[3];\nint at(struct t *t) { return freed[t->i]; }\n")
    assert judged(file)["at"].status is FunctionStatus.PRECONDITION
