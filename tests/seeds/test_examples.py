"""The figures of five documents that are programs, each with the outcome that its document reports (docs/seeds-to-code.md)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from whet.algorithms.engine import run
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.task.records import dataclass
from whet.task.task import Task

EXAMPLES = Path(__file__).parents[2] / "examples/seeds"
ROLES = "seeds.predicates=roles"
PATIENT = "refinement.strategy_time=120s"
"""So that no strategy is given up because the machine is busy."""
INTEGERS = (PATIENT, "refinement.strategies=integers")
"""One strategy, as in the text: what several suggest depends on how long each may take."""
TRACKS_NOTHING = ("refinement.nondeterminism=0", "refinement.turns=0")
"""The text begins with nothing; the preset tracks everything at first."""


@dataclass(frozen=True, slots=True)
class Outcome:
    result: Result
    numbers: dict[str, int | float]

    @property
    def refinements(self) -> float:
        return self.numbers.get("refinements", 0)

    @property
    def tracked(self) -> set[str]:
        return {entry.text.partition(" ; ")[0] for entry in self.result.precision}


def verified(path: Path, preset: str, overrides: Sequence[str]) -> Outcome:
    context = Context(limits=SoftLimits(seconds=600, steps=20_000))
    name = os.fspath(path)
    result = run(parse_file(name), Task(files=(name,)), load_configuration(preset, overrides), context)
    return Outcome(result, context.statistics.to_dict())


def outcome(name: str, preset: str, *overrides: str) -> Outcome:
    return verified(EXAMPLES / name, preset, overrides)


def changed(name: str, old: str, new: str, folder: Path, preset: str, *overrides: str) -> Outcome:
    """That of a figure with an error; a run must confirm it, so the system call is an input."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert old in text
    path = folder / name
    path.write_text(text.replace(old, new).replace("system_call", "__VERIFIER_nondet_int"), encoding="utf-8")
    return verified(path, preset, overrides)


@pytest.mark.parametrize(
    ("name", "preset", "overrides", "refinements", "tracked"),
    [
        pytest.param("value-3-1.c", "value", [], 0, set(), id="both branches are followed"),
        pytest.param("value-4-1.c", "value-cegar", TRACKS_NOTHING, 1, {"main::flag"}, id="only flag is tracked"),
        pytest.param("value-6-1.c", "value-predicate", [], 1, None, id="predicates exclude what values cannot"),
        pytest.param("newton-3-1.c", "newton", [PATIENT], 2, {"main: x == 0", "main: x == 1"}, id="y is not tracked"),
        pytest.param("symex-1.c", "symex-plus", [], 1, {"main::b", "main::c"}, id="the loop is not unrolled"),
        pytest.param("roles-2-1.c", "predicate", INTEGERS, 1, {"main: y == x"}, id="x == y"),
        pytest.param("value-5-4.c", "value-cegar-text", ["refinement.targets=4"], 1, {"main::a", "main::b"}, id="one tree"),
        pytest.param("prefixes-7-1.c", "value-cegar-text", [], 1, {"main::i"}, id="the whole path is about the counter"),
        pytest.param("prefixes-7-1.c", "value-cegar", TRACKS_NOTHING, 1, {"main::b"}, id="a prefix is about b"),
        pytest.param("prefixes-8-3.c", "value-predicate", TRACKS_NOTHING, 1, {"main::i"}, id="values first"),
        pytest.param("prefixes-8-3.c", "refsel", [*TRACKS_NOTHING, PATIENT], 1, {"main: b == 0"}, id="predicates for a counter"),
    ],
)
def test_figure_is_proved_as_its_document_says(
    name: str, preset: str, overrides: Sequence[str], refinements: int, tracked: set[str] | None
) -> None:
    found = outcome(name, preset, *overrides)
    assert isinstance(found.result.verdict, TrueVerdict)
    assert found.refinements == refinements
    assert tracked is None or found.tracked == tracked


@pytest.mark.parametrize(
    ("name", "preset", "old", "new"),
    [
        ("value-3-1.c", "value", "a = 2;", "a = 0;"),
        ("value-4-1.c", "value-cegar", "int flag = 0;", "int flag = 1;"),
        ("value-5-4.c", "value-cegar-text", "int b = 1;", "int b = 2;"),
        ("value-6-1.c", "value-predicate", "a == 1", "a == 2"),
        ("prefixes-7-1.c", "value-cegar-text", "int b = 0;\n  int i = 0;", "int b = 1;\n  int i = 20;"),
        ("prefixes-8-3.c", "refsel", "if (b == 0) return 0;", "i = 20;"),
        ("prefixes-7-6.c", "predicate", "y = 0;", "y = 1024;"),
        ("newton-3-1.c", "newton", "x != 1", "x == 1"),
        ("symex-1.c", "symex-plus", "% 1000", ""),
        ("roles-2-1.c", "predicate", "y--;", "y -= 2;"),
    ],
)
def test_figure_with_an_error_is_not_proved(name: str, preset: str, old: str, new: str, tmp_path: Path) -> None:
    found = changed(name, old, new, tmp_path, preset, *(TRACKS_NOTHING if preset == "value-cegar" else ()))
    assert isinstance(found.result.verdict, FalseVerdict)


def test_figure_5_4_needs_more_refinements_path_by_path() -> None:
    """One for each variable; the text speaks of up to four."""
    found = outcome("value-5-4.c", "value-cegar-text")
    assert isinstance(found.result.verdict, TrueVerdict)
    assert found.refinements == 2


def test_figure_6_1_is_an_alarm_for_values_alone() -> None:
    """The text reports a false alarm here; a run must confirm a FALSE, so the answer is UNKNOWN."""
    assert isinstance(outcome("value-6-1.c", "value-cegar").result.verdict, Unknown)


@pytest.mark.parametrize("selection", ["none", "length-max"])
def test_figure_7_6_is_proved_with_and_without_prefixes(selection: str) -> None:
    """With the text's Algorithm 8 only the contradiction about y has a prefix, and the loop is unrolled; here a linear block
    keeps its assignments, so that x is found."""
    found = outcome(
        "prefixes-7-6.c", "predicate", "predicate.blocks=lf", "refinement.strategies=wp", f"refinement.selection={selection}"
    )
    assert isinstance(found.result.verdict, TrueVerdict)
    assert "main: x == 0U" in found.tracked
    assert found.refinements <= 3


@pytest.mark.parametrize(("core", "live", "tracks_y"), [("no", "no", True), ("yes", "no", False), ("no", "yes", False)])
def test_each_abstraction_of_newton_leaves_out_the_irrelevant_variable(core: str, live: str, tracks_y: bool) -> None:
    """Tables 3.1 to 3.3: strongest postconditions, infeasible core, live variables."""
    found = outcome("newton-3-1.c", "newton", f"newton.core={core}", f"newton.live={live}", PATIENT)
    assert isinstance(found.result.verdict, TrueVerdict)
    assert ("main: y == 1" in found.tracked) == tracks_y


@pytest.mark.parametrize("preset", ["symex", "symex-text"])
def test_eager_execution_finds_the_error_of_figure_2_at_once(preset: str) -> None:
    eager, lazy = outcome("symex-2.c", preset), outcome("symex-2.c", "symex-plus")
    assert isinstance(eager.result.verdict, FalseVerdict)
    assert isinstance(lazy.result.verdict, FalseVerdict)
    assert eager.refinements == 0
    assert lazy.refinements == 3
    assert lazy.tracked == {"main::a", "main::b", "main::c"}


@pytest.mark.parametrize(("name", "most"), [("roles-1-2.c", 6), ("roles-3-6b.c", 0), ("roles-3-6c.c", 3)])
def test_roles_prove_figures_that_diverge_without_them(name: str, most: int) -> None:
    """At most as many refinements as the text reports."""
    pytest.importorskip("clingo")
    found = outcome(name, "predicate", ROLES, PATIENT)
    assert isinstance(found.result.verdict, TrueVerdict)
    assert found.refinements <= most


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("roles-1-2.c", "j = n;", "j = n == 2 ? 3 : n;"),
        ("roles-3-6b.c", "buf == buflim", "buf == buflim && buflen != 3"),
        ("roles-3-6c.c", "1000000", "5"),
    ],
)
def test_roles_prove_no_figure_with_an_error(name: str, old: str, new: str, tmp_path: Path) -> None:
    pytest.importorskip("clingo")
    assert isinstance(changed(name, old, new, tmp_path, "predicate", ROLES).result.verdict, FalseVerdict)


def test_k_induction_takes_over_an_invariant_of_the_data_flow_analysis(tmp_path: Path) -> None:
    """RQ3 of the text: the data-flow analysis writes a witness, another analysis reads it, and believes none that is wrong."""
    path, wrong, witness = EXAMPLES / "df-invariant.c", tmp_path / "wrong.c", str(tmp_path / "witness.yml")
    wrong.write_text(path.read_text(encoding="utf-8").replace("mode = 0;\n    }", "mode = 3;\n    }"), encoding="utf-8")
    verify = ["verify", "--quiet", "--property", "unreach-call", "--config"]
    induction = [*verify, "ki", "--set", "checks.discharge=no", "--set", "kinduction.deepest=6"]
    assert main([*induction, os.fspath(path)]) == ExitCode.UNKNOWN
    assert main([*verify, "df", "--witness", witness, os.fspath(path)]) == ExitCode.TRUE
    assert main([*induction, "--invariants-from", witness, os.fspath(path)]) == ExitCode.TRUE
    assert main([*induction, "--invariants-from", witness, os.fspath(wrong)]) == ExitCode.FALSE


def test_roles_suggest_the_fifteen_predicates_of_figure_3_6a() -> None:
    """Examples 3.1.28 and 3.1.30; and those of the assertions."""
    pytest.importorskip("clingo")
    from whet.roles.seeds import find_seeds
    from whet.roles.suggestions import Heuristic

    name = os.fspath(EXAMPLES / "roles-3-6a.c")
    found = find_seeds(name, parse_file(name)).predicates
    equal = {seed.text for seed in found if seed.heuristic is Heuristic.DYNAMIC_ENUMERATION}
    less = {seed.text for seed in found if seed.heuristic is Heuristic.EXTREMUM}
    assert equal == {f"max{x} == id{y}" for x in (1, 2, 3) for y in (1, 2, 3)}
    assert less == {f"id{x} < id{y}" for x in (1, 2, 3) for y in (1, 2, 3) if x != y}


def test_loop_of_figure_3_6a_has_an_error_because_numbers_wrap_around(tmp_path: Path) -> None:
    """With int the counter is 1 again after 2^32 iterations; the text's tool has mathematical integers and proves it."""
    found = changed("roles-3-6a.c", "int i = 0, cnt = 0;", "signed char i = 0; int cnt = 0;", tmp_path, "runs")
    assert isinstance(found.result.verdict, FalseVerdict)
