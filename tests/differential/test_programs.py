"""Some of the random programs of ``tests.differential.programs``; the rest is run by hand (docs/testing.md)."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from tests.differential.answers import FINDINGS, Answer, Kind, answer_of, kind_of
from tests.differential.fragments import FRAGMENTS, Body, Fragment
from tests.differential.generator import Program, draft, generate, indented
from tests.differential.peculiar import PECULIAR, Peculiarity
from tests.differential.programs import load, reduced, summary, wanted
from tests.differential.shrinking import shrink
from tests.differential.truth import Compiler, Inputs, NoTruth, runs_of, truth_of
from tests.differential.writing import Place, Scope, Writer
from whet.cfa.types import ILP32, LP64, MachineModel
from whet.core.result import Assumption, Defect, FalseVerdict, InvalidProgram, Reason, Result, TrueVerdict, Unknown
from whet.task.configuration import preset_names

pytestmark = pytest.mark.gcc

SECONDS = 3
STEADY = "refsel"
OTHERS = [preset for preset in preset_names() if preset != STEADY]


@pytest.mark.parametrize("seed", range(1, 13))
def test_random_program_has_no_verdict_but_that_of_gcc(seed: int, tmp_path: Path) -> None:
    program = generate(seed, tmp_path)
    presets = (STEADY, OTHERS[seed % len(OTHERS)])
    answers = [answer_of(program, preset, tmp_path, SECONDS) for preset in presets]
    assert [answer for answer in answers if answer.kind in FINDINGS] == [], program.text


def test_generator_writes_the_same_program_for_the_same_seed(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    assert generate(11, tmp_path / "one") == generate(11, tmp_path / "two")
    assert generate(11, tmp_path / "one").text != generate(13, tmp_path / "one").text


def test_machine_alternates() -> None:
    assert [draft(seed).machine for seed in (1, 2, 3, 4)] == [LP64, ILP32, LP64, ILP32]


def test_programs_are_of_both_truths_and_have_every_peculiarity() -> None:
    features = {feature for seed in range(1, 300) for feature in draft(seed).writer.parts.features}
    assert features >= {item.name for item in PECULIAR} | {"assert", "error without body"}


# ----------------------------------------------------------------------------------------------------------- fragments


def written(fragment: Fragment) -> tuple[str, list[str]]:
    """A program that is one fragment, and what it probes."""
    from random import Random

    writer = Writer(Random(3))
    body = Body(writer, Scope(places=[Place("x", "int")], inputs=["in"]))
    fragment(body)
    parts = writer.parts
    probes = [f"volatile long long probed{n} = (long long)({probe.text});" for n, probe in enumerate(body.probes)]
    headers = [f"#include <{name}>" for name in parts.headers]
    start = ["int __VERIFIER_nondet_int(void);", "int main(void) {", "int in = __VERIFIER_nondet_int() & 3, x = 7;"]
    text = [*headers, *parts.declarations, *parts.functions, *start, *body.lines, *probes, "return 0;", "}"]
    return indented("\n".join(text)), probes


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda fragment: fragment.__name__)
def test_fragment_is_defined_however_it_is_compiled(fragment: Fragment, tmp_path: Path) -> None:
    text, _ = written(fragment)
    assert truth_of(text, Inputs(1), Compiler(tmp_path, LP64), defined=True) is True, text


@pytest.mark.parametrize("peculiarity", dict.fromkeys(PECULIAR), ids=lambda item: item.name)
def test_peculiarity_compiles_and_is_worth_a_check(peculiarity: Peculiarity, tmp_path: Path) -> None:
    text, probes = written(peculiarity.write)
    assert probes
    assert truth_of(text, Inputs(1), Compiler(tmp_path, ILP32), defined=False) is True, text


# --------------------------------------------------------------------------------------------------------------- truth

INPUT = "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
ERROR_FOR_THREE = "int main(void) { if ((__VERIFIER_nondet_uchar() & 3) == 3) reach_error(); return 0; }\n"


@pytest.mark.parametrize("machine", [ILP32, LP64], ids=str)
@pytest.mark.parametrize("error", ["extern void reach_error(void);", "void reach_error(void) { }"])
def test_one_input_that_reaches_the_error_makes_a_program_false(error: str, machine: MachineModel, tmp_path: Path) -> None:
    compiler = Compiler(tmp_path, machine)
    assert truth_of(f"{INPUT}{error}\n{ERROR_FOR_THREE}", Inputs(1), compiler, defined=True) is False
    assert truth_of(f"{INPUT}{error}\n{ERROR_FOR_THREE}", Inputs(1, base=3), compiler, defined=True) is True


def test_failed_assertion_makes_a_program_false(tmp_path: Path) -> None:
    text = f"#include <assert.h>\n{INPUT}int main(void) {{ assert((__VERIFIER_nondet_uchar() & 3) != 2); return 0; }}\n"
    assert truth_of(text, Inputs(1), Compiler(tmp_path, LP64), defined=True) is False


def test_error_in_some_environment_makes_a_program_false(tmp_path: Path) -> None:
    text = "extern void reach_error(void);\nextern int extern_int, *extern_pointer;\n"
    text += "int main(void) { extern_int = 1; *extern_pointer = 2; if (extern_int == 2) reach_error(); return 0; }\n"
    assert truth_of(text, Inputs(0, environments=1), Compiler(tmp_path, LP64), defined=True) is True
    assert truth_of(text, Inputs(0, environments=2), Compiler(tmp_path, LP64), defined=True) is False


@pytest.mark.parametrize(
    "body",
    [
        "int a[2] = { 1, 2 }; volatile int i = 2; volatile int x = a[i];",
        "volatile int n = 33; volatile int x = 1 << n;",
        "volatile double d = 1e20; volatile int x = d;",
        "volatile int zero = 0; volatile int x = 1 / zero;",
        "__VERIFIER_nondet_uchar();",
        "while (1);",
        "not_declared();",
    ],
)
def test_program_without_a_meaning_has_no_truth(body: str, tmp_path: Path) -> None:
    text = f"{INPUT}int main(void) {{ {body} return 0; }}\n"
    assert isinstance(truth_of(text, Inputs(0), Compiler(tmp_path, LP64), defined=True), NoTruth)


def test_probes_of_every_run_are_read(tmp_path: Path) -> None:
    text = "void probe_signed(int, long long);\nvoid probe_float(int, double);\nextern int rand(void);\n"
    text += "int main(void) { int x = rand() & 3; probe_signed(0, -x); probe_float(1, x * 0.5); return 0; }\n"
    runs = runs_of(text, Inputs(1), Compiler(tmp_path, LP64), defined=True)
    assert isinstance(runs, list)
    assert [run.probes for run in runs] == [((0, -x), (1, x / 2)) for x in range(4)]


# -------------------------------------------------------------------------------------------------------------- answers

WRONG_FALSE = FalseVerdict(property="unreach-call", violation="reach_error() is called")


def test_verdict_that_differs_from_the_truth_is_wrong() -> None:
    assert kind_of(Result(TrueVerdict()), truth=False) is Kind.WRONG
    assert kind_of(Result(WRONG_FALSE), truth=True) is Kind.WRONG
    assert kind_of(Result(TrueVerdict()), truth=True) is Kind.TRUE
    assert kind_of(Result(WRONG_FALSE), truth=False) is Kind.FALSE


def test_only_an_assumption_about_the_peculiarity_excuses_a_verdict() -> None:
    order = re.compile("order")
    assumed = Result(TrueVerdict(), (Assumption("the order of evaluation is from left to right"),))
    other = Result(TrueVerdict(), (Assumption("f changes only what its arguments point to"),))
    assert kind_of(assumed, truth=False, assumed=order) is Kind.ASSUMED
    assert kind_of(other, truth=False, assumed=order) is Kind.WRONG
    assert kind_of(assumed, truth=False) is Kind.WRONG


def test_unknown_is_never_a_finding_and_a_crash_always_is() -> None:
    assert kind_of(Result(Unknown(Reason.RECURSION)), truth=True) is Kind.UNKNOWN
    assert kind_of(Result(Unknown(Reason.TIME_OUT)), truth=True) is Kind.TIME_OUT
    for verdict in (Defect("internal", "message"), InvalidProgram("message")):
        assert kind_of(Result(verdict), truth=True) in FINDINGS


# ------------------------------------------------------------------------------------------------------------ campaigns


def answered(seed: int, preset: str, kind: Kind = Kind.TRUE) -> Answer:
    return Answer(seed, preset, kind, "TRUE", True, "LP64", ("assert",), 0.5)


def asked(**more: object) -> argparse.Namespace:
    return argparse.Namespace(
        **{"first": 1, "count": 2, "presets": ["refsel", "value"], "seconds": 1, "only": [], "avoid": []} | more
    )


def test_campaign_goes_on_where_it_stopped() -> None:
    done = [answered(1, "refsel"), answered(1, "value"), answered(2, "value")]
    assert [(work.seed, work.presets) for work in wanted(asked(), done, Path())] == [(2, ("refsel",))]


def test_campaign_can_be_restricted_to_features() -> None:
    every = {work.seed for work in wanted(asked(count=60), [], Path())}
    only = {work.seed for work in wanted(asked(count=60, only=["assert"]), [], Path())}
    without = {work.seed for work in wanted(asked(count=60, avoid=["assert"]), [], Path())}
    assert only
    assert without
    assert only | without == every
    assert not only & without


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    import json

    results = tmp_path / "results.jsonl"
    results.write_text(json.dumps(answered(1, "refsel", Kind.WRONG).to_json()) + "\n")
    assert load(results) == [answered(1, "refsel", Kind.WRONG)]
    assert load(tmp_path / "none") == []


def test_summary_names_the_first_seed_of_a_finding() -> None:
    text = summary([answered(7, "refsel", Kind.WRONG), answered(5, "value", Kind.CRASHED), answered(1, "value")])
    assert "findings with assert: 2 programs, first seed 5" in text
    assert "refsel: 0 right TRUE" in text


def test_program_shrinks_to_what_matters() -> None:
    text = "int a;\nint main(void) {\n    if (a) {\n        a = (1 + (2 * a));\n        a++;\n    }\n    return 0;\n}\n"

    def interesting(smaller: str) -> bool:
        return "main(void)" in smaller and "a++;" in smaller and smaller.count("{") == smaller.count("}")

    assert shrink(text, interesting) == "int main(void) {\n        a++;\n}\n"


def test_shrunk_program_keeps_its_truth_and_its_answer(tmp_path: Path) -> None:
    text = "extern void reach_error(void);\nint main(void) {\n    int a = 3;\n    int b = 2;\n"
    text += "    if (a == (b + 1)) {\n        reach_error();\n    }\n    return 0;\n}\n"
    program = Program(1, text, LP64, Inputs(0), False, ())
    smaller = reduced(program, "value", tmp_path, SECONDS)
    assert smaller.text.count("\n") < text.count("\n")
    assert answer_of(smaller, "value", tmp_path, SECONDS).kind is Kind.FALSE
    assert truth_of(smaller.text, program.inputs, Compiler(tmp_path, LP64), defined=True) is False
