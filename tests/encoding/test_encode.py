"""The encoding of paths: values, inputs, joins, predicates, staging, notes, recursion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interpreter.running import program_of
from whet.cfa.expressions import Variable
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, Call, Enter, Leave, flatten
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.path import PathStep
from whet.encoding.encode import Encoder, InputKind, NoteKind, PathFormula
from whet.solvers.port import Engine, Sat, Unsat, engine_named
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BitVec
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

# ---------------------------------------------------------------------------------------------------- paths


class Walk:
    """A program with an encoder and an engine."""

    def __init__(self, text: str, folder: Path, *, machine: MachineModel = LP64, engine: str = "bitwuzla") -> None:
        self.program: Program = program_of(text, folder, machine)
        self.terms = Terms()
        self.engine: Engine = engine_named(engine, self.terms)
        self.encoder = Encoder(self.program, self.terms)

    def paths(self, *, longest: int = 60, pruned: bool = True) -> Iterator[list[Edge]]:
        """The paths from the beginning to the end of main, through callees; no two edges of them contradict what came before."""
        entry = self.program.start.entry
        assert entry is not None
        stack: list[tuple[list[Edge], list[Edge]]] = [([], [])]
        while stack:
            edges, calls = stack.pop()
            node = edges[-1].target if edges else entry
            if node is self.program.start.exit:
                yield edges
            elif len(edges) < longest and (not pruned or self._may_go_on(edges)):
                stack.extend(self._steps(node, edges, calls))

    def _may_go_on(self, edges: list[Edge]) -> bool:
        """Cut off before there are too many: where a branch was taken that cannot be, two edges ago."""
        if not any(len(edge.source.leaving) > 1 for edge in edges[-3:-1]):
            return True
        return isinstance(self.check(self.encode(edges[:-1]).formula), Sat)

    def _steps(self, node: Node, edges: list[Edge], calls: list[Edge]) -> Iterator[tuple[list[Edge], list[Edge]]]:
        if node is node.function.exit:
            *outer, site = calls
            yield [*edges, self.program.call_edges(site, node.function)[1]], outer
            return
        for edge in reversed(node.leaving):
            call = edge.operation
            if isinstance(call, Call) and isinstance(call.callee, Function) and call.callee.is_defined:
                yield [*edges, self.program.call_edges(edge, call.callee)[0]], [*calls, edge]
            else:
                yield [*edges, edge], calls

    def encode(self, edges: list[Edge]) -> PathFormula:
        path = self.encoder.initial()
        for edge in edges:
            path = self.encoder.extended(path, edge)
        return path

    def check(self, *formulas: Term) -> Sat | Unsat:
        solver = self.engine.solver(limit=120)
        solver.add(*formulas)
        answer = solver.check()
        assert isinstance(answer, (Sat, Unsat)), answer
        return answer

    def feasible(self) -> list[PathFormula]:
        paths = [self.encode(edges) for edges in self.paths()]
        return [path for path in paths if isinstance(self.check(path.formula), Sat)]

    def variable(self, name: str) -> Variable:
        return next(variable for variable in self.program.variables() if variable.qualified_name == name)

    def values(self, path: PathFormula, name: str, *extra: Term) -> set[int]:
        """All values a variable can have at the end of a path, if there are few."""
        symbol, found = self.encoder.symbol(path, self.variable(name)), set[int]()
        while len(found) < 20:
            different = [self.terms.not_(self.terms.eq(symbol, self.terms.bv(value, symbol.width))) for value in found]
            match self.check(path.formula, *extra, *different):
                case Sat(model=model):
                    value = model.value(symbol)
                    assert isinstance(value, int)
                    found.add(value)
                case Unsat():
                    break
        return found

    def kinds(self, path: PathFormula) -> set[NoteKind]:
        """The notes that matter for some execution of the path."""
        return {note.kind for note in path.notes if isinstance(self.check(self.encoder.when(note)), Sat)}


NONDET = "int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); void abort(void); int r;\n"


def only(text: str, folder: Path) -> tuple[Walk, PathFormula]:
    """A program with one feasible path."""
    walk = Walk(NONDET + text, folder)
    (path,) = walk.feasible()
    return walk, path


PROGRAMS = {
    "int main(void) { int x = 3; x = x * x; r = x + 1; return 0; }": {10},
    "int f(int n) { return n ? n + f(n - 1) : 0; } int main(void) { r = f(3); return 0; }": {6},
    "int f(int n) { int a[1] = {n}; int *p = a; int t = n ? f(n - 1) : 0; return *p + t; } int main(void) { r ="
    " f(3); return 0; }": {6},
    "struct s { int a; char b; } x = {1, 2}, y; int main(void) { y = x; x.a = 9; r = y.a * 10 + y.b; return 0; }": {12},
    "union u { int i; unsigned char c[4]; }; int main(void) { union u u; u.i = 0x01020304; r = u.c[0] * 16 + u.c[3];"
    " return 0; }": {65},
    "struct b { int a : 3; unsigned b : 7; }; int main(void) { struct b x = {0, 0}; x.a = 7; x.b = 200; r = x.a *"
    " 1000 + x.b; return 0; }": {-928 & 0xFFFFFFFF},
    "int main(void) { int a[3] = {1, 2}; int *p = a + 1; *p += 5; p[1] = 4; r = a[0] + a[1] + a[2]; return 0; }": {12},
    "int main(void) { double d = 0.1; float f = d; r = (f != d) + (int)(d * 30); return 0; }": {4},
    'int main(void) { char *s = "abc"; r = s[1]; return 0; }': {98},
    "int big[100000]; int main(void) { int i = __VERIFIER_nondet_int() & 1023; r = big[i + 5000]; return 0; }": {0},
    "static int g(int x) { return x; } int main(void) { int (*f)(int) = g; r = f == g; return 0; }": {1},
    "int main(void) { int x; int *p = &x; x = 5; r = p == &x && p != 0; return 0; }": {1},
    "int main(void) { unsigned char c = 250; c += 10; r = c; return 0; }": {4},
    "int main(void) { short s[2][2] = {{1, 2}, {3, 4}}; int i = 1; r = s[i][0] * 10 + s[0][i]; return 0; }": {32},
    "void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(8), *q = malloc(4); p[1] = 1;"
    " *q = 2; r = p[1] + (p != q);"
    " free(p); return 0; }": {2},
    "void *calloc(unsigned long, unsigned long); int main(void) { long *p = calloc(3, 8); r = p[2]; return 0; }": {0},
    "void *memset(void *, int, unsigned long); int main(void) { int a[2]; memset(a, 1, 8); r = a[1]; return 0; }": {0x01010101},
    "void *memcpy(void *, const void *, unsigned long); int main(void) { int a[2] = {1, 2}, b[2]; memcpy(b, a, 8); r"
    " = b[1]; return 0; }": {2},
    "int main(void) { int n = 3; int a[n]; a[0] = 1; a[2] = 7; r = a[2] + a[0]; return 0; }": {8},
    "void __VERIFIER_assume(int); int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 5 && x <"
    " 8); r = x; return 0; }": {
        6,
        7,
    },
}


@pytest.mark.parametrize("text", PROGRAMS)
def test_values_at_the_end(text: str, tmp_path: Path) -> None:
    walk = Walk(NONDET + text, tmp_path)
    found: set[int] = set()
    for path in walk.feasible():
        found |= walk.values(path, "r")
        assert isinstance(walk.check(path.formula, walk.encoder.losing(path)), Unsat), "nothing is open"
    assert found == PROGRAMS[text]


@pytest.mark.parametrize("engine", ["z3", "bitwuzla"])
def test_a_contradiction_has_no_model(engine: str, tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); int y = x * 3; if (y != x + x + x) r = 1; return 0; }"
    walk = Walk(NONDET + text, tmp_path, engine=engine)
    answers = [type(walk.check(walk.encode(edges).formula)) for edges in walk.paths(pruned=False)]
    assert sorted(answer.__name__ for answer in answers) == ["Sat", "Unsat"]


def test_inputs_come_in_the_order_of_execution(tmp_path: Path) -> None:
    declared = "int u; int x = __VERIFIER_nondet_int(); unsigned char c = __VERIFIER_nondet_uchar();"
    _, path = only(f"int main(void) {{ {declared} r = u + x + c; return 0; }}", tmp_path)
    kinds = [(read.kind, str(read.type)) for read in path.inputs]
    nondet, uninitialised = InputKind.NONDET, InputKind.UNINITIALISED
    assert kinds == [(nondet, "int"), (nondet, "unsigned char"), (uninitialised, "int")]
    assert all(read.symbol in symbols(path.formula) for read in path.inputs)


def test_random_numbers_are_inputs_that_are_not_negative(tmp_path: Path) -> None:
    walk, path = only("int rand(void); int main(void) { r = rand() < 0; return 0; }", tmp_path)
    assert [read.kind for read in path.inputs] == [InputKind.NONDET]
    assert walk.values(path, "r") == {0}


def test_main_s_arguments_are_inputs_of_their_own(tmp_path: Path) -> None:
    _, path = only("int main(int argc, char **argv) { r = argc; return 0; }", tmp_path)
    assert [read.kind for read in path.inputs] == [InputKind.ARGUMENT, InputKind.ARGUMENT]


# ---------------------------------------------------------------------------------------------------- joins

DIAMOND = """int a[2]; int main(void) { int x = __VERIFIER_nondet_uchar(); int y = 1;
if (x < 10) { y = x + 2; a[0] = x; } else { a[1] = 4; } r = y + a[0]; return 0; }"""


def joined(walk: Walk) -> PathFormula:
    """The whole program, joined at every place two paths meet (there are no loops)."""
    edges = {edge: None for path in walk.paths() for edge in path}
    entry = walk.program.start.entry
    assert entry is not None
    at = {entry: walk.encoder.initial()}
    for _ in range(3):
        at = {entry: at[entry]}
        for path in walk.paths():
            for edge in path:
                arrivals = [
                    walk.encoder.extended(at[each.source], each)
                    for each in edges
                    if each.target is edge.target and each.source in at
                ]
                merged = arrivals[0]
                for arrival in arrivals[1:]:
                    merged = walk.encoder.joined(merged, arrival)
                at[edge.target] = merged
    assert walk.program.start.exit is not None
    return at[walk.program.start.exit]


def test_a_join_has_the_executions_of_both_paths_and_no_others(tmp_path: Path) -> None:
    walk = Walk(NONDET + DIAMOND, tmp_path)
    whole, parts = joined(walk), walk.feasible()
    assert len(parts) == 2
    assert not whole.is_linear
    assert (
        walk.values(whole, "r") == walk.values(parts[0], "r") | walk.values(parts[1], "r") == {2 * x + 2 for x in range(10)} | {1}
    )
    both = [walk.terms.eq(read.symbol, walk.terms.bv(12, 8)) for read in whole.inputs]
    assert walk.values(whole, "r", *both) == {1}


def test_a_join_has_the_notes_of_both_paths_once(tmp_path: Path) -> None:
    text = "int main(void) { int x = 1 / __VERIFIER_nondet_int(); if (x) r = 2 / x; else r = 3 << x; r = 4 / r; return 0; }"
    walk = Walk(NONDET + text, tmp_path)
    whole, parts = joined(walk), walk.feasible()
    assert len(parts) == 2
    places = [[str(note.origin) for note in path.notes] for path in (whole, *parts)]
    assert sorted({*places[1], *places[2]}) == sorted({*places[0]})
    assert len(places[0]) < len(places[1]) + len(places[2]), "what came before the branch is not repeated"


def test_paths_with_different_calls_are_not_joined(tmp_path: Path) -> None:
    walk, path = only("int main(void) { r = 1; return 0; }", tmp_path)
    with pytest.raises(ValueError, match="call stacks"):
        walk.encoder.joined(path, walk.encoder.unconstrained(walk.program.main))


# ---------------------------------------------------------------------------------------------------- predicates


def test_predicates_are_over_bases_and_become_ones_about_a_path(tmp_path: Path) -> None:
    walk, path = only("int main(void) { int x = 1; x = 2; r = x; return 0; }", tmp_path)
    base = walk.encoder.vocabulary.variable(walk.variable("r"))
    predicate = walk.terms.eq(base, walk.terms.bv(2, 32))
    instance = walk.encoder.instantiate(predicate, path.ssa)
    assert symbols(instance) == {walk.encoder.symbol(path, walk.variable("r"))}
    assert walk.encoder.uninstantiate(instance) is predicate
    assert isinstance(walk.check(path.formula, walk.terms.not_(instance)), Unsat)


def test_two_instances_of_a_variable_make_no_predicate(tmp_path: Path) -> None:
    walk, _ = only("int main(void) { r = 1; return 0; }", tmp_path)
    base, vocabulary = walk.encoder.vocabulary.variable(walk.variable("r")), walk.encoder.vocabulary
    both = walk.terms.eq(vocabulary.instance(base, 0), vocabulary.instance(base, 1))
    with pytest.raises(ValueError, match="not the only instance"):
        walk.encoder.uninstantiate(both)
    with pytest.raises(ValueError, match="no instance"):
        walk.encoder.uninstantiate(walk.terms.symbol("stranger", BitVec(32)))


def test_a_condition_of_the_program_is_a_predicate_if_it_is_exact(tmp_path: Path) -> None:
    walk = Walk(
        NONDET + "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 3) r = 1; if (1 / x) r = 2; return 0; }", tmp_path
    )
    assumptions = [part for edge in walk.program.edges() for part in flatten(edge.operation) if isinstance(part, Assume)]
    conditions = [walk.encoder.condition(each, function="main") for each in assumptions]
    x = walk.encoder.vocabulary.variable(walk.variable("main::x"))
    assert walk.terms.bv_slt(x, walk.terms.bv(3, 32)) in conditions
    assert None in conditions


def test_what_is_known_is_forgotten_by_clearing(tmp_path: Path) -> None:
    walk, path = only("int main(void) { r = 1; return 0; }", tmp_path)
    cleared = walk.encoder.cleared(path)
    assert cleared.ssa == path.ssa
    assert len(walk.values(cleared, "r")) == 20
    r = walk.encoder.vocabulary.variable(walk.variable("r"))
    assert walk.values(walk.encoder.assuming(cleared, walk.terms.eq(r, walk.terms.bv(7, 32))), "r") == {7}


def test_no_slot_of_the_heap_is_certain_to_be_used_again(tmp_path: Path) -> None:
    """A pointer to a freed block would be good again in all models, and its use no error, if the first slot followed the last."""
    walk = Walk("void *malloc(unsigned long); char *p, *q; int main(void) { p = malloc(8); q = malloc(8); return 0; }", tmp_path)
    (edges,), encoder, layout, t = list(walk.paths()), walk.encoder, walk.encoder.layout, walk.terms
    heap = encoder.vocabulary.heap()
    path = encoder.assuming(encoder.unconstrained(walk.program.start), t.eq(heap, t.bv(layout.slot_limit - 1, heap.width)))
    for edge in edges:
        path = encoder.extended(path, edge)
    p, q = (encoder.symbol(path, walk.variable(name)) for name in "pq")
    last = (layout.slot_limit - 1) << layout.slot_bits
    assert walk.values(path, "p") == {last}
    assert isinstance(walk.check(path.formula, t.eq(p, q)), Sat)
    assert len(walk.values(path, "q")) == 20
    assert isinstance(walk.check(path.formula, t.bv_ult(t.bv(last, q.width), q)), Unsat)
    assert isinstance(walk.check(path.formula, t.bv_ult(q, t.bv(layout.first_slot << layout.slot_bits, q.width))), Unsat)


# ---------------------------------------------------------------------------------------------------- staging


def test_an_edge_is_translated_once(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int main(void) { for (int i = 0; i < 3; i++) r += i; return 0; }", tmp_path)
    (edges,) = [edges for edges in walk.paths() if isinstance(walk.check(walk.encode(edges).formula), Sat)]
    known = len(walk.encoder._templates)
    size = walk.terms.size
    again = walk.encode(edges)
    assert len(walk.encoder._templates) == known
    assert walk.terms.size == size
    assert again.ssa == walk.encode(edges).ssa


def test_a_sliced_step_says_less(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int main(void) { int x = 1; if (x == 2) r = 5; return 0; }", tmp_path)
    (refuted,) = [edges for edges in walk.paths(pruned=False) if isinstance(walk.check(walk.encode(edges).formula), Unsat)]
    path = walk.encoder.initial()
    for edge in refuted:
        step = PathStep(edge)
        positions = [number for number, part in enumerate(step.operations) if isinstance(part, Assume)]
        path = walk.encoder.extended(path, step.without(positions[0]) if positions else step)
    assert walk.values(path, "r") == {5}


# ---------------------------------------------------------------------------------------------------- notes

NOTED = {
    "int main(void) { r = 1 / __VERIFIER_nondet_int(); return 0; }": NoteKind.UNDEFINED,
    "int main(void) { r = 1 << __VERIFIER_nondet_int(); return 0; }": NoteKind.UNDEFINED,
    "int main(void) { float f = __VERIFIER_nondet_int(); r = (short)f; return 0; }": NoteKind.UNDEFINED,
    "int main(void) { int a[3] = {0}; r = a[__VERIFIER_nondet_int()]; return 0; }": NoteKind.ACCESS,
    "int *p; int main(void) { r = *p; return 0; }": NoteKind.ACCESS,
    "int a[2]; int main(void) { int *p = a; p += __VERIFIER_nondet_int(); *p = 1; return 0; }": NoteKind.ACCESS,
    "int a, b; int main(void) { r = &a < &b; return 0; }": NoteKind.ORDER,
    "int a; int main(void) { r = (long)&a % 8; return 0; }": NoteKind.ADDRESS,
    "void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(4); free(p); r = *p; return 0;"
    " }": NoteKind.ACCESS,
    "void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(4); free(p); free(p); return"
    " 0; }": NoteKind.ACCESS,
    "void *malloc(unsigned long); int main(void) { int *p = malloc(4); r = p[1]; return 0; }": NoteKind.ACCESS,
    "int *f(void) { int x = 1; int *p = &x; return p; }"
    " int main(void) { int *p = f(); r = p != 0; return 0; }": NoteKind.LIFETIME,
    "int *g; void f(int x) { int **q = &g; *q = &x; } int main(void) { f(1); return 0; }": NoteKind.LIFETIME,
    "int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (p) r = *p; p = &x; }"
    " return 0; }": NoteKind.LIFETIME,
    "void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(4); free(p); int *q = malloc(4);"
    " r = p == q; return 0; }": NoteKind.LIFETIME,
    "int abs(int); int main(void) { r = abs(3); return 0; }": NoteKind.LIBRARY,
    "int strange(int *); int main(void) { int x = 1; r = strange(&x) + x; return 0; }": NoteKind.UNKNOWN_FUNCTION,
    "int main(void) { long double d = __VERIFIER_nondet_int(); r = d > 1; return 0; }": NoteKind.ROUGH,
    'int main(void) { char *s = "x"; s[0] = 1; return 0; }': NoteKind.ACCESS,
    "int *__VERIFIER_nondet_pointer(void); int main(void) { int *p = __VERIFIER_nondet_pointer(); r = p == 0; return"
    " 0; }": NoteKind.ROUGH,
}


@pytest.mark.parametrize("text", NOTED)
def test_what_is_not_exact_is_noted(text: str, tmp_path: Path) -> None:
    walk = Walk(NONDET + text, tmp_path)
    assert NOTED[text] in set().union(*(walk.kinds(path) for path in walk.feasible()))


EXACT = [
    "int main(void) { int x = __VERIFIER_nondet_int(); r = x ? 1 / x : 7 / 2; return 0; }",
    "int main(void) { unsigned x = __VERIFIER_nondet_int(); if (x < 32) r = 1 << x; return 0; }",
    "int main(void) { int a[3] = {0}; int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 3) r = a[i]; return 0; }",
    "int a[4]; int main(void) { int *p = a; int i = __VERIFIER_nondet_uchar() & 3; p += i; *p = 1; r = p - a; return 0; }",
    "int a, b; int main(void) { r = &a == &b; return 0; }",
    "int a; int main(void) { r = !&a; return 0; }",
    "void *malloc(unsigned long); int main(void) { int *p = malloc(4), *q = malloc(4); r = p == q; return 0; }",
    "int a; int main(void) { int *p = (int *)(long)&a; *p = 1; return 0; }",
    "void *malloc(unsigned long); void free(void *); int main(void) { int *p = malloc(8); p[1] = 3; r = p[1];"
    " free(p); return 0; }",
    "void f(int *p) { *p = 1; } int main(void) { int x; f(&x); r = x; return 0; }",
    "int main(void) { for (int i = 0; i < 2; i++) { int x = i; int *p = &x; r += *p; } return 0; }",
    "void *malloc(unsigned long); int main(void) { unsigned n = __VERIFIER_nondet_uchar(); char *p = malloc(n + 1);"
    " p[n] = 1; return 0; }",
]


@pytest.mark.parametrize("text", EXACT)
def test_what_is_exact_has_no_note_that_matters(text: str, tmp_path: Path) -> None:
    walk = Walk(NONDET + text, tmp_path)
    paths = walk.feasible()
    assert paths
    assert not set().union(*(walk.kinds(path) for path in paths))


def test_an_undefined_value_is_any_value(tmp_path: Path) -> None:
    """So that nothing is proved of a program by what it does not define."""
    walk, path = only("int main(void) { unsigned char c = 1 << (__VERIFIER_nondet_uchar() | 64); r = c; return 0; }", tmp_path)
    assert len(walk.values(path, "r")) == 20


def test_an_unknown_function_forgets_what_it_can_reach_and_no_more(tmp_path: Path) -> None:
    text = (
        "int strange(int *); int main(void) { int x = 1, y = 2, *q = &y; strange(&x); r = *q; if (x == 1) return 1; return 0; }"
    )
    walk = Walk(NONDET + text, tmp_path)
    paths = walk.feasible()
    assert len(paths) == 2
    assert all(walk.values(path, "r") == {2} for path in paths)


# ---------------------------------------------------------------------------------------------------- nothing is lost

HIDDEN = {
    "int a = 1; int main(void) { int *p = &a, *q; char *x = (char *)&p, *y = (char *)&q; for (int i = 0; i < 8; i++) y[i] = x[i];"
    " *q = 2; r = a; return 0; }": 2,
    "union u { int *p; long n; } u; int a = 1; int main(void) { u.p = &a; long n = u.n; int *q = (int *)n; *q = 2; r = a;"
    " return 0; }": 2,
    "union u { int *p; long n; } u; int a; int main(void) { u.p = &a; r = u.n == 12345; return 0; }": 1,
    "union u { int *p; int h[2]; } u; int a = 1; int main(void) { u.p = &a; long n = (unsigned)u.h[0] | (long)u.h[1] << 32;"
    " int *q = (int *)n; *q = 2; r = a; return 0; }": 2,
    "int *pick(int *, int *); int a = 1, b = 1; int main(void) { int *q = pick(&a, &b); a = b = 1; *q = 2;"
    " r = a * 10 + b; return 0; }": 21,
    "struct s { int *p; } s; void link(struct s *, int *); int a = 1; int main(void) { link(&s, &a); a = 1; *s.p = 3; r = a;"
    " return 0; }": 3,
    "int *get(void); int main(void) { int *p = get(), *q = get(); *p = 1; *q = 2; r = *p; return 0; }": 2,
    "extern int *d, *e; int main(void) { *d = 1; *e = 2; r = *d; return 0; }": 2,
    "int *__errno_location(void); int f(void); int main(void) { *__errno_location() = 0; f(); r = *__errno_location();"
    " return 0; }": 34,
    'int a = 1; int main(void) { int *p, *q = &a; __asm__("mov %1, %0" : "=r"(p) : "r"(q)); *p = 7; r = *q; return 0; }': 7,
    'int a = 1; int main(void) { int *p, *q = &a; __asm__("mov %1, %0" : "=r"(p) : "r"(q)); *q = 7; r = *p; return 0; }': 7,
    'int a = 1, b, *g = &b; int main(void) { int **p, **q = &g; __asm__("mov %1, %0" : "=r"(p) : "r"(q)); *p = &a; *g = 7; r = a;'
    " return 0; }": 7,
}


@pytest.mark.parametrize("text", HIDDEN)
def test_executions_through_pointers_nobody_can_follow_are_models(text: str, tmp_path: Path) -> None:
    walk = Walk(NONDET + text, tmp_path)
    value = walk.terms.bv(HIDDEN[text], 32)
    found = [walk.check(path.formula, walk.terms.eq(walk.encoder.symbol(path, walk.variable("r")), value)) for path in
             walk.feasible()]  # fmt: skip
    assert any(isinstance(answer, Sat) for answer in found)


ARRAYS = [
    "int a[10]; int main(void) { int i = __VERIFIER_nondet_int(); a[i] = 1; if (a[i] != 1) r = 1; return 0; }",
    "int a[10]; int main(void) { int *p = a; p += __VERIFIER_nondet_int(); *p = 1; if (*p != 1) r = 1; return 0; }",
    "void *malloc(unsigned long); int main(void) { int n = __VERIFIER_nondet_int(); int *p = malloc(n); p[3] = 5; if (p[3] != 5)"
    " r = 1; return 0; }",
    "int a, b; int main(void) { int *p = __VERIFIER_nondet_int() ? &a : &b; *p = 1; if (a + b != 1) r = 1; return 0; }",
]


@pytest.mark.parametrize("text", ARRAYS)
def test_accesses_that_may_be_bad_do_not_stand_in_the_way_of_a_proof(text: str, tmp_path: Path) -> None:
    walk = Walk(NONDET + text, tmp_path)
    for path in walk.feasible():
        assert walk.values(path, "r") == {0}
        assert walk.encoder.losing(path) is walk.terms.false


def test_losses_are_those_of_the_last_edge(tmp_path: Path) -> None:
    text = "int a; int main(void) { int *p = 0; if (__VERIFIER_nondet_int()) p = &a; r = (long)p; r = 1; return 0; }"
    walk = Walk(NONDET + text, tmp_path)
    found = []
    for edges in walk.paths():
        path = walk.encoder.initial()
        for edge in edges:
            losses = walk.encoder.losses(path, edge)
            assert all(note.kind is NoteKind.ADDRESS for note in losses)
            found += [isinstance(walk.check(walk.encoder.when(note)), Sat) for note in losses]
            path = walk.encoder.extended(path, edge)
        assert len([note for note in path.notes if note.kind.loses]) == 1
    assert sorted(found) == [False, True], "the null pointer has no other number"


def test_the_numbers_next_to_null_tell_no_address(tmp_path: Path) -> None:
    text = "int a; int main(void) { int *p = &a; r = (unsigned long)p > (unsigned long)-4095; return 0; }"
    walk, path = only(text, tmp_path)
    assert walk.values(path, "r") == {0}
    assert walk.encoder.losing(path) is walk.terms.false
    walk, path = only(text.replace("-4095", "-409500"), tmp_path)
    assert walk.kinds(path) == {NoteKind.ADDRESS}


def test_assumptions_about_unknown_functions_are_collected(tmp_path: Path) -> None:
    walk, _ = only("int strange(int), abs(int); int main(void) { r = strange(1) + abs(2); return 0; }", tmp_path)
    assert [name for name, _ in walk.encoder.assumed()] == ["strange"]
    assert not Walk(NONDET + "int main(void) { r = strange(1); return 0; }", tmp_path).encoder.assumed(), "nothing was met yet"


def test_a_new_block_is_no_other_object_whatever_came_before(tmp_path: Path) -> None:
    """Where a block of a path begins, nothing is known of the heap."""
    text = """void *malloc(unsigned long); int g; int main(void) { int *q = &g, *p; skip: ; p = malloc(4); int *o = malloc(4);
    r = p == 0 || p == o || p == q; return 0; }"""
    walk = Walk(NONDET + text, tmp_path)
    (edges,) = walk.paths()
    first = next(n for n, edge in enumerate(edges) if any(isinstance(part, Call) and not part.callee.is_defined  # type: ignore[union-attr] # by name
                                                          for part in flatten(edge.operation)))  # fmt: skip
    path = walk.encoder.cleared(walk.encode(edges[:first]))
    for edge in edges[first:]:
        path = walk.encoder.extended(path, edge)
    q = walk.encoder.vocabulary.instance(walk.encoder.vocabulary.variable(walk.variable("main::q")), 2)
    is_g = walk.terms.eq(q, walk.terms.bv(walk.encoder.layout.address(walk.variable("g"), 1), 64))
    assert walk.values(path, "r", is_g) == {0}


# ---------------------------------------------------------------------------------------------------- calls


def test_a_function_that_does_not_return_ends_the_path(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int main(void) { if (__VERIFIER_nondet_int()) abort(); r = 1; return 0; }", tmp_path)
    assert len(walk.feasible()) == 1


def test_a_call_through_a_pointer_assumes_where_it_leads(tmp_path: Path) -> None:
    text = (
        "int f(void) { return 1; } int g(void) { return 2; } int main(void) { int (*p)(void) = f; r = p(); r += g(); return 0; }"
    )
    walk = Walk(NONDET + text, tmp_path)
    program = walk.program
    site = next(
        edge
        for edge in program.main.edges()
        if isinstance(edge.operation, Call) and not isinstance(edge.operation.callee, Function)
    )
    before = walk.encoder.initial()
    edge = next(iter(program.start.entry.leaving)) if program.start.entry else site
    while edge is not site:
        call = edge.operation
        step = program.call_edges(edge, call.callee)[0] if isinstance(call, Call) and isinstance(call.callee, Function) else edge
        before = walk.encoder.extended(before, step)
        edge = step.target.leaving[0]
    into = {name: program.call_edges(site, program.functions[name])[0] for name in "fg"}
    assert isinstance(walk.check(walk.encoder.extended(before, into["f"]).formula), Sat)
    assert isinstance(walk.check(walk.encoder.extended(before, into["g"]).formula), Unsat)
    assert isinstance(walk.check(walk.encoder.extended(before, PathStep(into["g"], assumes_callee=False)).formula), Sat)


def test_calls_are_counted(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { r = f(1); return 0; }", tmp_path)
    edges = next(edges for edges in walk.paths() if isinstance(walk.check(walk.encode(edges).formula), Sat))
    path, deepest = walk.encoder.initial(), 0
    for edge in edges:
        path = walk.encoder.extended(path, edge)
        deepest = max(deepest, path.activations.get("f", 0))
    assert deepest == 2
    assert path.activations["f"] == 0
    assert any(isinstance(edge.operation, Enter) for edge in edges)
    assert any(isinstance(edge.operation, Leave) for edge in edges)


def test_both_machine_models(tmp_path: Path) -> None:
    text = "int main(void) { long x = -1; unsigned long y = x; r = (int)(y >> 31 >> 1) + sizeof(x); return 0; }"
    for machine, expected in ((ILP32, {4}), (LP64, {7})):
        walk = Walk(NONDET + text, tmp_path, machine=machine)
        (path,) = walk.feasible()
        assert walk.values(path, "r") == expected
