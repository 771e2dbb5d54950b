"""Types as the rules see them: integral, floating, pointer, structure (dissertation on variable roles, table 1.4).

All integer types are one type and all floating types another.  Qualifiers are dropped, so that ``const struct s *``
and ``struct s *`` are one. The members of a structure are told only if some variable points to it: a driver mentions
thousands of structures and touches a few.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.frontend.clang import Cursor, Type, TypeKind, fields, library

INTEGRAL, FLOATING = 1, 2
_FLOATING_KINDS = frozenset({TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONG_DOUBLE, 30, 31, 32, 39})
_FUNCTIONS = frozenset({TypeKind.FUNCTION_PROTO, TypeKind.FUNCTION_NO_PROTO})


class TypeFacts:
    """Numbers the types of one translation unit and tells what the rules need of them."""

    def __init__(self, emit: Callable[[str], None], node_of: Callable[[Cursor], int]) -> None:
        self._emit = emit
        self._node_of = node_of
        self._lib = library()
        self._numbers: dict[int, int] = {}
        """By the identity of the type as written."""
        self._by_key: dict[tuple[str, int], int] = {("integral", 0): INTEGRAL, ("floating", 0): FLOATING}
        self._pointees: dict[int, int] = {}
        self._functions: set[int] = set()
        self._untold: dict[int, Type] = {}
        """Structures whose members nobody asked for yet."""
        emit(f"integral({INTEGRAL}). floating({FLOATING}).")

    def number(self, clang_type: Type) -> int:
        known = self._numbers.get(clang_type.data0)
        if known is None:
            known = self._numbers[clang_type.data0] = self._translate(self._lib.clang_getCanonicalType(clang_type))
        return known

    def of_parameter(self, clang_type: Type) -> int:
        """An array or a function as a parameter is a pointer (C11 6.7.6.3)."""
        canonical: Type = self._lib.clang_getCanonicalType(clang_type)
        if canonical.kind in TypeKind.ARRAYS:
            return self._pointer(self.number(self._lib.clang_getArrayElementType(canonical)))
        return self._pointer(self.number(canonical)) if canonical.kind in _FUNCTIONS else self.number(clang_type)

    def has_roles(self, number: int) -> bool:
        """Is it a scalar or a pointer?"""
        return number in (INTEGRAL, FLOATING) or number in self._pointees

    def is_pointer(self, clang_type: Type) -> bool:
        """Does a value of this type take part in arithmetic as a pointer?"""
        return self.number(clang_type) in self._pointees or self._lib.clang_getCanonicalType(clang_type).kind in TypeKind.ARRAYS

    def is_function_pointer(self, clang_type: Type) -> bool:
        return self._pointees.get(self.number(clang_type), 0) in self._functions or self.number(clang_type) in self._functions

    def tell_members(self, number: int) -> None:
        """Members of the structure that a pointer type points to."""
        structure = self._pointees.get(number, 0)
        record = self._untold.pop(structure, None)
        for member in fields(record) if record is not None else ():
            self._emit(f"field({structure},{self._node_of(member)},{self.number(self._lib.clang_getCursorType(member))}).")

    def _translate(self, canonical: Type) -> int:
        kind, lib = canonical.kind, self._lib
        if kind in TypeKind.INTEGERS or kind == TypeKind.ENUM:
            return INTEGRAL
        if kind in _FLOATING_KINDS:
            return FLOATING
        if kind == TypeKind.POINTER:
            return self._pointer(self.number(lib.clang_getPointeeType(canonical)))
        if kind == TypeKind.RECORD:
            declaration: Cursor = self._lib.clang_getTypeDeclaration(canonical)
            number = self._keyed("structure", declaration.data0)
            if number not in self._untold:
                self._untold[number] = canonical
                self._emit(f"structure({number}).")
            return number
        if kind == TypeKind.ATOMIC:
            return self.number(lib.clang_Type_getValueType(canonical))
        other = self._keyed("other", len(self._by_key))
        if kind in _FUNCTIONS:
            self._functions.add(other)
        return other

    def _keyed(self, kind: str, key: int) -> int:
        return self._by_key.setdefault((kind, key), len(self._by_key) + 1)

    def _pointer(self, target: int) -> int:
        number = self._keyed("pointer", target)
        if number not in self._pointees:
            self._pointees[number] = target
            self._emit(f"pointer({number},{target}).")
        return number
