"""``whet bench``: what can be looked at in a campaign.  Running one is tested in ``tests/campaign/test_cluster.py``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.sample_runs import PLAIN, SHARP, result_of, runs
from whet.campaign.ledger import Ledger
from whet.campaign.records import RunStatus
from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def campaign(tmp_path: Path) -> str:
    """Two tasks under two configurations; the second solves one more, the first gave a wrong answer."""
    folder = tmp_path / "campaign"
    planned = list(runs(2, PLAIN, SHARP))
    statuses = [RunStatus.FALSE, RunStatus.UNKNOWN, RunStatus.TRUE, RunStatus.TRUE]
    with Ledger.create(folder, metadata={"title": "Two by two"}) as ledger:
        ledger.plan(planned)
        for run, status in zip(planned, statuses, strict=True):
            ledger.record(result_of(run, status, output=f"printed by {run.configuration.name}"))
    return str(folder)


def bench(*arguments: str) -> int:
    return main(["bench", *arguments])


def test_table_counts_solved_and_wrong(campaign: str, capsys: Capture) -> None:
    assert bench("table", campaign, "--kind", "solved", "--format", "json") == ExitCode.TRUE
    table = json.loads(capsys.readouterr().out)
    columns = table["columns"]
    footers = {row[columns.index("configuration")]: row for row in table["footers"]}
    assert footers["plain"][columns.index("wrong false")] == 1
    assert footers["sharp"][columns.index("correct true")] == 2


TITLES = {
    "solved": "Solved tasks",
    "score": "Score",
    "time": "CPU time",
    "status": "Answers",
    "matrix": "Solved tasks by configuration",
}


@pytest.mark.parametrize("kind", TITLES)
def test_every_kind_of_table_is_printed_as_text_and_markdown(campaign: str, capsys: Capture, kind: str) -> None:
    for form in ("text", "markdown"):
        assert bench("table", campaign, "--kind", kind, "--format", form) == ExitCode.TRUE
        printed = capsys.readouterr().out
        assert "sharp" in printed
        assert TITLES[kind] in printed


def test_a_table_of_statistics_needs_an_experiment_that_names_them(campaign: str, capsys: Capture) -> None:
    assert bench("table", campaign, "--kind", "statistics") == ExitCode.USAGE
    assert "choose from 'solved'," in capsys.readouterr().err


def test_without_a_kind_the_usual_tables_are_printed(campaign: str, capsys: Capture) -> None:
    assert bench("table", campaign) == ExitCode.TRUE
    assert "Solved tasks" in (printed := capsys.readouterr().out)
    assert "Score" in printed


def test_comparison_names_the_tasks_only_one_solves(campaign: str, capsys: Capture) -> None:
    assert bench("compare", campaign, "plain", "sharp") == ExitCode.TRUE
    assert "set/loops/program-1" in capsys.readouterr().out


def test_comparison_with_an_unknown_configuration_suggests_one(campaign: str, capsys: Capture) -> None:
    assert bench("compare", campaign, "plain", "shrap") == ExitCode.USAGE
    assert "sharp" in capsys.readouterr().err


def test_plots_are_written_as_svg_and_png(campaign: str, tmp_path: Path) -> None:
    for kind, name in (("quantile", "a.svg"), ("score-quantile", "b.png")):
        assert bench("plot", campaign, kind, "--output", str(tmp_path / name)) == ExitCode.TRUE
    assert bench("plot", campaign, "scatter", "--configs", "plain,sharp", "--output", str(tmp_path / "c.svg")) == ExitCode.TRUE
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")
    assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


def test_scatter_plot_of_one_configuration_is_refused(campaign: str, tmp_path: Path, capsys: Capture) -> None:
    assert bench("plot", campaign, "scatter", "--configs", "plain", "--output", str(tmp_path / "c.svg")) == ExitCode.USAGE
    assert "two configurations" in capsys.readouterr().err


def test_plot_with_an_unknown_suffix_is_refused(campaign: str, tmp_path: Path, capsys: Capture) -> None:
    assert bench("plot", campaign, "quantile", "--output", str(tmp_path / "c.gif")) == ExitCode.USAGE
    assert "neither" in capsys.readouterr().err


def test_page_is_written_into_the_campaign(campaign: str) -> None:
    assert bench("page", campaign) == ExitCode.TRUE
    text = (Path(campaign) / "page.html").read_text()
    assert "Two by two" in text
    assert "set/loops/program-1" in text


def test_show_prints_what_the_tool_printed(campaign: str, capsys: Capture) -> None:
    assert bench("show", campaign, "set/loops/program-0", "--config", "sharp") == ExitCode.TRUE
    printed = capsys.readouterr().out
    assert "printed by sharp" in printed
    assert "printed by plain" not in printed


def test_show_of_an_unknown_task_suggests_one(campaign: str, capsys: Capture) -> None:
    assert bench("show", campaign, "set/loops/program-7") == ExitCode.USAGE
    assert "did you mean" in capsys.readouterr().err


def test_exports_are_written(campaign: str, tmp_path: Path) -> None:
    parquet, xml = tmp_path / "runs.parquet", tmp_path / "xml"
    assert bench("export", campaign, "--parquet", str(parquet), "--benchexec", str(xml)) == ExitCode.TRUE
    assert parquet.stat().st_size > 0
    assert list(xml.glob("*.xml*"))


def test_export_of_nothing_is_refused(campaign: str, capsys: Capture) -> None:
    assert bench("export", campaign) == ExitCode.USAGE
    assert "--parquet" in capsys.readouterr().err


def test_an_unknown_grouping_is_refused_in_words(capsys: Capture) -> None:
    assert bench("table", "x", "--group", "none") == ExitCode.USAGE
    assert "invalid choice: 'none' (choose from 'category', 'set', 'property')" in capsys.readouterr().err


def test_folder_without_a_campaign_is_named(tmp_path: Path, capsys: Capture) -> None:
    assert bench("table", str(tmp_path / "nothing")) == ExitCode.USAGE
    assert "nothing" in capsys.readouterr().err


def test_experiment_without_a_corpus_says_how_to_name_one(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WHET_CORPUS", raising=False)
    file = tmp_path / "e.toml"
    file.write_text('title = "T"\n[sizes.small]\ncpu = "1s"\nmemory = "1GB"\n[[configurations]]\nname = "value"\n')
    assert bench("run", str(file), "--output", str(tmp_path / "campaign")) == ExitCode.USAGE
    assert "--corpus" in capsys.readouterr().err


def test_unknown_preset_is_refused_before_anything_runs(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    assert bench("run", str(tmp_path), "--configs", "vaule", "--output", str(tmp_path / "campaign")) == ExitCode.USAGE
    assert "did you mean" in capsys.readouterr().err
    assert not (tmp_path / "campaign").exists()


def test_empty_selection_is_refused(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    assert bench("run", str(tmp_path), "--verdict", "true", "--output", str(tmp_path / "campaign")) == ExitCode.USAGE
    assert "no task is left" in capsys.readouterr().err


def test_verifying_imports_neither_ray_nor_what_draws(tmp_path: Path) -> None:
    program = tmp_path / "a.c"
    program.write_text("int main(void) { return 0; }\n")
    script = (
        "import sys; from whet.cli.main import main; main(['verify', '--quiet', sys.argv[1]]);"
        "sys.exit(bool({'ray', 'matplotlib', 'pyarrow', 'benchexec', 'sqlite3'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script, str(program)], check=False, capture_output=True).returncode == 0
