"""Write the headers of gcc 12 for instructions of x86 (``immintrin.h`` and its kin) as declarations.

    python tools/gcc_intrinsics.py            write src/whet/frontend/include/*intrin.h

Those of gcc are made of builtins that clang does not have.  Programs that include them without a call of an intrinsic need no
more than declarations, and a call is refused by name.  AVX-512 is left out, which is two thirds of them.  Intrinsics that do
nothing a program could notice have a body.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "whet" / "frontend" / "include"
HEADERS = ("popcnt", "mm", "xmm", "emm", "pmm", "tmm", "smm", "nmm", "amm", "wmm", "imm", "x86")
"""Those that come later include earlier ones."""
_ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")
_FUNCTION = re.compile(r"extern __inline\s+([\w\s*]+?)\s*\b(_\w+)\s*\(([^(){}]*)\)\s*\{")
_VECTOR = re.compile(r"^typedef [^;{}]*__vector_size__[^;]*;", re.MULTILINE)
_ENUMERATION = re.compile(r"^enum _mm_hint\s*\{[^}]*\};", re.MULTILINE)
_CONSTANT = re.compile(r"^#define ((?:_MM_|_CMP_|_SIDD_)\w+(?:\([\w,]*\))?) (.*)$", re.MULTILINE)
_LEFT_OUT = re.compile(r"512|__mmask|__m\d+b?h\b|_Float16|__bf16|__bfloat16|bfloat|_ENUM|__v\w+[hb]f\b|\bv\w+[hb]f\b")
_BODIES = {
    "_mm_pause": "static __inline__ void _mm_pause(void) {}",
    "_mm_lfence": "static __inline__ void _mm_lfence(void) {}",
    "_mm_mfence": "static __inline__ void _mm_mfence(void) {}",
    "_mm_sfence": "static __inline__ void _mm_sfence(void) {}",
    "_mm_prefetch": "static __inline__ void _mm_prefetch(const void *__p, enum _mm_hint __h) {}",
    "_mm_popcnt_u32": "static __inline__ int _mm_popcnt_u32(unsigned int __x) { return __builtin_popcount(__x); }",
    "_mm_popcnt_u64": "static __inline__ long long _mm_popcnt_u64(unsigned long long __x) { return __builtin_popcountll(__x); }",
}


@cache
def _preprocessed(header: str, *flags: str) -> str:
    text = f"#include <{header}intrin.h>\n"
    command = ("gcc", "-O1", "-E", "-P", *flags, "-x", "c", "-")
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@cache
def _types(header: str) -> dict[str, None]:
    text = _preprocessed(header)
    found = [*_VECTOR.findall(text), *_ENUMERATION.findall(text)]
    return dict.fromkeys(" ".join(each.split()) for each in found if not _LEFT_OUT.search(each))


@cache
def _constants(header: str) -> dict[str, None]:
    found = _CONSTANT.findall(_preprocessed(header, "-dM"))
    kept = (
        f"#define {name} {value}" for name, value in sorted(found) if value and "_mm" not in value and "__builtin" not in value
    )
    return dict.fromkeys(line for line in kept if not _LEFT_OUT.search(line))


@cache
def _functions(header: str) -> dict[str, str]:
    """The types of functions, by their names."""
    found = {}
    for result, name, parameters in _FUNCTION.findall(_ATTRIBUTE.sub("", _preprocessed(header))):
        if not _LEFT_OUT.search(f"{result} {name} {parameters}"):
            types = ", ".join(_unnamed(each) for each in parameters.split(","))
            found[name] = f"{' '.join(result.split())}|{types}"
    return found


def _unnamed(parameter: str) -> str:
    words = " ".join(parameter.split())
    return words if words == "void" else re.sub(r"\b__[A-Za-z_]\w*$|\b[A-Z_a-z]\w*$", "", words).strip() or words


def lines(header: str) -> Iterator[str]:
    """What a header has that those before it do not have."""
    earlier = [each for each in HEADERS[: HEADERS.index(header)] if _functions(each).keys() <= _functions(header).keys()]
    yield f"/* Declarations of <{header}intrin.h> of gcc 12.2, see tools/gcc_intrinsics.py. */"
    yield f"#ifndef __whet_{header}intrin\n#define __whet_{header}intrin"
    yield from (f"#include <{each}intrin.h>" for each in earlier)
    if header == "xmm":
        yield "#include <mm_malloc.h>"
    for table in (_types, _constants):
        yield from (each for each in table(header) if not any(each in table(other) for other in earlier))
    own = {name: type for name, type in _functions(header).items() if not any(name in _functions(other) for other in earlier)}
    yield from (_BODIES[name] for name in own if name in _BODIES)
    for number, type in enumerate(dict.fromkeys(type for name, type in own.items() if name not in _BODIES)):
        result, parameters = type.split("|")
        names = [name for name, other in own.items() if other == type and name not in _BODIES]
        yield f"typedef {result} __whet_{header}{number}({parameters});"
        yield f"__whet_{header}{number} {', '.join(names)};"
    yield "#endif"


def main() -> None:
    for header in HEADERS:
        (FOLDER / f"{header}intrin.h").write_text("\n".join((*lines(header), "")), encoding="utf-8")


if __name__ == "__main__":
    main()
