"""What agents may ask for.  A tool is a module ``whet.server.tools.<name>_tool`` with a ``TOOL``; a new one touches nothing else.

Arguments come from a client that may be wrong or hostile: ``ServerTool.checked`` gives only what the parameters allow, with paths
resolved below the roots and limits that are not above those of the server.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Final

from whet.core.context import ProgressObserver
from whet.server.roots import Roots
from whet.task.checks import ALL, named_checks
from whet.task.configuration import preset_names
from whet.task.errors import TaskError, suggestion
from whet.task.quantities import show_duration, show_size
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES, Machine

_TOOLS: Final = "whet.server.tools"
_MOST_ITEMS: Final = 1000
_LONGEST: Final = 4096
"""Characters of a text."""
MB: Final = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one call may cost at most, whatever its client asks for."""

    seconds: float
    memory_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """Arguments that were checked; crosses to the process that does the work."""

    options: Mapping[str, Any]
    """By the names of the parameters."""
    roots: Roots
    notes: tuple[str, ...] = ()
    """What was done otherwise than asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """For a reader, and the same for a program."""

    text: str
    document: Mapping[str, object]
    is_mistake: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolParameter:
    """One argument: ``schema`` is JSON Schema."""

    schema: Mapping[str, object]
    is_path: bool = False
    """A file or folder, or a list of them; resolved below the roots."""
    is_program: bool = False
    """A path whose name ends as those of C files do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerTool:
    name: str
    title: str
    description: str
    parameters: Mapping[str, ToolParameter]
    required: tuple[str, ...]
    work: Callable[[ToolCall, ProgressObserver], Answer]
    """Done in another process, so a function of a module."""
    seconds: float = 60.0
    """CPU time if the client says nothing about it."""

    def schema(self) -> dict[str, object]:
        properties = {name: dict(each.schema) for name, each in self.parameters.items()}
        return {"type": "object", "properties": properties, "required": list(self.required), "additionalProperties": False}

    def checked(self, arguments: Mapping[str, object], roots: Roots, bounds: Bounds) -> ToolCall:
        """Raises ``TaskError`` with a text for the client."""
        for name in arguments:
            if name not in self.parameters:
                known = ", ".join(self.parameters)
                raise TaskError(
                    f"the tool {self.name} has no argument '{name}'{suggestion(name, self.parameters)}; it has {known}"
                )
        for name in self.required:
            if name not in arguments:
                raise TaskError(f"the tool {self.name} needs the argument '{name}'")
        options: dict[str, Any] = {name: self._value(name, value, roots) for name, value in arguments.items()}
        notes = tuple(self._bounded(options, bounds))
        return ToolCall(options=options, roots=roots, notes=notes)

    def _value(self, name: str, value: object, roots: Roots) -> object:
        parameter = self.parameters[name]
        _check_value(f"the argument '{name}'", value, parameter.schema)
        match value:
            case str() if parameter.is_path:
                return _resolved(parameter, value, roots)
            case list() if parameter.is_path:
                return [_resolved(parameter, each, roots) for each in value]
            case _:
                return value

    def _bounded(self, options: dict[str, Any], bounds: Bounds) -> Iterator[str]:
        seconds = float(options.get("time_limit", min(self.seconds, bounds.seconds)))
        if seconds > bounds.seconds:
            yield f"time_limit is {show_duration(bounds.seconds)}, the most that this server allows"
        memory = int(options.pop("memory_limit_mb", bounds.memory_bytes / MB) * MB)
        if memory > bounds.memory_bytes:
            yield f"memory_limit_mb is that of {show_size(bounds.memory_bytes)}, the most that this server allows"
        options["time_limit"] = min(seconds, bounds.seconds)
        options["memory_limit"] = min(memory, bounds.memory_bytes)


def _resolved(parameter: ToolParameter, path: str, roots: Roots) -> str:
    if parameter.is_program and not path.endswith(C_SUFFIXES):
        raise TaskError(f"is no C file; its name should end in {' or '.join(C_SUFFIXES)}", place=path)
    return roots.resolve(path)


def _check_value(what: str, value: object, schema: Mapping[str, Any]) -> None:
    """As far as the schemas of parameters go."""
    kind = schema["type"]
    if isinstance(value, bool) != (kind == "boolean") or not isinstance(value, _TYPES[kind]):
        raise TaskError(f"{what} should be of the type {kind}")
    if isinstance(value, str) and len(value) > _LONGEST:
        raise TaskError(f"{what} has more than {_LONGEST} characters")
    if "enum" in schema and value not in schema["enum"]:
        known = ", ".join(schema["enum"])
        raise TaskError(f"{what} cannot be '{value}'{suggestion(str(value), schema['enum'])}; known are {known}")
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        raise TaskError(f"{what} cannot be {value}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= _MOST_ITEMS:
            raise TaskError(
                f"{what} has {len(value)} items; at least {schema.get('minItems', 0)}, at most {_MOST_ITEMS} make sense"
            )
        for each in value:
            _check_value(f"an item of {what}", each, schema["items"])


_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
}


def _text(description: str, **more: object) -> dict[str, object]:
    return {"type": "string", "description": description, **more}


def _texts(description: str, **more: object) -> dict[str, object]:
    return {"type": "array", "items": {"type": "string"}, "description": description, **more}


FILE: Final = ToolParameter(schema=_text("The C file, below the roots."), is_path=True, is_program=True)
FILES: Final = ToolParameter(
    schema=_texts("The C files of one program, below the roots.", minItems=1), is_path=True, is_program=True
)
READING: Final[Mapping[str, ToolParameter]] = {
    "machine": ToolParameter(schema=_text("The machine model (default: LP64).", enum=[*Machine])),
    "entry": ToolParameter(schema=_text("The function that the program starts with (default: main); it may have parameters.")),
    "include": ToolParameter(schema=_texts("Folders that are searched for headers, below the roots."), is_path=True),
    "define": ToolParameter(schema=_texts("Macros, as NAME or NAME=VALUE.")),
    "time_limit": ToolParameter(schema={"type": "number", "minimum": 1, "description": "CPU time in seconds (default: 60)."}),
    "memory_limit_mb": ToolParameter(schema={"type": "integer", "minimum": 50, "description": "Memory in MB."}),
}
"""How a program is read, and what that may cost."""
WANTED: Final[Mapping[str, ToolParameter]] = {
    "check": ToolParameter(
        schema={
            "type": "array",
            "items": {"type": "string", "enum": [*named_checks(), ALL]},
            "minItems": 1,
            "description": "What to look for (default: what is always a bug): "
            + "; ".join(f"{each.name}: {each.words}" for each in named_checks().values()),
        }
    ),
    "config": ToolParameter(schema=_text("How to look for it (default: race).", enum=preset_names())),
    "strict": ToolParameter(
        schema={"type": "boolean", "description": "Say TRUE only if an independent check accepts the proof."}
    ),
}
"""What to verify, and how."""


@dataclass(frozen=True, slots=True)
class Tools:
    """By their names."""

    by_name: Mapping[str, ServerTool] = field(default_factory=dict)

    @classmethod
    def found(cls) -> Tools:
        """Those of the modules that there are."""
        package = importlib.import_module(_TOOLS)
        names = sorted(each.name for each in pkgutil.iter_modules(package.__path__) if each.name.endswith("_tool"))
        tools: list[ServerTool] = [importlib.import_module(f"{_TOOLS}.{name}").TOOL for name in names]
        return cls({tool.name: tool for tool in tools})

    def named(self, name: str) -> ServerTool:
        if name not in self.by_name:
            raise TaskError(f"there is no tool '{name}'{suggestion(name, self.by_name)}; there are {', '.join(self.by_name)}")
        return self.by_name[name]
