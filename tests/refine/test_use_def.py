"""Algorithm 5: on paths of small C programs, against its text, and against what it promises about runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cfa.build import (
    INT,
    FunctionBuilder,
    ProgramBuilder,
    add,
    address_of,
    assign,
    assume,
    binary,
    call,
    const,
    declares,
    havoc,
    less,
    returns,
    skip,
)
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Const,
    Deref,
    Expr,
    Index,
    Lvalue,
    Var,
    Variable,
    VariableKind,
)
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Block, Call, Enter, Leave, Operation, flatten
from whet.cfa.show import describe
from whet.cfa.types import LP64, ArrayType
from whet.cfa.uses import uses_of
from whet.frontend.parse import parse_file
from whet.refine.use_def import InUse, obtain_in_use

POINTER = LP64.pointer(INT)


class Names:
    """Variables of one function, and functions without a body."""

    def __init__(self) -> None:
        self.program = ProgramBuilder()
        self.main = self.program.function()
        self.x, self.y, self.z, self.i = (self.main.variable(name) for name in "xyzi")
        self.p, self.q = (self.main.variable(name, POINTER) for name in "pq")
        self.a = self.main.variable("a", ArrayType(INT, 4))
        self.g = self.program.global_variable("g")

    def outside(self, name: str) -> Function:
        return self.program.function(name).function

    @property
    def element(self) -> Lvalue:
        return Index(Var(self.a), Var(self.i))

    @property
    def target(self) -> Lvalue:
        return Deref(Var(self.p), INT)


@pytest.fixture
def names() -> Names:
    return Names()


def named(variables: frozenset[Variable]) -> str:
    """Names of single letters, in order."""
    return "".join(sorted(variable.name for variable in variables))


def positions(*operations: Operation, starting_from: int | None = None) -> list[str]:
    """What is in use before each operation; nothing ever is at the end."""
    found = obtain_in_use(operations, starting_from=starting_from)
    assert found.variables[-1] == frozenset()
    return [named(found.before(index)) for index in range(len(operations))]


def equal(left: Expr, right: Expr) -> Expr:
    return binary(left, BinaryOp.EQ, right)


# ---------------------------------------------------------------------------------------------------- the language of the text


def test_uses_of_an_assumption_are_in_use(names: Names) -> None:
    assert positions(assume(less(Var(names.x), Var(names.y)))) == ["xy"]


def test_a_definition_in_use_is_replaced_by_its_uses(names: Names) -> None:
    assert positions(assign(names.x, add(Var(names.y), Var(names.z))), assume(Var(names.x))) == ["yz", "x"]


def test_a_definition_may_use_itself(names: Names) -> None:
    assert positions(assign(names.x, add(Var(names.x), const(1))), assume(Var(names.x))) == ["x", "x"]


def test_a_definition_that_is_not_in_use_changes_nothing(names: Names) -> None:
    assert positions(assign(names.y, Var(names.z)), assume(Var(names.x))) == ["x", "x"]


def test_a_definition_behind_the_assumption_changes_nothing(names: Names) -> None:
    assert positions(assume(Var(names.x)), assign(names.y, Var(names.z))) == ["x", ""]


def test_a_path_without_assumptions_needs_nothing(names: Names) -> None:
    assert positions(assign(names.x, Var(names.y)), skip()) == ["", ""]
    assert positions() == []


def test_an_assumption_keeps_what_is_in_use(names: Names) -> None:
    found = positions(assign(names.x, 1), assume(less(Var(names.y), const(2))), assume(Var(names.x)))
    assert found == ["y", "xy", "x"]


def test_before_and_after(names: Names) -> None:
    found = obtain_in_use([assign(names.x, 5), assume(Var(names.x))])
    assert (named(found.before(0)), named(found.after(0)), named(found.before(1)), named(found.after(1))) == ("", "x", "x", "")


def test_a_location_needs_what_is_in_use_behind_the_operation(names: Names) -> None:
    """``x`` must be tracked where ``x := 5`` leads."""
    found = obtain_in_use([assign(names.x, 5), assign(names.y, 2), assume(Var(names.x)), assume(Var(names.y))])
    shown = {location: named(variables) for location, variables in found.by_location(["l1", "l2", None, "l1"]).items()}
    assert shown == {"l1": "x", "l2": "xy"}
    with pytest.raises(ValueError, match="longer"):
        found.by_location(["l1"])


# ---------------------------------------------------------------------------------------------------- one assumption


def test_starting_from_one_assumption(names: Names) -> None:
    path: list[Operation] = [assign(names.x, 1), assume(less(Var(names.y), const(2))), assume(Var(names.x)), assume(Var(names.z))]
    assert positions(*path, starting_from=2) == ["", "x", "x", ""]
    assert positions(*path, starting_from=1) == ["y", "y", "", ""]
    assert positions(*path) == ["yz", "xyz", "xz", "z"]


def test_an_equation_teaches(names: Names) -> None:
    """``y = 5; [x == y]; [x != 5]`` cannot be excluded without ``y``."""
    path: list[Operation] = [assign(names.y, 5), assume(equal(Var(names.x), Var(names.y))), assume(Var(names.x))]
    assert positions(*path, starting_from=2) == ["x", "xy", "x"]


@pytest.mark.parametrize("truth", [True, False])
def test_only_equations_teach(names: Names, truth: bool) -> None:
    condition = binary(Var(names.x), BinaryOp.NE, Var(names.y))
    path: list[Operation] = [assume(condition, truth), assume(Var(names.x))]
    assert positions(*path, starting_from=1) == ["x" if truth else "xy", "x"]
    order: list[Operation] = [assume(less(Var(names.x), Var(names.y)), truth), assume(Var(names.x))]
    assert positions(*order, starting_from=1) == ["x", "x"]


def test_an_equation_about_something_else_teaches_nothing(names: Names) -> None:
    path: list[Operation] = [assume(equal(Var(names.z), Var(names.y))), assume(Var(names.x))]
    assert positions(*path, starting_from=1) == ["x", "x"]


@pytest.mark.parametrize("index", [0, 2])
def test_the_start_must_be_an_assumption(names: Names, index: int) -> None:
    path: list[Operation] = [assign(names.x, 5), assume(Var(names.x)), call(names.outside("f"))]
    with pytest.raises(ValueError, match="assumes nothing"):
        obtain_in_use(path, starting_from=index)


# ---------------------------------------------------------------------------------------------------- other operations


def test_declarations_and_inputs_define(names: Names) -> None:
    assert positions(declares(names.x), assume(Var(names.x))) == ["", "x"]
    assert positions(havoc(Var(names.x)), assume(Var(names.x))) == ["", "x"]
    assert positions(declares(names.a, Var(names.x)), assume(names.element)) == ["ix", "ai"]


def test_a_part_is_not_the_whole(names: Names) -> None:
    assert positions(assign(names.element, Var(names.x)), assume(names.element)) == ["aix", "ai"]
    assert positions(assign(names.element, Var(names.x)), assume(Var(names.y))) == ["y", "y"]
    assert positions(havoc(names.element), assume(names.element)) == ["ai", "ai"]


def test_blocks_are_taken_apart(names: Names) -> None:
    block = Block((assign(names.x, Var(names.y)), assume(Var(names.x)), assign(names.x, Var(names.z))))
    assert positions(block, assume(Var(names.x))) == ["yz", "x"]
    assert positions(block, assume(Var(names.x)), starting_from=0) == ["y", ""]
    assert positions(block, assume(Var(names.x)), starting_from=1) == ["z", "x"]


def test_calls_without_a_body(names: Names) -> None:
    inputs = call(names.outside("__VERIFIER_nondet_int"), result=Var(names.x))
    assert positions(inputs, assume(Var(names.x))) == ["", "x"]
    assert positions(call(names.outside("abs"), Var(names.y), result=Var(names.x)), assume(Var(names.x))) == ["y", "x"]
    assert positions(call(names.outside("abs"), Var(names.y), result=Var(names.x)), assume(Var(names.z))) == ["z", "z"]


def test_an_assumption_that_is_a_call(names: Names) -> None:
    condition = call(names.outside("__VERIFIER_assume"), less(Var(names.x), Var(names.y)))
    assert positions(condition) == ["xy"]
    assert positions(condition, starting_from=0) == ["xy"]
    assert positions(condition, assume(Var(names.x)), starting_from=1) == ["x", "x"]
    equation = call(names.outside("__VERIFIER_assume"), equal(Var(names.x), Var(names.y)))
    assert positions(equation, assume(Var(names.x)), starting_from=1) == ["xy", "x"]


# ---------------------------------------------------------------------------------------------------- pointers


def test_a_read_through_a_pointer_reads_all_it_may_point_to(names: Names) -> None:
    point, other = assign(names.p, address_of(Var(names.x))), assign(names.q, address_of(Var(names.y)))
    assert positions(other, point, assume(names.target)) == ["xy", "xy", "pxy"]
    assert positions(point, assume(names.target), other) == ["x", "px", ""]


def test_a_write_through_a_pointer_removes_nothing(names: Names) -> None:
    point, store = assign(names.p, address_of(Var(names.x))), assign(names.target, Var(names.z))
    assert positions(point, store, assume(Var(names.x))) == ["xz", "pxz", "x"]


def test_a_write_through_a_pointer_to_something_else(names: Names) -> None:
    store = assign(names.target, Var(names.z))
    assert positions(store, assume(Var(names.x))) == ["x", "x"], "no address of x was taken"
    assert positions(store, assume(Var(names.x)), assign(names.q, address_of(Var(names.x)))) == ["x", "x", ""]
    found = obtain_in_use([store, assume(Var(names.x))], exposed=frozenset({names.x}))
    assert named(found.before(0)) == "pxz"


def test_memory_that_is_no_variable(names: Names) -> None:
    """``*p = z; [*p]`` on a heap block: the write matters though no variable is written."""
    path: list[Operation] = [
        call(names.outside("malloc"), Var(names.y), result=Var(names.p)),
        assign(names.target, Var(names.z)),
        assume(names.target),
    ]
    found = obtain_in_use(path)
    assert positions(*path) == ["yz", "pz", "p"]
    assert found.memory == (True, True, True, False)
    assert obtain_in_use([assume(Var(names.x))]).memory == (False, False)


def test_functions_that_write_through_their_arguments(names: Names) -> None:
    point = assign(names.p, address_of(Var(names.x)))
    read = call(names.outside("fill"), Var(names.p), Var(names.z))
    assert positions(point, read, assume(Var(names.x))) == ["xz", "pxz", "x"]
    harmless = call(names.outside("puts"), Var(names.p))
    assert positions(point, harmless, assume(Var(names.x))) == ["x", "x", "x"]


def test_copied_memory_is_read(names: Names) -> None:
    addresses: list[Operation] = [assign(names.p, address_of(Var(names.x))), assign(names.q, address_of(Var(names.y)))]
    copy = call(names.outside("memcpy"), Var(names.p), Var(names.q), const(4))
    assert positions(*addresses, copy, assume(Var(names.x))) == ["xy", "pxy", "pqxy", "x"]


def test_string_literals_are_constants(names: Names) -> None:
    text = names.program.global_variable("t", ArrayType(LP64.integer("char"), 4), VariableKind.STRING)
    path: list[Operation] = [assign(names.p, address_of(Var(text))), assume(names.target), assume(Index(Var(text), Var(names.i)))]
    assert positions(*path) == ["i", "ip", "i"]


# ---------------------------------------------------------------------------------------------------- calls that are gone into


def callee(names: Names) -> FunctionBuilder:
    builder = names.program.function("f")
    builder.variable("m", kind=VariableKind.PARAMETER)
    builder.variable("n", kind=VariableKind.PARAMETER)
    builder.node(0)
    builder.done()
    return builder


def test_parameters_and_results_connect(names: Names) -> None:
    function = callee(names).function
    m, _ = function.parameters
    site = call(function, Var(names.x), Var(names.y), result=Var(names.z))
    path: list[Operation] = [Enter(site, function), returns(Var(m)), Leave(site, function), assume(Var(names.z))]
    found = obtain_in_use(path)
    assert [named(found.before(index)) for index in range(4)] == ["x", "m", "result", "z"]
    assert found.before(2) == {function.return_variable}


@pytest.mark.parametrize("is_wanted", [True, False])
def test_a_result_that_is_not_in_use(names: Names, is_wanted: bool) -> None:
    function = callee(names).function
    site = call(function, Var(names.x), Var(names.y), result=Var(names.z) if is_wanted else None)
    returned = returns(Var(function.parameters[0]))
    assert positions(Enter(site, function), returned, Leave(site, function), assume(Var(names.i))) == ["i", "i", "i", "i"]


def test_a_path_that_ends_in_the_callee(names: Names) -> None:
    function = callee(names).function
    site = call(function, Var(names.x), Var(names.y), result=Var(names.z))
    assert positions(Enter(site, function), assume(Var(function.parameters[1]))) == ["y", "n"]


def test_the_result_of_an_element(names: Names) -> None:
    function = callee(names).function
    site = call(function, Var(names.x), Var(names.y), result=names.element)
    path: list[Operation] = [
        Enter(site, function),
        returns(Var(function.parameters[0])),
        Leave(site, function),
        assume(names.element),
    ]
    found = [variables - {function.return_variable} for variables in obtain_in_use(path).variables]
    assert [named(frozenset(variables)) for variables in found] == ["aix", "aim", "ai", "ai", ""]


def test_a_call_through_a_pointer_assumes_something_about_it(names: Names) -> None:
    function = callee(names).function
    pointer = names.main.variable("h", LP64.pointer(function.type))
    site = call(Var(pointer), Var(names.x), Var(names.y))
    assert positions(Enter(site, function), assume(Var(names.z))) == ["hz", "z"]
    assert positions(Enter(site, function), assume(Var(names.z)), starting_from=1) == ["z", "z"]


def test_frames_of_a_recursive_function_are_kept_apart(names: Names) -> None:
    """The inner call gets its own ``m``; that of the outer one is still needed behind it."""
    function = callee(names).function
    m, n = function.parameters
    inner = call(function, const(0), Var(n))
    path: list[Operation] = [
        Enter(call(function, Var(names.x), Var(names.y)), function),
        Enter(inner, function),
        assume(Var(n)),
        assign(m, 7),
        returns(const(1)),
        Leave(inner, function),
        assume(Var(m)),
    ]
    assert positions(*path) == ["xy", "mn", "mn", "m", "m", "m", "m"]


def test_a_pointer_reaches_the_frame_of_an_outer_call(names: Names) -> None:
    function = callee(names).function
    m, _ = function.parameters
    inner = call(function, const(0), const(0))
    path: list[Operation] = [
        assign(names.p, address_of(Var(m))),
        Enter(inner, function),
        assign(names.target, Var(names.z)),
        returns(const(1)),
        Leave(inner, function),
        assume(Var(m)),
    ]
    assert positions(*path)[1:4] == ["mpz", "mpz", "m"]


# ---------------------------------------------------------------------------------------------------- programs

_Path: TypeAlias = list[tuple[Operation, Node]]


def path_of(program: Program, choices: str) -> _Path:
    """Follow a program from its start; at the branches go where the conditions are true (``t``) or false (``f``)."""
    decisions = iter(choices)
    sites: list[Edge] = []
    path: _Path = []
    edge = _leaving(program.start.entry, decisions)
    while edge is not None:
        operation = edge.operation
        if isinstance(operation, Call) and isinstance(operation.callee, Function) and operation.callee.is_defined:
            sites.append(edge)
            edge = program.call_edges(edge, operation.callee)[0]
        path += [(part, edge.target) for part in flatten(edge.operation)]
        node = edge.target
        if node is node.function.exit:
            edge = program.call_edges(sites.pop(), node.function)[1] if sites else None
        else:
            edge = _leaving(node, decisions)
    return path


def _leaving(node: Node | None, decisions: Iterator[str]) -> Edge | None:
    """The only edge, or the chosen one; None at the end of the choices."""
    assert node is not None
    if len(node.leaving) == 1:
        return node.leaving[0]
    choice = next(decisions, None)
    return next((edge for edge in node.leaving if choice == _truth(edge)), None)


def _truth(edge: Edge) -> str:
    first = flatten(edge.operation)[0]
    assert isinstance(first, Assume)
    return "t" if first.truth else "f"


def run(text: str, choices: str, folder: Path) -> list[tuple[str, str]]:
    """The operations of a path, and what is in use before each."""
    file = folder / "program.c"
    file.write_text(text, encoding="utf-8")
    path = path_of(parse_file(str(file), machine=LP64), choices)
    operations = [operation for operation, _ in path]
    found = obtain_in_use(operations)
    return [
        (describe(operation), " ".join(sorted(variable.name for variable in found.before(index))))
        for index, operation in enumerate(operations)
    ]


def test_the_two_reasons_of_a_path(tmp_path: Path) -> None:
    """As in the example of 7.1: without knowing which assumption contradicts, counter and flag are both in use."""
    found = run(
        "int g; int main(void) { int b = 0, i = 0, k = 3; while (i < 1000) { g = k; i++; } if (b) g = 1; return 0; }",
        "tft",
        tmp_path,
    )
    assert ("b = 0", "") in found
    assert ("i = 0", "b") in found
    assert ("k = 3", "b i") in found
    assert ("g = k", "b i") in found
    assert ("[b]", "b") in found


def test_through_calls(tmp_path: Path) -> None:
    text = """int sum(int a, int b, int c) { int s = a + b; c = c + 1; return s; }
    int main(void) { int x = 1, y = 2, z = 3, r; r = sum(x, y, z); if (r == 4) return 1; return 0; }"""
    found = dict(run(text, "t", tmp_path))
    assert found["z = 3"] == "x y"
    assert found["s = a + b"] == "a b"
    assert found["c = c + 1"] == "s"
    assert found["[r == 4]"] == "r"


def test_recursion(tmp_path: Path) -> None:
    text = """int f(int n, int m) { int r = m; if (n) f(0, m); if (n == 5) return r; return n; }
    int main(void) { int x = 5, y = 2; if (f(x, y)) return 1; return 0; }"""
    found = run(text, "tfftt", tmp_path)
    assert ("x = 5", "") in found
    assert ("int y", "x") in found
    inner = next(index for index, (shown, _) in enumerate(found) if shown == "[!(n == 5)]")
    assert "n" in found[inner + 1][1].split()
    assert found[-1][1] == ""


# ---------------------------------------------------------------------------------------------------- laws


def algorithm_5(path: Sequence[Operation]) -> list[frozenset[Variable]]:
    """The algorithm as it is printed, for assignments to variables and assumptions."""
    in_use: frozenset[Variable] = frozenset()
    found: list[frozenset[Variable]] = [frozenset() for _ in path]
    for i in range(len(path) - 1, -1, -1):
        uses = uses_of(path[i], None)
        if isinstance(path[i], Assume):
            in_use = in_use | uses.reads
        elif uses.kills & in_use:
            in_use = (in_use - uses.kills) | uses.reads
        found[i] = in_use
    return found


CELL = "cell"
"""A heap cell, to which pointers point that were not assigned."""
LETTERS = "xyz"
_Code: TypeAlias = tuple[str, str, str]
plain = st.sampled_from(["copy", "sum", "zero", "less", "equal"])
pointing = st.sampled_from(["point", "load", "store", "copy", "sum", "less", "test"])


def codes(kinds: st.SearchStrategy[str]) -> st.SearchStrategy[list[_Code]]:
    return st.lists(st.tuples(kinds, st.sampled_from(LETTERS), st.sampled_from(LETTERS)), max_size=10)


def built(code: list[_Code]) -> tuple[list[Operation], dict[str, Variable]]:
    main = ProgramBuilder().function()
    variables = {name: main.variable(name, POINTER if name == "p" else INT) for name in (*LETTERS, "p")}
    pointer = variables["p"]
    target = Deref(Var(pointer), INT)

    def operation(kind: str, a: Variable, b: Variable) -> Operation:
        made: dict[str, Operation] = {
            "copy": assign(a, Var(b)),
            "sum": assign(a, add(Var(a), Var(b))),
            "zero": assign(a, 0),
            "less": assume(less(Var(a), Var(b))),
            "equal": assume(equal(Var(a), Var(b))),
            "point": assign(pointer, address_of(Var(a))),
            "load": assign(a, target),
            "store": assign(target, Var(b)),
            "test": assume(less(target, Var(b))),
        }
        return made[kind]

    return [operation(kind, variables[a], variables[b]) for kind, a, b in code], variables


@given(codes(plain))
@settings(max_examples=200, deadline=None)
def test_it_is_the_algorithm_of_the_text(code: list[_Code]) -> None:
    path, _ = built(code)
    assert list(obtain_in_use(path).variables[:-1]) == algorithm_5(path)


@dataclass
class Machine:
    """Runs a path and notes how the assumptions turn out, without stopping at those that fail."""

    numbers: dict[str, int]
    pointer: str

    def value(self, expr: Expr) -> int:
        match expr:
            case Const(value=number):
                return number
            case Var(variable=variable):
                return self.numbers[variable.name]
            case Deref():
                return self.numbers[self.pointer]
            case Binary(op=BinaryOp.ADD, left=left, right=right):
                return self.value(left) + self.value(right)
            case Binary(op=BinaryOp.LT, left=left, right=right):
                return int(self.value(left) < self.value(right))
            case Binary(op=BinaryOp.EQ, left=left, right=right):
                return int(self.value(left) == self.value(right))
            case _:
                raise TypeError(expr)

    def run(self, path: Sequence[Operation]) -> list[int]:
        outcomes = []
        for operation in path:
            match operation:
                case Assume(condition=condition):
                    outcomes.append(self.value(condition))
                case Assign(value=AddressOf(lvalue=Var(variable=variable))):
                    self.pointer = variable.name
                case Assign(lvalue=lvalue, value=value):
                    name = lvalue.variable.name if isinstance(lvalue, Var) else self.pointer
                    self.numbers[name] = self.value(value)
                case _:
                    raise TypeError(operation)
        return outcomes


def disturbed(machine: Machine, found: InUse, position: int, addresses: set[str], number: int) -> Machine:
    """Another state that agrees on what is in use."""
    kept = {variable.name for variable in found.variables[position]}
    if found.memory[position]:
        kept.add(CELL)
    numbers = {name: value if name in kept else number for name, value in machine.numbers.items()}
    others = sorted((addresses | {CELL}) - {machine.pointer}) or [machine.pointer]
    return Machine(numbers, machine.pointer if "p" in kept else others[number % len(others)])


@given(codes(pointing), st.data())
@settings(max_examples=400, deadline=None)
def test_what_is_not_in_use_does_not_matter(code: list[_Code], data: st.DataObject) -> None:
    path, _ = built(code)
    found = obtain_in_use(path)
    position = data.draw(st.integers(0, len(path)))
    machine = Machine({name: data.draw(st.integers(-2, 2)) for name in (*LETTERS, CELL)}, CELL)
    machine.run(path[:position])
    addresses = {name for kind, name, _ in code[:position] if kind == "point"}
    other = disturbed(machine, found, position, addresses, data.draw(st.integers(-9, 9)))
    assert machine.run(path[position:]) == other.run(path[position:])


@given(codes(pointing))
@settings(max_examples=200, deadline=None)
def test_one_assumption_needs_no_more_than_all(code: list[_Code]) -> None:
    path, _ = built(code)
    every = obtain_in_use(path)
    for index, operation in enumerate(path):
        if isinstance(operation, Assume):
            one = obtain_in_use(path, starting_from=index)
            assert all(few <= many for few, many in zip(one.variables, every.variables, strict=True))
            assert uses_of(operation, None).reads <= one.before(index)
