"""Error calls and the conditions they guard.

A condition is made from the values its expression had in all runs: one that holds for each of them, or one that fails for the
rarest.  The error functions are those of the default property, with and without a body, called in the ways programs do.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.differential.fragments import Probe
from tests.differential.truth import Number
from tests.differential.writing import FLOATS, SIGNED, Writer


@dataclass(frozen=True, slots=True)
class ErrorFunction:
    name: str
    text: str
    headers: tuple[str, ...] = ()
    has_body: bool = True


_BODIES = (
    ErrorFunction("reach_error", "void reach_error(void) { }"),
    ErrorFunction("reach_error", "void reach_error(void) { assert(0); }", ("assert.h",)),
    ErrorFunction("reach_error", "void reach_error(void) { abort(); }", ("stdlib.h",)),
    ErrorFunction("__VERIFIER_error", "void __VERIFIER_error(void) { }"),
    ErrorFunction(
        "reach_error",
        "extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((__noreturn__));\n"
        'void reach_error(void) { __assert_fail("0", "program.c", 3, "reach_error"); }',
    ),
)
_DECLARED = (
    ErrorFunction("reach_error", "extern void reach_error(void);", has_body=False),
    ErrorFunction("reach_error", "extern void reach_error(void) __attribute__((__noreturn__));", has_body=False),
    ErrorFunction("__VERIFIER_error", "extern void __VERIFIER_error(void);", has_body=False),
)
_STOPS = ("", "", "abort();", "abort();", "exit(1);", "__builtin_unreachable();", "__VERIFIER_assume(0);", "while (1);")


@dataclass(frozen=True, slots=True)
class Reporter:
    """How a program reports that a condition does not hold: a statement with ``@`` for the condition."""

    statement: str


def error_function(w: Writer) -> ErrorFunction:
    chosen = w.one(_BODIES if w.chance(60) else _DECLARED)
    w.parts.headers.update(dict.fromkeys(chosen.headers))
    w.parts.declarations.append(chosen.text)
    if not chosen.has_body:
        w.parts.features["error without body"] = None
    return chosen


def reporter(w: Writer, error: ErrorFunction) -> Reporter:
    """One way to call an error function; what it needs is added to the program."""
    if w.chance(20):
        w.parts.headers["assert.h"] = None
        w.parts.features["assert"] = None
        return Reporter("assert(@);")
    stop = _stop(w)
    match w.random.randrange(6):
        case 0:
            return Reporter(f"(@) ? (void)0 : {error.name}();")
        case 1:
            die = w.new("die")
            w.parts.functions.append(f"static void {die}(const char *why) {{\n{error.name}();\n{stop}\n}}")
            return Reporter(f'if (!(@)) {die}("check");')
        case 2:
            name = w.new("__VERIFIER_assert")
            w.parts.functions.append(
                f"static void {name}(int cond) {{\nif (!cond) {{\nERROR: {{ {error.name}(); {stop} }}\n}}\nreturn;\n}}"
            )
            return Reporter(f"{name}(@);")
        case _:
            return Reporter(f"if (!(@)) {{ {error.name}(); {stop} }}")


def _stop(w: Writer) -> str:
    stop = w.one(_STOPS)
    if stop.startswith(("abort", "exit")):
        w.parts.headers["stdlib.h"] = None
    if "assume" in stop:
        w.parts.features["assume"] = None
    return stop


# --------------------------------------------------------------------------------------------------------- conditions


def literal(value: Number, type: str) -> str:
    if isinstance(value, float):
        return _floating(value)
    if type in SIGNED:
        return f"({value + 1}LL - 1)" if value < -(2**31) else f"{value}LL" if value >= 2**31 else _small(value)
    return f"{value}ULL" if value >= 2**32 else f"{value}u" if value >= 2**31 or type == "unsigned" else str(value)


def _small(value: int) -> str:
    return "(-2147483647 - 1)" if value == -(2**31) else str(value)


def _floating(value: float) -> str:
    if math.isinf(value):
        return "(1e300 * 1e300)" if value > 0 else "(-1e300 * 1e300)"
    return value.hex()


def holding(w: Writer, probe: Probe, values: Sequence[Number]) -> str:
    """A condition that is true of all the values; nothing is, if there are none."""
    if not values:
        return "0"
    if any(isinstance(value, float) and math.isnan(value) for value in values):
        return "1"
    distinct = sorted(set(values))
    forms = [_range(probe, distinct), _range(probe, distinct)]
    if len(distinct) <= 4:
        forms += [_any(probe, distinct)] * 3
    absent = _absent(w, distinct, probe.type)
    if absent is not None:
        forms.append(f"{probe.text} != {literal(absent, probe.type)}")
    return w.one(forms)


def failing(w: Writer, probe: Probe, values: Sequence[Number]) -> str | None:
    """A condition that is false of the rarest value, and of as few others as can be."""
    if not values or any(isinstance(value, float) and math.isnan(value) for value in values):
        return None
    counts = Counter(values)
    rarest = min(counts, key=lambda value: (counts[value], value))
    others = sorted(set(values) - {rarest})
    forms = [f"{probe.text} != {literal(rarest, probe.type)}"] * 2
    if others and (rarest < others[0] or rarest > others[-1]):
        forms.append(_range(probe, others))
    if 0 < len(others) <= 4:
        forms.append(_any(probe, others))
    return w.one(forms)


def _range(probe: Probe, distinct: Sequence[Number]) -> str:
    low, high = (literal(value, probe.type) for value in (distinct[0], distinct[-1]))
    return f"{probe.text} >= {low} && {probe.text} <= {high}"


def _any(probe: Probe, distinct: Sequence[Number]) -> str:
    return " || ".join(f"{probe.text} == {literal(value, probe.type)}" for value in distinct)


def _absent(w: Writer, distinct: Sequence[Number], type: str) -> Number | None:
    if type in FLOATS or type == "_Bool":
        return None
    near = [int(value) + step for value in distinct for step in (-1, 1)]
    free = [value for value in near if value not in distinct and 0 <= value < 128]
    return w.one(free) if free else None
