"""C expressions mean what their terms mean, says gcc; and they are readable."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import random_assignment, random_term
from whet.solvers.terms import meaning
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.printing import CName, NoCExpression, as_c
from whet.solvers.terms.sorts import BINARY32, BOOL, INT, Array, BitVec
from whet.solvers.terms.term import Term, reachable
from whet.solvers.terms.values import TermValue
from whet.solvers.terms.walks import ordered, symbols

C_TYPES = {8: "char", 16: "short", 32: "int", 64: "long long"}


def declaration(symbol: Term, name: CName, value: TermValue) -> str:
    assert isinstance(value, int)
    if symbol.sort == BOOL:
        return f"volatile int {name.text} = {int(value)};"
    container = next(text for bits, text in C_TYPES.items() if bits >= symbol.width)
    number = meaning.signed(symbol.width, value) & (2**64 - 1) if name.signed else value
    return f"volatile {'signed' if name.signed else 'unsigned'} {container} {name.text} = {number}ULL;"


def check_function(number: int, term: Term, assignment: dict[Term, TermValue], signed: dict[Term, bool]) -> str:
    """A C function that tells whether the expression of a term has the value of the term."""
    names = {symbol: CName(symbol.name, signed[symbol]) for symbol in assignment}
    expected = evaluate(term, assignment)
    assert isinstance(expected, int)
    mask = meaning.ones(1 if term.sort == BOOL else term.width)
    body = " ".join(declaration(symbol, names[symbol], value) for symbol, value in assignment.items())
    text = as_c(term, names, longest=100_000)
    return (
        f"static int check_{number}(void) {{ {body} return ((unsigned long long)({text}) & {mask}ULL) == {int(expected)}ULL; }}"
    )


def differences(functions: list[str], folder: Path) -> list[int]:
    """The numbers of the functions that found a difference."""
    calls = "\n".join(f'if (!check_{number}()) printf("%d ", {number});' for number in range(len(functions)))
    program = "\n".join(["#include <stdio.h>", *functions, f"int main(void) {{ {calls} return 0; }}"])
    (folder / "check.c").write_text(program)
    command = ["gcc", "-fwrapv", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-w", "check.c", "-o", "check"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    printed = subprocess.run([folder / "check"], check=True, capture_output=True, text=True).stdout
    return [int(number) for number in printed.split()]


@pytest.mark.gcc
@pytest.mark.slow
def test_random_expressions_have_the_value_of_their_terms(tmp_path: Path) -> None:
    cases: list[tuple[Term, dict[Term, TermValue]]] = []
    functions: list[str] = []

    @settings(max_examples=600, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def collect(data: st.DataObject) -> None:
        sort = data.draw(st.sampled_from([None, BOOL]))
        term = data.draw(random_term(Terms(), sort, kinds=frozenset(), depth=3))
        assignment = data.draw(random_assignment(term))
        signed = {symbol: data.draw(st.booleans()) for symbol in ordered(symbols(term))}
        assume(all(sub.sort == BOOL or sub.width <= 64 for sub in reachable((term,))))
        functions.append(check_function(len(functions), term, assignment, signed))
        cases.append((term, assignment))

    collect()
    assert [cases[number] for number in differences(functions, tmp_path)] == []
    assert len(functions) > 300


@pytest.mark.gcc
def test_a_wrong_expression_is_noticed(tmp_path: Path) -> None:
    t = Terms()
    x = t.symbol("x", BitVec(8))
    right = check_function(0, t.bv_add(x, x), {x: 200}, {x: False})
    wrong = check_function(1, t.bv_add(x, x), {x: 200}, {x: False}).replace("x + x", "x - x")
    assert differences([right, wrong], tmp_path) == [1]


def test_signed_variables_need_no_casts() -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(32)), t.symbol("y", BitVec(32))
    names = {x: CName("x", signed=True), y: CName("y", signed=True)}
    assert as_c(t.bv_slt(t.bv_add(x, t.bv(1, 32)), y), names) == "x + 1 < y"
    assert as_c(t.not_(t.bv_sle(x, t.bv(-3, 32))), names) == "x > -3"
    assert as_c(t.bv_ult(x, y), names) == "(unsigned int)x < (unsigned int)y"
    assert as_c(t.distinct(t.bv_sub(x, t.bv(1, 32)), y), names) == "x - 1 != y"


def test_unsigned_variables_are_cast_where_the_sign_matters() -> None:
    t = Terms()
    x, c = t.symbol("x", BitVec(32)), t.symbol("c", BitVec(8))
    assert as_c(t.bv_slt(x, t.bv(0, 32))) == "(int)x < 0"
    assert as_c(t.eq(t.bv_add(c, c), c)) == "(unsigned char)(c + c) == c"
    assert as_c(t.bv_udiv(x, t.bv(10, 32))) == "x / 10U"
    assert as_c(t.bv_udiv(x, x)) == "x == 0 ? 4294967295U : x / x"


def test_truth_values_have_parentheses_where_c_wants_them() -> None:
    t = Terms()
    p, q, r = (t.symbol(name, BOOL) for name in "pqr")
    assert as_c(t.or_(t.and_(p, q), t.not_(r))) == "(p && q) || !r"
    assert as_c(t.not_(t.and_(p, q))) == "!(p && q)"


def test_integers_and_arrays() -> None:
    t = Terms()
    n, a, i = t.symbol("n", INT), t.symbol("a", Array(BitVec(32), BitVec(8))), t.symbol("i", BitVec(32))
    assert as_c(t.int_le(t.int_add(n, t.integer(-2)), t.int_mul(n, n))) == "n - 2 <= n * n"
    assert as_c(t.eq(t.select(a, i), t.bv(0, 8))) == "a[i] == 0U"


def test_what_c_cannot_say_is_an_error() -> None:
    t = Terms()
    f, x = t.symbol("f", BINARY32), t.symbol("x", BitVec(65))
    a, b = t.symbol("a", Array(BitVec(8), BitVec(8))), t.symbol("b", Array(BitVec(8), BitVec(8)))
    low = t.extract(x, high=7, low=0)
    for term in (t.fp_is_nan(f), t.eq(a, b), low, t.select(t.store(a, t.bv(0, 8), t.bv(0, 8)), t.symbol("i", BitVec(8)))):
        with pytest.raises(NoCExpression):
            as_c(term)


def test_sharing_does_not_explode() -> None:
    t = Terms()
    x = t.symbol("x", BitVec(32))
    for _ in range(60):
        x = t.bv_mul(x, x)
    with pytest.raises(NoCExpression, match="longer"):
        as_c(x)
