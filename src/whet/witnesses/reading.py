"""Reading witnesses of format 2.0: what is not in the format is a mistake, reported with file and line.

The shape alone is checked here.  Whether there is such a place in the program, and what an expression means there, is for
``places`` and ``conditions``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from whet.task.errors import TaskError, TaskNotSupported, suggestion
from whet.task.messages import files
from whet.task.yaml_file import YamlFile
from whet.witnesses.witness import (
    FORMAT_VERSION,
    Content,
    Correctness,
    InvariantType,
    Location,
    Segment,
    TaskDescription,
    ViolationSequence,
    Waypoint,
    WaypointType,
    Witness,
    WitnessInvariant,
)

if TYPE_CHECKING:
    import yaml

T = TypeVar("T")
_ENTRY = ("entry_type", "metadata", "content")
_ENTRY_TYPES = ("invariant_set", "violation_sequence")
_METADATA = ("format_version", "uuid", "creation_time", "producer", "task")
_PRODUCER = ("name", "version", "configuration", "command_line", "description")
_TASK = ("input_files", "input_file_hashes", "specification", "data_model", "language")
_LOCATION = ("file_name", "line", "column", "function")
_MOST_DIGITS = 9
"""Of the number of a line or a column."""
_C, _ACSL = "c_expression", "acsl_expression"
_WITH_FORMAT = {WaypointType.ASSUMPTION: _C, WaypointType.FUNCTION_RETURN: _ACSL}


def read_witness(path: str) -> Witness:
    """Raises ``TaskError`` with file and line."""
    return _Reader(path).witness()


class _Reader(YamlFile):
    def __init__(self, path: str) -> None:
        super().__init__(path, what="witness")

    def witness(self) -> Witness:
        root = self.root()
        entries = [self._keys(entry, _ENTRY) for entry in self.sequence(root)]
        if not entries:
            raise TaskError("the witness has no entries", place=self.place(root))
        described = [self._metadata(entry["metadata"]) for entry in entries]
        kinds = {self._one_of(entry["entry_type"], _ENTRY_TYPES) for entry in entries}
        if len(kinds) > 1:
            raise TaskError("has entries of both kinds, of correctness and of violation", place=self.place(root))
        (kind,) = kinds
        if kind == "violation_sequence" and len(entries) > 1:
            raise TaskNotSupported("more than one violation sequence is not supported", place=self.place(root))
        contents = [entry["content"] for entry in entries]
        content = self._invariants(contents) if kind == "invariant_set" else self._sequence(contents[0])
        task, producer = described[0]
        return Witness(content, task, producer)

    def _keys(self, node: yaml.Node, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, yaml.Node]:
        found = self.mapping(node, known=(*required, *optional))
        for key in required:
            if key not in found:
                raise TaskError(files.MISSING_KEY.format(key=key, suggested=""), place=self.place(node))
        return found

    def _one_of(self, node: yaml.Node, words: Sequence[str]) -> str:
        word = self.text(node)
        if word not in words:
            raise TaskError(f"'{word}' is none of {', '.join(words)}{suggestion(word, words)}", place=self.place(node))
        return word

    def _whole(self, node: yaml.Node) -> int:
        text = self.text(node)
        if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS or int(text) < 1:
            raise TaskError(f"'{text}' is no number from 1 on", place=self.place(node))
        return int(text)

    def _only(self, node: yaml.Node, key: str, read: Callable[[yaml.Node], T]) -> T:
        """The value of a mapping that has one key."""
        return read(self._keys(node, (key,))[key])

    def _metadata(self, node: yaml.Node) -> tuple[TaskDescription, str]:
        found = self._keys(node, _METADATA)
        version = self.text(found["format_version"])
        if version != FORMAT_VERSION:
            message = files.WITNESS.format(version=version, known=FORMAT_VERSION)
            raise TaskNotSupported(message, place=self.place(found["format_version"]))
        producer = self._keys(found["producer"], _PRODUCER[:2], _PRODUCER[2:])
        return self._task(found["task"]), f"{self.text(producer['name'])} {self.text(producer['version'])}"

    def _task(self, node: yaml.Node) -> TaskDescription:
        found = self._keys(node, _TASK)
        self._one_of(found["language"], ("C",))
        hashes = self.mapping(found["input_file_hashes"], known=None)
        return TaskDescription(
            input_files=tuple(map(self.text, self.sequence(found["input_files"]))),
            input_file_hashes=tuple((name, self.text(each)) for name, each in hashes.items()),
            specification=self.text(found["specification"]),
            data_model=self._one_of(found["data_model"], ("ILP32", "LP64")),
        )

    def _location(self, node: yaml.Node) -> Location:
        found = self._keys(node, _LOCATION[:2], _LOCATION[2:])
        column, function = found.get("column"), found.get("function")
        return Location(
            file_name=self.text(found["file_name"]),
            line=self._whole(found["line"]),
            column=None if column is None else self._whole(column),
            function=None if function is None else self.text(function),
        )

    def _invariants(self, contents: Sequence[yaml.Node]) -> Content:
        nodes = [node for content in contents for node in self.sequence(content)]
        return Correctness(tuple(self._only(node, "invariant", self._invariant) for node in nodes))

    def _invariant(self, node: yaml.Node) -> WitnessInvariant:
        found = self._keys(node, ("type", "location", "value", "format"))
        self._one_of(found["format"], (_C,))
        return WitnessInvariant(
            type=InvariantType(self._one_of(found["type"], [*InvariantType])),
            location=self._location(found["location"]),
            value=self.text(found["value"]),
            entry=self.line(found["value"]),
        )

    def _sequence(self, content: yaml.Node) -> Content:
        nodes = self.sequence(content)
        segments = [self._only(node, "segment", self._segment) for node in nodes]
        if not segments:
            raise TaskError("the sequence has no segment", place=self.place(content))
        for segment, node in zip(segments, nodes, strict=True):
            is_last = node is nodes[-1]
            if (segment.follow.type is WaypointType.TARGET) != is_last:
                raise TaskError("the target is followed in the last segment, and only there", place=self.place(node))
        return ViolationSequence(tuple(segments))

    def _segment(self, node: yaml.Node) -> Segment:
        read = [self._only(each, "waypoint", self._waypoint) for each in self.sequence(node)]
        if [action for _, action in read] != ["avoid"] * (len(read) - 1) + ["follow"]:
            raise TaskError("a segment has one waypoint to follow, at its end", place=self.place(node))
        *avoided, follow = [waypoint for waypoint, _ in read]
        return Segment(follow, tuple(avoided))

    def _waypoint(self, node: yaml.Node) -> tuple[Waypoint, str]:
        found = self._keys(node, ("type", "action", "location"), ("constraint",))
        type = WaypointType(self._one_of(found["type"], [*WaypointType]))
        action = self._one_of(found["action"], ("follow", "avoid") if type is not WaypointType.TARGET else ("follow",))
        value = self._constraint(type, found.get("constraint"), node)
        return Waypoint(type=type, location=self._location(found["location"]), value=value, entry=self.line(node)), action

    def _constraint(self, type: WaypointType, node: yaml.Node | None, waypoint: yaml.Node) -> str | None:
        if type in (WaypointType.TARGET, WaypointType.FUNCTION_ENTER):
            if node is not None:
                raise TaskError(f"a waypoint of type {type} has no constraint", place=self.place(node))
            return None
        if node is None:
            raise TaskError(files.MISSING_KEY.format(key="constraint", suggested=""), place=self.place(waypoint))
        form = _WITH_FORMAT.get(type)
        found = self._keys(node, ("value",), () if form is None else ("format",))
        if form is not None and "format" in found:
            self._one_of(found["format"], (form,))
        return self.text(found["value"])
