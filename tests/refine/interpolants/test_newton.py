"""Newton refinement: each option makes the difference the text says (Gerlach 2018, chapter 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests.refine.interpolants.paths import OneEngine, World, instance_of, world_of
from whet.encoding.encode import SsaMap
from whet.refine.blocks import PathBlock, Strategy, checked
from whet.refine.interpolants.combined import Candidate, Combination
from whet.refine.interpolants.newton_elimination import EliminationOptions, SolverElimination
from whet.refine.interpolants.newton_trace import NewtonLevel, checked_assertions, trace_of
from whet.refine.strategies.newton import Newton, NewtonOptions
from whet.solvers.port import Failure, InterpolantTerms, Unsat
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import conjuncts, symbols

TWO = """
int main(void) {
  int x = 3; x = x - 3; int y = 1;
  while (__VERIFIER_nondet_int()) { x = x + 1; x = x - 1; }
  if (x != 0) reach_error();
  return y;
}"""
"""The block before the loop says more than the contradiction needs."""

SQUARE = """
int main(void) {
  int x = 0; unsigned v = __VERIFIER_nondet_uint(); unsigned y = v * v; v = 0;
  while (__VERIFIER_nondet_int()) x = x + 1;
  if (x != 0 CONDITION) reach_error();
  return y + v;
}"""
"""That y is a square is nothing to be said without v."""

UNREAD = """
int main(void) {
  int x = 0; unsigned v = __VERIFIER_nondet_uint();
  if (v * v + v != 6) return 0;
  v = 0;
  while (__VERIFIER_nondet_int()) x = x + 1;
  if (x != 0) reach_error();
  return v;
}"""
"""The condition speaks only of a value that is past."""

PLAIN = EliminationOptions(solver=SolverElimination.NONE, cases=1, over_approximation=False)
NOTHING = replace(PLAIN, equality_resolution=False, parameter_drop=False)
BROAD = NewtonOptions(core="no", live="no")
"""No abstraction; without help from the solver (PLAIN) what can be eliminated depends on the program alone."""


@dataclass(frozen=True, slots=True)
class Case:
    """A path that comes once to the head of a loop and then to an error; it is cut there."""

    world: World
    blocks: list[PathBlock]

    def refined(
        self, options: NewtonOptions, elimination: EliminationOptions | None = None, *, engine: str = "z3"
    ) -> InterpolantTerms | Failure:
        """What Newton refinement finds; if it finds something the laws hold."""
        newton = Newton(self.world.encoder, OneEngine(self.world.engine(engine)), options, elimination=elimination)
        found = newton.sequence(self.blocks, limit=60)
        solver = self.world.engine("z3").solver()
        assert checked_assertions(solver, self.blocks, found, vocabulary=self.world.encoder.vocabulary) == found
        return found

    def names(self, options: NewtonOptions, elimination: EliminationOptions | None = None) -> set[str]:
        """The variables that the assertion at the only cut speaks of."""
        found = self.refined(options, elimination)
        assert isinstance(found, InterpolantTerms), found
        bases = (self.world.encoder.vocabulary.base_of(symbol) for symbol in symbols(*found.terms))
        return {base.name for base in bases if base is not None} - {"heap#"}

    def variable(self, name: str) -> Term:
        return instance_of(self.world, self.blocks[0], f"main::{name}")


def case_of(text: str, folder: Path, *, blocks: bool = False, path: int = 0) -> Case:
    world = world_of(text, folder, blocks=blocks)
    edges = [*world.error_paths(visits=1)][path]
    return Case(world, world.by_heads(edges))


# ---------------------------------------------------------------------------------------------------- levels


@pytest.mark.parametrize("blocks", [False, True])
def test_the_core_leaves_out_parts_at_edge_level_and_whole_blocks_at_block_level(tmp_path: Path, blocks: bool) -> None:
    """Also where a straight line of statements is one edge."""
    case = case_of(TWO, tmp_path, blocks=blocks)
    options = NewtonOptions(live="no")
    assert case.names(options) == {"main::x"}
    assert case.names(replace(options, level=NewtonLevel.BLOCK.value)) == {"main::x", "main::y"}


def test_a_trace_says_what_the_blocks_say(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    for level in NewtonLevel:
        trace = trace_of(case.world.encoder, case.blocks, level)
        ends = [statement for statement in trace if statement.ends_block]
        assert [end.ssa for end in ends] == [block.after.ssa for block in case.blocks]
        said = {part for statement in trace for formula in statement.formulas for part in conjuncts(formula)}
        assert said == {part for block in case.blocks for part in conjuncts(block.formula)}
    assert len(trace_of(case.world.encoder, case.blocks, NewtonLevel.EDGE)) > len(case.blocks)
    assert len(trace_of(case.world.encoder, case.blocks, NewtonLevel.BLOCK)) == len(case.blocks)


@pytest.mark.parametrize("level", NewtonLevel)
def test_joined_blocks_are_statements(tmp_path: Path, level: NewtonLevel) -> None:
    text = "int main(void) { int x = 0; if (__VERIFIER_nondet_int()) x = 1; while (__VERIFIER_nondet_int()); if (x > 1)"
    world = world_of(text + " reach_error(); return 0; }", tmp_path)
    case = Case(world, world.joined(visits=1))
    assert case.blocks[0].steps is None
    assert case.names(NewtonOptions(level=level.value)) == {"main::x"}


def test_edge_level_refines_one_path_through_joined_blocks(tmp_path: Path) -> None:
    text = "int main(void) { int x = 0, y; if (__VERIFIER_nondet_int()) y = 1; else y = 2; while (__VERIFIER_nondet_int());"
    world = world_of(text + " if (x != 0) reach_error(); return y; }", tmp_path)
    blocks = world.joined(visits=1)
    linear, whole = Newton(world.encoder, world.engines).views(blocks)
    assert whole is blocks
    assert [block.steps is None for block in linear] == [False, blocks[1].steps is None]
    assert [block.after.ssa for block in linear] == [block.after.ssa for block in blocks]
    assert world.contradict(linear)
    assert len(trace_of(world.encoder, linear, NewtonLevel.EDGE)) > len(blocks)
    block_level = Newton(world.encoder, world.engines, NewtonOptions(level="block"))
    assert [*block_level.views(blocks)] == [blocks]


def test_what_excludes_one_path_through_a_joined_block_need_not_exclude_the_others(tmp_path: Path) -> None:
    """So it is no sequence of interpolants of the blocks.  After both paths, the block is one statement."""
    text = "int main(void) { int x = 0; if (__VERIFIER_nondet_int()) x = 1; while (__VERIFIER_nondet_int()); if (x > 1)"
    world = world_of(text + " reach_error(); return 0; }", tmp_path)
    blocks = world.joined(visits=1)
    combined = Combination([Newton(world.encoder, world.engines)], world.engine("z3").solver())
    first, _, last = (combined.first(blocks) for _ in range(3))
    assert isinstance(first, Candidate)
    assert isinstance(checked(world.engine("z3").solver(), blocks, first.interpolants), Failure)
    assert isinstance(last, Candidate)
    assert checked(world.engine("z3").solver(), blocks, last.interpolants) == last.interpolants


def test_a_block_that_is_not_what_its_steps_say_is_a_statement(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    first, last = case.blocks
    renumbered = replace(first.after, ssa=SsaMap({}))
    assert len(trace_of(case.world.encoder, [replace(first, after=renumbered)], NewtonLevel.EDGE)) == 1
    weaker = replace(first.after, formula=case.world.terms.true)
    assert len(trace_of(case.world.encoder, [replace(first, after=weaker)], NewtonLevel.EDGE)) == 1
    assert len(trace_of(case.world.encoder, [first], NewtonLevel.EDGE)) > 1
    assert len(trace_of(case.world.encoder, [replace(last, steps=())], NewtonLevel.EDGE)) == 1


# ---------------------------------------------------------------------------------------------------- abstractions


def test_infeasible_core(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    assert case.names(BROAD, PLAIN) == {"main::x", "main::y"}
    assert case.names(replace(BROAD, core="yes"), PLAIN) == {"main::x"}


@pytest.mark.parametrize("level", NewtonLevel)
def test_live_variables(tmp_path: Path, level: NewtonLevel) -> None:
    case = case_of(TWO, tmp_path)
    assert case.names(replace(BROAD, level=level.value), PLAIN) == {"main::x", "main::y"}
    assert case.names(replace(BROAD, level=level.value, live="yes"), PLAIN) == {"main::x"}


def test_live_variables_of_the_core(tmp_path: Path) -> None:
    """What only formulas outside of the core read is not live."""
    text = "int main(void) { int x = 5; int y = x; while (__VERIFIER_nondet_int()); if (x > 3 && y != 5) reach_error(); }"
    case = case_of(text, tmp_path)
    live = replace(BROAD, live="yes")
    assert case.names(live, PLAIN) == {"main::x", "main::y"}
    assert case.names(replace(live, core="yes"), PLAIN) == {"main::y"}


# ---------------------------------------------------------------------------------------------------- elimination


@pytest.mark.parametrize("level", NewtonLevel)
def test_equality_resolution(tmp_path: Path, level: NewtonLevel) -> None:
    case = case_of(TWO, tmp_path)
    options = replace(BROAD, level=level.value)
    assert isinstance(case.refined(options, PLAIN), InterpolantTerms)
    without = case.refined(options, replace(PLAIN, equality_resolution=False))
    assert isinstance(without, Failure)
    assert "could not be eliminated" in without.reason


@pytest.mark.parametrize("level", NewtonLevel)
def test_unconnected_parameter_drop(tmp_path: Path, level: NewtonLevel) -> None:
    case = case_of(UNREAD, tmp_path)
    options = replace(BROAD, level=level.value)
    assert case.names(options, PLAIN) == {"main::x", "main::v"}
    assert isinstance(case.refined(options, replace(PLAIN, parameter_drop=False)), Failure)


def test_unconnected_parameters_may_contradict_each_other(tmp_path: Path) -> None:
    """Then they are not dropped: the path ends there."""
    case = case_of(UNREAD.replace("v * v + v != 6", "v * v != 3"), tmp_path)
    found = case.refined(BROAD, PLAIN)
    assert isinstance(found, InterpolantTerms)
    assert found.terms == (case.world.terms.false,)


@pytest.mark.parametrize("level", NewtonLevel)
@pytest.mark.parametrize("wanted", [SolverElimination.LIGHT, SolverElimination.FULL])
def test_the_solver_eliminates_what_is_left(tmp_path: Path, level: NewtonLevel, wanted: SolverElimination) -> None:
    case = case_of(TWO, tmp_path)
    options = replace(BROAD, level=level.value)
    assert isinstance(case.refined(options, NOTHING), Failure)
    assert isinstance(case.refined(options, replace(NOTHING, solver=wanted)), InterpolantTerms)


def test_over_approximation(tmp_path: Path) -> None:
    case = case_of(SQUARE.replace("CONDITION", ""), tmp_path)
    assert isinstance(case.refined(BROAD, PLAIN), Failure)
    assert case.names(BROAD, replace(PLAIN, over_approximation=True)) == {"main::x", "main::v"}


def test_an_over_approximation_may_be_too_weak(tmp_path: Path) -> None:
    case = case_of(SQUARE.replace("CONDITION", "|| y == 3"), tmp_path, path=1)
    assert case.world.contradict(case.blocks), "no square is 3 modulo a power of 2"
    found = case.refined(BROAD, replace(PLAIN, over_approximation=True))
    assert found == Failure("the assertions do not exclude the path")


@pytest.mark.parametrize("wanted", SolverElimination)
def test_an_engine_without_elimination_is_asked_for_none(tmp_path: Path, wanted: SolverElimination) -> None:
    case = case_of(TWO, tmp_path)
    assert isinstance(case.refined(BROAD, replace(NOTHING, solver=wanted), engine="bitwuzla"), Failure)
    assert isinstance(case.refined(BROAD, replace(PLAIN, solver=wanted), engine="bitwuzla"), InterpolantTerms)


# ---------------------------------------------------------------------------------------------------- memory

MEMORY = """
struct node { int data; struct node *next; };
int main(void) {
  int a[4]; unsigned i = __VERIFIER_nondet_uint(); __VERIFIER_assume(i < 4);
  a[i] = 7; a[i]++;
  struct node *p = malloc(sizeof *p); p->data = 3; p->next = 0;
  while (__VERIFIER_nondet_int()) ;
  if (a[i] != 8 || p->data != 3) reach_error();
  return 0;
}"""


@pytest.mark.parametrize("level", NewtonLevel)
@pytest.mark.parametrize("path", [0, 1])
def test_arrays_that_are_past_are_eliminated(tmp_path: Path, level: NewtonLevel, path: int) -> None:
    case = case_of(MEMORY, tmp_path, path=path)
    found = case.refined(NewtonOptions(level=level.value), PLAIN)
    assert isinstance(found, InterpolantTerms), found
    assert checked(case.world.engine("z3").solver(), case.blocks, found) == found


# ---------------------------------------------------------------------------------------------------- fallback


@dataclass(slots=True)
class Recording(Strategy):
    """A strategy that knows one answer and remembers the questions."""

    answer: InterpolantTerms | Failure
    asked: list[tuple[Sequence[PathBlock], float | None]] = field(default_factory=list)
    name: str = "recording"

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        self.asked.append((blocks, limit))
        return self.answer


def test_fallback_where_the_assertions_are_not_found(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    other = Recording(Failure("nor here"))
    newton = Newton(case.world.encoder, case.world.engines, BROAD, elimination=NOTHING)
    combined = Combination([newton, other], case.world.engine("z3").solver(), seconds=30)
    assert combined.first(case.blocks) is other.answer
    assert other.asked == [(case.blocks, 30)]


def test_fallback_where_a_path_comes_a_second_time(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    first = Newton(case.world.encoder, case.world.engines).sequence(case.blocks)
    assert isinstance(first, InterpolantTerms)
    other = Recording(first)
    newton = Newton(case.world.encoder, case.world.engines, NewtonOptions(fallback="yes"))
    combined = Combination([newton, other], case.world.engine("z3").solver())
    for strategy in ("newton", "recording"):
        found = combined.first(case.blocks)
        assert isinstance(found, Candidate)
        assert (found.strategy, found.interpolants) == (strategy, first)
    assert len(other.asked) == 1
    assert [*newton.views(case.blocks[:1])] == [case.blocks[:1]], "another path"
    alone = Combination([Newton(case.world.encoder, case.world.engines)], case.world.engine("z3").solver())
    assert alone.first(case.blocks) == alone.first(case.blocks) == Candidate("newton", first)


@pytest.mark.parametrize(
    ("option", "value"), [("equalities", "no"), ("unconnected", "no"), ("solver", "none"), ("solver", "full")]
)
def test_each_step_of_elimination_can_be_switched(option: str, value: str, tmp_path: Path) -> None:
    """The answer obeys the same laws; without any step there is none."""
    case = case_of(TWO, tmp_path)
    found = case.refined(NewtonOptions(**{option: value}))
    assert isinstance(found, Failure) or checked(case.world.engine("z3").solver(), case.blocks, found) == found
    nothing = NewtonOptions(core="no", live="no", equalities="no", unconnected="no", solver="none")
    assert isinstance(case.refined(nothing), Failure)


# ---------------------------------------------------------------------------------------------------- other paths


@pytest.mark.parametrize("level", NewtonLevel)
@pytest.mark.parametrize("core", ["no", "yes"])
def test_nothing_is_said_of_a_feasible_path(tmp_path: Path, level: NewtonLevel, core: str) -> None:
    case = case_of(TWO.replace("x != 0", "x == 0"), tmp_path)
    assert not case.world.contradict(case.blocks)
    for weaken in ("no", "yes"):
        assert isinstance(case.refined(NewtonOptions(level=level.value, core=core, weaken=weaken)), Failure)


def test_single_blocks(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    newton = Newton(case.world.encoder, case.world.engines)
    assert isinstance(newton.sequence([]), Failure)
    whole = case.world.cut([step.edge for block in case.blocks for step in block.steps or ()], lambda node: False)
    assert newton.sequence(whole) == InterpolantTerms(())
    assert isinstance(newton.sequence(case.blocks[:1]), Failure)


def test_a_path_that_ends_before_a_cut_is_false_from_there_on(tmp_path: Path) -> None:
    text = "int main(void) { int x = 0; if (x) while (__VERIFIER_nondet_int()) x++; if (x > 5) reach_error(); return 0; }"
    world = world_of(text, tmp_path)
    case = Case(world, world.by_heads(next(world.error_paths(visits=3))))
    assert case.refined(NewtonOptions()) == InterpolantTerms((world.terms.false,) * 3)


def test_no_time(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    for core in ("no", "yes"):
        newton = Newton(case.world.encoder, case.world.engines, NewtonOptions(core=core))
        assert isinstance(newton.sequence(case.blocks, limit=0.0), Failure)


def test_assertions_about_the_past_are_refused(tmp_path: Path) -> None:
    case = case_of(TWO, tmp_path)
    vocabulary, terms = case.world.encoder.vocabulary, case.world.terms
    solver = case.world.engine("z3").solver()
    x = vocabulary.base_of(case.variable("x"))
    assert x is not None
    past = terms.eq(vocabulary.instance(x, 1), terms.bv(0, 32))
    refused = checked_assertions(solver, case.blocks, InterpolantTerms((past,)), vocabulary=vocabulary)
    assert refused == Failure("an assertion has the symbol main::x!1, which is past")
    wrong = InterpolantTerms((terms.eq(case.variable("y"), terms.bv(2, 32)),))
    assert isinstance(checked_assertions(solver, case.blocks, wrong, vocabulary=vocabulary), Failure)
    too_many = InterpolantTerms((terms.true, terms.false))
    assert isinstance(checked_assertions(solver, case.blocks, too_many, vocabulary=vocabulary), Failure)
    failure = Failure("nothing")
    assert checked_assertions(solver, case.blocks, failure, vocabulary=vocabulary) is failure
    assert isinstance(solver.check(terms.false), Unsat), "the solver has no assertions left"


def test_option_weaken_decides_whether_something_is_left_out(tmp_path: Path) -> None:
    case = case_of(SQUARE.replace("CONDITION", ""), tmp_path)
    assert isinstance(case.refined(replace(BROAD, weaken="no")), Failure)
    assert case.names(replace(BROAD, weaken="yes")) == {"main::x", "main::v"}


@pytest.mark.parametrize("live", ["no", "yes"])
def test_laws_without_live_variables_are_those_of_assertions(tmp_path: Path, live: str) -> None:
    """Such assertions speak of variables that nobody reads any more."""
    case = case_of(TWO, tmp_path)
    newton = Newton(case.world.encoder, case.world.engines, replace(BROAD, live=live))
    solver = case.world.engine("bitwuzla").solver()
    assert isinstance(Combination([newton], solver).first(case.blocks), Candidate)
    if live == "no":
        newton.laws = None
        assert isinstance(Combination([newton], solver).first(case.blocks), Failure)
