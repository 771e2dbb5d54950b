"""Contracts from the source (``frontend.written_contracts``) as those of ``whet.toml``: the same expressions in C, with the same
limits.

A documented subset.  Whatever else a contract has is refused with its place when the contract is asked for, so that nothing of it
is dropped silently; a section ``[entry.F]`` of the project file stands in the place of the contract in the source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from whet.core.result import InvalidProgram
from whet.frontend.written_contracts import Dialect, WrittenClause, WrittenContract, may_have_contracts, written_contracts
from whet.harness.contracts import NO_CONTRACT, FunctionContract
from whet.harness.options import Requirement
from whet.projects.entries import read_unit
from whet.projects.functions import ProjectFunction
from whet.projects.preconditions import (
    CONTRACT_KEYS,
    Requirements,
    checked_contract_parts,
    project_contracts,
    project_requirements,
    written_requirement,
)
from whet.task.errors import TaskError
from whet.task.messages import files
from whet.task.task import Task

SourceContracts: TypeAlias = Mapping[str, FunctionContract | TaskError]
"""By function; an error is why a contract cannot be used."""
_OWN_WORDS = re.compile(r"(?<!\\)\b(?:result\b|old\s*\()")
_OF_ACSL = ((re.compile(r"\\result\b"), "result"), (re.compile(r"\\old\s*\("), "old("))
_OF_CBMC = ((re.compile(r"\b__CPROVER_return_value\b"), "result"), (re.compile(r"\b__CPROVER_old\s*\("), "old("))
_CONSTANTS = ((re.compile(r"\\null\b"), "0"), (re.compile(r"\\true\b"), "1"), (re.compile(r"\\false\b"), "0"))
_VALID = re.compile(r"\\valid(?:_read)?\s*\(\s*(\w+)\s*\)")
_FRESH = re.compile(r"\b__CPROVER_is_fresh\s*\(\s*(\w+)\s*,\s*sizeof\s*(?:\(\s*\*\s*\1\s*\)|\*\s*\1)\s*\)")
_NOT = re.compile(r"!(?!=)")
_FOREIGN = re.compile(r"\\\w*|__CPROVER_\w+|<==>|==>|-->|\^\^|\.\.|==\s*=|;")
_COMPARISON = re.compile(r"(?<![<>=!-])(?:<=?|>=?)(?![<>=])|(?<![<>=!])[=!]=(?!=)")
_CONNECTIVE = re.compile(r"&&|\|\||[?:,]")
_INNERMOST = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_NEXT = "write the contract in [entry.{function}] of whet.toml, which stands in its place"


def source_contracts(task: Task, paths: Sequence[str]) -> SourceContracts:
    """Of the functions of some files, read in child processes.  A file that cannot be read has none: reading the program tells
    what is wrong with it."""
    found: dict[str, FunctionContract | TaskError] = {}
    for path in paths:
        if Path(path).is_file() and may_have_contracts(Path(path).read_bytes()):
            read = read_unit(path, written_contracts, task.preprocessing(path), task.machine)
            for each in () if isinstance(read, InvalidProgram) else read:
                found[each.function] = _several(each) if each.function in found else _contract(each)
    return found


def known_contract(project: str | None, task: Task, paths: Sequence[str], function: str) -> FunctionContract:
    """Of the project file, or otherwise of the source; raises ``TaskError``."""
    known = project_contracts(project)
    if function in known:
        return known[function]
    return of_source(source_contracts(task, paths), function)


def of_source(contracts: SourceContracts, function: str) -> FunctionContract:
    """Raises ``TaskError``."""
    found = contracts.get(function, NO_CONTRACT)
    if isinstance(found, TaskError):
        raise found
    return found


def scan_requirements(
    project: str | None, task: Task, functions: Sequence[ProjectFunction]
) -> tuple[Requirements, Sequence[TaskError]]:
    """What the callers of functions satisfy, and why contracts in the source cannot be used."""
    known, names = project_requirements(project), {each.signature.name for each in functions}
    found = source_contracts(task, (*dict.fromkeys(each.file for each in functions),))
    new = {name: each for name, each in found.items() if name in names and name not in known}
    requires = {name: each.requires for name, each in new.items() if isinstance(each, FunctionContract) and each.requires}
    return {**requires, **known}, [each for each in new.values() if isinstance(each, TaskError)]


def _several(written: WrittenContract) -> TaskError:
    return _refused(written.function, written.clauses[0], "is not the only one of this name; leave one contract, at the body")


def _contract(written: WrittenContract) -> FunctionContract | TaskError:
    try:
        if not written.is_of_definition:
            raise _refused(written.function, written.clauses[0], "stands at a declaration; move it to the body of the function")
        parts: dict[str, list[Requirement]] = {}
        for each in written.clauses:
            parts.setdefault(each.keyword, []).extend(_requirements(written.function, each))
        assigns = parts.get("assigns")
        return checked_contract_parts(
            (*parts.get("requires", ()),), (*parts.get("ensures", ()),), None if assigns is None else (*assigns,)
        )
    except TaskError as problem:
        return problem


def _refused(function: str, clause: WrittenClause, problem: str, *, following: str = "") -> TaskError:
    message = files.SOURCE_CONTRACT.format(function=function, problem=problem, following=following)
    return TaskError(message, place=f"{clause.place.file}:{clause.place.line}:{clause.place.column}")


def _requirements(function: str, clause: WrittenClause) -> list[Requirement]:
    place = clause.place
    if clause.keyword not in CONTRACT_KEYS:
        raise _unknown(function, clause, clause.keyword)
    if clause.keyword == "assigns" and clause.text in ("", "\\nothing"):
        return []
    parts = _separated(clause.text)
    if clause.keyword != "assigns" and len(parts) != 1:
        raise _unknown(function, clause, "a comma")
    texts = [_in_c(function, clause, " ".join(each.split())) for each in parts]
    return [written_requirement(each, place.file, place.line, place.column) for each in texts]


def _unknown(function: str, clause: WrittenClause, what: str) -> TaskError:
    return _refused(function, clause, f"has {what}, which is not supported", following=f"; {_NEXT.format(function=function)}")


def _in_c(function: str, clause: WrittenClause, text: str) -> str:
    """An expression as ``whet.toml`` has it."""
    if clause.keyword != "requires" and (own := _OWN_WORDS.search(text)) is not None:
        raise _unknown(function, clause, f"the name {own[0].rstrip('( ')} of the program")
    is_acsl = clause.dialect is Dialect.ACSL
    replacements = [*((_OF_ACSL if is_acsl else _OF_CBMC) if clause.keyword == "ensures" else ())]
    for pattern, word in (*replacements, *(_CONSTANTS if is_acsl else ())):
        text = pattern.sub(word, text)
    pointer = _VALID if is_acsl else _FRESH
    if clause.keyword == "requires" and pointer.search(text) is not None and _NOT.search(text) is None:
        text = pointer.sub(r"(\1 != 0)", text)
    if (foreign := _FOREIGN.search(text)) is not None:
        raise _unknown(function, clause, foreign[0])
    if is_acsl and _has_chain(text):
        raise _unknown(function, clause, "a chain of comparisons")
    if ":" in text and "?" not in text:
        raise _unknown(function, clause, "a colon")
    return text


def _has_chain(text: str) -> bool:
    """Is there something like ``a < b < c``, which means another thing in ACSL than in C?"""
    while (inner := _INNERMOST.search(text)) is not None:
        if _has_chain(inner[0][1:-1]):
            return True
        text = f"{text[: inner.start()]}_{text[inner.end() :]}"
    return any(len(_COMPARISON.findall(part)) > 1 for part in _CONNECTIVE.split(text))


def _separated(text: str) -> list[str]:
    """At the commas that are in no parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
