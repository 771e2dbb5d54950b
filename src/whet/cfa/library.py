"""Library functions by what they may do: one table, for every analysis.

A function that is not in the table (and has no body) may change whatever it can reach through its arguments and
returns anything.  A model is used only if the call has the number of arguments the table says, because programs
define functions of the same name; and if a format says that nothing is done with pointers that the table does not say
(``formats``).

Two kinds of functions do what no model says: they run functions of the program that they were given, at once or later, or
they keep a pointer for another call.  These are ``NotModelled``, unless what they are given makes them harmless.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from whet.cfa import posix_functions
from whet.cfa.argument_blocks import SAME_KIND
from whet.cfa.expressions import Cast, Const, Expr, Variable
from whet.cfa.formats import literal_text, printed_directives, scanned_directives
from whet.cfa.model import Function
from whet.cfa.targets import CONDITIONAL_ASSERTIONS
from whet.cfa.types import CType, PointerType, StructType
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Returns any value of its type and changes nothing the program can see."""


@dataclass(frozen=True, slots=True)
class Reads(Arbitrary):
    """The same; what it returns depends on the bytes that its pointers lead to."""


@dataclass(frozen=True, slots=True)
class Finds(Reads):
    """Returns a pointer to a byte of the object that the first argument points to, or a null pointer."""


class Question(Enum):
    """What CBMC's harnesses ask about objects."""

    READABLE = "do so many bytes from here on lie in one living object?"
    WRITABLE = "the same, in one that may be written"
    SIZE = "how many bytes has the object?"
    OFFSET = "how far is it from the beginning of the object?"
    OBJECT = "a number that another object does not have"
    SAME = "do both lead to the same object?"


@dataclass(frozen=True, slots=True)
class Tells(Arbitrary):
    """Returns the answer to a question about the object that its first argument leads to.

    The interpreter knows it.  An analysis that does not may take any value for the answer: it stands in conditions of programs,
    so that "it may be bad" is as wrong as "it is good" where nobody knows."""

    question: Question


@dataclass(frozen=True, slots=True)
class Measures(Arbitrary):
    """Returns how many bytes the block of the heap has that the argument points to the beginning of.  No run goes on if it points
    to anything else."""


@dataclass(frozen=True, slots=True)
class Assumes:
    """Returns only if the first argument is not zero."""


@dataclass(frozen=True, slots=True)
class Stops:
    """Ends the program: does not return."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Has no effect and no value of interest."""


@dataclass(frozen=True, slots=True)
class Allocates:
    """Returns a new heap object whose size is the product of the arguments named; zeros or indeterminate.

    With ``may_fail``, a machine without enough memory returns a null pointer instead.  That it has enough is an assumption of
    the run, unless the program was read with both outcomes in it (``frontend.allocations``)."""

    size: tuple[int, ...]
    zeroed: bool
    may_fail: bool = True


@dataclass(frozen=True, slots=True)
class Frees:
    """Ends the life of the heap object the first argument points to."""


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies as many bytes as the third argument says from the second to the first, which it returns."""


@dataclass(frozen=True, slots=True)
class Fills:
    """Fills as many bytes as the third argument says with the second; returns the first."""


@dataclass(frozen=True, slots=True)
class Writes:
    """May change the objects the arguments named point to, from there on; returns argument ``returns`` or any
    value.  With ``may_fail``, it may return a null pointer instead.  With ``makes_text``, it copies no byte that nothing was
    written to: what was written before the call is so after it."""

    arguments: tuple[int, ...]
    returns: int | None = None
    may_fail: bool = False
    makes_text: bool = False


@dataclass(frozen=True, slots=True)
class Formats:
    """May do to pointers what a format says: store through them, make text of them or (``scans``) them of text.  So it may
    change whatever it can reach."""

    scans: bool


@dataclass(frozen=True, slots=True)
class NotModelled:
    """Does something no analysis follows: nothing is known from here on."""

    construct: str


Effect: TypeAlias = Arbitrary | Assumes | Stops | Nothing | Allocates | Frees | Copies | Fills | Writes | Formats | NotModelled


class Format(Enum):
    """Of which family a function is whose last parameter, before the arguments it is about, is a format."""

    PRINTED = "printf"
    PRINTED_TO_MEMORY = "sprintf"
    SCANNED = "scanf"

    def is_plain(self, format: Expr) -> bool:
        """Does it say that no pointer is stored, read or made text that the program can see?"""
        found = scanned_directives(format) if self is Format.SCANNED else printed_directives(format)
        return found is not None and found.isdisjoint(_WITH_POINTERS[self])


_WITH_POINTERS = {Format.PRINTED: frozenset("n"), Format.PRINTED_TO_MEMORY: frozenset("np"), Format.SCANNED: frozenset("pm")}


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    name: str
    parameters: int
    effect: Effect
    is_variadic: bool = False
    format: Format | None = None
    is_of_system: bool = False
    """Is the name so common that it counts only where a header of the system declares it?"""

    def fits(self, arguments: int) -> bool:
        return arguments >= self.parameters if self.is_variadic else arguments == self.parameters

    def effect_on(self, arguments: Sequence[Expr]) -> Effect | None:
        """None if the call is not the one that is described."""
        if not self.fits(len(arguments)):
            return None
        if self.format is None:
            return self.effect
        last = self.parameters - (1 if self.is_variadic else 2)
        if not self.format.is_plain(arguments[last]):
            return Formats(scans=self.format is Format.SCANNED)
        if self.format is Format.SCANNED:
            return Writes(tuple(range(self.parameters, len(arguments))))
        return self.effect


def _each(effect: Effect, *signatures: str, format: Format | None = None) -> Iterator[LibraryFunction]:
    """``name/2`` has two parameters, ``name/2+`` two or more."""
    for signature in " ".join(signatures).split():
        name, _, count = signature.partition("/")
        yield LibraryFunction(name, int(count.rstrip("+")), effect, count.endswith("+"), format)


QUESTIONS = MappingProxyType(
    {
        "__CPROVER_r_ok": Question.READABLE,
        "__CPROVER_w_ok": Question.WRITABLE,
        "__CPROVER_rw_ok": Question.WRITABLE,
        "__CPROVER_OBJECT_SIZE": Question.SIZE,
        "__CPROVER_POINTER_OFFSET": Question.OFFSET,
        "__CPROVER_POINTER_OBJECT": Question.OBJECT,
        "__CPROVER_same_object": Question.SAME,
    }
)
"""What harnesses for CBMC ask about objects."""
_OF_TWO = frozenset({Question.READABLE, Question.WRITABLE, Question.SAME})
SILENT = ("__CPROVER_atomic_begin", "__CPROVER_atomic_end", "__CPROVER_printf", "__CPROVER_input", "__CPROVER_output")
"""What does nothing in a run."""
OTHER_ASSUMPTIONS = ("__CPROVER_assume", "__ESBMC_assume")
"""What harnesses for CBMC and ESBMC call, mostly without a declaration."""


def _table() -> Iterator[LibraryFunction]:
    yield from _each(Assumes(), "__VERIFIER_assume/1", *(f"{name}/1" for name in OTHER_ASSUMPTIONS))
    yield from _each(
        Stops(),
        "abort/0 exit/1 _exit/1 _Exit/1 quick_exit/1 __assert_fail/4 __assert/3 __assert_rtn/4 __builtin_unreachable/0",
        "__builtin_trap/0 __builtin_abort/0 __builtin_exit/1 __VERIFIER_error/0",
    )
    yield from _each(Nothing(), *(f"{name}/1+" for name in sorted(CONDITIONAL_ASSERTIONS)))  # where assertions are not checked
    yield from _each(Nothing(), *(f"{name}/0+" for name in SILENT))
    for name, question in QUESTIONS.items():
        yield LibraryFunction(name, 2 if question in _OF_TWO else 1, Tells(question))
    yield from _each(Nothing(), "__VERIFIER_atomic_begin/0 __VERIFIER_atomic_end/0 srand/1 fflush/1 __builtin_prefetch/1+")
    yield from _each(Allocates((0,), zeroed=False), "malloc/1 __builtin_malloc/1")
    yield from _each(Allocates((0,), zeroed=False, may_fail=False), "alloca/1 __builtin_alloca/1")
    yield from _each(Allocates((0,), zeroed=False), "__kmalloc/1+ kmalloc/2 vmalloc/1 ldv_malloc/1 valloc/1")
    yield from _each(Allocates((0,), zeroed=True), "kzalloc/2 vzalloc/1 ldv_zalloc/1")
    yield from _each(Allocates((0, 1), zeroed=True), "calloc/2 __builtin_calloc/2 kcalloc/3")
    yield from _each(Frees(), "free/1 __builtin_free/1 kfree/1 vfree/1 cfree/1")
    yield from _each(Measures(), f"{BLOCK_SIZE}/1")
    yield from _each(Arbitrary(), f"{TO_DOUBLE}/1 {IS_TOO_SMALL}/1 {TEXT_BYTE}/1")
    yield from _each(Nothing(), f"{SAME_KIND}/2")
    yield from _each(Allocates((0,), zeroed=True, may_fail=False), f"{NEW_STREAM}/3 {STANDARD_STREAM}/2")
    yield from _each(Frees(), f"{CLOSE_STREAM}/1")
    yield from _each(Nothing(), f"{WRITES_BYTES}/2 {HAS_ROOM}/2 {APART}/4 {NOT_NULL}/2 {NEVER_RETURNS}/0")
    yield from _each(Copies(), "memcpy/3 memmove/3 __builtin_memcpy/3 __builtin_memmove/3")
    yield from _each(Copies(), "__memcpy_chk/4 __builtin___memcpy_chk/4 __memmove_chk/4 __builtin___memmove_chk/4")
    yield from _each(Fills(), "memset/3 __builtin_memset/3 __memset_chk/4 __builtin___memset_chk/4")
    yield from _each(
        Writes((0,), returns=0),
        "strcpy/2 strncpy/3 strcat/2 strncat/3 __builtin_strcpy/2 __builtin_strncpy/3 __builtin_strcat/2 __builtin_strncat/3",
    )
    yield from _each(Writes((0,), returns=0, may_fail=True), "gets/1 fgets/3")
    yield from _each(Writes((1,)), "read/3")
    yield from _each(Writes((0,)), "time/1")
    yield from _each(
        Writes((0,), makes_text=True),
        "sprintf/2+ snprintf/3+ vsprintf/3 vsnprintf/4 __sprintf_chk/4+ __snprintf_chk/5+ __vsprintf_chk/5 __vsnprintf_chk/6",
        "__builtin_sprintf/2+ __builtin_snprintf/3+ __builtin_vsprintf/3 __builtin_vsnprintf/4",
        format=Format.PRINTED_TO_MEMORY,
    )
    yield from _each(Formats(scans=False), "asprintf/2+ vasprintf/3")
    yield from _each(Writes(()), "scanf/1+ sscanf/2+ fscanf/2+", format=Format.SCANNED)
    yield from _each(Writes(()), "__isoc99_scanf/1+ __isoc99_sscanf/2+ __isoc99_fscanf/2+", format=Format.SCANNED)
    yield from _each(
        Arbitrary(),
        "printf/1+ fprintf/2+ vprintf/2 vfprintf/3 __printf_chk/2+ __fprintf_chk/3+ __vprintf_chk/3 __vfprintf_chk/4",
        "__builtin_printf/1+ __builtin_fprintf/2+ __builtin_vprintf/2 __builtin_vfprintf/3",
        format=Format.PRINTED,
    )
    yield from _each(
        Arbitrary(),
        "printk/1+ puts/1 putchar/1 fputs/2 fputc/2 putc/2 perror/1",
        "isalnum/1 isalpha/1 iscntrl/1 isdigit/1 isgraph/1 islower/1 isprint/1 ispunct/1 isspace/1 isupper/1 isxdigit/1",
        "tolower/1 toupper/1 abs/1 labs/1 llabs/1 atoi/1 atol/1 atoll/1 atof/1 rand/0 random/0 getchar/0 getc/1 fgetc/1",
        "clock/0 getpid/0",
    )
    yield from _each(
        Reads(),
        "strlen/1 strnlen/2 strcmp/2 strncmp/3 strcasecmp/2 memcmp/3 __builtin_strlen/1 __builtin_strcmp/2 __builtin_memcmp/3",
        "strncasecmp/3 strspn/2 strcspn/2 __builtin_strncmp/3",
    )
    yield from _each(Finds(), "strchr/2 strrchr/2 memchr/3 strstr/2 strpbrk/2")
    yield from _each(Finds(), "__builtin_strchr/2 __builtin_strrchr/2 __builtin_memchr/3 __builtin_strstr/2 __builtin_strpbrk/2")
    # These return a pointer to memory of the C library, which later calls change.
    yield from _each(
        Arbitrary(),
        "__errno_location/0 __ctype_b_loc/0 localtime/1 gmtime/1 asctime/1 ctime/1 localeconv/0 getenv/1 strerror/1 strsignal/1",
    )
    yield from _of_system()
    yield from _each(Arbitrary(), *(_mathematics()))
    yield from _each(
        Arbitrary(),
        *(
            f"__builtin_{name}{suffix}/1"
            for name in ("clz", "ctz", "ffs", "popcount", "parity", "clrsb")
            for suffix in ("", "l", "ll")
        ),
        "__builtin_bswap16/1 __builtin_bswap32/1 __builtin_bswap64/1",
    )


def _of_system() -> Iterator[LibraryFunction]:
    """Of these, with names like ``link`` or ``send``, a program may have functions of its own in other files."""
    return (replace(each, is_of_system=True) for each in _of_posix())


def _of_posix() -> Iterator[LibraryFunction]:
    yield from _each(Arbitrary(), posix_functions.LEAVING)
    for name, _, count in (each.partition("/") for each in posix_functions.NUMERIC.split()):
        yield from _each(Arbitrary(), *(f"{name}{suffix}/{count}" for suffix in ("", "f", "l")))
    yield from _each(Reads(), posix_functions.READING)
    yield from _each(Finds(), posix_functions.FINDING)
    yield from _each(Arbitrary(), posix_functions.PRINTING, format=Format.PRINTED)
    for written, signatures in posix_functions.WRITING.items():
        yield from _each(Writes(written), signatures)
    for (target, returned, may_fail), signatures in posix_functions.GIVING_BACK.items():
        yield from _each(Writes((target,), returns=returned, may_fail=may_fail), signatures)


def _mathematics() -> Iterator[str]:
    unary = (
        "fabs floor ceil round trunc rint nearbyint sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos "
        "atan sinh cosh tanh asinh acosh atanh erf erfc tgamma lgamma isnan isinf finite signbit isfinite"
    )
    binary = "fmod pow atan2 hypot copysign fmin fmax fdim remainder nextafter"
    for suffix in ("", "f", "l"):
        for names, count in ((unary, 1), (binary, 2)):
            for name in names.split():
                yield f"{name}{suffix}/{count}"
                yield f"__builtin_{name}{suffix}/{count}"
        yield f"__isnan{suffix}/1 __isinf{suffix}/1 __finite{suffix}/1 __signbit{suffix}/1 __fpclassify{suffix}/1"
        yield f"__builtin_huge_val{suffix}/0 __builtin_inf{suffix}/0 __builtin_nan{suffix}/1"
    yield "__builtin_isinf_sign/1 __builtin_isnormal/1 __builtin_fpclassify/6"


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a function is not modelled; harmless if the argument named is a constant (this one), or text that nobody changes."""

    reason: str
    argument: int | None = None
    value: int | None = None

    def is_harmless(self, arguments: Sequence[Expr]) -> bool:
        named = self.argument is not None and self.argument < len(arguments)
        return named and _is_fixed(arguments[self.argument or 0], self.value)


def _is_fixed(expr: Expr, value: int | None) -> bool:
    match expr:
        case Cast(operand=operand):
            return _is_fixed(operand, value)
        case Const():
            return value is None or expr.value == value
        case _:
            return literal_text(expr) is not None


def _refusals() -> Iterator[tuple[str, _Refusal]]:
    """What is not modelled, whatever it is declared as: ``name/1`` unless argument 1 is fixed, ``name/1=0`` unless it is 0."""
    reasons = {
        "threads": "pthread_create thrd_create clone",
        "processes": "fork vfork",
        "setjmp": "setjmp _setjmp __sigsetjmp sigsetjmp __builtin_setjmp",
        "longjmp": "longjmp siglongjmp _longjmp __builtin_longjmp",
        "another context": "getcontext setcontext swapcontext makecontext",
        "functions that run at the end": "atexit/0 at_quick_exit/0 on_exit/0 __cxa_atexit/0 __cxa_finalize",
        "signals": "signal/1 sigaction/1 bsd_signal/1 sysv_signal/1 __sysv_signal/1 ssignal/1 sigset/1",
        "functions that are called back": (
            "qsort qsort_r qsort_s bsearch bsearch_s lsearch lfind tsearch tfind tdelete twalk twalk_r tdestroy scandir/2 ftw "
            "ftw64 nftw nftw64 glob/2 pthread_once call_once pthread_atfork pthread_key_create/1 tss_create/1 dl_iterate_phdr "
            "fopencookie"
        ),
        "a pointer that is kept": (
            "strtok setvbuf/1 setbuf/1 setbuffer/1 putenv/0 fmemopen/0 open_memstream pthread_setspecific/1 tss_set/1 "
            "sigaltstack/0 initstate setstate"
        ),
        # Rounding to nearest is the mode 0 and the one that is modelled.
        "another floating-point environment": (
            "fesetround/0=0 __builtin_fesetround/0=0 fesetenv feupdateenv fesetmode feenableexcept __builtin_fesetenv "
            "__builtin_feupdateenv __builtin_ia32_ldmxcsr _mm_setcsr __builtin_set_flt_rounds fpsetround"
        ),
    }
    for reason, names in reasons.items():
        for name, _, condition in (entry.partition("/") for entry in names.split()):
            argument, _, value = condition.partition("=")
            yield name, _Refusal(reason, int(argument) if argument else None, int(value) if value else None)
    for name in ("__builtin_apply", "__builtin_apply_args", "__builtin_return"):
        yield name, _Refusal(name)


NONDET_PREFIXES = ("__VERIFIER_nondet_", "nondet_")
"""A function without a body and without parameters that is called so returns any value: in SV-COMP, and in harnesses for CBMC."""
_MOVED = {("aligned_alloc", 2): (1,), ("memalign", 2): (1,)}
"""Functions that allocate and of which the table says nothing: name, number of arguments, and those that make the size."""
BLOCK_SIZE = "__whet_block_size"
"""What bodies that come with Whet ask for the size of a block."""
TO_DOUBLE = "__whet_to_double"
"""What bodies that come with Whet ask for the number that a text begins with; only a run knows it."""
IS_TOO_SMALL = "__whet_is_too_small"
"""The same: is the number smaller than those that a double has all digits of, and none of it?"""
TEXT_BYTE = "__whet_text_byte"
"""What bodies that come with Whet ask for the byte at a place that formatted output was written to; only a run knows it."""
TEXT_IS_WRITTEN = "text_is_written"
"""The function that comes with Whet and asks for these bytes.  What it does in a run is known only then."""
NEW_STREAM = "__whet_stream"
"""What bodies that come with Whet ask for the stream of a file: a block of so many bytes, for a name and a mode."""
STANDARD_STREAM = "__whet_standard_stream"
"""The same for one of ``STREAMS``, given by its number."""
CLOSE_STREAM = "__whet_close"
"""What ends the life of such a block (``streams``)."""
WITHOUT_STREAM = frozenset({"fflush", "fflush_unlocked"})
"""Functions that may be given a null pointer as their stream."""
OF_STREAMS = frozenset({NEW_STREAM, STANDARD_STREAM, CLOSE_STREAM})
"""Blocks that these functions make or end are none of the program's heap."""
APART = "__whet_apart"
"""Stands in bodies where bytes were copied: as many from the first argument on as the second says are written, and those of the
other two are read; does nothing itself."""
WRITES_BYTES = "__whet_writes"
"""Stands before a call that writes as many bytes as the second argument says, from the first on; does nothing itself."""
HAS_ROOM = "__whet_has_room"
"""Stands at the beginning of a function with a parameter such as ``a[static 3]``: as many bytes as the second argument says are
there, from the first on (C11 6.7.6.3p7)."""
NOT_NULL = "__whet_not_null"
"""Stands where a function is called whose declaration says that an argument is not null: the pointer, and its number."""
NEVER_RETURNS = "__whet_returns"
"""Stands before the end of a function that is declared to have none."""
AUTOMATIC = frozenset({"alloca", "__builtin_alloca"})
"""Functions whose blocks end with the function that called them."""
UNREACHABLE = "__builtin_unreachable"
"""A call of it is undefined: what follows is never executed."""
STREAMS = ("stdin", "stdout", "stderr")
_IMPLIED = {
    "stdin": "getchar getchar_unlocked gets scanf vscanf getwchar wscanf vwscanf scanf_begins_stdin",
    "stdout": "printf vprintf puts putchar putchar_unlocked putwchar wprintf vwprintf",
    "stderr": "perror psignal warn warnx vwarn vwarnx err errx verr verrx",
}
_BY_FUNCTION = {name: stream for stream, names in _IMPLIED.items() for name in names.split()}


def implied_stream(function: Function) -> str | None:
    """The standard stream that a library function uses without being given it: that of ``puts`` is ``stdout``."""
    if function.is_defined and not function.is_of_library:
        return None
    plain = function.written_name.removeprefix("__builtin_").removeprefix("__isoc99_").removeprefix("__isoc23_")
    return _BY_FUNCTION.get(plain[2:-4] if plain.startswith("__") and plain.endswith("_chk") else plain)


def is_stream(variable: Variable) -> bool:
    """``stdin`` and the like are set by the C library before the program starts."""
    return variable.is_static and variable.name in STREAMS and isinstance(variable.type, PointerType)


def leads_to_stream(type: CType) -> bool:
    """Is it ``FILE *``, as glibc has it?"""
    match type:
        case PointerType(target=StructType(tag=tag)):
            return tag == "_IO_FILE"
        case _:
            return False


@cache
def _described() -> Mapping[str, LibraryFunction]:
    """By name.  A run looks things up in several places, and making the table takes longer than reading a small program."""
    return {function.name: function for function in _table()}


@cache
def _refused() -> Mapping[str, _Refusal]:
    return dict(_refusals())


class Library:
    """Looks up what a function without a body does."""

    def __init__(self) -> None:
        self._functions = _described()
        self._refusals = _refused()

    def knows(self, name: str) -> bool:
        """Is anything said of functions of this name?"""
        found = self._functions.get(name)
        return name.startswith(NONDET_PREFIXES) or (found is not None and not found.is_of_system) or name in self._refusals

    def describes(self, function: Function) -> bool:
        """Is it a library function, and not one of the program in a file that is not given?"""
        found = self._functions.get(function.name)
        is_described = found is not None and not found.is_of_system
        return is_described or function.is_of_system or function.name.startswith("__builtin_")

    def may_free(self, name: str) -> bool:
        """May a function of this name end the life of a block?"""
        found = self._functions.get(name)
        return isinstance(found.effect, Frees) if found is not None and not found.is_of_system else not self.knows(name)

    def effect(self, function: Function, arguments: Sequence[Expr]) -> Effect | None:
        """The effect of a call with these arguments; None if the table does not say."""
        if function.name.startswith(NONDET_PREFIXES):
            return None if arguments else Arbitrary()  # what is given an address may write to it
        refusal = self._refusals.get(function.name)
        if refusal is not None and not refusal.is_harmless(arguments):
            return NotModelled(f"{refusal.reason} (call of {function.name})")
        found = self._functions.get(function.name)
        if found is None or (found.is_of_system and not function.is_of_system):
            return None
        return found.effect_on(arguments)

    def size_that_may_fail(self, function: Function, arguments: Sequence[Expr]) -> tuple[int, ...] | None:
        """The arguments whose product is the size of a block, if the call returns a null pointer where there is none."""
        match self.effect(function, arguments):
            case Allocates(size=size, may_fail=True):
                return size
            case None:
                return _MOVED.get((function.name.removeprefix("__builtin_"), len(arguments)))
            case _:
                return None
