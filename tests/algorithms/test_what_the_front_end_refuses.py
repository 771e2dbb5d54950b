"""Verdicts on programs whose meaning the front end must not guess: assembler, the compiler's macros, the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.core.configuration import load_configuration
from whet.core.result import FalseVerdict, TrueVerdict, Unknown
from whet.session.session import verify
from whet.task.task import Task

PRESETS = ("refsel", "predicate", "value", "value-cegar", "value-predicate")
SET_BIT = """extern void reach_error(void);
struct device { unsigned long flags; int lock; };
static void set_bit(int nr, volatile unsigned long *at) {
  __asm__ volatile("lock; bts %1,%0" : "+m"(*(volatile long *)at) : "Ir"(nr) : "memory");
}
int main(void) {
  struct device d = {0, 1};
  set_bit(NR, &d.flags);
  if (d.lock != 1) reach_error();
  return 0;
}"""
PROGRAMS = {
    "bit inside": (SET_BIT.replace("NR", "5"), TrueVerdict),
    "bit in the next member": (SET_BIT.replace("NR", "70"), Unknown),
    "prefix": (
        'extern void reach_error(void); int main(void) { int x = 3; __asm__ volatile("lock incl %0" : : "m"(x) : "memory");'
        " if (x == 4) reach_error(); return 0; }",
        Unknown,
    ),
    "counter": (
        'extern void reach_error(void); int main(void) { int x = 3, y = 1; __asm__ volatile("lock; incl %0" : "+m"(x));'
        " if (y != 1) reach_error(); return 0; }",
        TrueVerdict,
    ),
    "symbol": (
        'extern void reach_error(void); int g; int main(void) { int d; __asm__ volatile("movl $5,g" : "=r"(d));'
        " if (g == 5) reach_error(); return 0; }",
        Unknown,
    ),
    "instruction of the kernel": (
        'extern void reach_error(void); int main(void) { __asm__ volatile("hlt"); reach_error(); return 0; }',
        Unknown,
    ),
    "macro of the compiler": (
        "extern void reach_error(void); int main(void) {\n#ifndef __clang__\nreach_error();\n#endif\nreturn 0; }",
        FalseVerdict,
    ),
    "rounding": (
        "#include <fenv.h>\nextern void reach_error(void); int main(void) { volatile double a = 1, b = 3; double x = a / b;"
        " fesetround(FE_UPWARD); if (x != a / b) reach_error(); return 0; }",
        Unknown,
    ),
}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict_does_not_rest_on_a_guess(name: str, preset: str, tmp_path: Path) -> None:
    text, expected = PROGRAMS[name]
    path = tmp_path / "test.c"
    path.write_text(text)
    configuration = load_configuration(preset, ["limits.cpu_time=60s"])
    assert isinstance(verify(Task(files=(str(path),)), configuration).verdict, expected)
