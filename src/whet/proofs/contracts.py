"""Contracts of functions in the checker.

At a call the contract's *requires* is shown; after it, everything the function may change has any values that satisfy *ensures*.
The body is checked once, from any values that satisfy *requires*; *ensures* must hold where it returns. By induction over the
depth of calls no run violates a contract. This is sound if the function and its callees access only named scalars, which is
checked here on the program's text; otherwise the check gives up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from whet.cfa.earlier import Earlier
from whet.cfa.expressions import Binary, Cast, Const, Expr, FloatConst, Unary, Var, Variable, subexpressions, variables_of
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assign, Call, Declare, End, Havoc, Operation, expressions_of, flatten
from whet.cfa.trees import Trees
from whet.cfa.types import FloatType, IntType, is_scalar
from whet.core.evidence import Contract
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Fills,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Tells,
    Writes,
)
from whet.proofs.state import LOOP, Bits, State
from whet.proofs.step import OperationEncoding
from whet.task.records import dataclass

_VALUES = (Var, Const, FloatConst, Unary, Binary, Cast)
"""Expressions that read only variables."""


class NoContract(Exception):
    """A function is outside the scope of contracts."""


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """The contract of a function that changes only its own variables and some globals."""

    function: Function
    requires: Expr
    ensures: Expr
    earlier: Mapping[Variable, Variable]
    """Variables for the values at the beginning of the call."""
    changes: frozenset[Variable]
    """Globals."""

    def begun(self, bits: Bits) -> State:
        state = State((), {}, {None: bits.any_bytes(LOOP)}, bits.terms.bv(1 << (bits.width - 2), bits.width), {})
        step = OperationEncoding(bits, state, {self.function.name: 1})
        for variable in (*self.function.parameters, *bits.program.globals):
            if is_scalar(variable.type) and bits.is_private(variable):
                step.store(Var(variable), bits.any_of(variable.type, LOOP))
        step.assume(step.truth(self.requires))
        self._remember(step)
        return state

    def happen(self, step: OperationEncoding) -> None:
        """The whole call, after its parameters are assigned."""
        self._remember(step)
        result = self.function.return_variable
        changed = [*sorted(self.changes, key=lambda each: each.number), *([] if result is None else [result])]
        for variable in changed:
            step.store(Var(variable), step.bits.any_of(variable.type, LOOP))
        step.assume(step.truth(self.ensures))

    def _remember(self, step: OperationEncoding) -> None:
        for variable, earlier in self.earlier.items():
            step.store(Var(earlier), step.load(Var(variable)))


def agreements(bits: Bits, contracts: Iterable[Contract]) -> dict[Function, Agreement]:
    """Raises ``BadTree`` and ``NoContract``."""
    return {each.function: each for each in (_agreement(bits, contract) for contract in contracts)}


def _agreement(bits: Bits, contract: Contract) -> Agreement:
    function = bits.program.functions.get(contract.function)
    if function is None or not function.is_defined or function.error is not None:
        raise NoContract(f"there is a contract for {contract.function}, which has no body")
    known = bits.program.fact(Earlier).of(function)
    trees = Trees(bits.program, known.values())
    requires, ensures = trees.expression(contract.requires_tree), trees.expression(contract.ensures_tree)
    _look_at_condition(function, requires, {*function.parameters, *bits.program.globals})
    result = [] if function.return_variable is None else [function.return_variable]
    _look_at_condition(function, ensures, {*result, *known.values(), *bits.program.globals})
    return Agreement(function, requires, ensures, known, frozenset(_Reach(bits, function).changed()))


def _look_at_condition(function: Function, condition: Expr, may: set[Variable]) -> None:
    if not {*variables_of(condition)} <= may:
        raise NoContract(f"the contract of {function.name} speaks of other variables than its own")
    if not all(isinstance(part, _VALUES) and is_scalar(part.type) for part in subexpressions(condition)):
        raise NoContract(f"the contract of {function.name} speaks of memory")


def earlier_variables(program: Program, contracts: Iterable[Contract]) -> Iterator[Variable]:
    """Variables that invariants inside functions with contracts may use."""
    for contract in contracts:
        if contract.function in program.functions:
            yield from program.fact(Earlier).of(program.functions[contract.function]).values()


class _Reach:
    """The functions that a call may execute, and their effects."""

    def __init__(self, bits: Bits, function: Function) -> None:
        self._bits = bits
        self._function = function

    def changed(self) -> Iterator[Variable]:
        found, waiting = [self._function], [self._function]
        while waiting:
            for call in _calls(waiting.pop()):
                callee = call.callee
                if not isinstance(callee, Function):
                    raise NoContract(f"{self._function.name} calls through a pointer, so that its contract says too little")
                if callee.is_defined and callee.error is None and callee not in found:
                    found.append(callee)
                    waiting.append(callee)
        for function in found:
            for variable in function.variables:
                self._look_at_variable(variable)
            for edge in function.edges():
                for part in flatten(edge.operation):
                    self._look_at(part)
                    yield from (each for each in _written(part) if each.is_static)

    def _look_at(self, operation: Operation) -> None:
        if isinstance(operation, Call) and isinstance(operation.callee, Function) and not operation.callee.is_defined:
            match self._bits.library.effect(operation.callee, operation.arguments):
                case Tells():
                    self._refuse()  # what lives where a body begins is not known
                case Arbitrary() | Assumes() | Stops() | Nothing():
                    pass
                case None if all(isinstance(argument.type, (IntType, FloatType)) for argument in operation.arguments):
                    pass
                case Allocates() | Frees() | Copies() | Fills() | Writes() | Formats() | NotModelled() | None:
                    self._refuse()
        for expr in expressions_of(operation):
            for part in subexpressions(expr):
                match part:
                    case Var(variable=variable):
                        self._look_at_variable(variable)
                    case Const() | FloatConst() | Unary() | Binary() | Cast():
                        pass
                    case _:
                        self._refuse()

    def _look_at_variable(self, variable: Variable) -> None:
        if not is_scalar(variable.type) or not self._bits.is_private(variable):
            self._refuse()

    def _refuse(self) -> None:
        raise NoContract(f"{self._function.name} touches memory, of which its contract says nothing")


def _calls(function: Function) -> Iterator[Call]:
    for edge in function.edges():
        yield from (part for part in flatten(edge.operation) if isinstance(part, Call))


def _written(operation: Operation) -> Iterator[Variable]:
    match operation:
        case Assign(lvalue=Var(variable=variable)) | Havoc(lvalue=Var(variable=variable)):
            yield variable
        case Declare(variable=variable) | End(variable=variable):
            yield variable
        case Call(result=Var(variable=variable)):
            yield variable
        case _:
            pass
