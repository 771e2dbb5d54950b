"""What a suite consists of: Test-Comp's XML by the facts of its DTDs, and a script that runs the tests."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path
from xml.dom import minidom
from xml.etree import ElementTree

import pytest

from whet.algorithms.testing import GeneratedTest
from whet.cfa.surroundings import AskingFunction, Surroundings
from whet.cfa.types import LP64, FloatType
from whet.core.concrete import AskedInput, ReachedError
from whet.harness.suite import Suite, write_suite
from whet.native.programs import NativeSource
from whet.task.coverage_goals import CoverBranches
from whet.task.task import Machine

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) reach_error();
  if (x == 4) return x + 2147483647;
  if (x == 5) while (1);
  return x;
}
"""
ORDER = "sourcecodelang producer specification programfile programhash entryfunction architecture creationtime".split()  # noqa: SIM905
DOUBLE: FloatType = LP64.double


def with_input(value: int, error: ReachedError | None = None) -> GeneratedTest:
    return GeneratedTest((AskedInput("__VERIFIER_nondet_int", LP64.int, value),), frozenset(), "ends", error)


def suite_of(path: Path, *tests: GeneratedTest, machine: Machine = Machine.LP64) -> Suite:
    asking = (AskingFunction("__VERIFIER_nondet_int", "signed int"),)
    around = Surroundings(asking, (), ("__VERIFIER_error", "reach_error"), (), ())
    source = NativeSource(path=path)
    return Suite(
        source=source, machine=machine, goal=CoverBranches(), surroundings=around, tests=tests, created="2030-01-02T03:04:05Z"
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "a <&> 'b'.c"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "suite"
    made.mkdir()
    return made


def doctype(path: Path) -> tuple[str | None, str | None, str | None]:
    found = minidom.parse(str(path)).doctype
    assert found is not None
    return found.name, found.publicId, found.systemId


def test_metadata_has_the_elements_of_the_dtd_in_their_order(program: Path, folder: Path) -> None:
    write_suite(suite_of(program, with_input(1), machine=Machine.ILP32), folder)
    root = ElementTree.parse(folder / "metadata.xml").getroot()
    assert root.tag == "test-metadata"
    assert [child.tag for child in root] == ORDER
    texts = {child.tag: child.text for child in root}
    assert texts["sourcecodelang"] == "C"
    assert texts["specification"] == "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
    assert texts["programfile"] == str(program)
    assert texts["programhash"] == hashlib.sha256(PROGRAM.encode()).hexdigest()
    assert (texts["entryfunction"], texts["architecture"]) == ("main", "32bit")
    assert texts["creationtime"] == "2030-01-02T03:04:05Z"


def test_files_name_their_dtd(program: Path, folder: Path) -> None:
    write_suite(suite_of(program, with_input(1)), folder)
    for file, name in (("metadata.xml", "test-metadata"), ("testcase-1.xml", "testcase")):
        identifier = f"+//IDN sosy-lab.org//DTD test-format {name} 1.1//EN"
        assert doctype(folder / file) == (name, identifier, f"https://sosy-lab.org/test-format/{name}-1.1.dtd")
        assert (folder / file).read_text().startswith('<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE ')


def test_inputs_stand_in_the_order_of_the_calls_without_rand(program: Path, folder: Path) -> None:
    names = (("int", LP64.int, -7), ("uchar", LP64.integer("unsigned char"), 200), ("double", DOUBLE, 0.1))
    inputs = [AskedInput(f"__VERIFIER_nondet_{name}", type, value) for name, type, value in names]
    inputs.insert(1, AskedInput("rand", LP64.int, 99))
    write_suite(suite_of(program, GeneratedTest(tuple(inputs), frozenset(), "ends")), folder)
    root = ElementTree.parse(folder / "testcase-1.xml").getroot()
    assert root.tag == "testcase"
    assert [(child.tag, child.text, child.attrib) for child in root] == [
        ("input", "-7", {"type": "int"}),
        ("input", "200", {"type": "unsigned char"}),
        ("input", "0.1", {"type": "double"}),
    ]


def test_only_the_call_of_an_error_function_is_marked_as_an_error(program: Path, folder: Path) -> None:
    called, other = ReachedError("reach_error() is called", "p.c:1:1", "reach_error"), ReachedError("overflow", "p.c:1:1")
    write_suite(suite_of(program, with_input(3, called), with_input(4, other), with_input(5)), folder)
    marked = [ElementTree.parse(folder / f"testcase-{number}.xml").getroot().attrib for number in (1, 2, 3)]
    assert marked == [{"coversError": "true"}, {}, {}]


# ------------------------------------------------------------------------------------------------------------ the script


def run_script(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "run.sh"], capture_output=True, text=True, check=False, env={**os.environ, **environment}, cwd="/", timeout=60
    )


@pytest.mark.gcc
def test_script_says_what_each_test_did(program: Path, folder: Path) -> None:
    write_suite(suite_of(program, *map(with_input, (1, 3, 4, 5))), folder)
    done = run_script(folder, SECONDS_EACH="1")
    assert done.stdout.splitlines() == [
        "test-1: ok (exit status 1)",
        "test-2: error reached (reach_error() is called)",
        "test-3: sanitizer report: runtime error: signed integer overflow: 4 + 2147483647 cannot be represented in type 'int'",
        "test-4: does not end within 1s",
        "4 tests, 3 failed",
    ]
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.gcc
def test_script_succeeds_if_every_test_is_well(program: Path, folder: Path) -> None:
    write_suite(suite_of(program, with_input(1)), folder)
    assert run_script(folder, SANITIZE="").returncode == 0


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"CC": "no-such-compiler"}, "run.sh: no-such-compiler is not installed"),
        ({"CC": "false"}, "run.sh: false cannot make programs with -m32; Debian's package gcc-multilib has what it needs"),
    ],
)
def test_script_says_what_is_missing(program: Path, folder: Path, environment: dict[str, str], message: str) -> None:
    write_suite(suite_of(program, with_input(1), machine=Machine.ILP32), folder)
    done = run_script(folder, **environment)
    assert (done.returncode, done.stderr.strip()) == (2, message)


@pytest.mark.gcc
def test_script_names_a_program_that_is_gone(program: Path, folder: Path) -> None:
    write_suite(suite_of(program, with_input(1)), folder)
    program.unlink()
    done = run_script(folder)
    assert done.returncode == 2
    assert f"{program} does not exist; name the program with PROGRAM=FILE.c" in done.stderr
