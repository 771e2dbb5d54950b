"""States of the predicate analysis, their order, merge and stop (Beyer, Keremoglu, Wendler, section III).

A state is the abstraction its block began with, and the trace since then.  Where the block has just begun it is an
*abstraction state*.  One state describes no more than another if its abstraction implies the other's and its trace is part of
the other's: inside a block no solver is asked, because the abstractions are the same there.

Two states are merged if they are inside the same block of the reachability graph.  States of two blocks that begin alike may
cover each other, but they are not merged: removing one of the blocks must not take away what belongs to the other, too.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from whet.analyses.predicate.questions import Questions
from whet.analyses.predicate.traces import Trace, Traces, formula_at_start
from whet.core.interfaces import CoverIndex, Gap
from whet.encoding.encode import PathFormula
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Op, Term, is_true
from whet.solvers.terms.walks import conjuncts


class Abstraction:
    """A formula over bases; equal formulas are one object."""

    __slots__ = ("formula", "parts")

    def __init__(self, formula: Term) -> None:
        self.formula = formula
        self.parts = tuple(conjuncts(formula))
        """The formula is the conjunction of these."""

    def __hash__(self) -> int:
        return self.formula.number

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return f"<abstraction {self.formula}>"


class PredicateState:
    """What a state knows.  With a gap, nothing is known of what comes after it."""

    __slots__ = ("begin", "block", "gap", "trace")

    def __init__(self, block: Abstraction, trace: Trace, gap: Gap | None = None, begin: object = None) -> None:
        self.block = block
        self.trace = trace
        self.gap = gap
        self.begin = object() if begin is None else begin
        """Stands for the beginning of the block; of states that are otherwise equal it may differ."""

    def followed_by(self, trace: Trace, gap: Gap | None = None) -> PredicateState:
        """A state of the same block."""
        return PredicateState(self.block, trace, gap, self.begin)

    @property
    def is_abstraction(self) -> bool:
        return self.trace.is_start

    @property
    def path(self) -> PathFormula:
        """The block since the abstraction, by itself."""
        return self.trace.path

    def __hash__(self) -> int:
        return hash((self.block.formula.number, self.trace.number))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PredicateState):
            return NotImplemented
        return self.trace is other.trace and self.block is other.block and self.gap == other.gap

    def __repr__(self) -> str:
        return f"<{self.block.formula} then {self.trace}{'' if self.gap is None else f' {self.gap}'}>"


class Abstractions:
    """The abstractions of a run, and which implies which."""

    def __init__(self, terms: Terms, questions: Questions) -> None:
        self._terms = terms
        self._questions = questions
        self._known: dict[Term, Abstraction] = {}
        self._implied: dict[tuple[Abstraction, Abstraction], bool] = {}

    def of(self, formula: Term) -> Abstraction:
        known = self._known.get(formula)
        if known is None:
            known = self._known[formula] = Abstraction(formula)
        return known

    @property
    def true(self) -> Abstraction:
        return self.of(self._terms.true)

    def conjunction(self, parts: list[Term]) -> Abstraction:
        """Equal sets of parts give the same abstraction."""
        return self.of(self._terms.and_(*sorted(set(parts), key=lambda part: part.number)))

    def implies(self, one: Abstraction, other: Abstraction) -> bool:
        """Yes is certain."""
        if one is other or is_true(other.formula):
            return True
        known = self._implied.get((one, other))
        if known is None:
            known = self._implied[one, other] = self._implies(one, other)
        return known

    def is_valid(self, formula: Term) -> bool:
        """Does a formula hold in every state?  Yes is certain; of a literal it is not asked."""
        atom = formula.args[0] if formula.op is Op.NOT else formula
        return atom.op in (Op.AND, Op.OR, Op.ITE) and self.implies(self.true, self.of(formula))

    def _implies(self, one: Abstraction, other: Abstraction) -> bool:
        """Both can be met, so opposite literals exclude an implication."""
        ours = {*one.parts}
        missing = [part for part in other.parts if part not in ours]
        if not missing:
            return True
        if any((part.args[0] if part.op is Op.NOT else self._terms.existing_negation(part)) in ours for part in missing):
            return False
        self._questions.counts.coverage_checks += 1
        return not self._questions.may_hold(one.formula, self._terms.not_(self._terms.and_(*missing)))


class PredicateDomain:
    """The order of states, and the operators that follow from it."""

    def __init__(self, abstractions: Abstractions, traces: Traces) -> None:
        self._abstractions = abstractions
        self._traces = traces

    def leq(self, *, lhs: PredicateState, rhs: PredicateState) -> bool:
        return (
            lhs.gap == rhs.gap
            and self._traces.leq(lhs=lhs.trace, rhs=rhs.trace)
            and self._abstractions.implies(lhs.block, rhs.block)
        )

    def join(self, a: PredicateState, b: PredicateState) -> PredicateState:
        if a.gap != b.gap or not a.trace.meets(b.trace):
            raise NotImplementedError("states whose blocks begin or end at different places have no join")
        if a.block is b.block:
            return a.followed_by(self._traces.joined(a.trace, b.trace), a.gap)
        if a.trace is not b.trace:
            raise NotImplementedError("states in blocks that begin with different abstractions have no join")
        return PredicateState(self._abstractions.of(self._traces.terms.or_(a.block.formula, b.block.formula)), a.trace, a.gap)

    def widen(self, *, old: PredicateState, new: PredicateState) -> PredicateState:
        """Blocks are finite, so joining them comes to an end; an abstraction that grows is given up."""
        joined = self.join(old, new)
        if old.block is new.block:
            return joined
        return old if self.leq(lhs=new, rhs=old) else PredicateState(self._abstractions.true, joined.trace, old.gap)

    def merge(self, *, new: PredicateState, old: PredicateState, precision: object) -> PredicateState:
        """Join inside a block, keep abstraction states apart."""
        if new.begin is not old.begin or new.gap is not None or old.gap is not None or not new.trace.meets(old.trace):
            return old
        joined = self._traces.joined(old.trace, new.trace)
        return old if joined is old.trace else old.followed_by(joined)

    def index(self) -> CoverIndex[PredicateState]:
        """This is its own stop operator."""
        return PredicateIndex(self)


_Group: TypeAlias = dict[PredicateState, int]


class PredicateIndex:
    """Finds an equal state by hashing; the others of the same block, or location, are compared one by one."""

    def __init__(self, domain: PredicateDomain) -> None:
        self._domain = domain
        self._groups: dict[tuple[Trace, bool], _Group] = {}
        """How often a state was added."""

    def add(self, state: PredicateState) -> None:
        group = self._groups.setdefault(_place(state), {})
        group[state] = group.get(state, 0) + 1

    def remove(self, state: PredicateState) -> None:
        group = self._groups[_place(state)]
        group[state] -= 1
        if not group[state]:
            del group[state]

    def covering(self, state: PredicateState) -> PredicateState | None:
        group = self._groups.get(_place(state))
        if not group or state in group:
            return state if group else None
        leq = self._domain.leq
        return next((reached for reached in group if leq(lhs=state, rhs=reached)), None)


def _place(state: PredicateState) -> tuple[Trace, bool]:
    return state.trace.start, state.is_abstraction


def partition_of(state: PredicateState) -> Hashable:
    """Abstraction states by location; states inside blocks by what the block began with, too."""
    if state.is_abstraction:
        return state.trace.number, None
    return state.trace.start.number, state.block.formula.number


def started(traces: Traces, block: Abstraction) -> list[Term]:
    """What an abstraction says about the beginning of a block."""
    return [formula_at_start(traces.encoder, part) for part in block.parts]
