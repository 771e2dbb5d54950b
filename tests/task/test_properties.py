"""Property files: each form that is read, and each mistake with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.task.dangers import Danger
from whet.task.errors import TaskError
from whet.task.properties import (
    DEFAULT_PROPERTY,
    Condition,
    Never,
    NoAssertionFailure,
    NotSupported,
    UnreachableCall,
    UnreachableLabel,
    format_property,
    parse_property,
    read_property,
)


def check(formula: str, entry: str = "main") -> str:
    return f"CHECK( init({entry}()), LTL({formula}) )"


@pytest.mark.parametrize(
    ("formula", "condition"),
    [
        ("G ! call(reach_error())", UnreachableCall(("reach_error",))),
        ("G ! call(__VERIFIER_error())", UnreachableCall(("__VERIFIER_error",))),
        ("G!call( f( ) )", UnreachableCall(("f",))),
        ("G ! label(ERROR)", UnreachableLabel("ERROR")),
        ("G assert", NoAssertionFailure()),
        ("G !division-by-zero", Never(Danger("division"))),
        ("G ! overflow", Never(Danger("overflow"))),
        ("F end", NotSupported("termination")),
        ("G valid-memcleanup", Never(Danger("cleanup"))),
        ("G def-behavior", NotSupported("def-behavior")),
    ],
)
def test_formula_is_read(formula: str, condition: Condition) -> None:
    read = parse_property(check(formula), path="dir/name.prp")
    assert (read.conditions, read.entry) == ((condition,), "main")


def test_entry_function_comes_from_init() -> None:
    assert parse_property(check("G assert", entry="start_here"), path="a.prp").entry == "start_here"


def test_several_lines_are_several_conditions() -> None:
    text = "\n".join([check("G valid-free"), "", check("G valid-deref"), check("G valid-memtrack"), ""])
    read = parse_property(text, path="valid-memsafety.prp")
    assert read.conditions == (Never(Danger("free")), Never(Danger("memory")), Never(Danger("leak")))
    assert read.name == "valid-free+valid-deref+valid-memtrack"


def test_lines_that_cannot_be_checked_are_named() -> None:
    text = "\n".join([check("F end"), check("G valid-deref"), check("G ! data-race")])
    assert parse_property(text, path="p.prp").not_supported == ("termination", "no-data-race")


def test_coverage_criteria_are_known_and_not_supported() -> None:
    text = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"
    assert parse_property(text, path="coverage-branches.prp").not_supported == ("test generation",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "p.prp: the property file is empty; expected a line such as 'CHECK("),
        ("\nG ! call(f())", "p.prp:2: 'G ! call(f())' is not a property; expected a line such as 'CHECK("),
        (check("G ! overflw"), "p.prp:1: the formula 'G ! overflw' is not known (did you mean 'G ! overflow'?)"),
        (check("G ! call(f(1))"), "p.prp:1: the formula 'G ! call(f(1))' is not known"),
        (check("G assert") + "\n" + check("F end", entry="f"), "p.prp:2: the entry function is 'f' here and 'main'"),
        (check("G assert") + " extra", "p.prp:1: 'CHECK( init(main()), LTL(G assert) ) extra' is not a property"),
    ],
)
def test_mistake_has_its_place(text: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        parse_property(text, path="p.prp")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("formulas", "name", "checked"),
    [
        (["G ! call(reach_error())"], "unreach-call", ("reach_error",)),
        (["G ! call(f())", "G ! call(g())", "G ! call(f())"], "unreach-call", ("f", "g")),
        (["G ! label(ERROR)"], "unreach-label", ("label ERROR",)),
        (["G assert"], "assertion", ("assert",)),
        (["G assert", "G ! label(ERROR)"], "assertion+unreach-label", ("assert", "label ERROR")),
        (["G ! overflow"], "no-overflow", ("overflow",)),
        (["G ! division-by-zero", "G assert"], "division-by-zero+assertion", ("division", "assert")),
    ],
)
def test_name_says_what_is_checked_and_not_where_that_was_written(
    formulas: list[str], name: str, checked: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "my-prop.prp"
    file.write_text("\n".join(map(check, formulas)))
    found = read_property(str(file))
    assert (found.name, found.checked) == (name, checked)


def test_property_can_be_asked_for_by_name() -> None:
    assert read_property("division-by-zero").conditions == (Never(Danger("division")),)
    both = read_property("unreach-call+division-by-zero")
    assert both.name == "unreach-call+division-by-zero"
    assert both.conditions == (*DEFAULT_PROPERTY.conditions, Never(Danger("division")))


def test_name_that_is_not_known_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(TaskError, match=r"'division-by-zer' is neither a file nor a property.*did you mean 'division-by-zero'"):
        read_property("division-by-zer")


def test_file_that_does_not_exist() -> None:
    with pytest.raises(TaskError, match="No such file"):
        read_property("does/not/exist.prp")


def test_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "a.prp"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(TaskError, match="is not encoded in UTF-8"):
        read_property(str(file))


def test_default_property_can_be_checked() -> None:
    assert DEFAULT_PROPERTY.name == "unreach-call"
    assert not DEFAULT_PROPERTY.not_supported


@pytest.mark.parametrize("name", ["unreach-call", "no-overflow", "valid-deref", "unreach-call+no-overflow", "assertion"])
def test_a_property_is_written_as_it_is_read(name: str) -> None:
    wanted = read_property(name)
    again = parse_property(format_property(wanted), path="again")
    assert again.checks == wanted.checks
    assert again.checked == wanted.checked
