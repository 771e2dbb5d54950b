"""The ledger loses nothing, doubles nothing and changes nothing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.campaign.sample_runs import LIMITS, PLAIN, SHARP, result_of, runs, task
from whet import __version__
from whet.campaign.driver_lock import driving
from whet.campaign.ledger import LEDGER_NAME, AlreadyThere, Ledger, RecordedResult
from whet.campaign.outputs import OutputStore
from whet.campaign.records import BenchTask, Run, RunLimits, RunResult, RunStatus, ToolAnswer, ToolConfiguration, assess
from whet.runtime.limits import Usage
from whet.task.errors import TaskError

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.create(tmp_path) as made:
        yield made


def sql(folder: Path, statement: str) -> None:
    """What a stranger does to the file."""
    connection = sqlite3.connect(folder / LEDGER_NAME)
    try:
        with connection:
            connection.execute(statement)
    finally:
        connection.close()


# ------------------------------------------------------------------------------------------------------------ plan


def test_a_plan_is_missing_until_it_is_recorded(ledger: Ledger) -> None:
    planned = list(runs(2500, PLAIN, SHARP))
    assert ledger.plan(planned) == len(planned)
    assert list(ledger.missing()) == planned
    done = planned[::3]
    ledger.record_all(map(result_of, done))
    assert list(ledger.missing()) == [run for number, run in enumerate(planned) if number % 3]
    assert [row.run for row in ledger.rows()] == done


def test_planning_again_changes_nothing(ledger: Ledger) -> None:
    planned = list(runs(5, PLAIN, SHARP))
    ledger.plan(planned)
    ledger.record(result_of(planned[0]))
    assert ledger.plan(planned) == 0
    assert list(ledger.missing()) == planned[1:]
    assert [row.run for row in ledger.rows()] == planned[:1]


def test_a_run_that_occurs_twice_is_planned_once(ledger: Ledger) -> None:
    assert ledger.plan([*runs(3), *runs(4)]) == 4
    assert list(ledger.missing()) == list(runs(4))


def test_an_edited_program_takes_the_place_of_the_old_one(ledger: Ledger) -> None:
    old, other = runs(2)
    new = replace(old, task=replace(old.task, digest="edited"))
    ledger.plan([old, other])
    ledger.record_all([result_of(old), result_of(other)])
    assert ledger.plan([new, other]) == 1
    assert list(ledger.missing()) == [new]
    assert [row.run for row in ledger.rows()] == [other]
    assert ledger.plan([old, other]) == 0
    assert [row.run for row in ledger.rows()] == [old, other], "the old result is still known"


def test_a_program_that_moved_keeps_its_result(ledger: Ledger) -> None:
    first, second = runs(2)
    ledger.plan([first, second])
    ledger.record(result_of(first))
    moved = [replace(run, task=replace(run.task, file=f"/elsewhere{run.task.file}")) for run in (first, second)]
    assert ledger.plan(moved) == 0
    assert [row.run for row in ledger.rows()] == moved[:1]
    assert list(ledger.missing()) == moved[1:]


def ambiguous_plans() -> Iterator[tuple[str, list[Run]]]:
    (run,) = runs(1)
    yield "two different tasks", [run, replace(run, task=replace(run.task, digest="other"))]
    yield "two different configurations", [run, replace(run, configuration=ToolConfiguration(name="plain", tool="cbmc"))]
    yield "two limits", [run, replace(run, limits=replace(LIMITS, cpu_seconds=1.0))]
    yield "not text", [replace(run, task=replace(run.task, file="\udcff.c"))]


@pytest.mark.parametrize(("message", "plan"), list(ambiguous_plans()))
def test_an_ambiguous_plan_is_refused_as_a_whole(ledger: Ledger, message: str, plan: list[Run]) -> None:
    ledger.plan(runs(3, SHARP))
    with pytest.raises(TaskError, match=message):
        ledger.plan(plan)
    assert list(ledger.missing()) == list(runs(3, SHARP))


def test_limits_are_kept_to_the_bit(ledger: Ledger) -> None:
    """900 and 900.0 are equal, but a worker that gets the other one computes another key."""
    whole, real = (RunLimits(cpu_seconds=number, wall_seconds=1000.0, memory_bytes=1) for number in (900, 900.0))
    planned = [*runs(2, PLAIN, limits=whole), *runs(2, SHARP, limits=real)]
    assert len({run.key for run in planned}) == 4
    ledger.plan(planned)
    assert [run.key for run in ledger.missing()] == [run.key for run in planned]


def test_recording_goes_on_while_missing_runs_are_read(ledger: Ledger) -> None:
    ledger.plan(runs(2500))
    seen = []
    for run in ledger.missing():
        seen.append(run)
        assert ledger.record(result_of(run)) == RecordedResult()
    assert seen == list(runs(2500))
    assert next(ledger.missing(), None) is None


# --------------------------------------------------------------------------------------------------------- results


def test_a_second_result_is_not_taken(ledger: Ledger, tmp_path: Path) -> None:
    (run,) = runs(1)
    ledger.plan([run])
    assert ledger.record(result_of(run, RunStatus.TRUE, output="first")) == RecordedResult()
    assert ledger.record(result_of(run, RunStatus.FALSE, output="second")) == AlreadyThere()
    assert ledger.record_all([result_of(run, RunStatus.ERROR)]) == [AlreadyThere()]
    (row,) = ledger.rows()
    assert row.result.answer.status is RunStatus.TRUE
    assert ledger.output_of(row) == "first"


def test_a_result_in_a_batch_twice_is_recorded_once(ledger: Ledger) -> None:
    first, second = runs(2)
    ledger.plan([first, second])
    batch = [result_of(first), result_of(first), result_of(second)]
    assert ledger.record_all(batch) == [RecordedResult(), AlreadyThere(), RecordedResult()]


def test_a_result_without_a_run_is_refused(ledger: Ledger) -> None:
    planned, other = runs(2)
    ledger.plan([planned])
    with pytest.raises(ValueError, match="was planned"):
        ledger.record_all([result_of(planned), result_of(other)])
    assert list(ledger.rows()) == [], "a batch is recorded as a whole"


def test_results_are_found_by_configuration_and_category(ledger: Ledger) -> None:
    tasks = [task(number, category=category) for category in ("loops", "arrays") for number in range(2)]
    ledger.plan(Run(task=item, configuration=each, limits=LIMITS) for each in (SHARP, PLAIN) for item in tasks)
    ledger.record_all(map(result_of, ledger.missing()))
    assert ledger.configurations() == (SHARP, PLAIN)
    assert len(list(ledger.rows())) == 8
    assert {row.run.configuration for row in ledger.rows(configuration="plain")} == {PLAIN}
    found = [row.run.task for row in ledger.rows(configuration="plain", category="arrays")]
    assert found == tasks[2:]
    assert list(ledger.rows(configuration="no such")) == []


def test_counts(ledger: Ledger) -> None:
    expected = (True, True, False, None, True, False)
    tasks = [task(number, expected=verdict) for number, verdict in enumerate(expected)]
    ledger.plan(Run(task=item, configuration=each, limits=LIMITS) for each in (SHARP, PLAIN) for item in tasks)
    statuses = (RunStatus.TRUE, RunStatus.FALSE, RunStatus.TRUE, RunStatus.TRUE, RunStatus.TIME_OUT)
    sharp = list(islice(ledger.missing(), 5))
    ledger.record_all(result_of(run, status) for run, status in zip(sharp, statuses, strict=True))
    first, second = ledger.counts()
    assert (first.configuration, second.configuration) == ("sharp", "plain")
    assert (first.planned, first.done, first.missing) == (6, 5, 1)
    assert (first.correct, first.wrong, first.unconfirmed, first.solved) == (1, 2, 1, 4)
    assert first.score == 2 - 16 - 32
    assert first.cpu_seconds == 5 * 1.5
    assert (second.planned, second.done, second.score) == (6, 0, 0)


def test_what_a_tool_could_not_encode_does_not_stop_the_driver(ledger: Ledger) -> None:
    (run,) = runs(1)
    ledger.plan([run])
    answer = ToolAnswer(status=RunStatus.ERROR, word="\udcff", statistics={"ratio": float("inf")})
    ledger.record(replace(result_of(run), answer=answer))
    (row,) = ledger.rows()
    assert row.result.answer == ToolAnswer(status=RunStatus.ERROR, word="\\udcff", statistics={"ratio": "inf"})


# ------------------------------------------------------------------------------------------------------- the file


def test_metadata(tmp_path: Path) -> None:
    with Ledger.create(tmp_path, metadata={"name": "first"}) as ledger:
        ledger.note("name", "second")
        ledger.note("experiment", "[tasks]\n")
    with Ledger.open(tmp_path) as ledger:
        noted = ledger.metadata()
    assert noted.pop("created")
    assert noted == {"whet version": __version__, "name": "second", "experiment": "[tasks]\n"}


@pytest.mark.parametrize("table", ["runs", "results", "tasks", "configurations", "limits"])
def test_nothing_is_changed_or_deleted(ledger: Ledger, tmp_path: Path, table: str) -> None:
    (run,) = runs(1)
    ledger.plan([run])
    ledger.record(result_of(run))
    column = {"runs": "key", "results": "status"}.get(table, "rowid")
    for statement in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            sql(tmp_path, statement)


def test_a_result_is_not_replaced_either(ledger: Ledger, tmp_path: Path) -> None:
    (run,) = runs(1)
    ledger.plan([run])
    ledger.record(result_of(run))
    with pytest.raises(sqlite3.IntegrityError, match="has a result"):
        sql(tmp_path, "INSERT OR REPLACE INTO results SELECT * FROM results")


def test_the_tables_have_a_column_for_every_field_of_a_task(ledger: Ledger, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / LEDGER_NAME)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(tasks)")]
    connection.close()
    assert columns == ["id", *(field.name for field in fields(BenchTask))]


def test_there_is_one_ledger_in_a_folder(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="no ledger"):
        Ledger.open(tmp_path)
    Ledger.create(tmp_path).close()
    with pytest.raises(TaskError, match=r"ledger\.sqlite: there is a ledger already"):
        Ledger.create(tmp_path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / LEDGER_NAME).write_text("a text\n" * 1000)
    with pytest.raises(TaskError, match=r"ledger\.sqlite: is not a ledger"):
        Ledger.open(tmp_path)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    sql(tmp_path, "CREATE TABLE runs (key TEXT)")
    with pytest.raises(TaskError, match="not a ledger of Whet"):
        Ledger.open(tmp_path)


def test_a_ledger_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Ledger.create(tmp_path).close()
    sql(tmp_path, "PRAGMA user_version = 99")
    with pytest.raises(TaskError, match="newer version of Whet: it has format 99"):
        Ledger.open(tmp_path)


# ------------------------------------------------------------------------------------------------- other processes


def test_two_drivers_are_refused(tmp_path: Path) -> None:
    with (
        driving(tmp_path),
        pytest.raises(TaskError, match=f"driven by process {os.getpid()} on "),
        driving(tmp_path),
    ):
        pytest.fail("two drivers")
    with driving(tmp_path):
        pass


DRIVER = """
import sys, time
from pathlib import Path
from whet.campaign.driver_lock import driving

with driving(Path(sys.argv[1])):
    print("driving", flush=True)
    time.sleep(60)
"""

RECORDER = """
import sys
from pathlib import Path
from tests.campaign.sample_runs import result_of
from whet.campaign.ledger import Ledger

with Ledger.open(Path(sys.argv[1])) as ledger:
    for run in ledger.missing():
        ledger.record(result_of(run, output=f"output of {run.key}\\n" * 200))
        print(run.key, flush=True)
"""


def start(script: str, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY)


def test_the_lock_dies_with_the_driver(tmp_path: Path) -> None:
    with start(DRIVER, tmp_path) as driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == "driving\n"
        with pytest.raises(TaskError, match=f"process {driver.pid} "), driving(tmp_path):
            pytest.fail("two drivers")
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        with driving(tmp_path):
            pass


def acknowledged_before_kill(folder: Path, *, results: int) -> set[str]:
    """Record in a child, kill it after so many results, return the keys of what it said was recorded."""
    with start(RECORDER, folder) as recorder:
        assert recorder.stdout is not None
        first = [recorder.stdout.readline() for _ in range(results)]
        recorder.send_signal(signal.SIGKILL)
        rest = recorder.stdout.readlines()  # what was on its way through the pipe
        assert recorder.wait() == -signal.SIGKILL
    return {line.strip() for line in (*first, *rest) if line.endswith("\n")}


def test_a_killed_process_loses_nothing_it_recorded(tmp_path: Path) -> None:
    planned = list(runs(10_000))
    with Ledger.create(tmp_path) as ledger:
        ledger.plan(planned)
    keys = [run.key for run in planned]
    acknowledged: set[str] = set()
    for results in (3, 117, 40):
        acknowledged |= acknowledged_before_kill(tmp_path, results=results)
        with Ledger.open(tmp_path) as ledger:
            rows = list(ledger.rows())
            assert all(ledger.output_of(row) == f"output of {row.result.key}\n" * 200 for row in rows)
            missing = [run.key for run in ledger.missing()]
        recorded = {row.result.key for row in rows}
        assert acknowledged <= recorded
        assert len(recorded - acknowledged) <= 3, "at most the one that was being acknowledged, each time"
        assert missing == [key for key in keys if key not in recorded]
    connection = sqlite3.connect(tmp_path / LEDGER_NAME)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_reader_sees_what_another_process_recorded(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as writer, Ledger.open(tmp_path) as reader:
        writer.plan(runs(3))
        counts = []
        for run in writer.missing():
            writer.record(result_of(run))
            counts.append(reader.counts()[0].done)
    assert counts == [1, 2, 3]


def test_a_failed_write_of_an_output_records_nothing(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(store: OutputStore, text: str) -> None:
        raise OSError("no space left on device")

    (run,) = runs(1)
    ledger.plan([run])
    with monkeypatch.context() as patch:
        patch.setattr(OutputStore, "append", fail)
        with pytest.raises(OSError, match="no space"):
            ledger.record(result_of(run, output="text"))
    assert list(ledger.missing()) == [run]
    assert ledger.record(result_of(run, output="text")) == RecordedResult()


# ------------------------------------------------------------------------------------------------------------- laws


NAMES = st.text(max_size=20)
POSITIVE = st.floats(min_value=0.001, max_value=1e12)
TASKS = st.builds(
    BenchTask,
    name=NAMES,
    category=NAMES,
    file=NAMES,
    property_file=st.none() | NAMES,
    machine=st.sampled_from(["LP64", "ILP32"]),
    expected=st.sampled_from([True, False, None]),
    lines=st.integers(0, 10**6),
    digest=NAMES,
    svcomp_set=NAMES,
)
CONFIGURATIONS = st.builds(ToolConfiguration, name=NAMES, tool=NAMES, options=st.lists(NAMES, max_size=3).map(tuple))
LIMITATIONS = st.builds(
    RunLimits,
    cpu_seconds=POSITIVE | st.integers(1, 10**6),
    wall_seconds=POSITIVE | st.integers(1, 10**6),
    memory_bytes=st.integers(0, 2**62),
)
NUMBERS = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
ANSWERS = st.builds(
    ToolAnswer,
    status=st.sampled_from(RunStatus),
    word=NAMES,
    statistics=st.dictionaries(NAMES, NUMBERS | NAMES, max_size=4),
)
USES = st.builds(Usage, cpu_seconds=POSITIVE, wall_seconds=POSITIVE, memory_bytes=st.integers(0, 2**62))


@st.composite
def plans(draw: st.DrawFn) -> list[Run]:
    tasks = draw(st.lists(TASKS, min_size=1, max_size=4, unique_by=lambda item: item.name))
    configurations = draw(st.lists(CONFIGURATIONS, min_size=1, max_size=3, unique_by=lambda item: item.name))
    limits = draw(st.fixed_dictionaries({item.name: LIMITATIONS for item in configurations}))
    every = [Run(task=each, configuration=item, limits=limits[item.name]) for item in configurations for each in tasks]
    return draw(st.permutations(every))


@st.composite
def results(draw: st.DrawFn, run: Run) -> RunResult:
    return RunResult(
        key=run.key,
        answer=draw(ANSWERS),
        use=draw(USES),
        tool_version=draw(NAMES),
        node=draw(NAMES),
        started=draw(POSITIVE),
        output=draw(NAMES),
    )


@settings(max_examples=60, deadline=None)
@given(plan=plans(), data=st.data())
def test_what_is_recorded_is_read_again(plan: list[Run], data: st.DataObject) -> None:
    done = [run for run in plan if data.draw(st.booleans())]
    recorded = [data.draw(results(run)) for run in done]
    with tempfile.TemporaryDirectory() as folder:
        with Ledger.create(Path(folder)) as ledger:
            assert ledger.plan(iter(plan)) == len(plan)
            assert set(ledger.record_all(data.draw(st.permutations(recorded)))) <= {RecordedResult()}
        with Ledger.open(Path(folder)) as ledger:
            assert [run.key for run in ledger.missing()] == [run.key for run in plan if run not in done]
            rows = list(ledger.rows())
            outputs = [ledger.output_of(row) for row in rows]
            counts = {item.configuration: item for item in ledger.counts()}
    assert [row.run for row in rows] == done
    assert [row.run.key for row in rows] == [run.key for run in done]
    assert [replace(row.result, output=text) for row, text in zip(rows, outputs, strict=True)] == recorded
    assert [row.assessment for row in rows] == [
        assess(result.answer, run.task) for run, result in zip(done, recorded, strict=True)
    ]
    for run in plan:
        name = run.configuration.name
        assert counts[name].score == sum(row.assessment.score for row in rows if row.run.configuration.name == name)


def test_the_cost_of_a_result_does_not_grow(tmp_path: Path) -> None:
    """The cheapest of ten parts of the last thousand against that of the first: the least that noise can spoil."""
    with Ledger.create(tmp_path) as ledger:
        ledger.plan(runs(5000))
        recorded = [result_of(run, output="text\n" * 20) for run in ledger.missing()]
        costs = []
        for start_of_part in range(0, 5000, 100):
            before = time.process_time()
            for result in recorded[start_of_part : start_of_part + 100]:
                ledger.record(result)
            costs.append(time.process_time() - before)
        size = sum(path.stat().st_size for path in tmp_path.glob(f"{LEDGER_NAME}*"))
    assert min(costs[-10:]) < 3 * min(costs[:10])
    assert size < 5000 * 5000


def test_a_ledger_without_a_table_is_damaged(ledger: Ledger, tmp_path: Path) -> None:
    ledger.plan(runs(3))
    sql(tmp_path, "ALTER TABLE results RENAME TO others")
    with pytest.raises(TaskError, match=r"ledger\.sqlite: the ledger cannot be read: no such table"):
        list(ledger.missing())


def test_a_ledger_whose_pages_are_overwritten_is_damaged(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as made:
        made.plan(runs(3))
    data = (tmp_path / LEDGER_NAME).read_bytes()
    (tmp_path / LEDGER_NAME).write_bytes(data[:100] + b"\xff" * 4000 + data[4100:])
    with pytest.raises(TaskError, match=r"ledger\.sqlite: (the ledger cannot be read|is not a ledger)"):
        Ledger.open(tmp_path)


def test_options_that_are_no_json_are_damage(ledger: Ledger, tmp_path: Path) -> None:
    ledger.plan(runs(3))
    sql(tmp_path, "DROP TRIGGER configurations_are_not_changed")
    sql(tmp_path, "UPDATE configurations SET options = '['")
    with pytest.raises(TaskError, match="the ledger cannot be read"):
        ledger.configurations()
