"""From a finished exploration to a proof: what the states that were reached at a location have to say, as one condition.

Every run at a location is described by a state that was reached there, so one of the things that these states claim is true.  A
claim is a conjunction of facts.  What all states of a location say is told once, and the rest as alternatives; an alternative
that says more than another one is dropped, because the other one stands for both.

A location has one invariant for people, which is short and speaks of the variables in scope.  At loop heads there is another one
for each way of calls that leads there, if the first does not say all: it is for the check of the proof (``proofs``), and
may be long and speak of the variables of callers.

Saying less is always right.  So the work is bounded by that of the exploration, and where there is too much to say, only what is
common to all states is told, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from whet.cfa.expressions import Binary, BinaryOp, Expr, conjunction, disjunction
from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Node, Program
from whet.cfa.show import to_c
from whet.cfa.source import place_of
from whet.cfa.trees import ExpressionTree, NoTree, Trees
from whet.cfa.types import IntType
from whet.core.composite import Composite
from whet.core.evidence import HeapInvariant, Invariant, Proof, Spot
from whet.core.queries import CallSitesOf
from whet.core.reached import ReachedSet
from whet.task.records import dataclass

Claims: TypeAlias = dict[Expr, None]
"""The facts that a state claims, each once, in their order."""

Calls: TypeAlias = tuple[Edge, ...]
"""The call stack of a location, the innermost call first."""

_FREE_FACTS = 20_000
"""That may be looked at in any run."""
_FACTS_PER_STATE = 2
"""How many more for each state that was explored: a fact takes up to ten microseconds, a state at least fifty."""


@dataclass(frozen=True, slots=True)
class _Size:
    """How much an invariant may say."""

    facts: int
    alternatives: int


_SHORT = _Size(60, 16)
_WHOLE = _Size(20_000, 4000)


def proof_of(analysis: Composite, reached: ReachedSet, *, explored: int) -> Proof:
    """``explored`` is how many states were taken from the frontier."""
    budget = _FREE_FACTS + explored * _FACTS_PER_STATE
    return _Collector(analysis, Trees(analysis.flow.program), budget).proof(_states(analysis, reached))


def _states(analysis: Composite, reached: ReachedSet) -> dict[Node, dict[Calls, list[Any]]]:
    """The reached states of each location, by the calls that lead there."""
    found: dict[Node, dict[Calls, list[Any]]] = {}
    for group in reached.groups():
        first = next(iter(group))
        calls = analysis.ask(first, CallSitesOf()) or ()
        found.setdefault(analysis.location(first), {}).setdefault(calls, []).extend(group)
    return found


def _spots(program: Program) -> dict[Node, Spot]:
    """The locations to report; not those of functions that the front end made."""
    spots: dict[Node, Spot] = {}
    for function in program.defined_functions:
        if function.entry is not None and function is not program.start and function.error is None:
            heads = sorted(Facts.of(program).loops(function).heads)
            spots |= {function.entry: Spot.FUNCTION_ENTRY, **dict.fromkeys(heads, Spot.LOOP_HEAD)}
    return spots


@dataclass(frozen=True, slots=True)
class _Condition:
    """All facts of ``common`` hold, and all of one alternative: there is none where no run gets to."""

    common: Claims
    alternatives: tuple[Claims, ...] = ({},)

    @property
    def size(self) -> int:
        return len(self.common) + sum(map(len, self.alternatives))

    def expression(self, type: IntType) -> Expr | None:
        """None if it says nothing."""
        if {} in self.alternatives:
            return conjunction([*self.common], type)
        conjunctions = [conjunction([*claims], type) for claims in self.alternatives]
        return conjunction([*self.common, disjunction([each for each in conjunctions if each is not None], type)], type)

    def __str__(self) -> str:
        chosen = " || ".join(" && ".join(map(to_c, claims)) for claims in self.alternatives)
        if not self.common:
            return chosen or "0"
        return " && ".join([*map(to_c, self.common), *([f"({chosen})"] if chosen else [])])


@dataclass(slots=True)
class _Collector:
    analysis: Composite
    trees: Trees
    budget: int
    """How many facts may still be looked at."""
    left_out: int = 0

    def proof(self, states: dict[Node, dict[Calls, list[Any]]]) -> Proof:
        """Locations with few states come first, so that the budget serves many."""
        spots = _spots(self.analysis.flow.program)
        counts = {node: sum(map(len, states.get(node, {}).values())) for node in spots}
        found: dict[Node, list[Invariant]] = {}
        for node in sorted(spots, key=lambda node: (counts[node], node.number)):
            found[node] = list(self._invariants(node, spots[node], states.get(node, {})))
        heads = [node for node in sorted(spots) if Facts.of(self.analysis.flow.program).cuts_cycles(node)]
        heaps = tuple(each for node in heads for each in self._heaps(node, states.get(node, {})))
        return Proof(tuple(each for node in sorted(found) for each in found[node]), self.left_out, heaps=heaps)

    def _heaps(self, node: Node, states: dict[Calls, list[Any]]) -> Iterator[HeapInvariant]:
        """What a component that describes the heap has at a location, if it knows something in each state."""
        able = [(i, component) for i, component in self.analysis.awake if hasattr(component, "symbolic_heap")]
        for calls, group in states.items() if able else ():
            i, component = able[0]
            described = [None if state[i] is None else component.symbolic_heap(state[i]) for state in group]
            trees = dict.fromkeys(each for each in described if each is not None)
            if None not in described:
                numbers = tuple(site.source.number for site in reversed(calls))
                yield HeapInvariant(function=node.function.name, node=node.number, calls=numbers, heaps=tuple(trees))

    def _invariants(self, node: Node, spot: Spot, states: dict[Calls, list[Any]]) -> Iterator[Invariant]:
        """The one for people, and those for the check if they say more."""
        claims = {calls: [self._claims(state, node) for state in group] for calls, group in states.items()}
        told, is_all = self._condition([each for group in claims.values() for each in group], _SHORT)
        yield from self._told(node, spot, told, None)
        if spot is not Spot.LOOP_HEAD:
            return
        for calls, group in states.items():
            below = [self._below(state, calls) for state in group]
            if is_all and len(states) == 1 and not any(below):
                self.left_out += self._withhold(group, node)
                continue
            with_callers = [each | more for each, more in zip(claims[calls], below, strict=True)]
            condition, says_all = self._condition(with_callers, _WHOLE)
            self.left_out += not says_all or self._withhold(group, node)
            yield from self._told(node, spot, condition, tuple(site.source.number for site in reversed(calls)))

    def _told(self, node: Node, spot: Spot, condition: _Condition, calls: tuple[int, ...] | None) -> Iterator[Invariant]:
        expression = condition.expression(self.analysis.flow.program.machine.int)
        try:
            tree = None if expression is None else self.trees.tree(expression)
        except NoTree:
            tree, self.left_out = None, self.left_out + 1
        if tree is not None:
            is_short = condition.size <= _SHORT.facts
            text = str(condition) if is_short else f"one of {len(condition.alternatives)} conditions"
            yield invariant_at(node, spot, text, tree, calls)

    def _condition(self, claims: list[Claims], most: _Size) -> tuple[_Condition, bool]:
        """What is true of all states, and whether it says all that they do."""
        common: Claims = {}
        seen: dict[frozenset[Expr], Claims] = {}
        for number, each in enumerate(claims):
            common = {fact: None for fact in common if fact in each} if number else each
            if len(seen) <= most.alternatives:
                seen[frozenset(each)] = each
            if not common and len(seen) > most.alternatives:
                return _Condition({}), False
        if self.budget < 0:
            return _Condition({}), False
        if len(seen) > most.alternatives:
            return _Condition(dict.fromkeys(islice(common, most.facts))), False
        # What states say beyond what all say, without those that say more than another one.
        weakest = [claims for facts, claims in seen.items() if not any(other < facts for other in seen)]
        condition = _Condition(common, tuple({fact: None for fact in claims if fact not in common} for claims in weakest))
        if condition.size <= most.facts:
            return condition, True
        return _Condition(dict.fromkeys(islice(common, most.facts))), False

    def _claims(self, state: Any, node: Node) -> Claims:
        """A component that was asleep says nothing."""
        said = (component.claim(state[i], node) for i, component in self.analysis.awake if state[i] is not None)
        return self._counted(said)

    def _below(self, state: Any, calls: Calls) -> Claims:
        """What is known of the variables of callers, unless one of them is active twice."""
        callers = [site.source.function for site in calls]
        if len({*callers, self.analysis.location(state).function}) <= len(callers):
            return {}
        able = ((i, component) for i, component in self.analysis.awake if hasattr(component, "claim_below"))
        return self._counted(component.claim_below(state[i], callers) for i, component in able if state[i] is not None)

    def _counted(self, said: Iterable[Expr | None]) -> Claims:
        if self.budget < 0:
            return {}
        facts = {fact: None for claim in said if claim is not None for fact in _facts(claim)}
        self.budget -= 1 + len(facts)
        return facts

    def _withhold(self, states: Sequence[Any], node: Node) -> bool:
        """Does one of them know more than it claims?  Yes if it does not say."""
        return any(
            getattr(component, "withholds", _always)(state[i], node)
            for state in states
            for i, component in self.analysis.awake
            if state[i] is not None
        )


def _always(_state: object, _node: Node) -> bool:
    return True


def _facts(claim: Expr) -> Iterator[Expr]:
    """The comparisons that hold if a claim does."""
    match claim:
        case Binary(op=BinaryOp.AND, left=left, right=right):
            yield from _facts(left)
            yield from _facts(right)
        case _:
            yield claim


def invariant_at(node: Node, spot: Spot, text: str, tree: ExpressionTree, calls: tuple[int, ...] | None = None) -> Invariant:
    """A condition at a location, as evidence has it."""
    place = place_of(node.leaving[0].origin) if node.leaving else None
    return Invariant(function=node.function.name, node=node.number, spot=spot, place=place, text=text, tree=tree, calls=calls)
