"""Write the tables of macros that gcc 12 predefines, from which a file that is not preprocessed is read.

    python tools/gcc_macros.py            write src/whet/frontend/gcc12/*.h and options.txt

What libclang could not read is written as it can (``whet.frontend.predefined.readable``).
"""

from __future__ import annotations

from pathlib import Path

from whet.frontend.predefined import MODELS, changes, macros_of_gcc, readable

FOLDER = Path(__file__).parent.parent / "src" / "whet" / "frontend" / "gcc12"
_PROCESSOR = "sse3 ssse3 sse4 sse4.1 sse4.2 sse4a avx avx2 aes pclmul popcnt bmi bmi2 fma crc32 cx16 lzcnt movbe"
OPTIONS = (
    *("-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Oz", "-Ofast", "-pthread", "-fopenmp", "-fopenmp-simd", "-fopenacc"),
    *(f"-f{no}{kind}" for kind in ("pic", "PIC", "pie", "PIE", "exceptions", "math-errno", "signed-zeros") for no in ("", "no-")),
    *("-fstack-protector", "-fstack-protector-strong", "-fstack-protector-all", "-fstack-protector-explicit"),
    *("-fno-stack-protector", "-fcf-protection"),
    *(f"-fcf-protection={what}" for what in ("full", "branch", "return", "none")),
    *(f"-fsanitize={what}" for what in ("address", "undefined", "thread", "leak")),
    *("-funsigned-char", "-fsigned-char", "-fshort-wchar", "-fno-short-wchar", "-ffreestanding", "-fgnu89-inline"),
    *("-ffast-math", "-fno-fast-math", "-funsafe-math-optimizations", "-ffinite-math-only", "-fno-finite-math-only"),
    *("-fassociative-math", "-freciprocal-math", "-fsingle-precision-constant", "-fexcess-precision=standard"),
    *("-fexcess-precision=fast", "-fsignaling-nans", "-mlong-double-64", "-mlong-double-128", "-mtune=generic", "-m32"),
    *(f"-m{what}" for what in _PROCESSOR.split()),
)
"""Those whose macros are known without gcc."""


def table(machine: str) -> str:
    """The macros of gcc for a machine model, one ``#define`` in each line."""
    lines = sorted(
        f"#define {name} {readable(name, value, machine)}".rstrip() for name, value in _macros(*MODELS[machine]).items()
    )
    command = f"gcc {' '.join(MODELS[machine])} -dM -E -x c /dev/null"
    return "\n".join([f"/* {command} (gcc 12.2), see tools/gcc_macros.py */", *lines, ""])


def options() -> str:
    """What single options change, one of them in each line."""
    lines = ["# Machine, option, and what it changes (gcc 12.2), see tools/gcc_macros.py"]
    for machine, base in MODELS.items():
        before = _macros(*base)
        for option in OPTIONS:
            if option != "-m32" or machine == "ILP32":
                after = _macros(option) if option == "-m32" else _macros(*base, option)
                lines.append("\t".join([machine, option, *changes(before, after, machine)]))
    return "\n".join([*lines, ""])


def _macros(*flags: str) -> dict[str, str]:
    found = macros_of_gcc(flags)
    if found is None:
        raise SystemExit(f"gcc does not take {' '.join(flags)}")
    return found


def main() -> None:
    for machine in MODELS:
        (FOLDER / f"{machine}.h").write_text(table(machine), encoding="utf-8")
    (FOLDER / "options.txt").write_text(options(), encoding="utf-8")


if __name__ == "__main__":
    main()
