"""Output formats of findings, such as SARIF: each is a file of ``whet.report.formats`` or an entry point ``whet.formats``.

The format ``sarif`` is the option ``--sarif FILE`` of commands that verify; its own option ``problems`` is ``--sarif-problems``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from whet.report.sources import Sources
from whet.report.summary import Summary
from whet.task.registry import RegistryKind

FORMAT: Final = RegistryKind("format", ("whet.report.formats",), "whet.formats")
register_format = FORMAT.register


class Format(Protocol):
    """A function registered by ``register_format``; one with options takes them as its last argument."""

    def __call__(self, summaries: Sequence[Summary], sources: Sources, /) -> str:
        """The contents of the file; ``sources`` has the lines of source files and the root of the project."""
