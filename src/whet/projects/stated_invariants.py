"""What a library is said to keep true of its objects, in ``whet.toml``:

    [type."struct ring"]
    invariant = ["data has size elements", "head < size"]

Each is a length, or an expression of C over the members.  A scan believes none of it: it is kept as far as the functions of the
structure keep it (``projects.invariants``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from whet.harness.candidates import LENGTH
from whet.projects.preconditions import check_sections, checked_expression, project_path, refuse_calls
from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files
from whet.task.toml_file import LARGEST_TOML, TomlFile, parse_toml

StatedInvariants: TypeAlias = Mapping[str, tuple[str, ...]]
"""By structure."""
_KEYS = ("invariant",)


def project_invariants(named: str | None = None) -> StatedInvariants:
    """Of the project file, if there is one."""
    path = project_path(named)
    return {} if path is None else read_invariants(path)


def read_invariants(path: str) -> StatedInvariants:
    """Raises ``TaskError``."""
    text = read_text(path, most=LARGEST_TOML)
    file = parse_toml(text, name=path)
    check_sections(file)
    types = file.values.get("type", {})
    if not isinstance(types, dict):
        expected = 'a section for each structure, as in [type."struct ring"]'
        raise TaskError(files.WRONG_TYPE.format(key="type", expected=expected), place=file.place("type"))
    return {name: _of_type(file, text, name, section) for name, section in types.items()}


def _of_type(file: TomlFile, text: str, name: str, section: object) -> tuple[str, ...]:
    key = f"type.{name}"
    if not isinstance(section, dict):
        expected = f'a section, as in [type."{name}"]'
        raise TaskError(files.WRONG_TYPE.format(key=key, expected=expected), place=file.place(key))
    for each in section:
        if each not in _KEYS:
            more = f"; known is {', '.join(_KEYS)}"
            problem = files.KEY.format(key=each, suggested=suggestion(each, _KEYS), more=more)
            raise TaskError(problem, place=file.place(f"{key}.{each}"))
    stated, place = section.get("invariant", []), file.place(f"{key}.invariant")
    if not isinstance(stated, list) or not all(isinstance(each, str) for each in stated):
        expected = 'a list of expressions, as in invariant = ["head < size"]'
        raise TaskError(files.WRONG_TYPE.format(key="invariant", expected=expected), place=place)
    first = int(place.rpartition(":")[2])
    for each in stated:
        if LENGTH.fullmatch(each) is None:
            refuse_calls(checked_expression(file.name, text, first, each))
    return (*stated,)
