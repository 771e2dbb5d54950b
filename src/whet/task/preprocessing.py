"""What is said about headers, macros, the version of C and its dialect for one C file."""

from __future__ import annotations

from collections.abc import Iterator

from whet.task.dialect import CompilerDialect
from whet.task.records import dataclass

FOLDER_FLAGS = ("-I", "-isystem", "-iquote", "-idirafter")


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """``include_folders`` and ``defines`` hold for all files of a program, the rest for one."""

    include_folders: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    own: tuple[tuple[str, str], ...] = ()
    """Flags of the compiler with their arguments, in order."""
    standard: str | None = None
    """The version of C, such as ``gnu11``; None if nothing is said."""
    dialect: CompilerDialect = CompilerDialect()
    other_dialects: tuple[CompilerDialect, ...] = ()
    """Those of other programs that the file is compiled for; they differ in macros only."""

    def said(self) -> list[str]:
        """All of it, as gcc takes it."""
        version = [] if self.standard is None else [f"-std={self.standard}"]
        return [*version, *self.dialect.options, *self.flags()]

    def flags(self) -> list[str]:
        """As a compiler takes them, without the version of C and the dialect."""
        own = [part for flag, argument in self.own for part in (flag, argument)]
        return own + [f"-I{folder}" for folder in self.include_folders] + [f"-D{define}" for define in self.defines]

    def folders(self) -> Iterator[str]:
        """Where headers are looked for."""
        yield from (argument for flag, argument in self.own if flag in FOLDER_FLAGS)
        yield from self.include_folders

    def headers(self) -> Iterator[str]:
        """What is included before the file."""
        yield from (argument for flag, argument in self.own if flag in ("-include", "-imacros"))
