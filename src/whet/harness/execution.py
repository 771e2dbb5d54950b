"""Programs compiled to be run again and again, if the user allows that they are executed (``whet verify --execute``).

The program is compiled as it is, with a harness (``run_harness.served_text``) and a server that forks (``native/fork_server.c``).
gcc's ``-fsanitize-coverage=trace-pc`` reports edges.  Sanitizers are those that the checks of the task need.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from whet.cfa.surroundings import Surroundings
from whet.core.execution import NotExecuted
from whet.harness.compiled import sources_of
from whet.harness.run_harness import served_text
from whet.native.programs import LINKED, Compiler, NativeSource, NotCompiled, find_compiler
from whet.native.served import SERVER, ServedProgram, server_flags
from whet.task.records import dataclass
from whet.task.task import Machine, Task

_DEFINED = ("-fno-strict-aliasing", "-fno-delete-null-pointer-checks", "-ffp-contract=off")
"""What C leaves open, gcc is to do as the interpreter does."""
_COMPILED = ("-g", "-w", "-fno-pie", "-fno-common", "-ftrivial-auto-var-init=zero", *_DEFINED)
_FLOATS = {Machine.ILP32: ("-msse2", "-mfpmath=sse")}
_SANITIZERS = {
    "overflow": ("signed-integer-overflow",),
    "division": ("integer-divide-by-zero",),
    "shift": ("shift",),
    "conversion": ("float-cast-overflow",),
}
"""By check; all others that a compiled program can show are about memory."""
_STRICT = ("address", "undefined", "float-cast-overflow")
_NOT_PLAIN = (b".init_array", b".preinit_array", b".ctors", b".init\n", b".init,", b"@gnu_indirect_function", b"#APP")
"""In the assembly that gcc makes of a program."""
_NO_RECOVERY = "-fno-sanitize-recover=all"


@dataclass(frozen=True, slots=True)
class AllowedExecution:
    """``folder`` is where programs are compiled; whoever made it removes it."""

    task: Task
    surroundings: Surroundings
    folder: str
    memory_bytes: int = 1 << 30
    """Of one run."""

    def compiled(self, dangers: Sequence[str], *, is_strict: bool) -> ServedProgram:
        self._check()
        try:
            wraps = ("-fwrapv",) if "overflow" not in dangers else ()
            if is_strict:
                self._check_text()
                return self._compiled(_STRICT, "-O0", *wraps)
            return self._compiled(_sanitizers(dangers), "-O1", *wraps)
        except NotCompiled as problem:
            raise NotExecuted(str(problem)) from None

    def _check(self) -> None:
        around = self.surroundings
        if self.task.entry != "main" or self.task.appended is not None:
            raise NotExecuted(f"a compiled program starts with main, and not with {self.task.entry}")
        if around.untold:
            raise NotExecuted(f"only the interpreter can answer what {', '.join(around.untold)} asks")
        if around.refused:
            raise NotExecuted(f"no inputs can be given for {', '.join(around.refused)}")

    def _check_text(self) -> None:
        """Code that runs before ``main`` runs in the server, and no sanitizer sees what assembly does: both could report what
        they like."""
        compiler, folder = find_compiler(self.task.machine, within=self.folder), Path(tempfile.mkdtemp(dir=self.folder))
        for number, source in enumerate(sources_of(self.task, self.surroundings)):
            text = (folder / _program_object(compiler, source, number, folder, ["-w"], kind="-S")).read_bytes()
            if any(directive in text for directive in _NOT_PLAIN):
                raise NotExecuted("the program has assembly, or code that runs before main")

    def _compiled(self, sanitizers: tuple[str, ...], *more: str) -> ServedProgram:
        """Optimisation may remove what a sanitizer would report, such as a store that is not read; a strict program has none."""
        has_shadow = "address" in sanitizers
        functions = tuple(each.name for each in self.surroundings.asking)
        compiler = find_compiler(self.task.machine, within=self.folder)
        flags = [*_COMPILED, *_FLOATS.get(self.task.machine, ()), *more]
        checked = [f"-fsanitize={','.join(sanitizers)}", _NO_RECOVERY] if sanitizers else []
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        server = ["-O2", *server_flags(len(functions), has_shadow=has_shadow)]
        objects = [
            _object(compiler, "server", SERVER.read_text(encoding="utf-8"), folder, server),
            _object(compiler, "harness", served_text(self.surroundings), folder, ["-g", "-w", "-O1"]),
        ]
        for number, source in enumerate(sources_of(self.task, self.surroundings)):
            objects.append(_program_object(compiler, source, number, folder, [*flags, *checked, "-fsanitize-coverage=trace-pc"]))
        linked = [*checked, *objects, "-o", "served", *LINKED]
        compiler.run(*linked, folder=folder)
        return ServedProgram(folder / "served", functions, memory_bytes=self.memory_bytes, has_shadow=has_shadow)


def _sanitizers(dangers: Sequence[str]) -> tuple[str, ...]:
    found = [each for danger in dangers for each in _SANITIZERS.get(danger, ("address", "bounds", "null"))]
    return tuple(dict.fromkeys(found))


def _object(compiler: Compiler, name: str, text: str, folder: Path, flags: Sequence[str]) -> str:
    (folder / f"{name}.c").write_text(text, encoding="utf-8")
    compiler.run("-c", *flags, f"{name}.c", "-o", f"{name}.o", folder=folder)
    return f"{name}.o"


def _program_object(
    compiler: Compiler, source: NativeSource, number: int, folder: Path, flags: Sequence[str], kind: str = "-c"
) -> str:
    name = f"program_{number + 1}"
    (folder / f"{name}.c").write_bytes(source.text())
    compiler.run(kind, *flags, *source.flags(), f"{name}.c", "-o", f"{name}.o", folder=folder)
    return f"{name}.o"
