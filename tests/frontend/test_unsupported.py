"""What is not modelled is named, with its place, and stays in the automaton as an operation."""

from __future__ import annotations

import pytest

from tests.frontend.reading import Lower, operations, operations_in, unsupported
from whet.cfa.operations import Havoc, Unsupported
from whet.cfa.types import ILP32, LP64, MachineModel

HEADER = """#include <stdarg.h>
int f(int); int pthread_create(void *, void *, void *(*)(void *), void *); int setjmp(void *); void done(int *);
"""


@pytest.mark.parametrize(
    ("body", "place", "construct"),
    [
        ("void *p = &&end; goto *p; end: return 0;", "&&end", "address of a label"),
        ("static void *p[] = {&&end}; goto *p[n]; end: return 0;", "goto *p", "computed goto"),
        ("int b[9]; return setjmp(b);", "setjmp(b)", "setjmp (call of setjmp)"),
        ("return pthread_create(0, 0, 0, 0);", "pthread_create(0", "threads (call of pthread_create)"),
        ("_Complex double c = 1; return c != 0;", "_Complex", "complex number type"),
        ("typedef int V __attribute__((vector_size(16))); V v = {1}; return 0;", "V v", "vector type"),
        ("__float128 q = 1; return q > 0;", "__float128", "__float128 type"),
        ("return _Generic(n, int: n, default: n + 1);", "_Generic", "_Generic with several expressions of one type"),
        ("return f(1) + (1i != 0);", "1i", "complex number"),
        ('__asm__ volatile("cpuid"); return 0;', "__asm__", "inline assembler"),
        ('__asm__("movl %0, (%1)" : : "r"(n), "r"(&n)); return 0;', "__asm__", "inline assembler that addresses memory"),
        ('__asm__("movl $1, %0" : : "m"(n)); return 0;', "__asm__", "inline assembler that may change memory"),
        ('__asm__("rep; movsb" : "=D"(n), "=S"(n), "=c"(n)); return 0;', "__asm__", "inline assembler"),
        ('__asm__ goto("jmp %l0" : : : : end); end: return 0;', "__asm__", "asm goto"),
        ("int v __attribute__((cleanup(done))) = 1; return v;", "int v", "attribute cleanup"),
        ("return sizeof(struct { int x; }[n]);", "sizeof", "sizeof of a variable-length array type"),
        ("return sizeof(int[n]);", "n]", "sizeof of an array type whose length is not greater than zero"),
    ],
)
@pytest.mark.parametrize("machine", [LP64, ILP32], ids=str)
def test_construct_is_named_with_its_place(body: str, place: str, construct: str, machine: MachineModel, lower: Lower) -> None:
    text = f"{HEADER}int variadic(int n, ...) {{\n{body}\n}}\nint main(void) {{ return variadic(1); }}"
    program = lower(text, machine)
    assert unsupported(program) == [f"4:{body.index(place) + 1} {construct}"]
    assert any(isinstance(operation, Unsupported) for _, operation in operations_in(program, "variadic"))


def test_path_ends_at_an_unsupported_operation(lower: Lower) -> None:
    program = lower("int main(void) { int x = 1; if (x) { x = 1i != 0; } return x; }")
    (edge,) = (edge for edge, operation in operations_in(program) if isinstance(operation, Unsupported))
    assert edge.target.leaving == []
    assert "return x" in operations(program)


def test_construct_that_cannot_be_reached_does_not_count(lower: Lower) -> None:
    for body in ('return 0; __asm__("cpuid");', 'while (1); __asm__("cpuid");', 'if (0) __asm__("cpuid"); return 0;'):
        program = lower(f'int never(void) {{ __asm__("cpuid"); return 0; }} int main(void) {{ {body} }}')
        assert unsupported(program) == []


@pytest.mark.parametrize(
    "statement",
    [
        "if (1i != 0) { here: n = 7; }",
        "while (1i != 0) { here: n = 7; break; }",
        "for (; 1i != 0;) { here: n = 7; break; }",
        "for (;; f(1i != 0)) { here: n = 7; break; }",
        "do { here: n = 7; break; } while (1i != 0);",
        "switch (1i != 0) { case 1: here: n = 7; }",
        "UNTIL(n) { here: n = 7; break; }",
    ],
)
def test_label_behind_an_unsupported_condition_is_still_reached(statement: str, lower: Lower) -> None:
    macro = "#define UNTIL(c) for (; !(c);)\nint f(int);\n"
    program = lower(f"{macro}int main(int n, char **v) {{ if (n == 3) goto here; {statement} return n; }}")
    assert "n = 7" in operations(program)
    assert "return n" in operations(program)


def test_case_behind_an_unsupported_condition_is_still_reached(lower: Lower) -> None:
    program = lower("int main(int n, char **v) { switch (n) { while (1i != 0) { case 5: n = 7; break; } } return n; }")
    assert "[n == 5]" in operations(program)
    assert "n = 7" in operations(program)


def test_switch_with_an_unknown_case_leads_nowhere(lower: Lower) -> None:
    program = lower("int main(int n, char **v) { __int128 x = n; switch (x) { case (__int128)1 << 70: n = 7; } return n; }")
    assert unsupported(program) == ["1:58 case label of more than 64 bits"]
    assert "return n" not in operations(program)


def test_second_variable_of_an_unsupported_declaration_is_local(lower: Lower) -> None:
    program = lower(
        "int main(int n, char **v) { if (n) goto here; int a = 1i != 0, b; here: b = 3; return b; }",
    )
    assert "b = 3" in operations(program)
    assert program.globals == []


@pytest.mark.parametrize("function", ["fork", "setjmp", "pthread_create"])
def test_function_with_a_body_is_what_the_program_says(function: str, lower: Lower) -> None:
    program = lower(f"int {function}(void *p) {{ return 3; }} int main(void) {{ return {function}(0); }}")
    assert unsupported(program) == []
    assert operations(program) == [f"__tmp = {function}((void *)0)", "return __tmp"]


@pytest.mark.parametrize("attribute", ["constructor", "destructor"])
def test_functions_that_run_outside_of_main_are_not_ignored(attribute: str, lower: Lower) -> None:
    text = f"static void __attribute__(({attribute})) hidden(void) {{}} int main(void) {{ return 0; }}"
    program = lower(text)
    assert unsupported(program) == [f"1:1 attribute {attribute}"]
    assert "main()" not in operations(program, "__start")


def test_attributes_of_headers_do_not_disturb(lower: Lower) -> None:
    program = lower("#include <stdlib.h>\nstatic void cleanup(void) {} int main(void) { int x; cleanup(); return 0; }")
    assert unsupported(program) == []


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ('__asm__ volatile("" ::: "memory");', ["skip"]),
        ('__asm__("nop");', ["skip"]),
        ('__asm__("movl %1, %0" : "=r"(x) : "r"(y));', ["havoc x"]),
        ('__asm__("xaddl %0, %1" : "+r"(x), "+m"(a[y]));', ["havoc a[y]", "havoc x"]),
        ('__asm__("movsbl %1, %0" : [out] "=r"(x) : [in] "q"((char)f()));', ["f()", "havoc x"]),
        ('__asm__("" : : "r"(y++));', ["y = y + 1", "skip"]),
        ('__asm__(/* "cpuid" : */ "addl $1, %0" : "+r"(x) : "r"(y ? 1 : 2));', ["havoc x"]),
        ('__asm__("ud2");', ["[0]"]),
    ],
)
def test_assembler_on_operands_only_is_approximated(statement: str, expected: list[str], lower: Lower) -> None:
    program = lower(f"int f(void); int main(void) {{ int x, y = 1, a[3]; {statement} return x; }}")
    shown = [line for line in operations(program) if line not in ("int x", "int y", "y = 1", "int a[3]", "return x")]
    assert shown == expected
    havocs = [operation for _, operation in operations_in(program) if isinstance(operation, Havoc)]
    assert all(operation.approximates == "inline assembler" for operation in havocs)


@pytest.mark.parametrize("macro", ['SET(x) __asm__("movl $1, %0" : "=m"(x))', 'SET(x) __asm__("cpuid")', "SET(x) asm(TEXT)"])
def test_assembler_made_by_a_macro_is_not_ignored(macro: str, lower: Lower) -> None:
    program = lower(f'#define TEXT "cpuid"\n#define {macro}\nint main(void) {{ int x = 0; SET(x); return x; }}')
    assert [item.construct for item in program.unsupported] == ["inline assembler made by a macro"]
    program = lower('#define TEXT "cpuid"\nint main(void) { __asm__(TEXT); return 0; }')
    assert [item.construct for item in program.unsupported] == ["inline assembler made by a macro"]


@pytest.mark.parametrize(
    "expression",
    [
        *("s.c + 1", "1 - s.c", "s.c << 1", "-s.c", "~s.c", "(s.c) * s.d", "s.c + s.d"),
        *("(s.c = 9) + 1", "(s.c ? s.c : s.d) + 1", "s.c++ + 1", "++s.c * 3", "(0, s.c) << 1", "(s.c += 2) - 5", "-+s.c"),
        *("(s.c | 1) + 1", "(s.c >> 1) * 4", "~(s.c & s.d)", "({ s.c; }) + 1", "s.c == -1", "s.c / n", "(s.c | -2)"),
    ],
)
def test_arithmetic_on_a_bit_field_wider_than_int_is_not_guessed(expression: str, lower: Lower) -> None:
    """gcc computes in the width of the bit-field, clang in the declared type."""
    program = lower(f"struct {{ unsigned long long c : 33, d : 40; }} s; int n; int main(void) {{ return ({expression}) > 3; }}")
    assert [item.construct for item in program.unsupported] == ["arithmetic on a bit-field wider than int"]


@pytest.mark.parametrize("value", ["s.c", "(s.c = 1)", "s.c | 1", "s.d", "(0, s.d)", "s.d = 1", "s.d++", "s.e"])
def test_a_bit_field_chooses_nothing(value: str, lower: Lower) -> None:
    """gcc gives it a type of as many bits, clang the declared one."""
    chosen = f"_Generic({value}, unsigned long: 1, unsigned: 3, default: 2)"
    members = "unsigned long c : 40; unsigned d : 3, e : 8;"
    for use in (f"return {chosen};", f"char a[{chosen}]; return sizeof a;"):
        program = lower(f"struct {{ {members} }} s; int main(void) {{ {use} }}")
        assert [item.construct for item in program.unsupported] == ["_Generic on a bit-field"]


@pytest.mark.parametrize("value", ["s.b", "s.full", "s.plain", "!s.d", "s.d == 1", "s.d + 1", "+s.d", "n ? s.d : s.d"])
def test_a_bit_field_of_all_bits_has_its_declared_type(value: str, lower: Lower) -> None:
    members = "_Bool b : 1; unsigned d : 3, full : 32; int plain;"
    program = lower(f"struct {{ {members} }} s; int n; int main(void) {{ return _Generic({value}, int: 1, default: 2); }}")
    assert not program.unsupported


def test_what_gcc_may_fold_is_not_expected_with_effects(lower: Lower) -> None:
    program = lower("int f(void); int main(int argc, char **argv) { return __builtin_expect(argc * 0, f()); }")
    construct = "__builtin_expect with a second argument that has effects"
    assert [item.construct for item in program.unsupported] == [construct]


@pytest.mark.parametrize(
    "statement",
    [
        *("__typeof__(+s.c) x;", "typedef __typeof__(s.c | 1) t;", "__auto_type x = +s.c;", "n = (__typeof__(+s.c))-1;"),
        *("n = __builtin_types_compatible_p(__typeof__(+s.c), unsigned long);", "n = (__typeof__(+s.c)){1};"),
    ],
)
def test_a_bit_field_wider_than_int_names_no_type(statement: str, lower: Lower) -> None:
    program = lower(f"struct {{ unsigned long c : 40; }} s; int main(void) {{ unsigned long n = 0; {statement} return n > 3; }}")
    assert [item.construct for item in program.unsupported] == ["typeof of a bit-field wider than int"]


@pytest.mark.parametrize("statement", ["__typeof__(n) x = s.c;", "__typeof__(s) x = s;", "n = (__typeof__(s.c + 1ul))s.c;"])
def test_other_types_beside_a_bit_field_wider_than_int_are_supported(statement: str, lower: Lower) -> None:
    program = lower(f"struct {{ unsigned long c : 40; }} s; int main(void) {{ unsigned long n = 0; {statement} return n > 3; }}")
    assert unsupported(program) == []


@pytest.mark.parametrize(
    "expression",
    ["s.c + 1ULL", "(unsigned long long)s.c << 1", "s.c >> 1", "s.c > 3", "s.c & 7", "s.c * 1.5", "s.d == -1", "s.d / -2"],
)
def test_other_uses_of_a_bit_field_wider_than_int_are_supported(expression: str, lower: Lower) -> None:
    program = lower(
        f"struct {{ unsigned long long c : 33; long long d : 33; }} s; int main(void) {{ return ({expression}) > 3; }}"
    )
    assert unsupported(program) == []


def test_thread_local_and_atomic_variables_are_variables(lower: Lower) -> None:
    program = lower("_Thread_local int t = 1; _Atomic int a; int main(void) { a += t; return a; }")
    assert unsupported(program) == []
    assert operations(program) == ["a = a + t", "return a"]
