"""Where the order of evaluation, which C leaves open, may make a difference, and where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.evaluation_order import order_dependent, possibly_undefined
from whet.cfa.model import Program
from whet.cfa.sequencing import Order
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.core.configuration import load_configuration
from whet.core.result import Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.session.session import verify
from whet.task.configuration import preset_names
from whet.task.dangers import Danger
from whet.task.properties import Never, Property
from whet.task.task import Task

DECLARATIONS = """
extern void reach_error(void);
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern int elsewhere(int);
extern int filled(int *);
int x, y, i, n, a[5], *p, *q, v, w; char c, *from, *to;
struct S { int m, k; struct S *next; } s, t, *ps;
int counter(void) { return ++x; }
int reads_x(void) { return x; }
int reads_y(void) { return y; }
int sets_y(void) { y = 3; return 1; }
int calls(void) { return sets_y(); }
int through(int *r) { *r = 1; return 2; }
int looks(int *r) { return *r; }
int pure(int b) { int local = b; local++; return local; }
int frame(int b) { int own[2]; through(&own[1]); return own[1] + b; }
int moves(void) { p = &w; return 5; }
int steps(void) { i++; return i; }
int stops(int b) { if (b) abort(); return b; }
int fails(int b) { if (b) reach_error(); return b; }
int forever(int b) { while (b) b--; return b; }
int two(int b, int d) { return b * 10 + d; }
int recursive(int b) { if (b == 0) return 0; x++; return recursive(b - 1); }
int *place(void) { x++; return &a[x]; }
int member(struct S *r) { r->m = 1; return 1; }
struct S *fresh(int b) { struct S *r = malloc(sizeof(struct S)); return r; }
int (*pointer)(void);
void choose(void) { pointer = counter; }
"""
DEPENDS = [
    "v = two(counter(), counter());",
    "v = x + counter();",
    "v = counter() + x;",
    "v = counter() - counter();",
    "v = counter() == reads_x();",
    "v = y * calls();",
    "x += counter();",
    "a[i] = steps();",
    "a[i] = i++;",
    "a[i++] = i;",
    "i = i++ + 1;",
    "i = i++;",
    "i += i++;",
    "v = i++ + i++;",
    "v = i + (i = 3);",
    "v = two(i, i++);",
    "*p = moves();",
    "*place() = counter();",
    "v = looks(&y) + sets_y();",
    "v = y + through(&y);",
    "v = *p + through(q); p = q = &v;",
    "v = recursive(2) + recursive(3);",
    "v = stops(v) + fails(v);",
    "v = fails(v) + forever(v);",
    "choose(); v = pointer() + pointer();",
    "int b[2] = {counter(), counter()};",
    "struct S b = {counter(), reads_x()};",
    "v = a[counter()] + a[x];",
    "v = counter()[a] + x;",
    "v = (1, counter()) + x;",
    "v = (v && counter()) + x;",
    "v = (v ? counter() : 2) + x;",
    "v = ({ int b = counter(); b; }) + x;",
    "counter() + counter();",
    "if (x + counter()) v = 1;",
    "while (two(x, counter()) > 4) v++;",
    "return x + counter();",
    "ps = &s; v = ps->m + member(&s);",
    "v = filled(&y) + looks(&y);",
    'printf("%d %d", x, counter());',
    "s.m = s.m++;",
    "a[v] = a[w]++;",
    "(x = 1) + (x = 2);",
    "v = counter() + ({ if (v) return 1; 2; });",
    "v = ({ if (v) goto end; 2; }) + counter(); end:;",
    "v = counter() + ({ goto end; 2; }); end:;",
    "__atomic_store_n(&a[i], steps(), 0);",
    "v = x + __atomic_fetch_add(&x, 1, 0);",
    "*(p = &v) = *(q = &w) = *p;",
    "p = &v; *p++ = *q++ = v; q = (int *)&p;",
    "c = v = c = 3;",
    "*from++ = *from; to = (char *)&from;",
]
DOES_NOT = [
    "x = counter();",
    "x = counter() + 1;",
    "v = pure(x) + pure(y);",
    "v = reads_x() + reads_y() + reads_x();",
    "v = reads_x() + x;",
    "v = counter() + y;",
    "v = counter() + sets_y();",
    "v = two(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());",
    "v = x + __VERIFIER_nondet_int();",
    'printf("%d", counter());',
    "int local = 3; v = local + counter();",
    "v = frame(1) + frame(2);",
    "v = x && counter();",
    "v = counter() || x;",
    "v = x ? counter() : x;",
    "v = (counter(), x);",
    "v = (i++, i);",
    "v = i++ && i;",
    "v = two(counter(), 3);",
    "v = counter() + 3 * sizeof(x);",
    "i = two(i++, 2);",
    "i++; i++;",
    "v = i++ + v;",
    "x = y = 3;",
    "p = &v; q = &w; *p = *q = 3;",
    "ps = &s; ps->m = ps->k = 3;",
    "p = &v; q = &w; int *r = &i; *p = *q = *r = 3;",
    "s.m = s.k++;",
    "a[0] = a[1]++;",
    "s.m = t.m++;",
    "*to++ = *from++;",
    "while (c = *from++) v++;",
    "v = elsewhere(x) + x;",
    "v = elsewhere(1) + elsewhere(2);",
    "v = looks(&x) + looks(&x);",
    "v = through(&a[1]) + y;",
    "v = fails(v) + fails(v);",
    "v = stops(v) + stops(v);",
    "v = forever(v) + pure(v);",
    "two((v = 1, v), w);",
    "v = ({ int b = v; v = b + 1; b; });",
    "v = counter() + ({ int b = 0; while (1) { if (b++) break; } b; });",
    "return y; v = i++ + i++; i = i++;",
    "if (v) goto end; v = counter() + y; end:;",
    "int b[2] = {pure(1), reads_x()};",
    "v = fresh(1) == fresh(2);",
    "ps = &s; ps = ps->next = &t;",
    "for (v = 0, w = v; v < 3; v++, w++) c = v;",
    "a[counter()] = y;",
    "x += pure(3);",
    "__atomic_store_n(&x, counter(), 0);",
    "v = x++ + y++;",
]


def pairs(statement: str, folder: Path, dangers: frozenset[Danger] = frozenset()) -> list[Order]:
    path = folder / "program.c"
    path.write_text(f"{DECLARATIONS}\nint main(void) {{ {statement} return 0; }}\n")
    program = parse_file(str(path))
    put_checks(program, Targets("unreach-call", frozenset({"reach_error"}), frozenset({"ERROR"}), dangers))
    return [pair.order for pair in order_dependent(program)]


@pytest.mark.parametrize("statement", DEPENDS)
def test_order_that_may_make_a_difference_is_told(statement: str, tmp_path: Path) -> None:
    assert pairs(statement, tmp_path)


def test_division_that_is_checked_may_come_before_or_behind_the_end_of_the_program(tmp_path: Path) -> None:
    division = frozenset({Danger("division")})
    assert pairs("v = stops(1) + 7 / x;", tmp_path, division)
    assert pairs("v = stops(1) + 7 / x;", tmp_path) == []
    assert pairs("v = pure(1) + 7 / x;", tmp_path, division) == []


@pytest.mark.parametrize("statement", DOES_NOT)
def test_order_that_makes_no_difference_is_not_told(statement: str, tmp_path: Path) -> None:
    assert pairs(statement, tmp_path) == []


UNDEFINED = [
    "a[i] = i++;",
    "i = ++i;",
    "x = x = 3;",
    "v = two(i, i++);",
    "v = (i++ && x) + i;",
    "v = i + two(i++, 2);",
    "s.m = s.m++;",
]
DEFINED = [
    "i = two(i++, 2);",
    "i = (i++, i);",
    "v = i++ && i;",
    "v = i++ ? i : 2;",
    "v = (v && i++) + v;",
    "v = sizeof(i++) + i++;",
    "v = __builtin_constant_p(i++) + i++;",
    "int b[2] = {i++, i};",
    "v = two(counter(), x);",
    "p = &i; a[i++] = v++;",
]
OPEN = ["v = (v && i++) + i;", "v = w ? v++ : 2;", "*p = v++; p = &v;", "v = *p + (*q)++; p = q = &w;"]


def program_with(statement: str, folder: Path) -> Program:
    path = folder / "program.c"
    path.write_text(f"{DECLARATIONS}\nint main(void) {{ {statement} return 0; }}\n")
    program = parse_file(str(path))
    put_checks(program, Targets("unsequenced", frozenset(), frozenset(), frozenset({Danger("sequence")})))
    return program


@pytest.mark.parametrize("statement", UNDEFINED)
def test_undefined_expression_is_checked_where_it_stands(statement: str, tmp_path: Path) -> None:
    program = program_with(statement, tmp_path)
    assert Danger("sequence").words in program.functions
    assert (order_dependent(program), possibly_undefined(program)) == ([], [])


@pytest.mark.parametrize("statement", DEFINED)
def test_defined_expression_has_no_check(statement: str, tmp_path: Path) -> None:
    program = program_with(statement, tmp_path)
    assert Danger("sequence").words not in program.functions
    assert possibly_undefined(program) == []


@pytest.mark.parametrize("statement", OPEN)
def test_expression_that_may_be_undefined_is_not_proved(statement: str, tmp_path: Path) -> None:
    assert possibly_undefined(program_with(statement, tmp_path))
    task = Task(files=(str(tmp_path / "program.c"),), property=Property("unsequenced", (Never(Danger("sequence")),)))
    verdict = verify(task, load_configuration("value")).verdict
    assert isinstance(verdict, Unknown)
    assert "unsequenced side effects" in verdict.detail


def result_of(statement: str, folder: Path, preset: str) -> Result:
    path = folder / "program.c"
    path.write_text(f"{DECLARATIONS}\nint main(void) {{ {statement} return 0; }}\n")
    return verify(Task(files=(str(path),)), load_configuration(preset))


@pytest.mark.parametrize("preset", [name for name in preset_names() if name != "runs"])
def test_verdict_names_the_place_whose_order_it_rests_on(preset: str, tmp_path: Path) -> None:
    result = result_of("if (two(counter(), counter()) == 21) reach_error();", tmp_path, preset)
    assert isinstance(result.verdict, TrueVerdict)
    (line,) = [str(item) for item in result.assumptions]
    assert "program.c:33:22: " in line
    assert "evaluated left to right" in line


@pytest.mark.parametrize("preset", [name for name in preset_names() if name != "runs"])
def test_verdict_that_no_order_changes_rests_on_nothing(preset: str, tmp_path: Path) -> None:
    result = result_of("if (two(pure(1), pure(2)) != 23) reach_error();", tmp_path, preset)
    assert (result.verdict, result.assumptions) == (TrueVerdict(), ())


def test_place_is_told_once(tmp_path: Path) -> None:
    result = result_of("v = two(counter(), counter() + x);", tmp_path, "value")
    places = [str(item.place) for item in result.assumptions]
    assert len(places) == len(set(places)) == 2
