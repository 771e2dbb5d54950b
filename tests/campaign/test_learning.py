"""From a ledger to a model: features in a file, names of configurations, and what is learnt from which run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign.sample_runs import LIMITS, result_of
from whet.campaign import learning
from whet.campaign.learning import FeatureFile, name_of, observed_tasks, taught_rows
from whet.campaign.ledger import Ledger
from whet.campaign.records import BenchTask, Run, RunStatus, ToolConfiguration
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import MeasuredFeatures, NotMeasured, feature_names
from whet.portfolio.choosing.model_file import read_model
from whet.task.errors import TaskError

pytest.importorskip("clingo")
Capture = pytest.CaptureFixture[str]
KI = ToolConfiguration(name="k-induction", options=("--config", "ki"))
DF = ToolConfiguration(name="df", options=("--config", "df"))
LOOP = "int main(void) {{ int x = 0; while (x < {n}) x++; return x; }}\n"
PLAIN = "int main(void) {{ int x = {n}; return x; }}\n"


def tasks_in(folder: Path, count: int) -> list[BenchTask]:
    """Half of them with a loop."""
    made = []
    for number in range(count):
        path = folder / f"p{number}.c"
        path.write_text((LOOP if number % 2 else PLAIN).format(n=number))
        made.append(BenchTask(name=f"p{number}", category="c", file=str(path), expected=True, lines=1, digest=f"d{number}"))
    return made


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    """``ki`` solves programs without loops, ``df`` those with them."""
    folder = tmp_path / "campaign"
    planned = [Run(task=task, configuration=each, limits=LIMITS) for task in tasks_in(tmp_path, 8) for each in (KI, DF)]
    with Ledger.create(folder) as ledger:
        ledger.plan(planned)
        for run in planned:
            has_loop = int(run.task.name[1:]) % 2 == 1
            solves = has_loop == (run.configuration is DF)
            ledger.record(result_of(run, RunStatus.TRUE if solves else RunStatus.UNKNOWN))
    return folder


def test_presets_are_called_by_their_names() -> None:
    assert name_of(KI) == "ki"
    other = ToolConfiguration(name="ki, deep", options=("--config", "ki", "--set", "kinduction.deepest=9"))
    assert name_of(other) == "ki, deep"
    assert name_of(ToolConfiguration(name="theirs", tool="cbmc", options=("--config", "ki"))) == "theirs"


def test_features_are_computed_once(campaign: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = [row.run.task for row in taught_rows([campaign])]
    path = tmp_path / "features.csv"
    assert FeatureFile.read(path).complete(programs) == 8
    monkeypatch.setattr(learning, "measure_task", None)
    again = FeatureFile.read(path)
    assert again.complete(programs) == 0
    found = again.of(programs[0])
    assert isinstance(found, MeasuredFeatures)
    assert tuple(found.values) == feature_names()


def test_a_program_without_features_is_remembered_and_left_out(campaign: Path, tmp_path: Path) -> None:
    (tmp_path / "p3.c").write_text("int main(void) {")
    rows = list(taught_rows([campaign]))
    features = FeatureFile.read(tmp_path / "features.csv")
    features.complete([row.run.task for row in rows])
    again = FeatureFile.read(tmp_path / "features.csv")
    assert isinstance(again.of(rows[6].run.task), NotMeasured)
    assert [task.name for task in observed_tasks(rows, again)] == ["p0", "p1", "p2", "p4", "p5", "p6", "p7"]


def test_labels_and_use_come_from_the_ledger(campaign: Path, tmp_path: Path) -> None:
    rows = list(taught_rows([campaign]))
    features = FeatureFile.read(tmp_path / "features.csv")
    features.complete([row.run.task for row in rows])
    first = observed_tasks(rows, features)[0]
    assert {name: run.label for name, run in first.runs.items()} == {"ki": Label.CORRECT, "df": Label.UNKNOWN}
    assert first.runs["ki"].cpu_seconds == 1.5


def test_runs_whose_verdict_nobody_knows_teach_nothing(tmp_path: Path) -> None:
    run = Run(task=BenchTask(name="p", category="c", file="p.c"), configuration=KI, limits=LIMITS)
    with Ledger.create(tmp_path / "unknown") as ledger:
        ledger.plan([run])
        ledger.record(result_of(run, RunStatus.TRUE))
    assert list(taught_rows([tmp_path / "unknown"])) == []


def test_another_file_is_no_file_of_features(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(TaskError, match="is not a file of features"):
        FeatureFile.read(tmp_path / "other.csv")


# ----------------------------------------------------------------------------------------------------------- the command


def test_command_writes_a_model_that_chooses(campaign: Path, tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("sklearn.svm")
    files = ["--features", str(tmp_path / "features.csv"), "--output", str(tmp_path / "model.json")]
    how = ["--grid", "quick", "--folds", "2", "--repetitions", "2"]
    assert main(["bench", "train", str(campaign), *files, *how]) == ExitCode.TRUE
    printed = capsys.readouterr()
    assert "means of 2 splits" in printed.out
    assert "8 tasks, 16 runs; the best single one is ki" in printed.out
    assert "computed the features of 8 programs" in printed.err
    model = read_model(str(tmp_path / "model.json"))
    assert [known.name for known in model.configurations] == ["ki", "df"]
    looping = FeatureFile.read(tmp_path / "features.csv").rows["d5", "LP64"]
    assert isinstance(looping, MeasuredFeatures)
    assert {each.name: each.label for each in model.judge(looping.values)} == {"ki": Label.UNKNOWN, "df": Label.CORRECT}


def test_command_wants_more_than_one_fold(campaign: Path, tmp_path: Path, capsys: Capture) -> None:
    files = ["--features", str(tmp_path / "features.csv"), "--output", str(tmp_path / "model.json")]
    assert main(["bench", "train", str(campaign), *files, "--folds", "1"]) == ExitCode.USAGE
    assert "two at least" in capsys.readouterr().err
    assert not (tmp_path / "model.json").exists()


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"task,\xff\n", "is not encoded in UTF-8"), (b"task," + b"a" * 200_000, "features.csv:1: is not a table: field larger")],
)
def test_features_that_are_no_table_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "features.csv").write_bytes(data)
    with pytest.raises(TaskError) as caught:
        FeatureFile.read(tmp_path / "features.csv")
    assert message in str(caught.value)
