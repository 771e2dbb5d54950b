"""No concrete execution leaves the abstract states, and what is proved does not happen."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from tests.analyses.predicate.running import explore, program_of
from tests.analyses.predicate.test_abstraction import PREDICATES, statements, text
from tests.analyses.value import running
from tests.analyses.value.programs import PROGRAMS
from tests.analyses.value.test_soundness import RandomInputs
from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.state import PredicateState
from whet.cfa.model import Edge, Program
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import ErrorReached
from whet.interpreter.process import RunBounds
from whet.pointers.regions import is_slot
from whet.solvers.terms.term import Term


class Follower:
    """Takes the edges of a run, abstracting where blocks end; on any edge but the last there must be a successor."""

    def __init__(self, analysis: PredicateAnalysis, precision: PredicatePrecision) -> None:
        self.analysis = analysis
        self.precision = precision
        assert analysis.program.start.entry is not None
        self.states: list[PredicateState] = [analysis.initial(analysis.program.start.entry)]
        self.abstractions = 0

    def __call__(self, edge: Edge) -> None:
        assert self.states, f"there was no successor before {edge}"
        successors = [each for state in self.states for each in self.analysis.post(edge)(state, self.precision)]
        adjusted = [self.analysis.adjust(state, self.precision, edge.target, ()) for state in successors]
        self.states = [each.state for each in adjusted if each is not None and each.state.gap is None]
        self.abstractions += sum(state.is_abstraction and state.block.formula.value is None for state in self.states)


def some_predicates(analysis: PredicateAnalysis, random: Random) -> list[Term]:
    """Comparisons of scalars with small numbers and with each other."""
    slots = [variable for variable in analysis.program.variables() if is_slot(analysis.program, variable)]
    bases = [analysis.encoder.vocabulary.variable(variable) for variable in random.sample(slots, min(4, len(slots)))]
    t = analysis.terms
    found = [t.eq(base, t.bv(random.randrange(3), base.width)) for base in bases]
    return found + [t.bv_ule(a, b) for a, b in pairwise(bases) if a.width == b.width]


def follow(program: Program, seed: int, **options: str) -> int:
    random = Random(seed)
    analysis = PredicateAnalysis(program, PredicateOptions(**options))
    entry = program.main.entry
    assert entry is not None
    predicates = [each for term in some_predicates(analysis, random) for each in analysis.tracked(term, entry)]
    follower = Follower(analysis, analysis.initial_precision().with_everywhere(predicates))
    Interpreter(program, limits=RunBounds(steps=150)).run(RandomInputs(seed), observer=follower)
    return follower.abstractions


@pytest.mark.parametrize("blocks", ["edge", "loops", "joins"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_runs_with_random_inputs(name: str, blocks: str, tmp_path: Path) -> None:
    program = running.program_of(PROGRAMS[name], tmp_path)
    for seed in range(3):
        follow(program, seed, blocks=blocks, abstraction="cartesian" if seed == 1 else "boolean")


def test_following_a_run_computes_abstractions(tmp_path: Path) -> None:
    program = running.program_of(PROGRAMS["automaton"], tmp_path)
    assert sum(follow(program, seed, blocks="loops") for seed in range(4)) > 4


@settings(max_examples=15)
@examples(
    before=statements,
    body=statements,
    error=st.sampled_from(["x != y", "x > 3", "z == 1", "y == z + 1", "a[0] > 2"]),
    chosen=st.lists(st.sampled_from(PREDICATES), max_size=4, unique=True),
    blocks=st.sampled_from(["edge", "loops", "joins"]),
    seed=st.integers(0, 1000),
)
def test_no_run_reaches_an_error_that_was_excluded(
    before: list[str], body: list[str], error: str, chosen: list[str], blocks: str, seed: int
) -> None:
    program_text = text(before, body).replace("return 0;", f"if ({error}) reach_error(); return 0;")
    with TemporaryDirectory() as folder:
        program = program_of(program_text, Path(folder))
    explored = explore(program, chosen, blocks=blocks, limit=100)
    if explored.is_proved:
        interpreter = Interpreter(program, limits=RunBounds(steps=500))
        for number in range(20):
            outcome = interpreter.run(RandomInputs(seed + number)).outcome
            assert not isinstance(outcome, ErrorReached)
