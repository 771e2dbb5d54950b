"""Domain types and loop counters, each with a program that has it and a near miss."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cfa.build import ProgramBuilder, add, assign, assume, const, less
from whet.cfa.blocks import fuse_blocks
from whet.cfa.expressions import Binary, BinaryOp, Expr, Var, Variable
from whet.cfa.model import Program
from whet.cfa.types import LP64
from whet.frontend.parse import parse_file
from whet.roles.domain_types import LOOP_COUNTER_SCORE, DomainType, DomainTypes, domain_types

BOOLEAN, EQUALITY, ARITHMETIC, BIT, OTHER = DomainType

PRELUDE = """
int nondet(void); _Bool nondet_bool(void); void use(int, ...); void *malloc(unsigned long);
"""


@pytest.fixture(params=[True, False], ids=["blocks", "single"])
def classify(tmp_path: Path, request: pytest.FixtureRequest) -> Classify:
    return Classify(tmp_path, blocks=request.param)


class Classify:
    """Reads a program and finds its roles by the names of variables."""

    def __init__(self, folder: Path, *, blocks: bool) -> None:
        self.folder = folder
        self.blocks = blocks

    def program(self, text: str) -> Program:
        path = self.folder / "program.c"
        path.write_text(PRELUDE + text, encoding="utf-8")
        return parse_file(str(path), machine=LP64, blocks=self.blocks)

    def __call__(self, text: str) -> Roles:
        return Roles(self.program(text))

    def main(self, statements: str, declarations: str = "") -> Roles:
        return self(f"{declarations}\nint main(void) {{ {statements} return 0; }}")


class Roles:
    def __init__(self, program: Program) -> None:
        self.types: DomainTypes = domain_types(program)
        self.variables = {variable.qualified_name: variable for variable in program.variables()}

    def variable(self, name: str) -> Variable:
        return self.variables.get(name) or self.variables[f"main::{name}"]

    def __getitem__(self, name: str) -> DomainType:
        return self.types.type_of(self.variable(name))

    @property
    def counters(self) -> set[str]:
        """Without the temporaries of the front end."""
        return {variable.name for variable in self.types.counters if not variable.name.startswith("__tmp")}


# ---------------------------------------------------------------------------------------------------- domain types


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        pytest.param("x = 0; if (x) x = 1;", BOOLEAN, id="zero and one"),
        pytest.param("x = 0; if (x) x = 2;", EQUALITY, id="and two"),
        pytest.param("x = y < 3; if (x == 1) x = !x;", BOOLEAN, id="truth values"),
        pytest.param("x = y < 3; if (x == 2) x = !x;", EQUALITY, id="compared with two"),
        pytest.param("x = y && z; use(x ? 3 : 4);", BOOLEAN, id="logical operators"),
        pytest.param("x = y && z; use(x + 3);", ARITHMETIC, id="the sum of a truth value"),
        pytest.param("x = 1; if (x < 1) x = 0;", ARITHMETIC, id="compared by order"),
        pytest.param("x = nondet(); if (x) use(1);", EQUALITY, id="input tested for truth"),
        pytest.param("x = nondet(); if (x == 7 || x != 9) use(1);", EQUALITY, id="input compared with constants"),
        pytest.param("x = nondet(); if (x == 7 || x > 9) use(1);", ARITHMETIC, id="input compared by order"),
        pytest.param("x = nondet_bool(); if (x) use(1);", BOOLEAN, id="boolean input"),
        pytest.param("switch (x) { case 1: x = 4; break; case 4: x = 1; }", EQUALITY, id="switch"),
        pytest.param("switch (x) { case 1 ... 3: x = 4; break; case 4: x = 1; }", ARITHMETIC, id="switch over a range"),
        pytest.param("x = 5; x = -y;", ARITHMETIC, id="negated number"),
        pytest.param("x = y * 2; if (x == 4) use(1);", ARITHMETIC, id="product"),
        pytest.param("x = y & 3; if (x == 1) use(1);", BIT, id="result of a bit operation"),
        pytest.param("x = 1; y = x << 3;", BIT, id="operand of a bit operation"),
        pytest.param("x = 1; y = ~x;", BIT, id="complement"),
        pytest.param("x = 1; y = (x << 3) + x;", BIT, id="bits and sums"),
        pytest.param("x = 1; int *p = &x; *p = 2;", OTHER, id="address taken"),
        pytest.param("x = 1; int *p = &y; *p = 2;", BOOLEAN, id="address of another"),
        pytest.param("x = 4; int a[9]; a[x] = 1;", ARITHMETIC, id="index"),
        pytest.param("x = 4; double d = x;", ARITHMETIC, id="converted to a floating type"),
        pytest.param("double d = 1; x = d;", ARITHMETIC, id="converted from a floating type"),
    ],
)
def test_uses(classify: Classify, statements: str, expected: DomainType) -> None:
    assert classify.main(f"int x, y = nondet(), z = nondet(); {statements}")["x"] is expected


@pytest.mark.parametrize(
    ("declaration", "statements", "expected"),
    [
        ("static int x;", "if (x) x = 1;", BOOLEAN),
        ("static int x = 2;", "if (x) x = 1;", EQUALITY),
        ("extern int x;", "if (x) x = 1;", OTHER),  # another file may have its address
        ("extern const _Bool x;", "if (x) use(x);", BOOLEAN),
        ("volatile int x;", "if (x) x = 1;", EQUALITY),
        ("volatile _Bool x;", "if (x) x = 1;", BOOLEAN),
        ("_Bool x;", "x = nondet() & 4; use(x + 1); int y = x; y = 17;", BOOLEAN),
        ("_Bool x;", "_Bool *p = &x; *p = 1;", OTHER),
        ("double x;", "x = 0;", OTHER),
        ("union { int i; float f; } x;", "x.i = 1;", OTHER),
        ("struct { int flag, other; } x;", "x.flag = 1; if (x.other) x.other = x.flag;", BOOLEAN),
        ("struct { int flag, other; } x;", "x.flag = 1; x.other = 3;", EQUALITY),
        ("struct { int flag; double d; } x;", "x.flag = 1;", OTHER),
        ("struct { unsigned flag : 1; } x;", "x.flag = 1;", BOOLEAN),
        ("struct { int flag : 1; } x;", "x.flag = 1;", ARITHMETIC),
        ("int x[3];", "x[nondet()] = 1; if (x[0]) x[1] = 0;", BOOLEAN),
        ("int x[3];", "x[nondet()] = 1; x[0]++;", ARITHMETIC),
        ("int x[3];", "int *p = x; *p = 1;", OTHER),
        ("int *x;", "x = 0; if (x == 0) x = malloc(4);", EQUALITY),
        ("int *x;", "x = 0;", EQUALITY),
        ("int *x;", "x = malloc(4); *x = 1;", OTHER),
        ("char *x;", "x = malloc(4); if (x == malloc(1)) x++;", ARITHMETIC),
        ("int (*x)(void);", "x = nondet; if (x()) use(1);", EQUALITY),
    ],
)
def test_declarations(classify: Classify, declaration: str, statements: str, expected: DomainType) -> None:
    assert classify.main(statements, declaration)["x"] is expected


def test_what_is_read_through_a_pointer_is_an_input(classify: Classify) -> None:
    roles = classify.main("int x = 1, *p = &x, y = *p, z; _Bool *q = malloc(1); z = *q; if (y == 3) use(z);")
    assert (roles["x"], roles["p"], roles["y"], roles["z"]) == (OTHER, OTHER, EQUALITY, BOOLEAN)


def test_copies_share_a_type(classify: Classify) -> None:
    roles = classify.main("int a = 0, b, c, d = 1; b = a; c = b; if (c == 5) use(d);")
    assert (roles["a"], roles["b"], roles["c"], roles["d"]) == (EQUALITY, EQUALITY, EQUALITY, BOOLEAN)


def test_compared_variables_share_a_type(classify: Classify) -> None:
    roles = classify.main("int a = 0, b = 7, c = 1; if (a == b) use(c == 1);")
    assert (roles["a"], roles["b"], roles["c"]) == (EQUALITY, EQUALITY, BOOLEAN)


def test_the_operand_of_a_sum_says_nothing_about_its_result(classify: Classify) -> None:
    """What is computed is no copy: the bits of ``a`` are not used in ``b``."""
    roles = classify.main("int a = 3, b; b = a + 1; a = a & 1;")
    assert (roles["a"], roles["b"]) == (BIT, ARITHMETIC)


def test_narrowing_keeps_booleans_only(classify: Classify) -> None:
    roles = classify.main(
        "int a = 1; char b = a; int c = 300; char d = c; char e = c == 3; char h = c == 3; h = 5; long f = 5; long g = (int) f;"
    )
    assert (roles["a"], roles["b"], roles["c"], roles["d"], roles["e"]) == (BOOLEAN, BOOLEAN, ARITHMETIC, ARITHMETIC, BOOLEAN)
    assert (roles["f"], roles["g"], roles["h"]) == (ARITHMETIC, ARITHMETIC, EQUALITY)


def test_widening_keeps_equality(classify: Classify) -> None:
    roles = classify.main("int a = 3; long b = a; unsigned c = a; if (b == 7 && c == 4u) use(1);")
    assert (roles["a"], roles["b"], roles["c"]) == (EQUALITY, EQUALITY, EQUALITY)


def test_parameters_and_results(classify: Classify) -> None:
    roles = classify(
        """int same(int p) { return p; }
        int less(int q) { return q < 3; }
        int main(void) { int a = 1, b = same(a), c = less(5), d = 0; return d; }"""
    )
    assert (roles["a"], roles["same::p"], roles["same::__return"], roles["b"]) == (BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN)
    assert (roles["less::q"], roles["c"]) == (ARITHMETIC, BOOLEAN)


def test_a_use_in_the_callee_counts_for_the_caller(classify: Classify) -> None:
    roles = classify("void f(int p) { use(p + 1); } int main(void) { int a = 1, b = 1; f(a); return b; }")
    assert (roles["a"], roles["b"]) == (ARITHMETIC, BOOLEAN)


def test_another_call_counts_for_the_parameter(classify: Classify) -> None:
    roles = classify("int f(int p) { return p; } int main(void) { int a = f(1); return f(2); }")
    assert roles["a"] is EQUALITY


def test_calls_through_pointers(classify: Classify) -> None:
    roles = classify(
        """int f(int p) { return p == 1; }
        int g(int p) { return p; }
        int other(int p, int q) { return p; }
        int apart(int p) { return p; }
        int main(void) {
            int (*h)(int) = nondet() ? f : g, (*o)(int, int) = other;
            int a = 1, b = h(a), c = apart(1), d = o(5, 1);
            return 0;
        }"""
    )
    assert [roles[name] for name in ("a", "f::p", "g::p", "b")] == [BOOLEAN] * 4
    assert [roles[name] for name in ("c", "apart::p", "other::q")] == [BOOLEAN] * 3
    assert [roles[name] for name in ("d", "other::p")] == [EQUALITY] * 2


def test_a_call_through_a_pointer_counts_for_all_it_may_run(classify: Classify) -> None:
    roles = classify(
        """int f(int p) { return p == 1; }
        int g(int p) { return p; }
        int main(void) { int (*h)(int) = nondet() ? f : g; int a = 1, b = h(a); h(4); return 0; }"""
    )
    assert [roles[name] for name in ("a", "f::p", "g::p", "b")] == [EQUALITY] * 4
    assert roles["f::__return"] is EQUALITY


@pytest.mark.parametrize(("pointer", "expected"), [("f", BOOLEAN), ("nondet", EQUALITY), ("b ? f : nondet", EQUALITY)])
def test_functions_without_body_return_anything(classify: Classify, pointer: str, expected: DomainType) -> None:
    roles = classify.main(f"int b = 0, (*h)(void) = {pointer}; b = h();", "int f(void) { return 1; }")
    assert roles["b"] is expected


def test_a_pointer_from_elsewhere_runs_anything(classify: Classify) -> None:
    assert classify.main("int b = h();", "extern int (*h)(void);")["b"] is EQUALITY


def test_function_addresses_in_arguments_of_pointer_calls(classify: Classify) -> None:
    roles = classify(
        """int (*kept)(int);
        int f(int p) { return p; }
        void keep(int (*h)(int)) { kept = h; }
        int main(void) { if (kept) kept(5); void (*k)(int (*)(int)) = keep; k(f); return main(); }"""
    )
    assert roles["f::p"] is EQUALITY


def test_arguments_of_main_are_inputs(classify: Classify) -> None:
    """The count is assumed not to be negative, which compares it by order."""
    roles = classify("int main(int argc, char **argv) { if (argc && argv) use(1); return 0; }")
    assert (roles["argc"], roles["argv"]) == (ARITHMETIC, EQUALITY)


def test_a_variable_of_another_program_is_other(classify: Classify) -> None:
    roles = classify.main("int x = 0;")
    assert roles.types.type_of(ProgramBuilder().global_variable("x")) is OTHER


# ---------------------------------------------------------------------------------------------------- loop counters


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        pytest.param("for (i = 0; i < n; i++) use(x);", {"i"}, id="for"),
        pytest.param("while (i < n) i = i + 1;", {"i"}, id="while"),
        pytest.param("do i += 2; while (i != n);", {"i"}, id="do, step 2"),
        pytest.param("for (i = n; i > 0; i--) use(x);", {"i"}, id="decrement"),
        pytest.param("while (n--) use(x);", {"n"}, id="postfix in the condition"),
        pytest.param("while (--n) use(x);", {"n"}, id="prefix in the condition"),
        pytest.param("while (i < 10) i = 1 + i;", {"i"}, id="constant first"),
        pytest.param("while (1) { if (i == n) break; i++; }", {"i"}, id="break"),
        pytest.param("while (1) { if (x) { if (i == n) return 1; } i++; }", {"i"}, id="return"),
        pytest.param("again: i++; if (i < n) goto again;", {"i"}, id="goto"),
        pytest.param("while (i < n || x < 3) { i++; x++; }", {"i", "x"}, id="or"),
        pytest.param("while (i < n && x) { i++; }", {"i"}, id="and"),
        pytest.param("while (i < n) { x = i + 1; i = x; }", {"i", "x"}, id="through a variable"),
        pytest.param("while (1) { x = i; i = i + 1; if (x >= n) break; }", {"i", "x"}, id="a copy is compared"),
        pytest.param("x = 1; while (x) { i++; x = i < n; }", {"i"}, id="a truth value is tested"),
        pytest.param("short s = 0; while (s < n) s++;", {"s"}, id="behind conversions"),
        pytest.param("for (float f = 0; f < 1; f += 0.25f) use(x);", {"f"}, id="floating"),
        pytest.param("for (char *p = q; *p; p++) use(x);", {"p"}, id="pointer"),
        pytest.param("for (char *p = q + 9; p != q; p--) use(x);", {"p"}, id="pointer backwards"),
        pytest.param("for (i = 0; a[i]; i++) use(x);", {"i"}, id="index in the condition"),
        pytest.param("for (i = 0; i < n; i++) for (x = 0; x < i; x++) use(x);", {"i", "x"}, id="nested"),
        pytest.param("while (i < n) { for (; x < 9;) { x++; i++; } }", {"i", "x"}, id="outer counter moved by the inner loop"),
        pytest.param("while (1) { i++; while (x < 9) { if (i == 3) goto out; x = nondet(); } } out:;", {"i"}, id="leaves both"),
        # near misses
        pytest.param("while (nondet()) i++;", set(), id="not compared"),
        pytest.param("while (nondet()) { if (i < n) use(x); i++; }", set(), id="compared where nothing is left"),
        pytest.param("while (i < n) i = nondet();", set(), id="no step"),
        pytest.param("while (i < n) i = i + x;", set(), id="step not constant"),
        pytest.param("while (i < n) i = i * 2;", set(), id="product"),
        pytest.param("while (i < n) i = x + 1;", set(), id="no copy of itself"),
        pytest.param("while (i < n) { x = i; i = x; }", set(), id="not moved"),
        pytest.param("i++; while (i < n) use(x);", set(), id="changed outside"),
        pytest.param("while (nondet()) use(x); if (i < n) i++;", set(), id="compared outside"),
        pytest.param("if (i < n) i++;", set(), id="no loop"),
        pytest.param("while (i < n) { i = nondet(); x = i + 1; }", set(), id="a copy that does not decide"),
        pytest.param("for (i = 0; i < n; i++) x = i;", {"i"}, id="a copy of a counter that does not decide"),
        pytest.param("for (i = 0; i < n; i++) { while (nondet()) x++; }", {"i"}, id="moved by an inner loop it does not end"),
    ],
)
def test_loop_counters(classify: Classify, statements: str, expected: set[str]) -> None:
    declarations = "char *q; int a[9];"
    roles = classify.main(f"int i = 0, n = nondet(), x = nondet(); q = malloc(9); {statements}", declarations)
    assert roles.counters == expected


def test_temporaries_of_the_front_end_count_too(classify: Classify) -> None:
    roles = classify.main("int n = 9; while (n--) use(1);")
    assert {variable.name for variable in roles.types.counters} == {"n", "__tmp"}


def test_a_counter_has_a_domain_type_too(classify: Classify) -> None:
    roles = classify.main("int i; for (i = 0; i < 4; i++) use(i & 1);")
    assert roles["i"] is BIT
    assert roles.variable("i") in roles.types.counters


def test_a_loop_entered_beside_its_head() -> None:
    """A loop that is not reducible is a loop all the same."""
    program = ProgramBuilder()
    main = program.function()
    i, x, y = main.variable("i"), main.variable("x"), main.variable("y")
    main.edge(0, 1, assume(Var(y)))
    main.edge(0, 2, assume(Var(y), truth=False))
    main.edge(1, 2, assign(i, add(Var(i), const(1))))
    main.edge(2, 1, assume(less(Var(i), const(3))))
    main.edge(2, 3, assume(less(Var(i), const(3)), truth=False))
    main.edge(3, 4, assign(x, add(Var(x), const(1))))
    main.done()
    assert domain_types(program.done()).counters == {i}


# ---------------------------------------------------------------------------------------------------- score


def test_scores_grow_with_the_type() -> None:
    scores = [type.score for type in DomainType]
    assert scores == sorted(set(scores))
    assert scores[0] > 1
    assert scores[-1] < LOOP_COUNTER_SCORE


def test_the_score_of_a_precision_is_a_product(classify: Classify) -> None:
    roles = classify.main("int b = 0, e = 4, i; for (i = 0; i < 9; i++) use(1);")
    b, e, i = (roles.variable(name) for name in "bei")
    score = roles.types.score
    assert roles.types.score_of([]) == 1
    assert roles.types.score_of([b, e]) == score(b) * score(e) == BOOLEAN.score * EQUALITY.score
    assert roles.types.score_of([b, e, b]) == roles.types.score_of([b, e])
    assert roles.types.score_of([i]) == LOOP_COUNTER_SCORE > roles.types.score_of([b, e])


def test_booleans_are_preferred_to_a_loop_counter(classify: Classify) -> None:
    """As in the example of 7.1: tracking ``b`` alone is enough, tracking ``i`` unrolls the loop."""
    roles = classify.main("int b = 0, i = 0; while (i < 1000) { if (nondet()) b = 1; i++; } if (b == 2) use(1);")
    assert roles.types.score_of([roles.variable("b")]) < roles.types.score_of([roles.variable("i")])


# ---------------------------------------------------------------------------------------------------- laws

NAMES = range(4)
atoms = st.one_of(st.integers(-2, 3), st.sampled_from([f"v{name}" for name in NAMES]))
operators = st.sampled_from([None, *BinaryOp])
statements = st.tuples(st.sampled_from(NAMES), operators, atoms, atoms, st.booleans())
_Statement = tuple[int, BinaryOp | None, int | str, int | str, bool]


def straight(code: list[_Statement]) -> tuple[Program, list[Variable]]:
    """A program of assignments ``v = a``, ``v = a op b``, and the latter as conditions."""
    builder = ProgramBuilder()
    main = builder.function()
    variables = [main.variable(f"v{name}") for name in NAMES]

    def operand(atom: int | str) -> Expr:
        return const(atom) if isinstance(atom, int) else Var(variables[int(atom[1:])])

    for place, (name, op, left, right, is_condition) in enumerate(code):
        value = operand(left) if op is None else Binary(op, operand(left), operand(right), LP64.int)
        main.edge(place, place + 1, assume(value) if is_condition else assign(variables[name], value))
    main.node(len(code))
    main.done()
    return builder.done(), variables


@given(st.lists(statements, max_size=8))
@settings(max_examples=150, deadline=None)
def test_order_does_not_matter(code: list[_Statement]) -> None:
    program, variables = straight(code)
    backwards, others = straight(code[::-1])
    fuse_blocks(backwards)
    first, second = domain_types(program), domain_types(backwards)
    assert [first.type_of(variable) for variable in variables] == [second.type_of(variable) for variable in others]


@given(st.lists(statements, max_size=8), statements)
@settings(max_examples=150, deadline=None)
def test_more_operations_never_make_a_type_simpler(code: list[_Statement], one_more: _Statement) -> None:
    program, variables = straight(code)
    longer, others = straight([*code, one_more])
    before, after = domain_types(program), domain_types(longer)
    for variable, same in zip(variables, others, strict=True):
        assert before.type_of(variable).score <= after.type_of(same).score


@given(st.lists(statements, max_size=8))
@settings(max_examples=150, deadline=None)
def test_booleans_hold_zero_or_one(code: list[_Statement]) -> None:
    program, variables = straight(code)
    types = domain_types(program)
    values = {f"v{name}": 0 for name in NAMES}
    for name, op, left, right, is_condition in code:
        a, b = (values[atom] if isinstance(atom, str) else atom for atom in (left, right))
        if not is_condition:
            values[f"v{name}"] = a if op is None else _computed(op, a, b)
            for variable in variables:
                assert types.type_of(variable) is not BOOLEAN or values[variable.name] in (0, 1)


def _computed(op: BinaryOp, a: int, b: int) -> int:
    """Some value of ``a op b``; that of a comparison is right, and the others are seldom 0 or 1."""
    match op:
        case BinaryOp.EQ:
            return int(a == b)
        case BinaryOp.NE:
            return int(a != b)
        case BinaryOp.LT:
            return int(a < b)
        case BinaryOp.LE:
            return int(a <= b)
        case BinaryOp.GT:
            return int(a > b)
        case BinaryOp.GE:
            return int(a >= b)
        case _:
            return a + 7 * b + 17
