"""Library functions by what they may do: one table, for every analysis.

A function that is not in the table (and has no body) may change whatever it can reach through its arguments and
returns anything.  A model is used only if the call has the number of arguments the table says, because programs
define functions of the same name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from whet.cfa.model import Function


@dataclass(frozen=True, slots=True)
class Arbitrary:
    """Returns any value of its type and changes nothing the program can see."""


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
    """Returns a new heap object whose size is the product of the arguments named; zeros or indeterminate."""

    size: tuple[int, ...]
    zeroed: bool


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
    value."""

    arguments: tuple[int, ...]
    returns: int | None = None


Effect: TypeAlias = Arbitrary | Assumes | Stops | Nothing | Allocates | Frees | Copies | Fills | Writes


@dataclass(frozen=True, slots=True)
class LibraryFunction:
    name: str
    parameters: int
    effect: Effect
    is_variadic: bool = False

    def fits(self, arguments: int) -> bool:
        return arguments >= self.parameters if self.is_variadic else arguments == self.parameters


def _each(effect: Effect, *signatures: str) -> Iterator[LibraryFunction]:
    """``name/2`` has two parameters, ``name/2+`` two or more."""
    for signature in " ".join(signatures).split():
        name, _, count = signature.partition("/")
        yield LibraryFunction(name, int(count.rstrip("+")), effect, count.endswith("+"))


def _table() -> Iterator[LibraryFunction]:
    yield from _each(Assumes(), "__VERIFIER_assume/1")
    yield from _each(
        Stops(),
        "abort/0 exit/1 _exit/1 _Exit/1 quick_exit/1 __assert_fail/4 __assert/3 __assert_rtn/4 __builtin_unreachable/0",
        "__builtin_trap/0 __builtin_abort/0 __builtin_exit/1",
    )
    yield from _each(Nothing(), "__VERIFIER_atomic_begin/0 __VERIFIER_atomic_end/0 srand/1 fflush/1 __builtin_prefetch/1+")
    yield from _each(Allocates((0,), zeroed=False), "malloc/1 __builtin_malloc/1 alloca/1 __builtin_alloca/1")
    yield from _each(Allocates((0,), zeroed=False), "__kmalloc/1+ kmalloc/2 vmalloc/1 ldv_malloc/1 valloc/1")
    yield from _each(Allocates((0,), zeroed=True), "kzalloc/2 vzalloc/1 ldv_zalloc/1")
    yield from _each(Allocates((0, 1), zeroed=True), "calloc/2 __builtin_calloc/2 kcalloc/3")
    yield from _each(Frees(), "free/1 __builtin_free/1 kfree/1 vfree/1 cfree/1")
    yield from _each(Copies(), "memcpy/3 memmove/3 __builtin_memcpy/3 __builtin_memmove/3")
    yield from _each(Copies(), "__memcpy_chk/4 __builtin___memcpy_chk/4 __memmove_chk/4 __builtin___memmove_chk/4")
    yield from _each(Fills(), "memset/3 __builtin_memset/3 __memset_chk/4 __builtin___memset_chk/4")
    yield from _each(
        Writes((0,), returns=0),
        "strcpy/2 strncpy/3 strcat/2 strncat/3 __builtin_strcpy/2 __builtin_strncpy/3 __builtin_strcat/2 __builtin_strncat/3",
    )
    yield from _each(Writes((0,)), "sprintf/2+ snprintf/3+ gets/1 fgets/3 read/3 vsprintf/3 vsnprintf/4")
    yield from _each(Writes(tuple(range(1, 10))), "scanf/1+ sscanf/2+ fscanf/2+")
    yield from _each(
        Arbitrary(),
        "printf/1+ fprintf/2+ puts/1 putchar/1 fputs/2 fputc/2 putc/2 perror/1 printk/1+ vprintf/2 vfprintf/3",
        "strlen/1 strnlen/2 strcmp/2 strncmp/3 strcasecmp/2 memcmp/3 __builtin_strlen/1 __builtin_strcmp/2 __builtin_memcmp/3",
        "isalnum/1 isalpha/1 iscntrl/1 isdigit/1 isgraph/1 islower/1 isprint/1 ispunct/1 isspace/1 isupper/1 isxdigit/1",
        "tolower/1 toupper/1 abs/1 labs/1 llabs/1 atoi/1 atol/1 atoll/1 atof/1 rand/0 random/0 getchar/0 getc/1 fgetc/1",
        "time/0 clock/0 getpid/0 __errno_location/0 __ctype_b_loc/0",
    )
    yield from _each(Arbitrary(), *(_mathematics()))
    yield from _each(
        Arbitrary(),
        *(
            f"__builtin_{name}{suffix}/1"
            for name in ("clz", "ctz", "ffs", "popcount", "parity", "clrsb")
            for suffix in ("", "l", "ll")
        ),
        "__builtin_bswap16/1 __builtin_bswap32/1 __builtin_bswap64/1 __builtin_object_size/2",
    )


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


NONDET_PREFIX = "__VERIFIER_nondet_"


class Library:
    """Looks up what a function without a body does."""

    def __init__(self) -> None:
        self._functions = {function.name: function for function in _table()}

    def effect(self, function: Function, arguments: int) -> Effect | None:
        """The effect of a call with this many arguments; None if the table does not say."""
        if function.name.startswith(NONDET_PREFIX):
            return Arbitrary() if arguments == 0 else None  # what is given an address may write to it
        found = self._functions.get(function.name)
        return found.effect if found is not None and found.fits(arguments) else None
