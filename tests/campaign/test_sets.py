"""Sets of tasks: manifests, definitions and plain files; selections and samples."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.made_up import task
from whet.campaign.records import BenchTask
from whet.campaign.sets import TaskSelection, TaskSet, load_set, read_set, select, stratified_sample
from whet.task.errors import TaskError, TaskNotSupported

HEAD = "id,path,category,svcomp_set,expected_verdict,data_model,property_file,lines,sha256\n"
ROWS = """\
old/loops/a,old/loops/a.c,loops,ReachSafety-Loops,true,ILP32,p.prp,10,aa
old/loops/b,old/loops/b.c,loops,ReachSafety-Loops,false,ILP32,p.prp,20,bb
old/ldv-x/c,old/ldv-x/c.i,ldv-x,Systems,true,LP64,,300,cc
old/ldv-y/d,old/ldv-y/d.i,ldv-y,Systems,,LP64,,4000,dd
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "manifest.csv").write_text(HEAD + ROWS)
    (tmp_path / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    (tmp_path / "subsets").mkdir()
    (tmp_path / "subsets" / "small.txt").write_text("# two of them\nold/loops/b\n\nold/ldv-x/c\n")
    return tmp_path


def names(found: list[BenchTask]) -> list[str]:
    return [each.name.rpartition("/")[2] for each in found]


def test_manifest(corpus: Path) -> None:
    first, *_, last = load_set(str(corpus))
    assert first == BenchTask(
        name="old/loops/a",
        category="loops",
        file=f"{corpus}/old/loops/a.c",
        property_file=f"{corpus}/p.prp",
        machine="ILP32",
        expected=True,
        lines=10,
        digest=first.digest,
        svcomp_set="ReachSafety-Loops",
    )
    assert (last.expected, last.property_file) == (None, None)


def test_digest_is_of_program_and_property(corpus: Path) -> None:
    before = [each.digest for each in load_set(str(corpus))]
    assert len(set(before)) == len(before)
    (corpus / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(other())) )\n")
    after = [each.digest for each in load_set(str(corpus))]
    assert [old != new for old, new in zip(before, after, strict=True)] == [True, True, False, False]


def test_digest_is_computed_where_the_manifest_has_none(corpus: Path) -> None:
    (corpus / "manifest.csv").write_text("id,path,category,expected_verdict\nx,x.c,loops,true\n")
    (corpus / "x.c").write_text("int main(void) { return 0; }\n")
    before = load_set(str(corpus))[0].digest
    (corpus / "x.c").write_text("int main(void) { return 1; }\n")
    assert load_set(str(corpus))[0].digest != before


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (TaskSelection(), "abcd"),
        (TaskSelection(subset="small"), "bc"),
        (TaskSelection(categories=("ldv-*",)), "cd"),
        (TaskSelection(categories=("loops", "ldv-y")), "abd"),
        (TaskSelection(categories=("ReachSafety-*",)), "ab"),
        (TaskSelection(verdict=True), "ac"),
        (TaskSelection(verdict=False), "b"),
        (TaskSelection(min_lines=20), "bcd"),
        (TaskSelection(max_lines=20), "ab"),
        (TaskSelection(subset="small", verdict=True, max_lines=300), "c"),
    ],
)
def test_selection(corpus: Path, selection: TaskSelection, expected: str) -> None:
    assert names(load_set(str(corpus), selection)) == list(expected)


def test_subset_in_a_file_of_the_user(corpus: Path) -> None:
    (corpus / "mine.txt").write_text("old/loops/a\n")
    assert names(load_set(str(corpus), TaskSelection(subset=str(corpus / "mine.txt")))) == ["a"]


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        (TaskSelection(subset="smal"), "manifest.csv: unknown subset 'smal' (did you mean 'small'?); known are small"),
        (TaskSelection(categories=("lops",)), "no category is or matches 'lops' (did you mean 'loops'?)"),
        (TaskSelection(categories=("loops", "none-*")), "no category is or matches 'none-*'"),
        (TaskSelection(categories=("ldv-y",), verdict=True), "no task is left by this selection"),
        (TaskSelection(subset="missing.txt"), "missing.txt: No such file or directory"),
    ],
)
def test_mistake_in_a_selection(corpus: Path, selection: TaskSelection, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        load_set(str(corpus), selection)
    assert message in str(caught.value)


def test_subset_with_a_task_that_is_not_there(corpus: Path) -> None:
    (corpus / "subsets" / "wrong.txt").write_text("old/loops/a\nold/loops/bb\n")
    with pytest.raises(TaskError) as caught:
        load_set(str(corpus), TaskSelection(subset="wrong"))
    assert str(caught.value) == f"{corpus}/subsets/wrong.txt:2: the set has no task 'old/loops/bb' (did you mean 'old/loops/b'?)"


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ("id,path,categroy,expected_verdict\n", "manifest.csv:1: the column 'category' is missing (did you mean 'categroy'?)"),
        (HEAD, "there are no tasks here"),
        (HEAD + ROWS + ROWS, "2 tasks are named 'old/loops/a'"),
        (HEAD + "a,a.c,c,s,maybe,LP64,,1,aa\n", "manifest.csv:2: the expected_verdict 'maybe' is neither true nor false"),
        (HEAD + "a,a.c,c,s,true,LP46,,1,aa\n", "manifest.csv:2: unknown data_model 'LP46' (did you mean 'LP64'?)"),
        (HEAD + "a,a.c,c,s,true,LP64,,many,aa\n", "manifest.csv:2: the number of lines 'many' is not a number"),
        (HEAD + "a,a.c,c,s,true,LP64,q.prp,1,aa\n", "manifest.csv:2: cannot read"),
        (HEAD + "a,a.c,c,s,true,LP64,,1,\n", "a.c: No such file or directory"),
    ],
)
def test_mistake_in_a_manifest(corpus: Path, manifest: str, message: str) -> None:
    (corpus / "manifest.csv").write_text(manifest)
    with pytest.raises(TaskError) as caught:
        read_set(str(corpus))
    assert message in str(caught.value)


# ------------------------------------------------------------------------------------------------ without a manifest


def write_definition(folder: Path, name: str, *, files: str = "x.c") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "x.c").write_text("int main(void) {\n  return 0;\n}\n")
    (folder / "mine.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    properties = "properties:\n  - property_file: mine.prp\n    expected_verdict: false\n"
    text = f"format_version: '2.0'\ninput_files: {files}\n{properties}options:\n  data_model: ILP32\n"
    (folder / name).write_text(text)


def test_folder_of_definitions(tmp_path: Path) -> None:
    write_definition(tmp_path / "loops", "one.yml")
    write_definition(tmp_path / "locks", "two.yml")
    locks, loops = load_set(str(tmp_path))
    assert (loops.name, loops.category, loops.expected, loops.machine, loops.lines) == ("loops/one", "loops", False, "ILP32", 3)
    assert (loops.file, loops.property_file) == (f"{tmp_path}/loops/x.c", f"{tmp_path}/loops/mine.prp")
    assert locks.name == "locks/two"
    assert locks.digest == loops.digest  # same contents at other places


def test_glob_of_definitions(tmp_path: Path) -> None:
    write_definition(tmp_path / "loops", "one.yml")
    write_definition(tmp_path / "locks", "two.yml")
    assert names(load_set(f"{tmp_path}/l*/*.yml")) == ["two", "one"]
    assert [each.category for each in load_set(f"{tmp_path}/loops/*.yml")] == ["loops"]


def test_glob_of_programs(tmp_path: Path) -> None:
    for name in ("a.c", "b.i", "c.h"):
        (tmp_path / name).write_text("int x;\n")
    (only,) = load_set(f"{tmp_path}/*.c")
    assert (only.name, only.expected, only.property_file, only.lines) == ("a.c", None, None, 1)
    assert names(load_set(str(tmp_path))) == ["a.c", "b.i"]
    assert names(load_set(f"{tmp_path}/a.c")) == ["a.c"]


def test_what_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match=r"nothing.*: there are no tasks here"):
        load_set(str(tmp_path / "nothing"))
    (tmp_path / "c.h").write_text("int x;\n")
    with pytest.raises(TaskError, match=r"c\.h: is neither a task definition"):
        load_set(f"{tmp_path}/c.h")


def test_definition_with_two_programs_is_not_supported(tmp_path: Path) -> None:
    write_definition(tmp_path, "one.yml", files="[x.c, x.c]")
    with pytest.raises(TaskNotSupported, match=r"one\.yml: the task has 2 input files"):
        load_set(str(tmp_path))


# ----------------------------------------------------------------------------------------------------------- samples

TASK_LISTS = st.lists(
    st.tuples(st.sampled_from(["loops", "locks", "mine"]), st.sampled_from([True, False, None])), min_size=1, max_size=60
).map(lambda kinds: [task(f"t{number}", category=kind[0], expected=kind[1]) for number, kind in enumerate(kinds)])


@given(TASK_LISTS, st.integers(1, 70), st.integers(0, 5), st.randoms(use_true_random=False))
def test_sample_depends_on_the_seed_alone(tasks: list[BenchTask], count: int, seed: int, chance: random.Random) -> None:
    sample = stratified_sample(tasks, count, seed=seed)
    assert len(sample) == min(count, len(tasks))
    assert [each for each in tasks if each in sample] == sample
    assert set(stratified_sample(chance.sample(tasks, len(tasks)), count, seed=seed)) == set(sample)


@given(TASK_LISTS, st.integers(1, 60), st.integers(0, 5))
def test_samples_of_a_seed_are_nested(tasks: list[BenchTask], count: int, seed: int) -> None:
    smaller = stratified_sample(tasks, count, seed=seed)
    assert set(smaller) <= set(stratified_sample(tasks, count + 1, seed=seed))


@given(TASK_LISTS, st.integers(1, 60), st.integers(0, 5))
def test_sample_is_proportional(tasks: list[BenchTask], count: int, seed: int) -> None:
    """There is one factor, by which the size of every stratum gives its share when rounded to the nearest."""
    sizes = Counter((each.category, each.expected) for each in tasks)
    taken = Counter((each.category, each.expected) for each in stratified_sample(tasks, count, seed=seed))
    at_least = max((taken[kind] - 0.5) / size for kind, size in sizes.items())
    at_most = min((taken[kind] + 0.5) / size for kind, size in sizes.items())
    assert at_least <= at_most


def test_seeds_give_different_samples() -> None:
    tasks = [task(f"t{number}") for number in range(100)]
    first, second = (stratified_sample(tasks, 10, seed=seed) for seed in (1, 2))
    assert first != second


def test_sample_is_drawn_from_what_the_filters_leave() -> None:
    tasks = tuple(task(f"t{number}", expected=number % 2 == 0) for number in range(20))
    sample = select(TaskSet("here", tasks), TaskSelection(verdict=False, sample=5, seed=3))
    assert len(sample) == 5
    assert not any(each.expected for each in sample)


def test_sample_does_not_depend_on_hash_seeds(corpus: Path) -> None:
    code = "import sys; from whet.campaign.sets import *; print([t.name for t in load_set(sys.argv[1], TaskSelection(sample=2))])"

    def output(seed: str) -> str:
        command = [sys.executable, "-c", code, str(corpus)]
        environment = {"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert output("1") == output("2")


def test_verdict_of_another_specification_is_not_that_of_the_property_file(corpus: Path) -> None:
    head = "id,path,category,expected_verdict,property,property_file,sha256,error_style\n"
    rows = "".join(f"{style},x.c,c,false,cpachecker-default-spec,p.prp,aa,{style}\n" for style in ("reach_error", "ERROR_label"))
    (corpus / "manifest.csv").write_text(head + rows)
    function, label = load_set(str(corpus))
    assert (function.property_file, function.expected) == (None, False)
    assert (label.property_file, label.expected) == (None, None)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a" * 200_000 + ",w.c,c,true,1", "manifest.csv:3: is not a table: field larger than field limit"),
        ("b,w\0.c,c,true,1", "is not a file name"),
        ("b,/dev/zero,c,true,1", "manifest.csv:3: cannot read /dev/zero: is not a regular file"),
        (f"b,w.c,c,true,{'9' * 5000}", "is not a number"),
    ],
    ids=["long field", "zero byte", "device", "digits"],
)
def test_hostile_row_of_a_manifest_is_refused(row: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "w.c").write_text("int main(void) { return 0; }\n")
    (tmp_path / "manifest.csv").write_text(f"id,path,category,expected_verdict,lines\na,w.c,c,true,1\n{row}\n")
    with pytest.raises(TaskError) as caught:
        load_set(str(tmp_path))
    assert message in str(caught.value)
