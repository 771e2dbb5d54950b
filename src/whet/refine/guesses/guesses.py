"""The guesses of one loop: conditions on its variables that held in all states, and what a further state leaves of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice

from whet.cfa.expressions import Expr, Var, Variable
from whet.cfa.model import Node
from whet.cfa.semantics import evaluate
from whet.cfa.types import IntType, MachineModel
from whet.refine.guesses.expressions import equation, implication, negated
from whet.refine.guesses.orders import comparisons
from whet.refine.guesses.relations import Equations, Relations, Residues
from whet.refine.guesses.states import LoopStates, State, conditions_of, wishes_of
from whet.solvers.terms.polynomials import Polynomial

_MOST_LINEAR = 16
_MOST_QUADRATIC = 10
_MOST_CUBIC = 4
"""Variables up to which products of two, and of three, are looked at."""
_MOST_CONDITIONS = 4
_MOST_COMPARISONS = 90
_MOST_WISHES = 6


class LoopGuesses:
    """They become fewer or weaker with every state that is learnt."""

    def __init__(self, observed: LoopStates, constants: Collection[int | float], machine: MachineModel) -> None:
        self.head: Node = observed.head
        self.variables = observed.variables
        self._machine = machine
        states = list(observed.states)
        # Of the variables that fit into an ``int``, and of all if there are others; products of few variables only.
        variables = self.variables
        found: list[Equations] = []
        for atoms, width in _widths(variables, machine):
            chosen = atoms[:_MOST_LINEAR]
            found.append(Relations(chosen, 1, width, states))
            if len(chosen) <= _MOST_CUBIC:
                found[-1] = Relations(chosen, 3, width, states)
            else:
                found.append(Relations(chosen[:_MOST_QUADRATIC], 2, width, states))
            found.append(Residues(chosen, width, states))
        self._equations = found
        conditions = conditions_of(observed.loop, self.variables)[:_MOST_CONDITIONS]
        sides = [side for condition in conditions for side in (condition, negated(condition, machine))]
        self._comparisons = dict.fromkeys(self._compared(observed, sides, constants))
        self._split = [
            (side, group)
            for side in sides
            for group in _linear(self.variables, [state for state in states if self._holds(side, state)], machine)
        ]
        self._told: dict[Expr, tuple[Equations, Polynomial]] = {}

    def _compared(self, observed: LoopStates, sides: Sequence[Expr], constants: Collection[int | float]) -> Iterator[Expr]:
        """By numbers, and those of the program itself: if not in all states, then perhaps on one side of a branch."""
        states, found = list(observed.states), comparisons(self.variables, list(observed.states), constants, self._machine)
        yield from (each for each in islice(found, _MOST_COMPARISONS) if self._is_true_in(each, states))
        for wish in wishes_of(observed.loop, self.variables)[:_MOST_WISHES]:
            sided = [implication(side, wish, self._machine) for side in sides if wish not in sides]
            yield from [wish] if self._is_true_in(wish, states) else [each for each in sided if self._is_true_in(each, states)]

    def claims(self) -> list[Expr]:
        """The guesses that are left."""
        self._told = {}
        for group in self._equations:
            for each in group.equations():
                self._told[equation(each, self.variables, self._machine, group.width)] = (group, each)
        plain = set(self._told)
        for condition, group in self._split:
            for each in group.equations():
                said = equation(each, self.variables, self._machine, group.width)
                if said not in plain:
                    self._told[implication(condition, said, self._machine)] = (group, each)
        return [*self._told, *self._comparisons]

    def learn(self, state: Mapping[Variable, int | float]) -> None:
        """Keep what holds in this state."""
        values = [state[variable] for variable in self.variables]
        for group in self._equations:
            group.learn(values)
        for condition, group in self._split:
            if self._holds(condition, values):
                group.learn(values)
        self._comparisons = {each: None for each in self._comparisons if self._holds(each, values)}

    def forget(self, claim: Expr) -> None:
        """One of the claims that were told last."""
        self._comparisons.pop(claim, None)
        if claim in self._told:
            group, polynomial = self._told[claim]
            group.forget(polynomial)

    def _is_true_in(self, claim: Expr, states: Sequence[State]) -> bool:
        return all(self._holds(claim, state) for state in states)

    def _holds(self, claim: Expr, values: Sequence[int | float]) -> bool:
        state = dict(zip(self.variables, values, strict=True))
        return bool(evaluate(claim, lambda expr: state[expr.variable] if isinstance(expr, Var) else None))


def _linear(variables: Sequence[Variable], states: Sequence[State], machine: MachineModel) -> list[Relations]:
    """One side of a condition; nothing if too few states are on it."""
    if len(states) < len(variables) + 2:
        return []
    return [Relations(atoms[:_MOST_LINEAR], 1, width, states) for atoms, width in _widths(variables, machine)]


def _widths(variables: Sequence[Variable], machine: MachineModel) -> list[tuple[list[int], int]]:
    def atoms(is_meant: Callable[[int], bool]) -> list[int]:
        types = [variable.type for variable in variables]
        return [i for i, type in enumerate(types) if isinstance(type, IntType) and is_meant(type.width)]

    small, all_ = atoms(lambda width: width <= machine.int.width), atoms(lambda width: width <= 64)
    groups = [(small, machine.int.width), (all_ if len(all_) > len(small) else [], 64)]
    return [(found, width) for found, width in groups if found]
