"""Expressions as trees: read back they are the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from whet.cfa.expressions import Binary, BinaryOp, Const, Expr
from whet.cfa.model import Program
from whet.cfa.show import to_c
from whet.cfa.targets import Targets
from whet.cfa.trees import BadTree, ExpressionTree, NoTree, Trees
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.checks.insertion import put_checks
from whet.frontend.parse import parse_file
from whet.task.dangers import Danger

TEXT = """
enum colour { RED, GREEN } c = GREEN; unsigned char u; long l; float f; double d; long double w; int *p, a[3]; _Bool b;
struct point { int x, y; } s, *q;
int f1(long x) { long y = x; { long x = y; y = x << 3; } return y > 2; }
int main(void) {
  if (-u < ~(int)l && !d) f = (float)d * 1.5f;
  if (p == 0 || p == (int *)16 || (unsigned long)p == 7 || w < 2.5L || b != c) u = (unsigned char)(u + 1);
  a[1] = *p + s.x + q->y + a[u]; l = (p - a) + (a + 1 != p); return f1(a[1]) % 3;
}
"""


def parsed(folder: Path, machine: MachineModel = LP64) -> Program:
    path = folder / "program.c"
    path.write_text(TEXT)
    return parse_file(os.fspath(path), machine=machine)


def tree_or_none(trees: Trees, expr: Expr) -> ExpressionTree | None:
    try:
        return trees.tree(expr)
    except NoTree:
        return None


@pytest.mark.parametrize("machine", [LP64, ILP32])
def test_read_back_it_is_the_same(machine: MachineModel, tmp_path: Path) -> None:
    program = parsed(tmp_path, machine)
    trees = Trees(program)
    told = {expr: tree for expr in program.expressions() if (tree := tree_or_none(trees, expr)) is not None}
    assert {type(expr).__name__ for expr in told} == {"Var", "Member", "Index", "Const", "FloatConst", "Unary", "Binary", "Cast"}
    assert len(told) > 30
    for expr, tree in told.items():
        assert trees.expression(tree) == expr
        assert trees.tree(trees.expression(tree)) == tree


def test_names_of_two_variables_are_told_apart(tmp_path: Path) -> None:
    trees = Trees(parsed(tmp_path))
    one, other = trees.expression(("var", "f1::x")), trees.expression(("var", "f1::x__2"))
    assert one != other


def test_part_of_a_variable_is_read_back(tmp_path: Path) -> None:
    trees = Trees(parsed(tmp_path))
    assert trees.expression(("part", ("var", "s"), 1)) != trees.expression(("part", ("var", "s"), 0))
    assert to_c(trees.expression(("part", ("var", "s"), 1))) == "s.y"
    assert to_c(trees.expression(("part", ("var", "a"), 2))) == "a[2]"


def test_condition_of_an_overflow_check_is_read_back(tmp_path: Path) -> None:
    program = parsed(tmp_path)
    before = set(program.expressions())
    put_checks(program, Targets("no-overflow", dangers=frozenset({Danger("overflow")})))
    trees = Trees(program)
    told = {expr: tree for expr in set(program.expressions()) - before if (tree := tree_or_none(trees, expr)) is not None}
    assert any("_BitInt" in str(tree) for tree in told.values())
    assert all(trees.expression(tree) == expr for expr, tree in told.items())


def test_memory_has_no_tree(tmp_path: Path) -> None:
    program = parsed(tmp_path)
    shown = [type(expr).__name__ for expr in program.expressions() if tree_or_none(Trees(program), expr) is None]
    assert {"Deref", "Member", "Index", "AddressOf", "PointerAdd", "PointerDiff"} <= set(shown)


@pytest.mark.parametrize(
    "tree",
    [
        ("var", "main::nobody"),
        ("const", 5, "integer"),
        ("const", 5, "double"),
        ("float", 5, "int"),
        ("cast", ("var", "u"), "struct point"),
        ("address", 0),
        ("part", ("var", "s"), 2),
        ("part", ("var", "a"), 3),
        ("part", ("var", "l"), 0),
        ("part", ("const", 5, "int"), 0),
        ("-", ("var", "p")),
        ("+", ("var", "p"), ("var", "p")),
        ("==", ("var", "u"), ("var", "l")),
        ("==", ("var", "l"), ("address", 0)),
        ("&&", ("var", "l"), ("var", "l")),
        ("==", ("var", "l")),
        (),
        5,
    ],
)
def test_what_is_no_expression_of_the_program_is_an_error(tree: ExpressionTree, tmp_path: Path) -> None:
    with pytest.raises(BadTree):
        Trees(parsed(tmp_path)).expression(tree)


def test_number_of_a_pointer_needs_the_pointer(tmp_path: Path) -> None:
    trees = Trees(parsed(tmp_path))
    match trees.expression(("==", ("var", "p"), ("address", 16))):
        case Binary(op=BinaryOp.EQ, right=Const(value=16, type=type)):
            assert str(type) == "int *"
        case other:
            raise AssertionError(other)
