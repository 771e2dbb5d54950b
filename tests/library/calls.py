"""C programs that call functions of the library with random arguments, generated from the records.

A record says what memory an argument needs and what becomes of it; the type of a number says which values there are.  What C asks
of numbers stands in no record: it is in ``DOMAINS``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final
from zlib import crc32

from whet.library.accesses import Access, AccessKind
from whet.library.notation import Parameter, Record

HEAD: Final = Path(__file__).with_name("calls.c")
DOMAINS: Final = {
    "abs": "x > INT_MIN",
    "labs": "x > LONG_MIN",
    "llabs": "x > LLONG_MIN",
    "div": "denom != 0 && !(numer == INT_MIN && denom == -1)",
    "ldiv": "denom != 0 && !(numer == LONG_MIN && denom == -1)",
    "lldiv": "denom != 0 && !(numer == LLONG_MIN && denom == -1)",
    **{f"__builtin_{name}{suffix}": "x != 0" for name in ("clz", "ctz") for suffix in ("", "l", "ll")},
    **{f"{name}{suffix}": "x > LONG_MIN && x < LONG_MAX" for name in ("lrint", "lround") for suffix in ("", "f", "l")},
    **{f"{name}{suffix}": "x > LLONG_MIN && x < LLONG_MAX" for name in ("llrint", "llround") for suffix in ("", "f", "l")},
    # The sanitizer stores any address as the end of a number in a base that is none.
    **{f"strto{name}": "base == 0 || (base > 1 && base < 37)" for name in ("l", "ll", "ul", "ull", "imax", "umax")},
    # gcc leaves the rounding open: powers that have no more digits than their type.
    "__builtin_powif": "power <= 3",
    # C leaves open which zero is the greater one.
    **{f"{name}{suffix}": "!(x == 0 && y == 0)" for name in ("fmin", "fmax") for suffix in ("", "f", "l")},
}
"""The arguments for which C defines the result."""
MACROS: Final = ("signbit", "isfinite", "isnormal", "fpclassify")
"""In ``math.h`` for all floating types, and no functions of the library."""
FORMATS: Final = (
    '"%d %i %u %x %X %o", i, i, i, i, i, i',
    '"%5d|%-5d|%05d|%+d|% d|%.3d|%+6.2d", i, i, i, i, i, i, i',
    '"%ld %lu %lx %lld %llu %#llo", (long)w, (long)w, (long)w, w, w, w',
    '"%hhd %hu %hd %c|%hhx", i, i, i, i, i',
    '"%s|%.2s|%5s|%-5s|%%|%.0s", t, t, t, t, t',
    '"%f %.0f %10.3f %+f", y, y, y, y',
    '"%e %g %G %.3e %#g %a", x, x, x, x, x, x',
    '"plain"',
    '"%#x %#o %zu %*d %.*s|", i, i, (size_t)w, i % 9, i, (int)(w & 3), t',
)
_SIGN: Final = re.compile(r".*(cmp|coll)")
_TRUTH: Final = re.compile(r"(__)?(builtin_)?(is(?!inf_sign)|finite|signbit).*")
_REALS: Final = {"double": "a_double()", "float": "a_float()", "long double": "a_long_double()"}
_TIMES_AGAIN: Final = 3


def program_for(records: Iterable[Record], calls: int, seed: int = 0, before: str = "") -> str:
    """``before``: declarations of the program's own."""
    listed = list(records)
    drivers = "\n".join(driver(record) for record in listed)
    runs = "\n".join(f"    state = {crc32(f'{seed} {each.name}'.encode())}u;\n    calls_{each.name}({calls});" for each in listed)
    return f"{HEAD.read_text()}{before}\n{drivers}\nint main(void) {{\n{runs}\n    return 0;\n}}\n"


def driver(record: Record) -> str:
    """A function that calls one of the library as often as it is told."""
    lines = [
        f'begin("{record.name}", turn);',
        *_arguments(record),
        *_verbose(record),
        *(_guarded(record, _formatted(record) if is_formatted(record) else _plain(record))),
        "finish();",
    ]
    body = "\n".join(f"        {line}" for line in lines)
    return (
        f"{_declaration(record)}\nstatic void calls_{record.name}(int calls) {{\n"
        f"    for (int turn = 0; turn < calls; turn++) {{\n{body}\n    }}\n}}\n"
    )


def is_formatted(record: Record) -> bool:
    return record.position(AccessKind.FORMAT) is not None


# ---------------------------------------------------------------------------------------------------- the call


def _declaration(record: Record) -> str:
    """Of the function, where no header has one, and of a wrapper that is given the arguments that it takes as a list."""
    if record.name.startswith("__builtin_") or _is_macro(record):
        return ""
    parameters = [each.declaration for each in record.parameters]
    declared = ", ".join([*parameters, *(["..."] if record.rest is not None else [])]) or "void"
    declaration = f"{record.result} ({record.name})({declared});"
    if record.position(AccessKind.LIST) is None:
        return declaration
    *fixed, listed = (each.name for each in record.parameters)
    return (
        f"{declaration}\nstatic {record.result} list_{record.name}({', '.join(parameters[:-1])}, ...) {{\n"
        f"    va_list {listed};\n    va_start({listed}, {fixed[-1]});\n"
        f"    {record.result} made = {record.name}({', '.join(fixed)}, {listed});\n    va_end({listed});\n    return made;\n}}"
    )


def _is_macro(record: Record) -> bool:
    return record.header == "math.h" and record.name.startswith(MACROS)


def _callee(record: Record) -> str:
    if record.position(AccessKind.LIST) is not None:
        return f"list_{record.name}"
    if _is_macro(record):
        return record.name.rstrip("fl") if record.name not in MACROS else record.name
    return record.name if record.name.startswith("__builtin_") else f"({record.name})"


def _plain(record: Record) -> Iterator[str]:
    arguments = ", ".join(each.name for each in record.parameters)
    yield from _called(record, f"{_callee(record)}({arguments})")
    for _ in range(_TIMES_AGAIN if _goes_on(record) else 0):
        for each in record.parameters:
            if is_rewritten_string(each.access):
                yield f"{each.name} = 0;"
        yield from _called(record, f"{_callee(record)}({arguments})")


def _formatted(record: Record) -> Iterator[str]:
    """The memory that it writes to has as many bytes as the text."""
    given = [each for each in record.parameters if each.access.kind not in (AccessKind.FORMAT, AccessKind.LIST)]
    target = next((each for each in given if each.access.kind is AccessKind.TEXT and not each.access.counts), None)
    yield f"switch (below({len(FORMATS)})) {{"
    for number, format in enumerate(FORMATS):
        room = [] if target is None else [f"{target.name} = (char *)take((size_t)snprintf(0, 0, {format}) + 1);"]
        call = f"{_callee(record)}({', '.join([*(each.name for each in given), format])})"
        yield f"case {number}: {{ {' '.join([*room, *_called(record, call)])} break; }}"
    yield "}"


def _called(record: Record, call: str) -> Iterator[str]:
    """A call, and what is printed of its result."""
    if record.keeps_errno:
        yield "errno = 77;"
    yield f"{call};" if record.result == "void" else "{ " + f"{record.result} result = {call};"
    if record.keeps_errno:
        yield "int number_of_error = errno; put_integer(number_of_error);"
    freed = record.position(AccessKind.FREED)
    if freed is not None:
        yield f"if ({record.parameters[freed].name}) blocks = 0;"
    if record.result != "void":
        yield _shown(record)
        yield "}"
    yield from (f"put_pointer(at_{each.name});" for each in record.parameters if is_cell(each))


def _shown(record: Record) -> str:
    result = record.result.removeprefix("const ")
    if result.endswith("*"):
        return _shown_pointer(record, result)
    if result in _REALS:
        return f"put_{'long_double' if result == 'long double' else 'double'}(result);"
    if result.endswith("div_t"):
        return "put_integer(result.quot); put_integer(result.rem);"
    if _SIGN.fullmatch(record.name):
        return "put_sign(result);"
    return "put_sign(result != 0);" if _TRUTH.fullmatch(record.name) else "put_integer((long long)result);"


def _shown_pointer(record: Record, result: str) -> str:
    freed = record.position(AccessKind.FREED)
    sizes = [each.name for each in record.parameters if each.declaration.startswith("size_t")]
    if freed is not None:
        name = record.parameters[freed].name
        return f"size_t made = {'*'.join(sizes)}; put_new(result, !{name} ? 0 : made < room[0] ? made : room[0]);"
    if record.returns.startswith("new"):
        return f"put_new(result, {'*'.join(sizes) if 'zeroed' in record.returns else 0});"
    return "put_string(result);" if result == "char *" else "put_pointer(result);"


def _guarded(record: Record, lines: Iterable[str]) -> Iterator[str]:
    domain = DOMAINS.get(record.name)
    if domain is not None:
        yield f"if ({domain}) {{"
    yield from lines
    if domain is not None:
        yield "}"


def _verbose(record: Record) -> Iterator[str]:
    numbers = [each for each in record.parameters if _is_number(each.access)]
    shown = " ".join(_shown_number(each) for each in numbers)
    yield f'if (VERBOSE) {{ put_word(" given"); {shown} put_blocks(); print_line(); }}'


def _shown_number(parameter: Parameter) -> str:
    if type_of(parameter) in _REALS:
        return f'at += sprintf(at, " %La", (long double){parameter.name});'
    return f"put_integer((long long){parameter.name});"


# ---------------------------------------------------------------------------------------------------- arguments


def _arguments(record: Record) -> Iterator[str]:
    """Numbers first, by which others are as large as they are; then what is read, then what is as large as that."""
    overlapping = _overlapping(record)
    for stage in (_is_number, _is_source, is_target):
        for each in filter(lambda each: stage(each.access), record.parameters):
            if each not in overlapping:
                yield from _argument(record, each)
    if overlapping:
        yield from _maybe_overlapping(record, *overlapping)
    if record.position(AccessKind.CALLED) is not None:
        yield from _for_callbacks(record)
    if is_formatted(record):
        yield "int i = (int)a_number(); long long w = a_number(); double x = a_double(), y = ((double)below(20001) - 10000) / 8;"
        yield "char *t = a_string(); (void)x; (void)y; (void)t; (void)w; (void)i;"


def _is_number(access: Access) -> bool:
    return access.kind in (AccessKind.NUMBER, AccessKind.CHARACTER, AccessKind.NOT_ZERO)


def is_target(access: Access) -> bool:
    return access.kind in (AccessKind.COPIED, AccessKind.APPENDED)


def _is_source(access: Access) -> bool:
    return not _is_number(access) and not is_target(access)


def type_of(parameter: Parameter) -> str:
    """Of the parameter: its declaration without the name."""
    return re.sub(rf"\b{parameter.name}\b(\[\d*\])?$", "", parameter.declaration).strip()


def pointee(parameter: Parameter) -> str:
    return type_of(parameter).removesuffix("*").replace("const ", "").strip()


def unit(parameter: Parameter) -> str:
    return "1" if pointee(parameter) in ("void", "char") else f"sizeof({pointee(parameter)})"


def is_cell(parameter: Parameter) -> bool:
    """Is it a pointer to a pointer to a string?"""
    return type_of(parameter).replace(" ", "") == "char**" and parameter.access.kind in (AccessKind.WRITTEN, AccessKind.REWRITTEN)


def _goes_on(record: Record) -> bool:
    """Is it called again and again for more of one string?"""
    return any(is_cell(each) and each.access.kind is AccessKind.REWRITTEN for each in record.parameters) or any(
        is_rewritten_string(each) and each.may_be_null for each in record.accesses
    )


def is_rewritten_string(access: Access) -> bool:
    return access.kind is AccessKind.REWRITTEN and access.may_end_early and not access.counts


def _argument(record: Record, parameter: Parameter) -> Iterator[str]:
    name, access, type = parameter.name, parameter.access, type_of(parameter)
    if _is_number(access):
        yield f"{type} {name} = {_number(record, parameter)};"
    elif access.kind is AccessKind.TEXT and not access.counts:
        yield f"{type} {name};"
    elif access.kind is AccessKind.STREAM:
        yield f"{type} {name} = stdout;"
    elif is_cell(parameter):
        is_read = access.kind is AccessKind.REWRITTEN
        may_be_null = not any(is_rewritten_string(each) for each in record.accesses)
        begin = "0" if not is_read else "one_in(8) ? 0 : a_string()" if may_be_null else "a_string()"
        yield f"char *at_{name} = {begin};"
        yield f"{type} {name} = {'one_in(8) ? 0 : ' if access.may_be_null else ''}&at_{name};"
    elif access.kind is AccessKind.CALLED:
        yield f"int (*{name})(const void *, const void *) = order;"
    elif access.kind not in (AccessKind.FORMAT, AccessKind.LIST):
        made = f"({type.replace('const ', '')}){_memory(record, parameter)}"
        may_be_null = access.may_be_null and not is_rewritten_string(access)
        yield f"{type} {name} = {'one_in(8) ? 0 : ' if may_be_null else ''}{made};"
        if pointee(parameter) == "long double":
            yield "room[blocks - 1] = 10;"


def _number(record: Record, parameter: Parameter) -> str:
    type, number = type_of(parameter), record.parameters.index(parameter)
    if parameter.access.kind is AccessKind.CHARACTER:
        return "(int)below(257) - 1"
    if type in _REALS:
        has_power = any(each.name == "power" for each in record.parameters)
        return "(int)below(201) - 100" if has_power else _REALS[type]
    uses = [each for each in record.accesses if number in each.counts]
    is_factor = any(len(each.counts) > 1 for each in uses)
    if is_factor or record.returns.startswith("new") or record.position(AccessKind.FREED) is not None:
        return "1 + below(4)" if parameter.name == "size" and is_factor else "below(6)"
    if uses:
        is_exact = any(each.kind.is_block or each.kind is AccessKind.TEXT for each in uses)
        return f"({type})below(10)" if is_exact else "a_limit()"
    return {"c": "a_sought()", "base": "a_base()", "room": "(size_t)-1", "flag": "below(2)", "power": "(int)below(8)"}.get(
        parameter.name, f"({type})a_number()"
    )


def _memory(record: Record, parameter: Parameter) -> str:
    access, names = parameter.access, [each.name for each in record.parameters]
    counted = "*".join(names[place] for place in access.counts)
    match access.kind:
        case AccessKind.STRING if parameter.name == "nptr":
            return "a_floating_text()" if record.result in _REALS else "an_integer_text()"
        case AccessKind.STRING | AccessKind.COMPARED | AccessKind.COMPARED_IGNORING_CASE:
            return f"a_string_within({counted})" if counted else "a_string()"
        case AccessKind.WIDE_STRING:
            return "a_wide_string()"
        case AccessKind.HANDLE if parameter.name == "digits":
            return '""'
        case AccessKind.HANDLE if record.position(AccessKind.CALLED) is not None:
            return "take(size)"
        case AccessKind.HANDLE:
            return "a_string()"
        case AccessKind.COPIED | AccessKind.APPENDED:
            return _as_string(record, parameter)
        case AccessKind.FREED | AccessKind.REWRITTEN if not access.is_of_objects and not counted:
            return "take(below(10))" if access.kind is AccessKind.FREED else "a_string()"
        case AccessKind.READ if access.may_end_early and "c" in names:
            return "a_block_with(c)" if counted == "c" else f"a_searched_block({counted}, c)"
        case AccessKind.READ | AccessKind.WRITTEN | AccessKind.REWRITTEN | AccessKind.TEXT:
            size = counted or str(access.count or 1)
            made = "a_read_block" if access.kind is AccessKind.READ else "take"
            return f"{made}({size}{f' * {unit(parameter)}' if access.is_of_objects else ''})"
        case _:
            raise ValueError(f"no argument for {record.prototype}: {access}")


def _as_string(record: Record, parameter: Parameter) -> str:
    """Room for a string and its end, if so many characters of it are written."""
    source, *limit = (record.parameters[place].name for place in parameter.access.counts)
    length = "wcslen" if pointee(parameter) == "wchar_t" else "strlen"
    characters = f"strnlen({source}, {limit[0]})" if limit else f"{length}({source})"
    size = f"({characters} + 1) * {unit(parameter)}"
    return f"take({size})" if parameter.access.kind is AccessKind.COPIED else f"a_begun_string({size}, {unit(parameter)})"


def _is_block_of_bytes(access: Access) -> bool:
    """Are exactly so many bytes read or written?"""
    return access.kind.is_block and not access.is_of_objects and not access.may_end_early


def _overlapping(record: Record) -> list[Parameter]:
    """A block that is written and one that is read, of equal size, which need not be apart."""
    exact = [each for each in record.parameters if _is_block_of_bytes(each.access) and each.access.counts]
    is_copy = len(exact) == 2 and {each.access.kind for each in exact} == {AccessKind.READ, AccessKind.WRITTEN}
    return exact if is_copy and not record.is_apart and exact[0].access.counts == exact[1].access.counts else []


def _maybe_overlapping(record: Record, one: Parameter, other: Parameter) -> Iterator[str]:
    size = "*".join(record.parameters[place].name for place in one.access.counts)
    yield f"unsigned char *common = one_in(3) ? 0 : take({size} + 5);"
    for each in (one, other):
        yield f"{type_of(each)} {each.name} = common ? common + below(6) : take({size});"


def _for_callbacks(record: Record) -> Iterator[str]:
    sizes = {each.name: each for each in record.parameters}
    if "size" in sizes:
        yield "element = size;"
    read = record.position(AccessKind.READ)
    if read is not None and "key" in sizes:
        yield f"sort_elements((unsigned char *){record.parameters[read].name}, nmemb, size);"
        yield "if (nmemb && one_in(2)) memcpy((void *)key, (const char *)base + below((unsigned)nmemb) * size, size);"


__all__ = [
    "DOMAINS",
    "MACROS",
    "is_cell",
    "is_formatted",
    "is_rewritten_string",
    "is_target",
    "pointee",
    "program_for",
    "type_of",
    "unit",
]
