"""An expression that a term was decoded to says what the term says, for all values."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import random_assignment, random_term
from whet.cfa.expressions import Expr, Var, Variable, VariableKind
from whet.cfa.semantics import Value
from whet.cfa.semantics import evaluate as value_of
from whet.cfa.show import to_c
from whet.cfa.trees import Trees
from whet.cfa.types import LP64, IntType, bit_int
from whet.encoding.decoding import Decoding, NotDecoded
from whet.frontend.parse import parse_file
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BINARY64, BOOL, BitVec
from whet.solvers.terms.term import Term


def variable(symbol: Term) -> Variable | None:
    """Signed if its name says so; a standard type where there is one."""
    if not isinstance(symbol.sort, BitVec):
        return None
    signed, width = symbol.name.startswith("x1") and symbol.width > 1, symbol.width
    known = [type for type in LP64.integers() if type.width == width and type.signed is signed]
    type = known[0] if known else bit_int(width, signed=signed)
    return Variable(number=symbol.number, name=symbol.name, type=type, kind=VariableKind.GLOBAL, function=None)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_expressions_say_what_their_terms_say(data: st.DataObject) -> None:
    terms = Terms()
    term = data.draw(random_term(terms, BOOL, kinds=frozenset(), depth=3))
    variables: dict[Term, Variable | None] = {}
    decoding = Decoding(LP64, lambda symbol: variables.setdefault(symbol, variable(symbol)))
    try:
        expr = decoding.truth(term)
    except NotDecoded:
        return
    values = data.draw(random_assignment(term))
    numbers = {found: values[symbol] for symbol, found in variables.items() if found is not None}

    def read(lvalue: Expr) -> Value:
        assert isinstance(lvalue, Var)
        assert isinstance(lvalue.type, IntType)
        number = numbers[lvalue.variable]
        assert isinstance(number, int)
        return lvalue.type.wrap(number)

    assert value_of(expr, read) == int(bool(evaluate(term, values))), to_c(expr)


def test_most_of_what_predicates_say_is_decoded() -> None:
    t = Terms()
    x, y = t.symbol("x1_32", BitVec(32)), t.symbol("y", BitVec(32))
    decoding = Decoding(LP64, {x: variable(x), y: variable(y)}.get)
    wide = t.bv_sle(t.sign_extend(x, 2), t.bv_mul(t.sign_extend(y, 2), t.bv(3, 34)))
    for term in (t.bv_slt(x, y), t.not_(t.eq(x, t.bv(3, 32))), wide, t.ite(t.eq(x, y), t.bv_ult(x, y), t.true)):
        assert decoding.truth(term) is not None
    assert to_c(decoding.truth(t.bv_slt(x, t.bv(-1, 32)))) == "x1_32 < -1"


def test_choice_between_numbers_of_type_int_is_no_truth_value() -> None:
    t = Terms()
    x, y = t.symbol("x1_32", BitVec(32)), t.symbol("x1_other", BitVec(32))
    expr = Decoding(LP64, {x: variable(x), y: variable(y)}.get).truth(t.eq(t.ite(t.bv_slt(x, y), x, y), t.bv(6, 32)))
    numbers = {"x1_32": 6, "x1_other": 9}
    assert value_of(expr, lambda lvalue: numbers[lvalue.variable.name] if isinstance(lvalue, Var) else 0) == 1


def test_name_with_its_file_is_a_variable_and_one_of_an_inner_call_is_none() -> None:
    t = Terms()
    static, inner = t.symbol("count@a.c", BitVec(32)), t.symbol("f::n@2", BitVec(32))
    local = Variable(number=1, name="n", type=LP64.int, kind=VariableKind.LOCAL, function="f")
    decoding = Decoding(LP64, {static: variable(static), inner: local}.get)
    assert to_c(decoding.truth(t.eq(static, t.bv(3, 32)))).startswith("count@a.c == 3")
    with pytest.raises(NotDecoded):
        decoding.truth(t.eq(inner, t.bv(3, 32)))


@pytest.mark.parametrize("kind", ["an array", "a float that is made of bits", "a division", "a long shift"])
def test_what_c_has_no_words_for_is_not_decoded(kind: str) -> None:
    t = Terms()
    x, y = t.symbol("x", BitVec(64)), t.symbol("y", BitVec(64))
    terms = {
        "an array": t.is_nonzero(t.symbol("other", BitVec(8))),
        "a float that is made of bits": t.fp_is_zero(t.fp_from_bits(x, BINARY64)),
        "a division": t.eq(t.bv_udiv(x, y), x),
        "a long shift": t.eq(t.bv_shl(x, y), x),
    }
    decoding = Decoding(LP64, {x: variable(x), y: variable(y)}.get)
    with pytest.raises(NotDecoded):
        decoding.truth(terms[kind])


def test_decoded_types_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text("int x; int main(void) { return x; }", encoding="utf-8")
    program = parse_file(str(path))
    (x,) = (each for each in program.globals if each.name == "x")
    t = Terms()
    symbol = t.symbol("x", BitVec(32))
    expr = Decoding(program.machine, {symbol: x}.get).truth(t.bv_sle(t.sign_extend(symbol, 2), t.bv(7, 34)))
    trees = Trees(program)
    assert trees.expression(trees.tree(expr)) == expr
