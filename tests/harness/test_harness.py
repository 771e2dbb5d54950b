"""Harnesses give compiled programs exactly the values of a test, and say how the run ended."""

from __future__ import annotations

import math
import signal
from pathlib import Path

import pytest

from whet.cfa.semantics import Value, decode
from whet.cfa.softfloat import SoftFloat
from whet.cfa.surroundings import Surroundings, surroundings_of
from whet.cfa.types import ILP32, LP64, X87, MachineModel, ScalarType
from whet.core.concrete import AskedInput
from whet.frontend.parse import parse_file
from whet.harness.run_harness import harness_text
from whet.native.programs import (
    Build,
    NativeEnd,
    NativeLimits,
    NativeProgram,
    NativeSource,
    NotCompiled,
    RanIntoError,
    RanIntoSignal,
    RanIntoStop,
    RanToEnd,
    RanTooLong,
    find_compiler,
)
from whet.task.task import Machine

ERRORS = frozenset({"reach_error", "__VERIFIER_error"})


def ran(folder: Path, text: str, *inputs: AskedInput, machine: MachineModel = LP64, seconds: float = 5.0) -> NativeEnd:
    """How a program compiled with the harness for these inputs ends."""
    path = folder / "p.c"
    path.write_text(text)
    surroundings = surroundings_of(parse_file(str(path), machine=machine, entry="main", blocks=False), ERRORS)
    try:
        compiler = find_compiler(Machine(machine.name))
    except NotCompiled as problem:
        pytest.skip(str(problem))
    work = folder / "work"
    work.mkdir()
    program = NativeProgram(compiler, NativeSource(path=path, extra_flags=surroundings.flags), Build.COVERAGE, work)
    executable = program.link(harness_text(inputs, surroundings, title="A test"))
    return program.run(executable, NativeLimits(seconds=seconds)).end


def asked(name: str, type: ScalarType, value: Value) -> AskedInput:
    return AskedInput(f"__VERIFIER_nondet_{name}", type, value)


_INTEGERS = {
    "bool": ("_Bool", (0, 1)),
    "char": ("char", (-128, 127)),
    "schar": ("signed char", (-128, -1)),
    "uchar": ("unsigned char", (0, 255)),
    "short": ("short", (-32768, 32767)),
    "ushort": ("unsigned short", (1, 65535)),
    "int": ("int", (-(1 << 31), (1 << 31) - 1)),
    "uint": ("unsigned int", (7, (1 << 32) - 1)),
    "long": ("long", (-(1 << 31), -2)),
    "ulong": ("unsigned long", (3, (1 << 32) - 1)),
    "longlong": ("long long", (-(1 << 63), (1 << 63) - 1)),
    "ulonglong": ("unsigned long long", (1 << 63, (1 << 64) - 1)),
}


def _literal(value: int, type: str) -> str:
    return f"({type})({value}LL)" if -(1 << 63) < value < 1 << 63 else f"({type}){value & ((1 << 64) - 1):#x}ULL"


@pytest.mark.gcc
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_every_integer_type_gets_its_value(tmp_path: Path, machine: MachineModel) -> None:
    declared: list[str] = []
    checks: list[str] = []
    inputs: list[AskedInput] = []
    for name, (type, values) in _INTEGERS.items():
        declared.append(f"extern {type} __VERIFIER_nondet_{name}(void);")
        for value in values:
            checks.append(f"if (__VERIFIER_nondet_{name}() != {_literal(value, type)}) return {len(inputs) + 1};")
            inputs.append(asked(name, machine.integer(type), value))
    text = "\n".join([*declared, "int main(void) {", *checks, "return 0; }"])
    assert ran(tmp_path, text, *inputs, machine=machine) == RanToEnd(0)


@pytest.mark.gcc
def test_floats_and_wide_integers_have_their_exact_bits(tmp_path: Path) -> None:
    signalling = decode((0x7FF0_0000_0000_0001).to_bytes(8, "little"), LP64.double)
    tenth = SoftFloat.from_bits(X87, 0x3FFB_CCCC_CCCC_CCCC_CCCD)
    text = """
        #include <string.h>
        extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);
        extern long double __VERIFIER_nondet_longdouble(void); extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
            if (__VERIFIER_nondet_float() != 0.1f) return 1;
            double zero = __VERIFIER_nondet_double(); if (zero != 0 || 1 / zero > 0) return 2;
            if (__VERIFIER_nondet_double() != -__builtin_inf()) return 3;
            double d = __VERIFIER_nondet_double(); unsigned long long bits; memcpy(&bits, &d, 8);
            if (bits != 0x7ff0000000000001ULL) return 4;
            if (__VERIFIER_nondet_longdouble() != 0.1L) return 5;
            if (__VERIFIER_nondet_int128() != -((__int128)1 << 100) - 1) return 6;
            return __VERIFIER_nondet_double() != 0; /* after the last value come zeros */
        }"""
    inputs = [
        asked("float", LP64.float, 0.10000000149011612),
        asked("double", LP64.double, -0.0),
        asked("double", LP64.double, -math.inf),
        asked("double", LP64.double, signalling),
        asked("longdouble", LP64.long_double, tenth),
        asked("int128", LP64.integer("__int128"), -(1 << 100) - 1),
    ]
    assert ran(tmp_path, text, *inputs) == RanToEnd(0)


@pytest.mark.gcc
def test_rand_does_not_take_values_of_other_functions(tmp_path: Path) -> None:
    text = """
        #include <stdlib.h>
        extern int __VERIFIER_nondet_int(void);
        int main(void) { int a = rand(), b = __VERIFIER_nondet_int(), c = rand(); return !(a == 7 && b == 8 && c == 9); }"""
    inputs = [AskedInput("rand", LP64.int, 7), asked("int", LP64.int, 8), AskedInput("rand", LP64.int, 9)]
    assert ran(tmp_path, text, *inputs) == RanToEnd(0)


@pytest.mark.gcc
@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("extern void reach_error(void); int main(void) { reach_error(); return 0; }", RanIntoError()),
        ("void reach_error(void) {} int main(void) { reach_error(); return 0; }", RanIntoError()),
        ("extern void reach_error(); int main(void) { return 0; }", RanToEnd(0)),
        ("#include <assert.h>\nint main(int c, char **v) { assert(c == 2); return 0; }", RanIntoError()),
        ("extern void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); return 3; }", RanIntoStop("an assumption")),
        ("#include <stdlib.h>\nint main(void) { abort(); }", RanIntoStop("abort()")),
        ("extern int size, stack[4]; int main(void) { return size + stack[3]; }", RanToEnd(0)),
        ("extern int nobody(void); int main(int c, char **v) { return c > 1 ? nobody() : 4; }", RanToEnd(4)),
        (
            "extern int nobody(void); int main(void) { return nobody(); }",
            RanIntoSignal(signal.SIGSEGV),
        ),
        ("int main(void) { while (1); }", RanTooLong(0.2)),
        (
            "extern int __VERIFIER_nondet_int(void); int main(void) { while (1) __VERIFIER_nondet_int(); }",
            RanIntoStop("the end of its inputs"),
        ),
    ],
)
def test_harness_says_how_a_run_ended(tmp_path: Path, text: str, end: NativeEnd) -> None:
    assert ran(tmp_path, text, seconds=0.2 if isinstance(end, RanTooLong) else 5.0) == end


def surroundings_in(folder: Path, text: str) -> Surroundings:
    path = folder / "p.c"
    path.write_text(text)
    return surroundings_of(parse_file(str(path), machine=LP64, entry="main", blocks=False), ERRORS)


def test_functions_of_which_there_are_no_inputs_are_told(tmp_path: Path) -> None:
    text = """
        struct pair { int a, b; }; extern struct pair __VERIFIER_nondet_pair(void); extern int *__VERIFIER_nondet_ip(void);
        int main(void) { struct pair p = __VERIFIER_nondet_pair(); int *q = __VERIFIER_nondet_ip(); return p.a + !q; }"""
    found = surroundings_in(tmp_path, text)
    assert [(each.name, each.is_pointer) for each in found.asking] == [("__VERIFIER_nondet_ip", True)]
    assert found.refused == ("__VERIFIER_nondet_pair of type struct pair (void)",)


def test_variables_of_the_library_are_not_defined(tmp_path: Path) -> None:
    text = "#include <stdio.h>\nextern char **environ; extern int other; int main(void) { return !environ + other + !stdin; }"
    assert [name for name, _ in surroundings_in(tmp_path, text).variables] == ["other"]
