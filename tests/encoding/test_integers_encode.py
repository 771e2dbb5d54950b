"""Guessing in integers: blocks over mathematical integers, what is refused, and lifting back to bit-vectors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.encoding.test_encode import NONDET, Walk
from whet.cfa.expressions import Expr, Variable
from whet.cfa.operations import Assign, flatten
from whet.cfa.types import IntType
from whet.encoding.integers_encode import IntegerEncoding
from whet.solvers.port import Unsat, engine_named
from whet.solvers.terms.evaluate import evaluate
from whet.solvers.terms.meaning import signed
from whet.solvers.terms.sorts import INT
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols

TYPES = {"i": "int", "u": "unsigned", "c": "signed char", "l": "long long", "f": "float"}


def walk_of(statement: str, folder: Path) -> tuple[Walk, IntegerEncoding]:
    declared = " ".join(f"{type} {name} = 1;" for name, type in TYPES.items())
    walk = Walk(f"{NONDET}int array[3]; int main(void) {{ {declared} {statement} return 0; }}", folder)
    return walk, IntegerEncoding(walk.encoder)


def last_value(walk: Walk) -> Expr:
    """What the last assignment of main stores."""
    parts = [part for edge in walk.program.main.edges() for part in flatten(edge.operation)]
    return [part.value for part in parts if isinstance(part, Assign)][-1]


def reader(walk: Walk, integers: IntegerEncoding):  # type: ignore[no-untyped-def]
    return lambda variable: integers.symbol(walk.encoder.vocabulary.variable(variable))


@pytest.mark.parametrize("text", ["i + 2 * c - 5", "-i", "i < c", "!(u > 3)", "(long long)i + l", "i << 3", "u - 1", "i == 3"])
def test_linear_expressions_are_said_in_integers(text: str, tmp_path: Path) -> None:
    walk, integers = walk_of(f"l = {text};", tmp_path)
    value = integers.value(last_value(walk), reader(walk, integers))
    assert value is not None
    assert value.sort == INT


@pytest.mark.parametrize(
    "text",
    ["i & 3", "i * c", "i / 2", "i % 2", "~i", "i << c", "i >> 1", "(signed char)i", "(int)f", "array[i]", "f < 2", "i ^ 1"],
)
def test_other_expressions_are_refused(text: str, tmp_path: Path) -> None:
    walk, integers = walk_of(f"l = {text};", tmp_path)
    assert integers.value(last_value(walk), reader(walk, integers)) is None


def test_only_integers_have_counterparts(tmp_path: Path) -> None:
    walk, integers = walk_of("i = array[1];", tmp_path)
    vocabulary = walk.encoder.vocabulary
    assert integers.symbol(vocabulary.variable(walk.variable("main::f"))) is None
    assert integers.symbol(vocabulary.heap()) is None
    base = vocabulary.variable(walk.variable("main::i"))
    assert integers.symbol(base) is integers.symbol(base) is not integers.symbol(vocabulary.instance(base, 1))


LOOP = """int main(void) { int i = 0, n = __VERIFIER_nondet_int(); unsigned char c = n; while (i < 3) { i = i + 1; c = c ^ 1; }
if (i > 3) r = 1; return c; }"""


def test_blocks_contradict_each_other_in_integers_as_in_bit_vectors(tmp_path: Path) -> None:
    walk = Walk(NONDET + LOOP, tmp_path)
    integers, engine = IntegerEncoding(walk.encoder), engine_named("z3", walk.terms)
    agreeing = 0
    for edges in walk.paths(longest=16, pruned=False):
        path, blocks = walk.encoder.initial(), []
        for edge in edges:
            following = walk.encoder.extended(path, edge)
            blocks.append(integers.block(path, edge, following))
            path = following
        solver = engine.solver()
        solver.add(*blocks)
        assert type(solver.check()) is type(walk.check(path.formula))
        agreeing += 1
    assert agreeing >= 4


def test_calls_pass_integers(tmp_path: Path) -> None:
    walk = Walk(NONDET + "int f(int x) { return x + 1; } int main(void) { r = f(f(4)); return 0; }", tmp_path)
    integers, engine = IntegerEncoding(walk.encoder), engine_named("z3", walk.terms)
    (edges,) = walk.paths()
    path, blocks = walk.encoder.initial(), []
    for edge in edges:
        following = walk.encoder.extended(path, edge)
        blocks.append(integers.block(path, edge, following))
        path = following
    end = integers.symbol(walk.encoder.symbol(path, walk.variable("r")))
    assert end is not None
    solver = engine.solver()
    solver.add(*blocks, walk.terms.not_(walk.terms.eq(end, walk.terms.integer(6))))
    assert isinstance(solver.check(), Unsat)


# ---------------------------------------------------------------------------------------------------- lifting


@pytest.fixture(scope="module")
def lifting(tmp_path_factory: pytest.TempPathFactory) -> tuple[Walk, IntegerEncoding]:
    return walk_of("i = u + c + l;", tmp_path_factory.mktemp("lifting"))


def counterparts(walk: Walk, integers: IntegerEncoding) -> Mapping[str, tuple[Term, Term, IntType]]:
    found = {}
    for name in "iucl":
        variable: Variable = walk.variable(f"main::{name}")
        assert isinstance(variable.type, IntType)
        base = walk.encoder.vocabulary.variable(variable)
        integer = integers.symbol(base)
        assert integer is not None
        found[name] = (base, integer, variable.type)
    return found


@given(
    factors=st.dictionaries(st.sampled_from("iucl"), st.sampled_from([1, -1, 1, -1, 2, 3, -7]), min_size=0, max_size=3),
    constant=st.sampled_from([0, 0, 1, -1, 100, 127, 128, 255, -129, 1 << 31, (1 << 32) - 1, 1 << 40]),
    op=st.sampled_from(["le", "lt", "eq"]),
    bits=st.lists(st.one_of(st.integers(0, 3), st.integers(0, (1 << 64) - 1), st.just((1 << 64) - 1)), min_size=4, max_size=4),
)
def test_lifting_is_exact(
    lifting: tuple[Walk, IntegerEncoding], factors: dict[str, int], constant: int, op: str, bits: list[int]
) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    left, right = t.integer(0), t.integer(constant)
    for name, factor in factors.items():
        left = t.int_add(left, t.int_mul(known[name][1], t.integer(factor)))
    term = {"le": t.int_le, "lt": t.int_lt, "eq": t.eq}[op](left, right)
    lifted = integers.lifted(term)
    assert lifted is not None
    vectors = {base: value & ((1 << base.width) - 1) for (base, _, _), value in zip(known.values(), bits, strict=True)}
    numbers = {
        integer: signed(base.width, vectors[base]) if type.signed else vectors[base] for base, integer, type in known.values()
    }
    assert evaluate(lifted, vectors) == evaluate(term, numbers)


def test_simple_comparisons_stay_simple(lifting: tuple[Walk, IntegerEncoding]) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    (i, integer, _), (u, natural, _) = known["i"], known["u"]
    assert integers.lifted(t.int_le(integer, t.integer(5))) is t.bv_sle(i, t.bv(5, 32))
    assert integers.lifted(t.int_lt(t.integer(5), natural)) is t.bv_ult(t.bv(5, 32), u)
    both = integers.lifted(t.and_(t.int_le(integer, natural), t.not_(t.eq(natural, t.integer(1)))))
    assert both is not None
    assert symbols(both) == {i, u}


def test_what_is_not_linear_is_not_lifted(lifting: tuple[Walk, IntegerEncoding]) -> None:
    walk, integers = lifting
    t, known = walk.terms, counterparts(walk, integers)
    x, y = known["i"][1], known["u"][1]
    assert integers.lifted(t.eq(t.int_mul(x, y), t.integer(4))) is None
    assert integers.lifted(t.eq(t.int_mod(x, t.integer(2)), t.integer(0))) is None
    assert integers.lifted(t.int_le(t.symbol("stranger~", INT), t.integer(0))) is None
    assert integers.lifted(t.or_(t.int_le(x, y), t.eq(t.int_div(x, t.integer(2)), y))) is None
