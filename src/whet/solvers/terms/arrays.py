"""Constructors of arrays (SMT-LIB: ArraysEx, with constant arrays)."""

from __future__ import annotations

from whet.solvers.terms.floats import FloatTerms
from whet.solvers.terms.sorts import Array
from whet.solvers.terms.term import Op, Term


class ArrayTerms(FloatTerms):
    """Reading and writing arrays."""

    def const_array(self, sort: Array, element: Term) -> Term:
        """The array with the same element everywhere."""
        if element.sort != sort.element:
            raise TypeError(f"{element} of sort {element.sort} is no element of {sort}")
        return self.make(Op.CONST_ARRAY, (element,), sort=self.shared(sort))

    def select(self, array: Term, index: Term) -> Term:
        self._check_index(array, index)
        while array.op is Op.STORE:
            if array.args[1] is index:
                return array.args[2]
            if not _surely_differ(array.args[1], index):
                break
            array = array.args[0]
        if array.op is Op.CONST_ARRAY:
            return array.args[0]
        return self.make_binary(Op.SELECT, array, index, array.array.element)

    def store(self, array: Term, index: Term, element: Term) -> Term:
        self._check_index(array, index)
        if element.sort is not array.array.element and element.sort != array.array.element:
            raise TypeError(f"{element} of sort {element.sort} is no element of {array.sort}")
        if element.op is Op.SELECT and element.args == (array, index):
            return array
        if array.op is Op.STORE and array.args[1] is index:
            array = array.args[0]
        return self.make(Op.STORE, (array, index, element), sort=array.sort)

    def _check_index(self, array: Term, index: Term) -> None:
        if index.sort is not array.array.index and index.sort != array.array.index:
            raise TypeError(f"{index} of sort {index.sort} is no index of {array.sort}")


def _surely_differ(a: Term, b: Term) -> bool:
    """Different constants, or different constants added to the same term."""
    base_a, offset_a = _offset(a)
    base_b, offset_b = _offset(b)
    return base_a is base_b and offset_a != offset_b


def _offset(index: Term) -> tuple[Term | None, int]:
    """A term and the constant added to it; no term but the constant, if it is one."""
    if index.value is not None:
        return None, index.value
    if index.op is Op.BV_ADD and (offset := index.args[1].value) is not None:
        return index.args[0], offset
    return index, 0
