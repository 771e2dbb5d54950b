"""A corpus for several properties: the same program occurs with each of them, and a FALSE must name the part that is violated."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.campaign.sample_runs import LIMITS, PLAIN, result_of, runs, task
from whet.campaign.experiment import parse_experiment
from whet.campaign.export_benchexec import export_benchexec
from whet.campaign.ledger import LEDGER_NAME, Ledger
from whet.campaign.records import Assessment, BenchTask, Run, RunStatus, ToolAnswer, ToolConfiguration, assess
from whet.campaign.sets import TaskSelection, load_set
from whet.campaign.tables import Grouping, Measured, score_table, solved_table
from whet.campaign.tools import perform
from whet.cli.bench_progress import warn_if_wrong
from whet.cli.console import Console
from whet.task.errors import TaskError

MANIFEST = """\
id,path,category,expected_verdict,violated_subproperty,data_model,property_file,property,lines,verdict_disputed
grows@no-overflow,c/grows.c,c,false,no-overflow,LP64,p/no-overflow.prp,no-overflow,1,
grows@valid-memsafety,c/grows.c,c,true,,LP64,p/valid-memsafety.prp,valid-memsafety,1,
frees@valid-memsafety,c/frees.c,c,false,valid-free,ILP32,p/valid-memsafety.prp,valid-memsafety,1,
stays@no-overflow,c/stays.c,c,true,,LP64,p/no-overflow.prp,no-overflow,1,
shifts@no-overflow,c/shifts.c,c,true,,LP64,p/no-overflow.prp,no-overflow,1,yes
"""
FILES = {
    "safety-manifest.csv": MANIFEST,
    "subsets/safety-smoke.txt": "grows@no-overflow\nfrees@valid-memsafety\n",
    "p/no-overflow.prp": "CHECK( init(main()), LTL(G ! overflow) )\n",
    "p/valid-memsafety.prp": "".join(f"CHECK( init(main()), LTL(G valid-{part}) )\n" for part in ("free", "deref", "memtrack")),
    "c/grows.c": "int main(void) { int x = 2147483647; x = x + 1; return 0; }\n",
    "c/frees.c": "void free(void *); int main(void) { int x; free(&x); return 0; }\n",
    "c/stays.c": "int main(void) { int x = 2147483646; x = x + 1; return 0; }\n",
    "c/shifts.c": "int main(void) { int x = 1 << 31; return 0; }\n",
}


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    for name, text in FILES.items():
        (tmp_path / "bench" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bench" / name).write_text(text)
    return str(tmp_path / "bench")


# ------------------------------------------------------------------------------------------------------------ reading


def test_a_program_with_two_properties_is_two_tasks(corpus: str) -> None:
    overflow, memory, frees, *_ = load_set(corpus)
    assert overflow.file == memory.file
    assert (overflow.property, overflow.expected, overflow.violated) == ("no-overflow", False, "no-overflow")
    assert (memory.property, memory.expected, memory.violated) == ("valid-memsafety", True, "")
    assert (frees.machine, frees.violated) == ("ILP32", "valid-free")
    assert overflow.digest != memory.digest


def test_a_disputed_verdict_is_none(corpus: str) -> None:
    assert [each.name for each in load_set(corpus) if each.expected is None] == ["shifts@no-overflow"]
    assert [each.name for each in load_set(corpus, TaskSelection(verdict=True))] == ["grows@valid-memsafety", "stays@no-overflow"]


def test_a_word_in_the_column_of_disputes_that_says_nothing_is_an_error(corpus: str) -> None:
    Path(corpus, "safety-manifest.csv").write_text(MANIFEST.replace(",yes", ",perhaps"))
    with pytest.raises(TaskError, match=r"safety-manifest\.csv:6: verdict_disputed is 'perhaps'"):
        load_set(corpus)


def test_subset_and_property_narrow_the_corpus_down(corpus: str) -> None:
    smoke = load_set(corpus, TaskSelection(subset="safety-smoke"))
    assert [each.name for each in smoke] == ["grows@no-overflow", "frees@valid-memsafety"]
    memory = load_set(corpus, TaskSelection(subset="safety-smoke", properties=("valid-memsafety",)))
    assert [each.name for each in memory] == ["frees@valid-memsafety"]


def test_an_experiment_names_a_property(corpus: str) -> None:
    text = """\
title = "A title"
[sizes.small]
property = "valid-memsafety"
verdict = "false"
cpu = "15s"
memory = "2GB"
[[configurations]]
name = "value"
"""
    (run,) = parse_experiment(text, name="mine.toml").runs(corpus)
    assert run.task.name == "frees@valid-memsafety"


def test_a_property_nothing_is_about_is_an_error(corpus: str) -> None:
    with pytest.raises(TaskError, match=r"about the property 'overflow' .did you mean 'no-overflow'\?.; known are no-overflow, "):
        load_set(corpus, TaskSelection(properties=("overflow",)))


def test_of_two_manifests_none_is_meant_unless_one_has_the_plain_name(corpus: str) -> None:
    Path(corpus, "other-manifest.csv").write_text(MANIFEST)
    with pytest.raises(TaskError, match=r"there are 2 manifests; name the one to read manifest\.csv"):
        load_set(corpus)
    Path(corpus, "manifest.csv").write_text(MANIFEST)
    assert len(load_set(corpus)) == 5


# ---------------------------------------------------------------------------------------------------------- assessing


def memory_task(*, expected: bool | None = False, violated: str = "valid-deref") -> BenchTask:
    return replace(task(1, expected=expected, property_file="p/valid-memsafety.prp"), violated=violated)


@pytest.mark.parametrize(
    ("of", "word", "worth"),
    [
        (memory_task(), "FALSE(valid-deref)", Assessment.CORRECT_FALSE),
        (memory_task(), "FALSE(valid-free)", Assessment.WRONG_PART),
        (memory_task(), "FALSE", Assessment.WRONG_PART),
        (memory_task(violated=""), "FALSE(valid-free)", Assessment.CORRECT_FALSE),
        (memory_task(violated="valid-memsafety"), "FALSE", Assessment.CORRECT_FALSE),
        (memory_task(expected=True, violated=""), "FALSE(valid-free)", Assessment.WRONG_FALSE),
        (memory_task(expected=None, violated=""), "FALSE(valid-free)", Assessment.UNCONFIRMED),
    ],
)
def test_false_is_right_only_if_it_names_the_part_that_is_violated(of: BenchTask, word: str, worth: Assessment) -> None:
    assert assess(ToolAnswer(status=RunStatus.FALSE, word=word), of) is worth


def test_the_wrong_part_is_wrong_and_costs_what_a_wrong_false_costs() -> None:
    assert Assessment.WRONG_PART.is_wrong
    assert not Assessment.WRONG_PART.is_correct
    assert Assessment.WRONG_PART.score == Assessment.WRONG_FALSE.score


def test_the_expected_part_is_told_when_another_one_is_named() -> None:
    run = Run(task=memory_task(), configuration=PLAIN, limits=LIMITS)
    result = result_of(run, RunStatus.FALSE, word="FALSE(valid-free)")
    err = StringIO()
    warn_if_wrong(Console(err=err), run, result, Assessment.WRONG_PART)
    assert "FALSE(valid-free), but FALSE(valid-deref) is expected" in err.getvalue()


def test_runs_without_a_part_keep_their_keys() -> None:
    (run,) = runs(1)
    assert run.key != replace(run, task=replace(run.task, violated="valid-deref")).key
    assert run.key == "b7074d0dbc1cde707730162d"


# ----------------------------------------------------------------------------------------------- ledger, tables, exports


@pytest.fixture
def wrong_part(tmp_path: Path) -> Iterator[Ledger]:
    """One run whose FALSE names the wrong part, and one of another property that is right."""
    right = replace(task(2, expected=False, property_file="p/no-overflow.prp"), violated="no-overflow")
    planned = [Run(task=each, configuration=PLAIN, limits=LIMITS) for each in (memory_task(), right)]
    with Ledger.create(tmp_path / "campaign") as ledger:
        ledger.plan(planned)
        for run, word in zip(planned, ("FALSE(valid-free)", "FALSE(no-overflow)"), strict=True):
            ledger.record(result_of(run, RunStatus.FALSE, word=word))
        yield ledger


def test_the_ledger_keeps_the_part_and_the_assessment(wrong_part: Ledger) -> None:
    assert [row.run.task.violated for row in wrong_part.rows()] == ["valid-deref", "no-overflow"]
    assert [row.assessment for row in wrong_part.rows()] == [Assessment.WRONG_PART, Assessment.CORRECT_FALSE]
    (counts,) = wrong_part.counts()
    assert (counts.correct, counts.wrong, counts.score) == (1, 1, -15)


def test_tables_group_by_property_and_count_the_wrong_part_as_wrong(wrong_part: Ledger) -> None:
    measured = [Measured(row.run, row.result) for row in wrong_part.rows()]
    table = solved_table(measured, grouping=Grouping.PROPERTY)
    wrong, wrong_false = (table.columns.index(name) for name in ("wrong", "wrong false"))
    assert [(row[0], row[wrong], row[wrong_false]) for row in table.rows] == [("no-overflow", 0, 0), ("valid-memsafety", 1, 1)]
    assert score_table(measured, grouping=Grouping.PROPERTY).footers == (("all", 2, 2, -15),)


def test_benchexec_is_told_the_part(wrong_part: Ledger, tmp_path: Path) -> None:
    (file,) = export_benchexec(wrong_part, tmp_path / "xml", name="all")
    found = list(ElementTree.parse(file).iter("run"))
    assert [run.get("expectedVerdict") for run in found] == ["false(valid-deref)", "false(no-overflow)"]
    categories = [column.get("value") for run in found for column in run if column.get("title") == "category"]
    assert categories == ["wrong", "correct"]


@pytest.mark.parametrize(("version", "missing"), [(1, ["violated", "function"]), (2, ["function"])])
def test_a_ledger_of_an_older_format_is_read(tmp_path: Path, version: int, missing: list[str]) -> None:
    with Ledger.create(tmp_path) as ledger:
        ledger.plan(runs(2))
    with sqlite3.connect(tmp_path / LEDGER_NAME) as connection:
        for column in missing:
            connection.execute(f"ALTER TABLE tasks DROP COLUMN {column}")
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    for _ in range(2):
        with Ledger.open(tmp_path) as ledger:
            assert list(ledger.missing()) == list(runs(2))


# ------------------------------------------------------------------------------------------------------------- running


def test_overflow_is_found_and_named(corpus: str) -> None:
    value = ToolConfiguration(name="value", options=("--config", "value"))
    tasks = load_set(corpus, TaskSelection(properties=("no-overflow",)))[:2]
    results = [perform(Run(task=each, configuration=value, limits=LIMITS), node="here") for each in tasks]
    assert [result.answer.word for result in results] == ["FALSE(no-overflow)", "TRUE"]
    assert [assess(result.answer, of) for result, of in zip(results, tasks, strict=True)] == [
        Assessment.CORRECT_FALSE,
        Assessment.CORRECT_TRUE,
    ]
