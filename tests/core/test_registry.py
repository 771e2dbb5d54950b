"""The registry: what a name leads to, what it imports on the way, and what is said of a name that leads nowhere."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from whet.analyses.predicate.analysis import PredicateAnalysis, PredicateOptions
from whet.analyses.sign import SignAnalysis
from whet.core.configuration import load_configuration, schema
from whet.core.registry import (
    ALGORITHM,
    ANALYSIS,
    ENGINE,
    ORDER,
    SELECTION,
    STRATEGY,
    register_analysis,
    register_order,
)
from whet.refine.strategies.newton import NewtonOptions
from whet.report.format import FORMAT
from whet.task import registry
from whet.task.errors import TaskError
from whet.task.options import Choice, Whole, option, words
from whet.task.registry import RegistryKind

BUILT_IN = {
    ANALYSIS: {"location", "callstack", "funcpointer", "interval", "loopbound", "value", "predicate", "specification", "sign"}
    | {"symbolic", "heap"},
    ALGORITHM: {"auto", "bmc", "cpa", "cegar", "chc", "df", "kinduction", "race", "runs", "schedule", "sequence"},
    ORDER: {"dfs", "bfs", "rpo", "callstack", "wto", "auto", "random", "random-path", "coverage"},
    ENGINE: {"z3", "bitwuzla"},
    STRATEGY: {"wp", "integers", "spacer", "bitwuzla", "newton"},
    FORMAT: {"junit", "sarif"},
    SELECTION: {f"{measure}-{end}" for measure in ("length", "width", "depth", "score", "variety") for end in ("min", "max")}
    | {"assumptions-most", "assumptions-least", "random", "none"},
}
KINDS = pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: str(kind.word))


@KINDS
def test_everything_is_found_and_describes_itself(kind: RegistryKind) -> None:
    assert set(kind) == BUILT_IN[kind]
    assert all(found.description.endswith(".") for found in kind.all().values())


@KINDS
@pytest.mark.parametrize("name", ["", "sing", "value.analysis", "../sign", "analysis", "interfaces", "no-such"])
def test_what_is_not_registered_is_not_found(kind: RegistryKind, name: str) -> None:
    assert kind.find(name) is None
    assert name not in kind
    assert kind.section(name) is None


def test_unknown_name_has_a_suggestion() -> None:
    with pytest.raises(TaskError, match=r"unknown analysis 'sing' \(did you mean 'sign'\?\); known are callstack, "):
        ANALYSIS.named("sing")


def test_what_was_found_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ANALYSIS.find("sign")
    monkeypatch.setattr(registry, "find_spec", None)
    assert ANALYSIS.find("sign") is found


def test_subclass_of_an_analysis_is_not_registered_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other(SignAnalysis):
        """Nothing new."""

    import whet.analyses.sign as module

    monkeypatch.setattr(module, "AAA", Other, raising=False)
    assert ANALYSIS.named("sign").make is SignAnalysis


def test_names_of_sections_are_different() -> None:
    """A section has the name of what it configures, so two kinds of things with options must not share a name."""
    configured = BUILT_IN.keys() - {FORMAT}  # whose options are on the command line
    having_options = [name for kind in configured for name, found in kind.all().items() if found.options is not None]
    assert len(having_options) == len(set(having_options))
    assert set(having_options) < set(schema())


def test_words_of_an_enumeration_are_spelt_in_the_enumeration_only() -> None:
    from whet.analyses.predicate.boundaries import BlockEnds

    kind = PredicateOptions.__dataclass_fields__["blocks"].metadata["kind"]
    assert kind == Choice(words(BlockEnds))
    assert {BlockEnds(word) for word in kind.known} == set(BlockEnds)


def test_default_of_the_constructor_is_that_of_the_option() -> None:
    assert ANALYSIS.named("predicate").options is PredicateOptions
    options = load_configuration("predicate", ["predicate.blocks=joins"]).options_for("predicate")
    assert options == PredicateOptions()
    assert ANALYSIS.named("predicate").make is PredicateAnalysis


# ------------------------------------------------------------------------------------------------------ what is imported


def imported_by(statements: str) -> set[str]:
    """The modules that are there after running some statements in a process of its own."""
    program = f"import sys\n{statements}\nsys.stdout.write(' '.join(sys.modules))"
    environment = {"PYTHONPATH": ":".join(path for path in sys.path if path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_start_imports_only_what_the_configuration_names() -> None:
    found = imported_by(
        "import whet.cli.verify_command, whet.algorithms.engine, whet.frontend.parse\n"
        "from whet.core.configuration import load_configuration\n"
        "load_configuration('value', ['exploration.seed=1', 'value.forget=nothing'])"
    )
    assert "whet.analyses.value.analysis" in found
    unwanted = ["whet.analyses.predicate", "whet.analyses.sign", "z3", "bitwuzla", "yaml", "importlib.metadata"]
    unwanted += [
        "whet.refine.interpolants",
        "whet.refine.strategies",
        "whet.refine.product",
        "whet.solvers.engines.z3",
        "whet.interpreter.interpreter",
        "whet.interpreter.library",
        "whet.frontend.assembler",
    ]
    assert not [name for name in found if name.startswith(tuple(unwanted))]


def test_strategies_of_a_default_are_imported_only_when_a_path_is_refined() -> None:
    found = imported_by(
        "import whet.cli.verify_command, whet.algorithms.engine, whet.algorithms.cegar, whet.analyses.predicate.refiner\n"
        "from whet.core.configuration import load_configuration\n"
        "load_configuration('refsel', ['refinement.selection=width-min'])"
    )
    assert not [
        name for name in found if name.startswith(("whet.refine.strategies", "whet.refine.interpolants", "z3", "bitwuzla"))
    ]


def test_name_of_a_strategy_imports_no_other() -> None:
    found = imported_by(
        "from whet.core.configuration import load_configuration\n"
        "load_configuration('predicate', ['refinement.strategies=newton', 'newton.level=block'])"
    )
    strategies = {name for name in found if name.startswith("whet.refine.strategies.")}
    assert strategies == {"whet.refine.strategies.newton"}
    assert not {"z3", "bitwuzla"} & found


def test_options_of_a_strategy_that_is_not_used_are_an_error() -> None:
    used = load_configuration("predicate", ["refinement.strategies=wp,newton", "newton.level=block"])
    assert used.options_for("newton") == NewtonOptions(level="block")
    assert load_configuration("predicate").options_for("newton") is None
    with pytest.raises(TaskError, match=r"option newton\.level has no effect, because 'newton' is not among the strategies wp, "):
        load_configuration("predicate", ["newton.level=block"])
    with pytest.raises(TaskError, match=r"unknown option 'newton\.levle' \(did you mean 'newton\.level'\?\)"):
        load_configuration("predicate", ["refinement.strategies=newton", "newton.levle=block"])


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("refinement.strategies=newtn", r"unknown strategy 'newtn' \(did you mean 'newton'\?\); known are bitwuzla, "),
        (
            "refinement.selection=score-mni",
            r"unknown selection 'score-mni' \(did you mean 'score-min'\?\); known are length-min, ",
        ),
    ],
)
def test_unknown_strategy_or_selection_has_a_suggestion(option: str, message: str) -> None:
    with pytest.raises(TaskError, match=message):
        load_configuration("predicate", [option])


def test_name_of_an_engine_imports_no_other() -> None:
    found = imported_by("from whet.core.registry import ENGINE\nassert ENGINE.find('bitwuzla') is not None")
    assert "bitwuzla" in found
    assert "z3" not in found


# ------------------------------------------------------------------------------------------------------ other packages


@dataclass(frozen=True, slots=True, kw_only=True)
class ParityOptions:
    steps: int = option(3, Whole(1), "How often.")


@register_analysis("parity", options=ParityOptions)
class Parity(SignAnalysis):
    """Odd or even."""


@register_order("parity")
class NoAnalysis:
    """Registered as something else."""


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Installed:
    return Installed(monkeypatch)


class Installed:
    """Pretends that a package with an entry point is there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, attribute: str, name: str = "parity", module: str = __name__) -> None:
        entry = EntryPoint(name, f"{module}:{attribute}", "whet.analyses")
        self._monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])

        def entries(group: str, wanted: str | None = None) -> list[EntryPoint]:
            return [entry] if group == entry.group and wanted in (None, entry.name) else []

        self._monkeypatch.setattr(registry, "_entry_points", entries)


def test_entry_point_adds_an_analysis_with_its_options(installed: Installed, tmp_path: Path) -> None:
    installed("Parity")
    (tmp_path / "my.toml").write_text('extends = "value"\nanalyses = ["location", "callstack", "parity", "specification"]\n')
    configuration = load_configuration(str(tmp_path / "my.toml"), ["parity.steps=5"])
    assert configuration.options_for("parity") == ParityOptions(steps=5)
    assert "parity.steps" in load_configuration("value", complete=True).settings
    with pytest.raises(TaskError, match=r"unknown option 'parity\.step' \(did you mean 'parity\.steps'\?\)"):
        load_configuration("value", ["parity.step=5"])
    with pytest.raises(TaskError, match=r"option parity\.steps has no effect, because 'parity' is not among the analyses"):
        load_configuration("value", ["parity.steps=5"])


@pytest.mark.parametrize(
    ("attribute", "name", "module", "message"),
    [
        ("NoAnalysis", "parity", __name__, r"is not registered by this name, as in @register_analysis\('parity'\)"),
        ("Parity", "oddness", __name__, r"is not registered by this name, as in @register_analysis\('oddness'\)"),
        ("Installed", "parity", __name__, "is not registered by this name"),
        ("Missing", "parity", __name__, "cannot be loaded: .*Missing"),
        ("Parity", "parity", "no_such_module", r"\(no_such_module:Parity\) of an installed package cannot be loaded: No module"),
    ],
)
def test_entry_point_that_leads_nowhere_is_told(
    installed: Installed, attribute: str, name: str, module: str, message: str
) -> None:
    installed(attribute, name, module)
    with pytest.raises(TaskError, match=message):
        ANALYSIS.find(name)


def test_entry_point_does_not_replace_what_is_built_in(installed: Installed) -> None:
    installed("Missing", "sign")
    assert ANALYSIS.named("sign").make is SignAnalysis
