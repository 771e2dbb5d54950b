"""How long formatted output is at most, whatever the values are that are printed (C11 7.21.6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from whet.cfa.formats import STAR, Directive, Printed, PrintedFormat, literal_length
from whet.cfa.types import MachineModel

LONGEST_POINTER, LONGEST_NUMBER = 18, 25
"""What %p writes at most, and %e, %g and %a besides the digits that their precision asks for."""
LONGEST_DOUBLE, LONGEST_LONG_DOUBLE = 313, 4940
"""The same of %f: a sign, the digits of the greatest number, a point."""


def greatest_length(format: PrintedFormat, machine: MachineModel) -> int | None:
    """With the null character; None if the values decide it."""
    return _sum((1 + format.text, *(_of_part(part, machine) for part in format.parts)))


def _sum(lengths: Iterable[int | None]) -> int | None:
    found = 0
    for each in lengths:
        if each is None:
            return None
        found += each
    return found


def _of_part(part: Printed, machine: MachineModel) -> int | None:
    directive = part.directive
    length = _unpadded(part, machine)
    if length is None or STAR in (directive.width, directive.precision) or "'" in directive.flags:
        return None
    return max(length, int(directive.width or 0))


def _unpadded(part: Printed, machine: MachineModel) -> int | None:
    directive = part.directive
    match directive.kind:
        case "s":
            return _of_string(part)
        case "c":
            return 1
        case "p":
            return LONGEST_POINTER
        case "d" | "i" | "u" | "x" | "X" | "o":
            return _of_integer(directive, machine)
        case _:
            return _of_number(directive)


def _of_string(part: Printed) -> int | None:
    known = None if part.value is None else literal_length(part.value)
    precision = part.directive.precision
    if precision is None or precision == STAR:
        return known
    limit = int(precision or 0)
    return limit if known is None else min(known, limit)


def _of_integer(directive: Directive, machine: MachineModel) -> int:
    """A sign or a prefix, and at least as many digits as the precision says."""
    bits, is_signed = 8 * directive.size(machine), directive.kind in "di"
    greatest = 1 << bits - 1 if is_signed else (1 << bits) - 1
    digits = len(f"{greatest:{directive.kind if directive.kind in 'xXo' else 'd'}}")
    if directive.precision not in (None, STAR):
        digits = max(digits, int(directive.precision or 0))
    return digits + is_signed + 2 * ("#" in directive.flags)


def _of_number(directive: Directive) -> int:
    precision = 6 if directive.precision in (None, STAR) else int(directive.precision or 0)
    if directive.kind not in "fF":
        return LONGEST_NUMBER + precision
    return precision + (LONGEST_LONG_DOUBLE if directive.length == "L" else LONGEST_DOUBLE)


__all__ = ["LONGEST_LONG_DOUBLE", "LONGEST_NUMBER", "LONGEST_POINTER", "greatest_length"]
