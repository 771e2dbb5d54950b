"""The product of analyses (the papers' CompositeCPA); it knows no domain.

A state of the product is the tuple of the components' states.  One step lets every component take the edge, then lets
those that want to be strengthened look at the result.  Components that an edge does not concern are found when the
edge is staged, so in the hot loop only those that do something are called.

A component may sleep (``Analysis.sleeps``): it has no states then (None stands for them), and is not called.  It wakes when an
exploration begins with a precision in which it does not sleep (``arrange``).

Components that merge by join are widened where every cycle of the program passes (``Facts.cuts_cycles``).  Such a component grows
only finitely often there, so whatever the order, each state is explored finitely often (Bourdoncle, FMPA 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias, TypeVar

from whet.cfa.facts import Facts
from whet.cfa.model import Edge, Node, Program
from whet.core.edge_analysis import EdgeAnalysis
from whet.core.flow import Flow
from whet.core.interfaces import Adjusted, Analysis, CoverIndex, Finding, Post, Query
from whet.core.operators import EqualityIndex, MergeJoin, StopEqual, merge_sep
from whet.core.queries import CallDepthOf, LocationOf

A = TypeVar("A")
States: TypeAlias = tuple[Any, ...]
Precisions: TypeAlias = tuple[Any, ...]


class Composite:
    """Runs several analyses as one."""

    name = "composite"

    def __init__(self, program: Program, components: Sequence[Analysis[Any, Any]]) -> None:
        self.components = tuple(components)
        self._facts = Facts.of(program)
        self.flow = Flow(program, self._facts.callees)
        self._location = next(i for i, c in enumerate(components) if c.name == "location")
        self.domain = self
        self.transfer = self
        self.stop = _ProductStop(self)
        self.arrange(self.initial_precision())

    def arrange(self, precision: Precisions) -> None:
        """An exploration begins with a precision: only the components that do not sleep in it take part."""
        awake = [(i, c) for i, (c, p) in enumerate(zip(self.components, precision, strict=True)) if not c.sleeps(p)]
        self.awake = tuple(awake)
        self._posts: dict[Edge, Post[States, Precisions]] = {}
        self._adjusting = [(i, c.adjust) for i, c in awake if c.adjust is not None]
        self._partitioning = [(i, c) for i, c in awake if _overrides(c, "partition")]
        self._finding = [(i, c.finding) for i, c in awake if _overrides(c, "finding")]
        self._merging = [(i, c) for i, c in awake if c.merge is not merge_sep]
        self._joining = [(i, c.merge) for i, c in awake if isinstance(c.merge, MergeJoin)]
        self._apart = [i for i, c in awake if c.merge is merge_sep]
        self.merge = self._merge if self._merging else merge_sep

    def leq(self, *, lhs: States, rhs: States) -> bool:
        return all(c.domain.leq(lhs=lhs[i], rhs=rhs[i]) for i, c in self.awake)

    def join(self, a: States, b: States) -> States:
        return self._combined(a, {i: c.domain.join(a[i], b[i]) for i, c in self.awake})

    def widen(self, *, old: States, new: States) -> States:
        return self._combined(old, {i: c.domain.widen(old=old[i], new=new[i]) for i, c in self.awake})

    @staticmethod
    def _combined(state: States, parts: Mapping[int, Any]) -> States:
        return tuple(parts.get(i, part) for i, part in enumerate(state))

    def initial(self, node: Node) -> States:
        return self._combined((None,) * len(self.components), {i: c.initial(node) for i, c in self.awake})

    @property
    def wished_order(self) -> str | None:
        """The first wish of a component."""
        return next((c.wished_order for c in self.components if c.wished_order is not None), None)

    def initial_precision(self) -> Precisions:
        return tuple(c.initial_precision() for c in self.components)

    def partition(self, state: States) -> Hashable:
        return tuple([c.partition(state[i]) for i, c in self._partitioning])

    def successors(self, state: States, precision: Precisions) -> Iterator[tuple[Edge, States]]:
        """All abstract successors, each with the edge it is reached by."""
        posts = self._posts
        for edge in self.flow.leaving(state[self._location], lambda query: self.ask(state, query)):
            post = posts.get(edge)
            if post is None:
                post = posts[edge] = self.post(edge)
            for successor in post(state, precision):
                yield edge, successor

    def post(self, edge: Edge) -> Post[States, Precisions]:
        """The staged transfer of the product."""
        active = self._staged(edge, "post")
        strengthening = self._staged(edge, "strengthen")

        def step(state: States, precision: Precisions) -> Sequence[States]:
            successor = list(state)
            for i, post in active:
                found = post(state[i], precision[i])
                if len(found) != 1:
                    return _several(active, state, precision) if found else ()
                successor[i] = found[0]
            return (tuple(successor),)

        return self._strengthened(step, strengthening) if strengthening else step

    def _staged(self, edge: Edge, operator: str) -> tuple[tuple[int, Callable[..., Any]], ...]:
        """The functions of those components that have something to do on this edge."""
        staged = ((i, getattr(c.transfer, operator)(edge)) for i, c in self.awake)
        return tuple((i, function) for i, function in staged if function is not None)

    def _strengthened(
        self, step: Post[States, Precisions], strengthening: Sequence[tuple[int, Callable[..., Any]]]
    ) -> Post[States, Precisions]:
        """The step, after which components look at what the others found."""

        def strengthened(state: States) -> States | None:
            parts = list(state)
            for i, strengthen in strengthening:
                parts[i] = strengthen(state[i], lambda query: self.ask(state, query))
                if parts[i] is None:
                    return None
            return tuple(parts)

        def run(state: States, precision: Precisions) -> Sequence[States]:
            found = (strengthened(successor) for successor in step(state, precision))
            return [successor for successor in found if successor is not None]

        return run

    def _merge(self, *, new: States, old: States, precision: Precisions) -> States:
        """Merge component by component, but only if each component that keeps apart has equal states."""
        merged = list(old)
        for i, c in self.awake:
            a, b = new[i], old[i]
            result = c.merge(new=a, old=b, precision=precision[i])
            if result is b and a != b and not c.domain.leq(lhs=a, rhs=b):
                return old
            merged[i] = result
        if self._joining and self._facts.cuts_cycles(old[self._location]):
            for i, merge in self._joining:
                if merged[i] != old[i] and merge.widens(precision[i]):
                    merged[i] = merge.domain.widen(old=old[i], new=merged[i])
        return old if all(x is y for x, y in zip(merged, old, strict=True)) else tuple(merged)

    def merge_key(self, state: States) -> Hashable | None:
        """States that may be merged have equal keys; None if this one is merged with no other."""
        if self._merging and any(c.may_merge(state[i]) for i, c in self._merging):
            return tuple([state[i] for i in self._apart])
        return None

    def adjust(
        self, state: States, precision: Precisions, reached: Callable[[States], Iterable[States]]
    ) -> Adjusted[States, Precisions] | None:
        """Adjust component by component; ``reached`` gives the states of the same partition, for who asks."""
        if not self._adjusting:
            return Adjusted(state, precision)
        states, precisions = list(state), list(precision)
        for i, adjust in self._adjusting:
            adjusted = adjust(states[i], precisions[i], state[self._location], (other[i] for other in reached(state)))
            if adjusted is None:
                return None
            states[i], precisions[i] = adjusted.state, adjusted.precision
        return Adjusted(tuple(states), tuple(precisions))

    def ask(self, state: States, query: Query[A]) -> A | None:
        """The first answer of a component."""
        for i, component in self.awake:
            answer = component.ask(state[i], query)
            if answer is not None:
                return answer
        return None

    def finding(self, state: States) -> Finding | None:
        """Also of a state from before a component woke."""
        for i, find in self._finding:
            finding = None if state[i] is None else find(state[i])
            if finding is not None:
                return finding
        return None

    def location(self, state: States) -> Node:
        node = self.ask(state, LocationOf())
        assert node is not None
        return node

    def depth(self, state: States) -> int:
        """How many calls deep a state is; 0 if no component follows calls."""
        return self.ask(state, CallDepthOf()) or 0


def _overrides(component: Analysis[Any, Any], method: str) -> bool:
    """Does an analysis say something of its own here?  (The default of ``EdgeAnalysis`` never does.)"""
    return getattr(type(component), method, None) is not getattr(EdgeAnalysis, method)


def _several(active: Sequence[tuple[int, Post[Any, Any]]], state: States, precision: Precisions) -> Sequence[States]:
    """The successors when some component has more than one: every combination."""
    choices: list[Sequence[Any]] = [(part,) for part in state]
    for i, post in active:
        choices[i] = post(state[i], precision[i])
    return list(product(*choices))


class _ProductStop:
    """Stop of the product: equality where a component asks for no more, the index of the one that orders its
    states."""

    def __init__(self, product: Composite) -> None:
        self._product = product

    def index(self) -> CoverIndex[States]:
        match [i for i, c in self._product.awake if not isinstance(c.stop, StopEqual)]:
            case []:
                return EqualityIndex()
            case [only]:
                return _OneOrdered(only, self._product.components[only].stop.index)
            case [first, *others]:
                return _SeveralOrdered(self._product, first, others)
            case _:
                raise AssertionError("a list is empty or not")


_Group: TypeAlias = tuple[CoverIndex[Any], dict[Any, States]]
"""An index of states of one component, and the states of the product they belong to."""


class _OneOrdered:
    """States grouped by all other components; the ordered component's own index inside a group."""

    def __init__(self, ordered: int, make: Callable[[], CoverIndex[Any]]) -> None:
        self._ordered = ordered
        self._make = make
        self._groups: dict[Hashable, _Group] = {}

    def _group(self, state: States) -> _Group:
        key = state[: self._ordered] + state[self._ordered + 1 :]
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = (self._make(), {})
        return group

    def add(self, state: States) -> None:
        index, states = self._group(state)
        index.add(state[self._ordered])
        states[state[self._ordered]] = state

    def remove(self, state: States) -> None:
        index, states = self._group(state)
        index.remove(state[self._ordered])
        states.pop(state[self._ordered], None)

    def covering(self, state: States) -> States | None:
        index, states = self._group(state)
        found = index.covering(state[self._ordered])
        return None if found is None else states[found]


class _SeveralOrdered(_OneOrdered):
    """The same for the first ordered component, and then the groups in which the others have states that cover.

    That works because the others have few different states where the first has many."""

    def __init__(self, product: Composite, first: int, others: Sequence[int]) -> None:
        super().__init__(first, product.components[first].stop.index)
        self._others = others
        self._components = product.components
        self._fixed = [i for i in range(len(product.components)) if i != first and i not in others]
        self._neighbours: dict[Hashable, dict[States, _Group]] = {}
        """The groups with states, by what must be equal and then by what the others have."""

    def _place(self, state: States) -> tuple[dict[States, _Group], States]:
        neighbours = self._neighbours.setdefault(tuple([state[i] for i in self._fixed]), {})
        return neighbours, tuple([state[i] for i in self._others])

    def add(self, state: States) -> None:
        super().add(state)
        neighbours, others = self._place(state)
        neighbours[others] = self._group(state)

    def remove(self, state: States) -> None:
        super().remove(state)
        neighbours, others = self._place(state)
        if not neighbours[others][1]:
            del neighbours[others]

    def covering(self, state: States) -> States | None:
        found = super().covering(state)
        if found is not None:
            return found
        neighbours, others = self._place(state)
        for reached, (index, states) in neighbours.items():
            if reached != others and self._covers(others, reached):
                inner = index.covering(state[self._ordered])
                if inner is not None:
                    return states[inner]
        return None

    def _covers(self, new: States, reached: States) -> bool:
        return all(
            a == b or self._components[i].domain.leq(lhs=a, rhs=b) for i, a, b in zip(self._others, new, reached, strict=True)
        )
