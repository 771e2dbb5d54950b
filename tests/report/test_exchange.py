"""Suites as other programs see them: xmllint (libxml2) against the facts of Test-Comp's DTDs, and the script that runs all tests.

The DTDs are written here from what the format says: the elements of the metadata in their order, inputs with an optional type
and variable, and that a test may be marked as covering an error.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from whet.cli.main import main

needs_xmllint = pytest.mark.skipif(shutil.which("xmllint") is None, reason="needs xmllint (Debian: libxml2-utils)")
_TOLD = ("sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction", "architecture")
_OF_OTHERS = ("inputtestsuitefile", "inputtestsuitehash")
METADATA = "\n".join(
    [
        f"<!ELEMENT test-metadata ({', '.join((*_TOLD, *(f'{name}*' for name in _OF_OTHERS), 'creationtime'))})>",
        *(f"<!ELEMENT {name} (#PCDATA)>" for name in (*_TOLD, *_OF_OTHERS, "creationtime")),
    ]
)
TESTCASE = """\
<!ELEMENT testcase (input*)>
<!ATTLIST testcase coversError (true | false) "false">
<!ELEMENT input (#PCDATA)>
<!ATTLIST input type CDATA #IMPLIED>
<!ATTLIST input variable CDATA #IMPLIED>
"""
PROGRAM = """\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) { /* <&> "quoted" */
  int x = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_uchar() > 200 && x == 1234567) reach_error();
  if (__VERIFIER_nondet_double() > 0.5) return 3;
  if (x == -5) return 100 / (x + 5);
  if (x == 17) while (__VERIFIER_nondet_int() != 4711);
  if (x == 18) abort();
  return 0;
}
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exchange")
    program = folder / "a & b.c"
    program.write_text(PROGRAM)
    main(["test", str(program), "--quiet", "--output", str(folder / "suite"), "--time-limit", "20s"])
    return folder / "suite"


def validated(file: Path, dtd: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "facts.dtd").write_text(dtd)
    command = ["xmllint", "--nonet", "--nowarning", "--noout", "--dtdvalid", str(folder / "facts.dtd"), str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@needs_xmllint
@pytest.mark.gcc
def test_every_file_of_a_suite_is_valid(suite: Path, tmp_path: Path) -> None:
    tests = sorted(suite.glob("testcase-*.xml"))
    assert len(tests) == len(json.loads((suite / "result.json").read_text())["tests"]) > 3
    found = [validated(suite / "metadata.xml", METADATA, tmp_path), *(validated(test, TESTCASE, tmp_path) for test in tests)]
    assert [(each.returncode, each.stderr) for each in found] == [(0, "")] * len(found)
    marked = [test.name for test in tests if 'coversError="true"' in test.read_text()]
    assert len(marked) == 1


@needs_xmllint
@pytest.mark.parametrize(
    ("text", "dtd"),
    [
        ("<testcase><input>1</input><output>2</output></testcase>", TESTCASE),
        ('<testcase coversError="maybe"/>', TESTCASE),
        ("<test-metadata><producer>Whet</producer><sourcecodelang>C</sourcecodelang></test-metadata>", METADATA),
    ],
)
def test_validator_refuses_what_the_facts_exclude(text: str, dtd: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.xml").write_text(text)
    assert validated(tmp_path / "wrong.xml", dtd, tmp_path).returncode != 0


@pytest.mark.gcc
def test_script_runs_every_harness_and_finds_what_the_command_found(suite: Path) -> None:
    document = json.loads((suite / "result.json").read_text())
    done = subprocess.run([suite / "run.sh"], capture_output=True, text=True, check=False, cwd="/", timeout=300)
    lines = done.stdout.splitlines()
    failing = {error["test"] for error in document["errors"]}
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.partition(":")[0] for line in lines[:-1]] == [f"test-{each['number']}" for each in document["tests"]]
    assert {number for number, line in enumerate(lines[:-1], 1) if ": ok" not in line} == failing
    assert lines[-1] == f"{len(document['tests'])} tests, {len(failing)} failed"
    assert {error["what"].partition(":")[0] for error in document["errors"]} == {"reach_error() is called", "division by zero"}
    assert all(error["replayed"] and not error["other_reports"] for error in document["errors"])
