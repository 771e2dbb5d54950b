"""Codings: joined blocks mean what their paths mean, and definitions stand outside of the disjunctions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings

from tests.analyses.predicate.running import INDEX, Explored, explore, program_of, variable
from tests.analyses.predicate.test_abstraction import statements, text
from whet.analyses.predicate.blocks import block_formulas, concrete_path
from whet.analyses.predicate.coding import Numbering, without_ended_calls
from whet.analyses.predicate.traces import Either, Trace
from whet.core.arg import ArgNode
from whet.core.path import PathStep
from whet.encoding.encode import PathFormula
from whet.solvers.port import Model, Sat, Unsat
from whet.solvers.terms.sorts import BOOL, Array
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import conjuncts, symbols

MANY = 60


def first_block(explored: Explored) -> ArgNode:
    """Where the first block of the program ends."""
    return next(node for node in explored.reached.arg.nodes() if node.parents and node.state[INDEX].is_abstraction)


def paths(trace: Trace) -> Iterator[tuple[PathStep, ...]]:
    """The paths of a trace."""
    stack: list[tuple[Trace, tuple[PathStep, ...]]] = [(trace, ())]
    while stack:
        part, steps = stack.pop()
        if part.is_start:
            yield steps
        last = part.last
        stack += [(each, steps if last is None else (last, *steps)) for each in part.before]


def solve(explored: Explored, *terms: Term) -> Model | None:
    solver = explored.analysis.engines.main.solver()
    solver.add(*terms)
    answer = solver.check()
    assert isinstance(answer, Sat | Unsat)
    return answer.model if isinstance(answer, Sat) else None


def encoded(explored: Explored, steps: tuple[PathStep, ...]) -> PathFormula:
    path = explored.analysis.encoder.initial()
    for step in steps:
        path = explored.analysis.encoder.extended(path, step)
    return path


def same_values(explored: Explored, model: Model, *, of: PathFormula, at: PathFormula) -> list[Term]:
    """That x, y and z have at the end of one path the values they have in a model at the end of the other."""
    terms, symbol = explored.analysis.terms, explored.analysis.encoder.symbol
    named = [variable(explored.analysis.program, name) for name in "xyz"]
    values = [(model.value(symbol(of, each)), symbol(at, each)) for each in named]
    return [terms.eq(place, terms.bv(value, place.width)) for value, place in values if isinstance(value, int)]


@settings(max_examples=15)
@given(before=statements, body=statements)
def test_a_joined_block_means_what_its_paths_mean(before: list[str], body: list[str]) -> None:
    with TemporaryDirectory() as folder:
        program = program_of(text(before, body), Path(folder))
    explored = explore(program, [], blocks="loops", limit=60)
    (block,) = block_formulas(explored.analysis, first_block(explored), INDEX)
    together = block.after
    several = list(paths(block.trace))
    for steps in several[:MANY]:
        linear = encoded(explored, steps)
        model = solve(explored, linear.formula)
        if model is not None:
            assert solve(explored, together.formula, *same_values(explored, model, of=linear, at=together)) is not None
    model = solve(explored, together.formula)
    if model is not None:
        edges = concrete_path([block], model)
        (taken,) = [steps for steps in several if tuple(step.edge for step in steps) == edges]
        linear = encoded(explored, taken)
        assert solve(explored, linear.formula, *same_values(explored, model, of=together, at=linear)) is not None


BRANCHES = """int main(void) {
  unsigned i = __VERIFIER_nondet_uint() & 3, a[4]; a[0] = 1;
  if (i == 1) { a[i] = 2; if (a[0] > 4) a[2] = 3; } else { a[1] = i; }
  a[3] = a[i];
  while (__VERIFIER_nondet_bool()) i++;
  return 0;
}"""


def test_no_array_is_compared_inside_a_disjunction(tmp_path: Path) -> None:
    explored = explore(program_of(BRANCHES, tmp_path), [], blocks="loops")
    (block,) = block_formulas(explored.analysis, first_block(explored), INDEX)
    coding = block.codings[block.trace]
    assert any(isinstance(part.how, Either) for part in block.codings)
    compared = [part for part in reachable((coding.assumptions,)) if part.op is Op.EQ and isinstance(part.args[0].sort, Array)]
    assert compared == []
    defined = [part for part in conjuncts(coding.definitions) if isinstance(part.args[0].sort, Array)]
    assert len(defined) > 4


def test_every_instance_is_defined_once(tmp_path: Path) -> None:
    explored = explore(program_of(BRANCHES, tmp_path), [], blocks="loops")
    (block,) = block_formulas(explored.analysis, first_block(explored), INDEX)
    steps = [part.last for part in block.codings if part.last is not None]
    written = [part.args[0] for part in conjuncts(block.codings[block.trace].definitions) if part.op is Op.EQ]
    assert len(steps) > 5
    assert len({*written}) == len(written)


DIAMOND = """int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), x = 0;
  if (i == 1) x = 2; else x = 3;
  x = x + 1;
  while (__VERIFIER_nondet_bool()) i++;
  return 0;
}"""


def test_a_choice_is_an_assumption_where_branches_deny_each_other(tmp_path: Path) -> None:
    explored = explore(program_of(DIAMOND, tmp_path), [], blocks="loops")
    (block,) = block_formulas(explored.analysis, first_block(explored), INDEX)
    assert not any(symbol.sort == BOOL for symbol in symbols(block.after.formula)), "no new truth value is needed"
    (join,) = [coding for coding in block.codings.values() if coding.choices]
    assert len(join.choices) == 1
    assert list(conjuncts(join.assumptions)) == [], "one or the other is always the case"


def test_a_join_of_many_is_a_join_with_one_more(tmp_path: Path) -> None:
    cases = " ".join(f"case {number}: x = {number * 3}; break;" for number in range(9))
    switch = f"switch (i) {{ {cases} default: x = 5; }}"
    program = program_of(DIAMOND.replace("if (i == 1) x = 2; else x = 3;", switch), tmp_path)
    explored = explore(program, [], blocks="loops")
    (block,) = block_formulas(explored.analysis, first_block(explored), INDEX)
    (join,) = [part for part in block.codings if isinstance(part.how, Either)]
    assert len(join.before) == 10
    assert len(block.codings[join].choices) == 9
    terms, symbol = explored.analysis.terms, explored.analysis.encoder.symbol
    x, i = (symbol(block.after, variable(program, name)) for name in "xi")
    model = solve(explored, block.after.formula, terms.eq(x, terms.bv(22, 32)))
    assert model is not None
    assert model.value(i) == 7
    linear = encoded(explored, tuple(map(PathStep, concrete_path([block], model))))
    assert solve(explored, linear.formula, terms.eq(symbol(linear, variable(program, "x")), terms.bv(22, 32))) is not None
    assert solve(explored, block.after.formula, terms.eq(x, terms.bv(23, 32))) is None


def test_branches_that_do_not_deny_each_other_need_a_new_choice(tmp_path: Path) -> None:
    explored = explore(program_of(BRANCHES, tmp_path), [], blocks="loops")
    traces = explored.analysis.traces
    main = traces.program.main
    assert main.entry is not None
    numbering = Numbering()
    start = traces.coder.begun(traces.encoder.unconstrained(main))
    edge = main.entry.leaving[0]
    one, other = (traces.coder.extended(start, PathStep(edge), numbering) for _ in range(2))
    assert one.path.ssa != other.path.ssa
    joined = traces.coder.joined([one, other, one], numbering)
    assert [choice.name for choice in joined.choices] == ["join#1", "join#2"]
    assert solve(explored, joined.path.formula) is not None


def test_calls_that_ended_are_forgotten() -> None:
    assert without_ended_calls({"f": 0, "main": 1}) == {"main": 1}
    assert without_ended_calls({"f": 2}) == {"f": 2}
