"""Campaigns on real Ray nodes: work spreads, and neither a lost node nor a lost driver loses or doubles a run."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.campaign.ray_nodes import Nodes, two_nodes
from whet.campaign.ledger import Ledger
from whet.cli.main import main
from whet.task.errors import TaskError

pytest.importorskip("ray")
pytestmark = pytest.mark.slow

EXPERIMENT = """
title = "Sleepers"
[sizes.small]
cpu = "20s"
wall = "300s"
memory = "50MB"
[[configurations]]
name = "sleeper"
tool = "command"
options = ["sh", "%s", "{file}"]
[[tables]]
kind = "solved"
"""
SCRIPT = """
cd "$(dirname "$0")"
echo "$1" >> begun
until [ $(wc -l < begun) -gt 1 ]; do sleep 0.1; done
while [ -e hold ] && [ $(wc -l < begun) -gt 9 ]; do sleep 0.1; done
sleep 0.2
echo "$1" >> marks
echo Verdict: TRUE
"""
"""The first run waits for a second one beside it: with one processor each, both nodes are at work then, however late one is.
While there is a file ``hold``, most runs wait: a campaign cannot end before something happens to it, however late that is."""
RUNS = 20


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    with two_nodes() as started:
        yield started


@dataclass(frozen=True, slots=True)
class Campaign:
    corpus: Path
    folder: Path
    output: str
    """What the command printed at the end."""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return corpus_in(tmp_path)


@pytest.fixture(scope="module")
def complete(nodes: Nodes, tmp_path_factory: pytest.TempPathFactory) -> Campaign:
    """A campaign that nobody disturbed."""
    corpus = corpus_in(tmp_path_factory.mktemp("complete"))
    return Campaign(corpus, corpus.parent / "campaign", finished(run_sleepers(corpus, "campaign", nodes)))


def corpus_in(tmp_path: Path) -> Path:
    """Tasks, and an experiment whose runs leave a mark."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number in range(RUNS):
        (folder / f"task{number:02}.c").write_text(f"int main(void) {{ return {number}; }}\n")
    (tmp_path / "sleepers.toml").write_text(EXPERIMENT % (tmp_path / "run.sh"))
    (tmp_path / "run.sh").write_text(SCRIPT)
    return folder


def bench(*arguments: object, nodes: Nodes) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "whet", "bench", *map(str, arguments), "--cluster", nodes.address]
    return subprocess.Popen(command, env=nodes.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run_sleepers(corpus: Path, campaign: str, nodes: Nodes) -> subprocess.Popen[str]:
    folder = corpus.parent
    return bench("run", folder / "sleepers.toml", "--corpus", corpus, "--output", folder / campaign, nodes=nodes)


def wait_for_results(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        if (folder / "ledger.sqlite").exists() and len(results(folder)) >= count:
            return
        time.sleep(0.1)
    raise TimeoutError(f"fewer than {count} results in {folder}")


def results(folder: Path) -> list[tuple[str, str]]:
    """Task and node of every result."""
    try:
        with Ledger.open(folder) as ledger:
            return [(row.run.task.name, row.result.node) for row in ledger.rows()]
    except TaskError:  # it is being made
        return []


def check_complete(folder: Path) -> None:
    assert Counter(task for task, _ in results(folder)) == Counter(f"task{number:02}.c" for number in range(RUNS))


def finished(process: subprocess.Popen[str]) -> str:
    out, err = process.communicate(timeout=500)
    assert process.returncode == 0, err
    return out


def table(out: str) -> Sequence[str]:
    return out.splitlines()


def test_work_spreads_over_both_nodes(complete: Campaign) -> None:
    check_complete(complete.folder)
    used = Counter(node for _, node in results(complete.folder))
    assert len(used) == 2, used


def test_killed_driver_leaves_a_campaign_that_resumes_to_the_same_table(nodes: Nodes, complete: Campaign, corpus: Path) -> None:
    hold = corpus.parent / "hold"
    hold.touch()
    driver = run_sleepers(corpus, "killed", nodes)
    folder = corpus.parent / "killed"
    wait_for_results(folder, 5)
    driver.kill()
    driver.communicate()
    assert 5 <= len(results(folder)) < RUNS
    hold.unlink()
    resumed = finished(bench("resume", folder, nodes=nodes))
    check_complete(folder)
    assert table(resumed) == table(complete.output)


def test_resume_of_a_complete_campaign_runs_nothing(nodes: Nodes, complete: Campaign) -> None:
    marks = (complete.corpus.parent / "marks").read_text()
    finished(bench("resume", complete.folder, nodes=nodes))
    assert (complete.corpus.parent / "marks").read_text() == marks


def test_killed_node_loses_no_run_and_doubles_none(nodes: Nodes, corpus: Path) -> None:
    """Last, because the second node does not come back.  Functions of a library are judged at the same time."""
    hold = corpus.parent / "hold"
    hold.touch()
    driver, scanner = run_sleepers(corpus, "node", nodes), run_functions(corpus.parent, nodes)
    folder, scanned = corpus.parent / "node", corpus.parent / "scanned"
    wait_for_results(folder, 6)
    nodes.kill_second_raylet()
    hold.unlink()
    finished(driver)
    check_complete(folder)
    finished(scanner)
    with Ledger.open(scanned) as ledger:
        words = {row.run.task.name.rpartition(":")[2]: row.result.answer.word for row in ledger.rows()}
    assert words == {**{f"f{number}": "TRUE" for number in range(FUNCTIONS)}, "wrong": "FALSE(failing)", "p": PRECONDITION}


FUNCTIONS = 2
PRECONDITION = "UNKNOWN(precondition)"


def run_functions(folder: Path, nodes: Nodes) -> subprocess.Popen[str]:
    functions = [f"int f{number}(unsigned n) {{ return n == {number}; }}" for number in range(FUNCTIONS)]
    others = ["int wrong(int n) { return 1 / n; }", "int p(int *p) { return *p; }"]
    (folder / "library.c").write_text("\n".join([*functions, *others, ""]))
    assert main(["scan", str(folder / "library.c"), "--tasks", str(folder / "functions"), "--quiet"]) == 0
    limits = ["--configs", "ki", "--time-limit", "30s"]
    return bench("run", folder / "functions", "--output", folder / "scanned", *limits, nodes=nodes)


def test_unreachable_cluster_is_an_error_with_a_hint(corpus: Path) -> None:
    command = [sys.executable, "-m", "whet", "bench", "run", str(corpus), "--output", str(corpus.parent / "none")]
    tried = subprocess.run([*command, "--cluster", "127.0.0.1:1"], capture_output=True, text=True, check=False, timeout=300)
    assert tried.returncode == 2
    assert "no Ray cluster at '127.0.0.1:1'" in tried.stderr
    assert "ray start --head" in tried.stderr
