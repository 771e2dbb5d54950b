"""What an initialiser stores where.

A later initialiser for the same part of an object replaces an earlier one as a whole (C11 6.7.9p19), so nothing is stored
before the list was read to its end.
"""

from __future__ import annotations

from typing import TypeAlias

from whet.cfa.expressions import Const, Expr, Index, Lvalue, Member
from whet.cfa.immutable import immutable
from whet.cfa.types import ArrayType
from whet.frontend.tree import Tree


@immutable
class Copied:
    """A value that is already lowered."""

    source: Expr
    place: Tree


PlannedValue: TypeAlias = Tree | Const | Copied


class Plan:
    """The stores of one initialiser, in the order they are made."""

    def __init__(self) -> None:
        self.stores: dict[Lvalue, PlannedValue] = {}
        self._touched: set[Lvalue] = set()
        """Everything that is stored to or contains such a part."""

    def put(self, lvalue: Lvalue, value: PlannedValue) -> None:
        """Store to a part; a structure around it that was stored as a whole is forgotten, like gcc does."""
        self.stores.pop(lvalue, None)
        self.stores[lvalue] = value
        part: Lvalue | None = lvalue
        while part is not None:
            self._touched.add(part)
            part = _whole(part)
            if part in self._touched:
                self._forget_around(part)
                break

    def _forget_around(self, part: Lvalue | None) -> None:
        while part is not None:
            self.stores.pop(part, None)
            part = _whole(part)

    def replace(self, lvalue: Lvalue, value: PlannedValue) -> None:
        self.forget(lvalue)
        self.put(lvalue, value)

    def forget(self, lvalue: Lvalue) -> None:
        """Drop what is stored to the part, or to parts of it."""
        if lvalue in self._touched:
            self.stores = {target: value for target, value in self.stores.items() if not _is_inside(target, lvalue)}

    def keep_only(self, union: Lvalue, member: Lvalue) -> None:
        """One member of a union is initialised: drop what is stored to the others."""
        if union in self._touched and member not in self._touched:
            self.forget(union)

    def end(self) -> int:
        """Bytes that a flexible array member needs for its elements, counted from the start of the object."""
        return max((_offset(target) + target.type.size for target in self.stores if _is_flexible(target)), default=0)


def _whole(part: Lvalue) -> Lvalue | None:
    return part.base if isinstance(part, (Member, Index)) else None


def _is_inside(part: Lvalue, whole: Lvalue) -> bool:
    current: Lvalue | None = part
    while current is not None and current != whole:
        current = _whole(current)
    return current is not None


def _is_flexible(part: Lvalue) -> bool:
    current: Lvalue | None = part
    while current is not None:
        if isinstance(current, Member) and isinstance(current.type, ArrayType) and current.type.count is None:
            return True
        current = _whole(current)
    return False


def _offset(part: Lvalue) -> int:
    """Bytes between the start of the object and the part."""
    match part:
        case Member(base=base, field=member):
            return _offset(base) + member.offset
        case Index(base=base, index=Const(value=number)):
            return _offset(base) + number * part.type.size
        case _:
            return 0


__all__ = ["Copied", "Plan", "PlannedValue"]
