"""Contracts of functions, in ``whet.toml``:

    [entry.sum]
    requires = ["n >= 0", "a != 0"]
    ensures = ["result >= old(a[0])"]
    assigns = ["a[0]", "calls"]

An expression is one of C over the parameters of the function and what its file declares (``harness.contracts`` has the rest).  It
must not change anything.  Whatever is not known is an error with its place, and so is what only a compiler can find wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from whet.harness.contracts import FunctionContract
from whet.harness.options import Requirement
from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files
from whet.task.toml_file import LARGEST_TOML, TomlFile, parse_toml

PROJECT_FILE = "whet.toml"
Requirements: TypeAlias = Mapping[str, tuple[Requirement, ...]]
"""By function."""
Contracts: TypeAlias = Mapping[str, FunctionContract]
"""By function."""
CONTRACT_KEYS = ("requires", "ensures", "assigns")
_CALL = re.compile(r"\b(?!(?:old|sizeof|_Alignof)\b)([A-Za-z_]\w*)\s*\(")
_SECTIONS = ("entry", "type", "ci", "scan", "suppress")
"""Of all that read the file."""
_CHANGES = re.compile(r"(?<![=!<>])=(?!=)|<<=|>>=|\+\+|--")
_NO_EXPRESSION = re.compile(r"[;{}#\n\\]|//|/\*|\?\?")


def project_path(named: str | None = None) -> str | None:
    """The file that is named, otherwise ``whet.toml`` in the current folder if there is one."""
    return PROJECT_FILE if named is None and Path(PROJECT_FILE).is_file() else named


def project_requirements(named: str | None = None) -> Requirements:
    """Of the project file, if there is one."""
    path = project_path(named)
    return {} if path is None else read_requirements(path)


def project_contracts(named: str | None) -> Contracts:
    """Of the project file, if there is one."""
    path = project_path(named)
    return {} if path is None else read_contracts(path)


def read_requirements(path: str) -> Requirements:
    """Raises ``TaskError``."""
    return {name: contract.requires for name, contract in read_contracts(path).items()}


def read_contracts(path: str) -> Contracts:
    """Raises ``TaskError``."""
    text = read_text(path, most=LARGEST_TOML)
    file = parse_toml(text, name=path)
    check_sections(file)
    entries = file.values.get("entry", {})
    if not isinstance(entries, dict):
        raise TaskError(
            files.WRONG_TYPE.format(key="entry", expected="a section for each function, as in [entry.sum]"),
            place=file.place("entry"),
        )
    return {name: _of_function(file, text, name, entry) for name, entry in entries.items()}


def check_sections(file: TomlFile) -> None:
    """Raises ``TaskError`` for one that nobody knows."""
    for key in file.values:
        if key not in _SECTIONS:
            known = ", ".join(_SECTIONS)
            raise TaskError(
                files.SECTION.format(section=key, suggested=suggestion(key, _SECTIONS), known=known), place=file.place(key)
            )


def _of_function(file: TomlFile, text: str, name: str, entry: object) -> FunctionContract:
    place = file.place(f"entry.{name}")
    if not isinstance(entry, dict):
        raise TaskError(files.WRONG_TYPE.format(key=f"entry.{name}", expected=f"a section, as in [entry.{name}]"), place=place)
    for key in entry:
        if key not in CONTRACT_KEYS:
            known = f"known are {', '.join(CONTRACT_KEYS)}"
            raise TaskError(
                files.KEY.format(key=key, suggested=suggestion(key, CONTRACT_KEYS), more=f"; {known}"),
                place=file.place(f"entry.{name}.{key}"),
            )
    requires, ensures = (_expressions(file, text, name, key, entry.get(key, [])) for key in ("requires", "ensures"))
    assigns = _expressions(file, text, name, "assigns", entry["assigns"]) if "assigns" in entry else None
    return checked_contract_parts(requires, ensures, assigns)


def checked_contract_parts(
    requires: tuple[Requirement, ...], ensures: tuple[Requirement, ...], assigns: tuple[Requirement, ...] | None
) -> FunctionContract:
    """Raises ``TaskError``."""
    for each in (*ensures, *(assigns or ())):
        refuse_calls(each)
    return FunctionContract(requires, ensures, assigns)


def refuse_calls(condition: Requirement) -> None:
    """Raises ``TaskError``."""
    if (called := _CALL.search(condition.expression)) is not None:
        problem = f"calls {called[1]}; write the condition without a call"
        raise TaskError(files.REQUIREMENT.format(expression=condition.expression, problem=problem), place=condition.place)


def _expressions(file: TomlFile, text: str, name: str, key: str, expressions: object) -> tuple[Requirement, ...]:
    place = file.place(f"entry.{name}.{key}")
    if not isinstance(expressions, list) or not all(isinstance(each, str) for each in expressions):
        example = "n >= 0" if key == "requires" else "result >= 0" if key == "ensures" else "*p"
        raise TaskError(
            files.WRONG_TYPE.format(key=key, expected=f'a list of expressions, as in {key} = ["{example}"]'), place=place
        )
    return tuple(checked_expression(file.name, text, int(place.rpartition(":")[2]), each) for each in expressions)


def checked_expression(name: str, text: str, first: int, expression: str) -> Requirement:
    """One that stands at or below the line ``first`` of the text; raises ``TaskError``."""
    return written_requirement(expression, name, *_position(text, first, expression))


def written_requirement(expression: str, name: str, line: int, column: int) -> Requirement:
    """Raises ``TaskError`` for what cannot be an expression without an effect."""
    place = f"{name}:{line}:{column}"
    if not expression.strip():
        raise TaskError(files.REQUIREMENT.format(expression=expression, problem="is empty; leave it out"), place=place)
    if (found := _NO_EXPRESSION.search(expression)) is not None:
        raise TaskError(
            files.REQUIREMENT.format(
                expression=expression, problem=f"has {found[0].strip() or 'a new line'}, which is no part of an expression"
            ),
            place=place,
        )
    if (found := _CHANGES.search(expression)) is not None:
        problem = f"has {found[0]}, which changes a variable before the call; did you mean a comparison, such as '=='?"
        message = files.REQUIREMENT.format(expression=expression, problem=problem)
        raise TaskError(message, place=place)
    if not _is_closed(expression):
        raise TaskError(files.REQUIREMENT.format(expression=expression, problem="has parentheses that do not match"), place=place)
    return Requirement(expression, name, line, column)


def _position(text: str, first: int, expression: str) -> tuple[int, int]:
    """Where an expression is written, at or below the line of its key; that line if it is written in another way."""
    for number, line in enumerate(text.splitlines()[first - 1 :], first):
        for quote in ('"', "'"):
            if (column := line.find(f"{quote}{expression}{quote}")) >= 0:
                return number, len(line[:column].encode()) + 2
    return first, 1


def _is_closed(expression: str) -> bool:
    """Nothing closes what the expression did not open."""
    depth = 0
    for character in re.sub(r"\"(?:[^\"])*\"|'[^']*'", "", expression):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0
