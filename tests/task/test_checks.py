"""Names of checks."""

from __future__ import annotations

import pytest

from whet.task.checks import ALL, bugs_property, default_checks, named_checks, property_name
from whet.task.dangers import Danger, dangers
from whet.task.errors import TaskError
from whet.task.properties import DEFAULT_PROPERTY, Never, parse_property, read_property


@pytest.mark.parametrize("danger", dangers())
def test_check_of_a_danger_is_the_property_that_it_never_happens(danger: Danger) -> None:
    assert read_property(property_name([danger.check])).conditions == (Never(danger),)


def test_assertions_are_checked_by_default() -> None:
    assert read_property(property_name(["assertion"])) == DEFAULT_PROPERTY
    assert DEFAULT_PROPERTY.checks == ("assertion",)


def test_all_checks_are_all_that_there_are() -> None:
    assert read_property(property_name([ALL])).checks == tuple(named_checks())


def test_what_is_always_a_bug_is_not_about_the_end() -> None:
    assert {"assertion", "overflow", "memory", "free", "array"} <= set(default_checks())
    assert {"leak", "cleanup"}.isdisjoint(default_checks())
    assert bugs_property().checks == default_checks()


def test_order_of_names_makes_no_difference() -> None:
    assert property_name(["shift", "overflow"]) == property_name(["overflow", "shift", "shift"]) == "no-overflow+shift-range"


def test_name_that_is_not_known_is_an_error() -> None:
    with pytest.raises(TaskError, match=r"there is no check 'divison' .did you mean 'division'"):
        property_name(["overflow", "divison"])


def test_checks_of_a_property_file_are_each_named_once() -> None:
    formulas = ["G ! call(f())", "G ! overflow", "G ! label(ERROR)", "F end", "G assert"]
    text = "\n".join(f"CHECK( init(main()), LTL({formula}) )" for formula in formulas)
    assert parse_property(text, path="p.prp").checks == ("assertion", "overflow")
