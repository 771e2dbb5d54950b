"""Abstraction refinement as a whole: the examples of the text, and every option on many small programs."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from tests.algorithms.refinable import REFINABLE
from tests.refine.running import TASK, Done, explored, read, run, verdict, word
from whet.algorithms import engine, nondeterminism
from whet.algorithms.cegar import make_refiner
from whet.cfa.model import Node, Program
from whet.core.arg import ArgNode
from whet.core.configuration import load_configuration
from whet.core.context import Context, LimitReached, SoftLimits
from whet.core.queries import LocationOf
from whet.core.reached import ReachedSet
from whet.task.errors import TaskError

WAYS_TO_GO_ON = ("root", "pivot", "strengthened")
ORDERS = ("callstack", "dfs", "bfs", "rpo", "random")

FLAG = REFINABLE["flag in a loop"].text
"""Figure 4.1."""

COUNTER = """
int main(void) {
  int b = 0, i = 0;
  while (i < LIMIT) i++;
  if (b != 0) { if (i != LIMIT) return 1; reach_error(); }
  return 0;
}"""
"""Figure 7.1: a path that leaves the loop at once contradicts i as well as b."""


def locations(done: Done) -> dict[Node, list[ArgNode]]:
    """The nodes of the graph by location and call stack, in the order they were made."""
    found: dict[Node, list[ArgNode]] = {}
    for node in done.reached.arg.nodes():
        location = done.exploration.analysis.ask(node.state, LocationOf())
        assert location is not None
        found.setdefault(location, []).append(node)
    return found


# ------------------------------------------------------------------------------------------------------------ Figure 4.1


@pytest.mark.parametrize("go_on", WAYS_TO_GO_ON)
@pytest.mark.parametrize("order", ORDERS)
def test_only_the_flag_is_tracked(go_on: str, order: str, tmp_path: Path) -> None:
    done = run(read(FLAG, tmp_path), f"refinement.go_on={go_on}", f"exploration.order={order}")
    assert done.verdict == "TRUE"
    assert done.tracked == {"main::flag"}


def test_loop_is_not_unrolled(tmp_path: Path) -> None:
    """The second arrival at the loop head is covered by the first."""
    done = run(read(FLAG, tmp_path))
    found = locations(done)
    twice = [nodes for nodes in found.values() if any(node.covered_by for node in nodes)]
    assert [(second.covered_by, len(rest)) for first, second, *rest in twice if second.covered_by is first] == [
        (nodes[0], 0) for nodes in twice
    ]
    assert twice
    assert all(len(nodes) == 1 for nodes in found.values() if nodes not in twice)


def test_everything_is_tracked_without_refinement(tmp_path: Path) -> None:
    context = Context(limits=SoftLimits(steps=2000))
    with pytest.raises(LimitReached):
        engine.run(read(FLAG, tmp_path), TASK, load_configuration("value"), context)


# ------------------------------------------------------------------------------------------------------------ Figure 7.1


def test_score_prefers_the_boolean_to_the_loop_counter(tmp_path: Path) -> None:
    done = run(read(COUNTER.replace("LIMIT", "100000"), tmp_path), "refinement.selection=score-min", states=500)
    assert done.verdict == "TRUE"
    assert done.tracked == {"main::b"}


def test_without_selection_the_loop_counter_is_tracked(tmp_path: Path) -> None:
    """Procedure Interpolate keeps what contradicts first."""
    done = run(read(COUNTER.replace("LIMIT", "20"), tmp_path), "refinement.selection=none")
    assert done.verdict == "TRUE"
    assert "main::i" in done.tracked
    with pytest.raises(LimitReached):
        run(read(COUNTER.replace("LIMIT", "100000"), tmp_path), "refinement.selection=none", states=2000)


# ----------------------------------------------------------------------------------------------------------- going on


def test_path_of_states_that_are_older_than_the_precision_is_refined_again(tmp_path: Path) -> None:
    """One branch makes the refiner track y; states of the other were made before and do not know it."""
    program = read(REFINABLE["same value in both branches"].text, tmp_path)
    for order, precision in product(ORDERS, ("scoped", "localised")):
        options = ("refinement.go_on=pivot", f"exploration.order={order}", f"value.precision={precision}")
        assert verdict(program, *options) == "TRUE"


@pytest.mark.parametrize("go_on", ["pivot", "strengthened"])
def test_pivots_behind_one_another(go_on: str, tmp_path: Path) -> None:
    text = """
        int main(void) {
          int a = 1, b;
          if (__VERIFIER_nondet_bool()) { b = 2; if (a != 1) reach_error(); if (b != 2) reach_error(); }
          else { b = a; if (a != 1) reach_error(); if (b != 1) reach_error(); }
          return 0;
        }"""
    program = read(text, tmp_path)
    for order, targets in product(ORDERS, (2, 3, 4)):
        options = (f"refinement.go_on={go_on}", f"exploration.order={order}", f"refinement.targets={targets}")
        assert verdict(program, *options, "refinement.selection=none") == "TRUE"


def test_pivot_keeps_what_is_before_it(tmp_path: Path) -> None:
    before = "".join(f"if (__VERIFIER_nondet_bool()) g = {i};" for i in range(12))
    behind = "int y = 0; if (__VERIFIER_nondet_bool()) y = 0; if (y) reach_error(); return 0;"
    program = read(f"int g; int main(void) {{ {before} {behind} }}", tmp_path)
    lazy, eager = (run(program, f"refinement.go_on={go_on}") for go_on in ("pivot", "root"))
    assert lazy.verdict == eager.verdict == "TRUE"
    assert lazy.exploration.context.steps < eager.exploration.context.steps


def test_strengthened_states_alone_prove_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a strengthened state covers may not be covered any more, so the exploration is built anew before TRUE."""
    program = read(REFINABLE["error behind the other branch"].text, tmp_path)
    options = [("refinement.go_on=strengthened", f"exploration.order={order}") for order in ORDERS]
    assert {verdict(program, *each) for each in options} == {"FALSE"}
    monkeypatch.setattr(ReachedSet, "is_exact", property(lambda self: True, lambda self, value: None), raising=False)
    assert "TRUE" in {verdict(program, *each) for each in options}, "this program shows what the rebuilding is for"


# --------------------------------------------------------------------------------------------------------------- gaps


GAP = "int b[9]; int main(void) { int x = 0, y = 1; if (CONDITION) { setjmp(b); } if (y != 1) reach_error(); return 0; }"


@pytest.mark.parametrize("go_on", WAYS_TO_GO_ON)
@pytest.mark.parametrize("precision", ["scoped", "localised"])
def test_unsupported_construct_matters_only_if_it_is_reached(go_on: str, precision: str, tmp_path: Path) -> None:
    options = (f"refinement.go_on={go_on}", f"value.precision={precision}")
    assert verdict(read(GAP.replace("CONDITION", "x"), tmp_path), *options) == "TRUE"
    assert "setjmp" in verdict(read(GAP.replace("CONDITION", "!x"), tmp_path), *options)
    assert "setjmp" in verdict(read(GAP.replace("CONDITION", "__VERIFIER_nondet_bool()"), tmp_path), *options)


@pytest.mark.parametrize("go_on", WAYS_TO_GO_ON)
def test_recursion_that_only_the_abstraction_makes_too_deep(go_on: str, tmp_path: Path) -> None:
    text = "int f(int n) { if (n <= 0) return 0; return f(n - 1); } int main(void) { f(N); return 0; }"
    assert verdict(read(text.replace("N", "3"), tmp_path), f"refinement.go_on={go_on}", "callstack.depth=20") == "TRUE"
    assert "deep" in verdict(read(text.replace("N", "50"), tmp_path), f"refinement.go_on={go_on}", "callstack.depth=20")


# --------------------------------------------------------------------------------------------- when to abstract, and what


def test_deterministic_program_is_explored_without_abstraction(tmp_path: Path) -> None:
    text = "int main(void) { int s = 0; for (int i = 0; i < 250; i++) if (i % 2) s++; if (s != 125) reach_error(); return 0; }"
    done = run(read(text, tmp_path), "refinement.nondeterminism=20")
    assert done.verdict == "TRUE"
    assert (done.statistic("refinements"), done.tracked) == (0, set())


def test_abstraction_begins_when_many_branchings_are_open(tmp_path: Path) -> None:
    done = run(read(FLAG, tmp_path), "refinement.nondeterminism=20")
    assert done.verdict == "TRUE"
    assert done.statistic("nondeterminism_percent") > 20
    assert done.tracked == {"main::flag"}


def test_abstraction_begins_when_a_loop_has_too_many_turns(tmp_path: Path) -> None:
    program = read(COUNTER.replace("LIMIT", "20000"), tmp_path)
    done = run(program, "refinement.nondeterminism=20", "refinement.turns=1000")
    assert (done.verdict, done.tracked) == ("TRUE", {"main::b"})
    assert done.exploration.context.steps < 5000, "each turn takes two states or so"


def test_loop_with_fewer_turns_is_unrolled(tmp_path: Path) -> None:
    done = run(read(COUNTER.replace("LIMIT", "900"), tmp_path), "refinement.nondeterminism=20", "refinement.turns=1000")
    assert (done.verdict, done.statistic("refinements")) == ("TRUE", 0)


def test_error_is_found_before_and_after_abstraction_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = read(REFINABLE["states of a faulty automaton"].text, tmp_path)
    for fewest in (1, 5, 10_000):
        monkeypatch.setattr(nondeterminism, "_FEWEST", fewest)
        done = run(program, "refinement.nondeterminism=1")
        assert done.verdict == "FALSE"
        assert ("nondeterminism_percent" in done.exploration.context.statistics.to_dict()) == (fewest < 100)


def test_variable_with_many_values_is_not_tracked(tmp_path: Path) -> None:
    program = read(REFINABLE["counted loop"].text, tmp_path)
    assert verdict(program) == "TRUE"
    assert "too many values" in verdict(program, "refinement.values=5")
    done = run(read(COUNTER.replace("LIMIT", "20"), tmp_path), "refinement.values=5", "refinement.selection=score-max")
    assert (done.verdict, done.tracked) == ("TRUE", {"main::b"}), "another reason is left"


def test_state_of_a_machine_is_tracked_though_it_has_many_values(tmp_path: Path) -> None:
    """It was dropped like a counter, and the protocols of the field were no longer proved."""
    steps = " ".join(f"if (state != {k}) return 1; state = {k + 1};" for k in range(1, 9))
    text = f"int main(void) {{ int state = 1; {steps} if (state != 9) reach_error(); return 0; }}"
    assert verdict(read(text, tmp_path), "refinement.values=5") == "TRUE"
    counted = text.replace("state = 2;", "state = state + 1;")
    assert "too many values" in verdict(read(counted, tmp_path), "refinement.values=5")


def test_full_precision_cannot_be_refined(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="scoped"):
        run(read(FLAG, tmp_path), "value.precision=full")


def test_something_to_refine_is_needed(tmp_path: Path) -> None:
    configuration = load_configuration("value", ["algorithm=cegar", "analyses=location,callstack,specification"])
    exploration = explored(read(FLAG, tmp_path), configuration)
    with pytest.raises(TaskError, match="can be refined"):
        make_refiner(configuration, exploration)


# ------------------------------------------------------------------------------------------------------------ the matrix


OPTIONS: dict[str, tuple[str, ...]] = {
    "default": (),
    "localised": ("value.precision=localised", "refinement.selection=none"),
    "pivot": ("refinement.go_on=pivot", "exploration.order=bfs"),
    "localised pivot": ("value.precision=localised", "refinement.go_on=pivot", "exploration.order=dfs"),
    "together": ("refinement.targets=3", "refinement.more_states=20", "exploration.order=rpo"),
    "together at pivots": ("refinement.targets=3", "refinement.go_on=pivot", "value.precision=localised"),
    "strengthened": ("refinement.go_on=strengthened", "exploration.order=bfs"),
    "strengthened together": ("refinement.go_on=strengthened", "refinement.targets=3", "value.precision=localised"),
    "at random": ("refinement.selection=random", "exploration.order=random", "refinement.prefixes=2"),
    "without shortcuts": ("refinement.shortcuts=suffix", "refinement.selection=width-min,score-min", "value.forget=nothing"),
    "abstract late": ("refinement.nondeterminism=20", "refinement.go_on=pivot", "value.transfer=interpreted"),
    "static": ("refinement.method=static",),
    "static at pivots": ("refinement.method=static", "value.precision=localised", "refinement.go_on=pivot"),
    "few values": ("refinement.values=5", "refinement.go_on=pivot", "refinement.selection=depth-max"),
}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Program]:
    folder = tmp_path_factory.mktemp("refinable")
    return {name: read(sample.text, folder) for name, sample in REFINABLE.items()}


@pytest.mark.parametrize("name", REFINABLE)
def test_every_option_gives_the_right_verdict(name: str, programs: dict[str, Program], monkeypatch: pytest.MonkeyPatch) -> None:
    sample = REFINABLE[name]
    monkeypatch.setattr(nondeterminism, "_FEWEST", 4)
    for label, options in OPTIONS.items():
        found = verdict(programs[name], *options)
        if label == "few values" and found.startswith("UNKNOWN"):
            assert sample.many_values or "values" in found, f"{label}: {found}"
        else:
            assert found == sample.verdict, label


@pytest.mark.parametrize("name", ["flag in a loop", "error behind the other branch", "list on the heap"])
def test_engine_says_the_same(name: str, programs: dict[str, Program]) -> None:
    result = engine.run(programs[name], TASK, load_configuration("value-cegar"), Context())
    assert word(result.verdict) == REFINABLE[name].verdict


def test_both_verdicts_are_asked_for() -> None:
    assert min(Counter(sample.verdict for sample in REFINABLE.values()).values()) > 9
