"""What another package adds is used without a line of Whet that knows it.

Strategy, selection, order, engine, algorithm, check, output format: each is registered here, and found by an entry point.
Analyses, and how a package is installed, are in ``test_plugin.py``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from io import StringIO
from pathlib import Path
from typing import ClassVar

import pytest

import whet.checks
import whet.report.formats
import whet.solvers.engines
from tests.plugin.src.whet_parity.places import places
from tests.plugin.src.whet_parity.smtlib import SmtlibEngine, SmtlibOptions
from tests.plugin.src.whet_parity.truncation import Truncation
from tests.refine.running import TASK, read
from tests.report.reports import SOURCE, overflow_in, task_of
from whet.algorithms import engine
from whet.algorithms.covering_inputs import CoveringInputs
from whet.algorithms.testing import Coverage, generate_tests
from whet.cfa.targets import Targets
from whet.checks.insertion import put_checks
from whet.cli.console import CommandError
from whet.cli.exchange_files import write_reports
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main, parser_of
from whet.core.algorithm import Problem
from whet.core.arg import ArgNode
from whet.core.composite import Composite
from whet.core.configuration import EngineChoice, load_configuration
from whet.core.context import Context
from whet.core.registry import register_algorithm, register_engine, register_order, register_selection, register_strategy
from whet.core.result import FalseVerdict, ProofAccepted, Reason, Result, TrueVerdict, Unknown, Verdict
from whet.core.waitlist import DepthFirst, Waitlist
from whet.encoding.encode import Encoder
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import execute
from whet.interpreter.outcomes import UndefinedBehaviour
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.selection import Refinement, Scales
from whet.refine.strategies.wp import WeakestPreconditions
from whet.report.sources import Sources
from whet.report.summary import summarise
from whet.solvers.engines.bitwuzla_engine import BitwuzlaEngine
from whet.solvers.engines.z3_engine import Z3Engine
from whet.solvers.port import (
    Capability,
    EngineObserver,
    Failure,
    InterpolantTerms,
    MissingCapability,
    Solver,
    Use,
    engine_named,
    unobserved,
)
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.task import registry
from whet.task.checks import default_checks, named_checks, property_name
from whet.task.coverage_goals import CoverBranches
from whet.task.dangers import Danger, forget_checks
from whet.task.errors import TaskError
from whet.task.options import Choice, Whole, option
from whet.task.properties import read_property

TOGETHER = """
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_bool()) { x++; y++; }
  if (x != y) reach_error();
  return 0;
}"""
BOUNDED = """
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  for (int i = 0; i < 3; i++) y += x;
  if (y != 3 * x) reach_error();
  return 0;
}"""
TWO_REASONS = """
int main(void) {
  int a = 0, b = 0, c = 0;
  if (a + b != 0)
    if (c != 0)
      reach_error();
  return 0;
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class EchoOptions:
    longest: int = option(100, Whole(), "The greatest number of blocks it says anything of.")


@register_strategy("echoed", options=EchoOptions)
class Echoed(Strategy):
    """Weakest preconditions by an engine that only these tests know."""

    def __init__(self, encoder: Encoder, engines: Engines, options: EchoOptions | None = None) -> None:
        self._inner = WeakestPreconditions(encoder, Engines(encoder.terms, EngineChoice("echo")))
        self._longest = (options or EchoOptions()).longest

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        return Failure("too long") if len(blocks) > self._longest else self._inner.sequence(blocks, limit=limit)


@register_engine("echo")
class Echo:
    """Says what z3 says."""

    name: str
    asked: ClassVar = 0

    def __init__(self, terms: Terms, *, observer: EngineObserver = unobserved) -> None:
        self._z3 = Z3Engine(terms, observer=observer)
        self.terms = terms
        self.version = self._z3.version
        self.capabilities = self._z3.capabilities - {Capability.HORN}

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> Solver:
        Echo.asked += 1
        return self._z3.solver(use=use, limit=limit)


@register_selection("least")
def least(refinement: Refinement, scales: Scales) -> float:
    """The fewest things to be tracked."""
    return len(refinement.tracked)


@register_selection("most")
def most(refinement: Refinement, scales: Scales) -> float:
    """The most things to be tracked."""
    return -len(refinement.tracked)


class Counting(DepthFirst):
    popped = 0

    def pop(self) -> ArgNode:
        Counting.popped += 1
        return super().pop()


@register_order("counted")
def counted(analysis: Composite, seed: int) -> Waitlist:
    """The newest state first, and they are counted."""
    return Counting()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModestOptions:
    words: str = option("so it seems", Choice(("so it seems", "perhaps")), "What it says.")


@register_algorithm("modest", options=ModestOptions)
class Modest:
    """Says nothing of a program."""

    def __init__(self, options: ModestOptions | None = None) -> None:
        self._words = (options or ModestOptions()).words

    def run(self, problem: Problem, context: Context, /) -> Result:
        return Result(Unknown(Reason.INCOMPLETE, self._words))


ADDED = {
    "whet.algorithms": {"modest": "Modest"},
    "whet.strategies": {"echoed": "Echoed"},
    "whet.engines": {"echo": "Echo", "smtlib": SmtlibEngine.__name__},
    "whet.selections": {"least": "least", "most": "most"},
    "whet.orders": {"counted": "counted"},
    "whet.checks": {"truncation": "Truncation"},
    "whet.formats": {"places": "places"},
}


@contextmanager
def newly_found_checks() -> Iterator[None]:
    forget_checks()
    yield
    forget_checks()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pretends that a package with these entry points is there."""

    def entries(group: str, wanted: str | None = None) -> list[EntryPoint]:
        names = ADDED.get(group, {})
        return [EntryPoint(name, f"{__name__}:{names[name]}", group) for name in names if wanted in (None, name)]

    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    monkeypatch.setattr(registry, "_entry_points", entries)
    with newly_found_checks():
        yield


@dataclass(frozen=True, slots=True)
class Ran:
    verdict: Verdict
    numbers: dict[str, float]
    tracked: list[str]


def ran(text: str, folder: Path, preset: str, *options: str) -> Ran:
    context = Context()
    result = engine.run(read(text, folder), TASK, load_configuration(preset, options), context)
    return Ran(result.verdict, context.statistics.to_dict(), sorted(entry.text for entry in result.precision))


@pytest.mark.usefixtures("installed")
def test_strategy_and_engine_find_the_predicates(tmp_path: Path) -> None:
    done = ran(TOGETHER, tmp_path, "predicate", "refinement.strategies=echoed")
    assert done.verdict == TrueVerdict()
    assert done.numbers["refinements_by_echoed"] >= 1


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("predicate", ["refinement.strategies=wp"]),
        ("value-predicate", ["refinement.strategies=wp", "seeds.predicates=guesses"]),
        ("chc", []),
        ("symex", []),
        ("ki", []),
        ("bmc", []),
    ],
)
def test_chosen_engine_answers_in_the_whole_run(
    preset: str, options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing asks the default engine by its name, not even the checker of proofs."""
    monkeypatch.setattr(BitwuzlaEngine, "__init__", lambda *_, **__: pytest.fail("bitwuzla is asked"))
    program, asked = BOUNDED if preset in ("symex", "ki", "bmc") else TOGETHER, Echo.asked
    configuration = load_configuration(preset, [*options, "solver.engine=echo", "proofs.check=strict"])
    result = engine.run(read(program, tmp_path), TASK, configuration, Context())
    assert result.verdict == TrueVerdict()
    assert isinstance(result.proof_check, ProofAccepted)
    assert Echo.asked > asked


@pytest.mark.usefixtures("installed")
def test_chosen_engine_finds_inputs_along_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BitwuzlaEngine, "__init__", lambda *_, **__: pytest.fail("bitwuzla is asked"))
    asked, text = Echo.asked, "int main(void) { if (__VERIFIER_nondet_int() * 7 == 123456789) reach_error(); return 0; }"
    assert isinstance(ran(text, tmp_path, "value", "solver.engine=echo").verdict, FalseVerdict)
    assert Echo.asked > asked
    program = read(text, tmp_path)
    asked = Echo.asked
    inputs, context = CoveringInputs(program, TASK, Context(), ["solver.engine=echo"]), Context()
    assert len(list(generate_tests(program, CoverBranches(), inputs, Coverage(program), context))) == 2
    assert Echo.asked > asked


def test_generation_of_tests_takes_an_engine(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    with redirect_stderr(StringIO()) as errors:
        assert main(["test", "--set", "solver.engine=z4", str(tmp_path / "a.c")]) == ExitCode.USAGE
    assert "'z4' is none of bitwuzla, z3" in errors.getvalue()


@pytest.mark.usefixtures("installed")
def test_members_of_a_portfolio_have_the_engine_and_its_options() -> None:
    race = load_configuration("race", ["solver.engine=smtlib", "smtlib.program=cvc5"])
    assert race.members
    for member in race.members:
        assert EngineChoice.of(member) == EngineChoice("smtlib", SmtlibOptions(program="cvc5"))
    with pytest.raises(TaskError, match=r"option smtlib\.program has no effect, because 'smtlib' is not bitwuzla"):
        load_configuration("bmc", ["smtlib.program=cvc5"])


def test_engine_is_one_file_of_whet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the file stood in ``src/whet/solvers/engines``."""
    (tmp_path / "smtlib.py").write_text(CHECK_FILE.with_name("smtlib.py").read_text())
    with monkeypatch.context() as changed:
        changed.setattr(whet.solvers.engines, "__path__", [*whet.solvers.engines.__path__, str(tmp_path)])
        assert ran(BOUNDED, tmp_path, "bmc", "solver.engine=smtlib").verdict == TrueVerdict()
    del sys.modules["whet.solvers.engines.smtlib"]
    with pytest.raises(TaskError, match="'smtlib' is none of"):
        load_configuration("bmc", ["solver.engine=smtlib"])


@pytest.mark.usefixtures("installed")
def test_option_of_a_strategy_matters(tmp_path: Path) -> None:
    done = ran(TOGETHER, tmp_path, "predicate", "refinement.strategies=echoed", "echoed.longest=0")
    assert isinstance(done.verdict, Unknown)
    with pytest.raises(TaskError, match=r"option echoed\.longest has no effect, because 'echoed' is not among the strategies"):
        load_configuration("predicate", ["echoed.longest=0"])


@pytest.mark.usefixtures("installed")
def test_selection_decides_what_is_tracked(tmp_path: Path) -> None:
    options = ("refinement.nondeterminism=0", "refinement.selection=")
    few, many = (ran(TWO_REASONS, tmp_path, "value-cegar", options[0], options[1] + name) for name in ("least", "most"))
    assert few.verdict == many.verdict == TrueVerdict()
    assert (few.tracked, many.tracked) == (["main::c"], ["main::a", "main::b"])


@pytest.mark.usefixtures("installed")
def test_order_is_that_of_the_exploration(tmp_path: Path) -> None:
    done = ran(TWO_REASONS, tmp_path, "value", "exploration.order=counted")
    assert done.verdict == TrueVerdict()
    assert Counting.popped == done.numbers["explored_states"]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("words", ["so it seems", "perhaps"])
def test_algorithm_answers_with_its_option(tmp_path: Path, words: str) -> None:
    done = ran(TOGETHER, tmp_path, "predicate", "algorithm=modest", f"modest.words={words}")
    assert done.verdict == Unknown(Reason.INCOMPLETE, words)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("algorithm=modest", "'modest' is none of "),
        ("refinement.strategies=echoed", "unknown strategy 'echoed'"),
        ("refinement.selection=least", "unknown selection 'least'"),
        ("exploration.order=counted", "'counted' is none of "),
    ],
)
def test_what_is_not_installed_is_not_known(option: str, message: str) -> None:
    with pytest.raises(TaskError, match=message):
        load_configuration("predicate", [option])
    with pytest.raises(MissingCapability, match="there is no SMT engine 'echo'"):
        engine_named("echo", Terms())


# ------------------------------------------------------------------------------------------------ checks

CHECK_FILE = Path(__file__).parent / "plugin" / "src" / "whet_parity" / "truncation.py"
CONVERTED = """
int main(void) {{
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > {greatest}) return 1;
  unsigned char byte = x;
  return byte == 7;
}}"""


def checked(greatest: int, folder: Path, preset: str) -> Verdict:
    task = replace(TASK, property=read_property(property_name(["truncation"])))
    return engine.run(read(CONVERTED.format(greatest=greatest), folder), task, load_configuration(preset), Context()).verdict


@pytest.mark.usefixtures("installed")
def test_check_is_listed_and_has_to_be_asked_for() -> None:
    assert [*named_checks()][-1] == "truncation"
    assert named_checks()["truncation"].words == Truncation.words
    assert "truncation" not in default_checks()


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("preset", ["bmc", "value-predicate"])
def test_check_is_proved_or_violated_by_a_run(preset: str, tmp_path: Path) -> None:
    assert isinstance(checked(255, tmp_path, preset), TrueVerdict)
    verdict = checked(256, tmp_path, preset)
    assert isinstance(verdict, FalseVerdict)
    assert (verdict.check, verdict.property) == ("truncation", "no-truncation")
    assert [each.value for each in verdict.inputs] == [256]


def test_check_is_one_file_of_whet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the file stood in ``src/whet/checks``."""
    (tmp_path / "truncation.py").write_text(CHECK_FILE.read_text())
    with monkeypatch.context() as changed, newly_found_checks():
        changed.setattr(whet.checks, "__path__", [*whet.checks.__path__, str(tmp_path)])
        assert isinstance(checked(256, tmp_path, "bmc"), FalseVerdict)
    del sys.modules["whet.checks.truncation"]
    with pytest.raises(TaskError, match="there is no check 'truncation'"):
        property_name(["truncation"])


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(("given", "danger"), [(255, None), (256, Danger("truncation"))])
def test_condition_decides_where_the_interpreter_has_no_test(given: int, danger: Danger | None, tmp_path: Path) -> None:
    program = read(CONVERTED.format(greatest=1000), tmp_path)
    put_checks(program, Targets("no-truncation", dangers=frozenset({Danger("truncation")})))
    outcome = execute(program, ListedInputs([given])).outcome
    assert (outcome.danger if isinstance(outcome, UndefinedBehaviour) else None) is danger


# ------------------------------------------------------------------------------------------------ output formats

FORMAT_FILE = CHECK_FILE.with_name("places.py")


def written(folder: Path, *words: str) -> str:
    """The file that ``whet verify --places FILE`` writes of a program with one finding."""
    program = folder / "a.c"
    program.write_text(SOURCE)
    args = parser_of("verify").parse_args(["--places", str(folder / "found"), *words, str(program)])
    summary = summarise(task_of(program), overflow_in(program), Sources(folder), violations=[overflow_in(program)])
    write_reports(args, [summary], folder)
    return (folder / "found").read_text()


@pytest.mark.usefixtures("installed")
def test_format_and_its_options_are_options_of_the_command(tmp_path: Path) -> None:
    assert places.__name__ in ADDED["whet.formats"]
    assert written(tmp_path) == f"{tmp_path}/a.c:6:12 overflow\n"
    assert written(tmp_path, "--places-names").endswith(f": {tmp_path}/a.c:6:12 overflow\n")
    with pytest.raises(CommandError, match="--places-most"):
        written(tmp_path, "--places-most", "0")
    assert "write findings as Places of findings" in parser_of("ci").format_help()


def test_format_is_one_file_of_whet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the file stood in ``src/whet/report/formats``."""
    (tmp_path / "places.py").write_text(FORMAT_FILE.read_text())
    with monkeypatch.context() as changed:
        changed.setattr(whet.report.formats, "__path__", [*whet.report.formats.__path__, str(tmp_path)])
        assert written(tmp_path) == f"{tmp_path}/a.c:6:12 overflow\n"
    del sys.modules["whet.report.formats.places"]
    with pytest.raises(CommandError, match="--places"):
        written(tmp_path)
