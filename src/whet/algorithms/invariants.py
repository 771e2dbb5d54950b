"""From a finished exploration to a proof: what the states that were reached at a location have to say, as one condition.

Every run at a location is described by a state that was reached there, so one of the things that these states claim is true.  A
claim is a conjunction of facts.  What all states of a location say is told once, and the rest as alternatives; an alternative
that says more than another one is dropped, because the other one stands for both.

Saying less is always right.  So the work is bounded by that of the exploration, and where there is too much to say, only what is
common to all states is told, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, TypeAlias

from whet.cfa.expressions import Binary, BinaryOp, Expr, conjunction, disjunction
from whet.cfa.facts import Facts
from whet.cfa.model import Node, Program
from whet.cfa.show import to_c
from whet.cfa.source import place_of
from whet.cfa.trees import ExpressionTree, NoTree, Trees
from whet.cfa.types import IntType
from whet.core.composite import Composite
from whet.core.evidence import Invariant, Proof, Spot
from whet.core.reached import ReachedSet
from whet.task.records import dataclass

Claims: TypeAlias = dict[Expr, None]
"""The facts that a state claims, each once, in their order."""

_MOST_FACTS = 60
"""Of one invariant."""
_MOST_ALTERNATIVES = 16
_FREE_FACTS = 1000
"""That may be looked at in any run."""
_STATES_PER_FACT = 20
"""How many states were explored for each further one: a fact takes up to ten microseconds, a state at least fifty."""


def proof_of(analysis: Composite, reached: ReachedSet, *, explored: int) -> Proof:
    """``explored`` is how many states were taken from the frontier."""
    return _Collector(analysis, _FREE_FACTS + explored // _STATES_PER_FACT).proof(_states(analysis, reached))


def _states(analysis: Composite, reached: ReachedSet) -> dict[Node, list[Any]]:
    """The reached states of each location."""
    found: dict[Node, list[Any]] = {}
    for group in reached.groups():
        found.setdefault(analysis.location(next(iter(group))), []).extend(group)
    return found


def _spots(program: Program) -> dict[Node, Spot]:
    """The locations to tell of; not those of functions that the front end made."""
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
    budget: int
    """How many facts may still be looked at."""
    left_out: int = 0

    def proof(self, states: dict[Node, list[Any]]) -> Proof:
        """Locations with few states come first, so that the budget serves many."""
        spots = _spots(self.analysis.flow.program)
        nodes = sorted(spots, key=lambda node: (len(states.get(node, ())), node.number))
        conditions = {node: self._condition(node, states.get(node, [])) for node in nodes}
        invariants = tuple(self._told(spots, conditions))
        return Proof(invariants, self.left_out)

    def _told(self, spots: dict[Node, Spot], conditions: dict[Node, _Condition]) -> Iterator[Invariant]:
        program = self.analysis.flow.program
        trees = Trees(program)
        for node in sorted(conditions):
            condition = conditions[node]
            expression = condition.expression(program.machine.int)
            try:
                tree = None if expression is None else trees.tree(expression)
            except NoTree:
                tree, self.left_out = None, self.left_out + 1
            if tree is not None:
                yield invariant_at(node, spots[node], str(condition), tree)

    def _condition(self, node: Node, states: list[Any]) -> _Condition:
        common: Claims = {}
        seen: dict[frozenset[Expr], Claims] = {}
        for number, state in enumerate(states):
            claims = self._claims(state, node)
            common = {fact: None for fact in common if fact in claims} if number else claims
            if len(seen) <= _MOST_ALTERNATIVES:
                seen[frozenset(claims)] = claims
            if not claims:
                return _Condition({})
            if self.budget < 0 or not (common or len(seen) <= _MOST_ALTERNATIVES):
                return self._weakened({})
        if len(seen) > _MOST_ALTERNATIVES:
            return self._weakened(common)
        condition = _Condition(common, _beyond(common, seen))
        return condition if condition.size <= _MOST_FACTS else self._weakened(common)

    def _claims(self, state: Any, node: Node) -> Claims:
        """A component that was asleep says nothing."""
        said = (component.claim(state[i], node) for i, component in self.analysis.awake if state[i] is not None)
        facts = {fact: None for claim in said if claim is not None for fact in _facts(claim)}
        self.budget -= 1 + len(facts)
        return facts

    def _weakened(self, common: Claims) -> _Condition:
        self.left_out += 1
        return _Condition(dict.fromkeys(islice(common, _MOST_FACTS)))


def _facts(claim: Expr) -> Iterator[Expr]:
    """The comparisons that hold if a claim does."""
    match claim:
        case Binary(op=BinaryOp.AND, left=left, right=right):
            yield from _facts(left)
            yield from _facts(right)
        case Binary(op=op) if op.is_comparison:
            yield claim
        case _:
            pass


def _beyond(common: Claims, seen: dict[frozenset[Expr], Claims]) -> tuple[Claims, ...]:
    """What states say beyond what all say, without those that say more than another one."""
    weakest = [claims for facts, claims in seen.items() if not any(other < facts for other in seen)]
    return tuple({fact: None for fact in claims if fact not in common} for claims in weakest)


def invariant_at(node: Node, spot: Spot, text: str, tree: ExpressionTree) -> Invariant:
    """A condition at a location, as evidence has it."""
    place = place_of(node.leaving[0].origin) if node.leaving else None
    return Invariant(function=node.function.name, node=node.number, spot=spot, place=place, text=text, tree=tree)
