"""The facts about witnesses of format 2.0 that every witness must obey, as a JSON schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import yaml

_TEXT = {"type": "string", "minLength": 1}
_WHOLE = {"type": "integer", "minimum": 1}


def _record(required: dict[str, object], **optional: object) -> dict[str, object]:
    properties = {**required, **optional}
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


_LOCATION = _record({"file_name": _TEXT, "line": _WHOLE}, column=_WHOLE, function=_TEXT)
_METADATA = _record(
    {
        "format_version": {"const": "2.0"},
        "uuid": {"type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"},
        "creation_time": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$"},
        "producer": _record({"name": _TEXT, "version": _TEXT}, configuration=_TEXT, command_line=_TEXT, description=_TEXT),
        "task": _record(
            {
                "input_files": {"type": "array", "items": _TEXT, "minItems": 1},
                "input_file_hashes": {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
                "specification": {"type": "string", "pattern": r"^CHECK\( init\(\w+\(\)\), LTL\(.*\) \)"},
                "data_model": {"enum": ["ILP32", "LP64"]},
                "language": {"const": "C"},
            }
        ),
    }
)
_INVARIANT = _record(
    {
        "type": {"enum": ["loop_invariant", "location_invariant"]},
        "location": _LOCATION,
        "value": _TEXT,
        "format": {"const": "c_expression"},
    }
)


def _waypoint(type: str, constraint: dict[str, object] | None) -> dict[str, object]:
    action = {"enum": ["follow"]} if type == "target" else {"enum": ["follow", "avoid"]}
    known: dict[str, object] = {"type": {"const": type}, "action": action, "location": _LOCATION}
    return _record(known if constraint is None else {**known, "constraint": constraint})


_WAYPOINT = {
    "oneOf": [
        _waypoint("assumption", _record({"value": _TEXT, "format": {"const": "c_expression"}})),
        _waypoint("branching", _record({"value": {"type": "string", "pattern": r"^(true|false|default|-?\d+)$"}})),
        _waypoint("function_enter", None),
        _waypoint(
            "function_return",
            _record({"value": {"type": "string", "pattern": r"^\\result"}, "format": {"const": "acsl_expression"}}),
        ),
        _waypoint("target", None),
    ]
}


def _entry(type: str, item: dict[str, object]) -> dict[str, object]:
    content = {"type": "array", "minItems": 1, "items": item}
    return _record({"entry_type": {"const": type}, "metadata": _METADATA, "content": content})


_SEGMENT = {"type": "array", "minItems": 1, "items": _record({"waypoint": _WAYPOINT})}
SCHEMA = {
    "type": "array",
    "minItems": 1,
    "items": {
        "oneOf": [
            _entry("invariant_set", _record({"invariant": _INVARIANT})),
            _entry("violation_sequence", _record({"segment": _SEGMENT})),
        ]
    },
}


def checked(text: str) -> Any:
    """The document of a witness; fails if it is none.  What a schema cannot say is looked at here."""
    document = yaml.safe_load(text)
    jsonschema.validate(document, SCHEMA)
    for entry in document:
        files = entry["metadata"]["task"]
        assert {*files["input_files"]} == {*files["input_file_hashes"]}
        if entry["entry_type"] == "violation_sequence":
            _check_segments([segment["segment"] for segment in entry["content"]])
    return document


def _check_segments(segments: list[Any]) -> None:
    for segment in segments:
        actions = [each["waypoint"]["action"] for each in segment]
        assert actions == ["avoid"] * (len(segment) - 1) + ["follow"]
        assert (segment[-1]["waypoint"]["type"] == "target") == (segment is segments[-1])


def checked_file(path: str | Path) -> Any:
    return checked(Path(path).read_text(encoding="utf-8"))
