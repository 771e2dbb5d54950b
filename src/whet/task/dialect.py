"""The dialect of C that options of the compiler choose: those that change what a program means, or which macros it has.

An option is kept if it is known what it changes.  Clang implements some of them; ``-fwrapv`` is a matter of the checks; macros
are those that gcc predefines (``frontend.predefined``).  With others, such as ``-ffast-math``, floating-point numbers mean
something that is not modelled, and a program without them is not concerned.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from whet.task.harmless_options import is_utf_8
from whet.task.records import dataclass

_OF_CLANG: Final = re.compile(
    r"-f(?:un)?signed-char|-f(?:no-)?short-(?:enums|wchar)|-fpack-struct(?:=(?:1|2|4|8|16))?|-f(?:no-)?ms-extensions"
    r"|-m(?:no-)?ms-bitfields|-malign-double|-fgnu89-inline|-ffreestanding|-f(?:no-)?strict-aliasing|-trigraphs|-nostdinc"
    r"|-mlong-double-(?:64|128)"
)
_OF_CHECKS: Final = re.compile(r"-f(?:no-)?(?:wrapv|wrapv-pointer|strict-overflow|trapv)|-f(?:un)?signed-bitfields")
_OF_FLOATS: Final = re.compile(
    r"-f(?:no-)?(?:fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|signed-zeros"
    r"|single-precision-constant|math-errno)|-mfpmath=\S+|-mno-ieee-fp|-m(?:soft|hard|no-hard)-float|-m(?:no-)?80387"
    r"|-m(?:no-)?recip(?:=\S*)?|-mpc(?:32|64|80)|-mgeneral-regs-only|-ffp-contract=(?:off|on|fast)"
    r"|-fexcess-precision=(?:fast|standard)"
)
_OF_MACROS: Final = re.compile(
    r"-O(?:\d*|[gszp]|fast)|-f(?:no-)?(?:pic|PIC|pie|PIE)|-pthread|-fno-stack-protector|-fstack-protector(?:-strong|-all|-explicit)?"
    r"|-f(?:no-)?(?:exceptions|signaling-nans)|-fcf-protection(?:=\w+)?|-f(?:no-)?sanitize=[\w,.-]+|-fhardened"
    r"|-f(?:no-)?(?:openmp|openmp-simd|openacc)|-m(?:arch|tune|cpu|cmodel)=[\w.+-]+|-m32"
)
_OF_PROCESSOR: Final = re.compile(
    r"-m(?:no-)?(?:mmx|sse|sse2|sse3|ssse3|sse4|sse4\.[12]|sse4a|avx\w*|fma4?|f16c|bmi2?|lzcnt|popcnt|abm|aes|pclmul|vaes|vpclmulqdq"
    r"|gfni|sha|3dnowa?|xop|tbm|lwp|crc32|movbe|cx16|sahf|fsgsbase|rdrnd|rdseed|rdpid|adx|prfchw|prefetchwt1|clflushopt|clwb"
    r"|clzero|cldemote|fxsr|xsave\w*|rtm|hle|mpx|pku|sgx|shstk|waitpkg|movdiri|movdir64b|mwaitx?|ptwrite|serialize|tsxldtrk|uintr"
    r"|enqcmd|amx-\w+|hreset|kl|widekl|pconfig|wbnoinvd|sse2avx)"
)
_SPELLED: Final = {
    "-fno-signed-char": "-funsigned-char",
    "-fno-unsigned-char": "-fsigned-char",
    "-fno-signed-bitfields": "-funsigned-bitfields",
    "-fno-unsigned-bitfields": "-fsigned-bitfields",
    "-fno-hosted": "-ffreestanding",
    "-pthreads": "-pthread",
}
_DEFAULT_OPTIONS: Final = """
-fno-instrument-functions -fno-plan9-extensions -fasm -fhosted -fno-merge-all-constants -fno-gnu-tm -fno-split-stack -fno-blocks
-fno-modules -mabi=sysv -masm=att -mlong-double-80 -fsso-struct=native -fno-gnu89-inline -fno-pack-struct -mno-align-double
-fno-delayed-template-parsing -fno-ms-compatibility
"""
_DEFAULTS: Final = frozenset(_DEFAULT_OPTIONS.split())
"""Options that ask for what every program has anyway, and that turn nothing off which a program may have asked for."""
_EXCLUDED: Final = {
    "-fno-gnu89-inline": "-fgnu89-inline",
    "-fhosted": "-ffreestanding",
    "-fno-pack-struct": "-fpack-struct",
    "-mlong-double-80": "-mlong-double-",
    "-mno-align-double": "-malign-double",
}
_LEVEL: Final = re.compile(r"-O(?:\d*|[gszp]|fast)")
_ISO: Final = re.compile(r"ansi|c\d\w|iso.*")
_IN_OTHER_WAY: Final = {
    "-ffast-math": "-fno-fast-math",
    "-funsafe-math-optimizations": "-fno-unsafe-math-optimizations",
    "-fassociative-math": "-fno-associative-math",
    "-freciprocal-math": "-fno-reciprocal-math",
    "-ffinite-math-only": "-fno-finite-math-only",
    "-fno-signed-zeros": "-fsigned-zeros",
    "-fsingle-precision-constant": "-fno-single-precision-constant",
    "-msoft-float": "-mhard-float",
    "-mno-80387": "-m80387",
}
"""Options with which floating-point numbers are not those of IEEE 754, and those that turn them off."""
_ALWAYS_IN_OTHER_WAY: Final = re.compile(
    r"-mfpmath=(?!sse$)\S+|-mno-ieee-fp|-mno-hard-float|-mrecip(?:=\S*)?|-mpc(?:32|64)|-mgeneral-\S+"
)
_LAYOUT: Final = re.compile(r"-malign-double|-mlong-double-\d+|-f(?:un)?signed-char|-f(?:no-)?short-wchar")


def spelled(word: str) -> str | None:
    """An option of a dialect as it is kept: ``""`` for one that asks for what every program has; None for any other one."""
    word = _SPELLED.get(word, word)
    if word in _DEFAULTS:
        return ""
    if word.startswith(("-fexec-charset=", "-fwide-exec-charset=")):
        return "" if word.startswith("-fexec") and is_utf_8(word) else None
    patterns = (_OF_CLANG, _OF_CHECKS, _OF_FLOATS, _OF_MACROS, _OF_PROCESSOR)
    return word if any(each.fullmatch(word) is not None for each in patterns) else None


def excluded(word: str) -> str | None:
    """How the options begin that an option turns off."""
    return _EXCLUDED.get(word)


def changes_only_macros(word: str) -> bool:
    """Does an option change nothing but macros of the compiler?"""
    return (
        _OF_MACROS.fullmatch(word) is not None
        and word not in ("-Ofast", "-m32")
        and "openmp" not in word
        and "openacc" not in word
    )


@dataclass(frozen=True, slots=True)
class CompilerDialect:
    """Options of gcc for one file in their order; the last one of those that exclude each other counts."""

    options: tuple[str, ...] = ()

    @property
    def clang_flags(self) -> tuple[str, ...]:
        """Those that clang implements."""
        return tuple(each for each in self.options if _OF_CLANG.fullmatch(each) is not None)

    @property
    def wraps(self) -> bool:
        """Does signed arithmetic wrap around?"""
        names = {"-fwrapv": True, "-fno-strict-overflow": True, "-fno-wrapv": False, "-fstrict-overflow": False, "-ftrapv": False}
        return self._last(names)

    @property
    def wraps_pointers(self) -> bool:
        """Does a step of a pointer beyond the last address wrap around?"""
        names = {"-fwrapv-pointer": True, "-fno-strict-overflow": True, "-fno-wrapv-pointer": False, "-fstrict-overflow": False}
        return self._last(names)

    @property
    def has_gnu_inline(self) -> bool:
        return "-fgnu89-inline" in self.options

    @property
    def layout_options(self) -> tuple[str, ...]:
        """The options with which clang and gcc place some members of structures differently."""
        return tuple(each for each in self.options if each.startswith(("-fpack-struct=", "-mms-bitfields", "-malign-double")))

    @property
    def packs(self) -> bool:
        """Are the structures of the library others than those that it was compiled with?"""
        return any(each.startswith("-fpack-struct") for each in self.options)

    @property
    def may_alias(self) -> bool:
        """May accesses use other types than objects have?"""
        return self._last({"-fno-strict-aliasing": True, "-fstrict-aliasing": False})

    @property
    def has_short_wchar(self) -> bool:
        return self._last({"-fshort-wchar": True, "-fno-short-wchar": False})

    @property
    def has_unsigned_bit_fields(self) -> bool:
        """Is a bit-field that is declared as ``int`` unsigned?"""
        return self._last({"-funsigned-bitfields": True, "-fsigned-bitfields": False})

    @property
    def has_system_headers(self) -> bool:
        return "-nostdinc" not in self.options

    @property
    def is_parallel(self) -> bool:
        """Does ``#pragma omp`` or ``#pragma acc`` mean something?"""
        return any(self._last({f"-f{name}": True, f"-fno-{name}": False}) for name in ("openmp", "openmp-simd", "openacc"))

    @property
    def level(self) -> str:
        """Of optimisation."""
        return next((each for each in reversed(self.options) if _LEVEL.fullmatch(each) is not None), "-O0")

    @property
    def layout(self) -> frozenset[str]:
        """The options that must be the same for all files, because these share objects."""
        found = {"wraps"} if self.wraps else set()
        found |= {"steps wrap"} if self.wraps_pointers else set()
        return frozenset(found | {each for each in self.options if _LAYOUT.fullmatch(each) is not None})

    def contracts(self, standard: str | None) -> bool:
        """Are a product and a sum computed at once, where the processor can do that?"""
        chosen = next((each for each in reversed(self.options) if each.startswith("-ffp-contract=")), None)
        is_fast = chosen == "-ffp-contract=fast" if chosen else _ISO.fullmatch(standard or "gnu17") is None
        return is_fast and self.level != "-O0"

    @property
    def other_floats(self) -> str | None:
        """The option with which floating-point numbers mean something that is not modelled."""
        for name, opposite in _IN_OTHER_WAY.items():
            if self._last({name: True, opposite: False}):
                return name
        if self.level == "-Ofast":
            return self.level
        return next((each for each in self.options if _ALWAYS_IN_OTHER_WAY.fullmatch(each) is not None), None)

    @property
    def other_long_double(self) -> str | None:
        """The option with which ``long double`` is another type."""
        return next((each for each in self.options if each.startswith("-mlong-double-")), None)

    @property
    def leaves_errno(self) -> bool:
        """Do mathematical functions not set ``errno``?"""
        return self._last({"-fno-math-errno": True, "-fmath-errno": False})

    def native_flags(self) -> tuple[str, ...]:
        """For gcc where a run is compiled, which chooses the level of optimisation and the sanitizers itself."""
        kept = tuple(each for each in self.options if _LEVEL.fullmatch(each) is None and not each.startswith("-fsanitize"))
        return kept if self.level == "-O0" else (*kept, "-U_FORTIFY_SOURCE", "-D__OPTIMIZE__=1", "-U__NO_INLINE__")

    def _last(self, values: Mapping[str, bool]) -> bool:
        return next((values[each] for each in reversed(self.options) if each in values), False)
