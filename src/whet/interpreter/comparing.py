"""Comparison of pointers in a run.

Addresses are numbers here, but C defines their order and distance only inside one object (C11 6.5.6p9, 6.5.8p5), leaves open
whether a pointer past one object equals one to the next (6.5.9p6) and whether string literals share bytes (6.4.5p7), and makes a
pointer indeterminate when the lifetime of its object ends (6.2.4p2). The run ends where the answer would depend on the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping

from whet.cfa.expressions import Variable
from whet.cfa.semantics import Undefined
from whet.cfa.shared_strings import shared_ends
from whet.interpreter.memory import LOW_PAGE, DifferentObjects, Memory, MemoryObject, ObjectKind, OutsideObject
from whet.interpreter.outcomes import NotInterpreted
from whet.task.dangers import Fault, FaultKind
from whet.task.messages import violations


class Comparing:
    def __init__(self, memory: Memory, statics: Mapping[Variable, MemoryObject], pointer_size: int) -> None:
        self._memory = memory
        self._statics = statics
        self._shared: list[tuple[int, MemoryObject]] | None = None
        """String literals that are suffixes of others, with the address that they may have there."""
        self._mask = (1 << 8 * pointer_size) - 1

    def same(self, a: int, b: int) -> bool:
        if a == b:
            return True
        if a and b:
            self._check_different(a, b)
        return False

    def pair(self, a: int, b: int) -> tuple[int, int]:
        """Two pointers whose order or distance is computed."""
        if a != b and self._object(a) is not self._object(b):
            raise DifferentObjects(violations.DIFFERENT_OBJECTS)
        return a, b

    def step(self, base: int, distance: int) -> int:
        """The address so many bytes after ``base``, which must be in the same object or just past it."""
        if distance and (mistake := self._mistake(base, distance)) is not None:
            raise OutsideObject(mistake, fault=Fault(FaultKind.NULL) if base < LOW_PAGE else None)
        return base + distance & self._mask

    def leads(self, base: int, address: int) -> bool:
        return base == address or self._mistake(base, address - base) is None

    def _mistake(self, base: int, distance: int) -> str | None:
        """What is wrong with a step; None also for addresses outside all objects."""
        if base < LOW_PAGE:
            return violations.NULL_STEPPED.format(distance=distance)
        found = self._object(base)
        if found is None:
            return None
        if not found.is_alive:
            return f"a pointer to a {found} is moved after the end of its life"
        offset = base - found.base + distance
        if 0 <= offset <= found.size or (found.is_open and offset >= 0):
            return None
        return violations.STEPPED_OUT.format(object=found, size=found.size, offset=offset)

    def _check_different(self, a: int, b: int) -> None:
        one, other = self._object(a), self._object(b)
        if one is None or other is None or one is other:
            return
        for each in (one, other):
            if not each.is_alive:
                raise Undefined(f"comparison of a pointer to a {each} whose life has ended")
        if (_is_end(a, one) and b == other.base) or (_is_end(b, other) and a == one.base):
            raise NotInterpreted("comparison of the end of one object with the beginning of another")
        if one.kind is other.kind is ObjectKind.STRING and self._may_share(a, b):
            raise NotInterpreted("comparison of string literals that may share their bytes")

    def _may_share(self, a: int, b: int) -> bool:
        if self._shared is None:
            found = [(self._statics.get(each.whole), self._statics.get(each.end), each) for each in shared_ends(self._statics)]
            self._shared = [
                (whole.base + each.offset, end) for whole, end, each in found if whole is not None and end is not None
            ]
        return any(
            0 <= in_end - end.base <= end.size and in_whole - begin == in_end - end.base
            for begin, end in self._shared
            for in_whole, in_end in ((a, b), (b, a))
        )

    def _object(self, address: int) -> MemoryObject | None:
        """The object an address is in or just past."""
        found = self._memory.nearest(address)
        return found if found is not None and address <= found.base + found.size else None


def _is_end(address: int, of: MemoryObject) -> bool:
    return of.size > 0 and address == of.base + of.size
