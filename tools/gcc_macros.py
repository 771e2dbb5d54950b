"""Write the tables of macros that gcc 12 predefines, from which a file that is not preprocessed is read.

    python tools/gcc_macros.py            write src/whet/frontend/gcc12/*.h

What libclang could not read is written as it can: literals with the suffix of a type that clang does not have, ``double`` limits
that gcc writes as ``long double``, and the type of wide characters for ILP32, which clang knows and does not let go.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "whet" / "frontend" / "gcc12"
FLAGS = {"ILP32": ("-m32", "-msse2", "-mfpmath=sse"), "LP64": ("-m64",)}
_DOUBLE = re.compile(r"\(\(double\)([-+.\de]+)L\)")
_SUFFIXES = ((re.compile(r"(?<=\d)F32$"), "F"), (re.compile(r"(?<=\d)F(?:32x|64)$"), ""), (re.compile(r"(?<=\d)F64x$"), "L"))


def table(machine: str) -> str:
    """The macros of gcc for a machine model, one ``#define`` in each line."""
    command = ("gcc", *FLAGS[machine], "-dM", "-E", "-x", "c", "/dev/null")
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [_readable(line, machine).rstrip() for line in sorted(printed.splitlines())]
    return "\n".join([f"/* {' '.join(command)} (gcc 12.2), see tools/gcc_macros.py */", *lines, ""])


def _readable(line: str, machine: str) -> str:
    line = _DOUBLE.sub(r"\1", line)
    for suffix, other in _SUFFIXES:
        line = suffix.sub(other, line)
    return "#define __WCHAR_TYPE__ int" if machine == "ILP32" and line == "#define __WCHAR_TYPE__ long int" else line


def main() -> None:
    for machine in FLAGS:
        (FOLDER / f"{machine}.h").write_text(table(machine), encoding="utf-8")


if __name__ == "__main__":
    main()
