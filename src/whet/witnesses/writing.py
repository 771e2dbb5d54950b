"""Writing witnesses of format 2.0.

The same run writes the same bytes: the UUID is made of all that the witness says (RFC 4122, version 5).  The format wants a time
of creation; it is that of ``SOURCE_DATE_EPOCH``, which builds that repeat exactly set, and otherwise the beginning of 1970
(docs/adr/0028).
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime

from whet import __version__
from whet.task.errors import TaskError
from whet.task.records import dataclass
from whet.witnesses.witness import (
    FORMAT_VERSION,
    Content,
    Correctness,
    Location,
    Segment,
    TaskDescription,
    ViolationSequence,
    Waypoint,
    WaypointType,
    WitnessInvariant,
)

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "witnesses.whet")
_EPOCH = "SOURCE_DATE_EPOCH"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a witness comes from: the task, and the configuration that decided it."""

    task: TaskDescription
    configuration: str


def format_witness(content: Content, provenance: Provenance) -> str:
    """The text of a witness; raises ``TaskError`` if ``SOURCE_DATE_EPOCH`` is no number."""
    import yaml

    kind, entries = _content(content)
    task = provenance.task
    about = {
        "creation_time": _creation_time(),
        "producer": {"name": "Whet", "version": __version__, "configuration": provenance.configuration},
        "task": {
            "input_files": list(task.input_files),
            "input_file_hashes": dict(task.input_file_hashes),
            "specification": task.specification,
            "data_model": task.data_model,
            "language": "C",
        },
    }
    name = uuid.uuid5(_NAMESPACE, json.dumps([kind, about, entries], sort_keys=True))
    metadata: dict[str, object] = {"format_version": FORMAT_VERSION, "uuid": str(name), **about}
    entry = {"entry_type": kind, "metadata": metadata, "content": entries}
    return yaml.safe_dump([entry], sort_keys=False, allow_unicode=True, width=10_000)


def _creation_time() -> str:
    text = os.environ.get(_EPOCH, "0")
    try:
        return datetime.fromtimestamp(int(text), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        raise TaskError(f"the environment variable {_EPOCH} is '{text}', which is no number of seconds") from None


def _content(content: Content) -> tuple[str, list[Mapping[str, object]]]:
    match content:
        case Correctness(invariants=invariants):
            return "invariant_set", [{"invariant": _invariant(each)} for each in invariants]
        case ViolationSequence(segments=segments):
            return "violation_sequence", [{"segment": _segment(each)} for each in segments]


def _invariant(invariant: WitnessInvariant) -> dict[str, object]:
    where = _location(invariant.location)
    return {"type": invariant.type.value, "location": where, "value": invariant.value, "format": "c_expression"}


def _segment(segment: Segment) -> list[object]:
    avoided = [{"waypoint": _waypoint(each, "avoid")} for each in segment.avoid]
    return [*avoided, {"waypoint": _waypoint(segment.follow, "follow")}]


_FORMATS = {WaypointType.ASSUMPTION: "c_expression", WaypointType.FUNCTION_RETURN: "acsl_expression"}


def _waypoint(waypoint: Waypoint, action: str) -> dict[str, object]:
    found: dict[str, object] = {"type": waypoint.type.value, "action": action, "location": _location(waypoint.location)}
    if waypoint.value is not None:
        form = _FORMATS.get(waypoint.type)
        found["constraint"] = {"value": waypoint.value, **({} if form is None else {"format": form})}
    return found


def _location(location: Location) -> dict[str, object]:
    told = {"column": location.column, "function": location.function}
    known = {key: value for key, value in told.items() if value is not None}
    return {"file_name": location.file_name, "line": location.line, **known}
