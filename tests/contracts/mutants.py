"""Analyses with one fault each, to see that the contracts bite.

``python -m tests.contracts.mutants`` prints which contract is the first to break for which mutant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.contracts.constants import Constants
from tests.contracts.constants import State as Known
from tests.contracts.contracts import CONTRACTS, Contract, Subject
from tests.contracts.samples import SAMPLES
from whet.analyses.sign import ANY, SignAnalysis, Signs, State
from whet.cfa.expressions import Binary, BinaryOp, Const, Expr, Lvalue, Var
from whet.cfa.operations import Assume, Call, Declare, Enter, Havoc, Leave
from whet.cfa.semantics import Value
from whet.cfa.types import IntType
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.interfaces import CoverIndex, Merge, Stop
from whet.core.operators import EqualityIndex, NoPrecision

# ---------------------------------------------------------------------------------------------------- signs


class SignIgnoresAddresses(SignAnalysis):
    def _store(self, state: State, lvalue: Lvalue, signs: Signs) -> State:
        if not isinstance(lvalue, Var):
            return state
        rest = frozenset(pair for pair in state if pair[0] is not lvalue.variable)
        return rest | {(lvalue.variable, signs)} if signs != ANY and isinstance(lvalue.type, IntType) else rest


class SignKeepsFrameOnEnter(SignAnalysis):
    def enter(self, state: State, operation: Enter) -> State:
        return state

    def leave(self, state: State, operation: Leave) -> State:
        return self.call(SignAnalysis.enter(self, state, Enter(operation.call, operation.function)), operation.call)


class SignKeepsFrameOnLeave(SignAnalysis):
    def leave(self, state: State, operation: Leave) -> State:
        return self.call(state, operation.call)


class SignKeepsResultOfLibrary(SignAnalysis):
    def call(self, state: State, operation: Call) -> State:
        return state

    def leave(self, state: State, operation: Leave) -> State:
        after = self.enter(state, Enter(operation.call, operation.function))
        return after if operation.call.result is None else self._store(after, operation.call.result, ANY)


class SignKeepsResultOfBody(SignAnalysis):
    def leave(self, state: State, operation: Leave) -> State:
        return self.enter(state, Enter(operation.call, operation.function))


class SignSumOfPositives(SignAnalysis):
    def _signs(self, state: State, value: Expr) -> Signs:
        match value:
            case Binary(op=BinaryOp.ADD, left=left, right=right):
                signs = self._signs(state, left) | self._signs(state, right)
                return signs if len(signs) == 1 else ANY
            case _:
                return super()._signs(state, value)


class SignKeepsOnHavoc(SignAnalysis):
    def havoc(self, state: State, operation: Havoc) -> State:
        return state


class SignKeepsOnDeclare(SignAnalysis):
    def declare(self, state: State, operation: Declare) -> State:
        return super().declare(state, operation) if operation.zeroed else state


class SignJoinKeepsOneSide(SignAnalysis):
    def join(self, a: State, b: State) -> State:
        return a


class SignGenerousOrder(SignAnalysis):
    def leq(self, *, lhs: State, rhs: State) -> bool:
        known = dict(lhs)
        return all(known.get(variable, ANY) & signs for variable, signs in rhs)


class SignOrderIsTrue(SignAnalysis):
    def leq(self, *, lhs: State, rhs: State) -> bool:
        return True


class SignWrongBranch(SignAnalysis):
    def assume(self, state: State, operation: Assume) -> State | None:
        return super().assume(state, Assume(operation.condition, not operation.truth, operation.origin))


class SignStrictIsWeak(SignAnalysis):
    """A negated ``<`` is taken for ``>``."""

    def assume(self, state: State, operation: Assume) -> State | None:
        match operation:
            case Assume(condition=Binary(op=BinaryOp.LT, left=left, right=Const(value=0) as zero, type=type), truth=False):
                return super().assume(state, Assume(Binary(BinaryOp.GT, left, zero, type), True, operation.origin))
            case _:
                return super().assume(state, operation)


class SignMergeLosesOld(SignAnalysis):
    @property
    def merge(self) -> Merge[State, NoPrecision]:
        return _merge_to_new


class SignWidenToNew(SignAnalysis):
    def widen(self, *, old: State, new: State) -> State:
        return new


class SignStopCoversAll(SignAnalysis):
    @property
    def stop(self) -> Stop[State]:
        return StopAtAny()


class SignStopsAtVariables(SignAnalysis):
    """Covers where the same variables are known, whatever their signs."""

    @property
    def stop(self) -> Stop[State]:
        return StopAtNames()


# ---------------------------------------------------------------------------------------------------- constants


class ConstantsIgnoresAddresses(Constants):
    """Where a function without a body is called."""

    def call(self, state: Known, operation: Call) -> Known:
        return state if operation.result is None else self.store(state, operation.result, None)


class ConstantsKeepsFrameOnLeave(Constants):
    def leave(self, state: Known, operation: Leave) -> Known:
        return state if operation.call.result is None else self.store(state, operation.call.result, None)


class ConstantsArgumentsInCallee(Constants):
    """Arguments are taken in the frame of the callee."""

    def enter(self, state: Known, operation: Enter) -> Known:
        state = self.without_frame(state, operation.function.name)
        for parameter, argument in zip(operation.function.parameters, operation.call.arguments, strict=False):
            state = self.store(state, Var(parameter), self.value(state, argument))
        return state


class ConstantsKeepsResultOfLibrary(Constants):
    def call(self, state: Known, operation: Call) -> Known:
        return self.without_exposed(state)


class ConstantsKeepsResultOfBody(Constants):
    def leave(self, state: Known, operation: Leave) -> Known:
        return self.without_frame(state, operation.function.name)


class ConstantsUnbounded(Constants):
    """Sums do not wrap around."""

    def value(self, state: Known, expr: Expr) -> Value | None:
        match expr:
            case Binary(op=BinaryOp.ADD, left=left, right=right, type=IntType()):
                a, b = self.value(state, left), self.value(state, right)
                return a + b if isinstance(a, int) and isinstance(b, int) else None
            case _:
                return super().value(state, expr)


class ConstantsKeepsOnHavoc(Constants):
    def havoc(self, state: Known, operation: Havoc) -> Known:
        return state


class ConstantsKeepsOnDeclare(Constants):
    def declare(self, state: Known, operation: Declare) -> Known:
        return super().declare(state, operation) if operation.zeroed else state


class ConstantsJoinKeepsOneSide(Constants):
    def join(self, a: Known, b: Known) -> Known:
        return b


class ConstantsJoinIsUnion(Constants):
    def join(self, a: Known, b: Known) -> Known:
        return frozenset((dict(a) | dict(b)).items())


class ConstantsGenerousOrder(Constants):
    """Whoever knows the same variables is covered."""

    def leq(self, *, lhs: Known, rhs: Known) -> bool:
        return dict(rhs).keys() <= dict(lhs).keys()


class ConstantsReversedOrder(Constants):
    def leq(self, *, lhs: Known, rhs: Known) -> bool:
        return lhs <= rhs


class ConstantsWrongBranch(Constants):
    """What is unequal is taken for equal."""

    def assume(self, state: Known, operation: Assume) -> Known | None:
        match operation.condition:
            case Binary(op=BinaryOp.EQ, left=Var() as left, right=Const(value=number)) if not operation.truth:
                return self.store(state, left, number)
            case _:
                return super().assume(state, operation)


class ConstantsMergeLosesOld(Constants):
    @property
    def merge(self) -> Merge[Known, NoPrecision]:
        return _merge_to_new


class ConstantsWidenToOld(Constants):
    def widen(self, *, old: Known, new: Known) -> Known:
        return old


class ConstantsKeepsOnStore(Constants):
    """A store through a pointer changes nothing, whoever does it."""

    def store(self, state: Known, lvalue: Lvalue, value: Value | None) -> Known:
        return super().store(state, lvalue, value) if isinstance(lvalue, Var) else state


class ConstantsKeepsCallersOnStore(Constants):
    """A store through a pointer changes globals only."""

    def without_exposed(self, state: Known) -> Known:
        return frozenset(pair for pair in state if not (pair[0].is_static and pair[0] in self.program.address_taken))


class ConstantsStopCoversAll(Constants):
    @property
    def stop(self) -> Stop[Known]:
        return StopAtAny()


class ConstantsStopsAtVariables(Constants):
    @property
    def stop(self) -> Stop[Known]:
        return StopAtNames()


# ---------------------------------------------------------------------------------------------------- operators


def _merge_to_new(*, new: Any, old: Any, precision: object) -> Any:
    return new


class _AnyIndex(EqualityIndex[Any]):
    def covering(self, state: Any) -> Any | None:
        return next(iter(self._states), None)


class _NamesIndex(EqualityIndex[Any]):
    def covering(self, state: Any) -> Any | None:
        names = dict(state).keys()
        return next((each for each in self._states if dict(each).keys() == names), None)


class StopAtAny:
    """Everything is covered as soon as something was reached."""

    def index(self) -> CoverIndex[Any]:
        return _AnyIndex()


class StopAtNames:
    def index(self) -> CoverIndex[Any]:
        return _NamesIndex()


# ---------------------------------------------------------------------------------------------------- the table

FAULTS: dict[str, tuple[type[EdgeAnalysis[Any]], ...]] = {
    "ignores `address_taken`": (SignIgnoresAddresses, ConstantsIgnoresAddresses),
    "keeps variables when a function is entered again": (SignKeepsFrameOnEnter,),
    "evaluates arguments in the callee's frame": (ConstantsArgumentsInCallee,),
    "keeps the callee's variables when it is left": (SignKeepsFrameOnLeave, ConstantsKeepsFrameOnLeave),
    "does not forget the result of a function without a body": (SignKeepsResultOfLibrary, ConstantsKeepsResultOfLibrary),
    "does not forget the result of a function with a body": (SignKeepsResultOfBody, ConstantsKeepsResultOfBody),
    "arithmetic does not wrap around": (SignSumOfPositives, ConstantsUnbounded),
    "does not forget on `havoc`": (SignKeepsOnHavoc, ConstantsKeepsOnHavoc),
    "does not forget on `declare`": (SignKeepsOnDeclare, ConstantsKeepsOnDeclare),
    "a store through a pointer changes nothing": (ConstantsKeepsOnStore,),
    "a store through a pointer changes no variable of a caller": (ConstantsKeepsCallersOnStore,),
    "assumes the wrong branch": (SignWrongBranch, ConstantsWrongBranch),
    "takes not less for greater": (SignStrictIsWeak,),
    "`join` keeps one side": (SignJoinKeepsOneSide, ConstantsJoinKeepsOneSide),
    "`join` keeps both sides": (ConstantsJoinIsUnion,),
    "`widen` is no upper bound": (SignWidenToNew, ConstantsWidenToOld),
    "`leq` is too generous": (SignGenerousOrder, ConstantsGenerousOrder),
    "`leq` is always true, or reversed": (SignOrderIsTrue, ConstantsReversedOrder),
    "`merge` loses the old state": (SignMergeLosesOld, ConstantsMergeLosesOld),
    "`stop` covers everything": (SignStopCoversAll, ConstantsStopCoversAll),
    "`stop` covers too much": (SignStopsAtVariables, ConstantsStopsAtVariables),
}


@dataclass(frozen=True, slots=True)
class Mutant:
    fault: str
    domain: str
    subject: Subject

    def is_caught(self, contracts: Sequence[Contract] = CONTRACTS) -> bool:
        return any(_breaks(contract, self.subject, sample) for sample in reversed(SAMPLES) for contract in contracts)

    def first_broken(self) -> str | None:
        return next((contract.__name__ for contract in CONTRACTS if self.is_caught([contract])), None)


def _breaks(contract: Contract, subject: Subject, sample: str) -> bool:
    try:
        contract(subject, sample)
    except AssertionError:
        return True
    return False


def _mutants() -> Iterator[Mutant]:
    for fault, classes in FAULTS.items():
        for made in classes:
            yield Mutant(fault, "sign" if issubclass(made, SignAnalysis) else "constants", Subject(made.__name__, made))


MUTANTS = tuple(_mutants())


def table() -> Iterator[str]:
    """In Markdown: the first contract that breaks for each mutant."""
    yield "| fault | in `sign` | in `constants` |"
    yield "|---|---|---|"
    for fault in FAULTS:
        found = {mutant.domain: mutant.first_broken() or "nothing" for mutant in MUTANTS if mutant.fault == fault}
        yield f"| {fault} | {found.get('sign', '')} | {found.get('constants', '')} |"


if __name__ == "__main__":
    for line in table():
        print(line, flush=True)
