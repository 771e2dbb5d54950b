"""The contract of operators: a state that describes an execution describes it after any assignment and any condition.

Operands of all types are drawn at random; ``whet.cfa.semantics`` computes what each operator and conversion makes of them.  The
domain knows the operands exactly, or by a comparison, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from tests.contracts.contracts import Following, Subject
from tests.contracts.executions import moments as executed
from whet.cfa.expressions import Binary, BinaryOp, Cast, Const, Expr, Unary, UnaryOp, Var, Variable, promoted, variables_of
from whet.cfa.model import Edge, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Havoc, Operation, Skip
from whet.cfa.semantics import evaluate, is_true
from whet.cfa.source import Origin
from whet.cfa.targets import Targets, violation_by
from whet.cfa.types import LP64, IntType
from whet.checks.insertion import put_checks
from whet.frontend.parse import parse_file

INT = LP64.int
TYPES = (
    *("_Bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int"),
    *("long", "unsigned long", "long long", "unsigned long long"),
)
_OPERANDS = ("a", "b", "c")
_ORDERS = (BinaryOp.EQ, BinaryOp.LT, BinaryOp.GT)
_KNOWING = (BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE)


@cache
def _program() -> Program:
    """Three variables of each type, all of which are read at the end, so that no domain forgets one."""
    numbers = range(len(TYPES))
    declared = "".join(f"{TYPES[number]} {name}{number};\n" for number in numbers for name in (*_OPERANDS, "result"))
    read = " + ".join(f"{name}{number}" for number in numbers for name in (*_OPERANDS, "result"))
    body = f"sum = 0; sum = {read}; if (sum) reach_error(); return 0;"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "operators.c"
        path.write_text(f"{declared}long long sum;\nextern void reach_error(void);\nint main(void) {{ {body} }}\n")
        program = parse_file(str(path), machine=LP64, blocks=False)
    put_checks(program, Targets("unreach-call", functions=frozenset({"reach_error"})))
    return program


@cache
def _variable(name: str, type: IntType) -> Variable:
    return next(each for each in _program().globals if each.name.startswith(name) and each.type == type)


def _location() -> Node:
    """After the first assignment of ``main``."""
    main = _program().functions["main"]
    return next(edge.target for edge in main.edges() if isinstance(edge.operation, Assign))


@dataclass(frozen=True, slots=True)
class Operands:
    """The values of variables, what the domain gets to know of them, and what is computed from them."""

    values: tuple[tuple[Variable, int], ...]
    knowledge: tuple[tuple[BinaryOp, int] | None, ...]
    """Comparisons with a number, one for each variable."""
    exprs: tuple[Expr, ...]

    def value(self, expr: Expr) -> int | None:
        """None if it is undefined."""
        values = dict(self.values)
        found = evaluate(expr, lambda read: values[read.variable] if isinstance(read, Var) else None)
        assert found is None or isinstance(found, int)
        return found


# ---------------------------------------------------------------------------------------------------- random steps


def _types() -> st.SearchStrategy[IntType]:
    return st.sampled_from([LP64.integer(name) for name in TYPES])


def _numbers(type: IntType) -> st.SearchStrategy[int]:
    small = st.integers(max(type.min, -9), min(type.max, 9))
    return small | small | st.sampled_from([type.min, type.max, type.max // 2 + 1]) | st.integers(type.min, type.max)


@st.composite
def _operands(draw: st.DrawFn, depth: int) -> Expr:
    if depth > 0 and draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(_results(draw(_operands(depth - 1)), draw(_operands(depth - 1)))))
    type = draw(_types())
    is_variable = draw(st.sampled_from((True, True, True, False)))
    return Var(_variable(draw(st.sampled_from(_OPERANDS)), type)) if is_variable else Const(draw(_numbers(type)), type)


def _results(left: Expr, right: Expr) -> list[Expr]:
    """One expression for each operator and each conversion."""
    conversions = [Cast(left, LP64.integer(name)) for name in TYPES]
    left, right = promoted(left, INT), promoted(right, INT)
    unary = [Unary(op, left, INT if op is UnaryOp.NOT else _integer(left)) for op in UnaryOp]
    return [*conversions, *unary, *(_binary(op, left, right) for op in BinaryOp)]


def _binary(op: BinaryOp, left: Expr, right: Expr) -> Expr:
    """Of promoted operands; shifts are by fewer bits than there are."""
    type = _integer(left)
    if op.is_shift:
        return Binary(op, left, Binary(BinaryOp.AND, right, _like(right, 31), _integer(right)), type)
    common = max(type, _integer(right), key=lambda each: (each.width, not each.signed))
    left, right = (each if each.type == common else Cast(each, common) for each in (left, right))
    return Binary(op, left, right, INT if op.is_comparison else common)


def _like(expr: Expr, number: int) -> Const:
    return Const(number, _integer(expr))


@st.composite
def random_operands(draw: st.DrawFn) -> Operands:
    left, right = draw(_operands(2)), draw(_operands(2))
    variables = sorted({*variables_of(left), *variables_of(right)}, key=lambda each: each.name)
    values = tuple((each, draw(_numbers(_integer(each)))) for each in variables)
    return Operands(values, tuple(draw(_knowledge(*each)) for each in values), tuple(_results(left, right)))


@st.composite
def _knowledge(draw: st.DrawFn, variable: Variable, value: int) -> tuple[BinaryOp, int] | None:
    """What is known of a variable: mostly its value."""
    op = draw(st.sampled_from((BinaryOp.EQ, BinaryOp.EQ, BinaryOp.EQ, *_KNOWING, None)))
    if op is None:
        return None
    read = promoted(Var(variable), INT)
    return op, value if op is BinaryOp.EQ else draw(_numbers(_integer(read)))


def _integer(expr: Expr | Variable) -> IntType:
    assert isinstance(expr.type, IntType)
    return expr.type


def seven_and_three() -> Operands:
    """-7 and 3, known exactly: they tell the directions of rounding and the signs of remainders apart."""
    left, right = (Var(_variable(name, INT)) for name in ("a", "b"))
    known = (BinaryOp.EQ, 0)
    return Operands(((left.variable, -7), (right.variable, 3)), (known, known), tuple(_results(left, right)))


# ---------------------------------------------------------------------------------------------------- the contract


def following(subject: Subject) -> Following:
    """The analysis on the program of these variables."""
    return Following(subject, _program())


def states_describe_what_is_computed(following: Following, operands: Operands) -> None:
    known = list(_known(operands))
    states = [following.first]
    for edge in _beginning():
        states = following.taken(states, edge)
    states = _after(states, known, following)
    assert states, f"{known} is thought impossible"
    for expr in operands.exprs:
        value = operands.value(expr)
        for step in () if value is None else _steps(expr, value):
            after = _after(states, step, following)
            gone = following.taken(after, Edge(_location(), Skip(_origin()), _violation().source))
            assert following.taken(gone, _violation()) or following.gives_up(after), f"{step} is thought impossible after {known}"


def _after(states: list[Any], operations: Iterable[Operation], following: Following) -> list[Any]:
    for operation in operations:
        states = following.taken(states, Edge(_location(), operation, _location()))
    return states


def _steps(expr: Expr, value: int) -> Iterator[list[Operation]]:
    """A condition, and an assignment with what is true after it."""
    yield [Assume(expr, is_true(value), _origin())]
    result = Var(_variable("result", _integer(expr)))
    facts = [_fact(op, promoted(result, INT), value if op is BinaryOp.EQ else 0, value) for op in _ORDERS]
    yield [Assign(result, expr, _origin()), *facts]


def _fact(op: BinaryOp, read: Expr, number: int, value: int) -> Assume:
    """Whether a variable with this value is less than a number, and so on."""
    condition = Binary(op, read, _like(read, number), INT)
    found = evaluate(condition, lambda _: value)
    assert found is not None
    return Assume(condition, is_true(found), _origin())


def _known(operands: Operands) -> Iterator[Operation]:
    for (variable, value), known in zip(operands.values, operands.knowledge, strict=True):
        match known:
            case BinaryOp.EQ, _:
                yield Assign(Var(variable), Const(value, _integer(variable)), _origin())
            case op, number:
                yield Havoc(Var(variable), _origin())
                yield _fact(op, promoted(Var(variable), INT), number, value)
            case None:
                yield Havoc(Var(variable), _origin())


@cache
def _beginning() -> tuple[Edge, ...]:
    """The steps of the program up to the location."""
    taken = [each.edge for each in executed(_program(), (0,))]
    return tuple(takewhile(lambda edge: edge.source is not _location(), taken))


@cache
def _violation() -> Edge:
    """Violates the property, so that a domain must decide whether its source can be reached."""
    program = _program()
    call = next(edge for edge in program.functions["main"].edges() if isinstance(edge.operation, Call))
    entering, _ = program.call_edges(call, program.functions["reach_error"])
    assert violation_by(entering.operation)
    return entering


def _origin() -> Origin:
    return next(_location().function.edges()).origin
