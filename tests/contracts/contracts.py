"""The contracts of ``whet.core.interfaces`` as functions of an analysis and a sample; each raises AssertionError if it is broken.

The first ones are laws of the operators.  The others compare with concrete executions: at every step some abstract state must
describe the concrete one.  A state that describes it contradicts no fact (``executions``), says nothing wrong about
variables (``Analysis.claim``), and answers no query wrongly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product
from typing import Any, TypeAlias

from tests.contracts.executions import INPUTS, STEPS, Context, Moment, RepeatedInputs, entry_of, executions, program_of
from whet.algorithms.cpa import cpa
from whet.analyses.callstack import Stack
from whet.cfa.expressions import Binary, BinaryOp, Expr, Var, Variable
from whet.cfa.model import Edge, Program
from whet.cfa.operations import Havoc, Leave
from whet.cfa.types import IntType
from whet.core.composite import Composite
from whet.core.interfaces import Analysis
from whet.core.operators import merge_sep
from whet.core.queries import CallDepthOf, CallSiteOf, CallTargets, LocationOf, ValueOf
from whet.core.reached import ReachedSet
from whet.core.registry import ANALYSIS
from whet.core.waitlist import BreadthFirst
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.process import RunBounds
from whet.interpreter.view import View

State: TypeAlias = Any
"""States of any analysis."""
MAX_STATES = 400
MAX_STEPS = 1500
"""States that are taken from the frontier; a merge without a bound would let it never become empty."""
MAX_CHAIN = 50
"""A domain of finite height that does not widen needs as many steps as variables can change their state on one edge."""
FLOW = ("location", "callstack")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is under test: an analysis, or a mutant of one."""

    name: str
    make: Callable[[Program], Analysis[Any, Any]]


Contract: TypeAlias = Callable[[Subject, str], None]


# ---------------------------------------------------------------------------------------------------- states to test with


@dataclass(frozen=True, slots=True)
class Explored:
    """An analysis on a sample, with states and edges of an exploration that may have been cut off."""

    analysis: Analysis[Any, Any]
    precision: Any
    states: tuple[Hashable, ...]
    steps: tuple[tuple[Hashable, Edge], ...]
    places: dict[Context, list[State]] | None
    """The states that stand for a location and a call stack at the end; None if it was cut off."""

    def successors(self, state: State, edge: Edge) -> Sequence[State]:
        post = self.analysis.transfer.post(edge)
        return (state,) if post is None else post(state, self.precision)

    def pairs(self) -> Iterator[tuple[State, State]]:
        step = max(1, len(self.states) // 12)
        some = self.states[::step]
        return islice(product(some, some), 300)


@lru_cache(maxsize=32)
def explored(subject: Subject, sample: str) -> Explored:
    program = program_of(sample, blocks=True)
    made = {name: ANALYSIS.named(name).make(program) for name in FLOW}
    made[subject.name] = subject.make(program)
    composite = Composite(program, list(made.values()))
    index = list(made).index(subject.name)
    reached = ReachedSet(composite, BreadthFirst())
    root = reached.start(composite.initial(entry_of(program)), composite.initial_precision())

    steps_left = iter(range(MAX_STEPS))

    cpa(composite, reached, lambda: len(reached) > MAX_STATES or next(steps_left, None) is None)
    nodes = list(reached.arg.nodes())
    states = tuple(dict.fromkeys(node.state[index] for node in nodes))
    steps = tuple((node.state[index], edge) for node in nodes for edge, _ in node.children)
    is_complete = not reached.waitlist and not reached.gaps
    return Explored(made[subject.name], root.precision[index], states, steps, _places(reached, index) if is_complete else None)


def _places(reached: ReachedSet, index: int) -> dict[Context, list[State]]:
    found: dict[Context, list[State]] = defaultdict(list)
    for node in reached:
        found[node.state[0], tuple(_sites(node.state[1]))[::-1]].append(node.state[index])
    return found


def _sites(stack: Stack | None) -> Iterator[tuple[int, int]]:
    while stack is not None:
        yield stack.site.source.number, stack.site.target.number
        stack = stack.below


# ---------------------------------------------------------------------------------------------------- laws


def order_is_reflexive_and_transitive(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    leq = case.analysis.domain.leq
    assert all(leq(lhs=state, rhs=state) for state in case.states)
    ordered = [(a, b) for a, b in case.pairs() if leq(lhs=a, rhs=b)]
    assert all(leq(lhs=a, rhs=d) for a, b in ordered for c, d in ordered if b == c)


def join_and_widen_are_upper_bounds(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    domain = case.analysis.domain
    for a, b in case.pairs():
        try:
            bounds = [domain.join(a, b), domain.widen(old=a, new=b)]
        except NotImplementedError:
            continue
        assert all(domain.leq(lhs=part, rhs=bound) for part in (a, b) for bound in bounds), f"of {a} and {b}: {bounds}"


def widening_ends(subject: Subject, sample: str) -> None:
    """Taking an edge again and again, with widening, leads to a state that does not grow any more."""
    case = explored(subject, sample)
    if case.analysis.merge is not merge_sep:
        for state, edge in case.steps[:150]:
            with suppress(NotImplementedError):
                assert _becomes_stationary(case, state, edge), f"widening {state} along {edge!r} does not end"


def _becomes_stationary(case: Explored, state: State, edge: Edge) -> bool:
    domain = case.analysis.domain
    for _ in range(MAX_CHAIN):
        grown = state
        for successor in case.successors(state, edge):
            grown = domain.widen(old=grown, new=domain.join(grown, successor))
        if domain.leq(lhs=grown, rhs=state):
            return True
        state = grown
    return False


def merge_keeps_what_was_reached(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    for new, old in case.pairs():
        try:
            merged = case.analysis.merge(new=new, old=old, precision=case.precision)
        except NotImplementedError:
            continue
        assert case.analysis.domain.leq(lhs=old, rhs=merged), f"of {new} and {old}: {merged}"


def stop_covers_the_same_state_and_nothing_when_empty(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    for state in case.states[:50]:
        index = case.analysis.stop.index()
        assert index.covering(state) is None
        index.add(state)
        assert index.covering(state) == state
        index.remove(state)
        assert index.covering(state) is None


def stop_agrees_with_the_order(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    leq = case.analysis.domain.leq
    index = case.analysis.stop.index()
    added: list[Hashable] = []
    for state in case.states[:80]:
        covering = index.covering(state)
        assert (covering is not None) == any(leq(lhs=state, rhs=other) for other in added)
        assert covering is None or leq(lhs=state, rhs=covering)
        index.add(state)
        added.append(state)


def post_repeats_itself_and_is_monotone(subject: Subject, sample: str) -> None:
    case = explored(subject, sample)
    leq = case.analysis.domain.leq
    for state, edge in case.steps[:150]:
        successors = case.successors(state, edge)
        assert list(successors) == list(case.successors(state, edge))
        for weaker in case.states[:30]:
            if leq(lhs=state, rhs=weaker) and weaker != state:
                found = case.successors(weaker, edge)
                assert all(any(leq(lhs=one, rhs=other) for other in found) for one in successors)


# ---------------------------------------------------------------------------------------------------- executions


class Following:
    """Takes the steps of executions with an analysis."""

    def __init__(self, subject: Subject, program: Program) -> None:
        self.analysis = subject.make(program)
        self.precision = self.analysis.initial_precision()
        self.first = self.analysis.initial(entry_of(program))

    def taken(self, states: Iterable[State], edge: Edge) -> list[State]:
        """The states behind an edge, as the algorithm gets them."""
        post, adjust = self.analysis.transfer.post(edge), self.analysis.adjust
        found = list(states) if post is None else [each for state in states for each in post(state, self.precision)]
        if adjust is not None:
            adjusted = [adjust(state, self.precision, edge.target, ()) for state in found]
            found = [each.state for each in adjusted if each is not None]
        return list(dict.fromkeys(found))

    def gives_up(self, states: Iterable[State]) -> bool:
        """Is there a finding, behind which nothing is said any more?"""
        return any(self.analysis.finding(state) is not None for state in states)

    def accepts(self, state: State, moment: Moment) -> bool:
        """Does the state not contradict the facts?"""
        facts, violation = moment.accusing
        assumed = self.taken([state], facts)
        return self.gives_up(assumed) or bool(self.taken(assumed, violation))

    def describes(self, state: State, moment: Moment) -> bool:
        return self.accepts(state, moment) and not list(self.wrong_answers(state, moment))

    def wrong_answers(self, state: State, moment: Moment) -> Iterator[str]:
        ask = self.analysis.ask
        if ask(state, LocationOf()) not in (None, moment.location):
            yield "another location"
        if ask(state, CallDepthOf()) not in (None, len(moment.stack)):
            yield "another depth"
        site = ask(state, CallSiteOf())
        if site is not None and (site.source.number, site.target.number) != moment.stack[-1]:
            yield "another call"
        for pointer, function in moment.targets:
            if function not in (ask(state, CallTargets(pointer)) or (function,)):
                yield f"{pointer} does not point to {function.name}"
        for expr, value in moment.values:
            if ask(state, ValueOf(expr)) not in (None, value):
                yield f"{expr} is not {value}"


Record: TypeAlias = tuple[Moment, State]


@dataclass(slots=True)
class Journey:
    """The states along an execution that may describe it."""

    following: Following
    learns: bool
    """Does each state get to know all facts?"""
    records: list[Record] = field(default_factory=list)

    def follow(self, moments: Sequence[Moment], stride: int) -> None:
        states = [self.following.first]
        for number, moment in enumerate(moments):
            if number % stride == 0:
                states = self._checked(states, moment)
            states = self.following.taken(states, moment.edge)
            if self.following.gives_up(states):
                return
            assert states or number == len(moments) - 1, f"no successor {moment}"

    def _checked(self, states: list[State], moment: Moment) -> list[State]:
        kept = [state for state in states if self._may_describe(state, moment)]
        assert kept, f"{moment} no state describes the execution: {states}; {[self._reason(each, moment) for each in states]}"
        if self.learns:
            kept = [each for each in self.following.taken(kept, moment.learning) if self.following.analysis.finding(each) is None]
        self.records += [(moment, state) for state in kept]
        return kept

    def _may_describe(self, state: State, moment: Moment) -> bool:
        if self.learns and self.following.analysis.adjust is None:  # learning the facts asks the same question
            learnt = self.following.taken([state], moment.learning)
            return bool(learnt) and not list(self.following.wrong_answers(state, moment))
        return self.following.describes(state, moment)

    def _reason(self, state: State, moment: Moment) -> object:
        answers = list(self.following.wrong_answers(state, moment))
        if answers:
            return answers
        found = state
        for fact in moment.facts:
            after = self.following.taken([found], Edge(moment.location, fact, moment.location))
            if not after:
                return fact
            found = after[0]
        return "all facts together"


@dataclass(frozen=True, slots=True)
class Journeys:
    following: Following
    records: tuple[Record, ...]


@lru_cache(maxsize=4)
def journeys(subject: Subject, sample: str, *, blocks: bool, learns: bool) -> Journeys:
    """Follow all executions of a sample."""
    following = Following(subject, program_of(sample, blocks=blocks))
    records: list[Record] = []
    for moments in executions(sample, blocks=blocks):
        journey = Journey(following, learns)
        journey.follow(moments, _stride(following))
        records += journey.records
    return Journeys(following, tuple(records))


def _stride(following: Following) -> int:
    """An analysis that asks solvers when a state is adjusted is not asked at every step."""
    return 1 if following.analysis.adjust is None else 7


def states_describe_executions(subject: Subject, sample: str) -> None:
    for blocks in (False, True):
        journeys(subject, sample, blocks=blocks, learns=False)


def states_that_know_all_facts_describe_executions(subject: Subject, sample: str) -> None:
    """The same from states that know what is true: each step is taken with as much knowledge as the domain can have."""
    for blocks in (False, True):
        journeys(subject, sample, blocks=blocks, learns=True)


def operators_keep_what_is_described(subject: Subject, sample: str) -> None:
    """What covers a state describes its executions, and so do joins, widenings and what a merge leaves of the old state."""
    for learns in (False, True):
        found = journeys(subject, sample, blocks=False, learns=learns)
        for (one, a), (other, b) in _meetings(found):
            for moment, result, what in _combined(found.following, (one, a), (other, b)):
                assert found.following.accepts(result, moment), f"{what} of {a} and {b} does not describe it {moment}: {result}"


def _meetings(found: Journeys) -> Iterator[tuple[Record, Record]]:
    """Different states of the same context."""
    places: dict[Context, dict[State, Moment]] = defaultdict(dict)
    for moment, state in found.records:
        places[moment.context].setdefault(state, moment)
    few = 3 if found.following.analysis.adjust is None else 2
    for states in places.values():
        some = [(moment, state) for state, moment in islice(states.items(), few)]
        yield from ((one, other) for one, other in product(some, some) if one is not other)


def _combined(following: Following, one: Record, other: Record) -> Iterator[tuple[Moment, State, str]]:
    """What must describe the execution of a moment."""
    analysis, (here, a), (there, b) = following.analysis, one, other
    if analysis.partition(a) != analysis.partition(b):
        return
    if analysis.domain.leq(lhs=a, rhs=b):
        yield here, b, "the greater one"
    index = analysis.stop.index()
    index.add(b)
    covering = index.covering(a)
    if covering is not None:
        yield here, covering, "the covering one"
    with suppress(NotImplementedError):
        yield there, analysis.merge(new=a, old=b, precision=following.precision), "the merge"
    with suppress(NotImplementedError):
        for moment in (here, there):
            yield moment, analysis.domain.join(a, b), "the join"
            yield moment, analysis.domain.widen(old=a, new=b), "the widening"


def what_is_forgotten_may_be_anything(subject: Subject, sample: str) -> None:
    """After ``Havoc`` any value can be assumed, of one of the variables at each location.

    Not so after ``Declare``: an analysis may know that the declarations of the program are executed once."""
    found = journeys(subject, sample, blocks=False, learns=True)
    first = {moment.location: (moment, state) for moment, state in reversed(found.records)}
    for number, (moment, state) in enumerate(first.values()):
        variables = [expr.variable for expr, _ in moment.values if isinstance(expr, Var) and isinstance(expr.type, IntType)]
        if variables:
            _forget(found.following, moment, state, variables[number % len(variables)])


def _forget(following: Following, moment: Moment, state: State, variable: Variable) -> None:
    last = moment.location.function.exit
    assert last is not None
    havoc = Havoc(Var(variable), moment.edge.origin)
    forgotten = following.taken([state], Edge(moment.location, havoc, moment.location))
    for value in (0, 30 * variable.type.size):
        edge = Edge(moment.location, moment.equality(variable, value), last)
        assert following.taken(following.taken(forgotten, edge), moment.accusing[1]), f"{variable} cannot be {value} {moment}"


def reached_states_describe_executions(subject: Subject, sample: str) -> None:
    """Where an exploration comes to its end, an execution never leaves what was reached."""
    case = explored(subject, sample)
    following = Following(subject, program_of(sample, blocks=True))
    following.analysis = case.analysis
    if case.places is None:
        return
    for moments in executions(sample, blocks=True):
        for moment in moments[:: _stride(following)]:
            reached = case.places.get(moment.context, [])
            assert any(following.describes(state, moment) for state in reached), f"nothing that was reached is true {moment}"


def claims_are_true(subject: Subject, sample: str) -> None:
    """At each step of an execution some state says nothing wrong about variables."""
    for number, inputs in enumerate(INPUTS[::2]):
        blocks = number % 2 == 1
        program = program_of(sample, blocks=blocks)
        following = Following(subject, program)
        states = [following.first]

        def watch(edge: Edge, view: View, following: Following = following, states: list[State] = states) -> None:
            if not isinstance(edge.operation, Leave) and states:
                claims = [following.analysis.claim(state, edge.source) for state in states]
                assert any(_may_hold(claim, view) for claim in claims), f"none is true before {edge!r}: {claims}"
            after = following.taken(states, edge)
            states[:] = [] if following.gives_up(after) else after

        Interpreter(program, limits=RunBounds(steps=STEPS)).watch(watch, RepeatedInputs(inputs))


def _may_hold(claim: Expr | None, view: View) -> bool:
    return claim is None or all(view.value(part) != 0 for part in _conjuncts(claim))


def _conjuncts(claim: Expr) -> Iterator[Expr]:
    if isinstance(claim, Binary) and claim.op is BinaryOp.AND:
        yield from _conjuncts(claim.left)
        yield from _conjuncts(claim.right)
    else:
        yield claim


CONTRACTS: tuple[Contract, ...] = (
    order_is_reflexive_and_transitive,
    join_and_widen_are_upper_bounds,
    widening_ends,
    merge_keeps_what_was_reached,
    stop_covers_the_same_state_and_nothing_when_empty,
    stop_agrees_with_the_order,
    post_repeats_itself_and_is_monotone,
    states_describe_executions,
    states_that_know_all_facts_describe_executions,
    operators_keep_what_is_described,
    reached_states_describe_executions,
    what_is_forgotten_may_be_anything,
    claims_are_true,
)
