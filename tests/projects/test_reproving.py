"""A proof is carried over to an edited program, and counts only if it is one there."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.algorithms.location_names import LocationNames, layout_of, moved
from whet.algorithms.reproving import EarlierProof
from whet.core.configuration import load_configuration
from whet.core.evidence import Proof
from whet.core.result import ProofAccepted, Result, TrueVerdict, Unknown
from whet.session.program import read_program
from whet.session.session import verify
from whet.task.checks import property_name
from whet.task.properties import read_property
from whet.task.task import Task

PROGRAM = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static unsigned next(unsigned x)
{
    return x + 2;
}

int main(void)
{
    unsigned even = 0;
    while (__VERIFIER_nondet_int())
        even = next(even);
    assert(even % 2 == 0);
    return 0;
}
"""


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Proof, LocationNames]:
    """Of the program above, as it is."""
    file = tmp_path_factory.mktemp("proved") / "even.c"
    file.write_text(PROGRAM)
    task = task_of(file)
    result = verify(task, load_configuration("refsel", []))
    assert isinstance(result.evidence, Proof)
    assert result.evidence.invariants
    return result.evidence, layout_of(read_program(task))


def task_of(file: Path) -> Task:
    return Task(files=(str(file),), property=read_property(property_name(["assertion"])))


def checked_again(proved: tuple[Proof, LocationNames], folder: Path, *edits: tuple[str, str]) -> Result:
    text = PROGRAM
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (folder / "even.c").write_text(text)
    return verify(task_of(folder / "even.c"), load_configuration("refsel", []), engine=EarlierProof(*proved))


def test_proof_holds_after_an_edit_elsewhere(proved: tuple[Proof, LocationNames], tmp_path: Path) -> None:
    """Locations have other numbers then: there is another function before, and another loop behind."""
    edits = [
        ("static unsigned next", "static int zero(void)\n{\n    return 0;\n}\n\nstatic unsigned next"),
        ("unsigned even = 0;", "int start = zero();\n    unsigned even = start;"),
        ("x + 2;", "x + 4;"),
    ]
    result = checked_again(proved, tmp_path, *edits)
    assert isinstance(result.verdict, TrueVerdict)
    assert isinstance(result.proof_check, ProofAccepted)
    assert result.checked is not None


@pytest.mark.parametrize(
    "edit", [("x + 2;", "x + 1;"), ("even = 0;", "even = 1;"), ("even % 2 == 0", "even % 4 == 0"), ("even", "other")]
)
def test_proof_of_another_program_is_none(proved: tuple[Proof, LocationNames], tmp_path: Path, edit: tuple[str, str]) -> None:
    result = checked_again(proved, tmp_path, edit)
    assert isinstance(result.verdict, Unknown)


def test_what_is_not_there_any_more_is_left_out(proved: tuple[Proof, LocationNames], tmp_path: Path) -> None:
    proof, layout = proved
    (tmp_path / "none.c").write_text("int main(void) { return 0; }\n")
    kept = moved(proof, layout, read_program(task_of(tmp_path / "none.c")))
    assert len(kept.invariants) < len(proof.invariants)
    assert kept.left_out > proof.left_out


def test_layout_is_read_as_it_was_written(proved: tuple[Proof, LocationNames]) -> None:
    assert LocationNames.from_json(proved[1].to_json()) == proved[1]
    with pytest.raises(ValueError, match="no layout"):
        LocationNames.from_json({})
