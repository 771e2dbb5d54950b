"""``__builtin_add_overflow`` and its kin compute what gcc computes, and are known to every analysis."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interpreter.running import compiled_output_of, output_of
from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import TrueVerdict

TYPES = ("signed char", "unsigned short", "int", "unsigned", "long long", "unsigned long long")
VALUES = ("0", "1", "-1", "127", "200", "65535", "2147483647", "-2147483647-1", "4294967295u", "9223372036854775807LL", "-1ULL")


def mixed() -> str:
    """Operands of two types and results of a third one, and a result that is an operand."""
    lines = [
        f"{{ {left} a = {value}; {right} b = {other}; {to} r = 3; int f = __builtin_{name}_overflow(a, b, &r);"
        f' printf("%d %lld ", f, (long long)r); f = __builtin_{name}_overflow(a, b, &a);'
        f' printf("%d %lld\\n", f, (long long)a); }}'
        for number, name in enumerate(("add", "sub", "mul"))
        for at, (left, right) in enumerate(zip(TYPES, TYPES[2:] + TYPES[:2], strict=True))
        for step, value in enumerate(VALUES)
        for to, other in ((TYPES[(at + step) % 6], VALUES[(step * 3 + number) % 11]),)
    ]
    return "#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }"


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_results_are_those_of_gcc(machine: MachineModel, tmp_path: Path) -> None:
    assert output_of(mixed(), tmp_path, machine) == compiled_output_of(mixed(), tmp_path, machine)


@pytest.mark.parametrize(
    ("condition", "is_proved"),
    [
        ("!__builtin_add_overflow(a, b, &r) && r != (long)a + b", True),
        ("__builtin_uadd_overflow(a, b, &u) && u >= (unsigned)a", True),
        ("!__builtin_mul_overflow(a, 2, &c) && a > 127", True),
        ("__builtin_add_overflow(a, b, &a) && a == -2", False),
        ("!__builtin_sub_overflow(a, b, &c) && c == 200 && a < b", True),
        ("__builtin_sub_overflow(a, b, &c) && c == 200", False),
    ],
)
def test_whether_a_result_fits_is_known(condition: str, is_proved: bool, tmp_path: Path) -> None:
    text = f"""int main(void) {{ int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r; unsigned u; unsigned char c;
        if ({condition}) reach_error(); return 0; }}"""
    limits = Context(limits=SoftLimits(seconds=60))
    result = engine.run(read(text, tmp_path), TASK, load_configuration("bmc"), limits)
    assert (result.verdict == TrueVerdict()) == is_proved
    assert result.assumptions == ()
