"""The macros that gcc predefines because of the options of a file, as changes of the tables in ``gcc12``; and the machine model.

``gcc12/options.txt`` has the changes of single options (written by ``tools/gcc_macros.py``).  What it does not have is asked of
gcc, if that is installed: the preprocessor, with an empty input.  Otherwise the macros are not known, and the program is refused.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from whet.cfa.types import MachineModel
from whet.task.dialect import CompilerDialect
from whet.task.records import dataclass

MODELS: Final = {"ILP32": ("-m32", "-msse2", "-mfpmath=sse"), "LP64": ("-m64",)}
"""The options with which gcc has the macros of the tables."""
_TABLE: Final = Path(__file__).parent / "gcc12" / "options.txt"
_DEFINITION: Final = re.compile(r"#define (\w+(?:\(\w+\))?) ?(.*)")
_DOUBLE: Final = re.compile(r"\(\(double\)([-+.\de]+)L\)")
_SUFFIXES: Final = (
    (re.compile(r"(?<=\d)F32$"), "F"),
    (re.compile(r"(?<=\d)F(?:32x|64)$"), ""),
    (re.compile(r"(?<=\d)F64x$"), "L"),
)
_IGNORED: Final = frozenset({"__GCC_HAVE_DWARF2_CFI_ASM"})
"""Macros about the assembler, which depend on options for debugging."""
_WITHOUT_MACROS: Final = re.compile(
    r"-f(?:no-)?(?:wrapv|wrapv-pointer|strict-overflow|trapv|strict-aliasing|ms-extensions|short-enums)|-f(?:un)?signed-bitfields"
    r"|-fpack-struct.*|-m(?:no-)?ms-bitfields|-malign-double|-trigraphs|-nostdinc|-ffp-contract=.*"
)
_GROUPS: Final = (
    re.compile(r"-O(?!fast).*"),
    re.compile(r"-f(?:no-)?(?:pic|PIC|pie|PIE)"),
    re.compile(r"-f(?:no-)?stack-protector.*"),
    re.compile(r"-fcf-protection.*"),
    re.compile(r"-f(?:un)?signed-char"),
    re.compile(r"-f(?:no-)?exceptions"),
    re.compile(r"-f(?:no-)?math-errno"),
    re.compile(r"-f(?:no-)?signed-zeros"),
    re.compile(r"-f(?:no-)?finite-math-only"),
    re.compile(r"-mtune=.*"),
)
"""Of each of these the last option counts, and changes nothing that one of another group changes."""
_ONE_BY_ONE: Final = re.compile(
    r"-pthread|-fopenmp|-fsanitize=\w+|-m(?:sse|ssse|avx|aes|pclmul|popcnt|bmi|fma|crc32|cx16|lzcnt|movbe)[\w.]*"
)
"""Options that only add macros, whatever the others are."""
_SECONDS: Final = 20


@dataclass(frozen=True, slots=True)
class Predefined:
    """``flags`` define and undefine macros; ``unknown`` are options whose macros are not known."""

    flags: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def defines(self, name: str) -> bool:
        return any(each.startswith(f"-D{name}=") for each in self.flags)


@lru_cache(maxsize=64)
def predefined(machine: str, dialect: CompilerDialect, standard: str | None) -> Predefined:
    """The changes for the options of one file."""
    options = tuple(each for each in dialect.options if _WITHOUT_MACROS.fullmatch(each) is None)
    if not options:
        return Predefined()
    known = _from_table(machine, options)
    if known is not None:
        return Predefined(known)
    version = () if standard is None else ("-ansi" if standard == "ansi" else f"-std={standard}",)
    base = MODELS[machine]
    asked = options if "-m32" in options else (*base, *options)
    before, after = macros_of_gcc((*base, *version)), macros_of_gcc((*asked, *version))
    return Predefined(unknown=options) if before is None or after is None else Predefined(tuple(changes(before, after, machine)))


def machine_of(machine: MachineModel, dialect: CompilerDialect) -> MachineModel:
    """The machine model with the alignments that options change."""
    return replace(machine, wide_align=8) if "-malign-double" in dialect.options else machine


def _from_table(machine: str, options: tuple[str, ...]) -> tuple[str, ...] | None:
    """None if the table does not say what these options do together."""
    chosen: dict[object, str] = {}
    for option in options:
        group = next((each for each in _GROUPS if each.fullmatch(option) is not None), None)
        if group is None and _ONE_BY_ONE.fullmatch(option) is None and len(options) > 1:
            return None
        chosen.pop(group or option, None)
        chosen[group or option] = option
    table = _single_options()
    found = [table.get((machine, option)) for option in chosen.values()]
    return None if None in found else tuple(flag for flags in found for flag in flags or ())


@cache
def _single_options() -> dict[tuple[str, str], tuple[str, ...]]:
    lines = _TABLE.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {(machine, option): tuple(flags) for machine, option, *flags in rows}


@lru_cache(maxsize=32)
def macros_of_gcc(options: tuple[str, ...]) -> dict[str, str] | None:
    """The macros that gcc predefines, by name; None if there is no gcc, or if it does not take these options."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    command = (gcc, *options, "-dM", "-E", "-x", "c", "/dev/null")
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    found = (_DEFINITION.fullmatch(line) for line in done.stdout.splitlines())
    return {each[1]: each[2] for each in found if each is not None}


def changes(before: dict[str, str], after: dict[str, str], machine: str) -> list[str]:
    """The flags that make the macros after of those before."""
    gone = [f"-U{name.partition('(')[0]}" for name in sorted(before.keys() - after.keys() - _IGNORED)]
    named = (name for name in sorted(after) if before.get(name) != after[name] and name not in _IGNORED)
    made = [
        flag for name in named for flag in (f"-U{name.partition('(')[0]}", f"-D{name}={readable(name, after[name], machine)}")
    ]
    return gone + made


def readable(name: str, value: str, machine: str) -> str:
    """What libclang can read of a macro: no suffixes of types that it does not have, no ``double`` limits as ``long double``, and
    for ILP32 the type of wide characters that clang knows and does not let go."""
    value = _DOUBLE.sub(r"\1", value)
    for suffix, other in _SUFFIXES:
        value = suffix.sub(other, value)
    return "int" if machine == "ILP32" and name == "__WCHAR_TYPE__" and value == "long int" else value
