"""The tool that measures test generation: what is sampled, what is run again, and what runs by chance do."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tools.test_generation import Measured, by_chance, compilable, from_bytes_harness, read_results, run_by_chance, sample
from whet.campaign.records import BenchTask
from whet.native.gcov import Gcov
from whet.native.programs import Build, NativeProgram, find_compiler

ASKING = "extern int __VERIFIER_nondet_int(void);\nint main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}\n"


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    rows = ["id,path,category,expected_verdict,lines"]
    for number, (category, text) in enumerate(
        [*[("many", ASKING)] * 5, ("few", ASKING), ("none", "int main(void) { return 0; }")]
    ):
        (tmp_path / f"t{number}.c").write_text(text.format(body="") if text is ASKING else text)
        rows.append(f"t{number},t{number}.c,{category},true,{1 if number == 1 else 500}")
    (tmp_path / "manifest.csv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_sample_takes_one_of_each_category_after_another(bench: Path) -> None:
    tasks = sample(str(bench), count=40, seed=1)
    assert [task.category for task in tasks] == ["many", "few", "many", "many", "many"]
    assert "t1" not in {task.name for task in tasks}  # too short
    assert [task.name for task in sample(str(bench), count=2, seed=1)] == [task.name for task in tasks[:2]]


def test_line_that_was_cut_off_does_not_count(tmp_path: Path) -> None:
    done = [Measured(task=name, column="mixed", time_limit=60.0, taken=taken) for name, taken in (("a", 1), ("b", 2), ("a", 3))]
    lines = [json.dumps(asdict(each)) + "\n" for each in done]
    (tmp_path / "results.jsonl").write_text("".join(lines) + lines[0][:20])
    assert {key[0]: each.taken for key, each in read_results(tmp_path / "results.jsonl").items()} == {"a": 3, "b": 2}
    assert read_results(tmp_path / "none.jsonl") == {}


@pytest.mark.gcc
def test_runs_by_chance_take_what_is_easy_and_not_what_is_hard(tmp_path: Path) -> None:
    body = "if (x == 0) x++; if (x == 123456789) x = 5; while (x > 1) x = __VERIFIER_nondet_int();"
    (tmp_path / "p.c").write_text(ASKING.format(body=body))
    task = BenchTask(name="p", category="c", file=str(tmp_path / "p.c"))
    done = by_chance(task, Measured(task="p", column="chance", time_limit=60.0))
    assert (done.branches, done.taken, done.tests) == (6, 5, 1000)


@pytest.mark.gcc
def test_bytes_are_the_values_that_the_program_asks_for(tmp_path: Path) -> None:
    text = "extern unsigned char __VERIFIER_nondet_uchar(void);\n" + ASKING.format(
        body="if (x == 258 && __VERIFIER_nondet_uchar() == 7) x = 1;"
    )
    (tmp_path / "p.c").write_text(text)
    machine, surroundings, source = compilable(BenchTask(name="p", category="c", file=str(tmp_path / "p.c")))
    program = NativeProgram(find_compiler(machine), source, Build.COVERAGE, tmp_path)
    executable, gcov = program.link(from_bytes_harness(surroundings)), Gcov(tmp_path)
    taken = []
    for content in (b"", b"\2\1\0\0", b"\2\1\0\0\7"):
        (tmp_path / "bytes").write_bytes(content)
        run_by_chance(executable, 0, tmp_path / "bytes")
        taken.append(len(gcov.read().taken))
    assert taken == [1, 3, 4]
