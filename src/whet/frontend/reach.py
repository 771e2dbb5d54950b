"""How many elements the indices of an array reach: ``out[2 * i + 1]`` under ``i < n`` reaches ``2 * n``.

A *place* is a variable, or a member of a structure type.  What a function is given (a parameter, a member) has any value; another
variable has the greatest one that a comparison says, or all its assignments alike.  ``i % n`` is at most ``n - 1`` and
``i & mask`` at most ``mask``, whatever ``i`` is; a byte is at most 255.

A call or a block shows it as well: ``memset(px, 0, w * h)`` reaches ``h * w`` bytes, and ``memset(px + y * w, 0, w)`` under
``y < h`` the same.

An index is less than what it is compared with, whichever comparison that is: ``i <= n`` is a fault, and no array of ``n + 1``
elements.  What bounds a place that the function is given stands on the right, so that ``i < n`` does not bound ``n``.

The result is a guess, as everything that ``whet.frontend.counted`` finds.  Invariant: it is a polynomial over places that the
function is given, so that a caller can compute it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from whet.frontend.clang import BinaryKind, CursorKind, TypeKind, UnaryKind, canonical_type, evaluate_integer
from whet.frontend.tree import Tree
from whet.task.records import dataclass

Place: TypeAlias = tuple[int | str, ...]
"""A variable by its declaration, a member by its structure and name, ``*`` and a place."""
_Terms: TypeAlias = Mapping[tuple[Place, ...], int]
"""Factors by the products of places that they belong to; the empty product is 1."""
_BYTE: Final = 255
_BYTES = ("unsigned char", "_Bool")
TRANSPARENT = (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR)
_ORDERS = range(BinaryKind.LT, BinaryKind.GE + 1)
_LARGEST_SHIFT: Final = 16


@dataclass(frozen=True, slots=True)
class ReachedLength:
    """A number of elements: a sum of products of names, divided and rounded up."""

    terms: tuple[tuple[tuple[str, ...], int], ...]
    divisor: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for product, _ in self.terms for name in product))

    @property
    def degree(self) -> int:
        return max((len(product) for product, _ in self.terms), default=0)

    @property
    def weight(self) -> int:
        """More than it is if each name is 1."""
        return 1 + sum(abs(factor) for _, factor in self.terms)

    @property
    def is_scaled(self) -> bool:
        """Is it another number than that of some name, give or take a constant?"""
        return self.divisor > 1 or any(len(product) > 1 or (product and factor > 1) for product, factor in self.terms)

    def constant(self) -> int | None:
        return None if self.names else self.value(0)

    def value(self, each: int) -> int:
        """If each name has this value."""
        total = sum(factor * math.prod([each] * len(product)) for product, factor in self.terms)
        return -(-total // self.divisor)

    def text(self, word: Callable[[str], str] = str) -> str:
        """In C, where division rounds down."""
        terms = dict(self.terms)
        if self.divisor > 1:
            terms[()] = terms.get((), 0) + self.divisor - 1
        summands = [_product([word(name) for name in product], factor) for product, factor in terms.items() if factor]
        total = " + ".join(summands).replace("+ -", "- ") or "0"
        return total if self.divisor == 1 else f"{f'({total})' if len(summands) > 1 else total} / {self.divisor}"


def _product(words: list[str], factor: int) -> str:
    if not words:
        return f"{factor}"
    sign, size = ("-" if factor < 0 else ""), abs(factor)
    return sign + " * ".join([*([f"{size}"] if size != 1 else []), *words])


@dataclass(frozen=True, slots=True)
class _Most:
    """The greatest value of an index, before a division that rounds down."""

    terms: _Terms
    divisor: int = 1

    @property
    def places(self) -> set[Place]:
        return {place for product in self.terms for place in product}

    def constant(self) -> int | None:
        return None if any(self.terms) else self.terms.get((), 0)

    def plus(self, other: _Most) -> _Most | None:
        if self.divisor != 1 or other.divisor != 1:
            return None
        terms = defaultdict(int, self.terms)
        for product, each in other.terms.items():
            terms[product] += each
        return _Most({product: each for product, each in terms.items() if each})

    def times(self, other: _Most) -> _Most | None:
        if self.divisor != 1 or other.divisor != 1:
            return None
        terms: dict[tuple[Place, ...], int] = defaultdict(int)
        for first, factor in self.terms.items():
            for second, other_factor in other.terms.items():
                terms[tuple(sorted((*first, *second), key=str))] += factor * other_factor
        return _Most({product: each for product, each in terms.items() if each})

    def times_number(self, factor: int) -> _Most:
        return _Most({product: each * factor for product, each in self.terms.items()}, self.divisor)

    def or_more(self, other: _Most) -> _Most:
        """At least as great as both, if they have one divisor and no number is negative."""
        products = dict.fromkeys((*self.terms, *other.terms))
        terms = {product: max(self.terms.get(product, 0), other.terms.get(product, 0)) for product in products}
        return _Most({product: each for product, each in terms.items() if each}, self.divisor)


def _elements(greatest: _Most, word: Callable[[Place], str | None]) -> ReachedLength | None:
    """One more than the greatest index."""
    terms = {tuple(sorted(str(word(place)) for place in product)): factor for product, factor in greatest.terms.items()}
    terms[()] = terms.get((), 0) + 1
    common = math.gcd(greatest.divisor, *terms.values())
    ordered = sorted(((product, factor // common) for product, factor in terms.items() if factor), key=lambda each: -len(each[0]))
    return ReachedLength(tuple(ordered), greatest.divisor // common) if ordered else None


def _subtracts(tree: Tree) -> bool:
    """Is a number subtracted that is no constant?  The greatest difference says little of an array: ``p + i, n - i``."""
    tree = bare(tree)
    if tree.kind == CursorKind.BINARY_OPERATOR and tree.operator == BinaryKind.SUB:
        return evaluate_integer(tree.children[1].cursor) is None
    return any(map(_subtracts, tree.children))


def _product_of(factors: Iterable[_Most | None]) -> _Most | None:
    product: _Most | None = _number(1)
    for each in factors:
        product = None if product is None or each is None else product.times(each)
    return product


def _number(value: int) -> _Most:
    return _Most({(): value} if value else {})


def bare(tree: Tree) -> Tree:
    """Without parentheses and conversions."""
    while tree.kind in TRANSPARENT and tree.children:
        tree = tree.children[-1]
    return tree


def _is_element(tree: Tree) -> bool:
    """Of an array, or a member of one."""
    tree = bare(tree)
    if tree.kind == CursorKind.MEMBER_REF_EXPR and tree.children:
        tree = bare(tree.children[0])
    return tree.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR


@dataclass(frozen=True, slots=True, eq=False)
class AccessedElements:
    """Elements behind a pointer: from an offset on, as many as a sum of products says; one if there is no such sum."""

    offset: Tree | None
    terms: tuple[tuple[tuple[Tree, ...], int], ...] = ()
    divisor: int = 1


def _any(place: Place | None) -> _Most | None:
    return None if place is None else _Most({(place,): 1})


class Indices:
    """The indices of one function, and what it says about their values."""

    def __init__(self, place_of: Callable[[Tree], Place | None], is_given: Callable[[Place], bool]) -> None:
        self._place_of = place_of
        self._is_given = is_given
        self._compared: dict[Place, list[Tree]] = defaultdict(list)
        self._assigned: dict[Place, list[Tree]] = defaultdict(list)
        self._stepped: set[Place] = set()
        self._found: dict[Place, dict[int, AccessedElements]] = defaultdict(dict)
        """By the node of the syntax tree that shows it."""
        self._greatest: dict[AccessedElements, _Most | None] = {}
        self._values: dict[Place, _Most | None] = {}
        """What is known of places; nothing yet of one that is being looked at."""

    def index(self, pointers: Iterable[Place], index: Tree, shown_by: Tree) -> None:
        for pointer in pointers:
            self._found[pointer][shown_by.identity] = AccessedElements(index)

    def access(self, pointers: Iterable[Place], accessed: AccessedElements, shown_by: Tree) -> bool:
        """Is it another number of elements than that of some place?  Then it counts, once everything is read."""
        most = self._most_of_access(accessed)
        known = None if most is None else _elements(most, str)
        if known is None or not known.is_scaled:
            return False
        for pointer in pointers:
            self._found[pointer][shown_by.identity] = accessed
        return True

    def number(self) -> int:
        """Of accesses."""
        return sum(map(len, self._found.values()))

    def assign(self, target: Place, value: Tree) -> None:
        self._assigned[target].append(value)

    def step(self, target: Place) -> None:
        self._stepped.add(target)

    def compare(self, tree: Tree) -> None:
        left, right = tree.children
        for index, other in ((left, right), (right, left)):
            place = self._place_of(bare(index))
            is_local = place is not None and not self._is_given(place)
            if place is not None and (is_local or (index is left and tree.operator in _ORDERS)):
                self._compared[place].append(other)

    def counts(self) -> Iterator[tuple[Place, Place]]:
        """By pointer the places that have the number of elements that an index reaches."""
        for pointer in self._found:
            for most in self._known([pointer], str):
                elements = most.plus(_number(1))
                yield from ((pointer, place) for place in most.places if elements == _any(place))

    def reach(self, pointers: Collection[Place], word: Callable[[Place], str | None]) -> ReachedLength | None:
        """Of the indices of a pointer under its names, in words for places that its callers know; None where one has no word."""
        greatest: _Most | None = None
        for most in self._known(pointers, word):
            if greatest is not None and greatest.divisor != most.divisor:
                return None
            greatest = most if greatest is None else greatest.or_more(most)
        return None if greatest is None else _elements(greatest, word)

    def are_known(self, pointer: Place) -> bool:
        """Is the greatest value of each index?"""
        return all(self._most_of_access(each) is not None for each in self._found.get(pointer, {}).values())

    def _known(self, pointers: Iterable[Place], word: Callable[[Place], str | None]) -> Iterator[_Most]:
        found = (self._most_of_access(each) for pointer in pointers for each in self._found.get(pointer, {}).values())
        return (most for most in found if most is not None and all(map(word, most.places)))

    def _most_of_access(self, accessed: AccessedElements) -> _Most | None:
        """The greatest index, where it is known; everything is read before."""
        if accessed not in self._greatest:
            self._greatest[accessed] = self._last_of(accessed) if accessed.terms else self._bounded(accessed.offset)
        return self._greatest[accessed]

    def _bounded(self, index: Tree | None) -> _Most | None:
        most = _number(0) if index is None else self._most(index)
        return None if most is None or (index is not None and self._is_unbounded(index, most)) else most

    def _last_of(self, accessed: AccessedElements) -> _Most | None:
        """Who accesses ``w * h + 1`` elements makes a mistake, and there are ``w * h``."""
        size: _Most | None = _number(0)
        for product, factor in accessed.terms:
            known = None if any(map(_subtracts, product)) else _product_of([self._most(each) for each in product])
            size = None if size is None or known is None else size.plus(known.times_number(factor))
        first = self._bounded(accessed.offset)
        if size is None or first is None:
            return None
        terms = {
            product: factor for product, factor in size.terms.items() if product or size.constant() is not None or factor < 0
        }
        last = _Most(terms).plus(_number(-1))
        if last is None or accessed.divisor == 1:
            return None if last is None else first.plus(last)
        return _Most(last.terms, accessed.divisor) if not first.terms else None

    def _is_unbounded(self, index: Tree, most: _Most) -> bool:
        """Is it a number that nothing bounds?  No array has an element for each such number."""
        return self._place_of(bare(index)) is not None and any(most == _any(place) for place in most.places)

    def _most(self, tree: Tree) -> _Most | None:
        value = evaluate_integer(tree.cursor)
        if value is not None:
            return _number(value)
        most = self._most_of(tree)
        type = TypeKind.INTEGERS.get(canonical_type(tree.cursor).kind)
        if type in _BYTES and (most is None or most == _any(self._place_of(tree))):
            return _number(_BYTE)
        return most if type is not None else None

    def _most_of(self, tree: Tree) -> _Most | None:
        if (place := self._place_of(tree)) is not None:
            if place not in self._values:
                self._values[place] = None
                self._values[place] = self._most_of_place(place)
            return self._values[place]
        match tree.kind:
            case kind if kind in TRANSPARENT and tree.children:
                return self._most(tree.children[-1])
            case CursorKind.UNARY_OPERATOR if tree.operator in (UnaryKind.POST_INC, UnaryKind.POST_DEC):
                return self._most(tree.children[0])
            case CursorKind.CONDITIONAL_OPERATOR if len(tree.children) == 3:
                return self._common(tree.children[1:])
            case CursorKind.BINARY_OPERATOR:
                return self._most_of_operation(tree.operator, *tree.children)
            case _:
                return None

    def _most_of_operation(self, operator: int, left: Tree, right: Tree) -> _Most | None:
        second = self._most(right)
        constant = None if second is None else second.constant()
        if operator == BinaryKind.REM:
            return None if second is None else second.plus(_number(-1))
        first = self._most(left)
        if operator == BinaryKind.AND:
            return first if second is None else second
        if first is None:
            return None
        match operator:
            case BinaryKind.ADD if second is not None:
                is_data = any(self._is_data(each) for each in (left, right))
                return None if is_data and first.constant() is None and constant is None else first.plus(second)
            case BinaryKind.SUB:
                return first if constant is None else first.plus(_number(-constant))
            case BinaryKind.MUL if second is not None:
                return first.times(second)
            case BinaryKind.SHL if constant is not None and 0 <= constant <= _LARGEST_SHIFT:
                return first.times(_number(1 << constant))
            case BinaryKind.DIV if constant is not None and constant > 0:
                return _Most(first.terms, first.divisor * constant)
            case BinaryKind.SHR if constant is not None and 0 <= constant <= _LARGEST_SHIFT:
                return _Most(first.terms, first.divisor << constant)
            case _:
                return None

    def _most_of_place(self, place: Place) -> _Most | None:
        is_given = self._is_given(place)
        for bound in sorted(self._bounds(place), key=lambda each: each.constant() is not None):
            # What is given is compared with a constant to see whether there are enough.
            if (constant := bound.constant()) is None or (constant > 0 and not is_given):
                return bound
        if is_given:
            return _any(place)
        return self._common(self._assigned.get(place, [])) if place not in self._stepped else None

    def _common(self, trees: Iterable[Tree]) -> _Most | None:
        """What all have, but for zeros (``i = 0`` and ``i = (i + 1) % n``): no array is empty that has an element 0."""
        values = [self._most(each) for each in trees]
        others = [each for each in values if each is None or each.constant() != 0] or values
        return others[0] if others and all(each == others[0] for each in others) else None

    def _is_data(self, tree: Tree, *, is_bound: bool = False) -> bool:
        """Does a variable have the value of an element, or is it compared with one that has?  The length of a record bounds what
        follows its header, which is no second array."""
        place = self._place_of(bare(tree))
        if place is None or self._is_given(place):
            return False
        bounds = [] if is_bound else self._compared.get(place, ())
        is_element = any(map(_is_element, self._assigned.get(place, ())))
        return is_element or any(_is_element(each) or self._is_data(each, is_bound=True) for each in bounds)

    def _bounds(self, place: Place) -> Iterator[_Most]:
        for other in self._compared.get(place, []):
            most = self._most(other)
            if most is not None and (bound := most.plus(_number(-1))) is not None:
                yield bound
