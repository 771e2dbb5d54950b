"""Task definitions: both formats, the choice of a property, and mistakes with their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.task.definition import load_task, read_definition
from whet.task.errors import TaskError, TaskNotSupported
from whet.task.properties import DEFAULT_PROPERTY, UnreachableCall
from whet.task.task import Machine, program_file, program_files

FORMAT_1 = """
format_version: '1.0'

# old file name: p_true-unreach-call.c
input_files: 'p.c'

properties:
  - property_file: ../properties/termination.prp
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
"""

FORMAT_2 = """
format_version: 2.0
input_files:
  - p.c
properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: false
    subproperty: whatever
options:
  language: C
  data_model: ILP32
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """``tmp/tasks`` for definitions beside ``tmp/properties``."""
    properties = tmp_path / "properties"
    properties.mkdir()
    (properties / "unreach-call.prp").write_text("CHECK( init(begin()), LTL(G ! call(reach_error())) )\n")
    (properties / "termination.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    (tmp_path / "tasks").mkdir()
    return tmp_path / "tasks"


def write(folder: Path, text: str) -> str:
    (folder / "t.yml").write_text(text)
    return str(folder / "t.yml")


def test_format_1(folder: Path) -> None:
    task = load_task([write(folder, FORMAT_1)])
    assert task.files == (str(folder / "p.c"),)
    assert task.property.conditions == (UnreachableCall(("reach_error",)),)
    assert (task.machine, task.expected, task.entry) == (Machine.LP64, True, "begin")
    assert "machine model is LP64" in task.assumptions[0]


def test_format_2(folder: Path) -> None:
    task = load_task([write(folder, FORMAT_2)])
    assert (task.machine, task.expected, task.assumptions) == (Machine.ILP32, False, ())


def test_what_is_given_goes_before_the_definition(folder: Path) -> None:
    spec = str(folder.parent / "properties" / "termination.prp")
    task = load_task([write(folder, FORMAT_2)], spec=spec, machine=Machine.LP64, entry="other")
    assert (task.property.name, task.machine, task.entry, task.expected) == ("termination", Machine.LP64, "other", None)


def test_expectation_of_a_given_property_is_found_by_name(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "unreach-call.prp"
    elsewhere.write_text("CHECK( init(main()), LTL(G assert) )")
    assert load_task([write(folder, FORMAT_2)], spec=str(elsewhere)).expected is False


def test_property_that_cannot_be_checked_is_chosen_only_if_there_is_no_other(folder: Path) -> None:
    text = "format_version: '2.0'\ninput_files: p.c\nproperties:\n- property_file: ../properties/termination.prp\n"
    assert load_task([write(folder, text)]).property.not_supported == ("termination",)


def test_definition_without_properties_checks_the_default(folder: Path) -> None:
    task = load_task([write(folder, "format_version: '2.0'\ninput_files: p.c\n")])
    assert (task.property, task.expected) == (DEFAULT_PROPERTY, None)


def test_program_without_definition() -> None:
    task = load_task(["p.c"], defines=["N=3"], include_folders=["inc"])
    assert (task.files, task.machine, task.expected, task.assumptions) == (("p.c",), Machine.LP64, None, ())
    assert (task.defines, task.include_folders) == (("N=3",), ("inc",))


HEAD = "format_version: '2.0'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": the task definition is empty"),
        ("a: [", ":1: is not valid YAML"),
        ("- 1\n", ":1: expected keys and values here"),
        ("input_files: p.c\n", ": 'format_version' is missing"),
        ("format_version: '3.0'\n", ":1: unknown format_version '3.0'; known are 1.0, 2.0, 2.1"),
        (HEAD + "input_file: p.c\n", ":2: unknown key 'input_file' (did you mean 'input_files'?)"),
        (HEAD, ": 'input_files' is missing"),
        (HEAD + "input_files: []\n", ":2: no input file is named"),
        (HEAD + "input_files: p.c\nproperties: x\n", ":3: expected a list here"),
        (HEAD + "input_files: p.c\nproperties:\n- expected_verdict: true\n", ":4: 'property_file' is missing"),
        (
            HEAD + "input_files: p.c\nproperties:\n- property_file: x.prp\n  expected_verdict: maybe\n",
            ":5: the expected_verdict 'maybe' is neither true nor false",
        ),
        (
            HEAD + "input_files: p.c\noptions:\n  data_modle: LP64\n",
            ":4: unknown option 'data_modle' (did you mean 'data_model'?)",
        ),
        (HEAD + "input_files: p.c\noptions:\n  data_model: LP46\n", ":4: unknown data_model 'LP46' (did you mean 'LP64'?)"),
        (HEAD + "input_files: p.c\nproperties:\n- property_file: x.prp\n", "x.prp does not exist; name one with --spec"),
    ],
)
def test_mistake_has_its_place(text: str, message: str, folder: Path) -> None:
    path = write(folder, text)
    with pytest.raises(TaskError) as caught:
        load_task([path])
    assert str(caught.value).startswith(path)
    assert message in str(caught.value)


def test_options_of_other_tools_are_left_alone(folder: Path) -> None:
    assert read_definition(write(folder, HEAD + "input_files: p.c\noptions:\n  witness: w.yml\n")).machine is None


def test_other_language_is_not_supported(folder: Path) -> None:
    with pytest.raises(TaskNotSupported, match="the language Java is not supported"):
        load_task([write(folder, HEAD + "input_files: P.java\noptions:\n  language: Java\n")])


def test_definition_stands_alone(folder: Path) -> None:
    with pytest.raises(TaskError, match="a task definition cannot be combined"):
        load_task([write(folder, FORMAT_2), "p.c"])


def test_one_c_file_among_others_is_the_program() -> None:
    assert program_file(["a.h", "p.i", "note.txt"]) == "p.i"


def test_several_c_files_are_a_program() -> None:
    assert program_files(["a.c", "b.c", "c.h", "./a.c"]) == ("a.c", "b.c")


def test_several_c_files_where_one_is_asked_for() -> None:
    with pytest.raises(TaskNotSupported, match=r"this command takes one C file, but a\.c, b\.c are named"):
        program_file(["a.c", "b.c", "c.h"])


def test_files_without_a_program() -> None:
    with pytest.raises(TaskNotSupported, match=r"none of the files is a C program: a\.h, note\.txt"):
        program_files(["a.h", "note.txt"])


def test_yaml_that_is_nested_too_deeply(folder: Path) -> None:
    with pytest.raises(TaskError, match=r"t\.yml: is not valid YAML: it is nested too deeply"):
        read_definition(write(folder, "[" * 600))


def test_yaml_whose_aliases_say_the_same_again_and_again(folder: Path) -> None:
    files = "&a [" + "w.c, " * 2000 + "]"
    lists = "properties: [" + f"{{property_file: {files}}}" + "]"
    with pytest.raises(TaskError, match="expected a single value"):
        read_definition(write(folder, f"format_version: '2.0'\ninput_files: w.c\n{lists}\n"))


def test_property_file_that_is_a_device(folder: Path) -> None:
    text = "format_version: '2.0'\ninput_files: w.c\nproperties:\n  - property_file: /dev/zero\n"
    with pytest.raises(TaskError, match=r"/dev/zero: is not a regular file"):
        load_task([write(folder, text)])
