"""The interpreter on C programs: inputs, indeterminate values, faults, calls, observation, repetition."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.interpreter.running import interpret, output_of, program_of
from whet.cfa.model import Edge
from whet.cfa.operations import Enter, Leave, flatten
from whet.cfa.semantics import Value
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import (
    Aborted,
    ErrorReached,
    Exited,
    InputsExhausted,
    RunOutcome,
    UndefinedBehaviour,
    UnsupportedReached,
)
from whet.interpreter.process import RunBounds

HEADERS = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <alloca.h>\n"


def outcome(text: str, folder: Path, *inputs: Value, machine: MachineModel = LP64) -> RunOutcome:
    return interpret(text, folder, inputs=inputs, machine=machine).outcome


def main_returning(expression: str, before: str = "") -> str:
    return f"{HEADERS}{before}\nint main(void) {{ return {expression}; }}"


# -------------------------------------------------------------------------------------------------- inputs

NONDET = {
    "int": ("int", -5, -5),
    "uint": ("unsigned int", -1, 4294967295),
    "char": ("char", 200, -56),
    "uchar": ("unsigned char", 300, 44),
    "short": ("short", 40000, -25536),
    "ushort": ("unsigned short", 65537, 1),
    "longlong": ("long long", 1 << 63, -(1 << 63)),
    "ulonglong": ("unsigned long long", -1, (1 << 64) - 1),
    "bool": ("_Bool", 2, 1),
    "size_t": ("unsigned long", 7, 7),
    "u8": ("unsigned char", 255, 255),
    "pointer": ("void *", 4096, 4096),
}


@pytest.mark.parametrize("name", NONDET)
def test_nondeterministic_values_have_the_declared_type(name: str, tmp_path: Path) -> None:
    type, given, expected = NONDET[name]
    text = f"{type} __VERIFIER_nondet_{name}(void); int main(void) {{ {type} x = __VERIFIER_nondet_{name}(); return x != 0; }}"
    execution = interpret(text, tmp_path, inputs=[given])
    assert execution.outcome == Exited(1)
    assert [read.value for read in execution.inputs] == [expected]


@pytest.mark.parametrize(
    ("name", "given", "shown"), [("float", 0.1, "0.10000000149011612"), ("double", 0.1, "0.1"), ("double", 3, "3")]
)
def test_nondeterministic_floats(name: str, given: Value, shown: str, tmp_path: Path) -> None:
    text = f'#include <stdio.h>\n{name} __VERIFIER_nondet_{name}(); int main() {{ printf("%.17g", __VERIFIER_nondet_{name}()); }}'
    printed = interpret(text, tmp_path, inputs=[given]).output.decode()
    assert float(printed) == float(shown)


TWO_INPUTS = """int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  return a + __VERIFIER_nondet_int();
}"""


def test_inputs_are_traced_with_their_places(tmp_path: Path) -> None:
    execution = interpret(TWO_INPUTS, tmp_path, inputs=[3, 4, 5])
    assert execution.outcome == Exited(7)
    assert [read.value for read in execution.inputs] == [3, 4]
    assert [read.origin.place.line for read in execution.inputs if read.origin] == [3, 4]


def test_inputs_exhausted_tells_the_place(tmp_path: Path) -> None:
    ended = outcome(TWO_INPUTS, tmp_path, 3)
    assert isinstance(ended, InputsExhausted)
    assert ended.origin is not None
    assert ended.origin.place.line == 4


# -------------------------------------------------------------------------------------------------- indeterminate values


def test_an_uninitialised_variable_is_zero_and_noted_once(tmp_path: Path) -> None:
    execution = interpret("int main(void) { int x; int y = x; return x + y + x; }", tmp_path)
    assert execution.outcome == Exited(0)
    assert [assumption.what for assumption in execution.assumptions] == ["main::x is read without having been assigned"]


def test_variables_that_are_assigned_on_all_paths_are_not_noted(tmp_path: Path) -> None:
    text = (
        "int main(void) { int x, i, a[4]; for (i = 0; i < 4; i++) a[i] = i; if (a[2]) x = 1; else x = 2; return x + i + a[3]; }"
    )
    execution = interpret(text, tmp_path)
    assert execution.outcome == Exited(8)
    assert execution.assumptions == ()


def test_a_variable_is_indeterminate_again_in_the_next_iteration(tmp_path: Path) -> None:
    text = "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x; if (i == 0) x = 5; s += x; } return s; }"
    execution = interpret(text, tmp_path)
    assert execution.outcome == Exited(5)
    assert len(execution.assumptions) == 1


class Sevens(ListedInputs):
    def uninitialised(self, type: object, origin: object) -> Value:
        return 7


def test_uninitialised_values_come_from_the_inputs_and_stay(tmp_path: Path) -> None:
    text = main_returning("a[1] == a[1] && *p == x ? a[1] + x : 0", "").replace("return", "int a[2], x, *p = &x; return")
    assert Interpreter(program_of(text, tmp_path)).run(Sevens()).outcome == Exited(14)


def test_heap_memory_is_indeterminate_but_calloc_is_not(tmp_path: Path) -> None:
    fresh = interpret(main_returning("*(int *)malloc(4)"), tmp_path)
    cleared = interpret(main_returning("*(int *)calloc(1, 4)"), tmp_path)
    assert fresh.outcome == cleared.outcome == Exited(0)
    assert len(fresh.assumptions) == 1
    assert cleared.assumptions == ()


def test_copying_padding_and_indeterminate_members_is_no_read(tmp_path: Path) -> None:
    text = "struct s { char c; int i, j; }; int main(void) { struct s a, b; a.c = 1; a.i = 2; b = a; return b.i + b.c; }"
    execution = interpret(text, tmp_path)
    assert execution.outcome == Exited(3)
    assert execution.assumptions == ()


def test_a_missing_return_value_is_noted_only_if_it_is_used(tmp_path: Path) -> None:
    text = "int f(int x) { if (x) return 4; } int main(void) { f(0); return f(1) + f(0); }"
    execution = interpret(text, tmp_path)
    assert execution.outcome == Exited(4)
    assert [assumption.what for assumption in execution.assumptions] == [
        "the result of a function that returned none is read without having been assigned"
    ]


def test_an_object_whose_declaration_is_jumped_over_exists(tmp_path: Path) -> None:
    text = "int main(void) { goto in; { int a[2]; int x; in: a[1] = 5; x = a[1]; return x + *(&a[1]); } }"
    assert outcome(text, tmp_path) == Exited(10)


def test_an_external_variable_may_have_any_value(tmp_path: Path) -> None:
    execution = interpret("extern int far; int main(void) { return far; }", tmp_path)
    assert execution.outcome == Exited(0)
    assert len(execution.assumptions) == 1


# -------------------------------------------------------------------------------------------------- faults

FAULTS = {
    "access after free": ("int *p = malloc(4); *p = 1; free(p); return *p;", "after it was freed"),
    "second free": ("int *p = malloc(4); free(p); free(p); return 0;", "second free"),
    "free of a local variable": ("int x; free(&x); return 0;", "malloc did not return"),
    "heap overflow": ("char *p = malloc(4); p[4] = 1; return 0;", "offset 4 of the heap block"),
    "heap underflow": ("char *p = malloc(4); return p[-1];", "1 byte at offset -1 of the heap block of 4 bytes"),
    "array overflow": ("int a[3], i = 3; a[i] = 1; return 0;", "a[3] is outside a, which has 3 elements"),
    "null": ("int *p = 0; return p[2];", "null pointer"),
    "string overflow": ('char a[4]; memcpy(a, "abcd", 5); return 0;', "5 bytes at offset 0"),
    "string without end": ("char a[2] = {65, 66}; return strlen(a);", "runs over the end"),
    "overlapping copy": ("char a[8] = {0}; memcpy(a + 1, a, 4); return 0;", "overlap"),
    "string literal": ('char *p = "abc"; p[0] = 65; return 0;', "string literal"),
    "wild pointer": ("return *(int *)123456;", "no object"),
    "function as data": ("return *(char *)main;", "code of main"),
    "data as function": ("int x = 0; ((void (*)(void))&x)(); return 0;", "no function"),
    "shift": ("int n = 32; return 1 << n;", "shift"),
    "division": ("int n = 0; return 1 % n;", "zero"),
    "unreachable": ("__builtin_unreachable();", "unreachable"),
    "no truth value": ("_Bool b; *(char *)&b = 2; return b;", "a _Bool is read that holds the byte 2"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults(name: str, tmp_path: Path) -> None:
    body, expected = FAULTS[name]
    ended = outcome(f"{HEADERS}int main(void) {{\n{body}\n}}", tmp_path)
    assert isinstance(ended, UndefinedBehaviour), ended
    assert expected in ended.what
    assert ended.origin is not None
    assert ended.origin.place.line == 6


HARMLESS = {
    "pointer behind the end": "int a[3]; int *end = a + 3; return end - a == 3;",
    "free of null": "free(0); return 1;",
    "same block copied": "char a[4] = {1}; memcpy(a, a, 4); return a[0];",
    "overlapping move": "char a[4] = {1, 2}; memmove(a + 1, a, 2); return a[1];",
    "nothing copied": "memcpy(malloc(0), malloc(0), 0); return 1;",
    "comparison in time": 'char a[2] = {65, 66}; return strncmp(a, "AC", 9) < 0;',
    "search in time": "char a[2] = {65, 66}; return memchr(a, 66, 9) == a + 1;",
    "declaration reached again": "int *p = 0; again:; int x = 0; if (!p) { p = &x; goto again; } *p = 1; return x;",
    "literal reached again": "int *p = 0, *q, n = 0; again: q = p; p = &(int){n}; if (n++ < 1) goto again; return p == q && *q;",
    "row of a matrix": "int a[2][2] = {{0, 0}, {1, 0}}; int *p = &a[0][0]; return p[2];",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_no_fault(name: str, tmp_path: Path) -> None:
    assert outcome(f"{HEADERS}int main(void) {{\n{HARMLESS[name]}\n}}", tmp_path) == Exited(1)


DANGLING = {
    "local variable": "int *f(void) { int x = 1; return &x; }",
    "parameter": "int *g(int x) { return &x; } int *f(void) { return g(1); }",
    "variable array": "int *g(int n) { int a[n]; a[0] = 1; return a; } int *f(void) { return g(3); }",
    "alloca": "int *f(void) { int *p = alloca(4); *p = 1; return p; }",
    "block entered again": "int *f(void) { int *p = 0, n = 0; while (n < 2) { again:; int x = n; if (p) *p = 1; p = &x;"
    " if (n++ == 5) goto again; } return p; }",
    "earlier iteration": "int *f(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x; if (p) *p = 1; p = &x; } return p; }",
}


@pytest.mark.parametrize("name", DANGLING)
def test_dangling_pointers(name: str, tmp_path: Path) -> None:
    ended = outcome(main_returning("*f()", DANGLING[name]), tmp_path)
    assert isinstance(ended, UndefinedBehaviour)
    assert "after the end of its lifetime" in ended.what


# -------------------------------------------------------------------------------------------------- calls


def test_pointer_to_a_library_function(tmp_path: Path) -> None:
    text = main_returning(
        'f(-3) + g("ab") + (a == b)', "int (*f)(int) = abs; size_t (*g)(const char *) = strlen; void *a = abs, *b = abs;"
    )
    assert outcome(text, tmp_path) == Exited(6)


def test_call_through_a_compatible_pointer(tmp_path: Path) -> None:
    text = main_returning("((unsigned (*)(unsigned, int))f)(-1u, 9)", "int f(int x) { return x < 0 ? -2 : 5; }") + "\n"
    assert outcome(text, tmp_path) == Exited(-2)


@pytest.mark.parametrize(
    "call", ["((int (*)(void))f)()", "((int (*)(double))f)(1.0)", "((int (*)(long long))f)(1)", "(int)((double (*)(int))f)(1)"]
)
def test_call_through_an_incompatible_pointer(call: str, tmp_path: Path) -> None:
    assert isinstance(outcome(main_returning(call, "int f(int x) { return x; }"), tmp_path), UndefinedBehaviour)


def test_old_style_definition(tmp_path: Path) -> None:
    text = "int f(c, x) char c; float x; { return c + (int)x; } int main(void) { return f(300, 2.5); }"
    assert outcome(text, tmp_path) == Exited(46)


def test_deep_recursion(tmp_path: Path) -> None:
    text = "int f(int n) { int local = n, *p = &local; return n ? 1 + f(*p - 1) : 0; } int main(void) { return f(100000); }"
    assert outcome(text, tmp_path) == Exited(100000)


def test_structures_are_passed_and_returned_by_value(tmp_path: Path) -> None:
    text = """
    struct s { int a[3]; char c; };
    struct s f(struct s x, int n) { x.a[n] = 9; if (n < 2) return f(x, n + 1); return x; }
    int main(void) { struct s x = {{1, 2, 3}, 4}; struct s y = f(x, 0); struct s (*p)(struct s, int) = f;
      return x.a[0] + y.a[0] + y.a[2] + p(x, 2).a[1] + y.c; }
    """
    assert outcome(text, tmp_path) == Exited(1 + 9 + 9 + 2 + 4)


def test_error_function_with_a_body_and_assertion(tmp_path: Path) -> None:
    text = "#include <assert.h>\nvoid reach_error(void) { assert(0); }\nint main(void) { reach_error(); }"
    ended = outcome(text, tmp_path)
    assert isinstance(ended, ErrorReached)
    assert ended.name == "reach_error"


def test_failed_assertion(tmp_path: Path) -> None:
    ended = outcome("#include <assert.h>\nint main(void) { int x = 1; assert(x == 1); assert(x == 2); }", tmp_path)
    assert isinstance(ended, Aborted)
    assert ended.reason == "assertion failed: x == 2"


def test_unknown_function(tmp_path: Path) -> None:
    ended = outcome(main_returning('secure_getenv("HOME") != 0'), tmp_path)
    assert isinstance(ended, UnsupportedReached)
    assert ended.construct == "function secure_getenv without a body"


# -------------------------------------------------------------------------------------------------- output, limits


def test_output_is_kept_up_to_the_limit(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { for (int i = 0; i < 1000; i++) printf("0123456789"); return 3; }'
    execution = interpret(text, tmp_path, limits=RunBounds(output=25))
    assert execution.output == b"0123456789012345678901234"
    assert execution.outcome == Exited(3)


def test_exit_status_is_that_of_main(tmp_path: Path) -> None:
    assert outcome("int f(void) { return 3; } int main(void) { f(); }", tmp_path) == Exited(0)
    assert outcome("int main(void) { return -1; }", tmp_path) == Exited(-1)


@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_many_large_frames_do_not_exhaust_the_addresses(machine: MachineModel, tmp_path: Path) -> None:
    text = """
    int f(int n) { char buffer[200000]; buffer[n] = n; return buffer[n]; }
    int main(void) { int s = 0; for (int i = 0; i < 30000; i++) s += f(i & 7); return s; }
    """
    assert outcome(text, tmp_path, machine=machine) == Exited(105000)


# -------------------------------------------------------------------------------------------------- repetition, observation

WALK = """
int __VERIFIER_nondet_int(void);
int calls;
int twice(int x) { static int memory; memory += x; calls++; return 2 * memory; }
int apply(int (*f)(int), int x) { return f(x); }
int main(void) {
  int s = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) { if (i & 1) s += twice(i); else s += apply(twice, i); }
  return s + calls;
}
"""


def test_runs_do_not_influence_each_other(tmp_path: Path) -> None:
    interpreter = Interpreter(program_of(WALK, tmp_path))
    first = interpreter.run(ListedInputs([5]))
    assert first.outcome == Exited(2 * (0 + 1 + 3 + 6 + 10) + 5)
    assert interpreter.run(ListedInputs([2])).outcome == Exited(4)
    assert interpreter.run(ListedInputs([5])) == first


def test_an_observer_sees_a_connected_path(tmp_path: Path) -> None:
    program = program_of(WALK, tmp_path)
    interpreter = Interpreter(program)
    path: list[Edge] = []
    execution = interpreter.run(ListedInputs([5]), observer=path.append)
    assert execution.outcome == interpreter.run(ListedInputs([5])).outcome
    assert path[0].source is program.start.entry
    assert path[-1].target is program.start.exit
    assert all(one.target is other.source for one, other in pairwise(path))


def test_an_observer_sees_calls_and_returns_in_pairs(tmp_path: Path) -> None:
    program = program_of(WALK, tmp_path)
    path: list[Edge] = []
    Interpreter(program).run(ListedInputs([3]), observer=path.append)
    active: list[object] = []
    entered: list[str] = []
    for edge in path:
        match flatten(edge.operation)[0]:
            case Enter(call=call, function=function):
                active.append(call)
                entered.append(function.name)
            case Leave(call=call):
                assert active.pop() is call
            case _:
                pass
    assert active == []
    assert entered == ["main", "apply", "twice", "twice", "apply", "twice"]


def test_an_observer_sees_the_call_of_the_error_function(tmp_path: Path) -> None:
    text = "void reach_error(void) {} int main(void) { reach_error(); return 0; }"
    path: list[Edge] = []
    execution = Interpreter(program_of(text, tmp_path)).run(observer=path.append)
    assert isinstance(execution.outcome, ErrorReached)
    assert path[-1].operation.origin == execution.outcome.origin


def test_an_observer_may_end_the_run(tmp_path: Path) -> None:
    def refuse(edge: Edge) -> None:
        raise LookupError(str(edge))

    with pytest.raises(LookupError):
        Interpreter(program_of(WALK, tmp_path)).run(ListedInputs([3]), observer=refuse)


def test_streams_are_told_apart(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint main(void) { FILE *f = stdout; fprintf(f, "a"); f = stderr; fputs("b", f); return 0; }'
    assert output_of(text, tmp_path) == "a"


def test_arguments_of_main_are_not_taken_from_the_inputs(tmp_path: Path) -> None:
    source = "int __VERIFIER_nondet_int(void); int main(int argc, char **argv) { return __VERIFIER_nondet_int() + argc; }"
    execution = interpret(source, tmp_path, inputs=[7])
    assert execution.outcome == Exited(7)
    assert [(read.name, read.value) for read in execution.inputs] == [("argc", 0), (None, 7)]


def test_arguments_of_main_end_with_a_null_pointer(tmp_path: Path) -> None:
    source = "int main(int argc, char **argv, char **envp) { return argv && envp && argv[argc] == 0 && envp[0] == 0 ? 3 : 4; }"
    assert Interpreter(program_of(source, tmp_path)).run(arguments={"argc": 1}).outcome == Exited(3)


def test_arguments_of_main_are_as_many_strings_as_it_is_told(tmp_path: Path) -> None:
    source = "int main(int argc, char **argv) { return argc == 2 && argv[0][0] == 0 && argv[1] != argv[0] && argv[2] == 0; }"
    run = Interpreter(program_of(source, tmp_path)).run(arguments={"argc": 2})
    assert run.outcome == Exited(1)
