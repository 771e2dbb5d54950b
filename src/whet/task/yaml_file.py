"""A YAML file that a user wrote, read so that every mistake in it is reported with its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from whet.task.errors import TaskError, read_text, suggestion
from whet.task.messages import files

if TYPE_CHECKING:
    import yaml  # where it is used it is imported late: most tasks have no YAML

LARGEST_YAML = 8 << 20
"""Bytes: the tree takes hundreds of times as much memory."""
_MOST_PARTS = 1_000_000
"""Of lists and mappings, those that aliases repeat included."""


class YamlFile:
    """The YAML tree of a file; knows where each part stands."""

    def __init__(self, path: str, *, what: str) -> None:
        """``what`` the file is to be, in words."""
        self.path = path
        self._what = what
        self._parts = 0

    def root(self) -> yaml.Node:
        import yaml

        try:
            root: yaml.Node | None = yaml.compose(read_text(self.path, most=LARGEST_YAML), Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            line = f":{error.problem_mark.line + 1}" if error.problem_mark else ""
            raise TaskError(files.YAML.format(problem=error.problem), place=self.path + line) from error
        except yaml.YAMLError as error:
            raise TaskError(files.YAML.format(problem=error), place=self.path) from error
        except RecursionError as error:
            raise TaskError(files.YAML.format(problem="it is nested too deeply"), place=self.path) from error
        if root is None:
            raise TaskError(files.EMPTY_YAML.format(what=self._what), place=self.path)
        return root

    def place(self, node: yaml.Node) -> str:
        return f"{self.path}:{self.line(node)}"

    def line(self, node: yaml.Node) -> int:
        return int(node.start_mark.line) + 1

    def mapping(self, node: yaml.Node, *, known: Sequence[str] | None) -> dict[str, yaml.Node]:
        """Keys and values; a key that is not known is an error unless all are allowed."""
        from yaml import MappingNode

        if not isinstance(node, MappingNode):
            raise TaskError(files.NODE.format(kind="keys and values"), place=self.place(node))
        found = {}
        for key, value in node.value:
            name = self.text(key)
            if known is not None and name not in known:
                raise TaskError(files.KEY.format(key=name, suggested=suggestion(name, known), more=""), place=self.place(key))
            found[name] = value
        self._count(node)
        return found

    def text(self, node: yaml.Node) -> str:
        from yaml import ScalarNode

        if not isinstance(node, ScalarNode):
            raise TaskError(files.NODE.format(kind="a single value"), place=self.place(node))
        return str(node.value)

    def sequence(self, node: yaml.Node) -> list[yaml.Node]:
        from yaml import SequenceNode

        if not isinstance(node, SequenceNode):
            raise TaskError(files.NODE.format(kind="a list"), place=self.place(node))
        self._count(node)
        return list(node.value)

    def _count(self, node: yaml.CollectionNode) -> None:
        """With aliases, a short file may say the same again and again."""
        self._parts += len(node.value)
        if self._parts > _MOST_PARTS:
            raise TaskError(files.YAML.format(problem=f"it has more than {_MOST_PARTS} parts"), place=self.place(node))
