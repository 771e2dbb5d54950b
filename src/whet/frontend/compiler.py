"""The compiler a program asks about itself: gcc 12, whatever parses it.

A file that is not preprocessed is read with the macros that gcc predefines (tables in ``gcc12``, written by
``tools/gcc_macros.py``) instead of clang's.  ``__has_attribute``, ``__has_c_attribute`` and ``__has_builtin`` are macros, too,
that give gcc's answers (``gcc12/answers.txt``, written by ``tools/gcc_answers.py``).  They lead by way of a name for each
question that is defined nowhere if the table does not have it, which clang calls an error: so it is known what was asked and
remains open.  A file that asks in a form these macros cannot take is read with clang's answers, of which those in the lists
here are gcc's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from whet.cfa.source import SourceFile, Span
from whet.cfa.types import MachineModel
from whet.frontend.errors import FrontendError
from whet.task.messages import programs

_TABLES = Path(__file__).parent / "gcc12"
_SHIPPED = Path(__file__).parent / "include"
_DEFINITION = re.compile(r"#define (\w+(?:\(\w+\))?) ?(.*)")
_MARKER = re.compile(rb'^#(?:[ \t]*line)?[ \t]+\d+[ \t]+"', re.MULTILINE)
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(?:include|define|undef|if|ifdef|ifndef)\b", re.MULTILINE)
_CLANGS_OWN = (
    "__has_feature __has_extension __has_warning __has_declspec_attribute __is_identifier __is_target_arch __is_target_vendor "
    "__is_target_os __is_target_environment __is_target_variant_os __is_target_variant_environment __building_module"
)
FLOATS = {"_Float32": "float", "_Float64": "double", "_Float32x": "double", "_Float64x": "long double", "_Float128": "__float128"}


def is_preprocessed(source: SourceFile) -> bool:
    """Is it what a preprocessor wrote, so that its macros are gone?"""
    is_marked = _MARKER.search(source.text) is not None and _DIRECTIVE.search(source.text) is None
    return source.path.endswith(".i") or is_marked


@cache
def gcc_flags(machine: MachineModel) -> tuple[str, ...]:
    """The flags that make clang say it were gcc; glibc's <ctype.h> then declares functions and has no macros for them."""
    lines = (_TABLES / f"{machine.name}.h").read_text(encoding="utf-8").splitlines()
    macros = (f"-D{found[1]}={found[2]}" for line in lines if (found := _DEFINITION.fullmatch(line)))
    types = (f"-D{name}={other}" for name, other in FLOATS.items())
    return ("-std=gnu17", "-undef", "-D__NO_CTYPE", *macros, *types, *(f"-U{name}" for name in _CLANGS_OWN.split()))


UNANSWERED = "__whet_asks"
"""Prefix of the name that a question results in."""
_ANSWERED = ("__has_attribute", "__has_c_attribute", "__has_builtin")
_NOT_ANSWERED = re.compile(rf"function-like macro '({UNANSWERED}(\w+?)__for_\w+)' is not defined")


@cache
def answering_flags() -> tuple[str, ...]:
    """The flags that make clang answer as gcc does."""
    lines = (_TABLES / "answers.txt").read_text(encoding="utf-8").splitlines()
    known = (line.split() for line in lines if not line.startswith("#"))
    asking = (f"-D{question}(name)={UNANSWERED}{question}(name)" for question in _ANSWERED)
    leading = (f"-D{UNANSWERED}{question}(name)={UNANSWERED}{question}__for_##name(0)" for question in _ANSWERED)
    answers = (f"-D{UNANSWERED}{question}__for_{name}(of)={answer}" for question, name, answer in known)
    return (*asking, *leading, *answers)


_MACRO_FLAG = re.compile(r"-D([A-Za-z_]\w*)(\([\w,. ]*\))?(?:=((?:(?!/\*)[^\n])*(?<![\\/])))?|-U([A-Za-z_]\w*)")


@lru_cache(maxsize=32)
def as_header(flags: tuple[str, ...]) -> tuple[tuple[str, ...], bytes]:
    """The flags that define no macro, and the others as a header that is to be included before everything else.

    clang reads a thousand definitions in a header in a fifth of the time that it needs for a thousand flags.  If a flag may mean
    something else there, the header is empty and all flags are left."""
    others: list[str] = []
    lines: list[str] = []
    words = iter(flags)
    for word in words:
        flag = word + next(words, "") if word in ("-D", "-U") else word
        if not flag.startswith(("-D", "-U")):
            others.append(flag)
        elif found := _MACRO_FLAG.fullmatch(flag):
            name, parameters, body, undefined = found.groups()
            definition = f"#define {name}{parameters or ''} {'1' if body is None else body}"
            lines.append(f"#undef {undefined}" if undefined else definition)
        else:
            return flags, b""
    return (flags, b"") if "-imacros" in others else (tuple(others), "\n".join((*lines, "")).encode())


def unanswered(error: str) -> tuple[str, str] | None:
    """The question that an error of clang says to be open, and a flag that makes clang pass over it."""
    found = _NOT_ANSWERED.search(error)
    return None if found is None else (found[2], f"-D{found[1]}(of)=0")


_OLDEST = ("c90", "c89", "gnu90", "gnu89", "iso9899:1990", "iso9899:199409", "ansi")
"""Before C99: ``inline`` means something else there, or is no word of the language."""
_VERSIONS = {"iso9899:199409": "199409L", "99": "199901L", "9x": "199901L", "11": "201112L", "1x": "201112L"}
_VERSIONS |= {"17": "201710L", "18": "201710L", "iso9899:1999": "199901L", "iso9899:199x": "199901L", "iso9899:2011": "201112L"}
_VERSIONS |= {"iso9899:2017": "201710L", "iso9899:2018": "201710L"}
_OF_GNU = ("linux", "unix", "i386")
"""Macros without underscores, which only GNU's dialects of C have."""


def check_standard(name: str | None, file: SourceFile) -> None:
    """Raises ``FrontendError`` for a version of C whose meaning is not known."""
    is_known = name is None or name in _OLDEST or name in _VERSIONS or (name[:1] in "cg" and _year(name) in _VERSIONS)
    if not is_known:
        raise FrontendError(programs.STANDARD.format(name=name), file.place(0), "versions up to C17 are")


def _year(name: str) -> str:
    return name.removeprefix("gnu").removeprefix("c")


def has_gnu_inline(standard: str | None) -> bool:
    return standard in _OLDEST


def standard_flags(name: str, *, is_preprocessed: bool) -> tuple[str, ...]:
    """How clang reads a version of C, with the macros that gcc predefines for it."""
    clangs = "c90" if name == "ansi" else name
    if is_preprocessed:
        return (f"-std={clangs}",)
    version = _VERSIONS.get(name) or _VERSIONS.get(_year(name))
    flags = [f"-std={clangs}", "-U__STDC_VERSION__", *([] if version is None else [f"-D__STDC_VERSION__={version}"])]
    if has_gnu_inline(name):
        flags += ["-U__GNUC_STDC_INLINE__", "-D__GNUC_GNU_INLINE__=1"]
    if not name.startswith("gnu"):
        flags += ["-D__STRICT_ANSI__=1", *(f"-U{macro}" for macro in _OF_GNU)]
    return tuple(flags)


_QUESTION = re.compile(rb"\b(__has_(?:builtin|attribute|c_attribute|cpp_attribute|include|include_next))\b\s*(?:\(([^()\n]*)\))?")
_ABOUT_THE_NAME = re.compile(rb"(?:\bdefined[ \t]*\(?|#[ \t]*(?:ifdef|ifndef|define|undef))[ \t]*$")
_LONGEST = 40
_BUILTINS = """
__builtin_expect __builtin_unreachable __builtin_constant_p __builtin_trap __builtin_clz __builtin_clzl __builtin_clzll
__builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_bswap16
__builtin_bswap32 __builtin_bswap64 __builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow __builtin_prefetch
__builtin_alloca __builtin_memcpy __builtin_memset __builtin_strlen __builtin_object_size __builtin_assume_aligned
__builtin_types_compatible_p __builtin_choose_expr
"""
_ATTRIBUTES = """
noreturn unused used always_inline noinline fallthrough format packed aligned pure const deprecated warn_unused_result nonnull
returns_nonnull cold hot malloc constructor destructor weak alias visibility section cleanup alloc_size sentinel may_alias
gnu_inline
"""
_GCCS_OWN = re.compile(
    r"(?:\w*intrin|mm_malloc|mm3dnow|cpuid|cet|omp|openacc|acc_prof|quadmath|quadmath_weak|unwind|backtrace|backtrace-supported"
    r"|gcov|stdfix|stdint-gcc|syslimits|varargs|cross-stdarg)\.h|sanitizer/.*"
)
"""Headers that come with gcc and not with the system: clang finds only those of them that come with Whet."""
_SAME_ANSWER = {"__has_builtin": frozenset(_BUILTINS.split()), "__has_attribute": frozenset(_ATTRIBUTES.split())}


def open_questions(source: SourceFile, *, are_answered: bool) -> Iterator[tuple[str, Span]]:
    """What a file asks the compiler that gcc may answer in another way; of what has gcc's answers it is known otherwise."""
    text = _in_force(source.text) if _QUESTION.search(source.text) else b""
    for asked in _QUESTION.finditer(text):
        question, begin = asked[1].decode(), asked.start()
        name = (asked[2] or b"").strip().decode(errors="replace")
        is_about_name = _ABOUT_THE_NAME.search(text, max(0, begin - _LONGEST), begin) is not None
        if (is_about_name and question != "__has_cpp_attribute") or (are_answered and question in _ANSWERED):
            continue
        if not _has_same_answer(question, name):
            yield f"question to the compiler ({question})", Span(source, begin, asked.end())


_COMMENT = re.compile(rb"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|//[^\n]*""", re.DOTALL)
_CONDITION = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[ \t]*([^\n]*)", re.MULTILINE)


def _in_force(text: bytes) -> bytes:
    """A text with blanks in place of comments, and of what ``#if 0`` leaves out."""
    text = _COMMENT.sub(lambda found: found[0] if found[1] else _blank(found[0]), text)
    parts, position, depth, begin = [], 0, 0, 0
    for found in _CONDITION.finditer(text):
        word = found[1]
        if depth == 0 and word == b"if" and found[2].strip() == b"0":
            depth, begin = 1, found.end()
        elif depth > 0 and word in (b"if", b"ifdef", b"ifndef"):
            depth += 1
        elif depth > 0 and (word == b"endif" or depth == 1):
            depth -= 1
            if depth == 0:
                parts += [text[position:begin], _blank(text[begin : found.start()])]
                position = found.start()
    return b"".join([*parts, text[position:]])


def _blank(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def _has_same_answer(question: str, name: str) -> bool:
    """Does clang answer as gcc does?  Both look for headers in the same folders, but for those that come with the compiler."""
    if question == "__has_include":
        header = re.fullmatch(r"<([^<>]+)>|\"([^\"]+)\"", name)
        name = "" if header is None else header[1] or header[2]
        return bool(name) and (_GCCS_OWN.fullmatch(name) is None or (_SHIPPED / name).is_file())
    # An attribute's name without underscores.
    return (name.strip("_") if name.endswith("__") else name) in _SAME_ANSWER.get(question, frozenset())
