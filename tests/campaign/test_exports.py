"""Other programs read the results: BenchExec's table-generator, and whatever reads Parquet."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.campaign.sample_runs import LIMITS, PLAIN, SHARP, result_of, runs, task
from whet.campaign.export_benchexec import category_of, export_benchexec, status_of
from whet.campaign.export_parquet import export_parquet
from whet.campaign.ledger import Ledger
from whet.campaign.records import Run, RunStatus, ToolConfiguration
from whet.task.errors import TaskError

parquet = pytest.importorskip("pyarrow.parquet")
TABLE_GENERATOR = Path(sys.executable).with_name("table-generator")
UNREACHABLE = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"

# What a tool may answer, with BenchExec's words for it.
ANSWERS = [
    (RunStatus.TRUE, "TRUE", "true"),
    (RunStatus.FALSE, "FALSE(unreach-call)", "false(unreach-call)"),
    (RunStatus.FALSE, "VERIFICATION FAILED", "false(unreach-call)"),
    (RunStatus.UNKNOWN, "UNKNOWN(alarm not confirmed)", "unknown"),
    (RunStatus.TIME_OUT, "time-out", "TIMEOUT"),
    (RunStatus.OUT_OF_MEMORY, "out of memory", "OUT OF MEMORY"),
    (RunStatus.ERROR, "ERROR(crash: SIGSEGV)", "ERROR (crash: SIGSEGV)"),
    (RunStatus.ERROR, "???\x00<&\"'>", "ERROR"),
]
EXPECTED = (True, False, None)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger.create(tmp_path / "campaign") as made:
        yield made


def record_everything(ledger: Ledger, *, property_file: str | None) -> None:
    """Every answer against every expected verdict, under two configurations; the CPU times are all different."""
    count = len(ANSWERS) * len(EXPECTED)
    tasks = [task(number, expected=EXPECTED[number % 3], property_file=property_file) for number in range(count)]
    ledger.plan(Run(task=item, configuration=each, limits=LIMITS) for each in (PLAIN, SHARP) for item in tasks)
    for number, run in enumerate(ledger.missing()):
        status, word, _ = ANSWERS[number % count // 3]
        ledger.record(result_of(run, status, word=word, cpu_seconds=number / 8))


def generate_table(folder: Path, *results: Path) -> tuple[list[list[str]], dict[str, list[dict[str, object]]]]:
    """The lines of the CSV file without its three lines of titles, and the data in the HTML file."""
    command: list[str | Path] = [TABLE_GENERATOR, "--no-diff", "--outputpath", folder, "--name", "all", *results]
    subprocess.run(command, check=True, capture_output=True)
    with (folder / "all.table.csv").open(newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file, delimiter="\t"))[3:]
    _, _, html = (folder / "all.table.html").read_text(encoding="utf-8").partition("const data = ")
    return lines, json.JSONDecoder().raw_decode(html)[0]


@pytest.mark.parametrize("has_file", [True, False])
def test_table_generator_agrees_with_us(ledger: Ledger, tmp_path: Path, has_file: bool) -> None:
    property_file = tmp_path / "properties" / "unreach-call.prp"
    property_file.parent.mkdir()
    property_file.write_text(UNREACHABLE)
    record_everything(ledger, property_file=str(property_file) if has_file else None)
    paths = export_benchexec(ledger, tmp_path / "export", name="sample")
    assert [path.name for path in paths] == ["sample.results.plain.xml", "sample.results.sharp.xml"]
    lines, data = generate_table(tmp_path / "table", *paths)
    rows = [list(ledger.rows(configuration=name)) for name in ("plain", "sharp")]
    assert len(lines) == len(data["rows"]) == len(rows[0]) == 24
    for number, (line, shown, *ours) in enumerate(zip(lines, data["rows"], *rows, strict=True)):
        assert line[0] == f"program-{number}"
        assert line[1] == {True: "true", False: "false", None: ""}[EXPECTED[number % 3]]
        results = shown["results"]
        assert isinstance(results, list)
        for row, cells, result in zip(ours, (line[2:6], line[6:]), results, strict=True):
            assert cells[0] == status_of(row) == ANSWERS[number // 3][2]
            assert float(cells[1]) == row.result.use.cpu_seconds
            assert float(cells[2]) == row.result.use.wall_seconds
            assert float(cells[3]) == row.result.use.memory_bytes / 1e6
            assert result["category"] == category_of(row)
            assert result["score"] == row.assessment.score


def test_points_are_not_counted_for_a_property_outside_sv_comp(ledger: Ledger, tmp_path: Path) -> None:
    property_file = tmp_path / "mine.prp"
    property_file.write_text("OBSERVER AUTOMATON\n")
    record_everything(ledger, property_file=str(property_file))
    _, data = generate_table(tmp_path / "table", *export_benchexec(ledger, tmp_path / "export", name="sample"))
    results = data["rows"][0]["results"]
    assert isinstance(results, list)
    assert "score" not in results[0]


def test_the_categories_of_benchexec(ledger: Ledger) -> None:
    record_everything(ledger, property_file=None)
    categories = [category_of(row) for row in ledger.rows(configuration="plain")]
    of_answers = [tuple(categories[start : start + 3]) for start in range(0, 24, 3)]
    assert of_answers == [
        ("correct", "wrong", "missing"),
        ("wrong", "correct", "missing"),
        ("wrong", "correct", "missing"),
        ("unknown",) * 3,
        *[("error",) * 3] * 4,
    ]


def test_the_head_and_the_hidden_columns(ledger: Ledger, tmp_path: Path) -> None:
    ledger.plan(runs(2, SHARP))
    ledger.record_all(map(result_of, ledger.missing()))
    (path,) = export_benchexec(ledger, tmp_path, name="my campaign")
    result = ElementTree.parse(path).getroot()
    assert path.name == "my_campaign.results.sharp.xml"
    assert result.get("benchmarkname") == "my campaign"
    assert (result.get("tool"), result.get("version"), result.get("options")) == ("whet", "0.1.0", "--refine 'a b'")
    assert (result.get("timelimit"), result.get("memlimit")) == ("900.0s", f"{15 << 30}B")
    run = result.findall("run")[1]
    hidden = {column.get("title"): column.get("value") for column in run.findall("column[@hidden='true']")}
    assert hidden["host"] == "here"
    assert (hidden["states"], hidden["time"], hidden["solver"]) == ("7", "0.25", "none")


def test_configurations_do_not_overwrite_each_other(ledger: Ledger, tmp_path: Path) -> None:
    ledger.plan(runs(1, *(ToolConfiguration(name=name) for name in ("a/b", "a_b", "a b"))))
    paths = export_benchexec(ledger, tmp_path, name="sample")
    assert len({*paths}) == 3
    assert [ElementTree.parse(path).getroot().get("name") for path in paths] == ["a/b", "a_b", "a b"]


def test_parquet(ledger: Ledger, tmp_path: Path) -> None:
    record_everything(ledger, property_file="p.prp")
    path = tmp_path / "runs.parquet"
    rows = list(ledger.rows())
    assert export_parquet(ledger.rows(), path, numbers=["states", "solver"]) == len(rows) == 48
    table = parquet.read_table(path)
    for name, kind in {"expected": "bool", "score": "int64", "cpu_seconds": "double", "started": "timestamp[us, tz=UTC]"}.items():
        assert str(table.schema.field(name).type) == kind
    for cells, row in zip(table.to_pylist(), rows, strict=True):
        assert (cells["key"], cells["task"], cells["property_file"]) == (row.run.key, row.run.task.name, "p.prp")
        assert (cells["status"], cells["assessment"]) == (row.result.answer.status.value, row.assessment.value)
        assert (cells["expected"], cells["score"]) == (row.run.task.expected, row.assessment.score)
        assert (cells["cpu_seconds"], cells["cpu_limit_seconds"]) == (row.result.use.cpu_seconds, 900.0)
        assert cells["started"] == datetime.fromtimestamp(1.7e9, UTC)
        assert json.loads(cells["statistics"]) == row.result.answer.statistics
        assert (cells["statistics.states"], cells["statistics.solver"]) == (7.0, None), "a text is not a number"


def test_parquet_of_nothing_has_the_columns(tmp_path: Path) -> None:
    assert export_parquet([], tmp_path / "none.parquet") == 0
    assert "cpu_seconds" in parquet.read_table(tmp_path / "none.parquet").column_names


def test_parquet_without_pyarrow_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TaskError, match="pip install pyarrow"):
        export_parquet([], tmp_path / "none.parquet")
    assert not list(tmp_path.iterdir())
