"""Interpolants of random infeasible paths have the properties that the text gives them (Löwe, 4.6, 5.2 and 7.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.analyses.value.programs import PROGRAMS
from tests.refine.running import infeasible, paths_of, read, strongest_posts, walk
from whet.analyses.value.analysis import ValueAnalysis, ValueOptions
from whet.analyses.value.paths import FrameSlot, GlobalSlot, ObjectBytes, PathElement, ValuePaths
from whet.analyses.value.places import TrackedPlace
from whet.analyses.value.precision import ValuePrecision, without_heap
from whet.analyses.value.state import ValueDomain, ValueState
from whet.cfa.expressions import Variable
from whet.cfa.model import Function, Program
from whet.cfa.operations import Assume, Enter, Leave, Operation
from whet.cfa.uses import addresses_in, uses_of
from whet.core.path import PathStep
from whet.core.queries import CallTargets
from whet.refine.domain import Increment, Sharing
from whet.refine.interpolation import ALL_SHORTCUTS, Interpolation, Shortcut, is_feasible
from whet.refine.prefixes import extract_sliced_prefixes
from whet.refine.refiner import ByUseDef

SUBSETS = [frozenset(some) for count in range(len(Shortcut) + 1) for some in combinations(Shortcut, count)]
CHOICES = st.lists(st.integers(0, 3), min_size=3, max_size=40)
DOMAIN = ValueDomain()

EXTRA = {
    "calls and pointers": """
        int g; int inc(int x) { return x + 1; } int dec(int x) { return x - 1; }
        struct ops { int n; int (*run)(int); } ops = {1, inc}; struct ops *where = &ops;
        void set(int *p, int v) { *p = v; }
        int main(void) {
          int x = 0, y = 1; set(&x, 3); if (x != 3) g = 1; y = where->run(x); if (y != 4) g = 2;
          where->run = dec; if (where->run(y) != 3) g = 3; if (g) return 1; return y == 4;
        }""",
    "states": """
        int state, old;
        int step(int i) { old = state; if (state == 0 && i == 1) state = 1; else if (state == 1) state = 2; return old; }
        int main(void) {
          for (int k = 0; k < 3; k++) { int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i == 1 || i == 2); step(i); }
          if (state == 2 && old == 0) return 1; if (state > 2) return 2; return 0;
        }""",
    "address taken later": """
        int *q; int n; void store(int *p) { *p = 3; }
        int main(void) { int x = 0; store(&n); if (x == 2) return 1; store(&n); if (x) return 2; q = &x; return n; }""",
    "blocks": """
        int a, b, c;
        int main(void) {
          a = 1; b = a + 1; __VERIFIER_assume(b == 2); __VERIFIER_assume(a == 2); c = 3; __VERIFIER_assume(c == 4);
          if (b == 5) return c; return 0;
        }""",
}


class Sample:
    """A program, and the value analysis in three forms.  Shown without them, as they are long."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.paths = paths_of(program)
        self.scoped = ValueAnalysis(program, ValueOptions(precision="scoped"))
        self.localised = ValueAnalysis(program, ValueOptions(precision="localised"))

    def __repr__(self) -> str:
        return "Sample"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Sample]:
    folder = tmp_path_factory.mktemp("programs")
    texts = {name: "void see(long, ...);" + text for name, text in (PROGRAMS | EXTRA).items()}
    fused = {name: Sample(read(text, folder)) for name, text in texts.items()}
    return fused | {f"{name}, not fused": Sample(read(texts[name], folder, blocks=False)) for name in EXTRA}


def over_random_paths(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test on infeasible walks through the samples."""
    names = [*PROGRAMS, *EXTRA, *(f"{name}, not fused" for name in EXTRA)]
    checks = [HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much, HealthCheck.too_slow]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        given_path = given(name=st.sampled_from(names), choices=CHOICES, subset=st.sampled_from(SUBSETS))
        return settings(max_examples=examples, deadline=None, suppress_health_check=checks)(given_path(test))

    return decorate


def infeasible_walk(sample: Sample, choices: Sequence[int]) -> tuple[PathStep, ...]:
    steps = infeasible(sample.paths, walk(sample.program, choices))
    assume(steps is not None)
    assert steps is not None
    return steps


def interpolation(paths: ValuePaths, shortcuts: frozenset[Shortcut] = ALL_SHORTCUTS) -> Interpolation[ValueState, PathElement]:
    return Interpolation(paths, shortcuts, lambda: None)


# -------------------------------------------------------------------------------------------------------- the laws


def assert_laws(sample: Sample, path: Sequence[PathStep], states: Sequence[ValueState]) -> None:
    """The three requirements of 4.6.2 at every position, and that the sequence is inductive."""
    strongest = strongest_posts(sample.paths, path)
    for position, interpolant in enumerate(states):
        if position < len(strongest):
            assert follows(interpolant, strongest[position]), f"not implied behind {path[position].edge}"
        assert contradicts(sample.paths, interpolant, path[position + 1 :]), f"too weak behind {path[position].edge}"
        assert_vocabulary(sample, interpolant, path, position)
    assert_inductive(sample.paths, path, states)


def assert_inductive(paths: ValuePaths, path: Sequence[PathStep], states: Sequence[ValueState]) -> None:
    for before, step, after in zip([paths.initial(), *states], path, [*states, None], strict=False):
        successors = strongest_posts(paths, [step], before)
        assert (successors == []) == (after is None)
        assert after is None or follows(after, successors[0])


def follows(weaker: ValueState, stronger: ValueState) -> bool:
    """The implication; if heap blocks were forgotten on the way, they have other names now and do not count."""
    if weaker.memory.heap != stronger.memory.heap:
        weaker, stronger = without_heap(weaker), without_heap(stronger)
    return DOMAIN.leq(lhs=stronger, rhs=weaker)


def contradicts(paths: ValuePaths, state: ValueState, suffix: Sequence[PathStep]) -> bool:
    return len(strongest_posts(paths, suffix, state)) < len(suffix)


def assert_vocabulary(sample: Sample, interpolant: ValueState, path: Sequence[PathStep], position: int) -> None:
    before, behind = mentioned(sample.program, path[: position + 1]), mentioned(sample.program, path[position + 1 :])
    for variable in variables_in(sample, interpolant, path, position):
        assert variable in before, f"{variable} is not mentioned before {path[position].edge}"
        assert variable in behind, f"{variable} is not mentioned behind {path[position].edge}"


def variables_in(sample: Sample, state: ValueState, path: Sequence[PathStep], position: int) -> Iterator[Variable]:
    """The variables whose values a state knows."""
    layout = sample.scoped.layout
    functions = [path[position].location.function, *callers(path[: position + 1])]
    for element in sample.paths.elements(state):
        match element:
            case GlobalSlot(slot=slot):
                yield from (variable for variable, number in layout.global_slots.items() if number == slot)
            case FrameSlot(level=level, slot=slot):
                yield from (variable for variable, number in layout.frame_slots[functions[level]].items() if number == slot)
            case ObjectBytes(place=TrackedPlace(variable=Variable() as variable)):
                yield variable
            case _:
                pass  # the heap belongs to no variable


def callers(path: Sequence[PathStep]) -> list[Function]:
    """The functions below the current one, from the top down."""
    stack: list[Function] = []
    for step in path:
        if isinstance(step.edge.operation, Enter):
            stack.append(step.edge.source.function)
        elif isinstance(step.edge.operation, Leave):
            stack.pop()
    return stack[::-1]


def mentioned(program: Program, path: Sequence[PathStep]) -> set[Variable]:
    """The variables that operations name, or reach through a pointer."""
    found: set[Variable] = set()
    for step in path:
        for operation in (*step.operations, *pointer_calls(step)):
            uses = uses_of(operation, step.edge.source.function.return_variable)
            found |= uses.reads | uses.writes | set(addresses_in(operation))
            if uses.loads or uses.stores or uses.calls:
                found |= program.address_taken
    return found


def pointer_calls(step: PathStep) -> Iterator[Operation]:
    if step.pointer is not None:
        yield Assume(step.pointer, True, step.edge.origin)


@over_random_paths(150)
def test_interpolants_obey_the_laws(
    samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]
) -> None:
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    assert_laws(sample, path, interpolation(sample.paths, subset).interpolants(path).states)


@over_random_paths(60)
def test_nothing_in_an_interpolant_can_be_spared(
    samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]
) -> None:
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    states = interpolation(sample.paths, subset & {Shortcut.SUFFIX}).interpolants(path).states
    for position, interpolant in enumerate(states):
        for element in sample.paths.elements(interpolant):
            weaker = sample.paths.without(interpolant, element)
            assert not contradicts(sample.paths, weaker, path[position + 1 :]), f"{element} is not needed"


@over_random_paths(60)
def test_shortcuts_save_queries(samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]) -> None:
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    counts = []
    for shortcuts in (frozenset[Shortcut](), ALL_SHORTCUTS):
        queries: list[None] = []
        Interpolation(sample.paths, shortcuts, lambda queries=queries: queries.append(None)).interpolants(path)  # type: ignore[misc]
        counts.append(len(queries))
    without_shortcuts, with_all = counts
    positions = len(path)
    assert with_all <= without_shortcuts + positions, "at most the query for the suffix is added at each position"


@over_random_paths(80)
def test_interpolants_of_a_sliced_prefix_are_interpolants_of_the_path(
    samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]
) -> None:
    """Lemma 7.4.1."""
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    for prefix in islice(extract_sliced_prefixes(sample.paths, path), 4):
        assert not is_feasible(sample.paths, prefix)
        states = Interpolation(sample.paths, subset, lambda: None, sliced=True).interpolants(prefix).states
        assert_laws(sample, prefix, states)
        strongest = strongest_posts(sample.paths, path)
        for position, (interpolant, strong) in enumerate(zip(states, strongest, strict=False)):
            assert follows(interpolant, strong)
            assert contradicts(sample.paths, interpolant, path[position + 1 :])
            assert_vocabulary(sample, interpolant, path, position)


# --------------------------------------------------------------------------------------------------- the precision


def excludes(analysis: ValueAnalysis, sharing: Sharing, increments: Sequence[Increment], path: Sequence[PathStep]) -> bool:
    """Does the analysis with such a precision stop somewhere on the path?"""
    precision = ValuePrecision.empty(sharing)
    for increment in increments:
        precision = precision.joined(
            {n: frozenset(p for p in wanted if isinstance(p, TrackedPlace)) for n, wanted in increment.items()}
        )
    entry = analysis.program.start.entry
    assert entry is not None
    states = [analysis.initial(entry)]
    for step in path:
        post = analysis.post(step.edge)
        if not calls(analysis, states[0], step):
            return True
        states = states if post is None else list(post(states[0], precision))
        if not states:
            return True
    return False


def calls(analysis: ValueAnalysis, state: ValueState, step: PathStep) -> bool:
    """May the pointer lead to the function that is called, if the step is a call through one?"""
    call = step.edge.operation
    if step.pointer is None or not isinstance(call, Enter):
        return True
    targets = analysis.ask(state, CallTargets(step.pointer))
    return targets is None or call.function in targets


@over_random_paths(120)
def test_the_increment_excludes_the_path(
    samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]
) -> None:
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    interpolating = interpolation(sample.paths, subset)
    whole = interpolating.increment(interpolating.interpolants(path))
    prefixes = islice(extract_sliced_prefixes(sample.paths, path), 3)
    for increment in (whole, *(interpolating.increment(interpolating.interpolants(prefix)) for prefix in prefixes)):
        assert excludes(sample.scoped, Sharing.SCOPED, [increment], path)
        assert excludes(sample.localised, Sharing.LOCALISED, [increment], path)


@over_random_paths(80)
def test_use_def_chains_exclude_the_path(
    samples: dict[str, Sample], name: str, choices: list[int], subset: frozenset[Shortcut]
) -> None:
    """Static refinement, of the whole path and of its prefixes."""
    sample = samples[name]
    path = infeasible_walk(sample, choices)
    prefixes = islice(extract_sliced_prefixes(sample.paths, path), 3)
    exposed = sample.program.address_taken
    one, all_of_them = (ByUseDef(sample.paths.places, last_only=last_only, exposed=exposed) for last_only in (True, False))
    for increment in (all_of_them(path).increment, *(one(prefix).increment for prefix in prefixes)):
        assert excludes(sample.scoped, Sharing.SCOPED, [increment], path)
        assert excludes(sample.localised, Sharing.LOCALISED, [increment], path)
