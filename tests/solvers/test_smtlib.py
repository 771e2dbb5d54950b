"""What is written as SMT-LIB is read back as the same term."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solvers.random_terms import EVERYTHING, random_term
from tests.solvers.test_terms import deep_term
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.smtlib import declarations, quoted, to_smtlib
from whet.solvers.terms.smtlib_reader import SmtLibError, from_smtlib, read_sort, s_expressions, unquoted
from whet.solvers.terms.sorts import BINARY32, BOOL, INT, Array, BitVec, Float
from whet.solvers.terms.term import Term


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_round_trip(data: st.DataObject) -> None:
    t = Terms()
    term = data.draw(random_term(t, kinds=data.draw(st.sampled_from([EVERYTHING, frozenset({"int"})]))))
    text = to_smtlib(term)
    assert from_smtlib(t, text) is term
    other = read_elsewhere(term, text)
    assert to_smtlib(other) == text


def read_elsewhere(term: Term, text: str) -> Term:
    """Read in a new table, which knows only what the declarations say."""
    t = Terms()
    for command in s_expressions("\n".join(declarations(term))):
        match command:
            case ["declare-fun", str(name), [], sort]:
                t.symbol(unquoted(name), read_sort(sort))
            case ["declare-fun", str(name), [*domain], sort]:
                args = tuple(t.symbol(f"argument {i}", read_sort(of)) for i, of in enumerate(domain))
                t.apply(unquoted(name), args, read_sort(sort))
            case _:
                pytest.fail(f"not a declaration: {command}")
    return from_smtlib(t, text)


@pytest.mark.parametrize(
    ("text", "bits"),
    [("NaN", 0x7FC00000), ("+zero", 0), ("-zero", 0x80000000), ("+oo", 0x7F800000), ("-oo", 0xFF800000)],
)
def test_floats_that_solvers_name(text: str, bits: int) -> None:
    t = Terms()
    assert from_smtlib(t, f"(_ {text} 8 24)") is t.fp(bits, BINARY32)


def test_the_text_of_some_terms() -> None:
    t = Terms()
    x, a = t.symbol("main::x@1", BitVec(8)), t.symbol("a", Array(BitVec(8), BitVec(8)))
    shared = t.bv_mul(x, x)
    assert to_smtlib(t.bv_ult(shared, t.bv_neg(shared))) == ("(let ((?0 (bvmul |main::x@1| |main::x@1|))) (bvult ?0 (bvneg ?0)))")
    assert to_smtlib(t.store(t.const_array(a.array, x), t.bv(3, 8), t.extract(t.zero_extend(x, 2), high=9, low=2))) == (
        "(store ((as const (Array (_ BitVec 8) (_ BitVec 8))) |main::x@1|) #x03"
        " ((_ extract 9 2) ((_ zero_extend 2) |main::x@1|)))"
    )
    assert to_smtlib(t.int_lt(t.symbol("n", INT), t.integer(-5))) == "(< n (- 5))"
    assert to_smtlib(t.fp_add(t.symbol("f", BINARY32), t.fp(0x3F800000, BINARY32))) == (
        "(fp.add RNE f (fp #b0 #x7f #b00000000000000000000000))"
    )
    assert declarations(shared, a) == [
        "(declare-fun |main::x@1| () (_ BitVec 8))",
        "(declare-fun a () (Array (_ BitVec 8) (_ BitVec 8)))",
    ]


def test_names_that_mean_something_else_are_quoted() -> None:
    assert [quoted(name) for name in ("x", "and", "let", "RNE", "a b", "x::y", "1")] == [
        "x",
        "|and|",
        "|let|",
        "|RNE|",
        "|a b|",
        "|x::y|",
        "|1|",
    ]
    t = Terms()
    odd = t.and_(t.symbol("and", BOOL), t.symbol("RNE", BOOL), t.symbol("true", BOOL), t.symbol("#x1", BOOL))
    assert from_smtlib(t, to_smtlib(odd)) is odd


@pytest.mark.parametrize("name", ["a|b", "a\\b", "?7", ""])
def test_names_that_cannot_be_written(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        quoted(name)


@pytest.mark.parametrize(
    "text",
    [
        "(bvadd x",
        "x)",
        "unknown",
        "(foo x)",
        "(let ((y x)) (let ((y x)) y))",
        "x x",
        "((_ rotate_left 1) x)",
        "()",
        '(bvadd x "s")',
    ],
)
def test_what_is_not_ours_is_an_error(text: str) -> None:
    with pytest.raises(SmtLibError):
        from_smtlib(Terms(), text, {"x": BitVec(8)})


def test_shorthands_and_comments() -> None:
    t = Terms()
    x = t.symbol("x", BitVec(8))
    text = "; a comment\n(=> (bvuge x (_ bv3 8)) (distinct x #b00000001)) ; another"
    assert from_smtlib(t, text) is t.implies(t.bv_uge(x, t.bv(3, 8)), t.distinct(x, t.bv(1, 8)))


def test_deep_terms() -> None:
    t = Terms()
    term = deep_term(t)
    assert from_smtlib(t, to_smtlib(term)) is term


def test_sorts() -> None:
    for sort in (BOOL, INT, BitVec(7), Float(5, 11), Array(BitVec(2), Array(BOOL, INT))):
        assert read_sort(next(s_expressions(str(sort)))) == sort
    with pytest.raises(SmtLibError, match="String"):
        read_sort("String")
