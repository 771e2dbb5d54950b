"""Property files: what a program must never do.

A property file holds lines ``CHECK( init(main()), LTL(formula) )``.  All lines name the same entry function; the property
holds if every line does.  Its name says what it is about, as in SV-COMP, whatever the file is called.  A formula that is known
but cannot be checked is read as ``NotSupported`` with its usual name; one that is not known is an error.
"""

from __future__ import annotations

import os
import re
from typing import TypeAlias

from whet.task.dangers import Danger, dangers
from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files, usage
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class UnreachableCall:
    """No run calls any of these functions."""

    functions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnreachableLabel:
    """No run comes to this label, in whatever function it stands."""

    label: str


@dataclass(frozen=True, slots=True)
class NoAssertionFailure:
    """No run fails an ``assert``."""


@dataclass(frozen=True, slots=True)
class Never:
    """In no run this goes wrong."""

    danger: Danger


@dataclass(frozen=True, slots=True)
class NotSupported:
    """A known condition that cannot be checked, by its usual name."""

    name: str


Condition: TypeAlias = UnreachableCall | UnreachableLabel | NoAssertionFailure | Never | NotSupported


@dataclass(frozen=True, slots=True)
class Property:
    """A name and the conditions that must all hold in every run from ``entry``."""

    name: str
    conditions: tuple[Condition, ...]
    entry: str = "main"

    @property
    def checked(self) -> tuple[str, ...]:
        """What a run must not come to, in the program's own words, each once."""
        return tuple(dict.fromkeys(word for condition in self.conditions for word in _words(condition)))

    @property
    def checks(self) -> tuple[str, ...]:
        """The names of the checks that are asked for, each once."""
        return tuple(dict.fromkeys(check for condition in self.conditions for check in _checks(condition)))

    @property
    def not_supported(self) -> tuple[str, ...]:
        """The names of the conditions that cannot be checked, each once."""
        names = [condition.name for condition in self.conditions if isinstance(condition, NotSupported)]
        return tuple(dict.fromkeys(names))


def _words(condition: Condition) -> tuple[str, ...]:
    match condition:
        case UnreachableCall(functions=functions):
            return functions
        case UnreachableLabel(label=label):
            return (f"label {label}",)
        case NoAssertionFailure():
            return (ASSERT,)
        case Never(danger=danger):
            return (danger.check,)
        case NotSupported():
            return ()


def _checks(condition: Condition) -> tuple[str, ...]:
    match condition:
        case UnreachableCall() | UnreachableLabel() | NoAssertionFailure():
            return (ASSERTION,)
        case Never(danger=danger):
            return (danger.check,)
        case NotSupported():
            return ()


ASSERTION = "assertion"
"""The name of the check that is about functions, labels and assertions: what the program itself calls an error."""
ASSERT = "assert"
"""What programs call the macro that stops them where a condition does not hold."""
DEFAULT_PROPERTY = Property("unreach-call", (UnreachableCall(("reach_error", "__VERIFIER_error")), NoAssertionFailure()))
"""What is checked when nothing else is asked for."""

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_CHECK = re.compile(r"CHECK\s*\(\s*init\s*\(\s*([\w.$]+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)")
_COVER = re.compile(r"COVER\s*\(\s*init\s*\(\s*([\w.$]+)\s*\(\s*\)\s*\)\s*,\s*FQL\s*\((.*)\)\s*\)")
_CALL = re.compile(rf"G ! call\( ?({_NAME}) ?\( ?\) ?\)")
_LABEL = re.compile(rf"G ! label\( ?({_NAME}) ?\)")
_ASSERT = "G assert"
_KNOWN = {
    "G def-behavior": "def-behavior",
    "F end": "termination",
    "G ! data-race": "no-data-race",
    "G ! deadlock": "no-deadlock",
}
_EXAMPLE = "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def properties_by_name() -> dict[str, tuple[Condition, ...]]:
    """What can be asked for without a file."""
    of_program: dict[str, tuple[Condition, ...]] = {
        "unreach-call": DEFAULT_PROPERTY.conditions,
        "assertion": (NoAssertionFailure(),),
    }
    return {**of_program, **{danger.property_name: (Never(danger),) for danger in dangers()}}


def read_property(path: str) -> Property:
    """The property a file describes, or several names with ``+`` between them; raises ``TaskError`` with file and line."""
    names, known = path.split("+"), properties_by_name()
    if known.keys() >= {*names}:
        return Property(path, tuple(dict.fromkeys(condition for name in names for condition in known[name])))
    if not os.path.exists(path) and not os.path.splitext(path)[1]:
        raise TaskError(usage.PROPERTY.format(path=path, known=", ".join(known), suggested=suggestion(path, known)))
    return parse_property(read_text(path), path=path)


def parse_property(text: str, *, path: str) -> Property:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise TaskError(files.EMPTY_PROPERTY.format(example=_EXAMPLE), place=path)
    checks = [(f"{path}:{number}", *_check(line, place=f"{path}:{number}")) for number, line in lines]
    entry = checks[0][1]
    for place, other, _ in checks:
        if other != entry:
            raise TaskError(files.OTHER_ENTRY.format(other=other, entry=entry), place=place)
    conditions = tuple(condition for _, _, condition in checks)
    return Property("+".join(dict.fromkeys(map(_usual_name, conditions))), conditions, entry)


def format_property(wanted: Property) -> str:
    """The text of a property file that asks for the same."""
    formulas = dict.fromkeys(formula for condition in wanted.conditions for formula in _formulas(condition))
    return "\n".join(f"CHECK( init({wanted.entry}()), LTL({formula}) )" for formula in formulas)


def _formulas(condition: Condition) -> list[str]:
    match condition:
        case UnreachableCall(functions=functions):
            return [f"G ! call({name}())" for name in functions]
        case UnreachableLabel(label=label):
            return [f"G ! label({label})"]
        case NoAssertionFailure():
            return [_ASSERT]
        case Never(danger=danger):
            return [danger.formula]
        case NotSupported(name=name):
            return [next((formula for formula, known in _KNOWN.items() if known == name), name)]


def _usual_name(condition: Condition) -> str:
    match condition:
        case UnreachableCall():
            return "unreach-call"
        case UnreachableLabel():
            return "unreach-label"
        case NoAssertionFailure():
            return "assertion"
        case Never(danger=danger):
            return danger.property_name
        case NotSupported(name=name):
            return name


def _check(line: str, *, place: str) -> tuple[str, Condition]:
    """(entry function, condition) of a line."""
    if match := _CHECK.fullmatch(line):
        # With one blank around ``!`` and nowhere two, because files are not of one mind about them.
        return match[1], _condition(" ".join(match[2].replace("!", " ! ").split()), place=place)
    if match := _COVER.fullmatch(line):
        return match[1], NotSupported("test generation")
    raise TaskError(files.PROPERTY_LINE.format(line=line, example=_EXAMPLE), place=place)


def _condition(formula: str, *, place: str) -> Condition:
    if match := _CALL.fullmatch(formula):
        return UnreachableCall((match[1],))
    if match := _LABEL.fullmatch(formula):
        return UnreachableLabel(match[1])
    if formula == _ASSERT:
        return NoAssertionFailure()
    by_formula = {danger.formula: danger for danger in dangers()}
    if formula in by_formula:
        return Never(by_formula[formula])
    if formula in _KNOWN:
        return NotSupported(_KNOWN[formula])
    possible = [*_KNOWN, *by_formula, _ASSERT, "G ! call(reach_error())", "G ! label(ERROR)"]
    raise TaskError(files.FORMULA.format(formula=formula, suggested=suggestion(formula, possible)), place=place)
