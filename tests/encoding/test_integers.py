"""Guessing in integers: terms over mathematical integers, what has no counterpart, and the way back to bit-vectors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.encoding.test_encode import NONDET, Walk
from whet.cfa.expressions import Variable
from whet.cfa.types import IntType
from whet.encoding.encode import PathFormula
from whet.encoding.integers import Integers, IntegerTranslation, Reading, Wrapping
from whet.encoding.lifting import Lifting, NotLifted, origin_of
from whet.solvers.port import Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.meaning import signed
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import conjuncts, symbols

TYPES = {"i": "int", "u": "unsigned", "c": "signed char", "l": "long long", "f": "float"}


def walk_of(statement: str, folder: Path) -> tuple[Walk, Integers]:
    declared = " ".join(f"{type} {name};" for name, type in TYPES.items())
    walk = Walk(f"{NONDET}int array[3]; int main(void) {{ {declared} {statement} return 0; }}", folder)
    return walk, linear(walk)


def linear(walk: Walk) -> Integers:
    return Integers(walk.terms, walk.encoder.vocabulary, Wrapping.LINEAR)


def last_value(walk: Walk, integers: Integers) -> Term:
    """What ``l`` is at the end of main, over integers."""
    (edges,) = walk.paths()
    path = walk.encode(edges)
    last = walk.encoder.symbol(path, walk.variable("main::l"))
    (value,) = (
        next(arg for arg in part.args if arg is not last)
        for part in conjuncts(path.formula)
        if part.op is Op.EQ and last in part.args
    )
    return IntegerTranslation(integers, (value,)).number(value, Reading.SIGNED)


def is_opaque(value: Term) -> bool:
    return any(symbol.name.startswith("opaque~") for symbol in symbols(value))


@pytest.mark.parametrize("text", ["i + 2 * c - 5", "-i", "i < c", "!(u > 3)", "(long long)i + l", "i << 3", "u - 1", "i == 3"])
def test_linear_expressions_are_said_in_integers(text: str, tmp_path: Path) -> None:
    value = last_value(*walk_of(f"l = {text};", tmp_path))
    assert not is_opaque(value)
    assert value.sort == INT


@pytest.mark.parametrize(
    "text",
    ["i & 3", "i * c", "i / 2", "i % 2", "~i", "i << c", "i >> 1", "(signed char)i", "(int)f", "array[i]", "f < 2", "i ^ 1"],
)
def test_other_expressions_are_refused(text: str, tmp_path: Path) -> None:
    assert is_opaque(last_value(*walk_of(f"l = {text};", tmp_path)))


def test_every_symbol_has_its_own_counterpart(tmp_path: Path) -> None:
    walk, integers = walk_of("i = array[1];", tmp_path)
    vocabulary = walk.encoder.vocabulary
    base = vocabulary.variable(walk.variable("main::i"))
    assert integers.symbol(base) is integers.symbol(base) is not integers.symbol(vocabulary.instance(base, 1))


def relaxed(integers: Integers, path: PathFormula) -> Term:
    translation = IntegerTranslation(integers, (path.formula,))
    return integers.terms.and_(translation.of(path.formula), *translation.side)


LOOP = """int main(void) { int i = 0, n = __VERIFIER_nondet_int(); unsigned char c = n; while (i < 3) { i = i + 1; c = c ^ 1; }
if (i > 3) r = 1; return c; }"""


def test_paths_are_contradictory_in_integers_as_in_bit_vectors(tmp_path: Path) -> None:
    walk = Walk(NONDET + LOOP, tmp_path)
    integers, engine = linear(walk), engine_named("z3", walk.terms)
    agreeing = 0
    for edges in walk.paths(longest=16, pruned=False):
        path = walk.encode(edges)
        solver = engine.solver()
        solver.add(relaxed(integers, path))
        assert type(solver.check()) is type(walk.check(path.formula))
        agreeing += 1
    assert agreeing >= 4


def test_calls_pass_integers(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int f(int x) { return x + 1; } int main(void) { r = f(f(4)); return 0; }", tmp_path)
    integers, engine = linear(walk), engine_named("z3", walk.terms)
    (edges,) = walk.paths()
    path = walk.encode(edges)
    end = integers.symbol(walk.encoder.symbol(path, walk.variable("r")))
    solver = engine.solver()
    solver.add(relaxed(integers, path), walk.terms.not_(walk.terms.eq(end, walk.terms.integer(6))))
    assert isinstance(solver.check(), Unsat)


# ---------------------------------------------------------------------------------------------------- lifting


@pytest.fixture(scope="module")
def lifting(tmp_path_factory: pytest.TempPathFactory) -> tuple[Walk, Integers]:
    return walk_of("i = u + c + l;", tmp_path_factory.mktemp("lifting"))


def counterparts(walk: Walk, integers: Integers) -> Mapping[str, tuple[Term, Term, IntType]]:
    found = {}
    for name in "iucl":
        variable: Variable = walk.variable(f"main::{name}")
        assert isinstance(variable.type, IntType)
        base = walk.encoder.vocabulary.variable(variable)
        found[name] = (base, integers.symbol(base), variable.type)
    return found


def lifting_of(walk: Walk, integers: Integers) -> Lifting:
    return Lifting(walk.terms, {integer: origin_of(integers, base) for base, integer, _ in counterparts(walk, integers).values()})


def test_a_formula_whose_parts_are_shared_is_lifted_in_time(lifting: tuple[Walk, Integers]) -> None:
    """As a tree, it has 2^60 atoms."""
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    (_, x, _), (base, y, _) = known["i"], known["u"]
    left, right = t.int_le(x, t.integer(3)), t.eq(y, t.integer(5))
    for _ in range(60):
        left, right = t.eq(left, right), t.ite(right, t.not_(left), left)
    found = lifting_of(walk, integers).exact(left)
    assert base in symbols(found)
    either = t.int_le(x, t.integer(3)), t.eq(y, t.integer(5))
    for _ in range(60):
        either = t.or_(t.not_(either[0]), either[1]), t.and_(t.not_(either[1]), either[0])
    assert lifting_of(walk, integers).modular(t.or_(t.eq(x, t.integer(7)), *either)) is not None


@given(
    factors=st.dictionaries(st.sampled_from("iucl"), st.sampled_from([1, -1, 1, -1, 2, 3, -7]), min_size=0, max_size=3),
    constant=st.sampled_from([0, 0, 1, -1, 100, 127, 128, 255, -129, 1 << 31, (1 << 32) - 1, 1 << 40]),
    op=st.sampled_from(["le", "lt", "eq"]),
    bits=st.lists(st.one_of(st.integers(0, 3), st.integers(0, (1 << 64) - 1), st.just((1 << 64) - 1)), min_size=4, max_size=4),
)
def test_lifting_is_exact(
    lifting: tuple[Walk, Integers], factors: dict[str, int], constant: int, op: str, bits: list[int]
) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    left, right = t.integer(0), t.integer(constant)
    for name, factor in factors.items():
        left = t.int_add(left, t.int_mul(known[name][1], t.integer(factor)))
    term = {"le": t.int_le, "lt": t.int_lt, "eq": t.eq}[op](left, right)
    lifted = lifting_of(walk, integers).exact(term)
    vectors = {base: value & ((1 << base.width) - 1) for (base, _, _), value in zip(known.values(), bits, strict=True)}
    numbers = {
        integer: signed(base.width, vectors[base]) if type.signed else vectors[base] for base, integer, type in known.values()
    }
    assert evaluate(lifted, vectors) == evaluate(term, numbers)


def test_simple_comparisons_stay_simple(lifting: tuple[Walk, Integers]) -> None:
    walk, integers = lifting
    t, known, exact = walk.terms, counterparts(walk, integers), lifting_of(walk, integers).exact
    (i, integer, _), (u, natural, _) = known["i"], known["u"]
    assert exact(t.int_le(integer, t.integer(5))) is t.bv_sle(i, t.bv(5, 32))
    assert exact(t.int_lt(t.integer(5), natural)) is t.bv_ult(t.bv(5, 32), u)
    assert exact(t.int_le(t.integer(0), t.int_add(integer, t.integer(5)))) is t.bv_sle(t.bv(-5, 32), i)
    both = exact(t.and_(t.int_le(integer, natural), t.not_(t.eq(natural, t.integer(1)))))
    assert symbols(both) == {i, u}


@given(
    by=st.sampled_from([2, 3, 7, 8, 1 << 33]),
    op=st.sampled_from(["mod", "div", "mul"]),
    bits=st.lists(st.one_of(st.integers(0, 9), st.integers(0, (1 << 64) - 1)), min_size=4, max_size=4),
)
def test_products_and_divisions_are_lifted_exactly(lifting: tuple[Walk, Integers], by: int, op: str, bits: list[int]) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    i, u, c = (known[name][1] for name in "iuc")
    made = {"mod": t.int_mod(i, t.integer(by)), "div": t.int_div(t.int_sub(i, u), t.integer(by)), "mul": t.int_mul(i, u)}[op]
    vectors = {base: value & ((1 << base.width) - 1) for (base, _, _), value in zip(known.values(), bits, strict=True)}
    numbers = {
        integer: signed(base.width, vectors[base]) if type.signed else vectors[base] for base, integer, type in known.values()
    }
    for term in (t.int_le(made, c), t.eq(t.int_add(made, c), t.integer(1)), t.int_lt(t.ite(t.int_le(i, c), made, u), i)):
        assert evaluate(lifting_of(walk, integers).exact(term), vectors) == evaluate(term, numbers)


def test_a_stranger_is_not_lifted(lifting: tuple[Walk, Integers]) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    stranger = t.int_le(t.symbol("stranger~", INT), t.integer(0))
    for term in (stranger, t.or_(t.int_le(known["i"][1], known["u"][1]), stranger)):
        with pytest.raises(NotLifted):
            lifting_of(walk, integers).exact(term)
