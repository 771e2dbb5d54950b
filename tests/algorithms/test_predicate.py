"""The predicate analysis from C text to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.cfa.types import LP64
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict, Unknown
from whet.frontend.parse import parse_file
from whet.task.precision_file import Entry, format_precision, parse_precision
from whet.task.task import Task

LOOPS = Path(__file__).parents[1] / "programs" / "loops"
PROVED = (
    *("xeqy", "bound100", "sumxy", "parity", "boundn", "lock", "fsm", "mask", "wrap", "char"),
    *("arr", "heap", "half", "filter", "uf", "branch"),
)
OPEN = ("twoi", "square", "mulacc")
"""These need a relation between variables that no path suggests, such as j == 2 * i."""


def verified(text: str, folder: Path, *overrides: str, given: tuple[Entry, ...] = ()) -> Result:
    task = Task(files=("program.c",), precision=given)
    return engine.run(read(text, folder), task, load_configuration("predicate", overrides), Context())


def test_all_loops_are_listed() -> None:
    assert {path.stem for path in LOOPS.glob("*.c")} == {*PROVED, *OPEN}


@pytest.mark.slow
@pytest.mark.parametrize("name", PROVED)
def test_loop_is_proved(name: str) -> None:
    program = parse_file(str(LOOPS / f"{name}.c"), machine=LP64)
    result = engine.run(program, TASK, load_configuration("predicate"), Context(limits=SoftLimits(seconds=20)))
    assert result.verdict == TrueVerdict()


COUNTER = """
int main(void) {{
    unsigned i = 0, j = 0, n = __VERIFIER_nondet_uint();
    while (i < n) {{ i++; j++; }}
    if (j != i{bug}) reach_error();
}}
"""


@pytest.mark.parametrize("blocks", ["edge", "loops", "joins"])
@pytest.mark.parametrize("abstraction", ["boolean", "cartesian"])
@pytest.mark.parametrize("precision", ["scoped", "localised"])
@pytest.mark.parametrize("go_on", ["root", "pivot"])
def test_configurations_agree(tmp_path: Path, blocks: str, abstraction: str, precision: str, go_on: str) -> None:
    chosen = (f"predicate.{name}={value}" for name, value in locals().items() if name in {"blocks", "abstraction", "precision"})
    options = (*chosen, f"refinement.go_on={go_on}")
    assert verified(COUNTER.format(bug=""), tmp_path, *options).verdict == TrueVerdict()
    assert isinstance(verified(COUNTER.format(bug=" + (n == 1)"), tmp_path, *options).verdict, FalseVerdict)


@pytest.mark.parametrize("strategy", ["wp", "integers", "spacer", "bitwuzla", "newton"])
def test_each_strategy_proves_a_lock(tmp_path: Path, strategy: str) -> None:
    text = (LOOPS / "lock.c").read_text()
    path = tmp_path / "lock.c"
    path.write_text(text)
    configuration = load_configuration("predicate", [f"refinement.strategies={strategy}"])
    assert engine.run(parse_file(str(path), machine=LP64), TASK, configuration, Context()).verdict == TrueVerdict()


@pytest.mark.parametrize("live", ["yes", "no"])
@pytest.mark.parametrize("core", ["yes", "no"])
@pytest.mark.parametrize(("blocks", "level"), [("edge", "edge"), ("loops", "edge"), ("loops", "block")])
def test_each_kind_of_newton_proves_a_lock(blocks: str, level: str, core: str, live: str) -> None:
    """Without live variables assertions are about more than interpolants may speak of."""
    options = (f"predicate.blocks={blocks}", f"newton.level={level}", f"newton.core={core}", f"newton.live={live}")
    configuration = load_configuration("predicate", ["refinement.strategies=newton", *options])
    program = parse_file(str(LOOPS / "lock.c"), machine=LP64)
    assert engine.run(program, TASK, configuration, Context()).verdict == TrueVerdict()


def test_inputs_of_a_violation_are_replayed(tmp_path: Path) -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x * x * x == 21952) reach_error(); }"
    verdict = verified(text, tmp_path).verdict
    assert isinstance(verdict, FalseVerdict)
    assert [int(item.value) ** 3 % 2**32 for item in verdict.inputs] == [21952]


def test_recursion_is_not_unrolled_beyond_its_limit(tmp_path: Path) -> None:
    text = (
        "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); } int main(void) { if (f(__VERIFIER_nondet_int()) < 0) reach_error(); }"
    )
    assert isinstance(verified(text, tmp_path, "callstack.depth=4").verdict, Unknown)


def test_what_the_encoding_loses_is_no_proof(tmp_path: Path) -> None:
    """The number of an address is one of many that an implementation may choose."""
    text = "int x; int main(void) { if ((unsigned long)&x % 4096 == 17) reach_error(); }"
    assert isinstance(verified(text, tmp_path).verdict, Unknown)


@pytest.mark.parametrize("preset", ["predicate", "refsel"])
@pytest.mark.parametrize(
    "condition",
    ["!((unsigned long)p > 2012)", "(long)p <= 2012", "!(p > (void *)2012)", "p == (void *)2012", "(unsigned long)p / 4096 == 0"],
)
def test_objects_may_lie_on_the_first_page(tmp_path: Path, condition: str, preset: str) -> None:
    """Some models of Linux take all addresses above 2012 for errors, and assume that malloc returns none of these."""
    text = f"int main(void) {{ void *p = malloc(4); if (p && {condition}) reach_error(); }}"
    result = engine.run(read(text, tmp_path), TASK, load_configuration(preset), Context())
    assert isinstance(result.verdict, Unknown)


def test_function_without_a_body_is_listed_as_assumption(tmp_path: Path) -> None:
    result = verified("int g; void other(void); int main(void) { g = 1; other(); if (g != 1) reach_error(); }", tmp_path)
    assert result.verdict == TrueVerdict()
    assert any("other" in assumption.what for assumption in result.assumptions)


# ------------------------------------------------------------------------------------------------------------ precision files


def test_precision_is_reused(tmp_path: Path) -> None:
    text = COUNTER.format(bug="")
    first = verified(text, tmp_path)
    assert first.precision
    again = parse_precision(format_precision(first.precision), name="precision", domains=["predicate"])
    edited = text.replace("j++;", "j++; int k = 3; k++;")
    context = Context()
    task = Task(files=("program.c",), precision=again)
    result = engine.run(read(edited, tmp_path), task, load_configuration("predicate"), context)
    assert result.verdict == TrueVerdict()
    assert context.statistics.to_dict().get("refinements", 0) == 0


def test_entry_is_readable(tmp_path: Path) -> None:
    entries = verified(COUNTER.format(bug=""), tmp_path).precision
    assert any(entry.text.startswith("main: ") and " == " in entry.text.partition(";")[0] for entry in entries), entries


def test_predicate_about_a_variable_that_is_gone_is_ignored(tmp_path: Path) -> None:
    gone = Entry("predicate", "main: old == 0 ; (= |main::old| #x00000000)")
    assert verified(COUNTER.format(bug=""), tmp_path, given=(gone,)).verdict == TrueVerdict()


# ------------------------------------------------------------------------------------------------------------ regressions


@pytest.mark.parametrize("preset", ["predicate", "refsel"])
def test_pointers_that_are_copied_before_they_are_known_lead_to_the_same_object(tmp_path: Path, preset: str) -> None:
    text = """
    struct A { int *p; }; struct A ga, gb; int x;
    void set(struct A *a); void use(struct A *b);
    int main(void) { set(&ga); memcpy(&gb, &ga, sizeof(struct A)); use(&gb); if (x == 1) reach_error(); }
    void set(struct A *a) { a->p = &x; }
    void use(struct A *b) { *b->p = 1; }
    """
    result = engine.run(read(text, tmp_path), TASK, load_configuration(preset), Context())
    assert isinstance(result.verdict, FalseVerdict)


@pytest.mark.parametrize("preset", ["predicate", "value"])
def test_environment_that_is_given_an_address_may_write_there(tmp_path: Path, preset: str) -> None:
    text = """
    void __VERIFIER_nondet_memory(void *, unsigned long); int x;
    int main(void) { __VERIFIER_nondet_memory(&x, sizeof x); if (x == 1) reach_error(); }
    """
    result = engine.run(read(text, tmp_path), TASK, load_configuration(preset), Context())
    assert result.verdict != TrueVerdict()
