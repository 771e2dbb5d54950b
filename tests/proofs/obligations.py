"""From a program and its invariants to what must hold for them to prove it: the obligations.

The program is cut at its loop heads.  Where a loop is entered its invariant must hold (*initiation*).  Then every variable that
the loop may change has any value with which the invariant holds, and what comes back to the head must satisfy the invariant again
(*step*) and ends there.  So all runs are one formula without cycles, with a guard for each location.  No error function may be
entered (*safety*).

Calls go through the callee.  A recursive function is followed once, for any arguments with which the invariant of its entry
holds; its calls change whatever it may change and return anything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.proofs.step import CHOICE, LOOP, State, Step
from tests.proofs.values import NotSpoken
from whet.cfa.expressions import Expr, Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assume, Call, flatten
from whet.cfa.source import place_of
from whet.cfa.trees import Trees
from whet.core.evidence import Proof
from whet.smt.terms.factory import Terms
from whet.smt.terms.term import Term, is_false

_MOST_EDGES = 20_000
"""After functions are put in the place of their calls."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """``violated`` must have no model."""

    what: str
    violated: Term
    state: State
    modelled: bool = True


class Obligations:
    """All obligations of a proof."""

    def __init__(self, program: Program, proof: Proof) -> None:
        self.terms = Terms()
        self.facts = Facts.of(program)
        trees = Trees(program)
        self.invariants: dict[int, Expr] = {each.node: trees.expression(each.tree) for each in proof.invariants}
        self.step = Step(program, self.terms, self._unmodelled)
        self.all: list[Obligation] = []
        self.ways = Counter[str]()
        """How many times each function was followed: an invariant does not tell by which calls a run got there."""
        self._edges = 0
        self._recursive: dict[Function, None] = {}
        self._through(program.start, State(self.terms.true))
        for function in self._recursive_functions():
            anything = State(self.terms.true)
            self.step.forget(anything, [*program.globals, *function.variables], "recursion")
            self._through(function, anything, is_checked=False)

    def _recursive_functions(self) -> Iterator[Function]:
        """Those that are called, also by one another."""
        done = 0
        while done < len(self._recursive):
            yield [*self._recursive][done]
            done += 1

    # -------------------------------------------------------------------------------------------- obligations

    def _oblige(self, what: str, state: State, condition: Term, *, modelled: bool = True) -> None:
        violated = self.terms.and_(state.guard, self.terms.not_(condition))
        if not is_false(violated):
            self.all.append(Obligation(what, violated, state.copy(), modelled))

    def _unmodelled(self, state: State, construct: str) -> None:
        self._oblige(construct, state, self.terms.false, modelled=False)
        state.guard = self.terms.false

    def _claim(self, kind: str, node: Node, state: State) -> None:
        if node.number in self.invariants:
            what = f"{kind} of the invariant at N{node.number} in {node.function.name}"
            self._oblige(what, state, self.step.holds(state, self.invariants[node.number]))

    # -------------------------------------------------------------------------------------------------- paths

    def _through(self, function: Function, state: State, *, is_checked: bool = True) -> State:
        """From the entry of a function to its exit."""
        assert function.entry is not None
        self.ways[LOOP + function.name] += 1
        loops = self.facts.loops(function)
        arriving: dict[Node, list[State]] = {function.entry: [state]}
        left = State(self.terms.false)
        for node in loops.rpo:
            here = self._merged(arriving.pop(node, []))
            if is_checked or node is not function.entry:
                self._claim("initiation", node, here)
            self._cut(node, here)
            left = here if node is function.exit else left
            several = len(node.leaving) > 1 and not _is_branching(node)
            choices = self.step.choices(len(node.leaving), CHOICE) if several else [self.terms.true] * len(node.leaving)
            for edge, taken in zip(node.leaving, choices, strict=True):
                after = self._after(edge, here, taken)
                if loops.rpo_index[edge.target] <= loops.rpo_index[node]:
                    self._claim("step", edge.target, after)
                else:
                    arriving.setdefault(edge.target, []).append(after)
        return left

    def _cut(self, node: Node, state: State) -> None:
        """Any visit of a loop head is described, not only the first one; and the invariant is taken for granted."""
        loops = self.facts.loops(node.function)
        if node in loops.heads:
            loop = loops.innermost[node]
            if not loop.is_reducible:  # some visits have not come by the way that was followed
                state.guard, state.store = self.terms.true, {}
            edges = (edge for inner in loop for edge in inner.leaving if edge.target in loop)
            self.step.forget(state, self.step.written(edges, self.facts.called_by), LOOP + node.function.name)
        if node.number in self.invariants:
            state.guard = self.terms.and_(state.guard, self.step.holds(state, self.invariants[node.number]))

    def _merged(self, states: list[State]) -> State:
        """No two of the guards hold in one run.  What is not known on all ways is not known."""
        states = [state for state in states if not is_false(state.guard)]
        if not states:
            return State(self.terms.false)
        last, *others = states
        store = {place: value for place, value in last.store.items() if all(place in other.store for other in others)}
        for other in others:
            store = {place: self.terms.ite(other.guard, other.store[place], value) for place, value in store.items()}
        return State(self.terms.or_(*(state.guard for state in states)), store)

    def _after(self, edge: Edge, before: State, taken: Term) -> State:
        state = before.copy()
        state.guard = self.terms.and_(state.guard, taken)
        self._edges += 1
        if self._edges > _MOST_EDGES:
            raise NotSpoken("a program this large, with its functions in the place of their calls")
        for operation in flatten(edge.operation):
            if is_false(state.guard):
                break
            callees = self.facts.called_by(operation) if isinstance(operation, Call) else ()
            if isinstance(operation, Call) and callees:
                state = self._called(state, operation, callees)
            else:
                self.step.perform(state, operation, edge.source.function)
        return state

    # -------------------------------------------------------------------------------------------------- calls

    def _called(self, state: State, call: Call, callees: tuple[Function, ...]) -> State:
        if isinstance(call.callee, Function):
            return self._call(state, call, call.callee)
        ways = [state.copy() for _ in callees]
        for way, taken in zip(ways, self.step.choices(len(callees), "function pointer"), strict=True):
            way.guard = self.terms.and_(way.guard, taken)
        return self._merged([self._call(way, call, callee) for way, callee in zip(ways, callees, strict=True)])

    def _call(self, state: State, call: Call, callee: Function) -> State:
        if callee.error is not None:
            self._oblige(f"safety: {callee.error.what} at {place_of(call.origin)}", state, self.terms.false)
            return State(self.terms.false)
        if not callee.is_defined:
            self.step.perform(state, replace(call, callee=callee), callee)
            return state
        inside = self.step.enter(state, call, callee)
        if callee not in self.facts.recursive:
            return self.step.leave(self._through(callee, inside), call, callee)
        assert callee.entry is not None
        self._claim("initiation", callee.entry, inside)
        self._recursive[callee] = None
        self.step.forget(state, self._beyond_frames(callee), "recursion")
        return self.step.leave(state, call, None)

    def _beyond_frames(self, callee: Function) -> Iterator[Variable]:
        """What a call of a recursive function may change of what its callers see."""
        for variable in self.step.written(callee.edges(), self.facts.called_by):
            if variable.is_static or variable in self.step.program.address_taken:
                yield variable


def _is_branching(node: Node) -> bool:
    """Do two edges leave it, by whether the same condition holds?"""
    match [flatten(edge.operation)[0] for edge in node.leaving]:
        case [Assume(condition=first, truth=one), Assume(condition=second, truth=other)]:
            return first == second and one is not other
        case _:
            return False
